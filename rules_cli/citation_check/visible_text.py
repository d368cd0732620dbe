"""What a reader sees of a text: no tags, no addresses; and where in the text each character of it stands.

Guarantees: `origin` never runs backwards, and a run of characters that was not touched stands in the text as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from rules_cli.citation_check.source import Format

FILLER = "\0"
"""What stands for an address: a character that is in no text, so that nothing is found in it or across it."""

Span = tuple[int, int]
Piece = tuple[int, str]
"""A run of a reader's text, and where it begins in the source."""

_ADDRESS = re.compile(r"(?:\b[a-zA-Z][a-zA-Z0-9+.-]{1,15}://|\bwww\.|\bmailto:)[^\s<>\"'`“”»)\]\x00]+")
_LINK_TARGET = re.compile(r"(?<=\])\([^()\s\x00]*(?:\([^()\s\x00]*\)[^()\s\x00]*)?[^()\x00]{0,200}\)")
_LINK_DEFINED = re.compile(r"^ {0,3}\[[^\[\]\n]{1,200}\]:[ \t]*\S+", re.MULTILINE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});")
_TAG_OPENS = re.compile(r"<(?:(?P<comment>!--)|!|\?|(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*+))")
_ATTRIBUTES = re.compile(r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+")
_QUOTED_LINES = re.compile(r"(?:^[ \t]{0,3}>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_INLINE = frozenset(
    """
    a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strike
    strong sub sup time tt u var wbr
    """.split()
)
_IN_MARKDOWN = _INLINE | frozenset(
    """
    blockquote br center dd details div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p picture pre section source
    summary table tbody td tfoot th thead tr ul video
    """.split()
)
_QUOTES = ("q", "blockquote")
_UNREAD = ("style",)
_PARAGRAPH = "\n\n"


@dataclass(frozen=True, slots=True)
class Clean:
    """A reader's text, with where it came from. `blocks` are the spans set apart as quotations, in order."""

    text: str
    starts: Sequence[int] = (0,)
    origins: Sequence[int] = (0,)
    blocks: tuple[Span, ...] = ()

    def origin(self, offset: int) -> int:
        """Where in the source a character stands."""
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + offset - self.starts[piece]

    def span(self, start: int, end: int) -> Span:
        """The part of the source that a run of characters came from."""
        return self.origin(start), self.origin(end - 1) + 1


def clean(text: str, form: Format) -> Clean:
    """The text as a reader sees it; time linear in its length."""
    if form == "text":
        seen = _without_addresses(text)
        return Clean(seen, blocks=_quoted_lines(seen))
    if form == "markdown":
        text = _LINK_DEFINED.sub(_filled, _LINK_TARGET.sub(_filled, text))
    found = _put_together(_without_tags(text, form))
    seen = _without_addresses(found.text)
    blocks = found.blocks if form == "html" else tuple(sorted({*found.blocks, *_quoted_lines(seen)}))
    return Clean(seen, found.starts, found.origins, blocks)


def _filled(found: re.Match[str]) -> str:
    """As much filler, line ends kept."""
    return re.sub(r"[^\n]", FILLER, found[0])


def _without_addresses(text: str) -> str:
    return _ADDRESS.sub(_filled, text)


def _quoted_lines(text: str) -> tuple[Span, ...]:
    """Runs of lines that begin with `>`."""
    return tuple(found.span() for found in _QUOTED_LINES.finditer(text)) if ">" in text else ()


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag with its place; `name` is empty for what is no element."""

    start: int
    end: int
    name: str = ""
    closes: bool = False


def _tags(text: str) -> Iterator[_Tag]:
    """Every tag and every mark of a comment; what only looks like a tag is text, and never read twice."""
    at = 0
    while opening := _TAG_OPENS.search(text, at):
        start, at = opening.span()
        if opening["comment"]:
            yield _Tag(start, at)
            continue
        at = _ATTRIBUTES.match(text, at).end()  # type: ignore[union-attr]  # it matches the empty string
        if text[at : at + 1] == ">":
            at += 1
            yield _Tag(start, at, (opening["name"] or "").lower(), bool(opening["end"]))


def _put_together(pieces: Iterator[Piece | _Tag]) -> Clean:
    """Pieces of text in order, and the spans between the tags of quotations."""
    texts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    blocks: list[Span] = []
    open_at: list[int] = []
    length = 0
    for piece in pieces:
        if isinstance(piece, _Tag):
            if not piece.closes:
                open_at.append(length)
            elif open_at:
                blocks.append((open_at.pop(), length))
        elif piece[1]:
            starts.append(length)
            origins.append(piece[0])
            texts.append(piece[1])
            length += len(piece[1])
    return Clean("".join(texts), starts or (0,), origins or (0,), tuple(sorted(blocks)))


def _without_tags(text: str, form: Format) -> Iterator[Piece | _Tag]:
    """The text between tags, a paragraph's end for each that is more than a change of type, and quotations' tags."""
    at, unread = 0, ""
    for tag in _tags(text):
        if form == "markdown" and tag.name not in _IN_MARKDOWN:
            continue
        if unread and not (tag.closes and tag.name == unread):
            continue
        if not unread:
            yield from _decoded(text, at, tag.start)
        unread = tag.name if tag.name in _UNREAD and not tag.closes else ""
        at = tag.end
        if tag.closes and tag.name in _QUOTES:
            yield tag
        if tag.name not in _INLINE:
            yield tag.start, "\n" if tag.name == "br" else _PARAGRAPH
        if not tag.closes and tag.name in _QUOTES:
            yield tag
    yield from _decoded(text, at, len(text))


def _decoded(text: str, start: int, end: int) -> Iterator[Piece]:
    """A run of text, each character reference as the character that it stands for."""
    for found in _ENTITY.finditer(text, start, end) if "&" in text[start:end] else ():
        yield start, text[start : found.start()]
        yield found.start(), unescape(found[0])
        start = found.end()
    yield start, text[start:end]
