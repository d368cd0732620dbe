"""The features of a row for a query, as numbers: FEATURES, most of them shares of the query between 0 and 1.

The score of a row is a sum of these, each times a weight that `tests/bench/fit.py` found. A word of the query weighs
the more, the rarer it is. One word of a rule never counts as two words of the query.
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

SENTENCE = 5  # words in a row that are hardly typed in this order but by one who reads them
LEADS = 3  # rules of a term or a glossary entry that are answers themselves
_QUOTED = re.compile(r'["“”]([^"“”]+)["“”]')
_APART = 3  # places between two words side by side: a rule has two words more in between, such as "of the"
_DEFINING = 5  # rules of a term that count: further ones only use it
_PAIRS = 0.5  # of the pairs of neighbours in a sentence: two slips leave more of them, and a question has fewer
_HELD = 0.4  # of a query: a row with less of it does not have its sentence
_USUAL = 40  # words in the text of a usual rule
_SATURATED, _BY_LENGTH = 1.2, 0.75  # the usual constants of bm25


FEATURES = (
    *("first", "cosine", "question", "likeness", "questions", "parent", "cited"),
    *("typed", "unknown", "missing", "run", "dense", "phrase", "sentence", "defines", "asked", "slang", "interaction"),
    *("shape", "entry", "quoted"),
)
"""The features of a row; the captions have a name for people of each. `first` and `parent` are the cheap scores of the
row and of the row above, `cosine` is how like its vector the query's is, `cited` how many answers cite it, each by the
share of the query that it holds. `question` and `likeness` say how like the query is the question of the row that is
most like it, in words and in sense; `questions`, how like it the next ones are. The others are of its words, and of the
terms that the query names."""


class Meant(NamedTuple):
    """A word of the books that may be meant by a word of the query: the place of that, and how sure it is."""

    at: int
    sure: float
    text: str


Found: TypeAlias = tuple[int, Meant]
"""A word of a text that may be meant, with its place in the text."""


class Held(NamedTuple):
    """The words of a query that a row holds.

    `words` are all words of its text, `body` those of the query among them, `own` the best match of each in text and
    title. `near` are the matches of the others in a title above, an example or a note, each with its field.
    """

    words: Sequence[str]
    body: Sequence[Found]
    own: Mapping[int, Meant]
    near: Mapping[int, tuple[Meant, str]]


def cited_by(rows: Mapping[int, CorpusRow], shares: Mapping[int, float]) -> Mapping[int, float]:
    """Return for each row the sum of the shares of the query that rows which cite it hold."""
    cited: dict[int, float] = defaultdict(float)
    for number, row in rows.items():
        for rule in row.cites if row.kind != "entry" else ():
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
        self._known = [_is_known(word) for word in self.words]
        self._rarest = sorted(range(len(self.weights)), key=self.weights.__getitem__, reverse=True)
        self._phrases = list(_phrases(self.words))
        self._in_phrases = frozenset(text for _, phrase in self._phrases for forms in phrase for text in forms)
        sentence = words_of_text(query.text)
        subject = subject_of(query.text)
        self._wording = f" {' '.join(subject)} " if len(subject) > 1 else ""
        self._asks_what = len(subject) < len(sentence)
        self._pairs = set(pairwise(sentence)) if len(sentence) >= SENTENCE else set()
        self._slips = {text: word.text for word in self.words if word.misspelt for text in word.variants}
        self._quoted = [f" {' '.join(words_of_text(phrase))} " for phrase in _QUOTED.findall(query.text)]
        self.named = {naming: self._rules_of(query.terms, naming) for naming in ("term", "slang", "interaction")}
        self.asked = _asked_for(query)

    def features(self, number: int, row: CorpusRow, held: Held) -> dict[str, float]:
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
        """Return whether a row is of a term that is the whole query. A heading does not say what its term is."""
        return number in self.asked and not (self._asks_what and row.kind == "heading")

    def held(self, row: CorpusRow) -> Held:
        """Return the words of the query that a row holds."""
        words = row.body.split()
        body = self._found(words)
        title = self._in_field(row.title)
        own = _best((*(meant for _, meant in body), *title.values(), *self._phrases_in(words, row.title)))
        near: dict[int, tuple[Meant, str]] = {}
        for field in ("above", "aside"):
            if len(own) + len(near) < len(self.words):
                for at, meant in self._in_field(getattr(row, field)).items():
                    if at not in own and at not in near and self._is_same(meant):
                        near[at] = meant, field
        return Held(words, body, own, near)

    def share(self, held: Held) -> float:
        """Return the share of the query that a row holds in its own words, as typed or inflected."""
        return sum(self.weights[at] for at, meant in held.own.items() if meant.sure >= INFLECTED)

    def share_of(self, words: Collection[str]) -> float:
        """Return the share of the query that some of its words are."""
        return sum(weight for word, weight in zip(self.words, self.weights, strict=True) if word.text in words)

    def meant_share(self, held: Held) -> float:
        """Return the share of the query that a row holds, in other words and near it, too; these count for less."""
        found = [*held.own.values(), *(meant for meant, _ in held.near.values())]
        return sum(self.weights[meant.at] * (1.0 if self._is_same(meant) else meant.sure) for meant in found)

    def typed(self, held: Held) -> float:
        """Return the share of the query that a row holds as it was typed, or corrected."""
        found = (each for each in held.own.values() if each.sure >= EXACT or self.words[each.at].guessed)
        return sum(self.weights[meant.at] * meant.sure for meant in found)

    def unknown(self, held: Held) -> float:
        """Return the share of the query that a row holds in other words, for words that are not in the book."""
        found = (each for each in held.own.values() if each.sure < INFLECTED and not self._known[each.at])
        return sum(self.weights[meant.at] * meant.sure for meant in found if not self.words[meant.at].guessed)

    def missing(self, held: Held) -> float:
        """Return the share of the query that the rarest word is that a row holds nowhere."""
        return next((self.weights[at] for at in self._rarest if at not in held.own and at not in held.near), 0.0)

    def run(self, held: Held) -> float:
        """Return the largest share of the query that a text has side by side, in the order of the query; other words
        for those that the books have do not count."""
        most = share = 0.0
        last_place, last_at = -_APART, len(self.words)
        for place, meant in held.body:
            if self._known[meant.at] and not self._is_same(meant):
                continue
            follows = meant.at == last_at + 1 and place - last_place <= _APART
            share = self.weights[meant.at] + (share if follows else 0.0)
            most = max(most, share if follows else 0.0)
            last_place, last_at = place, meant.at
        return most

    def density(self, held: Held) -> float:
        """Return the share of the query that a text holds, by bm25: more if often, and if the text is short."""
        counts: dict[int, int] = defaultdict(int)
        for _, meant in held.body:
            counts[meant.at] += 1
        norm = _SATURATED * (1 - _BY_LENGTH + _BY_LENGTH * len(held.words) / _USUAL)
        return sum(self.weights[at] * count / (count + norm) for at, count in counts.items())

    def has_phrase(self, held: Held, row: CorpusRow) -> bool:
        """Return whether all that the query asks about is in a row, word for word: of *what is layer 7b*, the layer."""
        if not self._wording or len(held.own) < len(self.words):
            return False
        return any(self._wording in f" {field} " for field in (row.body, row.title))

    def of_sentence(self, held: Held) -> float:
        """Return the share of the neighbours in the query that are neighbours in a text; 0 if it is less than a
        sentence has that was typed with two slips."""
        if not self._pairs or sum(map(self.weights.__getitem__, held.own)) < _HELD:
            return 0.0
        words = [self._slips.get(word, word) for word in held.words] if self._slips else held.words
        share = len(self._pairs.intersection(pairwise(words))) / len(self._pairs)
        return share if share > _PAIRS else 0.0

    def has_quoted(self, row: CorpusRow) -> bool:
        """Return whether a row has all quoted phrases of the query, each in one of its fields."""
        fields = [f" {field} " for field in (row.title, row.body, row.above, row.aside)] if self._quoted else []
        return bool(fields) and all(any(phrase in field for field in fields) for phrase in self._quoted)

    def _found(self, words: Iterable[str]) -> list[Found]:
        meant = self._meant
        return [(place, meant[word]) for place, word in enumerate(words) if word in meant]

    def _phrases_in(self, body: Sequence[str], title: str) -> list[Meant]:
        """Return the phrases that words of the query may mean of which a row has all words in its text or title."""
        if not self._phrases:
            return []
        words = self._in_phrases.intersection((*body, *title.split()))
        return [meant for meant, phrase in self._phrases if not any(map(words.isdisjoint, phrase))] if words else []

    def _in_field(self, text: str) -> dict[int, Meant]:
        """Return the best match of each word of the query in a text; many rows have the same titles above."""
        if text not in self._fields:
            self._fields[text] = _best(meant for _, meant in self._found(text.split()))
        return self._fields[text]

    def _is_same(self, meant: Meant) -> bool:
        """Return whether a word is the typed one, inflected or with its spelling corrected, and not another word."""
        return meant.sure >= INFLECTED or self.words[meant.at].guessed

    def _rules_of(self, terms: Iterable[MatchedTerm], naming: Naming) -> dict[int, float]:
        """Return the rules of terms, with the share of the query that the name of the term covers."""
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
    for at, word in enumerate(words):
        for phrase, sure in word.phrases:
            yield Meant(at, sure, " ".join(map(min, phrase))), phrase


def _is_known(word: QueryWord) -> bool:
    return not word.guessed and max(word.variants.values(), default=0.0) >= INFLECTED


def _meanings(words: Sequence[QueryWord]) -> dict[str, Meant]:
    """Return for each word of the books the word of the query that it likeliest is: one word of a rule can't be two
    words of the query."""
    variants = [(sure, -at, text) for at, word in enumerate(words) for text, sure in word.variants.items()]
    return {text: Meant(-at, sure, text) for sure, at, text in sorted(variants)}  # the surest is last, and is kept


def _best(found: Iterable[Meant]) -> dict[int, Meant]:
    """Return the surest match for each word of the query."""
    best: dict[int, Meant] = {}
    for meant in found:
        if meant.at not in best or meant.sure > best[meant.at].sure:
            best[meant.at] = meant
    return best


def _asked_for(query: Query) -> dict[int, int]:
    """Return the rules of the terms that are the whole query, with their positions.

    A term with exactly this name comes first, then one of which it is an inflection (`phase` for `phasing`), then one
    that players call so.
    """
    asked = " ".join(query.corrected())
    whole = [match for match in query.terms if match.whole]
    whole.sort(key=lambda match: (-match.certainty, match.name != asked, not match.is_own()))
    rules = dict.fromkeys(rule for match in whole for rule in match.term.rules[:LEADS])
    return {rule: at for at, rule in enumerate(rules)}
