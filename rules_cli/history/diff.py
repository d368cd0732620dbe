"""What changed between two editions of a book: every rule that is not as it was, word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rules_cli.errors import NearRules, RuleNotFound
from rules_cli.history.differences import Differences, differences
from rules_cli.history.edition_pair import Pairing, match_editions, rows_of
from rules_cli.history.indexed_edition import has_words
from rules_cli.history.rule_links import KINDS, OF_NUMBER, RuleLink, RuleNames
from rules_cli.history.text_diff import passages
from rules_cli.model import Row, RuleNumber
from rules_cli.rule_number import closest, group_words, read_asked
from rules_cli.store.edition import Edition
from rules_cli.text import fold

LEFT_OUT = {
    "renumbering": frozenset({"renumbered"}),
    "references": frozenset({"references"}),
    "examples": frozenset({"examples"}),
    "glossary": frozenset[str](),
}
"""What a reader may leave out, and the kinds of change that this is."""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What became of one rule. `a` and `b` are its rows in the older edition and the newer, in the order of print:
    none where it was added or removed. `kinds` are those that the reader wants. `above` are the headings
    that it stands under, or itself is, the outermost first. `places` are where in print its rows begin in either
    edition, counted from 0."""

    link: RuleLink
    kinds: tuple[str, ...]
    a: tuple[Row, ...]
    b: tuple[Row, ...]
    words: Differences
    above: tuple[str, ...]
    places: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Diff:
    """The changes from edition `a` to edition `b`, in the order of `b`; what is gone stands where it would be.

    `counts` is how many changes there are of each kind; `reused` are the numbers of `a` that name another rule in
    `b`, `gone` those that name none. `worded` is false where one of the two holds no official words.
    """

    a: Edition
    b: Edition
    changes: tuple[RuleChange, ...]
    counts: Mapping[str, int]
    reused: tuple[RuleNumber, ...]
    gone: tuple[RuleNumber, ...]
    worded: bool


def diff(a: Edition, b: Edition, ids: Sequence[str] = (), left_out: Collection[str] = ()) -> Diff:
    """Compare two editions: whole, or only the rules that `ids` name in either edition, with all under them.

    An id is a rule's number in any spelling, a range, or the term of a glossary's entry. `left_out` are keys of
    LEFT_OUT. Raises RuleNotFound for what neither edition has; UsageError for what is no id.
    """
    both = _Both(match_editions(a, b))
    numbers = {number for word in group_words(ids) for number in both.named(word)}
    wanted_a, wanted_b = both.a.under(numbers), both.b.under(numbers)
    skipped = frozenset(kind for what in left_out for kind in LEFT_OUT[what])
    changes = tuple(
        both.change(link, kinds, left_out)
        for link in both.in_order()
        if both.tells(link)
        and (not ids or wanted_a.intersection(link.a) or wanted_b.intersection(link.b))
        and (kinds := tuple(kind for kind in link.kinds if kind not in skipped))
        and not ("glossary" in left_out and both.is_entry(link))
    )
    found = Counter(kind for change in changes for kind in change.kinds)
    counts = {kind: found[kind] for kind in KINDS if found[kind]}
    return Diff(a, b, changes, counts, *both.numbers(wanted_a if ids else None), both.pairing.worded)


class _Rows:
    """The rows of one edition by number."""

    def __init__(self, edition: Edition) -> None:
        self.rows = rows_of(edition)
        self.places = {row.number: place for place, row in enumerate(self.rows)}
        self.worded = has_words(self.rows)

    def of(self, numbers: Iterable[RuleNumber]) -> tuple[Row, ...]:
        """The rows of some numbers, in the order of print."""
        return tuple(self.rows[place] for place in sorted(self.places[number] for number in numbers))

    def place(self, rows: Sequence[Row]) -> int | None:
        """Where in print rows begin; None where there are none."""
        return self.places[rows[0].number] if rows else None

    def under(self, numbers: Iterable[RuleNumber]) -> set[RuleNumber]:
        """Some numbers with those of all rows under them."""
        found = {number for number in numbers if number in self.places}
        for row in self.rows if found else ():
            if row.parent in found:
                found.add(row.number)
        return found

    def between(self, first: RuleNumber, last: RuleNumber) -> list[RuleNumber]:
        """The numbers of a range; none where either end is missing."""
        if first not in self.places or last not in self.places:
            return []
        return [row.number for row in self.rows[self.places[first] : self.places[last] + 1]]

    def entries(self, term: str) -> list[RuleNumber]:
        """The entries of a glossary for a term."""
        return [row.number for row in self.rows if row.kind == "fragment" and fold(row.title or "") == fold(term)]

    def headings(self, row: Row) -> tuple[str, ...]:
        """The headings that a row stands under, or itself is, as `704 State-Based Actions`, the outermost first."""
        titles: list[str] = []
        here: Row | None = row
        while here is not None:
            if here.kind == "heading":
                titles.append(f"{here.number} {here.title}" if here.number[:1].isdigit() else here.title or here.number)
            above = self.places.get(here.parent) if here.parent else None
            here = self.rows[above] if above is not None and above < self.places[here.number] else None
        return tuple(titles[::-1])


