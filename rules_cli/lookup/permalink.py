"""Permanent citations: a rule is found again by its words, even if its number changed or its edition is not installed.

`mtg@2024-11-08:702.19b~5e1f03ab7c21d90e44b8a6f3` is a book, an edition, a number, and 24 digits that depend on the
words: 8 of their fingerprint, which leaves out the numbers of rules, then 16 of a sketch, which stays nearly the same
if a few words change. In another edition the number may name another rule, so a number alone finds nothing.

Older citations, and citations of rules that ship without their text, have 8 to 16 digits of a fingerprint alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from rules_cli.captions import Remark, Words, joined
from rules_cli.errors import WordsNotFound
from rules_cli.lookup.compose import Composer, RowRef
from rules_cli.model import Row, Rule, RuleNumber
from rules_cli.numbers.parts import parts, printed
from rules_cli.store import data_files
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fingerprint, fold, without_rule_numbers

_OF_FINGERPRINT = 8  # digits: one book in a thousand has two rules with the same
_OF_SKETCH = 16  # digits: with 12, a third more of the rules found by likeness are wrong
_ALIKE = 10
"""The equal digits that the sketches of two similar rules have at least: half of their pairs of words are the same.
From 2015 to 2026, 8 find 78 % of Magic's changed rules and 32 wrong ones, 10 find 72 % and 13, 12 find 57 % and 9."""
_MOST_ALIKE = 3  # rules that are equally similar: more share a common sentence, and none of them is meant


def permalink(edition: Edition, row: Row) -> str:
    """Return the permanent citation of a row."""
    return f"{edition.slug}@{edition.name}:{row.number}~{words_digits(row)}"


def words_digits(row: Row) -> str:
    """Return the digits of a permanent citation: of a row's text, or of a heading's title."""
    words = _words(row)
    if words is None:
        return (row.fingerprint or "")[:_OF_FINGERPRINT]
    return fingerprint(words, version=3)[:_OF_FINGERPRINT] + _sketch(words)


def _words(row: Row) -> str | None:
    """Return the text of a row, or the title of a heading; None if the row ships without its text."""
    return (row.title or "") if row.fingerprint is None else row.words.text


def _sketch(text: str) -> str:
    """Return 16 digits for a text. Two texts share about as many of them as they share pairs of neighbouring words. A
    hash of a pair is cut into 16 parts of 4 digits. Each digit is the last one of the smallest first part, second part
    and so on, among the hashes of all pairs."""
    import hashlib  # slow to import, and a look-up does not need it

    words = re.findall(r"\w+", fold(without_rule_numbers(text)))
    pairs = [f"{one} {other}" for one, other in pairwise(words)] or words
    hashes = [hashlib.sha256(pair.encode()).hexdigest() for pair in pairs] or ["0" * 64]
    return "".join(min(digits[start : start + 4] for digits in hashes)[-1] for start in range(0, 4 * _OF_SKETCH, 4))


@dataclass(frozen=True)
class Permalink:
    """The parts of a permanent citation; `words` are its digits."""

    book: str
    edition: str | None
    number: RuleNumber
    words: str

    def __str__(self) -> str:
        edition = f"@{self.edition}" if self.edition else ""
        return f"{self.book}{edition}:{self.number}~{self.words}"

    @cached_property
    def sketch(self) -> str:
        """The digits of the sketch; empty in an older citation."""
        return self.words[_OF_FINGERPRINT:] if len(self.words) == _OF_FINGERPRINT + _OF_SKETCH else ""

    def matches(self, edition: Edition, row: Row) -> bool:
        """Return whether a row of an edition has the words that are cited, by a fingerprint of any version."""
        cited = self.words[:_OF_FINGERPRINT] if self.sketch else self.words
        return any(version.startswith(cited) for version in _fingerprints(edition, row))

    def is_of_kind(self, row: Row) -> bool:
        """Return whether both are numbered rules, or neither is: a glossary repeats the words of rules."""
        return (parts(row.number) is None) == (parts(self.number) is None)

    def likeness(self, row: Row) -> int:
        """Return how many digits of the sketches are equal; 0 for a row of another kind, or without a sketch."""
        words = _words(row)
        if words is None or not self.sketch or not self.is_of_kind(row):
            return 0
        return sum(one == other for one, other in zip(self.sketch, _sketch(words), strict=True))


@dataclass(frozen=True, slots=True)
class ListedPermalinks:
    """The file `permalinks.yaml`, for rules that ship without their text: by the fingerprint of a rule, its
    fingerprints of other versions, with blanks between them."""

    also: Mapping[str, str] = field(default_factory=dict)


