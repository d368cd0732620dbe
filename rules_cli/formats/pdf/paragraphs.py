"""The words of printed pages → lines of a source, one to a paragraph.

A line begins a paragraph if a gap is above it, if its first word would have fitted into the line above, if it is
further left or right than the paragraph goes on, or if it begins with a bullet. A line that begins with a number goes
on with the sentence above it unless it is printed like the numbers of rules, as `PageLayout` knows them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import median_high

from rules_cli.formats.pdf import columns as rows
from rules_cli.formats.pdf.columns import LABEL_PARTS, PrintedLine, PrintedWord, adjoins, differ, has_label
from rules_cli.formats.pdf.running_heads import RUNNING, running_heads
from rules_cli.formats.plain_text import text_line
from rules_cli.formats.source_line import SourceLine

_NEAR = 2.0  # points: places that differ less are the same, but for rounding
_FITS = 0.75  # of a letter's size: so much room a word needs beside it to have fitted into a line
_LEADING = 1.2  # times a letter's size: the usual distance of lines, if the text shows no other
_GAP = 1.25  # times the distance of lines: a gap between paragraphs, if the text shows no other
_LEAST_GAP = 1.06  # times the distance of lines: smaller differences are rounding
_COMMON = 0.08  # of the distances of lines: rarer ones are formulas and marks, and no lines of a paragraph
_FULL = 3  # times a letter's size: a line that ends so near the edge is as long as it may be
_OFTEN_FULL = 0.3  # of the lines that begin at a place are full if these have an edge of their own
_FEWEST = 5  # lines that begin at a place tell where they end
_BEGINS = 0.7  # of the lines that turn bold at a place begin a paragraph: the others may follow a full line
_HEADING = 1.5  # times the size of the text: smaller ones are also used for rules' numbers and first lines
_LEVELS = 6  # of headings, as in HTML
_COLUMN = 0.5  # of a letter's size: as wide as a column of plain text
_TELLING = 1 / 3  # of the paragraphs with a gap above: in some rulebooks only headings and examples have one
_TURNED = "text turned sideways"
_TIGHT = "-\u2010–—/"
_CORE = re.compile(r"\w[\w'’-]*")


@dataclass(slots=True)
class Paragraph:
    """Lines that are one paragraph, whether a gap is above it, and its indent in points."""

    lines: list[PrintedLine]
    gap: bool
    indent: float
    text: str = ""

    @property
    def size(self) -> float:
        """The size of its letters."""
        return self.lines[0].size


def lines_of(pages: Sequence[Sequence[PrintedWord]]) -> list[SourceLine]:
    """Return the lines of some pages. Each word is in exactly one line, or set aside with a reason."""
    upright: list[list[PrintedLine]] = []
    aside: list[tuple[int, str, str]] = []
    for page, words in enumerate(pages):
        turns = Counter[int | None]()
        for word in words:
            turns[word.turn] += len(word.text)
        main = max(turns, key=turns.__getitem__, default=0)
        upright.append(rows.rows_of([word for word in words if word.turn == main], page))
        turned = rows.rows_of([word for word in words if word.turn != main], page)
        aside += [(page, row.text, _TURNED) for row in turned]
    heads = running_heads(upright)
    aside += [(page, upright[page][row].text, RUNNING) for page, row in heads]
    text = [[row for at, row in enumerate(found) if (page, at) not in heads] for page, found in enumerate(upright)]
    return _source_lines(paragraphs_of(rows.in_reading_order(rows.with_numbers_on_top(text))), sorted(aside))


def _source_lines(paragraphs: Sequence[Paragraph], aside: Sequence[tuple[int, str, str]]) -> list[SourceLine]:
    """Return paragraphs as numbered lines, after the words that are set aside (page, words, reason) on each page."""
    levels = _heading_levels(paragraphs)
    placed = [(page, SourceLine(0, words, why, "markup")) for page, words, why in aside]
    for paragraph in paragraphs:
        page = paragraph.lines[0].page
        if paragraph.gap:
            placed.append((page, SourceLine(0, "", "", "blank")))
        placed.append((page, _source_line(paragraph, levels)))
    placed.sort(key=lambda each: each[0])  # by page; lines of one page keep their order
    return [line._replace(number=number) for number, (_, line) in enumerate(placed, 1)]


def paragraphs_of(lines: Sequence[PrintedLine]) -> list[Paragraph]:
    """Return the paragraphs of a text; each line is in exactly one, in order. The time grows with the lines. If too few
    paragraphs have a gap above them, gaps do not tell what belongs together, and all get one."""
    if not lines:
        return []
    layout = PageLayout(lines)
    found: list[Paragraph] = []
    for line in lines:
        if found and not layout.begins(line, found[-1].lines):
            found[-1].lines.append(line)
        else:
            gap = bool(found) and layout.is_apart(line, found[-1].lines[-1])
            found.append(Paragraph([line], gap, layout.indent(line)))
    joiner = _Joiner(lines)
    telling = sum(paragraph.gap for paragraph in found) >= _TELLING * len(found)
    for at, paragraph in enumerate(found):
        paragraph.text = joiner.join(paragraph.lines)
        paragraph.gap = paragraph.gap or (at > 0 and not telling)
    return found


def _heading_levels(paragraphs: Sequence[Paragraph]) -> dict[float, int]:
    """Return the sizes of letters much larger than the text's, each with its level as a heading."""
    letters = Counter[float]()
    for paragraph in paragraphs:
        letters[paragraph.size] += len(paragraph.text)
    body = max(letters, key=letters.__getitem__, default=0.0)
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    return {size: min(level, _LEVELS) for level, size in enumerate(large, 1)}


