"""`rules search WORDS…`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli import answers
from rules_cli.cli.options import AsJson, AsOf, Book, Lang, app_of

app = app_of("")


@app.command()
def search(
    words: Annotated[
        list[str], typer.Argument(metavar="WORDS...", help='What to look for; "…" in quotes is a phrase.')
    ],
    book: Book = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, max=200, help="How many rules.")] = 10,
    why: Annotated[bool, typer.Option("--why", help="Tell what matched, and what it weighed.")] = False,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Find rules by words: typos, accents and word order are forgiven.

    \b
    rules search moniker
    rules search -b mtg '"expansion symbol"'
    """
    raise typer.Exit(answers.search(words, book, limit, why, lang, as_of, json))
