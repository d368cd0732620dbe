"""Read a Word document: its paragraphs as Word shows them, each with the number of its list before it.

Read are inserted text, links, results of fields, text boxes and footnotes (as notes after their paragraph) and the
rows of tables; not deleted or hidden text, field codes, headers, footers or comments. A blank line is a gap in print.

This is no work for python-docx: it leaves out inserted text, content controls, symbols and automatic numbers, shows
hidden text, and refuses templates, documents with macros and those with a lost picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rules_cli.formats.docx.styles import Lists, ParagraphStyle, Styles
from rules_cli.formats.docx.text import PAGE_END, find_shown, is_on, text_boxes, text_of, words_of
from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import BULLET, Document
from rules_cli.formats.word_processor import BLANK, COLUMN, UNLABELLED, DocumentLines, Label, Look, has_dotted_numbers
from rules_cli.formats.xml_package import unpacked

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
