"""How surely one of the first three results answers a query: how often one does for queries with similar signs.

`tests/bench/confidence.py` fits the weights of the signs, to questions that rules answer and to questions that no rule
answers. It also fits the least confidence: below it, nothing seems to answer the query. Books with stored questions
have their own weights, and so have queries without a vector, as in most languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log10
from typing import Any, NamedTuple

from rules_cli.search.features import HeldWords, Measure
from rules_cli.search.query import Query
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store import data_files, paths

SIGNS = (
    "one",
    "score",
    "own",
    "meant",
    "missing",
    "question",
    "likeness",
    "misspelt",
    "foreign",
    "covered",
    "words",
    "rows",
)
"""`one` is constant. Of the first result: its score, the share of the query in its own words, and with other words for
them, the weight of the rarest word that it lacks, and how like the query its questions are. Of the query: the share
that is misspelt, the share that neither the book nor its players say, the share of its words that name terms, and how
many words it has: a long query is hardly matched by chance. Of a book without stored questions: the logarithm of its
rows, as a match among few rows is hardly chance either."""
_HIGHEST = 3.0  # a score above it is that of a term or a phrase, which is the whole query
_MOST_WORDS = 8  # of a query: further words make no difference
_WHOLE = 0.999  # of a query: a row with all its words is an answer


def signs(  # noqa: PLR0913, PLR0917 - all that is known of the first result
    query: Query, vocabulary: Vocabulary, measure: Measure, held: HeldWords, features: Mapping[str, float], score: float
) -> list[float]:
    """Return the signs of a query and its first result, in the order of SIGNS."""
    count = len(query.words)
    return [
        1.0,
        min(score, _HIGHEST),
        measure.share(held),
        measure.meant_share(held),
        features["missing"],
        features["question"],
        features["likeness"],
        measure.share_of({word.text for word in query.words if word.misspelt}),
        measure.share_of({text for text in query.absent() if not vocabulary.is_of_players(vocabulary.keys(text))}),
        len({word for match in query.terms for word in match.words}) / count,
        min(count, _MOST_WORDS) / _MOST_WORDS,
        0.0 if vocabulary.corpus.questions else log10(vocabulary.corpus.rows),
    ]


def kind_of(vocabulary: Vocabulary, features: Mapping[str, float]) -> str:
    """Return which weights fit: a book has stored questions or not, and its first result a vector for the query or not.
    Scores without vectors are lower, as those in most languages."""
    without = "without" if features["cosine"] else "without vectors"
    return "with questions" if vocabulary.corpus.questions else without


class Confidence(NamedTuple):
    """How likely one of the first three results answers the query, from 0 to 1; and whether nothing seems to answer."""

    share: float
    is_doubtful: bool


SURE, NOTHING = Confidence(1.0, False), Confidence(0.0, True)
"""Of a rule that was asked for by its number, and of no results."""


def confidence(values: Sequence[float], kind: str) -> Confidence:
    """Return the confidence for the values of SIGNS, by the weights of a `kind`: see `kind_of`."""
    weights = _fitted()[kind]
    named = dict(zip(SIGNS, values, strict=True))
    share = 1 / (1 + exp(-sum(weights[name] * value for name, value in named.items())))
    is_whole = named["own"] >= _WHOLE and not named["misspelt"]
    return Confidence(round(share, 3), share < weights["least"] and not is_whole)


@cache
def _fitted() -> Mapping[str, Mapping[str, float]]:
    fitted: Mapping[str, Any] = data_files.load_cached(paths.data() / "search" / "confidence.yaml")
    return fitted
