"""The index of one edition: an SQLite file derived from its tree, thrown away without loss, never migrated.

A look-up is one step in a B-tree whatever the number of rows, and opens no YAML. Each edition has its own file,
so that building one never locks or endangers another, and a look-up is no slower for ten editions installed.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_cli.model import Anomaly, Book, GlossaryEntry, Reference, Row, RuleNumber, RuleText
from rules_cli.store import cache

FORMAT = 4
_SCHEMA = """
CREATE TABLE row (place INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX row_folded ON row (folded);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
"""


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A row in its place: what the index answers for a number."""

    place: int
    row: Row
    children: tuple[RuleNumber, ...]
    referenced_by: tuple[RuleNumber, ...]
    anomalies: tuple[str, ...]


def build(book: Book, path: Path | None, state: str = "") -> sqlite3.Connection:
    """Write the index of a book to a new file (or to memory, without a path) and leave it open.

    `state` is the state of the files that the book comes from, kept so that a stale index is known as one.

    Time and size grow linearly with the words of the book.
    """
    connection = cache.begin(path, _SCHEMA)
    connection.executemany("INSERT INTO row VALUES (?, ?, ?, ?)", _rows(book))
    connection.executemany("INSERT INTO term (data) VALUES (?)", _terms(book))
    return cache.finish(connection, {**_about(book), "state": state})


def _about(book: Book) -> dict[str, str]:
    kinds = [row.kind for row in book.rows]
    return {
        "slug": book.slug,
        "edition": book.edition,
        "title": book.title,
        "language": book.language,
        "rules": str(kinds.count("rule")),
        "rows": str(len(kinds)),
        "headings": str(sum(kind == "heading" for kind in kinds)),
        "languages": " ".join(sorted({lang for row in book.rows for lang in row.restated})),
        "anomalies": json.dumps([[a.kind, a.number, a.line, a.detail, a.source] for a in book.anomalies]),
    }


def _terms(book: Book) -> Iterator[tuple[str]]:
    from rules_cli.parse.glossary import explained  # for building only: a look-up must not wait for the parser

    for term in explained(book.rows, book.glossaries):
        yield (_encode((term.number, term.names, term.see, term.rules)),)


def _rows(book: Book) -> Iterator[tuple[int, str, str, str]]:
    children: dict[str | None, list[RuleNumber]] = defaultdict(list)
    citing: dict[str, dict[str, None]] = defaultdict(dict)
    odd: dict[str, dict[str, None]] = defaultdict(dict)
    parents = {str(row.number): row.parent for row in book.rows}
    for row in book.rows:
        children[row.parent].append(row.number)
    for row in book.rows:
        for reference in row.references:
            for target in reference.names(children[parents.get(reference.target)] if reference.since else ()):
                if target != row.number:
                    citing[target][row.number] = None
    for anomaly in book.anomalies:
        if anomaly.number is not None:
            odd[anomaly.number][anomaly.kind] = None
    for place, row in enumerate(book.rows, 1):
        data = (
            row.kind,
            row.parent,
            row.title,
            _words_data(row.words),
            [_reference_data(r) for r in row.references],
            row.fingerprint,
            {lang: _words_data(words) for lang, words in row.restated.items()},
            children[row.number],
            list(citing[row.number]),
            list(odd[row.number]),
        )
        yield (
            place,
            row.number,
            _fold(row.number),
            _encode(data),
        )


def _reference_data(reference: Reference) -> tuple[str | bool, ...]:
    data = (reference.printed, reference.target, reference.resolved)
    return (*data, reference.since) if reference.since else data


def _fold(number: str) -> str:
    from rules_cli.text import fold

    return number if number.isascii() else fold(number)


def _words_data(words: RuleText) -> list[Any]:
    return [words.text, words.examples, words.notes, words.title]


class Index:
    """An open index, for reading. Safe to share between threads: SQLite serialises its own calls."""

    def __init__(self, opened: cache.CacheFile) -> None:
        self._connection = opened.connection
        self.about = opened.about

    def __del__(self) -> None:
        self._connection.close()  # it is part of a cycle, and would keep its file open until that is collected

    def get(self, number: str) -> IndexEntry | None:
        """The row with a number in normal form, None if there is none; one step in a B-tree."""
        sql = "SELECT place, number, data FROM row WHERE number = ?"
        try:
            found = self._connection.execute(sql, (number,)).fetchone()
        except UnicodeEncodeError:  # half a character, as a terminal may send it: no book has one
            return None
        return _entry(*found) if found else None

    def get_folded(self, number: str) -> IndexEntry | None:
        """The row whose number is this one without its accents."""
        sql = "SELECT place, number, data FROM row WHERE folded = ? ORDER BY place LIMIT 1"
        found = self._connection.execute(sql, (_fold(number),)).fetchone()
        return _entry(*found) if found else None

    def at(self, place: int) -> IndexEntry | None:
        """The row at a place in source order, counted from 1."""
        found = self._connection.execute("SELECT place, number, data FROM row WHERE place = ?", (place,)).fetchone()
        return _entry(*found) if found else None

    def between(self, first: int, last: int) -> list[IndexEntry]:
        """The rows from one place to another, both included."""
        sql = "SELECT place, number, data FROM row WHERE place BETWEEN ? AND ? ORDER BY place"
        return [_entry(*found) for found in self._connection.execute(sql, (first, last))]

    def at_places(self, places: list[int]) -> list[IndexEntry]:
        """The rows at several places, in source order."""
        sql = "SELECT place, number, data FROM row WHERE place IN (SELECT value FROM json_each(?)) ORDER BY place"
        return [_entry(*found) for found in self._connection.execute(sql, (json.dumps(places),))]

    def numbers(self) -> list[RuleNumber]:
        """All numbers in source order."""
        return [RuleNumber(number) for (number,) in self._connection.execute("SELECT number FROM row ORDER BY place")]

    def entries(self) -> list[IndexEntry]:
        """All rows in source order."""
        found = self._connection.execute("SELECT place, number, data FROM row ORDER BY place")
        return [_entry(*each) for each in found]

    def anomalies(self) -> tuple[Anomaly, ...]:
        """What is odd about the edition, in source order."""
        return tuple(
            Anomaly(kind, RuleNumber(number) if number is not None else None, line, detail, source)
            for kind, number, line, detail, source in json.loads(self.about["anomalies"])
        )

    def explained(self) -> list[GlossaryEntry]:
        """The terms of the book's own glossary, in source order."""
        found = self._connection.execute("SELECT data FROM term ORDER BY place")
        data = (json.loads(data) for (data,) in found)
        return [GlossaryEntry(number, tuple(names), tuple(see), tuple(rules)) for number, names, see, rules in data]


def _entry(place: int, number: str, data: str) -> IndexEntry:
    kind, parent, title, words, references, fingerprint, restated, children, cited, odd = json.loads(data)
    row = Row(
        RuleNumber(number),
        kind,
        parent,
        title,
        _words_from(words),
        tuple(Reference(*reference) for reference in references),
        fingerprint,
        {lang: _words_from(value) for lang, value in restated.items()},
    )
    return IndexEntry(place, row, tuple(children), tuple(cited), tuple(odd))


def _words_from(data: Iterable[Any]) -> RuleText:
    text, examples, notes, title = data
    return RuleText(text, tuple(examples), tuple(notes), title)
