"""`rules setup`: the first steps, each shown as the command that does it. Every question can be left."""

from __future__ import annotations

import os
import shlex
import socket
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

import typer

from rules_cli.errors import RulesError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.page import Page
from rules_cli.store import settings
from rules_cli.store.book_info import BookInfo
from rules_cli.store.edition import UNDATED
from rules_cli.text import clean, fold, number_of

_LEAVE = ("q", "quit", "exit")
_COMPLETION = ["--install-completion"]
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""The shells that complete commands."""
_BETWEEN = ("and", "&", "+")  # words between names of games


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
    chosen = _ask_games(library, books)
    wanted = [each for info in chosen for each in (info, *_asked_policies(library, info))]
    _get_all(wanted)
    if chosen:
        _ask_default(chosen)
    shell = Path(os.environ.get("SHELL", "")).name
    step = [*_COMPLETION, shell]
    if shell in SHELLS and _agrees(f"Complete commands and rule numbers with the Tab key ({_command(step)})?", False):
        _run(step)
    _print_end(chosen or list(books))


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


def _ask_games(library: Library, books: Sequence[BookInfo]) -> list[BookInfo]:
    games = (f"{at}  {info.slug:<7} {clean(info.game)}" for at, info in enumerate(books, 1))
    _print("Which games do you judge? (q leaves at any question)", *games)
    while True:
        answer = _ask("Their numbers or names, as in 1 3, or magic; or nothing", "")
        chosen = _games_named(library, books, answer)
        if chosen is not None:
            return chosen
        _print("Type numbers or names of the list, with blanks or commas between them.")


def _games_named(library: Library, books: Sequence[BookInfo], answer: str) -> list[BookInfo] | None:
    """Return the games of an answer, `1 3` or `magic, flesh and blood`; None if a word is none of them."""
    numbers = {str(at): info.slug for at, info in enumerate(books, 1)}
    words = answer.replace(",", " ").split()
    slugs: list[str] = []
    while words:
        named = library.installed.book_in_front(words)
        slug, count = (named[0].partition("@")[0], named[1]) if named else (numbers.get(words[0], ""), 1)
        if words[0].lower() not in _BETWEEN:
            slugs.append(slug)
        words = words[count:]
    by_slug = {info.slug: info for info in books}
    return [by_slug[slug] for slug in dict.fromkeys(slugs)] if set(slugs) <= set(by_slug) else None


def _asked_policies(library: Library, game: BookInfo) -> list[BookInfo]:
    """Return the documents for judges of a game, if the user wants them."""
    policies = _policies(library, game)
    named = ", ".join(info.slug for info in policies)
    return policies if policies and _agrees(f"{clean(game.game)}: the documents for judges, too ({named})?") else []


# --- getting the books


def _get_all(wanted: Sequence[BookInfo]) -> None:
    """Import the files in Downloads, download the other books, and say how to get those that can't be downloaded."""
    left = [info for info in wanted if not _imported(info)]
    if left and _is_offline(left):
        _get_by_hand(left)
        return
    for info in left:
        step = _fetch_step(info)
        if not (step and _agrees(f"{clean(info.title)}: download it from its publisher?") and _run(step)):
            _print("", f"{info.slug}: {clean(info.more)}")


def _imported(info: BookInfo) -> bool:
    """Import a book's file in Downloads if there is one and the user agrees; return whether it is imported."""
    step = _import_step(info)
    return bool(step and _agrees(f"{clean(info.title)}: import {clean(step[1])}?") and _run(step))


def _is_offline(wanted: Sequence[BookInfo]) -> bool:
    """Return whether no publisher of the books can be found: there is no network, and each download would say so."""
    addresses = [info.fetch.addresses[0] for info in wanted if info.fetch.addresses]
    return bool(addresses) and not any(_is_found(urlsplit(address).hostname or "") for address in addresses)


def _is_found(host: str) -> bool:
    try:
        return bool(socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM))
    except OSError:
        return False


def _get_by_hand(wanted: Sequence[BookInfo]) -> None:
    """Name the pages to save, and look in Downloads again until all are there or the user goes on."""
    import platformdirs

    left = list(wanted)
    folder = platformdirs.user_downloads_path()
    while left:
        pages = (f"  {info.slug:<8} {clean(info.page)}" for info in left)
        _print(
            "", f"No network here. Save these with a browser, on any device, and put the files into {folder}:", *pages
        )
        if _ask("Press Enter to look there again, or type s to go on without", "look").lower().startswith("s"):
            return
        left = [info for info in left if not _imported(info)]


def _ask_default(chosen: Sequence[BookInfo]) -> None:
    slugs = [info.slug for info in chosen]
    question = f"Which book is meant if you name none? ({', '.join(slugs)}, or none)"
    answer = _ask(question, slugs[0]).lower()
    if answer in slugs:
        _run(["config", "book", answer])


def _print_end(games: Sequence[BookInfo]) -> None:
    """Print what of the games is installed, and three questions that it answers."""
    installed = Library.open().installed
    lines = []
    for info in games:
        edition = installed.edition(info.slug)
        is_whole = installed.is_whole(edition)
        name = "" if edition.name == UNDATED else f" {edition.name}"
        count = number_of(int(edition.about["rules"]), "rule")
        how = "" if is_whole else f", only a part ({clean(info.covers)}); for the whole book: {info.how_to_get}"
        lines.append(f"{clean(info.game)}{name}: {count}{how}")
    default = settings.chosen_book(None)
    first = next((info for info in games if info.slug == default), games[0])
    in_front = "" if first.slug == default else f"{first.slug} "
    asked = first.asked(installed.is_whole(installed.edition(first.slug)))
    page = f"rules export {first.slug} --format html -o {first.slug}.html"
    _print("", "Installed", *(f"  {line}" for line in lines), "", "For your phone:", f"  {page}")
    _print("", "Ready. Ask:", *(f"  rules {in_front}{words}" for words in asked), "  rules    (looks up as you type)")
