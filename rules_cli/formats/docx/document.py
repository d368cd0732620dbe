"""Read a Word document: its paragraphs as Word shows them, each with the number of its list before it.

Read are inserted text, links, results of fields, text boxes and footnotes (as notes after their paragraph) and the
rows of tables; not deleted or hidden text, field codes, headers, footers or comments. A blank line is a gap in print.

This is no work for python-docx: it leaves out inserted text, content controls, symbols and automatic numbers, shows
hidden text, and refuses templates, documents with macros and those with a lost picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from rules_cli.errors import SourceError
from rules_cli.formats.docx.styles import Label, Lists, ParagraphStyle, Styles
from rules_cli.formats.docx.text import BULLET, PAGE_END, find_shown, is_on, text_boxes, text_of, words_of
from rules_cli.formats.plain_text import labelled_line, tidy
from rules_cli.formats.source_line import DOTTED, Document, SourceLine, is_rule_number
from rules_cli.formats.xml_package import unpacked

_TEXT, _STYLES, _NUMBERING = "word/document.xml", "word/styles.xml", "word/numbering.xml"
_NOTES = {"footnoteReference": "word/footnotes.xml", "endnoteReference": "word/endnotes.xml"}
_HOLDERS = frozenset("sdt sdtContent ins moveTo customXml smartTag".split())
_GAP = 40  # twentieths of a point: a smaller gap is not seen
_TELLING = 1 / 3  # of the paragraphs with a gap above: in some rulebooks only headings and examples have one
_COLUMN = 180  # twentieths of a point of indent for one column of plain text
_DEEPER = 4  # columns for a level of a list
_BLANK = SourceLine(0, "", "", "blank")


def read_docx(data: bytes, name: str) -> Document:
    """Read a Word document; raises SourceError if it is broken, locked, too large or empty."""
    reader = _WordReader(unpacked(data, name, (_TEXT, _STYLES, _NUMBERING, *_NOTES.values())))
    if not any(line.text and line.role != "markup" for line in reader.lines):
        raise SourceError(f"{name}: no text in it; save the rulebook again and check that it has text")
    inner = {at for at in reader.starts if at}
    unspaced = {at for at in inner if reader.lines[at - 1].role != "blank"}
    if len(inner) - len(unspaced) >= _TELLING * len(inner):
        unspaced = set()  # gaps separate the paragraphs
    lines: list[SourceLine] = []
    for at, line in enumerate(reader.lines):
        if at in unspaced:
            lines.append(_BLANK)
        lines.append(line)
    numbered = (line._replace(number=number) for number, line in enumerate(lines, 1))
    return Document(name, tuple(numbered), joins=True, breaks=True)


# --- the text


class _WordReader:
    """Turns a document into lines; `starts` are the places at which paragraphs begin among them."""

    def __init__(self, parts: dict[str, Element]) -> None:
        self.lines: list[SourceLine] = []
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
        self._note_count = 0
        self._gap_after = 0
        self._last_style = ""
        for block in parts[_TEXT].findall("*/*"):
            self._read(block)

    def _read(self, block: Element) -> None:
        """Read a paragraph, a table, or the blocks in a holder."""
        if block.tag == "p":
            self._read_paragraph(block)
        elif block.tag == "tbl":
            self._read_table(block)
        elif block.tag in _HOLDERS:
            for child in block:
                self._read(child)

    def _read_paragraph(self, block: Element) -> None:
        """Add the lines of a paragraph, and then of its text boxes and footnotes."""
        style, key = self._styles.of(block)
        close = style.close and key == self._last_style
        if not close and max(style.before or 0, self._gap_after) >= _GAP:
            self._add_blank()
        self._gap_after, self._last_style = style.after or 0, key
        self._add_lines(text_of(block), self._label(block, style), style, _is_strong(block, style))
        for box in text_boxes(block):
            for inside in box:
                self._read(inside)
        self._add_notes(block)

    def _add_lines(self, text: str, label: Label, style: ParagraphStyle, strong: bool = False) -> None:
        """Add the lines of a text, which its author may have broken. A text without words is a gap."""
        if not text.strip():
            if label.text:
                self.lines.append(SourceLine(0, label.text, "a list's number or mark without words", "markup"))
            self._add_blank()
            return
        begun = False
        for line in text.split("\n"):
            if line == PAGE_END:
                self._add_blank()
            elif shown := tidy(line).strip():
                if not begun:
                    self.starts.append(len(self.lines))
                self.lines.append(_line(shown, Label() if begun else label, style)._replace(strong=strong))
                begun = True

    def _add_blank(self) -> None:
        if self.lines and self.lines[-1].role != "blank":
            self.lines.append(_BLANK)

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
                self._note_count += 1
                if text := " ".join(words_of(paragraph) for paragraph in find_shown(note, "p")).strip():
                    self.lines.append(SourceLine(0, text, text, "note", self._note_count))

    # --- tables

    def _read_table(self, table: Element) -> None:
        """Read the rows of a table; a row with a single cell holds paragraphs."""
        rows = [(row, self._filled_cells(row)) for row in _children(table, "tr") if row.find("trPr/del") is None]
        dotted = any(DOTTED.fullmatch(_only_text(cells[0][1])) for _, cells in rows if cells)
        for row, cells in rows:
            if len(cells) == 1:
                for block in cells[0][0]:
                    self._read(block)
            elif cells:
                self._add_row([texts for _, texts in cells], dotted)
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

    def _add_row(self, cells: Sequence[Sequence[str]], dotted: bool) -> None:
        """Add a row with several cells: a rule if a number is alone in its first cell, else one line with bars.

        If a cell has several paragraphs, the row is one line to a paragraph. A number without dots is a rule's number
        if other rows have dotted ones.
        """
        number = _only_text(cells[0])
        texts = [text for cell in cells for text in cell]
        if is_rule_number(number, dotted):
            texts = [f"{number} {texts[1]}", *texts[2:]]
        elif all(map(_only_text, cells)):
            row = f"| {' | '.join(texts)} |"
            self.lines.append(SourceLine(0, row, row, "item", 0, BULLET))
            return
        for text in texts:
            self._add_lines(text, Label(), ParagraphStyle())


def _line(text: str, label: Label, style: ParagraphStyle) -> SourceLine:
    """Return a line of a paragraph. Its `raw` holds the label if that is a rule's number."""
    if style.heading:
        whole = f"{label.text} {text}".strip()
        return SourceLine(0, whole, whole, "heading", style.heading)
    line = labelled_line(text, label.text, label.is_rule, _DEEPER * (style.list_level or 0))
    return line if line.marker and label.text else line._replace(level=max(0, style.indent or 0) // _COLUMN)


def _is_strong(paragraph: Element, style: ParagraphStyle) -> bool:
    """Return whether all words of a paragraph are bold."""
    bold = [is_on(run.find("rPr/b")) for run in paragraph.iter("r") if words_of(run)]
    return bool(bold) and all(style.bold if each is None else each for each in bold)


def _only_text(texts: Sequence[str]) -> str:
    """Return the text of a cell with one paragraph; "" if it has several."""
    return texts[0] if len(texts) == 1 else ""


def _children(element: Element, tag: str) -> Iterator[Element]:
    """Yield the rows or cells of a table, also those in holders, but not those of tables in it."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _children(child, tag)
