"""Learn from all lines how a text is printed: edges, distances of lines, how its paragraphs begin and go on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rules_cli.formats.pdf.rows import (
    LABEL_PARTS,
    PrintedLine,
    adjoins,
    differ,
    ends_in_hyphen,
    ends_sentence,
    goes_on,
    has_bullet,
    has_label,
    is_contents_entry,
    is_next,
    lead_words,
    turns_bold,
)

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

Pair = tuple[PrintedLine, PrintedLine]
Frame = tuple[int, int]


class PageLayout:
    """How a text is printed."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._left_edges = _left_edges(lines)
        self._right_edges, self._own_right_edges = _right_edges(lines)
        self._distances = _line_distances(lines)
        pairs = [(a, b) for a, b in pairwise(lines) if adjoins(a, b)]
        self._gap = self._least_gap(pairs)
        self._label_places = {self._label_place(b) for a, b in pairs if has_label(b) and self._is_free(a, b)}
        self._leads = {lead_words(b) for a, b in pairs if self._surely_begins(a, b)} - {""}
        self._bold_places = self._bold_starts(pairs)
        self._hanging = self._hanging_indents(pairs)

    def indent(self, line: PrintedLine) -> float:
        """Return how far a line is from the left edge of its column, in points."""
        return max(0.0, line.left - self._left_edges[_frame(line)])

    def is_apart(self, line: PrintedLine, before: PrintedLine) -> bool:
        """Whether a gap is between two lines, or the end of a column or page."""
        return not adjoins(before, line) or self._has_gap(before, line)

    def begins(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line begins a paragraph, and does not go on with the one above."""
        before = paragraph[-1]
        if self._is_separate(before, line):
            return True
        if ends_in_hyphen(before):
            return False
        if self._would_have_fitted(before, line):
            return True
        return not goes_on(before, line) and self._looks_like_start(line, paragraph)

    def _is_separate(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether two lines are of two paragraphs, even if the first ends in the middle of a word."""
        if line.table or before.table or is_contents_entry(before) or has_bullet(line, before):
            return True
        return differ(line.size, before.size) or (adjoins(before, line) and self._has_gap(before, line))

    def _looks_like_start(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line looks like the first line of a paragraph in this text."""
        before = paragraph[-1]
        if turns_bold(before, line) and _near(self.indent(line)) in self._bold_places:
            return True
        if lead_words(line) in self._leads and ends_sentence(before):
            return True
        return self._is_indented_otherwise(line, paragraph) or (has_label(line) and self._is_rule(line, paragraph))

    def _is_indented_otherwise(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line begins where its paragraph, or one that begins like its paragraph, does not go on."""
        indent = self.indent(line)
        if len(paragraph) > 1:
            return abs(indent - self.indent(paragraph[1])) > _NEAR
        known = self._hanging.get(self._place(paragraph[0]))
        return known is not None and not any(abs(indent - other) <= _NEAR for other in known)

    def _is_rule(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line with a number is a rule: where rules are, after a sentence or with the next number."""
        after_sentence, follows = ends_sentence(paragraph[-1]), is_next(paragraph[0], line)
        if self._label_place(line) in self._label_places:
            return after_sentence or follows
        return after_sentence and follows

    # --- two lines

    def _has_gap(self, before: PrintedLine, line: PrintedLine) -> bool:
        return self._distance(before, line) > self._gap

    def _distance(self, before: PrintedLine, line: PrintedLine) -> float:
        """Return the distance of two lines, divided by that of the lines of a paragraph."""
        size = max(before.size, line.size)
        return (line.base - before.base) / self._distances.get(_near(size), size * _LEADING)

    def _would_have_fitted(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether the first word of a line would have fitted into the line above."""
        first = line.words[0]
        edge = self._own_right_edges.get((_frame(before), _near(before.left)), self._right_edges[_frame(before)])
        return before.right + (first.right - first.left) < edge - _FITS * before.size

    def _is_free(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether a line begins as no line of a sentence does."""
        return self._has_gap(before, line) or self._would_have_fitted(before, line)

    def _surely_begins(self, before: PrintedLine, line: PrintedLine) -> bool:
        return self._is_free(before, line) or has_bullet(line, before)

    # --- all lines

    def _least_gap(self, pairs: Sequence[Pair]) -> float:
        """Return from what distance on paragraphs are apart: halfway between lines and most rules."""
        distances = sorted(self._distance(a, b) for a, b in pairs if has_label(b) and self._would_have_fitted(a, b))
        if not distances:
            return _GAP
        return max(_LEAST_GAP, min(_GAP, (1 + distances[len(distances) // 2]) / 2))

    def _place(self, line: PrintedLine) -> tuple[int, int]:
        """Return where a line begins, and in what size of letters."""
        return _near(self.indent(line)), _near(line.size)

    def _label_place(self, line: PrintedLine) -> tuple[int, int]:
        """Return where a line with a number begins, and the parts of the number: 2 for `1.1`."""
        return _near(self.indent(line)), len(LABEL_PARTS.findall(line.words[0].text))

    def _bold_starts(self, pairs: Sequence[Pair]) -> set[int]:
        """Return the places at which lines that turn bold begin paragraphs."""
        bold, begun = Counter[int](), Counter[int]()
        for before, line in pairs:
            if turns_bold(before, line):
                bold[_near(self.indent(line))] += 1
                begun[_near(self.indent(line))] += self._surely_begins(before, line)
        return {place for place, count in bold.items() if begun[place] >= _BEGINS * count}

    def _hanging_indents(self, pairs: Sequence[Pair]) -> dict[tuple[int, int], set[float]]:
        """Return the indents of the second lines of paragraphs, for each place of the first lines."""
        indents: dict[tuple[int, int], set[float]] = defaultdict(set)
        for (a, b), above in zip(pairs, [None, *pairs], strict=False):
            is_first = above is None or above[1] is not a or self._surely_begins(*above)
            is_second = not self._is_free(a, b) and not differ(a.size, b.size) and not has_label(b)
            if is_first and is_second:
                indents[self._place(a)].add(_near(self.indent(b)) * _NEAR)
        return indents


def _frame(line: PrintedLine) -> Frame:
    """Return what lines with the same edges share: their column, on left or on right pages."""
    return line.column, line.page % 2


def _near(value: float) -> int:
    return round(value / _NEAR)


def _left_edges(lines: Sequence[PrintedLine]) -> dict[Frame, float]:
    """Return the left edge of each column: the first place at which two lines begin."""
    places: dict[Frame, Counter[float]] = defaultdict(Counter)
    for line in lines:
        places[_frame(line)][round(line.left)] += 1
    return {
        frame: min([left for left, count in found.items() if count > 1] or found) for frame, found in places.items()
    }


def _right_edges(lines: Sequence[PrintedLine]) -> tuple[dict[Frame, float], dict[tuple[Frame, int], float]]:
    """Return how far the lines of each column go, and how far those that begin at one place go, if many are full."""
    ends: dict[Frame, list[float]] = defaultdict(list)
    own_ends: dict[tuple[Frame, int], list[float]] = defaultdict(list)
    for line in lines:
        ends[_frame(line)].append(line.right)
        own_ends[_frame(line), _near(line.left)].append(line.right)
    ((size, _),) = Counter(line.size for line in lines).most_common(1)
    own = {}
    for place, rights in own_ends.items():
        edge = max(rights)
        full = sum(right > edge - _FULL * size for right in rights)
        if len(rights) >= _FEWEST and full >= _OFTEN_FULL * len(rights):
            own[place] = edge
    return {frame: max(rights) for frame, rights in ends.items()}, own


def _line_distances(lines: Sequence[PrintedLine]) -> dict[int, float]:
    """Return the distance of the lines of a paragraph for each size of letters: the least that is common."""
    distances: dict[int, Counter[float]] = defaultdict(Counter)
    for a, b in pairwise(lines):
        if adjoins(a, b) and not differ(a.size, b.size):
            distances[_near(max(a.size, b.size))][round(4 * (b.base - a.base)) / 4] += 1
    return {
        size: min(distance for distance, count in found.items() if count >= _COMMON * sum(found.values()))
        for size, found in distances.items()
    }
