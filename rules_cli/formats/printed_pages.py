"""The lines of a text saved from printed pages that are not its own: heads and feet of pages, contents in columns.

Pages end at form feeds, or else after the lines that count them. The outermost lines that come again on many pages are
heads and feet. The time grows with the lines.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from statistics import median

from rules_cli.formats.source_line import CONTENTS

RUNNING = "running head or page number"

_OUTER = 6  # lines from the top or bottom of a page: a foot may name an address, owners and the page
_LEAST_PAGES = 3  # two pages may begin with the same words by chance
_OFTEN = 0.3  # of the pages: the heads of left and right pages differ, and some pages have none
_COUNT_ON = 0.8  # of the numbers in lines that count pages: one may be left out, or misprinted
_SHORTEST_PAGE = 10  # lines between two feet, in the middle: levels and steps are counted in closer lines
_LONGEST = 300  # characters of a head or foot: a bound for hostile lines
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,4}(?![\w.,]\w)")
_PAGE = re.compile(
    r"(?:\s{5}|\b(?:page|seite|página|pagina|pág\.|pag\.|pg\.|p\.|s\.)\s?)#[\])\s]*$"
    r"|^\s{20,}+(?:[-–—]\s?)?#|# ?(?:of|/|von|de|di) ?#"
)
"""The number of a page: after a wide gap, after a word for a page, in the middle of a line, or with the last page's."""

_ENTRY = r"(?:[0-9]{1,3}(?:(?:\.[0-9]{1,3}){1,3}[.)]?|[.)])|[IVXLC]{1,6}[.)])[ \t]++[^\W\d_]"
_TWO_ENTRIES = re.compile(rf"^[ \t]*+{_ENTRY}.*?[ \t]{{3}}{_ENTRY}")
_ONE_ENTRY = re.compile(rf"^[ \t]*+{_ENTRY}.*[^.!?:;,]$")
_FEWEST_ENTRIES = 4  # lines with two entries; body text in two columns rarely begins two rules in one line
_NEAR = 4  # lines: so near each other are lines with two entries; a line with one may be between them
_MOSTLY = 0.5  # of the lines of contents in two columns have two entries
_TITLE_WORDS = 3  # "Table of Contents"


def set_aside(raws: Sequence[str]) -> dict[int, str]:
    """Return the lines of a text that are no part of it, each with the reason."""
    found = dict.fromkeys(_running(raws), RUNNING)
    return found | dict.fromkeys(_contents(raws), CONTENTS)


def broken_by(raws: Sequence[str], aside: Mapping[int, str]) -> set[int]:
    """Return the blank lines around heads and feet in the middle of a sentence."""
    found: set[int] = set()
    gap: list[int] = []  # the blank lines since the last line of text
    is_page_end, before = False, ""
    for at, raw in enumerate(raws):
        if at in aside:
            is_page_end = True
        elif not raw.strip():
            gap.append(at)
        else:
            if is_page_end and raw.lstrip()[:1].islower() and before[-1:] not in ".!?:;…":
                found.update(gap)
            gap, is_page_end, before = [], False, raw.rstrip()
    return found


# --- heads and feet


# Complexity: no nesting, but many comprehensions over the lines of a page.
def _running(raws: Sequence[str]) -> set[int]:
    lines = {at: " ".join(raw.lower().split()) for at, raw in enumerate(raws) if raw.strip() and len(raw) <= _LONGEST}
    shapes = {at: _NUMBER.sub("#", line) for at, line in lines.items()}
    starts = [at for at, raw in enumerate(raws) if "\f" in raw]
    if len(starts) < _LEAST_PAGES:
        starts = _after_page_counts(raws, shapes)
    if len(starts) < _LEAST_PAGES:
        return set()
    ends = zip([0, *starts], [*starts, len(raws)], strict=True)
    pages = [[at for at in range(start, end) if raws[at].strip()] for start, end in ends]
    return {at for step in (1, -1) for at in _repeated([page[::step][:_OUTER] for page in pages], shapes)}


def _repeated(pages: Sequence[Sequence[int]], shapes: Mapping[int, str]) -> Iterator[int]:
    times = Counter(shape for page in pages for shape in {shapes.get(at, "") for at in page})
    fewest = max(_LEAST_PAGES, _OFTEN * len(pages))
    for page in pages:
        yield from takewhile(lambda at: at in shapes and times[shapes[at]] >= fewest, page)


def _after_page_counts(raws: Sequence[str], shapes: Mapping[int, str]) -> list[int]:
    """Return the lines after those that count the pages, in a text without form feeds."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for at, shape in shapes.items():
        if "#" in shape:
            alike[shape].append(at)
    found: list[int] = []
    for places in alike.values():
        if len(places) >= _LEAST_PAGES and _count_pages(places, raws, shapes):
            found += (at + 1 for at in places)
    return sorted(found)


def _count_pages(places: Sequence[int], raws: Sequence[str], shapes: Mapping[int, str]) -> bool:
    """Return whether lines that differ in numbers only count on, page by page."""
    if median(b - a for a, b in pairwise(places)) < _SHORTEST_PAGE:
        return False
    columns = zip(*([int(number) for number in _NUMBER.findall(raws[at])] for at in places), strict=True)
    if not any(sum(b == a + 1 for a, b in pairwise(column)) >= _COUNT_ON * (len(column) - 1) for column in columns):
        return False
    above = Counter(shapes.get(at - 1, "") for at in places)
    above.pop("", None)
    repeated = max(above.values(), default=0) >= _COUNT_ON * len(places)
    return repeated or all(_PAGE.search(_NUMBER.sub("#", raws[at].lower().rstrip())) for at in places)


# --- contents


# Complexity: conditions on the entries of a group and on the line above it, in one pass.
def _contents(raws: Sequence[str]) -> Iterator[int]:
    """Yield the lines of contents in two columns, with the title above them."""
    lines = [raw.rstrip() if len(raw) <= _LONGEST else "" for raw in raws]
    groups: list[list[int]] = []  # a new one after each long gap
    for at in (at for at, line in enumerate(lines) if _TWO_ENTRIES.match(line)):
        if groups and at - groups[-1][-1] <= _NEAR:
            groups[-1].append(at)
        else:
            groups.append([at])
    for group in groups:
        end = group[-1] + 1
        while end < len(lines) and _ONE_ENTRY.match(lines[end]):
            end += 1
        found = [at for at in range(group[0], end) if raws[at].strip()]
        if len(group) >= max(_FEWEST_ENTRIES, _MOSTLY * len(found)):
            above = next((at for at in range(group[0] - 1, -1, -1) if raws[at].strip()), None)
            if above is not None and len(lines[above].split()) <= _TITLE_WORDS:
                yield above
            yield from found


# --- two columns, read one after the other


NARROWEST = 25  # columns of a side: two of them fill a page
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_DRIFT = (0, 1, -1, 2, -2)  # columns by which the right side begins elsewhere on some lines
_LEAST = 2  # blanks of a gutter
_ENDS = ".!?:;…"
_FEWEST, _MANY = 4, 0.3  # lines, and their share of a page, that have words on both sides
_ACROSS = 0.2  # of the lines of a page may be titles across both columns
_FULL, _OFTEN_FULL = 0.75, 0.4  # of a column's width, and of its lines that are so long in prose

_Sides = tuple[str, str]


# Complexity: a page has its own columns, the columns of other pages, or no columns.
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
