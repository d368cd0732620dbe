"""What speaks for each infraction of a policy document, for a judge's words: a few numbers from 0 to 1, and their sum.

    whole    how well the words fit the whole section, by bm25, beside the section that they fit best
    phrase   the longest name of the infraction that the words hold, such as `took too long`
    said     the words that are in any name of it
    example  the words that one paragraph or example of it has
    meaning  how like the words its nearest paragraph or name is, by word vectors
    situation  the words that it shares with the nearest known situations of its kind
    alike    how like the words the nearest known situations of its kind are, by word vectors
    intent   1 if the words speak of intent and the infraction is one that needs it

A share is of the rarity of all words of the question. `data/penalties/ranking.yaml` has the weights, `situations.yaml`
the known situations, which are of infractions with any name.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from heapq import nlargest
from itertools import count
from math import exp, hypot, log
from weakref import WeakKeyDictionary

from rules_cli.lookup.terms import terms_of
from rules_cli.model import RuleNumber
from rules_cli.schema import Text
from rules_cli.search.stems import STOPWORDS, stem
from rules_cli.search.vectors import cosine, rarity, unit, vectors_of
from rules_cli.store import data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.text import fold, words_of_text

_OFTEN, _LENGTH = 1.2, 0.75  # k and b of bm25, at their usual values
_NEAREST = 2  # situations: 1 and 3 name fewer of the situations rightly that the weights are fitted to
_SAME_KIND = 0.7  # likeness of the names of two kinds of infractions: less is another kind
_SHARPNESS = 3.0  # of likelihoods: weights are fitted with it, and another value would only scale them


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one infraction, as numbers."""

    whole: float = 0.0
    phrase: float = 0.0
    said: float = 0.0
    example: float = 0.0
    meaning: float = 0.0
    situation: float = 0.0
    alike: float = 0.0
    intent: float = 0.0

    def numbers(self) -> list[float]:
        """Return the numbers in the order of the fields."""
        return [getattr(self, each.name) for each in fields(self)]

    @property
    def share(self) -> float:
        """The largest share of the question that the infraction has in its own words or its names."""
        return max(self.phrase, self.said, self.example, self.situation)


@dataclass(frozen=True, slots=True)
class RankingFile:
    """The file `ranking.yaml`: a weight for each field of Evidence, and words that speak of intent."""

    weights: Evidence
    intent: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of infraction: names that documents have for it, and situations in the words of judges."""

    called: tuple[Text, ...]
    situations: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class SituationsFile:
    """The file `situations.yaml`."""

    kinds: tuple[Kind, ...]


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
    known, texts = _known_situations(), policy.texts
    wanted = frozenset(_stems(words))
    total = sum(map(texts.rarity, wanted)) or 1.0
    fits = {number: policy.bm25(number, wanted) for number in policy.sections}
    best = max(fits.values(), default=0.0)
    needing = set(intentional) if speaks_of_intent(words) else set()
    vector, known_vector, weighed = texts.vector(words), known.texts.vector(words), known.texts.weighed(words)

    def share(stems: Sequence[str] | frozenset[str]) -> float:
        return sum(map(texts.rarity, wanted.intersection(stems))) / total

    found = {}
    for number, section in policy.sections.items():
        found[number] = Evidence(
            whole=fits[number] / (best or 1.0),
            phrase=max((share(name) for name in section.names if name and wanted.issuperset(name)), default=0.0),
            said=share([stem for name in section.names for stem in name]),
            example=max(map(share, section.paragraphs), default=0.0),
            meaning=max((cosine(vector, each) for each in section.vectors), default=0.0),
            situation=_of_nearest(_shared(weighed, known.weighed[at]) for at in section.situations),
            alike=_of_nearest(cosine(known_vector, known.vectors[at]) for at in section.situations),
            intent=float(number in needing),
        )
    return found if any(each.share for each in found.values()) else {}


class _Texts:
    """How rare the stems of some texts are, and texts as those see them."""

    def __init__(self, stems: Sequence[Iterable[str]]) -> None:
        self._count = len(stems)
        self._using = Counter(stem for each in stems for stem in set(each))

    def rarity(self, stem: str) -> float:
        """Return how much a stem tells, by the texts that have it."""
        return log(1 + self._count / (1 + self._using[stem]))

    def weighed(self, text: str) -> dict[str, float]:
        """Return the stems of a text, each by its rarity; together they are of length 1."""
        rarities = {stem: self.rarity(stem) for stem in _stems(text)}
        length = hypot(*rarities.values()) or 1.0
        return {stem: each / length for stem, each in rarities.items()}

    def vector(self, text: str) -> array[int]:
        """Return the vector of a text; zeros for a text without known words."""
        total = 0
        for word in words_of_text(text):
            if word not in STOPWORDS and (one := _word_vector(word)) is not None:
                total += one * rarity(self._count, self._using[_stem(word)])
        return unit(total)


def _of_nearest(likenesses: Iterable[float]) -> float:
    """Return the mean likeness of the nearest situations: one alone may be like by chance."""
    return sum(nlargest(_NEAREST, likenesses)) / _NEAREST


def _shared(stems: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Return how many stems two weighed texts share, from 0 to 1."""
    return sum(weight * others[stem] for stem, weight in stems.items() if stem in others)


