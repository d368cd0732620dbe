"""Options that several commands share, and the completion of their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated

import typer

from rules_cli import captions
from rules_cli.cli.completion import books, ids_or_terms
from rules_cli.cli.usage import whole_number
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import LookupResult
from rules_cli.store import settings


def open_library(lang: str | None = None, as_of: str | None = None) -> Library:
    """Open the installed books, and choose the captions: in the language that the user asked for, else in English."""
    library = Library.open(lang, as_of)
    captions.choose(library.lang if lang or settings.get("lang") else "en")
    return library


def caption(library: Library, languages: Iterable[str]) -> None:
    """Choose captions in the language of the user's locale for an answer from books that all are in that language."""
    if set(languages) == {library.lang}:
        captions.choose(library.lang)


def captioned(library: Library, find: Callable[[], LookupResult]) -> LookupResult:
    """Return the rules that are found, with captions and notes in the language of their books."""
    found = find()
    caption(library, (row.edition.about["language"] for row in found.rows))
    return find() if found.notes else found  # again: notes are made of captions


def language_of_game(library: Library, slug: str) -> Iterator[str]:
    """Yield the language of a game that ships."""
    if info := library.installed.info(slug):
        yield info.language


BookOption = Annotated[
    str | None,
    typer.Option(
        "-b",
        "--book",
        metavar="BOOK",
        autocompletion=books,
        help="The book: fab, or one edition, mtg@2006-10-01. Default: RULES_BOOK, then `rules config book`.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="en|pt", help="Language of restatements and captions. Default: that of your system."
    ),
]
PlainOption = Annotated[bool, typer.Option("--plain", help="Show our restatement beside official words.")]
AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The edition in force on that day, 2024-11-08. Default: the newest."),
]
LimitOption = Annotated[
    int, typer.Option("-n", "--limit", metavar="N", parser=whole_number(1, 200), help="How many at most.")
]
Ids = Annotated[
    list[str],
    typer.Argument(
        metavar="ID...",
        autocompletion=ids_or_terms,
        help="A rule number: 2.7.3a, fab:2.7.3a, 601.2f-h, 7045k, mtg@2006-10-01:206.1; or a term.",
    ),
]
