"""Collect the words of one line of a web page, with its links and anchors."""

from __future__ import annotations

import re

from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import (
    LOWERED,
    PERMALINKS,
    RAISED,
    Link,
    SourceLine,
    icon_text,
    note_link,
    references,
)

_UNPRINTED = str.maketrans({"\0": None, "\xad": None})  # a browser shows a soft hyphen only where it breaks a line
_NUMBER = re.compile(
    rf"\s*(?:[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{0,8}}[a-z]{{0,2}}[.):]?[{RAISED}]*|[a-z]{{1,2}}[.)]|\([a-z]{{1,2}}\))"
)
_AFTER_NUMBER = re.compile(rf"(?![{RAISED}{LOWERED}])(?:[^\W\d_]{{3}}|[^\W\d_a-z]|[a-z]{{1,2}}\s+[a-z]|[“\"(])")
_NUMBER_PIECES = 3  # as in `1.1`, bold, its letter, italic, and a note's sign: no number has more elements in it
_END = 16  # characters that decide how the next words are written; the last word or two is enough


class TextCollector:
    """The pieces of a line that have been read."""

    def __init__(self) -> None:
        self.anchors: list[str] = []
        self.has_words = False
        """Whether there are words, and not only icons or signs that a browser adds."""
        self._has_icon, self._strong = False, True
        self._pieces: list[str] = []
        self._number = 0
        self._links: list[Link] = []
        self._link: tuple[str, int, bool] | None = None
        """The open link: its address, its first piece, and whether the line had words before it."""

    @property
    def end(self) -> str:
        """The last characters of the line."""
        return "".join(self._pieces[-_END:])[-_END:]

    def add(self, text: str, line: int, bold: bool = False) -> None:
        """Add the words between two tags; `line` is the line of the file on which they begin."""
        words = text.lstrip()
        self._strong = self._strong and (bold or not words)
        if words and not self.has_words:
            self.has_words = True
            self._number = line + text.count("\n", 0, len(text) - len(words))
        may_follow_number = 1 <= len(self._pieces) <= _NUMBER_PIECES and _AFTER_NUMBER.match(text)
        if may_follow_number and _NUMBER.fullmatch("".join(self._pieces)):
            self._pieces.append(" ")  # only an element separates the number from the words
        self._pieces.append(text)

    def add_sign(self, sign: str) -> None:
        """Add what a browser shows although the file does not have it."""
        self._pieces.append(sign)

    def add_icon(self, alt: str, line: int) -> None:
        """Add the alt text of an image if the image is a symbol."""
        if words := icon_text(alt, self.end):
            self._number = self._number or line
            self._has_icon = True
            self._pieces.append(words)

    def begin_link(self, href: str) -> None:
        """Begin a link, and end the one that is open."""
        self.end_link()
        if href.strip():
            self._link = (href.strip(), len(self._pieces), self.has_words)

    def end_link(self) -> None:
        """End the open link; a permalink is no part of the text."""
        if self._link is None:
            return
        (href, start, had_words), self._link = self._link, None
        typed = "".join(self._pieces[start:])
        if "#" in href and typed.strip() in PERMALINKS:
            del self._pieces[start:]
            self.has_words = had_words
        elif text := _one_line(typed):
            words = note_link("".join(self._pieces[max(start - _END, 0) : start]), text, href)
            if words != text:
                self._pieces[start:] = [words]
            self._links.append(Link(words, href))

    def take(self, icons: bool) -> SourceLine | None:
        """Return the line and begin the next, None if it has no words; `icons`: an icon of one word is enough.

        The line's `raw` has the blanks of the file, its `text` has them made even. An open link goes on.
        """
        if not self._pieces:
            return None
        href = self._link[0] if self._link else ""
        self.end_link()
        raw = "".join(self._pieces).translate(_UNPRINTED)
        text = _one_line(raw)
        anchors = tuple(dict.fromkeys(self.anchors))
        links = references(self._links, anchors)
        taken = SourceLine(self._number, raw, text, links=links, anchors=anchors, strong=self._strong)
        is_shown = text and (self.has_words or (icons and self._has_icon and " " not in text))
        self._pieces, self._links, self._number = [], [], 0
        self.has_words, self._has_icon, self._strong = False, False, True
        self._link = (href, 0, False) if href else None
        if not is_shown:
            return None
        self.anchors = []
        return taken


def _one_line(text: str) -> str:
    return " ".join(tidy(text.translate(_UNPRINTED)).split())
