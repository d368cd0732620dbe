"""Candidates for the ranking: the rows that have the rarest words of a query, and those that are known to answer a
question like it.

People ask in other words than rules use. `asked.yaml` has questions of players for each rule; a rule answers a query
as likely as its best question is the same. Two questions are as like each other as the cosine of their words, each
weighed by its rarity among the questions. The words of questions are no words of the book: they are not shown as
found, and no misspelling is corrected to one.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from rules_cli.search.corpus import HIGHEST, QUESTIONS, SCALE, Corpora, Postings
from rules_cli.search.query import QueryWord
from rules_cli.search.vectors import rarity
from rules_cli.search.vocabulary import INFLECTED, Vocabulary

_MOST_VARIANTS = 24  # of a word that are looked up: more come only of a word cut short, and are its unlikeliest
_DAMPED = 0.85  # exponent: a rare word tells more than a common one, but less than its rarity says
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word: the weight of a word that the books do not use
_SCALES_CACHED = 1000  # tables of 256 bytes
COMPARED = 160
"""Of many rows, only so many are compared by their vectors, those that hold most of the query. In whole books, 15 of
2,632 questions fewer find a rule among the first three with 50, and 7 more with 400, which costs time."""
_FEW = 6  # rows of a word for each wanted row: to look at all takes less time than to search for each
_ROUNDED = 1e-9  # sums of the same numbers in another order differ by less
_RARE = 0.9  # of a query: a question with none of the rarest words that make up so much of it is not like it

RowMatches = Mapping[int, int]
"""Rows, each with how well it matches a word: SCALE for the word in its text as typed, more in a title, else less."""


@dataclass(frozen=True, slots=True)
class Scores:
    """How much of a query rows hold: the weight of each word, and the sum for each row; of many rows, only of the best.
    `total` is the weight of the whole query."""

    words: Sequence[QueryWord]
    weights: Sequence[float]
    rows: dict[int, float]
    total: float


def best(scores: Mapping[int, float], count: int) -> list[int]:
    """Return the rows with the highest scores, the first of the book if these are equal."""
    least = min(heapq.nlargest(count, scores.values()), default=0.0)
    likely = [row for row, share in scores.items() if share >= least]
    return sorted(likely, key=lambda row: (-scores[row], row))[:count]


# Complexity: many rows are cut to those that can still be among the best, after each word.
def score(words: Sequence[QueryWord], vocabulary: Vocabulary, keep: Set[int] | None = None) -> Scores:
    """Score all rows but those about the book; only the rows to `keep`, if these are given.

    Of many rows, the COMPARED best are scored. Once so many hold the rare words of the query, a row that has only the
    common ones can't be among them: common words are looked up for the rows that are left, and for no others.
    """
    books = vocabulary.books
    weights = [_weight(word, vocabulary) for word in words]
    rarest_first = _rarest_first(words, weights)
    left = [*accumulate((weight * HIGHEST for _, weight in reversed(rarest_first)), initial=_ROUNDED)][::-1]
    rows: dict[int, float] = {}
    for (word, weight), most, later in zip(rarest_first, left, left[1:], strict=False):
        least = heapq.nlargest(COMPARED, rows.values())[-1] if books.are_many and len(rows) > COMPARED else 0.0
        if most < least:
            rows = {row: held for row, held in rows.items() if held + most >= least}
            _add(rows, _matches(word, vocabulary, rows), weight)
        else:
            _add(rows, _matches(word, vocabulary), weight, least - later)
            for row in left_out(rows.keys(), books, keep):
                del rows[row]
    if books.are_many:
        rows = {row: rows[row] for row in best(rows, COMPARED)}
    return Scores(words, weights, rows, sum(weights) or 1.0)


def add_scores(scores: Scores, rows: Set[int], vocabulary: Vocabulary) -> None:
    """Score more rows, to which something else leads than the words of the query."""
    if vocabulary.books.are_many:
        more = dict.fromkeys(rows - scores.rows.keys(), 0.0)
        for word, weight in _rarest_first(scores.words, scores.weights):
            _add(more, _matches(word, vocabulary, more), weight)
        scores.rows.update(more)


def _rarest_first(words: Sequence[QueryWord], weights: Sequence[float]) -> list[tuple[QueryWord, float]]:
    """Return the words, each with what one of a stored weight adds to a row."""
    order = sorted(range(len(words)), key=lambda at: (-weights[at], at))
    return [(words[at], weights[at] / SCALE) for at in order]


def _add(rows: dict[int, float], matches: RowMatches, weight: float, least: float = 0.0) -> None:
    """Add what a word of this weight gives to rows; not to those that stay below `least`."""
    for row, match in matches.items():
        held = rows.get(row, 0.0) + weight * match
        if held >= least:
            rows[row] = held


def left_out(rows: Set[int], books: Corpora, keep: Set[int] | None) -> Set[int]:
    """Return the rows that are not to be kept; without a set of those to keep, the rows about the book."""
    return rows & books.asides if keep is None else rows - keep


def _weight(word: QueryWord, vocabulary: Vocabulary) -> float:
    """Return how much a word of the query tells: the rarer its likeliest variants and their inflections, the more."""
    rows = vocabulary.books.rows
    if not word.variants:
        return word.trust * math.pow(math.log(1 + rows), _DAMPED) * _UNKNOWN_SHARE
    best = max(word.variants.values())
    frequency = max(vocabulary.frequency(text) for text, weight in word.variants.items() if weight >= best * INFLECTED)
    return word.trust * math.pow(math.log(1 + rows / (1 + frequency)), _DAMPED)


def _matches(word: QueryWord, vocabulary: Vocabulary, only: Mapping[int, float] | None = None) -> RowMatches:
    """Return the rows with a variant of a word or a phrase for it; `only` those of these rows, if they are given.

    A row counts by the likeliest that is in its own words, else by the likeliest near it: so the later entries of this
    dictionary overwrite the earlier.
    """
    variants = heapq.nlargest(_MOST_VARIANTS, word.variants.items(), key=lambda item: (item[1], item[0]))
    postings = [(weight, vocabulary.word(text)) for text, weight in reversed(variants)]
    found: dict[int, int] = {}
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.near, weight, only))
    for phrase, weight in sorted(word.phrases, key=itemgetter(1)):
        rows = vocabulary.rows_of_phrase(phrase)
        found.update(dict.fromkeys(rows if only is None else only.keys() & rows, round(weight * SCALE)))
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.own, weight, only))
    return found


def _weighted(postings: Postings, weight: float, only: Collection[int] | None) -> Iterable[tuple[int, int]]:
    rows, weights = postings.rows, postings.weights.translate(_scale(weight))
    if only is None:
        return zip(rows, weights, strict=True)
    if len(rows) < _FEW * len(only):
        return [pair for pair in zip(rows, weights, strict=True) if pair[0] in only]
    places = ((row, bisect_left(rows, row)) for row in only)
    return [(row, weights[place]) for row, place in places if place < len(rows) and rows[place] == row]


@lru_cache(maxsize=_SCALES_CACHED)
def _scale(weight: float) -> bytes:
    """Return a table of each stored weight times a weight."""
    return bytes(min(255, round(each * weight)) for each in range(256))


# --- questions


class Alike(NamedTuple):
    """A question that a rule answers: how like the query it is, from 0 to 1, and its number."""

    likeness: float
    question: int


NO_QUESTION = Alike(0.0, 0)
"""For a row without a question that is like the query."""


def _questions(word: QueryWord, vocabulary: Vocabulary) -> Mapping[int, int]:
    """Return the questions with a word of a query; if it is in none, those with the word of the books that is meant."""
    return vocabulary.asked(tuple(word.keys)) or vocabulary.asked(vocabulary.keys(word.likeliest()))


def alike(words: Sequence[QueryWord], vocabulary: Vocabulary) -> dict[int, Alike]:
    """Return the question of each row that is most like a query."""
    found = [(word.trust, _questions(word, vocabulary)) for word in words]
    weighed = [(trust * rarity(vocabulary.words.questions, len(asked)), asked) for trust, asked in found]
    weighed.sort(key=lambda each: -each[0])
    length = math.hypot(*(weight for weight, _ in weighed)) or 1.0
    held: dict[int, float] = {}
    read = 0.0
    for weight, asked in weighed:
        for question in asked if read <= _RARE else held.keys() & asked.keys():
            held[question] = held.get(question, 0.0) + weight * asked[question]
        read += (weight / length) ** 2
    best: dict[int, int] = {}
    for question, sum_of in held.items():
        row = question // QUESTIONS
        if row not in best or sum_of > held[best[row]]:
            best[row] = question
    return {row: Alike(held[question] / length / SCALE, question) for row, question in best.items()}
