"""Find running heads and page numbers: rows that are printed at the edges of many pages, of a PDF or of a text.

Only the outermost rows of a page are looked at, so that no words of the text are taken for running heads. A row is a
running head if several pages have the same words there (a page's number may count on with the pages), or if it is
apart from the text at a height where many pages have a running head.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from rules_cli.formats.pdf.columns import PrintedLine
from rules_cli.numbers.parts import from_roman

RUNNING = "running head or page number"
LEAST_PAGES = 3  # two pages may begin with the same words by chance

_OUTER = 4  # rows from the top or bottom of a page: a foot may name an address, two owners and the page
_SAME = 2.0  # points: heights that differ less are the same, but for rounding
_WIDE = 0.9  # of the gaps between rows are narrower than a wide one
_APART = 1.25  # times as wide as a wide gap: a head is further from the text than two paragraphs from each other
_OFTEN = 0.3  # of the pages: the heads of left and right pages differ, and some pages have none
_NUMBER = re.compile(r"(?<![\w.,])(?:[0-9]{1,4}|[ivxlc]{1,6})(?![\w.,]\w)", re.IGNORECASE)


class _OuterRow(NamedTuple):
    """A row near the edge of a page, with its words (`#` for each number) and its numbers."""

    place: tuple[int, int]  # its page, and which row of the page it is
    height: int
    size: float
    apart: bool  # whether a wide gap is between it and the text
    words: str
    numbers: tuple[int, ...]


# Complexity: both edges of the pages, in both steps: the rows that come again, then those outside of all text.
def running_heads(pages: Sequence[Sequence[PrintedLine]]) -> set[tuple[int, int]]:
    """Return running heads and page numbers: the page and row of each. The time grows with the pages."""
    inner = (rows[_OUTER:-_OUTER] or rows[1:-1] for rows in pages)
    gaps = sorted(b.base - a.base for rows in inner for a, b in pairwise(rows))
    wide = _APART * gaps[int(_WIDE * len(gaps))] if gaps else 0.0
    many = max(LEAST_PAGES, _OFTEN * len(pages))
    found: set[tuple[int, int]] = set()
    for step in (1, -1):
        rows = list(_outer_rows(pages, step, wide))
        repeated = [row for series in _alike(rows) if _is_often(series, len(pages)) for row in series]
        usual = Counter((row.height, row.size) for row in repeated)
        found.update(row.place for row in repeated)
        found.update(row.place for row in rows if row.apart and usual[row.height, row.size] >= many)
    heads: set[tuple[int, int]] = set()  # those of the found rows that have no row of the text further out
    for page, lines in enumerate(pages):
        for order in (range(len(lines)), reversed(range(len(lines)))):
            heads.update(takewhile(found.__contains__, ((page, row) for row in order)))
    return heads


def _outer_rows(pages: Sequence[Sequence[PrintedLine]], step: int, wide: float) -> Iterator[_OuterRow]:
    """Yield the outer rows at the top of each page (`step` 1) or at its bottom (-1), the outermost first."""
    for page, rows in enumerate(pages):
        outer = range(len(rows))[::step][: _OUTER + 1]
        breaks = [abs(rows[a].base - rows[b].base) > wide for a, b in pairwise(outer)]
        for at, row in enumerate(outer[:_OUTER]):
            line = rows[row]
            numbers = [int(text) if text.isdecimal() else from_roman(text) for text in _NUMBER.findall(line.text)]
            words = _NUMBER.sub("#", line.text.lower())
            apart = len(rows) == 1 or any(breaks[at:])
            yield _OuterRow((page, row), round(line.base / _SAME), line.size, apart, words, tuple(numbers))


def _is_often(series: Sequence[_OuterRow], pages: int) -> bool:
    """Whether so many pages have the same words that these are no part of the text."""
    count = len({row.place[0] for row in series})
    are_apart = 2 * sum(row.apart for row in series) > len(series)
    return count >= LEAST_PAGES and (are_apart or count >= _OFTEN * pages)


def _alike(rows: Sequence[_OuterRow]) -> Iterator[list[_OuterRow]]:
    """Yield rows that have the same words, and numbers that fit together: the same, or counting on with the pages."""
    groups: dict[str, list[_OuterRow]] = defaultdict(list)
    for row in rows:
        groups[row.words].append(row)
    for group in groups.values():
        counts_on = []  # whether the first number of the words counts on with the pages, the second, …
        for numbers in zip(*(row.numbers for row in group), strict=True):
            same = Counter(numbers)
            counted = Counter(number - row.place[0] for number, row in zip(numbers, group, strict=True))
            counts_on.append(max(counted.values()) >= max(same.values()))
        series: dict[tuple[int, ...], list[_OuterRow]] = defaultdict(list)
        for row in group:
            key = tuple(n - row.place[0] if on else n for n, on in zip(row.numbers, counts_on, strict=True))
            series[key].append(row)
        yield from series.values()
