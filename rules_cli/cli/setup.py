"""`rules setup`: the first steps, each shown as the command that does it. Every question can be left."""

from __future__ import annotations

import os
import re
import socket
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

import typer

from rules_cli.cli.argv import command_line
from rules_cli.errors import LibraryError, RulesError
from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.page import Page
from rules_cli.store import settings
from rules_cli.store.book_info import BookInfo, game_of
from rules_cli.store.edition import UNDATED, Edition, is_date
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import LEAVE, clean, fold, number_of

_COMPLETION = ["--install-completion"]
SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""The shells that complete commands."""
_PLAIN = (".txt", ".md")
_BEGINNING = 10_000  # bytes of a text: the date of its edition is on the first page
_BETWEEN = ("and", "&", "+")  # words between names of games


def setup(context: typer.Context) -> int:
    """Choose your games, get their rulebooks, and set your defaults, step by step."""
    from rules_cli.doctor import check_folders  # here, since `offer` needs no more than the settings

    for found in check_folders():  # before questions whose answers could not be kept
        raise LibraryError(f"{found.where}: {found.wrong}; {found.do}")
    steps = Setup(Library.open(), context.obj)
    if not (out.on_terminal() and out.types()):
        _print(*(command_line(*step) for step in steps.all()))
        return 0
    try:
        steps.ask()
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


class Setup:
    """The steps, as questions to a person; `run` runs the command line of a step and returns its exit code."""

    def __init__(self, library: Library, run: Callable[[Sequence[str]], int]) -> None:
        self._installed = library.installed
        games = (slug for slug in library.books() if game_of(slug) == slug)  # no documents for judges
        self._books = [info for slug in games if (info := library.installed.info(slug))]
        self._answer = run

    def all(self) -> Iterator[list[str]]:
        """Yield the command of each step."""
        for info in (each for book in self._books for each in (book, *self._policies(book))):
            if step := _import_step(info, self._installed.own(info.slug)) or _fetch_step(info):
                yield step
        yield ["config", "book", self._books[0].slug] if self._books else ["books"]
        yield _COMPLETION

    # Complexity: one question after another.
    def ask(self) -> None:
        """Ask each question; raises Abort if the user leaves."""
        chosen = self._games()
        wanted = list(chosen)
        for game in chosen:
            policies = self._policies(game)
            named = ", ".join(info.slug for info in policies)
            if policies and _agrees(f"{clean(game.game)}: the documents for judges, too ({named})?"):
                wanted[wanted.index(game) + 1 : wanted.index(game) + 1] = policies
        left = [info for info in wanted if not self._is_imported(info)]
        if left and _is_offline(left):
            self._get_by_hand(left)
        else:
            for info in left:
                step = _fetch_step(info)
                if not (step and _agrees(f"{clean(info.title)}: download it from its publisher?") and self._run(step)):
                    _print("", f"{info.slug}: {clean(info.more)}")
        if slugs := [info.slug for info in chosen]:
            named = f"{', '.join(slugs)}, or none"
            book = _choice(f"Which book is meant if you name none? ({named})", [*slugs, "none"], slugs[0])
            if book != "none":
                self._run(["config", "book", book])
        shell = Path(os.environ.get("SHELL", "")).name
        step = [*_COMPLETION, shell]
        question = f"Complete commands and rule numbers with the Tab key ({command_line(*step)})?"
        if shell in SHELLS and _agrees(question, False):
            self._run(step)
        _print_end(wanted or self._books)

    def _run(self, words: Sequence[str]) -> bool:
        """Print a command and run it. Return whether it succeeded; an error is printed, and does not end the setup."""
        _print("", f"$ {command_line(*words)}")
        try:
            return self._answer(words) == 0
        except RulesError as error:
            out.say(str(error))
            return False

    def _policies(self, game: BookInfo) -> list[BookInfo]:
        """Return the documents for judges of a game, such as `mtg-ipg` of `mtg`, that are not installed yet."""
        return [info for info in self._installed.obtainable() if info.slug.startswith(f"{game.slug}-")]

    def _games(self) -> list[BookInfo]:
        """Ask for the games of the user until the answer names games, and return them."""
        games = (f"{at}  {info.slug:<7} {clean(info.game)}" for at, info in enumerate(self._books, 1))
        _print("Which games do you judge? (q leaves at any question)", *games)
        while True:
            chosen = self.games_named(_ask("Their numbers or names, as in 1 3, or magic; or nothing", ""))
            if chosen is not None:
                return chosen
            _print("Type numbers or names of the list, with blanks or commas between them.")

    def games_named(self, answer: str) -> list[BookInfo] | None:
        """Return the games of an answer, `1 3` or `magic, flesh and blood`; None if a word does not name a game."""
        numbers = {str(at): info.slug for at, info in enumerate(self._books, 1)}
        words = answer.replace(",", " ").split()
        slugs: list[str] = []
        while words:
            named = self._installed.book_in_front(words)
            slug, count = (named[0].partition("@")[0], named[1]) if named else (numbers.get(words[0], ""), 1)
            if words[0].lower() not in _BETWEEN:
                slugs.append(slug)
            words = words[count:]
        by_slug = {info.slug: info for info in self._books}
        return [by_slug[slug] for slug in dict.fromkeys(slugs)] if set(slugs) <= set(by_slug) else None

    def _is_imported(self, info: BookInfo) -> bool:
        """Import a book's file in Downloads if there is one and the user agrees; return whether it is imported."""
        step = _import_step(info, self._installed.own(info.slug))
        return bool(step and _agrees(f"{clean(info.title)}: import {clean(step[1])}?") and self._run(step))

    def _get_by_hand(self, left: Sequence[BookInfo]) -> None:
        """Print the pages to save, and look in Downloads until all files are in it, or the user goes on without."""
        import platformdirs

        folder = platformdirs.user_downloads_path()
        wanted = f"Save these with a browser, on any device, and put the files into {folder}:"
        shown: Sequence[BookInfo] = ()
        look = "Press Enter to look there again, or type the path of a file, or s to go on without"
        go_on = "Press Enter to go on without, or type look to look there again, or the path of a file"
        while left:
            pages = [f"  {info.slug:<8} {clean(info.page)}" for info in left]
            is_same = left == shown
            _print("", *(["None of these is there yet."] if is_same else [f"No network here. {wanted}", *pages]))
            shown = left
            answer = _ask(*((go_on, "s") if is_same else (look, "look")))
            if Path(answer).expanduser().is_file():
                self._run(["import", str(Path(answer).expanduser())])
            elif answer.lower().startswith("s"):
                return
            own = Library.open().installed.own
            left = [info for info in left if not own(info.slug) and not self._is_imported(info)]


