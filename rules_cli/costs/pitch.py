"""Pitching in Flesh and Blood: the sets of cards that may be pitched for a cost, and the points each leaves.

Cards are pitched one at a time while the points fall short, and no more once they suffice. So for one asset a
set can be pitched, in some order, exactly if it suffices and fails without its largest card. Chi is paid first,
with chi alone; then resource, with chi and resource alike, all the chi going first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class HandCard(NamedTuple):
    """A card to pitch: how many points it gives, and whether they are chi."""

    value: int
    chi: bool = False

    def __str__(self) -> str:
        return f"{self.value}{'c' if self.chi else ''}"


class Points(NamedTuple):
    """Chi and resource points."""

    chi: int = 0
    resource: int = 0

    def __str__(self) -> str:
        parts = [f"{self.chi}c"] * bool(self.chi) + [str(self.resource)] * bool(self.resource)
        return " and ".join(parts) or "0"


class Pitched(NamedTuple):
    """A legal set of cards in an order in which it may be pitched, and the points left after paying."""

    cards: tuple[HandCard, ...]
    left: Points


def legal_sets(cost: Points, there: Points, hand: Sequence[HandCard]) -> list[Pitched]:
    """Return every legal set once: fewest cards first, then least left over. `there` are the points before pitching."""
    chi = cost.chi - there.chi
    missing = chi + cost.resource - there.resource  # in all, as chi left over from the chi cost pays for resource
    for_chi = (cards for cards in _enough(chi, [c for c in hand if c.chi]) if _worth(cards) >= missing)
    for_both = (
        filter(None, (_chi_first(cards, chi, missing) for cards in _enough(missing, hand))) if missing > 0 else ()
    )
    found = {tuple(sorted(cards)): cards for cards in (*for_chi, *for_both)}
    ways = [Pitched(cards, _left(cost, there, cards)) for cards in found.values()]
    return sorted(ways, key=lambda way: (len(way.cards), sum(way.left), way.cards))


def _worth(cards: Iterable[HandCard]) -> int:
    return sum(card.value for card in cards)


def _chi_first(cards: Sequence[HandCard], chi: int, missing: int) -> tuple[HandCard, ...]:
    """Return the cards in a legal order: chi cards until the missing chi is covered, then the rest. The last card must
    be large enough to be needed. Empty if there is no such order."""
    needed = [card for card in cards if _worth(cards) - card.value < missing]
    last = min(needed, key=lambda card: (card.chi, card.value))  # best one whose chi the chi cost can do without
    rest = list(cards)
    rest.remove(last)
    first: list[HandCard] = []
    for card in sorted(card for card in rest if card.chi):
        if _worth(first) < chi:
            first.append(card)
            rest.remove(card)
    return (*first, *sorted([*rest, last])) if _worth(first) >= chi else ()


def _left(cost: Points, there: Points, cards: Sequence[HandCard]) -> Points:
    chi = there.chi - cost.chi + sum(card.value for card in cards if card.chi)
    resource = there.resource + sum(card.value for card in cards if not card.chi)
    by_chi = min(chi, cost.resource)
    return Points(chi - by_chi, resource - (cost.resource - by_chi))


def _enough(missing: int, hand: Sequence[HandCard]) -> Iterator[tuple[HandCard, ...]]:
    """Yield the sets that cover the missing points, but not without their largest card, which comes last."""
    if missing <= 0:
        yield ()
        return
    kinds = sorted((kind for kind in Counter(hand).items() if kind[0].value), reverse=True)
    for i, (largest, number) in enumerate(kinds):
        rest = [(largest, number - 1), *kinds[i + 1 :]]
        for smaller in _between(missing - largest.value, missing - 1, rest):
            yield (*reversed(smaller), largest)


def _between(least: int, most: int, kinds: Sequence[tuple[HandCard, int]]) -> Iterator[tuple[HandCard, ...]]:
    """Yield the choices from these cards and their numbers whose values add up to `least` … `most`."""
    if least <= 0 and not kinds:
        yield ()
    if not kinds or sum(card.value * number for card, number in kinds) < least:
        return
    (card, number), *rest = kinds
    for taken in range(min(number, most // card.value) + 1):
        value = taken * card.value
        for others in _between(least - value, most - value, rest):
            yield (*(card,) * taken, *others)
