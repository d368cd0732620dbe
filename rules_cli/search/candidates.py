"""Candidates for the ranking: the rows that have the rarest words of a query, in any order."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from rules_cli.search.corpus import SCALE, Postings
from rules_cli.search.query import QueryWord
from rules_cli.search.vocabulary import Vocabulary

_MOST_VARIANTS = 24  # of a word that are looked up: more come only of a word cut short, and are its unlikeliest
_AS_LIKELY = 0.1  # a variant whose weight is so near the best one's is as likely meant
_DAMPED = 0.85  # exponent: a rare word tells more than a common one, but less than its rarity says
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word: the weight of a word that the books do not use
_SCALES_CACHED = 1000  # tables of 256 bytes

RowMatches = Mapping[int, int]
"""Rows, each with how well it matches a word: SCALE for the word in its text as typed, more in a title, else less."""


@dataclass(frozen=True, slots=True)
class Scores:
    """How much of a query rows hold: the weight of each word, and the sum for each row. `total` is the weight of the
    whole query."""

    words: Sequence[QueryWord]
    weights: Sequence[float]
    rows: Mapping[int, float]
    total: float


def best(scores: Mapping[int, float], count: int) -> list[int]:
    """Return the rows with the highest scores, the first of the book if these are equal."""
    least = min(heapq.nlargest(count, scores.values()), default=0.0)
    likely = [row for row, share in scores.items() if share >= least]
    return sorted(likely, key=lambda row: (-scores[row], row))[:count]


def score(words: Sequence[QueryWord], vocabulary: Vocabulary, keep: Collection[int] | None = None) -> Scores:
    """Score all rows but those about the book; only the rows to `keep`, if these are given."""
    weights = [_weight(word, vocabulary) for word in words]
    rows: dict[int, float] = {}
    for at in sorted(range(len(words)), key=lambda at: (-weights[at], at)):
        weight = weights[at] / SCALE
        for row, match in _matches(words[at], vocabulary).items():
            rows[row] = rows.get(row, 0.0) + weight * match
    if keep is not None:
        rows = {row: sum_of for row, sum_of in rows.items() if row in keep}
    else:
        for row in vocabulary.books.asides:
            rows.pop(row, None)
    return Scores(words, weights, rows, sum(weights) or 1.0)


def _weight(word: QueryWord, vocabulary: Vocabulary) -> float:
    """Return how much a word of the query tells: the rarer its likeliest variants, the more."""
    rows = vocabulary.books.rows
    if not word.variants:
        return word.trust * math.pow(math.log(1 + rows), _DAMPED) * _UNKNOWN_SHARE
    best = max(word.variants.values())
    frequency = max(vocabulary.frequency(text) for text, weight in word.variants.items() if weight >= best - _AS_LIKELY)
    return word.trust * math.pow(math.log(1 + rows / (1 + frequency)), _DAMPED)


def _matches(word: QueryWord, vocabulary: Vocabulary) -> RowMatches:
    """Return the rows with a variant of a word or a phrase for it.

    A row counts by the likeliest that is in its own words, else by the likeliest near it: so the later entries of this
    dictionary overwrite the earlier.
    """
    variants = heapq.nlargest(_MOST_VARIANTS, word.variants.items(), key=lambda item: (item[1], item[0]))
    postings = [(weight, vocabulary.word(text)) for text, weight in reversed(variants)]
    found: dict[int, int] = {}
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.near, weight))
    for phrase, weight in sorted(word.phrases, key=itemgetter(1)):
        found.update(dict.fromkeys(vocabulary.rows_of_phrase(phrase), round(weight * SCALE)))
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.own, weight))
    return found


def _weighted(postings: Postings, weight: float) -> Iterable[tuple[int, int]]:
    return zip(postings.rows, postings.weights.translate(_scale(weight)), strict=True)


@lru_cache(maxsize=_SCALES_CACHED)
def _scale(weight: float) -> bytes:
    """Return a table of each stored weight times a weight."""
    return bytes(min(255, round(each * weight)) for each in range(256))
