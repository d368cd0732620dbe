"""Work out how Word shows paragraphs: their looks, from styles and properties, and the numbers of their lists.

Word prints the numbers before the paragraphs of a list; they are not in the text of the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_cli.formats.docx.text import is_on, value_of, whole_number
from rules_cli.formats.labels import numeral
from rules_cli.formats.source_line import BULLET
from rules_cli.formats.word_processor import LEVELS, Label

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
