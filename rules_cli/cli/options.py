"""Options that several commands share, said once."""

from __future__ import annotations

from typing import Annotated

import typer

Book = Annotated[
    str | None,
    typer.Option("-b", "--book", metavar="BOOK", help="The book, fab or mtg@2006-10-01. Else RULES_BOOK, or `rules config book`."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="Language of restatements, en or pt. Else the locale's.")
]
