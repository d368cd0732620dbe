"""`rules show ID…`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli import answers
from rules_cli.cli.options import AsJson, AsOf, Book, Ids, Lang, app_of

app = app_of("")


@app.command()
def show(
    ids: Ids,
    book: Book = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", min=0, help="Levels of sub-rules: 0 is the rule alone. Default: all."),
    ] = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Show rules: their place, words, sub-rules, examples, references both ways.

    \b
    rules show 2.7.3a -b fab
    rules show mtg:601.2f-h --depth 0
    """
    raise typer.Exit(answers.show(ids, book, depth, lang, as_of, json))
