"""A printed page: words with their places → rows. Knows no file format.

Places are in points, x from the left, y down the page. Words on one baseline are a row, from the left to the right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_RISE = 0.62  # of the size of the letters: half a line, so that lines of two columns are one row though one is lower
_SMALL = 0.8  # of the size of the letters: a footnote's mark
_MARK_RISE = 0.65  # how high it stands at most
_MARK_FALL = 0.3
LABEL = re.compile(
    r"(?:[0-9]{1,4}(?:\.[0-9]{1,4}){1,8}\.?[a-z]{0,2}[.):]?|[0-9]{1,4}[a-z]{0,2}[.):]|[a-zA-Z][.)]"
    r"|\((?:[a-z]{1,2}|[0-9]{1,3}|[ivx]{1,5})\)|[ivx]{1,5}[.)])$"
)
BULLETS = frozenset("•‣◦▪●■□○►➢➤✓✔♦◆·")
DASHES = frozenset("-–—*")  # bullets too, but not in the middle of a sentence


class PrintedWord(NamedTuple):
    """A word where it is printed: its letters, its left and right edge, its baseline and the size of its letters."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool = False


@dataclass
class PrintedLine:
    """Words that are read one after the other; on which page (from 0), and in the column that begins where."""

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
        """The baseline: that of the largest letters."""
        return max(self.words, key=lambda word: word.size).base

    @cached_property
    def size(self) -> float:
        """The size of most of the letters."""
        sizes: dict[float, int] = {}
        for word in self.words:
            sizes[word.size] = sizes.get(word.size, 0) + len(word.text)
        return max(sizes, key=lambda size: sizes[size])

    @cached_property
    def text(self) -> str:
        """The words, with a blank between two."""
        return " ".join(word.text for word in self.words)


def rows_of(words: Sequence[PrintedWord], page: int) -> list[PrintedLine]:
    """The rows of a page, from its top to its bottom, each from left to right."""
    rows: list[list[PrintedWord]] = []
    for word in sorted(words, key=lambda word: word.base):
        if rows and word.base - rows[-1][0].base <= _rise(word, rows[-1][0]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [PrintedLine(sorted(row, key=lambda word: word.left), page) for row in rows]


def _rise(word: PrintedWord, first: PrintedWord) -> float:
    """How far below the first word of a row another may stand; a small one that stands lower is a mark in the next."""
    if word.size < _SMALL * first.size:
        return _MARK_FALL * first.size
    return (_MARK_RISE if first.size < _SMALL * word.size else _RISE) * max(word.size, first.size)


def is_label(words: Sequence[PrintedWord]) -> bool:
    """Whether words are only a rule's number, a letter or a bullet."""
    text = words[0].text
    return len(words) == 1 and bool(text in BULLETS | DASHES or LABEL.match(text) or LABEL.match(f"{text}."))
