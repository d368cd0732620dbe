"""Permanent citations: `mtg@2024-11-08:702.19b~5e1f03ab` is a book, an edition, a number, and what its words hash to.

A number comes to name other rules as editions go by, and an edition may not be installed: the hash finds the rule
again by its words, also among editions that ship without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_cli.errors import WordsNotFound
from rules_cli.model import Row, RuleNumber
from rules_cli.rule_number import closest, printed
from rules_cli.store.editions import Edition, InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import fingerprint

_LENGTH = 8

Hit = tuple[Edition, IndexEntry]


def words_key(row: Row) -> str:
    """What a row's words hash to: its text, or a heading's title."""
    return row.fingerprint if row.fingerprint is not None else fingerprint(row.title or "")


def permanent(edition: Edition, row: Row) -> str:
    """The permanent citation of a row."""
    return f"{edition.slug}@{edition.name}:{row.number}~{words_key(row)[:_LENGTH]}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A permanent citation, read."""

    book: str
    edition: str | None
    number: RuleNumber
    words: str

    def __str__(self) -> str:
        edition = f"@{self.edition}" if self.edition else ""
        return f"{self.book}{edition}:{self.number}~{self.words}"

    def is_said_by(self, entry: IndexEntry | None) -> bool:
        """Whether a row says what was cited."""
        return entry is not None and words_key(entry.row).startswith(self.words)


def find(installed: InstalledBooks, wanted: Wanted) -> tuple[list[Hit], str]:
    """The rule that a permanent citation means, and where it is now where that is not what it says.

    The edition and number cited come first, then the same words in that edition, then in the newest that has them.
    Several rows are given where none of those that say the same has the number. Raises BookNotFound, WordsNotFound.
    """
    named = [
        edition for edition in installed.all(wanted.book) if edition.name.lower() == (wanted.edition or "").lower()
    ]
    for edition in named:
        entry = edition.get(wanted.number)
        if entry and wanted.is_said_by(entry):
            return [(edition, entry)], ""
    for edition in dict.fromkeys([*named, *installed.readable(installed.all(wanted.book))]):
        if hits := _said_in(edition, wanted):
            ids = " or ".join(f"{installed.address(edition)}:{entry.row.number}" for _, entry in hits)
            return hits, f"{wanted} is now {ids}{_why(wanted, named)}"
    raise _nowhere(installed, wanted)


def _said_in(edition: Edition, wanted: Wanted) -> list[Hit]:
    """The rows of an edition with the words: that of the number alone where it has them."""
    found = [entry for entry in edition.entries() if wanted.is_said_by(entry)]
    same = [entry for entry in found if printed(entry.row.number) == printed(wanted.number)]
    return [(edition, entry) for entry in same or found]


def _why(wanted: Wanted, named: list[Edition]) -> str:
    if wanted.edition is None:
        return ""
    return "; its own number has other words" if named else f"; edition {wanted.edition} is not installed"


def _nowhere(installed: InstalledBooks, wanted: Wanted) -> WordsNotFound:
    there = list(_of_that_number(installed, wanted))
    if there:
        differ = "its words differ" if len(there) == 1 else "their words differ"
        message = f"no rule has the words of {wanted}; there is {', '.join(there)}, but {differ}"
        return WordsNotFound(message, str(wanted), there)
    newest = installed.all(wanted.book)[0]
    near = [f"{newest.slug}:{n}" for n in closest(wanted.number, newest.numbers())]
    number = f"{wanted.book}:{wanted.number}"
    message = f"no rule {number}, nor its words under another number; closest: {', '.join(near)}"
    return WordsNotFound(message, str(wanted), near)


def _of_that_number(installed: InstalledBooks, wanted: Wanted) -> Iterator[str]:
    for edition in installed.readable(installed.all(wanted.book)):
        if edition.get(wanted.number):
            yield f"{installed.address(edition)}:{wanted.number}"
