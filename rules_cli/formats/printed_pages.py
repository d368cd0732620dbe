"""A text saved from printed pages: its heads and feet are found, and its columns are read, as those of a PDF are.

Pages end at form feeds, or else after the lines that count them. The time grows with the lines.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from rules_cli.formats.pdf.columns import MOST_ROWS, PrintedLine, PrintedWord, columns_of
from rules_cli.formats.pdf.running_heads import LEAST_PAGES, running_heads

NARROWEST = 25  # columns of a side of a page: two of them fill a page
_COUNT_ON = 0.8  # of the numbers in lines that count pages: one may be left out, or misprinted
_SHORTEST_PAGE = 10  # lines between two feet, in the middle: levels and steps are counted in closer lines
_LONGEST = 300  # characters of a foot: a bound for hostile lines
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,4}(?![\w.,]\w)")
_PAGE = re.compile(
    r"(?:\s{3}|\b(?:page|seite|página|pagina|pág\.|pag\.|pg\.|p\.|s\.)\s?)#[\])\s]*$"
    r"|^\s{20,}+(?:[-–—]\s?)?#|# ?(?:of|/|von|de|di) ?#"
)
"""The number of a page: after a wide gap, after a word for a page, in the middle of a line, or with the last page's."""

_WORD = re.compile(r"\S+")
_GAP = re.compile(rf"^.{{{NARROWEST},120}}?\S {{3,}}\S")
_SIZE, _WIDTH, _DISTANCE = 10.0, 5.0, 12.0  # points: of letters, of a character, and of two lines


def pages_of(raws: Sequence[str]) -> list[range]:
    """Return the lines of each page of a text; a text that is not printed is one page."""
    starts = [at for at, raw in enumerate(raws) if "\f" in raw]
    if len(starts) < LEAST_PAGES:
        starts = _after_page_counts(raws) or starts
    return [range(start, end) for start, end in pairwise([0, *starts, len(raws)]) if start < end]


def heads_and_feet(raws: Sequence[str], pages: Sequence[range]) -> set[int]:
    """Return the lines of a text that are heads and feet of its pages."""
    if len(pages) < LEAST_PAGES:
        return set()
    printed = [_printed(raws, places, page) for page, places in enumerate(pages)]
    return {pages[page][_row(printed[page][row])] for page, row in running_heads(printed)}


# Complexity: lines of columns, lines across them, and the blank lines between.
def in_reading_order(raws: Sequence[str], pages: Sequence[Sequence[int]]) -> Iterator[tuple[int, str, bool]]:
    """Yield the lines of pages one column after the other: their places, words, and whether they are of a column. A
    blank line in a column is yielded once, however high it is."""
    may_have = max(map(len, pages), default=0) <= MOST_ROWS and any(map(_GAP.match, raws))
    printed = [_printed(raws, places, page) for page, places in enumerate(pages)] if may_have else []
    columns = columns_of(printed)
    if not any(column for _, column in columns):
        yield from ((at, raws[at], False) for places in pages for at in places)
        return
    left = min(row.left for rows, _ in columns for row in rows)
    for rows, column in columns:
        places = pages[rows[0].page]
        margin = round((min(row.left for row in rows) if column else left) / _WIDTH)  # characters before the words
        above = _row(rows[0]) - 1 if column else -1
        for row in rows:
            if _row(row) > above + 1:
                yield places[above + 1], "", bool(column)
            above = _row(row)
            yield places[above], raws[places[above]].expandtabs()[margin : round(row.right / _WIDTH)], bool(column)
        if not column:
            yield places[above], "", False


def _printed(raws: Sequence[str], places: Sequence[int], page: int) -> list[PrintedLine]:
    """Return the lines of a page that have words, as a printer places them."""
    lines = (
        [
            PrintedWord(word[0], _WIDTH * word.start(), _WIDTH * word.end(), _DISTANCE * row, _SIZE)
            for word in _WORD.finditer(raws[at].expandtabs())
        ]
        for row, at in enumerate(places)
    )
    return [PrintedLine(words, page) for words in lines if words]


def _row(line: PrintedLine) -> int:
    """Return which line of its page a line is."""
    return round(line.base / _DISTANCE)


def _after_page_counts(raws: Sequence[str]) -> list[int]:
    """Return the lines after those that count the pages: lines that differ in their numbers only, which count on."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for at, raw in enumerate(raws):
        if len(raw) <= _LONGEST and _PAGE.search(shape := _NUMBER.sub("#", raw.lower().rstrip())):
            alike[" ".join(shape.split())].append(at)
    return sorted(at + 1 for places in alike.values() if _count_pages(places, raws) for at in places)


def _count_pages(places: Sequence[int], raws: Sequence[str]) -> bool:
    """Return whether one of the numbers in lines that are alike counts on from line to line, a page apart."""
    if len(places) < LEAST_PAGES or median(b - a for a, b in pairwise(places)) < _SHORTEST_PAGE:
        return False
    series = zip(*([int(number) for number in _NUMBER.findall(raws[at])] for at in places), strict=True)
    return any(sum(b == a + 1 for a, b in pairwise(one)) >= _COUNT_ON * (len(one) - 1) for one in series)