def _fetch_step(info: BookInfo) -> list[str] | None:
    """Return the command that downloads a book; None if it has no address."""
    return ["fetch", info.slug] if info.fetch.addresses else None


def _import_step(info: BookInfo, own: Sequence[Edition]) -> list[str] | None:
    """Return the command that imports the newest file of a book in Downloads; None if Downloads has no such file, or
    none newer than the `own` editions."""
    import platformdirs

    found = saved_files(info, platformdirs.user_downloads_path())
    newest = _edition_of(found[0]) if found else ""
    alike = (edition.name for edition in own if is_date(edition.name) == is_date(newest))
    is_old = bool(newest) and any(_figures(newest) <= _figures(name) for name in alike)
    return ["import", str(found[0]), "--book", info.slug] if found and not is_old else None


def _figures(edition: str) -> list[int]:
    """Return the figures of a date or a version, 2.10.0 after 2.9.1."""
    return [int(figures) for figures in re.findall("[0-9]+", edition)]


def saved_files(info: BookInfo, folder: Path) -> list[Path]:
    """Return the files in a folder with a name like the files of a book, the newest first: by the version or the date
    in their name or their text; without one, by the day on which they were saved."""
    files: list[tuple[object, Path]] = []
    names = (*info.files, f"{info.slug}.*")
    with suppress(OSError):
        for path in folder.iterdir():
            if any(fnmatchcase(fold(path.name), fold(name)) for name in names) and path.is_file():
                saved = path.stat().st_mtime
                edition = _edition_of(path)
                version, date = ("", edition) if is_date(edition) else (edition, "")
                date = date or datetime.fromtimestamp(saved).date().isoformat()
                files.append(((_figures(version), date, saved), path))
    return [path for _, path in sorted(files, reverse=True)]


