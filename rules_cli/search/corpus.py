"""The search data of one edition: an SQLite file derived from the edition's index, deleted and rebuilt at need.

A corpus holds words and numbers. It knows no game and no language. The rows of a word and their weights are two
arrays side by side, so that thousands of rows are scored without a database step for each. Rows are numbered by
their place in the edition, names of terms in their order, both from 1.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

from rules_cli.store import cache
from rules_cli.store.cache import CacheFile

FORMAT = 4
SCALE = 150
"""The stored weight that means 1: a weight is one byte, and the highest, a word of a title, is 1.3."""
_SCHEMA = """
CREATE TABLE word (text TEXT PRIMARY KEY, frequency INTEGER NOT NULL, stems TEXT NOT NULL,
    rows BLOB, weights BLOB, near_rows BLOB, near_weights BLOB);
CREATE TABLE form (key TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (key TEXT NOT NULL, size INTEGER NOT NULL, names BLOB, PRIMARY KEY (key, size)) WITHOUT ROWID;
CREATE TABLE name (place INTEGER PRIMARY KEY, words TEXT NOT NULL, term INTEGER NOT NULL);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE kind (kind TEXT PRIMARY KEY, rows BLOB) WITHOUT ROWID;
CREATE TABLE row (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
"""

Numbers: TypeAlias = "array[int]"


class Postings(NamedTuple):
    """Row numbers in ascending order, each with a weight: `SCALE` is 1."""

    rows: Numbers
    weights: bytes


class CorpusWord(NamedTuple):
    """A word of a book. `frequency` counts the rows with the word in any field; `own` are the rows with the word in
    their title or text, `near` those with it only in a title above, an example or a note."""

    frequency: int
    stems: str
    own: Postings
    near: Postings


class CorpusRow(NamedTuple):
    """A row as search reads it. The texts are folded words joined by blanks.

    `kind` is the row's kind, or `entry` for a glossary entry; `leads` are the rows of the rules that such an entry
    names, `cites` those that any row names.
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
    """A term: its own names, folded, and the rows that define it, the most important first."""

    own: tuple[str, ...]
    rules: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """All data of a corpus.

    `forms` maps a stem key to words; `names` are the names of terms, each with the number of its term; `parts` maps a
    stem key and a count of words to the numbers of the names with so many words, one of which has the key; `kinds`
    maps a kind to its rows.
    """

    words: Mapping[str, CorpusWord]
    forms: Mapping[str, Collection[str]]
    parts: Mapping[tuple[str, int], Sequence[int]]
    names: Sequence[tuple[str, int]]
    kinds: Mapping[str, Sequence[int]]
    terms: Sequence[CorpusTerm]
    rows: Sequence[CorpusRow]


def write(content: Content, path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write a corpus to a new file, or to memory if there is no path, and return the open connection."""
    connection = cache.begin(path, _SCHEMA)
    connection.executemany(
        "INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            (text, word.frequency, word.stems, *_data(word.own), *_data(word.near))
            for text, word in sorted(content.words.items())
        ),
    )
    forms = ((key, " ".join(sorted(words))) for key, words in sorted(content.forms.items()))
    connection.executemany("INSERT INTO form VALUES (?, ?)", forms)
    parts = ((key, size, array("I", names).tobytes()) for (key, size), names in sorted(content.parts.items()))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", parts)
    connection.executemany("INSERT INTO name (words, term) VALUES (?, ?)", content.names)
    kinds = ((kind, array("I", rows).tobytes()) for kind, rows in sorted(content.kinds.items()))
    connection.executemany("INSERT INTO kind VALUES (?, ?)", kinds)
    terms = ((json.dumps(term, ensure_ascii=False),) for term in content.terms)
    connection.executemany("INSERT INTO term (data) VALUES (?)", terms)
    connection.executemany("INSERT INTO row (data) VALUES (?)", ((_row_data(row),) for row in content.rows))
    counts = {"rows": str(len(content.rows)), "names": str(len(content.names))}
    return cache.finish(connection, {**about, **counts})


def _data(postings: Postings) -> tuple[bytes, bytes]:
    return postings.rows.tobytes(), postings.weights


def _row_data(row: CorpusRow) -> str:
    """One line for each field: quicker to read than JSON, and many rows are read for each query."""
    rows = (" ".join(map(str, numbers)) for numbers in (row.leads, row.cites))
    return "\n".join((row.number, row.kind, row.title, row.body, row.aside, row.above, *rows))


def _row_from(data: str) -> CorpusRow:
    number, kind, title, body, aside, above, leads, cites = data.split("\n")
    return CorpusRow(
        number, kind, title, body, aside, above, tuple(map(int, leads.split())), tuple(map(int, cites.split()))
    )


def _numbers(data: bytes) -> Numbers:
    found = array("I")
    found.frombytes(data)
    return found


class Corpus:
    """An open corpus, for reading. Threads may share it."""

    def __init__(self, file: CacheFile) -> None:
        self._connection = file.connection
        self._lock = Lock()
        self.rows, self.names = int(file.about["rows"]), int(file.about["names"])
        self.languages = file.about["languages"].split()

    def __del__(self) -> None:
        self._connection.close()  # a connection is part of a reference cycle, so the file would stay open for long

    def _all(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(sql, values).fetchall()

    def word(self, text: str) -> CorpusWord | None:
        """A word with its rows; None if the book does not use the word."""
        sql = "SELECT frequency, stems, rows, weights, near_rows, near_weights FROM word WHERE text = ?"
        found = self._all(sql, text)
        if not found:
            return None
        frequency, stems, rows, weights, near_rows, near_weights = found[0]
        own, near = Postings(_numbers(rows), weights), Postings(_numbers(near_rows), near_weights)
        return CorpusWord(frequency, stems, own, near)

    def of_kind(self, kind: str) -> Numbers:
        """The rows of a kind."""
        found = self._all("SELECT rows FROM kind WHERE kind = ?", kind)
        return _numbers(found[0][0]) if found else array("I")

    def forms(self, keys: Collection[str]) -> list[str]:
        """The words that have any of these stem keys."""
        sql = f"SELECT words FROM form WHERE key IN ({','.join('?' * len(keys))})"
        return [word for (words,) in self._all(sql, *keys) for word in words.split()]

    def beginning(self, start: str, limit: int) -> list[str]:
        """The first words in alphabetical order that begin with these letters."""
        sql = "SELECT text FROM word WHERE text >= ? AND text < ? AND frequency ORDER BY text LIMIT ?"
        return [text for (text,) in self._all(sql, start, start + "\U0010ffff", limit)]

    def vocabulary(self) -> list[str]:
        """All words of the rows and of the names of terms."""
        return [text for (text,) in self._all("SELECT text FROM word")]

    def parts(self, keys: Collection[str]) -> list[tuple[str, int, Numbers]]:
        """The names of terms with a word that has one of these keys, as (key, count of words, numbers of names)."""
        sql = f"SELECT key, size, names FROM part WHERE key IN ({','.join('?' * len(keys))}) ORDER BY key, size"
        return [(key, size, _numbers(names)) for key, size, names in self._all(sql, *keys)]

    def name(self, number: int) -> tuple[str, CorpusTerm]:
        """The words of a name, and its term."""
        sql = "SELECT words, data FROM name JOIN term ON term.place = name.term WHERE name.place = ?"
        ((words, data),) = self._all(sql, number)
        own, rules = json.loads(data)
        return words, CorpusTerm(tuple(own), tuple(rules))

    def read_rows(self, numbers: Iterable[int]) -> dict[int, CorpusRow]:
        """The rows with these numbers."""
        sql = "SELECT place, data FROM row WHERE place IN (SELECT value FROM json_each(?))"
        return {place: _row_from(data) for place, data in self._all(sql, json.dumps(list(numbers)))}
