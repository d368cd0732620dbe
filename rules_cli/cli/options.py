"""Options that several commands share, said once; and opening the library for them."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.library import Library


def books(incomplete: str) -> list[str]:
    """Completion: the books there are."""
    return [slug for slug in Library.open().installed.slugs() if slug.startswith(incomplete)]


def numbers(incomplete: str) -> list[str]:
    """Completion: the rule numbers that begin so."""
    from rules_cli.lookup.terms import editions_for

    slug, colon, start = incomplete.rpartition(":")
    found = [
        f"{slug}{colon}{number}"
        for edition in editions_for(Library.open(), slug or None)
        for number in edition.numbers()
        if number.startswith(start)
    ]
    return list(dict.fromkeys(found))[:200]


Book = Annotated[
    str | None,
    typer.Option(
        "-b",
        "--book",
        metavar="BOOK",
        autocompletion=books,
        help="The book, fab or mtg@2006-10-01. Else RULES_BOOK, else what `rules config book` says.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]
Lang = Annotated[
    str | None,
    typer.Option("--lang", metavar="en|pt", help="Language of restatements, where a book has both. Else the locale's."),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The edition in force on that day, 2024-11-08. Else the newest."),
]
Ids = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...",
        autocompletion=numbers,
        help="2.7.3a, fab:2.7.3a, 601.2f-h, 7045k, mtg@2006-10-01:206.1",
    ),
]


def app_of(help_text: str) -> typer.Typer:
    """An app of one command, or of a few."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, help=help_text, no_args_is_help=True)
