"""A keyword that is not used changes no cost; one whose cost may be the printed one is asked about."""

from __future__ import annotations

import pytest

from rules_cli.costs import CostAnswer, cost
from rules_cli.errors import UsageError


def answer(typed: str) -> CostAnswer:
    """Return the answer to a question as typed in quotes."""
    game, *words = typed.split()
    return cost(game, words)


NOT_USED = {
    "mtg 2B not kicked": "{2}{B}",
    "mtg 2B, unkicked": "{2}{B}",
    "mtg 2B isn't kicked, +1": "{3}{B}",
    "mtg 2B not overloaded": "{2}{B}",
    "fab 2 not fused": "2",
}
REFUSED = [
    "mtg 2B kicker 1, not kicked",
    "mtg 2B kicker 1, unkicked",
    "mtg 2B overload 4B, not overloaded",
    "mtg 2B not +1",
]


@pytest.mark.parametrize(("typed", "total"), NOT_USED.items())
def test_a_keyword_that_is_not_used_changes_nothing(typed: str, total: str) -> None:
    assert answer(typed).total == total


@pytest.mark.parametrize("typed", REFUSED)
def test_the_cost_of_a_keyword_that_is_not_used_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="leave out what does not apply"):
        answer(typed)


def test_a_keyword_beside_a_cost_that_may_be_the_printed_one_is_asked_about() -> None:
    with pytest.raises(UsageError, match="face down"):
        answer("mtg 3BB morph")
    assert answer("mtg morph 3BB").total == "{3}{B}{B}"
    assert answer("mtg 3BB face down").total == "{3}"


def test_a_word_before_a_card_in_hand_says_what_it_is() -> None:
    assert answer("fab 3 fused, hand 2 earth blues").payable is True
    assert answer("fab 3 fused, hand an earth blue and a red").payable is False
    found = answer("fab 3 reveal an earth card, hand earth blue and blue")
    assert (found.payable, found.question.read_as) == (True, ())
