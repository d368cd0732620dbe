"""`rules doctor`: check every file of the library and of the package, and throw the caches away.

A damaged file stops no other check. Problems that only the user can solve are listed, each with what to do.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_cli.cards import card_list
from rules_cli.citation_check.snapshot import citation_facts
from rules_cli.costs.games import costs_from
from rules_cli.errors import BookNotFound, LibraryError, RulesError, RulesWarning
from rules_cli.lookup.terms import listed_terms
from rules_cli.model import Book, Row
from rules_cli.names.name_rules import naming_from
from rules_cli.parse.profile import profile_from
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.sources import fetch_state
from rules_cli.store import paths, settings, tree_yaml
from rules_cli.store.atomic import PART
from rules_cli.store.book_info import info_from
from rules_cli.store.data_files import load_yaml
from rules_cli.store.edition import Edition, is_edition_file
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fingerprint, shorten

_REINSTALL = "install rules again"
_REQUIRED = ("book.yaml", "profile.yaml", "tree.yaml")
_NAMED = 3  # numbers listed in one finding: enough to find the place, and one line on a screen
_LONGEST_WRITE = 3600.0  # seconds: no write takes so long, so an older part file was left by a process that died


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: `where` it is (an edition, a file), what is `wrong`, and what to `do`.

    A `mended` one is solved, and `do` says how.
    """

    where: str
    wrong: str
    do: str
    mended: bool = False


@dataclass(frozen=True, slots=True)
class Health:
    """Every problem found, and how many things of each kind were checked."""

    findings: tuple[Finding, ...]
    looked_at: Mapping[str, int]

    @property
    def is_well(self) -> bool:
        """Whether no problem is left for the user to solve."""
        return all(finding.mended for finding in self.findings)


