"""`rules doctor`: check every file of the library and of the package, and delete the caches.

A damaged file does not stop the other checks. For each problem that is left, the report says what the user can do.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_cli import schema
from rules_cli.cards import card_list
from rules_cli.costs.arguments import CostFile
from rules_cli.errors import BookNotFound, LibraryError, RulesError, RulesWarning
from rules_cli.lookup.deciding_rules import DecidingFile, check_keys
from rules_cli.lookup.lexicon import lexicon
from rules_cli.lookup.notes import NotesFile
from rules_cli.lookup.permalink import ListedPermalinks
from rules_cli.lookup.terms import TermsFile
from rules_cli.names.name_rules import naming_from
from rules_cli.parse.profile import Profile
from rules_cli.search.corpus import LEXICON
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.sources.installing import is_damaged
from rules_cli.store import paths, settings, tree_yaml
from rules_cli.store.atomic import remove_parts
from rules_cli.store.book_info import BookInfo
from rules_cli.store.data_files import load_yaml
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fingerprint, shorten

_REINSTALL = "install rules again"
_REQUIRED = ("book.yaml", "profile.yaml")


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: `where` it is (an edition, a file), the fault (`wrong`), and the remedy (`do`)."""

    where: str
    wrong: str
    do: str


@dataclass(frozen=True, slots=True)
class Health:
    """Every problem found, and how many things of each kind were checked (`looked_at`)."""

    findings: tuple[Finding, ...]
    looked_at: Mapping[str, int]

    @property
    def is_well(self) -> bool:
        """Whether no problem is left for the user to solve."""
        return not self.findings


def examine() -> Health:
    """Check the shipped files and the user's files; delete the caches and the files of interrupted writes.
    Time is linear in the size of the files."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)  # what it would warn about becomes a finding
        installed = InstalledBooks()
        editions = [edition for slug in installed.slugs() for edition in installed.all(slug)]
        findings = list(check_folders())
        for root in (paths.library(), paths.config_file().parent):
            for folder in (root, *root.rglob("*/")):
                remove_parts(folder)
        rules = sum(_check_edition(edition, findings) for edition in editions)
        lists = card_list.list_files()
        shipped = sorted(paths.data().rglob("*.yaml"))
        findings += [*_check_card_lists(lists), *_check_settings(installed), *_check_shipped_files(shipped)]
        indexes = len(list(paths.cache_dir().glob("index/*.sqlite")))
        shutil.rmtree(paths.cache_dir(), ignore_errors=True)
        looked_at = {
            "editions": len(editions),
            "rules": rules,
            "indexes": indexes,
            "card lists": len(lists),
            "shipped files": len(shipped),
        }
        return Health(tuple(findings), looked_at)


def _check_edition(edition: Edition, findings: list[Finding]) -> int:
    """Add the problems of an edition to the findings; return how many rules it has, 0 if it can't be read."""
    try:
        book = edition.read()
    except (RulesError, OSError, ValueError) as error:
        findings.append(Finding(repr(edition), str(error), edition.remedy))
        return 0
    if (book.slug, book.edition) != (edition.slug, edition.name):
        wrong = f"the file says that it is {book.slug}@{book.edition}"
        findings.append(Finding(repr(edition), wrong, edition.remedy))
    damaged = [
        row.number
        for row in book.rows
        if (text := row.words.text) is not None
        and row.fingerprint not in (None, fingerprint(text), fingerprint(text, version=1))
    ]
    if damaged:
        more = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        wrong = f"{shorten(damaged[0])}{more}: the words do not fit the fingerprint (damaged or edited)"
        findings.append(Finding(repr(edition), wrong, edition.remedy))
    elif is_damaged(edition):
        wrong = f"{edition.path.name} has changed since it was written, without a write: the disk may be bad"
        findings.append(Finding(repr(edition), wrong, edition.remedy))
    return book.groups().count("rule")


