"""Can this mana cost be paid? Every symbol needs a mana of its own, so it is a matching and not a count.

Symbols that must be paid by their kind (colours, {C}, {S}, two-colour hybrids) are matched first. A Phyrexian
symbol is matched or costs 2 life, a {2/W} is matched or costs two mana of any kind, and generic mana takes
whatever is left. Among the ways to pay the one with the least life is found, and of those the one with the
least mana.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_cli.costs.mana import Mana, is_phyrexian
from rules_cli.costs.max_flow import Pipes, pipe, push

_BY_LIFE = "by mana rather than life"


class ManaSource(NamedTuple):
    """A thing that pays for one mana: `kind` says what it is, `types` the colours or C that it can pay
    (none: generic only), `snow` whether {S} as well. A creature never pays {C}."""

    kind: str
    types: frozenset[str] = frozenset()
    snow: bool = False

    def pays(self, symbol: str) -> bool:
        """Whether it can pay this symbol by its kind."""
        return self.snow if symbol == "S" else bool(self.types & set(symbol.split("/")))


@dataclass(frozen=True, slots=True)
class ManaPayment:
    """A way to pay: which sources pay for which symbol ("" is generic mana), and how much life is paid."""

    paid: Mapping[str, Mapping[ManaSource, int]]
    life: int
    left: Mapping[ManaSource, int]


def match(cost: Mana, means: Mapping[ManaSource, int], life: int) -> ManaPayment | None:
    """The way to pay with the least life, then the least mana; None if there is none.

    `means` are so many of each source, in the order in which they should pay for generic mana. `cost.life` is
    due in any case.
    """
    phyrexian = sum(map(is_phyrexian, cost.undecided))
    by_mana = phyrexian - max(0, life - cost.life) // 2
    if life < cost.life or not (found := _paid(cost, means, max(0, by_mana))):
        return None
    low, high = max(0, by_mana), phyrexian  # paying one more by mana never makes room: search for the most
    while low < high:
        middle = (low + high + 1) // 2
        better = _paid(cost, means, middle)
        found, low, high = (better, middle, high) if better else (found, low, middle - 1)
    return ManaPayment(found, cost.life + 2 * (phyrexian - low), _left(means, found))


def _paid(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> dict[str, dict[ManaSource, int]] | None:
    """The matching in which `by_mana` of the Phyrexian symbols are paid with mana, None if it can't be paid."""
    pipes, strict = _network(cost, means, by_mana)
    if push(pipes, "source", "sink") < strict:
        return None
    twos = [symbol for symbol in cost.undecided if symbol.startswith("2/")]
    for symbol in twos:
        pipe(pipes, symbol, "sink", 1)
    matched = push(pipes, "source", "sink")
    paid = {symbol: _carried(pipes, symbol, means) for symbol in {*cost.single, *cost.undecided}}
    generic = cost.generic + 2 * (len(twos) - matched)
    spare = _left(means, paid)
    if sum(spare.values()) < generic:
        return None
    return {**paid, "": _take(spare, generic)}


def _network(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> tuple[Pipes, int]:
    """Sources to the symbols they can pay, and how much must flow; {2/W} symbols have no outlet yet."""
    pipes: Pipes = {"source": {}, "sink": {}}
    need = Counter({symbol: number for symbol, number in cost.single.items() if number})
    need.update(cost.undecided)
    for source, number in means.items():
        pipe(pipes, "source", source, number)
        for symbol in need:
            if source.pays(symbol):
                pipe(pipes, source, symbol, number)
    strict = by_mana
    for symbol, number in need.items():
        if is_phyrexian(symbol):
            pipe(pipes, symbol, _BY_LIFE, number)
        elif not symbol.startswith("2/"):
            pipe(pipes, symbol, "sink", number)
            strict += number
    pipe(pipes, _BY_LIFE, "sink", by_mana)
    return pipes, strict


def _carried(pipes: Pipes, symbol: str, means: Mapping[ManaSource, int]) -> dict[ManaSource, int]:
    return {source: amount for source in means if (amount := pipes.get(symbol, {}).get(source, 0))}


def _left(means: Mapping[ManaSource, int], paid: Mapping[str, Mapping[ManaSource, int]]) -> dict[ManaSource, int]:
    used: Counter[ManaSource] = Counter()
    for sources in paid.values():
        used.update(sources)
    return {source: number - used[source] for source, number in means.items() if number > used[source]}


def _take(spare: Mapping[ManaSource, int], amount: int) -> dict[ManaSource, int]:
    taken = {}
    for source, number in spare.items():
        if amount:
            taken[source] = min(number, amount)
            amount -= taken[source]
    return taken