def _source_line(paragraph: Paragraph, levels: dict[float, int]) -> SourceLine:
    """Return a paragraph as a row of a table, a heading of the level of its size, or text."""
    if paragraph.lines[0].table:
        return SourceLine(0, paragraph.text, paragraph.text, "item", 0, "•")
    if paragraph.size in levels:
        return SourceLine(0, paragraph.text, paragraph.text, "heading", levels[paragraph.size])
    columns = round(paragraph.indent / (_COLUMN * paragraph.size))
    strong = all(word.bold for line in paragraph.lines for word in line.words)
    return text_line(0, paragraph.text)._replace(level=columns, strong=strong)


# --- where paragraphs begin

Frame = tuple[int, int]
"""The property that lines with the same edges share: their column, on left or on right pages."""


class PageLayout:
    """How a text is printed, learned from all of its lines: edges, distances of lines, how its paragraphs begin."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._find_edges(lines)
        self._distances = _line_distances(lines)
        pairs = [(a, b) for a, b in pairwise(lines) if adjoins(a, b)]
        rule_gaps = [self._distance(a, b) for a, b in pairs if has_label(b) and self._would_have_fitted(a, b)]
        halfway = (1 + (median_high(rule_gaps) if rule_gaps else inf)) / 2  # between lines and most rules
        self._gap = max(_LEAST_GAP, min(_GAP, halfway))
        self._label_places = {self._label_place(b) for a, b in pairs if has_label(b) and self._surely_begins(a, b)}
        self._find_starts(pairs)

    def _find_starts(self, pairs: Sequence[tuple[PrintedLine, PrintedLine]]) -> None:
        """Find what begins paragraphs: the first words (`_leads`) and the places of bold ones (`_bold_places`). Find
        where the second lines begin, too (`_second_indents`)."""
        bold, begun_bold = Counter[int](), Counter[int]()
        self._leads: set[str] = set()
        self._second_indents: dict[tuple[int, int], set[float]] = defaultdict(set)
        inner: PrintedLine | None = None  # the last line that goes on with the one above it
        for a, b in pairs:
            step = _near(self.indent(b))
            is_free = self._surely_begins(a, b)
            begins = is_free or rows.has_bullet(b)
            if rows.turns_bold(a, b):
                bold[step] += 1
                begun_bold[step] += begins
            is_second = a is not inner and not is_free and not differ(a.size, b.size) and not has_label(b)
            if is_second:
                self._second_indents[self._place(a)].add(step * _NEAR)
            if begins:
                self._leads.add(rows.lead_words(b))
            else:
                inner = b
        self._leads.discard("")
        self._bold_places = {step for step, count in bold.items() if begun_bold[step] >= _BEGINS * count}

    def _find_edges(self, lines: Sequence[PrintedLine]) -> None:
        """Find the edges of each frame (`_left_edges`, `_right_edges`), and the right edges of lines that begin at one
        place if these often end before the frame does (`_own_right_edges`)."""
        starts: dict[Frame, Counter[float]] = defaultdict(Counter)
        self._right_edges: dict[Frame, float] = defaultdict(lambda: -inf)
        ends: dict[tuple[Frame, int], list[float]] = defaultdict(list)
        for line in lines:
            frame = _frame(line)
            starts[frame][round(line.left)] += 1
            self._right_edges[frame] = max(self._right_edges[frame], line.right)
            ends[frame, _near(line.left)].append(line.right)
        self._left_edges = {  # the first place at which two lines begin
            frame: min([left for left, count in found.items() if count > 1] or found) for frame, found in starts.items()
        }
        usual_size = Counter(line.size for line in lines).most_common(1)[0][0]
        self._own_right_edges = {}
        for place, rights in ends.items():
            full = sum(right > max(rights) - _FULL * usual_size for right in rights)
            if len(rights) >= _FEWEST and full >= _OFTEN_FULL * len(rights):
                self._own_right_edges[place] = max(rights)

    def indent(self, line: PrintedLine) -> float:
        """Return how far a line is from the left edge of its column, in points."""
        return max(0.0, line.left - self._left_edges[_frame(line)])

    def is_apart(self, line: PrintedLine, before: PrintedLine) -> bool:
        """Whether a gap is between two lines, or the end of a column or page."""
        return not adjoins(before, line) or self._has_gap(before, line)

    def begins(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line begins a paragraph, and does not go on with the one above."""
        before = paragraph[-1]
        if line.table or before.table or rows.is_contents_entry(before) or rows.has_bullet(line):
            return True
        if differ(line.size, before.size) or (adjoins(before, line) and self._has_gap(before, line)):
            return True
        if rows.ends_in_hyphen(before):
            return False
        if self._would_have_fitted(before, line):
            return True
        return not rows.goes_on(before, line) and self._looks_like_start(line, paragraph)

    def _looks_like_start(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line is printed as the first lines of paragraphs are: bold, its words, its indent or its number."""
        first, before = paragraph[0], paragraph[-1]
        after_sentence = rows.ends_sentence(before)
        if rows.turns_bold(before, line) and _near(self.indent(line)) in self._bold_places:
            return True
        if (after_sentence and rows.lead_words(line) in self._leads) or self._is_indented_otherwise(line, paragraph):
            return True
        is_usual_place = after_sentence and self._label_place(line) in self._label_places
        return has_label(line) and (is_usual_place or rows.is_next(first, line))

    def _is_indented_otherwise(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line begins where its paragraph, or one that begins like its paragraph, does not go on."""
        if len(paragraph) > 1:
            usual = {self.indent(paragraph[1])}
        else:
            usual = self._second_indents.get(self._place(paragraph[0]), {self.indent(line)})
        return not any(abs(self.indent(line) - each) <= _NEAR for each in usual)

    def _has_gap(self, before: PrintedLine, line: PrintedLine) -> bool:
        return self._distance(before, line) > self._gap

    def _distance(self, before: PrintedLine, line: PrintedLine) -> float:
        """Return the distance of two lines, divided by that of the lines of a paragraph."""
        size = max(before.size, line.size)
        return (line.base - before.base) / self._distances.get(_near(size), size * _LEADING)

    def _would_have_fitted(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether the line before has room for the first word of a line."""
        first = line.words[0]
        edge = self._own_right_edges.get((_frame(before), _near(before.left)), self._right_edges[_frame(before)])
        return before.right + (first.right - first.left) < edge - _FITS * before.size

    def _surely_begins(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether a line surely begins a paragraph: below a gap, or below a line with room for its first word."""
        return self._has_gap(before, line) or self._would_have_fitted(before, line)

    def _place(self, line: PrintedLine) -> tuple[int, int]:
        """Return the indent of a line and the size of its letters, in steps of `_NEAR`."""
        return _near(self.indent(line)), _near(line.size)

    def _label_place(self, line: PrintedLine) -> tuple[int, int]:
        """Return where a line with a number begins, and the parts of the number: 2 for `1.1`."""
        return _near(self.indent(line)), len(LABEL_PARTS.findall(line.words[0].text))


def _frame(line: PrintedLine) -> Frame:
    return line.column, line.page % 2


def _near(value: float) -> int:
    return round(value / _NEAR)


def _line_distances(lines: Sequence[PrintedLine]) -> dict[int, float]:
    """Return the distance of the lines of a paragraph for each size of letters: the least that is common."""
    distances: dict[int, Counter[float]] = defaultdict(Counter)
    for a, b in pairwise(lines):
        if adjoins(a, b) and not differ(a.size, b.size):
            distances[_near(max(a.size, b.size))][round(4 * (b.base - a.base)) / 4] += 1
    common = {
        size: [distance for distance, count in found.items() if count >= _COMMON * found.total()]
        for size, found in distances.items()
    }
    return {size: min(found) for size, found in common.items() if found}


# --- the words of a paragraph


class _Joiner:
    """Joins the lines of paragraphs. The words of the whole text tell a broken word from a compound with a hyphen."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._known = Counter[str]()
        ends = [("", lines[0].words[0].text)] + [(a.words[-1].text, b.words[0].text) for a, b in pairwise(lines)]
        for line, end in zip(lines, ends, strict=True):
            whole = " ".join(word.text for word in line.words[rows.is_broken_word(*end) : -1]).lower()
            for word in _CORE.findall(whole):
                self._known.update({word, *word.split("-")})
        known = Counter(self._is_known_whole(*_word_parts(*end)) for end in ends if rows.is_broken_word(*end))
        self._keeps_words_whole = known[False] > 0 and not known[True]

    def join(self, lines: Sequence[PrintedLine]) -> str:
        """Return the text of a paragraph in one line."""
        text = lines[0].text
        for before, line in pairwise(lines):
            end, start = before.words[-1].text, line.words[0].text
            tight = len(end) > 1 and end[-1] in _TIGHT and end[-2] not in _TIGHT
            if end[1:].endswith("\u00ad") or (rows.is_broken_word(end, start) and self._is_one_word(end, start)):
                text = text[:-1] + line.text
            else:
                text += ("" if tight else " ") + line.text
        return text.replace("\u00ad", "").replace("\u00a0", " ")

    def _is_one_word(self, end: str, start: str) -> bool:
        """Whether a hyphen at the end of a line only breaks a word, `Dra-` and `chen`, and does not join two."""
        first, second = _word_parts(end, start)
        is_known_whole = self._is_known_whole(first, second)
        if is_known_whole is not None:
            return is_known_whole
        are_two_words = self._known[first.rpartition("-")[2]] and self._known[second.partition("-")[0]]
        return not (self._keeps_words_whole or are_two_words)

    def _is_known_whole(self, first: str, second: str) -> bool | None:
        """Whether the text has the word without its hyphen more often than with it; None if it tells neither."""
        whole = max(self._known[first + second], self._known[first.rpartition("-")[2] + second])
        compound = self._known[f"{first}-{second}"]
        return None if whole == compound else whole > compound


def _word_parts(end: str, start: str) -> tuple[str, str]:
    """Return the two parts of a word that a hyphen ends and begins, in small letters, without signs around them."""
    first, second = _CORE.findall(end[:-1].lower()), _CORE.findall(start.lower())
    return (first[-1] if first else ""), (second[0] if second else "")
