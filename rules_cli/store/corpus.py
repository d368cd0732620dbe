"""What search knows of an edition, or of several together: an SQLite file derived from their indexes, thrown away
without loss, never migrated. It holds words and numbers, and knows no language and no game.

A word's rows and their weights are two arrays side by side, so that thousands of rows are weighed without a step in
the database for each. Rows are numbered through the corpus, from 1; where it holds several editions, the rows of
each follow those of the one before. So it is with the names of terms.
"""

from __future__ import annotations

import heapq
import json
import sqlite3
import threading
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

FORMAT = 1
SCALE = 150
"""The weight that counts as one."""
_SCHEMA = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE word (text TEXT NOT NULL, held INTEGER NOT NULL, stems TEXT NOT NULL,
    rows BLOB, weights BLOB, near_rows BLOB, near_weights BLOB);
CREATE TABLE form (key TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (key TEXT NOT NULL, size INTEGER NOT NULL, names BLOB, PRIMARY KEY (key, size)) WITHOUT ROWID;
CREATE TABLE name (place INTEGER PRIMARY KEY, words TEXT NOT NULL, term INTEGER NOT NULL);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE line (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
"""
_INDEX = "CREATE UNIQUE INDEX word_text ON word (text, held)"

Numbers: TypeAlias = "array[int]"


@dataclass(slots=True)
class Postings:
    """Rows in their order, each with a weight: `SCALE` is one, 255 the most."""

    rows: Numbers = field(default_factory=lambda: array("I"))
    weights: bytes = b""


@dataclass(slots=True)
class Word:
    """A word of a corpus: how many rows it counts for, its stems, the rows that hold it themselves, and those that it
    only stands near to (above or beside them)."""

    text: str
    held: int = 0
    stems: str = ""
    own: Postings = field(default_factory=Postings)
    near: Postings = field(default_factory=Postings)


@dataclass(frozen=True, slots=True)
class Line:
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


@dataclass(frozen=True, slots=True)
class Term:
    """A term as search reads it: its own names, folded; the places of the rules that define it, the first of them
    foremost, and of the glossary's entry for it."""

    own: tuple[str, ...]
    rules: tuple[int, ...]
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Content:
    """All that a corpus of one edition is made of. `parts` leads from a key and the number of parts to the places of
    the names that have such a part among so many; `names` are their words and the place of their term."""

    words: Sequence[Word]
    forms: Mapping[str, Collection[str]]
    parts: Mapping[tuple[str, int], Sequence[int]]
    names: Sequence[tuple[str, int]]
    terms: Sequence[Term]
    lines: Sequence[Line]


def write(content: Content, path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write the corpus of one edition to a new file (or to memory, without a path) and leave it open.

    Time and size grow linearly with the words of the edition.
    """
    connection = _begin(path, {**about, "rows": str(len(content.lines)), "names": str(len(content.names))})
    _write_words(connection, content.words)
    forms = ((key, " ".join(sorted(words))) for key, words in sorted(content.forms.items()))
    connection.executemany("INSERT INTO form VALUES (?, ?)", forms)
    parts = ((key, size, array("I", names).tobytes()) for (key, size), names in sorted(content.parts.items()))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", parts)
    connection.executemany("INSERT INTO name (words, term) VALUES (?, ?)", content.names)
    terms = ((json.dumps((t.own, t.rules, t.entries), ensure_ascii=False),) for t in content.terms)
    connection.executemany("INSERT INTO term (data) VALUES (?)", terms)
    connection.executemany("INSERT INTO line (data) VALUES (?)", ((_line_data(line),) for line in content.lines))
    return _end(connection)


def merge(corpora: Sequence[Corpus], path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write one corpus of several: their words, forms and parts of names; what their rows say stays with them.

    Read in step, word by word, so that memory does not grow with their number; time is linear in their words.
    """
    rows, names = (_bases(corpus.count(what) for corpus in corpora) for what in ("rows", "names"))
    connection = _begin(path, {**about, "rows": str(rows[-1]), "names": str(names[-1])})
    _write_words(connection, _merged_words(corpora, rows))
    forms = heapq.merge(*(corpus.select("SELECT key, words FROM form ORDER BY key") for corpus in corpora))
    joined = ((key, sorted({w for _, ws in g for w in ws.split()})) for key, g in groupby(forms, itemgetter(0)))
    connection.executemany("INSERT INTO form VALUES (?, ?)", ((key, " ".join(words)) for key, words in joined))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", _merged_parts(corpora, names))
    return _end(connection)


def _bases(counts: Iterable[int]) -> list[int]:
    """How many come before each, and after the last."""
    bases = [0]
    for count in counts:
        bases.append(bases[-1] + count)
    return bases


def _merged_words(corpora: Sequence[Corpus], bases: Sequence[int]) -> Iterator[Word]:
    sql = "SELECT text, ? AS base, held, stems, rows, weights, near_rows, near_weights FROM word ORDER BY text"
    found = heapq.merge(*(c.select(sql, (b,)) for c, b in zip(corpora, bases, strict=False)), key=itemgetter(0, 1))
    for text, group in groupby(found, itemgetter(0)):
        word = Word(text)
        for _, base, held, stems, *postings in group:
            word.held += held
            word.stems = stems
            _append(word.own, postings[:2], base)
            _append(word.near, postings[2:], base)
        yield word


def _append(postings: Postings, others: Sequence[bytes], base: int) -> None:
    postings.rows.extend(_moved(others[0], base))
    postings.weights += others[1]


def _merged_parts(corpora: Sequence[Corpus], bases: Sequence[int]) -> Iterator[tuple[str, int, bytes]]:
    sql = "SELECT key, size, ? AS base, names FROM part ORDER BY key, size"
    found = heapq.merge(*(c.select(sql, (b,)) for c, b in zip(corpora, bases, strict=False)), key=itemgetter(0, 1, 2))
    for (key, size), group in groupby(found, itemgetter(0, 1)):
        yield key, size, b"".join(_moved(names, base).tobytes() for _, _, base, names in group)


def _moved(data: bytes, base: int) -> Numbers:
    numbers = _numbers(data)
    return array("I", [number + base for number in numbers]) if base else numbers


def _numbers(data: bytes) -> Numbers:
    numbers = array("I")
    numbers.frombytes(data)
    return numbers


def _begin(path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    name = path if path is not None else ":memory:"
    connection = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
    connection.executescript(_SCHEMA)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
    return connection


def _write_words(connection: sqlite3.Connection, words: Iterable[Word]) -> None:
    values = (
        (w.text, w.held, w.stems, w.own.rows.tobytes(), w.own.weights, w.near.rows.tobytes(), w.near.weights)
        for w in words
    )
    connection.executemany("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def _end(connection: sqlite3.Connection) -> sqlite3.Connection:
    connection.execute(_INDEX)
    connection.execute("INSERT INTO about VALUES ('complete', 'yes')")
    connection.execute("COMMIT")
    return connection


def _line_data(line: Line) -> str:
    places = (" ".join(map(str, places)) for places in (line.leads, line.cites))
    return "\n".join((line.number, line.kind, line.title, line.body, line.aside, line.above, *places))


def _line_from(data: str) -> Line:
    number, kind, title, body, aside, above, leads, cites = data.split("\n")
    places = (tuple(map(int, places.split())) if places else () for places in (leads, cites))
    return Line(number, kind, title, body, aside, above, *places)


class Corpus:
    """An open corpus, for reading. Safe to share between threads, which take turns."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self.about: Mapping[str, str] = dict(connection.execute("SELECT key, value FROM about"))
        if self.about.get("complete") != "yes":
            raise sqlite3.DatabaseError("a corpus that was not finished")

    @classmethod
    def open(cls, path: Path) -> Corpus:
        """Open a corpus file; raises sqlite3.DatabaseError where it is no whole corpus."""
        address = f"file:{quote(str(path))}?mode=ro&immutable=1"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False)
        connection.execute("PRAGMA cache_size = -512")  # a library of hundreds stays small; the system caches files
        return cls(connection)

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def count(self, what: str) -> int:
        """How many `rows` or `names` there are."""
        return int(self.about[what])

    def select(self, sql: str, values: Sequence[int | str] = ()) -> sqlite3.Cursor:
        """The rows of a query, one at a time, for one thread alone."""
        return self._connection.execute(sql, values)

    def _all(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(sql, values).fetchall()

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
            return Postings(), Postings()
        rows, weights, near_rows, near_weights = found[0]
        return Postings(_numbers(rows), weights), Postings(_numbers(near_rows), near_weights)

    def forms(self, keys: Collection[str]) -> list[str]:
        """The words that go by any of some keys, in order."""
        sql = f"SELECT words FROM form WHERE key IN ({_marks(keys)})"
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
        sql = f"SELECT size, names FROM part WHERE key IN ({_marks(keys)})"
        return [(int(size), _numbers(names)) for size, names in self._all(sql, *keys)]

    def name(self, place: int) -> tuple[str, Term]:
        """The words of a name, and its term."""
        sql = "SELECT words, data FROM name JOIN term ON term.place = name.term WHERE name.place = ?"
        ((words, data),) = self._all(sql, place)
        return words, Term(*map(tuple, json.loads(data)))

    def lines(self, places: Iterable[int]) -> dict[int, Line]:
        """What the rows at some places say."""
        sql = "SELECT place, data FROM line WHERE place IN (SELECT value FROM json_each(?))"
        return {place: _line_from(data) for place, data in self._all(sql, json.dumps(list(places)))}


def _marks(values: Collection[str]) -> str:
    return ",".join("?" * len(values))
