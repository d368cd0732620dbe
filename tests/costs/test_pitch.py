"""Legal sets of cards to pitch, compared with playing every order of every hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from rules_cli.costs import cost
from rules_cli.costs.pay.pitch import HandCard, Points, legal_sets

CARDS = st.builds(HandCard, st.integers(0, 3), st.booleans())
POINTS = st.builds(Points, st.integers(0, 4), st.integers(0, 6))
HANDS = st.lists(CARDS, max_size=5)


def played(
    cost: Points, there: Points, hand: Sequence[HandCard], pitched: tuple[HandCard, ...] = ()
) -> Iterator[tuple[HandCard, ...]]:
    """Yield every way to pitch one card at a time for chi, then for resource, never more than needed."""
    if there.chi < cost.chi:
        fitting = [card for card in hand if card.chi and card.value]
    elif cost.chi:
        yield from played(Points(0, cost.resource), Points(there.chi - cost.chi, there.resource), hand, pitched)
        return
    elif sum(there) < cost.resource:
        fitting = [card for card in hand if card.value]
    else:
        yield pitched
        return
    for card in set(fitting):
        rest = list(hand)
        rest.remove(card)
        more = Points(there.chi + card.value * card.chi, there.resource + card.value * (not card.chi))
        yield from played(cost, more, rest, (*pitched, card))


@given(POINTS, POINTS, HANDS)
def test_legal_sets_are_those_that_play_can_reach(cost: Points, there: Points, hand: list[HandCard]) -> None:
    reached = set(played(cost, there, hand))
    found = legal_sets(cost, there, hand)
    assert {tuple(sorted(way.cards)) for way in found} == {tuple(sorted(cards)) for cards in reached}
    assert len(found) == len({tuple(sorted(way.cards)) for way in found})
    assert {way.cards for way in found} <= reached


@given(POINTS, POINTS, HANDS)
def test_what_is_left_adds_up_and_chi_goes_first(cost: Points, there: Points, hand: list[HandCard]) -> None:
    for way in legal_sets(cost, there, hand):
        gained = sum(card.value for card in way.cards)
        assert sum(way.left) == sum(there) + gained - sum(cost)
        assert min(way.left) >= 0
        chi = there.chi + sum(card.value for card in way.cards if card.chi) - cost.chi
        assert way.left.chi == max(0, chi - cost.resource)


@given(POINTS, POINTS, HANDS)
def test_fewest_cards_come_first_then_least_left(cost: Points, there: Points, hand: list[HandCard]) -> None:
    order = [(len(way.cards), sum(way.left)) for way in legal_sets(cost, there, hand)]
    assert order == sorted(order)


def test_a_set_with_a_card_too_many_is_not_legal() -> None:
    ones_and_three = [HandCard(1), HandCard(1), HandCard(3)]
    found = legal_sets(Points(0, 2), Points(), ones_and_three)
    assert [tuple(card.value for card in way.cards) for way in found] == [(3,), (1, 1), (1, 3)]


def test_points_of_both_kinds_that_are_left_are_named() -> None:
    assert [str(way.left) for way in cost("fab", ["2", "--hand", "1,3c"]).pay] == ["1c", "1c and 1"]
