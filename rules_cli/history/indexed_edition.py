"""Editions prepared for matching: each row by its place, what identifies it, and which rows are similar to it.

Two texts are similar by the words they share. A word weighs more the rarer it is in the book.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from heapq import nlargest, nsmallest
from math import log
from typing import NamedTuple

from rules_cli.history.passages import Passages, bag_of_words, passages
from rules_cli.model import Row, RuleNumber
from rules_cli.numbers.parts import parts

ROOT = -1
"""The place above the highest rows."""

_LEAST_WEIGHT = 0.1  # so that a word of every row still counts a little
_WHOLE = 0.9  # of a text's weight: one that contains another may have changed a word in ten of it
_OPENING = 20  # words at the beginning of a text: with 16, more of the pairs are wrong; 25 find fewer
_FEW_WORDS = 5  # a shorter text is contained in others by chance
# Limits of time: how rows like a text are found among all rows.
_RAREST = 20  # words of a text that are looked for: the rarest tell a rule from all others
_COMMON = 200  # of the rows that are searched: a word in more of them says little about any, and would find too many
_NEAREST = 8  # rows found that are compared as a whole: a counterpart shares rare words and is among the first

Scored = tuple[float, int]
"""A similarity and the place of a row."""


class Nearest(NamedTuple):
    """The row that is most similar to another."""

    other: int  # its place
    similarity: float
    rival: float  # the similarity of the next best row

    def exceeds(self, least: float, lead: float) -> bool:
        """Return whether the similarity, and its lead over the next best row, are at least these."""
        return self.similarity >= least and self.similarity - self.rival >= lead


class IndexedEdition:
    """The rows of an edition by place, counted from 0.
    `keys` are equal for two rows that say the same, references aside. `worded` is false if one of the two editions
    lacks the official words: then only its fingerprint identifies a text."""

    def __init__(self, rows: Sequence[Row], worded: bool = True) -> None:
        self.worded = worded
        self.rows = rows
        self.places = {row.number: place for place, row in enumerate(rows)}
        parents = {row.parent for row in rows}
        self.kinds = [_kind(row, row.number in parents) for row in rows]
        self.passages: list[Passages] = [passages(row) for row in rows]
        self.keys = [self._key(place) for place in range(len(rows))]
        self.parents: list[int] = []
        self.headings: list[int] = []  # the nearest above each row
        self.children: dict[int, list[int]] = {}
        for place, row in enumerate(rows):
            above = self.places.get(row.parent, ROOT) if row.parent is not None else ROOT
            parent = above if above < place else ROOT  # not a row printed later, nor the row itself
            is_heading = parent == ROOT or self.kinds[parent] == "heading"
            self.parents.append(parent)
            self.headings.append(parent if is_heading else self.headings[parent])
            self.children.setdefault(parent, []).append(place)

    def _key(self, place: int) -> str:
        """Return the key of a row in comparisons: its kind and its title, or "text" and its words without a title."""
        texts, row = self.passages[place], self.rows[place]
        if row.title:
            return f"{self.kinds[place]} {texts.title.key() or row.title}"
        return f"text {texts.text.key() or texts.text.text if self.worded else row.fingerprint}"

    def row(self, number: RuleNumber) -> Row:
        """Return the row with a number."""
        return self.rows[self.places[number]]

    def passages_of(self, numbers: Iterable[RuleNumber]) -> list[Passages]:
        """Return the texts of the rows with the given numbers, in the order of print."""
        return [self.passages[place] for place in sorted(self.places[number] for number in numbers)]

    @cached_property
    def places_of(self) -> Mapping[str, list[int]]:
        """The places of the rows with each key, in the order of print."""
        places: dict[str, list[int]] = defaultdict(list)
        for place, key in enumerate(self.keys):
            places[key].append(place)
        return places

    @cached_property
    def key_words(self) -> list[list[str]]:
        """The words of each row's key, in order, without the kind of the row."""
        return [key.split()[1:] for key in self.keys]

    @cached_property
    def text_words(self) -> list[list[str]]:
        """The words of each row's text and notes, in order."""
        return [[word for text in (row.text, *row.notes) for word in text.key().split()] for row in self.passages]

    @cached_property
    def bags(self) -> list[Counter[str]]:
        """The words of each row and its title, with how often each occurs."""
        return [bag_of_words(f"{row.title or ''} {row.words.text or ''}") for row in self.rows]

    def openings(self, places: Iterable[int]) -> IndexedEdition:
        """Return a copy to compare the rows at some places by their first words; the other rows have no words."""
        opened = copy(self)
        opened.bags = [Counter() for _ in self.rows]
        for place in places:
            opened.bags[place] = bag_of_words(" ".join((self.rows[place].words.text or "").split()[:_OPENING]))
        opened.rows_with = self.rows_with  # a word is as rare as it is in the whole book
        opened.lengths = [bag.total() for bag in opened.bags]
        return opened

    @cached_property
    def rows_with(self) -> Counter[str]:
        """How many rows have each word."""
        return Counter(word for bag in self.bags for word in bag)

    @cached_property
    def lengths(self) -> list[int]:
        """The count of words in each row and its title."""
        return [bag.total() for bag in self.bags]


def has_words(rows: Iterable[Row]) -> bool:
    """Return whether an edition holds the official words, not only restatements."""
    return any(row.words.text is not None for row in rows if row.kind == "rule")


