"""Read a table of rules (CSV or TSV): a row is a rule if its first cell is a rule's number, else a row with bars."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import DOTTED, Document, SourceLine, is_rule_number

_SIGNS = ",;\t|"
_LINES_TO_TELL = 200  # that tell the sign between two cells
_ENDS = (".", "!", "?", ":", ";", "…", "。")
_BLANK = SourceLine(0, "", "", "blank")

_Row = tuple[int, list[str]]
"""A row: the line on which it ends, and its cells."""


def read_table(text: str, name: str) -> Document:
    """Read a table; the sign between cells is the one that gives most rows the same number of them.

    Raises SourceError if the table is broken.
    """
    head = "\n".join(text.splitlines()[:_LINES_TO_TELL])
    try:
        sign = max(_SIGNS, key=lambda each: _even_rows(_rows(head, each)))
        rows = _rows(text, sign)
    except csv.Error as error:
        raise SourceError(f"{name}: a broken table ({error}); save it again as CSV") from None
    return Document(name, tuple(_lines(rows)), joins=True, breaks=True)


def _rows(text: str, sign: str) -> list[_Row]:
    reader = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=sign)
    return [(reader.line_num, [" ".join(cell.split()) for cell in row]) for row in reader]


def _even_rows(rows: Sequence[_Row]) -> int:
    """Return how many rows have the usual number of cells, 0 if that is one."""
    cells, times = Counter(len(row) for _, row in rows).most_common(1)[0] if rows else (1, 0)
    return times if cells > 1 else 0


# Complexity: a row is a rule with or without a title, a row of a table, or a line.
def _lines(rows: Sequence[_Row]) -> Iterator[SourceLine]:
    """Yield the lines of a table; cells between number and text are titles if none of them is a sentence."""
    has_dotted = any(DOTTED.fullmatch(cells[0]) for _, cells in rows if cells)
    rules = {at for at, (_, cells) in enumerate(rows) if any(cells[1:]) and is_rule_number(cells[0], has_dotted)}
    titled = [rows[at][1][1] for at in rules if len(list(filter(None, rows[at][1]))) > 2]
    has_titles = bool(titled) and not any(title.endswith(_ENDS) for title in titled)
    for at, (number, cells) in enumerate(rows):
        raw, filled = " | ".join(cells), list(filter(None, cells))
        if at in rules:
            words = 2 if has_titles and cells[1] and len(filled) > 2 else 1
            title = f"{cells[0]} {cells[1]}" if words > 1 else ""
            text = " | ".join(filled[words:])
            yield from (_BLANK, SourceLine(number, raw, title or f"{cells[0]} {text}"))
            if title:
                yield from (_BLANK, SourceLine(number, raw, text))
        elif len(filled) > 1:
            yield SourceLine(number, raw, f"| {raw} |", "item", 0, "•")
        elif filled:
            yield from (_BLANK, SourceLine(number, raw, filled[0]))
