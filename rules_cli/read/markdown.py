"""Markdown, GitBook's hint boxes included → lines.

Blocks are read line by line, so that every line is accounted for whatever stands in the middle of a list; what
is inside a line (emphasis, links, escapes, entities) is markdown-it's to read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from rules_cli.read.lines import Document, Link, Role, SourceLine
from rules_cli.read.text import indent_of, is_blank, item_of, split_lines, tidy

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*)$")
_CLOSING = re.compile(r"(?:^|[ \t])#+$")
_BOX = re.compile(r"^\s*+\{%\s*+(end)?(\w++)[^%]*+%\}\s*$")
_SIGNS = re.compile(r"^ {0,3}#{1,6}[ \t]+\S|^[ \t]*\{%\s?hint\b")
_INLINE = re.compile(r"[*_\[\]`&<\\!]")
_QUOTED = re.compile(r"^(?:>[ \t]?){1,9}(?=\S)")
_MAX_INLINE = 100_000  # a longer line is shown as it stands: nobody wrote emphasis into it


def is_markdown(text: str, name: str) -> bool:
    """Whether to read the text as markdown: by the file's name, else by its headings and boxes."""
    return name.lower().endswith((".md", ".markdown")) or any(map(_SIGNS.match, split_lines(text)))


def read_markdown(text: str, name: str) -> Document:
    """Markdown; text lines with no blank line between them are one paragraph."""
    raws = split_lines(text)
    boxes = _boxes(raws)
    lines = [
        SourceLine(number, raw, "", "markup") if _BOX.match(raw) else _line(number, raw, box)
        for number, (raw, box) in enumerate(zip(raws, boxes, strict=True), 1)
    ]
    return Document(name, tuple(lines), joins=True)


def _boxes(raws: Sequence[str]) -> list[int]:
    """Which box each line stands in, 0 for none; what is opened and never closed (an embedded film) is no box."""
    last_end = {edge[2]: at for at, raw in enumerate(raws) if (edge := _BOX.match(raw)) and edge[1]}
    inside: list[int] = []
    box = count = 0
    for at, raw in enumerate(raws):
        edge = _BOX.match(raw)
        if edge and edge[1]:
            box = 0
        elif edge and last_end.get(edge[2], 0) > at:
            count += 1
            box = count
        inside.append(box)
    return inside


def _line(number: int, raw: str, box: int) -> SourceLine:
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank" if is_blank(raw) else "markup")
    role: Role = "text"
    level, marker, content = indent_of(line), "", line.strip()
    if heading := _HEADING.match(line):
        role, level, content = "heading", len(heading[1]), _CLOSING.sub("", heading[2]).rstrip()
    elif item := item_of(line):
        role, marker, content = "item", item[0], item[1]
    shown, links = inline(_QUOTED.sub("", content))
    if box:
        shown = f"• {shown}" if marker and not marker[0].isdigit() else f"{marker} {shown}".strip()
        role, level, marker = "note", box, ""
    if not shown.strip():
        return SourceLine(number, raw, "", "markup")
    return SourceLine(number, raw, shown, role, level, marker, links)


def inline(content: str) -> tuple[str, tuple[Link, ...]]:
    """What a reader sees of a line, and its links: emphasis, escapes, entities, images and tags are gone."""
    content = content.removesuffix("\\")
    if len(content) > _MAX_INLINE or not _INLINE.search(content):
        return content.strip(), ()
    words: list[str] = []
    links: list[Link] = []
    open_link: tuple[int, str] | None = None
    for token in _parser().parseInline(content)[0].children or []:
        if token.type == "link_open":
            open_link = (len(words), str(token.attrGet("href") or ""))
        elif token.type == "link_close" and open_link:
            links.append(Link("".join(words[open_link[0] :]).strip(), open_link[1]))
            open_link = None
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type in ("text", "code_inline", "text_special"):
            words.append(token.content)
        elif token.type == "html_inline" and token.content.lower().startswith("<br"):
            words.append(" ")
    return "".join(words).replace("\u00a0", " ").strip(), tuple(links)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark")
