"""A printed page: words with their places → lines in the order in which they are read. Knows no file format.

Places are in points, x from the left, y down the page. Words on one baseline are a row; a row is one line, unless the
page is set in columns there. A row whose first part is only a number or a bullet is one line however wide the gap is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

_RISE = 0.35  # of the size of the letters: a footnote's mark stands no higher
_GUTTER = 0.9  # of the size of the letters: no blank between two words is wider, row after row
_FEWEST = 4  # rows with words on both sides of a gutter
_FILLED = 0.75  # of a column's width: a line of prose that is this long goes to its end
_MOST_GUTTERS = 40  # followed at once down a page
LABEL = re.compile(
    r"(?:[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}\.?[a-z]{0,2}[.):]?|[0-9]{1,4}[a-z]{0,2}[.):]|[a-zA-Z][.)]"
    r"|\((?:[a-z]{1,2}|[0-9]{1,3}|[ivx]{1,5})\)|[ivx]{1,5}[.)])$"
)
BULLETS = frozenset("•‣◦▪●■□○►➢➤✓✔♦◆·")
DASHES = frozenset("-–—*")  # bullets too, but not in the middle of a sentence


class Word(NamedTuple):
    """A word where it is printed: its letters, its left and right edge, its baseline and the size of its letters."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False


@dataclass(slots=True)
class Line:
    """Words that are read one after the other, on which page (from 0) and in which of its columns (`""`, `LR`)."""

    words: list[Word]
    page: int
    column: str = ""
    table: bool = False
    """Whether it is a row of a table."""

    @property
    def left(self) -> float:
        """The left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return self.words[-1].right

    @property
    def base(self) -> float:
        """The baseline: that of the largest letters."""
        return max(self.words, key=lambda word: word.size).base

    @property
    def size(self) -> float:
        """The size of most of the letters."""
        sizes: dict[float, int] = {}
        for word in self.words:
            sizes[word.size] = sizes.get(word.size, 0) + len(word.text)
        return max(sizes, key=lambda size: sizes[size])

    @property
    def text(self) -> str:
        """The words, with a blank between two."""
        return " ".join(word.text for word in self.words)


class _Gutter(NamedTuple):
    """A strip without words: its edges, its rows, and how many of these have words on both sides of it."""

    left: float
    right: float
    top: int
    bottom: int
    crossed: int


def rows_of(words: Sequence[Word], page: int) -> list[Line]:
    """The rows of a page, from its top to its bottom, each from left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.base):
        if rows and word.base - rows[-1][0].base <= _RISE * max(word.size, rows[-1][0].size):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [Line(sorted(row, key=lambda word: word.left), page) for row in rows]


def in_reading_order(rows: Sequence[Line], column: str = "") -> list[Line]:
    """The lines of a page or column, one column after the other where there are several."""
    gutters = sorted(_gutters(rows), key=lambda gutter: -gutter.crossed)
    for gutter in gutters:
        sides = _sides(rows, gutter)
        if _are_columns(*sides):
            left, right = sides
            return [
                *in_reading_order(rows[: gutter.top], column),
                *in_reading_order(left, f"{column}L"),
                *in_reading_order(right, f"{column}R"),
                *in_reading_order(rows[gutter.bottom :], column),
            ]
    return [Line(row.words, row.page, column) for row in rows]


def _gutters(rows: Sequence[Line]) -> Iterator[_Gutter]:
    """Every strip that stands between words of enough rows; linear in the words."""
    open_ones: list[_Gutter] = []
    for at, row in enumerate(rows):
        gaps = _gaps(row)
        still: list[_Gutter] = []
        for gutter in open_ones:
            narrowed = _narrowed(gutter, row, at)
            if narrowed is not None:
                still.append(narrowed)
            elif gutter.crossed >= _FEWEST:
                yield _upward(gutter, rows)
        for left, right in gaps:
            if not any(gutter.left < right and left < gutter.right for gutter in still) and len(still) < _MOST_GUTTERS:
                still.append(_Gutter(left, right, at, at + 1, 1))
        open_ones = still
    yield from (_upward(gutter, rows) for gutter in open_ones if gutter.crossed >= _FEWEST)


def _gaps(row: Line) -> list[tuple[float, float]]:
    """The wide gaps between the words of a row."""
    wide = _GUTTER * row.size
    return [(a.right, b.left) for a, b in pairwise(row.words) if b.left - a.right >= wide]


def _narrowed(gutter: _Gutter, row: Line, at: int) -> _Gutter | None:
    """What is left of a gutter when it goes on through a row: the widest strip, None where words close it."""
    edges = [(word.left, word.right) for word in row.words if word.right > gutter.left and word.left < gutter.right]
    ends = [gutter.left, *(edge for pair in edges for edge in pair), gutter.right]
    strips = [(max(a, gutter.left), min(b, gutter.right)) for a, b in zip(ends[::2], ends[1::2], strict=True)]
    left, right = max(strips, key=lambda strip: strip[1] - strip[0])
    if right - left < _GUTTER * row.size:
        return None
    both = row.left < left and row.right > right
    return _Gutter(left, right, gutter.top, at + 1, gutter.crossed + both)


def _upward(gutter: _Gutter, rows: Sequence[Line]) -> _Gutter:
    """The gutter with the rows above it that stand on one side of it, and without those below that do."""
    top = gutter.top
    while top and not any(w.right > gutter.left and w.left < gutter.right for w in rows[top - 1].words):
        top -= 1
    return gutter._replace(top=top)


def _sides(rows: Sequence[Line], gutter: _Gutter) -> tuple[list[Line], list[Line]]:
    """What stands to the left and to the right of a gutter, row by row."""
    left, right = [], []
    for row in rows[gutter.top : gutter.bottom]:
        before = [word for word in row.words if word.right <= gutter.left + 1]
        after = [word for word in row.words if word.right > gutter.left + 1]
        left += [Line(before, row.page)] if before else []
        right += [Line(after, row.page)] if after else []
    return left, right


def _are_columns(left: Sequence[Line], right: Sequence[Line]) -> bool:
    """Whether two sides are columns, each read from top to bottom, and no rows of numbers, contents or a table."""
    if _mostly(map(is_label, left)) or _mostly(row.text.isdecimal() for row in right):
        return False
    if _is_prose(left) and _is_prose(right):
        return True
    numbered = [[bool(LABEL.match(row.words[0].text)) and len(row.words) > 1 for row in side] for side in (left, right)]
    return all(sum(marks) > len(marks) * 0.4 for marks in numbered)


def is_label(row: Line) -> bool:
    """Whether a row or cell is only a rule's number, a letter or a bullet."""
    return len(row.words) == 1 and bool(row.words[0].text in BULLETS | DASHES or LABEL.match(row.words[0].text + "."))


def _is_prose(side: Sequence[Line]) -> bool:
    """Whether lines are sentences: words enough, and many of them as long as the column is wide."""
    edge = min(row.left for row in side)
    width = max(row.right for row in side) - edge
    long = [len(row.words) > 2 and row.right - edge >= _FILLED * width for row in side]
    return sum(long) >= max(3, 0.4 * len(long))


def _mostly(marks: Iterator[bool]) -> bool:
    found = list(marks)
    return sum(found) > 0.7 * len(found)
