"""Links between the numbers of one rule in two editions, and what changed in it."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from rules_cli.history.indexed_edition import ROOT, IndexedEdition
from rules_cli.history.text_diff import differences
from rules_cli.model import Reference, RuleNumber

KINDS = ("added", "removed", "split", "merged", "moved", "renumbered", "changed", "examples", "notes", "references")
"""Kinds of change in a rule. `moved`: it is under another rule or heading than before; `renumbered`: under the same
one. `references`: a reference leads to another rule."""

OF_NUMBER = frozenset({"moved", "renumbered"})
"""The kinds of change that leave a rule's words alone."""

SURE = 0.7  # tells true matches from false ones in tests/history/test_real_editions.py; less is a guess
_BACKWARDS = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}


class RuleLink(NamedTuple):
    """The numbers of a rule in the older edition and in the newer, and what changed.
    Each side has one number, except for a rule that was added (none in `a`), removed (none in `b`), split (several in
    `b`) or merged (several in `a`). Of several, the first has the number of the whole, or else is the most similar.
    `kinds` are some of KINDS, in their order."""

    a: tuple[RuleNumber, ...]
    b: tuple[RuleNumber, ...]
    confidence: float = 1.0
    kinds: tuple[str, ...] = ()

    @property
    def to(self) -> RuleNumber | None:
        """The number in the newer edition, the first of several; None if the rule was removed."""
        return self.b[0] if self.b else None

    @property
    def sure(self) -> bool:
        """Whether the match is more than a guess."""
        return self.confidence >= SURE

    def backwards(self) -> RuleLink:
        """Return the same link from the newer edition to the older."""
        kinds = {_BACKWARDS.get(kind, kind) for kind in self.kinds}
        return RuleLink(self.b, self.a, self.confidence, _in_order(kinds))


def _in_order(kinds: Collection[str]) -> tuple[str, ...]:
    """Return the kinds of change in the order of KINDS."""
    return tuple(kind for kind in KINDS if kind in kinds)


class RuleNames:
    """Names for the rules of two linked editions: a rule has the same name in both, even under another number.
    The name is the number in the newer edition, of several the first, or `("gone", number)` of a removed rule.
    `becomes` has for each number of the older edition that of the newer, None if the rule was removed. `counts_as` has
    for each number of the newer edition the first of the same link."""

    def __init__(self, links: Iterable[RuleLink]) -> None:
        self.becomes: dict[RuleNumber, RuleNumber | None] = {}
        self.counts_as: dict[RuleNumber, RuleNumber] = {}
        for link in links:
            self.becomes.update((number, link.to) for number in link.a)
            self.counts_as.update((number, link.b[0]) for number in link.b)

    def in_a(self, reference: Reference) -> Hashable:
        """Return the name of the rule that a reference of the older edition leads to."""
        target = RuleNumber(reference.target)
        if target not in self.becomes:  # the reference is broken
            return self.counts_as.get(target, target)
        return self.becomes[target] or ("gone", target)

    def in_b(self, reference: Reference) -> Hashable:
        """Return the name of the rule that a reference of the newer edition leads to, even if that was removed."""
        target = RuleNumber(reference.target)
        is_gone = target not in self.counts_as and self.becomes.get(target, target) is None
        return ("gone", target) if is_gone else self.counts_as.get(target, target)


def followed(steps: Sequence[Sequence[RuleLink]]) -> list[RuleLink]:
    """Return the links from the first of several editions to the last, from the links of each edition to the next.
    A rule that was split or merged on the way has all its parts. A link is as sure as its least sure step."""
    found, *others = steps
    for links in others:
        found = _joined(found, links)
    return list(found)


