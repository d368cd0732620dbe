"""Properties of every cost: the order of typing does not matter, no total is negative, more means never hurt, and any
words are answered or refused with one line."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.__main__ import main
from rules_cli.costs import CostAnswer, cost
from rules_cli.costs.arguments import cost_file, games, option_tables
from rules_cli.errors import UsageError

POINT_GAMES = ("fab", "ga", "fabula")
SMALL = st.integers(0, 5).map(str)
CHANGES = st.lists(st.tuples(st.sampled_from("+-"), SMALL).map("".join), max_size=4)
MANA = st.text("WUC123", min_size=1, max_size=3)
MANA_CHANGES = st.lists(
    st.one_of(
        MANA.map("+{}".format),
        MANA.map("-{}".format),
        st.tuples(SMALL, SMALL).map(lambda pair: f"-{pair[0]}@{pair[1]}"),
        st.text("WUC", min_size=1, max_size=2).map("-{}@only".format),
    ),
    max_size=4,
)


def asked(game: str, groups: Sequence[Sequence[str]], order: random.Random) -> CostAnswer:
    """Return the answer to groups of words (an option with its value is one group) in some order."""
    shuffled = list(groups)
    order.shuffle(shuffled)
    return cost(game, [word for group in shuffled for word in group])


def without_steps(found: CostAnswer) -> object:
    """Return an answer without its steps, whose order depends on the typing."""
    return found.total, found.payable, found.pay, found.left, found.seen, found.how, sorted(found.also, key=str)


@pytest.mark.parametrize("game", POINT_GAMES)
@given(base=SMALL, changes=CHANGES, hand=st.integers(0, 4), also=st.booleans(), order=st.randoms())
def test_typing_order_does_not_matter(
    game: str, base: str, changes: list[str], hand: int, also: bool, order: random.Random
) -> None:
    groups = [
        [base],
        *([word] for word in changes),
        ["--hand", ",".join("2" * hand) or "none" if game == "fab" else str(hand)],
    ]
    groups += [["--also", "discard"], ["--also", "sacrifice"], ["--own", "sacrifice=1"]] if also else []
    straight = cost(game, [word for group in groups for word in group])
    assert without_steps(asked(game, groups, order)) == without_steps(straight)


@given(base=MANA, changes=MANA_CHANGES, minimum=SMALL, have=st.text("WUC", max_size=5), order=st.randoms())
def test_typing_order_does_not_matter_in_magic(
    base: str, changes: list[str], minimum: str, have: str, order: random.Random
) -> None:
    groups = [[base], *([word] for word in changes), ["--min", minimum], ["--have", have or "none"], ["--tax", "1"]]
    straight = cost("mtg", [word for group in groups for word in group])
    assert without_steps(asked("mtg", groups, order)) == without_steps(straight)


@pytest.mark.parametrize("game", POINT_GAMES)
@given(base=SMALL, sets=st.lists(SMALL, max_size=2), changes=CHANGES, free=st.booleans())
def test_a_total_is_never_negative_and_is_the_last_step(
    game: str, base: str, sets: list[str], changes: list[str], free: bool
) -> None:
    words = [base, *changes, *(word for amount in sets for word in ("--set", amount)), *(["--free"] if free else [])]
    found = cost(game, words)
    assert int(found.total) >= 0
    assert found.total == found.steps[-1].running


@given(base=SMALL, sets=st.lists(SMALL, max_size=2), changes=CHANGES)
def test_three_games_agree_on_plain_sums(base: str, sets: list[str], changes: list[str]) -> None:
    words = [base, *changes, *(word for amount in sets for word in ("--set", amount))]
    start = int([base, *sets][-1])
    expected = max(0, start + sum(map(int, changes)))
    assert {int(cost(game, words).total) for game in POINT_GAMES} == {expected}


def reduced(generic: int, colours: dict[str, int], reductions: Sequence[str]) -> int:
    """Return the mana left after these reductions in this order, one mana at a time, by 118.7a–d."""
    left = {"1": generic, **colours}
    for word in reductions:
        amount, _, limit = word[1:].partition("@")
        for symbol in re.findall(r"\d+|\D", amount):
            number = int(symbol) if symbol.isdigit() else 1
            for _ in range(number):
                if limit.isdigit() and sum(left.values()) <= int(limit):
                    continue
                kind = symbol if not symbol.isdigit() and left[symbol] else "1"
                if left[kind] and not (limit == "only" and kind == "1"):
                    left[kind] -= 1
    return sum(left.values())


REDUCTIONS = MANA_CHANGES.map(lambda words: [word for word in words if word[0] == "-"])


@given(generic=st.integers(0, 6), whites=st.integers(0, 2), blues=st.integers(0, 2), words=REDUCTIONS)
def test_reductions_are_taken_in_the_cheapest_order(generic: int, whites: int, blues: int, words: list[str]) -> None:
    found = cost("mtg", [str(generic) + "W" * whites + "U" * blues, *words])
    singles = {"W": whites, "U": blues, "C": 0}
    cheapest = min(reduced(generic, singles, order) for order in permutations(words))
    number, _, symbols = found.total[1:].partition("}") if found.total[1].isdigit() else ("0", "", found.total)
    assert int(number) + symbols.count("{") == cheapest


# More means.

SOURCES = {
    "fab": [["--have", "1", "2"], ["--life", "1", "3"], ["--actions", "0", "1"], ["--hand", "2,1c", "2,1c,3"]],
    "mtg": [
        ["--have", "WU", "WUC"],
        ["--life", "1", "4"],
        ["--delve", "0", "2"],
        ["--convoke", "W", "W,C"],
        ["--hand", "1", "2"],
    ],
    "ga": [["--hand", "2", "3"], ["--memory", "1", "2"], ["--floating", "0", "1"], ["--kindle", "0", "1"]],
    "fabula": [["--hand", "0", "1"], ["--own", "sacrifice=0", "sacrifice=1"], ["--have", "2", "3"]],
}
BASES = {
    "fab": ["3", "1+2c", "2+1h", "3 --action"],
    "mtg": ["2W", "1W/P", "2/W2/U", "4 --also discard"],
    "ga": ["3", "2m", "2 --also discard", "2m --also reserve=1"],
    "fabula": ["3", "2 --also discard", "1 --also sacrifice"],
}
ORDER = {True: 1, None: 0, False: -1}


@pytest.mark.parametrize("game", games())
@given(data=st.data())
def test_more_means_never_turn_payable_into_not_payable(game: str, data: st.DataObject) -> None:
    base = data.draw(st.sampled_from(BASES[game])).split()
    chosen = data.draw(st.lists(st.sampled_from(SOURCES[game]), unique_by=tuple))
    grown = [(option, less, data.draw(st.sampled_from([less, more]))) for option, less, more in chosen]
    with_less = cost(game, base + [word for option, less, _ in grown for word in (option, less)])
    with_more = cost(game, base + [word for option, _, more in grown for word in (option, more)])
    assert ORDER[with_more.payable] >= ORDER[with_less.payable]


@given(total=st.integers(0, 6), memory=st.integers(0, 6), floating=st.integers(0, 6))
def test_random_payments_range_from_the_least_to_the_most_floating(total: int, memory: int, floating: int) -> None:
    found = cost("ga", [f"{total}m", "--memory", str(memory), "--floating", str(floating)])
    possible = [n for n in range(min(floating, total) + 1) if total - n <= memory]
    assert found.payable is bool(possible)
    if total and possible:
        pays = [str(way.pay) for way in found.pay]
        assert [int(pay.split()[0]) if "floating" in pay else 0 for pay in pays] == sorted({possible[0], possible[-1]})


# Any words.

OPTIONS = sorted({f"--{name}" for table in option_tables([]).values() for name in table})
TOKENS = [
    "3",
    "X",
    "XX+2",
    "none",
    "2WU",
    "{2/W}",
    "1W/P",
    "2m",
    "+1",
    "-2",
    "-2@1",
    "-W@only",
    "+X:kicker",
    "-{W/U}",
    "1+3c",
]
VALUES = [
    "3,1c",
    "WUA",
    "2",
    "life",
    "sacrifice=2",
    "discard",
    "W,2",
    "memory",
    "none",
    "0",
    "999999999",
    "\u2212",
    "\ud800",
    "\x1b[1m",
]
WORDS = st.lists(
    st.one_of(st.sampled_from(OPTIONS), st.sampled_from(TOKENS), st.sampled_from(VALUES), st.text(max_size=9)),
    max_size=9,
)


@given(game=st.sampled_from([*games(), "", "pokemon"]), words=WORDS)
def test_any_words_are_answered_or_refused_with_one_line(game: str, words: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["cost", game, *words])
    assert "bug" not in err.getvalue()
    assert code in (0, 1, 2)
    if "searched for the words" in err.getvalue():  # `cost reduction order` is no cost
        return
    assert len(err.getvalue().splitlines()) == (code == 2)
    assert bool(out.getvalue()) == (code != 2 or ("depends on the halves" in err.getvalue() and "--json" in words))


@pytest.mark.parametrize("game", games())
@given(
    words=st.lists(st.one_of(st.sampled_from(OPTIONS), st.sampled_from(TOKENS), st.sampled_from(VALUES)), max_size=7)
)
def test_a_question_is_answered_with_known_rules_and_notes(game: str, words: list[str]) -> None:
    try:
        found = cost(game, words)
    except UsageError:
        return
    known = set(cost_file(game).restated)
    assert set(found.because) <= known


WORST = [
    ("fab", ["8+3c", "--hand", "3c,3,2c,2,1c,1,3c,3,2c,2,1c,1"]),
    ("fab", ["20+10c", "--hand", "9,9c,8,8c,7,7c,6,6c,5,5c,4,4c"]),
    pytest.param(
        "fab",
        ["30+15c", "--hand", "9,9c,8,8c,7,7c,6,6c,5,5c,4,4c,3,3c,2,2c"],
        marks=pytest.mark.slow,
        id="sixteen cards",
    ),
]


@pytest.mark.parametrize(("game", "words"), WORST)
def test_the_largest_hands_are_answered(game: str, words: list[str]) -> None:
    assert cost(game, words).pay
