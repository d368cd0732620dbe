"""Find the card that a person means: by all of its name, part of it, or nearly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.card_list import CardList, open_lists
from rules_cli.cards.spelling import check_text
from rules_cli.errors import LibraryError

MOST_LISTED = 10  # as many as a judge reads at a glance
_MOST_TRIED = 50


class CardsFound(NamedTuple):
    """The card that was meant, with its list; or None, and the names of cards that are near to what was typed.
    `is_sure` says that what was typed is a name of the card, not only near to one; `has_more` that further names are
    near. `elsewhere` are such cards of the lists of other books, if the list of the book has none."""

    typed: str
    book: str | None
    card: Card | None = None
    cards: CardList | None = None
    near: tuple[str, ...] = ()
    is_sure: bool = True
    has_more: bool = False
    elsewhere: tuple[tuple[str, str], ...] = ()


# Complexity: a name may be of one card, of several, or nearly of some.
def find_card(typed: str, book: str | None = None) -> CardsFound:
    """The only card with a name, or else the only one with a part of it, or the one that is nearest to it, in the list
    of a book or in all lists. If several cards fit, none is chosen. Raises UsageError if the text cannot be a name,
    LibraryError if no list was imported for that book or for any."""
    check_text(typed)
    lists = _lists(book)
    if not lists:
        of_book = f" of {book}" if book else ""
        raise LibraryError(
            f"no cards{of_book} are imported; rules card import FILE -b {book or 'BOOK'} (docs/cards.md)"
        )
    exact = [(cards, card) for cards in lists for card in cards.find(typed)]
    if len(exact) == 1:
        cards, card = exact[0]
        return CardsFound(typed, cards.info.book, card, cards)
    fitting = exact or _fitting(typed, lists)
    if not exact and len({(cards.info.book, card.name) for cards, card in fitting}) == 1:
        cards, card = fitting[0]
        return CardsFound(typed, cards.info.book, card, cards, is_sure=False)
    names = _labels(fitting, len(lists) > 1)
    others = [] if names else _fitting(typed, [cards for cards in _lists(None) if cards not in lists])[:MOST_LISTED]
    return CardsFound(
        typed,
        book,
        near=names[:MOST_LISTED],
        has_more=len(names) > MOST_LISTED,
        elsewhere=tuple(dict.fromkeys((cards.info.book, card.name) for cards, card in others)),
    )


def _fitting(typed: str, lists: Iterable[CardList]) -> list[tuple[CardList, Card]]:
    """Return the cards that may be meant, the nearest first: those with all of the typed words or beginnings of words.
    Without any, return the cards with the most similar names."""
    from rules_cli.names.find import HAS_WORDS, IS_WHOLE  # here, since most names are typed whole

    near = [(score, cards, card) for cards in lists for score, card in _near_in(typed, cards)]
    near.sort(key=lambda scored: scored[0], reverse=True)
    best = near[0][0] if near else 0.0
    least = HAS_WORDS if HAS_WORDS <= best < IS_WHOLE else best
    return [(cards, card) for score, cards, card in near if score >= least]


def named_surely(typed: str, book: str | None = None) -> list[tuple[str, Card]]:
    """The book and the card of each card that has this name, or has it before the comma of its name."""
    return [(cards.info.book, card) for cards in _lists(book) for card in cards.find(typed) or cards.called(typed)]


def with_words(typed: str, book: str | None, most: int) -> list[tuple[str, Card]]:
    """The book and the card of each card, at most so many of a book, whose name has words that begin as these do."""
    return [(cards.info.book, card) for cards in _lists(book) for card in cards.with_words(typed, most)]


def _lists(book: str | None) -> list[CardList]:
    return [cards for cards in open_lists() if book in (None, cards.info.book)]


def _near_in(typed: str, cards: CardList) -> list[tuple[float, Card]]:
    """The cards of a list that may be meant, each with a score; with a pitch beside the name, cards with that pitch."""
    from rules_cli.names.find import find, with_pitch
    from rules_cli.names.name_rules import naming_from, shipped_naming

    if of_pitch := with_pitch(typed, cards):
        return [(1.0, card) for card in of_pitch]
    results = find(typed, naming_from(cards.info.book, shipped_naming(cards.info.book), cards), _MOST_TRIED).results
    return [(result.score, card) for result in results for card in cards.find(result.name)]


def _labels(cards: Sequence[tuple[CardList, Card]], several_games: bool) -> tuple[str, ...]:
    """The names of cards, each once; with the book if there are lists of several games."""
    names = (f"{card.name} ({of_list.info.book})" if several_games else card.name for of_list, card in cards)
    return tuple(dict.fromkeys(names))
