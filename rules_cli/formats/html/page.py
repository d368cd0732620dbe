"""Read saved web pages (HTML): the lines that a browser shows, block by block.

Shown: each block as a line, the mark of a list's item, the rows of a table, the word for an icon in a sentence, an
author's own line breaks. Not shown: scripts, styles, permalinks. Hidden or struck-out words, and those that belong to
the site (menus, head and foot), become markup that says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from html import unescape
from itertools import chain, pairwise
from typing import NamedTuple

from rules_cli.formats.html.counters import Counters
from rules_cli.formats.html.elements import BLOCKS, LISTS, NAVIGATION, BlockContext, Event, OpenList, events, inside
from rules_cli.formats.labels import begins_with_number, with_own_labels
from rules_cli.formats.plain_text import text_line, tidy
from rules_cli.formats.source_line import (
    BULLET,
    DOTTED,
    LOWERED,
    MAX_LINES,
    PERMALINKS,
    RAISED,
    Document,
    Link,
    SourceLine,
    bars,
    icon_text,
    is_rule_number,
    note_link,
    numbers_rules,
    references,
    superscript,
    too_long,
)
from rules_cli.numbers.grammar import CLOSING, HEAD

_UNPRINTED = str.maketrans({"\0": None, "\xad": None})  # a browser shows a soft hyphen only where it breaks a line
_NUMBER = re.compile(rf"\s*(?:{HEAD.figures()}[a-z]{{0,2}}{CLOSING}?[{RAISED}]*|[a-z]{{1,2}}[.)]|\([a-z]{{1,2}}\))")
_DOTTED_START = re.compile(r"[0-9]{1,4}\.[0-9]")
_AFTER_NUMBER = re.compile(rf"(?![{RAISED}{LOWERED}])(?:[^\W\d_]{{3}}|[^\W\d_a-z]|[a-z]{{1,2}}\s+[a-z]|[“\"(])")
_LIST_NUMBER = re.compile(r"[0-9]{1,4}[.)]")  # as any list prints it; 1.1. is a rule's number
_NUMBER_PIECES = 3  # as in `1.1`, bold, its letter, italic, and a note's sign: no number has more elements in it
_END = 16  # characters that decide how the next words are written; the last word or two is enough


class _OpenLink(NamedTuple):
    """A link that is being read: its address, its first piece, and whether the line had words before it."""

    href: str
    start: int = 0
    had_words: bool = False


class TextCollector:
    """The pieces of a line that have been read."""

    def __init__(self) -> None:
        self.anchors: list[str] = []
        self._begin_line(None)

    def _begin_line(self, link: _OpenLink | None) -> None:
        """Begin a line, in which an open link may go on; the anchors so far are kept."""
        self.has_words = False  # whether there are words, and not only icons or signs that a browser adds
        self._has_icon = False
        self._strong = True  # whether all words so far are bold
        self._pieces: list[str] = []
        self._number = 0
        self._links: list[Link] = []
        self._link = link

    @property
    def end(self) -> str:
        """The last characters of the line."""
        return "".join(self._pieces[-_END:])[-_END:]

    def add(self, text: str, line: int, bold: bool = False) -> None:
        """Add the words between two tags; `line` is the line of the file on which they begin."""
        words = text.lstrip()
        self._strong = self._strong and (bold or not words)
        if words and not self.has_words:
            if self._has_icon and _DOTTED_START.match(words):  # no icon is before a rule's number
                self._pieces, self._has_icon = [], False
            self.has_words = True
            self._number = line + text.count("\n", 0, len(text) - len(words))
        may_follow_number = 1 <= len(self._pieces) <= _NUMBER_PIECES and _AFTER_NUMBER.match(text)
        if may_follow_number and _NUMBER.fullmatch("".join(self._pieces)):
            self._pieces.append(" ")  # only an element separates the number from the words
        self._pieces.append(text)

    def add_sign(self, sign: str) -> None:
        """Add what a browser shows although the file does not have it."""
        self._pieces.append(sign)

    def add_icon(self, alt: str, line: int) -> None:
        """Add the alt text of an image if the image is a symbol."""
        if words := icon_text(alt, self.end):
            self._number = self._number or line
            self._has_icon = True
            self._pieces.append(words)

    def begin_link(self, href: str) -> None:
        """Begin a link, and end the one that is open."""
        self.end_link()
        if href.strip():
            self._link = _OpenLink(href.strip(), len(self._pieces), self.has_words)

    def end_link(self) -> None:
        """End the open link; a permalink is no part of the text."""
        if self._link is None:
            return
        (href, start, had_words), self._link = self._link, None
        typed = "".join(self._pieces[start:])
        if "#" in href and typed.strip() in PERMALINKS:
            del self._pieces[start:]
            self.has_words = had_words
        elif text := _one_line(typed):
            words = note_link("".join(self._pieces[max(start - _END, 0) : start]), text, href)
            if words != text:
                self._pieces[start:] = [words]
            self._links.append(Link(words, href))

    def take(self, icons: bool) -> SourceLine | None:
        """End the line and return it; None if it shows nothing. With `icons`, an icon of one word shows something. The
        line's `raw` has the blanks of the file, its `text` has them made even. An open link goes on in the next line,
        and so do the anchors of a line that shows nothing."""
        if not self._pieces:
            return None
        link = _OpenLink(self._link.href) if self._link else None
        self.end_link()
        raw = "".join(self._pieces).translate(_UNPRINTED)
        text = _one_line(raw)
        anchors = tuple(dict.fromkeys(self.anchors))
        links = references(self._links, anchors)
        taken = SourceLine(self._number, raw, text, links=links, anchors=anchors, strong=self._strong)
        is_shown = text and (self.has_words or (icons and self._has_icon and " " not in text))
        self._begin_line(link)
        if not is_shown:
            return None
        self.anchors = []
        return taken


def _one_line(text: str) -> str:
    return " ".join(tidy(text.translate(_UNPRINTED)).split())


_UNFINISHED = "markup that never ends"
_SAMPLE = 200  # characters that are shown of it: enough to find the place
_INDENT = 4  # columns for each list around a line, as plain text is indented
_DEEPEST = 40  # lists in one another; no book has more, and a rule's number grows with each of them
_HEAD = 50_000  # characters in which a page has its title, scripts before it included
_TITLE = re.compile(r"<title[^<>]{0,100}>([^<]{1,300})</title", re.IGNORECASE)
_SITE = re.compile(r"\s[|–—·»-]\s|\s?[|»]\s?")
_COUNTS = re.compile(r"[0-9]|[^\W\d_]\W*[.)]|[^\W\d_]{2}")
"""Found in the mark of an item if it is more than a bullet; `o` is one of Word's bullets."""


