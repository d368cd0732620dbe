"""Read an OpenDocument text (ODT): its paragraphs as LibreOffice shows them, with the numbers of lists and headings.

Not read: deleted text, comments, hidden sections, heads and feet of pages. The table of contents is set aside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.labels import numeral
from rules_cli.formats.plain_text import tidy
from rules_cli.formats.source_line import BULLET, Document
from rules_cli.formats.word_processor import LEVELS, DocumentLines, Label, Look, has_dotted_numbers
from rules_cli.formats.xml_package import unpacked

TEXT = "content.xml"
_STYLES = "styles.xml"
_UNSEEN = frozenset(
    """
    tracked-changes annotation annotation-end sequence-decls forms variable-decls ruby-text soft-page-break
    alphabetical-index user-index
    """.split()
)
_CONTENTS = frozenset(["table-of-content", "illustration-index", "table-index", "bibliography"])
_INDENT = 4  # columns for each list around a line


class _ListLevel(NamedTuple):
    """How one level of a list is numbered: `form` is that of its numbers (`1`, `a`, `I`), "" for a bullet or none."""

    form: str = ""
    prefix: str = ""
    suffix: str = ""
    shown: int = 1
    start: int = 1
    is_bullet: bool = False


@dataclass(slots=True)
class _Numbering:
    """The levels of a list's style or of the headings, by depth from 1, and the numbers that they have reached."""

    levels: dict[int, _ListLevel]
    reached: dict[int, int] = field(default_factory=dict)

    def next(self, depth: int, start: int | None = None) -> str:
        """Count a paragraph of a level, and return its label; levels below begin again."""
        level = self.levels.get(depth, _ListLevel())
        before = self.reached.get(depth, level.start - 1)
        self.reached = {each: number for each, number in self.reached.items() if each < depth}
        self.reached[depth] = before + 1 if start is None else start
        if level.is_bullet:
            return BULLET
        if not level.form:
            return ""
        shown = range(max(1, depth - level.shown + 1), depth + 1)
        forms = [(self.levels.get(at, _ListLevel()), at) for at in shown]
        numbers = (numeral(self.reached.get(at, each.start), each.form) for each, at in forms if each.form)
        return f"{level.prefix}{'.'.join(numbers)}{level.suffix}".strip()


def read_odt(data: bytes, name: str) -> Document:
    """Read an OpenDocument text; raises SourceError if it is broken, locked, too large or empty."""
    return _OdtReader(unpacked(data, name, (TEXT, _STYLES)), name).out.document()


