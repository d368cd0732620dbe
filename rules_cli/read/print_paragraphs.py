"""Printed lines → paragraphs, by gaps, indents and how far the lines go. Knows no file format.

Where a paragraph begins is learnt from the whole text: how far apart its lines are, how far to the right they go, how
far they hang. A line begins one where a gap stands above it, where its first word would have fitted into the line
above, where it stands further left or right than the paragraph goes on, or where it begins with a bullet. A line that
begins with a number goes on with the sentence above, unless it is printed as the rules' numbers are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules_cli.read.print_lines import BULLETS, DASHES, LABEL, Line

_NEAR = 2.0  # points: the same edge
_WIDE = 0.6  # of the size of the letters: more than a blank
_BLANK = 0.25
_FAR = 1.5  # of the size of the letters: no blank between two words of a sentence
_SLACK = 0.5  # of the size of the letters: by so much a word that "would have fitted" has to
_GAP = 1.25  # times the distance of two lines, where the text does not show another
_LEAST_GAP = 1.06
_OTHER_SIZE = 1.12
_TELLING = 1 / 3  # of the paragraphs, at least, stand apart where gaps tell what belongs together
_DEEPEST = 8  # letters that a line may hang or be set in
_SENTENCE_END = re.compile(r"[.!?:;…](?:\[[^\[\]]{1,20}\]|[\"”’'»)\]*])*$")
_HYPHENS = "-\u2010\u00ad"
_TIGHT = "-\u2010–—/"
_LEAD = re.compile(r"[^\W\d][^:.]{1,30}:")
_DIGITS = re.compile(r"[0-9]+")
_PARTS = re.compile(r"[0-9]+|[a-z]+")
_CORE = re.compile(r"\w[\w'’-]*")


@dataclass(slots=True)
class Paragraph:
    """Lines that are one paragraph; whether a gap stands above it; how far it is indented, in points."""

    lines: list[Line]
    gap: bool
    indent: float
    text: str = ""

    @property
    def size(self) -> float:
        """The size of its letters."""
        return self.lines[0].size


def paragraphs(lines: Sequence[Line]) -> list[Paragraph]:
    """The paragraphs of a text; every line is in exactly one, in order. Linear in the lines.

    A gap stands above every one where print does not use gaps to tell what belongs together.
    """
    if not lines:
        return []
    look = _Look(lines)
    found: list[Paragraph] = []
    for line in lines:
        if found and not look.begins(line, found[-1].lines):
            found[-1].lines.append(line)
        else:
            gap = bool(found) and look.stands_apart(line, found[-1].lines[-1])
            found.append(Paragraph([line], gap, look.indent(line)))
    joiner = _Joiner(lines)
    telling = sum(paragraph.gap for paragraph in found) >= _TELLING * len(found)
    for at, paragraph in enumerate(found):
        paragraph.text = joiner.text(paragraph.lines)
        paragraph.gap = paragraph.gap or (at > 0 and not telling)
    return found


class _Look:
    """How a text is printed: its edges, the distance of its lines, how its paragraphs begin."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._edges = _left_edges(lines)
        self._ends = _right_edges(lines)
        self._pitch = _pitches(lines)
        self._gap = _GAP
        pairs = [(a, b) for a, b in pairwise(lines) if _adjoin(a, b)]
        self._gap = self._usual_gap(pairs)
        self._starts = self._label_looks(pairs)
        sure = Counter(_lead(b) for a, b in pairs if self._surely_begins(a, b))
        self._leads = {lead for lead, count in sure.items() if lead and count > 1}
        self._bold_starts = self._bold_looks(pairs)
        self._hanging = self._hangs(pairs)

    # --- what one line shows

    def indent(self, line: Line) -> float:
        """How far a line stands from the left edge of its column."""
        return max(0.0, line.left - self._edges[_frame(line)])

    def _place(self, line: Line) -> tuple[int, int]:
        """Where a line begins, and in what size of letters."""
        return _rounded(self.indent(line)), _rounded(line.size)

    def stands_apart(self, line: Line, before: Line) -> bool:
        """Whether a gap stands between two lines: wider than between the lines of a paragraph, or a page's end."""
        return not _adjoin(before, line) or self._step(before, line) > self._gap

    def begins(self, line: Line, paragraph: Sequence[Line]) -> bool:
        """Whether a line begins a paragraph, and does not go on with the one above."""
        before = paragraph[-1]
        if _adjoin(before, line) and self._step(before, line) > self._gap:
            return True
        if line.table or before.table or _is_entry(before) or _bullet(line, before) or _differ(line.size, before.size):
            return True
        if _ends_open(before):
            return False
        if self._ends_short(before, line):
            return True
        if _is_mid_sentence(before, line):
            return False
        elsewhere = self._stands_elsewhere(line, paragraph) or self._is_bold_start(before, line)
        return elsewhere or self._is_led(line, before) or (_labelled(line) and self._is_start(line, paragraph))

    def _step(self, before: Line, line: Line) -> float:
        """The distance of two lines, in that of the lines of a paragraph."""
        size = max(before.size, line.size)
        return (line.base - before.base) / self._pitch.get(_rounded(size), size * 1.2)

    def _ends_short(self, before: Line, line: Line) -> bool:
        """Whether the first word of a line would have fitted into the line above."""
        size = before.size
        first = line.words[0]
        return before.right + _BLANK * size + (first.right - first.left) < self._end(before) - _SLACK * size

    def _end(self, line: Line) -> float:
        own = self._ends.get((*_frame(line), _rounded(line.left)))
        return own if own is not None else self._ends[(*_frame(line), None)]

    def _stands_elsewhere(self, line: Line, paragraph: Sequence[Line]) -> bool:
        """Whether a line stands where its paragraph, or a paragraph that begins like it, does not go on."""
        first, indent = self.indent(paragraph[0]), self.indent(line)
        if len(paragraph) > 1:
            return abs(indent - self.indent(paragraph[1])) > _NEAR
        known = self._hanging.get(self._place(paragraph[0]))
        if known:
            return not any(abs(indent - other) <= _NEAR for other in known)
        return abs(indent - first) > _DEEPEST * line.size

    def _is_start(self, line: Line, paragraph: Sequence[Line]) -> bool:
        """Whether a line with a number in front is a rule: printed as rules are, after the end of a sentence or with
        the number that comes next."""
        before = paragraph[-1]
        apart = self._starts.get(self._label_look(line))
        comes_next = _comes_next(paragraph[0], line)
        if apart is None:
            return comes_next and _ends_sentence(before)
        return not (apart and _adjoin(before, line)) and (comes_next or _ends_sentence(before))

    def _is_led(self, line: Line, before: Line) -> bool:
        """Whether a line begins with a word and a colon that paragraphs of this text begin with ("Example:")."""
        return _lead(line) in self._leads and _ends_sentence(before)

    # --- what all lines show

    def _usual_gap(self, pairs: Sequence[tuple[Line, Line]]) -> float:
        """From how wide a gap on paragraphs stand apart: between the lines' own distance and that of most rules."""
        steps = sorted(
            self._step(a, b)
            for a, b in pairs
            if _labelled(b) and self._ends_short(a, b) and not _differ(a.size, b.size)
        )
        return _GAP if len(steps) < 3 else max(_LEAST_GAP, min(_GAP, (1 + steps[len(steps) // 2]) / 2))

    def _label_look(self, line: Line) -> tuple[int, bool, bool, int]:
        """What a line with a number in front looks like: place, letters, the gap after it, the number's parts."""
        label = line.words[0]
        gap = len(line.words) > 1 and line.words[1].left - label.right > _WIDE * line.size
        return _rounded(self.indent(line)), label.bold, gap, len(_PARTS.findall(label.text))

    def _label_looks(self, pairs: Sequence[tuple[Line, Line]]) -> dict[tuple[int, bool, bool, int], bool]:
        """The looks of lines that surely begin with a rule's number, and whether these always stand apart."""
        sure: dict[tuple[int, bool, bool, int], list[bool]] = defaultdict(list)
        for before, line in pairs:
            apart = self._step(before, line) > self._gap
            if _labelled(line) and (apart or self._ends_short(before, line)):
                sure[self._label_look(line)].append(apart)
        return {look: sum(apart) > 0.9 * len(apart) for look, apart in sure.items() if len(apart) > 1}

    def _is_bold_start(self, before: Line, line: Line) -> bool:
        """Whether a line turns bold where in this text only the beginnings of paragraphs do."""
        return _turns_bold(before, line) and _rounded(self.indent(line)) in self._bold_starts

    def _bold_looks(self, pairs: Sequence[tuple[Line, Line]]) -> set[int]:
        """The places at which a line that turns bold begins a paragraph, as far as can be told."""
        bold, begun = Counter[int](), Counter[int]()
        for before, line in pairs:
            if _turns_bold(before, line):
                bold[_rounded(self.indent(line))] += 1
                begun[_rounded(self.indent(line))] += self._surely_begins(before, line)
        return {place for place, count in bold.items() if count > 1 and begun[place] >= 0.7 * count}

    def _hangs(self, pairs: Sequence[tuple[Line, Line]]) -> dict[tuple[int, int], list[float]]:
        """How far the second lines of paragraphs stand from the edge, for each place of the first lines."""
        seen: dict[tuple[int, int], Counter[float]] = defaultdict(Counter)
        surely = False
        for (a, b), above in zip(pairs, [None, *pairs], strict=False):
            surely = above is None or above[1] is not a or self._surely_begins(*above)
            goes_on = not self._ends_short(a, b) and self._step(a, b) <= self._gap and not _differ(a.size, b.size)
            if surely and goes_on and not _bullet(b, a) and not _labelled(b):
                seen[self._place(a)][_rounded(self.indent(b)) * _NEAR] += 1
        return {
            first: [place for place, count in places.items() if count >= 0.15 * sum(places.values())]
            for first, places in seen.items()
        }

    def _surely_begins(self, before: Line, line: Line) -> bool:
        return self._step(before, line) > self._gap or _bullet(line, before) or self._ends_short(before, line)


def _frame(line: Line) -> tuple[int, int]:
    """What lines have their edges in common with: those of the same column on left or on right pages."""
    return line.column, line.page % 2


def _rounded(value: float) -> int:
    return round(value / _NEAR)


def _left_edges(lines: Sequence[Line]) -> dict[tuple[int, int], float]:
    """The left edge of each column: where at least two lines begin, furthest to the left."""
    places: dict[tuple[int, int], Counter[float]] = defaultdict(Counter)
    for line in lines:
        places[_frame(line)][round(line.left)] += 1
    return {
        frame: min([left for left, count in found.items() if count > 1] or found) for frame, found in places.items()
    }


def _right_edges(lines: Sequence[Line]) -> dict[tuple[int, int, int | None], float]:
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


def _pitches(lines: Sequence[Line]) -> dict[int, float]:
    """The distance of two lines of a paragraph, for each size of letters: the least that is common."""
    steps: dict[int, Counter[float]] = defaultdict(Counter)
    for a, b in pairwise(lines):
        if _adjoin(a, b) and not _differ(a.size, b.size) and 0.9 * a.size < b.base - a.base < 4 * a.size:
            steps[_rounded(max(a.size, b.size))][round(4 * (b.base - a.base)) / 4] += 1
    return {
        size: min(step for step, count in found.items() if count >= 0.08 * sum(found.values()))
        for size, found in steps.items()
        if sum(found.values()) > 4
    }


def _common(values: Iterable[float]) -> float:
    return max(Counter(values).items(), key=lambda item: item[1])[0]


def _adjoin(before: Line, line: Line) -> bool:
    """Whether a line stands right below another in one column."""
    return before.page == line.page and before.column == line.column and line.base > before.base


def _differ(size: float, other: float) -> bool:
    return max(size, other) > _OTHER_SIZE * min(size, other)


def _bullet(line: Line, before: Line) -> bool:
    """Whether a line begins with a bullet: a dash is one where no sentence goes on."""
    first = line.words[0].text
    return len(line.words) > 1 and (first in BULLETS or (first in DASHES and _ends_sentence(before)))


def _is_mid_sentence(before: Line, line: Line) -> bool:
    """Whether a line goes on in small letters where no sentence has ended."""
    return line.words[0].text[0].islower() and not _labelled(line) and not _ends_sentence(before)


def _lead(line: Line) -> str:
    """The words before a colon at the beginning of a line, of three at most: `Example 2:`; "" where there are none."""
    found = _LEAD.match(" ".join(word.text for word in line.words[:3]))
    return _DIGITS.sub("#", found[0]) if found else ""


def _comes_next(first: Line, line: Line) -> bool:
    """Whether a line begins with the number after that of a paragraph, and a sentence of its own."""
    before, after = (_PARTS.findall(each.words[0].text) for each in (first, line))
    opens = len(line.words) > 1 and not line.words[1].text[:1].islower()
    if not opens or not before or not after or not _labelled(first):
        return False
    if before == after[:-1]:
        return after[-1] in ("0", "1", "a")
    upper = len(after) - 1
    return len(before) > upper and before[:upper] == after[:upper] and _next(before[upper]) == after[upper]


def _next(part: str) -> str:
    return str(int(part) + 1) if part.isdecimal() else part[:-1] + chr(ord(part[-1]) + 1)


def _ends_sentence(line: Line) -> bool:
    return bool(_SENTENCE_END.search(line.words[-1].text))


def _turns_bold(before: Line, line: Line) -> bool:
    return line.words[0].bold and not before.words[-1].bold


def _is_entry(line: Line) -> bool:
    """Whether a line ends in the page of an entry in a table of contents: a number far to the right, or after dots."""
    if len(line.words) < 2 or not line.words[-1].text.isdecimal():
        return False
    before, page = line.words[-2:]
    return page.left - before.right > _FAR * line.size or before.text.endswith(("....", "….", "……", " . ."))


def _labelled(line: Line) -> bool:
    return bool(LABEL.match(line.words[0].text))


def _ends_open(before: Line) -> bool:
    """Whether a line ends in a hyphen that touches a word: no paragraph does."""
    end = before.words[-1].text
    return end[-1] in _HYPHENS and end[-2:-1].isalnum()


def _is_broken(before: Line, line: Line) -> bool:
    """Whether a line may go on with a word that the line above broke off."""
    return _is_break(before.words[-1].text, line.words[0].text)


class _Joiner:
    """Joins the lines of paragraphs; knows the words of the text, so as to tell a broken word from a compound."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._known: Counter[str] = Counter()
        for before, line in pairwise([lines[0], *lines]):
            whole = line.words[_is_broken(before, line) : -1]
            for word in (word for each in whole for word in _CORE.findall(each.text.lower())):
                self._known.update({word, *word.split("-")})
        breaks = [(a.words[-1].text, b.words[0].text) for a, b in pairwise(lines) if _is_broken(a, b)]
        told = Counter(self._told(*pair) for pair in breaks)
        self._never = told[False] > 0 and not told[True]

    def text(self, lines: Sequence[Line]) -> str:
        """The words of a paragraph in one line; what a line's end broke is whole again."""
        text = lines[0].text
        for before, line in pairwise(lines):
            end, start = before.words[-1].text, line.words[0].text
            if end[1:].endswith("\u00ad") or (_is_break(end, start) and self._is_mended(end, start)):
                text = text[:-1] + line.text
            else:
                text += ("" if _is_tight(end) else " ") + line.text
        return text.replace("\u00ad", "").replace("\u00a0", " ")

    def _is_mended(self, end: str, start: str) -> bool:
        """Whether a word was broken, and does not have the hyphen of its own."""
        told = self._told(end, start)
        if told is not None:
            return told
        first, second = _cores(end, start)
        return not (self._never or (self._known[first.rpartition("-")[2]] and self._known[second]))

    def _told(self, end: str, start: str) -> bool | None:
        """Whether the text has the word without its hyphen, or with it; None where it has neither."""
        first, second = _cores(end, start)
        whole = max(self._known[first + second], self._known[first.rpartition("-")[2] + second])
        compound = self._known[f"{first}-{second}"]
        return None if whole == compound else whole > compound


def _is_break(end: str, start: str) -> bool:
    """Whether a word may be broken at a line's end: letters, a hyphen, and small letters (or capitals all through)."""
    goes_on = start[:1].islower() or (start[:2].isupper() and end[:-1].isupper())
    return end[-1:] in _HYPHENS and end[-2:-1].isalpha() and goes_on


def _is_tight(end: str) -> bool:
    """Whether no blank stands after a line's end: a hyphen, dash or slash that touches the word before it."""
    return len(end) > 1 and end[-1] in _TIGHT and end[-2] not in _TIGHT


def _cores(end: str, start: str) -> tuple[str, str]:
    """The two parts of a word that a line's end broke, without quotes and stops."""
    first, second = _CORE.findall(end[:-1].lower()), _CORE.findall(start.lower())
    return (first[-1] if first else ""), (second[0] if second else "")
