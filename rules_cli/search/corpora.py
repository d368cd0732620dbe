"""The corpora of the editions that a query asks, as if they were the corpus of one book.

Rows and names of terms are numbered through all of them: those of an edition follow those of the edition before. The
frequencies of a word are added up. A corpus is built when search first needs it and kept in the cache.
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.search.corpus import FORMAT, Corpus, CorpusRow, CorpusTerm, CorpusWord, Numbers, Postings
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition

Answer = TypeVar("Answer")
_MOST_OPEN = 16  # sets of corpora that a process keeps open, so that a long-lived one does not run out of files


class Corpora:
    """Editions searched together."""

    def __init__(self, editions: Sequence[Edition], corpora: Sequence[Corpus]) -> None:
        self.editions = editions
        self._corpora = corpora
        *self._rows_before, self.rows = accumulate((corpus.rows for corpus in corpora), initial=0)
        self._names_before = list(accumulate((corpus.names for corpus in corpora), initial=0))
        self.languages = tuple(dict.fromkeys(language for corpus in corpora for language in corpus.languages))

    def word(self, text: str) -> CorpusWord | None:
        """A word with its rows; None if no edition uses the word."""
        found = [(before, word) for before, corpus in self._parts() if (word := corpus.word(text))]
        if not found or len(self._corpora) == 1:
            return found[0][1] if found else None
        return CorpusWord(
            frequency=sum(word.frequency for _, word in found),
            stems=found[0][1].stems,
            own=_joined((before, word.own) for before, word in found),
            near=_joined((before, word.near) for before, word in found),
        )

    def of_kind(self, kind: str) -> set[int]:
        """The rows of a kind."""
        return {row for before, corpus in self._parts() for row in _shifted(corpus.of_kind(kind), before)}

    def forms(self, keys: Collection[str]) -> list[str]:
        """The words that have any of these stem keys, in alphabetical order."""
        return sorted({word for corpus in self._corpora for word in corpus.forms(keys)})

    def beginning(self, start: str, limit: int) -> list[str]:
        """The first words in alphabetical order that begin with these letters."""
        return sorted({word for corpus in self._corpora for word in corpus.beginning(start, limit)})[:limit]

    def vocabulary(self) -> list[str]:
        """All words of the rows and of the names of terms, in alphabetical order."""
        return sorted({word for corpus in self._corpora for word in corpus.vocabulary()})

    def parts(self, keys: Collection[str]) -> list[tuple[int, Numbers]]:
        """The names of terms with a word that has one of these keys, as (count of words, numbers of names)."""
        found = [
            (key, size, _shifted(names, before))
            for before, corpus in zip(self._names_before, self._corpora, strict=False)
            for key, size, names in corpus.parts(keys)
        ]
        found.sort(key=lambda part: part[:2])  # in the order of one corpus
        return [(size, names) for _, size, names in found]

    def name(self, number: int) -> tuple[str, CorpusTerm]:
        """The words of a name, and its term."""
        at = bisect_left(self._names_before, number) - 1
        words, term = self._corpora[at].name(number - self._names_before[at])
        return words, term._replace(rules=tuple(rule + self._rows_before[at] for rule in term.rules))

    def read_rows(self, rows: Iterable[int]) -> dict[int, CorpusRow]:
        """The rows with these numbers, in their order."""
        rows = list(rows)
        found: dict[int, CorpusRow] = {}
        for at, own in self._by_edition(rows).items():
            before = self._rows_before[at]
            for number, row in self._corpora[at].read_rows(own).items():
                leads, cites = (tuple(other + before for other in others) for others in (row.leads, row.cites))
                found[number + before] = row._replace(leads=leads, cites=cites)
        return {row: found[row] for row in rows if row in found}

    def row_refs(self, rows: Iterable[int]) -> dict[int, RowRef]:
        """The same rows in their editions, ready to be composed."""
        return {
            entry.place + self._rows_before[at]: RowRef(self.editions[at], entry)
            for at, own in self._by_edition(rows).items()
            for entry in self.editions[at].at_places(own)
        }

    def rows_of(self, edition: Edition, places: range) -> range:
        """The row numbers of places in an edition."""
        before = self._rows_before[self.editions.index(edition)]
        return range(before + places.start, before + places.stop)

    def _parts(self) -> Iterator[tuple[int, Corpus]]:
        return zip(self._rows_before, self._corpora, strict=True)

    def _by_edition(self, rows: Iterable[int]) -> dict[int, list[int]]:
        """The places of rows in each edition that has some."""
        found: dict[int, list[int]] = defaultdict(list)
        for row in rows:
            at = bisect_left(self._rows_before, row) - 1
            found[at].append(row - self._rows_before[at])
        return found


def _shifted(numbers: Numbers, before: int) -> Numbers:
    return array("I", [number + before for number in numbers]) if before else numbers


def _joined(parts: Iterable[tuple[int, Postings]]) -> Postings:
    rows, weights = array("I"), bytearray()
    for before, postings in parts:
        rows += _shifted(postings.rows, before)
        weights += postings.weights
    return Postings(rows, bytes(weights))


def ask(editions: Sequence[Edition], question: Callable[[Corpora], Answer]) -> Answer:
    """Put a question to the corpora of editions; rebuild them once if their files prove damaged."""
    try:
        return question(_open(tuple(editions), os.getpid()))
    except cache.DAMAGE:
        _open.cache_clear()
        return question(_open(tuple(editions), os.getpid(), renew=True))


@lru_cache(maxsize=_MOST_OPEN)
def _open(editions: tuple[Edition, ...], _process: int, renew: bool = False) -> Corpora:
    """Open the corpora of editions, for one process: a fork must not use the files of its parent."""
    files = []
    for edition in editions:
        state, build = _recipe(edition)
        path = _path(edition)
        files.append(cache.renewed(path, build) if renew else cache.opened(path, state, build))
    return Corpora(editions, [Corpus(file) for file in files])


def _recipe(edition: Edition) -> tuple[str, cache.Build]:
    """The state that the corpus of an edition must have, and the function that builds it."""
    try:
        terms = cache.stamp(paths.shipped() / edition.slug / "terms.yaml")
    except OSError:
        terms = ""
    state = f"{FORMAT} {terms} {edition.about['state']}"

    def build(path: Path | None) -> sqlite3.Connection:
        from rules_cli.search.index_build import build

        _remove_orphans()
        return build(edition, path, state)

    return state, build


def _path(edition: Edition) -> Path:
    return paths.cache_dir() / "search" / edition.index_path.name


def _remove_orphans() -> None:
    """Delete the corpora of editions that have been removed: those without an index."""
    with suppress(OSError):
        for path in (paths.cache_dir() / "search").glob("*.sqlite"):
            if not (paths.cache_dir() / "index" / path.name).exists():
                path.unlink(missing_ok=True)
