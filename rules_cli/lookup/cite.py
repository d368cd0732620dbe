"""Citing: what to paste so that the other side can find the rule, and see whose words it reads."""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.lookup.permalink import permanent
from rules_cli.lookup.rule_lookup import Lookup, RowRef, official_link
from rules_cli.model import Rule


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title and the official address: the rule's own, or the book's; None without one.

    `permanent` is what names these very words whatever becomes of their number (`rules_cli.lookup.permalink`).
    """

    rule: Rule
    book_title: str
    link: str | None
    permanent: str


def cite(library: Lookup, place: RowRef) -> Citation:
    """The citation of a row."""
    rule = library.compose(place)
    return Citation(
        rule,
        book_title=place.edition.about["title"],
        link=official_link(library.installed.info(rule.book), rule),
        permanent=permanent(place.edition, place.entry.row),
    )
