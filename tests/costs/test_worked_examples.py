"""Every worked example of the four games: total, payable, ways to pay, and deciding rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rules_cli.costs import CostAnswer
from rules_cli.errors import UsageError


class Row(NamedTuple):
    """A line typed after `rules cost`, and its answer; `left` and `ways` are checked if given."""

    name: str
    typed: str
    total: str
    payable: bool | None
    rules: tuple[str, ...]
    left: str | None = None
    ways: tuple[str, ...] | None = None


FAB = [
    Row("increase before reduction", "3 +1 -2", "2", None, ("5.1.6a",)),
    Row("typing order does not matter", "2 -3 +2", "1", None, ("5.1.6a",)),
    Row("stops at 0", "2 -3", "0", None, ("5.1.6a", "1.14.5")),
    Row("two X add", "XX --x 2 --hand 3,3", "4", True, ("2.2.2a", "5.1.3a", "1.14.2d"), "2"),
    Row("free still pays an increase", "XX --free +1:frostbite", "1", None, ("5.1.3a", "5.1.6c", "5.1.6a")),
    Row("set, then increase", "5 --set 0 +1", "1", None, ("5.1.6a",)),
    Row("alternative in its place", "4 --alt 1 +1 -3", "0", None, ("5.1.6c", "5.4.4b", "5.1.6a")),
    Row("meld doubles the base", "3 --meld -1", "5", None, ("8.3.38b", "5.1.6a")),
    Row("an action costs a point", "3 --action --hand 3 --actions 1", "3 + 1a", True, ("5.1.6b", "1.14.2a")),
    Row("as an instant", "3 --action --instant --hand 2,1", "3", True, ("5.1.6b", "8.1.1d"), "0", ("1 then 2",)),
    Row("no more than needed", "3 --have 1 --hand 1,3", "3", True, ("1.14.2d", "1.14.3b"), "1", ("3", "1 then 3")),
    Row("hand too small", "3 --hand 1,1", "3", False, ("1.14.2b", "5.1.7a")),
    Row("chi for resource", "2 --hand 1,3c", "2", True, ("1.14.2d", "1.13.5b"), "1c", ("3c", "1 then 3c")),
    Row("resource is no chi", "3c --ability --hand 3,3", "3c", False, ("1.14.2c", "1.14.3b")),
    Row("nothing left to discard", "1 --hand 3 --also discard", "1", False, ("5.1.7", "5.1.8a")),
    Row("discards what can't be pitched", "1 --hand 3,0 --also discard", "1", True, ("1.14.3a", "1.14.4b"), "2"),
    Row("0 is paid by saying so", "0 --hand none", "0", True, ("1.14.5",)),
    Row("life after resource", "2 +1h --have 2 --life 20", "2 + 1h", True, ("1.14.2a", "1.14.2e")),
    Row("an ability's symbols", "'{r}{r}' --ability -1 --have 1", "1", True, ("2.2.3", "5.2.2b", "5.1.6a")),
]
MTG = [
    Row("three mana already", "'{2}{W}{U}' +'{1}' -'{2}' --min 3", "{1}{W}{U}", None, ("601.2f",)),
    Row("generic leaves colors", "WW -3", "{W}{W}", None, ("118.7a",)),
    Row("minimum after reductions", "3 -1 -1 --min 3", "{3}", None, ("601.2f",)),
    Row("second U lowers generic", "1U -UU", "{0}", None, ("118.7c",)),
    Row("a color the cost has not", "2R -W", "{1}{R}", None, ("118.7b",)),
    Row("colorless over", "2C -CC", "{1}", None, ("118.7d",)),
    Row("snow stays", "2SS -3", "{S}{S}", None, ("107.4h", "118.7a")),
    Row("a reduction leaves X free", "XG --x 3 -3", "{G}", None, ("107.3b",)),
    Row("free makes X 0", "XR --free", "{0}", None, ("107.3b",)),
    Row("tax on an alternative", "3BB --alt 1B --tax 2", "{5}{B}", None, ("118.9d", "903.8")),
    Row("minimum of a free spell", "6 --free --min 3", "{3}", None, ("601.2f",)),
    Row("life for Phyrexian", "1W/P --choose life --have W --life 2", "{1} + 2 life", True, ("107.4f", "119.4")),
    Row("neither W nor life", "1W/P --have CC --life 1", "{1}{W/P}", False, ("107.4f", "119.4", "118.3")),
    Row("halves chosen", "2/W2/W --choose 2,W -1", "{1}{W}", None, ("601.2b", "118.7a")),
    Row("no cost and a tax", "none --tax 1", "unpayable", False, ("118.6", "118.6a")),
    Row("no cost, an alternative", "none --tax 1 --alt 2U", "{4}{U}", None, ("118.9d", "903.8")),
    Row("delve is payment", "7G --delve 7 --have G", "{7}{G}", True, ("702.66a", "702.66b")),
    Row("convoke is payment", "4WW --convoke W,G,C --have WCC", "{4}{W}{W}", True, ("702.51a", "702.51b")),
    Row("limited reduction first", "3 -2@1 -1", "{0}", None, ("601.2f",)),
    Row("X only in the kicker", "4GG --free +X:kicker --x 3", "{3}", None, ("118.9d", "702.33a")),
]
GA = [
    Row("reserve", "4 -2 --type reserve --hand 3", "2", True, ("cost.10.1", "cost.6"), "1 in hand"),
    Row("one sum", "2 -5 +4", "1", None, ("cost.10.1",)),
    Row("floor", "3 -5", "0", None, ("cost.10.3",)),
    Row("still a 7", "7 -3:efficiency", "4", None, ("cost.10.1", "static-abilities.4")),
    Row(
        "floating first",
        "2m --memory 1 --floating 1",
        "2",
        True,
        ("cost.7.2",),
        None,
        ("1 floating first, then 1 of 1 at random",),
    ),
    Row("memory short", "2m --memory 1", "2", False, ("cost.7.1", "playing-cards.3")),
    Row("a hand pays no memory", "1m --hand 5", "1", None, ("cost.7",)),
    Row("X announced", "X+1 --x 3 --hand 3", "4", False, ("cost.11", "cost.6")),
    Row("free makes X 0", "X --free", "0", None, ("cost.11.2",)),
    Row("free takes increases away", "3 +2 --free --hand 0", "0", True, ("card-activation.4#2",)),
    Row("set, then increase", "5 --set 2 +1", "3", None, ("card-activation.2#2", "card-activation.3#2")),
    Row("Starcalling", "6 --alt 2 +1", "3", None, ("keywords-and-abilities.starcalling.4",)),
    Row("Brew", "4 --alt sacrifice=2 +1 --own sacrifice=2", "0", True, ("keywords-and-abilities.brew.4",)),
    Row("no cost", "none", "unpayable", False, ("costs-and-memory.3",)),
    Row("a cost of 0", "0m --memory 0", "0", True, ("costs-and-memory.3",)),
    Row("Reservable", "3 --hand 1 --reservable 2", "3", True, ("keywords-and-abilities.reservable.2",)),
    Row("three cards are needed", "2 --also discard --hand 2", "2", False, ("cost.6", "cost.8")),
]
FABULA = [
    Row("points of the third turn", "5 -2 --turn 3", "3", True, ("2.2.3", "1.18.10", "1.18.6a"), "3 of 6"),
    Row("floor", "2 -3", "0", None, ("2.2.2",)),
    Row("called off", "7 --turn 3", "7", False, ("1.18.6", "1.18.7")),
    Row("ten at most", "9 --turn 7", "9", True, ("1.18.10",), "1 of 10"),
    Row("spent", "4 --turn 2 --spent 1", "4", False, ("1.18.6", "1.18.6a")),
    Row("all the means", "4 --also sacrifice --turn 2 --own sacrifice=0", "4", False, ("1.18.3", "1.18.6")),
    Row("no number is 0", "none --turn 1", "0", True, ("1.18.5",)),
    Row(
        "only an alternative",
        "0 --ability --also sacrifice --turn 1 --own sacrifice=1",
        "0",
        True,
        ("1.18.4", "1.18.6b"),
    ),
    Row("X declared", "X+1 --x 4 --turn 3", "5", True, ("1.8.5", "1.18.10"), "1 of 6"),
    Row("free makes X 0", "X --free", "0", None, ("1.8.6",)),
    Row("the newest set cost wins", "6 --set 2 --set 3", "3", None, ("1.14.8",)),
    Row("can't wins", "5 -2 --no-less", "5", None, ("1.1.2",)),
    Row("passive abilities add", "3 --turn 1 --bonus 1", "3", True, ("1.18.11",)),
    Row("a raised limit", "12 --turn 6 --cap 12", "12", True, ("1.18.10",)),
]
REFUSED = [
    ("fab XX --free --x 1", "5.1.3a"),
    ("mtg XR --free --x 3", "107.3b"),
    ("mtg 2/W2/W -1", "601.2b"),
    ("ga X --free --x 1", "cost.9.2"),
    ("fabula X --free --x 2", "1.8.6"),
    ("fabula 4 --alt 2", "1.18.3"),
]
ROWS = [
    pytest.param(f"{game} {row.typed}", row, id=f"{game}: {row.name}")
    for game, rows in {"fab": FAB, "mtg": MTG, "ga": GA, "fabula": FABULA}.items()
    for row in rows
]


@pytest.mark.parametrize(("typed", "row"), ROWS)
def test_total_and_whether_it_can_be_paid(typed: str, row: Row, ask: Callable[[str], CostAnswer]) -> None:
    found = ask(typed)
    assert (found.total, found.payable) == (row.total, row.payable)
    if row.left is not None:
        assert str(found.left) == row.left
    if row.ways is not None:
        assert tuple(str(way.pay) for way in found.pay) == row.ways


@pytest.mark.parametrize(("typed", "row"), ROWS)
def test_rules_that_decide_it(
    typed: str, row: Row, ask: Callable[[str], CostAnswer], numbers: Callable[[CostAnswer], set[str]]
) -> None:
    assert set(row.rules) <= numbers(ask(typed))


@pytest.mark.parametrize(("typed", "rule"), REFUSED, ids=[typed for typed, _ in REFUSED])
def test_refusal_names_the_rule(typed: str, rule: str, ask: Callable[[str], CostAnswer]) -> None:
    with pytest.raises(UsageError, match=rf":{rule}\)$"):
        ask(typed)


# The same words, another answer in another game.

APART = [
    ("played free, an effect adds 1", "3 --free +1", {"fab": "1", "mtg": "{1}", "ga": "0", "fabula": "0"}),
    ("no cost printed", "none", {"fab": "unpayable", "mtg": "unpayable", "ga": "unpayable", "fabula": "0"}),
    ("an alternative number is modified", "5 --alt 2 +1", {"fab": "3", "mtg": "{3}", "ga": "3"}),
    ("an alternative thing is not, in one game", "5 --alt discard +1", {"fab": "1", "mtg": "{1}", "ga": "0"}),
    ("set, then add", "5 --set 2 +1", {"fab": "3", "ga": "3", "fabula": "3"}),
    ("reduced below 0, then raised", "2 -5 +4", {"fab": "1", "mtg": "{1}", "ga": "1", "fabula": "1"}),
]


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        pytest.param(f"{game} {typed}", total, id=f"{name}: {game}")
        for name, typed, totals in APART
        for game, total in totals.items()
    ],
)
def test_where_the_games_differ(typed: str, total: str, ask: Callable[[str], CostAnswer]) -> None:
    assert ask(typed).total == total


X_LATER = {
    "fab X --x 2": "X stays 2 while the object exists, in the arena too",
    "mtg X --x 2": "if it becomes a permanent, X is 0 there",
    "ga X --x 2": "an object on the field, and a copy of one, has 0",
}


@pytest.mark.parametrize(("typed", "said"), X_LATER.items(), ids=list(X_LATER))
def test_x_once_it_is_in_play(typed: str, said: str, ask: Callable[[str], CostAnswer]) -> None:
    assert any(str(each.words).startswith(said) for each in ask(typed).sees)


def test_x_once_it_is_in_play_where_the_book_is_silent(ask: Callable[[str], CostAnswer]) -> None:
    assert any("nothing about X outside the pile" in str(note) for note in ask("fabula X --x 2").notes)
