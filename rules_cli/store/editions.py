"""The shelf: every installed edition of every book, the user's own and those that ship, each behind its index.

An edition is one YAML file, replaced whole by a rename or not at all. What is derived from it (the index) knows the
state of that file, so that a stale one is never read; one that is damaged, unwritable or missing is built again, in
memory if need be. An edition that is damaged itself is left out of what is asked of all books, with a warning.
"""

from __future__ import annotations

import errno
import os
import re
import warnings
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, Concatenate, ParamSpec, TypeVar

from rules_cli.errors import (
    BookNotFound,
    LibraryError,
    RulesError,
    RulesWarning,
    SchemaError,
    TooManyOpen,
    UsageError,
)
from rules_cli.model import Anomaly, Book, GlossaryEntry, Row, RuleNumber, RuleText
from rules_cli.store import data_files, index, paths, sqlite_cache, tree_yaml
from rules_cli.store.atomic import remove_together, write_atomic
from rules_cli.store.index import Index, IndexEntry
from rules_cli.store.sqlite_cache import Build, CacheFile
from rules_cli.text import shorten

Answer = TypeVar("Answer")
P = ParamSpec("P")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
UNDATED = "undated"
SHIPPED = "shipped"
"""What always names the edition that ships, `fab@shipped`."""


def check_slug(slug: str) -> str:
    """The slug, if it is one; raises UsageError. A slug is a folder's name, and never a path."""
    if not _SLUG.fullmatch(slug):
        raise UsageError(f"not a book's name: {shorten(slug)!r}; use small letters, digits and hyphens, as in my-game")
    return slug


def check_edition(edition: str) -> str:
    """The edition label, if it is one; raises UsageError."""
    no_date = _age(edition)[0] and not _is_date(f"{edition}-01-01"[:10])
    if not _EDITION.fullmatch(edition) or ".." in edition or edition == SHIPPED or no_date:
        raise UsageError(f"not an edition: {shorten(edition)!r}; use a date, as in 2026-01-16, or a short label")
    return edition


def _is_date(text: str) -> bool:
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class BookInfo:
    """What `book.yaml` says of a book that ships."""

    slug: str
    title: str
    edition: str
    language: str
    publisher: str = ""
    covers: str = ""
    more: str = ""
    caution: str = ""
    link: str = ""
    pages: Mapping[str, str] | None = None
    fetch: Mapping[str, Any] | None = None
    """Where the book is published, checked by `rules_cli.sources.publisher`."""


def info_from(slug: str, value: Any, where: str) -> BookInfo:
    """What a plain value of `book.yaml` says; `where` names the file in errors. Raises SchemaError for every fault."""
    if not isinstance(value, Mapping):
        raise SchemaError(f"{where}: keys and values are due here")
    known = {each.name: each for each in fields(BookInfo) if each.name != "slug"}
    due = {name: Mapping if name in ("pages", "fetch") else str for name in known}
    faults = [f"unknown key {key!r} (known: {', '.join(known)})" for key in value if key not in known]
    faults += [f"{name} is missing" for name, each in known.items() if each.default is MISSING and name not in value]
    faults += [
        f"{name}: {'keys and values are' if due[name] is Mapping else 'a text is'} due"
        for name, given in value.items()
        if name in due and not isinstance(given, due[name])
    ]
    if not faults and not _EDITION.fullmatch(value["edition"]):
        faults.append(f"edition: {shorten(value['edition'])!r} is none")
    if faults:
        raise SchemaError(f"{where}: {'; '.join(faults)}")
    return BookInfo(slug=slug, **value)


