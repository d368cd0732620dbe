"""Read an element of a Word document: the characters that Word shows, not deleted or hidden text or field codes.

Digits above or below the line, right after a number, become signs such as `²`. A character of a symbol font becomes
the sign that it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rules_cli.formats.source_line import BULLET, superscript

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
