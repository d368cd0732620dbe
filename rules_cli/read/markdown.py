"""Markdown, GitBook's hint boxes included → lines.

Blocks are read line by line, so that every line is accounted for whatever stands in the middle of a list; what
is inside a line (emphasis, links, escapes, entities) is markdown-it's to read.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from rules_cli.read.lines import Document, Link, Role, SourceLine
from rules_cli.read.text import indent_of, item_of, split_lines, tidy

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_BOX = re.compile(r"^\s*\{%\s*(end)?\w+[^%]*%\}\s*$")
_SIGNS = re.compile(r"^ {0,3}#{1,6}[ \t]+\S|^\s*\{%\s*hint\b", re.MULTILINE)
_INLINE = re.compile(r"[*_\[\]`&<\\!]")
_MAX_INLINE = 100_000  # a longer line is shown as it stands: nobody wrote emphasis into it


def is_markdown(text: str, name: str) -> bool:
    """Whether to read the text as markdown: by the file's name, else by its headings and boxes."""
    return name.lower().endswith((".md", ".markdown")) or bool(_SIGNS.search(text))


def read_markdown(text: str, name: str) -> Document:
    """Markdown; text lines with no blank line between them are one paragraph."""
    lines: list[SourceLine] = []
    box = boxes = 0
    for number, raw in enumerate(split_lines(text), 1):
        if edge := _BOX.match(raw):
            boxes += not edge[1]
            box = 0 if edge[1] else boxes
            lines.append(SourceLine(number, raw, "", "markup"))
        else:
            lines.append(_line(number, raw, box))
    return Document(name, tuple(lines), joins=True)


def _line(number: int, raw: str, box: int) -> SourceLine:
    line = tidy(raw)
    if not line.strip():
        return SourceLine(number, raw, "", "blank")
    role: Role = "text"
    level, marker, content = indent_of(line), "", line.strip()
    if heading := _HEADING.match(line):
        role, level, content = "heading", len(heading[1]), heading[2]
    elif item := item_of(line):
        role, marker, content = "item", item[0], item[1]
    shown, links = inline(content)
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
