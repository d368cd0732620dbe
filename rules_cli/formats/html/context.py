"""What the elements around words say of them: hidden, no part of the text, a heading, an item, a box."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from rules_cli.formats.html.parser import BLOCKS, HEADINGS, LISTS
from rules_cli.formats.source_line import SourceLine

_UNSEEN = frozenset("audio canvas datalist iframe noembed noframes script style svg template title video".split())
_WEB = frozenset("button footer label legend nav noscript select textarea".split())
_WEB_ROLES = frozenset("alertdialog banner contentinfo dialog menu menubar navigation search tablist toolbar".split())
_ARTICLES = frozenset("article main section".split())
_BOXES = frozenset("admonition callout hint infobox note tip".split())
_HIDDEN = re.compile(r"(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)", re.IGNORECASE)
_ICONS = re.compile(r"material-(?:icons|symbols)")  # fonts that show a word as a picture
_PAGE_NUMBER = re.compile(r"mso-hide\s{0,3}:\s{0,3}screen", re.IGNORECASE)  # in contents that Word saved
_UNMARKED = re.compile(r"list-style(?:-type)?\s{0,3}:\s{0,3}none", re.IGNORECASE)
_WORD_MARK = re.compile(r"mso-list\s{0,3}:\s{0,3}ignore", re.IGNORECASE)
_PLAIN = frozenset("big center code em font i p small span tbody tr tt u".split())
"""Elements that say nothing without attributes."""


class BlockContext(NamedTuple):
    """Where words stand.

    `left_out` says why words that stand in the page are no part of its text; `silent` are those that are not read out,
    a permalink's sign among them.
    `web` is what belongs to the web page (menus, its head and foot), `web_inline` where it may stand in the midst of a
    line; `form` may, and so may what is not `main`.
    `off_line` is `sup` or `sub`, where words stand above or below the line.
    `lists` is how many lists are open; `unmarked` that the innermost shows no marks; `mark` that the words are an
    item's mark, as Word writes it. A `box` is one by its class ("sure"), or by an element that has other uses too
    ("maybe").
    """

    unseen: bool = False
    left_out: Literal["", "hidden in the web page", "struck out in the web page"] = ""
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
    off_line: str = ""


@dataclass(slots=True)
class VisibleLine:
    """A line that a page shows, and where; `adjoins` says that nothing but its author's line break is before it."""

    line: SourceLine
    place: BlockContext
    adjoins: bool = False


def inside(place: BlockContext, name: str, attributes: Mapping[str, str]) -> BlockContext:
    """The place inside an element that stands at a place."""
    if name in _PLAIN and not attributes:
        return place
    changes = {**_by_name(place, name), **_by_attributes(name, attributes)} if not place.unseen else {}
    if "web" in changes and not place.web and name not in BLOCKS:
        changes["web_inline"] = True
    return place._replace(**changes) if changes else place


def _by_name(place: BlockContext, name: str) -> dict[str, Any]:
    """What an element's name says."""
    if name in _UNSEEN:
        return {"unseen": True}
    if name in _WEB or (name == "header" and not place.article):
        return {"web": True}
    if name in HEADINGS:
        return {"heading": HEADINGS[name]}
    if name in LISTS:
        return {"lists": place.lists + 1, "unmarked": False}
    if name in _ARTICLES:
        return {"article": True, "main": place.main or name == "main"}
    if name in ("aside", "details") and not place.box:
        return {"box": "maybe"}
    if name in ("td", "th"):
        return {"cell": True}
    if name in ("b", "strong"):
        return {"bold": True}
    if name in ("sup", "sub"):
        return {"off_line": name}
    if name in ("s", "strike", "del"):
        return {"left_out": place.left_out or "struck out in the web page"}
    return {name: True} if name in ("form", "pre") else {}


def _by_attributes(name: str, attributes: Mapping[str, str]) -> dict[str, Any]:
    """What an element's attributes say."""
    found: dict[str, Any] = {}
    style, role = attributes.get("style", ""), attributes.get("role", "").lower()
    if "hidden" in attributes or _HIDDEN.search(style) or (name == "dialog" and "open" not in attributes):
        found |= {"unseen": True} if _PAGE_NUMBER.search(style) else {"left_out": "hidden in the web page"}
    if attributes.get("aria-hidden", "").lower() == "true":
        is_sign = (name == "a" and "#" in attributes.get("href", "")) or _ICONS.search(attributes.get("class", ""))
        found["unseen" if is_sign else "silent"] = True
    if role in _WEB_ROLES:
        found["web"] = True
    if role == "main":
        found |= {"main": True, "article": True}
    if role == "heading":
        found["heading"] = min(max(_count(attributes.get("aria-level", ""), 2), 1), len(HEADINGS))
    if role == "note" or not _BOXES.isdisjoint(attributes.get("class", "").lower().split()):
        found["box"] = "sure"
    if _UNMARKED.search(style):
        found["unmarked"] = True
    if _WORD_MARK.search(style):
        found["mark"] = True
    return found


def _count(text: str, otherwise: int) -> int:
    return int(text) if re.fullmatch(r"\s*-?[0-9]{1,6}\s*", text) else otherwise


def whole_number(attributes: Mapping[str, str], key: str, otherwise: int) -> int:
    """An attribute as a number, `otherwise` where it is none."""
    return _count(attributes.get(key, ""), otherwise)