def examine() -> Health:
    """Check what ships and what the user has, in time linear in the size of both, and throw the caches away."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)  # what other answers leave out is a finding here
        installed = InstalledBooks()
        editions = [edition for slug in installed.slugs() for edition in installed.all(slug)]
        findings = [*_unwritable_folders(), *_leftovers()]
        rules = sum(_check_edition(edition, findings) for edition in editions)
        lists, shipped = card_list.list_files(), _shipped_files()
        findings += [
            *_unread_files(),
            *_damaged_card_lists(lists),
            *_damaged_fetch_states(),
            *_wrong_settings(installed),
            *_faults_of_shipped_files(shipped),
        ]
        indexes = len(list(paths.cache_dir().glob("index/*.sqlite")))
        shutil.rmtree(paths.cache_dir(), ignore_errors=True)
        looked_at = {
            "editions": len(editions),
            "rules": rules,
            "indexes": indexes,
            "card lists": len(lists),
            "files that ship": len(shipped),
        }
        return Health(tuple(findings), looked_at)


# --- editions


def _check_edition(edition: Edition, findings: list[Finding]) -> int:
    """Add the problems of an edition to the findings; returns the number of its rules."""
    try:
        book = edition.read()
    except (RulesError, OSError, ValueError) as error:
        findings.append(Finding(repr(edition), str(error), edition.remedy))
        return 0
    if (book.slug, book.edition) != (edition.slug, edition.name):
        wrong = f"the file says that it is {book.slug}@{book.edition}"
        findings.append(Finding(repr(edition), wrong, edition.remedy))
    findings += [Finding(repr(edition), wrong, edition.remedy) for wrong in _faults_of(book)]
    return sum(row.kind == "rule" for row in book.rows)


def _faults_of(book: Book) -> Iterator[str]:
    """What an imported tree never has, a line for each kind of fault."""
    places = {str(row.number): place for place, row in enumerate(book.rows)}
    for wrong, is_faulty in _FAULTS.items():
        if numbers := [str(row.number) for row in book.rows if is_faulty(row, places)]:
            yield f"{_first(numbers)}: {wrong}"
    if gone := [str(number) for number in book.glossaries if number not in places]:
        yield f"{_first(gone)}: named as the heading of a glossary, but not there"
    if gone := sorted({str(a.number) for a in book.anomalies if a.number is not None and a.number not in places}):
        yield f"{_first(gone)}: an anomaly of a row that is not there"


def _first(numbers: list[str]) -> str:
    more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
    return ", ".join(map(shorten, numbers[:_NAMED])) + more


def _differs_from_fingerprint(row: Row, _: Mapping[str, int]) -> bool:
    text = row.words.text
    return text is not None and row.fingerprint is not None and fingerprint(text) != row.fingerprint


def _is_empty(row: Row, _: Mapping[str, int]) -> bool:
    return row.title is None if row.kind == "heading" else row.words.text is None and row.fingerprint is None


def _is_heading_with_text(row: Row, _: Mapping[str, int]) -> bool:
    return row.kind == "heading" and row.words.text is not None


def _is_before_its_parent(row: Row, places: Mapping[str, int]) -> bool:
    return row.parent is not None and not places.get(row.parent, len(places)) < places[row.number]


def _has_wrong_reference(row: Row, places: Mapping[str, int]) -> bool:
    starts = {"", *(reference.target for reference in row.references)}  # a range starts at a number that is named too
    return any(ref.resolved != (ref.target in places) or ref.since not in starts for ref in row.references)


_FAULTS: Mapping[str, Callable[[Row, Mapping[str, int]], bool]] = {
    "not the words of the fingerprint (damaged, edited, or imported by an older version)": _differs_from_fingerprint,
    "a heading without a title, or a rule without words": _is_empty,
    "a heading that has a text": _is_heading_with_text,
    "the parent is not printed before it": _is_before_its_parent,
    "a reference that leads elsewhere than is written beside it": _has_wrong_reference,
}


# --- the user's other files


def _unwritable_folders() -> Iterator[Finding]:
    for folder, wrong in (
        (paths.library(), "nothing can be imported or removed"),
        (paths.cache_dir(), "every answer is worked out again, which takes longer"),
    ):
        there = next(each for each in (folder, *folder.parents) if each.exists())
        try:
            with tempfile.TemporaryFile(dir=there):
                pass
        except OSError as error:
            fault = f"{error.strerror or error}: {wrong}"
            yield Finding(str(folder), fault, "make it a folder that you can write, or set RULES_HOME")


def _leftovers() -> Iterator[Finding]:
    """Remove the files that interrupted writes left in the library and beside the settings."""
    for root in (paths.library(), paths.config_file().parent):
        for path in sorted(root.rglob(f"*{PART}")):
            try:
                if time.time() - path.lstat().st_mtime > _LONGEST_WRITE:
                    path.unlink()
                    yield Finding(str(path), "left by a write that was interrupted", "removed", mended=True)
            except OSError as error:
                yield Finding(str(path), f"can't be removed ({error.strerror})", "delete it")


def _unread_files() -> Iterator[Finding]:
    """Files among the books that no question reads, because of their names."""
    books = paths.library() / "books"
    for path in sorted(
        [*books.glob("*.yaml"), *(path for path in books.glob("*/*.yaml") if not is_edition_file(path))]
    ):
        if not path.name.startswith(".") and not path.parent.name.startswith("."):
            wrong = "it is not read: an edition is a file BOOK/EDITION.yaml, its names without blanks"
            yield Finding(str(path.relative_to(books)), wrong, "give it such a name, or move it away")


def _damaged_card_lists(files: list[Path]) -> Iterator[Finding]:
    for path in files:
        try:
            card_list.check_list(path)
        except LibraryError as error:
            yield Finding(f"cards/{path.name}", str(error), f"import it again, or: rules remove {path.stem} --cards")


def _damaged_fetch_states() -> Iterator[Finding]:
    """Remove damaged notes of the last fetch: they only save a download."""
    for path in _json_files(fetch_state.folder()):
        try:
            fetch_state.read(path)
        except (OSError, RulesError) as error:
            path.unlink(missing_ok=True)
            yield Finding(f"fetched/{path.name}", str(error), "removed", mended=True)


def _json_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.json") if not path.name.startswith("."))


def _wrong_settings(installed: InstalledBooks) -> Iterator[Finding]:
    where = str(paths.config_file())
    try:
        unknown = settings.unknown_keys()
    except LibraryError as error:
        yield Finding(where, str(error), "correct it, or delete it")
        return
    if unknown:
        known = " and ".join(settings.KEYS)
        yield Finding(where, f"no setting: {', '.join(unknown)}", f"there are {known}: delete the rest")
    lang, book = settings.get("lang"), settings.default_book()
    if lang and lang not in settings.LANGUAGES:
        choice = " or ".join(settings.LANGUAGES)
        yield Finding(where, f"lang is {lang!r}", f"rules config lang {choice}, or unset RULES_LANG")
    try:
        if book:
            slug, _, edition = book.partition("@")
            installed.edition(slug, edition or None)
    except BookNotFound as error:
        yield Finding(where, f"the book chosen is {book!r}: {error}", "rules config book BOOK, or unset RULES_BOOK")


# --- what ships


def _shipped_files() -> list[Path]:
    return sorted(path for root in (paths.shipped(), paths.thesaurus()) for path in root.rglob("*.yaml"))


def _faults_of_shipped_files(files: list[Path]) -> Iterator[Finding]:
    """Missing files, and files that can't be read as they are for an answer."""
    folders = sorted(path for path in paths.shipped().glob("*") if path.is_dir())
    if not folders:
        yield Finding(str(paths.shipped()), "no book is there", _REINSTALL)
    missing = [folder / name for folder in folders for name in _REQUIRED if not (folder / name).is_file()]
    for path in missing:
        yield Finding(f"{path.parent.name}/{path.name}", "it is not there", _REINSTALL)
    checks: list[tuple[str, Callable[[], object]]] = [("thesaurus", Thesaurus.open)]
    checks += [(str(path.relative_to(paths.data())), lambda path=path: _check_file(path)) for path in files]  # type: ignore[misc]
    for where, check in checks:
        try:
            check()
        except (RulesError, OSError) as error:
            yield Finding(where, str(error), _REINSTALL)
        except (TypeError, ValueError, LookupError, AttributeError, re.error) as error:  # a value of another shape
            yield Finding(where, f"it does not fit its schema ({type(error).__name__}: {error})", _REINSTALL)


def _check_names(slug: str, value: Any) -> None:
    naming = naming_from(slug, value)
    for used in ("all_names", "separator", "pitch_note", "version_mark", "interchangeable_keys"):
        getattr(naming, used)


_CHECKS: dict[str, Callable[[str, Any, str], object]] = {
    "book.yaml": info_from,
    "profile.yaml": lambda _, value, where: profile_from(value, where),
    "terms.yaml": lambda slug, *_: listed_terms(slug),
    "names.yaml": lambda slug, value, _: _check_names(slug, value),
    "costs.yaml": lambda _, value, where: costs_from(value, where),
    "citations.yaml": lambda slug, *_: citation_facts(slug),
}
"""How each file of a book is checked, by its slug, its plain value and its name. Trees are checked as editions."""


def _check_file(path: Path) -> None:
    """Read a file as it is read for an answer; raises the error that the answer would raise."""
    if path.parent.parent.name == "words":
        tree_yaml.load_words(path)
        return
    value = load_yaml(path)
    if path.parent.parent == paths.shipped() and path.name in _CHECKS:
        _CHECKS[path.name](path.parent.name, value, f"{path.parent.name}/{path.name}")
