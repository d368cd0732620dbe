"""What changed between two editions of a book: every rule that is not as it was, word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules_cli.ask.changes.differences import Differences, differences
from rules_cli.ask.changes.links import KINDS, Link, Naming
from rules_cli.ask.changes.pairing import Pairing, match_editions, rows_of
from rules_cli.ask.changes.words import passages
from rules_cli.errors import RuleNotFound
from rules_cli.model import Row, RuleNumber
from rules_cli.number import closest
from rules_cli.store.shelf import Edition

LEFT_OUT = {
    "renumbering": frozenset({"renumbered"}),
    "references": frozenset({"references"}),
    "examples": frozenset({"examples"}),
    "glossary": frozenset[str](),
}
"""What a reader may leave out, and the kinds of change that this is."""

_OF_NUMBER = {"moved", "renumbered"}


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one rule. `a` and `b` are its rows in the older edition and the newer, in the order of print:
    none where it was added or removed. `kinds` are those that the reader wants. `above` are the titles of the
    headings over it, the outermost first."""

    link: Link
    kinds: tuple[str, ...]
    a: tuple[Row, ...]
    b: tuple[Row, ...]
    words: Differences
    above: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """The changes from edition `a` to edition `b`, in the order of `b`; what is gone stands where it would be.

    `counts` is how many changes there are of each kind; `reused` are the numbers of `a` that name another rule in
    `b`, `gone` those that name none. `worded` is false where one of the two holds no official words.
    """

    a: Edition
    b: Edition
    changes: tuple[Change, ...]
    counts: Mapping[str, int]
    reused: tuple[RuleNumber, ...]
    gone: tuple[RuleNumber, ...]
    worded: bool


def diff(a: Edition, b: Edition, numbers: Sequence[RuleNumber] = (), left_out: Iterable[str] = ()) -> Diff:
    """Compare two editions: whole, or the rules of some numbers, in either edition, with all under them.

    `left_out` are keys of LEFT_OUT. Raises RuleNotFound for a number that neither edition has.
    """
    pairing = match_editions(a, b)
    both = _Both(pairing)
    wanted_a, wanted_b = (side.under(numbers) for side in (both.a, both.b))
    for number in numbers:
        if number not in both.a.places and number not in both.b.places:
            raise _neither(number, both)
    skipped = frozenset(kind for what in left_out for kind in LEFT_OUT[what])
    changes = tuple(
        both.change(link, kinds)
        for link in both.in_order()
        if (not numbers or wanted_a.intersection(link.a) or wanted_b.intersection(link.b))
        and (kinds := tuple(kind for kind in link.kinds if kind not in skipped))
        and not ("glossary" in left_out and both.is_entry(link))
    )
    found = Counter(kind for change in changes for kind in change.kinds)
    reused, gone = both.numbers(wanted_a if numbers else None)
    return Diff(a, b, changes, {kind: found[kind] for kind in KINDS if found[kind]}, reused, gone, pairing.worded)


def _neither(number: RuleNumber, both: _Both) -> RuleNotFound:
    slug = both.pairing.b.slug
    names = f"{both.pairing.a.name} or {both.pairing.b.name}"
    near = closest(number, [*both.b.places, *both.a.places])
    return RuleNotFound(f"{slug}:{number}", [f"{slug}:{other}" for other in near], edition=names)


class _Rows:
    """The rows of one edition by number."""

    def __init__(self, edition: Edition) -> None:
        self.rows = rows_of(edition)
        self.places = {row.number: place for place, row in enumerate(self.rows)}

    def of(self, numbers: Iterable[RuleNumber]) -> tuple[Row, ...]:
        """The rows of some numbers, in the order of print."""
        return tuple(self.rows[place] for place in sorted(self.places[number] for number in numbers))

    def under(self, numbers: Iterable[RuleNumber]) -> set[RuleNumber]:
        """Some numbers with those of all rows under them."""
        found = {number for number in numbers if number in self.places}
        for row in self.rows if found else ():
            if row.parent in found:
                found.add(row.number)
        return found

    def above(self, row: Row) -> tuple[str, ...]:
        """The headings over a row, as `704 State-Based Actions`, the outermost first."""
        titles: list[str] = []
        seen = {row.number}
        while row.parent in self.places and row.parent not in seen:
            row = self.rows[self.places[row.parent]]
            seen.add(row.number)
            if row.kind == "heading":
                titles.append(f"{row.number} {row.title}" if row.number[:1].isdigit() else row.title or row.number)
        return tuple(titles[::-1])


class _Both:
    """Two matched editions with their rows."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.a, self.b = _Rows(pairing.a), _Rows(pairing.b)

    @cached_property
    def _naming(self) -> Naming:
        return Naming(self.pairing.links)

    def in_order(self) -> list[Link]:
        """The links in the order of the newer edition; what is gone comes after what stood before it."""
        after: dict[RuleNumber, int] = {}
        last = -1
        becomes = self._naming.becomes
        for row in self.a.rows:
            to = becomes[row.number]
            last = self.b.places[to] if to is not None else last
            after[row.number] = last

        def place(link: Link) -> tuple[int, int, int]:
            if link.b:
                return min(self.b.places[number] for number in link.b), 0, 0
            return after[link.a[0]], 1, self.a.places[link.a[0]]

        return sorted(self.pairing.links, key=place)

    def change(self, link: Link, kinds: tuple[str, ...]) -> Change:
        """What became of the rule of a link, with its words where these are told: not where only its number changed."""
        a, b = self.a.of(link.a), self.b.of(link.b)
        words = Differences()
        if self.pairing.worded and not set(link.kinds) <= _OF_NUMBER:
            said_a, said_b = [passages(row) for row in a], [passages(row) for row in b]
            words = differences(said_a, said_b, self._naming.in_a, self._naming.in_b)
        return Change(link, kinds, a, b, words, self.b.above(b[0]) if b else self.a.above(a[0]))

    def is_entry(self, link: Link) -> bool:
        """Whether a link is of an entry of a glossary."""
        rows = (*self.a.of(link.a), *self.b.of(link.b))
        return all(row.kind == "fragment" and row.title for row in rows)

    def numbers(self, wanted: set[RuleNumber] | None) -> tuple[tuple[RuleNumber, ...], tuple[RuleNumber, ...]]:
        """The printed numbers of the older edition that now name another rule, and those that name none."""
        reused, gone = [], []
        for link in self.pairing.links:
            for number in link.a:
                if self.a.rows[self.a.places[number]].kind != "fragment" and (wanted is None or number in wanted):
                    if number not in self.b.places:
                        gone.append(number)
                    elif number not in link.b:
                        reused.append(number)
        return tuple(sorted(reused, key=self.a.places.__getitem__)), tuple(sorted(gone, key=self.a.places.__getitem__))
