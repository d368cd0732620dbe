"""Read a Word document: its paragraphs as Word shows them, each with the number of its list before it.

Read are inserted text, links, results of fields, text boxes and footnotes (as notes after their paragraph) and the
rows of tables; not deleted or hidden text, field codes, headers, footers or comments. A blank line is a gap in print.

This is no work for python-docx: it leaves out inserted text, content controls, symbols and automatic numbers, shows
hidden text, and refuses templates, documents with macros and those with a lost picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.source_line import BULLET, Document, superscript
from rules_cli.formats.word_processor import (
    COLUMN,
    DEEPER,
    LEVELS,
    LIST_LEVELS,
    PAGE_END,
    DocumentLines,
    Label,
    Level,
    Look,
    Numbering,
    are_rules,
)
from rules_cli.formats.xml_package import children, unpacked

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_UNSEEN = frozenset("del moveFrom delText instrText delInstrText Fallback pPr rPr rt txbxContent".split())
_SHOWN = {"br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "noBreakHyphen": "-"}
_OFF_LINE = {"superscript": "sup", "subscript": "sub", "sup": "sup", "sub": "sub"}
_UNKNOWN = "\ufffd"
_FIRST_SIGN = re.compile(rf"^ *{_UNKNOWN}", re.MULTILINE)
_END = 4  # pieces of text that decide how digits off the line are written: a number and its letter are one or two
_SIGNS = {  # the codes of what people type into rules, by font
    "Symbol": {0xA3: "≤", 0xB3: "≥", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xB9: "≠", 0xAC: "←", 0xAE: "→"},
    "Wingdings": {0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓"},  # Word's own for --> and the like
}


def text_of(element: Element) -> str:
    """Return the text that Word shows, with a line break for each break in it, and `PAGE_END` alone on a line."""
    pieces: list[str] = []
    _add_text(element, pieces)
    return _FIRST_SIGN.sub(BULLET, "".join(pieces))


def words_of(element: Element) -> str:
    """Return the text that Word shows, in one line."""
    return " ".join(text_of(element).split())


def find_shown(element: Element, *tags: str) -> Iterator[Element]:
    """Yield the elements with some tags that Word shows, in order; those in text boxes too, unless boxes are asked for.
    A text box has a copy for old programs, which is not shown."""
    for child in element:
        is_asked = child.tag in tags
        if is_asked:
            yield child
        if _is_shown(child) or (child.tag == "txbxContent" and not is_asked):
            yield from find_shown(child, *tags)


def _is_shown(element: Element) -> bool:
    return element.tag not in _UNSEEN and not is_on(element.find("rPr/vanish"))


def _add_text(element: Element, pieces: list[str]) -> None:
    """Add the pieces of text that Word shows of the children of an element."""
    for child in element:
        if child.tag == "t":
            pieces.append(child.text or "")
        elif child.tag == "br" and child.get("type") in ("page", "column"):
            pieces.append(f"\n{PAGE_END}\n")
        elif child.tag in _SHOWN:
            pieces.append(_SHOWN[child.tag])
        elif child.tag == "sym":
            pieces.append(_symbol(child))
        elif not _is_shown(child):
            continue
        elif place := _OFF_LINE.get(value_of(child.find("rPr"), "vertAlign") or child.tag):
            pieces.append(superscript("".join(pieces[-_END:]), text_of(child), place))
        else:
            _add_text(child, pieces)


def _symbol(element: Element) -> str:
    """Return the sign for a code in a symbol font; fonts also use codes in the private area of Unicode."""
    try:
        code = int(element.get("char", ""), 16)
    except ValueError:
        return ""
    sign = chr(code) if 32 <= code < 0xD800 else _UNKNOWN
    return _SIGNS.get(element.get("font", ""), {}).get(code & 0xFF, sign)


def value_of(element: Element | None, tag: str) -> str:
    """Return the `val` of a child; "" if there is no such child."""
    found = element.find(tag) if element is not None else None
    return found.get("val", "") if found is not None else ""


def is_on(switch: Element | None) -> bool | None:
    """Whether a switch is set; None if the element is absent."""
    return switch.get("val", "1") not in ("0", "false", "off") if switch is not None else None


def whole_number(text: str | None) -> int | None:
    """Return a number that the file states; None if it is no number, or longer than any that Word writes."""
    return int(text) if text and _NUMBER.fullmatch(text) else None


# --- how paragraphs look

_HEADING = re.compile(r"title|heading ([1-9])")
_MAX_CHAIN = 20  # styles of which each is based on the next: a style may be based on itself


class ParagraphStyle(NamedTuple):
    """How a paragraph looks; gaps and indents are in twentieths of a point."""

    heading: int = 0  # its level, 0 for text
    list_id: str = ""
    list_level: int = 0
    before: int = 0  # the gap above
    after: int = 0  # the gap below
    indent: int = 0
    close: bool = False  # no gap is between two paragraphs of this style
    bold: bool = False


class Styles:
    """The paragraph styles of a document, from the root of its `styles.xml`."""

    def __init__(self, root: Element) -> None:
        self._own: dict[str, tuple[dict[str, Any], str]] = {}
        self._complete: dict[str, dict[str, Any]] = {}
        self._default = _style_of(root.find("docDefaults/pPrDefault/pPr"))
        self._standard = ""
        for element in root.findall("style"):
            if element.get("type", "paragraph") == "paragraph":
                key = element.get("styleId", "")
                style = _style_of(element.find("pPr"))
                if named := _HEADING.fullmatch(value_of(element, "name").lower()):
                    style["heading"] = min(int(named[1] or 0) + 1, LEVELS)  # 1 for the title
                if (bold := is_on(element.find("rPr/b"))) is not None:
                    style["bold"] = bold
                self._own[key] = (style, value_of(element, "basedOn"))
                if element.get("default") in ("1", "true"):
                    self._standard = key

    def of(self, paragraph: Element) -> tuple[ParagraphStyle, str]:
        """Return how a paragraph looks, and the key of its style."""
        properties = paragraph.find("pPr")
        key = value_of(properties, "pStyle") or self._standard
        if key not in self._complete:
            style = dict[str, Any]()
            base = key
            for _ in range(_MAX_CHAIN):
                own, base = self._own.get(base, ({}, ""))
                style = own | style  # what a style sets itself goes before what its base sets
            self._complete[key] = self._default | style
        return ParagraphStyle(**self._complete[key] | _style_of(properties)), key


def _style_of(properties: Element | None) -> dict[str, Any]:
    """Return the fields of a `ParagraphStyle` that properties set."""
    if properties is None:
        return {}
    spacing, indent = properties.find("spacing"), properties.find("ind")
    gap = spacing.attrib if spacing is not None else {}
    edge = indent.attrib if indent is not None else {}
    numbering = properties.find("numPr")
    found = {
        "list_id": value_of(numbering, "numId") or None,
        "list_level": whole_number(value_of(numbering, "ilvl")),
        "before": whole_number(gap.get("before")),
        "after": whole_number(gap.get("after")),
        "indent": whole_number(edge.get("left", edge.get("start"))),
        "close": is_on(properties.find("contextualSpacing")),
    }
    return {name: value for name, value in found.items() if value is not None}


# --- lists


def _lists(root: Element) -> dict[str, Numbering]:
    """Return the lists of a document, from the root of its `numbering.xml`; those of one kind count together."""
    kinds = {kind.get("abstractNumId", ""): kind for kind in root.findall("abstractNum")}
    linked = {link: key for key, kind in kinds.items() if (link := value_of(kind, "styleLink"))}
    reached: dict[str, dict[int, int]] = {key: {} for key in kinds}
    lists = {}
    for num in root.findall("num"):
        key = value_of(num, "abstractNumId")
        if key in kinds:
            key = linked.get(value_of(kinds[key], "numStyleLink"), key)
            levels = _levels(kinds[key])
            starts = {}
            for override in num.iter("lvlOverride"):
                levels.update(_levels(override))
                start = whole_number(value_of(override, "startOverride"))
                if start is not None:
                    starts[whole_number(override.get("ilvl")) or 0] = start
            lists[num.get("numId", "")] = Numbering(levels, reached[key], starts)
    return lists


def _levels(element: Element) -> dict[int, Level]:
    """Return the levels of a kind of list, or of an `lvlOverride`, by depth from 0."""
    levels = {}
    for level in element.iter("lvl"):
        depth = whole_number(level.get("ilvl")) or 0
        if 0 <= depth < LIST_LEVELS:
            start = whole_number(value_of(level, "start"))
            levels[depth] = Level(
                text=value_of(level, "lvlText"),
                form=value_of(level, "numFmt") or "decimal",
                start=1 if start is None else start,
                restarts=value_of(level, "lvlRestart") != "0",
                legal=level.find("isLgl") is not None,
            )
    return levels


# --- blocks

_TEXT, _STYLES, _NUMBERING = "word/document.xml", "word/styles.xml", "word/numbering.xml"
_NOTES = {"footnoteReference": "word/footnotes.xml", "endnoteReference": "word/endnotes.xml"}
_HOLDERS = frozenset("sdt sdtContent ins moveTo customXml smartTag".split())
_GAP = 40  # twentieths of a point: a smaller gap is not seen


def read_docx(data: bytes, name: str) -> Document:
    """Read a Word document; raises SourceError if it is broken, locked, too large or empty."""
    parts = unpacked(data, name, (_TEXT, _STYLES, _NUMBERING, *_NOTES.values()))
    reader = _WordReader(parts, name)
    for body in parts[_TEXT]:
        reader.read(body)
    return reader.out.document(gaps_tell=True)


class _WordReader:
    """Turns a document into lines."""

    def __init__(self, parts: dict[str, Element], name: str) -> None:
        self.out = DocumentLines(name)
        nothing = Element("none")
        self._styles = Styles(parts.get(_STYLES, nothing))
        self._lists = _lists(parts.get(_NUMBERING, nothing))
        self._notes = {
            (tag, note.get("id", "")): note
            for tag, part in _NOTES.items()
            for note in parts.get(part, nothing)
            if note.get("type", "normal") == "normal"
        }
        self._labels: dict[Element, Label] = {}
        self._gap_after = 0
        self._last_style = ""

    def read(self, holder: Element) -> None:
        """Add the lines of the paragraphs and tables in an element."""
        for block in children(holder, ("p", "tbl"), _HOLDERS):
            if block.tag == "p":
                self._read_paragraph(block)
                continue
            shown = [row for row in children(block, ("tr",), _HOLDERS) if row.find("trPr/del") is None]
            rows = [(row, self._filled_cells(row)) for row in shown]
            are_sure = are_rules([texts for _, texts in cells] for _, cells in rows)
            for row, cells in rows:
                if len(cells) == 1:
                    self.read(cells[0][0])
                elif cells:
                    self.out.add_row([texts for _, texts in cells], are_sure)
                self._add_notes(row)

    def _read_paragraph(self, block: Element) -> None:
        """Add the lines of a paragraph, after the gap above it, and of the text boxes and notes in it."""
        style, key = self._styles.of(block)
        close = style.close and key == self._last_style
        if not close and max(style.before, self._gap_after) >= _GAP:
            self.out.add_blank()
        self._gap_after, self._last_style = style.after, key
        indent = max(0, style.indent) // COLUMN
        bold = [is_on(run.find("rPr/b")) for run in block.iter("r") if words_of(run)]
        is_strong = bool(bold) and all(style.bold if switch is None else switch for switch in bold)
        look = Look(DEEPER * style.list_level, indent, style.heading, is_strong)
        self.out.add_paragraph(text_of(block), self._label(block, style), look)
        for box in find_shown(block, "txbxContent"):
            self.read(box)
        self._add_notes(block)

    def _label(self, paragraph: Element, style: ParagraphStyle) -> Label:
        """Return the label of a paragraph, counted once. Empty ones count, hidden and deleted ones do not."""
        if style.list_id not in self._lists:
            return Label()
        if paragraph not in self._labels:
            is_end_hidden = is_on(paragraph.find("pPr/rPr/vanish")) or paragraph.find("pPr/rPr/del") is not None
            is_gone = is_end_hidden and not words_of(paragraph)
            self._labels[paragraph] = Label() if is_gone else self._lists[style.list_id].label(style.list_level)
        return self._labels[paragraph]

    def _add_notes(self, element: Element) -> None:
        """Add the notes that are marked in the shown text of a paragraph or row; each note once."""
        if not self._notes:
            return
        for mark in find_shown(element, *_NOTES):
            note = self._notes.pop((mark.tag, mark.get("id", "")), None)
            if note is not None:
                self.out.add_note(" ".join(words_of(paragraph) for paragraph in find_shown(note, "p")))

    def _filled_cells(self, row: Element) -> list[tuple[Element, list[str]]]:
        """Return the cells of a row that hold text, each with the texts of its paragraphs, a rule's number included."""
        filled = []
        for cell in children(row, ("tc",), _HOLDERS):
            texts = []
            for paragraph in find_shown(cell, "p"):
                label = self._label(paragraph, self._styles.of(paragraph)[0])
                words = words_of(paragraph)
                if words or (label.is_rule and label.text):
                    texts.append(f"{label.text} {words}".strip())
            if texts:
                filled.append((cell, texts))
        return filled
