"""Where a search looks: the rows of an edition that a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from rules_cli.lookup.compose import RowRef
from rules_cli.search.operators import Asked
from rules_cli.search.stems import content_words
from rules_cli.search.vocabulary import INFLECTED, Vocabulary
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text


class Scope(NamedTuple):
    """The editions to search; of them only these branches, and rows of this kind, if given.

    Without a kind, a search looks at all rows but those about the book, introductions, credits and change logs, and at
    these if no other answers.
    """

    editions: Sequence[Edition]
    branches: Mapping[Edition, Sequence[range]] | None
    kind: str | None

    def rows(self, edition: Edition, vocabulary: Vocabulary, asked: Asked) -> tuple[Set[int] | None, Sequence[str]]:
        """Return the rows to look at (None: all but those about the book), and the phrases that none of them has."""
        corpus = vocabulary.corpus
        rows: Set[int] | None = None
        if self.branches is not None:
            rows = set(chain.from_iterable(self.branches[edition]))
        if self.kind is not None:
            rows = _both(rows, corpus.of_kind(self.kind))
        elif rows is not None and not rows <= corpus.asides:  # or it looks in an introduction alone
            rows -= corpus.asides
        for title in asked.titles:
            rows = _both(rows, _titled(title, vocabulary))
        if asked.without:
            rows = set(range(1, corpus.rows + 1)) - corpus.asides if rows is None else set(rows)
            rows = rows.difference(*(rows_with(word, vocabulary) for word in asked.without))
        nowhere = []
        for phrase in asked.phrases:
            if having := _both(rows, _with_phrase(phrase, vocabulary)):
                rows = having
            else:
                nowhere.append(phrase)
        return rows, nowhere

    def contains(self, row: RowRef) -> bool:
        """Return whether a row that was asked for by its number is to be shown."""
        if self.kind is not None and row.edition.groups()[row.entry.place - 1] != self.kind:
            return False
        return self.branches is None or any(row.entry.place in places for places in self.branches.get(row.edition, ()))


def _both(rows: Set[int] | None, others: Iterable[int]) -> Set[int]:
    return set(others) if rows is None else rows & set(others)


def _forms(word: str, vocabulary: Vocabulary) -> Iterable[str]:
    return (form for form, sure in vocabulary.forms(word).items() if sure >= INFLECTED)


def rows_with(words: str, vocabulary: Vocabulary) -> Set[int]:
    """Return the rows that have a word, or several, in any form in their title or text."""
    found = [
        set(chain.from_iterable(vocabulary.word(form).own.rows for form in _forms(word, vocabulary)))
        for word in words_of_text(words)
    ]
    return set.intersection(*found)


def rows_with_all(words: str, vocabulary: Vocabulary, rows: Set[int] | None) -> Sequence[int]:
    """Return the rows that have all words of a question in any form, in title or text, in the order of the book."""
    for word in content_words(words_of_text(words)):
        rows = _both(rows, rows_with(word, vocabulary))
    return sorted(set(range(1, vocabulary.corpus.rows + 1)) - vocabulary.corpus.asides if rows is None else rows)


def _titled(title: str, vocabulary: Vocabulary) -> Iterable[int]:
    """Yield the rows whose title, or the nearest title above, has all words of another."""
    parts = [set(_forms(word, vocabulary)) for word in words_of_text(title)]
    words = map(vocabulary.word, sorted(set[str]().union(*parts)))
    likely = {row for word in words for row in (*word.own.rows, *word.near.rows)}
    for number, row in vocabulary.corpus.read_rows(sorted(likely)).items():
        held = {*row.title.split(), *row.topic.split()}
        if parts and all(not held.isdisjoint(part) for part in parts):
            yield number


def _with_phrase(phrase: str, vocabulary: Vocabulary) -> Iterable[int]:
    """Yield the rows that have a phrase in one of their fields, word for word."""
    words = words_of_text(phrase)
    likely = set.intersection(*({*found.own.rows, *found.near.rows} for found in map(vocabulary.word, words)))
    wanted = f" {' '.join(words)} "
    for number, row in vocabulary.corpus.read_rows(sorted(likely)).items():
        if any(wanted in f" {field} " for field in (row.title, row.body, row.aside)):
            yield number