def check_folders() -> Iterator[Finding]:
    """Try to write into the folders of the library and of the cache, or where they will be made."""
    for folder, consequence in (
        (paths.library(), "nothing can be imported or removed"),
        (paths.cache_dir(), "every answer takes longer"),
    ):
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        try:
            with tempfile.TemporaryFile(dir=existing):
                pass
        except OSError as error:
            wrong = f"{error.strerror or error}: {consequence}"
            yield Finding(str(folder), wrong, "make it a folder that you can write, or set RULES_HOME")


def _check_card_lists(files: list[Path]) -> Iterator[Finding]:
    """Report card lists that can't be read."""
    for path in files:
        try:
            card_list.CardList(path).check()
        except LibraryError as error:
            do = f"import it again, or: rules remove {path.stem} --cards"
            yield Finding(f"cards/{path.name}", str(error), do)


def _check_settings(installed: InstalledBooks) -> Iterator[Finding]:
    """Report settings that are unknown, or have a value that does not exist."""
    where = str(paths.config_file())
    try:
        unknown = settings.unknown_keys()
    except LibraryError as error:
        yield Finding(where, str(error), "correct it, or delete it")
        return
    if unknown:
        yield Finding(where, f"no setting: {', '.join(unknown)}", f"keep only {' and '.join(settings.KEYS)}")
    lang, book = settings.get("lang"), settings.default_book()
    if lang and lang not in settings.LANGUAGES:
        choice = " or ".join(settings.LANGUAGES)
        yield Finding(where, f"lang is {lang!r}", f"rules config lang {choice}, or unset RULES_LANG")
    try:
        if book:
            slug, _, edition = book.partition("@")
            installed.edition(slug, edition or None)
    except BookNotFound as error:
        yield Finding(where, f"book is {book!r}: {error}", "rules config book BOOK, or unset RULES_BOOK")


def _check_shipped_files(files: list[Path]) -> Iterator[Finding]:
    """Report shipped files that are missing, or that can't be read as they are for an answer."""
    folders = sorted(path for path in paths.shipped().glob("*") if path.is_dir())
    if not folders:
        yield Finding(str(paths.shipped()), "no book is there", _REINSTALL)
    for folder in folders:
        for name in (*_REQUIRED, *(["tree.yaml"] if (folder / "words").is_dir() else [])):
            if not (folder / name).is_file():
                yield Finding(f"{folder.name}/{name}", "it is missing", _REINSTALL)
    for path in files:
        try:
            _check_file(path)
        except (RulesError, OSError, re.error) as error:
            yield Finding(str(path.relative_to(paths.data())), str(error), _REINSTALL)
    try:
        Thesaurus.open()
    except (RulesError, OSError) as error:
        yield Finding("thesaurus", str(error), _REINSTALL)


_KINDS: Mapping[str, type] = {
    "profile.yaml": Profile,
    "terms.yaml": TermsFile,
    "deciding.yaml": DecidingFile,
    "permalinks.yaml": ListedPermalinks,
    "notes.yaml": NotesFile,
    "costs.yaml": CostFile,
}
"""The dataclass of a file of a book, if it needs no other check."""


def _check_file(path: Path) -> None:
    """Read a shipped file; raises the error that an answer would raise. Trees are checked as editions."""
    if path.parent.parent.name == "words":
        tree_yaml.load_words(path)
        return
    value, slug = load_yaml(path), path.parent.name
    where = f"{slug}/{path.name}"
    if path.parent.parent != paths.shipped():
        return
    if path.name in _KINDS:
        schema.read(_KINDS[path.name], value, where)
    elif path.name == "book.yaml":
        schema.read(BookInfo, value, where, slug=slug)
    elif path.name in ("names.yaml", "cards.yaml"):
        naming = naming_from(slug, value)
        for worked_out in ("all_names", "separator", "pitch_note", "version_mark", "_interchangeable_keys"):
            getattr(naming, worked_out)  # raises an error if the file has a value that it can't be made from
    elif path.name in LEXICON:
        lexicon(slug)
    if path.name in ("costs.yaml", "names.yaml"):
        check_keys(slug, path.name)
