"""Read HTML as element starts, element ends and words, and tell what the elements around some words say of them.

lxml parses the page and ends what its author left open, much as browsers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from lxml import etree

from rules_cli.errors import SourceError
from rules_cli.formats.labels import numeral
from rules_cli.formats.plain_text import split_lines
from rules_cli.formats.source_line import BULLET, too_long

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset("ul ol menu dir".split())
BLOCKS = frozenset(  # they begin a new line
    """
    address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre
    search section select summary table tbody td tfoot th thead tr ul
    """.split()
)

_FRAME = frozenset("html head body".split())  # lxml adds them if the author left them out
_FRAME_ENDS = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z][^<>]*")
_MOST_WORDS_IN_TAG = 2_000  # lxml compares each attribute with all before it; real tags have a few dozen words
_UNFINISHED_TAG = re.compile(r"<[a-zA-Z/!?](?:[^>\"']++|\"[^\"]*+\"?+|'[^']*+'?+)*\Z")
_MOST_TAGS = 1_000_000  # a page of four thousand rules has 30,000; each takes memory
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})

NAVIGATION = "navigation of the web page"
_HIDDEN = "hidden in the web page"
_STRUCK = "struck out in the web page"
_UNSEEN = "audio canvas datalist iframe noembed noframes script style svg template title video".split()
_WEB = "button footer label legend nav noscript select textarea".split()
_WEB_ROLES = "alertdialog banner contentinfo dialog menu menubar navigation search tablist toolbar".split()
_WEB_NAMES = frozenset(  # the ids and classes of what wikis and blogs print around a text
    """
    breadcrumb breadcrumbs catlinks contentsub footer jump-to-nav menu mw-head mw-panel nav navbar navbox navigation
    page-footer printfooter related related-posts share share-buttons site-footer sitesub table-of-contents toc
    """.split()
)
_BOXES = frozenset("admonition callout hint infobox note tip".split())
_HIDING = re.compile(r"(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)", re.IGNORECASE)
_ICONS = re.compile(r"material-(?:icons|symbols)")
_PAGE_NUMBER = re.compile(r"mso-hide\s{0,3}:\s{0,3}screen", re.IGNORECASE)  # in a table of contents that Word saved
_WORD_MARK = re.compile(r"mso-list\s{0,3}:\s{0,3}ignore", re.IGNORECASE)
_INTEGER = re.compile(r"\s*-?[0-9]{1,6}\s*")


class Event(NamedTuple):
    """A part of a page: `value` is the name of the element that starts or ends, or else words. `unfinished` is markup
    that runs to the end of the file because its end is missing."""

    kind: Literal["start", "end", "words", "unfinished"]
    value: str
    line: int
    attributes: Mapping[str, str] = _NO_ATTRIBUTES


def events(page: str, name: str) -> Iterator[Event]:
    """Yield the parts of a page; each `start` has an `end`. Raises SourceError, which names the page."""
    if page.count("<") > _MOST_TAGS:
        raise too_long(name)
    text = "\n".join(split_lines(page)).replace("\0", "")
    if any(len(tag[0].split()) > _MOST_WORDS_IN_TAG for tag in _TAG.finditer(text)):
        raise SourceError(f"{name}: a tag in it has over {_MOST_WORDS_IN_TAG:,} attributes; save the page again")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:  # lxml drops what comes after the end of `body` and `html`, and browsers do not
        root = etree.fromstring(_FRAME_ENDS.sub("", text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if any(error.level_name == "FATAL" for error in parser.error_log):
        raise SourceError(f"{name}: its elements are nested too deep for a rulebook; save the page again")
    if root is not None:
        yield from _walk(root)
    unfinished = text.rfind("<!--")
    if unfinished <= max(text.rfind("-->"), text.rfind("--!>")):
        unfinished = text.rfind("<")
        if unfinished < 0 or not _UNFINISHED_TAG.match(text, unfinished):
            return
    yield Event("unfinished", text[unfinished:], text.count("\n", 0, unfinished) + 1)


def _walk(root: etree._Element) -> Iterator[Event]:
    """Yield the elements and words of a tree. A line number comes from the last start tag and the line ends in the
    words since, because lxml stores it for start tags only, and only up to 65,535."""
    line = 1
    for kind, element in etree.iterwalk(root, events=("start", "end")):
        is_shown = element.tag not in _FRAME
        if kind == "start":
            line = max(line, element.sourceline or 1)
            if is_shown:
                yield Event("start", element.tag, line, dict(element.attrib))
        elif is_shown:
            yield Event("end", element.tag, line)
        words = element.text if kind == "start" else element.tail
        if words:
            yield Event("words", words, line)
            line += words.count("\n")


class BlockContext(NamedTuple):
    """The properties that the open elements give to the words inside them."""

    unseen: bool = False  # a browser shows nothing
    left_out: str = ""  # the reason why the words are no part of the text
    web: bool = False  # the words belong to the site (menus, head, foot)
    main: bool = False
    article: bool = False  # a `header` in it is the text's own
    header: bool = False  # the words are in another `header`, of the site or of the text
    style: bool = False  # the words are a style sheet
    heading: int = 0  # its level
    lists: int = 0  # how many are open
    mark: bool = False  # the words are the mark of an item, as Word writes it
    box: Literal["", "maybe", "sure"] = ""  # "sure" if a class says so, "maybe" if the element has other uses, too
    cell: bool = False
    bold: bool = False
    pre: bool = False
    offset: str = ""  # `sup` or `sub`


_BY_NAME: dict[str, dict[str, Any]] = {
    **{name: {"unseen": True} for name in _UNSEEN},
    "style": {"unseen": True, "style": True},
    **{name: {"web": True} for name in _WEB},
    **{name: {"heading": level} for name, level in HEADINGS.items()},
    **{name: {"article": True} for name in ("article", "section")},
    **{name: {"cell": True} for name in ("td", "th")},
    **{name: {"bold": True} for name in ("b", "strong")},
    **{name: {"box": "maybe"} for name in ("aside", "details")},
    "main": {"main": True, "article": True},
    "sup": {"offset": "sup"},
    "sub": {"offset": "sub"},
    "pre": {"pre": True},
}
"""The change of context that the name of an element makes."""
_BY_ROLE: dict[str, dict[str, Any]] = {
    **{name: {"web": True} for name in _WEB_ROLES},
    "main": {"main": True, "article": True},
    "note": {"box": "sure"},
}


def inside(context: BlockContext, name: str, attributes: Mapping[str, str]) -> BlockContext:
    """Return the context of the words in an element, given the context around it."""
    if context.unseen:
        return context
    changes = dict(_BY_NAME.get(name, {}))
    if name in LISTS:
        changes["lists"] = context.lists + 1
    elif name == "header" and not context.article:
        changes["header"] = True
    elif name in ("s", "strike", "del"):
        changes["left_out"] = context.left_out or _STRUCK
    changes |= _by_attributes(name, attributes)
    if "web" in changes and not context.web and name not in BLOCKS:  # such as a button in the middle of a line
        changes.setdefault("left_out", context.left_out or NAVIGATION)
    return context._replace(**changes) if changes else context


# Complexity: one condition for each attribute.
def _by_attributes(name: str, attributes: Mapping[str, str]) -> dict[str, Any]:
    """Return the change of context that the attributes of an element make."""
    role, style = attributes.get("role", "").lower(), attributes.get("style", "")
    changes = dict(_BY_ROLE.get(role, {}))
    if role == "heading":
        changes["heading"] = min(max(_integer(attributes, "aria-level", 2), 1), len(HEADINGS))
    if "hidden" in attributes or _HIDING.search(style) or (name == "dialog" and "open" not in attributes):
        changes |= {"unseen": True} if _PAGE_NUMBER.search(style) else {"left_out": _HIDDEN}
    if attributes.get("aria-hidden", "").lower() == "true" and _is_sign(name, attributes):
        changes["unseen"] = True
    names = attributes.get("class", "").lower().split()
    if name in BLOCKS and not _WEB_NAMES.isdisjoint((*names, attributes.get("id", "").lower())):
        changes["web"] = True
    if not _BOXES.isdisjoint(names):
        changes["box"] = "sure"
    if "mw-editsection" in attributes.get("class", ""):  # `[edit]` after each heading of a wiki
        changes["unseen"] = True
    if _WORD_MARK.search(style):
        changes["mark"] = True
    return changes


def _is_sign(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element is a permalink, or an icon whose name a font shows as a picture."""
    return (name == "a" and "#" in attributes.get("href", "")) or bool(_ICONS.search(attributes.get("class", "")))


def _integer(attributes: Mapping[str, str], key: str, default: int) -> int:
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
        return f"{numeral(number, self._kind)}."
