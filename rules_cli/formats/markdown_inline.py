"""What is inside a line of markdown: emphasis, links, escapes, entities and tags → what a reader sees of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.formats.source_line import Link, icon_text, note_link, superscript

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SIGNS = re.compile(r"[*_\[\]`&<\\!]")
_ATTRIBUTE = re.compile(r"""\b(id|name|href|alt)\s?=\s?(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_NAME = re.compile(r"<\w+")
_KEPT = {"<a": ("id", "name", "href"), "<img": ("id", "alt")}
_TEXTS = ("text", "code_inline", "text_special")
_RULE = re.compile(r"\s*[0-9]{1,4}\.[0-9]")
_SPACING = re.compile(r"</?(?:br|p|div|t[dhr]|li|[uo]l|table|thead|tbody|fig(?:ure|caption)|summary)\b", re.IGNORECASE)
_OFF_LINE = re.compile(r"<(/?)(su[bp])\b", re.IGNORECASE)
_LAST = 8  # tokens, tags among them, that tell what the next words stand after
_DEEPEST = 6  # brackets in one another: looking for links further in would cost as much for each of them
_LONGEST = 100_000  # a longer line is shown as it stands: nobody wrote emphasis into it


class Inline(NamedTuple):
    """What a reader sees of a line, its links, the names by which links lead to it, and whether all of it is bold."""

    text: str
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    strong: bool = False


def inline(content: str) -> Inline:
    """Read one line's words; tags are gone, one that begins a new line or cell is a blank, a picture within words what
    stands for it."""
    content = content.removesuffix("\\")
    if len(content) > _LONGEST or not _SIGNS.search(content):
        return Inline(content.strip())
    tokens = _parser(with_links="](" in content).parseInline(content)[0].children or []
    seen = _Seen()
    pictures = _pictures_from(tokens)
    for at, token in enumerate(tokens):
        seen.take(token, at >= pictures)
    text = "".join(seen.words).replace("\u00a0", " ").strip()
    return Inline(text, tuple(seen.links), tuple(dict.fromkeys(seen.anchors)), _is_strong(tokens))


class _Seen:
    """What has been seen of a line so far; `off` is the tag (`sup`, `sub`) that the next words stand in."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.links: list[Link] = []
        self.anchors: list[str] = []
        self._opened: tuple[int, str] | None = None
        self._off = ""

    def take(self, token: Token, pictured: bool) -> None:
        """Take the next token; `pictured` says that a picture is one of the line's words."""
        attributes = _attributes(token)
        if token.type == "html_inline" and (tag := _OFF_LINE.match(token.content)):
            self._off = "" if tag[1] else tag[2].lower()
        text = superscript(self._end(), _words(token), self._off) if self._off else _words(token)
        if pictured and "alt" in attributes:
            text = icon_text(attributes["alt"], self._end())
        self.words.append(text)
        self.anchors += [attributes[name] for name in ("id", "name") if attributes.get(name)]
        if "href" in attributes:
            self._opened = (len(self.words), attributes["href"])
        elif self._opened and (token.type == "link_close" or token.content.lower() == "</a>"):
            self._end_link(*self._opened)

    def _end_link(self, start: int, href: str) -> None:
        typed = note_link(self._end(start), "".join(self.words[start:]), href)
        self.words[start:] = [typed]
        self.links.append(Link(typed.strip(), href))
        self._opened = None

    def _end(self, at: int | None = None) -> str:
        """How the words end so far, or before one of them."""
        at = len(self.words) if at is None else at
        return "".join(self.words[max(at - _LAST, 0) : at])


def _words(token: Token) -> str:
    if token.type in _TEXTS:
        return token.content
    breaks = token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and _SPACING.match(token.content))
    return " " if breaks else ""


def _pictures_from(tokens: Sequence[Token]) -> int:
    """The token from which on pictures are words of the line: not in a figure or a line without words, and not before
    a rule's number."""
    first = next((at for at, token in enumerate(tokens) if token.type in _TEXTS and token.content.strip()), len(tokens))
    if any(token.type == "html_inline" and token.content.lower().startswith("<fig") for token in tokens):
        return len(tokens)
    return 0 if first < len(tokens) and not _RULE.match(tokens[first].content) else first


def _attributes(token: Token) -> dict[str, str]:
    """The address and the names of a link or tag, and what stands for a picture."""
    if token.type == "link_open":
        return {"href": str(token.attrGet("href") or "")}
    if token.type == "image":
        return {"alt": "".join(map(_words, token.children or ()))}
    if token.type == "html_inline":
        found = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(token.content)}
        kept = _KEPT.get((_NAME.match(token.content) or [""])[0].lower(), ("id",))
        return {name: found[name] for name in found if name in kept}
    return {}


def _is_strong(tokens: Sequence[Token]) -> bool:
    """Whether one bold run is all that there is."""
    held = [token for token in tokens if token.type != "text" or token.content.strip()]
    ends = [at for at, token in enumerate(held) if token.type == "strong_close" and token.level == 0]
    return bool(held) and held[0].type == "strong_open" and ends == [len(held) - 1]


@cache
def _parser(with_links: bool) -> MarkdownIt:
    """Looking for links costs far more than all the rest, at each bracket of a line that has none."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    return parser if with_links else parser.disable(["link", "image"])
