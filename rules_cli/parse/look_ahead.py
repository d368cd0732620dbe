"""The numbers that the lines of a document begin with, read once, and what later lines say about earlier ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from rules_cli.formats.source_line import SourceLine
from rules_cli.parse.line_shape import LineNumber, is_title, own_number
from rules_cli.parse.numbering import Steps, follows, steps
from rules_cli.parse.outline import ListLabel, Outline, labels_of
from rules_cli.parse.profile import Profile, after_label, furniture_pattern
from rules_cli.rule_number import letter_ordinal, parts

_USUALLY = 0.8  # of the numbers with as many parts: then lines with one that look different name a section
_FEWEST_CHANGES = 5  # numbers in contents or a change log; fewer may be rules that a misprint repeats


class Labels:
    """The labels of a document's lines; `is_outline`: it has no other numbers, and chapters are labels, too."""

    # Complexity: one expression for each property of the labels.
    def __init__(self, lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], joins: bool) -> None:
        self.lines, self.numbers = lines, numbers
        found = [number for number in numbers if number]
        self.has_parts = any(number.levels > 1 for number in found)
        self.is_outline = not joins and not self.has_parts and not any(number.before for number in found)
        self.restarting = _restarting(found)
        self._figures_count = not self.has_parts or _are_over_lists(numbers)
        headings = (label for line in lines if line.role == "heading" for label in labels_of(line))
        self._begun = Counter(label.style for label in headings if label.place == 1)  # by headings, how often

    # Complexity: one case for each kind of number that may be a label too.
    def labels(self, at: int) -> list[ListLabel]:
        """Return the labels that a line may begin with, none that may be a number of the book."""
        line, number = self.lines[at], self.numbers[at]
        if number and (number.levels > 1 or (number.before and number.before.lower() not in self.restarting)):
            return []
        if number and number.before:
            return [_word_label(number)]
        figures_count = self._figures_count and not line.listed
        labels = [label for label in labels_of(line) if figures_count or not label.is_figure]
        if line.role == "heading":  # one that is printed once is a chapter or an appendix
            return [label for label in labels if self._begun[label.style] > _IN_CONTENTS]
        return labels


class LookAhead:
    """The lines of a document with their numbers.

    - `numbers`: of each line, None if it begins with none.
    - `next_longer`: for each line, the next number of two parts or more, or ().
    - `said_again`: the lines whose chapter is printed again before that number.
    - `body`: the lines between what lists rules before the book and what lists them after it.
    - `has_dotted`: the document prints dotted numbers, so that a bare `1.` is an item of a list.
    - `times`: how often the document prints the number of each chapter before a title.
    - `usual`: how sections are printed, for each number of two parts or more that is printed as nearly all are.
    - `is_outline`: its chapters are labels of lists, too.
    """

    def __init__(self, lines: Sequence[SourceLine], profile: Profile, joins: bool = False) -> None:
        self.profile = profile
        self.lines, self.numbers = _numbered_lines(lines, profile)
        found = [number for number in self.numbers if number]
        self._labels = Labels(self.lines, self.numbers, joins)
        self.is_outline = self._labels.is_outline
        self.has_dotted = any(each.levels > 1 and (profile.numbers or "." in each.number) for each in found)
        self.times = Counter(
            each.number for each in found if each.levels == 1 and each.number.isdecimal() and is_title(each.text)
        )
        self.usual = _usual(self.lines, self.numbers)
        self.next_longer: list[Steps] = [()] * len(self.lines)
        self.said_again: set[int] = set()
        body = self._look()
        self.body = _stated_body(self.lines, profile) or body

    def labels(self, at: int) -> list[ListLabel]:
        """Return the labels that a line may begin with, if the book's lists are rules."""
        return self._labels.labels(at) if self.profile.items == "rules" else []

    def is_blank(self, at: int) -> bool:
        """Whether a line is blank or outside the document."""
        return not 0 <= at < len(self.lines) or self.lines[at].role == "blank"

    def next_number(self, at: int, lines: int) -> LineNumber | None:
        """Return the first number in the lines after a line, at most so many; None if they have none."""
        return _first_number(self.numbers, at + 1, lines)

    def goes_on(self, at: int, number: Steps) -> bool:
        """Whether the next longer number after a line is under its number."""
        return self.next_longer[at][: len(number)] == number

    # Complexity: one pass from the last line, so that what follows a line is known when it is read.
    def _look(self) -> range:
        """Fill `next_longer` and `said_again` from the last line to the first; return the body."""
        restarts = Counter(number.number for at, number in enumerate(self.numbers) if number and self.labels(at))
        after: Steps = ()
        longer: list[tuple[int, Steps]] = []
        short: list[tuple[int, Steps]] = []
        chapters: dict[str, bool] = {}  # those before the number, and whether a heading says so
        for at in range(len(self.lines) - 1, -1, -1):
            self.next_longer[at] = after
            line, number = self.lines[at], self.numbers[at]
            if number is None or line.role == "note" or (restarts[number.number] > _IN_CONTENTS and self.labels(at)):
                continue
            if number.levels == 1:
                is_heading = line.role == "heading"
                if chapters.get(number.number, -1) >= is_heading:
                    self.said_again.add(at)
                if is_title(number.text, is_heading):
                    chapters[number.number] = is_heading or chapters.get(number.number, False)
                    if not line.counted:
                        short.append((at, steps(number.number, self.profile)))
            elif _is_surely_a_row(number):
                after, chapters = steps(number.number, self.profile), {}
                longer.append((at, after))
        return _body((longer or short)[::-1], len(self.lines))


