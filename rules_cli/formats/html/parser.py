"""Read HTML as element starts, element ends and words, in order, each with its line of the file.

lxml parses the page and ends what its author left open, much as browsers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from lxml import etree

from rules_cli.errors import SourceError
from rules_cli.formats.plain_text import split_lines
from rules_cli.formats.source_line import too_long

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset("ul ol menu dir".split())
BLOCKS = frozenset(
    """
    address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre
    search section select summary table tbody td tfoot th thead tr ul
    """.split()
)
"""The elements that begin a new line."""

_FRAME = frozenset("html head body".split())
"""Elements that lxml adds if the author left them out."""
_FRAME_ENDS = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z][^<>]*")
_MOST_WORDS_IN_TAG = 2_000  # lxml compares each attribute with all before it; real tags have a few dozen words
_UNFINISHED_TAG = re.compile(r"<[a-zA-Z/!?](?:[^>\"']++|\"[^\"]*+\"?+|'[^']*+'?+)*+\Z")
_MOST_TAGS = 1_000_000  # a page of four thousand rules has 30,000; each takes memory
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})


class Event(NamedTuple):
    """A part of a page: `value` is the name of the element that starts or ends, or else words.

    `unfinished` is markup that runs to the end of the file because its end is missing.
    """

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
    root = _parse(text, name)
    if root is not None:
        yield from _walk(root)
    unfinished = _unfinished(text)
    if unfinished < len(text):
        yield Event("unfinished", text[unfinished:], text.count("\n", 0, unfinished) + 1)


def _parse(text: str, name: str) -> etree._Element | None:
    """Return the root of the page's tree, None if the page is empty."""
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:  # lxml drops what comes after the end of `body` and `html`, and browsers do not
        root = etree.fromstring(_FRAME_ENDS.sub("", text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    if any(error.level_name == "FATAL" for error in parser.error_log):
        raise SourceError(f"{name}: its elements are nested too deep for a rulebook; save the page again")
    return root


def _walk(root: etree._Element) -> Iterator[Event]:
    """Yield the elements and words of a tree.

    A line number comes from the last start tag and the line ends in the words since, because lxml stores it for
    start tags only, and only up to 65,535.
    """
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


def _unfinished(text: str) -> int:
    """Return where a comment or a tag begins that has no end, or the length of the text."""
    comment = text.rfind("<!--")
    if comment > max(text.rfind("-->"), text.rfind("--!>")):
        return comment
    tag = text.rfind("<")
    return tag if tag >= 0 and _UNFINISHED_TAG.match(text, tag) else len(text)
