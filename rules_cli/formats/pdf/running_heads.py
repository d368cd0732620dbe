"""Running heads and page numbers: what is printed at the same place on page after page. Knows no file format.

Only the outermost rows of a page are looked at, so that no words of the text are taken for chrome. A row is chrome
where the same words (a page's number counts on with the pages) stand at the same height on several pages, or where
it stands apart from the text at the place at which many pages have such a row.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.formats.pdf.rows import PrintedLine
from rules_cli.formats.roman import from_roman

_OUTER = 3  # rows from the top or bottom of a page
_SAME = 2.0  # points: at the same height
_APART = 1.25  # times a gap that is wide in the text
_WIDE = 0.9  # of the gaps in the text are narrower
_FEW = 6  # pages: what half of them bear apart from the text is chrome
_OFTEN = 0.3  # of the pages of a longer book
_MANY = 0.4
_NUMBER = re.compile(r"(?<![\w.,])(?:[0-9]{1,4}|[ivxlc]{1,6})(?![\w.,]\w)", re.IGNORECASE)


class _Spot(NamedTuple):
    """A row near the edge of a page: whether it stands apart from the text, its words and its numbers."""

    page: int
    row: int
    height: float
    size: float
    apart: bool
    words: str
    numbers: tuple[int, ...]

    @property
    def place(self) -> tuple[int, float]:
        """Where on its page it stands, and in what size of letters."""
        return round(self.height / _SAME), self.size


def chrome(pages: Sequence[Sequence[PrintedLine]]) -> set[tuple[int, int]]:
    """The running heads and page numbers, as (page, row); linear in the pages."""
    wide = _APART * _wide_gap(pages)
    found: set[tuple[int, int]] = set()
    for top in (True, False):
        spots = list(_spots(pages, top, wide))
        repeated = _repeated(spots, len(pages))
        found |= repeated | _beside(spots, repeated, len(pages))
    return _outermost(found, pages)


def _wide_gap(pages: Sequence[Sequence[PrintedLine]]) -> float:
    """A gap between two rows that is wide in this text."""
    inner = (rows[_OUTER:-_OUTER] if len(rows) > 3 * _OUTER else rows[1:-1] for rows in pages)
    gaps = sorted(b.base - a.base for rows in inner for a, b in pairwise(rows))
    return gaps[int(_WIDE * len(gaps))] if gaps else 0.0


def _spots(pages: Sequence[Sequence[PrintedLine]], top: bool, wide: float) -> Iterator[_Spot]:
    """The outermost rows of all pages at one edge; one stands apart where a wide gap is between it and the text."""
    for page, rows in enumerate(pages):
        outer = list(range(len(rows)))[:: 1 if top else -1][: _OUTER + 1]
        breaks = [abs(rows[a].base - rows[b].base) > wide for a, b in pairwise(outer)]
        for at, row in enumerate(outer[:_OUTER]):
            apart = len(rows) == 1 or any(breaks[at:])
            yield _Spot(page, row, rows[row].base, rows[row].size, apart, *_counted(rows[row].text))


def _counted(text: str) -> tuple[str, tuple[int, ...]]:
    """A row's words with `#` for its numbers, and the numbers."""
    numbers = [int(found) if found.isdecimal() else from_roman(found) for found in _NUMBER.findall(text)]
    return _NUMBER.sub("#", text.lower()), tuple(numbers)


def _repeated(spots: Sequence[_Spot], pages: int) -> set[tuple[int, int]]:
    """Rows whose words come again at the same height, with numbers that stay or go on as the pages do."""
    alike: dict[tuple[str, int], list[_Spot]] = defaultdict(list)
    for spot in spots:
        for step in (0, 1):  # heights are put into bins in two ways, so that no two near ones are torn apart
            alike[spot.words, 2 * int(spot.height / (2 * _SAME) + step / 2) + step].append(spot)
    return {
        (spot.page, spot.row)
        for group in alike.values()
        for series in _series(group)
        if _is_often(series, pages)
        for spot in series
    }


def _is_often(series: Sequence[_Spot], pages: int) -> bool:
    """Whether so many pages bear the same words that they are no part of the text."""
    on, apart = len({spot.page for spot in series}), all(spot.apart for spot in series)
    if pages <= _FEW:
        return apart and on > 1 and 2 * on >= pages
    return on > 2 and (apart or on >= _OFTEN * pages)


def _series(group: Sequence[_Spot]) -> Iterable[list[_Spot]]:
    """The spots whose numbers fit together: each of the numbers stays the same, or counts on with the pages."""
    places = list(zip(*(spot.numbers for spot in group), strict=True))
    counts_on = [_most(n - spot.page for n, spot in zip(place, group, strict=True)) >= _most(place) for place in places]
    series: dict[tuple[int, ...], list[_Spot]] = defaultdict(list)
    for spot in group:
        key = tuple(n - spot.page if on else n for n, on in zip(spot.numbers, counts_on, strict=True))
        series[key].append(spot)
    return series.values()


def _most(values: Iterable[int]) -> int:
    return max(Counter(values).values())


def _beside(spots: Sequence[_Spot], found: set[tuple[int, int]], pages: int) -> set[tuple[int, int]]:
    """Rows that stand apart from the text where many pages have a running head, in letters of the same size."""
    places = Counter(spot.place for spot in spots if (spot.page, spot.row) in found)
    return {(spot.page, spot.row) for spot in spots if spot.apart and places[spot.place] >= max(3, _MANY * pages)}


def _outermost(found: set[tuple[int, int]], pages: Sequence[Sequence[PrintedLine]]) -> set[tuple[int, int]]:
    """Of the rows found those with nothing but chrome between them and the edge of the page."""
    kept: set[tuple[int, int]] = set()
    for at, rows in enumerate(pages):
        for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
            for row in order:
                if (at, row) not in found:
                    break
                kept.add((at, row))
    return kept
