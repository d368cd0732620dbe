"""Editions prepared for matching: each row by its place, what identifies it, and which rows are similar to it.

Two texts are similar by the words they share. A word weighs more the rarer it is in the book.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest, nsmallest
from math import log

from rules_cli.history.passages import Passages, bag_of_words, passages
from rules_cli.model import Row, RuleNumber
from rules_cli.rule_number import parts

ROOT = -1
"""The place above the highest rows."""

_LEAST_WEIGHT = 0.1  # so that a word of every row still counts a little
_WHOLE = 0.9  # of a text's weight: one that contains another may have changed a word in ten of it
_FEW_WORDS = 5  # a shorter text is contained in others by chance
# Limits of time: how rows like a text are found among all rows.
_RAREST = 12  # words of a text that are looked for: the rarest dozen tells a rule from all others
_COMMON = 200  # rows: a word in more of them says little about any, and would find too many
_NEAREST = 8  # rows found that are compared as a whole: a counterpart shares rare words and is among the first

Scored = tuple[float, int]
"""A similarity and the place of a row."""


class IndexedEdition:
    """The rows of an edition by place, counted from 0.

    `keys` are equal for two rows that say the same, references aside. `worded` is false if one of the two editions
    lacks the official words: then only its fingerprint identifies a text.
    """

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
        """Return the title of a heading or an entry, however the entry is defined, or the words of a text."""
        said, row = self.passages[place], self.rows[place]
        if row.title:
            return f"{self.kinds[place]} {said.title.key() or row.title}"
        return f"text {said.text.key() or said.text.text if self.worded else row.fingerprint}"

    def row(self, number: RuleNumber) -> Row:
        """Return the row with a number."""
        return self.rows[self.places[number]]

    def passages_of(self, numbers: Iterable[RuleNumber]) -> list[Passages]:
        """Return the texts of some rows, in the order of print."""
        return [self.passages[place] for place in sorted(self.places[number] for number in numbers)]

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each row's key, in order."""
        return [key.split()[1:] for key in self.keys]

    @cached_property
    def bags(self) -> list[Counter[str]]:
        """The words of each row and its title, with how often each occurs."""
        return [bag_of_words(f"{row.title or ''} {row.words.text or ''}") for row in self.rows]


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

    `from_a` finds the rows of the newer edition that are most similar to a row of the older; `from_b` the reverse.
    """

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self._a, self._b = a.bags, b.bags
        rows_with = Counter(word for bags in (a.bags, b.bags) for bag in bags for word in bag)
        total = len(a.bags) + len(b.bags)
        self._weights = {word: log(total / rows) + _LEAST_WEIGHT for word, rows in rows_with.items()}
        self._totals_a = [self._weight(bag) for bag in self._a]
        self._totals_b = [self._weight(bag) for bag in self._b]
        self._known: dict[tuple[int, int], float] = {}
        self.from_a = NearestRows(a, b, rows_with, self.of)
        self.from_b = NearestRows(b, a, rows_with, lambda j, i: self.of(i, j))

    def of(self, i: int, j: int) -> float:
        """Return the similarity of row `i` of the older edition and row `j` of the newer."""
        if (i, j) not in self._known:
            total = self._totals_a[i] + self._totals_b[j]
            self._known[i, j] = 2 * self._shared(i, j) / total if total else 0.0
        return self._known[i, j]

    def contained(self, i: int, j: int) -> bool:
        """Return whether one of the two texts contains nearly all of the other."""
        total, bag = min((self._totals_a[i], self._a[i]), (self._totals_b[j], self._b[j]), key=lambda each: each[0])
        return sum(bag.values()) >= _FEW_WORDS and self._shared(i, j) >= _WHOLE * total

    def _shared(self, i: int, j: int) -> float:
        few, many = self._a[i], self._b[j]
        if len(few) > len(many):
            few, many = many, few
        weights = self._weights
        return sum(weights[word] * min(count, many[word]) for word, count in few.items() if word in many)

    def _weight(self, bag: Counter[str]) -> float:
        return sum(self._weights[word] * count for word, count in bag.items())


class NearestRows:
    """Finds the rows of another edition most similar to rows of one's own, by the rare words that they share.

    The time grows with the number of rows, not with its square.
    """

    def __init__(
        self,
        own: IndexedEdition,
        other: IndexedEdition,
        rows_with: Mapping[str, int],
        similarity: Callable[[int, int], float],
    ) -> None:
        self._own, self._other = own, other
        self._rows_with = rows_with
        self._similarity = similarity
        self._known: dict[int, list[Scored]] = {}

    def among_all(self, places: Iterable[int]) -> dict[int, list[Scored]]:
        """Return the most similar rows for each of some rows, the best first. Each is worked out once."""
        wanted = list(places)
        unknown = [place for place in wanted if place not in self._known]
        self._known.update(self.among(unknown, range(len(self._other.rows))))
        return {place: self._known[place] for place in wanted}

    def among(self, places: Iterable[int], others: Iterable[int]) -> dict[int, list[Scored]]:
        """Return the same, of some rows of the other edition only."""
        kinds, other_kinds = self._own.kinds, self._other.kinds
        found: dict[int, list[Scored]] = {}
        for place, near in self._sharing(places, others):
            same_kind = (other for other in near if kinds[place] == other_kinds[other])
            found[place] = sorted(((self._similarity(place, other), other) for other in same_kind), reverse=True)
        return found

    def _sharing(self, places: Iterable[int], others: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each row with the rows that share the most of its rare words."""
        times = self._rows_with
        telling: dict[int, list[str]] = {}
        for place in places:
            rare = [word for word in self._own.bags[place] if times[word] <= _COMMON]
            telling[place] = nsmallest(_RAREST, rare, key=times.__getitem__)
        rows_with: dict[str, list[int]] = {word: [] for words in telling.values() for word in words}
        for other in others:
            for word in self._other.bags[other].keys() & rows_with.keys():
                rows_with[word].append(other)
        for place, words in telling.items():
            shared: dict[int, float] = defaultdict(float)
            for word in words:
                for other in rows_with[word]:
                    shared[other] += 1 / times[word]
            yield place, nlargest(_NEAREST, shared, key=shared.__getitem__)
