"""Pitching in Flesh and Blood: the sets of cards that may be pitched for a cost, and the points each leaves.

Cards are pitched one at a time while the points fall short, and no more once they suffice. So for one asset a
set can be pitched, in some order, exactly if it suffices and fails without its largest card. Chi is paid first,
with chi alone; then resource, with chi and resource alike, all the chi going first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
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
    """Return every legal set once: fewest cards first, then least left over. `there` are the points before pitching.

    Exponential in the number of different cards in hand, which the caller limits.
    """
    chi = cost.chi - there.chi
    missing = chi + cost.resource - there.resource  # in all: chi left over from the chi cost pays for resource
    kinds = Counter(card for card in hand if card.value)
    ways = []
    for numbers in product(*(range(number + 1) for number in kinds.values())):
        cards = sorted(card for card, number in zip(kinds, numbers, strict=True) for _ in range(number))
        order = _legal_order(cards, chi, missing)
        if order is not None:
            ways.append(Pitched(tuple(order), _left(cost, there, cards)))
    return sorted(ways, key=lambda way: (len(way.cards), sum(way.left), way.cards))


def _worth(cards: Iterable[HandCard]) -> int:
    return sum(card.value for card in cards)


def _legal_order(cards: list[HandCard], chi: int, missing: int) -> list[HandCard] | None:
    """Return sorted cards in an order in which they may be pitched, None if no order is legal."""
    if not cards:
        return cards if max(chi, missing) <= 0 else None
    worth, largest = _worth(cards), cards[-1].value
    if worth < missing:
        return None
    if worth - largest < missing and (order := _chi_first(cards, chi, missing)):
        return order
    return cards if worth - largest < chi <= worth and all(card.chi for card in cards) else None


def _chi_first(cards: list[HandCard], chi: int, missing: int) -> list[HandCard]:
    """Return sorted cards in a legal order: chi cards until the missing chi is covered, then the rest.

    The last card must be large enough to be needed. Empty if there is no such order.
    """
    needed = [card for card in cards if _worth(cards) - card.value < missing]
    last = min(needed, key=lambda card: (card.chi, card.value))  # a card that the chi cost can best do without
    rest = list(cards)
    rest.remove(last)
    first: list[HandCard] = []
    for card in [card for card in rest if card.chi]:
        if _worth(first) < chi:
            first.append(card)
            rest.remove(card)
    return [*first, *sorted([*rest, last])] if _worth(first) >= chi else []


def _left(cost: Points, there: Points, cards: Iterable[HandCard]) -> Points:
    chi = there.chi - cost.chi + sum(card.value for card in cards if card.chi)
    resource = there.resource + sum(card.value for card in cards if not card.chi)
    by_chi = min(chi, cost.resource)
    return Points(chi - by_chi, resource - (cost.resource - by_chi))
