"""Saved web pages (HTML) → lines: what a browser shows of a page, block by block.

Shown: each block as a line, an item's bullet or number, a table's rows, the word that stands for an icon in a
sentence, an author's own line breaks. Not shown: scripts, styles, what is hidden, permalink signs. What belongs to the
web page and not to its text (menus, its head and foot, forms) is markup that says so. A line's number is that of the
line of the file where its words begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules_cli.read.lines import Document, SourceLine
from rules_cli.read.page_places import Place, Shown, inside, whole_number
from rules_cli.read.page_tables import Table, is_number
from rules_cli.read.page_words import Taken, Words
from rules_cli.read.tags import BLOCKS, LISTS, Event, events
from rules_cli.read.text import text_line

_WEB = "navigation of the web page"
_LOST = "markup that never ends"
_SAMPLE = 200  # characters of markup that never ends
_INDENT = 4  # columns to a list
_DEEPEST = 40  # lists in one another: no book has more, and the numbers of a page's rules grow with each
_PRINTED_NUMBER = re.compile(r"[0-9]{1,4}(?:(?:\.[0-9]{1,4}){1,8}[a-z]{0,2}[.):]?|[.)])(?:\s|$)")
_COUNTS = re.compile(r"[0-9]|[^\W\d_]\W*[.)]|[^\W\d_]{2}")
"""What makes an item's mark more than a bullet (`o` is one of Word's)."""
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def read_page(text: str, name: str) -> Document:
    """Read an HTML page: any text is one. Lines adjoin only where their author broke a line."""
    reader = _Reader()
    for event in events(text):
        reader.take(event)
    shown = reader.close()
    plain = all(line.place.pre for line in shown)  # a text file that a browser saved as a page
    return Document(name, tuple(_lines(shown)), joins=not plain, breaks=not plain)


def _lines(shown: Sequence[Shown]) -> Iterator[SourceLine]:
    """The lines of a page, a blank one before each that doesn't adjoin; what is no part of its text says so."""
    text = [one for one in shown if not one.place.web]
    has_main = _are_most([one for one in text if one.place.main], text)
    is_form = _are_most([one for one in text if one.place.form], text)
    for at, one in enumerate(shown):
        line, place = one.line, one.place
        if at and not one.adjoins:
            yield SourceLine(line.number, "", "", "blank")
        web = place.web or (has_main and not place.main) or (place.form and not is_form) or _is_bar(line)
        yield SourceLine(line.number, line.raw, _WEB, "markup") if web else line


def _is_bar(line: SourceLine) -> bool:
    """Whether a line is nothing but links to other places, side by side."""
    if line.role != "text" or len(line.links) < 2 or any(link.text[:1].isdigit() for link in line.links):
        return False
    return _letters(line.text) == sum(_letters(link.text) for link in line.links)


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _are_most(some: Sequence[Shown], of_all: Sequence[Shown]) -> bool:
    return 2 * sum(len(one.line.text) for one in some) > sum(len(one.line.text) for one in of_all)


@dataclass(slots=True)
class _List:
    """A list that is open: the kind of its marks (`•`, `1`, `a`, `i`), and the number of its next item."""

    kind: str
    next: int = 1

    def mark(self) -> str:
        """The mark of the next item."""
        number, self.next = self.next, self.next + 1
        return "•" if self.kind == "•" else f"{_numeral(self.kind, number)}."


