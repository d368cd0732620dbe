"""The result of every reader: a document of lines, each with its role. Readers know no games and no numbering."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules_cli.errors import SourceError
from rules_cli.numbers.grammar import CLOSING, MIXED, PARTED, printed_pattern

MAX_LETTERS = 10_000_000  # in all documents of a book: ten times those of the longest rulebook
MAX_LINES = 500_000  # in all documents of a book: thirty times those of the longest rulebook

BULLET = "•"
RAISED, LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
DOTTED = re.compile(rf"{PARTED}{CLOSING}?[{RAISED}]*")
_MARKED = re.compile(rf"(?:[0-9]{{1,4}}(?:[a-z]{{1,2}}{CLOSING}?|[A-Z]?{CLOSING}?(?<!\d))|{MIXED})[{RAISED}]*")
_PRINTED = re.compile(rf"(?=.{{0,2}}[0-9]){printed_pattern()}{CLOSING}?[{RAISED}]*")
_NUMBER_END = re.compile(rf"(?:[0-9][a-z]{{0,2}}[.,:;)]?|[{RAISED}{LOWERED}][,–-]?)\Z")
_LONGEST_END = 4  # characters: a digit, two letters and a mark
_RAISE, _LOWER = str.maketrans("0123456789", RAISED), str.maketrans("0123456789", LOWERED)
_ICON = re.compile(r"\S+(?:\s+\S+){0,2}")  # alone in a line, alt text of more than three words is a description
_IMAGE_FILE = re.compile(r"\.(?:avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp)$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?…。！？][\"”’'»)\]」』）】]*\Z")

CONTENTS, OUTSIDE = "table of contents", "outside the folder of the rulebook"
"""Why lines are no part of the text."""

PERMALINKS = frozenset(["", "#", "§", "¶", "🔗", "⚓", "∞"])
"""The words of links by which a reader copies the address of a line."""

Role = Literal["text", "heading", "item", "note", "markup", "blank"]


class Link(NamedTuple):
    """A link in a line: its text and its address."""

    text: str
    href: str


class SourceLine(NamedTuple):
    """One line of a source; a tuple, because a rulebook has ten thousand of them."""

    number: int  # from 1
    raw: str  # the line as the file has it
    text: str  # what a reader sees; of markup the reason why it is no text (CONTENTS), "" for signs of the format
    role: Role = "text"  # the kind of line that the format says it is; a note is in a box apart from the text
    level: int = 0  # of a heading, 1 is the highest; the number of a note's box; else the columns of indent
    marker: str = ""  # an item's own mark: `3.`, `•`
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()  # the names by which links lead to the line
    strong: bool = False  # all of it is bold

    @property
    def counted(self) -> bool:
        """Whether it is an item of a numbered list."""
        return self.marker[:1].isdigit()

    @property
    def listed(self) -> bool:
        """Whether the list makes its number, and the file does not have it."""
        return self.counted and not self.raw.lstrip().startswith(self.marker)

    @property
    def is_link(self) -> bool:
        """Whether it has no words but those of links."""
        return self.links_all(self.words)

    def links_all(self, text: str) -> bool:
        """Whether its links have as many words as a text, its own or the part after its number."""
        linked = sum(len(link.text.split()) for link in self.links)
        return linked > 0 and linked >= len(text.split())

    @property
    def as_list_item(self) -> str:
        """The item as plain text: after its number or letter, or else after a bullet."""
        return f"{self.marker if any(map(str.isalnum, self.marker)) else '•'} {self.text}"

    @property
    def words(self) -> str:
        """The text with the item's own number, if it has one."""
        return f"{self.marker} {self.text}" if self.counted else self.text

    def in_box(self, box: int) -> SourceLine:
        """Return the line as a note of a box; as it is if it is in none, 0."""
        if not box:
            return self
        text = self.as_list_item if self.marker else self.text
        return self._replace(text=text, role="note", level=box, marker="", strong=False)


