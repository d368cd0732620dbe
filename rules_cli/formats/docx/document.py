"""DOCX → lines: the paragraphs of a Word document as Word shows them, each with the number of its list in front.

Shown: inserted text, hyperlinks, fields' results, text boxes and footnotes (as notes, after the paragraph that they
belong to), a table's rows. Not shown: deleted and hidden text, field codes, and what stands outside the text (headers
and footers, comments). A blank line stands where print shows a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary
from xml.etree.ElementTree import Element

from rules_cli.errors import SourceError
from rules_cli.formats.docx.numbering import BULLET, Label, Lists
from rules_cli.formats.docx.package import ZippedXml
from rules_cli.formats.docx.styles import ParagraphStyle, Styles, is_on
from rules_cli.formats.docx.text import PAGE_END, boxes_of, text_of, within, words_of
from rules_cli.formats.plain_text import text_line, tidy
from rules_cli.formats.source_line import BARE, DOTTED, MARKED, Document, SourceLine

_TEXT = "word/document.xml"
_NOTES = (("footnoteReference", "word/footnotes.xml"), ("endnoteReference", "word/endnotes.xml"))
_HOLDERS = frozenset("sdt sdtContent ins moveTo customXml smartTag".split())
_NAMED = re.compile(r"[^\W\d_].*[0-9]")
_GAP = 40  # twentieths of a point between two paragraphs: enough to be seen
_TELLING = 1 / 3  # of the paragraphs, at least, stand apart where gaps tell what belongs together
_COLUMN = 180  # twentieths of a point of indent that are one column of plain text
_DEEPER = 4  # columns to a level of a list


def read_docx(data: bytes, name: str) -> Document:
    """Read a Word document; raises SourceError for what is none, is broken or locked, or has no text.

    Time grows with the text, and memory with the lines; a document without end is refused (see `zipped_xml`).
    """
    parts = ZippedXml(data, name)
    if _TEXT not in parts:
        raise SourceError(f"{name}: a zip file, but no Word document; give the rulebook itself")
    reader = _Reader(parts)
    for block in parts.elements(_TEXT, level=2):
        reader.read(block)
    reader.end()
    if not any(line.text and line.role != "markup" for line in reader.lines):
        raise SourceError(f"{name}: no text in it; save the rulebook again and check that it has text")
    lines = _apart(reader.lines, reader.starts)
    numbered = (line._replace(number=number) for number, line in enumerate(lines, 1))
    return Document(name, tuple(numbered), joins=True, breaks=True)


def _apart(lines: Sequence[SourceLine], starts: Sequence[int]) -> list[SourceLine]:
    """The lines, with a blank one before each paragraph where the document does not use gaps to tell what belongs
    together."""
    inner = {at for at in starts if at}
    unspaced = {at for at in inner if lines[at - 1].role != "blank"}
    if len(inner) - len(unspaced) >= _TELLING * len(inner):
        return list(lines)
    return [each for at, line in enumerate(lines) for each in ([_BLANK, line] if at in unspaced else [line])]


_BLANK = SourceLine(0, "", "", "blank")


class _Reader:
    """Walks the blocks of a document and keeps the lines that they make, and where paragraphs start among them."""

    def __init__(self, parts: ZippedXml) -> None:
        self.lines: list[SourceLine] = []
        self.starts: list[int] = []
        self._styles = Styles(parts.elements("word/styles.xml"))
        self._lists = Lists(parts.elements("word/numbering.xml"))
        self._notes = {
            (tag, note.get("id", "")): note
            for tag, part in _NOTES
            for note in parts.elements(part)
            if note.get("type", "normal") == "normal"
        }
        self._labels: WeakKeyDictionary[Element, Label] = WeakKeyDictionary()
        self._boxes = 0
        self._gap_after = 0
        self._last_style = ""
        self._open: list[Element] = []
        """Paragraphs whose end was deleted: the next goes on with them."""

    def read(self, block: Element) -> None:
        """Take the lines of a paragraph or table, or of what stands in a holder of such."""
        if block.tag == "p":
            self._paragraph(block)
        elif block.tag == "tbl":
            self.end()
            self._table(block)
        elif block.tag in _HOLDERS:
            for child in block:
                self.read(child)

    def end(self) -> None:
        """Take what a paragraph without an end holds, where no paragraph goes on with it."""
        if self._open:
            self._close("".join(map(text_of, self._open)), Label(), ParagraphStyle())

    # --- paragraphs

    def _paragraph(self, block: Element) -> None:
        self._open.append(block)
        if _goes_on(block):
            return
        look, style = self._styles.of(block)
        self._gap(look, style)
        text = "".join(map(text_of, self._open))
        self._close(text, self._label(block, look), look, strong=_is_bold(block, bool(look.bold)))

    def _close(self, text: str, label: Label, look: ParagraphStyle, strong: bool = False) -> None:
        """The lines of a paragraph that has come to its end, then what hangs on it: its text boxes and footnotes."""
        blocks, self._open = self._open, []
        self._lines(text, label, look, strong)
        for block in blocks:
            for box in boxes_of(block):
                for inside in box:
                    self.read(inside)
            self._notes_of(block)

    def _gap(self, look: ParagraphStyle, style: str) -> None:
        """A blank line where the paragraph stands apart from the one before it."""
        close = look.close and style == self._last_style
        if not close and max(look.before or 0, self._gap_after) >= _GAP:
            self._blank()
        self._gap_after, self._last_style = look.after or 0, style

    def _blank(self) -> None:
        if self.lines and self.lines[-1].role != "blank":
            self.lines.append(_BLANK)

    def _label(self, paragraph: Element, look: ParagraphStyle) -> Label:
        """The label of a paragraph, counted once. Word prints that of an empty one too, but of none that is hidden."""
        if look.list_id is None:
            return Label()
        if (label := self._labels.get(paragraph)) is None:
            hidden = is_on(paragraph.find("pPr/rPr/vanish")) and not words_of(paragraph)
            counts = not hidden and not _goes_on(paragraph)
            label = self._lists.label(look.list_id, look.list_level or 0) if counts else Label()
            self._labels[paragraph] = label
        return label

    def _lines(self, text: str, label: Label, look: ParagraphStyle, strong: bool = False) -> None:
        """The lines of a paragraph: its author may have broken it. An empty one is a gap, and its number no rule's."""
        if not text.strip():
            if label.text:
                self.lines.append(SourceLine(0, label.text, "a list's number or mark without words", "markup"))
            self._blank()
            return
        begun = False
        for line in text.split("\n"):
            if line == PAGE_END:
                self._blank()
            elif shown := tidy(line).strip():
                self.starts += [] if begun else [len(self.lines)]
                self.lines.append(_line(shown, Label() if begun else label, look)._replace(strong=strong))
                begun = True

    # --- footnotes

    def _notes_of(self, element: Element) -> None:
        """The notes that are marked in what Word shows of a paragraph or row, each once."""
        for mark in within(element, *(tag for tag, _ in _NOTES)) if self._notes else ():
            if (note := self._notes.pop((mark.tag, mark.get("id", "")), None)) is not None:
                self._note(note)

    def _note(self, note: Element) -> None:
        self._boxes += 1
        text = " ".join(words_of(paragraph) for paragraph in within(note, "p")).strip()
        if text:
            self.lines.append(SourceLine(0, text, text, "note", self._boxes))

    # --- tables

    def _table(self, table: Element) -> None:
        rows = [row for row in _children(table, "tr") if row.find("trPr/del") is None]
        said = [[(cell, texts) for cell in _children(row, "tc") if (texts := self._cell(cell))] for row in rows]
        numbered = any(len(texts) == 1 and DOTTED.fullmatch(texts[0]) for row in said for _, texts in row[:1])
        for row, cells in zip(rows, said, strict=True):
            self._row(cells, numbered)
            self._notes_of(row)

    def _row(self, cells: Sequence[tuple[Element, Sequence[str]]], numbered: bool) -> None:
        """A row is one line, but where it has one cell only, or texts of several paragraphs: these are as they are."""
        if len(cells) == 1:
            for block in cells[0][0]:
                self.read(block)
            return
        texts = [texts for _, texts in cells]
        if not texts:
            return
        forms = (DOTTED, MARKED, *([BARE] if numbered else []))
        if len(texts[0]) == 1 and any(form.fullmatch(texts[0][0]) for form in forms):
            shown = [f"{texts[0][0]} {texts[1][0]}", *texts[1][1:], *(text for cell in texts[2:] for text in cell)]
        elif all(len(cell) == 1 for cell in texts):
            row = f"| {' | '.join(cell[0] for cell in texts)} |"
            self.lines.append(SourceLine(0, row, row, "item", 0, BULLET))
            return
        else:
            shown = [text for cell in texts for text in cell]
        for text in shown:
            self._lines(text, Label(), ParagraphStyle())

    def _cell(self, cell: Element) -> list[str]:
        """The paragraphs of a cell, each with its number; a rule's number may stand alone."""
        texts = []
        for paragraph in within(cell, "p"):
            look, _ = self._styles.of(paragraph)
            label, words = self._label(paragraph, look), words_of(paragraph)
            texts.append(f"{label.text} {words}".strip() if words or label.is_rule else "")
        return [text for text in texts if text]


