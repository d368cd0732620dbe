"""`rules import PATH… --book SLUG`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli import answers
from rules_cli.cli.options import AsJson, app_of

app = app_of("")


@app.command()
def importing(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="The files of one book, in their order.")],
    book: Annotated[str, typer.Option("-b", "--book", metavar="SLUG", help="The book's name: fab, mtg, or your own.")],
    edition: Annotated[
        str | None,
        typer.Option("--edition", metavar="E", help="A date or short label. Else the date that the text states."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", metavar="FILE", help="How the book is printed: see docs/profiles.md.")
    ] = None,
    save_profile: Annotated[
        str | None, typer.Option("--save-profile", metavar="FILE", help="Write the profile used, to be edited.")
    ] = None,
    json: AsJson = False,
) -> int:
    """Read a rulebook into your library, word for word; an edition already there is replaced whole.

    Files, folders and zip files of text, markdown, HTML, DOCX or PDF, in the order of the book.

    \b
    rules import rules.txt --book mtg --edition 2026-01-16
    rules import chapter1.txt chapter2.md --book my-game
    """
    raise typer.Exit(answers.importing(paths, book, edition, profile, save_profile, json))
