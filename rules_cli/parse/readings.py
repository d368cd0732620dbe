"""The likeliest reading of a book without a profile: what the text tells first, then other ways to read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from rules_cli.formats.source_line import CONTENTS, Document
from rules_cli.model import BEFORE_A_NUMBER
from rules_cli.numbers.parts import parts
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.numbered_book import read_numbered
from rules_cli.parse.pages import read_pages
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Reading
from rules_cli.parse.stated_penalties import lists_penalties

_FEWEST_ROWS = 3  # with a number, in a book that is read by its numbers
_ENDS = (".", "!", "?", ":", "。")  # of sentences: half of the paragraphs of a book end so, and few of a program
_LEAST = 0.03  # of the lines with a number, in a shorter one
_HEADINGS_OF_A_BOOK = 4  # a title and three parts; the page of an error has two headings at most


class LikelyReading(NamedTuple):
    """A profile, the reading with it, and the faults of that reading, the worst first; `is_book` says whether it has
    rules at all."""

    profile: Profile
    reading: Reading
    faults: tuple[Fault, ...]
    is_book: bool = True

    @property
    def badness(self) -> float:
        """How unlikely it is: 0 if nothing looks wrong, and infinite if it is no book."""
        return sum(fault.excess for fault in self.faults) if self.is_book else float("inf")


def read_all(documents: Sequence[Document], profile: Profile) -> Reading:
    """Return the drafts of the documents, and the lines that are in none: each line that is not blank exactly once."""
    return read_pages(documents, profile) if profile.numbering == "pages" else read_numbered(documents, profile)


def likeliest(documents: Sequence[Document]) -> LikelyReading:
    """Return the reading with the profile that the text tells; if that looks wrong, the best of a few others."""
    inferred = infer_profile(documents)
    first = read_with(documents, inferred)
    others = [read_with(documents, profile) for profile in _others(inferred)] if first.badness else []
    for at, other in enumerate(others):
        if other.profile.numbering != inferred.numbering:  # it leaves in the text all numbers that were read first
            other.reading.outside = first.reading.outside + numbered_rows(first.reading)
            others[at] = other._replace(faults=faults(other.reading))
    found = numbered_rows(first.reading)

    def cost(each: LikelyReading) -> float:
        """How unlikely a reading is; with other forms of numbers, also the share of the rows that it loses."""
        lost = found - numbered_rows(each.reading) if each.profile.numbers != inferred.numbers else 0
        return each.badness + max(lost, 0) / max(found, 1)

    return min((first, *others), key=cost)


def read_with(documents: Sequence[Document], profile: Profile) -> LikelyReading:
    """Return the reading with one profile."""
    reading = read_all(documents, profile)
    return LikelyReading(profile, reading, faults(reading), is_book(documents, profile, reading))


def _others(inferred: Profile) -> Iterator[Profile]:
    """Yield other ways to read a book: its lists as text or rules, its numbers in the usual form, by its headings."""
    if inferred.numbering == "dotted":
        yield replace(inferred, items="text" if inferred.items == "rules" else "rules")
        if inferred.numbers or inferred.prefixes:
            yield replace(inferred, numbers=(), prefixes=())
        yield replace(inferred, numbering="pages", items="text")
    else:
        yield replace(inferred, numbering="dotted")


# Complexity: one condition for each sign of a book.
def is_book(documents: Sequence[Document], profile: Profile, reading: Reading) -> bool:
    """Whether a reading has rules: numbered ones, infractions with their penalties, or headings and lists with words.
    The page of an error has a number or two. Documents that part their paragraphs by breaks alone say nothing by them.
    """
    rules = [draft for draft in reading.drafts if draft.kind == "rule"]
    headings = sum(draft.title is not None and bool(draft.lines) for draft in reading.drafts)
    numbers = list(filter(None, (parts(draft.printed) for draft in reading.drafts)))
    lines = sum(len(draft.lines) for draft in reading.drafts)
    if lists_penalties(reading.drafts, profile.penalties):
        return True
    is_page = all(document.breaks for document in documents)
    if profile.numbering == "pages":
        is_listed = reading.counted > (0 if is_page else _LEAST * lines)
        sentences = sum(draft.texts[-1].rstrip('"”’)')[-1:] in _ENDS for draft in rules if draft.texts)
        return bool(rules) and (is_listed or (headings >= _HEADINGS_OF_A_BOOK and 2 * sentences >= len(rules)))
    if len(numbers) >= _FEWEST_ROWS:
        return any(parts(draft.printed) for draft in rules)
    is_long = any(len(number) > 1 for number in numbers) or not is_page or reading.counted > 0
    return any(parts(draft.printed) for draft in rules) and is_long and len(numbers) > _LEAST * lines


# --- whether a reading is likely: five shares that are small in every book that is read right

_FEWEST_WORDS = 400  # of a text that is measured: in a page, any share may be large
_ROWS_OF_A_LONG_BOOK = 20  # of a book whose headings are compared with its rules
_FEWEST = 3  # rows or lines: fewer may be misprints in a short book


class Fault(NamedTuple):
    """What looks wrong, and its share: `row`, a row with most words; `bare`, headings without text; `again`, numbers
    printed twice; `outside`, lines with a number that are no rows; `lost`, words that are in no row. `number` is that
    of the row with most words."""

    kind: str
    share: float
    number: str = ""

    @property
    def excess(self) -> float:
        """How far the share is over its limit: 1 if it is all of the book, 0 or less if nothing is wrong."""
        limit = LIMITS[self.kind]
        return (self.share - limit) / (1 - limit)


LIMITS = {"row": 1 / 3, "bare": 0.5, "again": 0.05, "outside": 0.1, "lost": 0.1}
"""The largest share of each kind in a book that is read right."""


def faults(reading: Reading) -> tuple[Fault, ...]:
    """Return what looks wrong in a reading, the worst first; empty if it is likely."""
    return tuple(sorted((each for each in _shares(reading) if each.excess > 0), key=lambda fault: -fault.excess))


# Complexity: one case for each share.
def _shares(reading: Reading) -> Iterator[Fault]:
    """Yield the share of each kind of fault, but for those that a short book has by chance."""
    drafts = reading.drafts
    words = [sum(len(text.split()) for text in (*each.texts, *each.examples, *each.notes)) for each in drafts]
    total = sum(words)
    lost = sum(len(line.text.split()) for line in reading.dropped if line.why not in (CONTENTS, BEFORE_A_NUMBER))
    if total >= _FEWEST_WORDS:
        largest = max(range(len(drafts)), key=words.__getitem__)
        yield Fault("row", words[largest] / total, drafts[largest].number)
        yield Fault("lost", lost / (total + lost))
    if len(drafts) >= _ROWS_OF_A_LONG_BOOK:
        above = {id(draft.parent) for draft in drafts}
        bare = sum(draft.kind == "heading" and id(draft) not in above for draft in drafts)
        yield Fault("bare", bare / len(drafts))
    again = sum(draft.is_again for draft in drafts)
    if again >= _FEWEST:
        yield Fault("again", again / len(drafts))
    if reading.outside >= _FEWEST:
        yield Fault("outside", reading.outside / (reading.outside + numbered_rows(reading)))


def numbered_rows(reading: Reading) -> int:
    """Return how many rows have a number of several parts, as 1.2 or A.1."""
    return sum(len(parts(draft.printed) or ()) > 1 for draft in reading.drafts)
