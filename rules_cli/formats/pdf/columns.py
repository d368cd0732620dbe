"""Columns: the rows of pages → lines in the order in which they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules_cli.formats.pdf.gutters import FEWEST, Gutter, gutters, is_label_column, mostly, sides
from rules_cli.formats.pdf.rows import LABEL, PrintedLine
from rules_cli.formats.pdf.tables import with_tables

_FILLED = 0.75  # of a column's width: a line of prose that is this long goes to its end
_OFTEN = 0.3  # of the pages
_STEP = 4.0  # points
_MOST_ROWS = 500  # on a page that may have columns


def in_reading_order(pages: Sequence[Sequence[PrintedLine]]) -> list[PrintedLine]:
    """The lines of all pages, one column after the other where there are several; linear in the words.

    Where most pages have columns, so have those on which too little is printed to tell.
    """
    found = Counter(_place(gutter) for rows in pages for gutter in gutters(rows) if _are_columns(rows, gutter))
    usual = {place for place, count in found.items() if count >= _OFTEN * len(pages)}
    return [line for rows in pages for line in _in_order(rows, 0, usual)]


def _in_order(rows: Sequence[PrintedLine], column: int, usual: set[int]) -> list[PrintedLine]:
    found = gutters(rows, 1 if usual else FEWEST) if len(rows) <= _MOST_ROWS else ()
    for gutter in sorted(found, key=lambda gutter: -gutter.crossed):
        place = _usual_place(gutter, usual) if not is_label_column(rows, gutter) else None
        if place or (gutter.crossed >= FEWEST and _are_columns(rows, gutter)):
            left, right = sides(rows, gutter)
            return [
                *_in_order(rows[: gutter.top], column, usual),
                *_in_order(left, column, usual),
                *_in_order(right, place or _place(gutter), usual),
                *_in_order(rows[gutter.bottom :], column, usual),
            ]
    return list(with_tables(rows, column))


def _place(gutter: Gutter) -> int:
    """Where a gutter ends, in steps: columns begin at the same place on all pages, but may end anywhere."""
    return round(gutter.right / _STEP)


def _usual_place(gutter: Gutter, usual: set[int]) -> int | None:
    return next((place for place in usual if gutter.left < place * _STEP <= gutter.right + _STEP), None)


def _are_columns(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    """Whether two sides are columns, each read from top to bottom, and no rows of numbers, contents or a table."""
    left, right = sides(rows, gutter)
    if is_label_column(rows, gutter) or mostly(row.text.isdecimal() for row in right):
        return False
    if _is_prose(left) and _is_prose(right):
        return True
    numbered = [[bool(LABEL.match(row.words[0].text)) and len(row.words) > 1 for row in side] for side in (left, right)]
    return all(sum(marks) > len(marks) * 0.4 for marks in numbered)


def _is_prose(side: Sequence[PrintedLine]) -> bool:
    """Whether lines are sentences: words enough, and many of them as long as the column is wide."""
    edge = min(row.left for row in side)
    width = max(row.right for row in side) - edge
    long = [len(row.words) > 2 and row.right - edge >= _FILLED * width for row in side]
    return sum(long) >= max(3, 0.4 * len(long))
