"""A printed page: words with their places → lines in the order in which they are read. Knows no file format.

Places are in points, x from the left, y down the page. Words on one baseline are a row; a row is one line, unless the
page is set in columns there. A row whose first part is only a number or a bullet is one line however wide the gap is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

_RISE = 0.45  # of the size of the letters: a footnote's mark stands no higher
_GUTTER = 0.9  # of the size of the letters: no blank between two words is wider, row after row
_FEWEST = 4  # rows with words on both sides of a gutter
_FILLED = 0.75  # of a column's width: a line of prose that is this long goes to its end
_CLOSE = 3  # letters
_OFTEN = 0.3  # of the pages
_STEP = 4.0  # points
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


def in_reading_order(pages: Sequence[Sequence[Line]]) -> list[Line]:
    """The lines of all pages, one column after the other where there are several; linear in the words.

    Where most pages have columns, so have those on which too little is printed to tell.
    """
    found = Counter(_place(gutter) for rows in pages for gutter in _gutters(rows) if _are_columns(rows, gutter))
    usual = {place for place, count in found.items() if count > 1 and count >= _OFTEN * len(pages)}
    return [line for rows in pages for line in _in_order(rows, "", usual)]


def _in_order(rows: Sequence[Line], column: str, usual: set[int]) -> list[Line]:
    gutters = sorted(_gutters(rows, 1 if usual else _FEWEST), key=lambda gutter: -gutter.crossed)
    for gutter in gutters:
        is_usual = _is_usual(gutter, usual) and not _is_label_column(rows, gutter)
        if is_usual or (gutter.crossed >= _FEWEST and _are_columns(rows, gutter)):
            left, right = _sides(rows, gutter)
            return [
                *_in_order(rows[: gutter.top], column, usual),
                *_in_order(left, f"{column}L", usual),
                *_in_order(right, f"{column}R", usual),
                *_in_order(rows[gutter.bottom :], column, usual),
            ]
    return [Line(row.words, row.page, column) for row in rows]


def _place(gutter: _Gutter) -> int:
    """Where a gutter ends, in steps: columns begin at the same place on all pages, but may end anywhere."""
    return round(gutter.right / _STEP)


def _is_usual(gutter: _Gutter, usual: set[int]) -> bool:
    return any(gutter.left < place * _STEP <= gutter.right + _STEP for place in usual)


def _gutters(rows: Sequence[Line], fewest: int = _FEWEST) -> Iterator[_Gutter]:
    """Every strip that stands between words of enough rows; linear in the words."""
    open_ones: list[_Gutter] = []
    for at, row in enumerate(rows):
        gaps = _gaps(row)
        still: list[_Gutter] = []
        for gutter in open_ones:
            narrowed = _narrowed(gutter, row, at)
            if narrowed is not None:
                still.append(narrowed)
            elif gutter.crossed >= fewest:
                yield _upward(gutter, rows)
        for left, right in gaps:
            if not any(gutter.left < right and left < gutter.right for gutter in still) and len(still) < _MOST_GUTTERS:
                still.append(_Gutter(left, right, at, at + 1, 1))
        open_ones = still
    yield from (_upward(gutter, rows) for gutter in open_ones if gutter.crossed >= fewest)


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


def _are_columns(rows: Sequence[Line], gutter: _Gutter) -> bool:
    """Whether two sides are columns, each read from top to bottom, and no rows of numbers, contents or a table."""
    left, right = _sides(rows, gutter)
    if _is_label_column(rows, gutter) or _mostly(row.text.isdecimal() for row in right):
        return False
    if _is_prose(left) and _is_prose(right):
        return True
    numbered = [[bool(LABEL.match(row.words[0].text)) and len(row.words) > 1 for row in side] for side in (left, right)]
    return all(sum(marks) > len(marks) * 0.4 for marks in numbered)


def _is_label_column(rows: Sequence[Line], gutter: _Gutter) -> bool:
    """Whether what stands close to the left of a gutter are rules' numbers, letters or bullets."""
    close = [
        tail for row in _sides(rows, gutter)[0] if (tail := _tail(row))[-1].right > gutter.left - _CLOSE * row.size
    ]
    return _mostly(_is_label(tail) for tail in close)


def _tail(row: Line) -> list[Word]:
    """The words of a row after its last wide gap."""
    starts = [at for at, (a, b) in enumerate(pairwise(row.words), 1) if b.left - a.right >= _GUTTER * row.size]
    return row.words[starts[-1] :] if starts else row.words


def _is_label(words: Sequence[Word]) -> bool:
    """Whether words are only a rule's number, a letter or a bullet."""
    text = words[0].text
    return len(words) == 1 and bool(text in BULLETS | DASHES or LABEL.match(text) or LABEL.match(f"{text}."))


def _is_prose(side: Sequence[Line]) -> bool:
    """Whether lines are sentences: words enough, and many of them as long as the column is wide."""
    edge = min(row.left for row in side)
    width = max(row.right for row in side) - edge
    long = [len(row.words) > 2 and row.right - edge >= _FILLED * width for row in side]
    return sum(long) >= max(3, 0.4 * len(long))


def _mostly(marks: Iterator[bool]) -> bool:
    found = list(marks)
    return bool(found) and sum(found) > 0.7 * len(found)
