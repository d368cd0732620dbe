"""Citing: what to paste so that the other side can find the rule, and see whose words it reads."""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.ask.lookup import Lookup, Place, official_link
from rules_cli.model import Rule


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title and the official address: the rule's own, or the book's; None without one."""

    rule: Rule
    book_title: str
    link: str | None


def cite(library: Lookup, place: Place) -> Citation:
    """The citation of a row."""
    rule = library.compose(place)
    return Citation(rule, place.edition.index.about["title"], official_link(library.shelf.info(rule.book), rule))
