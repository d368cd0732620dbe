"""Candidates for the ranking: the rows that have the rarest words of a query, and those that are known to answer a
question like it.

People ask in other words than rules use. `asked.yaml` has questions of players for each rule. The more one of them is
like the query, the likelier its rule is the answer. How like two questions are is the cosine of their words, each
weighed by its rarity among the questions. A word that only questions use is not a word of the book: it is not shown as
found, and a misspelling is not corrected to it.
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

_MOST_VARIANTS = 24  # of a word that are looked up: only a word cut short has more, and the others are its unlikeliest
_DAMPED = 0.85  # exponent: a rare word tells more than a common one, but less than its rarity says
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word: the weight of a word that the books do not use
_SCALES_CACHED = 1000  # tables of 256 bytes
_RARE = 0.9  # of a query: a question that has none of the rarest words up to this share of it is not like it

RowMatches = Mapping[int, int]
"""Rows, each with how well it matches a word: SCALE for the word in its text as typed, more in a title, else less."""


class Scores(NamedTuple):
    """How much of a query rows hold: the weight of each word, the sum for each row that has any, and their `total`."""

    words: Sequence[QueryWord]
    weights: Sequence[float]
    rows: dict[int, float]
    total: float

    def share(self, row: int) -> float:
        """Return the share of the query that a row holds."""
        return self.rows.get(row, 0.0) / self.total


def best(scores: Mapping[int, float], count: int) -> list[int]:
    """Return the rows with the highest scores, best first; of equal ones, the first in the book."""
    least = min(heapq.nlargest(count, scores.values()), default=0.0)
    high = [row for row, score in scores.items() if score >= least]  # so that few rows are sorted
    return sorted(high, key=lambda row: (-scores[row], row))[:count]


class Frequencies(NamedTuple):
    """How many rows there are in the searched books, and how many of them have each word of a query."""

    rows: int
    words: Mapping[str, int]


def frequencies(words: Sequence[QueryWord], vocabulary: Vocabulary) -> Frequencies:
    """Return the frequencies in one book: of each word, the highest of its likeliest variants and their inflections."""
    by_word = {}
    for word in words:
        highest = max(word.variants.values(), default=0.0)
        likeliest = (text for text, weight in word.variants.items() if weight >= highest * INFLECTED)
        by_word[word.text] = max(map(vocabulary.frequency, likeliest), default=0)
    return Frequencies(vocabulary.corpus.rows, by_word)


def score(words: Sequence[QueryWord], vocabulary: Vocabulary, counted: Frequencies) -> Scores:
    """Score all rows with a word of a query. A word weighs the more, the fewer rows of the searched books have it."""
    weights = [_weight(word, counted) for word in words]
    rows: dict[int, float] = {}
    get = rows.get  # looked up once: the inner loop runs for each row of each word
    for word, weight in zip(words, weights, strict=True):
        scaled = weight / SCALE
        for row, match in _matches(word, vocabulary).items():
            rows[row] = get(row, 0.0) + scaled * match
    return Scores(words, weights, rows, sum(weights) or 1.0)


def _weight(word: QueryWord, counted: Frequencies) -> float:
    """Return how much a word of a query counts, by its rarity in the searched books and how far it is trusted."""
    share = 1.0 if word.variants else _UNKNOWN_SHARE
    frequency = counted.words.get(word.text, 0) if word.variants else 0
    return share * word.trust * math.pow(math.log(1 + counted.rows / (1 + frequency)), _DAMPED)


def _matches(word: QueryWord, vocabulary: Vocabulary) -> RowMatches:
    """Return the rows with a variant of a word or a phrase for it, each with the match that counts. That is the
    likeliest variant in the row's own words; then the likeliest phrase; then the likeliest variant near the row."""
    variants = heapq.nlargest(_MOST_VARIANTS, word.variants.items(), key=lambda item: (item[1], item[0]))
    postings = [(weight, vocabulary.word(text)) for text, weight in reversed(variants)]
    found: dict[int, int] = {}  # what counts more is put in later, and overwrites what counts less
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.near, weight))
    for phrase, weight in sorted(word.phrases, key=itemgetter(1)):
        found.update(dict.fromkeys(vocabulary.rows_of_phrase(phrase), round(weight * SCALE)))
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.own, weight))
    return found


