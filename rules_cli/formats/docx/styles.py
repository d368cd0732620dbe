"""Work out how the paragraphs of a Word document look: from their styles, and from their own properties."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_HEADING = re.compile(r"heading ([1-9])$")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_LEVELS = 6  # of headings, as in HTML
_MAX_CHAIN = 20  # styles of which each is based on the next: a style may be based on itself


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
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
        pairs = ((getattr(self, name), getattr(other, name)) for name in self.__slots__)
        return ParagraphStyle(*(below if own is None else own for own, below in pairs))


class Styles:
    """The paragraph styles of a document, from the root of its `styles.xml`."""

    def __init__(self, root: Element) -> None:
        self._own: dict[str, tuple[ParagraphStyle, str]] = {}
        self._complete: dict[str, ParagraphStyle] = {}
        self._default = _style_of(root.find("docDefaults/pPrDefault/pPr"))
        self._standard = ""
        for element in root.findall("style"):
            if element.get("type", "paragraph") == "paragraph":
                self._add(element, element.get("styleId", ""))

    def _add(self, element: Element, key: str) -> None:
        named = ParagraphStyle(heading=_heading_level(value_of(element, "name")), bold=is_on(element.find("rPr/b")))
        self._own[key] = (named.over(_style_of(element.find("pPr"))), value_of(element, "basedOn"))
        if element.get("default") in ("1", "true"):
            self._standard = key

    def of(self, paragraph: Element) -> tuple[ParagraphStyle, str]:
        """Return how a paragraph looks, and the key of its style."""
        properties = paragraph.find("pPr")
        key = value_of(properties, "pStyle") or self._standard
        return _style_of(properties).over(self._completed(key)), key

    def _completed(self, key: str) -> ParagraphStyle:
        """Return a style, completed by the styles that it is based on."""
        if key not in self._complete:
            style, base = ParagraphStyle(), key
            for _ in range(_MAX_CHAIN):
                own, base = self._own.get(base, (ParagraphStyle(), ""))
                style = style.over(own)
            self._complete[key] = style.over(self._default)
        return self._complete[key]


def _heading_level(name: str) -> int | None:
    """Return the level of a heading style by its name, 1 for the document's title; None for other styles."""
    if name.lower() == "title":
        return 1
    found = _HEADING.match(name.lower())
    return min(int(found[1]) + 1, _LEVELS) if found else None


def _style_of(properties: Element | None) -> ParagraphStyle:
    """Return the look that the properties of a paragraph or style set."""
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
