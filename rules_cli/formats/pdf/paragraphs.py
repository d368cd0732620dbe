"""Printed lines → paragraphs, by gaps, indents and how far the lines go. Knows no file format.

Where a paragraph begins is learnt from the whole text (`print_look`). A line begins one where a gap stands above it,
where its first word would have fitted into the line above, where it stands further left or right than the paragraph
goes on, or where it begins with a bullet. A line that begins with a number goes on with the sentence above, unless it
is printed as the rules' numbers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_cli.formats.pdf.joining import Joiner
from rules_cli.formats.pdf.layout import PageLayout
from rules_cli.formats.pdf.rows import PrintedLine

_TELLING = 1 / 3  # of the paragraphs, at least, stand apart where gaps tell what belongs together


@dataclass(slots=True)
class Paragraph:
    """Lines that are one paragraph; whether a gap stands above it; how far it is indented, in points."""

    lines: list[PrintedLine]
    gap: bool
    indent: float
    text: str = ""

    @property
    def size(self) -> float:
        """The size of its letters."""
        return self.lines[0].size


def paragraphs(lines: Sequence[PrintedLine]) -> list[Paragraph]:
    """The paragraphs of a text; every line is in exactly one, in order. Linear in the lines.

    A gap stands above every one where print does not use gaps to tell what belongs together.
    """
    if not lines:
        return []
    look = PageLayout(lines)
    found: list[Paragraph] = []
    for line in lines:
        if found and not look.begins(line, found[-1].lines):
            found[-1].lines.append(line)
        else:
            gap = bool(found) and look.stands_apart(line, found[-1].lines[-1])
            found.append(Paragraph([line], gap, look.indent(line)))
    joiner = Joiner(lines)
    telling = sum(paragraph.gap for paragraph in found) >= _TELLING * len(found)
    for at, paragraph in enumerate(found):
        paragraph.text = joiner.text(paragraph.lines)
        paragraph.gap = paragraph.gap or (at > 0 and not telling)
    return found