# Complexity: a rule may be kept, split, merged, added or removed in either step.
def _joined(before: Sequence[RuleLink], after: Sequence[RuleLink]) -> list[RuleLink]:
    """Return the links of two steps as one. Each rule of the first and of the last edition is in one of them."""
    second_of = {number: second for second in after for number in second.a}
    leading_to: dict[RuleLink, list[RuleLink]] = {}  # the links of the first step that go on with one of the second
    joined = []
    for first in before:
        seconds = [second_of[number] for number in first.b if second_of[number].b]
        if seconds:
            leading_to.setdefault(seconds[0], []).append(first)
        elif first.a:  # removed in one of the steps
            joined.append(RuleLink(first.a, ()))
    taken = set(leading_to)
    for second, firsts in leading_to.items():
        of_b = [*second.b]
        for number in (number for first in firsts for number in first.b[1:]):  # other parts of a rule that was split
            part = second_of[number]
            if part.a[0] == number and part.b and part not in taken:
                taken.add(part)
                of_b += part.b
        main = second.a[0]
        firsts.sort(key=lambda first, main=main: main not in first.b[:1])  # type: ignore[misc]  # the main rule first
        of_a = tuple(number for first in firsts for number in first.a)
        joined.append(RuleLink(of_a, tuple(of_b), min(firsts[0].confidence, second.confidence)))
    reached = {number for link in joined for number in link.b}
    joined += [RuleLink((), link.b) for link in after if link.b and link.b[0] not in reached]
    return joined


def with_kinds(a: IndexedEdition, b: IndexedEdition, links: Sequence[RuleLink]) -> list[RuleLink]:
    """Return the links of two editions with what changed in each."""
    comparison = _LinkComparison(a, b, RuleNames(links))
    return [link._replace(kinds=comparison.kinds(link)) for link in links]


class _LinkComparison:
    """Two editions whose links are known, to find what changed in each rule."""

    def __init__(self, a: IndexedEdition, b: IndexedEdition, names: RuleNames) -> None:
        self._a, self._b, self._names = a, b, names

    def kinds(self, link: RuleLink) -> tuple[str, ...]:
        """Return the kinds of change of one rule; empty if nothing changed."""
        if not link.a:
            return ("added",)
        if not link.b:
            return ("removed",)
        return _in_order((*self._kinds_of_number(link), *self._kinds_of_text(link)))

    def _kinds_of_number(self, link: RuleLink) -> Iterator[str]:
        """Yield whether a rule was split or merged, and whether its first row has another number or another parent."""
        if len(link.b) > 1:
            yield "split"
        if len(link.a) > 1:
            yield "merged"
        a, b = self._a.row(link.a[0]), self._b.row(link.b[0])
        place_a, place_b = self._a.places[a.number], self._b.places[b.number]
        is_printed = "fragment" not in (a.kind, b.kind) and self._a.kinds[place_a] != "entry"
        if a.number != b.number and is_printed:
            above_a, above_b = self._a.parents[place_a], self._b.parents[place_b]
            if ROOT in (above_a, above_b):
                same_parent = above_a == above_b
            else:
                parent_a, parent_b = self._a.rows[above_a].number, self._b.rows[above_b].number
                same_parent = self._names.becomes[parent_a] == self._names.counts_as[parent_b]
            yield "renumbered" if same_parent else "moved"

    def _kinds_of_text(self, link: RuleLink) -> Iterable[str]:
        """Return the kinds of change in the texts; of restatements only whether the official words changed."""
        a, b = self._a.row(link.a[0]), self._b.row(link.b[0])
        if a.kind != "heading" and None in (a.words.text, b.words.text):
            return () if a.fingerprint == b.fingerprint else ("changed",)
        names = self._names
        is_single = len(link.a) == len(link.b) == 1
        if is_single and (a.title, a.words, len(a.references)) == (b.title, b.words, len(b.references)):
            pairs = zip(a.references, b.references, strict=True)  # a quick answer for most rules
            if all(names.in_a(old) == names.in_b(new) for old, new in pairs):
                return ()
        passages_a, passages_b = self._a.passages_of(link.a), self._b.passages_of(link.b)
        return differences(passages_a, passages_b, names.in_a, names.in_b).kinds()
