"""Columns and tables: the rows of pages → lines in the order in which they are read.

A gutter is a strip of a page without words, row after row, with words on both sides. Gutters are between columns,
between the cells of a table, and between rules' numbers and their texts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from rules_cli.numbers.grammar import CLOSING, MIXED, PARTED

_RISE = 0.62  # of a letter's size: half a line, so that the rows of two columns are one row even if one is lower
_SMALL = 0.8  # of a letter's size: the number of a footnote
_MARK_FALL = 0.3  # of a letter's size: such a number is hardly lower than its row, else it is of the next row
_OTHER_SIZE = 1.12  # times as large: letters of another size, and no rounding
_ENTRY_GAP = 1.5  # of a letter's size: wider than a blank between two words
LABEL = re.compile(
    rf"(?:{PARTED}{CLOSING}?|\[{PARTED}\]|[0-9]{{1,4}}-[0-9]{{1,4}}{CLOSING}|{MIXED}|[0-9]{{1,4}}[a-z]{{0,2}}{CLOSING}|[a-zA-Z][.)]"
    r"|\((?:[a-z]{1,2}|[0-9]{1,3}|[ivx]{1,5})\)|[ivx]{1,5}[.)])$"
)
LABEL_PARTS = re.compile(r"[0-9]+|[A-Za-z]+")
_BULLETS = frozenset("•‣◦▪●■□○►➢➤✓✔♦◆·")
_DASHES = frozenset("-–—*")  # bullets too, but not in the middle of a sentence
_HYPHENS = "-\u2010\u00ad"
_DOTS = ("....", "….", "……", " . .")
_SENTENCE_END = re.compile(r"[.!?:;…](?:\[[^\[\]]{1,20}\]|[\"”’'»)\]*])*$")
_LEAD_WORDS = re.compile(r"[^\W\d][^:.]+:")  # `Example 2:`
_DIGITS = re.compile(r"[0-9]+")


class PrintedWord(NamedTuple):
    """A word and its place: left and right edge, baseline, size of its letters. `turn` is in quarters to the left; None
    if the word is askew."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False
    turn: int | None = 0


@dataclass
class PrintedLine:
    """Words that are read one after the other; their page (from 0), and a number for their column. 0 is as wide as the
    page; the number of a left column is below 0."""

    words: list[PrintedWord]
    page: int
    column: int = 0
    table: bool = False  # whether it is a row of a table

    @property
    def left(self) -> float:
        """The left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return self.words[-1].right

    @cached_property
    def base(self) -> float:
        """The baseline of the largest letters."""
        return max(self.words, key=lambda word: word.size).base

    @cached_property
    def size(self) -> float:
        """The size of most of the letters."""
        letters = Counter[float]()
        for word in self.words:
            letters[word.size] += len(word.text)
        return max(letters, key=letters.__getitem__)

    @cached_property
    def text(self) -> str:
        """The words, with a blank between two."""
        return " ".join(word.text for word in self.words)


def rows_of(words: Sequence[PrintedWord], page: int) -> list[PrintedLine]:
    """Return the rows of a page from top to bottom, each from left to right."""
    rows: list[list[PrintedWord]] = []
    for word in sorted(words, key=lambda word: word.base):
        first = rows[-1][0] if rows else word
        is_mark = word.size < _SMALL * first.size  # if it is lower, it belongs to the next row
        most_fall = _MARK_FALL * first.size if is_mark else _RISE * max(word.size, first.size)
        if rows and word.base - first.base <= most_fall:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [PrintedLine(sorted(row, key=lambda word: word.left), page) for row in rows]


# --- what a row shows


def is_label(words: Sequence[PrintedWord]) -> bool:
    """Whether words are only a rule's number, a letter or a bullet."""
    text = words[0].text
    return len(words) == 1 and bool(text in _BULLETS | _DASHES or LABEL.match(text) or LABEL.match(f"{text}."))


def has_label(line: PrintedLine) -> bool:
    """Whether a line begins with a rule's number or a letter."""
    return bool(LABEL.match(line.words[0].text))


def has_bullet(line: PrintedLine) -> bool:
    """Whether a line begins with a bullet. A dash may be in the middle of a sentence."""
    return len(line.words) > 1 and line.words[0].text in _BULLETS


def lead_words(line: PrintedLine) -> str:
    """Return the words before a colon at the beginning of a line, at most three: `Example #:`; else ""."""
    found = _LEAD_WORDS.match(" ".join(word.text for word in line.words[:3]))
    return _DIGITS.sub("#", found[0]) if found else ""


