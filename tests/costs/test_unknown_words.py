"""A word that is not known is never dropped in silence: it explains a change, the answer names it, or the question is
refused."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.costs import CostAnswer, cost
from rules_cli.errors import UsageError

Ask = Callable[[str], CostAnswer]

SUMS = {
    "fab 3 +1": "4",
    "fab my card costs 5 , 2 less": "3",
    "fabula 5 -2 +1": "4",
    "ga costs 4 , hand 5": "4",
    "mtg 2WU +1": "{3}{W}{U}",
    "mtg 4RR , i have 3 islands": "{4}{R}{R}",
    "mtg how much is 3G with a tax of 2": "{5}{G}",
}
UNKNOWN = st.lists(st.sampled_from("zor wim bulk stra fenn gri olm".split()), min_size=2, max_size=3).map("".join)


@given(st.sampled_from(sorted(SUMS)), UNKNOWN, st.integers(1, 12))
def test_an_unknown_word_never_changes_a_sum(question: str, word: str, at: int) -> None:
    game, *words = question.split()
    words.insert(min(at, len(words)), word)
    try:
        found = cost(game, words)
    except UsageError:
        return
    assert found.total == SUMS[question], words
    changes = (*found.question.increases, *found.question.reductions)
    is_named = any(word in str(each) for each in found.question.read_as)
    assert is_named or changes, words


@given(st.sampled_from(("fab", "fabula", "ga")), UNKNOWN, UNKNOWN, st.integers(0, 9), st.integers(0, 9))
def test_the_number_of_an_unknown_thing_is_no_cost(game: str, name: str, thing: str, cost_of: int, number: int) -> None:
    with pytest.raises(UsageError):
        cost(game, [name, str(cost_of), thing])
    with pytest.raises(UsageError):
        cost(game, [name, thing, str(cost_of), "might", str(number)])


LEFT_OUT = {
    "fab my savage swing red costs 2, hand blue": "savage",
    "mtg 2B targeting a creature with ward 2": "targeting",
    "ga 3 reserve cost, 2 in hand left from yore": "yore",
}


@pytest.mark.parametrize(("typed", "word"), LEFT_OUT.items())
def test_what_is_left_out_is_named(typed: str, word: str, ask: Ask) -> None:
    assert any(str(each).startswith(f"{word}: not known here") for each in ask(typed).question.read_as)


def test_small_words_behind_a_number_do_not_make_its_name_a_card(ask: Ask) -> None:
    with pytest.raises(UsageError, match="hamerfall blue"):
        ask("fab hamerfall blue 2 might")
    assert ask("mtg " + shlex.join(["hammer", "of", "doom", "3RR", "please"])).total == "{3}{R}{R}"
