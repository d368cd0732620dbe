"""The best rows for a query: the score of a candidate is a sum of its features times fitted weights, and nothing else
orders them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from itertools import islice
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.search.candidates import Frequencies, alike_in_sense, alike_in_words, best, likest, others_alike, score
from rules_cli.search.confidence import NOTHING, Confidence, confidence, kind_of, signs
from rules_cli.search.corpus import CorpusRow
from rules_cli.search.features import FEATURES, LEADS, HeldWords, Measure, cited_by
from rules_cli.search.query import Query
from rules_cli.search.vectors import COSINE, ORTHOGONAL, cosine_of, unit
from rules_cli.search.vocabulary import EXACT, INFLECTED, Vocabulary
from rules_cli.store import data_files, paths

# The cheap score that chooses the rows to measure: the share of the query that a row holds, plus
_LIKENESS = 0.5  # times the cosine of the vectors: with it, fewer rows are needed
_ASKED = 0.5  # times how like the query the likest question of the row is: 99 of 100 rules that answer are measured
_LOOKED_AT = 30  # rows that are measured at least: with the rows that they lead to, as good as 60
_MOST_LOOKED_AT = 100  # for a long list
_LIKEST = 8  # rows with the likest questions, which are measured even if they hold none of the words
_CITING = 12  # rows whose references are measured, too: they lead to rules that hold none of the words


class Candidate(NamedTuple):
    """A row that may answer a query: the words that it holds, its features, the number of its likest question, or 0."""

    row: CorpusRow
    held: HeldWords
    features: Mapping[str, float]
    question: int


class Reason(NamedTuple):
    """What a row has for a word of the query, or what a feature adds to its score in `points`. `words` fill in the
    captions: the typed word, its weight, and the row's word for it. For a feature they are its points, and the row's
    likest question."""

    captions: tuple[str, ...]
    words: tuple[str, ...] = ()
    feature: str = "word"
    points: float = 0.0

    def __str__(self) -> str:
        return "".join(str(Remark(key, self.words)) for key in self.captions)


class RankedRow(NamedTuple):
    """The number of a row, its score, how exactly it fits, which share of the query it holds, and why."""

    row: int
    score: float
    tier: str
    share: float
    why: tuple[Reason, ...]


def rank(  # noqa: PLR0913, PLR0917 - a query and where to look
    query: Query, vocabulary: Vocabulary, limit: int, keep: Set[int] | None, counted: Frequencies, reasons: bool
) -> tuple[list[RankedRow], Confidence]:
    """Return the best rows for a query, best first, and how surely they answer it. Only rows to `keep`, if given.
    `counted` are the frequencies in all searched books. With `reasons`, the rows say why, and it takes a tenth
    longer."""
    measure, candidates = measured(query, vocabulary, keep, counted, max(_LOOKED_AT, min(limit, _MOST_LOOKED_AT)))
    scores = scored(candidates, weights_for(vocabulary.corpus.wording))
    ranked = []
    for number in best(scores, limit):
        row = candidates[number]
        why = tuple(_reasons(row, measure, vocabulary)) if reasons else ()
        ranked.append(RankedRow(number, scores[number], _tier(row, measure), measure.meant_share(row.held), why))
    if not ranked:
        return ranked, NOTHING
    first = candidates[ranked[0].row]
    values = signs(query, vocabulary, measure, first.held, first.features, ranked[0].score)
    return ranked, confidence(values, kind_of(vocabulary, first.features))


def scored(candidates: Mapping[int, Candidate], weights: Mapping[str, float]) -> dict[int, float]:
    """Return the score of each candidate."""
    return {
        number: round(sum(weights[name] * value for name, value in candidate.features.items()), 4)
        for number, candidate in candidates.items()
    }


# Complexity: one line for each way that leads to a row.
def measured(
    query: Query, vocabulary: Vocabulary, keep: Set[int] | None, counted: Frequencies, looked_at: int = _LOOKED_AT
) -> tuple[Measure, dict[int, Candidate]]:
    """Return the likeliest `looked_at` rows and the rows that they lead to, as candidates by their numbers. Only rows
    to `keep`, if given. Else all rows except those about the book, unless their title is the whole query."""
    corpus = vocabulary.corpus
    scores = score(query.words, vocabulary, counted)
    measure = Measure(query, scores)
    corrected = query.corrected()
    with_vectors = corrected if vocabulary.are_in_the_first_language(corrected) else ()
    products = corpus.products(unit(sum(map(vocabulary.weighed, with_vectors))))
    in_words, in_sense = alike_in_words(query.words, vocabulary), alike_in_sense(query, vocabulary)
    likest_in_words, likest_in_sense = likest(in_words), likest(in_sense)

    def first(number: int) -> float:
        return firsts.get(number, _LIKENESS * cosine_of(products[number]))

    def kept(rows: Iterable[int]) -> Set[int]:
        return set(rows) - (corpus.asides - measure.asked.keys()) if keep is None else keep & set(rows)

    share, near = 1 / scores.total, _LIKENESS * COSINE  # `cosine_of` called for each row would take an eighth longer
    firsts = {row: share * held + near * (products[row] - ORTHOGONAL) for row, held in scores.rows.items()}
    for number, question in likest_in_words.items():
        firsts[number] = first(number) + _ASKED * in_words[question]
    rows = corpus.read_rows(best({row: firsts[row] for row in kept(firsts)}, looked_at))
    with_questions = best({row: in_sense[question] for row, question in likest_in_sense.items()}, _LIKEST)
    others = _led_to(rows, measure).union(with_questions)
    rows |= corpus.read_rows(sorted(kept(others) - rows.keys()))
    held = {number: measure.held(row) for number, row in rows.items()}
    cited = cited_by(rows, {number: measure.share(words) for number, words in held.items()})
    candidates = {}
    for number, row in rows.items():
        question = likest_in_words.get(number, 0)
        features = {
            "first": first(number),
            "cosine": cosine_of(products[number]),
            "question": in_words.get(question, 0.0),
            "likeness": in_sense.get(likest_in_sense.get(number, 0), 0.0),
            "questions": others_alike(number, in_words),
            "parent": first(row.parent) if row.parent else 0.0,
            "cited": min(cited.get(number, 0.0), 1.0),
            **measure.features(number, row, held[number]),
        }
        candidates[number] = Candidate(row, held[number], features, question or likest_in_sense.get(number, 0))
    return measure, candidates


def _led_to(rows: Mapping[int, CorpusRow], measure: Measure) -> set[int]:
    """Return the rules of the terms that a query names, and the rows to which its likeliest rows refer."""
    leads = {rule for row in rows.values() for rule in row.leads[:LEADS]}
    cited = {rule for row in islice(rows.values(), _CITING) for rule in row.cites}
    return leads.union(cited, *measure.named.values())


@cache
def weights_for(wording: str) -> Mapping[str, float]:
    """Return the weight of each feature for the official words of a book, or for `plain` ones. A restatement is short,
    so that it has fewer words of a question by chance."""
    weights = data_files.load_cached(paths.data() / "search" / "weights.yaml")[wording]
    return {name: float(weights[name]) for name in FEATURES}


CORRECTED = ("corrected term", "corrected words")
"""The tiers of rows whose words are corrections of those that were typed."""
SOME_WORDS = "some words"
"""The tier of rows that lack a word of the query."""
FOUND_WHOLE = ("term", "corrected term", "phrase")
"""The tiers of rows that are what was asked for: they do not only have words of it."""


def _tier(candidate: Candidate, measure: Measure) -> str:
    """Return how exactly a row fits a query, as a name for programs."""
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
    """Yield why a row has its score: what it has for each word of the query, then what each feature adds."""
    own, near = candidate.held.own, candidate.held.near
    for position, word in enumerate(measure.words):
        meant, field = (own[position], "") if position in own else near.get(position, (None, ""))
        if meant is None:
            how = "missing"
        elif meant.sure >= EXACT:
            how = "typed"
        elif word.misspelt:
            how = "corrected"
        else:
            how = "form" if meant.sure >= INFLECTED else "other"
        captions = ("weighs", f"why {how}", *([f"why {field}"] if field else ()))
        yield Reason(captions, (word.text, f"{measure.weights[position]:.0%}", meant.text if meant else ""))
    weights = weights_for(vocabulary.corpus.wording)
    for name, value in candidate.features.items():
        if abs(points := value * weights[name]) >= _TOLD:
            question = vocabulary.corpus.question(candidate.question) if name in ASKED else ""
            yield Reason((f"feature {name}",), (f"{points:+.2f}", question), name, round(points, 4))