def _kind(row: Row, has_children: bool) -> str:
    """Return `heading` (a title, perhaps with a text), `entry` (a title without a number, with a text, as in a
    glossary) or `text`. Only rows of one kind can match."""
    if row.title is None:
        return "text"
    return "heading" if row.kind == "heading" or has_children or parts(row.number) else "entry"


class Similarity:
    """The similarity of the rows of two editions: 1.0 for the same words, 0.0 for no common word.
    `in_b` finds the rows of the newer edition that are similar to a row of the older; `in_a` the reverse. `i` is a
    place in the older edition, `j` one in the newer."""

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self._a, self._b = a.bags, b.bags
        total = len(a.bags) + len(b.bags)
        rows_with = a.rows_with + b.rows_with  # how many rows have each word
        self._weights = {word: log(total / rows) + _LEAST_WEIGHT for word, rows in rows_with.items()}
        self._totals: dict[int, float] = {}  # the weight of all words of each text, by the id of its bag
        self._known: dict[tuple[int, int], float] = {}  # the similarities that were asked for
        self.in_b = SimilarRows(a, b, self._weights, self.of)
        self.in_a = SimilarRows(b, a, self._weights, lambda j, i: self.of(i, j))

    def of(self, i: int, j: int) -> float:
        """Return the weight of the shared words, as a share of the weight of all words of both rows."""
        if (i, j) not in self._known:
            total = self._total(self._a[i]) + self._total(self._b[j])
            self._known[i, j] = 2 * self._shared(i, j) / total if total else 0.0
        return self._known[i, j]

    def contained(self, i: int, j: int) -> bool:
        """Return whether one of the two texts contains nearly all of the other."""
        lesser = min(self._a[i], self._b[j], key=self._total)
        return lesser.total() >= _FEW_WORDS and self._shared(i, j) >= _WHOLE * self._total(lesser)

    def gain(self, words: Counter[str], gained: Counter[str], had: Counter[str]) -> float:
        """Return the share of a text, by the weight of its words, that is in `gained` and not in `had`."""
        new = (words & gained) - had
        return sum(self._weights[word] * count for word, count in new.items()) / self._total(words)

    def _shared(self, i: int, j: int) -> float:
        """Return the weight of the words that two rows have in common."""
        few, many = self._a[i], self._b[j]
        if len(few) > len(many):
            few, many = many, few
        weights = self._weights
        return sum(weights[word] * min(count, many[word]) for word, count in few.items() if word in many)

    def _total(self, bag: Counter[str]) -> float:
        """Return the weight of all words of a text."""
        if id(bag) not in self._totals:  # a Counter is no key; each lives as long as its edition
            self._totals[id(bag)] = sum(self._weights[word] * count for word, count in bag.items())
        return self._totals[id(bag)]


class SimilarRows:
    """Finds the rows of another edition that share words with rows of one's own.
    The time grows with the number of rows, not with its square: words of many rows are not looked for."""

    def __init__(
        self,
        own: IndexedEdition,
        other: IndexedEdition,
        weights: Mapping[str, float],
        similarity: Callable[[int, int], float],
    ) -> None:
        self._own, self._other = own, other
        self._weights = weights
        self._similarity = similarity

    def most_similar(self, places: Iterable[int], others: Iterable[int] | None = None) -> dict[int, list[Scored]]:
        """Return for each place the most similar rows, the best first: among `others`, or among all rows if None."""
        lengths = self._other.lengths
        similar: dict[int, list[Scored]] = {}
        for place, shared in self._shared(places, others):
            length = self._own.lengths[place]
            near = nlargest(_NEAREST, shared, key=lambda other: shared[other] / (length + lengths[other]))
            similar[place] = sorted(((self._similarity(place, other), other) for other in near), reverse=True)
        return similar

    def nearest(self, places: Iterable[int], others: Iterable[int] | None = None) -> dict[int, Nearest]:
        """Return for each place the most similar row, among `others` or all rows; no entry if no row is similar."""
        nearest = {}
        for place, similar in self.most_similar(places, others).items():
            if similar:
                (similarity, other), *rivals = similar
                nearest[place] = Nearest(other, similarity, rivals[0][0] if rivals else 0.0)
        return nearest

    def sharing_most(self, places: Iterable[int], others: Iterable[int]) -> dict[int, list[int]]:
        """Return for each place the rows among `others` that share the most words with it, however long they are."""
        return {
            place: nlargest(_NEAREST, shared, key=shared.__getitem__) for place, shared in self._shared(places, others)
        }

    # Complexity: the three loops of an index of words, kept together because most of the time is spent here.
    def _shared(self, places: Iterable[int], others: Iterable[int] | None) -> Iterator[tuple[int, dict[int, float]]]:
        """Yield each place with the rows of its kind that share rare words with it, and the weight of these words."""
        wanted = list(places)
        rows_with: dict[str, list[int]] = {word: [] for place in wanted for word in self._own.bags[place]}
        for other in range(len(self._other.rows)) if others is None else others:
            for word in self._other.bags[other].keys() & rows_with.keys():
                rows_with[word].append(other)
        for place in wanted:
            shared: dict[int, float] = defaultdict(float)
            rare = (word for word in self._own.bags[place] if len(rows_with[word]) <= _COMMON)
            for word in nsmallest(_RAREST, rare, key=lambda word: len(rows_with[word])):
                for other in rows_with[word]:
                    shared[other] += self._weights[word]
            kind, kinds = self._own.kinds[place], self._other.kinds
            yield place, {other: weight for other, weight in shared.items() if kinds[other] == kind}
