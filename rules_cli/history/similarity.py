"""How similar two texts are: by the words they share. A word weighs more the rarer it is in the book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import nlargest, nsmallest
from math import log

from rules_cli.history.indexed_edition import IndexedEdition

_LEAST_WEIGHT = 0.1  # so that a word of every row still counts a little
_WHOLE = 0.9  # of a text's weight: one that contains another may have changed a word in ten of it
_FEW_WORDS = 5  # a shorter text is contained in others by chance
# Limits of time: how rows like a text are found among all rows.
_RAREST = 12  # words of a text that are looked for: the rarest dozen tells a rule from all others
_COMMON = 200  # rows: a word in more of them says little about any, and would find too many
_NEAREST = 8  # rows found that are compared as a whole: a counterpart shares rare words and is among the first


Bag = Counter[str]
Scored = tuple[float, int]
"""A similarity and the place of a row."""


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

    def _weight(self, bag: Bag) -> float:
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
        return {
            place: sorted(
                ((self._similarity(place, other), other) for other in near if kinds[place] == other_kinds[other]),
                reverse=True,
            )
            for place, near in self._sharing(places, others)
        }

    def _sharing(self, places: Iterable[int], others: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each row with the rows that share the most of its rare words."""
        telling = {place: self._rarest(self._own.bags[place]) for place in places}
        wanted = {word for words in telling.values() for word in words}
        holding: dict[str, list[int]] = {word: [] for word in wanted}
        for other in others:
            for word in self._other.bags[other].keys() & wanted:
                holding[word].append(other)
        for place, words in telling.items():
            shared: dict[int, float] = defaultdict(float)
            for word in words:
                for other in holding[word]:
                    shared[other] += 1 / self._rows_with[word]
            yield place, nlargest(_NEAREST, shared, key=shared.__getitem__)

    def _rarest(self, bag: Bag) -> list[str]:
        rare = [word for word in bag if self._rows_with[word] <= _COMMON]
        return nsmallest(_RAREST, rare, key=self._rows_with.__getitem__)
