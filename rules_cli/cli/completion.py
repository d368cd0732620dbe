"""The words that the Tab key offers: books, numbers of rules, terms, games, settings. Typer asks these functions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import typer

from rules_cli.library import Library
from rules_cli.store import settings
from rules_cli.text import fold

_MOST = 200  # what a shell still lists without asking


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
    from rules_cli.costs.arguments import GAMES

    return [] if ctx.params.get("words") else _beginning(incomplete, GAMES)


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


def command_items(names: Iterable[str]) -> list[Any]:
    """Return the names of commands as typer wants completions."""
    from typer._click.shell_completion import (
        CompletionItem,  # typer carries its own Click, within the versions we allow
    )

    return [CompletionItem(name) for name in names]