class _Both:
    """Two matched editions with their rows."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.a, self.b = _Rows(pairing.a), _Rows(pairing.b)

    @cached_property
    def _naming(self) -> RuleNames:
        return RuleNames(self.pairing.links)

    def named(self, word: str) -> list[RuleNumber]:
        """The rules that a word of the user's names, in either edition."""
        if entries := [number for side in (self.b, self.a) for number in side.entries(word)]:
            return entries
        asked = read_asked(word)
        if asked.last is not None:
            found = [self.b.between(asked.readings[0], asked.last), self.a.between(asked.readings[0], asked.last)]
            numbers = [number for side in found for number in side]
        else:
            numbers = [n for n in asked.readings if n in self.b.places or n in self.a.places][:1]
        if not numbers:
            raise self._missing(asked.readings[0])
        return numbers

    def _missing(self, number: RuleNumber) -> RuleNotFound:
        slug, names = self.pairing.a.slug, f"{self.pairing.a.name} or {self.pairing.b.name}"
        near = closest(number, dict.fromkeys([*self.b.places, *self.a.places]))
        found = NearRules(tuple(f"{slug}:{other}" for other in near))
        return RuleNotFound(f"{slug}:{number}", lambda: found, edition=names)

    def in_order(self) -> list[RuleLink]:
        """The links in the order of the newer edition; what is gone comes after what stood before it."""
        after: dict[RuleNumber, int] = {}
        last = -1
        becomes = self._naming.becomes
        for row in self.a.rows:
            to = becomes[row.number]
            last = self.b.places[to] if to is not None else last
            after[row.number] = last

        def place(link: RuleLink) -> tuple[int, int, int]:
            if link.b:
                return min(self.b.places[number] for number in link.b), 0, 0
            return after[link.a[0]], 1, self.a.places[link.a[0]]

        return sorted(self.pairing.links, key=place)

    def change(self, link: RuleLink, kinds: tuple[str, ...], left_out: Collection[str]) -> RuleChange:
        """What became of the rule of a link, with its words where these are told: not where only its number changed."""
        a, b = self.a.of(link.a), self.b.of(link.b)
        words = Differences()
        if self.pairing.worded and not set(link.kinds) <= OF_NUMBER:
            said_a, said_b = [passages(row) for row in a], [passages(row) for row in b]
            words = differences(said_a, said_b, self._naming.in_a, self._naming.in_b)
            words = words.without_references() if "references" in left_out else words
            words = replace(words, examples=()) if "examples" in left_out else words
        above = self.b.headings(b[0]) if b else self.a.headings(a[0])
        return RuleChange(link, kinds, a, b, words, above, (self.a.place(a), self.b.place(b)))

    def tells(self, link: RuleLink) -> bool:
        """Whether anything is known of a rule: not where it is missing from what ships, which is a part of the book."""
        return bool((link.a or self.a.worded) and (link.b or self.b.worded)) or self.pairing.worded

    def is_entry(self, link: RuleLink) -> bool:
        """Whether a link is of an entry of a glossary."""
        rows = (*self.a.of(link.a), *self.b.of(link.b))
        return all(row.kind == "fragment" and row.title for row in rows)

    def numbers(self, wanted: set[RuleNumber] | None) -> tuple[tuple[RuleNumber, ...], tuple[RuleNumber, ...]]:
        """The printed numbers of the older edition that now name another rule, and those that name none."""
        reused, gone = [], []
        for link in self.pairing.links:
            for number in link.a if self.tells(link) else ():
                if self.a.rows[self.a.places[number]].kind != "fragment" and (wanted is None or number in wanted):
                    if number not in self.b.places:
                        gone.append(number)
                    elif number not in link.b:
                        reused.append(number)
        return tuple(sorted(reused, key=self.a.places.__getitem__)), tuple(sorted(gone, key=self.a.places.__getitem__))