def _line(text: str, label: Label, look: ParagraphStyle) -> SourceLine:
    """A line of a paragraph; a list's own number is no part of what stands in the file, a rule's is.

    `Rule 1.1` and `A.1` are words: the parser knows which words name a rule.
    """
    whole = f"{label.text} {text}".strip()
    if look.heading:
        return SourceLine(0, whole, whole, "heading", look.heading)
    if label.text and not (label.is_rule and _NAMED.match(label.text)):
        raw = whole if label.is_rule else text
        return SourceLine(0, raw, text, "item", _DEEPER * (look.list_level or 0), label.text)
    line = text_line(0, whole)
    return line._replace(level=max(0, look.indent or 0) // _COLUMN)


def _goes_on(paragraph: Element) -> bool:
    """Whether the end of a paragraph was deleted: the next goes on with it."""
    return paragraph.find("pPr/rPr/del") is not None or paragraph.find("pPr/rPr/moveFrom") is not None


def _is_bold(block: Element, usual: bool) -> bool:
    """Whether all that a paragraph shows is bold."""
    bold = (is_on(run.find("rPr/b")) for run in block.iter("r") if words_of(run))
    marks = [usual if own is None else own for own in bold]
    return bool(marks) and all(marks)


def _children(element: Element, tag: str) -> Iterator[Element]:
    """The rows or cells of a table, those in holders too, but not those of a table inside it."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _children(child, tag)
