"""One installed edition of a book: its YAML files, and an index built from them.

The index records the state of those files. If they have changed, or the index is damaged or missing, it is built again;
if the cache can't be written, in memory.
"""

from __future__ import annotations

import errno
import json
import os
import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from functools import cache as cached
from pathlib import Path
from threading import Lock
from typing import TypeVar

from rules_cli.errors import BookNotFound, LibraryError, SchemaError, TooManyOpen, UsageError
from rules_cli.model import Anomaly, Book, GlossaryEntry, Group, RuleNumber, RuleText, Wording, groups_of
from rules_cli.numbers.parts import lookup_key
from rules_cli.store import cache, index, paths
from rules_cli.store.index import IndexEntry
from rules_cli.text import shorten

Answer = TypeVar("Answer")
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # 40 characters at most: the name fits in a column of a list
EDITION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_DATED = re.compile(r"\d{4}(-\d\d){0,2}")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")  # date.fromisoformat takes 20241108 and 2024-W45-5, too
UNDATED = "undated"
"""The name of an edition whose source states no date."""
SHIPPED = "shipped"
"""The name by which the edition that ships can always be asked for, `fab@shipped`."""


def check_slug(slug: str) -> str:
    """Return a slug if it is valid, else raise UsageError. It names a folder, so it must not be a path."""
    if not SLUG.fullmatch(slug):
        raise UsageError(f"not a book's name: {shorten(slug)!r}; use small letters, digits and hyphens, as in my-game")
    return slug


def check_edition(edition: str) -> str:
    """Return the name of an edition if it is valid, else raise UsageError."""
    first_day = f"{edition}-01-01"[:10]  # of a year, 2024, or a month, 2024-11; a day is itself
    is_impossible_date = is_dated(edition) and not is_date(first_day)
    if not EDITION.fullmatch(edition) or ".." in edition or edition == SHIPPED or is_impossible_date:
        raise UsageError(f"not an edition: {shorten(edition)!r}; use a date, as in 2026-01-16, or a short label")
    return edition


def is_dated(edition: str) -> bool:
    """Return whether the name of an edition is a year, a month or a day, as in 2024, 2024-11 or 2024-11-08."""
    return bool(_DATED.fullmatch(edition))


def is_date(text: str) -> bool:
    """Return whether a text is a day that exists, as in 2024-11-08."""
    with suppress(ValueError):
        return bool(_DAY.fullmatch(text) and date.fromisoformat(text))
    return False


