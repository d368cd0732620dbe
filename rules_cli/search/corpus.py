"""What search knows of an edition, or of several together: an SQLite file derived from their indexes, thrown away
without loss, never migrated. It holds words and numbers, and knows no language and no game.

A word's rows and their weights are two arrays side by side, so that thousands of rows are weighed without a step in
the database for each. Rows are numbered through the corpus, from 1; where it holds several editions, the rows of
each follow those of the one before. So it is with the names of terms.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Collection, Iterable
from threading import RLock
from typing import Any, NamedTuple, TypeAlias

from rules_cli.store.sqlite_cache import CacheFile

FORMAT = 3
SCALE = 150
"""The weight that counts as one."""
SCHEMA = """
CREATE TABLE word (text TEXT NOT NULL, held INTEGER NOT NULL, stems TEXT NOT NULL,
    rows BLOB, weights BLOB, near_rows BLOB, near_weights BLOB);
CREATE TABLE form (key TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (key TEXT NOT NULL, size INTEGER NOT NULL, names BLOB, PRIMARY KEY (key, size)) WITHOUT ROWID;
CREATE TABLE name (place INTEGER PRIMARY KEY, words TEXT NOT NULL, term INTEGER NOT NULL);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE kind (kind TEXT PRIMARY KEY, rows BLOB) WITHOUT ROWID;
CREATE TABLE line (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
"""
INDEX = "CREATE UNIQUE INDEX word_text ON word (text, held)"

Numbers: TypeAlias = "array[int]"


class Postings(NamedTuple):
    """Rows in their order, each with a weight: `SCALE` is one, 255 the most."""

    rows: Numbers
    weights: bytes


class CorpusRow(NamedTuple):
    """A row as search reads it: each field is its folded words, one blank between them.

    `kind` is the row's, or `entry` for what a glossary says of a term; `leads` are the places of the rules that such
    an entry names, `cites` of the rules that any row names.
    """

    number: str
    kind: str
    title: str
    body: str
    aside: str
    above: str
    leads: tuple[int, ...] = ()
    cites: tuple[int, ...] = ()


class CorpusTerm(NamedTuple):
    """A term as search reads it: its own names, folded; the places of the rules that define it, the first of them
    foremost."""

    own: tuple[str, ...]
    rules: tuple[int, ...]


_NONE = Postings(array("I"), b"")


def numbers(data: bytes) -> Numbers:
    """Numbers as they are kept."""
    found = array("I")
    found.frombytes(data)
    return found


def line_data(line: CorpusRow) -> str:
    """A line as it is kept."""
    places = (" ".join(map(str, places)) for places in (line.leads, line.cites))
    return "\n".join((line.number, line.kind, line.title, line.body, line.aside, line.above, *places))


def _line_from(data: str) -> CorpusRow:
    number, kind, title, body, aside, above, leads, cites = data.split("\n")
    places = (tuple(map(int, places.split())) if places else () for places in (leads, cites))
    return CorpusRow(number, kind, title, body, aside, above, *places)


class Corpus:
    """An open corpus, for reading. Safe to share between threads, which take turns."""

    def __init__(self, opened: CacheFile) -> None:
        self.opened = opened
        self.about = opened.about
        self._lock = RLock()

    def __del__(self) -> None:
        self.opened.connection.close()  # see Index

    def count(self, what: str) -> int:
        """How many `rows` or `names` there are."""
        return int(self.about[what])

    def select(self, sql: str, *values: int | str) -> sqlite3.Cursor:
        """The rows of a query, one at a time, for one thread alone."""
        return self.opened.connection.execute(sql, values)

    def _all(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self.opened.connection.execute(sql, values).fetchall()

    def held(self, text: str) -> int:
        """How many rows hold a word."""
        found = self._all("SELECT held FROM word WHERE text = ?", text)
        return int(found[0][0]) if found else 0

    def stems(self, text: str) -> str | None:
        """The stems of a word, None where no row has it."""
        found = self._all("SELECT stems FROM word WHERE text = ?", text)
        return str(found[0][0]) if found else None

    def postings(self, text: str) -> tuple[Postings, Postings]:
        """The rows that hold a word themselves, and those that it only stands near to."""
        sql = "SELECT rows, weights, near_rows, near_weights FROM word WHERE text = ?"
        found = self._all(sql, text)
        if not found:
            return _NONE, _NONE
        rows, weights, near_rows, near_weights = found[0]
        return Postings(numbers(rows), weights), Postings(numbers(near_rows), near_weights)

    def of_kind(self, kind: str) -> Numbers:
        """The rows of a kind."""
        found = self._all("SELECT rows FROM kind WHERE kind = ?", kind)
        return numbers(found[0][0]) if found else _NONE.rows

    def forms(self, keys: Collection[str]) -> list[str]:
        """The words that go by any of some keys, in order."""
        sql = f"SELECT words FROM form WHERE key IN ({','.join('?' * len(keys))})"
        return sorted({word for (words,) in self._all(sql, *keys) for word in words.split()})

    def beginning(self, start: str, limit: int) -> list[str]:
        """The words that begin so, in order."""
        sql = "SELECT text FROM word WHERE text >= ? AND text < ? AND held ORDER BY text LIMIT ?"
        return [text for (text,) in self._all(sql, start, start + "\U0010ffff", limit)]

    def vocabulary(self) -> list[str]:
        """All words, those of names among them, in order."""
        return [text for (text,) in self._all("SELECT text FROM word ORDER BY text")]

    def parts(self, keys: Collection[str]) -> list[tuple[int, Numbers]]:
        """The names that have a part which goes by one of some keys: how many parts they have, and their places."""
        sql = f"SELECT size, names FROM part WHERE key IN ({','.join('?' * len(keys))})"
        return [(int(size), numbers(names)) for size, names in self._all(sql, *keys)]

    def name(self, place: int) -> tuple[str, CorpusTerm]:
        """The words of a name, and its term."""
        sql = "SELECT words, data FROM name JOIN term ON term.place = name.term WHERE name.place = ?"
        ((words, data),) = self._all(sql, place)
        own, rules = json.loads(data)
        return words, CorpusTerm(tuple(own), tuple(rules))

    def lines(self, places: Iterable[int]) -> dict[int, CorpusRow]:
        """What the rows at some places say."""
        sql = "SELECT place, data FROM line WHERE place IN (SELECT value FROM json_each(?))"
        return {place: _line_from(data) for place, data in self._all(sql, json.dumps(list(places)))}
