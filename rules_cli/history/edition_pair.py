"""Two editions of a book, matched: each rule's counterpart in the other edition, and what changed.

Matching takes a second or two, so the result is kept in the cache: one file for a pair of editions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rules_cli._version import __version__
from rules_cli.errors import RuleNotFound
from rules_cli.history.indexed_edition import IndexedEdition, has_words
from rules_cli.history.match import match
from rules_cli.history.passages import passages
from rules_cli.history.rule_links import OF_NUMBER, SURE, RuleLink, RuleNames, with_kinds
from rules_cli.history.text_diff import Differences, differences
from rules_cli.model import Row, RuleNumber
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition

_CACHE_FORMAT = 4


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The counterpart of a rule, without a `number` if the rule was removed.

    `also` are the further rules it was split into, `merged` the other rules that became the same one.
    """

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
    """Two matched editions `a` and `b`. Each rule of either is in one link; the links are in no order.

    `worded` is false if one of the two holds only restatements: then the fingerprints of texts were compared.
    """

    def __init__(self, a: Edition, b: Edition, links: Sequence[RuleLink], worded: bool) -> None:
        self.a, self.b, self.links, self.worded = a, b, tuple(links), worded

    @cached_property
    def _by_number(self) -> dict[RuleNumber, RuleLink]:
        return {number: link for link in self.links for number in link.a}

    def link(self, number: RuleNumber) -> RuleLink:
        """Return the link of a rule of `a`. Raise RuleNotFound if `a` has no such rule."""
        try:
            return self._by_number[number]
        except KeyError:
            raise RuleNotFound(f"{self.a.slug}:{number}", edition=self.a.name) from None

    def counterpart(self, number: RuleNumber) -> Counterpart:
        """Return the rule of `b` that a rule of `a` became. Raise RuleNotFound if `a` has no such rule."""
        link = self.link(number)
        first = link.b[0] if link.b else None
        merged = tuple(other for other in link.a if other != number)
        return Counterpart(first, link.confidence, link.kinds, link.b[1:], merged)

    @cached_property
    def names(self) -> RuleNames:
        """Names for the rules, the same in both editions."""
        return RuleNames(self.links)

    def differences(self, link: RuleLink, a: Iterable[Row], b: Iterable[Row]) -> Differences:
        """Compare the rows of a link word for word; nothing differs if only their numbers changed."""
        if not self.worded or OF_NUMBER.issuperset(link.kinds):
            return Differences()
        passages_a, passages_b = [passages(row) for row in a], [passages(row) for row in b]
        return differences(passages_a, passages_b, self.names.in_a, self.names.in_b)

    def backwards(self) -> Pairing:
        """Return the same from `b` to `a`."""
        return Pairing(self.b, self.a, [link.backwards() for link in self.links], self.worded)


def match_editions(a: Edition, b: Edition) -> Pairing:
    """Match two editions of one book, in either order. Raise LibraryError if an edition can't be read."""
    if a.path == b.path:
        return Pairing(a, b, [RuleLink((number,), (number,)) for number in a.numbers()], True)
    if _age(b) < _age(a):
        return match_editions(b, a).backwards()
    names = (f"{edition.name}{' (shipped)' if edition.shipped else ''}" for edition in (a, b))  # may be equal else
    path = paths.cache_dir() / "changes" / f"{a.slug}@{'-'.join(names)}.json"
    state = f"{_CACHE_FORMAT} {__version__} {a.about['state']} {b.about['state']}"
    with suppress(ValueError, KeyError, TypeError):  # nothing is cached, or the file was changed by hand
        cached = cache.read_json(path, state)
        links = [RuleLink(tuple(of_a), tuple(of_b), sure, tuple(how)) for of_a, of_b, sure, how in cached["links"]]
        return Pairing(a, b, links, cached["worded"])
    worded = has_words(rows_of(a)) and has_words(rows_of(b))
    links = _link(_indexed(a, worded), _indexed(b, worded))
    rows = [[link.a, link.b, link.confidence, link.kinds] for link in links]
    cache.keep_json(path, state, {"worded": worded, "links": rows})
    return Pairing(a, b, links, worded)


def link_rows(a: Sequence[Row], b: Sequence[Row]) -> list[RuleLink]:
    """Link the rows of two editions, without library and cache."""
    worded = has_words(a) and has_words(b)
    return _link(IndexedEdition(a, worded), IndexedEdition(b, worded))


@lru_cache(maxsize=4)
def rows_of(edition: Edition) -> tuple[Row, ...]:
    """Return all rows of an edition in source order."""
    return tuple(entry.row for entry in edition.entries())


@lru_cache(maxsize=2)
def _indexed(edition: Edition, worded: bool) -> IndexedEdition:
    return IndexedEdition(rows_of(edition), worded)


def _age(edition: Edition) -> tuple[str, bool, str]:
    return edition.name, not edition.shipped, str(edition.path)


def _link(a: IndexedEdition, b: IndexedEdition) -> list[RuleLink]:
    """Return a link for each row of either edition."""
    found = match(a, b)
    links = []
    for i, j in sorted(found.to.items()):
        of_a, of_b = _numbers(a, [i, *found.merged.get(j, [])]), _numbers(b, [j, *found.split.get(i, [])])
        links.append(RuleLink(_put_first(of_b[0], of_a), _put_first(of_a[0], of_b), found.confidence(i, j)))
    links += [RuleLink(_numbers(a, [i]), ()) for i in found.free_a()]
    links += [RuleLink((), _numbers(b, [j])) for j in found.free_b()]
    return with_kinds(a, b, links)


def _numbers(edition: IndexedEdition, places: Sequence[int]) -> tuple[RuleNumber, ...]:
    return tuple(edition.rows[place].number for place in dict.fromkeys(places))


def _put_first(first: RuleNumber, numbers: tuple[RuleNumber, ...]) -> tuple[RuleNumber, ...]:
    """Return the numbers with one of them first, if it is among them."""
    return tuple(sorted(numbers, key=lambda number: number != first))
