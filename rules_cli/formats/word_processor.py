"""Collect the lines of a word processor's document (DOCX, ODT, RTF): paragraphs with their labels, tables, notes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_cli.errors import SourceError
from rules_cli.formats.plain_text import labelled_line
from rules_cli.formats.source_line import (
    BULLET,
    DOTTED,
    MAX_LINES,
    Document,
    SourceLine,
    bars,
    is_rule_number,
    too_long,
)

BLANK = SourceLine(0, "", "", "blank")
LEVELS = 6  # of headings, as in HTML
COLUMN = 180  # twentieths of a point of indent for one column of plain text

Cells = Sequence[Sequence[str]]
"""The cells of a row: the texts of the paragraphs of each."""


class Label(NamedTuple):
    """The number or bullet that is printed before a paragraph of a list, and whether it may be a rule's number.

    It may be one if a level of its list prints the levels above it, too: 1, 1.1, 1.1.1.
    """

    text: str = ""
    is_rule: bool = False


class Look(NamedTuple):
    """How a paragraph looks: columns of indent as an item of a list and otherwise, its level as a heading, all bold."""

    level: int = 0
    indent: int = 0
    heading: int = 0
    strong: bool = False


UNLABELLED, PLAIN = Label(), Look()


class DocumentLines:
    """The lines of a document that is being read, and how many notes it has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[SourceLine] = []
        self._notes = 0

    def add_paragraph(self, texts: Iterable[str], label: Label = UNLABELLED, look: Look = PLAIN) -> None:
        """Add the lines of a paragraph, which its author may have broken, the label of its list before the first."""
        if len(self.lines) > MAX_LINES:
            raise too_long(self.name)
        for at, text in enumerate(texts):
            shown = "" if at else label.text
            if look.heading:
                whole = f"{shown} {text}".strip()
                level = min(look.heading, LEVELS)
                self.lines.append(SourceLine(0, whole, whole, "heading", level, strong=look.strong))
            else:
                line = labelled_line(text, shown, label.is_rule, look.level)
                level = look.level if shown and line.marker else look.indent
                self.lines.append(line._replace(strong=look.strong, level=level))

    def add_blank(self) -> None:
        """Add a gap, unless the last line is a gap."""
        if self.lines and self.lines[-1].role != "blank":
            self.lines.append(BLANK)

    def add_aside(self, text: str, reason: str) -> None:
        """Add words that are no part of the text."""
        if text.strip():
            self.lines.append(SourceLine(0, text, reason, "markup"))

    def add_note(self, text: str) -> None:
        """Add a footnote or endnote, after the paragraph that has its sign."""
        if words := " ".join(text.split()):
            self._notes += 1
            self.lines.append(SourceLine(0, words, words, "note", self._notes))

    def add_row(self, cells: Cells, has_dotted: bool) -> None:
        """Add a row of a table: a rule if a number is alone in its first cell, else one line with bars.

        If a cell has several paragraphs, each is a separate line. A number without dots counts as a rule's number
        if other rows have dotted ones.
        """
        filled = list(filter(None, cells))
        texts = [text for cell in filled for text in cell]
        if len(filled) > 1 and is_rule_number(only_text(filled[0]), has_dotted):
            self.add_paragraph([f"{texts[0]} {texts[1]}", *texts[2:]])
        elif len(filled) > 1 and all(map(only_text, filled)):
            row = bars(texts)
            self.lines.append(SourceLine(0, row, row, "item", 0, BULLET))
        else:
            self.add_paragraph(texts)

    def document(self) -> Document:
        """Return the document of all lines; raises SourceError if none of them has words."""
        if not any(line.text and line.role != "markup" for line in self.lines):
            raise SourceError(f"{self.name}: no text in it; save the rulebook again and check that it has text")
        lines = tuple(line._replace(number=number) for number, line in enumerate(self.lines, 1))
        return Document(self.name, lines, joins=True, breaks=True)


def only_text(cell: Sequence[str]) -> str:
    """Return the text of a cell with one paragraph; "" if it has several, or none."""
    return cell[0] if len(cell) == 1 else ""


def has_dotted_numbers(rows: Iterable[Cells]) -> bool:
    """Return whether the first cell of a row holds only a number with dots."""
    return any(DOTTED.fullmatch(only_text(next(filter(None, cells), ()))) for cells in rows)
