"""The rules that decide an answer, by id: the library's words if the rule is installed, else our restatement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from rules_cli.errors import BookNotFound
from rules_cli.model import Because, Rule


class RuleSource(Protocol):
    """The part of a library that is used here."""

    def get(self, rule_id: str, /) -> Rule | None:
        """The rule of an exact id, `fab:2.7.3a` or `fab@2025:2.7.3a`; None if not installed."""

    def editions(self, book: str, /) -> list[str]:
        """The installed editions of a book, the newest first; raises BookNotFound."""


def because(ids: Iterable[str], library: RuleSource | None, restated: Mapping[str, str]) -> list[Because]:
    """The deciding rules in their order, each with its words.

    An id is `book:number` (the newest edition) or `book@edition:number` (that edition, since the number may be another
    rule's in the next). `restated` maps ids to our words for rules that are not installed.
    """
    found: list[Because] = []
    for rule_id in ids:
        rule = library.get(rule_id) if library else None
        if library is None or rule is None:
            found.append(Because(rule_id, restated.get(rule_id, ""), installed=False))
            continue
        is_newest = library.editions(rule.book)[0] == rule.edition
        text = rule.text or rule.plain or rule.title or ""
        found.append(Because(rule.id if is_newest else f"{rule.book}@{rule.edition}:{rule.number}", text))
    return found


def as_written_for(ids: Iterable[str], library: RuleSource) -> list[str]:
    """The ids, each with the edition that ships if the newest one lacks the rule or words it in another way.

    The data that decides was written for the edition that ships, so that is the wording to show.
    """
    written = []
    for rule_id in ids:
        book, _, number = rule_id.partition(":")
        rule = library.get(rule_id)
        try:
            first = rule_id if "@" in rule_id else f"{book}@{library.editions(book)[-1]}:{number}"
        except BookNotFound:
            first = rule_id
        is_outdated = rule is None or (not rule.plain and library.get(first) is not None)
        written.append(first if is_outdated else rule_id)
    return written
