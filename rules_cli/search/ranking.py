"""The best rows for a query: the score of a candidate is a sum of its features times fitted weights, and nothing else
orders them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import islice
from operator import mul
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.search.candidates import COMPARED, NO_QUESTION, Scores, add_scores, alike, best, left_out, score
from rules_cli.search.corpus import CorpusRow
from rules_cli.search.features import FEATURES, LEADS, Held, Measure, around
from rules_cli.search.query import Query
from rules_cli.search.vectors import unit
from rules_cli.search.vocabulary import EXACT, INFLECTED, Vocabulary
from rules_cli.store import data_files, paths

_LIKENESS = 0.5  # times the cosine, beside the share of the query that a row holds: with both, fewer rows are needed
_ASKED = 0.5  # times how like the query a question of the row is: so 99 of 100 rules that answer are looked at
_LOOKED_AT = 50  # rows that are measured: with what they lead to, they hold a rule for 99 of 100 questions
_CITING = 20  # of them, those whose references are measured, too: they lead to rules that hold none of the words


class Candidate(NamedTuple):
    """A row that may answer a query, with the words that it holds, its features, and the number of its question that is
    most like the query."""

    row: CorpusRow
    held: Held
    features: Sequence[float]
    question: int


class Reason(NamedTuple):
    """Captions to join, with the same words in the places of all; its text is English."""

    captions: tuple[str, ...]
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "".join(str(Remark(key, self.words)) for key in self.captions)

    def said(self) -> str:
        """Return the reason in the chosen language."""
        return "".join(Remark(key, self.words).said() for key in self.captions)


class RankedRow(NamedTuple):
    """The number of a row, its score, how exact it is, which share of the query it holds, and why."""

    row: int
    score: float
    tier: str
    share: float
    why: tuple[Reason, ...]


def rank(query: Query, vocabulary: Vocabulary, limit: int, keep: Set[int] | None, reasons: bool) -> list[RankedRow]:
    """Return the best rows for a query, best first; only rows to `keep`, if these are given.

    No more rows than are measured are returned, so that the order does not depend on `limit`. With `reasons`, it
    takes a tenth more time.
    """
    measure, candidates = measured(query, vocabulary, keep)
    scores = {number: round(sum(map(mul, _weights(), each.features)), 4) for number, each in candidates.items()}
    ranked = []
    for number in best(scores, limit):
        each = candidates[number]
        why = tuple(_reasons(each, measure, vocabulary)) if reasons else ()
        ranked.append(RankedRow(number, scores[number], _tier(each, measure), measure.meant_share(each.held), why))
    return ranked


# Complexity: one line for each way that leads to a row.
def measured(
    query: Query, vocabulary: Vocabulary, keep: Set[int] | None = None
) -> tuple[Measure, dict[int, Candidate]]:
    """Return the rows that may answer a query, measured; only rows to `keep`, if these are given."""
    books = vocabulary.books
    scores = score(query.words, vocabulary, keep)
    measure = Measure(query, scores, vocabulary)
    cosines = _cosines(query, vocabulary, scores)
    asked = alike(query.words, vocabulary)
    answering = asked.keys() - left_out(asked.keys(), books, keep)
    add_scores(scores, answering, vocabulary)
    likely = {row: held / scores.total + _LIKENESS * cosines[row] for row, held in scores.rows.items()}
    for number in answering:
        likely[number] = likely.get(number, _LIKENESS * cosines[number]) + _ASKED * asked[number].likeness
    rows = books.read_rows(best(likely, _LOOKED_AT))
    led = {rule for row in rows.values() for rule in row.leads[:LEADS]}
    cited = {rule for row in islice(rows.values(), _CITING) for rule in row.cites}
    others = (measure.named() | led | cited) - rows.keys()
    rows |= books.read_rows(sorted(others - left_out(others, books, keep)))
    around_them = rows.keys() | {row.parent for row in rows.values() if row.parent}
    add_scores(scores, around_them - left_out(around_them, books, keep), vocabulary)

    def first(number: int) -> float:
        return likely.get(number) or scores.rows.get(number, 0.0) / scores.total + _LIKENESS * cosines[number]

    held = {number: measure.held(row) for number, row in rows.items()}
    shares = {number: measure.share(each) for number, each in held.items()}
    near = around(rows, shares, first)
    found = {}
    for number, row in rows.items():
        likeness, question = asked.get(number, NO_QUESTION)
        features = measure.measure(number, row, held[number], cosines[number], likeness, near[number])
        found[number] = Candidate(row, held[number], features, question)
    return measure, found


@cache
def _weights() -> Sequence[float]:
    """Return the weight of each feature, in their order."""
    found = data_files.load_cached(paths.data() / "search" / "weights.yaml")
    return [float(found["weights"][name]) for name in FEATURES]


def _cosines(query: Query, vocabulary: Vocabulary, scores: Scores) -> Mapping[int, float] | Sequence[float]:
    """Return how like the query rows are: in many rows, only those that hold most of it."""
    vector = unit(sum(map(vocabulary.weighed, query.corrected())))
    books = vocabulary.books
    return books.all_cosines(vector) or books.cosines(vector, best(scores.rows, COMPARED))


CORRECTED = ("corrected term", "corrected words")
"""The tiers of rows whose words are corrections of those that were typed."""
FOUND_WHOLE = ("term", "corrected term", "phrase")
"""The tiers of rows that are what was asked for, and not only rows with words of it."""


def _tier(candidate: Candidate, measure: Measure) -> str:
    """Return how exactly a row holds a query, in a word for programs."""
    features = dict(zip(FEATURES, candidate.features, strict=True))
    if features["asked"]:
        return "corrected term" if measure.misspelt else "term"
    if features["quoted"] or features["phrase"]:
        return "phrase"
    if len(candidate.held.own) + len(candidate.held.near) == len(measure.words):
        return "corrected words" if measure.misspelt else "all words"
    return "some words"


_TOLD = 0.03  # points: what adds less changes no order that a reader could ask about


# Complexity: one case for each way to have a word, then one for each feature.
def _reasons(candidate: Candidate, measure: Measure, vocabulary: Vocabulary) -> Iterator[Reason]:
    """Yield why a row has its score: for each word of the query what the row has for it, and what the word weighs;
    then what each feature adds."""
    own, near = candidate.held.own, candidate.held.near
    for at, word in enumerate(measure.words):
        found, field = (own[at], "") if at in own else near.get(at, (None, ""))
        if found is None:
            how = "missing"
        elif found.sure >= EXACT:
            how = "typed"
        else:
            how = "corrected" if word.misspelt else "form" if found.sure >= INFLECTED else "other"
        captions = ("weighs", *(f"why {each}" for each in (how, field) if each))
        yield Reason(captions, (word.text, f"{measure.weights[at]:.0%}", found.text if found else ""))
    for name, weight, value in zip(FEATURES, _weights(), candidate.features, strict=True):
        if abs(points := value * weight) >= _TOLD:
            question = vocabulary.words.question(candidate.question) if name == "question" else ""
            yield Reason((f"feature {name}",), (f"{points:+.2f}", question))
