"""The labels that lines of a book begin with if its lists are rules: `(a)`, `1.`, `Section 2` of each article."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules_cli.formats.source_line import SourceLine
from rules_cli.parse.line_shape import LineNumber, is_title
from rules_cli.parse.outline import ListLabel, Outline, labels_of
from rules_cli.parse.profile import after_label
from rules_cli.rule_number import letter_ordinal, parts


class Labels:
    """The labels of a document's lines; `is_outline`: it has no other numbers, and chapters are labels, too."""

    # Complexity: one expression for each property of the labels.
    def __init__(self, lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None], joins: bool) -> None:
        self.lines, self.numbers = lines, numbers
        found = [number for number in numbers if number]
        self.has_parts = any(number.levels > 1 for number in found)
        self.is_outline = not joins and not self.has_parts and not any(number.before for number in found)
        self.restarting = _restarting(found)
        headings = (label for line in lines if line.role == "heading" for label in labels_of(line))
        self._begun = Counter(label.style for label in headings if label.place == 1)  # by headings, how often

    def restarts(self, at: int) -> bool:
        """Whether a line's number begins again under those of another word, as Section 1 of each article."""
        number = self.numbers[at]
        return number is not None and number.levels == 1 and number.before.lower() in self.restarting

    # Complexity: one case for each kind of number that may be a label too.
    def labels(self, at: int) -> list[ListLabel]:
        """Return the labels that a line may begin with, none that may be a number of the book."""
        line, number = self.lines[at], self.numbers[at]
        if number and (number.levels > 1 or (number.before and number.before.lower() not in self.restarting)):
            return []
        if number and number.before:
            last = (parts(number.number) or (0,))[-1]
            place = last if isinstance(last, int) else letter_ordinal(last)
            return [ListLabel(number.before.lower(), place, number.number, number.text, number.before)]
        figures_count = not self.has_parts and not line.listed
        labels = [label for label in labels_of(line) if figures_count or not label.is_figure]
        if line.role == "heading":  # one that is printed once is a chapter or an appendix
            return [label for label in labels if self._begun[label.style] > _IN_CONTENTS]
        return labels


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
    first = ((1,), ("a",))
    firsts = Counter(found.before.lower() for found in numbers if found.before and parts(found.number) in first)
    fewest = min(firsts.values(), default=0)
    return frozenset(word for word, times in firsts.items() if times > fewest)


def first_number(numbers: Sequence[LineNumber | None], start: int, lines: int) -> LineNumber | None:
    """Return the first number of so many lines from one on; None if they have none."""
    return next(filter(None, numbers[start : start + lines]), None)
