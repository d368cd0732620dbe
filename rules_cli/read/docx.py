"""DOCX → lines: the paragraphs of a Word document as Word shows them, each with the number of its list in front.

Shown: inserted text, hyperlinks, fields' results, text boxes and footnotes (as notes, after the paragraph that they
belong to), a table's rows. Not shown: deleted and hidden text, field codes, and what stands outside the text (headers
and footers, comments). A blank line stands where print shows a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document, SourceLine
from rules_cli.read.text import text_line, tidy
from rules_cli.read.word_lists import BULLET, Lists, Place
from rules_cli.read.zipped_xml import ZippedXml

_TEXT = "word/document.xml"
_NOTES = (("footnoteReference", "word/footnotes.xml"), ("endnoteReference", "word/endnotes.xml"))
_UNSEEN = frozenset("del moveFrom delText instrText delInstrText Fallback pPr rPr rt txbxContent".split())
_SHOWN = {"br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "noBreakHyphen": "-"}
_PAGE_END = "\n\f\n"
_HOLDERS = frozenset("sdt sdtContent ins moveTo customXml smartTag".split())
_HEADING = re.compile(r"heading ([1-9])$")
_NUMBER_CELL = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,8}\.?[a-z]{0,2}[.):]?$")
_LEVELS = 6  # of headings
_GAP = 40  # twentieths of a point between two paragraphs: enough to be seen
_COLUMN = 180  # twentieths of a point of indent that are one column of plain text
_MAX_CHAIN = 20  # styles that build on one another


def read_docx(data: bytes, name: str) -> Document:
    """Read a Word document; raises SourceError for what is none, is broken or locked, or has no text.

    Time and memory grow with the text; a document without end is refused (see `zipped_xml`).
    """
    parts = ZippedXml(data, name)
    if _TEXT not in parts:
        raise SourceError(f"{name}: a zip file, but no Word document; give the rulebook itself")
    reader = _Reader(parts)
    for block in parts.elements(_TEXT, level=2):
        reader.read(block)
    if not any(line.text for line in reader.lines):
        raise SourceError(f"{name}: no text in it; save the rulebook again and check that it has text")
    return Document(name, tuple(reader.lines))


@dataclass(frozen=True, slots=True)
class _Look:
    """What a style, or a paragraph over its style, says of how a paragraph looks; None where it says nothing.

    `before` and `after` are the gaps it asks for, `indent` its left edge, in twentieths of a point; `close` says that
    there is no gap between two paragraphs of this style.
    """

    heading: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    before: int | None = None
    after: int | None = None
    indent: int | None = None
    close: bool | None = None

    def over(self, other: _Look) -> _Look:
        """This look, and the other's where this one says nothing."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in self.__slots__)
        return _Look(*(own if own is not None else under for own, under in pairs))


class _Styles:
    """The looks of a document's styles, each with what it builds on."""

    def __init__(self, parts: ZippedXml) -> None:
        self._own: dict[str, tuple[_Look, str]] = {}
        self._whole: dict[str, _Look] = {}
        self.standard = ""
        default = _Look()
        for element in parts.elements("word/styles.xml"):
            if element.tag == "docDefaults":
                default = _look(element.find("pPrDefault/pPr"))
            elif element.tag == "style" and element.get("type", "paragraph") == "paragraph":
                key = element.get("styleId", "")
                named = _Look(heading=_heading_level(_value(element, "name")))
                self._own[key] = (named.over(_look(element.find("pPr"))), _value(element, "basedOn"))
                self.standard = key if element.get("default") in ("1", "true") else self.standard
        self._default = default

    def look(self, key: str) -> _Look:
        """The whole look of a style."""
        if key not in self._whole:
            look, above = _Look(), key
            for _ in range(_MAX_CHAIN):
                own, above = self._own.get(above, (_Look(), ""))
                look = look.over(own)
            self._whole[key] = look.over(self._default)
        return self._whole[key]


def _heading_level(style: str) -> int | None:
    """The level of a style for headings, the document's title being above all; None for other styles."""
    found = _HEADING.match(style.lower())
    return min(int(found[1]) + 1, _LEVELS) if found else 1 if style.lower() == "title" else None


def _look(properties: Element | None) -> _Look:
    """What the properties of a paragraph or style say of its look."""
    if properties is None:
        return _Look()
    spacing, indent = properties.find("spacing"), properties.find("ind")
    gap = dict(spacing.attrib) if spacing is not None else {}
    edge = dict(indent.attrib) if indent is not None else {}
    numbering = properties.find("numPr")
    return _Look(
        list_id=_value(numbering, "numId") or None,
        list_level=_int(_value(numbering, "ilvl")),
        before=_int(gap.get("before")),
        after=_int(gap.get("after")),
        indent=_int(edge.get("left", edge.get("start"))),
        close=_is_on(properties.find("contextualSpacing")) or None,
    )


