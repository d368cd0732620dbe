"""Tables: rows whose words stand in cells → one line to a row, its cells apart by bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules_cli.formats.pdf.gutters import Gutter, gutters, is_label_column, mostly, sides
from rules_cli.formats.pdf.rows import PrintedLine, PrintedWord

_FEWEST = 3  # rows
_WIDTH = 1.5  # of the size of the letters: what stands between two cells at least
_EVEN = 2.0  # points: cells that begin, end or are centred at the same place
_GOES_ON = 1.6  # of the size of the letters: a line of a cell stands no further below the one above


def with_tables(rows: Sequence[PrintedLine], column: int) -> Iterator[PrintedLine]:
    """The lines of a page or column that is read row by row; a row of a table is one line, with bars."""
    between = _between_cells(rows)
    open_row: list[list[PrintedWord]] = []
    for at, row in enumerate(rows):
        edges = sorted(gutter.left for gutter in between if gutter.top <= at < gutter.bottom)
        cells = _cells(row, edges)
        goes_on = open_row and len(cells) == len(open_row) and not cells[0] and _adjoins(open_row, row)
        if open_row and not goes_on:
            yield _row(open_row, row.page, column)
            open_row = []
        if goes_on:
            open_row = [held + more for held, more in zip(open_row, cells, strict=True)]
        elif sum(map(bool, cells)) > 1:
            open_row = cells
        else:
            yield PrintedLine(row.words, row.page, column)
    if open_row:
        yield _row(open_row, rows[-1].page, column)


def _cells(row: PrintedLine, edges: Sequence[float]) -> list[list[PrintedWord]]:
    """The words between each two of some edges."""
    cells: list[list[PrintedWord]] = [[] for _ in range(len(edges) + 1)]
    for word in row.words:
        cells[sum(word.right > edge + 1 for edge in edges)].append(word)
    return cells


def _adjoins(cells: Sequence[Sequence[PrintedWord]], row: PrintedLine) -> bool:
    return row.base - max(word.base for cell in cells for word in cell) <= _GOES_ON * row.size


def _row(cells: Sequence[Sequence[PrintedWord]], page: int, column: int) -> PrintedLine:
    first = next(cell[0] for cell in cells if cell)
    bar = first._replace(text="|", right=first.left)
    return PrintedLine([bar, *(word for cell in cells for word in [*cell, bar])], page, column, table=True)


def _between_cells(rows: Sequence[PrintedLine]) -> list[Gutter]:
    """The gutters between the cells of tables; one only before numbers is that of a table of contents."""
    found = [gutter for gutter in gutters(rows, _FEWEST) if _is_table(rows, gutter)]
    others = [gutter for gutter in found if not mostly(row.text.isdecimal() for row in sides(rows, gutter)[1])]
    return [each for each in found if any(each.top < other.bottom and other.top < each.bottom for other in others)]


def _is_table(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    """Whether a gutter stands between cells: wide, what is to its right evenly placed, no column of numbers."""
    _, right = sides(rows, gutter)
    if gutter.right - gutter.left < _WIDTH * right[0].size or is_label_column(rows, gutter):
        return False
    places: tuple[Callable[[PrintedLine], float], ...] = (lambda row: row.left, lambda row: row.right, _middle)
    return any(_even(right, place) for place in places)


def _middle(row: PrintedLine) -> float:
    return (row.left + row.right) / 2


def _even(side: Sequence[PrintedLine], place: Callable[[PrintedLine], float]) -> bool:
    """Whether most cells of one side stand at the same place."""
    places = sorted(map(place, side))
    usual = places[len(places) // 2]
    return mostly(abs(each - usual) <= _EVEN for each in places)