def read_page(text: str, name: str) -> Document:
    """Read an HTML page; raises SourceError if it is too long or too deep for a rulebook."""
    reader = _HtmlReader()
    for event in events(text, name):
        reader.take(event)
        if len(reader.shown) > MAX_LINES:
            raise too_long(name)
    shown = reader.close()
    is_plain = all(one.context.pre for one in shown)  # a text file that a browser saved as a page
    return Document(name, tuple(_lines(shown)), joins=not is_plain, breaks=not is_plain, title=_title(text))


def read_line(html: str) -> SourceLine:
    """Return the words, links and anchors of a part of a page as one line; its blocks and line breaks are blanks."""
    reader = _LineReader()
    for event in events(html, ""):
        reader.take(event)
    return reader.words.take(icons=False) or SourceLine(0, "", "")


def _title(text: str) -> str:
    found = _TITLE.search(text, 0, _HEAD)
    return _SITE.split(" ".join(unescape(found[1]).split()), 1)[0] if found else ""


# Complexity: a line may need a blank line before it, and may belong to the site.
def _lines(shown: Sequence[_VisibleLine]) -> Iterator[SourceLine]:
    """Yield the lines of a page; the lines of the site become markup. A blank line comes before each line but the
    first, and none before a line that `adjoins`."""
    lengths = [(len(one.line.text), one.context.main) for one in shown if not one.context.web]
    has_main = 2 * sum(length for length, is_main in lengths if is_main) > sum(length for length, _ in lengths)
    for at, one in enumerate(shown):
        line, context = one.line, one.context
        if at and not one.adjoins:
            yield SourceLine(line.number, "", "", "blank")
        is_outside = context.web or (has_main and not context.main)
        if line.role != "markup" and (is_outside or _is_menu_bar(line)):
            line = SourceLine(line.number, line.raw, NAVIGATION, "markup")
        yield line


def _is_menu_bar(line: SourceLine) -> bool:
    """Return whether a line has two links or more and no letters or figures beside them: `Home | Rules | Forum`."""
    texts = [link.text for link in line.links]
    if line.role != "text" or len(texts) < 2 or "," in line.text or any(text[:1].isdigit() for text in texts):
        return False
    return sum(map(str.isalnum, "".join(texts))) == sum(map(str.isalnum, line.text))


