"""The elements of a web page and their words → the lines that they show, each with the place where it stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from heapq import merge

from rules_cli.formats.html.context import BlockContext, VisibleLine, inside
from rules_cli.formats.html.lists import BULLET, OpenList, open_list
from rules_cli.formats.html.parser import BLOCKS, LISTS, Event
from rules_cli.formats.html.tables import Table, is_number
from rules_cli.formats.html.text import PERMALINKS, Taken, TextCollector
from rules_cli.formats.plain_text import text_line
from rules_cli.formats.source_line import RAISED, SourceLine, superscript

_LOST = "markup that never ends"
_SAMPLE = 200  # characters of markup that never ends
_INDENT = 4  # columns to a list
_DEEPEST = 40  # lists in one another: no book has more, and the numbers of a page's rules grow with each
_PRINTED_NUMBER = re.compile(rf"[0-9]{{1,4}}(?:(?:\.[0-9]{{1,4}}){{1,8}}[a-z]{{0,2}}[.):]?|[.)])(?:[\s{RAISED}]|$)")
_COUNTS = re.compile(r"[0-9]|[^\W\d_]\W*[.)]|[^\W\d_]{2}")
"""What makes an item's mark more than a bullet (`o` is one of Word's)."""


class Blocks:
    """Takes the events of a page and keeps the lines that they show."""

    def __init__(self) -> None:
        self.shown: list[VisibleLine] = []
        self._places = [BlockContext()]
        self._words = TextCollector()
        self._web_words = TextCollector()
        """Those of a button and its like in the midst of a line."""
        self._left_out: defaultdict[str, TextCollector] = defaultdict(TextCollector)
        """Those that are no part of the text, by the reason."""
        self._aside: list[VisibleLine] = []
        """The lines of them, which come between no others either."""
        self._adjoins = False
        self._mark = ""
        """The mark of the item whose words begin."""
        self._lists: list[OpenList] = []
        self._tables: list[Table] = []
        self._box_starts: list[int] = []
        self._boxes = 0
        self._after_term = -1
        """How many lines were shown when a term ended."""

    def take(self, event: Event) -> None:
        """Take the next event of the page."""
        if event.kind == "words":
            self._say(event.value, event.line)
        elif event.kind == "start":
            self._start(event.value, event.attributes, event.line)
        elif event.kind == "end":
            self._end(event.value)
        else:
            self._break()
            self.shown.append(
                VisibleLine(SourceLine(event.line, event.value[:_SAMPLE], _LOST, "markup"), self._places[-1])
            )

    def close(self) -> list[VisibleLine]:
        """All lines, when the page has ended."""
        self._break()
        return list(merge(self.shown, self._aside, key=lambda one: one.line.number))

    # --- events

    def _say(self, text: str, line: int) -> None:
        place = self._places[-1]
        if place.unseen or (place.silent and text.strip() in PERMALINKS):
            return
        if place.left_out:
            self._left_out[place.left_out].add(text, line)
            return
        if place.off_line:
            text = superscript(self._here.end, text, place.off_line)
        if place.mark and not _COUNTS.search(text):
            self._mark = BULLET if text.strip() else self._mark
        elif place.pre:
            for at, part in enumerate(text.split("\n")):
                if at:
                    self._break(adjoins=self._words.said)
                self._words.add(part, line + at)
        else:
            if self._web_words.said and not (place.web_inline or self._words.said or not text.strip()):
                self._show_web()
            self._here.add(text, line, place.bold)

    @property
    def _here(self) -> TextCollector:
        """What words go to that are read now."""
        return self._web_words if self._places[-1].web_inline else self._words

    def _start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        if name in BLOCKS:
            self._break()
        outer = self._places[-1]
        place = inside(outer, name, attributes)
        self._places.append(place)
        if place.left_out:
            self._left_out[place.left_out].add_sign(" ")
        if place.unseen or place.left_out:
            return
        if place.web_inline:
            self._web_words.add_sign(" ")
        if place.box and not outer.box:
            self._box_starts.append(len(self.shown))
        self._words.anchors += [attributes[key] for key in ("id", "name") if attributes.get(key)]
        if name in _STARTS:
            _STARTS[name](self, attributes, line)
        elif name in LISTS:
            self._lists.append(open_list(name, attributes))

    def _end(self, name: str) -> None:
        place, outer = self._places[-1], self._places[-2]
        if name in BLOCKS:
            self._break()
        self._places.pop()
        if place.unseen or place.left_out:
            return
        if name in _ENDS:
            _ENDS[name](self)
        elif name in LISTS:
            self._lists.pop()
        if place.box and not outer.box:
            self._end_box(self._box_starts.pop(), sure=place.box == "sure")

    # --- elements

    def _start_link(self, attributes: Mapping[str, str], _: int) -> None:
        if "href" in attributes:
            self._here.begin_link(attributes["href"])

    def _start_item(self, attributes: Mapping[str, str], _: int) -> None:
        mark = (self._lists[-1] if self._lists else OpenList()).mark(attributes)
        self._mark = "" if self._places[-1].unmarked else mark

    def _start_definition(self, _: Mapping[str, str], __: int) -> None:
        self._adjoins = self._after_term == len(self.shown)

    def _line_break(self, _: Mapping[str, str], line: int) -> None:
        if self._places[-1].heading:
            self._words.add(" ", line)
        else:
            self._break(adjoins=self._words.said)

    def _picture(self, attributes: Mapping[str, str], line: int) -> None:
        self._here.add_icon(attributes.get("alt", ""), line)

    def _quote(self, *_: object) -> None:
        self._here.add_sign("“")

    def _end_quote(self) -> None:
        self._here.add_sign("”")

    def _end_link(self) -> None:
        self._here.end_link()

    def _end_item(self) -> None:
        self._mark = ""

    def _end_term(self) -> None:
        self._after_term = len(self.shown)

    # --- tables

    def _start_table(self, *_: object) -> None:
        if self._tables:
            self._tables[-1].holds_another = True
        self._tables.append(Table(len(self.shown)))

    def _start_row(self, *_: object) -> None:
        if self._tables:
            self._tables[-1].begin_row()

    def _start_cell(self, *_: object) -> None:
        if self._tables:
            self._tables[-1].begin_cell(len(self.shown))

    def _end_cell(self) -> None:
        if self._tables:
            self._tables[-1].end_cell(len(self.shown))

    def _end_table(self) -> None:
        table = self._tables.pop()
        if not table.holds_another:
            self.shown[table.start :] = table.lines(self.shown)

    # --- boxes

    def _end_box(self, start: int, sure: bool) -> None:
        """Make what is shown since then the notes of one box, unless it turns out to be something else."""
        held = self.shown[start:]
        if sure or not any(one.line.role == "heading" or _is_rule(one.line) for one in held):
            self._boxes += 1
            is_menu = not sure and sum(map(_linked, held)) * 2 > sum(len(one.line.text) for one in held)
            for one in held:
                one.line = _note(one.line, self._boxes)
                one.place = one.place._replace(web=one.place.web or is_menu)

    # --- lines

    def _break(self, adjoins: bool = False) -> None:
        """End the line; the next adjoins it where its author only broke it."""
        place = self._places[-1]
        taken = self._words.take(icons=place.cell)
        if taken:
            line = self._line(taken, place)
            before = self.shown[-1] if self.shown else None
            if before and not place.cell and self._is_number_of(before, line, place):
                before.line, before.place = _after_number(before.line, line), place
            else:
                self.shown.append(VisibleLine(line, place, self._adjoins))
        self._show_web()
        self._tell_of_left_out()
        self._adjoins = adjoins

    def _show_web(self) -> None:
        """Show the words of a button or its like as a line of their own, which comes between no others."""
        if taken := self._web_words.take(icons=False):
            line = SourceLine(taken.number, taken.text, taken.text)
            self.shown.append(VisibleLine(line, self._places[-1]._replace(web=True), self._adjoins))
            self._adjoins = True

    def _tell_of_left_out(self) -> None:
        place = self._places[-1]._replace(web=True)
        for why, words in self._left_out.items():
            if taken := words.take(icons=False):
                line = SourceLine(taken.number, taken.text, why, "markup")
                self._aside.append(VisibleLine(line, place, adjoins=True))

    def _line(self, taken: Taken, place: BlockContext) -> SourceLine:
        """What a line is, by where it stands and how it begins."""
        mark, self._mark = self._mark, ""
        if mark[:1].isdigit() and _PRINTED_NUMBER.match(taken.text):
            mark = ""  # the number that counts is printed, and the list's own is not shown
        line = SourceLine(taken.number, taken.text, taken.text, links=taken.links, anchors=taken.anchors)
        if mark and (mark[:1].isdigit() or not place.heading):
            return line._replace(role="item", level=_INDENT * min(max(place.lists - 1, 0), _DEEPEST), marker=mark)
        if place.heading:
            return line._replace(role="heading", level=place.heading)
        typed = text_line(taken.number, taken.typed if place.pre else taken.text)
        level = typed.level + _INDENT * min(place.lists, _DEEPEST)
        return typed._replace(level=level, links=line.links, anchors=line.anchors, strong=taken.strong)

    def _is_number_of(self, before: VisibleLine, line: SourceLine, place: BlockContext) -> bool:
        """Whether the line before is nothing but the number of this one, in an element of its own."""
        is_term = self._after_term == len(self.shown)
        number = is_number(before.line.text, alone=not is_term) and not before.place.cell
        fits = line.role == "text" or (line.role == "heading" and before.line.role == "text")
        return number and fits and before.place.web == place.web and not line.text[:1].isdigit()


def _after_number(number: SourceLine, line: SourceLine) -> SourceLine:
    """A line with the number that stands before it."""
    text = f"{number.text} {line.text}"
    kept = number if number.role == "item" else line
    links, anchors = number.links + line.links, number.anchors + line.anchors
    return kept._replace(number=number.number, raw=text, text=text, links=links, anchors=anchors)


def _note(line: SourceLine, box: int) -> SourceLine:
    text = line.as_list_item if line.marker else line.text
    return line._replace(text=text, role="note", level=box, marker="", strong=False)


def _is_rule(line: SourceLine) -> bool:
    """Whether a line begins with a number that is printed."""
    return not line.listed and bool(_PRINTED_NUMBER.match(line.words))


def _linked(one: VisibleLine) -> int:
    return sum(len(link.text) for link in one.line.links)


_STARTS: dict[str, Callable[[Blocks, Mapping[str, str], int], None]] = {
    "a": Blocks._start_link,
    "li": Blocks._start_item,
    "dd": Blocks._start_definition,
    "br": Blocks._line_break,
    "img": Blocks._picture,
    "q": Blocks._quote,
    "table": Blocks._start_table,
    "tr": Blocks._start_row,
    "td": Blocks._start_cell,
    "th": Blocks._start_cell,
}
_ENDS: dict[str, Callable[[Blocks], None]] = {
    "a": Blocks._end_link,
    "li": Blocks._end_item,
    "dt": Blocks._end_term,
    "q": Blocks._end_quote,
    "table": Blocks._end_table,
    "td": Blocks._end_cell,
    "th": Blocks._end_cell,
}
