"""Saved web pages (HTML) → lines: what a browser shows of a page, block by block.

Shown: each block as a line, an item's bullet or number, a table's rows, the word that stands for an icon in a
sentence, an author's own line breaks. Not shown: scripts, styles, permalink signs. What is hidden or struck out, or
belongs to the web page and not to its text (menus, its head and foot, forms), is markup that says so. A line's number
is that of the line of the file where its words begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_cli.formats.html.blocks import Blocks
from rules_cli.formats.html.context import VisibleLine
from rules_cli.formats.html.parser import events
from rules_cli.formats.source_line import MAX_LINES, Document, SourceLine, too_long

_MAX_EVENTS = 6 * MAX_LINES  # a line's words, an element around them, another in their midst
_WEB = "navigation of the web page"


def read_page(text: str, name: str) -> Document:
    """Read an HTML page: any text is one, unless SourceError says that it is too long for a rulebook.

    Lines adjoin only where their author broke a line.
    """
    blocks = Blocks()
    for count, event in enumerate(events(text, name)):
        if count > _MAX_EVENTS or len(blocks.shown) > MAX_LINES:
            raise too_long(name)
        blocks.take(event)
    shown = blocks.close()
    plain = all(one.place.pre for one in shown)  # a text file that a browser saved as a page
    return Document(name, tuple(_lines(shown)), joins=not plain, breaks=not plain)


def _lines(shown: Sequence[VisibleLine]) -> Iterator[SourceLine]:
    """The lines of a page, a blank one before each that doesn't adjoin; what is no part of its text says so."""
    text = [one for one in shown if not one.place.web]
    has_main = _are_most([one for one in text if one.place.main], text)
    is_form = _are_most([one for one in text if one.place.form], text)
    for at, one in enumerate(shown):
        line, place = one.line, one.place
        if at and not one.adjoins:
            yield SourceLine(line.number, "", "", "blank")
        web = place.web or (has_main and not place.main) or (place.form and not is_form) or _is_bar(line)
        yield SourceLine(line.number, line.raw, _WEB, "markup") if web and line.role != "markup" else line


def _are_most(some: Sequence[VisibleLine], of_all: Sequence[VisibleLine]) -> bool:
    return 2 * sum(len(one.line.text) for one in some) > sum(len(one.line.text) for one in of_all)


def _is_bar(line: SourceLine) -> bool:
    """Whether a line is nothing but links to other places, side by side."""
    if line.role != "text" or len(line.links) < 2 or "," in line.text:
        return False
    own = [link.text for link in line.links if not link.text[:1].isdigit()]
    return len(own) == len(line.links) and sum(map(_letters, own)) == _letters(line.text)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))
