"""Deciding rules by id: the library's words where the rule is installed, else our restatement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from rules_cli.errors import BookNotFound, RuleNotFound
from rules_cli.model import Because, Rule


class RuleSource(Protocol):
    """What is asked of a library."""

    def rule(self, number: str, /) -> Rule:
        """The rule of an id, `fab:2.7.3a` or `fab@2025:2.7.3a`; raises RuleNotFound, BookNotFound."""

    def editions(self, book: str, /) -> list[str]:
        """The installed editions of a book, the newest first; raises BookNotFound."""


def because(ids: Iterable[str], library: RuleSource | None, restated: Mapping[str, str]) -> list[Because]:
    """The deciding rules, in their order, each with its words.

    An id is `book:number` (the newest edition) or `book@edition:number` (that edition and no other, since a number
    may be another rule's in the next). `restated` maps ids, as asked for, to our words for what is not installed.
    """
    return [_installed(asked, library) or Because(asked, restated.get(asked, ""), installed=False) for asked in ids]


def as_written_for(ids: Iterable[str], library: RuleSource) -> list[str]:
    """The ids, each in the edition that ships where the newest one lacks the rule or words it in another way.

    For rules without an edition, which were read in the edition that ships: what decides must be what is shown.
    """
    return [asked if "@" in asked or _holds(asked, library) else _shipped(asked, library) for asked in ids]


def _holds(asked: str, library: RuleSource) -> bool:
    try:
        rule = library.rule(asked)
    except (RuleNotFound, BookNotFound):
        return False
    return rule.plain_current is not False


def _shipped(asked: str, library: RuleSource) -> str:
    book, _, number = asked.partition(":")
    try:
        return f"{book}@{library.editions(book)[-1]}:{number}"
    except BookNotFound:
        return asked


def _installed(asked: str, library: RuleSource | None) -> Because | None:
    if library is None:
        return None
    try:
        rule = library.rule(asked)
        newest = library.editions(rule.book)[0] == rule.edition
    except (RuleNotFound, BookNotFound):
        return None
    if rule.number != asked.partition(":")[2]:  # a forgiving reading of a number that isn't there
        return None
    text = rule.text or rule.plain or rule.title or ""
    return Because(rule.id if newest else f"{rule.book}@{rule.edition}:{rule.number}", text)
