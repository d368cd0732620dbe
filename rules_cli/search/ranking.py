"""The best rows for a query: the score of a candidate is a sum of its features times fitted weights, and nothing else
orders them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import islice
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.search.candidates import Frequencies, alike, best, likenesses, likest, others_alike, score
from rules_cli.search.confidence import NOTHING, Confidence, confidence, signs
from rules_cli.search.corpus import CorpusRow
from rules_cli.search.features import FEATURES, LEADS, Held, Measure, cited_by
from rules_cli.search.query import Query
from rules_cli.search.vectors import COSINE, ORTHOGONAL, cosine_of, unit
from rules_cli.search.vocabulary import EXACT, INFLECTED, Vocabulary
from rules_cli.store import data_files, paths

_LIKENESS = 0.5  # times the cosine, beside the share of the query that a row holds: with both, fewer rows are needed
_ASKED = 0.5  # times how like the query a question of the row is: so 99 of 100 rules that answer are looked at
_LOOKED_AT = 30  # rows that are measured at least: with what they lead to, as many questions are answered as with 60
_MOST_LOOKED_AT = 100  # for a long list
_LIKEST = 8  # rows with the likest questions that are measured, though they may hold none of the words
_CITING = 12  # of them, those whose references are measured, too: they lead to rules that hold none of the words


class Candidate(NamedTuple):
    """A row that may answer a query, with the words that it holds, its features, and the number of its question that is
    most like the query."""

    row: CorpusRow
    held: Held
    features: Mapping[str, float]
    question: int


class Reason(NamedTuple):
    """What a row has for a word of the query, or what a feature adds to its score in `points`. The words are what was
    typed, what it weighs, and what was found for it; of a feature, its points and a question that is like the query."""

    captions: tuple[str, ...]
    words: tuple[str, ...] = ()
    feature: str = "word"
    points: float = 0.0

    def __str__(self) -> str:
        return "".join(str(Remark(key, self.words)) for key in self.captions)


class RankedRow(NamedTuple):
    """The number of a row, its score, how exact it is, which share of the query it holds, and why."""

    row: int
    score: float
    tier: str
    share: float
    why: tuple[Reason, ...]


def rank(  # noqa: PLR0913, PLR0917 - a query and where to look
    query: Query, vocabulary: Vocabulary, limit: int, keep: Set[int] | None, counted: Frequencies, reasons: bool
) -> tuple[list[RankedRow], Confidence]:
    """Return the best rows for a query, best first, and how surely they answer it.

    Only rows to `keep` are looked at, if these are given. For a long list more rows are measured. With `reasons`, it
    takes a tenth more time.
    """
    measure, candidates = measured(query, vocabulary, keep, counted, max(_LOOKED_AT, min(limit, _MOST_LOOKED_AT)))
    weights = weights_for(vocabulary.corpus.wording)
    scores = scored(candidates, weights)
    ranked = []
    for number in best(scores, limit):
        each = candidates[number]
        why = tuple(_reasons(each, measure, vocabulary)) if reasons else ()
        ranked.append(RankedRow(number, scores[number], _tier(each, measure), measure.meant_share(each.held), why))
    if not ranked:
        return ranked, NOTHING
    first = candidates[ranked[0].row]
    found = signs(query, vocabulary, measure, first.held, first.features, ranked[0].score)
    return ranked, confidence(found, bool(vocabulary.corpus.questions))


def scored(candidates: Mapping[int, Candidate], weights: Mapping[str, float]) -> dict[int, float]:
    """Return the score of each candidate."""
    return {
        number: round(sum(weights[name] * value for name, value in each.features.items()), 4)
        for number, each in candidates.items()
    }


# Complexity: one line for each way that leads to a row.
def measured(
    query: Query, vocabulary: Vocabulary, keep: Set[int] | None, counted: Frequencies, looked_at: int = _LOOKED_AT
) -> tuple[Measure, dict[int, Candidate]]:
    """Return the rows that may answer a query, measured: the likeliest `looked_at` and those that these lead to; only
    rows to `keep`, if these are given, else all but those about the book whose title is not the whole query."""
    corpus = vocabulary.corpus
    scores = score(query.words, vocabulary, counted)
    measure = Measure(query, scores)
    corrected = query.corrected()
    told = corrected if vocabulary.are_in_the_first_language(corrected) else ()
    products = corpus.products(unit(sum(map(vocabulary.weighed, told))))
    in_words, in_sense = alike(query.words, vocabulary), likenesses(query, vocabulary)
    asked, sense = likest(in_words), likest(in_sense)

    def first(number: int) -> float:
        return firsts.get(number, _LIKENESS * cosine_of(products[number]))

    def kept(rows: Iterable[int]) -> Set[int]:
        return set(rows) - (corpus.asides - measure.asked.keys()) if keep is None else keep & set(rows)

    share, near = 1 / scores.total, _LIKENESS * COSINE  # `cosine_of` called for each row would take an eighth longer
    orthogonal = near * ORTHOGONAL
    firsts = {row: share * held + near * products[row] - orthogonal for row, held in scores.rows.items()}
    for number, question in asked.items():
        firsts[number] = first(number) + _ASKED * in_words[question]
    rows = corpus.read_rows(best({row: firsts[row] for row in kept(firsts)}, looked_at))
    others = _led_to(rows, measure).union(best({row: in_sense[question] for row, question in sense.items()}, _LIKEST))
    rows |= corpus.read_rows(sorted(kept(others) - rows.keys()))
    held = {number: measure.held(row) for number, row in rows.items()}
    cites = cited_by(rows, {number: measure.share(each) for number, each in held.items()})
    found = {}
    for number, row in rows.items():
        question = asked.get(number) or sense.get(number, 0)
        features = {
            "first": first(number),
            "cosine": cosine_of(products[number]),
            "question": in_words.get(asked.get(number, 0), 0.0),
            "likeness": in_sense.get(sense.get(number, 0), 0.0),
            "questions": others_alike(number, in_words),
            "parent": first(row.parent) if row.parent else 0.0,
            "cited": min(cites.get(number, 0.0), 1.0),
            **measure.features(number, row, held[number]),
        }
        found[number] = Candidate(row, held[number], features, question)
    return measure, found


def _led_to(rows: Mapping[int, CorpusRow], measure: Measure) -> set[int]:
    """Return the rows that the terms of a query and its best rows name."""
    led = {rule for row in rows.values() for rule in row.leads[:LEADS]}
    cited = {rule for row in islice(rows.values(), _CITING) for rule in row.cites}
    return {rule for rules in measure.named.values() for rule in rules} | led | cited


@cache
def weights_for(wording: str) -> Mapping[str, float]:
    """Return the weight of each feature for the official words of a book, or for `plain` ones: a restatement is short,
    and holds fewer of the words that a question has by chance."""
    found = data_files.load_cached(paths.data() / "search" / "weights.yaml")[wording]
    return {name: float(found[name]) for name in FEATURES}


CORRECTED = ("corrected term", "corrected words")
"""The tiers of rows whose words are corrections of those that were typed."""
SOME_WORDS = "some words"
"""The tier of rows that lack a word of the query."""
FOUND_WHOLE = ("term", "corrected term", "phrase")
"""The tiers of rows that are what was asked for, and not only rows with words of it."""


def _tier(candidate: Candidate, measure: Measure) -> str:
    """Return how exactly a row holds a query, in a word for programs."""
    features = candidate.features
    if features["asked"]:
        return "corrected term" if measure.misspelt else "term"
    if features["quoted"] or features["phrase"] or features["sentence"]:
        return "phrase"
    if len(candidate.held.own) + len(candidate.held.near) == len(measure.words):
        return "corrected words" if measure.misspelt else "all words"
    return SOME_WORDS


ASKED = ("question", "likeness", "questions")
"""The features of rows that answer a question like the query."""
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
    weights = weights_for(vocabulary.corpus.wording)
    for name, value in candidate.features.items():
        if abs(points := value * weights[name]) >= _TOLD:
            question = vocabulary.corpus.question(candidate.question) if name in ASKED else ""
            yield Reason((f"feature {name}",), (f"{points:+.2f}", question), name, round(points, 4))
