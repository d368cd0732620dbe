"""Whether a reading of a book is likely: five shares that are small in every book that is read right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_cli.model import BEFORE_A_NUMBER
from rules_cli.parse.row_draft import Draft, Reading
from rules_cli.rule_number import parts

_FEWEST_WORDS = 400  # of a text that is measured: in a page, any share may be large
_FEWEST_ROWS = 20  # of a book whose headings are compared with its rules
_FEWEST = 3  # rows or lines: fewer may be misprints in a short book
OF_CONTENTS = "table of contents"


class Fault(NamedTuple):
    """What looks wrong, and its share: `row`, a row with most words; `bare`, headings without text; `again`, numbers
    printed twice; `outside`, lines with a number that are no rows; `lost`, words that are in no row.

    `number` is that of the row with most words.
    """

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
    found = (fault for fault in _shares(reading) if fault.excess > 0)
    return tuple(sorted(found, key=lambda fault: -fault.excess))


def badness(found: Sequence[Fault]) -> float:
    """Return how unlikely a reading is, 0 for a likely one."""
    return sum(fault.excess for fault in found)


# Complexity: one case for each share.
def _shares(reading: Reading) -> Iterator[Fault]:
    drafts = reading.drafts
    words = [_words(draft) for draft in drafts]
    total = sum(words)
    lost = sum(len(line.text.split()) for line in reading.dropped if line.why not in (OF_CONTENTS, BEFORE_A_NUMBER))
    if total >= _FEWEST_WORDS:
        largest = max(range(len(drafts)), key=words.__getitem__)
        yield Fault("row", words[largest] / total, drafts[largest].number)
        yield Fault("lost", lost / (total + lost))
    if len(drafts) >= _FEWEST_ROWS:
        above = {id(draft.parent) for draft in drafts}
        bare = sum(draft.kind == "heading" and id(draft) not in above for draft in drafts)
        yield Fault("bare", bare / len(drafts))
    again = sum(draft.number != draft.printed for draft in drafts)
    if again >= _FEWEST:
        yield Fault("again", again / len(drafts))
    if reading.outside >= _FEWEST:
        yield Fault("outside", reading.outside / (reading.outside + numbered_rows(reading)))


def numbered_rows(reading: Reading) -> int:
    """Return how many rows have a number of several parts, as 1.2 or A.1."""
    return sum(len(parts(draft.printed) or ()) > 1 for draft in reading.drafts)


def _words(draft: Draft) -> int:
    return sum(len(text.split()) for text in (*draft.texts, *draft.examples, *draft.notes))
