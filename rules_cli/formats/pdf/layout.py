"""How a text is printed, learnt from all of its lines: edges, distances, how its paragraphs begin and go on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from rules_cli.formats.pdf.markers import (
    PARTS,
    adjoin,
    bullet,
    comes_next,
    differ,
    ends_open,
    ends_sentence,
    is_entry,
    is_mid_sentence,
    labelled,
    lead,
    turns_bold,
)
from rules_cli.formats.pdf.rows import PrintedLine

_NEAR = 2.0  # points: the same edge
_WIDE = 0.6  # of the size of the letters: more than a blank
_BLANK = 0.25
_SLACK = 0.5  # of the size of the letters: by so much a word that "would have fitted" has to
_GAP = 1.25  # times the distance of two lines, where the text does not show another
_LEAST_GAP = 1.06
_DEEPEST = 8  # letters that a line may hang or be set in
_COMMON = 0.08  # of the distances of lines
_HANGS = 0.15  # of the paragraphs that begin at a place
_BEGINS = 0.7  # of the lines that turn bold at a place
_APART = 0.9  # of the lines that begin with a number


class LabelLook(NamedTuple):
    """What a line with a number in front looks like: its place, its letters, whether a wide gap follows the number,
    and of how many parts that is."""

    place: int
    bold: bool
    gap: bool
    parts: int


class PageLayout:
    """How a text is printed: its edges, the distance of its lines, how its paragraphs begin."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._edges = _left_edges(lines)
        self._ends = _right_edges(lines)
        self._pitch = _pitches(lines)
        self._gap = _GAP
        pairs = [(a, b) for a, b in pairwise(lines) if adjoin(a, b)]
        self._gap = self._usual_gap(pairs)
        self._starts = self._label_looks(pairs)
        sure = Counter(lead(b) for a, b in pairs if self._surely_begins(a, b))
        self._leads = {lead for lead, count in sure.items() if lead and count > 1}
        self._bold_starts = self._bold_looks(pairs)
        self._hanging = self._hangs(pairs)

    # --- what one line shows

    def indent(self, line: PrintedLine) -> float:
        """How far a line stands from the left edge of its column."""
        return max(0.0, line.left - self._edges[_frame(line)])

    def _place(self, line: PrintedLine) -> tuple[int, int]:
        """Where a line begins, and in what size of letters."""
        return _rounded(self.indent(line)), _rounded(line.size)

    def stands_apart(self, line: PrintedLine, before: PrintedLine) -> bool:
        """Whether a gap stands between two lines: wider than between the lines of a paragraph, or a page's end."""
        return not adjoin(before, line) or self._step(before, line) > self._gap

    def begins(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line begins a paragraph, and does not go on with the one above."""
        before = paragraph[-1]
        if adjoin(before, line) and self._step(before, line) > self._gap:
            return True
        if line.table or before.table or is_entry(before) or bullet(line, before) or differ(line.size, before.size):
            return True
        if ends_open(before):
            return False
        if self._ends_short(before, line):
            return True
        if is_mid_sentence(before, line):
            return False
        elsewhere = self._stands_elsewhere(line, paragraph) or self._is_bold_start(before, line)
        return elsewhere or self._is_led(line, before) or (labelled(line) and self._is_start(line, paragraph))

    def _step(self, before: PrintedLine, line: PrintedLine) -> float:
        """The distance of two lines, in that of the lines of a paragraph."""
        size = max(before.size, line.size)
        return (line.base - before.base) / self._pitch.get(_rounded(size), size * 1.2)

    def _ends_short(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether the first word of a line would have fitted into the line above."""
        size = before.size
        first = line.words[0]
        return before.right + _BLANK * size + (first.right - first.left) < self._end(before) - _SLACK * size

    def _end(self, line: PrintedLine) -> float:
        own = self._ends.get((*_frame(line), _rounded(line.left)))
        return own if own is not None else self._ends[(*_frame(line), None)]

    def _stands_elsewhere(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line stands where its paragraph, or a paragraph that begins like it, does not go on."""
        first, indent = self.indent(paragraph[0]), self.indent(line)
        if len(paragraph) > 1:
            return abs(indent - self.indent(paragraph[1])) > _NEAR
        known = self._hanging.get(self._place(paragraph[0]))
        if known:
            return not any(abs(indent - other) <= _NEAR for other in known)
        return abs(indent - first) > _DEEPEST * line.size

    def _is_start(self, line: PrintedLine, paragraph: Sequence[PrintedLine]) -> bool:
        """Whether a line with a number in front is a rule: printed as rules are, after the end of a sentence or with
        the number that comes next."""
        before = paragraph[-1]
        apart = self._starts.get(self._label_look(line))
        is_next = comes_next(paragraph[0], line)
        if apart is None:
            return is_next and ends_sentence(before)
        return not (apart and adjoin(before, line)) and (is_next or ends_sentence(before))

    def _is_led(self, line: PrintedLine, before: PrintedLine) -> bool:
        """Whether a line begins with a word and a colon that paragraphs of this text begin with ("Example:")."""
        return lead(line) in self._leads and ends_sentence(before)

    # --- what all lines show

    def _usual_gap(self, pairs: Sequence[tuple[PrintedLine, PrintedLine]]) -> float:
        """From how wide a gap on paragraphs stand apart: between the lines' own distance and that of most rules."""
        steps = sorted(
            self._step(a, b) for a, b in pairs if labelled(b) and self._ends_short(a, b) and not differ(a.size, b.size)
        )
        return _GAP if len(steps) < 3 else max(_LEAST_GAP, min(_GAP, (1 + steps[len(steps) // 2]) / 2))

    def _label_look(self, line: PrintedLine) -> LabelLook:
        label = line.words[0]
        gap = len(line.words) > 1 and line.words[1].left - label.right > _WIDE * line.size
        return LabelLook(_rounded(self.indent(line)), label.bold, gap, len(PARTS.findall(label.text)))

    def _label_looks(self, pairs: Sequence[tuple[PrintedLine, PrintedLine]]) -> dict[LabelLook, bool]:
        """The looks of lines that surely begin with a rule's number, and whether these always stand apart."""
        sure: dict[LabelLook, list[bool]] = defaultdict(list)
        for before, line in pairs:
            apart = self._step(before, line) > self._gap
            if labelled(line) and (apart or self._ends_short(before, line)):
                sure[self._label_look(line)].append(apart)
        return {look: sum(apart) > _APART * len(apart) for look, apart in sure.items() if len(apart) > 1}

    def _is_bold_start(self, before: PrintedLine, line: PrintedLine) -> bool:
        """Whether a line turns bold where in this text only the beginnings of paragraphs do."""
        return turns_bold(before, line) and _rounded(self.indent(line)) in self._bold_starts

    def _bold_looks(self, pairs: Sequence[tuple[PrintedLine, PrintedLine]]) -> set[int]:
        """The places at which a line that turns bold begins a paragraph, as far as can be told."""
        bold, begun = Counter[int](), Counter[int]()
        for before, line in pairs:
            if turns_bold(before, line):
                bold[_rounded(self.indent(line))] += 1
                begun[_rounded(self.indent(line))] += self._surely_begins(before, line)
        return {place for place, count in bold.items() if count > 1 and begun[place] >= _BEGINS * count}

    def _hangs(self, pairs: Sequence[tuple[PrintedLine, PrintedLine]]) -> dict[tuple[int, int], list[float]]:
        """How far the second lines of paragraphs stand from the edge, for each place of the first lines."""
        seen: dict[tuple[int, int], Counter[float]] = defaultdict(Counter)
        for (a, b), above in zip(pairs, [None, *pairs], strict=False):
            surely = above is None or above[1] is not a or self._surely_begins(*above)
            goes_on = not self._ends_short(a, b) and self._step(a, b) <= self._gap and not differ(a.size, b.size)
            if surely and goes_on and not bullet(b, a) and not labelled(b):
                seen[self._place(a)][_rounded(self.indent(b)) * _NEAR] += 1
        return {
            first: [place for place, count in places.items() if count >= _HANGS * sum(places.values())]
            for first, places in seen.items()
        }

    def _surely_begins(self, before: PrintedLine, line: PrintedLine) -> bool:
        return self._step(before, line) > self._gap or bullet(line, before) or self._ends_short(before, line)


def _frame(line: PrintedLine) -> tuple[int, int]:
    """What lines have their edges in common with: those of the same column on left or on right pages."""
    return line.column, line.page % 2


def _rounded(value: float) -> int:
    return round(value / _NEAR)


def _left_edges(lines: Sequence[PrintedLine]) -> dict[tuple[int, int], float]:
    """The left edge of each column: where at least two lines begin, furthest to the left."""
    places: dict[tuple[int, int], Counter[float]] = defaultdict(Counter)
    for line in lines:
        places[_frame(line)][round(line.left)] += 1
    return {
        frame: min([left for left, count in found.items() if count > 1] or found) for frame, found in places.items()
    }


def _right_edges(lines: Sequence[PrintedLine]) -> dict[tuple[int, int, int | None], float]:
    """How far lines go to the right: for each column, and for the lines that begin at one place, if many go as far."""
    ends: dict[tuple[int, int, int | None], list[float]] = defaultdict(list)
    for line in lines:
        ends[(*_frame(line), None)].append(line.right)
        ends[(*_frame(line), _rounded(line.left))].append(line.right)
    size = _common(line.size for line in lines)
    found: dict[tuple[int, int, int | None], float] = {}
    for place, rights in ends.items():
        edge = sorted(rights)[int(0.98 * (len(rights) - 1))] if len(rights) > 50 else max(rights)
        full = sum(right > edge - 3 * size for right in rights)
        if place[2] is None or (len(rights) > 4 and full >= 0.3 * len(rights)):
            found[place] = edge
    return found


def _pitches(lines: Sequence[PrintedLine]) -> dict[int, float]:
    """The distance of two lines of a paragraph, for each size of letters: the least that is common."""
    steps: dict[int, Counter[float]] = defaultdict(Counter)
    for a, b in pairwise(lines):
        if adjoin(a, b) and not differ(a.size, b.size) and 0.9 * a.size < b.base - a.base < 4 * a.size:
            steps[_rounded(max(a.size, b.size))][round(4 * (b.base - a.base)) / 4] += 1
    return {
        size: min(step for step, count in found.items() if count >= _COMMON * sum(found.values()))
        for size, found in steps.items()
        if sum(found.values()) > 4
    }


def _common(values: Iterable[float]) -> float:
    return max(Counter(values).items(), key=lambda item: item[1])[0]
