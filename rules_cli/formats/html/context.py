"""What the elements around some words say of them: hidden, a heading, an item of a list, a box, a menu of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rules_cli.formats.html.parser import BLOCKS, HEADINGS, LISTS
from rules_cli.formats.roman import to_roman
from rules_cli.formats.source_line import SourceLine

BULLET = "•"
_LETTERS = 26
_MOST_ROMAN = 3_999  # browsers write larger numbers in digits

_HIDDEN = "hidden in the web page"
_STRUCK = "struck out in the web page"
_UNSEEN = "audio canvas datalist iframe noembed noframes script style svg template title video".split()
_WEB = "button footer label legend nav noscript select textarea".split()
_WEB_ROLES = frozenset("alertdialog banner contentinfo dialog menu menubar navigation search tablist toolbar".split())
_BOXES = frozenset("admonition callout hint infobox note tip".split())
_HIDING = re.compile(r"(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)", re.IGNORECASE)
_ICONS = re.compile(r"material-(?:icons|symbols)")
_PAGE_NUMBER = re.compile(r"mso-hide\s{0,3}:\s{0,3}screen", re.IGNORECASE)  # in a table of contents that Word saved
_UNMARKED = re.compile(r"list-style(?:-type)?\s{0,3}:\s{0,3}none", re.IGNORECASE)
_WORD_MARK = re.compile(r"mso-list\s{0,3}:\s{0,3}ignore", re.IGNORECASE)
_INTEGER = re.compile(r"\s*-?[0-9]{1,6}\s*")


class BlockContext(NamedTuple):
    """What the open elements say of the words inside them.

    `unseen`: a browser shows nothing. `left_out`: the reason why the words are no part of the text.
    `silent`: screen readers skip them, as they do the sign of a permalink.
    `web`: the words belong to the site (menus, head, foot); `web_inline`: and may be in the middle of a line.
    `form` and `main`: inside such an element; `article`: where `header` is the text's own.
    `heading` is its level. `lists` counts the open lists; `unmarked`: the innermost shows no marks. `mark`: the words
    are the mark of an item, as Word writes it. `box` is "sure" if a class says so, "maybe" if the element has other
    uses, too. `offset` is `sup` or `sub`.
    """

    unseen: bool = False
    left_out: str = ""
    silent: bool = False
    web: bool = False
    web_inline: bool = False
    form: bool = False
    main: bool = False
    article: bool = False
    heading: int = 0
    lists: int = 0
    unmarked: bool = False
    mark: bool = False
    box: Literal["", "maybe", "sure"] = ""
    cell: bool = False
    bold: bool = False
    pre: bool = False
    offset: str = ""


@dataclass(slots=True)
class VisibleLine:
    """A line of a page and its context; `adjoins`: only a line break of the author separates it from the last one."""

    line: SourceLine
    context: BlockContext
    adjoins: bool = False


_CHANGES: dict[str, dict[str, Any]] = {
    **{name: {"unseen": True} for name in _UNSEEN},
    **{name: {"web": True} for name in _WEB},
    **{name: {"heading": level} for name, level in HEADINGS.items()},
    **{name: {"article": True} for name in ("article", "section")},
    **{name: {"cell": True} for name in ("td", "th")},
    **{name: {"bold": True} for name in ("b", "strong")},
    "main": {"main": True, "article": True},
    "sup": {"offset": "sup"},
    "sub": {"offset": "sub"},
    "form": {"form": True},
    "pre": {"pre": True},
}
"""What the name of an element changes, in any context."""


def inside(context: BlockContext, name: str, attributes: Mapping[str, str]) -> BlockContext:
    """Return the context inside an element that begins in a context."""
    if context.unseen:
        return context
    changes = {**_by_name(context, name), **_by_attributes(name, attributes)}
    if "web" in changes and not context.web and name not in BLOCKS:
        changes["web_inline"] = True
    return context._replace(**changes) if changes else context


def _by_name(context: BlockContext, name: str) -> dict[str, Any]:
    """Return what the name of an element changes."""
    if name in LISTS:
        return {"lists": context.lists + 1, "unmarked": False}
    if name == "header" and not context.article:
        return {"web": True}
    if name in ("aside", "details") and not context.box:
        return {"box": "maybe"}
    if name in ("s", "strike", "del"):
        return {"left_out": context.left_out or _STRUCK}
    return _CHANGES.get(name, {})


def _by_attributes(name: str, attributes: Mapping[str, str]) -> dict[str, Any]:
    """Return what the attributes of an element change."""
    changes = _by_role(attributes)
    style = attributes.get("style", "")
    if "hidden" in attributes or _HIDING.search(style) or (name == "dialog" and "open" not in attributes):
        changes |= {"unseen": True} if _PAGE_NUMBER.search(style) else {"left_out": _HIDDEN}
    if attributes.get("aria-hidden", "").lower() == "true":
        changes["unseen" if _is_sign(name, attributes) else "silent"] = True
    if not _BOXES.isdisjoint(attributes.get("class", "").lower().split()):
        changes["box"] = "sure"
    if _UNMARKED.search(style):
        changes["unmarked"] = True
    if _WORD_MARK.search(style):
        changes["mark"] = True
    return changes


def _is_sign(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element is a permalink, or an icon whose name a font shows as a picture."""
    return (name == "a" and "#" in attributes.get("href", "")) or bool(_ICONS.search(attributes.get("class", "")))


def _by_role(attributes: Mapping[str, str]) -> dict[str, Any]:
    """Return what the `role` of an element changes."""
    role = attributes.get("role", "").lower()
    if role == "heading":
        return {"heading": min(max(_integer(attributes, "aria-level", 2), 1), len(HEADINGS))}
    if role == "main":
        return {"main": True, "article": True}
    if role == "note":
        return {"box": "sure"}
    return {"web": True} if role in _WEB_ROLES else {}


def _integer(attributes: Mapping[str, str], key: str, default: int) -> int:
    """Return an attribute as a number, the default if it is missing or something else."""
    text = attributes.get(key, "")
    return int(text) if _INTEGER.fullmatch(text) else default


class OpenList:
    """A list whose end is not reached: how its items are marked (`1`, `a`, `A`, `i`, `I` or a bullet) and counted."""

    def __init__(self, name: str = "ul", attributes: Mapping[str, str] | None = None) -> None:
        attributes = attributes or {}
        self._kind = attributes.get("type", "1") if name == "ol" else BULLET
        self._next = _integer(attributes, "start", 1)

    def mark(self, attributes: Mapping[str, str]) -> str:
        """Return the mark of the next item, whose attributes may give it a number."""
        number = _integer(attributes, "value", self._next)
        self._next = number + 1
        if self._kind == BULLET:
            return BULLET
        numeral = str(number)
        if self._kind in ("a", "A") and 1 <= number <= _LETTERS:
            numeral = chr(ord("a") + number - 1)
        elif self._kind in ("i", "I") and 1 <= number <= _MOST_ROMAN:
            numeral = to_roman(number)
        return f"{numeral.upper() if self._kind.isupper() else numeral}."
