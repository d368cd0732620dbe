"""How alike two texts are: by the words they share, each weighing more the rarer it is in the book."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest, nsmallest
from math import log

from rules_cli.history.indexed_edition import IndexedEdition

_TELLING = 12  # so many of a text's rarest words find the texts like it
_COMMON = 200  # a word in more rows than this finds nothing
_NEAREST = 8
_WHOLE = 0.9  # the share of a text's weight that is as good as all of it
_FEW_WORDS = 5

Bag = Counter[str]
Scored = tuple[float, int]
Near = Mapping[int, list[Scored]]
"""For rows of one edition the rows of the other most like each, as (likeness, row), the best first."""


class Likeness:
    """The likeness of rows of two editions: 1.0 for the same words, 0.0 for none in common."""

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self._sides = a, b
        self._known: dict[tuple[int, int], float] = {}
        self._near: dict[int, list[Scored]] = {}
        self._near_back: dict[int, list[Scored]] = {}

    @cached_property
    def _a(self) -> list[Bag]:
        return self._sides[0].bags

    @cached_property
    def _b(self) -> list[Bag]:
        return self._sides[1].bags

    @cached_property
    def _rows(self) -> Bag:
        """In how many rows each word stands."""
        return Counter(word for bags in (self._a, self._b) for bag in bags for word in bag)

    @cached_property
    def _weights(self) -> dict[str, float]:
        total = len(self._a) + len(self._b)
        return {word: log(total / rows) + 0.1 for word, rows in self._rows.items()}

    @cached_property
    def _all_a(self) -> list[float]:
        return [self._weight(bag) for bag in self._a]

    @cached_property
    def _all_b(self) -> list[float]:
        return [self._weight(bag) for bag in self._b]

    def _weight(self, bag: Mapping[str, int]) -> float:
        weights = self._weights
        return sum(weights[word] * count for word, count in bag.items())

    def of(self, i: int, j: int) -> float:
        """How alike row `i` of the older edition and row `j` of the newer are."""
        if (i, j) not in self._known:
            whole = self._all_a[i] + self._all_b[j]
            self._known[i, j] = 2 * self._shared(i, j) / whole if whole else 0.0
        return self._known[i, j]

    def within(self, i: int, j: int) -> bool:
        """Whether the shorter of two texts stands, as good as whole, in the longer."""
        shorter = min((self._all_a[i], self._a[i]), (self._all_b[j], self._b[j]), key=lambda each: each[0])
        return sum(shorter[1].values()) >= _FEW_WORDS and self._shared(i, j) >= _WHOLE * shorter[0]

    def _shared(self, i: int, j: int) -> float:
        few, many = self._a[i], self._b[j]
        if len(few) > len(many):
            few, many = many, few
        weights = self._weights
        return sum(weights[word] * min(count, many[word]) for word, count in few.items() if word in many)

    def nearest(self, places: Iterable[int], among: Iterable[int] | None = None) -> Near:
        """For rows of the older edition the rows of the newer (or those `among` them) most like each.

        Found by the rare words they share: time grows with the number of rows, not with its square.
        """
        if among is None:
            return _remembered(places, self._near, self.nearest, range(len(self._b)))
        kinds_a, kinds_b = (side.kinds for side in self._sides)
        found = _nearest(places, self._a, self._b, among, self._rows)
        return {i: _best((self.of(i, j), j) for j in near if kinds_a[i] == kinds_b[j]) for i, near in found}

    def nearest_back(self, places: Iterable[int], among: Iterable[int] | None = None) -> Near:
        """The same from the newer edition to the older."""
        if among is None:
            return _remembered(places, self._near_back, self.nearest_back, range(len(self._a)))
        kinds_a, kinds_b = (side.kinds for side in self._sides)
        found = _nearest(places, self._b, self._a, among, self._rows)
        return {j: _best((self.of(i, j), i) for i in near if kinds_a[i] == kinds_b[j]) for j, near in found}


def _best(scored: Iterable[Scored]) -> list[Scored]:
    return sorted(scored, reverse=True)


def _remembered(
    places: Iterable[int], known: dict[int, list[Scored]], find: Callable[[list[int], range], Near], among: range
) -> Near:
    """The nearest among all rows: they stay so, whatever is matched meanwhile."""
    wanted = list(places)
    known.update(find([place for place in wanted if place not in known], among))
    return {place: known[place] for place in wanted}


def _nearest(
    places: Iterable[int], own: Sequence[Bag], others: Sequence[Bag], among: Iterable[int], rows: Mapping[str, int]
) -> Iterator[tuple[int, list[int]]]:
    telling = {place: nsmallest(_TELLING, _rare(own[place], rows), key=rows.__getitem__) for place in places}
    wanted = {word for words in telling.values() for word in words}
    holding: dict[str, list[int]] = {word: [] for word in wanted}
    for other in among:
        for word in others[other].keys() & wanted:
            holding[word].append(other)
    for place, words in telling.items():
        shared: dict[int, float] = defaultdict(float)
        for word in words:
            for other in holding[word]:
                shared[other] += 1 / rows[word]
        yield place, nlargest(_NEAREST, shared, key=shared.__getitem__)


def _rare(bag: Bag, rows: Mapping[str, int]) -> list[str]:
    return [word for word in bag if rows[word] <= _COMMON]
