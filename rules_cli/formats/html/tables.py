"""Turn the rows of a web page's table into lines: one line a row, unless the table only lays out a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rules_cli.formats.html.context import BULLET, VisibleLine
from rules_cli.formats.source_line import BARE, DOTTED, MARKED, SourceLine


@dataclass(slots=True)
class Cell:
    """Where the lines of a cell begin and end among the lines of the page."""

    start: int
    end: int


@dataclass(slots=True)
class Table:
    """A table that is being read; one that `holds_another` only lays out a page."""

    start: int
    rows: list[list[Cell]] = field(default_factory=list)
    holds_another: bool = False

    def begin_cell(self, at: int) -> None:
        """Begin a cell, in a new row if the table has none."""
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(Cell(at, at))

    def end_cell(self, at: int) -> None:
        """End the last cell of the row, if there is one."""
        if self.rows and self.rows[-1]:
            self.rows[-1][-1].end = at

    def lines(self, shown: Sequence[VisibleLine]) -> list[VisibleLine]:
        """Return the table's lines, given those of the page so far; lines between the cells keep their place."""
        rows = [row for row in self.rows if row and all(a.end == b.start for a, b in pairwise(row))]
        has_dotted = any(_is_number(shown[row[0].start : row[0].end], DOTTED) for row in rows)
        lines: list[VisibleLine] = []
        at = self.start
        for row in rows:
            lines += shown[at : row[0].start]
            lines += _row([shown[cell.start : cell.end] for cell in row], has_dotted)
            at = row[-1].end
        return [*lines, *shown[at:]]


def _is_number(cell: Sequence[VisibleLine], *forms: re.Pattern[str]) -> bool:
    return len(cell) == 1 and any(form.fullmatch(cell[0].line.text) for form in forms)


def _row(cells: Sequence[Sequence[VisibleLine]], has_dotted: bool) -> Iterator[VisibleLine]:
    """Yield the lines of a row: one if each cell has one; a number in the first cell begins the text of the next."""
    lines = [shown for cell in cells for shown in cell]
    filled = [cell for cell in cells if cell]
    if len(filled) < 2 or any(shown.context.web for shown in lines):
        yield from lines
        return
    is_rule = _is_rule(filled[0], filled[1][0].line, has_dotted)
    if all(_is_paragraph(cell) for cell in filled):
        yield _joined(lines, _rule_text(filled) if is_rule else f"| {' | '.join(map(_text, cells))} |", is_rule)
    elif is_rule:
        yield _joined(lines[:2], f"{lines[0].line.text} {lines[1].line.text}", is_rule)
        yield from lines[2:]
    else:
        yield from lines


def _text(cell: Sequence[VisibleLine]) -> str:
    return " ".join(shown.line.text for shown in cell)


def _rule_text(cells: Sequence[Sequence[VisibleLine]]) -> str:
    return f"{_text(cells[0])} {' | '.join(map(_text, cells[1:]))}"


def _is_rule(first: Sequence[VisibleLine], after: SourceLine, has_dotted: bool) -> bool:
    """Return whether the first cell is the number of a rule and the next cell its text."""
    forms = (DOTTED, MARKED, BARE) if has_dotted else (DOTTED, MARKED)
    return _is_number(first, *forms) and after.role == "text" and not after.text[:1].isdigit()


def _is_paragraph(cell: Sequence[VisibleLine]) -> bool:
    """Return whether a cell is one paragraph; a line of it that begins with a digit may be a rule."""
    return all(shown.line.role == "text" for shown in cell) and all(
        shown.adjoins and not shown.line.text[0].isdigit() for shown in cell[1:]
    )


def _joined(lines: Sequence[VisibleLine], text: str, is_rule: bool) -> VisibleLine:
    """Return one line in place of several, which holds their links and anchors."""
    line = lines[0].line._replace(
        raw=text,
        text=text,
        role="text" if is_rule else "item",
        marker="" if is_rule else BULLET,
        links=tuple(link for shown in lines for link in shown.line.links),
        anchors=tuple(anchor for shown in lines for anchor in shown.line.anchors),
    )
    return VisibleLine(line, lines[0].context)