class ContentsEntry(NamedTuple):
    """A page in a table of contents: its title, its file's name ("" if it has none), and the entry above it."""

    title: str
    name: str
    above: ContentsEntry | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """One file of a book."""

    name: str  # its path inside the folder that was read
    lines: tuple[SourceLine, ...]
    joins: bool = False  # text lines with no blank line between them are one paragraph
    entry: ContentsEntry | None = None  # its place in the folder's table of contents
    breaks: bool = False  # the author broke each line where it ends
    title: str = ""  # that the file has beside its lines
    encoding: str = ""  # its encoding, if that was worked out from the letters
    linked: bool = False  # the folder's table of contents lists it


def is_rule_number(text: str, are_sure: bool) -> bool:
    """Return whether a cell of a table holds only a rule's number: with dots, with a letter or a mark. In a table that
    surely has numbers of rules, any number that a book may print counts, `3`, `1-2`, `2.6(a)`."""
    return any(form.fullmatch(text) for form in (DOTTED, _MARKED, *([_PRINTED] if are_sure else [])))


_FEWEST_ROWS, _MOST_ROWS = 3, 2 / 3  # of a table of rules, and those with sentences: fewer may be chance


def numbers_rules(rows: Iterable[Sequence[str]]) -> bool:
    """Return whether the first cells of a table's rows are surely numbers of rules: one has dots, or all but that of
    the head are different numbers, and most rows end with a sentence."""
    filled = [cells for row in rows if (cells := list(filter(None, row)))]
    if any(DOTTED.fullmatch(cells[0]) for cells in filled):
        return True
    numbered = [cells for cells in filled if len(cells) > 1 and _PRINTED.fullmatch(cells[0])]
    sentences = sum(bool(_SENTENCE_END.search(cells[-1])) for cells in numbered)
    are_all = len({cells[0] for cells in numbered}) == len(numbered) >= max(_FEWEST_ROWS, len(filled) - 1)
    return are_all and sentences >= _MOST_ROWS * len(numbered)


def bars(cells: Iterable[str]) -> str:
    """Return the cells of a row as one line."""
    return f"| {' | '.join(cells)} |"


def superscript(before: str, text: str, name: str) -> str:
    """Return the text of a `sup` or `sub` element, given the text before it. Digits become raised or lowered signs if
    they would run into a number before them (`1.2¹`)."""
    if not (text[:1].isdigit() and _NUMBER_END.search(before[-_LONGEST_END:])):
        return text
    return text.translate(_RAISE if name == "sup" else _LOWER)


def note_link(before: str, text: str, href: str) -> str:
    """Return the text of a link, given the text before it; a note's number after a digit becomes raised signs."""
    is_note = "#" in href and text.isdecimal() and before[-1:].isdigit()
    return text.translate(_RAISE) if is_note else text


def references(links: Iterable[Link], anchors: Iterable[str]) -> tuple[Link, ...]:
    """Return the links of a line that lead elsewhere, given the names by which links lead to it."""
    own = {f"#{anchor}" for anchor in anchors}
    return tuple(link for link in links if link.href not in own)


def icon_text(alt: str, before: str) -> str:
    """Return an image's alt text if the image is a symbol (a cost, a key), given the text before it; else "". A
    description is a sentence, or is longer than three words and not inside a sentence. A file's name says nothing."""
    words = " ".join(alt.split())
    if _IMAGE_FILE.search(words) or _SENTENCE_END.search(words):
        return ""
    before = before.rstrip()
    in_sentence = any(map(str.isalpha, before)) and not _SENTENCE_END.search(before)
    return words if in_sentence or _ICON.fullmatch(words) else ""


def too_long(name: str) -> SourceError:
    """Return the error for a source that is too long for a rulebook."""
    most = f"{MAX_LETTERS // 1_000_000} million letters or {MAX_LINES:,} lines"
    return SourceError(f"{name}: over {most}, too long for a rulebook; give its own files alone")
