"""`rules setup`: the first steps, each shown as the command that does it. Every question can be left."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path

import typer

from rules_cli.errors import RulesError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.page import Page
from rules_cli.store import settings
from rules_cli.store.book_info import BookInfo
from rules_cli.text import clean, fold

_LEAVE = ("q", "quit", "exit")
_COMPLETION = ["--install-completion"]


def setup() -> int:
    """Choose your games, get their rulebooks, and set your defaults, step by step.

    Each step is shown as the command that does it. Leave with q or Ctrl-C: what was done stays. Without a terminal,
    only the commands are printed.

    \b
    rules setup
    """
    library = Library.open()
    books = [info for slug in library.books() if (info := library.installed.info(slug))]
    if not (out.on_terminal() and out.types()):
        _print(*map(_command, _all_steps(library, books)))
        return 0
    try:
        _ask_all(library, books)
    except typer.Abort:
        _print("", "stopped; all that was done is kept; to go on: rules setup")
    return 0


def offer() -> None:
    """Print one line on `rules setup`, if the user has neither a book nor a default book."""
    with suppress(RulesError):
        installed = Library.open().installed
        own = any(map(installed.own, installed.slugs()))
        if not own and not settings.default_book():
            _print("", "First time here? rules setup gets the rulebooks of your games.")


# --- steps


def _all_steps(library: Library, books: Sequence[BookInfo]) -> Iterator[list[str]]:
    for info in (each for book in books for each in (book, *_policies(library, book))):
        if step := _import_step(info) or _fetch_step(info):
            yield step
    yield ["config", "book", books[0].slug] if books else ["books"]
    yield _COMPLETION


def _policies(library: Library, game: BookInfo) -> list[BookInfo]:
    """Return the documents for judges of a game that the user has not yet, such as `mtg-ipg` of `mtg`."""
    return [info for info in library.installed.obtainable() if info.slug.startswith(f"{game.slug}-")]


def _fetch_step(info: BookInfo) -> list[str] | None:
    """Return the command that downloads a book; None if no address is known."""
    return ["fetch", info.slug] if info.fetch.addresses else None


def _import_step(info: BookInfo) -> list[str] | None:
    """Return the command that imports the newest of the book's files in Downloads; None if it has none."""
    import platformdirs

    found = saved_files(info, platformdirs.user_downloads_path())
    return ["import", str(found[0]), "--book", info.slug] if found else None


def saved_files(info: BookInfo, folder: Path) -> list[Path]:
    """Return the files in a folder that are named like a book's, the newest first."""
    files = []
    with suppress(OSError):
        for path in folder.iterdir():
            if any(fnmatchcase(fold(path.name), fold(name)) for name in info.files) and path.is_file():
                files.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(files, reverse=True)]


def _command(words: Sequence[str]) -> str:
    return f"rules {shlex.join(words)}"


def _run(words: Sequence[str]) -> bool:
    """Show a command and run it; return whether it succeeded. An error is printed, and the next step follows."""
    from rules_cli.cli.app import run

    _print("", f"$ {_command(words)}")
    try:
        return run(words) == 0
    except RulesError as error:
        out.say(str(error))
        return False


# --- questions


def _ask_all(library: Library, books: Sequence[BookInfo]) -> None:
    chosen = _ask_games(books)
    for info in chosen:
        _get(info)
        policies = _policies(library, info)
        if policies and _agrees(f"{info.slug}: get the documents for judges, too?"):
            for policy in policies:
                _get(policy)
    if chosen:
        _ask_default(chosen)
    if _agrees(f"Complete commands and rule numbers with the Tab key ({_command(_COMPLETION)})?", default=False):
        _run(_COMPLETION)
    example = chosen[0].slug if chosen else "fab"
    _print("", f"Ready. Look something up: rules {example} WORDS, rules tree {example}")


def _print(*lines: str) -> None:
    """Print lines, wrapped at the width of the terminal."""
    page = Page()
    for line in lines:
        page.add(line, hanging=2)
    out.show(page)


def _ask(question: str, default: str) -> str:
    """Return the answer to a question; raises Abort if the user leaves."""
    *lines, last = textwrap.wrap(question, (out.columns() or 80) - 10)  # the answer is beside the last
    _print("", *lines)
    answer = str(typer.prompt(last, default=default, show_default=bool(default))).strip()
    if answer.lower() in _LEAVE:
        raise typer.Abort
    return answer


def _agrees(question: str, default: bool = True) -> bool:
    return _ask(f"{question} (y/n)", "y" if default else "n").lower().startswith("y")


def _ask_games(books: Sequence[BookInfo]) -> list[BookInfo]:
    games = (f"{at}  {info.slug:<7} {clean(info.title)}" for at, info in enumerate(books, 1))
    _print("Which games do you judge? (q leaves at any question)", *games)
    while True:
        words = _ask("Their numbers or names, as in 1 3, or nothing", "").replace(",", " ").lower().split()
        chosen = [info for at, info in enumerate(books, 1) if str(at) in words or info.slug in words]
        if len(chosen) == len(set(words)):
            return chosen
        _print("Type numbers of the list, with blanks between them.")


def _get(info: BookInfo) -> None:
    """Import the file in Downloads, else fetch the book, else say how to get it."""
    step = _import_step(info)
    if step and _agrees(f"{info.title}: import {clean(step[1])}?") and _run(step):
        return
    step = _fetch_step(info)
    if step and _agrees(f"{info.title}: download it from its publisher?") and _run(step):
        return
    _print("", f"{info.slug}: {clean(info.more)}")


def _ask_default(chosen: Sequence[BookInfo]) -> None:
    slugs = [info.slug for info in chosen]
    question = f"Which book is meant if you name none? ({', '.join(slugs)}, or none)"
    answer = _ask(question, slugs[0]).lower()
    if answer in slugs:
        _run(["config", "book", answer])
