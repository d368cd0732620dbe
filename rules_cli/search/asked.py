"""The questions that rules are known to answer: how like a query the most similar question of each rule is.

People ask in other words than rules use. `asked.yaml` has questions of players for each rule; a rule answers a query
as likely as its best question is the same. Two questions are as like each other as the cosine of their words, each
weighed by its rarity among the questions. The words of questions are no words of the book: they are not shown as
found, and no misspelling is corrected to one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.search.corpus import QUESTIONS, SCALE
from rules_cli.search.query import QueryWord
from rules_cli.search.vectors import rarity
from rules_cli.search.vocabulary import Vocabulary

_RARE = 0.9  # of a query: a question with none of the rarest words that make up so much of it is not like it


class Alike(NamedTuple):
    """A question that a rule answers: how like the query it is, from 0 to 1, and its number."""

    likeness: float
    question: int


NONE = Alike(0.0, 0)
"""For a row without a question that is like the query."""


def _questions(word: QueryWord, vocabulary: Vocabulary) -> Mapping[int, int]:
    """Return the questions with a word of a query; if it is in none, those with the word of the books that is meant."""
    return vocabulary.asked(tuple(word.keys)) or vocabulary.asked(vocabulary.keys(word.likeliest()))


def alike(words: Sequence[QueryWord], vocabulary: Vocabulary) -> dict[int, Alike]:
    """Return the question of each row that is most like a query."""
    found = [(word.trust, _questions(word, vocabulary)) for word in words]
    weighed = [(trust * rarity(vocabulary.books.words.questions, len(asked)), asked) for trust, asked in found]
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