class Edition:
    """An installed edition. The first question opens its index. Later questions see the same rows, even if the files
    are replaced or removed in the meantime. Threads may share it."""

    def __init__(self, slug: str, name: str, path: Path, shipped: bool) -> None:
        self.slug, self.name, self.path, self.shipped = slug, name, path, shipped
        self._lock = Lock()
        self._index: cache.CacheFile | None = None

    def __repr__(self) -> str:
        return f"{self.slug}@{self.name}"

    def __del__(self) -> None:
        if self._index:
            self._index.connection.close()  # a connection is in a reference cycle, and is not closed as soon as unused

    @property
    def wording(self) -> Wording:
        """Whose words it has: ours, if it ships."""
        return "plain" if self.shipped else "official"

    # --- questions, answered by the index

    @property
    def about(self) -> Mapping[str, str]:
        """The facts about the edition as a whole: title, language, languages of restatements, numbers of rows."""
        with self._lock:
            return self._open().about

    def get(self, number: str) -> IndexEntry | None:
        """The row with a number in normal form; None if the edition has no such row. One step in a B-tree."""
        return next(iter(self._entries("WHERE number = ?", number)), None)

    def find(self, number: str) -> IndexEntry | None:
        """The row with a number, else the first with it in another spelling (`2-7-3`, without accents)."""
        spelled_alike = "WHERE key = ? ORDER BY place LIMIT 1"
        return self.get(number) or next(iter(self._entries(spelled_alike, lookup_key(number))), None)

    def with_words(self, fingerprint: str | None) -> list[IndexEntry]:
        """The rows whose text has a fingerprint, in source order; none without one. One step in a B-tree."""
        return self._entries("WHERE words = ? ORDER BY place", fingerprint) if fingerprint else []

    def at(self, place: int) -> IndexEntry | None:
        """The row at a place in source order, counted from 1; None if there is no such place."""
        return next(iter(self._entries("WHERE place = ?", place)), None)

    def between(self, first: int, last: int) -> list[IndexEntry]:
        """The rows from one place to another, both included."""
        return self._entries("WHERE place BETWEEN ? AND ? ORDER BY place", first, last)

    def at_places(self, places: list[int]) -> list[IndexEntry]:
        """The rows at several places, in source order."""
        return self._entries("WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place", json.dumps(places))

    def entries(self) -> list[IndexEntry]:
        """All rows in source order."""
        return self._entries("ORDER BY place")

    def numbers(self) -> list[RuleNumber]:
        """All numbers in source order."""
        return self._ask(RuleNumber, "SELECT number FROM row ORDER BY place")

    def explained(self) -> list[GlossaryEntry]:
        """The terms of the book's own glossary, in source order."""
        return self._ask(index.term_from, "SELECT data FROM term ORDER BY place")

    @property
    def has_penalties(self) -> bool:
        """Whether it is a policy document, which states penalties."""
        return self.about["infractions"] != "0"

    def groups(self) -> list[Group]:
        """The group of each row, in source order."""
        return groups_of([entry.row for entry in self.entries()], **json.loads(self.about["groups"]))

    def anomalies(self) -> tuple[Anomaly, ...]:
        """The anomalies of the source, in source order."""
        return tuple(Anomaly(*each) for each in json.loads(self.about["anomalies"]))

    def _entries(self, where: str, *values: object) -> list[IndexEntry]:
        return self._ask(index.entry_from, f"SELECT place, number, data FROM row {where}", *values)

    def _ask(self, read: Callable[..., Answer], sql: str, *values: object) -> list[Answer]:
        """The rows that the index returns, each as `read` returns it. A damaged index is built again, and asked."""
        with self._lock:
            try:
                return [read(*row) for row in self._open().connection.execute(sql, values)]
            except UnicodeEncodeError:  # half a character, as a terminal may send it: no book has one
                return []
            except cache.DAMAGE:
                self._index = cache.renewed(self.index_path, self._build(self.load, self.state()))
                return [read(*row) for row in self._index.connection.execute(sql, values)]

    def _open(self) -> cache.CacheFile:
        """Return the index of the edition, opened; it is built if it is missing or old."""
        if self._index is None:
            state = self.state()
            self._index = cache.opened(self.index_path, state, self._build(self.load, state))
        return self._index

    # --- files

    def files(self) -> list[Path]:
        """The files that hold the tree."""
        return [self.path, *(sorted(self.path.parent.glob("words/*/*.yaml")) if self.shipped else ())]

    @property
    def index_path(self) -> Path:
        """The path of the index in the cache."""
        path_digits = f"{zlib.crc32(str(self.path).encode(errors='replace')):08x}"
        return paths.cache_dir() / "index" / f"{self.slug}@{self.name}.{path_digits}.sqlite"

    @property
    def lines_path(self) -> Path:
        """The path of the lines that an imported edition was read from."""
        return self.path.with_name(f"{self.name}.lines")

    def load(self) -> Book:
        """The whole book, as `read` returns it. Raises LibraryError, which says what to do."""
        try:
            return self.read()
        except SchemaError as error:
            raise LibraryError(f"{self!r} is damaged ({error}); {self.remedy}") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def read(self) -> Book:
        """The whole book from its YAML files, in time linear in their size. Raises SchemaError, OSError."""
        from rules_cli.store import tree_yaml  # here, so that a look-up does not load it

        if not self.path.is_file():
            raise SchemaError(f"{self.path.name} is no file")
        book = tree_yaml.load(self.path)
        if not self.shipped:
            return book
        restated: dict[str, dict[str, RuleText]] = {}
        for path in self.files()[1:]:  # words/LANGUAGE/*.yaml
            for number, words in tree_yaml.load_words(path).items():
                restated.setdefault(number, {})[path.parent.name] = words
        rows = (row._replace(restated=restated[row.number]) if row.number in restated else row for row in book.rows)
        return book._replace(rows=tuple(rows))

    @property
    def remedy(self) -> str:
        """The advice to a user whose edition is damaged."""
        return "install rules again" if self.shipped else f"import it again, or: rules remove {self!r}"

    def state(self) -> str:
        """A text that changes when the files of the edition change. An index of another state is built again. Raises
        BookNotFound if the files are gone, LibraryError if they can't be read."""
        try:
            return self._state_of(cache.stamp(*self.files()))
        except (FileNotFoundError, NotADirectoryError):
            raise BookNotFound(f"{self!r} has been removed; rules books lists what there is") from None
        except OSError as error:
            raise self._unreadable(error) from None

    def _state_of(self, stamps: str) -> str:
        return f"{index.FORMAT} {str(self.path)!a} {stamps}"

    def _unreadable(self, error: OSError) -> LibraryError:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return TooManyOpen("too many files are open; allow more (ulimit -n), or ask one book: -b BOOK")
        return LibraryError(f"{self!r} can't be read ({error.strerror or error}); rules doctor tells more")

    def index_as_written(self, book: Book, status: os.stat_result) -> None:
        """Build the index of a book that was just written to the edition's file; `status` is that file's."""
        state = self._state_of(cache.stamp_of(self.path, status))
        with self._lock:
            self._index = cache.renewed(self.index_path, self._build(lambda: book, state))

    def _build(self, load: Callable[[], Book], state: str) -> cache.Build:
        """A function that builds the index. It may be called twice, for a file, then in memory; the book loads once."""
        loaded = cached(load)
        return lambda path: index.build(loaded(), path, state)

    def forget_files(self) -> None:
        """Delete the index from the cache, and the lines of the files that a removed edition was read from."""
        for path in (self.index_path, self.lines_path):
            with suppress(OSError):
                path.unlink()
