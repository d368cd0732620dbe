"""`rules search WORDS…`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli import answers
from rules_cli.cli.options import AsJson, AsOf, Lang, app_of, books

app = app_of("")

Books = Annotated[
    str | None,
    typer.Option(
        "-b",
        "--book",
        metavar="BOOK[,BOOK…]",
        autocompletion=books,
        help="The book, or several: fab, mtg@2006-10-01, fab,mtg. Else RULES_BOOK, else `rules config book`.",
    ),
]


@app.command()
def search(
    words: Annotated[
        list[str], typer.Argument(metavar="WORDS...", help='What to look for; "…" in quotes is a phrase.')
    ],
    book: Books = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, max=200, help="How many rules.")] = 10,
    within: Annotated[
        str | None, typer.Option("--in", metavar="NUMBER", help="Only in this branch of the tree: 2.7, mtg:702.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="rule|heading|fragment", help="Only such rows.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every edition, not only the newest.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Tell what matched, and what it weighed.")] = False,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Find rules by words: typos, accents and word order are forgiven.

    \b
    rules search moniker
    rules search -b mtg '"expansion symbol"'
    rules search -b fab,mtg --in mtg:702 trample
    """
    raise typer.Exit(answers.search(words, book, limit, within, kind, every, why, lang, as_of, json))
