"""Two editions with what links them: each linked rule compared word for word."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from rules_cli.ask.changes.differences import Differences, differences
from rules_cli.ask.changes.links import Link, in_order
from rules_cli.ask.changes.sides import ROOT, Side
from rules_cli.model import Reference, Row, RuleNumber


class Comparison:
    """The rules of two editions side by side. A reference is the same in both where it names the same rule, whatever
    that rule's number is now."""

    def __init__(self, a: Side, b: Side, links: Sequence[Link]) -> None:
        self.a, self.b, self.links = a, b, links
        self._becomes = {number: link.b[0] if link.b else None for link in links for number in link.a}
        self._counts_as = {number: link.b[0] for link in links for number in link.b}

    def differences(self, link: Link) -> Differences:
        """What differs between the two sides of a link, of which neither is empty or both sides' words are shown."""
        said_a = [self.a.said[place] for place in sorted(self.a.places[number] for number in link.a)]
        said_b = [self.b.said[place] for place in sorted(self.b.places[number] for number in link.b)]
        return differences(said_a, said_b, self._named_by_a, self._named_by_b)

    def _named_by_a(self, reference: Reference) -> Hashable:
        """The rule of the newer edition that a reference of the older names; its number alone where it led nowhere."""
        target = RuleNumber(reference.target)
        if target not in self._becomes:
            return self._counts_as.get(target, target)
        return self._becomes[target] or ("gone", target)

    def _named_by_b(self, reference: Reference) -> Hashable:
        """The rule that a reference of the newer edition names; one that names a rule long gone still does."""
        target = RuleNumber(reference.target)
        gone = target not in self._counts_as and target in self._becomes and self._becomes[target] is None
        return ("gone", target) if gone else self._counts_as.get(target, target)

    def kinds(self, link: Link) -> tuple[str, ...]:
        """What became of the rule of a link, the weightiest first."""
        if not link.a or not link.b:
            return ("added",) if link.b else ("removed",)
        return in_order((*self._of_number(link), *self._of_words(link)))

    def _of_number(self, link: Link) -> Iterator[str]:
        if len(link.b) > 1:
            yield "split"
        if len(link.a) > 1:
            yield "merged"
        first_a, first_b = link.a[0], link.b[0]
        if first_a != first_b and self._printed(first_a, first_b):
            yield "renumbered" if self._under_the_same(first_a, first_b) else "moved"

    def _printed(self, a: RuleNumber, b: RuleNumber) -> bool:
        """Whether both numbers are the book's own; what has none is called by its place, which is no news."""
        rows = self.a.rows[self.a.places[a]], self.b.rows[self.b.places[b]]
        return all(row.kind != "fragment" for row in rows)

    def _under_the_same(self, a: RuleNumber, b: RuleNumber) -> bool:
        above_a, above_b = self.a.parents[self.a.places[a]], self.b.parents[self.b.places[b]]
        if ROOT in (above_a, above_b):
            return above_a == above_b
        return self._becomes[self.a.rows[above_a].number] == self._counts_as[self.b.rows[above_b].number]

    def _of_words(self, link: Link) -> Iterable[str]:
        a, b = self.a.rows[self.a.places[link.a[0]]], self.b.rows[self.b.places[link.b[0]]]
        if a.kind != "heading" and None in (a.words.text, b.words.text):
            return () if a.fingerprint == b.fingerprint else ("changed",)
        alone = len(link.a) == len(link.b) == 1
        return () if alone and self._plainly_same(a, b) else self.differences(link).kinds()

    def _plainly_same(self, a: Row, b: Row) -> bool:
        """The quick answer for most rules of two neighbouring editions."""
        same_words = a.title == b.title and a.words == b.words and len(a.references) == len(b.references)
        return same_words and all(
            self._named_by_a(old) == self._named_by_b(new) for old, new in zip(a.references, b.references, strict=True)
        )
