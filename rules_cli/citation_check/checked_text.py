"""A text to check: as read from a file, and as a reader sees it, without tags and addresses.

Guarantees: the file can be written back byte for byte. In the visible text, `origin` never runs backwards, and each
character that is neither masked nor decoded is the one in the source. No library for HTML keeps the places that `--fix`
needs.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import PurePath
from typing import Literal

from rules_cli.errors import SourceError
from rules_cli.formats import is_page
from rules_cli.formats.markdown import is_markdown

Format = Literal["html", "markdown", "text"]

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_INVALID_BYTES = "surrogateescape"  # they are written back as they were
_MARKUP = (".html", ".htm", ".xhtml", ".xml", ".svg")
_MARKDOWN = (".md", ".markdown", ".mdx")
_LINE_START = re.compile("\r\n|\r|\n")


@dataclass(frozen=True)
class CheckedText:
    """A file's text, without its byte-order mark, which is in `mark`."""

    name: str
    text: str
    encoding: str = "utf-8"
    mark: bytes = b""

    def bytes_of(self, text: str) -> bytes:
        """Return a text in the file's encoding; `bytes_of(source.text)` are the bytes of the file."""
        return self.mark + text.encode(self.encoding, _INVALID_BYTES)

    @property
    def format(self) -> Format:
        """The markup of the text, by the file's name, else by its beginning. Code counts as text."""
        suffix = PurePath(self.name).suffix.lower()
        if suffix in _MARKUP or is_page(self.text, self.name):
            return "html"
        if suffix in _MARKDOWN or (not suffix and is_markdown(self.text, "")):
            return "markdown"
        return "text"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_START.finditer(self.text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of a character, both counted from 1, as an editor counts them."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def read_text(data: bytes, name: str) -> CheckedText:
    """Decode a file by its byte-order mark, else as UTF-8, else as Windows-1252. Raises SourceError if not text."""
    try:
        data.decode("utf-8")
        without_mark = "utf-8"
    except UnicodeDecodeError:
        without_mark = "cp1252"
    mark, encoding = next((known for known in _MARKS if data.startswith(known[0])), (b"", without_mark))
    try:
        text = data.removeprefix(mark).decode(encoding, _INVALID_BYTES)
    except UnicodeDecodeError:
        text = "\0"  # half a character of UTF-16
    if "\0" in text or data.startswith(b"%PDF-"):
        raise SourceError(f"{name}: not a text file; rules check reads text, markdown, HTML and code")
    return CheckedText(name, text, encoding, mark)


MASK = "\0"
"""Replaces each character of an address. It is in no text, so nothing is found inside an address or across it."""

Extent = tuple[int, int]

_ADDRESS = re.compile(r"(?:\b[a-zA-Z][a-zA-Z0-9+.-]{1,15}://|\bwww\.|\bmailto:)[^\s<>\"'`“”»)\]\x00]+")
_LINK_TARGET = re.compile(r"(?<=\])\([^()\s\x00]*(?:\([^()\s\x00]*\)[^()\s\x00]*)?[^()\x00]{0,200}\)")
_LINK_DEFINED = re.compile(r"^ {0,3}\[[^\[\]\n]{1,200}\]:[ \t]*\S+", re.MULTILINE)
_ESCAPE = re.compile(r"\\(?=[#@~])")  # the signs of an id that markdown escapes, also when pasted into a text
_ENTITY = re.compile(rf"&(?:#[0-9]{{1,7}}|#[xX][0-9a-fA-F]{{1,6}}|[a-zA-Z][a-zA-Z0-9]{{1,30}});|{_ESCAPE.pattern}")
_TAG_OPENS = re.compile(r"<(?:(?P<comment>!--)|!|\?|(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9:-]*+))")
_ATTRIBUTES = re.compile(r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*")
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
_UNREAD = ("style",)
_PARAGRAPH = "\n\n"
_SHOWN = {"br": "\n", "td": "\t", "th": "\t", "dt": _PARAGRAPH, "dd": "\t", "q": "“", "/q": "”"}
"""What a tag shows of itself; a cell belongs to the one before it."""
_SOURCE = " — "  # before the source of a block quotation, <cite>


@dataclass(frozen=True, slots=True)
class VisibleText:
    """The visible text with its places in the source. `blocks` are the spans of block quotations, in order."""

    text: str
    starts: Sequence[int] = (0,)
    origins: Sequence[int] = (0,)
    blocks: tuple[Extent, ...] = ()

    def origin(self, offset: int) -> int:
        """Return the place of a character in the source."""
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + offset - self.starts[piece]

    def span(self, start: int, end: int) -> Extent:
        """Return the part of the source that a run of characters came from."""
        return self.origin(start), self.origin(end - 1) + 1


def visible_text(text: str, form: Format) -> VisibleText:
    """Return the text as a reader sees it; time linear in its length."""
    if form == "markdown":
        text = _LINK_DEFINED.sub(_masked, _LINK_TARGET.sub(_masked, text))
    builder = _VisibleBuilder(text, _ESCAPE if form == "text" else _ENTITY)
    if form == "text":
        builder.add_decoded(0, len(text))
    else:
        _add_without_tags(text, form, builder)
    visible = builder.text()
    masked = _ADDRESS.sub(_masked, visible.text)
    blocks = set(visible.blocks)
    if form != "html":
        blocks.update(quoted.span() for quoted in _QUOTED_LINES.finditer(masked))
    return VisibleText(masked, visible.starts, visible.origins, tuple(sorted(blocks)))


def _masked(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", MASK, found[0])


class _VisibleBuilder:
    """Joins pieces of a source to its visible text; keeps the place of each piece, and the spans of block quotations.
    `coded` is the pattern of character references and escapes, which are decoded."""

    def __init__(self, source: str, coded: re.Pattern[str]) -> None:
        self._source, self._coded, self._length = source, coded, 0
        self._pieces: list[tuple[int, int, str]] = []
        self._open_at: list[int] = []
        self._blocks: list[Extent] = []

    def add(self, origin: int, text: str) -> None:
        if text:
            self._pieces.append((self._length, origin, text))
            self._length += len(text)

    def add_decoded(self, start: int, end: int) -> None:
        """Add a part of the source, decoded: a character for each character reference, and no escape signs."""
        for found in self._coded.finditer(self._source, start, end):
            self.add(start, self._source[start : found.start()])
            self.add(found.start(), unescape(found[0]).removeprefix("\\"))
            start = found.end()
        self.add(start, self._source[start:end])

    @property
    def is_quoting(self) -> bool:
        """Whether a quotation is open."""
        return bool(self._open_at)

    def quote(self, closes: bool) -> None:
        """Begin a quotation, or end the innermost one; an end tag without a beginning is ignored."""
        if not closes:
            self._open_at.append(self._length)
        elif self._open_at:
            self._blocks.append((self._open_at.pop(), self._length))

    def text(self) -> VisibleText:
        """Return the text that was added so far."""
        if not self._pieces:
            return VisibleText("", blocks=tuple(self._blocks))
        starts, origins, texts = zip(*self._pieces, strict=True)
        return VisibleText("".join(texts), starts, origins, tuple(self._blocks))


# Complexity: what becomes of a tag depends on the format, on the element, and on whether it opens or closes.
def _add_without_tags(text: str, form: Format, builder: _VisibleBuilder) -> None:
    """Add the text between tags, a paragraph's end for each block element, and the tags of quotations. In markdown a
    tag of an unknown element is text. Of a comment, only the sign that opens it is a tag, without a name: its text is
    read."""
    text_start, end = 0, 0  # of the text that is not added yet; of the tag or sign that was read last
    unread = ""  # the element whose text is skipped up to its end tag
    while opening := _TAG_OPENS.search(text, end):
        start, end = opening.span()
        if not opening["comment"]:
            end = _ATTRIBUTES.match(text, end).end()  # type: ignore[union-attr]  # it matches the empty string
            if text[end : end + 1] != ">":  # only looks like a tag, and is not read twice
                continue
            end += 1
        name, closes = (opening["name"] or "").lower(), bool(opening["end"])
        if (form == "markdown" and name not in _IN_MARKDOWN) or (unread and not (closes and name == unread)):
            continue
        if not unread:
            builder.add_decoded(text_start, start)
        text_start = end
        unread = name if name in _UNREAD and not closes else ""
        shown = _SHOWN.get((opening["end"] or "") + name, "" if name in _INLINE or name in _SHOWN else _PARAGRAPH)
        if not closes:
            builder.add(start, _SOURCE if name == "cite" and builder.is_quoting else shown)
        if name == "blockquote":
            builder.quote(closes)
        if closes:
            builder.add(start, shown)
    builder.add_decoded(text_start, len(text))
