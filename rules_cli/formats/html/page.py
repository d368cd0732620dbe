"""Read saved web pages (HTML): the lines that a browser shows, block by block.

Shown: each block as a line, the mark of a list's item, the rows of a table, the word for an icon in a sentence, an
author's own line breaks. Not shown: scripts, styles, permalinks. Hidden or struck-out words, and those that belong to
the site (menus, head and foot, forms), become markup that says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge

from rules_cli.formats.html.context import BULLET, BlockContext, OpenList, VisibleLine, inside
from rules_cli.formats.html.parser import BLOCKS, LISTS, Event, events
from rules_cli.formats.html.tables import Table
from rules_cli.formats.html.text import PERMALINKS, TextCollector
from rules_cli.formats.plain_text import text_line
from rules_cli.formats.source_line import (
    BARE,
    DOTTED,
    MARKED,
    MAX_LINES,
    RAISED,
    Document,
    SourceLine,
    superscript,
    too_long,
)

_NAVIGATION = "navigation of the web page"
_UNFINISHED = "markup that never ends"
_SAMPLE = 200  # characters that are shown of it: enough to find the place
_INDENT = 4  # columns for each list around a line, as plain text is indented
_DEEPEST = 40  # lists in one another; no book has more, and a rule's number grows with each of them
_PRINTED_NUMBER = re.compile(rf"[0-9]{{1,4}}(?:(?:\.[0-9]{{1,4}}){{1,8}}[a-z]{{0,2}}[.):]?|[.)])(?:[\s{RAISED}]|$)")
_COUNTS = re.compile(r"[0-9]|[^\W\d_]\W*[.)]|[^\W\d_]{2}")
"""Found in the mark of an item if it is more than a bullet; `o` is one of Word's bullets."""


def read_page(text: str, name: str) -> Document:
    """Read an HTML page; raises SourceError if it is too long or too deep for a rulebook."""
    reader = _PageReader()
    for event in events(text, name):
        reader.take(event)
        if len(reader.shown) > MAX_LINES:
            raise too_long(name)
    shown = reader.close()
    is_plain = all(one.context.pre for one in shown)  # a text file that a browser saved as a page
    return Document(name, tuple(_lines(shown)), joins=not is_plain, breaks=not is_plain)


def _lines(shown: Sequence[VisibleLine]) -> Iterator[SourceLine]:
    """Yield the lines of a page, a blank one before each that does not adjoin; those of the site become markup."""
    text = [one for one in shown if not one.context.web]
    has_main = _is_most(text, lambda one: one.context.main)
    is_form = _is_most(text, lambda one: one.context.form)
    for at, one in enumerate(shown):
        if at and not one.adjoins:
            yield SourceLine(one.line.number, "", "", "blank")
        is_outside = (has_main and not one.context.main) or (one.context.form and not is_form)
        yield _as_navigation(one.line) if one.context.web or is_outside or _is_menu_bar(one.line) else one.line


def _as_navigation(line: SourceLine) -> SourceLine:
    """Return a line of the site as markup; markup keeps its own reason."""
    return line if line.role == "markup" else SourceLine(line.number, line.raw, _NAVIGATION, "markup")


def _is_most(lines: Sequence[VisibleLine], test: Callable[[VisibleLine], bool]) -> bool:
    """Return whether the lines that pass a test have more than half of the letters."""
    return 2 * sum(len(one.line.text) for one in lines if test(one)) > sum(len(one.line.text) for one in lines)


def _is_menu_bar(line: SourceLine) -> bool:
    """Return whether a line is only links, side by side, to places that are no rules."""
    if line.role != "text" or len(line.links) < 2 or "," in line.text:
        return False
    texts = [link.text for link in line.links]
    return not any(text[:1].isdigit() for text in texts) and sum(map(_letters, texts)) == _letters(line.text)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


