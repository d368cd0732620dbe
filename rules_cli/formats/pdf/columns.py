"""Columns and tables: the rows of pages → lines in the order in which they are read.

A gutter is a strip of a page without words, row after row, with words on both sides. Gutters are between columns,
between the cells of a table, and between rules' numbers and their texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.formats.pdf.rows import LABEL, PrintedLine, PrintedWord, is_label

_FEWEST = 3  # rows with words on both sides of a gutter: two may be chance
_GUTTER = 0.9  # of a letter's size: no blank between two words is so wide, row after row
_CELL_GAP = 1.5  # of a letter's size: between cells; columns of text may be closer
_CLOSE = 3  # times a letter's size: so near to its gutter a number is
_GOES_ON = 1.6  # of a letter's size: a line of a cell is no further below the line above it
_FILLED = 0.75  # of a column's width: a line of prose is broken only when it is this long
_MANY = 0.4  # of a column's lines are full, or numbered: others are the last of a paragraph, or headings
_MOSTLY = 0.7  # of some rows: a heading or a damaged row may be among them
_OFTEN = 0.3  # of the pages: other pages may hold a table, or too little to tell
_STEP = 4.0  # points: columns begin at the same place on all pages, but for rounding
_MOST_ROWS = 500  # on a page that may have columns: three times those of a dense page
_MOST_GUTTERS = 40  # followed at once down a page: more than any table has


class Gutter(NamedTuple):
    """A strip without words: its edges, its rows, and how many of these have words on both sides."""

    left: float
    right: float
    top: int
    bottom: int
    crossed: int


def in_reading_order(pages: Sequence[Sequence[PrintedLine]]) -> list[PrintedLine]:
    """Return the lines of all pages, one column after the other; the time grows with the words.

    If columns begin at a place on many pages, so they do on pages with too little text to tell.
    """
    found = Counter(_place(gutter) for rows in pages for gutter in _gutters(rows) if _are_columns(rows, gutter))
    usual = {place for place, count in found.items() if count >= _OFTEN * len(pages)}
    return [line for rows in pages for line in _in_order(rows, 0, usual)]


def _in_order(rows: Sequence[PrintedLine], column: int, usual: set[int]) -> list[PrintedLine]:
    """Return the lines of some rows, which are split at the first gutter between two columns."""
    found = _gutters(rows, 1 if usual else _FEWEST) if len(rows) <= _MOST_ROWS else ()
    for gutter in sorted(found, key=lambda gutter: -gutter.crossed):
        place = _usual_place(gutter, usual) if not _is_label_column(rows, gutter) else None
        if place or (gutter.crossed >= _FEWEST and _are_columns(rows, gutter)):
            left, right = _sides(rows, gutter)
            return [
                *_in_order(rows[: gutter.top], column, usual),
                *_in_order(left, column, usual),
                *_in_order(right, place or _place(gutter), usual),
                *_in_order(rows[gutter.bottom :], column, usual),
            ]
    return list(_with_tables(rows, column))


def _place(gutter: Gutter) -> int:
    """Return where a gutter ends, in steps: columns begin at the same place on all pages, but may end anywhere."""
    return round(gutter.right / _STEP)


def _usual_place(gutter: Gutter, usual: set[int]) -> int | None:
    return next((place for place in usual if gutter.left < place * _STEP <= gutter.right + _STEP), None)


def _are_columns(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    """Whether two sides are columns, each read from top to bottom: both prose, or both with rules' numbers."""
    left, right = _sides(rows, gutter)
    if _is_label_column(rows, gutter):
        return False
    if _is_prose(left) and _is_prose(right):
        return True
    numbered = [[bool(LABEL.match(row.words[0].text)) and len(row.words) > 1 for row in side] for side in (left, right)]
    return all(sum(marks) > _MANY * len(marks) for marks in numbered)


def _is_prose(side: Sequence[PrintedLine]) -> bool:
    """Whether lines are sentences: many have more than two words and are as long as the column is wide."""
    edge = min(row.left for row in side)
    width = max(row.right for row in side) - edge
    full = [len(row.words) > 2 and row.right - edge >= _FILLED * width for row in side]
    return sum(full) >= _MANY * len(full)


# --- gutters


def _gutters(rows: Sequence[PrintedLine], fewest: int = _FEWEST) -> Iterator[Gutter]:
    """Yield each gutter with words on both sides in enough rows; the time grows with the words."""
    open_ones: list[Gutter] = []
    for at, row in enumerate(rows):
        still: list[Gutter] = []
        for gutter in open_ones:
            narrowed = _narrowed(gutter, row, at)
            if narrowed is not None:
                still.append(narrowed)
            elif gutter.crossed >= fewest:
                yield _extended_up(gutter, rows)
        for left, right in _gaps(row):
            if not any(gutter.left < right and left < gutter.right for gutter in still) and len(still) < _MOST_GUTTERS:
                still.append(Gutter(left, right, at, at + 1, 1))
        open_ones = still
    yield from (_extended_up(gutter, rows) for gutter in open_ones if gutter.crossed >= fewest)


def _gaps(row: PrintedLine) -> list[tuple[float, float]]:
    """Return the wide gaps between the words of a row."""
    wide = _GUTTER * row.size
    return [(a.right, b.left) for a, b in pairwise(row.words) if b.left - a.right >= wide]


