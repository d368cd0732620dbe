"""Read a Word document: its paragraphs as Word shows them, each with the number of its list before it.

Read are inserted text, links, results of fields, text boxes and footnotes (as notes after their paragraph) and the
rows of tables; not deleted or hidden text, field codes, headers, footers or comments. A blank line is a gap in print.

This is no work for python-docx: it leaves out inserted text, content controls, symbols and automatic numbers, shows
hidden text, and refuses templates, documents with macros and those with a lost picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.labels import numeral
from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import BULLET, Document, superscript
from rules_cli.formats.word_processor import (
    BLANK,
    COLUMN,
    LEVELS,
    UNLABELLED,
    DocumentLines,
    Label,
    Look,
    has_dotted_numbers,
)
from rules_cli.formats.xml_package import unpacked

PAGE_END = "\f"
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
    """Yield the elements with some tags that Word shows, those in text boxes included, in order."""
    for child in element:
        if child.tag in tags:
            yield child
        if child.tag == "txbxContent" or _is_shown(child):
            yield from find_shown(child, *tags)


def text_boxes(element: Element) -> Iterator[Element]:
    """Yield the text boxes of a paragraph, but not their copies for old programs."""
    for child in element:
        if child.tag == "txbxContent":
            yield child
        elif _is_shown(child):
            yield from text_boxes(child)


def _is_shown(element: Element) -> bool:
    return element.tag not in _UNSEEN and not is_on(element.find("rPr/vanish"))


def _add_text(element: Element, pieces: list[str]) -> None:
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


# --- the characters that Word shows


_HEADING = re.compile(r"title|heading ([1-9])")
_MAX_CHAIN = 20  # styles of which each is based on the next: a style may be based on itself
_LIST_LEVELS = 9  # Word has no more
_LARGEST = 32_767  # Word counts no further
_PLACE = re.compile(r"%([1-9])")
_ENCLOSED = re.compile(r"[^\w\s]{1,2}\s?([0-9]+(?:[.-][0-9]+)*\.?[a-z]{0,2})[^\w\s]?([.:]?)")  # [1.1], (1.1), §1.1


class ParagraphStyle(NamedTuple):
    """How a paragraph looks; None for all that a style or paragraph does not set.

    `before`, `after` (gaps) and `indent` are in twentieths of a point; `close` means that there is no gap between two
    paragraphs of the same style.
    """

    heading: int | None = None
    list_id: str | None = None
    list_level: int | None = None
    before: int | None = None
    after: int | None = None
    indent: int | None = None
    close: bool | None = None
    bold: bool | None = None

    def over(self, other: ParagraphStyle) -> ParagraphStyle:
        """Return this style, completed by another."""
        return other._replace(**{name: own for name, own in self._asdict().items() if own is not None})


class Styles:
    """The paragraph styles of a document, from the root of its `styles.xml`."""

    def __init__(self, root: Element) -> None:
        self._own: dict[str, tuple[ParagraphStyle, str]] = {}
        self._complete: dict[str, ParagraphStyle] = {}
        self._default = _style_of(root.find("docDefaults/pPrDefault/pPr"))
        self._standard = ""
        for element in root.findall("style"):
            if element.get("type", "paragraph") == "paragraph":
                key = element.get("styleId", "")
                named = _HEADING.fullmatch(value_of(element, "name").lower())
                heading = min(int(named[1] or 0) + 1, LEVELS) if named else None  # 1 for the title
                style = ParagraphStyle(heading=heading, bold=is_on(element.find("rPr/b")))
                self._own[key] = (style.over(_style_of(element.find("pPr"))), value_of(element, "basedOn"))
                if element.get("default") in ("1", "true"):
                    self._standard = key

    def of(self, paragraph: Element) -> tuple[ParagraphStyle, str]:
        """Return how a paragraph looks, and the key of its style."""
        properties = paragraph.find("pPr")
        key = value_of(properties, "pStyle") or self._standard
        if key not in self._complete:
            style, base = ParagraphStyle(), key
            for _ in range(_MAX_CHAIN):
                own, base = self._own.get(base, (ParagraphStyle(), ""))
                style = style.over(own)
            self._complete[key] = style.over(self._default)
        return _style_of(properties).over(self._complete[key]), key


def _style_of(properties: Element | None) -> ParagraphStyle:
    if properties is None:
        return ParagraphStyle()
    spacing, indent = properties.find("spacing"), properties.find("ind")
    gap = spacing.attrib if spacing is not None else {}
    edge = indent.attrib if indent is not None else {}
    numbering = properties.find("numPr")
    return ParagraphStyle(
        list_id=value_of(numbering, "numId") or None,
        list_level=whole_number(value_of(numbering, "ilvl")),
        before=whole_number(gap.get("before")),
        after=whole_number(gap.get("after")),
        indent=whole_number(edge.get("left", edge.get("start"))),
        close=is_on(properties.find("contextualSpacing")),
    )


# --- lists


class _Level(NamedTuple):
    """How one level of a list is printed: a text such as `%1.%2`, and the format of the number it counts."""

    text: str = ""
    format: str = "decimal"
    start: int = 1
    restarts: bool = True
    legal: bool = False  # shows all numbers in digits

    @property
    def is_dotted(self) -> bool:
        """Whether it prints the numbers of the levels above it, too."""
        return len(_PLACE.findall(self.text)) > 1


@dataclass(slots=True)
class _List:
    """A list: its levels, the counter it shares with other lists of its kind, and levels that it starts at a number."""

    levels: dict[int, _Level]
    counter: list[int | None]
    starts: dict[int, int]

    def count(self, depth: int) -> None:
        """Count the next paragraph of a level: levels above it are counted at least once, levels below restart."""
        for above in range(depth):
            if self.counter[above] is None:
                self.counter[above] = self.levels.get(above, _Level()).start
        now = self.counter[depth]
        following = self.levels[depth].start if now is None else now + 1
        self.counter[depth] = min(self.starts.pop(depth, following), _LARGEST)
        for below in range(depth + 1, _LIST_LEVELS):
            if self.levels.get(below, _Level()).restarts:
                self.counter[below] = None


class Lists:
    """The lists of a document, from the root of its `numbering.xml`. Ask for labels in the order of the paragraphs."""

    def __init__(self, root: Element) -> None:
        kinds = {kind.get("abstractNumId", ""): kind for kind in root.findall("abstractNum")}
        linked = {link: key for key, kind in kinds.items() if (link := value_of(kind, "styleLink"))}
        counters: dict[str, list[int | None]] = {key: [None] * _LIST_LEVELS for key in kinds}
        self._lists: dict[str, _List] = {}
        for num in root.findall("num"):
            key = value_of(num, "abstractNumId")
            if key in kinds:
                key = linked.get(value_of(kinds[key], "numStyleLink"), key)
                levels, starts = _levels(kinds[key]), {}
                for override in num.iter("lvlOverride"):
                    levels.update(_levels(override))
                    start = whole_number(value_of(override, "startOverride"))
                    if start is not None:
                        starts[whole_number(override.get("ilvl")) or 0] = start
                self._lists[num.get("numId", "")] = _List(levels, counters[key], starts)

    def label(self, list_id: str, depth: int) -> Label:
        """Count a paragraph of a list, and return its label; empty if the document has no such list or level."""
        found = self._lists.get(list_id)
        if found is None or depth not in found.levels:
            return Label()
        found.count(depth)
        level = found.levels[depth]
        if level.format == "bullet":
            return Label(BULLET)

        def number(place: re.Match[str]) -> str:
            at = int(place[1]) - 1
            value = found.counter[at]
            form = "decimal" if level.legal else found.levels.get(at, _Level()).format
            return "" if value is None else numeral(value, form, repeats=True)

        text = _PLACE.sub(number, level.text).strip()
        is_rule = any(each.is_dotted for each in found.levels.values())
        if is_rule and (depth == 0 or level.is_dotted) and (enclosed := _ENCLOSED.fullmatch(text)):
            text = enclosed[1] + enclosed[2]
        return Label(text, is_rule)


def _levels(element: Element) -> dict[int, _Level]:
    levels = {}
    for level in element.iter("lvl"):
        depth = whole_number(level.get("ilvl")) or 0
        if 0 <= depth < _LIST_LEVELS:
            start = whole_number(value_of(level, "start"))
            levels[depth] = _Level(
                text=value_of(level, "lvlText"),
                format=value_of(level, "numFmt") or "decimal",
                start=1 if start is None else start,
                restarts=value_of(level, "lvlRestart") != "0",
                legal=level.find("isLgl") is not None,
            )
    return levels


_TEXT, _STYLES, _NUMBERING = "word/document.xml", "word/styles.xml", "word/numbering.xml"
_NOTES = {"footnoteReference": "word/footnotes.xml", "endnoteReference": "word/endnotes.xml"}
_HOLDERS = frozenset("sdt sdtContent ins moveTo customXml smartTag".split())
_GAP = 40  # twentieths of a point: a smaller gap is not seen
_TELLING = 1 / 3  # of the paragraphs with a gap above: in some rulebooks only headings and examples have one
_DEEPER = 4  # columns for a level of a list


def read_docx(data: bytes, name: str) -> Document:
    """Read a Word document; raises SourceError if it is broken, locked, too large or empty."""
    reader = _WordReader(unpacked(data, name, (_TEXT, _STYLES, _NUMBERING, *_NOTES.values())), name)
    lines = reader.out.lines
    inner = [at for at in reader.starts if at]
    unspaced = [at for at in inner if lines[at - 1].role != "blank"]
    if len(inner) - len(unspaced) < _TELLING * len(inner):  # else gaps separate the paragraphs
        for at in reversed(unspaced):
            lines.insert(at, BLANK)
    return reader.out.document()


class _WordReader:
    """Turns a document into lines; `starts` are the places at which paragraphs begin among them."""

    def __init__(self, parts: dict[str, Element], name: str) -> None:
        self.out = DocumentLines(name)
        self.starts: list[int] = []
        nothing = Element("none")
        self._styles = Styles(parts.get(_STYLES, nothing))
        self._lists = Lists(parts.get(_NUMBERING, nothing))
        self._notes = {
            (tag, note.get("id", "")): note
            for tag, part in _NOTES.items()
            for note in parts.get(part, nothing)
            if note.get("type", "normal") == "normal"
        }
        self._labels: dict[Element, Label] = {}
        self._gap_after = 0
        self._last_style = ""
        for block in parts[_TEXT].findall("*/*"):
            self._read(block)

    def _read(self, block: Element) -> None:
        if block.tag == "p":
            self._read_paragraph(block)
        elif block.tag == "tbl":
            self._read_table(block)
        elif block.tag in _HOLDERS:
            for child in block:
                self._read(child)

    def _read_paragraph(self, block: Element) -> None:
        style, key = self._styles.of(block)
        close = style.close and key == self._last_style
        if not close and max(style.before or 0, self._gap_after) >= _GAP:
            self.out.add_blank()
        self._gap_after, self._last_style = style.after or 0, key
        self._add_lines(text_of(block), self._label(block, style), style, _is_strong(block, style))
        for box in text_boxes(block):
            for inside in box:
                self._read(inside)
        self._add_notes(block)

    def _add_lines(self, text: str, label: Label | None, style: ParagraphStyle, strong: bool) -> None:
        """Add the lines of a text, which its author may have broken. A text without words is a gap."""
        if not text.strip():
            if label:
                self.out.add_aside(label.text, "a list's number or mark without words")
            self.out.add_blank()
            return
        indents = _DEEPER * (style.list_level or 0), max(0, style.indent or 0) // COLUMN
        look = Look(*indents, style.heading or 0, strong)
        for line in text.split("\n"):
            if line == PAGE_END:
                self.out.add_blank()
            elif words := tidy(line).strip():
                if label is not None:
                    self.starts.append(len(self.out.lines))
                self.out.add_paragraph([words], label or UNLABELLED, look)
                label = None

    def _label(self, paragraph: Element, style: ParagraphStyle) -> Label:
        """Return the label of a paragraph, counted once. Empty ones count, hidden and deleted ones do not."""
        if style.list_id is None:
            return Label()
        if paragraph not in self._labels:
            is_gone = is_on(paragraph.find("pPr/rPr/vanish")) or paragraph.find("pPr/rPr/del") is not None
            hidden = is_gone and not words_of(paragraph)
            self._labels[paragraph] = Label() if hidden else self._lists.label(style.list_id, style.list_level or 0)
        return self._labels[paragraph]

    def _add_notes(self, element: Element) -> None:
        """Add the notes that are marked in the shown text of a paragraph or row; each note once."""
        for mark in find_shown(element, *_NOTES) if self._notes else ():
            note = self._notes.pop((mark.tag, mark.get("id", "")), None)
            if note is not None:
                self.out.add_note(" ".join(words_of(paragraph) for paragraph in find_shown(note, "p")))

    # --- tables

    def _read_table(self, table: Element) -> None:
        rows = [(row, self._filled_cells(row)) for row in _children(table, "tr") if row.find("trPr/del") is None]
        has_dotted = has_dotted_numbers([texts for _, texts in cells] for _, cells in rows)
        for row, cells in rows:
            if len(cells) == 1:
                for block in cells[0][0]:
                    self._read(block)
            elif cells:
                before = len(self.out.lines)
                self.out.add_row([texts for _, texts in cells], has_dotted)
                added = self.out.lines[before:]
                self.starts += [at for at, line in enumerate(added, before) if line.marker != BULLET]
            self._add_notes(row)

    def _filled_cells(self, row: Element) -> list[tuple[Element, list[str]]]:
        """Return the cells of a row that hold text, each with the texts of its paragraphs, a rule's number included."""
        filled = []
        for cell in _children(row, "tc"):
            texts = []
            for paragraph in find_shown(cell, "p"):
                label = self._label(paragraph, self._styles.of(paragraph)[0])
                words = words_of(paragraph)
                if words or (label.is_rule and label.text):
                    texts.append(f"{label.text} {words}".strip())
            if texts:
                filled.append((cell, texts))
        return filled


def _is_strong(paragraph: Element, style: ParagraphStyle) -> bool:
    bold = [is_on(run.find("rPr/b")) for run in paragraph.iter("r") if words_of(run)]
    return bool(bold) and all(style.bold if each is None else each for each in bold)


def _children(element: Element, tag: str) -> Iterator[Element]:
    """Yield the rows or cells of a table, also those in holders, but not those of tables in it."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _children(child, tag)