class _PageReader:
    """Collect the lines that the parts of a page show."""

    def __init__(self) -> None:
        self.shown: list[VisibleLine] = []
        self._contexts = [BlockContext()]
        self._words = TextCollector()
        self._web_words = TextCollector()
        """The words of a button and the like in the middle of a line."""
        self._left_out: defaultdict[str, TextCollector] = defaultdict(TextCollector)
        """The words that are no part of the text, by the reason."""
        self._left_out_lines: list[VisibleLine] = []
        """Kept apart, so that they separate no visible lines."""
        self._adjoins = False
        self._mark = ""
        """The mark of the item that has no words yet."""
        self._lists: list[OpenList] = []
        self._tables: list[Table] = []
        self._box_start = 0
        self._boxes = 0
        self._term_end = -1
        """How many lines there were when a term (`dt`) ended."""

    def take(self, event: Event) -> None:
        """Take the next part of the page."""
        if event.kind == "words":
            self._add_words(event.value, event.line)
        elif event.kind == "start":
            self._start(event.value, event.attributes, event.line)
        elif event.kind == "end":
            self._end(event.value)
        else:
            line = SourceLine(event.line, event.value[:_SAMPLE], _UNFINISHED, "markup")
            self.shown.append(VisibleLine(line, self._contexts[-1]))

    def close(self) -> list[VisibleLine]:
        """Return all lines when the page has ended."""
        self._end_line()
        return list(merge(self.shown, self._left_out_lines, key=lambda one: one.line.number))

    # --- words

    @property
    def _collector(self) -> TextCollector:
        return self._web_words if self._contexts[-1].web_inline else self._words

    def _add_words(self, text: str, line: int) -> None:
        context = self._contexts[-1]
        if context.unseen or (context.silent and text.strip() in PERMALINKS):
            return
        if context.offset and not context.left_out:
            text = superscript(self._collector.end, text, context.offset)
        if context.left_out:
            self._left_out[context.left_out].add(text, line)
        elif context.mark and not _COUNTS.search(text):
            self._mark = BULLET if text.strip() else self._mark
        elif context.pre:
            self._add_preformatted(text, line)
        else:
            self._add_inline(text, line)

    def _add_inline(self, text: str, line: int) -> None:
        context = self._contexts[-1]
        begins_line = bool(text.strip()) and not (context.web_inline or self._words.has_words)
        if begins_line and self._web_words.has_words:
            self._show_web_words()
        self._collector.add(text, line, context.bold)

    def _add_preformatted(self, text: str, line: int) -> None:
        for at, part in enumerate(text.split("\n")):
            if at:
                self._end_line(adjoins=self._words.has_words)
            self._words.add(part, line + at)

    # --- elements

    def _start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        if name in BLOCKS:
            self._end_line()
        outer = self._contexts[-1]
        context = inside(outer, name, attributes)
        self._contexts.append(context)
        if context.left_out:
            self._left_out[context.left_out].add_sign(" ")
        if context.unseen or context.left_out:
            return
        if context.web_inline:
            self._web_words.add_sign(" ")
        if context.box and not outer.box:
            self._box_start = len(self.shown)
        self._words.anchors += [attributes[key] for key in ("id", "name") if attributes.get(key)]
        if name in ("table", "tr", "td", "th"):
            self._start_in_table(name)
        else:
            self._start_element(name, attributes, line)

    def _start_element(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        if name == "a":
            if "href" in attributes:
                self._collector.begin_link(attributes["href"])
        elif name in LISTS:
            self._lists.append(OpenList(name, attributes))
        elif name == "li":
            mark = (self._lists[-1] if self._lists else OpenList()).mark(attributes)
            self._mark = "" if self._contexts[-1].unmarked else mark
        elif name == "dd":
            self._adjoins = self._term_end == len(self.shown)
        elif name == "br":
            if self._contexts[-1].heading:
                self._words.add(" ", line)
            else:
                self._end_line(adjoins=self._words.has_words)
        elif name == "img":
            self._collector.add_icon(attributes.get("alt", ""), line)
        elif name == "q":
            self._collector.add_sign("“")

    def _start_in_table(self, name: str) -> None:
        if name == "table":
            if self._tables:
                self._tables[-1].holds_another = True
            self._tables.append(Table(len(self.shown)))
        elif self._tables and name == "tr":
            self._tables[-1].rows.append([])
        elif self._tables:
            self._tables[-1].begin_cell(len(self.shown))

    def _end(self, name: str) -> None:
        if name in BLOCKS:
            self._end_line()
        context, outer = self._contexts.pop(), self._contexts[-1]
        if context.unseen or context.left_out:
            return
        self._end_element(name)
        if context.box and not outer.box:
            self._end_box(is_sure=context.box == "sure")

    def _end_element(self, name: str) -> None:
        if name == "a":
            self._collector.end_link()
        elif name in LISTS:
            self._lists.pop()
        elif name == "li":
            self._mark = ""
        elif name == "dt":
            self._term_end = len(self.shown)
        elif name == "q":
            self._collector.add_sign("”")
        elif name in ("table", "td", "th") and self._tables:
            self._end_in_table(name)

    def _end_in_table(self, name: str) -> None:
        table = self._tables[-1]
        if name != "table":
            table.end_cell(len(self.shown))
            return
        self._tables.pop()
        if not table.holds_another:
            self.shown[table.start :] = table.lines(self.shown)

    def _end_box(self, is_sure: bool) -> None:
        """Make the lines since the start of a box its notes, unless it turns out to hold rules."""
        inside_it = self.shown[self._box_start :]
        if not is_sure and any(one.line.role == "heading" or _is_rule(one.line) for one in inside_it):
            return
        self._boxes += 1
        linked = sum(len(link.text) for one in inside_it for link in one.line.links)
        is_menu = not is_sure and linked * 2 > sum(len(one.line.text) for one in inside_it)
        for one in inside_it:
            text = one.line.as_list_item if one.line.marker else one.line.text
            one.line = one.line._replace(text=text, role="note", level=self._boxes, marker="", strong=False)
            one.context = one.context._replace(web=one.context.web or is_menu)

    # --- lines

    def _end_line(self, adjoins: bool = False) -> None:
        """End the line; `adjoins`: its author only broke it, and the next one follows without a blank line."""
        context = self._contexts[-1]
        if taken := self._words.take(icons=context.cell):
            line = self._with_role(taken, context)
            last = self.shown[-1] if self.shown else None
            if last and not context.cell and self._is_number_of(last, line, context):
                last.line, last.context = _after_number(last.line, line), context
            else:
                self.shown.append(VisibleLine(line, context, self._adjoins))
        self._show_web_words()
        for reason, words in self._left_out.items():
            if taken := words.take(icons=False):
                line = SourceLine(taken.number, taken.text, reason, "markup")
                self._left_out_lines.append(VisibleLine(line, context._replace(web=True), adjoins=True))
        self._adjoins = adjoins

    def _show_web_words(self) -> None:
        """Show the words of a button and the like as a line that separates no others."""
        if taken := self._web_words.take(icons=False):
            line = SourceLine(taken.number, taken.text, taken.text)
            self.shown.append(VisibleLine(line, self._contexts[-1]._replace(web=True), self._adjoins))
            self._adjoins = True

    def _with_role(self, taken: SourceLine, context: BlockContext) -> SourceLine:
        """Return a line with its role, which depends on its context and on how it begins."""
        mark, self._mark = self._mark, ""
        if mark[:1].isdigit() and _PRINTED_NUMBER.match(taken.text):
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

    def _is_number_of(self, last: VisibleLine, line: SourceLine, context: BlockContext) -> bool:
        """Return whether the last line is only the number of this one, in a separate element."""
        is_term = self._term_end == len(self.shown)
        forms = (DOTTED, MARKED, BARE) if is_term else (DOTTED,)
        if last.context.cell or not any(form.fullmatch(last.line.text) for form in forms):
            return False
        fits = line.role == "text" or (line.role == "heading" and last.line.role == "text")
        return fits and last.context.web == context.web and not line.text[:1].isdigit()


def _after_number(number: SourceLine, line: SourceLine) -> SourceLine:
    """Return a line with the number before it."""
    text = f"{number.text} {line.text}"
    base = number if number.role == "item" else line
    links, anchors = number.links + line.links, number.anchors + line.anchors
    return base._replace(number=number.number, raw=text, text=text, links=links, anchors=anchors)


def _is_rule(line: SourceLine) -> bool:
    """Return whether a line begins with a printed number."""
    return not line.listed and bool(_PRINTED_NUMBER.match(line.words))