def _numeral(kind: str, number: int) -> str:
    """A number as a list shows it."""
    if kind in "aA" and 1 <= number <= 26:
        return chr(ord(kind) + number - 1)
    if kind in "iI" and 1 <= number < 40:
        numeral = ""
        for value, sign in _ROMAN:
            numeral += sign * (number // value)
            number %= value
        return numeral if kind == "i" else numeral.upper()
    return str(number)


class _Reader:
    """Takes the events of a page and keeps the lines that they show."""

    def __init__(self) -> None:
        self.shown: list[Shown] = []
        self._places = [Place()]
        self._words = Words()
        self._web_words = Words()
        """Those of a button and its like in the midst of a line."""
        self._adjoins = False
        self._mark = ""
        """The mark of the item whose words begin."""
        self._lists: list[_List] = []
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
            self.shown.append(Shown(SourceLine(event.line, event.value[:_SAMPLE], _LOST, "markup"), self._places[-1]))

    def close(self) -> list[Shown]:
        """All lines, when the page has ended."""
        self._break()
        return self.shown

    # --- events

    def _say(self, text: str, line: int) -> None:
        place = self._places[-1]
        if place.unseen:
            return
        if place.mark and not _COUNTS.search(text):
            self._mark = "•" if text.strip() else self._mark
        elif place.pre:
            for at, part in enumerate(text.split("\n")):
                if at:
                    self._break(adjoins=self._words.said)
                self._words.add(part, line + at)
        else:
            (self._web_words if place.web_inline else self._words).add(text, line)

    def _start(self, name: str, attributes: Mapping[str, str], line: int) -> None:
        if name in BLOCKS:
            self._break()
        outer = self._places[-1]
        place = inside(outer, name, attributes)
        self._places.append(place)
        if place.unseen:
            return
        if place.box and not outer.box:
            self._box_starts.append(len(self.shown))
        self._words.anchors += [attributes[key] for key in ("id", "name") if attributes.get(key)]
        if name in _STARTS:
            _STARTS[name](self, attributes, line)
        elif name in LISTS:
            self._lists.append(_list(name, attributes))

    def _end(self, name: str) -> None:
        place, outer = self._places[-1], self._places[-2]
        if name in BLOCKS:
            self._break()
        self._places.pop()
        if place.unseen:
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
            self._words.begin_link(attributes["href"])

    def _start_item(self, attributes: Mapping[str, str], _: int) -> None:
        innermost = self._lists[-1] if self._lists else _List("•")
        innermost.next = whole_number(attributes, "value", innermost.next)
        mark = innermost.mark()
        self._mark = "" if self._places[-1].unmarked else mark

    def _start_definition(self, _: Mapping[str, str], __: int) -> None:
        self._adjoins = self._after_term == len(self.shown)

    def _line_break(self, _: Mapping[str, str], line: int) -> None:
        if self._places[-1].heading:
            self._words.add(" ", line)
        else:
            self._break(adjoins=self._words.said)

    def _picture(self, attributes: Mapping[str, str], line: int) -> None:
        self._words.add_icon(attributes.get("alt", ""), line)

    def _quote(self, *_: object) -> None:
        self._words.add_sign("“")

    def _end_quote(self) -> None:
        self._words.add_sign("”")

    def _end_link(self) -> None:
        self._words.end_link()

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
        if sure or not any(one.line.role == "heading" or one.line.words[:1].isdigit() for one in held):
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
                self.shown.append(Shown(line, place, self._adjoins))
        if web := self._web_words.take(icons=False):
            line = SourceLine(web.number, web.text, web.text)
            self.shown.append(Shown(line, place._replace(web=True), adjoins=True))
        self._adjoins = adjoins

    def _line(self, taken: Taken, place: Place) -> SourceLine:
        """What a line is, by where it stands and how it begins."""
        mark, self._mark = self._mark, ""
        if mark[:1].isdigit() and _PRINTED_NUMBER.match(taken.text):
            mark = ""  # the number that counts is printed, and the list's own is not shown
        line = SourceLine(taken.number, taken.text, taken.text, links=taken.links, anchors=taken.anchors)
        if mark and (mark[:1].isdigit() or not place.heading):
            return replace(line, role="item", level=_INDENT * min(max(place.lists - 1, 0), _DEEPEST), marker=mark)
        if place.heading:
            return replace(line, role="heading", level=place.heading)
        typed = text_line(taken.number, taken.typed if place.pre else taken.text)
        return replace(typed, level=typed.level + _INDENT * place.lists, links=taken.links, anchors=taken.anchors)

    def _is_number_of(self, before: Shown, line: SourceLine, place: Place) -> bool:
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
    return replace(kept, number=number.number, raw=text, text=text, links=links, anchors=anchors)


def _note(line: SourceLine, box: int) -> SourceLine:
    return replace(line, text=line.itemised if line.marker else line.text, role="note", level=box, marker="")


def _linked(one: Shown) -> int:
    return sum(len(link.text) for link in one.line.links)


def _list(name: str, attributes: Mapping[str, str]) -> _List:
    kind = attributes.get("type", "1") if name == "ol" else "•"
    return _List(kind if kind in ("1", "a", "A", "i", "I", "•") else "1", whole_number(attributes, "start", 1))


_STARTS: dict[str, Callable[[_Reader, Mapping[str, str], int], None]] = {
    "a": _Reader._start_link,
    "li": _Reader._start_item,
    "dd": _Reader._start_definition,
    "br": _Reader._line_break,
    "img": _Reader._picture,
    "q": _Reader._quote,
    "table": _Reader._start_table,
    "tr": _Reader._start_row,
    "td": _Reader._start_cell,
    "th": _Reader._start_cell,
}
_ENDS: dict[str, Callable[[_Reader], None]] = {
    "a": _Reader._end_link,
    "li": _Reader._end_item,
    "dt": _Reader._end_term,
    "q": _Reader._end_quote,
    "table": _Reader._end_table,
    "td": _Reader._end_cell,
    "th": _Reader._end_cell,
}
