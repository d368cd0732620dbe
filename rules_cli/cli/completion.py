"""The words that the Tab key offers, and the command line as a shell hands it over. Typer asks most functions here."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

import typer

from rules_cli.errors import RulesError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.store import settings
from rules_cli.text import fold

_MOST = 200  # what a shell still lists without asking
_BOOK_OPTIONS = ("-b", "--book")
_BROKEN = re.compile(r"\n([:@=]+)(?:\n|$)")  # where bash breaks a word of the user's in several; one line to a word


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


# --- the command line of a shell


def complete(answer: Callable[[], None], commands: Collection[str]) -> None:
    """Print what typer's `answer` offers for the line in the environment, as the shell wants it."""
    left_out = _join_broken_words()
    _complete_bare_words(commands)
    offered = StringIO()
    try:
        with redirect_stdout(offered), suppress(RulesError):  # a message would be printed into the user's line
            answer()
    finally:
        out.write("".join(f"{line.removeprefix(left_out)}\n" for line in offered.getvalue().splitlines()))


def _join_broken_words() -> str:
    """Join the words that bash breaks at `:`, `@` and `=`, as in `mtg:702`; return the part that it keeps itself."""
    words = os.environ.get("COMP_WORDS", "").split("\n")[: int(os.environ.get("COMP_CWORD") or 0) + 1]
    line = _BROKEN.sub(r"\1", "\n".join(words))
    if line.count("\n") + 1 == len(words):
        return ""
    os.environ.update(COMP_WORDS=line, COMP_CWORD=str(line.count("\n")))
    start = re.split(r"[\n:=]|(?=@)", line)[-1]  # it counts an @ to the word after it
    return line.rpartition("\n")[2].removesuffix(start)


def _complete_bare_words(commands: Collection[str]) -> None:
    """Put `show` in front of the words that a shell wants completed, if they begin with no command.

    The shells hand them over in the environment: bash in COMP_WORDS, the others in _TYPER_COMPLETE_ARGS.
    """
    variable = "COMP_WORDS" if "COMP_WORDS" in os.environ else "_TYPER_COMPLETE_ARGS"
    line = re.match(r"(\s*\S+\s+)(\S.*)", os.environ.get(variable, ""), re.DOTALL)
    if line is None or not _is_bare(line[2], commands):
        return
    os.environ[variable] = f"{line[1]}show {line[2]}"
    if variable == "COMP_WORDS":
        os.environ["COMP_CWORD"] = str(int(os.environ.get("COMP_CWORD", "1")) + 1)


def _is_bare(words: str, commands: Collection[str]) -> bool:
    """Return whether words that begin so are a question without a command: they begin with a number or a book."""
    first, *others = re.split(r"\s+", words)
    if first in _BOOK_OPTIONS or first[:1].isdigit() or ":" in first:
        return True
    if first in commands or first.startswith("-") or not others:
        return False
    return Library.open().installed.slug_of(first) is not None