def manner_of(line: SourceLine, number: LineNumber) -> tuple[bool, str]:
    """Return how a line prints its number: as a heading or not, and the sign that parts it from the words."""
    return line.role == "heading", number.mark.strip(".)º°+")


def _usual(lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None]) -> dict[str, tuple[bool, str]]:
    found = [(each, manner_of(line, each)) for line, each in zip(lines, numbers, strict=True) if each and each.text]
    totals = Counter(number.levels for number, _ in found)
    manners = Counter((number.levels, manner) for number, manner in found)
    usual = {levels: manner for (levels, manner), times in manners.items() if times >= _USUALLY * totals[levels]}
    return {each.number: manner for each, manner in found if each.levels > 1 and usual.get(each.levels) == manner}


_OVER_LISTS = 0.8  # of the titles of sections: if fewer have a numbered list under them, such lists are steps of rules


def _are_over_lists(numbers: Sequence[LineNumber | None]) -> bool:
    """Whether nearly all sections with a dotted number are titles, with a list from 1 on as the next numbers."""
    dotted = [at for at, number in enumerate(numbers) if number and number.levels > 1]
    following = (_first_number(numbers, at + 1, _LINES_TO_LIST) for at in dotted)
    over_lists = sum(each is not None and each.number == "1" for each in following)
    return len(dotted) >= _FEWEST_LISTS and over_lists >= _OVER_LISTS * len(dotted)


_LINES_TO_LIST = 4  # from a title to its list: blank ones and a sentence are between
_IN_CONTENTS = 2  # times a chapter's number is printed: in the contents and in the book; a label is more often
_FEWEST_LISTS = 3  # in a book whose lists are rules; fewer may be part of a sentence
_IN_PLACE = 0.8  # of the labels; if more are out of place, they are words or figures of something else


# Complexity: one case for each kind of line.
def has_outline(
    lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], examples: tuple[str, ...], joins: bool
) -> bool:
    """Whether the labels of a book's lists are rules: they count on in several lists under its numbers."""
    ahead = Labels(lines, numbers, joins)
    outline = Outline[bool]()
    read = seen = lists = levels = 0
    in_example = False
    for at, line in enumerate(lines):
        number = numbers[at]
        labels = ahead.labels(at)
        if number and not labels:
            if line.counted and outline.lists and not is_title(number.text):  # steps under a lettered rule
                continue
            outline.begin(True)
            in_example = False
        elif after_label(line.words, examples) is not None:
            in_example = True
        elif labels:
            found = outline.place(labels)
            if in_example and not (found and found[0].place > 1):  # an example may list what happens in it
                continue
            seen += 1
            if found and (outline.above(found[1]) or ahead.is_outline):
                label, depth = found
                read, lists, levels = read + 1, lists + (label.place == 2), max(levels, depth + 1)
                outline.add(label, depth, True)
    is_deep = levels > 1 or not ahead.is_outline
    return is_deep and lists >= _FEWEST_LISTS and read >= _IN_PLACE * seen


def _restarting(numbers: Iterable[LineNumber]) -> frozenset[str]:
    """Return the words whose numbers begin again under those of another word: each article has a Section 1."""
    firsts = Counter(found.before.lower() for found in numbers if found.before and _is_first(found))
    fewest = min(firsts.values(), default=0)
    return frozenset(word for word, times in firsts.items() if times > fewest)


def _is_first(found: LineNumber) -> bool:
    return parts(found.number) in ((1,), ("a",))


