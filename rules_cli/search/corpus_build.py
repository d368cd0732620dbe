"""Writing a corpus: that of one edition from what it is made of, that of several from theirs."""

from __future__ import annotations

import heapq
import json
import sqlite3
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from operator import itemgetter
from pathlib import Path

from rules_cli.search.corpus import INDEX, SCHEMA, Corpus, CorpusRow, CorpusTerm, Numbers, line_data, numbers
from rules_cli.store import sqlite_cache


@dataclass(slots=True)
class Postings:
    """Postings as they are gathered: rows in their order, each with a weight."""

    rows: Numbers = field(default_factory=lambda: array("I"))
    weights: bytearray = field(default_factory=bytearray)


@dataclass(slots=True)
class CorpusWord:
    """A word of a corpus: how many rows it counts for, its stems, the rows that hold it themselves, and those that it
    only stands near to (above or beside them)."""

    text: str
    held: int = 0
    stems: str = ""
    own: Postings = field(default_factory=Postings)
    near: Postings = field(default_factory=Postings)


@dataclass(frozen=True, slots=True)
class Content:
    """All that a corpus of one edition is made of. `parts` leads from a key and the number of parts to the places of
    the names that have such a part among so many; `names` are their words and the place of their term; `kinds` the
    places of the rows of each."""

    words: Iterable[CorpusWord]
    forms: Mapping[str, Collection[str]]
    parts: Mapping[tuple[str, int], Sequence[int]]
    names: Sequence[tuple[str, int]]
    kinds: Mapping[str, Sequence[int]]
    terms: Sequence[CorpusTerm]
    lines: Sequence[CorpusRow]


