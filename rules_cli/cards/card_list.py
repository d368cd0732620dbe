"""Keep the user's card lists: an SQLite file for each game, which finds a card by the letters of any of its names.

A list is written beside the old one, row by row, and takes its place when it is whole.
"""

from __future__ import annotations

import os
import re
import sqlite3
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from rules_cli.cards.card import Card, CardFace, card_from
from rules_cli.cards.fields import ListedRuling
from rules_cli.cards.spelling import leaves_out_signs, loose_words, skeleton, tidy, tokens
from rules_cli.errors import BookNotFound, LibraryError, RulesWarning
from rules_cli.store import cache, paths
from rules_cli.store.atomic import replacing
from rules_cli.store.edition import check_slug
from rules_cli.text import fold

_FORMAT = 3
_MOST_OPEN = 32  # lists that a process keeps open
_MOST_TRIED = 200  # names with the letters of some words: of more, too few words were typed
_SCHEMA = f"""
PRAGMA user_version = {_FORMAT};
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE about (book TEXT, source TEXT, date TEXT, names INTEGER, monikers INTEGER, rulings INTEGER);
CREATE TABLE card (id INTEGER PRIMARY KEY, digest BLOB UNIQUE, data TEXT);
CREATE TABLE name (letters TEXT, kind INTEGER, key TEXT, name TEXT, card INTEGER, called TEXT,
  PRIMARY KEY (letters, kind, key, card, called)) WITHOUT ROWID;
CREATE TABLE ruling (card TEXT, date TEXT, digest BLOB, text TEXT, PRIMARY KEY (card, date, digest)) WITHOUT ROWID;
CREATE TABLE moniker (key TEXT PRIMARY KEY, spelling TEXT) WITHOUT ROWID;
CREATE TABLE proof (key TEXT PRIMARY KEY, moniker TEXT) WITHOUT ROWID;
CREATE TABLE word (word TEXT PRIMARY KEY, cards INTEGER) WITHOUT ROWID;
"""
NAME, FACE, PRINTED, TITLE, WHOLE = range(5)
"""Kinds of names of a card: its own, that of a face, a translation, a title above its name, or all its names as one."""


class ListInfo(NamedTuple):
    """An imported card list: its book, the files it came from, their date, and counts of what it has."""

    book: str
    source: str
    date: str
    names: int
    monikers: int
    rulings: int


def letters_of(name: str) -> str:
    """The letters of a name, by which it is found: without case, accents, blanks, hyphens and apostrophes."""
    return _letters(" ".join(tokens(tidy(name), {})))


def _letters(key: str) -> str:
    """The letters of a key, also of one with two names, `fire // ice`."""
    return skeleton(key).replace("/", "")


# --- reading


class _NameRow(NamedTuple):
    """A name of a card; `called` is the English name of the card or face that has it."""

    kind: int
    called: str
    card: int
    key: str


