"""`rules remove BOOK`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, app_of
from rules_cli.library import Library
from rules_cli.render import out

app = app_of("")


@app.command()
def remove(
    book: Annotated[str, typer.Argument(metavar="BOOK", help="A book of yours, or one edition: mtg@2006-10-01.")],
    json: AsJson = False,
) -> int:
    """Take a book that you imported out of your library. What ships with rules stays."""
    slug, _, edition = book.lower().partition("@")
    gone = Library.open().shelf.remove(slug, edition or None)
    if json:
        out.write_json({"book": slug, "removed": gone})
    else:
        out.write(f"removed {', '.join(f'{slug}@{name}' for name in gone)}\n")
    raise typer.Exit(0)
