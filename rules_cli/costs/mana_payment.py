"""Can this mana cost be paid? Every symbol needs its own mana, so this is a matching and not a count.

Symbols that must be paid by their kind (colours, {C}, {S}, two-colour hybrids) are matched first. A Phyrexian symbol
is matched or costs 2 life, a {2/W} is matched or costs two mana of any kind, and generic mana takes the rest. The way
to pay with the least life is found, and of those the one with the least mana. A matching is a flow: pipes lead from
the sources of mana to the symbols that they can pay.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_cli.costs import amounts
from rules_cli.costs.answer import Way
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.costs.mana import COLOURS, Mana, is_phyrexian, read_made_mana
from rules_cli.text import shorten

Pipes = dict[Hashable, dict[Hashable, int]]
_BY_MANA = "Phyrexian symbols paid by mana"


class ManaSource(NamedTuple):
    """Something that pays for one mana, such as an artifact (`kind`). `types` are the colours or C that it can pay
    (none: generic only), `snow` whether it can pay {S}. A creature never pays {C}."""

    kind: str
    types: frozenset[str] = frozenset()
    snow: bool = False

    def pays(self, symbol: str) -> bool:
        """Whether it can pay this symbol, other than as generic mana."""
        return self.snow if symbol == "S" else bool(self.types & set(symbol.split("/")))


@dataclass(frozen=True, slots=True)
class ManaPayment:
    """A way to pay: the sources that pay for each symbol ("" is generic mana), the life paid, the sources left."""

    paid: Mapping[str, Mapping[ManaSource, int]]
    life: int
    left: Mapping[ManaSource, int]


# Sources.


def sources(question: CostQuestion) -> dict[ManaSource, int]:
    """Return what can pay for mana, in the order in which generic mana takes it: mana first, scarcer things last."""
    found: Counter[ManaSource] = Counter()
    found.update(ManaSource("mana", types) for types in read_made_mana(question, "have"))
    found.update(ManaSource("snow", types, snow=True) for types in read_made_mana(question, "snow"))
    found.update(ManaSource("creature", types - {"C"}) for types in _creatures(question))
    found.update({ManaSource("artifact"): amounts.counted(question, "improvise") or 0})
    found.update({ManaSource("card"): amounts.counted(question, "delve") or 0})
    return dict(found)


def _creatures(question: CostQuestion) -> Iterable[frozenset[str]]:
    """Yield the colours of each creature to tap, typed as a color word: `W,WG,C`."""
    for word in amounts.listed(question, "convoke"):
        creature = frozenset(word.upper())
        if not creature or not creature <= set(COLOURS + "C"):
            raise Refused(f"--convoke {shorten(word)!r}: a color word for each creature, --convoke W,WG,C")
        yield creature


def way(matched: ManaPayment) -> Way:
    """Return a payment in words."""
    order = ("S", "C", *COLOURS)
    symbols = sorted(matched.paid, key=lambda each: (not each, order.index(each) if each in order else 9, each))
    paid = []
    for symbol in symbols:
        if by := matched.paid[symbol]:
            number = sum(by.values())
            paid.append(f"{f'{{{symbol}}}' * number if symbol else f'{{{number}}}'} with {_names(by)}")
    life = [f"{matched.life} life"] if matched.life else []
    spare = {source: number for source, number in matched.left.items() if source.kind in ("mana", "snow")}
    return Way("; ".join([*paid, *life]) or "nothing", _names(spare) or "no mana")


def _names(sources: Mapping[ManaSource, int]) -> str:
    return ", ".join(_name(source, number) for source, number in sources.items() if number)


def _name(source: ManaSource, number: int) -> str:
    types = "A" if source.types == set(COLOURS) else "/".join(c for c in "CWUBRG" if c in source.types)
    if source.kind in ("mana", "snow"):
        return ("snow " if source.snow else "") + " ".join([types] * number)
    return f"{number} {source.kind}{'s' if number > 1 else ''}" + (f" ({types})" if types else "")


# Matching.


def match(cost: Mana, means: Mapping[ManaSource, int], life: int) -> ManaPayment | None:
    """Return the way to pay with the least life, then the least mana; None if the cost can't be paid.

    `means` has the number of each source, in the order in which they should pay for generic mana.
    """
    if life < cost.life:
        return None
    fewest = max(0, cost.phyrexian - (life - cost.life) // 2)
    for by_mana in range(cost.phyrexian, fewest - 1, -1):  # the more symbols are paid by mana, the less life
        if paid := _paid(cost, means, by_mana):
            return ManaPayment(paid, cost.life + 2 * (cost.phyrexian - by_mana), _left(means, paid))
    return None


def _paid(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> dict[str, dict[ManaSource, int]] | None:
    """Return the matching that pays `by_mana` of the Phyrexian symbols with mana, None if no matching does."""
    pipes, strict = _network(cost, means, by_mana)
    if _push(pipes, "source", "sink") < strict:
        return None
    twos = [symbol for symbol in cost.undecided if symbol.startswith("2/")]
    for symbol in twos:
        _pipe(pipes, symbol, "sink", 1)
    matched = _push(pipes, "source", "sink")
    paid = {symbol: _carried(pipes, symbol, means) for symbol in {*cost.single, *cost.undecided}}
    generic = cost.generic + 2 * (len(twos) - matched)
    spare = _left(means, paid)
    if sum(spare.values()) < generic:
        return None
    return {**paid, "": _take(spare, generic)}


def _network(cost: Mana, means: Mapping[ManaSource, int], by_mana: int) -> tuple[Pipes, int]:
    """Lay pipes from sources to the symbols they can pay, and return how much must flow; {2/W} have no outlet yet."""
    pipes: Pipes = {"source": {}, "sink": {}}
    need = Counter({symbol: number for symbol, number in cost.single.items() if number})
    need.update(cost.undecided)
    for source, number in means.items():
        _pipe(pipes, "source", source, number)
        for symbol in need:
            if source.pays(symbol):
                _pipe(pipes, source, symbol, number)
    strict = by_mana
    for symbol, number in need.items():
        if is_phyrexian(symbol):
            _pipe(pipes, symbol, _BY_MANA, number)
        elif not symbol.startswith("2/"):
            _pipe(pipes, symbol, "sink", number)
            strict += number
    _pipe(pipes, _BY_MANA, "sink", by_mana)
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


# Flow.


def _pipe(pipes: Pipes, start: Hashable, end: Hashable, capacity: int) -> None:
    """Lay a pipe, or widen it."""
    pipes.setdefault(start, {})[end] = pipes.get(start, {}).get(end, 0) + capacity
    pipes.setdefault(end, {}).setdefault(start, 0)


def _push(pipes: Pipes, source: Hashable, sink: Hashable) -> int:
    """Send as much as possible from source to sink along shortest paths; return how much.

    `pipes` then has the room that is left; the flow in a pipe is the room that its reverse gained. Earlier flow may
    be led another way, but the pipes to the sink never lose any.
    """
    pushed = 0
    while path := _path(pipes, source, sink):
        amount = min(pipes[start][end] for start, end in path)
        for start, end in path:
            pipes[start][end] -= amount
            pipes[end][start] += amount
        pushed += amount
    return pushed


def _path(pipes: Pipes, source: Hashable, sink: Hashable) -> list[tuple[Hashable, Hashable]]:
    """Return the pipes of the shortest path with room left, from the sink back; empty if there is no path."""
    before: dict[Hashable, Hashable] = {source: source}
    queue = deque([source])
    while queue and sink not in before:
        here = queue.popleft()
        for there, room in pipes.get(here, {}).items():
            if room and there not in before:
                before[there] = here
                queue.append(there)
    path = []
    while sink in before and sink != source:
        path.append((before[sink], sink))
        sink = before[sink]
    return path
