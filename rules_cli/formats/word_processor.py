"""Collect the lines of a word processor's document (DOCX, ODT, RTF): paragraphs with their labels, tables, notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_cli.errors import SourceError
from rules_cli.formats.labels import numeral
from rules_cli.formats.plain_text import labelled_line, tidy
from rules_cli.formats.source_line import (
    BULLET,
    MAX_LINES,
    Document,
    SourceLine,
    bars,
    is_rule_number,
    numbers_rules,
    too_long,
)

BLANK = SourceLine(0, "", "", "blank")
LEVELS = 6  # of headings, as in HTML
DEEPER = 4  # columns for a level of a list
COLUMN = 180  # twentieths of a point of indent for one column of plain text
PAGE_END = "\f"
LIST_LEVELS = 9  # no list has more
_LARGEST = 32_767  # Word counts no further
_PLACE = re.compile(r"%([1-9])")
_ENCLOSED = re.compile(r"[^\w\s]{1,2}\s?([0-9]+(?:[.-][0-9]+)*\.?[a-z]{0,2})[^\w\s]?([.:]?)")  # [1.1], (1.1), §1.1
_TELLING = 1 / 3  # of the paragraphs with a gap above: in some rulebooks only headings and examples have one

Cells = Sequence[Sequence[str]]
"""The cells of a row: the texts of the paragraphs of each."""


class Label(NamedTuple):
    """The number or bullet that is printed before a paragraph of a list, and whether it may be a rule's number. It may
    be one if a level of its list prints the levels above it, too: 1, 1.1, 1.1.1."""

    text: str = ""
    is_rule: bool = False


class Level(NamedTuple):
    """How one level of a list is printed: a text such as `%1.%2`, and the form of its number for `numeral`."""

    text: str = ""
    form: str = "decimal"
    start: int = 1
    restarts: bool = True
    legal: bool = False  # shows all numbers in digits

    @property
    def is_dotted(self) -> bool:
        """Whether it prints the numbers of the levels above it, too."""
        return len(_PLACE.findall(self.text)) > 1


@dataclass(slots=True)
class Numbering:
    """The levels of a list, the numbers that they have reached, which other lists may share, and numbers to start at.
    All by depth, from 0."""

    levels: Mapping[int, Level]
    reached: dict[int, int] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)

    def label(self, depth: int) -> Label:
        """Count a paragraph of a level, and return its label; an empty one if the list has no such level. The levels
        above are counted at least once, and those below restart."""
        level = self.levels.get(depth)
        if level is None:
            return Label()
        for above in range(depth):
            self.reached.setdefault(above, self.levels.get(above, Level()).start)  # 1.1 without a 1 before it
        following = self.reached[depth] + 1 if depth in self.reached else level.start
        self.reached[depth] = min(self.starts.pop(depth, following), _LARGEST)
        for below in range(depth + 1, LIST_LEVELS):
            if self.levels.get(below, Level()).restarts:
                self.reached.pop(below, None)
        if level.form == "bullet":
            return Label(BULLET)

        def number(place: re.Match[str]) -> str:
            other = int(place[1]) - 1
            form = "decimal" if level.legal else self.levels.get(other, Level()).form
            return numeral(self.reached[other], form) if other in self.reached else ""

        text = _PLACE.sub(number, level.text).strip()
        is_rule = any(each.is_dotted for each in self.levels.values())
        if is_rule and (depth == 0 or level.is_dotted) and (enclosed := _ENCLOSED.fullmatch(text)):
            text = enclosed[1] + enclosed[2]
        return Label(text, is_rule)


class Look(NamedTuple):
    """How a paragraph looks: columns of indent as an item of a list and otherwise, its level as a heading, all bold."""

    level: int = 0
    indent: int = 0
    heading: int = 0
    strong: bool = False


UNLABELLED, PLAIN = Label(), Look()


class DocumentLines:
    """The lines of a document that is being read, the places where paragraphs begin, and how many notes it has."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: list[SourceLine] = []
        self._starts: list[int] = []
        self._notes = 0

    def add_paragraph(self, text: str, label: Label = UNLABELLED, look: Look = PLAIN) -> None:
        """Add the lines of a paragraph, the first with the label of its list. A paragraph without words is a gap.
        Raises SourceError if the document gets too long."""
        if len(self.lines) > MAX_LINES:
            raise too_long(self.name)
        if not text.strip():
            self.add_aside(label.text, "a list's number or mark without words")
            self.add_blank()
            return
        shown, is_first = label.text, True
        for part in text.split("\n"):
            if part == PAGE_END:
                self.add_blank()
            elif words := tidy(part).strip():
                if look.heading:
                    whole = f"{shown} {words}".strip()
                    line = SourceLine(0, whole, whole, "heading", min(look.heading, LEVELS))
                else:
                    line = labelled_line(words, shown, label.is_rule, look.level)
                    line = line._replace(level=look.level if shown and line.marker else look.indent)
                if is_first:
                    self._starts.append(len(self.lines))
                self.lines.append(line._replace(strong=look.strong))
                shown, is_first = "", False

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

    def add_table(self, rows: Sequence[Cells]) -> None:
        """Add the rows of a table."""
        are_sure = are_rules(rows)
        for row in rows:
            self.add_row(row, are_sure)

    def add_row(self, cells: Cells, are_sure: bool) -> None:
        """Add a row of a table: a rule if a number is alone in its first cell, else one line with bars. If a cell has
        several paragraphs, each is a separate line. A number without dots counts as a rule's number if the table
        surely has such numbers."""
        filled = list(filter(None, cells))
        texts = [text for cell in filled for text in cell]
        if len(filled) > 1 and is_rule_number(only_text(filled[0]), are_sure):
            texts[:2] = [f"{texts[0]} {texts[1]}"]  # the number begins the first paragraph of the next cell
        elif len(filled) > 1 and all(map(only_text, filled)):
            row = bars(texts)
            self.lines.append(SourceLine(0, row, row, "item", 0, BULLET))
            return
        for text in texts:
            self.add_paragraph(text)

    def document(self, gaps_tell: bool = False) -> Document:
        """Return the document of all lines, with a gap before each paragraph. `gaps_tell`: only if too few paragraphs
        have one already. Raises SourceError if no line has words."""
        if not any(line.text and line.role != "markup" for line in self.lines):
            raise SourceError(f"{self.name}: no text in it; save the rulebook again and check that it has text")
        starts = [at for at in self._starts if at]  # without the document's first line
        unspaced = [at for at in starts if self.lines[at - 1].role != "blank"]
        if not gaps_tell or len(starts) - len(unspaced) < _TELLING * len(starts):
            for at in reversed(unspaced):
                self.lines.insert(at, BLANK)
        lines = tuple(line._replace(number=number) for number, line in enumerate(self.lines, 1))
        return Document(self.name, lines, joins=True, breaks=True)


def only_text(cell: Sequence[str]) -> str:
    """Return the text of a cell with one paragraph; "" if it has several, or none."""
    return cell[0] if len(cell) == 1 else ""


def are_rules(rows: Iterable[Cells]) -> bool:
    """Return whether the rows of a table surely begin with numbers of rules."""
    return numbers_rules([only_text(cell) or " ".join(cell[-1:]) for cell in cells] for cells in rows)