class CardList:
    """A card list, opened for reading. Keys are folded names (`bravo star of the show`)."""

    def __init__(self, path: Path) -> None:
        """Open a file; raises LibraryError if it is not a card list of this version."""
        self.path = path
        try:
            self._connection = sqlite3.connect(paths.read_only(path), uri=True, check_same_thread=False)
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version != _FORMAT:
                raise _damaged(path, "from another version")
            self.info = ListInfo(*self._connection.execute("SELECT * FROM about").fetchone())
        except (sqlite3.Error, TypeError):
            raise _damaged(path) from None
        self._ask = lru_cache(maxsize=4096)(self._rows)

    def find(self, typed: str) -> list[Card]:
        """The cards that have a name with these letters, by the best kind of name that has them (`NAME` is the best).
        Cards of one name are one card with variants. Tokens are left out if there are other cards."""
        rows = self._ask("SELECT kind, card FROM name WHERE letters = ? ORDER BY kind", _storable(letters_of(typed)))
        return self._cards([card for kind, card in rows if kind == rows[0][0]])

    def called(self, typed: str) -> list[Card]:
        """The cards that have this before the comma in their name."""
        letters = letters_of(typed)
        query = "SELECT name, card FROM name WHERE letters >= ? AND letters < ? AND kind <= 1 AND name LIKE '%,%'"
        rows = self._ask(query, *map(_storable, (letters, f"{letters}\U0010ffff"))) if letters else []
        return self._cards([card for name, card in rows if letters_of(name.partition(",")[0]) == letters])

    def with_words(self, typed: str, most: int) -> list[Card]:
        """The cards, at most so many, with a name in which a word begins with each typed word; short names first."""
        words = loose_words(" ".join(tokens(tidy(typed), {})))
        if not words:
            return []
        has_words = " AND ".join(["instr(letters, ?)"] * len(words))
        query = f"SELECT key, card FROM name WHERE {has_words} ORDER BY kind, length(letters) LIMIT {_MOST_TRIED}"
        fitting = [card for key, card in self._ask(query, *map(_storable, words)) if _begin(words, loose_words(key))]
        return self._cards(fitting[:most])

    def card(self, key: str) -> Card | None:
        """The card whose name this is, or else a card with a face of this name; None if no card has it."""
        rows = [row for row in self._with_key(key) if row.kind in (NAME, FACE)]
        cards = self._cards([row.card for row in rows if row.kind == rows[0].kind])
        return cards[0] if cards else None

    def english(self, key: str) -> tuple[tuple[str, ...], bool]:
        """The English names of the cards that are printed with this name, and whether it is a title; none for a card's
        own name. If no name is spelled so, names whose accents, apostrophes or hyphens `key` leaves out count."""
        rows = self._with_key(key) or [row for row in self._with_letters(key) if leaves_out_signs(key, row.key)]
        if not rows or rows[0].kind not in (PRINTED, TITLE):
            return (), False
        return tuple(dict.fromkeys(row.called for row in rows)), rows[0].kind == TITLE

    def moniker(self, key: str) -> str | None:
        """The moniker with this key as it is spelled in the list; None if the list proves no such moniker."""
        return self._value("SELECT spelling FROM moniker WHERE key = ?", key)

    def monikers(self) -> list[str]:
        """All monikers that the list proves."""
        return [spelling for (spelling,) in self._rows("SELECT spelling FROM moniker")]

    def proven(self, key: str) -> str | None:
        """The moniker of the name with this key; None if the list proves none."""
        return self._value("SELECT moniker FROM proof WHERE key = ?", key)

    def names(self) -> Mapping[str, str]:
        """All names of cards and faces, by key."""
        return dict(self._rows("SELECT key, name FROM name WHERE kind <= 1 ORDER BY kind DESC"))

    def printed_names(self) -> Mapping[str, str]:
        """The English name of each translation and title that is printed on a card, by the key of the latter."""
        return dict(self._rows("SELECT key, called FROM name WHERE kind IN (2, 3) ORDER BY kind DESC"))

    def rulings(self, card: Card) -> list[ListedRuling]:
        """The rulings on a card, the oldest first."""
        rows = self._ask("SELECT card, date, text FROM ruling WHERE card = ? ORDER BY date", card.rulings)
        return [ListedRuling(*row) for row in rows] if card.rulings else []

    def cards_with(self, word: str) -> int:
        """How many cards of the list have a word in their text."""
        return int(self._value("SELECT cards FROM word WHERE word = ?", word) or 0)

    def costs(self) -> list[str]:
        """The costs that are printed on the cards, each once."""
        query = "SELECT DISTINCT json_extract(value, '$[1]') FROM card, json_each(card.data, '$[1]')"
        return [cost for (cost,) in self._rows(query) if cost]

    def check(self) -> None:
        """Read the list whole; raises LibraryError if it is damaged."""
        for (data,) in self._rows("SELECT data FROM card"):
            self._read(data)
        (names,) = self._rows("SELECT COUNT(DISTINCT key) FROM name WHERE kind <= 1")[0]
        if (names, self.path.stem) != (self.info.names, self.info.book):
            raise _damaged(self.path)

    def _value(self, query: str, key: str) -> str | None:
        rows = self._ask(query, _storable(key))
        return str(rows[0][0]) if rows else None

    def _with_key(self, key: str) -> list[_NameRow]:
        stored = _storable(key)
        return [row for row in self._with_letters(key) if row.key == stored]

    def _with_letters(self, key: str) -> list[_NameRow]:
        """The names with the letters of a key, the best kind first."""
        query = "SELECT kind, called, card, key FROM name WHERE letters = ? ORDER BY kind"
        return list(map(_NameRow._make, self._ask(query, _storable(_letters(key)))))

    def _cards(self, ids: Iterable[int]) -> list[Card]:
        """The cards with these ids, those of one name as one; without the tokens if there are other cards."""
        by_name: dict[str, list[Card]] = {}
        for number in dict.fromkeys(ids):
            card = self._read(self._ask("SELECT data FROM card WHERE id = ?", number)[0][0])
            by_name.setdefault(card.name.casefold(), []).append(card)
        for group in by_name.values():
            group.sort(key=lambda card: (card.is_token, card.faces[0].stats.get("pitch", "")))
        cards = [_joined(group) for group in by_name.values()]
        return [card for card in cards if not card.is_token] or cards

    def _read(self, data: str) -> Card:
        """Return a stored card; raises LibraryError if the list is damaged."""
        try:
            return card_from(data)
        except (ValueError, TypeError):
            raise _damaged(self.path) from None

    def _rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query; raises LibraryError if the list is damaged."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error:
            raise _damaged(self.path) from None


