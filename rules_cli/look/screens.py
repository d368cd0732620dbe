"""A state → the lines of the screen, for any width and height. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.look.line import Line as Typed
from rules_cli.look.state import (
    Ask,
    Choice,
    ChooseBook,
    Glance,
    Keys,
    Listing,
    Read,
    ReadingLine,
    RulePage,
    Size,
    State,
)
from rules_cli.render.excerpt import excerpt, marked
from rules_cli.render.language import say
from rules_cli.render.layout import Line, beside, clipped, cut, hanging_in, short_way, shortened, width_of, wrapped
from rules_cli.render.page import Span
from rules_cli.text import fold

SMALLEST = Size(30, 8)
"""The smallest screen: a number with a few words beside it, and five rows of a list."""
_FRAME = 3  # rows of a screen that are no page: the first, the rule below it, the last
_ENDS = 2  # rows of a screen that are no list: the first, the last
_LEAST_PREVIEW = 14  # rows: on a lower screen, a list takes all of them
_LIST_SHARE = 2 / 5  # of the screen is for the list, the rest for the words of the chosen rule
_BESIDE = 110  # columns: on a wider screen, these words are beside the list
_TEXT = 78  # columns of them there, and of a page
_AROUND_ENDS = 8  # columns of the last line of a page: two arrows, and blanks between its three parts
_WIDE = 60  # columns: a narrower screen has no room for a column of titles
_WIDEST_LABEL, _WIDEST_TITLE = (
    16,
    18,
)  # columns of numbers and titles; a longer number pushes its own words to the right
_LEAST_WORDS = 12  # columns of words beside them
_SIGN = "> "  # before what is typed
_MOST_NOTE = 3  # lines of what is said above a list


class ScreenLine(NamedTuple):
    """A line of a rule's page at some width; `link` is the number of the link that it is part of, 0 for none, and
    `place` that of the line on the page before it was wrapped."""

    line: Line
    link: int
    place: int


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


def previews(size: Size) -> bool:
    """Return whether a screen has room for the words of the chosen rule."""
    return size.height >= _LEAST_PREVIEW


def list_room(size: Size) -> int:
    """Return how many rows of a list fit a screen."""
    room = size.height - _ENDS
    return max(1, int(room * _LIST_SHARE) if previews(size) and size.width < _BESIDE else room)


def reading_room(size: Size) -> int:
    """Return how many lines of a page fit a screen."""
    return max(1, size.height - _FRAME)


# --- the prompt and lists


def _ask(state: State, place: Ask, size: Size) -> list[Line]:
    listing = place.listing
    about = _about(place, listing, size)
    head = beside(_prompt(_SIGN, place.line, about, size), about, size.width)
    foot = _listed_foot(state, bool(place.choice and place.choice.target), bool(place.typed), size)
    body = _body(state, place, listing, size)
    room = size.height - _ENDS
    return [head, *body[:room], *[()] * (room - len(body)), foot]


# Complexity: with and without a list, notes, and words beside it or below.
def _body(state: State, place: Ask, listing: Listing | None, size: Size) -> list[Line]:
    """Return the list, what is said above it, and the words of the chosen rule below or beside it."""
    if listing is None or state.message == say("index"):
        return [(), *wrapped([Span(state.message or say("opening"), "note")], size.width)]
    note = wrapped([Span(listing.note, "note")], size.width)[:_MOST_NOTE] if listing.note else []
    if not listing.choices:
        return [*note, (), *listing.intro]
    is_beside = size.width >= _BESIDE and previews(size)
    width = size.width - _TEXT - 2 if is_beside else size.width
    intro = [*listing.intro, ()] if listing.intro else []
    above = [*note, *(shortened([line], 1, width)[0] for line in intro)]
    has_words = previews(size) and place.choice is not None and bool(place.choice.target)
    room = list_room(size) + (0 if is_beside or not previews(size) else len(intro))
    rows = [*above, *_rows(place.choices, place.chosen, width, max(1, room - len(above)))]
    if not has_words:
        all_room = size.height - _ENDS - len(above)
        return rows if not previews(size) else [*above, *_rows(place.choices, place.chosen, width, all_room)]
    if is_beside:
        return _side_by_side(rows, _glance(place.glance, _TEXT, size.height - _ENDS), width)
    rows += [()] * (room - len(rows))
    return [*rows, *_glance(place.glance, size.width, size.height - _ENDS - len(rows))]


def _side_by_side(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    """Return lines of two columns, the first of so many columns."""
    count = max(len(left), len(right))
    padded = [[*lines, *[()] * (count - len(lines))] for lines in (left, right)]
    joined = []
    for one, other in zip(*padded, strict=True):
        start = clipped(one, width)
        blanks = Span(" " * (width + 1 - sum(width_of(span.text) for span in start)))
        joined.append((*start, blanks, *other) if other else start)
    return joined


def _glance(glance: Glance | None, width: int, room: int) -> list[Line]:
    """Return the words of the chosen rule below a line with its name, and how many of its lines are shown."""
    if glance is None:
        return []
    lines = [line.line for line in _laid_out(glance.lines, width)]
    shown = lines[: room - 1]
    more = f" {len(shown)}/{len(lines)} ↓" if len(lines) > len(shown) else ""
    name = cut(f" {glance.name}{more} ──", width - 2)
    return [(Span("─" * (width - width_of(name)) + name, "quiet"),), *((Span(" "), *line) for line in shown)]


def _about(place: Ask, listing: Listing | None, size: Size) -> str:
    """Return the book, and which row of how many is chosen."""
    if listing is None:
        return ""
    about = _short(listing.about, size.width)
    if not place.typed or not listing.choices:
        return about
    if size.width < _WIDE:
        about = about.partition(" ")[0]
    total = f"{listing.total:,}{'+' if listing.more and listing.total == len(listing.choices) else ''}"
    return f"{about}  {place.chosen + 1}/{total}"


def _prompt(sign: str, line: Typed, beside_it: str, size: Size) -> Line:
    """Return the prompt with the cursor, and as much of what was typed around it as fits."""
    room = max(size.width - min(width_of(beside_it), size.width * 2 // 3) - len(sign) - 3, 8)
    text, at = line.text, line.cursor
    while width_of(text[:at]) > room:
        text, at = text[1:], at - 1
    text = text[: at + max(0, room - width_of(text[:at]))]
    if line.chosen and text:
        return Span(sign, "label"), Span(text, "chosen"), Span(" ")
    if not text and sign == _SIGN:
        return Span(sign, "label"), Span(" ", "chosen"), Span(f" {say('type')}", "quiet")
    return (
        Span(sign, "label"),
        Span(text[:at], "title"),
        Span(text[at : at + 1] or " ", "chosen"),
        Span(text[at + 1 :], "title"),
    )


def _listed_foot(state: State, has_choice: bool, has_words: bool, size: Size) -> Line:
    """Return the last line of a list: a message, else the keys of this place, as many as fit."""
    if state.message and state.message != say("index"):
        return (Span(cut(state.message, size.width), "note"),)
    keys = ["Enter reads", "Tab book", "Ctrl-Y copy", "Ctrl-Space keep"] if has_choice else ["Tab book"]
    return _key_line([*map(say, keys), say("Alt-H keys" if has_words else "? keys")], size.width)


def _key_line(keys: Sequence[str], width: int) -> Line:
    """Return what keys do in one line: the last one always, of the others as many as fit."""
    *others, last = keys
    while others and width_of(" · ".join([*others, last])) > width:
        others.pop()
    return (Span(" · ".join([*others, last]), "quiet"),)


def _short(about: str, width: int) -> str:
    """Return book and edition; on a wide screen, whose words they are, too."""
    return about if width >= _WIDE else " ".join(about.split(" ")[:2])


def _book_list(state: State, place: ChooseBook, size: Size) -> list[Line]:
    question = say("Which book?")
    head = _prompt(f"{question} ", place.line, "", size)
    room = size.height - _ENDS
    rows = _rows(place.choices, place.chosen, size.width, room) or [(Span(say("no such book"), "note"),)]
    foot = (Span(cut(state.message or say("in a list of books"), size.width), "quiet"),)
    return [head, *rows, *[()] * (room - len(rows)), foot]


def _rows(choices: Sequence[Choice], chosen: int, width: int, room: int) -> list[Line]:
    """Return as many rows of a list as fit, the chosen one among them."""
    labels = [width_of(each.label) for each in choices if width_of(each.label) <= _WIDEST_LABEL]
    titles = [min(width_of(each.title), _WIDEST_TITLE) for each in choices]
    columns = max(labels, default=0), max(titles, default=0)
    first = max(0, chosen + 1 - room)
    while first < chosen and sum(1 + bool(each.above) for each in choices[first : chosen + 1]) > room:
        first += 1
    lines: list[Line] = []
    for at, choice in enumerate(choices[first:], first):
        if choice.above and (at == first or len(lines) < room - 1):
            lines.append((Span(cut(choice.above, width), "quiet"),))
        if len(lines) >= room:
            break
        lines.append(_row(choice, columns, at == chosen, width))
    return lines


@lru_cache(maxsize=512)
def _row(choice: Choice, columns: tuple[int, int], is_chosen: bool, width: int) -> Line:
    """Return one row of a list in one line: its number, title and words, with a mark if it is chosen."""
    label, title = columns
    start = choice.label.ljust(label + len(choice.label) - width_of(choice.label)) if width >= _WIDE else choice.label
    used = 1 + width_of(start) + 2
    spans = [Span(start, "id"), Span("  ")]
    if choice.title and (width >= _WIDE or len(choice.text) < _LEAST_WORDS):
        shown = cut(choice.title, max(_WIDEST_TITLE, title) if choice.text else width - used)
        blanks = " " * (max(0, title - width_of(shown)) + 2) if choice.text else ""
        spans += [*marked(shown, choice.sought.words, "title"), Span(blanks)]
        used += width_of(shown) + len(blanks)
    elif title and width >= _WIDE and choice.text:
        spans.append(Span(" " * (title + 2)))
        used += title + 2
    text = excerpt(choice.text, max(width - used, _LEAST_WORDS), choice.sought)
    spans += marked(text, choice.sought.words, "text")
    mark = Span("▌", "chosen") if is_chosen else Span(" ")
    return (mark, *(_chosen(spans) if is_chosen else spans))


def _chosen(line: Sequence[Span]) -> Line:
    return tuple(span._replace(style="chosen") if span.text.strip() else span for span in line)


# --- reading


@lru_cache(maxsize=64)
def reading_lines(reading: RulePage, width: int) -> tuple[ScreenLine, ...]:
    """Return a rule's page at some width."""
    return _laid_out(reading.lines, width)


