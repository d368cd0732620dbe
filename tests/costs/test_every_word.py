"""Each word of a question is used, and shown in a line of the sum, or named; what is said under a condition, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules_cli.costs.answer import CostAnswer
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]

SHOWN = {
    "mtg 2WU orla +1": ("orla", "{3}{W}{U}"),
    "mtg 3R vault -1 and two towers +1 each": ("vault towers", "{4}{R}"),
    "mtg 3R +1 tower -1 vault": ("tower vault", "{3}{R}"),
    "mtg 3R, reduced by 1 by grey vault, increased by 1 by orla": ("grey vault orla", "{3}{R}"),
    "fab 3 gloom +1 hand 3 3": ("gloom", "4"),
    "fabula 4 orla +1": ("orla", "5"),
    "fab mallet 3, frostbite": ("mallet frostbite", "4"),
    "fab heavy mallet 3 +1 frostbite": ("heavy mallet", "4"),
}


@pytest.mark.parametrize("typed", SHOWN)
def test_an_unknown_word_is_the_label_of_its_change_or_is_named(typed: str, ask: Ask) -> None:
    words, total = SHOWN[typed]
    found = ask(typed)
    said = " ".join(map(str, (*(step.what for step in found.steps), *found.read_as)))
    assert [word for word in words.split() if word not in said] == []
    assert found.total == total


def test_each_of_two_names_is_the_label_of_the_change_beside_it(ask: Ask) -> None:
    for typed in ("mtg 3R tower +1 vault -1", "mtg 3R +1 tower -1 vault"):
        assert [str(step.what) for step in ask(typed).steps[1:]] == ["tower", "vault"]


NOT_DROPPED = {
    "a name that no change is of": ("mtg 2WU kicker 1U, orla", "'orla'"),
    "a word for more, and a hand": ("fab 3 plus a tax, hand 2,2", "'plus' needs a value"),
    "a word for less, and a hand": ("fab 4 costs less, hand 2 2", "'less' needs a value"),
    "a hand right behind": ("fab 3 reduced hand 3", "'reduced' needs a value"),
    "a verb and its object": ("mtg 3UU, fling a blue card", "'fling'"),
    "two costs of a keyword": ("mtg 3B cycling pay 2 life", "none --ability --also life=2 or 3B --ability"),
    "two costs of another": ("mtg 5B morph discard a card", "none --special morph --also discard=1 or 5B"),
}


@pytest.mark.parametrize(("typed", "says"), NOT_DROPPED.values(), ids=list(NOT_DROPPED))
def test_a_word_that_is_not_used_is_asked_about(typed: str, says: str, ask: Ask) -> None:
    with pytest.raises(UsageError, match=says):
        ask(typed)


def test_what_is_given_up_right_behind_a_keyword_is_its_cost(ask: Ask) -> None:
    assert ask("mtg cycling pay 2 life").total == "{0} + 2 life"
    assert ask("mtg 1B buyback discard two cards").also[0][:2] == ("discard", 2)
    assert ask("mtg 1B kicker pay 2 life").total == "{1}{B} + 2 life"
    assert ask("mtg retrace 1R discard a land").also[0][:2] == ("discard", 1)


KEPT = {
    "mtg 2WU kicker 1U, orla": "mtg 2WU kicker 1U, +1 orla",
    "mtg equip 3 orla": "mtg equip 3 +1 orla",
    "fab 3 hand 3,3 gloom": "fab 3 hand 3, 3 +1 gloom",
    'mtg 4RR with "orla\'s" tower --life 3': 'mtg 4RR with +1 "orla\'s" tower, --life 3',
}


@pytest.mark.parametrize("typed", KEPT)
def test_advice_on_an_unknown_word_keeps_the_other_words(typed: str, ask: Ask) -> None:
    with pytest.raises(UsageError) as refusal:
        ask(typed)
    assert str(refusal.value).endswith(f"rules cost {KEPT[typed]}")


CONDITIONS = {
    "mtg 5U costs 2 less if I control 3 artifacts": ("if I control 3 artifacts", "{3}{U}"),
    "mtg 5U, if I control 3 artifacts it costs 2 less": ("if I control 3 artifacts", "{3}{U}"),
    "mtg 5U 1 less while I control two or more elves, 1 more for orla": ("while I control 2 or more", "{5}{U}"),
    "mtg 4R when I control an island 1 less": ("when I control an island", "{3}{R}"),
    "mtg 4R costs 2 less if I control an elf and 1 more for orla": ("if I control an elf:", "{3}{R}"),
    "fab 4 1 less if I have 3 cards in hand": ("if I have 3 cards in hand", "3"),
    "fab 4 -1 if I have less life than my opponent": ("if I have less life than my opponent", "3"),
    "ga 4 costs 1 less if there are 2 cards in memory": ("if there are 2 cards in memory", "3"),
    "mtg 4RR, if I control an elf, this costs 2 less": ("if I control an elf", "{2}{R}{R}"),
    "fab 5, if i have 2 auras, 1 less": ("if i have 2 auras", "4"),
    "fabula 5 se tenho um aliado custa 1 a menos": ("se tenho 1 aliado", "4"),
}


@pytest.mark.parametrize("typed", CONDITIONS)
def test_a_condition_is_taken_to_hold_and_its_words_mean_nothing_alone(typed: str, ask: Ask) -> None:
    condition, total = CONDITIONS[typed]
    found = ask(typed)
    assert found.total == total
    assert found.payable is None
    assert any(condition in str(remark) and "taken to hold" in str(remark) for remark in found.read_as)


def test_what_is_paid_under_a_condition_is_no_condition(ask: Ask) -> None:
    assert ask("mtg 4UU if I pay 2 life costs 2 less").total == "{2}{U}{U} + 2 life"
    assert ask("mtg if I have 5 islands can I cast 2UU +1").payable is True
    with pytest.raises(UsageError, match="'kicked' needs a value"):
        ask("mtg 5U 1 less if kicked")
