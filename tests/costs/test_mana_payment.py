"""Mana payments, compared with trying every source for every symbol."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from rules_cli.costs import cost as work_out
from rules_cli.costs.mana import amount_of, is_phyrexian
from rules_cli.costs.pay.mana import ManaPayment, ManaSource, match

SYMBOLS = ("1", "W", "U", "C", "S", "W/U", "2/W", "2/U", "C/W", "W/P", "U/P", "W/U/P")
COSTS = st.lists(st.sampled_from(SYMBOLS), max_size=5)
MEANS = st.lists(
    st.builds(ManaSource, st.just("mana"), st.frozensets(st.sampled_from("WUC"), max_size=2), st.booleans()), max_size=6
)
LIFE = st.integers(0, 5)


@cache
def cheapest(symbols: tuple[str, ...], means: tuple[ManaSource, ...], life: int) -> tuple[int, int] | None:
    """Return the least life, and with it the least mana, of all ways to pay; None if no way pays."""
    if not symbols:
        return 0, 0
    first, *rest = symbols
    later = tuple(rest)
    ways = []
    for i, source in enumerate(means):
        if first == "1" or source.pays(first):
            ways.append((0, 1, cheapest(later, means[:i] + means[i + 1 :], life)))
    if first.startswith("2/"):
        ways.append((0, 0, cheapest(("1", "1", *later), means, life)))
    if is_phyrexian(first) and life >= 2:
        ways.append((2, 0, cheapest(later, means, life - 2)))
    return min(((paid + way[0], mana + way[1]) for paid, mana, way in ways if way), default=None)


def used(found: ManaPayment) -> Counter[ManaSource]:
    """Return the sources that pay, and how often."""
    sources: Counter[ManaSource] = Counter()
    for by in found.paid.values():
        sources.update(by)
    return sources


@given(COSTS, MEANS, LIFE)
def test_the_cheapest_way_is_found_if_there_is_any(symbols: list[str], means: list[ManaSource], life: int) -> None:
    found = match(amount_of(symbols), Counter(means), life)
    best = cheapest(tuple(symbols), tuple(means), life)
    assert (None if found is None else (found.life, used(found).total())) == best


@given(COSTS, MEANS, LIFE)
def test_every_way_printed_pays_and_is_legal(symbols: list[str], means: list[ManaSource], life: int) -> None:
    found = match(amount_of(symbols), Counter(means), life)
    if found is None:
        return
    assert found.life <= life
    assert used(found) + Counter(found.left) == Counter(means)
    for symbol, by in found.paid.items():
        assert not symbol or all(source.pays(symbol) for source in by)
    singly = Counter({symbol: sum(by.values()) for symbol, by in found.paid.items() if symbol})
    asked = Counter(symbol for symbol in symbols if symbol != "1")
    assert all(singly[symbol] <= number for symbol, number in asked.items())
    missing = asked - singly
    by_life = sum(number for symbol, number in missing.items() if is_phyrexian(symbol))
    by_two = sum(number for symbol, number in missing.items() if symbol.startswith("2/"))
    assert by_life + by_two == missing.total()
    assert found.life == 2 * by_life
    assert sum(found.paid[""].values()) == symbols.count("1") + 2 * by_two


@given(COSTS, MEANS, LIFE, MEANS, LIFE)
def test_more_means_never_make_it_unpayable(
    symbols: list[str], means: list[ManaSource], life: int, more: list[ManaSource], more_life: int
) -> None:
    if match(amount_of(symbols), Counter(means), life):
        assert match(amount_of(symbols), Counter([*means, *more]), life + more_life)


def test_enough_mana_of_the_wrong_colors_does_not_pay() -> None:
    only_one_blue = [
        ManaSource("mana", frozenset("WU")),
        ManaSource("mana", frozenset("W")),
        ManaSource("mana", frozenset("W")),
    ]
    assert match(amount_of(["U", "U", "W"]), Counter(only_one_blue), 0) is None


def test_twenty_sources_and_fifteen_symbols_are_answered() -> None:
    typed = "2/W2/U2/BW/PU/PB/PW/UB/RGG/WCSS2/R"
    words = [
        typed,
        "--have",
        "W/U,U/B,B/R,R/G,G/W,W,U,B,R,G,C,A",
        "--snow",
        "WU",
        "--convoke",
        "W,G,WU",
        "--improvise",
        "2",
    ]
    words += ["--delve", "1", "--life", "5"]
    found = work_out("mtg", words)
    assert found.payable is not None
