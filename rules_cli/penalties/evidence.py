"""What speaks for each infraction of a policy document, for a judge's words: a few numbers from 0 to 1, and their sum.

    whole    how well the words fit the whole section, by bm25, beside the section that they fit best
    phrase   the longest name of the infraction that the words hold, such as `took too long`
    said     the words that are in any name of it
    example  the words that one paragraph or example of it has
    title    the words that its title has
    meaning  how like the words its nearest paragraph or name is, by word vectors
    intent   1 if the words speak of intent and the infraction is one that needs it

A share is of the rarity of all words of the question. `data/penalties/ranking.yaml` has the weights.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from math import exp, log
from weakref import WeakKeyDictionary

from rules_cli.lookup.terms import terms_of
from rules_cli.model import RuleNumber
from rules_cli.schema import Text
from rules_cli.search.stems import STOPWORDS, stem
from rules_cli.search.vectors import cosine, rarity, unit, vectors_of
from rules_cli.store import data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_OFTEN, _LENGTH = 1.2, 0.75  # k and b of bm25, at their usual values
_SHARPNESS = 3.0  # of likelihoods: weights are fitted with it, and another value would only scale them


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one infraction, as numbers."""

    whole: float = 0.0
    phrase: float = 0.0
    said: float = 0.0
    example: float = 0.0
    title: float = 0.0
    meaning: float = 0.0
    intent: float = 0.0

    def numbers(self) -> list[float]:
        """Return the numbers in the order of the fields."""
        return [getattr(self, each.name) for each in fields(self)]

    @property
    def share(self) -> float:
        """The largest share of the question that the infraction has in its own words or its names."""
        return max(self.phrase, self.said, self.example)


@dataclass(frozen=True, slots=True)
class RankingFile:
    """The file `ranking.yaml`: a weight for each field of Evidence, and words that speak of intent."""

    weights: Evidence
    intent: tuple[Text, ...]


def ranking() -> RankingFile:
    """Return the weights. Raises SchemaError if the file is broken."""
    found = data_files.read_file(RankingFile, paths.data() / "penalties" / "ranking.yaml")
    return found or RankingFile(Evidence(), ())


def likelihoods(evidence: Mapping[RuleNumber, Evidence]) -> dict[RuleNumber, float]:
    """Return how likely each infraction is meant, the likeliest first; together they are 1."""
    weights = ranking().weights.numbers()
    score = {n: sum(map(float.__mul__, weights, each.numbers())) for n, each in evidence.items()}
    best = max(score.values(), default=0.0)
    raised = {number: exp(_SHARPNESS * (each - best)) for number, each in score.items()}
    total = sum(raised.values())
    return {number: each / total for number, each in sorted(raised.items(), key=lambda item: -item[1])}


def speaks_of_intent(words: str) -> bool:
    """Return whether the words of a judge say that a player did something on purpose."""
    return not _stems_of_intent().isdisjoint(_stems(words))


@lru_cache(maxsize=1)
def _stems_of_intent() -> frozenset[str]:
    return frozenset(stem for word in ranking().intent for stem in _stems(word))


# Complexity: one expression for each kind of evidence.
def evidence(edition: Edition, words: str, intentional: Iterable[RuleNumber] = ()) -> dict[RuleNumber, Evidence]:
    """Return what speaks for each infraction, in source order; nothing if no infraction has any of the words.

    `intentional` are the infractions that need intent. Time is linear in the text of the document.
    """
    if (policy := _policies.get(edition)) is None:
        policy = _policies[edition] = _Policy(edition)
    wanted = frozenset(_stems(words))
    total = sum(map(policy.rarity, wanted)) or 1.0
    fits = {number: policy.bm25(number, wanted) for number in policy.sections}
    best = max(fits.values(), default=0.0)
    vector, needing = policy.vector(words), set(intentional) if speaks_of_intent(words) else set()

    def share(stems: Sequence[str] | frozenset[str]) -> float:
        return sum(map(policy.rarity, wanted.intersection(stems))) / total

    found = {}
    for number, section in policy.sections.items():
        found[number] = Evidence(
            whole=fits[number] / (best or 1.0),
            phrase=max((share(name) for name in section.names if name and wanted.issuperset(name)), default=0.0),
            said=share([stem for name in section.names for stem in name]),
            example=max(map(share, section.paragraphs), default=0.0),
            title=share(section.title),
            meaning=max((cosine(vector, each) for each in section.vectors), default=0.0),
            intent=float(number in needing),
        )
    return found if any(each.share for each in found.values()) else {}


