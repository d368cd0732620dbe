"""Each way to pay, against a payer that tries everything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_cli.costs import TotalsOfHalves, cost
from rules_cli.errors import UsageError

Pool = tuple[str, ...]
"""Mana that can be made, each as its colors."""

CARDS = st.sampled_from(["1", "2", "3", "0", "1c", "3c", "2:ice", "3:ice", "1:fire", "0:ice"])
EXTRA = st.lists(st.sampled_from(["discard", "charge", "reveal", "reveal:ice", "discard:ice", "fuse:fire"]), max_size=3)


def kept_after_pitching(hand: Sequence[str], price: int) -> Iterator[list[str]]:
    """Yield the cards left in hand after pitching one card at a time while the price is not met, in every order."""
    for order in permutations(hand):
        paid = 0
        for at in range(len(order) + 1):
            if paid >= price:
                yield list(order[at:])
                break
            if at == len(order) or order[at][0] == "0":
                break
            paid += int(order[at][0])


def pays_extra(kept: list[str], extra: Sequence[str]) -> bool:
    """Whether the cards kept can be shown and given up: shown cards stay, each card is given up once."""
    shown = [kind for kind in extra if kind.startswith(("reveal", "fuse"))]
    given_up = [kind for kind in extra if kind not in shown]
    for kinds in {kind: shown.count(kind) for kind in shown}.items():
        tag = kinds[0].partition(":")[2]
        if sum(tag in card for card in kept) < kinds[1]:
            return False
    if len(kept) < len(shown):  # kinds that are shown are shown side by side
        return False
    return any(
        all(kind.partition(":")[2] in card for kind, card in zip(given_up, order, strict=True))
        for order in permutations(kept, len(given_up))
    )


@example(price=0, hand=["2:ice"], extra=["discard:ice", "reveal:ice"])
@given(price=st.integers(0, 5), hand=st.lists(CARDS, max_size=4), extra=EXTRA)
def test_cards_pitched_and_cards_given_up_share_the_hand(price: int, hand: list[str], extra: list[str]) -> None:
    words = [str(price), "--hand", ",".join(hand) or "none", *(word for kind in extra for word in ("--also", kind))]
    if len([kind for kind in set(extra) if kind.startswith(("reveal", "fuse"))]) > 1:
        return  # two kinds of cards shown may be the same card or not: the book does not say
    expected = any(pays_extra(kept, extra) for kept in kept_after_pitching(hand, price))
    assert cost("fab", words).payable is expected


def payable(
    demands: Sequence[str], pool: Pool, life: int = 0, colours: str = "", tapped: int = 0, bent: int = 0
) -> bool:
    """Whether mana, life for symbols of some colors, and tapped permanents for `bent` generic mana pay the demands."""
    if not demands:
        return True
    first, rest = demands[0], demands[1:]
    if first in colours and life >= 2 and payable(rest, pool, life - 2, colours, tapped, bent):
        return True
    if first == "1" and tapped and bent and payable(rest, pool, life, colours, tapped - 1, bent - 1):
        return True
    return any(
        (first == "1" or first in mana) and payable(rest, (*pool[:at], *pool[at + 1 :]), life, colours, tapped, bent)
        for at, mana in enumerate(pool)
        if mana not in pool[:at]
    )


def demanded(text: str, generic: int) -> list[str]:
    """Return the symbols of a cost one by one, colors first."""
    return [*text, *("1" * generic)]


POOL = st.lists(st.sampled_from(["W", "U", "B", "WU", "C"]), max_size=4).map(tuple)
COLOURS = st.text("WUB", max_size=3)


def typed(pool: Pool) -> str:
    return " ".join("/".join(mana) for mana in pool) or "none"


@given(colours=COLOURS, generic=st.integers(0, 2), pool=POOL, life=st.integers(0, 5), least=st.integers(0, 4))
def test_life_for_symbols_of_a_color(colours: str, generic: int, pool: Pool, life: int, least: int) -> None:
    words = [f"{generic}{colours}", "--have", typed(pool), "--life", str(life), "--life-for", "B", "--min", str(least)]
    raised = max(generic, least - len(colours))
    assert cost("mtg", words).payable is payable(demanded(colours, raised), pool, life, "B")


@given(colours=COLOURS, base=st.integers(0, 2), bent=st.integers(1, 4), pool=POOL, tapped=st.integers(0, 5))
def test_waterbend_pays_for_its_own_part_only(colours: str, base: int, bent: int, pool: Pool, tapped: int) -> None:
    words = [f"{base}{colours}", f"+{bent}:waterbend", "--have", typed(pool), "--waterbend", str(tapped)]
    expected = payable(demanded(colours, base + bent), pool, tapped=tapped, bent=bent)
    assert cost("mtg", words).payable is expected


@given(colours=COLOURS, generic=st.integers(0, 4), pool=POOL, helped=st.integers(0, 5))
def test_an_assisting_player_pays_generic_mana_only(colours: str, generic: int, pool: Pool, helped: int) -> None:
    words = [f"{generic}{colours}", "--have", typed(pool), "--assist", str(helped)]
    expected = payable(demanded(colours, generic), pool, tapped=helped, bent=generic)
    assert cost("mtg", words).payable is expected


FILTERS: dict[str, tuple[str, list[Pool]]] = {
    "W/U>WW|WU|UU": ("WU", [("W", "W"), ("W", "U"), ("U", "U")]),
    "1>UB": ("", [("U", "B")]),
    "B>C": ("B", [("C",)]),
}


def pools(pool: Pool, filters: Sequence[str]) -> Iterator[Pool]:
    """Yield the mana there can be after using these sources in this order."""
    if not filters:
        yield pool
        return
    takes, makes = FILTERS[filters[0]]
    for at, mana in enumerate(pool):
        if not takes or set(takes) & set(mana):
            for made in makes:
                yield from pools((*pool[:at], *pool[at + 1 :], *made), filters[1:])


@given(
    colours=COLOURS,
    generic=st.integers(0, 2),
    pool=st.lists(st.sampled_from(["W", "U", "B", "WU", "C"]), max_size=3).map(tuple),
    filters=st.lists(st.sampled_from(sorted(FILTERS)), max_size=2),
)
def test_sources_that_cost_mana(colours: str, generic: int, pool: Pool, filters: list[str]) -> None:
    words = [f"{generic}{colours}", "--have", typed(pool), *(word for each in filters for word in ("--filter", each))]
    orders = [order for size in range(len(filters) + 1) for order in permutations(filters, size)]
    expected = any(payable(demanded(colours, generic), after) for order in orders for after in pools(pool, order))
    assert cost("mtg", words).payable is expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "base"), [("mtg", "XR"), ("mtg", "XXU"), ("fab", "X+1"), ("fab", "XX"), ("ga", "X+1"), ("fabula", "X")]
)
@given(means=st.integers(0, 7), change=st.sampled_from(["+1", "-2", "+0"]))
def test_the_largest_x(game: str, base: str, means: int, change: str) -> None:
    have = {
        "mtg": ["--have", "RU" * means or "none"],
        "fab": ["--hand", ",".join("3" * min(means, 4)) or "none"],
        "ga": ["--hand", str(means)],
        "fabula": ["--turn", str(means + 1)],
    }[game]
    found = cost(game, [base, change, *have])
    fitting = [x for x in range(20) if cost(game, [base, change, *have, "--x", str(x)]).payable]
    assert str(found.read_as[-1]).split(":")[1].split()[0] == str(max(fitting, default=0))
    assert found.payable is bool(fitting)


@given(
    base=st.integers(0, 3),
    part=st.integers(0, 3),
    off=st.integers(0, 4),
    other=st.integers(0, 4),
    least=st.integers(0, 3),
)
def test_a_reduction_of_one_part_takes_no_more_than_the_part(
    base: int, part: int, off: int, other: int, least: int
) -> None:
    words = [f"{base}W", f"+{part}:buyback", f"-{off}@buyback", f"-{other}"]
    assert cost("mtg", words).total.removeprefix("{0}") in (
        f"{{{max(0, base + part - min(off, part) - other)}}}{{W}}",
        "{W}" if base + part - min(off, part) - other <= 0 else "",
    )
    raised = cost("mtg", [*words, "--min", str(least)])
    assert raised.steps[-1].kind == "minimum"


KINDS = ["ash", "balm", "clay"]
HERB = st.tuples(st.sampled_from(KINDS), st.sampled_from(KINDS)).map("/".join)


@given(needed=st.lists(st.sampled_from(KINDS), min_size=1, max_size=4), herbs=st.lists(HERB, max_size=5))
def test_herbs_of_two_kinds_are_matched(needed: list[str], herbs: list[str]) -> None:
    words = ["7", "--brew", ",".join(needed), "--herbs", ",".join(herbs) or "none"]
    expected = any(
        all(kind in herb.split("/") for kind, herb in zip(needed, order, strict=True))
        for order in permutations(herbs, len(needed))
    )
    assert cost("ga", words).payable is expected


@pytest.mark.parametrize("game", ["fab", "mtg", "ga", "fabula"])
@given(base=st.integers(0, 5), changes=st.lists(st.sampled_from(["+1", "+2", "-1", "-3"]), max_size=3))
def test_no_change_of_a_cost_applies_to_a_payment_that_an_effect_asks_for(
    game: str, base: int, changes: list[str]
) -> None:
    changes += ["--set", "4"] if game != "mtg" else []
    assert cost(game, [str(base), *changes, "--effect"]).total == cost(game, [str(base), "--effect"]).total


def test_the_most_sources_that_cost_mana_are_answered_and_many_herbs() -> None:
    sources = ["--filter", "1WU>WWW|WUB|UBB"] * 6
    assert cost("mtg", ["9WWUB", "--have", "WWUU", *sources]).payable is False
    herbs = ",".join(["a/b"] * 20 + ["c/d"] * 20)
    assert cost("ga", ["7", "--brew", "a=10,b=10,c=14,d=6", "--herbs", herbs]).payable is True
    assert cost("ga", ["7", "--brew", "a=10,b=11,c=13,d=6", "--herbs", herbs]).payable is False
    assert cost("ga", ["7", "--brew", "a=999999999", "--herbs", herbs]).payable is False


SPLIT = st.integers(0, 4).map(str)


@given(cast=SPLIT, other=SPLIT)
def test_mana_values_by_the_part_of_a_card(cast: str, other: str) -> None:
    mine, rest = int(cast) + 1, int(other) + 1
    parts = {
        "fuse": (mine + rest, mine + rest),
        "split": (mine, mine + rest),
        "adventure": (mine, rest),
        "omen": (mine, rest),
        "prototype": (mine, rest),
        "face-down": (0, rest),
        "back": (rest, rest),
    }
    for part, (stack, elsewhere) in parts.items():
        seen = cost("mtg", [f"{cast}U", "--as", f"{part}={other}R"]).seen
        assert seen == {"stack": stack, "elsewhere": elsewhere}


@given(hand=st.lists(st.sampled_from(["1", "2", "3:ice", "1:ice", "3c"]), max_size=4), price=st.integers(1, 4))
def test_only_ways_that_pitch_a_card_of_a_kind(hand: list[str], price: int) -> None:
    ways = cost("fab", [str(price), "--hand", ",".join(hand) or "none"]).pay
    with_ice = cost("fab", [str(price), "--hand", ",".join(hand) or "none", "--pitched", "ice"]).pay
    assert [way for way in ways if ":ice" in str(way.pay)] == list(with_ice)


def test_imbue_needs_cards_that_are_reserved_and_match() -> None:
    for total, imbue, matching in [(t, n, m) for t, n in combinations(range(4), 2) for m in range(4)]:
        found = cost("ga", [str(n := imbue), "-0", "--hand", "5", "--imbue", str(total), "--matching", str(matching)])
        said = next(str(each.words) for each in found.how if "imbued" in str(each.words))
        assert ("can become" in said) is (n >= total and matching >= total)


@given(
    printed=st.integers(0, 5),
    changes=st.lists(st.sampled_from(["+1", "-2"]), max_size=2),
    runechants=st.integers(0, 6),
    hand=st.lists(st.sampled_from(["1", "2"]), max_size=3),
)
def test_rune_gate_counts_the_printed_cost_alone(
    printed: int, changes: list[str], runechants: int, hand: list[str]
) -> None:
    words = [str(printed), *changes, "--hand", ",".join(hand) or "none"]
    free = cost("fab", [*words, "--free"])
    gated = cost("fab", [*words, "--runechants", str(runechants)])
    as_gated = free if runechants >= printed else cost("fab", words)  # a closed gate leaves the cost from hand
    assert (gated.total, gated.payable) == (as_gated.total, as_gated.payable)


@given(symbols=st.lists(st.sampled_from(["{2/W}", "{W/U}", "{U/P}"]), min_size=1, max_size=3), less=st.integers(1, 3))
def test_the_totals_of_all_halves_are_listed(symbols: list[str], less: int) -> None:
    words = ["".join(symbols), f"-{less}", "--min", "1"]
    ways = {"{2/W}": ["2", "W"], "{W/U}": ["W", "U"], "{U/P}": ["U", "life"]}
    totals = {
        cost("mtg", [*words, "--choose", ",".join(choice)]).total
        for choice in product(*(ways[symbol] for symbol in symbols))
    }
    try:
        said = {cost("mtg", words).total}
    except TotalsOfHalves as refusal:
        said = {each.total for each in refusal.answers.values()}
    assert said == totals or not {"{2/W}", "{U/P}"} & set(symbols)


@given(x=st.integers(0, 3), game=st.sampled_from(["fab", "mtg", "ga", "fabula"]))
def test_x_that_cannot_be_zero(x: int, game: str) -> None:
    words = ["X", "--x", str(x)]
    if x:
        assert cost(game, [*words, "--x-not-0"]).total == cost(game, words).total
    else:
        with pytest.raises(UsageError, match="X can't be 0"):
            cost(game, [*words, "--x-not-0"])


@given(
    colours=COLOURS, generic=st.integers(0, 4), artifacts=st.integers(0, 3), creatures=st.lists(st.sampled_from("WUC"))
)
def test_mana_for_what_is_left_pays_and_less_does_not(
    colours: str, generic: int, artifacts: int, creatures: list[str]
) -> None:
    words = [f"{generic}{colours}", "--improvise", str(artifacts), "--convoke", ",".join(creatures) or "none"]
    found = cost("mtg", words)
    if found.payable:
        return
    (left,) = (str(each.words) for each in found.how if str(each.words).startswith("left to pay"))
    symbols = re.findall(r"\{(.*?)\}", left)
    mana = "".join("C" * int(symbol) if symbol.isdigit() else symbol for symbol in symbols)
    assert found.payable is None
    assert cost("mtg", [*words, "--have", mana]).payable is True
    assert cost("mtg", [*words, "--have", mana[1:] or "none"]).payable is False
