"""The words of one line of a web page while they are being read, with the links and names that stand among them."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_cli.formats.image_text import instead_of
from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import LOWERED, RAISED, Link, linked

PERMALINKS = frozenset(["", "#", "§", "¶", "🔗", "⚓", "∞"])
_UNPRINTED = str.maketrans({"\0": None, "\xad": None})  # a soft hyphen shows only where a browser breaks the line
_NUMBER_SO_FAR = re.compile(rf"\s*[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{0,8}}[a-z]{{0,2}}[.):]?[{RAISED}]*")
_WORDS_NEXT = re.compile(rf"(?![{RAISED}{LOWERED}])(?:[^\W\d_]{{3}}|[^\W\d_a-z]|[a-z]{{1,2}}\s+[a-z]|[“\"(])")
_LONGEST_NUMBER = 40
_LAST = 16  # signs that tell what the next ones stand after


class Taken(NamedTuple):
    """A line's words, the line of the file where they begin, their links, and the names by which links lead here.

    `text` has its blanks evened out; `typed` is as it stands in the file. `strong` says that all of it is bold.
    """

    number: int
    text: str
    typed: str
    links: tuple[Link, ...]
    anchors: tuple[str, ...]
    strong: bool


class TextCollector:
    """What has been read of a line."""

    def __init__(self) -> None:
        self.anchors: list[str] = []
        self.said = False
        """Whether there are words, and not only icons or a browser's own signs."""
        self._icon, self._strong = False, True
        self._pieces: list[str] = []
        self._number = 0
        self._links: list[Link] = []
        self._link: tuple[str, int, bool] | None = None
        """The link that is open: where it leads, which piece it begins with, whether anything was said before it."""

    @property
    def end(self) -> str:
        """How the line ends so far."""
        return "".join(self._pieces[-_LAST:])[-_LAST:]

    def add(self, text: str, line: int, bold: bool = False) -> None:
        """Add the words between two tags, which begin in a line of the file."""
        words = text.lstrip()
        self._strong = self._strong and (bold or not words)
        if words and not self.said:
            self.said = True
            self._number = line + text.count("\n", 0, len(text) - len(words))
        if self._pieces and len(self._pieces) < 4 and self._is_number_before(text):
            self._pieces.append(" ")
        self._pieces.append(text)

    def _is_number_before(self, text: str) -> bool:
        """Whether words follow a rule's number without a blank, set apart by their elements only."""
        so_far = "".join(self._pieces)
        return (
            len(so_far) < _LONGEST_NUMBER and bool(_NUMBER_SO_FAR.fullmatch(so_far)) and bool(_WORDS_NEXT.match(text))
        )

    def add_sign(self, sign: str) -> None:
        """Add what a browser shows though it is not in the text."""
        self._pieces.append(sign)

    def add_icon(self, instead: str, line: int) -> None:
        """Add what stands for a picture, where that is no description of it."""
        if words := instead_of(instead, self.end):
            self._number = self._number or line
            self._icon = True
            self._pieces.append(words)

    def begin_link(self, href: str) -> None:
        """Begin a link; another that is open ends."""
        self.end_link()
        if href.strip():
            self._link = (href.strip(), len(self._pieces), self.said)

    def end_link(self) -> None:
        """End the link that is open; one that only leads to its own place is no part of the text."""
        if self._link is None:
            return
        (href, start, said), self._link = self._link, None
        typed = "".join(self._pieces[start:])
        if "#" in href and typed.strip() in PERMALINKS:
            del self._pieces[start:]
            self.said = said
        elif text := _even(typed):
            words = linked("".join(self._pieces[max(start - _LAST, 0) : start]), text, href)
            if words != text:
                self._pieces[start:] = [words]
            self._links.append(Link(words, href))

    def take(self, icons: bool) -> Taken | None:
        """The line so far, None where it has no words (or `icons`, where they may stand alone), and begin anew."""
        if not self._pieces:
            return None
        href = self._link[0] if self._link else ""
        self.end_link()
        typed = "".join(self._pieces).translate(_UNPRINTED)
        anchors = tuple(dict.fromkeys(self.anchors))
        taken = Taken(self._number, _even(typed), typed, tuple(self._links), anchors, self._strong)
        shows = bool(taken.text) and (self.said or (icons and self._icon and " " not in taken.text))
        self._pieces, self._links, self._number = [], [], 0
        self.said, self._icon, self._strong = False, False, True
        self._link = (href, 0, False) if href else None
        if not shows:
            return None
        self.anchors = []
        return taken


def _even(text: str) -> str:
    return " ".join(tidy(text.translate(_UNPRINTED)).split())
