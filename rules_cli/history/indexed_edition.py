"""One edition made ready to be matched with another: each row by its place, with what it can be known by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from rules_cli.history.text_diff import Passages, bag_of_words, passages
from rules_cli.model import Row, RuleNumber

ROOT = -1
"""The place above the highest rows."""


class IndexedEdition:
    """The rows of an edition by place, counted from 0.

    `keys` are equal where two rows say the same, references aside. `worded` is false where either edition lacks the
    official words, and a text is known by its fingerprint alone.
    """

    def __init__(self, rows: Sequence[Row], worded: bool = True) -> None:
        self.worded = worded
        self.rows = rows
        self.places = {row.number: place for place, row in enumerate(rows)}
        self.kinds = [_kind(row) for row in rows]
        self.said: list[Passages] = [passages(row) for row in rows]
        self.keys = [self._key(place) for place in range(len(rows))]
        self._words: dict[int, list[str]] = {}
        self.parents = [self._place_above(place) for place in range(len(rows))]
        self.headings = self._headings()
        self.children: dict[int, list[int]] = {}
        for place, parent in enumerate(self.parents):
            self.children.setdefault(parent, []).append(place)

    def _key(self, place: int) -> str:
        """A heading or an entry is its title, however the entry is defined; a text its words."""
        said, row = self.said[place], self.rows[place]
        if row.title:
            return f"{self.kinds[place]} {said.title.key() or row.title}"
        return f"text {said.text.key() or said.text.text if self.worded else row.fingerprint}"

    def _place_above(self, place: int) -> int:
        """The place of a row's parent; a row is never its own, nor under one that is printed after it."""
        parent = self.rows[place].parent
        above = self.places.get(parent, ROOT) if parent is not None else ROOT
        return above if above < place else ROOT

    def _headings(self) -> list[int]:
        """The place of the nearest heading above each row."""
        found: list[int] = []
        for above in self.parents:
            found.append(above if above == ROOT or self.kinds[above] == "heading" else found[above])
        return found

    def row(self, number: RuleNumber) -> Row:
        """The row of a number."""
        return self.rows[self.places[number]]

    def said_by(self, numbers: Iterable[RuleNumber]) -> list[Passages]:
        """What rows say, in the order of print."""
        return [self.said[place] for place in sorted(self.places[number] for number in numbers)]

    def words(self, place: int) -> list[str]:
        """The words of a row in order, as its key has them."""
        if place not in self._words:
            self._words[place] = self.keys[place].split()[1:]
        return self._words[place]

    @cached_property
    def bags(self) -> list[Counter[str]]:
        """The words of each row, its title's among them, with how often each stands there."""
        return [bag_of_words(f"{row.title or ''} {row.words.text or ''}") for row in self.rows]


def has_words(rows: Sequence[Row]) -> bool:
    """Whether an edition holds official words, and is no restatement."""
    return any(row.words.text is not None for row in rows if row.kind == "rule")


def _kind(row: Row) -> str:
    """What a row can only be matched with its like: a heading, an entry of a glossary, or a text."""
    if row.kind == "heading":
        return "heading"
    return "entry" if row.title else "text"