@dataclass(slots=True)
class _VisibleLine:
    """A line of a page and its context; `adjoins`: only a line break of the author separates it from the last one."""

    line: SourceLine
    context: BlockContext
    adjoins: bool = False


class _HtmlReader:
    def __init__(self) -> None:
        self.shown: list[_VisibleLine] = []
        self._contexts = [BlockContext()]
        self.words = TextCollector()
        self._left_out: defaultdict[str, TextCollector] = defaultdict(TextCollector)
        """The words that are no part of the text, by the reason."""
        self._left_out_lines: list[_VisibleLine] = []  # kept apart, so that they separate no visible lines
        self._adjoins = False
        self._mark = ""  # the mark of the item that has no words yet
        self._lists, self._tables = [OpenList()], [_Table(0)]
        """The open ones; the first is for items and cells outside of any."""
        self._items: defaultdict[OpenList, list[_VisibleLine]] = defaultdict(list)
        """The lines of each list to which the list gives a number."""
        self._counters = Counters()
        self._style = ""  # the style sheet that is being read
        self._box_start = self._header_start = 0
        self._boxes = 0

    def take(self, event: Event) -> None:
        """Take the next part of the page."""
        if event.kind == "words":
            self._style += event.value if self._contexts[-1].style else ""
            self._add_words(event.value, event.line)
        elif event.kind == "start":
            self._start(event.value, event.attributes, event.line)
        elif event.kind == "end":
            self._end(event.value)
        else:
            line = SourceLine(event.line, event.value[:_SAMPLE], _UNFINISHED, "markup")
            self.shown.append(_VisibleLine(line, self._contexts[-1]))

    def close(self) -> list[_VisibleLine]:
        """Return all lines when the page has ended; the items of lists have the labels that they print."""
        self._end_line()
        for items in self._items.values():
            for one, line in zip(items, with_own_labels([one.line for one in items]), strict=True):
                one.line = line
        return list(merge(self.shown, self._left_out_lines, key=lambda one: one.line.number))

    # --- words

    def _add_words(self, text: str, line: int) -> None:
        """Add words to the line, to those left out, or to the mark of an item; words that are unseen are dropped."""
        context = self._contexts[-1]
        if context.unseen:
            return
        if context.left_out:
            self._left_out[context.left_out].add(text, line)
            return
        if context.offset:
            text = superscript(self.words.end, text, context.offset)
        if context.mark and not _COUNTS.search(text):
            self._mark = BULLET if text.strip() else self._mark
        elif context.pre:
            for at, part in enumerate(text.split("\n")):
                if at:
                    self._end_line(adjoins=self.words.has_words)
                self.words.add(part, line + at)
        else:
            self.words.add(text, line, context.bold)

    # --- elements

    # Complexity: one case for each thing that an element may begin.
    def _start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        """Begin an element: its context, its anchors, and what it does to the lines; with its CSS number as words."""
        if name in BLOCKS:
            self._end_line()
        outer = self._contexts[-1]
        context = inside(outer, name, attributes)
        number, bold = self._counters.begin(name, attributes)
        context = context if bold is None else context._replace(bold=bold)
        self._contexts.append(context)
        if not context.unseen and context.left_out in ("", NAVIGATION):
            keys = ("id", "name") if name == "a" else ("id",)
            self.words.anchors += [attributes[key] for key in keys if attributes.get(key)]
        if context.left_out:
            self._left_out[context.left_out].add_sign(" ")
        if context.unseen or context.left_out:
            return
        if context.box and not outer.box:
            self._box_start = len(self.shown)
        if context.header and not outer.header:
            self._header_start = len(self.shown)
        if name in ("tr", "td", "th"):
            self._tables[-1].begin(name, len(self.shown))
        self._start_element(name, attributes, line)
        if name == "li" and _LIST_NUMBER.fullmatch(number.strip()):
            self._mark = number.strip()
        elif number.strip():  # a rule's number, which is no mark of a list
            self._mark = ""
            self.words.add(f"{number} ", line)

    def _start_element(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        """Begin a link, a list, an item or a table; add what a browser shows for a break, an image or a quotation."""
        if name == "a":
            if "href" in attributes:
                self.words.begin_link(attributes["href"])
        elif name in LISTS:
            self._lists.append(OpenList(name, attributes))
        elif name == "li":
            self._mark = self._lists[-1].mark(attributes)
        elif name == "dd":
            self._adjoins = True  # a definition follows its term without a blank line
        elif name == "br":
            if self._contexts[-1].heading:
                self.words.add(" ", line)
            else:
                self._end_line(adjoins=self.words.has_words)
        elif name == "img":
            self.words.add_icon(attributes.get("alt", ""), line)
        elif name == "q":
            self.words.add_sign("“")
        elif name == "table":
            self._tables.append(_Table(len(self.shown)))

    def _end(self, name: str) -> None:
        """End an element, and its line, header or box."""
        if name in BLOCKS:
            self._end_line()
        context, outer = self._contexts.pop(), self._contexts[-1]
        self._counters.end()
        if name == "style":
            self._counters.add_styles(self._style)
            self._style = ""
        if context.unseen or context.left_out:
            return
        self._end_element(name)
        if context.header and not outer.header:
            self._end_header()
        if context.box and not outer.box:
            self._end_box(is_sure=context.box == "sure")

    def _end_element(self, name: str) -> None:
        """End a link, a list, an item, a quotation, a cell or a table."""
        if name == "a":
            self.words.end_link()
        elif name in LISTS:
            self._lists.pop()
        elif name == "li":
            self._mark = ""
        elif name == "q":
            self.words.add_sign("”")
        elif name in ("td", "th"):
            self._tables[-1].end_cell(len(self.shown))
        elif name == "table":
            table = self._tables.pop()
            if not table.holds_another:
                self.shown[table.start :] = table.lines(self.shown)
            self._tables[-1].holds_another = True

    # Complexity: no nesting, but a comprehension for each property of the lines inside.
    def _end_box(self, is_sure: bool) -> None:
        """Make the lines since the start of a box its notes; not if it may be no box and holds rules or headings."""
        in_box = self.shown[self._box_start :]
        lines = [one.line for one in in_box]
        has_rules = any(not line.listed and begins_with_number(line.words) for line in lines)
        if not is_sure and (has_rules or any(line.role == "heading" for line in lines)):
            return
        self._boxes += 1
        for one in in_box:
            one.line = one.line.in_box(self._boxes)

    def _end_header(self) -> None:
        """Give the lines since the start of a header to the site, unless a heading in it has words besides a link."""
        in_header = [one for one in self.shown[self._header_start :] if one.context.header]
        headings = (one.line for one in in_header if one.line.role == "heading" and not one.context.web)
        is_text = any(sum(len(link.text) for link in line.links) < len(line.text) for line in headings)
        for one in in_header:
            one.context = one.context._replace(header=False, web=one.context.web or not is_text)

    # --- lines

    def _end_line(self, adjoins: bool = False) -> None:
        """End the line; `adjoins`: its author only broke it, and the next one follows without a blank line."""
        context = self._contexts[-1]
        if taken := self.words.take(icons=context.cell):
            line = self._with_role(taken, context)
            last = self.shown[-1] if self.shown else None
            if last and not context.cell and self._is_number_of(last, line, context):
                base = last.line if last.line.role == "item" else line
                last.line = _joined([last.line, line], base, f"{last.line.text} {line.text}")
                last.context = context
            else:
                self.shown.append(_VisibleLine(line, context, self._adjoins))
                if line.role == "item" and line.marker != BULLET and not line.raw.startswith(line.marker):
                    self._items[self._lists[-1]].append(self.shown[-1])
        for reason, words in self._left_out.items():
            if taken := words.take(icons=False):
                line = SourceLine(taken.number, taken.text, reason, "markup")
                self._left_out_lines.append(_VisibleLine(line, context._replace(web=True), adjoins=True))
        self._adjoins = adjoins

    def _with_role(self, taken: SourceLine, context: BlockContext) -> SourceLine:
        """Return a line as an item, a heading or text. The mark is used up."""
        mark, self._mark = self._mark, ""
        if mark[:1].isdigit() and begins_with_number(taken.text):
            mark = ""  # the author hides the list's own numbers and prints others
        if mark and (mark[:1].isdigit() or not context.heading):
            level = _INDENT * min(max(context.lists - 1, 0), _DEEPEST)
            return taken._replace(raw=taken.text, role="item", level=level, marker=mark, strong=False)
        if context.heading:
            return taken._replace(raw=taken.text, role="heading", level=context.heading, strong=False)
        typed = text_line(taken.number, taken.raw if context.pre else taken.text)
        return typed._replace(
            level=typed.level + _INDENT * min(context.lists, _DEEPEST),
            links=taken.links,
            anchors=taken.anchors,
            strong=taken.strong,
        )

    def _is_number_of(self, last: _VisibleLine, line: SourceLine, context: BlockContext) -> bool:
        """Return whether the last line is only the number of this one, in a separate element."""
        if last.context.cell or not DOTTED.fullmatch(last.line.text):
            return False
        fits = line.role == "text" or (line.role == "heading" and last.line.role == "text")
        return fits and last.context.web == context.web and not line.text[:1].isdigit()


class _LineReader(_HtmlReader):
    """Reads all words into one line."""

    def _end_line(self, adjoins: bool = False) -> None:  # noqa: ARG002 - as in the other class
        if self.words.has_words:
            self.words.add_sign(" ")
        else:
            self.words.take(icons=False)


def _joined(lines: Sequence[SourceLine], base: SourceLine, text: str) -> SourceLine:
    """Return several lines as one with a text, all their links and anchors, and the role of `base`."""
    links = tuple(link for line in lines for link in line.links)
    anchors = tuple(anchor for line in lines for anchor in line.anchors)
    return base._replace(number=lines[0].number, raw=text, text=text, links=links, anchors=anchors)


# --- tables


@dataclass(slots=True)
class _Table:
    """A table that is being read; one that `holds_another` only lays out a page. Cells are slices of a page's lines."""

    start: int
    rows: list[list[slice]] = field(default_factory=list)
    holds_another: bool = False

    def begin(self, name: str, at: int) -> None:
        """Begin a row or a cell; a cell begins a row if the table has none."""
        if name == "tr" or not self.rows:
            self.rows.append([])
        if name != "tr":
            self.rows[-1].append(slice(at, at))

    def end_cell(self, at: int) -> None:
        """End the last cell of the row, if there is one."""
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] = slice(self.rows[-1][-1].start, at)

    def lines(self, shown: Sequence[_VisibleLine]) -> list[_VisibleLine]:
        """Return the table's lines, given those of the page so far; lines between the cells keep their place."""
        rows = [row for row in self.rows if row and all(a.stop == b.start for a, b in pairwise(row))]
        are_sure = numbers_rules([_text(shown[cell]) for cell in row] for row in rows)
        lines: list[_VisibleLine] = []
        at = self.start
        for row in rows:
            lines += shown[at : row[0].start]
            lines += _row([shown[cell] for cell in row], are_sure)
            at = row[-1].stop
        return [*lines, *shown[at:]]