class _Reader:
    """Walks the blocks of a document and keeps the lines that they make."""

    def __init__(self, parts: ZippedXml) -> None:
        self.lines: list[SourceLine] = []
        self._styles = _Styles(parts)
        self._lists = Lists(parts.elements("word/numbering.xml"))
        self._notes = {
            (tag, note.get("id", "")): note
            for tag, part in _NOTES
            for note in parts.elements(part)
            if note.get("type", "normal") == "normal"
        }
        self._boxes = 0
        self._gap_after = 0
        self._last_style: str | None = None
        self._carried = ""
        """The text of a paragraph whose end was deleted: the next goes on with it."""

    def read(self, block: Element) -> None:
        """Take the lines of a paragraph or table, or of what stands in a holder of such."""
        if block.tag == "p":
            self._paragraph(block)
        elif block.tag == "tbl":
            self._table(block)
        elif block.tag in _HOLDERS:
            for child in block:
                self.read(child)

    # --- paragraphs

    def _paragraph(self, block: Element) -> None:
        key = _value(block.find("pPr"), "pStyle") or self._styles.standard
        look = _look(block.find("pPr")).over(self._styles.look(key))
        text = self._carried + _text(block)
        self._carried = ""
        if block.find("pPr/rPr/del") is not None:
            self._carried = text
            return
        self._gap(look, key)
        label = self._label(look) if text.strip() else ""
        self._text_lines(text, label, look)
        for box in _boxes(block):
            for inside in box:
                self.read(inside)
        for note in self._notes_of(block):
            self._note(note)

    def _label(self, look: _Look) -> str:
        return self._lists.label(Place(look.list_id, look.list_level or 0)) if look.list_id else ""

    def _text_lines(self, text: str, label: str, look: _Look) -> None:
        for line in text.split("\n") if text.strip() else [""]:
            if line == "\f" or not text.strip():
                self._blank()
            elif shown := tidy(line):
                self._line(shown, label, look)
                label = ""

    def _line(self, text: str, label: str, look: _Look) -> None:
        columns = (look.indent or 0) // _COLUMN
        raw = f"{label} {text.strip()}".strip()
        if look.heading:
            self._add(SourceLine(self._next, raw, raw, "heading", look.heading))
        elif label == BULLET or label[:1].isdecimal():
            self._add(SourceLine(self._next, raw, text.strip(), "item", 4 * (look.list_level or 0), label))
        else:
            line = text_line(self._next, f"{label} {text}" if label else text)
            self._add(SourceLine(line.number, raw, line.text, line.role, line.level + columns, line.marker))

    def _gap(self, look: _Look, style: str) -> None:
        """A blank line where the paragraph stands apart from the one before it."""
        close = look.close and style == self._last_style
        if not close and max(look.before or 0, self._gap_after) >= _GAP:
            self._blank()
        self._gap_after, self._last_style = look.after or 0, style

    def _blank(self) -> None:
        if self.lines and self.lines[-1].role != "blank":
            self._add(SourceLine(self._next, "", "", "blank"))

    @property
    def _next(self) -> int:
        return len(self.lines) + 1

    def _add(self, line: SourceLine) -> None:
        self.lines.append(line)

    # --- footnotes

    def _notes_of(self, block: Element) -> Iterator[Element]:
        for tag, _ in _NOTES:
            for mark in block.iter(tag):
                if note := self._notes.pop((tag, mark.get("id", "")), None):
                    yield note

    def _note(self, note: Element) -> None:
        self._boxes += 1
        text = " ".join(" ".join(_text(paragraph).split()) for paragraph in note.iter("p")).strip()
        if text:
            self._add(SourceLine(self._next, text, text, "note", self._boxes))

    # --- tables

    def _table(self, table: Element) -> None:
        for row in _children(table, "tr"):
            if row.find("trPr/del") is None:
                self._row([cell for cell in _children(row, "tc") if any(_text(p).strip() for p in cell.iter("p"))])

    def _row(self, cells: list[Element]) -> None:
        """A row of several cells is one line; a cell that is a row of its own is a text of its own."""
        if len(cells) == 1:
            for block in cells[0]:
                self.read(block)
            return
        shown: list[str] = [" ".join(self._cell(cell)) for cell in cells]
        if shown:
            numbered = len(shown) == 2 and _NUMBER_CELL.match(shown[0])
            self._line((" " if numbered else " | ").join(shown), "", _Look())

    def _cell(self, cell: Element) -> Iterator[str]:
        for paragraph in cell.iter("p"):
            look = _look(paragraph.find("pPr"))
            text = " ".join(_text(paragraph).split())
            yield f"{self._label(look)} {text}".strip()


def _children(element: Element, tag: str) -> Iterator[Element]:
    """The rows or cells of a table, those in holders too, but not those of a table inside it."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _children(child, tag)


def _boxes(element: Element) -> Iterator[Element]:
    """The text boxes that hang on a paragraph, once each: the fallback for old programs repeats them."""
    for child in element:
        if child.tag == "txbxContent":
            yield child
        elif child.tag != "Fallback":
            yield from _boxes(child)


def _text(element: Element) -> str:
    """What Word shows of a paragraph's characters."""
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag == "t":
            yield child.text or ""
        elif child.tag == "br" and child.get("type") in ("page", "column"):
            yield _PAGE_END
        elif child.tag in _SHOWN:
            yield _SHOWN[child.tag]
        elif child.tag == "sym":
            yield _symbol(child)
        elif child.tag not in _UNSEEN and not _is_on(child.find("rPr/vanish")):
            yield from _pieces(child)


def _symbol(element: Element) -> str:
    """A character of a symbol font: a bullet where the font alone says what it looks like."""
    try:
        code = int(element.get("char", ""), 16)
    except ValueError:
        return ""
    return BULLET if 0xE000 <= code < 0xF900 else chr(code) if 32 <= code < 0xD800 else ""


def _value(element: Element | None, tag: str) -> str:
    found = element.find(tag) if element is not None else None
    return found.get("val", "") if found is not None else ""


def _is_on(switch: Element | None) -> bool:
    return switch is not None and switch.get("val", "1") not in ("0", "false", "off")


def _int(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.lstrip("-").isdecimal() and len(text) < 10 else None
