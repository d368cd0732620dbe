"""Rules that a converter joined: `1-2-1. A kite flies. 1-2-2. A line holds it.` is two rules on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.heads import LineNumber
from rules_cli.parse.labels import first_number
from rules_cli.parse.line_shape import ends_sentence, own_number
from rules_cli.parse.numbering import Steps, follows, steps
from rules_cli.parse.profile import Profile

_AFTER_SENTENCE = re.compile(r"[.!?:)\]。」] (?=[0-9])")
_ANYWHERE = re.compile(r" (?=[A-Z]?[0-9]{1,4}(?:[.-][0-9A-Za-z]{1,4}){1,8}[.):] )")
_FEW = 5  # numbers that would begin a rule in the middle of a sentence: in so few, a sentence ends with a reference
_LONGEST_NUMBER = 60  # characters, with the sign and the first word after it: a bound for hostile lines
_LINES_TO_NEXT = 4  # from the title of a chapter to its first rule


def numbered_lines(lines: Sequence[SourceLine], profile: Profile) -> tuple[list[SourceLine], list[LineNumber | None]]:
    """Return the lines with the number that each begins with; a line that prints several rules becomes several. If a
    converter has joined many, they are cut before any number that is the next, else only after a sentence."""
    numbers = [own_number(line, profile) for line in lines]
    for before in (_ANYWHERE, _AFTER_SENTENCE):
        if not any(before.search(line.text) for line in lines):
            continue
        joined = _Joined(lines, numbers, profile, before)
        found = [(piece, number) for at in range(len(lines)) for piece, number in joined.pieces(at)]
        if before is _AFTER_SENTENCE or joined.inside_sentences > _FEW:
            return [piece for piece, _ in found], [number for _, number in found]
    return list(lines), numbers


class _Joined:
    """Cuts lines before a number that is the next of the book and begins no line; `before` is the sign of one."""

    def __init__(
        self,
        lines: Sequence[SourceLine],
        numbers: Sequence[LineNumber | None],
        profile: Profile,
        before: re.Pattern[str],
    ) -> None:
        self.lines, self.numbers, self.profile, self.before = lines, numbers, profile, before
        self.printed = {steps(found.number, profile) for found in numbers if found}
        self.last: Steps = ()
        self.inside_sentences = 0  # how often it cut before the end of a sentence

    def pieces(self, at: int) -> Iterator[tuple[SourceLine, LineNumber | None]]:
        """Yield a line with its number, or the lines that it joins with theirs."""
        line, number = self.lines[at], self.numbers[at]
        if number:
            self.last = steps(number.number, self.profile)
        ends = list(self._ends(at)) if self.last and line.role in ("text", "item") else []
        if not ends:
            yield line, number
            return
        for start, end in pairwise((0, *ends, len(line.text))):
            piece = line._replace(text=line.text[start:end].strip())
            piece = piece._replace(role="text", marker="") if start else piece
            yield piece, own_number(piece, self.profile)

    def _ends(self, at: int) -> Iterator[int]:
        """Yield the places in a line where the next rule begins."""
        text = self.lines[at].text
        for gap in self.before.finditer(text):
            inside = own_number(SourceLine(0, "", text[gap.end() : gap.end() + _LONGEST_NUMBER]), self.profile)
            is_head = inside and inside.mark and (self.before is _ANYWHERE or not inside.text[:1].islower())
            if inside and is_head and inside.text and self._is_next(inside, at):
                self.inside_sentences += not ends_sentence(text[: gap.start() + 1])
                self.last = steps(inside.number, self.profile)
                yield gap.end()

    def _is_next(self, inside: LineNumber, at: int) -> bool:
        """Whether a number inside a line is the next after the last one; below that of a chapter is its first rule."""
        number = steps(inside.number, self.profile)
        if number in self.printed and inside.levels > 1:
            return False
        if inside.levels == 1:  # contents print it, too
            below = first_number(self.numbers, at + 1, _LINES_TO_NEXT)
            if not below or steps(below.number, self.profile)[:-1] != number:
                return False
        is_first = number[:-1] == self.last and number[-1] in (0, 1, "a")
        return is_first or follows(number, self.last[: len(number)], self.profile)
