"""Cite rules: what to paste so that others can find the rule, and see whose words they read."""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.lookup.permalink import permalink
from rules_cli.lookup.rule_lookup import Lookup, RowRef, official_link
from rules_cli.model import Rule


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title, and the official address of the rule or else of the book; None without one.

    `permanent` is its permanent citation, which finds these words even if their number changes; `name` is how people
    write it: `CR 702.19b`.
    """

    rule: Rule
    book_title: str
    link: str | None
    permanent: str
    name: str


def cite(library: Lookup, row: RowRef) -> Citation:
    """The citation of a row."""
    rule = library.compose(row)
    info = library.installed.info(rule.book)
    document = next(iter((*info.documents, *info.called)), "") if info else ""
    name = f"{document} {rule.number}" if document else rule.id
    link = official_link(info, rule.number)
    return Citation(rule, library.title_of(row.edition), link, permalink(row.edition, row.entry.row), name)
