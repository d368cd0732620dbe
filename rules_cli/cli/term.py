"""`rules term WORD`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, AsOf, Book, Lang, app_of
from rules_cli.library import Library
from rules_cli.lookup.terms import look_up
from rules_cli.render import as_json, out, pages

app = app_of("")


@app.command()
def term(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A term of a game; typos are forgiven.")],
    book: Book = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """The definition of a game term, and the rules that define it.

    \b
    rules term moniker
    rules term Guardian -b fab
    """
    library = Library.open(lang, as_of)
    found = look_up(library, " ".join(words), book)
    if json:
        values = [as_json.meaning(each) for each in found]
        out.write_json(values[0] if len(values) == 1 else values)
    else:
        out.show(pages.meanings(found))
    raise typer.Exit(0)
