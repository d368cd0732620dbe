"""One installed edition of a book: a YAML file, and the index derived from it.

The file is replaced whole or not at all. The index notes the state of the file it was built from; if it is stale,
damaged or missing, it is built again, in memory if need be.
"""

from __future__ import annotations

import errno
import os
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache as cached
from pathlib import Path
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from rules_cli.errors import BookNotFound, LibraryError, SchemaError, TooManyOpen, UsageError
from rules_cli.model import Anomaly, Book, GlossaryEntry, RuleNumber, RuleText
from rules_cli.store import cache, index, paths
from rules_cli.store.index import Index, IndexEntry
from rules_cli.text import shorten

P = ParamSpec("P")
Answer = TypeVar("Answer")
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # 40 characters: a folder's name that is still read at a glance
EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_DATED = re.compile(r"\d{4}(-\d\d){0,2}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")  # Python's own reader takes 20241108 and 2024-W45-5, too
UNDATED = "undated"
SHIPPED = "shipped"
"""The name by which the edition that ships can always be asked for, `fab@shipped`."""


def check_slug(slug: str) -> str:
    """The slug, if it is valid; raises UsageError. A slug names a folder and is never a path."""
    if not SLUG.fullmatch(slug):
        raise UsageError(f"not a book's name: {shorten(slug)!r}; use small letters, digits and hyphens, as in my-game")
    return slug


def check_edition(edition: str) -> str:
    """The edition's name, if it is valid; raises UsageError."""
    no_date = is_dated(edition) and not is_date(f"{edition}-01-01"[:10])
    if not EDITION.fullmatch(edition) or ".." in edition or edition == SHIPPED or no_date:
        raise UsageError(f"not an edition: {shorten(edition)!r}; use a date, as in 2026-01-16, or a short label")
    return edition


def is_dated(edition: str) -> bool:
    """Whether an edition is named by a year, a month or a day."""
    return bool(_DATED.fullmatch(edition))


def is_date(text: str) -> bool:
    """Whether a text is a date as in 2024-11-08, of a day that exists."""
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_edition_file(path: Path) -> bool:
    """Whether a file in the library is an edition, by its name and the name of its folder."""
    return path.suffix == ".yaml" and bool(SLUG.fullmatch(path.parent.name) and EDITION.fullmatch(path.stem))


class Edition:
    """An installed edition. Its index is opened by the first question, and later questions see the same rows, even if
    the files are replaced or removed meanwhile. Threads may share it."""

    def __init__(self, slug: str, name: str, path: Path, shipped: bool) -> None:
        self.slug, self.name, self.path, self.shipped = slug, name, path, shipped
        self._lock = Lock()
        self._index: Index | None = None

    def __repr__(self) -> str:
        return f"{self.slug}@{self.name}"

    # --- questions, answered by the index

    @property
    def about(self) -> Mapping[str, str]:
        """The facts about the edition as a whole: title, language, languages of restatements, numbers of rows."""
        with self._lock:
            return self._open().about

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
        """Ask the index; if its file proves damaged, build it again and ask once more."""
        with self._lock:
            try:
                return question(self._open(), *values, **named)
            except cache.DAMAGE:
                self._index = Index(cache.renewed(self.index_path, self._build(self.load, self.state())))
                return question(self._index, *values, **named)

    def _open(self) -> Index:
        if self._index is None:
            state = self.state()
            self._index = Index(cache.opened(self.index_path, state, self._build(self.load, state)))
        return self._index

    # --- files

    def files(self) -> list[Path]:
        """The files that hold the tree."""
        return [self.path, *(sorted(self.path.parent.glob("words/*/*.yaml")) if self.shipped else ())]

    @property
    def index_path(self) -> Path:
        """The path of the index in the cache."""
        place = f"{zlib.crc32(str(self.path).encode(errors='replace')):08x}"
        return paths.cache_dir() / "index" / f"{self.slug}@{self.name}.{place}.sqlite"

    def load(self) -> Book:
        """The whole book, as `read`; raises LibraryError, which says what to do."""
        try:
            return self.read()
        except SchemaError as error:
            raise LibraryError(f"{self!r} is damaged ({error}); {self.remedy}") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def read(self) -> Book:
        """The whole book from its YAML, in time linear in its size. Raises SchemaError, OSError."""
        from rules_cli.store import tree_yaml  # here, so that a look-up does not load it

        if not self.path.is_file():
            raise SchemaError(f"{self.path.name} is no file")
        book = tree_yaml.load(self.path)
        if not self.shipped:
            return book
        restated: dict[str, dict[str, RuleText]] = {}
        for path in self.files()[1:]:
            for number, words in tree_yaml.load_words(path).items():
                restated.setdefault(number, {})[path.parent.name] = words
        rows = (replace(row, restated=restated[row.number]) if row.number in restated else row for row in book.rows)
        return replace(book, rows=tuple(rows))

    @property
    def remedy(self) -> str:
        """What the user can do if the edition is damaged."""
        return "install rules again" if self.shipped else f"import it again, or: rules remove {self!r}"

    def state(self) -> str:
        """A text that changes when the tree's files do: an index of another state is not read.

        Raises BookNotFound if the files are gone, LibraryError if they can't be read.
        """
        try:
            return self._state_of({path: cache.stamp(path) for path in self.files()})
        except (FileNotFoundError, NotADirectoryError):
            raise BookNotFound(f"{self!r} has been removed; rules books lists what there is") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def _state_of(self, stamps: Mapping[Path, str]) -> str:
        return f"{index.FORMAT} {str(self.path)!a} {' '.join(f'{path.name} {stamp}' for path, stamp in stamps.items())}"

    def _unreadable(self, error: OSError) -> LibraryError:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return TooManyOpen("too many files are open; allow more (ulimit -n), or ask one book: -b BOOK")
        return LibraryError(f"{self!r} can't be read ({error.strerror or error}); rules doctor tells more")

    def index_as_written(self, book: Book, status: os.stat_result) -> None:
        """Build the index of a book that was just written to the edition's file, with this status."""
        state = self._state_of({self.path: cache.stamp_of(status)})
        with self._lock:
            self._index = Index(cache.renewed(self.index_path, self._build(lambda: book, state)))

    def _build(self, load: Callable[[], Book], state: str) -> cache.Build:
        """A function that builds the index. It may be called twice, for a file and for memory, but loads once."""
        loaded = cached(load)
        return lambda path: index.build(loaded(), path, state)

    def forget_index(self) -> None:
        """Delete the index from the cache."""
        with suppress(OSError):
            self.index_path.unlink()
