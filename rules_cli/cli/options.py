"""Options that several commands share, and the values that the Tab key offers for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Annotated

import typer

from rules_cli.cli.usage import whole_number
from rules_cli.errors import RulesError
from rules_cli.library import Library
from rules_cli.lookup.definitions import find_rules
from rules_cli.lookup.find import LookupResult
from rules_cli.render import language
from rules_cli.store import settings
from rules_cli.text import fold

_MOST = 200  # what a shell still lists without asking


def open_library(lang: str | None = None, as_of: str | None = None) -> Library:
    """Open the installed books, and choose the captions: in the language that the user asked for, else in English."""
    library = Library.open(lang, as_of)
    language.choose(library.lang if lang or settings.get("lang") else "en")
    return library


def caption(library: Library, languages: Iterable[str], asked: Iterable[str] = ()) -> None:
    """Choose captions in the language of the user's locale for an answer from books that all are in that language; if
    nothing answers, the languages of the books that were `asked` decide."""
    if (set(languages) or set(asked)) == {library.lang}:
        language.choose(library.lang)


def find(library: Library, words: Sequence[str], book: str | None) -> LookupResult:
    """Return the rules that words name, and choose captions in the language of their books, or of those asked."""
    return captioned(library, find_rules(library, words, book), book)


def captioned(library: Library, found: LookupResult, book: str | None) -> LookupResult:
    """Return what was found, and choose captions in the language of its books, or of those asked."""
    caption(library, (row.edition.about["language"] for row in found.rows), _asked(library, found, book))
    return found


def _asked(library: Library, found: LookupResult, book: str | None) -> Iterator[str]:
    """Yield the languages of the books in which numbers were not found."""
    for error in found.missing:
        slug, colon, _ = getattr(error, "asked", "").partition(":")
        yield from languages_of(library, slug if colon else book)


def languages_of(library: Library, book: str | None) -> list[str]:
    """Return the languages of the books that a question asks; of none if one of them is not installed."""
    with suppress(RulesError):
        return [edition.about["language"] for name in (book or "").split(",") for edition in library.editions_for(name)]
    return []


def language_of_game(library: Library, slug: str) -> Iterator[str]:
    """Yield the language of a game that ships."""
    if info := library.installed.info(slug):
        yield info.language


# --- the values that the Tab key offers


def books(incomplete: str) -> list[str]:
    """Complete the name of a book, also with its edition; after the last comma of several."""
    before, comma, start = incomplete.rpartition(",")
    names = editions(start) if "@" in start else _beginning(start, Library.open().books())
    return [f"{before}{comma}{name}" for name in names]


def numbers(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a rule number, with or without its book."""
    slug, colon, start = incomplete.rpartition(":")
    library = Library.open()
    found = (
        f"{slug}{colon}{number}"
        for edition in library.editions_for(slug or ctx.params.get("book"))
        for number in edition.numbers()
        if number.startswith(start)
    )
    return list(dict.fromkeys(found))[:_MOST]


def terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a term of a game, also its second word and others."""
    from rules_cli.lookup.terms import terms_of

    typed = ctx.params.get("words") or ctx.params.get("ids") or ()
    before = "".join(f"{fold(word)} " for word in typed)
    start = before + fold(incomplete)
    editions = Library.open().editions_for(ctx.params.get("book"))
    names = (name for edition in editions for term in terms_of(edition) for name in term.printed_names())
    found = (name.lower()[len(before) :] for name in names if fold(name).startswith(start))
    return sorted(dict.fromkeys(found))[:_MOST]


def ids_or_terms(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a rule number, else a term."""
    return numbers(ctx, incomplete) if re.search(r"[0-9:]", incomplete) else terms(ctx, incomplete)


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the game of a cost; nothing after it, where no file is meant."""
    from rules_cli.costs.arguments import games

    return [] if ctx.params.get("words") else _beginning(incomplete, games())


def editions(incomplete: str) -> list[str]:
    """Complete a book and its edition: `mtg@2015-01-23`."""
    library = Library.open()
    names = [f"{slug}@{name}" for slug in library.books() for name in library.editions(slug)]
    return _beginning(incomplete, [*library.books(), *names])


def setting_names(incomplete: str) -> list[str]:
    """Complete the name of a setting."""
    return _beginning(incomplete, settings.KEYS)


def setting_values(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the value of the setting that was named."""
    return books(incomplete) if ctx.params.get("key") == "book" else _beginning(incomplete, settings.LANGUAGES)


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


# --- options

Book = Annotated[
    str | None,
    typer.Option(
        "-b",
        "--book",
        metavar="BOOK",
        autocompletion=books,
        help="The book: fab, or one edition, mtg@2006-10-01. Default: RULES_BOOK, then `rules config book`.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Lang = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="en|pt", help="Language of restatements and captions. Default: that of your system."
    ),
]
Plain = Annotated[bool, typer.Option("--plain", help="Show our restatement beside official words.")]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="The edition in force on that day, 2024-11-08. Default: the newest."),
]
Limit = Annotated[
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
