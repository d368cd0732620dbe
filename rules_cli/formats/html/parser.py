"""HTML → where elements begin and end, and the words between: always balanced, in order, with lines of the file.

Tags are told apart as browsers do it, and what authors leave open (a paragraph, an item, a cell) ends where browsers
end it. Only HTML's own entities are known, one sign each, and nothing is ever fetched.

Every step looks at the end of a list or takes from it, so that time is linear in a page's length whatever it holds:
the parsers at hand walk through all open elements for each tag that closes none, and tell no lines.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from rules_cli.formats.plain_text import split_lines

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset("ul ol menu dir".split())
BLOCKS = frozenset(
    """
    address article aside blockquote caption center col colgroup dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre
    search section select summary table tbody td tfoot th thead tr ul
    """.split()
)
"""The elements that begin a line of their own."""

_VOID = frozenset("area base basefont br col embed frame hr img input link meta param source track wbr".split())
_RAW = frozenset("script style title textarea iframe noembed noframes".split())
"""Elements that hold no others: what looks like a tag in them is none."""
_FRAME = frozenset("html head body".split())
"""Elements that are there whether an author wrote them or not."""

_TOKEN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|(?P<open>\Z)))"
    r"|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*+)"
    r"(?P<attributes>(?:[^>=]++|=\s*+(?:\"[^\"]*+\"?+|'[^']*+'?+|[^\s>]*+))*+)(?:>|(?P<cut>\Z))"
    r"|<[!?/][^>]*+>?",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s/>=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"?|'([^']*+)'?|([^\s>]*+)))?+")
_CLOSED = re.compile(r"(?:^|[\s\"'])/$")
_NO_SIGN = re.compile(r"&#0*+[0-9]{8,}+;?")  # a number that names no sign, and may be too long to be taken for one
_NO_ATTRIBUTES: Mapping[str, str] = MappingProxyType({})

_CELLS = ("td", "th", "caption")
_KINDS = {
    **dict.fromkeys(BLOCKS, ("block",)),
    **dict.fromkeys(LISTS, ("block", "list")),
    **dict.fromkeys(_CELLS, ("block", "cell")),
}
_WALLS = {
    "li": ("list", "cell"),
    "dt": ("dl", "cell"),
    "dd": ("dl", "cell"),
    "table": (),
    **dict.fromkeys("tr td th tbody thead tfoot caption colgroup".split(), ("table",)),
}
"""What the end of an element can't reach through, where it is not a cell for a block, or a block for all others."""
_PARTS = ("tbody", "thead", "tfoot", "caption", "colgroup")
_CLOSES = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "td": ("td", "th", "caption"),
    "th": ("td", "th", "caption"),
    "tr": ("tr", *_CELLS),
    "option": ("option",),
    "a": ("a",),
    **dict.fromkeys(_PARTS, ("tr", *_CELLS, *_PARTS)),
    **dict.fromkeys([*HEADINGS, *LISTS, "p", "dl", "pre", "table", "blockquote"], tuple(HEADINGS)),
}
"""What an element ends, where it is still open, when it begins."""


class Event(NamedTuple):
    """Something in a page: `value` is the name of the element that begins or ends, else words. `line` counts from 1.

    `lost` is markup that never ends, and with it the page.
    """

    kind: Literal["start", "end", "words", "lost"]
    value: str
    line: int
    attributes: Mapping[str, str] = _NO_ATTRIBUTES


class _Open:
    """The elements that are open, the innermost last, and where each name and kind of them was opened."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)

    def begin(self, name: str) -> None:
        for key in (name, *_KINDS.get(name, ())):
            self._places[key].append(len(self.names))
        self.names.append(name)

    def end(self, depth: int) -> list[str]:
        """End all elements that are open at this depth or deeper, the innermost first."""
        ended = self.names[depth:]
        ended.reverse()
        del self.names[depth:]
        for name in ended:
            for key in (name, *_KINDS.get(name, ())):
                self._places[key].pop()
        return ended

    def depth(self, names: Sequence[str], walls: Sequence[str]) -> int:
        """How deep the outermost of these elements is that stands inside the walls; past all where there is none."""
        wall = max(map(self._innermost, walls), default=-1)
        return min((place for place in map(self._innermost, names) if place > wall), default=len(self.names))

    def _innermost(self, key: str) -> int:
        places = self._places.get(key)
        return places[-1] if places else -1


def events(page: str) -> Iterator[Event]:
    """All that a page holds, in order. Each `start` has its `end`, an element without content too."""
    text = "\n".join(split_lines(page))
    opened = _Open()
    at, line = 0, 1
    while token := _TOKEN.search(text, at):
        if token.start() > at:
            yield Event("words", _unescape(text[at : token.start()]), line)
        line += text.count("\n", at, token.start())
        at = token.end()
        name = (token["name"] or "").lower()
        if token["open"] is not None or token["cut"] is not None:
            yield Event("lost", token[0], line)
        elif name:
            yield from _tag(opened, name, token, line)
        line += text.count("\n", token.start(), at)
        if name in _RAW and opened.names[-1:] == [name]:
            end = _end_of(name, text, at)
            yield Event("words" if end else "lost", text[at : end or None], line)
            line += text.count("\n", at, end or None)
            at = end or len(text)
    if text[at:]:
        yield Event("words", _unescape(text[at:]), line)
    yield from (Event("end", name, line) for name in opened.end(0))


def _tag(opened: _Open, name: str, token: re.Match[str], line: int) -> Iterator[Event]:
    """What a tag begins and ends."""
    if name in _FRAME:
        return
    if token["end"] and name != "br":
        depth = opened.depth((name,), _walls(name))
        if name == "p" and depth == len(opened.names):  # as in browsers: a paragraph, though an empty one
            yield from (Event("start", name, line), Event("end", name, line))
        yield from (Event("end", ended, line) for ended in opened.end(depth))
        return
    if name in BLOCKS:
        yield from (Event("end", ended, line) for ended in opened.end(opened.depth(("p", "svg"), ("cell",))))
    if name in _CLOSES:
        depth = opened.depth(_CLOSES[name], _walls(_CLOSES[name][0]))
        yield from (Event("end", ended, line) for ended in opened.end(depth))
    yield Event("start", name, line, _attributes(token["attributes"]))
    if name in _VOID or _CLOSED.search(token["attributes"]):
        yield Event("end", name, line)
    else:
        opened.begin(name)


def _walls(name: str) -> Sequence[str]:
    return _WALLS.get(name, ("cell",) if name in BLOCKS else ("block",))


def _end_of(name: str, text: str, at: int) -> int:
    """Where the content of an element that holds no others ends; 0 where it never does."""
    found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, at)
    return found.start() if found else 0


def _attributes(text: str) -> Mapping[str, str]:
    """The attributes of a tag by name; the first of a name counts."""
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(text):
        found.setdefault(name.lower(), _unescape("".join(values)))
    return found or _NO_ATTRIBUTES


def _unescape(text: str) -> str:
    return html.unescape(_NO_SIGN.sub("\ufffd", text)) if "&" in text else text