def listed_permalinks(slug: str) -> Mapping[str, str]:
    """Return the table of a book's `permalinks.yaml`. Raises SchemaError if the file is broken."""
    return (data_files.read(ListedPermalinks, slug, "permalinks.yaml") or ListedPermalinks()).also


def _fingerprints(edition: Edition, row: Row) -> Iterator[str]:
    """Yield the fingerprints of a row in all versions that citations have."""
    words = _words(row)
    if words is not None:
        yield from (fingerprint(words, version=version) for version in (3, 2, 1))
    elif row.fingerprint:
        yield from (row.fingerprint, *listed_permalinks(edition.slug).get(row.fingerprint, "").split())


@dataclass(frozen=True, slots=True)
class FoundPermalink:
    """The rows that a permanent citation means: several if several have its words, and none of them its number. `note`
    says so if their number or edition is not the cited one. If not `sure`, their words are only similar."""

    hits: list[RowRef]
    note: Words = ""
    sure: bool = True


# Complexity: one step for each place to look, from the likeliest to the least likely.
def find(installed: InstalledBooks, cited: Permalink) -> FoundPermalink:
    """Find the rows that a permanent citation means. The first that has a result counts: the edition and number cited,
    the same words in that edition, the same words in the newest edition that has them. If the cited edition is not
    installed, also the most similar rules of the newest. Raises BookNotFound, WordsNotFound."""
    editions = installed.all(cited.book)
    named = [edition for edition in editions if edition.name.lower() == (cited.edition or "").lower()]
    for edition in named:
        entry = edition.get(cited.number)
        if entry and cited.matches(edition, entry.row):
            return FoundPermalink([RowRef(edition, entry)])
    absent = Remark("edition not installed", (cited.edition,))
    readable = list(installed.readable(editions))
    for edition in dict.fromkeys([*named, *readable]):
        if hits := _with_words(edition, cited):
            now = Remark("permalink now", (cited, _ids(installed, hits)))
            why = Remark("own number reworded") if named else absent
            return FoundPermalink(hits, joined("semicolon", now, why if cited.edition else ""))
    if readable and not named and (hits := _alike(readable[0], cited)):
        note = Remark("permalink perhaps", (cited, _ids(installed, hits), absent))
        return FoundPermalink(hits, note, sure=False)
    if named:
        raise WordsNotFound(Remark("no words", (cited.book, cited)), str(cited))
    made_from = cited.edition or Remark("its own edition")  # the rule with the cited number may be another one
    raise WordsNotFound(Remark("import it", (Remark("no words here", (cited, made_from)), cited.book)), str(cited))


def _ids(installed: InstalledBooks, rows: list[RowRef]) -> tuple[str, ...]:
    """Return the ids of rows, with their editions."""
    return tuple(f"{installed.address(row.edition)}:{row.number}" for row in rows)


def _with_words(edition: Edition, cited: Permalink) -> list[RowRef]:
    """Return the rows of an edition with the cited words; only the one with the cited number if it is among them."""
    same_words = [
        entry for entry in edition.entries() if cited.is_of_kind(entry.row) and cited.matches(edition, entry.row)
    ]
    same_number = [entry for entry in same_words if printed(entry.row.number) == printed(cited.number)]
    return [RowRef(edition, entry) for entry in same_number or same_words]


def _alike(edition: Edition, cited: Permalink) -> list[RowRef]:
    """Return the rows of an edition that are most similar to the cited words; none if they are not similar enough."""
    scored = [(cited.likeness(entry.row), entry) for entry in edition.entries()]
    highest = max((likeness for likeness, _ in scored), default=0)
    nearest = [RowRef(edition, entry) for likeness, entry in scored if likeness == highest]
    return nearest if highest >= _ALIKE and len(nearest) <= _MOST_ALIKE else []


# --- citations


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule with the book's title and how to cite it. `link` is the official address of the rule, else of the book;
    None if neither has one. `permanent` is the permanent citation, which finds these words even if their number
    changes; `name` is how people write it: `CR 702.19b`."""

    rule: Rule
    book_title: str
    link: str | None
    permanent: str
    name: str


def cite(library: Composer, row: RowRef) -> Citation:
    """The citation of a row."""
    rule = library.compose(row)
    info = library.installed.info(rule.book)
    document = next(iter((*info.documents, *info.called)), "") if info else ""
    name = f"{document} {rule.number}" if document else rule.id
    link = info.address_of(rule.number) if info else None
    return Citation(rule, library.title_of(row.edition), link, permalink(row.edition, row.entry.row), name)
