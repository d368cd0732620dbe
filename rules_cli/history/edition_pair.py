"""Two editions of a book, matched: each rule's counterpart in the other edition, and what changed.

Editions far apart are matched through the editions between them: step by step a rule changes little. Matching takes up
to two seconds, so the result is kept in the cache: one file for a pair of editions.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache

from rules_cli.errors import RuleNotFound, RulesError, RulesWarning, TooManyOpen
from rules_cli.history import kept_pairs
from rules_cli.history.indexed_edition import IndexedEdition, has_words
from rules_cli.history.match import match
from rules_cli.history.passages import Passages, passages
from rules_cli.history.rule_links import OF_NUMBER, RuleLink, RuleNames, followed, with_kinds
from rules_cli.history.text_diff import Differences, differences
from rules_cli.model import Row, RuleNumber
from rules_cli.store.edition import Edition


class Pairing:
    """Two matched editions `a` and `b`. Each rule of either is in one link.
    `changes` are the links of rules that changed in any way, in no order; any other rule kept its number and its words.
    `worded` is false if one of the two holds only restatements: then the fingerprints of texts were compared."""

    def __init__(self, a: Edition, b: Edition, changes: Sequence[RuleLink], worded: bool) -> None:
        self.a, self.b, self.changes, self.worded = a, b, tuple(changes), worded

    @cached_property
    def links(self) -> tuple[RuleLink, ...]:
        """The links of all rules."""
        unchanged = [number for number in self.a.numbers() if number not in self._by_number]
        return (*self.changes, *(RuleLink((number,), (number,)) for number in unchanged))

    @cached_property
    def _by_number(self) -> dict[RuleNumber, RuleLink]:
        """The links of changed rules by their numbers in `a`."""
        return {number: link for link in self.changes for number in link.a}

    def link(self, number: RuleNumber) -> RuleLink:
        """Return the link of a rule of `a`, with the rule of `b` that it became. Raise RuleNotFound if `a` lacks it."""
        if number in self._by_number:
            return self._by_number[number]
        if self.a.get(number) is None:
            raise RuleNotFound(f"{self.a.slug}:{number}", edition=self.a.name)
        return RuleLink((number,), (number,))

    @cached_property
    def names(self) -> RuleNames:
        """Names for the rules, the same in both editions."""
        return RuleNames(self.links)

    def differences(self, link: RuleLink) -> Differences:
        """Compare the rows of a link word for word; nothing differs if only their numbers changed."""
        if not self.worded or OF_NUMBER.issuperset(link.kinds):
            return Differences()

        def texts(edition: Edition, numbers: Iterable[RuleNumber]) -> list[Passages]:
            entries = [entry for number in numbers if (entry := edition.get(number))]
            return [passages(entry.row) for entry in sorted(entries, key=lambda entry: entry.place)]

        return differences(texts(self.a, link.a), texts(self.b, link.b), self.names.in_a, self.names.in_b)

    def backwards(self) -> Pairing:
        """Return the same from `b` to `a`."""
        return Pairing(self.b, self.a, [link.backwards() for link in self.changes], self.worded)


def match_editions(a: Edition, b: Edition, installed: Iterable[Edition] = ()) -> Pairing:
    """Match two editions of one book, in either order, through the `installed` editions between them.
    The match is kept in the cache. An edition between them that cannot be compared is left out with a RulesWarning.
    The time grows with the number of editions between them. Raise LibraryError if one of the two can't be read."""
    if a.path == b.path:
        return Pairing(a, b, (), True)
    if _age(b) < _age(a):
        return match_editions(b, a, installed).backwards()
    between = [each for each in installed if _age(a) < _age(each) < _age(b) and each.shipped == a.shipped == b.shipped]
    way = [a, *_whole(sorted(between, key=_age), a, b), b]
    with suppress(ValueError, KeyError, TypeError):  # nothing is kept, or the file was changed by hand
        kept = kept_pairs.read(way)
        links = [RuleLink(tuple(of_a), tuple(of_b), sure, tuple(kinds)) for of_a, of_b, sure, kinds in kept["links"]]
        return Pairing(a, b, links, kept["worded"])
    pairing, used_way = _matched(way)
    kept_pairs.keep(used_way, {"worded": pairing.worded, "links": pairing.changes})
    return pairing