class _OdtReader:
    def __init__(self, parts: dict[str, Element], name: str) -> None:
        self.out = DocumentLines(name)
        self._notes: list[str] = []
        self._is_rule = False
        """Whether the list that is being read prints the numbers of several levels."""
        roots = [parts[part] for part in (_STYLES, TEXT) if part in parts]
        self._levels = {each.get("name", ""): _levels(each) for root in roots for each in root.iter("list-style")}
        outlines = [_levels(each) for root in roots for each in root.iter("outline-style")]
        self._headings = _Numbering(outlines[-1] if outlines else {})
        self._bold = {style.get("name", "") for root in roots for style in root.iter("style") if _is_bold(style)}
        self._lists: defaultdict[str, list[_Numbering]] = defaultdict(list)
        for block in parts[TEXT].findall("body/text/*"):
            self._read(block)

    # Complexity: one case for each kind of block.
    def _read(self, block: Element, depth: int = 0, label: str = "") -> str:
        """Add the lines of a block, the label of its list before the first; return the label if it is not used yet."""
        if block.tag in ("p", "h"):
            return self._read_paragraph(block, depth, label)
        if block.tag == "list":
            self._read_list(block, [])
        elif block.tag == "table":
            self._read_table(block)
        elif block.tag in _CONTENTS:
            for each in block.iter("p"):
                self.out.add_aside(_text(each), "table of contents")
        elif block.tag not in _UNSEEN and block.get("display") != "none":
            for child in block:
                label = self._read(child, depth, label)
        return label

    def _read_paragraph(self, block: Element, depth: int, label: str) -> str:
        is_heading = block.tag == "h"
        level = _whole(block.get("outline-level"), 1)
        if is_heading and not label and block.get("is-list-header") != "true":
            start = block.get("start-value") if block.get("restart-numbering") == "true" else None
            label = self._headings.next(level, int(start) if start and start.isdecimal() else None)
        texts = list(filter(None, (" ".join(tidy(line).split()) for line in _text(block, self._notes).split("\n"))))
        look = Look(_INDENT * max(depth - 1, 0), heading=level if is_heading else 0, strong=self._is_bold(block))
        self.out.add_paragraph(texts, Label(label, self._is_rule), look)
        self._add_notes()
        self.out.add_blank()
        return "" if texts else label

    def _add_notes(self) -> None:
        for text in self._notes:
            self.out.add_note(text)
        self._notes.clear()

    def _is_bold(self, block: Element) -> bool:
        """Return whether the style of a paragraph, or of the only words in it, is bold."""
        spans = [each for each in block if each.tag == "span"]
        whole = (
            spans[0]
            if len(spans) == 1 and not (block.text or "").strip() and not (spans[0].tail or "").strip()
            else block
        )
        return {block.get("style-name"), whole.get("style-name")} & self._bold != set()

    # --- lists

    # Complexity: a list begins anew or goes on, with its own style or that of the list around it.
    def _read_list(self, block: Element, above: Sequence[tuple[str, _Numbering]]) -> None:
        """Read a list: one in another, or with the id of an earlier one, counts on with it."""
        style = block.get("style-name") or (above[-1][0] if above else "")
        if above and above[-1][0] == style:
            numbering = above[-1][1]
        else:
            earlier = self._lists[style]
            goes_on = earlier and (block.get("continue-numbering") == "true" or block.get("continue-list"))
            numbering = earlier[-1] if goes_on else _Numbering(self._levels.get(style, {}))
            earlier.append(numbering)
        here = [*above, (style, numbering)]
        if above and numbering is above[-1][1]:
            numbering.reached.pop(len(here), None)
        for item in block:
            start = item.get("start-value", "")
            label = (
                numbering.next(len(here), int(start) if start.isdecimal() else None) if item.tag == "list-item" else ""
            )
            self._is_rule = any(level.shown > 1 for level in numbering.levels.values())
            for child in item:
                if child.tag == "list":
                    self._read_list(child, here)
                else:
                    label = self._read(child, len(here), label)

    # --- tables

    def _read_table(self, table: Element) -> None:
        rows = [[list(self._cell(cell)) for cell in row if cell.tag == "table-cell"] for row in _rows(table)]
        has_dotted = has_dotted_numbers(rows)
        for row in rows:
            self.out.add_row(row, has_dotted)
            if not self.out.lines[-1:] or self.out.lines[-1].marker != BULLET:
                self.out.add_blank()
        self._add_notes()

    def _cell(self, cell: Element) -> Iterator[str]:
        for paragraph in (each for each in cell.iter() if each.tag in ("p", "h")):
            if text := " ".join(_text(paragraph, self._notes).split()):
                yield text


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == "table-row":
            yield child
        elif child.tag in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(child)


def _levels(style: Element) -> dict[int, _ListLevel]:
    levels = {}
    for each in style:
        depth = _whole(each.get("level"), 0)
        levels[depth] = _ListLevel(
            each.get("num-format", ""),
            each.get("num-prefix", ""),
            each.get("num-suffix", ""),
            _whole(each.get("display-levels"), 1),
            _whole(each.get("start-value"), 1),
            is_bullet="bullet" in each.tag,
        )
    return levels


def _is_bold(style: Element) -> bool:
    return any(each.get("font-weight") == "bold" for each in style.findall("text-properties"))


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) <= LEVELS else default


def _text(element: Element, notes: list[str] | None = None) -> str:
    """Return the words in a paragraph, with its own line breaks; the texts of footnotes are added to `notes`."""
    pieces = [_even(element.text)]
    for child in element:
        if child.tag == "note":
            if notes is not None:
                texts = (_text(each) for body in child.findall("note-body") for each in body.iter("p"))
                notes += filter(None, [" ".join(" ".join(texts).split())])
        elif child.tag == "line-break":
            pieces.append("\n")
        elif child.tag in ("tab", "s"):
            pieces.append(" ")
        elif child.tag not in _UNSEEN and child.get("display") != "none":
            pieces.append(_text(child, notes))
        pieces.append(_even(child.tail))
    return "".join(pieces)


def _even(text: str | None) -> str:
    """Return a text of the XML with blanks for its line ends, which the document does not show."""
    return (text or "").replace("\n", " ").replace("\r", " ")
