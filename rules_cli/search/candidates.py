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
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from rules_cli.lookup.lexicon import QUESTIONS
from rules_cli.search.corpus import SCALE, Postings
from rules_cli.search.query import Query, QueryWord
from rules_cli.search.vectors import rarity, unit
from rules_cli.search.vocabulary import INFLECTED, Vocabulary

_MOST_VARIANTS = 24  # of a word that are looked up: more come only of a word cut short, and are its unlikeliest
_DAMPED = 0.85  # exponent: a rare word tells more than a common one, but less than its rarity says
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word: the weight of a word that the books do not use
_SCALES_CACHED = 1000  # tables of 256 bytes
_RARE = 0.9  # of a query: a question with none of the rarest words that make up so much of it is not like it

RowMatches = Mapping[int, int]
"""Rows, each with how well it matches a word: SCALE for the word in its text as typed, more in a title, else less."""


class Scores(NamedTuple):
    """How much of a query rows hold: the weight of each word, the sum for each row that has one, and `total`, of all
    words."""

    words: Sequence[QueryWord]
    weights: Sequence[float]
    rows: dict[int, float]
    total: float

    def share(self, row: int) -> float:
        """Return the share of the query that a row holds."""
        return self.rows.get(row, 0.0) / self.total


def best(scores: Mapping[int, float], count: int) -> list[int]:
    """Return the rows with the highest scores, the first of the book if these are equal."""
    least = min(heapq.nlargest(count, scores.values()), default=0.0)
    likely = [row for row, share in scores.items() if share >= least]
    return sorted(likely, key=lambda row: (-scores[row], row))[:count]


class Frequencies(NamedTuple):
    """How many rows there are in the searched books, and how many of them have each word of a query."""

    rows: int
    words: Mapping[str, int]


def frequencies(words: Sequence[QueryWord], vocabulary: Vocabulary) -> Frequencies:
    """Return the frequencies in one book: of each word that of its likeliest variants and their inflections."""
    found = {}
    for word in words:
        best = max(word.variants.values(), default=0.0)
        likeliest = (text for text, weight in word.variants.items() if weight >= best * INFLECTED)
        found[word.text] = max(map(vocabulary.frequency, likeliest), default=0)
    return Frequencies(vocabulary.corpus.rows, found)


def score(words: Sequence[QueryWord], vocabulary: Vocabulary, counted: Frequencies) -> Scores:
    """Score all rows with a word of a query. A word weighs the more, the fewer rows of the searched books have it."""
    weights = [_weight(word, counted) for word in words]
    rows: dict[int, float] = {}
    get = rows.get
    for word, weight in zip(words, weights, strict=True):
        scaled = weight / SCALE
        for row, match in _matches(word, vocabulary).items():
            rows[row] = get(row, 0.0) + scaled * match
    return Scores(words, weights, rows, sum(weights) or 1.0)


def _weight(word: QueryWord, counted: Frequencies) -> float:
    if not word.variants:
        return word.trust * math.pow(math.log(1 + counted.rows), _DAMPED) * _UNKNOWN_SHARE
    return word.trust * math.pow(math.log(1 + counted.rows / (1 + counted.words.get(word.text, 0))), _DAMPED)


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


# --- questions


_UNLIKE = 0.5  # cosine of any two questions, more or less: the small words are the same in many
_MORE = 4  # questions besides the one most like the query: with several of them, a row is surely about it


def likest(questions: Mapping[int, float]) -> dict[int, int]:
    """Return the question of each row that is most like a query, of questions with their likeness to it."""
    best: dict[int, int] = {}
    for question, likeness in questions.items():
        row = question // QUESTIONS
        if row not in best or likeness > questions[best[row]]:
            best[row] = question
    return best


def others_alike(row: int, questions: Mapping[int, float]) -> float:
    """Return the sum of how like a query the next questions of a row are, after the one that is most like it."""
    numbers = range(row * QUESTIONS, (row + 1) * QUESTIONS)
    return sum(sorted((questions.get(number, 0.0) for number in numbers), reverse=True)[1 : 1 + _MORE])


def likenesses(query: Query, vocabulary: Vocabulary) -> dict[int, float]:
    """Return how nearly questions mean what a query does, by the plain mean of the vectors of all words: small words
    tell who, when, and whether one can."""
    vector = unit(sum(map(vocabulary.vector, query.corrected())))
    found = vocabulary.corpus.questions_like(vector, _UNLIKE)
    return {question: (cosine - _UNLIKE) / (1 - _UNLIKE) for question, cosine in found}


def alike(words: Sequence[QueryWord], vocabulary: Vocabulary) -> dict[int, float]:
    """Return how like a query questions are. For a word that is in none, the word of the books counts that is meant."""
    found = [
        (word.trust, vocabulary.asked(tuple(word.keys)) or vocabulary.asked(vocabulary.keys(word.likeliest())))
        for word in words
    ]
    weighed = [(trust * rarity(vocabulary.corpus.questions, len(asked)), asked) for trust, asked in found]
    weighed.sort(key=lambda each: -each[0])
    length = math.hypot(*(weight for weight, _ in weighed)) or 1.0
    held: dict[int, float] = {}
    read = 0.0
    for weight, asked in weighed:
        share = weight / length / SCALE
        for question in asked if read <= _RARE else held.keys() & asked.keys():
            held[question] = held.get(question, 0.0) + share * asked[question]
        read += (weight / length) ** 2
    return held