# Complexity: a row of paragraphs, of a rule, of both, or of neither.
def _row(cells: Sequence[Sequence[_VisibleLine]], are_sure: bool) -> list[_VisibleLine]:
    """Return the lines of a row: one if each cell is a paragraph, else all of them; a row of the site stays as it is. A
    rule's number in the first cell begins the first line of the next cell."""
    lines = list(chain.from_iterable(cells))
    filled = list(filter(None, cells))
    if len(filled) < 2 or any(shown.context.web for shown in lines):
        return lines
    after = filled[1][0].line
    has_words = after.role in ("text", "item") and any(letter.isalpha() for letter in after.words)
    is_rule = has_words and len(filled[0]) == 1 and is_rule_number(filled[0][0].line.text, are_sure)
    if all(_is_paragraph(cell) or (cell is not cells[0] and _is_typed_item(cell)) for cell in filled):
        count = len(lines)
        text = f"{_text(filled[0])} {' | '.join(map(_text, filled[1:]))}" if is_rule else bars(map(_text, cells))
    elif is_rule:  # the number, the only line of its cell, and the first line of the next cell
        count = 2
        text = f"{lines[0].line.text} {lines[1].line.text}"
    else:
        return lines
    base = lines[0].line._replace(role="text" if is_rule else "item", marker="" if is_rule else BULLET)
    line = _joined([shown.line for shown in lines[:count]], base, text)
    return [_VisibleLine(line, lines[0].context), *lines[count:]]


def _text(cell: Sequence[_VisibleLine]) -> str:
    return " ".join(shown.line.words for shown in cell)


def _is_typed_item(cell: Sequence[_VisibleLine]) -> bool:
    """Return whether a cell is one line with a typed number, `1. Mal`, which in a later column begins no rule."""
    return len(cell) == 1 and cell[0].line.counted and not cell[0].line.listed


def _is_paragraph(cell: Sequence[_VisibleLine]) -> bool:
    """Return whether a cell is one paragraph. A line of it that begins with a digit may be a rule, a first line that
    alone is bold is a title."""
    if len(cell) > 1 and cell[0].line.strong and not cell[1].line.strong:
        return False
    return all(shown.line.role == "text" for shown in cell) and all(
        shown.adjoins and not shown.line.text[0].isdigit() for shown in cell[1:]
    )
