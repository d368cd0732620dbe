"""Read the markup inside a line of markdown: emphasis, links, escapes, entities and tags; markdown-it finds them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.formats.source_line import PERMALINKS, Link, icon_text, note_link, references, superscript

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_INLINE_SIGNS = re.compile(r"[*_\[\]`&<\\!]")
_EMPTY_EMPHASIS = re.compile(r"(?<!\S)(?:\*\*\s{1,3}\*\*|__\s{1,3}__)")  # a converter's: ** ** between two words
_ATTRIBUTE = re.compile(r"""\b(id|name|href|alt)\s?=\s?(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TAG_NAME = re.compile(r"</?([a-zA-Z][\w.-]*)")
_CLOSING_TAG = re.compile(r"</([a-zA-Z][\w.-]{0,40})\s?>")
_ELEMENTS = frozenset(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup content data datalist dd del details dfn dialog dir div dl dt em
    embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
    iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript
    object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select slot
    small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title
    tr track tt u ul var video wbr
    """.split()
)
_ANY_CASE = frozenset(["br", "hr", "img", "p"])  # they need no closing tag
_KEPT_ATTRIBUTES = {"a": ("id", "name", "href"), "img": ("id", "alt")}
_WORDS = ("text", "code_inline", "text_special")
_NUMBER = re.compile(r"\s*[0-9]{1,4}\.[0-9]")
_SPACING = re.compile(r"</?(?:br|p|div|t[dhr]|li|[uo]l|table|thead|tbody|fig(?:ure|caption)|summary)\b", re.IGNORECASE)
_OFFSET = re.compile(r"<(/?)(su[bp])\b", re.IGNORECASE)
_END = 8  # tokens, tags among them, that decide how the next words are written
_DEEPEST = 6  # brackets in one another; each further level of them doubles the time
_LONGEST = 100_000  # characters; no author wrote emphasis into a longer line, and it is shown as it is


class Inline(NamedTuple):
    """The visible words of a line; its links, the names by which links lead to it, and whether all of it is bold."""

    text: str
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    strong: bool = False


def closed_tags(text: str) -> frozenset[str]:
    """Return the names of the tags that a text closes somewhere: these are no words."""
    return frozenset(_CLOSING_TAG.findall(text))


def is_tag(name: str, closed: frozenset[str]) -> bool:
    """Return whether a name in angle brackets is an element's, and no word: `<br>`, not `<Base>` or `<B>`."""
    if name in closed or name.lower() in _ANY_CASE:
        return True
    return name.lower() in _ELEMENTS and (name.islower() or (name.isupper() and len(name) > 1))


def inline(content: str, closed: frozenset[str] = frozenset()) -> Inline:
    """Read the words of one line; a tag that begins a line or a cell is a blank, an icon is its alt text.

    `closed` are the tags that the document closes. Other words in angle brackets are words.
    """
    content = _EMPTY_EMPHASIS.sub(" ", content.removesuffix("\\"))
    if len(content) > _LONGEST or not _INLINE_SIGNS.search(content):
        return Inline(content.strip())
    # Complexity: each token is one step; what it adds depends on the words, the link and the tag before it.
    tokens = _parser(with_links="](" in content).parseInline(content)[0].children or []
    first_icon, offset = _first_icon(tokens), ""  # offset: `sup` or `sub` around the next words
    words: list[str] = []
    links: list[Link] = []
    anchors: list[str] = []
    link: tuple[int, str] | None = None  # where the open link begins among the words, and its address
    for at, token in enumerate(tokens):
        attributes, before, text = _attributes(token), "".join(words[-_END:]), _text(token, closed)
        if token.type == "html_inline" and (tag := _OFFSET.match(token.content)):
            offset = "" if tag[1] else tag[2].lower()
        if "alt" in attributes and at >= first_icon:
            text = icon_text(attributes["alt"], before)
        elif offset:
            text = superscript(before, text, offset)
        words.append(text)
        anchors += [attributes[name] for name in ("id", "name") if attributes.get(name)]
        if "href" in attributes:
            link = (len(words), attributes["href"])
        elif link and (token.type == "link_close" or token.content.lower() == "</a>"):
            start, href = link
            text = note_link("".join(words[max(start - _END, 0) : start]), "".join(words[start:]), href)
            is_permalink = "#" in href and text.strip() in PERMALINKS
            words[start:] = [] if is_permalink else [text]
            links += [] if is_permalink else [Link(text.strip(), href)]
            link = None
    text = "".join(words).replace("\u00a0", " ").strip()
    return Inline(text, references(links, anchors), tuple(dict.fromkeys(anchors)), _is_strong(tokens))


@cache
def _parser(with_links: bool) -> MarkdownIt:
    """Return a parser; the search for links takes most of the time, so there is one without it."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    return parser if with_links else parser.disable(["link", "image"])


def _text(token: Token, closed: frozenset[str] = frozenset()) -> str:
    if token.type in _WORDS:
        return token.content
    if token.type == "html_inline" and (name := _TAG_NAME.match(token.content)) and not is_tag(name[1], closed):
        return token.content
    is_blank_tag = token.type == "html_inline" and _SPACING.match(token.content)
    return " " if is_blank_tag or token.type in ("softbreak", "hardbreak") else ""


def _first_icon(tokens: Sequence[Token]) -> int:
    """Return the token from which on images may be words of the line.

    No image is one in a figure, in a line without words, or before a rule's number.
    """
    first = next((at for at, token in enumerate(tokens) if token.type in _WORDS and token.content.strip()), len(tokens))
    if any(token.type == "html_inline" and token.content.lower().startswith("<fig") for token in tokens):
        return len(tokens)
    return 0 if first < len(tokens) and not _NUMBER.match(tokens[first].content) else first


def _attributes(token: Token) -> dict[str, str]:
    """Return the address and the names of a link or tag, and the alt text of an image."""
    if token.type == "link_open":
        return {"href": str(token.attrGet("href") or "")}
    if token.type == "image":
        return {"alt": "".join(map(_text, token.children or ()))}
    if token.type == "html_inline":
        found = {name.lower(): double or single for name, double, single in _ATTRIBUTE.findall(token.content)}
        kept = _KEPT_ATTRIBUTES.get((_TAG_NAME.match(token.content) or ["", ""])[1].lower(), ("id",))
        return {name: found[name] for name in found if name in kept}
    return {}


def _is_strong(tokens: Sequence[Token]) -> bool:
    shown = [token for token in tokens if token.type != "text" or token.content.strip()]
    ends = [at for at, token in enumerate(shown) if token.type == "strong_close" and token.level == 0]
    return bool(shown) and shown[0].type == "strong_open" and ends == [len(shown) - 1]
