"""What Word shows of an element: its characters and words, and what stands or hangs in it.

Not shown: deleted and hidden text, field codes. Digits above or below the line, right after a number, are signs of
their own; a letter of a symbol font is the sign that it looks like.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from rules_cli.formats.docx.numbering import BULLET
from rules_cli.formats.docx.styles import is_on, value_of
from rules_cli.formats.source_line import superscript

PAGE_END = "\f"
_UNSEEN = frozenset("del moveFrom delText instrText delInstrText Fallback pPr rPr rt txbxContent".split())
_SHOWN = {"br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "noBreakHyphen": "-"}
_OFF_LINE = {"superscript": "sup", "subscript": "sub", "sup": "sup", "sub": "sub"}
_BEGIN, _END, _SIGN = "\x0e", "\x0f", "\x1a"  # what is off the line, a sign that is not known: XML has none of these
_UNKNOWN = "\ufffd"
_FIRST_SIGN = re.compile(rf"^ *{_SIGN}", re.MULTILINE)
_SYMBOL = (  # the letters of the font Symbol, from two codes on
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"),
)
_FONTS = {
    "Symbol": {first + at: sign for first, signs in _SYMBOL for at, sign in enumerate(signs)},
    "Wingdings": {0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xEF: "⇦", 0xF0: "⇨"},  # Word makes them of --> and ==>
}


def text_of(element: Element) -> str:
    """What Word shows of a paragraph's characters."""
    text = "".join(_pieces(element))
    if _BEGIN in text:
        text = _put_off_line(text)
    return _FIRST_SIGN.sub(BULLET, text).replace(_SIGN, _UNKNOWN) if _SIGN in text else text


def words_of(element: Element) -> str:
    """The words that Word shows in one line."""
    return " ".join(text_of(element).split())


def within(element: Element, *tags: str) -> Iterator[Element]:
    """The elements of some kinds in what Word shows, its text boxes included, in order."""
    for child in element:
        if child.tag in tags:
            yield child
        if child.tag == "txbxContent" or _is_shown(child):
            yield from within(child, *tags)


def boxes_of(element: Element) -> Iterator[Element]:
    """The text boxes that hang on a paragraph, once each: the fallback for old programs repeats them."""
    for child in element:
        if child.tag == "txbxContent":
            yield child
        elif _is_shown(child):
            yield from boxes_of(child)


def _is_shown(element: Element) -> bool:
    return element.tag not in _UNSEEN and not _is_hidden(element.find("rPr"))


def _is_hidden(about: Element | None) -> bool:
    return about is not None and bool(is_on(about.find("vanish")))


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag == "t":
            yield child.text or ""
        elif child.tag == "br" and child.get("type") in ("page", "column"):
            yield f"\n{PAGE_END}\n"
        elif child.tag in _SHOWN:
            yield _SHOWN[child.tag]
        elif child.tag == "sym":
            yield _symbol(child)
        elif child.tag not in _UNSEEN and not _is_hidden(about := child.find("rPr")):
            place = _OFF_LINE.get(value_of(about, "vertAlign") or child.tag)
            yield from _off_line(child, place) if place else _pieces(child)


def _off_line(element: Element, place: str) -> Iterator[str]:
    """The pieces of what stands above or below the line, marked as such."""
    yield f"{_BEGIN}{place}{_END}"
    yield from _pieces(element)
    yield _END


def _put_off_line(text: str) -> str:
    """A text with its pieces above and below the line written as such where they follow a number."""
    shown, *rest = text.split(_BEGIN)
    for each in rest:
        place, piece, line = (*each.split(_END, 2), "")[:3]
        shown += superscript(shown, piece, place) + line
    return shown.replace(_END, "")


def _symbol(element: Element) -> str:
    """A character of a symbol font, whose codes are its own or stand in the private use area."""
    try:
        code = int(element.get("char", ""), 16)
    except ValueError:
        return ""
    private = 0xE000 <= code < 0xF900
    if sign := _FONTS.get(element.get("font", ""), {}).get(code & 0xFF if private else code):
        return sign
    return _SIGN if private else chr(code) if 32 <= code < 0xD800 else ""
