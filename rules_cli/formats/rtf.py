r"""Read rich text (RTF): its paragraphs as a word processor shows them, with the numbers of its lists.

The number of a list's item is in the file beside the list (`\listtext`, `\pntext`), as it was shown when the file was
saved. Headings are the paragraphs of a style named so, or with an outline level. Not read: pictures, fields' codes,
heads and feet of pages, and hidden or deleted text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rules_cli.errors import SourceError
from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import BULLET, DOTTED, Document
from rules_cli.formats.word_processor import COLUMN, LEVELS, DocumentLines, Label, Look

_TOKEN = re.compile(
    rb"\\([a-z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.DOTALL
)
_Purpose = Literal["text", "label", "note", "unseen", "fonts", "styles"]
_UNSEEN = """
    colortbl info pict object header headerl headerr headerf footer footerl footerr footerf filetbl listtable
    listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl fldinst bkmkstart
    bkmkend pgdsctbl revtbl annotation atnid atnauthor mmathPr
"""
_BLANKS = re.compile(r"[^\S\n]+")
_PURPOSES: dict[str, _Purpose] = {
    **dict.fromkeys(_UNSEEN.split(), "unseen"),
    **{"listtext": "label", "pntext": "label", "footnote": "note", "endnote": "note"},
    **{"fonttbl": "fonts", "stylesheet": "styles"},
}
"""What the words of a group are for, by the word at its start."""
_SIGNS = {
    **{"tab": " ", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "bullet": "•"},
    **{"ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " "},
}
_CODE_PAGES = {
    **{0: "cp1252", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5", 161: "cp1253", 162: "cp1254"},
    **{177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 238: "cp1250"},
}
"""The encodings of the character sets that fonts name."""
_HEADING = re.compile(r"(?:heading|title|überschrift|titre|título|titolo)\s*([1-9]?)", re.IGNORECASE)
_DEEPEST = 500  # groups in one another


@dataclass(slots=True)
class _Group:
    """What holds until the end of a group: what its words are for, and how they and their paragraph look."""

    purpose: _Purpose = "text"
    hidden: bool = False
    bold: bool = False
    encoding: str = "cp1252"
    skip: int = 1  # bytes after a Unicode character, for old programs


@dataclass(slots=True)
class _Paragraph:
    """The layout of the paragraph that is being read, and its words; the next one has the same layout until told."""

    heading: int = 0
    indent: int = 0
    in_table: bool = False
    pieces: list[str] = field(default_factory=list)
    label: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_strong: bool = True


def read_rtf(data: bytes, name: str) -> Document:
    """Read rich text; raises SourceError if it has no text, or is too long or nested too deep for a rulebook."""
    reader = _RtfReader(name)
    for token in _TOKEN.finditer(data):
        reader.take(token)
    return reader.close()


class _RtfReader:
    def __init__(self, name: str) -> None:
        self._groups = [_Group()]  # that are open, each inside the one before
        self._paragraph = _Paragraph()
        self._bytes, self._to_skip = bytearray(), 0  # read and not yet decoded; how many of the next ones to leave out
        self._fonts: dict[int, str] = {}  # the encoding of each
        self._styles: dict[int, int] = {}  # the level of each that is a heading
        self._current = 0  # the font or style whose entry in its table is being read
        self._default = "cp1252"
        self._cells: list[list[str]] = []  # of the row that is being read
        self._rows: list[list[list[str]]] = []  # the rows of the table that is being read
        self._out = DocumentLines(name)

    def take(self, token: re.Match[bytes]) -> None:
        """Take the next token: a word or sign of RTF, a byte, a bracket or text."""
        word, number, code, sign, bracket, text = token.groups()
        if code is not None:
            self._add_bytes(bytes([int(code, 16)]))
            return
        if text is not None:
            self._add_bytes(text)
            return
        self._flush()
        if bracket == b"{":
            if len(self._groups) > _DEEPEST:
                raise SourceError(f"{self._out.name}: its groups are nested too deep for a rulebook; save it again")
            self._groups.append(replace(self._groups[-1]))
        elif bracket == b"}":
            if len(self._groups) > 1:
                self._groups.pop()
        elif sign is not None:
            if sign == b"*":
                self._groups[-1].purpose = "unseen"  # unless a known word follows
            elif sign in (b"\n", b"\r"):
                self._end_paragraph()
            else:
                self._add({b"~": "\u00a0", b"_": "-", b"-": ""}.get(sign, sign.decode("latin-1")))
        elif word is not None:
            self._take_word(word.decode("ascii"), int(number) if number else None)

    def close(self) -> Document:
        """Return the document when the file has ended; its numbers are rules' if a list prints some with dots."""
        self._flush()
        self._end_paragraph()
        self._end_table()
        lines = self._out.lines
        if any(DOTTED.fullmatch(line.marker) for line in lines):
            lines[:] = [line._replace(raw=f"{line.marker} {line.raw}") if line.counted else line for line in lines]
        return self._out.document()

    # --- tokens

    # Complexity: one case for each kind of word.
    def _take_word(self, word: str, number: int | None) -> None:
        """Take a word of RTF and the number behind it: `b0` ends bold letters."""
        group = self._groups[-1]
        if word in _PURPOSES:
            group.purpose = _PURPOSES[word]
            if group.purpose == "note":
                self._paragraph.notes.append("")
        elif word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = group.skip
        elif word in _SIGNS:
            self._add(_SIGNS[word])
        elif word == "ansicpg" and number:
            self._default = group.encoding = _known(f"cp{number}")
        elif word == "uc":
            group.skip = min(number or 0, LEVELS)
        elif word in ("v", "deleted"):
            group.hidden = number != 0
        elif word in ("b", "plain"):
            group.bold = word == "b" and number != 0
        else:
            self._take_layout(word, number or 0, group)

    # Complexity: one case for each kind of word.
    def _take_layout(self, word: str, number: int, group: _Group) -> None:
        """Take a word for the layout of a paragraph or table, a font or a style; any other word has no effect."""
        if word == "f":
            self._current = number
            group.encoding = self._fonts.get(number, self._default)
        elif word == "fcharset" and group.purpose == "fonts":
            self._fonts[self._current] = _CODE_PAGES.get(number, self._default)
        elif word == "s":
            if group.purpose == "styles":
                self._current = number
            else:
                self._paragraph.heading = self._styles.get(number, 0)
        elif word == "outlinelevel" and group.purpose == "text":
            self._paragraph.heading = number + 1 if number < LEVELS else 0
        elif word == "pard":
            self._paragraph.heading = self._paragraph.indent = 0
            self._paragraph.in_table = False
        elif word == "li":
            self._paragraph.indent = max(number, 0)
        elif word == "intbl":
            self._paragraph.in_table = True
        elif group.purpose == "text" and word in ("par", "sect", "page"):
            self._end_paragraph()
        elif group.purpose == "text" and word in ("cell", "row"):
            self._end_cell(is_row=word == "row")

    def _add_bytes(self, data: bytes) -> None:
        """Add bytes of text, without those that replace a Unicode character for old programs."""
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        """Add the text of the bytes read so far; the two of a character of the Far East may be written apart."""
        if self._bytes:
            text = self._bytes.decode(self._groups[-1].encoding, errors="replace")
            self._bytes.clear()
            self._add(text)

    def _add(self, text: str) -> None:
        """Add words to what their group is for; in the table of styles, the name of one may make it a heading."""
        group, paragraph = self._groups[-1], self._paragraph
        if group.purpose == "styles":
            if found := _HEADING.match(text.strip(" ;")):
                self._styles[self._current] = min(int(found[1] or 0) + 1, LEVELS)
        elif group.hidden or group.purpose in ("unseen", "fonts"):
            return
        elif group.purpose == "label":
            paragraph.label.append(text)
        elif group.purpose == "note" and paragraph.notes:
            paragraph.notes[-1] += text
        else:
            paragraph.pieces.append(text)
            paragraph.is_strong = paragraph.is_strong and (group.bold or not text.strip())

    # --- lines

    def _end_paragraph(self) -> None:
        """Add the lines of the paragraph, after those of a table before it; inside a cell, only break its line."""
        paragraph = self._paragraph
        if paragraph.in_table:
            self._begin([*paragraph.pieces, "\n"], paragraph.label)
            return
        self._begin()
        self._end_table()
        label = " ".join("".join(paragraph.label).split())
        if label and not any(map(str.isalnum, label)):
            label = BULLET
        indent = paragraph.indent // COLUMN
        look = Look(indent, indent, paragraph.heading, paragraph.is_strong)
        self._out.add_paragraph(_whole(paragraph.pieces), Label(label), look)
        for note in paragraph.notes:
            self._out.add_note(note)

    def _begin(self, pieces: Sequence[str] = (), label: Sequence[str] = ()) -> None:
        """Begin a paragraph with the layout of the last one."""
        self._paragraph = replace(self._paragraph, pieces=list(pieces), label=list(label), notes=[], is_strong=True)

    def _end_cell(self, is_row: bool) -> None:
        """End a cell, or the row of the cells so far; a row without words is dropped."""
        if not is_row:
            lines = (" ".join(tidy(line).split()) for line in _whole(self._paragraph.pieces).split("\n"))
            self._cells.append(list(filter(None, lines)))
            self._begin()
        elif any(self._cells):
            self._rows.append(self._cells)
            self._cells = []

    def _end_table(self) -> None:
        self._out.add_table(self._rows)
        self._rows = []


def _whole(pieces: Sequence[str]) -> str:
    """Return a text from its pieces: RTF writes some characters as two, and several blanks are one."""
    return _BLANKS.sub(" ", "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def _known(encoding: str) -> str:
    """Return the name of an encoding that Python knows, else the usual one."""
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "cp1252"
