"""A state → the lines of the screen, for any width and height. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.captions import say
from rules_cli.look.state import Ask, Choice, ChooseBook, Keys, Listing, Read, RulePage, Search, Size, State
from rules_cli.render.layout import Line, beside, clipped, cut, short_way, shortened, width_of, wrapped
from rules_cli.render.page import Span
from rules_cli.text import fold

SMALLEST = Size(30, 8)
"""The smallest screen: a number with a few words beside it, and five rows of a list."""
_FRAME = 3  # rows of a screen that are no list and no page: the first, the rule below it, the last
_LINES_OF_A_CHOICE = 2
_AROUND_ENDS = 8  # columns of the last line of a page: two arrows, and blanks between its three parts
_WIDE = 60  # columns: a narrower screen has no room for a column of numbers
_WIDEST_LABEL = 16  # columns of numbers; a longer one pushes its own words to the right


class ScreenLine(NamedTuple):
    """A line of a rule's page at some width; `link` is the number of the link that it is part of, 0 for none."""

    line: Line
    link: int


def screen(state: State, width: int, height: int) -> list[Line]:
    """Return the lines of the screen: at most `height` lines, none wider than `width`."""
    if width < SMALLEST.width or height < SMALLEST.height:
        words = say("too small", SMALLEST.width, SMALLEST.height)
        return [clipped(line, width) for line in wrapped([Span(words)], width)][:height]
    place, size = state.place, Size(width, height)
    if isinstance(place, Ask):
        lines = _ask(state, place, size)
    elif isinstance(place, Read):
        lines = _read(state, place, size)
    elif isinstance(place, ChooseBook):
        lines = _book_list(state, place, size)
    else:
        lines = _keys(place, size)
    return [clipped(line, width) for line in lines]


