"""Whether a reading is likely: what looks wrong in it, how much of the book that is, and in which lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from rules_cli.formats.source_line import CONTENTS, Document
from rules_cli.model import BEFORE_A_NUMBER
from rules_cli.numbers.parts import Parts, parts
from rules_cli.parse.labels import labels_of
from rules_cli.parse.number_forms import before, is_first
from rules_cli.parse.pages import with_headings
from rules_cli.parse.row_draft import Draft, Reading

_FEWEST_WORDS = 400  # of a text that is measured: in a page, any share may be large
_ROWS_OF_A_LONG_BOOK = 20  # of a book whose headings are compared with its rules
_ROWS_FOR_WORDS, _OF_A_SHORT_BOOK = 30, 0.42  # of a shorter book, one row may have more words
_FEWEST = 3  # rows or lines: fewer may be misprints in a short book
_SHOWN = 3  # lines in which a fault is


class Fault(NamedTuple):
    """What looks wrong, and its share: `row`, a row with most words; `bare`, headings without text; `again`, numbers
    printed twice; `outside`, lines with a number that are no rows; `items`, lines with a single number or a letter
    that are no rows; `titles`, lines set as titles that are no rows; `lost`, words that are in no row. `number` is that
    of the row with most words. The first lines where it is are `lines` of the file `source`, and `example` is the first
    of them."""

    kind: str
    share: float
    number: str = ""
    lines: tuple[int, ...] = ()
    source: str = ""
    example: str = ""

    @property
    def excess(self) -> float:
        """How far the share is over its limit: 1 if it is all of the book, 0 or less if nothing is wrong."""
        limit = LIMITS[self.kind]
        return (self.share - limit) / (1 - limit)


LIMITS = {"row": 1 / 3, "bare": 0.5, "again": 0.05, "outside": 0.1, "items": 0.7, "titles": 0.3, "lost": 0.1}
"""The largest share of each kind in a book that is read right."""


def faults(documents: Sequence[Document], reading: Reading) -> tuple[Fault, ...]:
    """Return what looks wrong in a reading, the worst first; empty if it is likely."""
    found = (*_in_rows(documents, reading), *_outside(documents, reading))
    return tuple(sorted((each for each in found if each.excess > 0), key=lambda fault: -fault.excess))


# Complexity: one case for each share.
def _in_rows(documents: Sequence[Document], reading: Reading) -> Iterator[Fault]:
    """Yield the shares that the rows tell, but for those that a short book has by chance."""
    drafts = reading.drafts
    words = [sum(len(text.split()) for text in (*each.texts, *each.examples, *each.notes)) for each in drafts]
    total = sum(words)
    dropped = [line for line in reading.dropped if line.why not in (CONTENTS, BEFORE_A_NUMBER)]
    lost = sum(len(line.text.split()) for line in dropped)
    places = _Places(documents)
    if total >= _FEWEST_WORDS:
        largest = drafts[max(range(len(drafts)), key=words.__getitem__)]
        share = max(words) / total
        if len(drafts) >= _ROWS_FOR_WORDS or share > _OF_A_SHORT_BOOK:
            yield places.fault("row", share, _first_lines([largest]), largest.number)
        yield places.fault("lost", lost / (total + lost), ((line.source, line.line) for line in dropped))
    if len(drafts) >= _ROWS_OF_A_LONG_BOOK:
        above = {id(draft.parent) for draft in drafts}
        bare = [draft for draft in drafts if draft.kind == "heading" and id(draft) not in above]
        yield places.fault("bare", len(bare) / len(drafts), _first_lines(bare))
    again = [draft for draft in drafts if draft.is_again]
    if len(again) >= _FEWEST:
        yield places.fault("again", len(again) / len(drafts), _first_lines(again))


def _outside(documents: Sequence[Document], reading: Reading) -> Iterator[Fault]:
    """Yield the shares of lines with numbers that count on and are no rows: of several parts, and of lists."""
    lines = _Unread(documents, reading)
    numbered, items, titles = list(lines.numbered()), list(lines.items()), list(lines.titles())
    rows = sum(draft.kind == "rule" or parts(draft.printed) is not None for draft in reading.drafts)
    places = _Places(documents)
    for kind, found in (("outside", numbered), ("items", items), ("titles", titles)):
        if len(found) >= _FEWEST:
            yield places.fault(kind, len(found) / (len(found) + rows), found)


Place = tuple[str, int]
"""A line: its file, and its number in it."""


class _Places:
    """The lines of a book by their places."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents

    def fault(self, kind: str, share: float, places: Iterable[Place], number: str = "") -> Fault:
        """Return a fault with the first lines where it is, all of one file."""
        first = list(islice(places, _SHOWN))
        if not first:
            return Fault(kind, share, number)
        source, line = first[0]
        inside = (each for each in self.documents if each.name == source)
        text = next((each.text for document in inside for each in document.lines if each.number == line), "")
        lines = tuple(dict.fromkeys(at for name, at in first if name == source))
        return Fault(kind, share, number, lines, source, text)


