"""Cite rules: what to paste so that others can find the rule, and see whose words they read.

A permanent citation such as `mtg@2024-11-08:702.19b~5e1f03ab` is a book, an edition, a number and a hash of the words.
In another edition the number may name another rule, and the edition may not be installed. The hash finds the rule
again by its words, also in editions that ship without the official text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from rules_cli.errors import WordsNotFound
from rules_cli.lookup.rule_lookup import Lookup, RowRef, official_link
from rules_cli.model import Row, Rule, RuleNumber
from rules_cli.rule_number import closest, printed
from rules_cli.store import data_files
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import fingerprint

_LENGTH = 8  # digits of the hash: two rules of a book have the same once in a thousand books

Hit = tuple[Edition, IndexEntry]


def words_key(row: Row) -> str:
    """The hash of a row's words: of its text, or of a heading's title."""
    return row.fingerprint if row.fingerprint is not None else fingerprint(row.title or "")


def permanent(edition: Edition, row: Row) -> str:
    """The permanent citation of a row."""
    return f"{edition.slug}@{edition.name}:{row.number}~{words_key(row)[:_LENGTH]}"


@dataclass(frozen=True, slots=True)
class Permalink:
    """The parts of a permanent citation; `words` is the beginning of the hash."""

    book: str
    edition: str | None
    number: RuleNumber
    words: str

    def __str__(self) -> str:
        edition = f"@{self.edition}" if self.edition else ""
        return f"{self.book}{edition}:{self.number}~{self.words}"

    def matches(self, edition: Edition, row: Row) -> bool:
        """Whether a row of an edition has the words that are cited: by their fingerprint, or by that of version 1."""
        return words_key(row).startswith(self.words) or _version_1(edition, row).startswith(self.words)


def _version_1(edition: Edition, row: Row) -> str:
    """The fingerprint of version 1 of a row, "" if it ships without its text and has the same in both versions."""
    if row.words.text is not None:
        return fingerprint(row.words.text, version=1)
    return listed_permalinks(edition.slug).version_1.get(row.fingerprint or "", "")


@dataclass(frozen=True, slots=True)
class ListedPermalinks:
    """The file `permalinks.yaml`: fingerprints of version 1, by those of version 2."""

    version_1: Mapping[str, str] = field(default_factory=dict)


@cache
def listed_permalinks(slug: str) -> ListedPermalinks:
    """The `permalinks.yaml` of a book; raises SchemaError if the file is broken."""
    from rules_cli import schema

    return schema.read(ListedPermalinks, data_files.load(slug, "permalinks.yaml") or {}, f"{slug}/permalinks.yaml")


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
    return Citation(rule, library.title_of(row.edition), link, permanent(row.edition, row.entry.row), name)


def find(installed: InstalledBooks, cited: Permalink) -> tuple[list[Hit], str]:
    """The rows that a permanent citation means, and a note on their numbers if they moved.

    The edition and number cited come first, then the same words in that edition, then in the newest that has them.
    There are several rows if several have the words, and none of them the number. Raises BookNotFound, WordsNotFound.
    """
    editions = installed.all(cited.book)
    named = [edition for edition in editions if edition.name.lower() == (cited.edition or "").lower()]
    for edition in named:
        entry = edition.get(cited.number)
        if entry and cited.matches(edition, entry.row):
            return [(edition, entry)], ""
    for edition in dict.fromkeys([*named, *installed.readable(editions)]):
        if hits := _hits(edition, cited):
            ids = " or ".join(f"{installed.address(edition)}:{entry.row.number}" for _, entry in hits)
            why = "; its own number has other words" if named else f"; edition {cited.edition} is not installed"
            return hits, f"{cited} is now {ids}{why if cited.edition else ''}"
    raise _not_found(installed, cited)


def _hits(edition: Edition, cited: Permalink) -> list[Hit]:
    """The rows of an edition with the words; only that with the number if it is among them."""
    found = [entry for entry in edition.entries() if cited.matches(edition, entry.row)]
    same = [entry for entry in found if printed(entry.row.number) == printed(cited.number)]
    return [(edition, entry) for entry in same or found]


def _not_found(installed: InstalledBooks, cited: Permalink) -> WordsNotFound:
    """The error that names the rules with the number, or else the closest ones."""
    editions = installed.readable(installed.all(cited.book))
    others = [f"{installed.address(edition)}:{cited.number}" for edition in editions if edition.get(cited.number)]
    if others:
        differ = "its words differ" if len(others) == 1 else "their words differ"
        message = f"no rule has the words of {cited}; there is {', '.join(others)}, but {differ}"
        return WordsNotFound(message, str(cited), others)
    newest = installed.all(cited.book)[0]
    near = [f"{newest.slug}:{number}" for number in closest(cited.number, newest.numbers())]
    number = f"{cited.book}:{cited.number}"
    message = f"no rule {number}, nor its words under another number; closest: {', '.join(near)}"
    return WordsNotFound(message, str(cited), near)
