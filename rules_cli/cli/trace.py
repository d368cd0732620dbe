"""`rules trace ID`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, Book, app_of, numbers
from rules_cli.history.trace import find
from rules_cli.history.trace import trace as follow
from rules_cli.library import Library
from rules_cli.render import changes, changes_json, out

app = app_of("")


@app.command()
def trace(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[BOOK] ID", autocompletion=numbers, help="704.5k, mtg:704.5k, mtg@2006-10-01:420.5e"),
    ],
    book: Book = None,
    at: Annotated[str | None, typer.Option("--at", metavar="DATE", help="Only as it was on that day.")] = None,
    json: AsJson = False,
) -> int:
    """One rule through every installed edition, across renumbering, from the day it appeared to the day it went.

    A number is looked up in the newest edition that has it; name another with mtg@2006-10-01:420.5e. What is only a
    guess says perhaps.

    \b
    rules trace mtg:704.5j
    rules trace mtg 704.5j --at 2010-01-01
    """
    library = Library.open()
    place = find(library, words, book)
    in_force = Library.open(as_of=at).installed.edition(place.edition.slug) if at else None
    found = follow(library, place)
    only = found.at(in_force, at) if in_force and at else None
    if json:
        out.write_json(changes_json.trace(found, at, only))
    else:
        out.show(changes.trace(found, only))
    raise typer.Exit(0)