class _OpenIndex:
    """The index that one process has open, and the lock under which its threads take turns to ask it."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.index: Index | None = None
        self.file: CacheFile | None = None

    def take(self, file: CacheFile) -> Index:
        """Ask this one from now on."""
        self.file, self.index = file, Index(file.connection)
        return self.index


class Edition:
    """One installed edition: its tree's files, and its index, opened when first asked.

    It stays what it was then, also when the files are replaced or removed later.
    """

    def __init__(self, slug: str, name: str, path: Path, shipped: bool) -> None:
        self.slug, self.name, self.path, self.shipped = slug, name, path, shipped
        self._held: dict[int, _OpenIndex] = {}  # by process: an open index must not be used on both sides of a fork

    def __repr__(self) -> str:
        return f"{self.slug}@{self.name}"

    def files(self) -> list[Path]:
        """The files that the tree is made of."""
        return [self.path, *(sorted(self.path.parent.glob("words/*/*.yaml")) if self.shipped else ())]

    def load(self) -> Book:
        """The whole book, as `read`; raises LibraryError, which says what to do."""
        try:
            return self.read()
        except SchemaError as error:
            raise LibraryError(f"{self!r} is damaged ({error}); {self.remedy}") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def read(self) -> Book:
        """The whole book from its YAML; time linear in its size. Raises SchemaError, OSError."""
        if not self.path.is_file():
            raise SchemaError(f"{self.path.name} is no file")
        book = tree_yaml.load(self.path)
        return _with_words(book, self.files()[1:]) if self.shipped else book

    @property
    def remedy(self) -> str:
        """What to do where it is damaged."""
        return "install rules again" if self.shipped else f"import it again, or: rules remove {self!r}"

    @property
    def about(self) -> Mapping[str, str]:
        """The facts about the edition as a whole: title, language, languages of restatements, numbers of rows."""
        return self.index.about

    def get(self, number: str) -> IndexEntry | None:
        """The row with a number in normal form; None if the edition has no such row."""
        return self._ask(Index.get, number)

    def get_folded(self, number: str) -> IndexEntry | None:
        """The first row whose number is this one when accents are left out; None if there is no such row."""
        return self._ask(Index.get_folded, number)

    def at(self, place: int) -> IndexEntry | None:
        """The row at a place in source order, counted from 1; None if there is no such place."""
        return self._ask(Index.at, place)

    def between(self, first: int, last: int) -> list[IndexEntry]:
        """The rows from one place to another, both included."""
        return self._ask(Index.between, first, last)

    def at_places(self, places: list[int]) -> list[IndexEntry]:
        """The rows at several places, in source order."""
        return self._ask(Index.at_places, places)

    def numbers(self) -> list[RuleNumber]:
        """All numbers in source order."""
        return self._ask(Index.numbers)

    def entries(self) -> list[IndexEntry]:
        """All rows in source order."""
        return self._ask(Index.entries)

    def anomalies(self) -> tuple[Anomaly, ...]:
        """What is odd about the source, in source order."""
        return self._ask(Index.anomalies)

    def explained(self) -> list[GlossaryEntry]:
        """The terms of the book's own glossary, in source order."""
        return self._ask(Index.explained)

    def _ask(self, question: Callable[Concatenate[Index, P], Answer], *values: P.args, **named: P.kwargs) -> Answer:
        """Put a question to the index; where its file proves damaged, to another, built from the tree."""
        held = self._here
        with held.lock:
            index = self._open(held)
            try:
                answer = question(index, *values, **named)
                if held.file:
                    held.file.check()
                return answer
            except RulesError:
                raise
            except Exception:  # damage shows as many things, and not only as what SQLite says of it
                pass
            with suppress(OSError):
                self.index_path.unlink()
            index = held.take(sqlite_cache.in_memory(self._build(self.load, self.state())))
            return question(index, *values, **named)

    @property
    def index(self) -> Index:
        """The open index, built where there is none."""
        held = self._here
        with held.lock:
            return self._open(held)

    @property
    def _here(self) -> _OpenIndex:
        here = os.getpid()
        return self._held.get(here) or self._held.setdefault(here, _OpenIndex())

    def _open(self, held: _OpenIndex) -> Index:
        if held.index is None:
            state = self.state()
            return held.take(sqlite_cache.opened(self.index_path, state, self._build(self.load, state)))
        return held.index

    def _build(self, load: Callable[[], Book], state: str) -> Build:
        """Builds the index of the book that the files held in a state; the book is loaded once."""
        loaded = cache(load)
        return lambda part: index.build(loaded(), part, state)

    @property
    def index_path(self) -> Path:
        """Where the index is kept."""
        place = f"{zlib.crc32(str(self.path).encode(errors='replace')):08x}"
        return paths.cache_dir() / "index" / f"{self.slug}@{self.name}.{place}.sqlite"

    def state(self) -> str:
        """What differs whenever the tree's files do: an index of another state is not read.

        Raises BookNotFound where they are gone, LibraryError where they can't be looked at.
        """
        try:
            return self._state_of({path: data_files.stamp(path) for path in self.files()})
        except (FileNotFoundError, NotADirectoryError):
            raise BookNotFound(f"{self!r} has been removed; rules books lists what there is") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: OSError) -> LibraryError:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return TooManyOpen("too many files are open; allow more (ulimit -n), or ask one book: -b BOOK")
        return LibraryError(f"{self!r} can't be read ({error.strerror or error}); rules doctor tells more")

    def _state_of(self, stamps: Mapping[Path, str]) -> str:
        return f"{index.FORMAT} {str(self.path)!a} {' '.join(f'{path.name} {stamp}' for path, stamp in stamps.items())}"

    def written(self, book: Book, status: os.stat_result) -> None:
        """Index a book that was just written to the edition's file, whose status was then this one."""
        state = self._state_of({self.path: data_files.stamp_of(status)})
        held = self._here
        with held.lock:
            held.take(sqlite_cache.renewed(self.index_path, state, self._build(lambda: book, state)))

    def write_index(self, path: Path, book: Book, state: str) -> None:
        """Write the index of the book that the files held in a state to another file; raises as `sealed.write`."""
        sqlite_cache.write(path, self._build(lambda: book, state))

    def forget(self) -> None:
        """Throw the index away."""
        with suppress(OSError):
            self.index_path.unlink()