def _whole(between: Sequence[Edition], a: Edition, b: Edition) -> list[Edition]:
    """Return the editions that have half of the numbers of two others: not a single chapter, nor another document,
    through which the rules of the two would all be lost."""
    if not between:
        return []
    of_a, of_b = set(a.numbers()), set(b.numbers())
    enough, either = min(len(of_a), len(of_b)) / 2, of_a | of_b
    return [each for each in between if len(either.intersection(each.numbers())) >= enough]


def comparable(a: Edition, b: Edition) -> Pairing | None:
    """Match an edition with the next of a chain, in either direction; None, with a RulesWarning, if that is impossible.
    The caller then goes on from `a` to the edition after `b`: one pair must not end a comparison of a hundred editions.
    Raise TooManyOpen or MemoryError, which any other pair would meet, too."""
    try:
        return match_editions(a, b)
    except (TooManyOpen, MemoryError):
        raise
    except RulesError as error:
        why = str(error)
    except Exception as error:  # noqa: BLE001 - a fault of the matching in one pair says nothing about the others
        why = f"this is a bug, please report it: {type(error).__name__}: {error}"
    warnings.warn(f"{a!r} and {b!r} cannot be compared, so {b!r} is left out: {why}", RulesWarning, stacklevel=2)
    return None


def _matched(way: Sequence[Edition]) -> tuple[Pairing, Sequence[Edition]]:
    """Match the first edition of a way with the last, step by step; return also the editions that were used.
    An edition on the way that cannot be compared is not used."""
    a, b = way[0], way[-1]
    if len(way) == 2:
        worded = has_words(rows_of(a)) and has_words(rows_of(b))
        links = link_editions(_indexed(a, worded), _indexed(b, worded))
    else:
        steps: list[Pairing] = []
        last = a
        for edition in way[1:-1]:
            if step := comparable(last, edition):
                steps.append(step)
                last = edition
        steps.append(match_editions(last, b))
        way, worded = [a, *(step.b for step in steps)], all(step.worded for step in steps)
        links = with_kinds(_indexed(a, worded), _indexed(b, worded), followed([step.links for step in steps]))
    changes = [link for link in links if link != RuleLink(link.a, link.a)]  # that link is of an unchanged rule
    return Pairing(a, b, changes, worded), way


@lru_cache(maxsize=4)
def rows_of(edition: Edition) -> tuple[Row, ...]:
    """Return all rows of an edition in source order."""
    return tuple(entry.row for entry in edition.entries())


@lru_cache(maxsize=3)  # one more than a pair: the next pair has one of these two
def _indexed(edition: Edition, worded: bool) -> IndexedEdition:
    return IndexedEdition(rows_of(edition), worded)


def _age(edition: Edition) -> tuple[str, bool, str]:
    """Return what sorts editions from old to new. Of two with one name, the shipped one is first."""
    return edition.name, not edition.shipped, str(edition.path)


def link_editions(a: IndexedEdition, b: IndexedEdition) -> list[RuleLink]:
    """Return the links of two neighbouring editions, without library and cache."""
    matches = match(a, b)

    def numbers(edition: IndexedEdition, places: Iterable[int], first: RuleNumber) -> tuple[RuleNumber, ...]:
        """Return the numbers of the rows at `places`, each once; `first` is in front if it is among them."""
        each_once = dict.fromkeys(edition.rows[place].number for place in places)
        return tuple(sorted(each_once, key=lambda number: number != first))

    links = []
    for i, j in sorted(matches.to.items()):
        of_a = numbers(a, [i, *matches.merged.get(j, [])], first=b.rows[j].number)
        of_b = numbers(b, [j, *matches.split.get(i, [])], first=a.rows[i].number)
        links.append(RuleLink(of_a, of_b, matches.confidence(i, j)))
    links += [RuleLink((a.rows[i].number,), ()) for i in matches.free_a()]
    links += [RuleLink((), (b.rows[j].number,)) for j in matches.free_b()]
    return with_kinds(a, b, links)
