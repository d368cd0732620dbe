"""Gutters: strips of a page that no word stands in, row after row, with words on both sides.

Columns are told from one another by gutters, and so are the cells of a table, and rules' numbers from their texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.formats.pdf.rows import PrintedLine, PrintedWord, is_label

FEWEST = 4  # rows with words on both sides of a gutter
_WIDTH = 0.9  # of the size of the letters: no blank between two words is wider, row after row
_CLOSE = 3  # letters
_MOST = 40  # followed at once down a page


class Gutter(NamedTuple):
    """A strip without words: its edges, its rows, and how many of these have words on both sides of it."""

    left: float
    right: float
    top: int
    bottom: int
    crossed: int


def gutters(rows: Sequence[PrintedLine], fewest: int = FEWEST) -> Iterator[Gutter]:
    """Every strip that stands between words of enough rows; linear in the words."""
    open_ones: list[Gutter] = []
    for at, row in enumerate(rows):
        gaps = _gaps(row)
        still: list[Gutter] = []
        for gutter in open_ones:
            narrowed = _narrowed(gutter, row, at)
            if narrowed is not None:
                still.append(narrowed)
            elif gutter.crossed >= fewest:
                yield _upward(gutter, rows)
        for left, right in gaps:
            if not any(gutter.left < right and left < gutter.right for gutter in still) and len(still) < _MOST:
                still.append(Gutter(left, right, at, at + 1, 1))
        open_ones = still
    yield from (_upward(gutter, rows) for gutter in open_ones if gutter.crossed >= fewest)


def _gaps(row: PrintedLine) -> list[tuple[float, float]]:
    """The wide gaps between the words of a row."""
    wide = _WIDTH * row.size
    return [(a.right, b.left) for a, b in pairwise(row.words) if b.left - a.right >= wide]


def _narrowed(gutter: Gutter, row: PrintedLine, at: int) -> Gutter | None:
    """What is left of a gutter when it goes on through a row: the widest strip, None where words close it."""
    edges = [(word.left, word.right) for word in row.words if word.right > gutter.left and word.left < gutter.right]
    ends = [gutter.left, *(edge for pair in edges for edge in pair), gutter.right]
    strips = [(max(a, gutter.left), min(b, gutter.right)) for a, b in zip(ends[::2], ends[1::2], strict=True)]
    left, right = max(strips, key=lambda strip: strip[1] - strip[0])
    if right - left < _WIDTH * row.size:
        return None
    both = row.left < left and row.right > right
    return Gutter(left, right, gutter.top, at + 1, gutter.crossed + both)


def _upward(gutter: Gutter, rows: Sequence[PrintedLine]) -> Gutter:
    """The gutter with the rows above it that stand on one side of it, and without those below that do."""
    top = gutter.top
    while top and not any(w.right > gutter.left and w.left < gutter.right for w in rows[top - 1].words):
        top -= 1
    return gutter._replace(top=top)


def sides(rows: Sequence[PrintedLine], gutter: Gutter) -> tuple[list[PrintedLine], list[PrintedLine]]:
    """What stands to the left and to the right of a gutter, row by row."""
    left, right = [], []
    for row in rows[gutter.top : gutter.bottom]:
        before = [word for word in row.words if word.right <= gutter.left + 1]
        after = [word for word in row.words if word.right > gutter.left + 1]
        left += [PrintedLine(before, row.page)] if before else []
        right += [PrintedLine(after, row.page)] if after else []
    return left, right


def is_label_column(rows: Sequence[PrintedLine], gutter: Gutter) -> bool:
    """Whether what stands close to the left of a gutter are rules' numbers, letters or bullets."""
    close = [tail for row in sides(rows, gutter)[0] if (tail := _tail(row))[-1].right > gutter.left - _CLOSE * row.size]
    return mostly(is_label(tail) for tail in close)


def _tail(row: PrintedLine) -> list[PrintedWord]:
    """The words of a row after its last wide gap."""
    starts = [at for at, (a, b) in enumerate(pairwise(row.words), 1) if b.left - a.right >= _WIDTH * row.size]
    return row.words[starts[-1] :] if starts else row.words


def mostly(marks: Iterable[bool]) -> bool:
    """Whether most of some marks are set, and there are any."""
    found = list(marks)
    return bool(found) and sum(found) > 0.7 * len(found)
