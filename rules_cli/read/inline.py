"""What is inside a line of markdown: emphasis, links, escapes, entities and tags → what a reader sees of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.read.lines import Link, linked, off_line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SIGNS = re.compile(r"[*_\[\]`&<\\!]")
_ATTRIBUTE = re.compile(r"""\b(id|name|href)\s?=\s?(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
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
    """Read one line's words; images and tags are gone, a tag that begins a new line or cell is a blank."""
    content = content.removesuffix("\\")
    if len(content) > _LONGEST or not _SIGNS.search(content):
        return Inline(content.strip())
    words: list[str] = []
    links: list[Link] = []
    anchors: list[str] = []
    opened: tuple[int, str] | None = None
    off = ""
    tokens = _parser(with_links="](" in content).parseInline(content)[0].children or []
    for token in tokens:
        attributes = _attributes(token)
        if token.type == "html_inline" and (tag := _OFF_LINE.match(token.content)):
            off = "" if tag[1] else tag[2].lower()
        words.append(off_line("".join(words[-_LAST:]), _words(token), off) if off else _words(token))
        anchors += [attributes[name] for name in ("id", "name") if attributes.get(name)]
        if "href" in attributes:
            opened = (len(words), attributes["href"])
        elif opened and (token.type == "link_close" or token.content.lower() == "</a>"):
            start, href = opened
            typed = linked("".join(words[max(start - _LAST, 0) : start]), "".join(words[start:]), href)
            words[start:] = [typed]
            links.append(Link(typed.strip(), href))
            opened = None
    text = "".join(words).replace("\u00a0", " ").strip()
    return Inline(text, tuple(links), tuple(dict.fromkeys(anchors)), _is_strong(tokens))


def _words(token: Token) -> str:
    if token.type in ("text", "code_inline", "text_special"):
        return token.content
    breaks = token.type in ("softbreak", "hardbreak") or (token.type == "html_inline" and _SPACING.match(token.content))
    return " " if breaks else ""


def _attributes(token: Token) -> dict[str, str]:
    """The address and the names of a link or tag."""
    if token.type == "link_open":
        return {"href": str(token.attrGet("href") or "")}
    if token.type == "html_inline":
        found = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(token.content)}
        return found if token.content[:2].lower() == "<a" else {name: found[name] for name in found if name == "id"}
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
