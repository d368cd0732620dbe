"""What every reader gives: a document of lines, each with what its format says of it. No games, no numbering."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules_cli.errors import SourceError

MAX_LETTERS = 10_000_000
"""In all documents of a book: ten times those of the longest rulebook."""
MAX_LINES = 500_000

RAISED, LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
DOTTED = re.compile(rf"[0-9]{{1,4}}(?:\.[0-9]{{1,4}}){{1,8}}\.?[a-z]{{0,2}}[.):]?[{RAISED}]*")
MARKED = re.compile(rf"[0-9]{{1,4}}(?:[a-z]{{1,2}}[.):]?|[.):])[{RAISED}]*")
BARE = re.compile(r"[0-9]{1,4}")
"""How a cell of a table prints a rule's number: with its dots, with a letter or a mark, with neither."""
_AFTER_NUMBER = re.compile(rf"(?:[0-9][a-z]{{0,2}}[.,:;)]?|[{RAISED}{LOWERED}][,–-]?)\Z")
_RAISE, _LOWER = str.maketrans("0123456789", RAISED), str.maketrans("0123456789", LOWERED)

Role = Literal["text", "heading", "item", "note", "markup", "blank"]


class Link(NamedTuple):
    """A link in a line: its text, and where it leads."""

    text: str
    href: str


class SourceLine(NamedTuple):
    """One line of a source; a tuple, since a rulebook has ten thousand of them.

    `number` counts from 1; `raw` is the line as it stands in the file.

    `text` is what a reader sees (no marks of the format); `role` what the format says it is; `level` a heading's
    level (1 is the highest), which box a note stands in, else the columns of indent; `marker` an item's own mark
    (`3.`, `•`). A `note` line stands in a box set apart from the text; `markup` is no part of the text, and its
    `text` says what it is instead, where there is more to it than signs ("table of contents").
    `anchors` are the names by which links lead to the line; `strong` says that all of it is set in bold.
    """

    number: int
    raw: str
    text: str
    role: Role = "text"
    level: int = 0
    marker: str = ""
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    strong: bool = False

    @property
    def counted(self) -> bool:
        """Whether it is an item of a numbered list."""
        return self.marker[:1].isdigit()

    @property
    def listed(self) -> bool:
        """Whether its number is its list's own, and not in the file."""
        return self.counted and not self.raw.lstrip().startswith(self.marker)

    @property
    def as_list_item(self) -> str:
        """An item as a text prints it: after its number or letter, in brackets or not, else after a bullet."""
        return f"{self.marker if any(map(str.isalnum, self.marker)) else '•'} {self.text}"

    @property
    def words(self) -> str:
        """What is printed, an item's own number included."""
        return f"{self.marker} {self.text}" if self.counted else self.text


class ContentsEntry(NamedTuple):
    """A page in a book's table of contents: its title there, its file's name ("" where it names none), and the entry
    that it stands below."""

    title: str
    name: str
    above: ContentsEntry | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a book; `name` is its path inside the folder that it was read from.

    `joins` says that text lines with no blank line between them are one paragraph, `breaks` that its author broke the
    line there; `entry` is its place in the folder's table of contents.
    """

    name: str
    lines: tuple[SourceLine, ...]
    joins: bool = False
    entry: ContentsEntry | None = None
    breaks: bool = False


def raised(digits: str) -> str:
    """Digits above the line as signs of their own, so that they can't run into a number before them (`1.2¹`)."""
    return digits.translate(_RAISE)


def lowered(digits: str) -> str:
    """Digits below the line, likewise (`10₂`)."""
    return digits.translate(_LOWER)


def superscript(before: str, text: str, name: str) -> str:
    """Words above or below the line (`sup`, `sub`), as they are written after others: digits that would run into the
    number before them as signs of their own, all else as it is."""
    if not (text[:1].isdigit() and _AFTER_NUMBER.search(before[-4:])):
        return text
    return raised(text) if name == "sup" else lowered(text)


def linked(before: str, text: str, href: str) -> str:
    """A link's words, as they are written after others: a note's number that would run into the number before it is a
    raised one, all else as it is."""
    return raised(text) if "#" in href and text.isdecimal() and before[-1:].isdigit() else text


def too_long(name: str) -> SourceError:
    """The error of a source, or all of them together, that is too long for a rulebook."""
    most = f"{MAX_LETTERS // 1_000_000} million letters or {MAX_LINES:,} lines"
    return SourceError(f"{name}: over {most}, too long for a rulebook; give its own files alone")