def write(content: Content, path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write the corpus of one edition to a new file (or to memory, without a path) and leave it open.

    Time and size grow linearly with the words of the edition.
    """
    connection = sqlite_cache.begin(path, SCHEMA)
    _write_words(connection, content.words)
    forms = ((key, " ".join(sorted(words))) for key, words in sorted(content.forms.items()))
    connection.executemany("INSERT INTO form VALUES (?, ?)", forms)
    parts = ((key, size, array("I", names).tobytes()) for (key, size), names in sorted(content.parts.items()))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", parts)
    connection.executemany("INSERT INTO name (words, term) VALUES (?, ?)", content.names)
    kinds = ((kind, array("I", places).tobytes()) for kind, places in sorted(content.kinds.items()))
    connection.executemany("INSERT INTO kind VALUES (?, ?)", kinds)
    terms = ((json.dumps(term, ensure_ascii=False),) for term in content.terms)
    connection.executemany("INSERT INTO term (data) VALUES (?)", terms)
    connection.executemany("INSERT INTO line (data) VALUES (?)", ((line_data(line),) for line in content.lines))
    bases = {"rows_bases": "0", "names_bases": "0"}
    return _finish(connection, {**about, **bases}, len(content.lines), len(content.names))


def merge(corpora: Sequence[Corpus], path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write one corpus of several. What it keeps of a row or a term names places in its own edition, as before.

    Read in step, word by word, so that memory does not grow with their number; time is linear in their words.
    """
    rows, names = ([corpus.count(what) for corpus in corpora] for what in ("rows", "names"))
    connection = sqlite_cache.begin(path, SCHEMA)
    _write_words(connection, _merged_words(corpora, rows))
    forms = heapq.merge(*(corpus.select("SELECT key, words FROM form ORDER BY key") for corpus in corpora))
    joined = ((key, sorted({w for _, ws in g for w in ws.split()})) for key, g in groupby(forms, itemgetter(0)))
    connection.executemany("INSERT INTO form VALUES (?, ?)", ((key, " ".join(words)) for key, words in joined))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", _merged_parts(corpora, names))
    connection.executemany("INSERT INTO kind VALUES (?, ?)", _merged_kinds(corpora, rows))
    for corpus in corpora:
        lines = corpus.select("SELECT data FROM line ORDER BY place")
        terms = corpus.select("SELECT data FROM term ORDER BY place")
        ((before,),) = connection.execute("SELECT count(*) FROM term")
        named = corpus.select("SELECT words, term + ? FROM name ORDER BY place", before)
        connection.executemany("INSERT INTO line (data) VALUES (?)", lines)
        connection.executemany("INSERT INTO term (data) VALUES (?)", terms)
        connection.executemany("INSERT INTO name (words, term) VALUES (?, ?)", named)
    languages = dict.fromkeys(language for corpus in corpora for language in corpus.about["languages"].split())
    bases = {f"{what}_bases": _merged_bases(corpora, what) for what in ("rows", "names")}
    return _finish(connection, {**about, **bases, "languages": " ".join(languages)}, sum(rows), sum(names))


def _merged_bases(corpora: Sequence[Corpus], what: str) -> str:
    """How many rows or names come before each edition, where a corpus may hold several already."""
    before = accumulate((corpus.count(what) for corpus in corpora[:-1]), initial=0)
    bases = ((base, corpus.about[f"{what}_bases"].split()) for base, corpus in zip(before, corpora, strict=True))
    return " ".join(str(base + int(own)) for base, those in bases for own in those)


def _finish(connection: sqlite3.Connection, about: Mapping[str, str], rows: int, names: int) -> sqlite3.Connection:
    connection.execute(INDEX)
    return sqlite_cache.finish(connection, {**about, "rows": str(rows), "names": str(names)})


def _merged_words(corpora: Sequence[Corpus], rows: Sequence[int]) -> Iterator[CorpusWord]:
    sql = "SELECT text, ? AS base, held, stems, rows, weights, near_rows, near_weights FROM word ORDER BY text"
    bases = accumulate(rows[:-1], initial=0)
    found = heapq.merge(*(c.select(sql, b) for c, b in zip(corpora, bases, strict=True)), key=itemgetter(0, 1))
    for text, group in groupby(found, itemgetter(0)):
        word = CorpusWord(text)
        for _, base, held, stems, *postings in group:
            word.held += held
            word.stems = stems
            _append(word.own, postings[:2], base)
            _append(word.near, postings[2:], base)
        yield word


def _append(postings: Postings, others: Sequence[bytes], base: int) -> None:
    postings.rows.extend(_moved(others[0], base))
    postings.weights += others[1]


def _merged_parts(corpora: Sequence[Corpus], names: Sequence[int]) -> Iterator[tuple[str, int, bytes]]:
    sql = "SELECT key, size, ? AS base, names FROM part ORDER BY key, size"
    bases = accumulate(names[:-1], initial=0)
    found = heapq.merge(*(c.select(sql, b) for c, b in zip(corpora, bases, strict=True)), key=itemgetter(0, 1, 2))
    for (key, size), group in groupby(found, itemgetter(0, 1)):
        yield key, size, b"".join(_moved(places, base).tobytes() for _, _, base, places in group)


def _merged_kinds(corpora: Sequence[Corpus], rows: Sequence[int]) -> Iterator[tuple[str, bytes]]:
    bases = list(accumulate(rows[:-1], initial=0))
    for kind in sorted({kind for corpus in corpora for (kind,) in corpus.select("SELECT kind FROM kind")}):
        each = zip(corpora, bases, strict=True)
        yield kind, b"".join(_moved(corpus.of_kind(kind).tobytes(), base).tobytes() for corpus, base in each)


def _moved(data: bytes, base: int) -> Numbers:
    return array("I", [number + base for number in numbers(data)]) if base else numbers(data)


def _write_words(connection: sqlite3.Connection, words: Iterable[CorpusWord]) -> None:
    values = (
        (w.text, w.held, w.stems, w.own.rows.tobytes(), w.own.weights, w.near.rows.tobytes(), w.near.weights)
        for w in words
    )
    connection.executemany("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)", values)
