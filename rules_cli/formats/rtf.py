r"""Read rich text (RTF): its paragraphs as a word processor shows them, with the numbers of its lists.

The number of a list's item is in the file beside the list (`\listtext`, `\pntext`), as it was shown when the file was
saved. Headings are the paragraphs of a style named so, or with an outline level. Not read: pictures, fields' codes,
heads and feet of pages, and what is marked as hidden or deleted.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules_cli.errors import SourceError
from rules_cli.formats.plain_text import labelled_line, tidy
from rules_cli.formats.source_line import DOTTED, MAX_LINES, Document, SourceLine, is_rule_number, too_long

_TOKEN = re.compile(
    rb"\\([a-z]{1,32})(-?[0-9]{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.DOTALL
)
_UNSEEN = frozenset(
    """
    fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf
    filetbl listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl
    fldinst bkmkstart bkmkend pgdsctbl revtbl annotation atnid atnauthor mmathPr
    """.split()
)
_NOTES = frozenset(["footnote", "endnote"])
_LABELS = frozenset(["listtext", "pntext"])
_SIGNS = {
    **{"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "bullet": "•"},
    **{"ldblquote": "“", "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " "},
}
_CODE_PAGES = {0: "cp1252", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5", 161: "cp1253", 162: "cp1254"} | {
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    238: "cp1250",
}
"""The encodings of the character sets that fonts name."""
_HEADING = re.compile(r"(?:heading|title|überschrift|titre|título|titolo)\s*([1-9]?)", re.IGNORECASE)
_LEVELS = 6  # of headings, as in HTML
_DEEPEST = 500  # groups in one another
_COLUMN = 180  # twentieths of a point of indent for one column of plain text
_BLANK = SourceLine(0, "", "", "blank")


@dataclass(slots=True)
class _Group:
    """What holds until the end of a group: what its words are for, and how they and their paragraph look."""

    purpose: str = "text"  # or label, note, unseen, fonts, styles
    hidden: bool = False
    bold: bool = False
    encoding: str = "cp1252"
    skip: int = 1  # bytes that stand for a Unicode character in old programs


@dataclass(slots=True)
class _Paragraph:
    """The properties of the paragraph that is being read."""

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
    lines = [line._replace(number=number) for number, line in enumerate(reader.close(), 1)]
    if not any(line.text and line.role != "markup" for line in lines):
        raise SourceError(f"{name}: no text in it; save the rulebook again and check that it has text")
    return Document(name, tuple(lines), joins=True, breaks=True)


class _RtfReader:
    """Turns the tokens of a file into lines."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._groups = [_Group()]
        self._paragraph = _Paragraph()
        self._bytes, self._to_skip = bytearray(), 0
        self._fonts: dict[int, str] = {}
        self._styles: dict[int, int] = {}
        self._current = 0
        """The font or style whose entry in its table is being read."""
        self._default = "cp1252"
        self._cells: list[str] = []
        self._rows: list[tuple[int, list[str]]] = []
        """The rows of tables, each with its place among the lines."""
        self._lines: list[SourceLine] = []
        self._notes = 0

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
                raise SourceError(f"{self._name}: its groups are nested too deep for a rulebook; save it again")
            self._groups.append(replace(self._groups[-1]))
        elif bracket == b"}":
            if len(self._groups) > 1:
                self._groups.pop()
        elif sign is not None:
            self._take_sign(sign)
        elif word is not None:
            self._take_word(word.decode("ascii"), int(number) if number else None)

    def close(self) -> list[SourceLine]:
        """Return all lines when the file has ended."""
        self._flush()
        self._end_paragraph()
        self._end_table()
        if not any(DOTTED.fullmatch(line.marker) for line in self._lines if line.marker):
            return self._lines
        return [line._replace(raw=f"{line.marker} {line.raw}") if line.counted else line for line in self._lines]

    # --- tokens

    def _take_sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._groups[-1].purpose = "unseen"  # unless a known word follows
        elif sign in (b"\n", b"\r"):
            self._end_paragraph()
        else:
            self._add({b"~": "\u00a0", b"_": "-", b"-": ""}.get(sign, sign.decode("latin-1")))

    # Complexity: one case for each kind of word.
    def _take_word(self, word: str, number: int | None) -> None:
        group = self._groups[-1]
        if word in _LABELS:
            group.purpose = "label"
        elif word in _NOTES:
            group.purpose = "note"
            self._paragraph.notes.append("")
        elif word in ("fonttbl", "stylesheet"):
            group.purpose = "fonts" if word == "fonttbl" else "styles"
        elif word in _UNSEEN:
            group.purpose = "unseen"
        elif word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = group.skip
        elif word in _SIGNS:
            self._add(_SIGNS[word])
        elif word == "ansicpg" and number:
            self._default = group.encoding = _known(f"cp{number}")
        elif word == "uc":
            group.skip = min(number or 0, _LEVELS)
        elif word in ("v", "deleted"):
            group.hidden = number != 0
        elif word in ("b", "plain"):
            group.bold = word == "b" and number != 0
        else:
            self._take_layout(word, number or 0, group)

    # Complexity: one case for each kind of word.
    def _take_layout(self, word: str, number: int, group: _Group) -> None:
        """Take a word about fonts, styles, paragraphs and tables."""
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
            self._paragraph.heading = number + 1 if number < _LEVELS else 0
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
        group, paragraph = self._groups[-1], self._paragraph
        if group.purpose == "styles":
            if found := _HEADING.match(text.strip(" ;")):
                self._styles[self._current] = min(int(found[1] or 0) + 1, _LEVELS)
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
        paragraph = self._paragraph
        self._paragraph = replace(paragraph, pieces=[], label=[], notes=[], is_strong=True)
        if paragraph.in_table:
            self._paragraph.pieces, self._paragraph.label = [*paragraph.pieces, "\n"], paragraph.label
            return
        self._end_table()
        self._add_lines(list(_shown(paragraph)), paragraph, " ".join("".join(paragraph.label).split()))

    def _add_lines(self, texts: list[str], paragraph: _Paragraph, label: str = "") -> None:
        """Add the lines of a paragraph, the number or mark of a list before the first."""
        label = label if any(map(str.isalnum, label)) else "•" * bool(label)
        if len(self._lines) > MAX_LINES:
            raise too_long(self._name)
        for at, text in enumerate(texts):
            line = labelled_line(text, "" if at else label, False, 0)._replace(level=paragraph.indent // _COLUMN)
            if paragraph.heading and not at:
                whole = f"{label} {text}".strip()
                line = SourceLine(0, whole, whole, "heading", paragraph.heading)
            self._lines.append(line._replace(strong=paragraph.is_strong and line.role != "heading"))
        self._add_notes(paragraph.notes)
        if texts or not self._lines or self._lines[-1].role != "blank":
            self._lines.append(_BLANK)

    def _add_notes(self, notes: list[str]) -> None:
        for words in filter(None, (" ".join(tidy(note).split()) for note in notes)):
            self._notes += 1
            self._lines.append(SourceLine(0, words, words, "note", self._notes))

    def _end_cell(self, is_row: bool) -> None:
        """End a cell of a table, or its row."""
        if not is_row:
            self._cells.append("\n".join(_shown(self._paragraph)))
            self._paragraph = replace(self._paragraph, pieces=[], label=[], notes=[], is_strong=True)
        elif any(self._cells):
            self._rows.append((len(self._lines), self._cells))
            self._cells = []

    def _end_table(self) -> None:
        """Add the rows of a table: a rule's number in the first cell begins the text of the next."""
        rows, self._rows = [cells for _, cells in self._rows], []
        has_dotted = any(DOTTED.fullmatch(cells[0]) for cells in rows)
        for row in rows:
            cells = list(filter(None, row))
            if len(cells) > 1 and is_rule_number(cells[0], has_dotted):
                self._add_lines([f"{cells[0]} {' | '.join(cells[1:])}".replace("\n", " ")], _Paragraph(is_strong=False))
            elif len(cells) > 1:
                text = f"| {' | '.join(row)} |".replace("\n", " ")
                self._lines.append(SourceLine(0, text, text, "item", 0, "•"))
            else:
                self._add_lines(cells[0].split("\n") if cells else [], _Paragraph(is_strong=False))


def _shown(paragraph: _Paragraph) -> Iterator[str]:
    """Yield the lines of a paragraph, which its author may have broken."""
    text = (
        "".join(paragraph.pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )  # \u writes some characters as two
    for line in text.split("\n"):
        if words := " ".join(tidy(line).split()):
            yield words


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "cp1252"
