"""Find the card that a person means: by all of its name, part of it, or nearly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.card_list import CardList, open_lists
from rules_cli.cards.spelling import check_text
from rules_cli.errors import LibraryError

MOST_LISTED = 10  # as many as a judge reads at a glance
_MOST_TRIED = 50


class CardsFound(NamedTuple):
    """The card that was meant with its list; or None, and the names of cards that are near to what was typed.

    `is_sure` is whether the card has what was typed as a name.
    """

    typed: str
    book: str | None
    card: Card | None = None
    cards: CardList | None = None
    near: tuple[str, ...] = ()
    is_sure: bool = True


# Complexity: a name may be of one card, of several, or nearly of some.
def find_card(typed: str, book: str | None = None) -> CardsFound:
    """The card of a name in the list of a book, or in the only list that has it.

    Raises UsageError if the text can be no name, LibraryError if no list was imported for that book or for any.
    """
    check_text(typed)
    lists = [cards for cards in open_lists() if book in (None, cards.info.book)]
    if not lists:
        of_book = f" of {book}" if book else ""
        raise LibraryError(
            f"no cards{of_book} are imported; rules card import FILE -b {book or 'BOOK'} (docs/cards.md)"
        )
    exact = [(cards, card) for cards in lists for card in cards.find(typed)]
    if len(exact) == 1:
        return CardsFound(typed, exact[0][0].info.book, exact[0][1], exact[0][0])
    if exact:
        return CardsFound(typed, book, near=_labels(exact, len(lists) > 1))
    found = [(score, cards, card) for cards in lists for score, card in _near_in(typed, cards)]
    highest = max((score for score, _, _ in found), default=0.0)
    best = [(cards, card) for score, cards, card in found if score == highest]
    if len({(cards.info.book, card.name) for cards, card in best}) == 1:  # else several are as good
        cards, card = best[0]
        return CardsFound(typed, cards.info.book, card, cards, is_sure=False)
    ranked = sorted(found, key=lambda each: -each[0])
    return CardsFound(typed, book, near=_labels([each[1:] for each in ranked], len(lists) > 1))


def named_exactly(typed: str, book: str | None = None) -> list[tuple[str, str, str]]:
    """The cards of which this is a whole name, each by its book, its name and its types."""
    lists = [cards for cards in open_lists() if book in (None, cards.info.book)]
    return [(cards.info.book, card.name, card.whole.types) for cards in lists for card in cards.find(typed)]


# Complexity: a name may end with a pitch, and a card may be printed with it, with others, or with none.
def _near_in(typed: str, cards: CardList) -> list[tuple[float, Card]]:
    """The cards of a list that may be meant, each with a score; with a pitch at the end, those with that pitch."""
    from rules_cli.names.find import find  # here, since most names are typed whole
    from rules_cli.names.name_rules import naming_from, shipped_naming

    naming = naming_from(cards.info.book, shipped_naming(cards.info.book), cards)
    name, _, last = typed.rstrip(" )").rpartition(" ")
    pitch = naming.pitch.get(last.strip("( ").casefold())
    if pitch and (whole := cards.find(name)):
        of_pitch = []
        for card in whole:
            printed = [face for face in card.variants or card.faces[:1] if "pitch" in face.stats]
            faces = [face for face in printed if face.stats["pitch"] == str(pitch)]
            cards_of_pitch = [card._replace(faces=(faces[0],), variants=())] if faces else []
            of_pitch += cards_of_pitch if printed else [card]  # a list without pitch values does not tell
        return [(1.0, card) for card in of_pitch]
    results = find(typed, naming, _MOST_TRIED).results
    return [(each.score, card) for each in results for card in cards.find(each.name)]


def _labels(found: Sequence[tuple[CardList, Card]], several_games: bool) -> tuple[str, ...]:
    names = (f"{card.name} ({cards.info.book})" if several_games else card.name for cards, card in found)
    return tuple(dict.fromkeys(names))[:MOST_LISTED]