def _word_label(found: LineNumber) -> ListLabel:
    """Return the number after a word as a label, as in `Section 2`."""
    last = (parts(found.number) or (0,))[-1]
    place = last if isinstance(last, int) else letter_ordinal(last)
    return ListLabel(found.before.lower(), place, found.number, found.text, found.before)


def _stated_body(lines: Sequence[SourceLine], profile: Profile) -> range | None:
    """Return the lines from the last one that begins the rules to the first one after it that ends them.

    A table of contents may print both lines before. None if the profile states neither, or the document prints neither.
    """
    begins, ends = (_places_of(lines, form) for form in (profile.body_begins, profile.body_ends))
    start = begins[-1] if begins else 0
    end = next((at for at in ends if at > start), len(lines))
    return range(start, end) if begins or ends else None


def _places_of(lines: Sequence[SourceLine], form: str) -> list[int]:
    pattern = furniture_pattern((form,) if form else ())
    return [at for at, line in enumerate(lines) if form and (pattern.match(line.words) or pattern.match(line.text))]


def _first_number(numbers: Sequence[LineNumber | None], start: int, lines: int) -> LineNumber | None:
    return next(filter(None, numbers[start : start + lines]), None)


def _is_surely_a_row(found: LineNumber) -> bool:
    is_long = found.levels > 1 and found.number[-1].isdecimal()
    return is_long and bool(found.mark or found.levels > 2 or not found.text[:1].islower())


# Complexity: the same search from the end, for a change log, and from the beginning, for contents.
def _body(numbers: Sequence[tuple[int, Steps]], lines: int) -> range:
    """Return the lines whose numbers are the rules' own, given the places of all longer numbers.

    Contents and summaries of changes before them print numbers that all come again, a change log after them numbers
    that were all there before.
    """
    first = {number: at for at, number in reversed(numbers)}
    end = len(numbers)
    while end and first[numbers[end - 1][1]] < numbers[end - 1][0]:
        end -= 1
    if len(numbers) - end < _FEWEST_CHANGES or 2 * numbers[end][0] < lines:  # the longer half is the body
        end = len(numbers)
    last = {number: at for at, number in numbers[:end]}
    start = 0
    while start < end and last[numbers[start][1]] > numbers[start][0]:
        start += 1
    if start < _FEWEST_CHANGES or 2 * numbers[start - 1][0] > lines:
        start = 0
    after = numbers[end][0] if end < len(numbers) else lines
    return range(numbers[start - 1][0] + 1 if start else 0, after)


# --- rules that a converter joined: `1-2-1. A kite flies. 1-2-2. A line holds it.` is two rules on one line

_AFTER_SENTENCE = re.compile(r"[.!?)\]。」] (?=[0-9])")
_LONGEST_NUMBER = 60  # characters, with the sign and the first word after it: a bound for hostile lines
_LINES_TO_NEXT = 4  # from the title of a chapter to its first rule


def _numbered_lines(lines: Sequence[SourceLine], profile: Profile) -> tuple[list[SourceLine], list[LineNumber | None]]:
    """Return the lines with the number that each begins with; a line that prints several rules becomes several."""
    numbers = [own_number(line, profile) for line in lines]
    if not any(_AFTER_SENTENCE.search(line.text) for line in lines):
        return list(lines), numbers
    joined = _Joined(lines, numbers, profile)
    found = [(piece, number) for at in range(len(lines)) for piece, number in joined.pieces(at)]
    return [piece for piece, _ in found], [number for _, number in found]


class _Joined:
    """Finds the next number of the sequence inside lines, after a sentence, if no line begins with it."""

    def __init__(self, lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], profile: Profile) -> None:
        self.lines, self.numbers, self.profile = lines, numbers, profile
        self.printed = {steps(found.number, profile) for found in numbers if found}
        self.last: Steps = ()

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
        for gap in _AFTER_SENTENCE.finditer(text):
            inside = own_number(SourceLine(0, "", text[gap.end() : gap.end() + _LONGEST_NUMBER]), self.profile)
            if inside and inside.mark and inside.text and not inside.text[0].islower() and self._is_next(inside, at):
                self.last = steps(inside.number, self.profile)
                yield gap.end()

    def _is_next(self, inside: LineNumber, at: int) -> bool:
        """Whether a number goes on from the last one; that of a chapter has its first rule below."""
        number = steps(inside.number, self.profile)
        if number in self.printed:
            return False
        if inside.levels == 1:
            below = _first_number(self.numbers, at + 1, _LINES_TO_NEXT)
            if not below or steps(below.number, self.profile)[:-1] != number:
                return False
        is_first = number[:-1] == self.last and number[-1] in (0, 1, "a")
        return is_first or follows(number, self.last[: len(number)], self.profile)
