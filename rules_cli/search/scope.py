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
    """The editions to search; of them only the given branches and rows of the given kind. Without a kind, rows about
    the book (introductions, credits, change logs) are searched only if no other row answers."""

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
        elif rows is not None and not rows <= corpus.asides:  # a branch that is an introduction is searched
            rows -= corpus.asides
        for title in asked.titles:
            rows = _both(rows, _titled(title, vocabulary))
        if asked.without:
            rows = set(range(1, corpus.rows + 1)) - corpus.asides if rows is None else set(rows)
            rows = rows.difference(*(rows_with(word, vocabulary) for word in asked.without))
        nowhere = []
        for phrase in asked.phrases:
            if with_phrase := _both(rows, _with_phrase(phrase, vocabulary)):
                rows = with_phrase
            else:
                nowhere.append(phrase)
        return rows, nowhere

    def contains(self, row: RowRef) -> bool:
        """Return whether a row that was asked for by its number is to be shown."""
        if self.kind is not None and row.edition.groups()[row.entry.place - 1] != self.kind:
            return False
        return self.branches is None or any(row.entry.place in places for places in self.branches.get(row.edition, ()))


def _both(rows: Set[int] | None, others: Iterable[int]) -> Set[int]:
    """Return the rows that are in both; None stands for all rows."""
    return set(others) if rows is None else rows & set(others)


def _forms(word: str, vocabulary: Vocabulary) -> Iterable[str]:
    """Yield the forms of a word that a book has, without words that only begin with it."""
    return (form for form, sure in vocabulary.forms(word).items() if sure >= INFLECTED)


def rows_with(words: str, vocabulary: Vocabulary) -> Set[int]:
    """Return the rows that have each of the words, at least one, in any form in their title or text."""
    rows_of_words = [
        set(chain.from_iterable(vocabulary.word(form).own.rows for form in _forms(word, vocabulary)))
        for word in words_of_text(words)
    ]
    return set.intersection(*rows_of_words)


def rows_with_all(words: str, vocabulary: Vocabulary, rows: Set[int] | None) -> list[int]:
    """Return the given rows, or all that are not about the book, with all words of a question in any form, in order."""
    for word in content_words(words_of_text(words)):
        rows = _both(rows, rows_with(word, vocabulary))
    return sorted(set(range(1, vocabulary.corpus.rows + 1)) - vocabulary.corpus.asides if rows is None else rows)


def _titled(title: str, vocabulary: Vocabulary) -> Iterable[int]:
    """Yield the rows whose title, with the nearest title above, has all words of the given one, in any form."""
    forms_of_words = [set(_forms(word, vocabulary)) for word in words_of_text(title)]
    words = map(vocabulary.word, sorted(set[str]().union(*forms_of_words)))
    likely = {row for word in words for row in (*word.own.rows, *word.near.rows)}
    for number, row in vocabulary.corpus.read_rows(sorted(likely)).items():
        words_of_row = {*row.title.split(), *row.topic.split()}
        if not any(map(words_of_row.isdisjoint, forms_of_words)):
            yield number


def _with_phrase(phrase: str, vocabulary: Vocabulary) -> Iterable[int]:
    """Yield the rows that have a phrase in one of their fields, word for word."""
    words = words_of_text(phrase)
    likely = set.intersection(*({*word.own.rows, *word.near.rows} for word in map(vocabulary.word, words)))
    wanted = f" {' '.join(words)} "
    for number, row in vocabulary.corpus.read_rows(sorted(likely)).items():
        if any(wanted in f" {field} " for field in (row.title, row.body, row.aside)):
            yield number