# --- a policy document


@dataclass(frozen=True, slots=True)
class _Section:
    """The stems and vectors of one infraction: of its title, its paragraphs and examples, and its names."""

    title: frozenset[str]
    paragraphs: tuple[tuple[str, ...], ...]
    names: tuple[tuple[str, ...], ...]
    counts: Counter[str]
    vectors: tuple[bytes, ...]


class _Policy:
    """The infractions of a document as they are compared with words."""

    # Complexity: one comprehension for each table.
    def __init__(self, edition: Edition) -> None:
        texts = _texts(edition)
        titles = {entry.row.number: entry.row.title for entry in edition.entries()}
        names: dict[RuleNumber, list[str]] = {number: [] for number in titles}
        for term in terms_of(edition):
            for rule in term.rules:
                names.setdefault(rule, []).extend(term.names())
        stems = {number: tuple(tuple(_stems(text)) for text in each) for number, each in texts.items()}
        paragraphs = [frozenset(paragraph) for each in stems.values() for paragraph in each]
        self._in_paragraphs = Counter(stem for paragraph in paragraphs for stem in paragraph)
        self._paragraphs = len(paragraphs)
        counts = {number: Counter(stem for paragraph in each for stem in paragraph) for number, each in stems.items()}
        self._in_sections = Counter(stem for each in counts.values() for stem in each)
        self._length = sum(sum(each.values()) for each in counts.values()) / (len(counts) or 1)
        self.sections = {
            number: _Section(
                frozenset(_stems(titles[number] or "")),
                stems[number],
                tuple(tuple(_stems(name)) for name in names[number]),
                counts[number],
                tuple(self.vector(text).tobytes() for text in (*texts[number], *names[number])),
            )
            for number in texts
        }

    def rarity(self, stem: str) -> float:
        """Return how much a stem tells, by the paragraphs that have it."""
        return log(1 + self._paragraphs / (1 + self._in_paragraphs[stem]))

    def bm25(self, number: RuleNumber, wanted: frozenset[str]) -> float:
        """Return how well stems fit a section as a whole."""
        counts, sections = self.sections[number].counts, len(self.sections)
        longer = 1 - _LENGTH + _LENGTH * sum(counts.values()) / self._length
        score = 0.0
        for each in wanted & counts.keys():
            rare = log(1 + (sections - self._in_sections[each] + 0.5) / (self._in_sections[each] + 0.5))
            score += rare * counts[each] * (1 + _OFTEN) / (counts[each] + _OFTEN * longer)
        return score

    def vector(self, text: str) -> array[int]:
        """Return the vector of a text; zeros for a text without known words."""
        total = 0
        for word in words_of_text(text):
            if word not in STOPWORDS and (one := _word_vector(word)) is not None:
                total += one * rarity(self._paragraphs, self._in_paragraphs[_stem(word)])
        return unit(total)


_policies: WeakKeyDictionary[Edition, _Policy] = WeakKeyDictionary()


def _texts(edition: Edition) -> dict[RuleNumber, list[str]]:
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    found: dict[RuleNumber, list[str]] = {number: [] for number, row in rows.items() if row.penalty}
    for row in rows.values():
        above: RuleNumber | None = row.number
        while above is not None and above not in found:
            above = rows[above].parent if above in rows else None
        if above is not None:
            lines = [line for line in (row.words.text or "").split("\n") if line.strip()]
            found[above] += [*lines, *row.words.examples, *row.words.notes]
    return found


def _stems(text: str) -> Iterator[str]:
    """Yield the stems of the words of a text that tell something."""
    return (_stem(word) for word in words_of_text(text) if word not in STOPWORDS)


def _stem(word: str) -> str:
    return stem(word, "en") or word


@lru_cache(maxsize=20_000)
def _word_vector(word: str) -> int | None:
    vectors = vectors_of("en")
    return vectors.word(word) if vectors else None