def is_next(first: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins a sentence, with the number that follows that of a paragraph's first line."""
    before: list[str] = LABEL_PARTS.findall(first.words[0].text)
    after: list[str] = LABEL_PARTS.findall(line.words[0].text)
    opens = len(line.words) > 1 and not line.words[1].text[:1].islower()
    if not opens or not before or not after:
        return False
    if before == after[:-1] and (has_label(first) or first.words[0].text.isdecimal()):
        return after[-1] in ("0", "1", "a", "A")
    if not has_label(first):
        return False
    *above, number = after
    if len(before) < len(after) or before[: len(above)] != above:
        return False
    last = before[len(above)]  # the part that counts on: 2 of 1.2.3, if 1.3 follows
    return number == (str(int(last) + 1) if last.isdecimal() else last[:-1] + chr(ord(last[-1]) + 1))


def goes_on(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins with a small letter, and no sentence has ended before it."""
    return line.words[0].text[0].islower() and not has_label(line) and not ends_sentence(before)


def ends_sentence(line: PrintedLine) -> bool:
    """Whether a line ends in a sign that ends a sentence, before quotes, brackets or a mark in brackets."""
    return bool(_SENTENCE_END.search(line.words[-1].text))


def ends_in_hyphen(line: PrintedLine) -> bool:
    """Whether a line ends in a hyphen that touches a word."""
    end = line.words[-1].text
    return end[-1] in _HYPHENS and end[-2:-1].isalnum()


def is_broken_word(end: str, start: str) -> bool:
    """Whether a word may be broken after `end`: letters and a hyphen, then small letters (or all are capitals)."""
    small = start[:1].islower() or (start[:2].isupper() and end[:-1].isupper())
    return end[-1:] in _HYPHENS and end[-2:-1].isalpha() and small


def turns_bold(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins in bold, and the line before it does not end in bold."""
    return line.words[0].bold and not before.words[-1].bold


def is_contents_entry(line: PrintedLine) -> bool:
    """Whether a line ends in a page number as in a table of contents: after a wide gap, or after dots."""
    if len(line.words) < 2 or not line.words[-1].text.isdecimal():
        return False
    before, page = line.words[-2:]
    return page.left - before.right > _ENTRY_GAP * line.size or before.text.endswith(_DOTS)


def adjoins(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line is the next below another in one column, or in the left column below a line across all."""
    is_same = before.column == line.column or line.column < before.column == 0
    return is_same and before.page == line.page and line.base > before.base


def differ(size: float, other: float) -> bool:
    """Whether two sizes of letters differ by more than rounding."""
    return max(size, other) > _OTHER_SIZE * min(size, other)


_FEWEST = 3  # rows with words on both sides of a gutter: two may be chance
_GUTTER = 0.9  # of a letter's size: no blank between two words is so wide, row after row
_CELL_GAP = 1.5  # of a letter's size: between cells; columns of text may be closer
_ALIGNED = 0.9  # of the lines of a cell: others begin with a sign or are damaged
_CLOSE = 3  # times a letter's size: so near to its gutter a number is
_GOES_ON = 1.6  # of a letter's size: a line of a cell is no further below the line above it
_FILLED = 0.75  # of a column's width: a line of prose is broken only when it is this long
_MANY = 0.4  # of a column's lines are full, or numbered: others are the last of a paragraph, or headings
_MOSTLY = 0.7  # of some rows: a heading or a damaged row may be among them
_AS_LONG = 0.5  # of the longest gutter of a page: those between columns; a table in a column is shorter
_OFTEN = 0.3  # of the pages: other pages may hold a table, or too little to tell
_STEP = 4.0  # points: columns begin at the same place on all pages, but for rounding
_LEADER = ". ·…_"  # signs between an entry and its page
MOST_ROWS = 500  # on a page that may have columns: three times those of a dense page
_MOST_GUTTERS = 40  # followed at once down a page: more than any table has


class Gutter(NamedTuple):
    """A strip without words: its edges, its rows, and how many of these have words on both sides."""

    left: float
    right: float
    top: int
    bottom: int
    crossed: int

    @property
    def place(self) -> int:
        """Where it ends, in steps: columns begin at the same place on all pages, but may end anywhere."""
        return round(self.right / _STEP)


class _Split(NamedTuple):
    """A gutter, and the words to its left and to its right, row by row."""

    gutter: Gutter
    left: list[PrintedLine]
    right: list[PrintedLine]


def in_reading_order(pages: Sequence[Sequence[PrintedLine]]) -> list[PrintedLine]:
    """Return the lines of all pages, one column after the other; the time grows with the words."""
    return [line for rows, column in columns_of(pages) for line in _with_tables(rows, column)]


def columns_of(pages: Sequence[Sequence[PrintedLine]]) -> list[tuple[Sequence[PrintedLine], int]]:
    """Return the rows of each column in the order in which they are read, with the number of the column. If columns
    begin at a place on many pages, so they do on pages with too little text to tell."""
    found = Counter(gutter.place for rows in pages for gutter in _between_columns(rows))
    usual = {place for place, count in found.items() if count >= _OFTEN * len(pages)}
    return [column for rows in pages for column in _columns_in(rows, 0, usual)]


def _between_columns(rows: Sequence[PrintedLine]) -> list[Gutter]:
    """Return the gutters between the columns of a page, and none between the cells of a table in a column."""
    found = [split.gutter for split in _splits(rows) if _are_columns(split)]
    longest = max((gutter.crossed for gutter in found), default=0)
    return [gutter for gutter in found if gutter.crossed >= _AS_LONG * longest]


# Complexity: the rows above a gutter, both its sides and the rows below it are split again.
def _columns_in(
    rows: Sequence[PrintedLine], column: int, usual: set[int]
) -> Iterator[tuple[Sequence[PrintedLine], int]]:
    """Yield the columns of the given rows, each with its number: that of a left column is below 0. Rows are split at
    the longest gutter between two columns. The rows above it, on both sides of it and below it are split again."""
    found = list(_splits(rows, 1 if usual else _FEWEST)) if len(rows) <= MOST_ROWS else []
    for split in sorted(found, key=lambda split: split.gutter.crossed, reverse=True):
        gutter = split.gutter
        usual_place = next((place for place in usual if gutter.left < place * _STEP <= gutter.right + _STEP), None)
        if usual_place or (gutter.crossed >= _FEWEST and _are_columns(split)):
            place = usual_place or gutter.place
            yield from _columns_in(rows[: gutter.top], column, usual)
            yield from _columns_in(split.left, column or -place, usual)
            yield from _columns_in(split.right, place, usual)
            yield from _columns_in(rows[gutter.bottom :], column, usual)
            return
    if rows:
        yield rows, column


def _are_columns(split: _Split) -> bool:
    """Whether two sides are columns, each read from top to bottom: both prose, or both with rules' numbers."""
    if _is_prose(split.left) and _is_prose(split.right):
        return True
    sides = (split.left, split.right)
    numbered = [[bool(LABEL.match(row.words[0].text)) and len(row.words) > 1 for row in side] for side in sides]
    return all(sum(marks) > _MANY * len(marks) for marks in numbered)


def _is_prose(side: Sequence[PrintedLine]) -> bool:
    """Whether lines are sentences: many have more than two words and are as long as the column is wide."""
    edge = min(row.left for row in side)
    width = max(row.right for row in side) - edge
    full = [len(row.words) > 2 and row.right - edge >= _FILLED * width for row in side]
    return sum(full) >= _MANY * len(full)


# --- gutters


# Complexity: no nesting, but a comprehension for each side of a gutter.
def _splits(rows: Sequence[PrintedLine], fewest: int = _FEWEST) -> Iterator[_Split]:
    """Yield the gutters with both sides, but not those after rules' numbers, letters or bullets."""
    for gutter in _gutters(rows, fewest):
        split = _Split(gutter, [], [])
        for row in rows[gutter.top : gutter.bottom]:
            before = [word for word in row.words if word.right <= gutter.left]
            after = [word for word in row.words if word.right > gutter.left]
            if before:
                split.left.append(PrintedLine(before, row.page))
            if after:
                split.right.append(PrintedLine(after, row.page))
        ends = (row.words[_last_gap(row) :] for row in split.left if gutter.left - row.right < _CLOSE * row.size)
        if not _mostly(map(is_label, ends)):
            yield split


def _last_gap(row: PrintedLine) -> int:
    """Return the place of the word behind the last wide gap of a row, 0 if it has none."""
    return max((at for at, (a, b) in enumerate(pairwise(row.words), 1) if _is_wide(a, b, row.size)), default=0)


# Complexity: each row goes on with gutters, closes some and opens others.
def _gutters(rows: Sequence[PrintedLine], fewest: int = _FEWEST) -> list[Gutter]:
    """Return each gutter with words on both sides in enough rows; the time grows with the words."""
    closed: list[Gutter] = []
    followed: list[Gutter] = []  # those that the row above has
    usual = median_low([row.size for row in rows]) if rows else 0.0  # a large title does not make a gutter too narrow
    for at, row in enumerate(rows):
        still: list[Gutter] = []
        for gutter in followed:
            if narrowed := _narrowed(gutter, row, at, _GUTTER * min(row.size, usual)):
                still.append(narrowed)
            else:
                closed.append(gutter)
        for a, b in pairwise(row.words):
            is_new = not any(gutter.left < b.left and a.right < gutter.right for gutter in still)
            if _is_wide(a, b, row.size) and is_new and len(still) < _MOST_GUTTERS:
                still.append(Gutter(a.right, b.left, at, at + 1, 1))
        followed = still
    return [_extended_up(gutter, rows) for gutter in closed + followed if gutter.crossed >= fewest]


def _is_wide(a: PrintedWord, b: PrintedWord, size: float) -> bool:
    return b.left - a.right >= _GUTTER * size


def _narrowed(gutter: Gutter, row: PrintedLine, at: int, least: float) -> Gutter | None:
    """Return the widest strip of a gutter without words of a row; None if it is narrower than `least` points."""
    words = [word for word in row.words if word.right > gutter.left and word.left < gutter.right]
    starts = [gutter.left, *(word.right for word in words)]  # of the strips before, between and after the words
    ends = [*(word.left for word in words), gutter.right]
    strips = [(max(a, gutter.left), min(b, gutter.right)) for a, b in zip(starts, ends, strict=True)]
    left, right = max(strips, key=lambda strip: strip[1] - strip[0])
    if right - left < least:
        return None
    crosses = 1 if row.left < left and row.right > right else 0  # with words on both sides
    return Gutter(left, right, gutter.top, at + 1, gutter.crossed + crosses)


def _extended_up(gutter: Gutter, rows: Sequence[PrintedLine]) -> Gutter:
    """Return a gutter with the rows above it that have words on one side only."""
    top = gutter.top
    while top and not any(word.right > gutter.left and word.left < gutter.right for word in rows[top - 1].words):
        top -= 1
    return gutter._replace(top=top)


def _mostly(marks: Iterable[bool]) -> bool:
    """Whether most of the marks are true; False without marks."""
    found = list(marks)
    return bool(found) and sum(found) > _MOSTLY * len(found)


# --- rules' numbers that are printed in the middle of the height of their cells


class _Cell(NamedTuple):
    """The cell beside a rule's number: the row of the number and its baseline; its rows, each with its baseline."""

    at: int
    base: float
    rows: Sequence[tuple[int, float]]

    @property
    def is_centred(self) -> bool:
        """Whether the number is printed in the middle of the cell's height."""
        return abs((self.rows[0][1] + self.rows[-1][1]) / 2 - self.base) <= _STEP / 2


def with_numbers_on_top(pages: Sequence[Sequence[PrintedLine]]) -> list[list[PrintedLine]]:
    """Return the rows of pages; if most numbers are in the middle of their cells, each is put into its first row."""
    cells = [[cell for cell in _cells_of_numbers(rows) if len(cell.rows) > 1] for rows in pages]
    centred = [[cell for cell in found if cell.is_centred] for found in cells]
    count = sum(map(len, centred))
    if count < _FEWEST or count <= _MOSTLY * sum(map(len, cells)):
        return [list(rows) for rows in pages]
    return [_put_on_top(rows, found) for rows, found in zip(pages, centred, strict=True)]


def _put_on_top(rows: Sequence[PrintedLine], cells: Sequence[_Cell]) -> list[PrintedLine]:
    """Return the rows with the number of each cell in the cell's first row; a row of a number alone is gone."""
    words = [list(row.words) for row in rows]
    numbers = [words[cell.at].pop(0) for cell in cells]
    for cell, number in zip(cells, numbers, strict=True):
        at, base = cell.rows[0]
        words[at].insert(0, number._replace(base=base))
    return [PrintedLine(found, row.page) for found, row in zip(words, rows, strict=True) if found]


# Complexity: no nesting, but a comprehension for each property of numbers and rows.
def _cells_of_numbers(rows: Sequence[PrintedLine]) -> Iterator[_Cell]:
    """Yield the cell of each rule's number that is apart from its text. Between two numbers, the cell of the first ends
    where the distance of two rows is largest; the first and the last cell are as high above their numbers as below."""
    labelled = [(at, row) for at, row in enumerate(rows) if has_label(row)]
    numbers = [at for at, row in labelled if len(row.words) == 1 or _is_wide(row.words[0], row.words[1], row.size)]
    if not numbers:
        return
    bases = [rows[at].words[0].base for at in numbers]
    right_of_numbers = max(rows[at].words[0].right for at in numbers)
    besides = [(at, row.words[1:] if at in numbers else row.words) for at, row in enumerate(rows)]
    first_words = [(at, words[0]) for at, words in besides if words]
    lefts = Counter(round(word.left) for _, word in first_words if word.left > right_of_numbers)
    edge = max(lefts, key=lefts.__getitem__, default=0)  # where most texts beside the numbers begin
    beside = [(at, word.base) for at, word in first_words if abs(word.left - edge) <= _STEP]
    ends = [0, *(_widest_gap(beside, above, below) for above, below in pairwise(bases)), len(beside)]
    for at, base, (start, end) in zip(numbers, bases, pairwise(ends), strict=True):
        cell = beside[start:end]
        if cell and at == numbers[0]:
            cell = [(row, height) for row, height in cell if height >= 2 * base - cell[-1][1] - _STEP]
        if cell and at == numbers[-1]:
            cell = [(row, height) for row, height in cell if height <= 2 * base - cell[0][1] + _STEP]
        if cell:
            yield _Cell(at, base, cell)


def _widest_gap(rows: Sequence[tuple[int, float]], above: float, below: float) -> int:
    """Return the place of the row, among those from one height to another, above which the gap is widest."""
    first = next((at for at, (_, base) in enumerate(rows) if base > above), len(rows))
    last = next((at for at, (_, base) in enumerate(rows) if base > below), len(rows))
    return max(range(max(first, 1), last), key=lambda at: rows[at][1] - rows[at - 1][1], default=first)


# --- tables


def _with_tables(rows: Sequence[PrintedLine], column: int) -> Iterator[PrintedLine]:
    """Yield the lines of a column; a row of a table is one line, with bars around its cells."""
    for cells in _cells(rows):
        if len(cells) == 1:
            yield PrintedLine(cells[0], rows[0].page, column)
        else:
            first = next(cell[0] for cell in cells if cell)
            bar = first._replace(text="|", right=first.left)
            words = [bar, *(word for cell in cells for word in [*cell, bar])]
            yield PrintedLine(words, rows[0].page, column, table=True)


def _cells(rows: Sequence[PrintedLine]) -> list[list[list[PrintedWord]]]:
    """Return the cells of each row; a row outside tables is one cell. The lines of a table's row are joined."""
    gutters = _between_cells(rows)
    found: list[list[list[PrintedWord]]] = []
    for at, row in enumerate(rows):
        edges = [gutter.left for gutter in gutters if gutter.top <= at < gutter.bottom]
        cells: list[list[PrintedWord]] = [[] for _ in range(len(edges) + 1)]
        for word in row.words:
            cells[sum(word.right > edge for edge in edges)].append(word)
        above = found[-1] if found else []
        if _continues(above, cells, row):
            found[-1] = [words + more for words, more in zip(above, cells, strict=True)]
        else:
            found.append(cells if sum(map(bool, cells)) > 1 else [row.words])
    return found


def _continues(above: Sequence[list[PrintedWord]], cells: Sequence[list[PrintedWord]], row: PrintedLine) -> bool:
    """Whether a row holds the next lines of the cells above: it is close below them, and its first cell is empty."""
    if len(above) != len(cells) or len(cells) == 1 or cells[0]:
        return False
    return row.base - max(word.base for cell in above for word in cell) <= _GOES_ON * row.size


def _between_cells(rows: Sequence[PrintedLine]) -> list[Gutter]:
    """Return the gutters between cells, but not those of a table of contents, with only pages to their right."""
    found = [split for split in _splits(rows) if _are_cells(split)]
    gutters = [split.gutter for split in found]
    sure = [split.gutter for split in found if not _mostly(row.text.lstrip(_LEADER).isdecimal() for row in split.right)]
    return [each for each in gutters if any(each.top < other.bottom and other.top < each.bottom for other in sure)]


def _are_cells(split: _Split) -> bool:
    """Whether two sides are cells: the gutter is wide, or nearly all words to its right begin below one another."""
    if split.gutter.right - split.gutter.left >= _CELL_GAP * split.right[0].size:
        return True
    lefts = Counter(round(row.left) for row in split.right if row.text[0] not in _LEADER)
    return max(lefts.values(), default=0) > _ALIGNED * len(split.right)
