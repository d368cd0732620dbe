"""Two columns of plain text, as programs print them that keep the layout of a page: read one after the other.

The gutter is where the right column begins on most lines of a page. Both sides must be prose, whose lines are about as
long as the column is wide: the cells of a table and an entry with its page are not. A line across the gutter, such as a
title, is read between the columns above it and those below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

NARROWEST = 25  # columns of a side: two of them fill a page
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_DRIFT = (0, 1, -1, 2, -2)  # columns by which the right side begins elsewhere on some lines
_LEAST = 2  # blanks of a gutter
_ENDS = ".!?:;…"
_FEWEST, _MANY = 4, 0.3  # lines, and their share of a page, that have words on both sides
_ACROSS = 0.2  # of the lines of a page may be titles across both columns
_FULL, _OFTEN_FULL = 0.75, 0.4  # of a column's width, and of its lines that are so long in prose

_Sides = tuple[str, str]


# Complexity: each page has columns of its own, those of the other pages, or none.
def in_reading_order(raws: Sequence[str], pages: Sequence[int]) -> list[tuple[int, str, bool]]:
    """Return the lines of a text with their places, and whether they are of a column; `pages` has each line's page."""
    found: list[tuple[int, str, bool]] = []
    grouped = [list(group) for _, group in groupby(range(len(raws)), key=lambda at: pages[at])]
    expanded = [[raws[at].expandtabs() for at in places] for places in grouped]
    gutters = list(map(_gutter, expanded))
    usual = Counter(filter(None, gutters)).most_common(1)
    for places, lines, own in zip(grouped, expanded, gutters, strict=True):
        gutter = own or (usual[0][0] if usual and _fits(lines, usual[0][0]) else 0)
        if gutter:
            for at, part, is_column in _by_column(lines, gutter):
                if is_column and _goes_on(found, part):
                    while not found[-1][1].strip():  # where a column ends in a sentence
                        found.pop()
                found.append((places[at], part, is_column))
        else:
            found += ((at, raws[at], False) for at in places)
    return found


def _fits(lines: Sequence[str], gutter: int) -> bool:
    """Return whether few lines of a page are across a gutter, as on the last page, where one column may be empty."""
    across = [_sides(line, gutter) is None for line in lines if line.strip()]
    return sum(across) <= _ACROSS * len(across) and not all(across)


def _goes_on(found: Sequence[tuple[int, str, bool]], part: str) -> bool:
    """Return whether a line goes on with the sentence that a column's end cut off, below blank lines."""
    if not part.lstrip()[:1].islower() or not found or found[-1][1].strip():
        return False
    last = next((each.rstrip() for _, each, is_column in reversed(found) if each.strip() and is_column), "")
    return bool(last) and last[-1] not in _ENDS


def _by_column(lines: Sequence[str], gutter: int) -> Iterator[tuple[int, str, bool]]:
    split = [_sides(line, gutter) for line in lines]
    indents = (len(each[0]) - len(each[0].lstrip()) for each in split if each and each[0])
    margin = min(indents, default=0)  # so that both columns are as wide
    right: list[tuple[int, str, bool]] = []
    for at, (line, sides) in enumerate(zip(lines, split, strict=True)):
        if sides is None:
            yield from right
            right = []
            yield at, line, False
        else:
            yield at, sides[0][margin:], True
            right.append((at, sides[1], True))
    yield from right


# Complexity: no nesting, but a comprehension for each measure of a page.
def _gutter(lines: Sequence[str]) -> int:
    """Return the column at which the right side of a page begins, 0 if it has no two columns of prose."""
    starts = Counter(gap.end() for line in lines for gap in _GAP.finditer(line) if gap.end() > NARROWEST)
    if not starts:
        return 0
    gutter = max(starts, key=lambda start: sum(starts[start + drift] for drift in _DRIFT))
    filled = [line for line in lines if line.strip()]
    sides = [_sides(line, gutter) for line in filled]
    both = [each for each in sides if each and all(map(str.strip, each))]
    is_split = len(both) >= max(_FEWEST, _MANY * len(filled)) and sides.count(None) <= _ACROSS * len(filled)
    return gutter if is_split and all(_is_prose([each[side] for each in both]) for side in (0, 1)) else 0


def _sides(line: str, gutter: int) -> _Sides | None:
    """Return what a line has on both sides of a gutter, None if its words are across it."""
    for start in (gutter + drift for drift in _DRIFT):
        if not line[start - _LEAST : start].strip() and (line[start : start + 1].strip() or len(line) <= start):
            return line[:start].rstrip(), line[start:]
    return None


def _is_prose(side: Sequence[str]) -> bool:
    lengths = [len(line.strip()) for line in side]
    width = max(lengths)
    return width >= NARROWEST and sum(length >= _FULL * width for length in lengths) >= _OFTEN_FULL * len(lengths)
