"""The features of a row for a query, as numbers: FEATURES, most of them shares of the query between 0 and 1.

The score of a row is a sum of these, each times a weight that `tests/bench/fit.py` found. A word of the query weighs
the more, the rarer it is. One word of a rule never counts as two words of the query.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rules_cli.search.candidates import Scores
from rules_cli.search.corpus import CorpusRow, Naming
from rules_cli.search.query import MatchedTerm, Query, QueryWord, shape_of, words_of
from rules_cli.search.vocabulary import EXACT, INFLECTED
from rules_cli.text import words_of_text

FEATURES = (
    "first",
    "typed",
    "unknown",
    "missing",
    "run",
    "aside",
    "topic",
    "dense",
    "phrase",
    "sentence",
    "cosine",
    "question",
    "likeness",
    "parent",
    "sibling",
    "below",
    "defines",
    "asked",
    "slang",
    "interaction",
    "cited",
    "shape",
    "entry",
    "keyword",
    "variant",
    "quoted",
)
"""The features of a row, in their order; the captions have a name for people of each."""

SENTENCE = 5  # words in a row that are hardly typed in this order but by one who reads them
LEADS = 3  # rules of a term or a glossary entry that are answers themselves
_QUOTED = re.compile(r'["“”]([^"“”]+)["“”]')
_DEFINING = 5  # rules of a term that count: further ones only use it
_APART = 3  # places between two words side by side: a rule has two words more in between, such as "of the"
_USUAL = 40  # words in the text of a usual rule
_SATURATED, _BY_LENGTH = 1.2, 0.75  # the usual constants of bm25


class Meant(NamedTuple):
    """A word of the books that may be meant by a word of the query: the place of that, and how sure it is."""

    at: int
    sure: float
    text: str


Found: TypeAlias = tuple[int, Meant]
"""A word of a text that may be meant, with its place in the text."""


class Held(NamedTuple):
    """The words of a query that a row holds.

    `body` are those in its text, `own` the best match of each in text and title. `near` are the matches of the others
    in a title above, an example or a note, each with its field.
    """

    body: Sequence[Found]
    own: Mapping[int, Meant]
    near: Mapping[int, tuple[Meant, str]]


class Around(NamedTuple):
    """Features that rows near a row give it: the cheap scores of the row itself, of the row above and of the best row
    beside it; and how many answers cite it, each by the share of the query that it holds."""

    first: float
    parent: float
    sibling: float
    cited: float


def around(
    rows: Mapping[int, CorpusRow], shares: Mapping[int, float], first: Callable[[int], float]
) -> dict[int, Around]:
    """Return what other rows say of each row; `first` returns the cheap score of a row."""
    scores = {number: first(number) for number in rows}
    beside: dict[int, list[float]] = defaultdict(list)
    cited: dict[int, float] = defaultdict(float)
    for number, row in rows.items():
        beside[row.parent].append(scores[number])
        for rule in row.cites if row.kind != "entry" else ():
            cited[rule] += shares[number]
    best_two = {parent: sorted((0.0, 0.0, *found))[-2:] for parent, found in beside.items()}
    found: dict[int, Around] = {}
    for number, row in rows.items():
        parent = sibling = 0.0
        if row.parent:
            second, best = best_two[row.parent]
            sibling = second if scores[number] == best else best
            parent = first(row.parent)
        found[number] = Around(scores[number], parent, sibling, cited[number])
    return found


class Measure:
    """Measures rows for one query."""

    # Complexity: one comprehension for each table of what the query may mean.
    def __init__(self, query: Query, scores: Scores) -> None:
        self.words = query.words
        self.weights = [weight / scores.total for weight in scores.weights]
        self.misspelt = any(word.misspelt for word in self.words)
        self._meant = _meanings(self.words)
        self._fields: dict[str, dict[int, Meant]] = {}
        self._known = [_is_known(word) for word in self.words]
        self._rarest = sorted(range(len(self.weights)), key=self.weights.__getitem__, reverse=True)
        self._others = {text for text, meant in self._meant.items() if self._is_other(meant)}
        self._phrases = list(_phrases(self.words))
        self._in_phrases = frozenset(text for _, phrase in self._phrases for forms in phrase for text in forms)
        self._topics: dict[str, float] = {}
        self._sentences = [words for words in (words_of_text(query.text), words_of(query.text)) if len(words) > 1]
        self._quoted = [f" {' '.join(words_of_text(phrase))} " for phrase in _QUOTED.findall(query.text)]
        self._shape = shape_of(query.text)
        self._named = {naming: self._rules_of(query.terms, naming) for naming in ("term", "slang", "interaction")}
        self._any_named = {rule: max(each.get(rule, 0.0) for each in self._named.values()) for rule in self.named()}
        self._asked = _asked_for(query)

    def named(self) -> set[int]:
        """Return the rules of all terms that the query names."""
        return {rule for rules in self._named.values() for rule in rules}

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
        return Held(body, own, near)

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

    def measure(  # noqa: PLR0913, PLR0917 - a row, and what others know of it
        self, number: int, row: CorpusRow, held: Held, cosine: float, alike: tuple[float, float], around: Around
    ) -> list[float]:
        """Return the features of a row."""
        topic = self._topic(row.topic)
        near = held.near.items()
        return [
            around.first,
            *self._by_class(held),
            self._missing(held),
            self._run(held.body),
            self._share([at for at, (_, where) in near if where == "aside"]) if near else 0.0,
            topic,
            self._density(held.body, row.body.count(" ") + 1),
            *self._phrase(held, row),
            cosine,
            *alike,
            around.parent,
            around.sibling,
            self._any_named.get(row.parent, 0.0),
            self._named["term"].get(number, 0.0),
            1 / (1 + self._asked[number]) if number in self._asked else 0.0,
            self._named["slang"].get(number, 0.0),
            self._named["interaction"].get(number, 0.0),
            min(around.cited, 1.0),
            self._shape(row.body),
            float(row.kind == "entry"),
            float(row.region == "keyword" and not topic),
            float(row.region == "variant" and not topic),
            float(self._has_quoted(row)),
        ]

    def _found(self, words: Iterable[str]) -> list[Found]:
        """Return the words of the query in those of a text."""
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

    def _topic(self, title: str) -> float:
        """Return the share of the query that the nearest title above a row holds; many rows have the same one."""
        if title not in self._topics:
            self._topics[title] = self._share(at for at, meant in self._in_field(title).items() if self._is_same(meant))
        return self._topics[title]

    def _is_same(self, meant: Meant) -> bool:
        """Return whether a word is the typed one, inflected or with its spelling corrected, and not another word."""
        return meant.sure >= INFLECTED or self.words[meant.at].guessed

    def _is_other(self, meant: Meant) -> bool:
        """Return whether a word is another one than the typed word, which the books have."""
        return self._known[meant.at] and not self._is_same(meant)

    def _share(self, words: Iterable[int]) -> float:
        """Return the share of the query that some of its words are."""
        return sum(map(self.weights.__getitem__, words))

    def _by_class(self, held: Held) -> tuple[float, float]:
        """Yield the shares of the query that a row holds: as typed, and in other words for words that are not in the
        book."""
        typed = unknown = 0.0
        for at, meant in held.own.items():
            if meant.sure >= EXACT or self.words[at].guessed:
                typed += self.weights[at] * meant.sure
            elif meant.sure < INFLECTED and not self._known[at]:
                unknown += self.weights[at] * meant.sure
        return typed, unknown

    def _missing(self, held: Held) -> float:
        """Return the share of the query that the rarest word is that a row holds nowhere."""
        return next((self.weights[at] for at in self._rarest if at not in held.own and at not in held.near), 0.0)

    def _run(self, body: Sequence[Found]) -> float:
        """Return the largest share of the query that a text has side by side, in the order of the query."""
        most = share = 0.0
        last_place, last_at = -_APART, len(self.words)
        for place, meant in body:
            if meant.text in self._others:
                continue
            follows = meant.at == last_at + 1 and place - last_place <= _APART
            share = self.weights[meant.at] + (share if follows else 0.0)
            most = max(most, share if follows else 0.0)
            last_place, last_at = place, meant.at
        return most

    def _density(self, body: Sequence[Found], length: int) -> float:
        """Return the share of the query that a text holds, by bm25: more if often, and if the text is short."""
        counts: dict[int, int] = defaultdict(int)
        for _, meant in body:
            counts[meant.at] += 1
        norm = _SATURATED * (1 - _BY_LENGTH + _BY_LENGTH * length / _USUAL)
        return sum(self.weights[at] * count / (count + norm) for at, count in counts.items())

    def _phrase(self, held: Held, row: CorpusRow) -> tuple[float, float]:
        """Return whether the whole query is in a row, word for word; and whether it is a sentence of the row."""
        if len(held.own) < len(self.words):
            return 0.0, 0.0
        fields = f" {row.body} ", f" {row.title} "
        found = [len(words) for words in self._sentences if any(f" {' '.join(words)} " in field for field in fields)]
        return float(bool(found)), float(max(found, default=0) >= SENTENCE)

    def _has_quoted(self, row: CorpusRow) -> bool:
        """Return whether a row has all quoted phrases of the query, each in one of its fields."""
        fields = [f" {field} " for field in (row.title, row.body, row.above, row.aside)] if self._quoted else []
        return bool(fields) and all(any(phrase in field for field in fields) for phrase in self._quoted)

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
    """Return whether the books have a word, as typed or inflected."""
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
