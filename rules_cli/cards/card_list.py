"""Keep the user's card lists: an SQLite file per book, in which a card is found by the folded words of its name."""

from __future__ import annotations

import json
import sqlite3
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import asdict, astuple, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules_cli.errors import BookNotFound, LibraryError, RulesWarning, SchemaError
from rules_cli.schema import read
from rules_cli.store import paths
from rules_cli.store.atomic import write_atomic
from rules_cli.store.edition import check_slug

_FORMAT = 2
_SCHEMA = f"""
PRAGMA user_version = {_FORMAT};
CREATE TABLE about (book TEXT, source TEXT, names INTEGER, monikers INTEGER);
CREATE TABLE card (key TEXT PRIMARY KEY, name TEXT, facts TEXT) WITHOUT ROWID;
CREATE TABLE moniker (key TEXT PRIMARY KEY, spelling TEXT) WITHOUT ROWID;
CREATE TABLE printed (key TEXT PRIMARY KEY, english TEXT) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a list.

    `confidence` is `known` if the list proves the moniker or its absence, `derived` if the form of the name shows that
    it has no moniker, None if the list proves nothing. `faces` are the names of a card that has several, in print
    order, and `layout` joins them. `interchangeable` are other names that count as this one. `pitch` has the pitch
    values that the card is printed with.
    """

    name: str
    moniker: str | None = None
    confidence: str | None = None
    personal: bool | None = None
    pitch: tuple[int, ...] = ()
    types: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    layout: str | None = None
    interchangeable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListInfo:
    """An imported card list: its book, the file it came from, how many names and proven monikers it has."""

    book: str
    source: str
    names: int
    monikers: int


class CardList:
    """A card list, opened for reading. Keys are folded names (`bravo star of the show`)."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises LibraryError if it is no card list of this version."""
        self.path = path
        try:
            self._connection = sqlite3.connect(paths.read_only(path), uri=True, check_same_thread=False)
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version != _FORMAT:
                raise _damaged(path, "from another version")
            self.info = ListInfo(*self._connection.execute("SELECT * FROM about").fetchone())
        except (sqlite3.Error, TypeError):
            raise _damaged(path) from None
        self._cached_value = lru_cache(maxsize=4096)(self._value)

    def card(self, key: str) -> Card | None:
        """The card of this name."""
        facts = self._cached_value("SELECT facts FROM card WHERE key = ?", key)
        try:
            return read(Card, json.loads(facts), self.path.name) if facts else None
        except (ValueError, SchemaError):
            raise _damaged(self.path) from None

    def moniker(self, key: str) -> str | None:
        """A moniker that the list proves, in its spelling."""
        return self._cached_value("SELECT spelling FROM moniker WHERE key = ?", key)

    def english(self, key: str) -> str | None:
        """The English name of the only card that is printed with this name."""
        return self._cached_value("SELECT english FROM printed WHERE key = ?", key)

    def names(self) -> Mapping[str, str]:
        """All names, by key."""
        return dict(self._rows("SELECT key, name FROM card"))

    def _value(self, query: str, key: str) -> str | None:
        rows = self._rows(query, _storable(key))
        return str(rows[0][0]) if rows else None

    def _rows(self, query: str, *values: str) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error:
            raise _damaged(self.path) from None


def _storable(text: str) -> str:
    """The text without lone surrogates, which SQLite refuses."""
    return text.encode(errors="replace").decode()


def _damaged(path: Path, why: str = "damaged") -> LibraryError:
    return LibraryError(f"the card list {path.name} is {why}; import it again: rules name import FILE -b {path.stem}")


def folder() -> Path:
    """The folder of the card lists."""
    return paths.library() / "cards"


def list_files() -> list[Path]:
    """The files of all card lists, by book."""
    return sorted(folder().glob("[!.]*.sqlite"))


def _file_of(book: str) -> Path:
    return folder() / f"{check_slug(book)}.sqlite"


def open_cards(book: str) -> CardList | None:
    """The card list of a book, None if the user imported none. Raises LibraryError if it is damaged."""
    path = _file_of(book)
    return CardList(path) if path.is_file() else None


def save_cards(
    book: str, source: str, cards: Mapping[str, Card], monikers: Mapping[str, str], printed: Mapping[str, str]
) -> ListInfo:
    """Write a card list in place of the book's former one, whole or not at all; the mappings are by folded name."""
    info = ListInfo(book, _storable(source), len(cards), len(monikers))
    connection = sqlite3.connect(":memory:")
    connection.executescript(_SCHEMA)
    connection.execute("INSERT INTO about VALUES (?, ?, ?, ?)", astuple(info))
    rows = ((key, card.name, json.dumps(asdict(card))) for key, card in cards.items())
    connection.executemany("INSERT INTO card VALUES (?, ?, ?)", rows)
    for table, values in (("moniker", monikers), ("printed", printed)):
        pairs = [(_storable(key), _storable(value)) for key, value in values.items()]
        connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?)", pairs)
    connection.commit()
    write_atomic(_file_of(book), connection.serialize())
    connection.close()
    return info


def list_cards() -> Iterator[ListInfo]:
    """The card lists, by book. Leaves damaged ones out, with a `RulesWarning`."""
    for path in list_files():
        try:
            yield CardList(path).info
        except LibraryError as error:
            warnings.warn(f"left out: {error} (rules doctor tells more)", RulesWarning, stacklevel=2)


def check_list(path: Path) -> None:
    """Read a card list whole; raises LibraryError if it is damaged."""
    found = CardList(path)
    cards = [found.card(key) for key in found.names()]
    if None in cards or (len(cards), path.stem) != (found.info.names, found.info.book):
        raise _damaged(path)


def remove_cards(book: str) -> None:
    """Remove a book's card list; raises BookNotFound if it has none."""
    try:
        _file_of(book).unlink()
    except FileNotFoundError:
        raise BookNotFound(f"no card list of {book} is imported (rules name import FILE -b {book} adds one)") from None
    except OSError as error:
        raise LibraryError(f"the card list of {book} can't be removed ({error.strerror})") from None
