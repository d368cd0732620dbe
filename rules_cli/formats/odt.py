"""Read an OpenDocument text (ODT): its paragraphs as LibreOffice shows them, with the numbers of lists and headings.

Not read: deleted text, comments, hidden sections, heads and feet of pages. The table of contents is set aside.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rules_cli.formats.source_line import CONTENTS, Document
from rules_cli.formats.word_processor import DEEPER, LEVELS, UNLABELLED, DocumentLines, Label, Level, Look, Numbering
from rules_cli.formats.xml_package import children, unpacked

TEXT = "content.xml"
_STYLES = "styles.xml"
_UNSEEN = frozenset(
    """
    tracked-changes annotation annotation-end sequence-decls forms variable-decls ruby-text soft-page-break
    alphabetical-index user-index
    """.split()
)
_CONTENTS = frozenset(["table-of-content", "illustration-index", "table-index", "bibliography"])
_LINE_BREAK = "\0"  # which is in no XML
_BLANKS = re.compile(r"\s+")
_ROW_HOLDERS = ("table-header-rows", "table-rows", "table-row-group")


def read_odt(data: bytes, name: str) -> Document:
    """Read an OpenDocument text; raises SourceError if it is broken, locked, too large or empty."""
    return _OdtReader(unpacked(data, name, (TEXT, _STYLES)), name).out.document()


class _OdtReader:
    def __init__(self, parts: dict[str, Element], name: str) -> None:
        self.out = DocumentLines(name)
        self._notes: list[str] = []
        roots = [parts[part] for part in (_STYLES, TEXT) if part in parts]
        self._levels = {each.get("name", ""): _levels(each) for root in roots for each in root.iter("list-style")}
        outlines = [_levels(each) for root in roots for each in root.iter("outline-style")]
        self._headings = Numbering(outlines[-1] if outlines else {})
        self._bold = {style.get("name", "") for root in roots for style in root.iter("style") if _is_bold(style)}
        self._lists: defaultdict[str, list[Numbering]] = defaultdict(list)
        for block in parts[TEXT].findall("body/text/*"):
            self._read(block)

    # Complexity: one case for each kind of block.
    def _read(self, block: Element, depth: int = 0, label: Label = UNLABELLED) -> Label:
        """Add the lines of a block, the label of its list before the first; return the label if it is not used yet."""
        if block.tag in ("p", "h"):
            return self._read_paragraph(block, depth, label)
        if block.tag == "list":
            self._read_list(block, [])
        elif block.tag == "table":
            rows = children(block, ("table-row",), _ROW_HOLDERS)
            cells = ((cell for cell in row if cell.tag == "table-cell") for row in rows)
            self.out.add_table([[self._texts(cell) for cell in row] for row in cells])
            self._add_notes()
        elif block.tag in _CONTENTS:
            for each in block.iter("p"):
                self.out.add_aside(_text(each), CONTENTS)
        elif block.tag not in _UNSEEN and block.get("display") != "none":
            for child in block:
                label = self._read(child, depth, label)
        return label

    def _read_paragraph(self, block: Element, depth: int, label: Label) -> Label:
        """Add the lines of a paragraph or heading, and its notes; return the label if there are no words to use it."""
        level = _whole(block.get("outline-level"), 1) if block.tag == "h" else 0
        if level and not label.text and block.get("is-list-header") != "true":
            start = block.get("start-value") if block.get("restart-numbering") == "true" else None
            label = _counted(self._headings, level, start)
        text = _text(block, self._notes)
        if text.strip():
            self.out.add_paragraph(text, label, Look(DEEPER * max(depth - 1, 0), 0, level, self._is_bold(block)))
            label = UNLABELLED
        self._add_notes()
        return label

    def _texts(self, cell: Element) -> list[str]:
        """Return the texts of the paragraphs in a cell, each in one line; the notes in them are kept for later."""
        texts = (" ".join(_text(each, self._notes).split()) for each in cell.iter() if each.tag in ("p", "h"))
        return [text for text in texts if text]

    def _add_notes(self) -> None:
        """Add the notes that were read since the last call."""
        for text in self._notes:
            self.out.add_note(text)
        self._notes.clear()

    def _is_bold(self, block: Element) -> bool:
        """Return whether the style of a paragraph, or of the only words in it, is bold."""
        spans = [each for each in block if each.tag == "span"]
        is_whole = len(spans) == 1 and not f"{block.text or ''}{spans[0].tail or ''}".strip()
        return any(each.get("style-name") in self._bold for each in ([block, *spans] if is_whole else [block]))

    # Complexity: a list begins anew or goes on, with its own style or that of the list around it.
    def _read_list(self, block: Element, above: Sequence[tuple[str, Numbering]]) -> None:
        """Read a list: one in another, or with the id of an earlier one, counts on with it."""
        style = block.get("style-name") or (above[-1][0] if above else "")
        if above and above[-1][0] == style:
            numbering = above[-1][1]
            numbering.reached.pop(len(above), None)
        else:
            earlier = self._lists[style]
            goes_on = earlier and (block.get("continue-numbering") == "true" or block.get("continue-list"))
            numbering = earlier[-1] if goes_on else Numbering(self._levels.get(style, {}))
            earlier.append(numbering)
        lists = [*above, (style, numbering)]
        for item in block:
            label = UNLABELLED
            if item.tag == "list-item":
                label = _counted(numbering, len(lists), item.get("start-value"))
            for child in item:
                if child.tag == "list":
                    self._read_list(child, lists)
                else:
                    label = self._read(child, len(lists), label)


def _counted(numbering: Numbering, level: int, start: str | None) -> Label:
    """Count a paragraph at a level (from 1) and return its label; `start` is a number that the file gives it."""
    if start and start.isdecimal():
        numbering.starts[level - 1] = int(start)
    return numbering.label(level - 1)


def _levels(style: Element) -> dict[int, Level]:
    """Return the levels of a list's style or of the headings, by depth from 0."""
    levels: dict[int, Level] = {}
    for each in style:
        depth = _whole(each.get("level"), 0)
        form = each.get("num-format", "")
        first = max(1, depth - _whole(each.get("display-levels"), 1) + 1)
        shown = [f"%{at}" for at in range(first, depth) if levels.get(at - 1, Level()).form != "none"]
        text = f"{each.get('num-prefix', '')}{'.'.join([*shown, f'%{depth}'])}{each.get('num-suffix', '')}"
        if "bullet" in each.tag:
            form = "bullet"
        levels[depth - 1] = Level(text if form else "", form or "none", _whole(each.get("start-value"), 1))
    return levels


def _is_bold(style: Element) -> bool:
    return any(each.get("font-weight") == "bold" for each in style.findall("text-properties"))


def _whole(text: str | None, default: int) -> int:
    """Return a whole number that the file states, else the default; no number has many digits."""
    return int(text) if text and text.isdecimal() and len(text) <= LEVELS else default


def _text(element: Element, notes: list[str] | None = None) -> str:
    """Return the words in a paragraph, with its own line breaks; the texts of footnotes are added to `notes`. Blanks
    and line ends of the XML are one blank."""
    pieces = [element.text or ""]
    for child in element:
        if child.tag == "note":
            if notes is not None:
                texts = (_text(each) for body in child.findall("note-body") for each in body.iter("p"))
                notes.append(" ".join(texts))
        elif child.tag == "line-break":
            pieces.append(_LINE_BREAK)
        elif child.tag in ("tab", "s"):
            pieces.append(" ")
        elif child.tag not in _UNSEEN and child.get("display") != "none":
            pieces.append(_text(child, notes).replace("\n", _LINE_BREAK))
        pieces.append(child.tail or "")
    return _BLANKS.sub(" ", "".join(pieces)).replace(_LINE_BREAK, "\n")
