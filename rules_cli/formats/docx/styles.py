"""How the paragraphs of a Word document look: what their styles say, and what they say themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_HEADING = re.compile(r"heading ([1-9])$")
_LEVELS = 6  # of headings
_MAX_CHAIN = 20  # styles that build on one another


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
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
    bold: bool | None = None

    def over(self, other: ParagraphStyle) -> ParagraphStyle:
        """This look, and the other's where this one says nothing."""
        pairs = ((getattr(self, name), getattr(other, name)) for name in self.__slots__)
        return ParagraphStyle(*(under if own is None else own for own, under in pairs))


class Styles:
    """The looks of a document's styles, from the elements of its `styles.xml`, each with what it builds on."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._own: dict[str, tuple[ParagraphStyle, str]] = {}
        self._whole: dict[str, ParagraphStyle] = {}
        self._default = ParagraphStyle()
        self._standard = ""
        for element in elements:
            if element.tag == "docDefaults":
                self._default = _look(element.find("pPrDefault/pPr"))
            elif element.tag == "style" and element.get("type", "paragraph") == "paragraph":
                self._add(element, element.get("styleId", ""))

    def _add(self, element: Element, key: str) -> None:
        named = ParagraphStyle(heading=_heading_level(value_of(element, "name")), bold=is_on(element.find("rPr/b")))
        self._own[key] = (named.over(_look(element.find("pPr"))), value_of(element, "basedOn"))
        if element.get("default") in ("1", "true"):
            self._standard = key

    def of(self, paragraph: Element) -> tuple[ParagraphStyle, str]:
        """The whole look of a paragraph, and its style's key."""
        properties = paragraph.find("pPr")
        key = value_of(properties, "pStyle") or self._standard
        return _look(properties).over(self._look_of(key)), key

    def _look_of(self, key: str) -> ParagraphStyle:
        if key not in self._whole:
            look, above = ParagraphStyle(), key
            for _ in range(_MAX_CHAIN):
                own, above = self._own.get(above, (ParagraphStyle(), ""))
                look = look.over(own)
            self._whole[key] = look.over(self._default)
        return self._whole[key]


def _heading_level(style: str) -> int | None:
    """The level of a style for headings, the document's title being above all; None for other styles."""
    found = _HEADING.match(style.lower())
    return min(int(found[1]) + 1, _LEVELS) if found else 1 if style.lower() == "title" else None


def _look(properties: Element | None) -> ParagraphStyle:
    """What the properties of a paragraph or style say of its look."""
    if properties is None:
        return ParagraphStyle()
    spacing, indent = properties.find("spacing"), properties.find("ind")
    gap = spacing.attrib if spacing is not None else {}
    edge = indent.attrib if indent is not None else {}
    numbering = properties.find("numPr")
    return ParagraphStyle(
        list_id=value_of(numbering, "numId") or None,
        list_level=_int(value_of(numbering, "ilvl")),
        before=_int(gap.get("before")),
        after=_int(gap.get("after")),
        indent=_int(edge.get("left", edge.get("start"))),
        close=is_on(properties.find("contextualSpacing")),
    )


def value_of(element: Element | None, tag: str) -> str:
    """The `val` of a child, "" where there is none."""
    found = element.find(tag) if element is not None else None
    return found.get("val", "") if found is not None else ""


def is_on(switch: Element | None) -> bool | None:
    """Whether a switch is set; None where it does not stand there."""
    return switch.get("val", "1") not in ("0", "false", "off") if switch is not None else None


def _int(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.lstrip("-").isdecimal() and len(text) < 10 else None
