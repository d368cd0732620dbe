"""A web page's tables → lines: a row is one line, its cells apart by bars, but for tables that only lay out a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rules_cli.formats.html.context import VisibleLine
from rules_cli.formats.source_line import BARE, DOTTED, MARKED


@dataclass(slots=True)
class Cell:
    """Where a cell's lines begin and end among those shown."""

    start: int
    end: int


@dataclass(slots=True)
class Table:
    """A table that is being read; `holds_another` where it only lays out a page."""

    start: int
    rows: list[list[Cell]] = field(default_factory=list)
    holds_another: bool = False

    def begin_row(self) -> None:
        self.rows.append([])

    def begin_cell(self, at: int) -> None:
        if not self.rows:
            self.begin_row()
        self.rows[-1].append(Cell(at, at))

    def end_cell(self, at: int) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1].end = at

    def lines(self, shown: Sequence[VisibleLine]) -> list[VisibleLine]:
        """The table's lines, of all that are shown until its end; what stands between cells stays where it is."""
        rows = [row for row in self.rows if row and all(a.end == b.start for a, b in pairwise(row))]
        numbered = any(_is_number(shown[row[0].start : row[0].end], DOTTED) for row in rows)
        lines: list[VisibleLine] = []
        at = self.start
        for row in rows:
            lines += shown[at : row[0].start]
            lines += _row([shown[cell.start : cell.end] for cell in row], numbered)
            at = row[-1].end
        return [*lines, *shown[at:]]


def is_number(text: str, alone: bool) -> bool:
    """Whether words are nothing but a rule's number: one with a dot in it, where it stands `alone`."""
    return any(form.fullmatch(text) for form in ((DOTTED,) if alone else (DOTTED, MARKED, BARE)))


def _is_number(cell: Sequence[VisibleLine], *forms: re.Pattern[str]) -> bool:
    return len(cell) == 1 and any(form.fullmatch(cell[0].line.text) for form in forms)


def _row(cells: Sequence[Sequence[VisibleLine]], numbered: bool) -> Iterator[VisibleLine]:
    """The lines of a row: one, if each cell is one; a number in its first cell stands before the words of the next."""
    lines = [shown for cell in cells for shown in cell]
    held = [cell for cell in cells if cell]
    if len(held) < 2 or any(shown.place.web for shown in lines):
        yield from lines
        return
    number = _is_number(held[0], DOTTED, MARKED, *([BARE] if numbered else []))
    number = number and held[1][0].line.role == "text" and not held[1][0].line.text[:1].isdigit()
    if all(map(_is_one, held)):
        texts = [" ".join(shown.line.text for shown in cell) for cell in (held if number else cells)]
        text = f"{texts[0]} {' | '.join(texts[1:])}" if number else f"| {' | '.join(texts)} |"
        yield _joined(lines, text, number)
    elif number:
        yield _joined(lines[:2], f"{lines[0].line.text} {lines[1].line.text}", number)
        yield from lines[2:]
    else:
        yield from lines


def _is_one(cell: Sequence[VisibleLine]) -> bool:
    """Whether all of a cell can stand in one line: a paragraph, in which no broken line is a rule of its own."""
    return all(s.line.role == "text" for s in cell) and all(
        s.adjoins and not s.line.text[0].isdigit() for s in cell[1:]
    )


def _joined(lines: Sequence[VisibleLine], text: str, number: bool) -> VisibleLine:
    first = lines[0]
    line = first.line._replace(
        raw=text,
        text=text,
        role="text" if number else "item",
        marker="" if number else "•",
        links=tuple(link for shown in lines for link in shown.line.links),
        anchors=tuple(anchor for shown in lines for anchor in shown.line.anchors),
    )
    return VisibleLine(line, first.place)