def _weighted(postings: Postings, factor: float) -> Iterable[tuple[int, int]]:
    """Return the rows of a word, each with its stored weight times a factor."""
    return zip(postings.rows, postings.weights.translate(_products(factor)), strict=True)


@lru_cache(maxsize=_SCALES_CACHED)
def _products(factor: float) -> bytes:
    """Return a table, for `bytes.translate`, of each stored weight times a factor."""
    return bytes(min(255, round(weight * factor)) for weight in range(256))


# --- questions


_UNLIKE = 0.5  # cosine of about any two questions: the small words are the same in many
_MORE = 4  # questions after the likest: a row with several questions like the query is surely about it


def likest(likenesses: Mapping[int, float]) -> dict[int, int]:
    """Return for each row its question that is most like a query, given how like it each question is."""
    best: dict[int, int] = {}
    for question, likeness in likenesses.items():
        row = question // QUESTIONS
        if row not in best or likeness > likenesses[best[row]]:
            best[row] = question
    return best


def others_alike(row: int, likenesses: Mapping[int, float]) -> float:
    """Return how like a query the questions of a row are, added up: the next few after the likest."""
    questions = range(row * QUESTIONS, (row + 1) * QUESTIONS)
    return sum(sorted((likenesses.get(question, 0.0) for question in questions), reverse=True)[1 : 1 + _MORE])


def alike_in_sense(query: Query, vocabulary: Vocabulary) -> dict[int, float]:
    """Return how like a query questions are in sense, above 0, by the plain mean of the vectors of all their words.
    Stopwords count, since they tell who, when, and whether one can."""
    vector = unit(sum(map(vocabulary.vector, query.corrected())))
    cosines = vocabulary.corpus.questions_like(vector, _UNLIKE)
    return {question: (cosine - _UNLIKE) / (1 - _UNLIKE) for question, cosine in cosines}


def alike_in_words(words: Sequence[QueryWord], vocabulary: Vocabulary) -> dict[int, float]:
    """Return how like a query in words questions are that have one of its rarest, or the likeliest variant of a
    word."""
    weighed: list[tuple[float, Mapping[int, int], QueryWord]] = []
    for word in words:
        asked = vocabulary.asked(tuple(word.keys)) or vocabulary.asked(vocabulary.keys(word.likeliest()))
        weighed.append((word.trust * rarity(vocabulary.corpus.questions, len(asked)), asked, word))
    weighed.sort(key=itemgetter(0), reverse=True)
    length = math.hypot(*(weight for weight, _, _ in weighed)) or 1.0
    cosines: dict[int, float] = {}
    counted = 0.0  # the share of the query that the words have which are rarer than this one
    for weight, asked, word in weighed:
        share = weight / length
        scaled = share / SCALE
        if counted <= _RARE:
            for question, held in {**_asked_otherwise(word, vocabulary), **asked}.items():
                cosines[question] = cosines.get(question, 0.0) + scaled * held
        else:
            for question in cosines.keys() & asked.keys():
                cosines[question] += scaled * asked[question]
        counted += share**2
    return cosines


def _asked_otherwise(word: QueryWord, vocabulary: Vocabulary) -> Mapping[int, float]:
    """Return the questions with another word for a word of a query, each with the weight of the likeliest such word."""
    found: dict[int, float] = {}
    for text, sure in sorted(word.variants.items(), key=itemgetter(1)):
        if sure < INFLECTED and not word.guessed:
            found.update(
                (question, weight * sure) for question, weight in vocabulary.asked(vocabulary.keys(text)).items()
            )
    return found
