"""Citing: what to paste so that the other side can find the rule, and see whose words it reads."""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.ask.lookup import Lookup, Place
from rules_cli.model import Rule
from rules_cli.number import parts, printed


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title and the official address: the rule's own, or the book's; None without one."""

    rule: Rule
    book_title: str
    link: str | None


def cite(library: Lookup, place: Place) -> Citation:
    """The citation of a row."""
    rule = library.compose(place)
    return Citation(rule, place.edition.index.about["title"], official_link(library, rule))


def official_link(library: Lookup, rule: Rule) -> str | None:
    """The publisher's address of a rule: `link` of book.yaml, its `{page}` looked up by the rule's chapter."""
    info = library.shelf.info(rule.book)
    if info is None or not info.link:
        return None
    number = parts(rule.number)
    page = (info.pages or {}).get(str(number.digits[0])) if number else None
    if "{page}" in info.link and page is None:
        return info.link.partition("{page}")[0]
    return info.link.replace("{page}", page or "").replace("{number}", printed(rule.number))