def _first_lines(drafts: Iterable[Draft]) -> Iterator[Place]:
    return ((draft.source, draft.lines[0]) for draft in drafts if draft.lines)


# --- lines that look like rows

_NUMBER = re.compile(  # in any form, at any place of a line: `1 . 2 Kites`, `Kites [1/2]`, `Kites. 1·2 Boats`
    r"(?<![\w.])(?:[A-Z]?[0-9]{1,4}(?:(?:[.·:/_‐–-]|\s?[.·]\s)(?:[0-9]{1,4}|[a-z](?!\w))){1,7}[a-z]?)(?!\w)"
    r"(?=[^\w\s,]{0,3}(?:\s+[^\w\s]{0,2}[^\W\d_a-z]|\s*$))"  # words follow that begin a sentence, or none
)
_PARTS = re.compile(r"[0-9]+|[A-Za-z]")


class _Unread:
    """The lines that are in the text of rows, and count on as rows do."""

    def __init__(self, documents: Sequence[Document], reading: Reading) -> None:
        self.documents = documents
        dropped = {(line.source, line.line) for line in reading.dropped if line.why != BEFORE_A_NUMBER}
        numbered = ((place, parts(draft.printed)) for draft in reading.drafts for place in _first_lines([draft]))
        self.begun = dict(numbered)  # the lines that begin rows, with their numbers
        self.rows = frozenset(filter(None, (parts(draft.printed) for draft in reading.drafts)))
        self.lines = [
            (place, line)
            for document in documents
            for line in document.lines
            if line.role != "blank" and (place := (document.name, line.number)) not in dropped
        ]

    def numbered(self) -> Iterator[Place]:
        """Yield the lines with a number of several parts that is the next after the one before, and that of no row: a
        rule which is cited has a row."""
        last = ignored = Parts()
        for place, line in self.lines:
            if place in self.begun:
                last = self.begun[place] or last
            for found in _NUMBER.finditer(line.words, 0 if self.begun.get(place, last) else len(line.words)):
                number = Parts(int(part) if part.isdecimal() else part.lower() for part in _PARTS.findall(found[0]))
                if number in self.rows:
                    continue
                if _follows(number, last) or _follows(number, ignored):
                    yield place
                    last = number
                else:
                    ignored = number

    def items(self) -> Iterator[Place]:
        """Yield the lines that begin with a label of a list that counts on, `3.` or `(b)`."""
        last: dict[str, float] = {}
        for place, line in self.lines:
            for label in labels_of(line) if place not in self.begun else ():
                counts_on = label.place <= 1 or last.get(label.style) == label.place - 1
                last[label.style] = label.place
                if counts_on:
                    yield place
                    break

    def titles(self) -> Iterator[Place]:
        """Yield the lines that a plain text sets apart as titles; a book of many numbers may have some, too."""
        for document in self.documents if len(self.rows) < _ROWS_OF_A_LONG_BOOK else ():
            lines = list(document.lines)
            for line, read in zip(lines, with_headings(lines), strict=True):
                place = document.name, line.number
                if line.role != read.role and place not in self.begun:
                    yield place


def _follows(number: Parts, last: Parts) -> bool:
    """Whether a number is the first under another, or the next after it or after one above it."""
    if is_first(number) and number[:-1] == last:
        return True
    return len(number) <= len(last) and any(each == last[: len(number)] for each in before(number))
