"""The shelf: every installed edition of every book, the user's own and those that ship, each behind its index.

An edition is one YAML file, replaced whole by a rename or not at all. What is derived from it (the index) is
named after the state of that file, so that a stale one is never read; one that is damaged, unwritable or missing
is built again, in memory if need be.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from rules_cli.errors import BookNotFound, LibraryError, SchemaError, UsageError
from rules_cli.model import Book, Row, Words
from rules_cli.number import shorten
from rules_cli.store import facts, index, places, tree
from rules_cli.store.index import Index

Answer = TypeVar("Answer")
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
    dated = bool(_DAY.fullmatch(edition))
    if not _EDITION.fullmatch(edition) or ".." in edition or edition == SHIPPED or (dated and not _is_date(edition)):
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
    """Where the book is published, checked by `rules_cli.ask.origin`."""


class Edition:
    """One installed edition: its tree's files, and its index, opened when first asked."""

    def __init__(self, slug: str, name: str, path: Path, shipped: bool) -> None:
        self.slug, self.name, self.path, self.shipped = slug, name, path, shipped
        self._lock = threading.Lock()
        self._index: Index | None = None

    def __repr__(self) -> str:
        return f"{self.slug}@{self.name}"

    def files(self) -> list[Path]:
        """The files that the tree is made of."""
        return [self.path, *(sorted(self.path.parent.glob("words/*/*.yaml")) if self.shipped else ())]

    def load(self) -> Book:
        """The whole book from its YAML; time linear in its size. Raises SchemaError, LibraryError."""
        try:
            book = tree.load(self.path)
            return _with_words(book, self.files()[1:]) if self.shipped else book
        except (OSError, SchemaError) as error:
            said = getattr(error, "strerror", None) or error
            raise LibraryError(f"{self!r} is damaged ({said}); import it again, or: rules remove {self!r}") from None

    def ask(self, question: Callable[[Index], Answer]) -> Answer:
        """Put a question to the index; a damaged one is built again, once, and asked again."""
        try:
            return question(self.index)
        except sqlite3.DatabaseError:
            with self._lock:
                self._index = None
            with suppress(OSError):
                self._index_path.unlink()
            return question(self.index)

    @property
    def index(self) -> Index:
        """The open index, built where there is none."""
        with self._lock:
            if self._index is None:
                self._index = self._open()
            return self._index

    @property
    def _index_path(self) -> Path:
        place = f"{zlib.crc32(str(self.path).encode(errors='replace')):08x}"
        return places.cache_dir() / "index" / f"{self.slug}@{self.name}.{place}.sqlite"

    def _state(self) -> str:
        """What differs whenever the tree's files do: an index of another state is not read."""
        try:
            stamps = [f"{path.name} {facts.stamp(path)}" for path in self.files()]
        except OSError as error:
            raise LibraryError(f"{self!r} can't be read ({error.strerror}); import it again") from None
        return f"{index.FORMAT} {self.path} {' '.join(stamps)}"

    def _open(self) -> Index:
        state = self._state()
        with suppress(sqlite3.DatabaseError, OSError):
            if self._index_path.exists():
                found = Index.open(self._index_path)
                if found.about.get("state") == state:
                    return found
                found.close()
        return self.build(self.load(), state)

    def build(self, book: Book, state: str | None = None) -> Index:
        """Build the index of the edition from its book, in the cache or else in memory."""
        state = state or self._state()
        path = self._index_path
        part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            index.build(book, part, state).close()
            part.replace(path)
            return Index.open(path)
        except (OSError, sqlite3.DatabaseError):
            with suppress(OSError):
                part.unlink(missing_ok=True)
            return Index(index.build(book, None, state))

    def forget(self) -> None:
        """Throw the index away."""
        for old in (places.cache_dir() / "index").glob(f"{self.slug}@{self.name}.*"):
            with suppress(OSError):
                old.unlink()


