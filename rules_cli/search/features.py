"""The features of a row for a query, as numbers: FEATURES, most of them shares of the query between 0 and 1.

The score of a row is the sum of its features, each times a weight that `tests/bench/fit.py` found. A word of the query
weighs the more, the rarer it is. One word of a rule never counts as two words of the query. In the code, `position` is
where a word is in the query, and `place` where a word is in a text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rules_cli.search.candidates import Scores
from rules_cli.search.corpus import CorpusRow, Naming
from rules_cli.search.query import MatchedTerm, Query, QueryWord, shape_of, subject_of
from rules_cli.search.vocabulary import EXACT, INFLECTED
from rules_cli.text import words_of_text

SENTENCE = 5  # words: only somebody who reads so many types them in the order of a rule
LEADS = 3  # rules of a term or a glossary entry that are answers themselves
_QUOTED = re.compile(r'["“”]([^"“”]+)["“”]')
_APART = 3  # places from a word to the next in a run: a rule may have two words in between, such as "of the"
_DEFINING = 5  # rules of a term that count: further ones only use it
_PAIRS = 0.5  # of the pairs of neighbours in a sentence: two slips leave more, and a question has fewer
_SLIPS = 2  # words more than were typed, in which the sentence stands
_HELD = 0.8  # of a query, as typed: a row with less of it does not have its sentence
_USUAL = 40  # words in the text of a usual rule
_SATURATED, _BY_LENGTH = 1.2, 0.75  # the usual constants of bm25


FEATURES = (
    *("first", "cosine", "question", "likeness", "questions", "parent", "cited"),
    *("typed", "unknown", "missing", "run", "dense", "phrase", "sentence", "defines", "asked", "slang", "interaction"),
    *("shape", "entry", "quoted"),
)
"""The features of a row; the captions have a readable name for each.

`first` and `parent` are the cheap scores of the row and of the row above. `cosine` is how like the query's vector its
vector is. `cited` is the sum of the shares of the query that rows hold which cite it. `question` and `likeness` are how
like the query its likest question is, in words and in sense, and `questions` how like it the next ones are. The other
features are of the row's words, and of the terms that the query names: see `Measure.features`."""


class Meant(NamedTuple):
    """A word of the books that may be meant: the position of the query's word, how sure it is, and its own text."""

    position: int
    sure: float
    text: str


Found: TypeAlias = tuple[int, Meant]
"""A word of a text that may be meant, after its place in the text."""


class HeldWords(NamedTuple):
    """The words of a query that a row holds."""

    words: Sequence[str]  # all words of the row's text
    body: Sequence[Found]  # those that the query may mean
    own: Mapping[int, Meant]  # by the position of a word of the query: its best match in text and title
    near: Mapping[int, tuple[Meant, str]]  # that of words only near the text, with the field: `above` or `aside`


def cited_by(rows: Mapping[int, CorpusRow], shares: Mapping[int, float]) -> Mapping[int, float]:
    """Return for each row the sum of the shares of the query that the rows which cite it hold."""
    cited: dict[int, float] = defaultdict(float)
    for number, row in rows.items():
        if row.kind != "entry":
            for rule in row.cites:
                cited[rule] += shares[number]
    return cited