@lru_cache(maxsize=64)
def _laid_out(page: tuple[ReadingLine, ...], width: int) -> tuple[ScreenLine, ...]:
    found = []
    for place, each in enumerate(page):
        room = min(width - 1, max(_TEXT, each.indent + each.hanging + _TEXT - 2))
        lines = wrapped(each.spans, room, min(each.indent, width // 4), hanging_in(each.hanging, width))
        found += [ScreenLine(line, each.link, place) for line in lines]
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
    room = reading_room(size)
    shown = [_page_line(each, place) for each in reading_lines(reading, size.width)[place.top : place.top + room]]
    rule = (Span("─" * size.width, "quiet"),)
    return [head, rule, *shown, *[()] * (room - len(shown)), _read_foot(state, place, size)]


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
        yield span._replace(text=span.text[at:done], style="chosen")
    yield span._replace(text=span.text[done:])


def _read_foot(state: State, place: Read, size: Size) -> Line:
    if place.finding:
        return (Span("/", "label"), Span(place.word, "title"), Span(" ", "chosen"))
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
    count = len(reading_lines(reading, size.width))
    more = [f"{place.top + reading_room(size)}/{count} ↓"] * (count > place.top + reading_room(size))
    room = (size.width - width_of(keys) - sum(len(each) + 3 for each in more) - _AROUND_ENDS) // 2
    ends = [f"‹ {_end_of(before, room)}"] * bool(before) + [f"{_end_of(after, room)} ›"] * bool(after)
    return beside([Span("   ".join([*ends, *more]), "quiet")], keys, size.width)


def _end_of(number: str, width: int) -> str:
    """Return a number in at most `width` columns; of a longer one its end, which tells it from its neighbours."""
    return number if width_of(number) <= width else f"…{number[1 - width :]}"


def key_lines(width: int) -> list[Line]:
    """Return the lines of the page of all keys: those of the prompt and of reading, beside each other if they fit."""
    parts = say("all keys").split("\n\n")
    column = width // len(parts) - 1
    if all(width_of(line) <= column for part in parts for line in part.split("\n")):
        left, right = ([(Span(line),) for line in part.split("\n")] for part in parts)
        return _side_by_side(left, right, column)
    return [line for text in "\n\n".join(parts).split("\n") for line in wrapped([Span(text)], width, 0, 2)]


def _keys(place: Keys, size: Size) -> list[Line]:
    lines = key_lines(size.width)
    room = reading_room(size)
    way_back = say("arrows scroll" if len(lines) > room else "any key goes back")
    head = beside([Span(say("Keys"), "title")], way_back, size.width)
    shown = lines[place.top : place.top + room]
    more = say("↓ more") if len(lines) - place.top > room else ""
    return [head, (Span("─" * size.width, "quiet"),), *shown, *[()] * (room - len(shown)), (Span(more, "quiet"),)]