def _begin(starts: Iterable[str], words: Sequence[str]) -> bool:
    """Return whether each start begins one of the words."""
    return all(any(word.startswith(start) for word in words) for start in starts)


def _joined(group: Sequence[Card]) -> Card:
    """The cards of one name as one: as faces if each has another face, else as variants."""
    first = group[0]
    faces = {card.faces[0].name: card.faces[0] for card in group if len(card.faces) == 1}
    if len(faces) == len(group) > 1:  # the list has a row for each face
        return first._replace(faces=tuple(faces.values()))
    variants: list[CardFace] = []
    for card in group:
        if card.is_token == first.is_token and card.whole not in variants:
            variants.append(card.whole)
    return first._replace(variants=tuple(variants)) if len(variants) > 1 else first


def _storable(text: str) -> str:
    """The text without lone surrogates, which SQLite refuses."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def _damaged(path: Path, why: str = "damaged") -> LibraryError:
    return LibraryError(f"the card list {path.name} is {why}; import it again: rules card import FILE -b {path.stem}")


# --- writing

_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 200_000  # different words that are counted: five times those of all cards of Magic
_CACHE = -32_768  # KiB


class CardWriter:
    """Writes a card list row by row."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._words = Counter[str]()
        self.cards = 0

    def add_card(self, card: Card) -> int:
        """Add a card and count its words, unless the list has the very same card; returns its id."""
        data = _storable(card.as_data())
        digest = _digest(data)
        row = self._connection.execute("INSERT OR IGNORE INTO card (digest, data) VALUES (?, ?)", (digest, data))
        if not row.rowcount or row.lastrowid is None:
            (same,) = self._connection.execute("SELECT id FROM card WHERE digest = ?", (digest,)).fetchone()
            return int(same)
        self.cards += 1
        for word in set(words_of(" ".join(face.text for face in card.faces))):
            if word in self._words or len(self._words) < _MOST_WORDS:
                self._words[word] += 1
        return row.lastrowid

    def add(self, table: str, *values: object) -> None:
        """Add a row to a table, unless the table has one with its key."""
        cells = [_storable(value) if isinstance(value, str) else value for value in values]
        self._connection.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(cells))})", cells)

    def add_name(self, kind: int, key: str, name: str, card: int, called: str) -> None:
        """Add a name of a card; `called` is the name in the list of the card or face that has it."""
        self.add("name", _letters(key), kind, key, name, card, called)

    def add_ruling(self, ruling: ListedRuling) -> None:
        """Add a ruling."""
        self.add("ruling", ruling.card, ruling.date, _digest(_storable(ruling.text)), ruling.text)

    def added(self) -> Iterator[Card]:
        """Yield the cards in the order in which they were added."""
        for (data,) in self._connection.execute("SELECT data FROM card ORDER BY id"):
            yield card_from(data)

    def proven(self) -> Iterator[str]:
        """Yield the monikers that were proven."""
        for (moniker,) in self._connection.execute("SELECT moniker FROM proof ORDER BY key"):
            yield moniker

    def finish(self, book: str, source: str, date: str) -> ListInfo:
        """Write the counts and the facts about the list; returns them."""
        self._connection.executemany("INSERT INTO word VALUES (?, ?)", self._words.items())
        counts = (
            "(SELECT COUNT(DISTINCT key) FROM name WHERE kind <= 1), (SELECT COUNT(*) FROM moniker),"
            " (SELECT COUNT(*) FROM ruling WHERE card IN (SELECT json_extract(data, '$[7]') FROM card))"
        )
        self._connection.execute(f"INSERT INTO about SELECT ?, ?, ?, {counts}", (book, _storable(source), date))
        return ListInfo(*self._connection.execute("SELECT * FROM about").fetchone())


