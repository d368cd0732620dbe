"""One edition prepared for matching: each row by its place, with all that identifies it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from rules_cli.history.passages import Passages, bag_of_words, passages
from rules_cli.model import Row, RuleNumber

ROOT = -1
"""The place above the highest rows."""


class IndexedEdition:
    """The rows of an edition by place, counted from 0.

    `keys` are equal for two rows that say the same, references aside. `worded` is false if one of the two editions
    lacks the official words: then only its fingerprint identifies a text.
    """

    def __init__(self, rows: Sequence[Row], worded: bool = True) -> None:
        self.worded = worded
        self.rows = rows
        self.places = {row.number: place for place, row in enumerate(rows)}
        self.kinds = [_kind(row) for row in rows]
        self.passages: list[Passages] = [passages(row) for row in rows]
        self.keys = [self._key(place) for place in range(len(rows))]
        self.parents = [self._parent(place) for place in range(len(rows))]
        self.headings = self._headings()
        self.children: dict[int, list[int]] = {}
        for place, parent in enumerate(self.parents):
            self.children.setdefault(parent, []).append(place)

    def _key(self, place: int) -> str:
        """Return the title of a heading or an entry, however the entry is defined, or the words of a text."""
        said, row = self.passages[place], self.rows[place]
        if row.title:
            return f"{self.kinds[place]} {said.title.key() or row.title}"
        return f"text {said.text.key() or said.text.text if self.worded else row.fingerprint}"

    def _parent(self, place: int) -> int:
        """Return the place of a row's parent; ROOT if that is printed after the row, or is the row."""
        parent = self.rows[place].parent
        above = self.places.get(parent, ROOT) if parent is not None else ROOT
        return above if above < place else ROOT

    def _headings(self) -> list[int]:
        """Return the place of the nearest heading above each row."""
        found: list[int] = []
        for parent in self.parents:
            found.append(parent if parent == ROOT or self.kinds[parent] == "heading" else found[parent])
        return found

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


def _kind(row: Row) -> str:
    """Return `heading`, `entry` (of a glossary) or `text`. Only rows of one kind can match."""
    if row.kind == "heading":
        return "heading"
    return "entry" if row.title else "text"
