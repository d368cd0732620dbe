"""Cite rules: what to paste so that others can find the rule, and see whose words they read."""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.lookup.permalink import permanent
from rules_cli.lookup.rule_lookup import Lookup, RowRef, official_link
from rules_cli.model import Rule


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title, and the official address of the rule or else of the book; None without one.

    `permanent` is its permanent citation, which finds these words even if their number changes.
    """

    rule: Rule
    book_title: str
    link: str | None
    permanent: str


def cite(library: Lookup, row: RowRef) -> Citation:
    """The citation of a row."""
    rule = library.compose(row)
    return Citation(
        rule,
        book_title=row.edition.about["title"],
        link=official_link(library.installed.info(rule.book), rule),
        permanent=permanent(row.edition, row.entry.row),
    )
