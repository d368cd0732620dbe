"""`rules card NAME`: a card that the user imported, its rulings and its rules; `rules card import FILE...`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.argv import command_line
from rules_cli.cli.options import caption, language_of_game, open_library
from rules_cli.errors import UsageError
from rules_cli.render import cards as render
from rules_cli.render import out
from rules_cli.store import settings
from rules_cli.store.book_info import game_of as game_of_book
from rules_cli.text import shorten

if TYPE_CHECKING:
    from rules_cli.captions import Words
    from rules_cli.card_lookup import CardsFound
    from rules_cli.library import Library

_IMPORT = "import"
_MOST_NAMED = 3  # cards in a line


# Complexity: an import, a card or none, each as JSON or a page.
def card(
    words: options.CardWords, book: options.Book = None, lang: options.Lang = None, json: options.Json = False
) -> int:
    """Show a card that you imported: its text, its rulings, and the rules of its keywords and types."""
    if words[0] == _IMPORT:
        if len(words) == 1:
            raise UsageError("which file? rules card import FILE... -b BOOK")
        return import_list([Path(word) for word in words[1:]], book, json)
    from rules_cli.card_lookup import find_card
    from rules_cli.card_rules import rules_of_card

    library = open_library(lang)
    chosen = (settings.chosen_book(book) or "").partition("@")[0]
    found = find_card(" ".join(words), library.installed.slug_of(chosen) or chosen or None)
    caption(library, language_of_game(library, found.book or chosen))
    card, cards = found.card, found.cards
    if card is None or cards is None:
        from rules_cli.search.stems import STOPWORDS  # here, because most cards are found

        is_name = found.near or found.elsewhere or json or words[0].lower() not in STOPWORDS
        if not is_name and out.settings.is_question():
            raise UsageError("no such card")
        out.answer(render.near_json(found) if json else render.near_page(found, _advice(found)))
        return 1
    edition = library.installed.edition(cards.info.book) if cards.info.book in library.installed else None
    rules = rules_of_card(card, edition, cards) if edition else []
    name = repr(edition) if edition else None
    out.answer(render.as_json(card, cards, rules) if json else render.page(card, cards, rules, name))
    return 0


def _advice(found: CardsFound) -> Words:
    """Return what to type if the list of a book has no such card: the command for a list that has some, or a search."""
    if not found.elsewhere:
        return out.settings.advice()
    book = found.elsewhere[0][0]
    names = [name for slug, name in found.elsewhere if slug == book]
    return Remark(
        "cards of another list",
        ("; ".join(names[:_MOST_NAMED]), book, command_line("card", found.typed, "-b", book)),
    )


def import_list(files: Sequence[Path], book: str | None, json: bool) -> int:
    """Import a card list in place of the book's former one; without a book, for the game that its columns or the name
    of its file tell. The default book does not count: the list may be of another game."""
    from rules_cli.names.card_import import game_of, import_cards
    from rules_cli.names.name_rules import naming_from, shipped_naming

    library = open_library()
    chosen = (book or "").partition("@")[0] or game_of(files) or _game_in_names(library, files)
    if not chosen:
        raise UsageError("cards of which game? add -b mtg, -b fab, -b ga or the name of a book of yours")
    slug = library.installed.slug_of(chosen) or _new_slug(chosen)
    info, left_out = import_cards(files, naming_from(slug, shipped_naming(slug)))
    out.answer(render.import_json(info, left_out) if json else render.import_page(info, left_out, _unread_costs(slug)))
    return 0


def _new_slug(typed: str) -> str:
    """Return the slug of a game that no book has. Raises UsageError if it is nearly that of a game that ships."""
    from rules_cli.costs.arguments import games
    from rules_cli.costs.tokens import nearest
    from rules_cli.store.edition import check_slug

    if near := nearest(typed.lower(), games(), slips=1):
        raise UsageError(f"no book is called {shorten(typed)!r}: did you mean -b {near}?")
    return check_slug(typed.lower())


def _unread_costs(book: str) -> list[str]:
    """Return the costs in the card list of a book that have an unknown symbol, `{ZZ}`."""
    from rules_cli.cards.card_list import open_cards
    from rules_cli.costs.mana import read_symbols

    unread = []
    cards = open_cards(book)
    for cost in cards.costs() if cards else ():
        try:
            for part in cost.split("//") if "{" in cost else ():
                read_symbols(part.strip())
        except UsageError:
            unread.append(cost)
    return unread


def _game_in_names(library: Library, files: Sequence[Path]) -> str | None:
    """Return the book of the only game that the names of some files have as a word, such as `fab-cards.csv`."""
    words = {word for file in files for word in re.findall(r"[^\W_]+", file.stem)}
    games = {game_of_book(slug) for word in words if (slug := library.installed.slug_of(word))}
    return games.pop() if len(games) == 1 else None
