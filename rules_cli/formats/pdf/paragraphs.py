"""The words of printed pages → lines of a source, one to a paragraph.

A line begins a paragraph if a gap is above it, if its first word would have fitted into the line above, if it is
further left or right than the paragraph goes on, or if it begins with a bullet. A line that begins with a number goes
on with the sentence above it unless it is printed like the numbers of rules (see `layout`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules_cli.formats.pdf.columns import in_reading_order
from rules_cli.formats.pdf.extract import PlacedWord
from rules_cli.formats.pdf.layout import PageLayout
from rules_cli.formats.pdf.rows import PrintedLine, PrintedWord, is_broken_word, rows_of
from rules_cli.formats.pdf.running_heads import running_heads
from rules_cli.formats.plain_text import text_line
from rules_cli.formats.source_line import SourceLine

_HEADING = 1.5  # times the size of the text: smaller ones are also used for rules' numbers and first lines
_LEVELS = 6  # of headings, as in HTML
_COLUMN = 0.5  # of a letter's size: as wide as a column of plain text
_TELLING = 1 / 3  # of the paragraphs with a gap above: in some rulebooks only headings and examples have one
_RUNNING = "running head or page number"
_TURNED = "text turned sideways"
_TIGHT = "-\u2010–—/"
_CORE = re.compile(r"\w[\w'’-]*")

SetAside = tuple[int, str, str]
"""The page of a row that is no part of the text, its words, and why."""


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


def lines_of(pages: Sequence[Sequence[PlacedWord]]) -> Iterator[SourceLine]:
    """Yield the lines of some pages. Each word is in exactly one line, or set aside with a reason."""
    split = [_split_turned(words) for words in pages]
    rows = [rows_of(upright, page) for page, (upright, _) in enumerate(split)]
    aside = [(page, row.text, _TURNED) for page, (_, turned) in enumerate(split) for row in rows_of(turned, page)]
    heads = running_heads(rows)
    aside += [(page, rows[page][row].text, _RUNNING) for page, row in sorted(heads)]
    text = [[row for at, row in enumerate(found) if (page, at) not in heads] for page, found in enumerate(rows)]
    return _source_lines(paragraphs_of(in_reading_order(text)), sorted(aside))


def _split_turned(words: Sequence[PlacedWord]) -> tuple[list[PrintedWord], list[PrintedWord]]:
    """Return the words that are turned like most letters of a page, and the other words."""
    turns: Counter[int | None] = Counter()
    for turn, word in words:
        turns[turn] += len(word.text)
    main = max(turns, key=lambda turn: turns[turn]) if turns else 0
    return [word for turn, word in words if turn == main], [word for turn, word in words if turn != main]


def paragraphs_of(lines: Sequence[PrintedLine]) -> list[Paragraph]:
    """Return the paragraphs of a text; each line is in exactly one, in order. The time grows with the lines.

    If too few paragraphs have a gap above them, gaps do not tell what belongs together, and all get one.
    """
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


# --- the words of a paragraph


class _Joiner:
    """Joins the lines of paragraphs. The words of the whole text tell a broken word from a compound with a hyphen."""

    def __init__(self, lines: Sequence[PrintedLine]) -> None:
        self._known: Counter[str] = Counter()
        ends = [("", lines[0].words[0].text)] + [(a.words[-1].text, b.words[0].text) for a, b in pairwise(lines)]
        for line, end in zip(lines, ends, strict=True):
            whole = " ".join(word.text for word in line.words[is_broken_word(*end) : -1]).lower()
            for word in _CORE.findall(whole):
                self._known.update({word, *word.split("-")})
        known = Counter(self._is_known_whole(*end) for end in ends if is_broken_word(*end))
        self._keeps_words_whole = known[False] > 0 and not known[True]

    def join(self, lines: Sequence[PrintedLine]) -> str:
        """Return the text of a paragraph in one line."""
        text = lines[0].text
        for before, line in pairwise(lines):
            end, start = before.words[-1].text, line.words[0].text
            if end[1:].endswith("\u00ad") or (is_broken_word(end, start) and self._is_one_word(end, start)):
                text = text[:-1] + line.text
            else:
                text += ("" if _is_tight(end) else " ") + line.text
        return text.replace("\u00ad", "").replace("\u00a0", " ")

    def _is_one_word(self, end: str, start: str) -> bool:
        """Whether a word was broken at a line's end, and has no hyphen elsewhere."""
        known = self._is_known_whole(end, start)
        if known is not None:
            return known
        first, second = _word_parts(end, start)
        are_words = self._known[first.rpartition("-")[2]] and self._known[second]
        return not (self._keeps_words_whole or are_words)

    def _is_known_whole(self, end: str, start: str) -> bool | None:
        """Whether the text has the word without its hyphen more often than with it; None if it tells neither."""
        first, second = _word_parts(end, start)
        whole = max(self._known[first + second], self._known[first.rpartition("-")[2] + second])
        compound = self._known[f"{first}-{second}"]
        return None if whole == compound else whole > compound


def _is_tight(end: str) -> bool:
    """Whether no blank follows a line's end: a hyphen, dash or slash that touches the word before it."""
    return len(end) > 1 and end[-1] in _TIGHT and end[-2] not in _TIGHT


def _word_parts(end: str, start: str) -> tuple[str, str]:
    """Return the two parts of a broken word, without quotes and stops."""
    first, second = _CORE.findall(end[:-1].lower()), _CORE.findall(start.lower())
    return (first[-1] if first else ""), (second[0] if second else "")


# --- lines of a source


def _source_lines(paragraphs: Sequence[Paragraph], aside: Sequence[SetAside]) -> Iterator[SourceLine]:
    """Yield a line for each paragraph, a blank one for each gap, and rows set aside before the text of their page."""
    levels = _heading_levels(paragraphs)
    lines: list[SourceLine] = []
    left = list(aside)[::-1]
    for paragraph in paragraphs:
        while left and left[-1][0] <= paragraph.lines[0].page:
            lines.append(_set_aside(left.pop()))
        if paragraph.gap:
            lines.append(SourceLine(0, "", "", "blank"))
        lines.append(_source_line(paragraph, levels))
    lines += map(_set_aside, left[::-1])
    return (line._replace(number=number) for number, line in enumerate(lines, 1))


def _set_aside(row: SetAside) -> SourceLine:
    _, words, why = row
    return SourceLine(0, words, why, "markup")


def _source_line(paragraph: Paragraph, levels: dict[float, int]) -> SourceLine:
    if paragraph.lines[0].table:
        return SourceLine(0, paragraph.text, paragraph.text, "item", 0, "•")
    if paragraph.size in levels:
        return SourceLine(0, paragraph.text, paragraph.text, "heading", levels[paragraph.size])
    columns = round(paragraph.indent / (_COLUMN * paragraph.size))
    strong = all(word.bold for line in paragraph.lines for word in line.words)
    return text_line(0, paragraph.text)._replace(level=columns, strong=strong)


def _heading_levels(paragraphs: Sequence[Paragraph]) -> dict[float, int]:
    """Return the sizes of letters much larger than the text's, each with its level as a heading."""
    letters: Counter[float] = Counter()
    for paragraph in paragraphs:
        letters[paragraph.size] += len(paragraph.text)
    body = max(letters, key=lambda size: letters[size], default=0.0)
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    return {size: min(level, _LEVELS) for level, size in enumerate(large, 1)}
