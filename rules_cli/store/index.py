"""The index of one edition: an SQLite file that is built from the edition's tree and can be deleted at any time.

Finding a rule is one step in a B-tree for any number of rows, and opens no YAML. Each edition has its own file, so that
building one never locks or damages another.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from pathlib import Path
from typing import Any, NamedTuple

from rules_cli.model import Book, GlossaryEntry, Penalty, Reference, Row, RuleNumber, RuleText
from rules_cli.numbers.parts import lookup_key
from rules_cli.store import cache
from rules_cli.text import fingerprint

FORMAT = 11
"""The version of the tables; an index of another version is built again."""
_SCHEMA = """
CREATE TABLE row (place INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, key TEXT NOT NULL, words TEXT,
data TEXT NOT NULL);
CREATE INDEX row_key ON row (key);
CREATE INDEX row_words ON row (words);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
"""
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode  # json.loads checks its arguments: 0.8 µs of the 20 to find a rule


class IndexEntry(NamedTuple):
    """A row, its place in source order, its sub-rules, the rules that name it, and the kinds of its anomalies."""

    place: int
    row: Row
    children: tuple[RuleNumber, ...]
    referenced_by: tuple[RuleNumber, ...]
    anomalies: tuple[str, ...]


# --- building


def build(book: Book, path: Path | None, state: str = "") -> sqlite3.Connection:
    """Write the index of a book to a new file (without a path: in memory) and return it open. `state` is the state of
    the files that the book comes from. Time and size are linear in the size of the book."""
    from rules_cli.parse.glossary import explained  # here, so that looking up a rule does not load the parser

    connection = cache.begin(path, _SCHEMA)
    connection.executemany("INSERT INTO row VALUES (?, ?, ?, ?, ?)", _rows(book))
    terms = explained(book.rows, book.glossaries)
    data = ((_encode((term.number, term.names, term.see, term.rules)),) for term in terms)
    connection.executemany("INSERT INTO term (data) VALUES (?)", data)
    return cache.finish(connection, {**_about(book), "state": state})


def _about(book: Book) -> dict[str, str]:
    """Return the facts about a book that are asked for without its rows."""
    groups = book.groups()
    return {
        "slug": book.slug,
        "edition": book.edition,
        "title": book.title,
        "language": book.language,
        "rules": str(groups.count("rule")),
        "rows": str(len(groups)),
        "headings": str(groups.count("heading")),
        "infractions": str(sum(bool(row.penalty) for row in book.rows)),
        "groups": json.dumps({"glossaries": book.glossaries, "asides": book.asides}),
        "languages": " ".join(sorted({lang for row in book.rows for lang in row.restated})),
        "anomalies": json.dumps([[a.kind, a.number, a.line, a.detail, a.source] for a in book.anomalies]),
    }


def _rows(book: Book) -> Iterator[tuple[int, str, str, str | None, str]]:
    """Yield the lines of the table `row`."""
    children: dict[str | None, list[RuleNumber]] = defaultdict(list)
    for row in book.rows:
        children[row.parent].append(row.number)
    referenced_by = _referenced_by(book, children)
    anomalies: dict[str, dict[str, None]] = defaultdict(dict)
    for anomaly in book.anomalies:
        if anomaly.number is not None:
            anomalies[anomaly.number][anomaly.kind] = None
    for place, row in enumerate(book.rows, 1):
        words = row.fingerprint if row.words.text is None else fingerprint(row.words.text)  # the file's may be older
        data = (  # in the order in which `entry_from` takes them
            row.kind,
            row.parent,
            row.title,
            _words_data(row.words),
            [(r.printed, r.target, r.resolved, *([r.since] if r.since else ())) for r in row.references],
            words,
            {lang: _words_data(restated) for lang, restated in row.restated.items()},
            children[row.number],
            list(referenced_by[row.number]),
            list(anomalies[row.number]),
            row.penalty,
        )
        yield place, row.number, lookup_key(row.number), words, _encode(data)


def _referenced_by(
    book: Book, children: Mapping[str | None, Sequence[RuleNumber]]
) -> dict[str, dict[RuleNumber, None]]:
    """The rules that name each number, by that number; in source order, each once, as the keys of a dict."""
    parents = {str(row.number): row.parent for row in book.rows}
    naming: dict[str, dict[RuleNumber, None]] = defaultdict(dict)
    for row in book.rows:
        for reference in row.references:
            siblings = children[parents.get(reference.target)] if reference.since else ()  # a range names those within
            for target in reference.names(siblings):
                if target != row.number:
                    naming[target][row.number] = None
    return naming


def _words_data(words: RuleText) -> list[Any]:
    """Return the fields of a text in the order in which `_words_from` takes them."""
    return [words.text, words.examples, words.notes, words.title]


# --- reading what was built


def entry_from(place: int, number: str, data: str) -> IndexEntry:
    """The entry of a line of the table `row`."""
    kind, parent, title, own, references, words, restated, children, referenced_by, anomalies, penalty = _decode(data)
    row = Row(
        RuleNumber(number),
        kind,
        parent,
        title,
        _words_from(*own),
        tuple(starmap(Reference, references)),
        words,
        {lang: _words_from(*each) for lang, each in restated.items()},
        tuple(starmap(Penalty, penalty)),
    )
    return IndexEntry(place, row, tuple(children), tuple(referenced_by), tuple(anomalies))


def _words_from(text: str | None, examples: Sequence[str], notes: Sequence[str], title: str | None) -> RuleText:
    return RuleText(text, tuple(examples), tuple(notes), title)


def term_from(data: str) -> GlossaryEntry:
    """The glossary entry of a line of the table `term`."""
    number, names, see, rules = json.loads(data)
    return GlossaryEntry(number, tuple(names), tuple(see), tuple(rules))