class Measure:
    """Measures rows for one query."""

    # Complexity: one comprehension for each table of what the query may mean.
    def __init__(self, query: Query, scores: Scores) -> None:
        self.words = query.words
        self.weights = [weight / scores.total for weight in scores.weights]
        self.misspelt = any(word.misspelt for word in self.words)
        self.shape = shape_of(query.text)
        self._meant = _meanings(self.words)
        self._fields: dict[str, dict[int, Meant]] = {}
        self._known = [not w.guessed and max(w.variants.values(), default=0.0) >= INFLECTED for w in self.words]
        self._rarest = sorted(range(len(self.weights)), key=self.weights.__getitem__, reverse=True)
        self._phrases = list(_phrases(self.words))
        self._in_phrases = frozenset(text for _, phrase in self._phrases for forms in phrase for text in forms)
        sentence = words_of_text(query.text)
        subject = subject_of(query.text)
        self._wording = f" {' '.join(subject)} " if len(subject) > 1 else ""
        self._asks_what = len(subject) < len(sentence)
        self._pairs = set(pairwise(sentence)) if len(sentence) >= SENTENCE and not self._asks_what else set()
        self._slips = {text: word.text for word in self.words if word.misspelt for text in word.variants}
        self._quoted = [f" {' '.join(words_of_text(phrase))} " for phrase in _QUOTED.findall(query.text)]
        self.named = {naming: self._rules_of(query.terms, naming) for naming in ("term", "slang", "interaction")}
        self.asked = _asked_for(query)

    def features(self, number: int, row: CorpusRow, held: HeldWords) -> dict[str, float]:
        """Return the features of a row that are of its words, and of the terms that the query names."""
        return {
            "typed": self.typed(held),
            "unknown": self.unknown(held),
            "missing": self.missing(held),
            "run": self.run(held),
            "dense": self.density(held),
            "phrase": float(self.has_phrase(held, row)),
            "sentence": self.of_sentence(held),
            "defines": self.named["term"].get(number, 0.0),
            "asked": 1 / (1 + self.asked[number]) if self.is_asked_for(number, row) else 0.0,
            "slang": self.named["slang"].get(number, 0.0),
            "interaction": self.named["interaction"].get(number, 0.0),
            "shape": self.shape(held.words),
            "entry": float(row.kind == "entry"),
            "quoted": float(self.has_quoted(row)),
        }

    def is_asked_for(self, number: int, row: CorpusRow) -> bool:
        """Return whether a row defines a term that is the whole query. A heading does not say what its term is."""
        return number in self.asked and not (self._asks_what and row.kind == "heading")

    def held(self, row: CorpusRow) -> HeldWords:
        """Return the words of the query that a row holds."""
        words = row.body.split()
        body = self._found(words)
        title = self._in_field(row.title)
        own = _best((*(meant for _, meant in body), *title.values(), *self._phrases_in(words, row.title)))
        near: dict[int, tuple[Meant, str]] = {}
        for field in ("above", "aside"):
            if len(own) + len(near) < len(self.words):
                for position, meant in self._in_field(getattr(row, field)).items():
                    if position not in own and position not in near and self._is_same(meant):
                        near[position] = meant, field
        return HeldWords(words, body, own, near)

    def share(self, held: HeldWords) -> float:
        """Return the share of the query that a row holds in its own words, as typed or inflected."""
        return sum(self.weights[position] for position, meant in held.own.items() if meant.sure >= INFLECTED)

    def share_of(self, words: Collection[str]) -> float:
        """Return the share of the query that the given words of it make up."""
        return sum(weight for word, weight in zip(self.words, self.weights, strict=True) if word.text in words)

    def meant_share(self, held: HeldWords) -> float:
        """Return the share of the query that a row holds in its own words or near them; synonyms count for less."""
        matches = [*held.own.values(), *(meant for meant, _ in held.near.values())]
        return sum(self.weights[meant.position] * (1.0 if self._is_same(meant) else meant.sure) for meant in matches)

    def typed(self, held: HeldWords) -> float:
        """Return the share of the query that a row holds as it was typed, or corrected."""
        matches = (meant for meant in held.own.values() if meant.sure >= EXACT or self.words[meant.position].guessed)
        return sum(self.weights[meant.position] * meant.sure for meant in matches)

    def unknown(self, held: HeldWords) -> float:
        """Return the share of the query that a row holds as synonyms of words that the book does not have."""
        matches = (meant for meant in held.own.values() if meant.sure < INFLECTED and not self._known[meant.position])
        return sum(
            self.weights[meant.position] * meant.sure for meant in matches if not self.words[meant.position].guessed
        )

    def missing(self, held: HeldWords) -> float:
        """Return the weight of the rarest word that a row holds nowhere; 0 if it holds all."""
        lacking = (position for position in self._rarest if position not in held.own and position not in held.near)
        return next((self.weights[position] for position in lacking), 0.0)

    def run(self, held: HeldWords) -> float:
        """Return the largest share of the query that a text has side by side, in the order of the query. A synonym does
        not count for a word that the books have."""
        largest = share = 0.0
        last_place, last_index = -_APART, len(self.words)  # no word follows the last one of the query
        for place, meant in held.body:
            if self._known[meant.position] and not self._is_same(meant):
                continue
            if meant.position == last_index + 1 and place - last_place <= _APART:
                share += self.weights[meant.position]
                largest = max(largest, share)
            else:
                share = self.weights[meant.position]
            last_place, last_index = place, meant.position
        return largest

    def density(self, held: HeldWords) -> float:
        """Return the share of the query that a text holds, by bm25: more if words recur, and if the text is short."""
        counts: dict[int, int] = defaultdict(int)
        for _, meant in held.body:
            counts[meant.position] += 1
        norm = _SATURATED * (1 - _BY_LENGTH + _BY_LENGTH * len(held.words) / _USUAL)
        return sum(self.weights[position] * count / (count + norm) for position, count in counts.items())

    def has_phrase(self, held: HeldWords, row: CorpusRow) -> bool:
        """Return whether the text or title of a row has the subject of the query, word for word. The subject of *what
        is layer 7b* is *layer 7b*. A subject of one word is not a phrase."""
        if not self._wording or len(held.own) < len(self.words):
            return False
        return any(self._wording in f" {field} " for field in (row.body, row.title))

    def of_sentence(self, held: HeldWords) -> float:
        """Return the share of the neighbours in the query that are neighbours in a text. 0 if it is smaller than for a
        sentence of the text that was typed with two slips."""
        if not self._pairs or self._share_typed(held) < _HELD:
            return 0.0
        words = [self._slips.get(word, word) for word in held.words] if self._slips else held.words
        pairs = [*pairwise(words)]
        places = [place for place, pair in enumerate(pairs) if pair in self._pairs]
        stretch = len(self._pairs) + _SLIPS
        together = (len(self._pairs.intersection(pairs[place : place + stretch])) for place in places)
        share = max(together, default=0) / len(self._pairs)
        return share if share > _PAIRS else 0.0

    def _share_typed(self, held: HeldWords) -> float:
        """Return the share of the query that a row holds as it was typed, inflected or corrected: no other words."""
        own = held.own.items()
        typed = (at for at, meant in own if meant.sure >= INFLECTED or self.words[at].misspelt)
        return sum(map(self.weights.__getitem__, typed))

    def has_quoted(self, row: CorpusRow) -> bool:
        """Return whether a row has all quoted phrases of the query, each in one of its fields."""
        fields = [f" {field} " for field in (row.title, row.body, row.above, row.aside)] if self._quoted else []
        return bool(fields) and all(any(phrase in field for field in fields) for phrase in self._quoted)

    def _found(self, words: Iterable[str]) -> list[Found]:
        """Return the words of a text that the query may mean."""
        meant = self._meant
        return [(place, meant[word]) for place, word in enumerate(words) if word in meant]

    def _phrases_in(self, body: Sequence[str], title: str) -> list[Meant]:
        """Return the phrases that the query may mean, if a row has all words of them in its text or title."""
        if not self._phrases:
            return []
        words = self._in_phrases.intersection((*body, *title.split()))
        return [meant for meant, phrase in self._phrases if not any(map(words.isdisjoint, phrase))] if words else []

    def _in_field(self, text: str) -> dict[int, Meant]:
        """Return the best match of each word of the query in a text. Cached: many rows have the same titles above."""
        if text not in self._fields:
            self._fields[text] = _best(meant for _, meant in self._found(text.split()))
        return self._fields[text]

    def _is_same(self, meant: Meant) -> bool:
        """Return whether a word is the typed one, inflected or with its spelling corrected, and not a synonym."""
        return meant.sure >= INFLECTED or self.words[meant.position].guessed

    def _rules_of(self, terms: Iterable[MatchedTerm], naming: Naming) -> dict[int, float]:
        """Return the rules of terms, each with the share of the query that the name of the term covers."""
        weight_of = dict(zip(self.words, self.weights, strict=True))
        rules: dict[int, float] = defaultdict(float)
        for match in terms:
            if match.term.naming == naming:
                covered = sum(weight_of[word] for word in match.words) * match.certainty
                for rule in match.term.rules[:_DEFINING]:
                    rules[rule] = max(rules[rule], covered)
        return rules


