"""Rows of a printed page: words on one baseline, from left to right; and what a single row shows.

Places are in points, x from the left, y down the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rules_cli.formats.source_line import MIXED, PARTED

_RISE = 0.62  # of a letter's size: half a line, so that the rows of two columns are one row even if one is lower
_SMALL = 0.8  # of a letter's size: the number of a footnote
_MARK_FALL = 0.3  # of a letter's size: such a number is hardly lower than its row, else it is of the next row
_OTHER_SIZE = 1.12  # times as large: letters of another size, and no rounding
_ENTRY_GAP = 1.5  # of a letter's size: wider than a blank between two words
LABEL = re.compile(
    rf"(?:{PARTED}[.):]?|[0-9]{{1,4}}-[0-9]{{1,4}}[.):]|{MIXED}|[0-9]{{1,4}}[a-z]{{0,2}}[.):]|[a-zA-Z][.)]"
    r"|\((?:[a-z]{1,2}|[0-9]{1,3}|[ivx]{1,5})\)|[ivx]{1,5}[.)])$"
)
LABEL_PARTS = re.compile(r"[0-9]+|[A-Za-z]+")
_BULLETS = frozenset("•‣◦▪●■□○►➢➤✓✔♦◆·")
_DASHES = frozenset("-–—*")  # bullets too, but not in the middle of a sentence
_HYPHENS = "-\u2010\u00ad"
_DOTS = ("....", "….", "……", " . .")
_SENTENCE_END = re.compile(r"[.!?:;…](?:\[[^\[\]]{1,20}\]|[\"”’'»)\]*])*$")
_LEAD_WORDS = re.compile(r"[^\W\d][^:.]+:")  # `Example 2:`
_DIGITS = re.compile(r"[0-9]+")


class PrintedWord(NamedTuple):
    """A word and its place: left and right edge, baseline, size of its letters.

    `turn` is in quarters to the left; None if the word is askew.
    """

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False
    turn: int | None = 0


@dataclass
class PrintedLine:
    """Words that are read one after the other; their page (from 0), and a number for their column.

    0 is as wide as the page; the number of a left column is below 0.
    """

    words: list[PrintedWord]
    page: int
    column: int = 0
    table: bool = False
    """Whether it is a row of a table."""

    @property
    def left(self) -> float:
        """The left edge."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """The right edge."""
        return self.words[-1].right

    @cached_property
    def base(self) -> float:
        """The baseline of the largest letters."""
        return max(self.words, key=lambda word: word.size).base

    @cached_property
    def size(self) -> float:
        """The size of most of the letters."""
        letters = Counter[float]()
        for word in self.words:
            letters[word.size] += len(word.text)
        return max(letters, key=letters.__getitem__)

    @cached_property
    def text(self) -> str:
        """The words, with a blank between two."""
        return " ".join(word.text for word in self.words)


def rows_of(words: Sequence[PrintedWord], page: int) -> list[PrintedLine]:
    """Return the rows of a page from top to bottom, each from left to right."""
    rows: list[list[PrintedWord]] = []
    for word in sorted(words, key=lambda word: word.base):
        first = rows[-1][0] if rows else word
        is_mark = word.size < _SMALL * first.size  # if it is lower, it belongs to the next row
        most_fall = _MARK_FALL * first.size if is_mark else _RISE * max(word.size, first.size)
        if rows and word.base - first.base <= most_fall:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [PrintedLine(sorted(row, key=lambda word: word.left), page) for row in rows]


# --- what a row shows


def is_label(words: Sequence[PrintedWord]) -> bool:
    """Whether words are only a rule's number, a letter or a bullet."""
    text = words[0].text
    return len(words) == 1 and bool(text in _BULLETS | _DASHES or LABEL.match(text) or LABEL.match(f"{text}."))


def has_label(line: PrintedLine) -> bool:
    """Whether a line begins with a rule's number or a letter."""
    return bool(LABEL.match(line.words[0].text))


def has_bullet(line: PrintedLine, before: PrintedLine) -> bool:
    """Whether a line begins with a bullet. A dash is a bullet if no sentence goes on."""
    first = line.words[0].text
    return len(line.words) > 1 and (first in _BULLETS or (first in _DASHES and ends_sentence(before)))


def lead_words(line: PrintedLine) -> str:
    """Return the words before a colon at the beginning of a line, at most three: `Example #:`; else ""."""
    found = _LEAD_WORDS.match(" ".join(word.text for word in line.words[:3]))
    return _DIGITS.sub("#", found[0]) if found else ""


def is_next(first: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins a sentence, with the number that follows that of a paragraph's first line."""
    before: list[str] = LABEL_PARTS.findall(first.words[0].text)
    after: list[str] = LABEL_PARTS.findall(line.words[0].text)
    opens = len(line.words) > 1 and not line.words[1].text[:1].islower()
    if not opens or not before or not after:
        return False
    if before == after[:-1] and (has_label(first) or first.words[0].text.isdecimal()):
        return after[-1] in ("0", "1", "a", "A")
    if not has_label(first):
        return False
    *above, number = after
    if len(before) < len(after) or before[: len(above)] != above:
        return False
    last = before[len(above)]
    return number == (str(int(last) + 1) if last.isdecimal() else last[:-1] + chr(ord(last[-1]) + 1))


def goes_on(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins with a small letter, and no sentence has ended before it."""
    return line.words[0].text[0].islower() and not has_label(line) and not ends_sentence(before)


def ends_sentence(line: PrintedLine) -> bool:
    """Whether a line ends in a sign that ends a sentence, before quotes, brackets or a mark in brackets."""
    return bool(_SENTENCE_END.search(line.words[-1].text))


def ends_in_hyphen(line: PrintedLine) -> bool:
    """Whether a line ends in a hyphen that touches a word."""
    end = line.words[-1].text
    return end[-1] in _HYPHENS and end[-2:-1].isalnum()


def is_broken_word(end: str, start: str) -> bool:
    """Whether a word may be broken after `end`: letters and a hyphen, then small letters (or all are capitals)."""
    small = start[:1].islower() or (start[:2].isupper() and end[:-1].isupper())
    return end[-1:] in _HYPHENS and end[-2:-1].isalpha() and small


def turns_bold(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line begins in bold, and the line before it does not end in bold."""
    return line.words[0].bold and not before.words[-1].bold


def is_contents_entry(line: PrintedLine) -> bool:
    """Whether a line ends in a page number as in a table of contents: after a wide gap, or after dots."""
    if len(line.words) < 2 or not line.words[-1].text.isdecimal():
        return False
    before, page = line.words[-2:]
    return page.left - before.right > _ENTRY_GAP * line.size or before.text.endswith(_DOTS)


def adjoins(before: PrintedLine, line: PrintedLine) -> bool:
    """Whether a line is the next below another in one column, or in the left column below a line across all."""
    is_same = before.column == line.column or line.column < before.column == 0
    return is_same and before.page == line.page and line.base > before.base


def differ(size: float, other: float) -> bool:
    """Whether two sizes of letters differ more than by rounding."""
    return max(size, other) > _OTHER_SIZE * min(size, other)
