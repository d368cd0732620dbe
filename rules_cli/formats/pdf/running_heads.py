"""Find running heads and page numbers: rows that are printed at the same place on many pages.

Only the outermost rows of a page are looked at, so that no words of the text are taken for running heads. A row is a
running head if the same words are at the same height on several pages (a page's number may count on with the pages),
or if it is apart from the text where many pages have a running head.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.formats.pdf.rows import PrintedLine
from rules_cli.formats.roman import from_roman

_OUTER = 3  # rows from the top or bottom of a page: a head of two lines, and a page number
_SAME = 2.0  # points: heights that differ less are the same, but for rounding
_WIDE = 0.9  # of the gaps between rows are narrower than a wide one
_APART = 1.25  # times as wide as a wide gap: a head is further from the text than two paragraphs from each other
_FEW_PAGES = 6  # of so few pages, half need to have the same words
_LEAST_PAGES = 3  # two of many pages may begin with the same words by chance
_OFTEN = 0.3  # of the pages: the heads of left and right pages differ, and some pages have none
_NUMBER = re.compile(r"(?<![\w.,])(?:[0-9]{1,4}|[ivxlc]{1,6})(?![\w.,]\w)", re.IGNORECASE)

Place = tuple[int, int]
"""The page and row of a running head."""


class _OuterRow(NamedTuple):
    """A row near the edge of a page: its height, whether it is apart from the text, its words and its numbers."""

    page: int
    row: int
    height: int
    size: float
    apart: bool
    words: str
    numbers: tuple[int, ...]


def running_heads(pages: Sequence[Sequence[PrintedLine]]) -> set[Place]:
    """Return the places of running heads and page numbers; the time grows with the pages."""
    wide = _APART * _wide_gap(pages)
    found: set[Place] = set()
    for top in (True, False):
        rows = list(_outer_rows(pages, top, wide))
        repeated = _repeated(rows, len(pages))
        found |= repeated | _beside(rows, repeated, len(pages))
    return _outermost(found, pages)


def _wide_gap(pages: Sequence[Sequence[PrintedLine]]) -> float:
    """Return a gap between two rows that is wide in this text."""
    inner = (rows[_OUTER:-_OUTER] or rows[1:-1] for rows in pages)
    gaps = sorted(b.base - a.base for rows in inner for a, b in pairwise(rows))
    return gaps[int(_WIDE * len(gaps))] if gaps else 0.0


def _outer_rows(pages: Sequence[Sequence[PrintedLine]], top: bool, wide: float) -> Iterator[_OuterRow]:
    """Yield the outermost rows of all pages at one edge. A row is apart if a wide gap is between it and the text."""
    for page, rows in enumerate(pages):
        outer = list(range(len(rows)))[:: 1 if top else -1][: _OUTER + 1]
        breaks = [abs(rows[a].base - rows[b].base) > wide for a, b in pairwise(outer)]
        for at, row in enumerate(outer[:_OUTER]):
            apart = len(rows) == 1 or any(breaks[at:])
            height = round(rows[row].base / _SAME)
            yield _OuterRow(page, row, height, rows[row].size, apart, *_words_and_numbers(rows[row].text))


def _words_and_numbers(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a row's words with `#` for its numbers, and the numbers."""
    numbers = [int(found) if found.isdecimal() else from_roman(found) for found in _NUMBER.findall(text)]
    return _NUMBER.sub("#", text.lower()), tuple(numbers)


def _repeated(rows: Sequence[_OuterRow], pages: int) -> set[Place]:
    """Return rows whose words are at the same height on many pages, with numbers that stay or count on."""
    alike: dict[tuple[str, int], list[_OuterRow]] = defaultdict(list)
    for row in rows:
        alike[row.words, row.height].append(row)
    return {
        (row.page, row.row)
        for group in alike.values()
        for series in _series(group)
        if _is_often(series, pages)
        for row in series
    }


def _series(group: Sequence[_OuterRow]) -> Iterable[list[_OuterRow]]:
    """Return the rows whose numbers fit together: each number is the same, or counts on with the pages."""
    places = list(zip(*(row.numbers for row in group), strict=True))
    counts_on = [_most(n - row.page for n, row in zip(place, group, strict=True)) >= _most(place) for place in places]
    series: dict[tuple[int, ...], list[_OuterRow]] = defaultdict(list)
    for row in group:
        key = tuple(n - row.page if on else n for n, on in zip(row.numbers, counts_on, strict=True))
        series[key].append(row)
    return series.values()


def _most(values: Iterable[int]) -> int:
    return max(Counter(values).values())


def _is_often(series: Sequence[_OuterRow], pages: int) -> bool:
    """Whether so many pages have the same words that these are no part of the text."""
    count, apart = len({row.page for row in series}), all(row.apart for row in series)
    if pages <= _FEW_PAGES:
        return apart and count > 1 and 2 * count >= pages
    return count >= _LEAST_PAGES and (apart or count >= _OFTEN * pages)


def _beside(rows: Sequence[_OuterRow], found: set[Place], pages: int) -> set[Place]:
    """Return rows that are apart from the text where many pages have a running head, in letters of the same size."""
    places = Counter((row.height, row.size) for row in rows if (row.page, row.row) in found)
    many = max(_LEAST_PAGES, _OFTEN * pages)
    return {(row.page, row.row) for row in rows if row.apart and places[row.height, row.size] >= many}


def _outermost(found: set[Place], pages: Sequence[Sequence[PrintedLine]]) -> set[Place]:
    """Return the rows found that have only other such rows between them and the edge of the page."""
    kept: set[Place] = set()
    for page, rows in enumerate(pages):
        for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
            for row in order:
                if (page, row) not in found:
                    break
                kept.add((page, row))
    return kept
