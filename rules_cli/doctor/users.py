"""What is the user's own: card lists, marks of fetches, settings, and the folders that all of it is kept in."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from rules_cli.cards import card_list
from rules_cli.doctor.caches import swept
from rules_cli.doctor.model import Finding
from rules_cli.errors import BookNotFound, LibraryError, RulesError
from rules_cli.sources import fetch_state
from rules_cli.store import paths, settings
from rules_cli.store.editions import InstalledBooks, is_edition


def folders() -> Iterator[Finding]:
    """Folders that can't be written: what is kept in them can't be changed."""
    for folder, wrong in (
        (paths.library(), "nothing can be imported or removed"),
        (paths.cache_dir(), "every answer is worked out anew, which takes longer"),
    ):
        if fault := _fault_of(folder):
            yield Finding(str(folder), f"{fault}: {wrong}", "let it be a folder that you can write, or set RULES_HOME")


def _fault_of(folder: Path) -> str:
    """Why nothing can be written in a folder that is there, or could be made."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def not_read() -> Iterator[Finding]:
    """Files among the books that no question ever reaches, since their names are none of an edition."""
    books = paths.library() / "books"
    for path in sorted([*books.glob("*.yaml"), *(path for path in books.glob("*/*.yaml") if not is_edition(path))]):
        if not path.name.startswith(".") and not path.parent.name.startswith("."):
            yield Finding(
                str(path.relative_to(books)),
                "it is not read: an edition is a file BOOK/EDITION.yaml, its names without blanks",
                "give it such a name, or move it away",
            )


def card_lists() -> Iterator[Finding]:
    """Card lists that are not as they were imported."""
    for path in card_list.list_files():
        try:
            card_list.check_list(path)
        except LibraryError as error:
            yield Finding(f"cards/{path.name}", str(error), f"import it again, or: rules remove {path.stem} --cards")


def count_card_lists() -> int:
    """How many card lists there are."""
    return len(card_list.list_files())


def marks_of_fetches() -> Iterator[Finding]:
    """Marks that are none: they only spare a download, and go."""
    for path in _json_files(fetch_state.folder()):
        try:
            fetch_state.read(path)
        except (OSError, RulesError):
            yield swept([path], f"fetched/{path.name}", "not what a fetch leaves behind")


def _json_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if not path.name.startswith("."))


def user_settings(installed: InstalledBooks) -> Iterator[Finding]:
    """Settings that can't be followed."""
    where = str(paths.config_file())
    try:
        unknown = settings.unknown_keys()
    except LibraryError as error:
        yield Finding(where, str(error), "mend it, or delete it")
        return
    if unknown:
        yield Finding(
            where, f"no setting: {', '.join(unknown)}", f"there are {' and '.join(settings.KEYS)}: delete the rest"
        )
    lang = settings.get("lang")
    if lang and lang not in settings.LANGUAGES:
        yield Finding(
            where, f"lang is {lang!r}", f"rules config lang {' or '.join(settings.LANGUAGES)}, or unset RULES_LANG"
        )
    yield from _chosen_book(installed, settings.default_book(), where)


def _chosen_book(installed: InstalledBooks, book: str | None, where: str) -> Iterator[Finding]:
    if book:
        slug, _, edition = book.partition("@")
        try:
            installed.edition(slug, edition or None)
        except BookNotFound as error:
            yield Finding(where, f"the book chosen is {book!r}: {error}", "rules config book BOOK, or unset RULES_BOOK")
