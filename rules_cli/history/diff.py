"""The changes between two editions of a book: each rule that changed, with its texts compared word for word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, islice

from rules_cli.errors import NearRules, RuleNotFound
from rules_cli.history.edition_pair import Pairing, match_editions, rows_of
from rules_cli.history.indexed_edition import has_words
from rules_cli.history.rule_links import KINDS, OF_NUMBER, RuleLink
from rules_cli.history.text_diff import Differences
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.near import same_chapter
from rules_cli.lookup.path import follow_typed
from rules_cli.model import Row, RuleNumber
from rules_cli.numbers.parts import closest
from rules_cli.numbers.typed import read_asked
from rules_cli.numbers.typed_words import group_words
from rules_cli.store.edition import Edition
from rules_cli.text import fold

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)?[a-z]?")


@dataclass(frozen=True, slots=True)
class RuleChange:
    """The changes of one rule."""

    link: RuleLink
    kinds: tuple[str, ...]  # the kinds of change that the reader wants
    a: tuple[Row, ...]  # its rows in the older edition, in the order of print; none if it was added
    b: tuple[Row, ...]  # and in the newer edition; none if it was removed
    words: Differences
    headings: tuple[str, ...]  # above the rule, outermost first; the last is its own if it is a heading
    places: tuple[int | None, int | None]  # of its first row in either edition, from 0
    below: int = 0  # in a summary: how many rules below it were added or removed with it


@dataclass(frozen=True, slots=True)
class Diff:
    """The changes from edition `a` to edition `b`, in the order of `b`; a removed rule is where it would be."""

    a: Edition
    b: Edition
    changes: tuple[RuleChange, ...]
    counts: Mapping[str, int]  # of the changes of each kind
    retyped: int  # further rules in which only quotation marks, dashes and the like differ
    reused: tuple[RuleNumber, ...]  # the numbers of `a` that are another rule's in `b`
    gone: tuple[RuleNumber, ...]  # the numbers that no rule of `b` has
    worded: bool  # both editions have the official words
    is_summary: bool = False  # only some of the changes are in it
    left_out: int = 0  # the added and removed rules that a summary leaves out


def diff(
    a: Edition, b: Edition, ids: Sequence[str] = (), left_out: Collection[str] = (), installed: Iterable[Edition] = ()
) -> Diff:
    """Compare two editions: all rules, or the rules that `ids` name in either edition and all rules under them.
    Editions far apart are matched through the `installed` editions between them. An id is a number in any spelling, a
    range, or a term of the glossary. `left_out` are kinds of change. Raise RuleNotFound if neither edition has an id,
    UsageError if a word is not an id."""
    comparison = _EditionComparison(match_editions(a, b, installed), left_out)
    wanted_a, wanted_b = comparison.numbers_of(ids)
    links = comparison.links_in_print_order(wanted_a, wanted_b)
    changes = tuple(change for link in links if (change := comparison.change(link)))
    found = Counter(kind for change in changes for kind in change.kinds)
    counts = {kind: found[kind] for kind in KINDS if found[kind]}
    retyped = sum(map(comparison.is_retyped, links))
    reused, gone = comparison.stale_numbers(wanted_a)
    return Diff(a, b, changes, counts, retyped, reused, gone, comparison.pairing.worded)


def changes_below(a: RowRef, b: RowRef, installed: Iterable[Edition] = ()) -> tuple[RuleChange, ...]:
    """Return the changes of the rules under a rule, which is `a` in one edition and `b` in a newer one."""
    comparison = _EditionComparison(match_editions(a.edition, b.edition, installed), ())
    below_a, below_b = comparison.a.with_all_under([a.number]), comparison.b.with_all_under([b.number])
    links = comparison.links_in_print_order(below_a - {a.number}, below_b - {b.number})
    return tuple(change for link in links if (change := comparison.change(link)))


class _EditionRows:
    """The rows of one edition by number."""

    def __init__(self, edition: Edition) -> None:
        self.rows = rows_of(edition)
        self.places = {row.number: place for place, row in enumerate(self.rows)}
        self.has_words = has_words(self.rows)
        self.glossary = {entry.number for entry in edition.explained()}

    def of(self, numbers: Iterable[RuleNumber]) -> tuple[Row, ...]:
        """Return the rows with the given numbers, in the order of print."""
        return tuple(self.rows[place] for place in sorted(self.places[number] for number in numbers))

    def with_all_under(self, numbers: Iterable[RuleNumber]) -> set[RuleNumber]:
        """Return the given numbers that the edition has, and the numbers of all rows under them."""
        branch = {number for number in numbers if number in self.places}
        for row in self.rows:  # a row is printed after its parent
            if row.parent in branch:
                branch.add(row.number)
        return branch

    def between(self, first: RuleNumber, last: RuleNumber) -> list[RuleNumber]:
        """Return the numbers of a range; empty if the edition lacks one of its ends."""
        if first not in self.places or last not in self.places:
            return []
        return [row.number for row in self.rows[self.places[first] : self.places[last] + 1]]

    def entries(self, term: str) -> list[RuleNumber]:
        """Return the numbers of the glossary's entries for a term."""
        return [row.number for row in self.rows if row.number in self.glossary and fold(row.title or "") == fold(term)]

    def headings(self, number: RuleNumber) -> tuple[str, ...]:
        """Return the headings above a rule, and its own if it is one, as `704 State-Based Actions`, outermost first."""
        titles: list[str] = []
        place: int | None = self.places[number]
        while place is not None:
            row = self.rows[place]
            if row.kind == "heading" or (row.title and row.number not in self.glossary):
                titles.append(f"{row.number} {row.title}" if row.number[:1].isdigit() else row.title or row.number)
            above = self.places.get(row.parent) if row.parent else None
            place = above if above is not None and above < place else None  # an edited tree may have cycles
        return tuple(titles[::-1])