def words_of(text: str) -> list[str]:
    """The folded words of a text, as `CardList.cards_with` counts them."""
    return _WORD.findall(fold(text))


def _digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=12).digest()


@contextmanager
def written(book: str) -> Iterator[CardWriter]:
    """Yield a writer whose list takes the place of the book's former one at the end; an error leaves the former one.
    Raises LibraryError if it can't be written."""
    path = _file_of(book)
    try:
        with replacing(path) as part, closing(sqlite3.connect(part)) as connection:
            connection.executescript(_SCHEMA)
            connection.execute(f"PRAGMA cache_size = {_CACHE}")
            yield CardWriter(connection)
            connection.commit()
    except sqlite3.Error as error:
        raise LibraryError(f"{path} can't be written ({error}); nothing was changed") from None


# --- files


def folder() -> Path:
    """The folder of the card lists."""
    return paths.library() / "cards"


def list_files() -> list[Path]:
    """The files of all card lists, by book."""
    return sorted(folder().glob("[!.]*.sqlite"))


def _file_of(book: str) -> Path:
    return folder() / f"{check_slug(book)}.sqlite"


def open_cards(book: str) -> CardList | None:
    """The card list of a book; None if the user imported none. Raises LibraryError if it is damaged."""
    path = _file_of(book)
    return CardList(path) if path.is_file() else None


def open_lists() -> Iterator[CardList]:
    """Yield the card lists, by book. Leaves damaged ones out, with a `RulesWarning`."""
    for path in list_files():
        try:
            yield _opened(path, cache.stamp(path), os.getpid())
        except OSError:  # it was removed just now
            continue
        except LibraryError as error:
            warnings.warn(f"left out: {error} (rules doctor tells more)", RulesWarning, stacklevel=2)


@lru_cache(maxsize=_MOST_OPEN)
def _opened(path: Path, _state: str, _process: int) -> CardList:
    """Return a card list, opened once for each state of its file: each key of the look-up asks for cards."""
    return CardList(path)


def remove_cards(book: str) -> None:
    """Remove a book's card list; raises BookNotFound if it has none."""
    try:
        _file_of(book).unlink()
    except FileNotFoundError:
        raise BookNotFound(f"no card list of {book} is imported (rules card import FILE -b {book} adds one)") from None
    except OSError as error:
        raise LibraryError(f"the card list of {book} can't be removed ({error.strerror})") from None
