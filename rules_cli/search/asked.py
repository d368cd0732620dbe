"""The questions that rules are known to answer: how like a query the most similar question of each rule is.

People ask in other words than rules use. `asked.yaml` has questions of players for each rule; a rule answers a query
as likely as its best question is the same. The words of questions are no words of the book: they are not shown as
found, and no misspelling is corrected to one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules_cli.search.lexicon import QUESTIONS
from rules_cli.search.query import QueryWord
from rules_cli.search.vocabulary import Vocabulary

_RARE = (
    0.5  # of the query's weight: a question with none of the rarest words, which make up so much of it, is not like it
)


class Alike(NamedTuple):
    """A question that a rule answers: the share of the query that it holds, and its number."""

    share: float
    question: int


NONE = Alike(0.0, 0)
"""For a row without a question that is like the query."""


def alike(words: Sequence[QueryWord], weights: Sequence[float], vocabulary: Vocabulary) -> dict[int, Alike]:
    """Return the question of each row that is most like a query; `weights` are the shares of the words in the query."""
    held: dict[int, float] = {}
    read = 0.0
    for weight, at in sorted(((weight, at) for at, weight in enumerate(weights) if weight), reverse=True):
        questions = vocabulary.asked(tuple(words[at].keys))
        for question in questions if read <= _RARE else held.keys() & set(questions):
            held[question] = held.get(question, 0.0) + weight
        read += weight
    best: dict[int, Alike] = {}
    for question, share in sorted(held.items()):
        row = question // QUESTIONS
        if row not in best or best[row].share < share:
            best[row] = Alike(share, question)
    return best