def _with_words(book: Book, files: list[Path]) -> Book:
    """The book with our restatements in it, each beside its row."""
    restated: dict[str, dict[str, RuleText]] = {}
    for path in files:
        for number, words in tree_yaml.load_words(path).items():
            restated.setdefault(number, {})[path.parent.name] = words
    rows: tuple[Row, ...] = tuple(
        replace(row, restated=restated[row.number]) if row.number in restated else row for row in book.rows
    )
    return replace(book, rows=rows)


def is_edition(path: Path) -> bool:
    """Whether a file in a book's folder is an edition, by its name and that of the book."""
    named = _SLUG.fullmatch(path.parent.name) and _EDITION.fullmatch(path.stem)
    return bool(named) and path.suffix == ".yaml"


class InstalledBooks:
    """All installed editions. Opening reads folder names only; each index is opened when it is first asked.

    A bare slug means its newest edition, or with `as_of` (an ISO date) the one that was in force on that day.
    """

    def __init__(self, as_of: str | None = None) -> None:
        if as_of is not None and not (_DAY.fullmatch(as_of) and _is_date(as_of)):
            raise UsageError(f"not a date: {shorten(as_of)!r}; use year, month and day, as in 2024-11-08")
        self.as_of = as_of
        self._editions: dict[str, list[Edition]] = {}
        self._info: dict[str, BookInfo | None] = {}
        self._left_out: set[str] = set()
        books = (folder for folder in self._in(paths.library() / "books") if _SLUG.fullmatch(folder.name))
        for path in (file for folder in books for file in self._in(folder)):
            if is_edition(path):
                slug = path.parent.name
                self._editions.setdefault(slug, []).append(Edition(slug, path.stem, path, shipped=False))
        for editions in self._editions.values():
            editions.sort(key=lambda edition: _age(edition.name), reverse=True)
        for path in sorted(paths.shipped().glob("*/tree.yaml")):
            info = self.info(path.parent.name)
            if info:
                self._editions.setdefault(info.slug, []).append(Edition(info.slug, info.edition, path, shipped=True))

    def slugs(self) -> list[str]:
        """The books there are, by name."""
        return sorted(self._editions)

    def editions(self, slug: str) -> list[str]:
        """The names of a book's editions, the one that a bare slug means first; raises BookNotFound."""
        return [edition.name for edition in self._of(slug)]

    def edition(self, slug: str, name: str | None = None) -> Edition:
        """One edition, the newest unless named; raises BookNotFound, which says what there is."""
        editions = self._of(slug)
        if name is None:
            return self._in_force(editions)
        if name == SHIPPED and editions[-1].shipped:
            return editions[-1]
        alike = [edition for edition in editions if edition.name.lower() == name.lower()]
        if alike:
            return next((edition for edition in alike if edition.name == name), alike[0])
        raise BookNotFound(f"no edition {shorten(name)} of {slug}; there is {', '.join(self.editions(slug))}")

    def _in_force(self, editions: list[Edition]) -> Edition:
        if self.as_of is None:
            return editions[0]
        dated = [edition for edition in editions if _age(edition.name)[0]]
        earlier = [edition for edition in dated if edition.name <= self.as_of]
        if not earlier:
            slug, oldest = editions[0].slug, min((edition.name for edition in dated), default="undated")
            raise BookNotFound(f"no edition of {slug} here was in force on {self.as_of}; the oldest is {oldest}")
        return max(earlier, key=lambda edition: edition.name)

    def newest(self) -> list[Edition]:
        """What a question that names no book goes to: the edition of every book that a bare slug means.

        Those that can't be read are left out. Raises BookNotFound where no book had one in force on the day asked
        for, LibraryError where none can be read.
        """
        found = []
        for slug in self.slugs():
            with suppress(BookNotFound):
                found.append(self.edition(slug))
        if not found:
            raise BookNotFound(f"no book here was in force on {self.as_of}; rules books lists the editions")
        if readable := self.readable(found):
            return readable
        raise LibraryError("no book here can be read; rules doctor tells why")

    def readable(self, editions: Iterable[Edition]) -> list[Edition]:
        """Those of some editions that can be read, for a question to all of them.

        One that is damaged is left out with a `RulesWarning`, once; one that has been removed since, without a word.
        """
        return [edition for edition in editions if self._is_readable(edition)]

    def _is_readable(self, edition: Edition) -> bool:
        try:
            return bool(edition.index)
        except BookNotFound:
            return False
        except TooManyOpen:
            raise
        except LibraryError as error:
            self._leave_out(str(error))
            return False

    def _in(self, folder: Path) -> list[Path]:
        """What is in a folder of the user's; nothing where it is none, and with a warning where it can't be read."""
        try:
            return sorted(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self._leave_out(f"{folder} can't be read ({error.strerror})")
            return []

    def _leave_out(self, why: str) -> None:
        if why not in self._left_out:
            self._left_out.add(why)
            more = "" if "rules doctor" in why else " (rules doctor tells more)"
            warnings.warn(f"left out: {why}{more}", RulesWarning, stacklevel=2)

    def all(self, slug: str) -> list[Edition]:
        """Every edition of a book, the newest first, the one that ships last."""
        return list(self._of(slug))

    def address(self, edition: Edition) -> str:
        """What names an edition and no other: one of the user's may bear the name of the one that ships."""
        hidden = self.edition(edition.slug, edition.name) is not edition
        return f"{edition.slug}@{SHIPPED}" if hidden else repr(edition)

    def shipped(self, slug: str) -> Edition | None:
        """The edition that ships with this package, None where the book is the user's own."""
        return next((edition for edition in self._editions.get(slug, ()) if edition.shipped), None)

    def info(self, slug: str) -> BookInfo | None:
        """What `book.yaml` says of a book that ships; nothing, with a warning, where that is damaged."""
        if slug not in self._info:
            self._info[slug] = None
            try:
                found: Any = data_files.load(slug, "book.yaml") if _SLUG.fullmatch(slug) else None
                self._info[slug] = info_from(slug, found, f"{slug}/book.yaml") if found is not None else None
            except (OSError, SchemaError) as error:
                self._leave_out(f"{slug} as it ships is damaged ({error}); install rules again")
        return self._info[slug]

    def _of(self, slug: str) -> list[Edition]:
        try:
            return self._editions[slug.lower()]
        except KeyError:
            raise BookNotFound(
                f"no book {shorten(slug)}; there is {', '.join(self.slugs())} (rules import adds one)"
            ) from None

    # --- writing

    def install(self, book: Book) -> Edition:
        """Put an edition on the shelf, in place of one of the same name: whole, or not at all.

        Raises UsageError where one is there whose name differs in capitals alone: some systems can't tell their files
        apart, and nobody would.
        """
        for other in self._editions.get(book.slug, ()):
            if not other.shipped and other.name != book.edition and other.name.lower() == book.edition.lower():
                raise UsageError(f"{other!r} is there already; write --edition {other.name}, or name it otherwise")
        path = paths.library() / "books" / check_slug(book.slug) / f"{check_edition(book.edition)}.yaml"
        status = write_atomic(path, tree_yaml.dump(book))
        edition = Edition(book.slug, book.edition, path, shipped=False)
        edition.written(book, status)
        others = [e for e in self._editions.get(book.slug, []) if e.shipped or e.name != book.edition]
        own = sorted([edition, *(e for e in others if not e.shipped)], key=lambda e: _age(e.name), reverse=True)
        self._editions = {**self._editions, book.slug: [*own, *(e for e in others if e.shipped)]}
        return edition

    def remove(self, slug: str, name: str | None = None) -> list[str]:
        """Take a book's editions (or one) off the shelf and say which: all of them, or none. Those that ship stay.

        Raises BookNotFound where there is none of the user's own, LibraryError.
        """
        wanted = [self.edition(slug, name)] if name else self._of(slug)
        own = [edition for edition in wanted if not edition.shipped]
        if not own:
            raise BookNotFound(f"{slug} ships with rules and can't be removed; none of your own editions matches")
        remove_together([edition.path for edition in own])
        for edition in own:
            edition.forget()
        left = {**self._editions, slug.lower(): [edition for edition in self._of(slug) if edition not in own]}
        self._editions = {slug: editions for slug, editions in left.items() if editions}
        return [edition.name for edition in own]


def _age(name: str) -> tuple[bool, str]:
    """What editions are sorted by: dated ones by their date, after all others."""
    return bool(re.match(r"\d{4}(-\d\d){0,2}$", name)), name