# --- known situations


class _Situations:
    """The known situations as they are compared with words, and the kinds of infractions that they are of."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        places = count()
        self._kinds = [(kind.called, [next(places) for _ in kind.situations]) for kind in kinds]
        situations = [text for kind in kinds for text in kind.situations]
        self.texts = _Texts([list(_stems(text)) for text in situations])
        self.weighed = [self.texts.weighed(text) for text in situations]
        self.vectors = [self.texts.vector(text).tobytes() for text in situations]

    @cached_property
    def _name_vectors(self) -> list[list[array[int]]]:
        return [[self.texts.vector(name) for name in called] for called, _ in self._kinds]

    def of(self, title: str) -> list[int]:
        """Return the places of the situations of an infraction: of the kinds that are called so, else of the kind whose
        name is likest."""
        names = {fold(title), fold(re.split(" [—-] ", title)[-1])}  # without its class: Tournament Error — Slow Play
        of_kinds = [places for called, places in self._kinds if not names.isdisjoint(map(fold, called))]
        if not of_kinds:
            vector = self.texts.vector(title).tobytes()
            likeness = [max(cosine(name, vector) for name in own) for own in self._name_vectors]
            likest = max(likeness, default=0.0)
            of_kinds = [self._kinds[likeness.index(likest)][1]] if likest >= _SAME_KIND else []
        return [place for places in of_kinds for place in places]


@lru_cache(maxsize=1)
def _known_situations() -> _Situations:
    found = data_files.read_file(SituationsFile, paths.data() / "penalties" / "situations.yaml")
    return _Situations(found.kinds if found else ())


# --- a policy document


@dataclass(frozen=True, slots=True)
class _Section:
    """The stems and vectors of one infraction: of its paragraphs, its examples and its names; and the places of the
    known situations that are of its kind."""

    paragraphs: list[list[str]]
    names: tuple[tuple[str, ...], ...]
    counts: Counter[str]
    vectors: tuple[bytes, ...]
    situations: list[int]


class _Policy:
    """The infractions of a document as they are compared with words."""

    # Complexity: one comprehension for each table.
    def __init__(self, edition: Edition) -> None:
        texts = _texts(edition)
        titles = {entry.row.number: entry.row.title or "" for entry in edition.entries()}
        names: dict[RuleNumber, list[str]] = {number: [] for number in titles}
        for term in terms_of(edition):
            for rule in term.rules:
                names.setdefault(rule, []).extend(term.names())
        stems = {number: [list(_stems(text)) for text in each] for number, each in texts.items()}
        self.texts = _Texts([paragraph for each in stems.values() for paragraph in each])
        counts = {number: Counter(stem for paragraph in each for stem in paragraph) for number, each in stems.items()}
        self._in_sections = Counter(stem for each in counts.values() for stem in each)
        self._length = sum(sum(each.values()) for each in counts.values()) / (len(counts) or 1)
        self.sections = {
            number: _Section(
                stems[number],
                tuple(tuple(_stems(name)) for name in names[number]),
                counts[number],
                tuple(self.texts.vector(text).tobytes() for text in (*texts[number], *names[number])),
                _known_situations().of(titles[number]),
            )
            for number in texts
        }

    def bm25(self, number: RuleNumber, wanted: frozenset[str]) -> float:
        """Return how well stems fit a section as a whole."""
        counts, sections = self.sections[number].counts, len(self.sections)
        longer = 1 - _LENGTH + _LENGTH * sum(counts.values()) / self._length
        score = 0.0
        for each in wanted & counts.keys():
            rare = log(1 + (sections - self._in_sections[each] + 0.5) / (self._in_sections[each] + 0.5))
            score += rare * counts[each] * (1 + _OFTEN) / (counts[each] + _OFTEN * longer)
        return score


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
