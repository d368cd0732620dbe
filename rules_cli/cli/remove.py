"""`rules remove BOOK`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cards.card_list import remove_cards
from rules_cli.cli.options import AsJson, app_of
from rules_cli.library import Library
from rules_cli.render import out

app = app_of("")


@app.command()
def remove(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="A book of yours, or one edition: mtg@2006-10-01.")],
    cards: Annotated[bool, typer.Option("--cards", help="The book's card list, and no edition.")] = False,
    json: AsJson = False,
) -> int:
    """Take a book, an edition or a card list that you imported out of your library. What ships with rules stays.

    \b
    rules remove my-game
    rules remove mtg@2026-01-16
    rules remove fab --cards
    """
    slug, _, edition = book.partition("@")
    slug = slug.lower()
    if cards:
        remove_cards(slug)
        if json:
            out.write_json({"book": slug, "removed": ["cards"]})
        else:
            out.write(f"removed the card list of {slug}\n")
        raise typer.Exit(0)
    gone = Library.open().installed.remove(slug, edition or None)
    if json:
        out.write_json({"book": slug, "removed": gone})
    else:
        out.write(f"removed {', '.join(f'{slug}@{name}' for name in gone)}\n")
    raise typer.Exit(0)
