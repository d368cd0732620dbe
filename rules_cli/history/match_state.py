"""What is known so far of which row of the newer edition is which of the older."""

from __future__ import annotations

from rules_cli.history.indexed_edition import ROOT, IndexedEdition
from rules_cli.history.similarity import Likeness

_TELLING_WORDS = 6  # a text of so many words is hardly said of two things
_SAME_FEW_WORDS = 0.9
_DOUBT_OF_KIN = 0.5  # what a rule's likeness lacks of 1 counts half where it stands under the same rule as before
_DOUBT_OF_STRANGERS = 0.8
_A_GUESS = 0.6
_FAMILY = 0.9  # what it counts for that two rows have the same rows under them
_WITHIN = 0.75  # what it counts for that a rule says all that the other does, and more


class MatchState:
    """The counterparts of the rows of two editions, by place: `to` the newer edition, `back` to the older. A row has
    one at most; `guessed` are rows of the older edition whose counterpart is one of several as good.

    `split` are rows of the older edition with all rows of the newer that hold their words, their counterpart among
    them; `merged` the reverse.
    """

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self.a, self.b = a, b
        self.to: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.split: dict[int, list[int]] = {}
        self.merged: dict[int, list[int]] = {}
        self.guessed: set[int] = set()
        self.likeness = Likeness(a, b)
        self._known_a: set[int] = set()
        self._known_b: set[int] = set()

    def pair(self, i: int, j: int) -> None:
        """Take two rows for one."""
        self.to[i] = j
        self.back[j] = i
        self._known_a.add(i)
        self._known_b.add(j)

    def add_split(self, i: int, parts: list[int]) -> None:
        """Take several rows of the newer edition for one of the older."""
        self.split[i] = parts
        self._known_b.update(parts)

    def add_merged(self, j: int, parts: list[int]) -> None:
        """Take several rows of the older edition for one of the newer."""
        self.merged[j] = parts
        self._known_a.update(parts)

    def free_a(self, i: int) -> bool:
        """Whether nothing is known yet of a row of the older edition."""
        return i not in self._known_a

    def free_b(self, j: int) -> bool:
        """Whether nothing is known yet of a row of the newer edition."""
        return j not in self._known_b

    def left_a(self) -> list[int]:
        """The rows of the older edition of which nothing is known yet."""
        return [i for i in range(len(self.a.rows)) if self.free_a(i)]

    def left_b(self) -> list[int]:
        """The rows of the newer edition of which nothing is known yet."""
        return [j for j in range(len(self.b.rows)) if self.free_b(j)]

    def free(self, i: int, j: int) -> bool:
        """Whether two rows may still be taken for one."""
        return self.free_a(i) and self.free_b(j) and self.a.kinds[i] == self.b.kinds[j]

    def same_number(self, i: int, j: int) -> bool:
        """Whether two rows have one and the same number."""
        return self.a.rows[i].number == self.b.rows[j].number

    def kin(self, i: int, j: int) -> bool:
        """Whether two rows stand under one and the same row."""
        above_a, above_b = self.a.parents[i], self.b.parents[j]
        return above_b == (ROOT if above_a == ROOT else self.to.get(above_a))

    def beside(self, i: int, j: int) -> bool:
        """Whether the rows printed before two rows are one, or those printed after them."""
        return self.to.get(i - 1, -1) == j - 1 or self.to.get(i + 1, len(self.b.rows)) == j + 1

    def share(self, i: int, j: int) -> float:
        """The share of the rows under two rows that are matched to one another."""
        under_a, under_b = self.a.children.get(i, []), self.b.children.get(j, [])
        both = sum(self.b.parents[self.to[child]] == j for child in under_a if child in self.to)
        return 2 * both / (len(under_a) + len(under_b)) if both else 0.0

    def confidence(self, i: int, j: int) -> float:
        """How sure it is that two matched rows are one rule, from 0 to 1: measured on real editions."""
        return min(_A_GUESS, self._confidence(i, j)) if i in self.guessed else self._confidence(i, j)

    def _confidence(self, i: int, j: int) -> float:
        kin = self.kin(i, j)
        if self.a.keys[i] == self.b.keys[j]:
            return 1.0 if kin or sum(self.a.bags[i].values()) >= _TELLING_WORDS else _SAME_FEW_WORDS
        within = _WITHIN if self.likeness.within(i, j) else 0.0
        alike = max(self.likeness.of(i, j), _FAMILY * self.share(i, j), within)
        return round(1 - (1 - alike) * (_DOUBT_OF_KIN if kin else _DOUBT_OF_STRANGERS), 2)