def _phrases(words: Sequence[QueryWord]) -> Iterator[tuple[Meant, Sequence[frozenset[str]]]]:
    """Yield the phrases of the books that words of the query may mean, each with the forms of its words."""
    for position, word in enumerate(words):
        for phrase, sure in word.phrases:
            yield Meant(position, sure, " ".join(map(min, phrase))), phrase


def _meanings(words: Sequence[QueryWord]) -> dict[str, Meant]:
    """Return for each word of the books the one word of the query that surest means it, the first of equally sure ones.
    So one word of a rule never counts as two words of the query."""
    variants = [(sure, -position, text) for position, word in enumerate(words) for text, sure in word.variants.items()]
    return {text: Meant(-negative, sure, text) for sure, negative, text in sorted(variants)}  # the last is kept


def _best(matches: Iterable[Meant]) -> dict[int, Meant]:
    """Return the surest match for each word of the query, by the position of the word."""
    best: dict[int, Meant] = {}
    for meant in matches:
        if meant.position not in best or meant.sure > best[meant.position].sure:
            best[meant.position] = meant
    return best


def _asked_for(query: Query) -> dict[int, int]:
    """Return the rules of the terms that are the whole query, with their order: by a term with exactly this name, then
    by one with another form of it (`phase` for `phasing`), then by what players say."""
    asked = " ".join(query.corrected())
    whole = [match for match in query.terms if match.whole]
    whole.sort(key=lambda match: (-match.certainty, match.name != asked, not match.is_own()))
    rules = dict.fromkeys(rule for match in whole for rule in match.term.rules[:LEADS])
    return {rule: order for order, rule in enumerate(rules)}