def list_room(size: Size) -> int:
    """Return how many rows of a list fit a screen."""
    return max(1, (size.height - _FRAME) // _LINES_OF_A_CHOICE)


def reading_room(size: Size) -> int:
    """Return how many lines of a page fit a screen."""
    return max(1, size.height - _FRAME)


def _framed(head: Line, body: Sequence[Line], foot: Line, size: Size) -> list[Line]:
    """Return a whole screen: its first line, a rule, the body, and its last line at the bottom."""
    room = size.height - _FRAME
    shown = [*body[:room], *[()] * (room - len(body))]
    return [head, (Span("─" * size.width, "quiet"),), *shown, foot]


# --- the prompt and lists


def _ask(state: State, place: Ask, size: Size) -> list[Line]:
    listing = place.listing
    about = _short(listing.about, size.width) if listing else ""
    head = beside(_prompt(place.typed, about, size), about, size.width)
    rows = _rows(place.choices, place.chosen, size)
    keys = say("F1 keys" if place.typed else "? keys")
    return _listed(head, rows, _said(state, listing), keys, size)


def _prompt(typed: str, beside_it: str, size: Size) -> Line:
    """Return the prompt with as much of the end of what was typed as fits."""
    room = size.width - min(width_of(beside_it), size.width * 2 // 3) - 5
    while width_of(typed) > max(room, 8):
        typed = typed[1:]
    return Span("> ", "label"), Span(typed, "title"), Span("_", "label")


def _listed(head: Line, rows: Sequence[Line], said: str, keys: str, size: Size) -> list[Line]:
    """Return the screen of a list, with a message and a key beside it below; without rows, the message is above."""
    if not rows:
        return _framed(head, wrapped([Span(said, "note")], size.width), beside((), keys, size.width), size)
    spans = [Span(cut(said, size.width), "quiet")]
    foot = beside(spans, keys, size.width) if width_of(said) + width_of(keys) + 2 < size.width else tuple(spans)
    return _framed(head, rows, foot, size)


def _short(about: str, width: int) -> str:
    """Return book and edition; on a wide screen, whose words they are, too."""
    return about if width >= _WIDE else " ".join(about.split(" ")[:2])


def _said(state: State, listing: Listing | None) -> str:
    """Return the words below a list: a message, else that the books are being opened, else the number of rows."""
    if state.message:
        return state.message
    if listing is None:
        return say("opening")
    count = len(listing.choices)
    found = isinstance(listing.question, Search) and bool(listing.question.words)
    counted = say("one rule" if count == 1 else "rules", f"{count:,}") if found and count else ""
    return listing.note or counted


def _book_list(state: State, place: ChooseBook, size: Size) -> list[Line]:
    question = say("Which book?")
    head = (Span(f"{question} ", "title"), *_prompt(place.typed, question, size))
    rows = _rows(place.choices, place.chosen, size)
    said = state.message or ("" if rows else say("no such book"))
    return _listed(head, rows, said, say("in a list of books"), size)


def _rows(choices: Sequence[Choice], chosen: int, size: Size) -> list[Line]:
    """Return the rows of a list from the first whose page has the chosen one."""
    column = max((width_of(each.label) for each in choices if width_of(each.label) <= _WIDEST_LABEL), default=0)
    lines: list[Line] = []
    room = size.height - _FRAME
    for choice in reversed(choices[: chosen + 1]):
        row = _row(choice, column, not lines, size.width)
        if lines and len(lines) + len(row) > room:
            break
        lines = [*row, *lines]
    for choice in choices[chosen + 1 :]:
        if len(lines) >= room:
            break
        lines += _row(choice, column, False, size.width)
    return lines


def _row(choice: Choice, column: int, chosen: bool, width: int) -> list[Line]:
    """Return one row of a list in two lines at most, with a mark if it is chosen."""
    blanks = " " * max(0, column - width_of(choice.label)) if width >= _WIDE else ""
    spans = (Span(f"{choice.label}{blanks}", "id"), Span("  "), *choice.words)
    hanging = column + 2 if width >= _WIDE else 2
    lines = shortened(wrapped(spans, width - 1, 0, hanging), _LINES_OF_A_CHOICE, width - 1)
    mark = Span("▌", "chosen") if chosen else Span(" ")
    return [(mark, *(_chosen(line) if chosen else line)) for line in lines]


def _chosen(line: Line) -> Line:
    return tuple(span._replace(style="chosen") if span.text.strip() else span for span in line)


# --- reading


@lru_cache(maxsize=64)
def reading_lines(reading: RulePage, width: int) -> tuple[ScreenLine, ...]:
    """Return a rule's page at some width."""
    found = []
    for each in reading.lines:
        hanging = 2 if width < _WIDE else 4
        lines = wrapped(each.spans, width - 1, each.indent, hanging if each.link else 0)
        found += [ScreenLine(line, each.link) for line in lines]
    return tuple(found)


def matches(reading: RulePage, word: str, width: int) -> list[int]:
    """Return the lines of a rule's page that have a word, upper or lower case, with or without accents."""
    wanted = fold(word)
    lines = reading_lines(reading, width) if wanted else ()
    return [at for at, line in enumerate(lines) if wanted in fold("".join(span.text for span in line.line))]


def _read(state: State, place: Read, size: Size) -> list[Line]:
    reading = place.reading
    about = _short(reading.about, size.width)
    steps = [Span(step, "quiet") for step in reading.crumbs]
    head = beside(list(short_way(steps, size.width - width_of(about) - 2)), about, size.width)
    shown = reading_lines(reading, size.width)[place.top : place.top + reading_room(size)]
    body = [_page_line(each, place) for each in shown]
    return _framed(head, body, _read_foot(state, place, size), size)


def _page_line(each: ScreenLine, place: Read) -> Line:
    chosen = bool(each.link) and each.link == place.chosen
    line = _chosen(each.line) if chosen else _with_found(each.line, place.word)
    return (Span("▌", "chosen") if chosen else Span(" "), *line)


def _with_found(line: Line, word: str) -> Line:
    """Return a line with the word that is searched for marked."""
    wanted = fold(word)
    return tuple(part for span in line for part in _marked(span, wanted)) if wanted else line


def _marked(span: Span, wanted: str) -> Iterator[Span]:
    text = fold(span.text)
    if len(text) != len(span.text):  # folding took a letter for two
        yield span
        return
    done = 0
    while (at := text.find(wanted, done)) >= 0:
        yield span._replace(text=span.text[done:at])
        done = at + len(wanted)
        yield span._replace(text=span.text[at:done], style="hit")
    yield span._replace(text=span.text[done:])


def _read_foot(state: State, place: Read, size: Size) -> Line:
    if place.finding:
        return (Span("/", "label"), Span(place.word, "title"), Span("_", "label"))
    if state.message:
        return (Span(cut(state.message, size.width), "note"),)
    if place.digits:
        return (Span(say("reference", place.digits), "note"),)
    reading = place.reading
    before, after = (target.partition(":")[2] for target in (reading.previous, reading.next))
    keys = say("? keys")
    if size.width >= _WIDE:
        enter = say("Enter follows" if place.chosen else "Enter whole branch" if reading.has_more else "y copy")
        keys = f"{enter} · {say('Backspace back')} · {keys}"
    more = ["↓"] * (len(reading_lines(reading, size.width)) > place.top + reading_room(size))
    room = (size.width - width_of(keys) - 4 * len(more) - _AROUND_ENDS) // 2
    ends = [f"‹ {_end_of(before, room)}"] * bool(before) + [f"{_end_of(after, room)} ›"] * bool(after)
    return beside([Span("   ".join([*ends, *more]), "quiet")], keys, size.width)


def _end_of(number: str, width: int) -> str:
    """Return a number in at most `width` columns; of a longer one its end, which tells it from its neighbours."""
    return number if width_of(number) <= width else f"…{number[1 - width :]}"


def key_lines(width: int) -> list[Line]:
    """Return the lines of the page of all keys."""
    return [line for text in say("all keys").split("\n") for line in wrapped([Span(text)], width, 0, 2)]


def _keys(place: Keys, size: Size) -> list[Line]:
    lines = key_lines(size.width)
    scrolls = len(lines) > reading_room(size)
    way_back = say("arrows scroll" if scrolls else "any key goes back")
    head = beside([Span(say("Keys"), "title")], way_back, size.width)
    more = say("↓ more") if len(lines) - place.top > reading_room(size) else ""
    return _framed(head, lines[place.top :], (Span(more, "quiet"),), size)
