"""What became of each linked rule: its number, its place, its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rules_cli.history.differences import differences
from rules_cli.history.indexed_edition import ROOT, IndexedEdition
from rules_cli.history.rule_links import RuleLink, RuleNames, in_order
from rules_cli.model import Row, RuleNumber


def with_kinds(a: IndexedEdition, b: IndexedEdition, links: Sequence[RuleLink]) -> list[RuleLink]:
    """The links of two editions with what changed in each."""
    telling = _Telling(a, b, RuleNames(links))
    return [replace(link, kinds=telling.kinds(link)) for link in links]


class _Telling:
    def __init__(self, a: IndexedEdition, b: IndexedEdition, naming: RuleNames) -> None:
        self._a, self._b, self._naming = a, b, naming

    def kinds(self, link: RuleLink) -> tuple[str, ...]:
        if not link.a or not link.b:
            return ("added",) if link.b else ("removed",)
        return in_order((*self._of_number(link), *self._of_words(link)))

    def _of_number(self, link: RuleLink) -> Iterator[str]:
        if len(link.b) > 1:
            yield "split"
        if len(link.a) > 1:
            yield "merged"
        a, b = link.a[0], link.b[0]
        if a != b and self._printed(a, b):
            yield "renumbered" if self._under_the_same(a, b) else "moved"

    def _printed(self, a: RuleNumber, b: RuleNumber) -> bool:
        """Whether both numbers are the book's own: what has none is called by its place, which is no news."""
        return self._a.row(a).kind != "fragment" and self._b.row(b).kind != "fragment"

    def _under_the_same(self, a: RuleNumber, b: RuleNumber) -> bool:
        above_a, above_b = self._a.parents[self._a.places[a]], self._b.parents[self._b.places[b]]
        if ROOT in (above_a, above_b):
            return above_a == above_b
        number_a, number_b = self._a.rows[above_a].number, self._b.rows[above_b].number
        return self._naming.becomes[number_a] == self._naming.counts_as[number_b]

    def _of_words(self, link: RuleLink) -> Iterable[str]:
        a, b = self._a.row(link.a[0]), self._b.row(link.b[0])
        if a.kind != "heading" and None in (a.words.text, b.words.text):
            return () if a.fingerprint == b.fingerprint else ("changed",)
        if len(link.a) == len(link.b) == 1 and self._plainly_same(a, b):
            return ()
        said_a, said_b = self._a.said_by(link.a), self._b.said_by(link.b)
        return differences(said_a, said_b, self._naming.in_a, self._naming.in_b).kinds()

    def _plainly_same(self, a: Row, b: Row) -> bool:
        """The quick answer for most rules of two neighbouring editions."""
        same_words = a.title == b.title and a.words == b.words and len(a.references) == len(b.references)
        pairs = zip(a.references, b.references, strict=True) if same_words else ()
        return same_words and all(self._naming.in_a(old) == self._naming.in_b(new) for old, new in pairs)