def _narrowed(gutter: Gutter, row: PrintedLine, at: int) -> Gutter | None:
    """Return the widest strip of a gutter without words of a row; None if the row closes the gutter."""
    edges = [(word.left, word.right) for word in row.words if word.right > gutter.left and word.left < gutter.right]
    ends = [gutter.left, *(edge for pair in edges for edge in pair), gutter.right]
    strips = [(max(a, gutter.left), min(b, gutter.right)) for a, b in zip(ends[::2], ends[1::2], strict=True)]
    left, right = max(strips, key=lambda strip: strip[1] - strip[0])
    if right - left < _GUTTER * row.size:
        return None
    both = row.left < left and row.right > right
    return Gutter(left, right, gutter.top, at + 1, gutter.crossed + both)


def _extended_up(gutter: Gutter, rows: Sequence[PrintedLine]) -> Gutter:
    """Return a gutter with the rows above it that have words on one side only."""
    top = gutter.top
    while top and not any(word.right > gutter.left and word.left < gutter.right for word in rows[top - 1].words):
        top -= 1
    return gutter._replace(top=top)


def _sides(rows: Sequence[PrintedLine], gutter: Gutter) -> tuple[list[PrintedLine], list[PrintedLine]]:
    """Return the words to the left and to the right of a gutter, row by row."""
    left, right = [], []
    for row in rows[gutter.top : gutter.bottom]:
        before = [word for word in row.words if word.right <= gutter.left]
        after = [word for word in row.words if word.right > gutter.left]
        left += [PrintedLine(before, row.page)] if before else []
        right += [PrintedLine(after, row.page)] if after else []
    return left, right


def _is_label_column(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    """Whether the words close to the left of a gutter are rules' numbers, letters or bullets."""
    ends = [(row.size, _after_last_gap(row)) for row in _sides(rows, gutter)[0]]
    return _mostly(is_label(words) for size, words in ends if words[-1].right > gutter.left - _CLOSE * size)


def _after_last_gap(row: PrintedLine) -> list[PrintedWord]:
    """Return the words of a row after its last wide gap."""
    starts = [at for at, (a, b) in enumerate(pairwise(row.words), 1) if b.left - a.right >= _GUTTER * row.size]
    return row.words[starts[-1] :] if starts else row.words


def _is_page_numbers(side: Sequence[PrintedLine]) -> bool:
    """Whether one side of a gutter holds only numbers, as the pages in a table of contents."""
    return _mostly(row.text.isdecimal() for row in side)


def _mostly(marks: Iterable[bool]) -> bool:
    """Whether most of some marks are set, and there are any."""
    found = list(marks)
    return bool(found) and sum(found) > _MOSTLY * len(found)


# --- tables


def _with_tables(rows: Sequence[PrintedLine], column: int) -> Iterator[PrintedLine]:
    """Yield the lines of a page or column; a row of a table is one line, with bars between its cells."""
    between = _between_cells(rows)
    open_row: list[list[PrintedWord]] = []
    for at, row in enumerate(rows):
        cells = _cells(row, sorted(gutter.left for gutter in between if gutter.top <= at < gutter.bottom))
        if open_row and len(cells) == len(open_row) and not cells[0] and _is_next_line(open_row, row):
            open_row = [words + more for words, more in zip(open_row, cells, strict=True)]
            continue
        if open_row:
            yield _table_row(open_row, row.page, column)
            open_row = []
        if sum(map(bool, cells)) > 1:
            open_row = cells
        else:
            yield PrintedLine(row.words, row.page, column)
    if open_row:
        yield _table_row(open_row, rows[-1].page, column)


def _between_cells(rows: Sequence[PrintedLine]) -> list[Gutter]:
    """Return the gutters between cells. One before numbers alone belongs to a table of contents."""
    found = [gutter for gutter in _gutters(rows) if _is_table(rows, gutter)]
    others = [gutter for gutter in found if not _is_page_numbers(_sides(rows, gutter)[1])]
    return [each for each in found if any(each.top < other.bottom and other.top < each.bottom for other in others)]


def _is_table(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    _, right = _sides(rows, gutter)
    return gutter.right - gutter.left >= _CELL_GAP * right[0].size and not _is_label_column(rows, gutter)


def _cells(row: PrintedLine, edges: Sequence[float]) -> list[list[PrintedWord]]:
    """Return the words between each two of some edges."""
    cells: list[list[PrintedWord]] = [[] for _ in range(len(edges) + 1)]
    for word in row.words:
        cells[sum(word.right > edge for edge in edges)].append(word)
    return cells


def _is_next_line(cells: Sequence[Sequence[PrintedWord]], row: PrintedLine) -> bool:
    return row.base - max(word.base for cell in cells for word in cell) <= _GOES_ON * row.size


def _table_row(cells: Sequence[Sequence[PrintedWord]], page: int, column: int) -> PrintedLine:
    first = next(cell[0] for cell in cells if cell)
    bar = first._replace(text="|", right=first.left)
    return PrintedLine([bar, *(word for cell in cells for word in [*cell, bar])], page, column, table=True)
