"""Read a table of rules (CSV or TSV): its rows are read as those of a table in a word processor's document."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from io import StringIO

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.formats.word_processor import DocumentLines

_SIGNS = ",;\t|"
_LINES_TO_TELL = 200  # that tell the sign between two cells


def read_table(text: str, name: str) -> Document:
    """Read a table; the sign between cells is the one that gives most rows the same number of them. Raises SourceError
    if the table is broken or has no text."""
    head = "\n".join(text.splitlines()[:_LINES_TO_TELL])
    try:
        sign = max(_SIGNS, key=lambda sign: _even_rows(_rows(head, sign)))
        rows = _rows(text, sign)
    except csv.Error as error:
        raise SourceError(f"{name}: a broken table ({error}); save it again as CSV") from None
    out = DocumentLines(name)
    out.add_table([[[cell] if cell else [] for cell in row] for row in rows])
    return out.document()


def _rows(text: str, sign: str) -> list[list[str]]:
    """Return the cells of each row, given the sign between two of them."""
    reader = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=sign)
    return [[" ".join(cell.split()) for cell in row] for row in reader]


def _even_rows(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows have the usual number of cells, 0 if that is one."""
    usual = Counter(map(len, rows)).most_common(1)
    return sum(times for cells, times in usual if cells > 1)
