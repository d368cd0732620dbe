"""Two editions of a book, matched: for each rule of one its counterpart in the other, how sure that is, and what
changed. Worked out once and kept in the cache."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules_cli.errors import RuleNotFound
from rules_cli.history import cache
from rules_cli.history.comparison import with_kinds
from rules_cli.history.indexed_edition import IndexedEdition, has_words
from rules_cli.history.match import match
from rules_cli.history.match_state import MatchState
from rules_cli.history.rule_links import SURE, RuleLink
from rules_cli.model import Row, RuleNumber
from rules_cli.store.edition import Edition


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The rule that a rule has become: None where it is gone. `also` are further rules, where it was split; `merged`
    the other rules that became the same one."""

    number: RuleNumber | None
    confidence: float
    kinds: tuple[str, ...]
    also: tuple[RuleNumber, ...] = ()
    merged: tuple[RuleNumber, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether this is more than a guess."""
        return self.confidence >= SURE


class Pairing:
    """What became of the rules of edition `a` in edition `b`: every rule of either is in one link, in no order.

    `worded` is false where one of the two holds restatements only: its rules are known by their fingerprints.
    """

    def __init__(self, a: Edition, b: Edition, links: Sequence[RuleLink], worded: bool) -> None:
        self.a, self.b, self.links, self.worded = a, b, tuple(links), worded

    @cached_property
    def _forwards(self) -> dict[RuleNumber, RuleLink]:
        return {number: link for link in self.links for number in link.a}

    def link(self, number: RuleNumber) -> RuleLink:
        """What became of a rule of `a`; raises RuleNotFound where it holds none of that number."""
        try:
            return self._forwards[number]
        except KeyError:
            raise RuleNotFound(f"{self.a.slug}:{number}", edition=self.a.name) from None

    def counterpart(self, number: RuleNumber) -> Counterpart:
        """The rule of `b` that a rule of `a` has become; raises RuleNotFound where `a` holds none of that number."""
        link = self.link(number)
        first = link.b[0] if link.b else None
        merged = tuple(other for other in link.a if other != number)
        return Counterpart(first, link.confidence, link.kinds, link.b[1:], merged)

    def backwards(self) -> Pairing:
        """The same from `b` to `a`."""
        return Pairing(self.b, self.a, [link.backwards() for link in self.links], self.worded)


def match_editions(a: Edition, b: Edition) -> Pairing:
    """Match two editions of one book, either of which may be the older; from the cache, where neither has changed.

    Raises LibraryError where an edition can't be read.
    """
    if a.path == b.path:
        return Pairing(a, b, [RuleLink((number,), (number,)) for number in a.numbers()], True)
    if _age(b) < _age(a):
        return match_editions(b, a).backwards()
    with suppress(TypeError, KeyError, ValueError):  # nothing kept, or nothing of use
        kept = cache.load(a, b)
        links = [RuleLink(tuple(of_a), tuple(of_b), sure, tuple(kinds)) for of_a, of_b, sure, kinds in kept["links"]]
        return Pairing(a, b, links, kept["worded"])
    worded = has_words(rows_of(a)) and has_words(rows_of(b))
    pairing = Pairing(a, b, _link(_side(a, worded), _side(b, worded)), worded)
    links_kept = [[link.a, link.b, link.confidence, link.kinds] for link in pairing.links]
    cache.keep(a, b, {"worded": pairing.worded, "links": links_kept})
    return pairing


def _age(edition: Edition) -> tuple[str, bool, str]:
    return edition.name, not edition.shipped, str(edition.path)


@lru_cache(maxsize=4)
def rows_of(edition: Edition) -> tuple[Row, ...]:
    """All rows of an edition in source order, read once for the few questions that a command puts."""
    return tuple(entry.row for entry in edition.entries())


@lru_cache(maxsize=2)
def _side(edition: Edition, worded: bool) -> IndexedEdition:
    return IndexedEdition(rows_of(edition), worded)


def link_rows(a: Sequence[Row], b: Sequence[Row]) -> list[RuleLink]:
    """What became of the rows of one edition in another. Pure: no cache, no library."""
    worded = has_words(a) and has_words(b)
    return _link(IndexedEdition(a, worded), IndexedEdition(b, worded))


def _link(a: IndexedEdition, b: IndexedEdition) -> list[RuleLink]:
    return with_kinds(a, b, list(_links(match(a, b))))


def _links(found: MatchState) -> Iterator[RuleLink]:
    """Every row of either edition in one link; what changed is not told yet."""
    for i, j in sorted(found.to.items()):
        of_a, of_b = _numbers(found.a, i, found.merged.get(j, [])), _numbers(found.b, j, found.split.get(i, []))
        yield RuleLink(_kept_first(of_a, of_b[0]), _kept_first(of_b, of_a[0]), found.confidence(i, j))
    yield from (RuleLink(_numbers(found.a, i), ()) for i in found.left_a())
    yield from (RuleLink((), _numbers(found.b, j)) for j in found.left_b())


def _numbers(side: IndexedEdition, place: int, parts: Sequence[int] = ()) -> tuple[RuleNumber, ...]:
    """The number of a row, then those of the other parts where there are several."""
    return tuple(side.rows[each].number for each in dict.fromkeys([place, *parts]))


def _kept_first(numbers: tuple[RuleNumber, ...], kept: RuleNumber) -> tuple[RuleNumber, ...]:
    """Several parts with the one first that has the number of the whole, where one has."""
    return tuple(sorted(numbers, key=lambda number: number != kept))