class _EditionComparison:
    """Two matched editions with their rows, and the kinds of change that are `left_out`."""

    def __init__(self, pairing: Pairing, left_out: Collection[str]) -> None:
        self.pairing = pairing
        self.a, self.b = _EditionRows(pairing.a), _EditionRows(pairing.b)
        self._left_out = left_out

    def numbers_of(self, ids: Sequence[str]) -> tuple[AbstractSet[RuleNumber], AbstractSet[RuleNumber]]:
        """Return the numbers that `ids` name, with all numbers under them, in the older and in the newer edition.
        Without `ids`, return all numbers. Raise RuleNotFound or UsageError."""
        if not ids:
            return self.a.places.keys(), self.b.places.keys()
        numbers = {number for word in group_words(ids) for number in self._numbers_of_id(word)}
        return self.a.with_all_under(numbers), self.b.with_all_under(numbers)

    def _numbers_of_id(self, word: str) -> list[RuleNumber]:
        """Return the numbers in either edition that one id names: a term, a range `704.5a-c` or a number `704.5k`.
        Raise RuleNotFound if neither edition has it."""
        if entries := [*self.b.entries(word), *self.a.entries(word)]:
            return entries
        asked = read_asked(word)
        number = asked.readings[0]
        if asked.last is not None:
            numbers = [*self.b.between(number, asked.last), *self.a.between(number, asked.last)]
        else:
            both = (self.pairing.b, self.pairing.a)
            paths = (place.row.number for each in both for place in follow_typed(each, asked))
            found = (entry for reading in asked.readings for each in both if (entry := each.find(reading)))
            numbers = [*islice(chain(paths, (entry.row.number for entry in found)), 1)]
        if not numbers:
            slug, editions = self.pairing.a.slug, f"{self.pairing.a.name} or {self.pairing.b.name}"
            near = closest(number, same_chapter(number, {*self.b.places, *self.a.places}))
            near_rules = NearRules(tuple(f"{slug}:{other}" for other in near))
            raise RuleNotFound(f"{slug}:{number}", lambda: near_rules, edition=editions)
        return numbers

    def links_in_print_order(self, a: AbstractSet[RuleNumber], b: AbstractSet[RuleNumber]) -> list[RuleLink]:
        """Return the links with a number of `a` in the older edition or of `b` in the newer one, in the order of the
        newer one; a removed rule comes after the rule before it."""
        places_in_b: dict[RuleNumber, int] = {}  # of a removed rule, that of the last kept rule before it
        place = -1
        for row in self.a.rows:
            counterpart = self.pairing.names.becomes[row.number]
            place = self.b.places[counterpart] if counterpart is not None else place
            places_in_b[row.number] = place

        def print_order(link: RuleLink) -> tuple[int, int, int]:
            if link.b:
                return min(self.b.places[number] for number in link.b), 0, 0
            return places_in_b[link.a[0]], 1, self.a.places[link.a[0]]

        links = (link for link in self.pairing.links if not (a.isdisjoint(link.a) and b.isdisjoint(link.b)))
        return sorted(links, key=print_order)

    def change(self, link: RuleLink) -> RuleChange | None:
        """Return what changed in a rule; None if that is nothing that the reader wants, or not certain."""
        kinds = tuple(kind for kind in link.kinds if kind not in self._left_out)
        a, b = self.a.of(link.a), self.b.of(link.b)
        if not kinds or self._may_be_gap(link):
            return None
        words = self.pairing.differences(link)
        if "references" in self._left_out:
            words = words.without_references()
        if "examples" in self._left_out:
            words = words._replace(examples=())
        headings = self.b.headings(b[0].number) if b else self.a.headings(a[0].number)
        places = self.a.places[a[0].number] if a else None, self.b.places[b[0].number] if b else None
        return RuleChange(link, kinds, a, b, words, headings, places)

    def is_retyped(self, link: RuleLink) -> bool:
        """Return whether a rule kept its words, but its text is printed with other signs."""
        if not self.pairing.worded or not OF_NUMBER.issuperset(link.kinds) or not (link.a and link.b):
            return False
        a, b = self.a.of(link.a)[0], self.b.of(link.b)[0]
        # numbers change when rules are renumbered
        return _NUMBERS.sub("", a.words.text or "") != _NUMBERS.sub("", b.words.text or "")

    def _may_be_gap(self, link: RuleLink) -> bool:
        """Return whether an edition without the rule is restated: it holds only a part of the book."""
        return not ((link.a or self.a.has_words) and (link.b or self.b.has_words))

    def stale_numbers(self, wanted: Collection[RuleNumber]) -> tuple[tuple[RuleNumber, ...], tuple[RuleNumber, ...]]:
        """Return the wanted numbers of the older edition that are another rule's now, and those that no rule has now.
        Only printed numbers count: no fragments and no entries of the glossary."""
        links = {number: link for link in self.pairing.links for number in link.a if not self._may_be_gap(link)}
        reused, gone = [], []
        for row in self.a.rows:
            number = row.number
            if number not in links or number not in wanted or row.kind == "fragment" or number in self.a.glossary:
                continue
            if number not in self.b.places:
                gone.append(number)
            elif number not in links[number].b:
                reused.append(number)
        return tuple(reused), tuple(gone)
