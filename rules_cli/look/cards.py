"""Imported cards in the look-up: found by `card:NAME` or by all of a name, opened as rules are."""

from __future__ import annotations

from rules_cli.errors import LibraryError
from rules_cli.library import Library
from rules_cli.look.state import Choice
from rules_cli.render.language import say
from rules_cli.render.page import Page
from rules_cli.store.settings import ALL
from rules_cli.text import shorten

PREFIX = "card:"
_TARGET = "card "  # before the book and the name of a card, where the target of a rule has its book: none has a blank


def is_card(target: str) -> bool:
    """Return whether a target is a card."""
    return target.startswith(_TARGET)


def cards_named(words: str, book: str) -> list[Choice]:
    """Return the rows of the cards that words name: with `card:` in front also by part of a name, else by all of it.

    None if no cards are imported.
    """
    from rules_cli.card_lookup import find_card, named_exactly  # here, so that the first screen comes sooner

    chosen = None if book == ALL else book.partition("@")[0]
    if not words.startswith(PREFIX):
        return [_choice(slug, name, types) for slug, name, types in named_exactly(words, chosen)]
    try:
        found = find_card(words.removeprefix(PREFIX).strip(), chosen)
    except LibraryError:
        return []
    if found.card and found.book:
        return [_choice(found.book, found.card.name, found.card.whole.types)]
    return [Choice("", name, asks=f"{PREFIX}{name.partition(' (')[0]}") for name in found.near]


def _choice(book: str, name: str, types: str) -> Choice:
    return Choice(f"{_TARGET}{book}:{name}", name, say("card"), types)


def card_of(target: str, library: Library) -> tuple[str, str, Page]:
    """Return the book of a card's target, its name, and its page. Raises LibraryError if the card is gone."""
    from rules_cli.card_lookup import find_card
    from rules_cli.card_rules import rules_of_card
    from rules_cli.render import cards as render

    book, _, name = target.removeprefix(_TARGET).partition(":")
    found = find_card(name, book)
    if found.card is None or found.cards is None:
        raise LibraryError(f"{shorten(name)} is not among the imported cards any more")
    edition = library.installed.edition(book) if book in library.installed else None
    rules = rules_of_card(found.card, edition, found.cards) if edition else []
    return book, name, render.page(found.card, found.cards, rules, repr(edition) if edition else None)
