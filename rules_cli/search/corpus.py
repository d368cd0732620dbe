"""The search data of editions: for each an SQLite file, built from its index when search first needs it.

A corpus holds words and numbers; it knows no game and no language. The rows of a word and their weights are two arrays
side by side, so that thousands of rows are scored without a database step for each. The number of a row is its place in
the edition, from 1. Names of terms are numbered in their order, from 1.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from rules_cli.lookup.lexicon import QUESTIONS
from rules_cli.search.vectors import ORTHOGONAL, Vector, VectorTable
from rules_cli.store import cache
from rules_cli.store.cache import CacheFile

LEXICON = ("slang.yaml", "interactions.yaml", "asked.yaml", "known.yaml")
"""The files of a book that its lexicon is read from."""
FORMAT = 26
"""The version of the files."""
SCALE = 150
"""The stored weight that means 1: a weight is one byte."""
_SCHEMA = """
CREATE TABLE word (text TEXT PRIMARY KEY, frequency INTEGER NOT NULL, stems TEXT NOT NULL,
    rows BLOB, weights BLOB, near_rows BLOB, near_weights BLOB);
CREATE TABLE form (key TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (key TEXT NOT NULL, size INTEGER NOT NULL, names BLOB, PRIMARY KEY (key, size)) WITHOUT ROWID;
CREATE TABLE name (place INTEGER PRIMARY KEY, words TEXT NOT NULL, term INTEGER NOT NULL);
CREATE TABLE term (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE kind (kind TEXT PRIMARY KEY, rows BLOB) WITHOUT ROWID;
CREATE TABLE row (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE question (place INTEGER PRIMARY KEY, text TEXT NOT NULL, vector BLOB NOT NULL);
CREATE TABLE asked (key TEXT PRIMARY KEY, questions BLOB, weights BLOB) WITHOUT ROWID;
CREATE TABLE said (place INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE phrase (stem TEXT NOT NULL, stems TEXT NOT NULL, said INTEGER NOT NULL, PRIMARY KEY (stem, stems, said))
    WITHOUT ROWID;
CREATE TABLE vector (place INTEGER PRIMARY KEY, data BLOB NOT NULL);
"""
Region = Literal["", "keyword", "variant"]
"""Where a row is: below the title of a keyword of the game, or in the rules of a variant of the game."""
Naming = Literal["term", "slang", "interaction"]

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
    """A row as search reads it. The texts are folded words joined by blanks. `kind` is the row's kind, or `entry` for a
    glossary entry. `topic` is the nearest title, its own or above. `parent` is the row above, or 0. `leads` are the
    rows of the rules that a glossary entry names, `cites` of the rules that the row refers to."""

    number: str
    kind: str
    region: Region
    title: str
    body: str
    aside: str
    above: str
    topic: str
    parent: int
    leads: tuple[int, ...] = ()
    cites: tuple[int, ...] = ()


class CorpusTerm(NamedTuple):
    """A term, its own names, folded, and the rows that define it, the most important first. The own names of slang are
    the book's words for it. The name of an interaction has the words of both terms. `exactly` says that its names count
    only as they are, not in another form."""

    own: tuple[str, ...]
    rules: tuple[int, ...]
    naming: Naming = "term"
    exactly: bool = False


class CorpusSentence(NamedTuple):
    """One of our sentences, by language, about some terms, and the numbers of its rules in this edition."""

    kind: Literal["together", "not said"]
    terms: tuple[str, ...]
    text: Mapping[str, str]
    rules: tuple[str, ...]


class Content(NamedTuple):
    """All data of a corpus. `forms` maps a stem key to words. `names` are the names of terms, each with the number of
    its term. `parts` maps a stem key and a count of words to the numbers of names: of so many words, one of which has
    the key. `kinds` maps a kind to its rows. `vectors` are the rows' vectors, empty if the book's language has none.
    `questions` are questions that rows answer, each with its vector; the first of a row has the number of the row times
    QUESTIONS. `asked` maps a stem key to questions, each with the weight that the word has in it. `said` are our
    sentences, with stems."""

    words: Mapping[str, CorpusWord]
    forms: Mapping[str, Collection[str]]
    parts: Mapping[tuple[str, int], Sequence[int]]
    names: Sequence[tuple[str, int]]
    kinds: Mapping[str, Sequence[int]]
    terms: Sequence[CorpusTerm]
    rows: Sequence[CorpusRow]
    vectors: Sequence[bytes] = ()
    questions: Mapping[int, tuple[str, bytes]] = MappingProxyType({})
    asked: Mapping[str, Postings] = MappingProxyType({})
    said: Sequence[tuple[CorpusSentence, Collection[frozenset[str]]]] = ()


# Complexity: one statement for each table.
def write(content: Content, path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write a corpus to a new file, or to memory if there is no path, and return the open connection."""
    connection = cache.begin(path, _SCHEMA)
    words = (
        (text, frequency, stems, own.rows.tobytes(), own.weights, near.rows.tobytes(), near.weights)
        for text, (frequency, stems, own, near) in sorted(content.words.items())
    )
    connection.executemany("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)", words)
    forms = ((key, " ".join(sorted(words))) for key, words in sorted(content.forms.items()))
    connection.executemany("INSERT INTO form VALUES (?, ?)", forms)
    parts = ((key, size, array("I", names).tobytes()) for (key, size), names in sorted(content.parts.items()))
    connection.executemany("INSERT INTO part VALUES (?, ?, ?)", parts)
    connection.executemany("INSERT INTO name (words, term) VALUES (?, ?)", content.names)
    kinds = ((kind, array("I", rows).tobytes()) for kind, rows in sorted(content.kinds.items()))
    connection.executemany("INSERT INTO kind VALUES (?, ?)", kinds)
    terms = ((json.dumps(term, ensure_ascii=False),) for term in content.terms)
    connection.executemany("INSERT INTO term (data) VALUES (?)", terms)
    # One line for each field: quicker to read than JSON, and many rows are read for each query.
    rows = (
        ("\n".join((*row[:-3], str(row.parent), *(" ".join(map(str, places)) for places in (row.leads, row.cites)))),)
        for row in content.rows
    )
    connection.executemany("INSERT INTO row (data) VALUES (?)", rows)
    connection.executemany("INSERT INTO vector (data) VALUES (?)", ((vector,) for vector in content.vectors))
    questions = ((number, *question) for number, question in content.questions.items())
    connection.executemany("INSERT INTO question VALUES (?, ?, ?)", questions)
    asked = ((key, numbers.tobytes(), weights) for key, (numbers, weights) in sorted(content.asked.items()))
    connection.executemany("INSERT INTO asked VALUES (?, ?, ?)", asked)
    for place, (said, phrases) in enumerate(content.said, 1):
        connection.execute("INSERT INTO said VALUES (?, ?)", (place, json.dumps(said, ensure_ascii=False)))
        for phrase in phrases:  # it is looked up by its longest stem, which is mostly the rarest
            longest = max(phrase, key=lambda stem: (len(stem), stem))
            connection.execute(
                "INSERT OR IGNORE INTO phrase VALUES (?, ?, ?)", (longest, " ".join(sorted(phrase)), place)
            )
    counts = {name: str(len(getattr(content, name))) for name in ("rows", "names", "questions")}
    return cache.finish(connection, {**about, **counts})


def _numbers(data: bytes) -> Numbers:
    numbers = array("I")
    numbers.frombytes(data)
    return numbers


def _term(data: str) -> CorpusTerm:
    own, rules, naming, exactly = json.loads(data)
    return CorpusTerm(tuple(own), tuple(rules), naming, exactly)


def _sentence(data: str) -> CorpusSentence:
    kind, terms, text, rules = json.loads(data)
    return CorpusSentence(kind, tuple(terms), text, tuple(rules))


class Corpus:
    """An open corpus, for reading. Threads may share it."""

    def __init__(self, file: CacheFile) -> None:
        self._connection = file.connection
        self._lock = Lock()
        self.rows, self.names, self.questions = (int(file.about[name]) for name in ("rows", "names", "questions"))
        self.languages = tuple(file.about["languages"].split())
        self.state, self.wording = file.about["state"], file.about["wording"]

    def __del__(self) -> None:
        self._connection.close()  # a connection is part of a reference cycle, so the file would stay open for long

    def _all(self, sql: str, *values: int | str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(sql, values).fetchall()

    def word(self, text: str) -> CorpusWord | None:
        """Return a word with its rows; None if the book does not use the word."""
        sql = "SELECT frequency, stems, rows, weights, near_rows, near_weights FROM word WHERE text = ?"
        found = self._all(sql, text)
        if not found:
            return None
        frequency, stems, rows, weights, near_rows, near_weights = found[0]
        own, near = Postings(_numbers(rows), weights), Postings(_numbers(near_rows), near_weights)
        return CorpusWord(frequency, stems, own, near)

    def stems(self, words: Collection[str]) -> list[tuple[str, str]]:
        """Return the words that the book has, of those given, with their stems."""
        return self._all(f"SELECT text, stems FROM word WHERE text IN ({','.join('?' * len(words))})", *words)

    def of_kind(self, kind: str) -> Numbers:
        """Return the rows of a kind."""
        found = self._all("SELECT rows FROM kind WHERE kind = ?", kind)
        return _numbers(found[0][0]) if found else array("I")

    def forms(self, keys: Collection[str]) -> list[str]:
        """Return the words that have any of these stem keys, in alphabetical order."""
        sql = f"SELECT words FROM form WHERE key IN ({','.join('?' * len(keys))})"
        return sorted({word for (words,) in self._all(sql, *keys) for word in words.split()})

    def beginning(self, start: str, limit: int) -> list[str]:
        """Return the most frequent words that begin with these letters."""
        sql = "SELECT text FROM word WHERE text >= ? AND text < ? AND frequency ORDER BY frequency DESC, text LIMIT ?"
        return [text for (text,) in self._all(sql, start, start + "\U0010ffff", limit)]

    def vocabulary(self) -> list[str]:
        """Return all words of the rows and of the names of terms, in alphabetical order."""
        return [text for (text,) in self._all("SELECT text FROM word ORDER BY text")]

    def parts(self, keys: Collection[str]) -> list[tuple[str, int, Numbers]]:
        """Return the names of terms with a word that has any of these stem keys, as (key, count of words, numbers)."""
        sql = f"SELECT key, size, names FROM part WHERE key IN ({','.join('?' * len(keys))}) ORDER BY key, size"
        return [(key, size, _numbers(names)) for key, size, names in self._all(sql, *keys)]

    def name(self, number: int) -> tuple[str, CorpusTerm]:
        """Return the words of a name, and its term."""
        sql = "SELECT words, data FROM name JOIN term ON term.place = name.term WHERE name.place = ?"
        ((words, data),) = self._all(sql, number)
        return words, _term(data)

    def read_rows(self, numbers: Iterable[int]) -> dict[int, CorpusRow]:
        """Return the rows with these numbers."""
        sql = "SELECT place, data FROM row WHERE place IN (SELECT value FROM json_each(?))"
        rows: dict[int, CorpusRow] = {}
        for number, data in self._all(sql, json.dumps(list(numbers))):
            *texts, parent, leads, cites = data.split("\n")
            places = tuple(map(int, leads.split())), tuple(map(int, cites.split()))
            rows[number] = CorpusRow._make((*texts, int(parent), *places))
        return rows

    def asked(self, keys: Collection[str]) -> Postings:
        """Return the questions with a word that has any of these stem keys, each once, with the weight of the word."""
        sql = f"SELECT questions, weights FROM asked WHERE key IN ({','.join('?' * len(keys))})"
        found = [Postings(_numbers(questions), weights) for questions, weights in self._all(sql, *keys)]
        if len(found) == 1:
            return found[0]
        merged = dict(sorted(chain.from_iterable(zip(*each, strict=True) for each in found)))
        return Postings(array("I", merged), bytes(merged.values()))

    def said(self, stems: Set[str]) -> list[tuple[Set[str], CorpusSentence]]:
        """Return our sentences on a question with these stems, after the longest of their phrases that it has whole."""
        sql = (
            "SELECT said, stems, data FROM phrase JOIN said ON place = said"
            f" WHERE stem IN ({','.join('?' * len(stems))})"
        )
        longest: dict[int, tuple[Set[str], str]] = {}
        for place, phrase, data in self._all(sql, *stems):
            phrase_stems = set(phrase.split())
            if phrase_stems <= stems and (place not in longest or len(phrase_stems) > len(longest[place][0])):
                longest[place] = phrase_stems, data
        return [(phrase_stems, _sentence(data)) for _, (phrase_stems, data) in sorted(longest.items())]

    def question(self, number: int) -> str:
        """Return the text of a question."""
        ((text,),) = self._all("SELECT text FROM question WHERE place = ?", number)
        return str(text)

    def times_asked(self, rows: range) -> Mapping[int, int]:
        """Return how many questions of players each of the rows answers, by its number, if it answers any."""
        sql = "SELECT place / ?, COUNT(*) FROM question WHERE place >= ? AND place < ? GROUP BY place / ?"
        return dict(self._all(sql, QUESTIONS, rows.start * QUESTIONS, rows.stop * QUESTIONS, QUESTIONS))

    def all_words(self) -> list[tuple[Any, ...]]:
        """Return for each word: its stems, its own and its near weights, its own and its near rows, all as bytes."""
        return self._all("SELECT text, stems, weights, near_weights, rows, near_rows FROM word")

    def all_names(self) -> list[tuple[str, int]]:
        """Return the names of all terms, each with the number of its term."""
        return self._all("SELECT words, term FROM name ORDER BY place")

    def all_terms(self) -> list[CorpusTerm]:
        """Return all terms."""
        return [_term(data) for (data,) in self._all("SELECT data FROM term ORDER BY place")]

    def all_questions(self) -> dict[int, str]:
        """Return the text of each question, by its number."""
        return dict(self._all("SELECT place, text FROM question ORDER BY place"))

    @cached_property
    def asides(self) -> frozenset[int]:
        """The rows about the book: introductions, credits, change logs."""
        return frozenset(self.of_kind("aside"))

    def products(self, vector: Vector) -> array[int]:
        """Return the product of a vector and each row's, at the row's number; ORTHOGONAL if the language has none."""
        products = self._vectors.products(vector) or array("H", [ORTHOGONAL]) * self.rows
        return array("H", [ORTHOGONAL]) + products  # rows are numbered from 1

    def questions_like(self, vector: Vector, least: float) -> Iterator[tuple[int, float]]:
        """Yield the questions whose cosine with a vector is above `least`, and the cosine; none without vectors."""
        numbers, table = self._question_vectors
        return ((numbers[place], cosine) for place, cosine in table.above(vector, least))

    @cached_property
    def _question_vectors(self) -> tuple[Sequence[int], VectorTable]:
        """The numbers of the questions, and a table of their vectors in the same order."""
        questions = self._all("SELECT place, vector FROM question ORDER BY place")
        return [number for number, _ in questions], VectorTable(b"".join(vector for _, vector in questions))

    @cached_property
    def _vectors(self) -> VectorTable:
        return VectorTable(b"".join(data for (data,) in self._all("SELECT data FROM vector ORDER BY place")))