def _edition_of(path: Path) -> str:
    """Return the date or the version in the name of a file, or the date in its first lines; "" without one."""
    from rules_cli.formats.files import read_bytes
    from rules_cli.parse.inference import named_date, stated_date
    from rules_cli.parse.profile import Profile
    from rules_cli.sources.importing import named_version

    if named := named_date([path.name]) or named_version([path.name]):
        return named
    with suppress(OSError, RulesError):
        if path.suffix.lower() in _PLAIN:
            with path.open("rb") as file:
                return stated_date([read_bytes(file.read(_BEGINNING), path.name)], Profile()) or ""
    return ""


def _is_offline(wanted: Sequence[BookInfo]) -> bool:
    """Return whether no publisher of the books can be reached; False if no book has an address."""
    addresses = [info.fetch.addresses[0] for info in wanted if info.fetch.addresses]
    for address in addresses:
        with suppress(OSError):
            if socket.getaddrinfo(urlsplit(address).hostname or "", 443, type=socket.SOCK_STREAM):
                return False
    return bool(addresses)


def _print(*lines: str) -> None:
    page = Page()
    for line in lines:
        page.add(line, hanging=2)
    out.show(page)


def _ask(question: str, default: str) -> str:
    """Ask a question and return the answer; raises Abort for a word that leaves."""
    *lines, last = textwrap.wrap(question, (out.columns() or 80) - 10)  # the answer is beside the last
    _print("", *lines)
    answer = str(typer.prompt(last, default=default, show_default=bool(default))).strip()
    if answer.lower() in LEAVE:
        raise typer.Abort
    return answer


def _agrees(question: str, default: bool = True) -> bool:
    return _choice(f"{question} (y/n)", ("y", "yes", "n", "no"), "y" if default else "n").startswith("y")


def _choice(question: str, answers: Sequence[str], default: str) -> str:
    """Ask until one of the answers is typed."""
    while (answer := _ask(question, default).lower()) not in answers:
        _print(f"Type one of {', '.join(answers)}.")
    return answer


# Complexity: books that are whole, in part and missing, with and without an edition.
def _print_end(wanted: Sequence[BookInfo]) -> None:
    """Print which of the wanted books are installed and which are not, and questions to ask."""
    installed = Library.open().installed
    lines, games = [], [info for info in wanted if info.slug in installed]
    lacking = [f"  {clean(info.title)}: {info.how_to_get}" for info in wanted if info not in games]
    for info in games:
        edition = installed.edition(info.slug)
        name = "" if edition.name == UNDATED else f" {edition.name}"
        part = f", only a part ({clean(info.covers)}); for the whole book: {info.how_to_get}"
        count = number_of(int(edition.about["rules"]), "rule")
        lines.append(f"  {clean(info.game)}{name}: {count}{'' if installed.is_whole(edition) else part}")
    default = settings.chosen_book(None)
    first = next((info for info in games if info.slug == default), games[0])
    in_front = "" if first.slug == default else f"{first.slug} "
    asked = first.asked(installed.is_whole(installed.edition(first.slug)))
    page = f"rules export {first.slug} --format html -o {first.slug}.html"
    _print("", "Installed", *lines, *(["", "Not installed", *lacking] if lacking else []))
    _print("", "For your phone:", f"  {page}")
    asked = (*(f"{in_front}{words}" for words in asked), *_penalty_questions(installed, game_of(first.slug), default))
    _print("", "Ready. Ask:", *(f"  rules {words}" for words in asked), "  rules    (looks up as you type)")


def _penalty_questions(installed: InstalledBooks, game: str, default: str | None) -> Iterator[str]:
    """Yield a question on a penalty to the first installed policy document of a game that has one."""
    for info in filter(None, map(installed.info, installed.slugs())):
        if info.policy_of == game and info.questions and installed.edition(info.slug).has_penalties:
            yield f"penalty {info.questions[0]}{'' if default and game_of(default) == game else f' -b {info.slug}'}"
            return