def _with_words(book: Book, files: list[Path]) -> Book:
    """The book with our restatements in it, each beside its row."""
    restated: dict[str, dict[str, Words]] = {}
    for path in files:
        for number, words in tree.load_words(path).items():
            restated.setdefault(number, {})[path.parent.name] = words
    rows: tuple[Row, ...] = tuple(
        replace(row, restated=restated[row.number]) if row.number in restated else row for row in book.rows
    )
    return replace(book, rows=rows)


class Shelf:
    """All installed editions. Opening reads folder names only; each index is opened when it is first asked.

    A bare slug means its newest edition, or with `as_of` (an ISO date) the one that was in force on that day.
    """

    def __init__(self, as_of: str | None = None) -> None:
        if as_of is not None and not (_DAY.fullmatch(as_of) and _is_date(as_of)):
            raise UsageError(f"not a date: {shorten(as_of)!r}; use year, month and day, as in 2024-11-08")
        self.as_of = as_of
        self._editions: dict[str, list[Edition]] = {}
        self._info: dict[str, BookInfo | None] = {}
        for path in _folders(places.library() / "books", "*/*.yaml"):
            slug, name = path.parent.name, path.name.removesuffix(".yaml")
            if _SLUG.fullmatch(slug) and _EDITION.fullmatch(name):
                self._editions.setdefault(slug, []).append(Edition(slug, name, path, shipped=False))
        for editions in self._editions.values():
            editions.sort(key=lambda edition: _age(edition.name), reverse=True)
        for path in _folders(places.shipped(), "*/tree.yaml"):
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
        for edition in editions:
            if edition.name.lower() == name.lower():
                return edition
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

        Raises BookNotFound where no book had one in force on the day asked for.
        """
        found = []
        for slug in self.slugs():
            with suppress(BookNotFound):
                found.append(self.edition(slug))
        if not found:
            raise BookNotFound(f"no book here was in force on {self.as_of}; rules books lists the editions")
        return found

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
        """What `book.yaml` says of a book that ships."""
        if slug not in self._info:
            found: Any = facts.load(slug, "book.yaml") if _SLUG.fullmatch(slug) else None
            self._info[slug] = BookInfo(slug=slug, **found) if found else None
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
        """Put an edition on the shelf, in place of one of the same name: whole, or not at all."""
        path = places.library() / "books" / check_slug(book.slug) / f"{check_edition(book.edition)}.yaml"
        write_whole(path, tree.dump(book))
        edition = Edition(book.slug, book.edition, path, shipped=False)
        edition.build(book)
        others = [e for e in self._editions.get(book.slug, []) if e.shipped or e.name != book.edition]
        own = sorted([edition, *(e for e in others if not e.shipped)], key=lambda e: _age(e.name), reverse=True)
        self._editions[book.slug] = [*own, *(e for e in others if e.shipped)]
        return edition

    def remove(self, slug: str, name: str | None = None) -> list[str]:
        """Take a book's editions (or one) off the shelf and say which; those that ship stay.

        Raises BookNotFound where there is none of the user's own.
        """
        wanted = [self.edition(slug, name)] if name else self._of(slug)
        own = [edition for edition in wanted if not edition.shipped]
        if not own:
            raise BookNotFound(f"{slug} ships with rules and can't be removed; none of your own editions matches")
        for edition in own:
            try:
                edition.path.unlink()
            except OSError as error:
                raise LibraryError(f"{edition!r} can't be removed ({error.strerror})") from None
            edition.forget()
        self._editions[slug.lower()] = [edition for edition in self._of(slug) if edition not in own]
        return [edition.name for edition in own]


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole, or as it was before; raises LibraryError."""
    part = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise LibraryError(f"the library can't be written ({error.strerror}); nothing was changed") from None


def _folders(root: Path, pattern: str) -> list[Path]:
    try:
        return sorted(root.glob(pattern))
    except OSError:
        return []


def _age(name: str) -> tuple[bool, str]:
    """What editions are sorted by: dated ones by their date, after all others."""
    return bool(re.match(r"\d{4}(-\d\d){0,2}$", name)), name
