"""A state → the lines of the screen, for any width and height. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from rules_cli.look.state import Ask, Choice, Place, Read, RulePage, Size, State, is_rule
from rules_cli.render.excerpt import excerpt, marked
from rules_cli.render.language import say
from rules_cli.render.layout import Line, beside, clipped, cut, hanging_in, short_way, width_of, wrapped
from rules_cli.render.page import PageLine, Span, Style
from rules_cli.text import fold

SMALLEST = Size(30, 8)
"""The smallest screen: a number with a few words beside it, and five rows of a list."""
_FRAME = 3  # rows of a screen that are not of a page: the first, the line below it, the last
_ENDS = 2  # rows of a screen that are not of a list: the first, the last
_LEAST_PREVIEW = 14  # rows: a lower screen shows a list alone
_LEAST_GLANCE = 4  # rows of the words of a rule below an empty prompt
_LIST_SHARE = 2 / 5  # of the screen is for the list, the rest for the words of the chosen rule
_BESIDE = 110  # columns: a wider screen shows these words, or a page, beside the list
_TEXT = 78  # columns of a page, and of these words beside a list
_PAGE = _TEXT + 1  # with the mark of a link
_AROUND_ENDS = 8  # columns of the last line of a page: two arrows, and blanks between its three parts
_WIDE = 60  # columns: a narrower screen has no room for a column of titles
_NARROW_INDENT = 4  # columns: the largest indent on a narrow screen
_WIDEST_LABEL, _WIDEST_TITLE = 16, 18  # columns; a longer number pushes its own words to the right
_INSIDE = 2  # columns before the second line of a book's name
_LEAST_WORDS = 12  # columns of text after label and title
_SIGN = "> "  # before the typed words
_MARK = Span("▌", "chosen")  # before the row, or link, that is chosen
_NOTE = 4  # the note above a list takes a quarter of the screen at most


class ScreenLine(NamedTuple):
    """A line on a screen, the number of its link (or 0), and the place of the page's line of which it is a part."""

    line: Line
    link: int
    place: int


def screen(state: State, width: int, height: int) -> list[Line]:
    """Return the lines of the screen: at most `height` lines, none wider than `width`."""
    if width < SMALLEST.width or height < SMALLEST.height:
        words = say("too small", SMALLEST.width, SMALLEST.height)
        return [clipped(line, width) for line in wrapped([Span(words)], width)][:height]
    size, place = Size(width, height), state.place
    if isinstance(place, Ask):
        head, body, foot = _prompt(place, size), _ask(place, size), _foot_of_list(state, place, size)
    else:
        head, body, foot = _head_of_page(place, size), _read(state, place, size), _foot_of_page(state, place, size)
    lines = [head, *_filled(body, height - _ENDS), foot]
    message = wrapped([Span(state.message, "note")], width) if width_of(state.message) > width else []
    if message and not (isinstance(place, Read) and place.finding):  # its lines cover those above the last one
        lines = [*lines[: height - len(message)], *message][:height]
    return [clipped(line, width) for line in lines]


def previews(size: Size) -> bool:
    """Return whether a screen has room for the words of the chosen rule."""
    return size.height >= _LEAST_PREVIEW


def list_room(size: Size) -> int:
    """Return how many rows of a list fit a screen."""
    room = size.height - _ENDS
    return max(1, int(room * _LIST_SHARE) if previews(size) and not _is_beside(size) else room)


def reading_room(size: Size) -> int:
    """Return how many lines of a page fit a screen."""
    return max(1, size.height - _FRAME)


def _is_beside(size: Size) -> bool:
    return size.width >= _BESIDE and previews(size)


def _filled(lines: Sequence[Line], room: int) -> list[Line]:
    return [*lines[:room], *[()] * (room - len(lines))]


def _side_by_side(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    """Return lines with others at their right, after a left column of this width and a blank."""
    joined = []
    for one, other in zip_longest(left, right, fillvalue=()):
        start = clipped(one, width)
        blanks = width + 1 - sum(width_of(span.text) for span in start)
        joined.append((*start, Span(" " * blanks), *other) if other else start)
    return joined


def _ruled(name: str, width: int) -> Line:
    """Return a horizontal line with a name near its right end."""
    name = cut(f" {name} ──", width - 2) if name else ""
    return (Span("─" * (width - width_of(name)) + name, "quiet"),)


def _restyled(line: Iterable[Span], old: Style | None, new: Style) -> Line:
    """Return a line with the words of one style, or of all (None), in another."""
    return tuple(span._replace(style=new) if old in (None, span.style) and span.text.strip() else span for span in line)


# --- the prompt and lists


# Complexity: with and without a list, notes, and words beside it or below.
def _ask(place: Ask, size: Size) -> list[Line]:
    """Return the lines between the prompt and the last line: a note, a list, and the words of the chosen rule."""
    listing, width = place.listing, size.width
    if listing is None:
        return [(), *wrapped([Span(say("opening"), "note")], width)]
    note = wrapped([Span(listing.note, "note")], width) if listing.note else []
    if len(note) > (most := size.height // _NOTE):  # its last line shows that there is more
        note = [*note[: most - 1], (Span(cut(f"{''.join(span.text for span in note[most - 1])} …", width), "note"),)]
    intro = [line for spans in listing.intro for line in wrapped(spans, width, 0, _INSIDE)]
    if not place.choices:
        nothing = [(Span(say("no such book"), "note"),)] if place.asked.kind == "books" else [(), *intro]
        return [*note, *nothing]
    if intro:
        intro.append(())
    room = size.height - _ENDS - len(note)
    if not place.target or not previews(size):  # the list alone
        return [*note, *intro, *_rows(place, width, room - len(intro))]
    if _is_beside(size):
        rows = [*intro, *_rows(place, width - _PAGE - 1, room - len(intro))]
        return [*note, *_side_by_side(rows, _glance(place.glance, _PAGE, room), width - _PAGE - 1)]
    share = max(len(intro) + 1, list_room(size) + len(intro) - len(note))  # the lines of the list; a glance is below
    if intro:  # all rows, if there is room for some words of the chosen rule, too
        share = max(share, min(room - _LEAST_GLANCE, len(intro) + _height(place.choices)))
    rows = _filled([*intro, *_rows(place, width, share - len(intro))], share)
    return [*note, *rows, *_glance(place.glance, width, room - share)]


def _glance(glance: RulePage | None, width: int, room: int) -> list[Line]:
    """Return a line with the name of the chosen rule, and its words below it; no lines without words."""
    if glance is None:
        return []
    lines = [(Span(" "), *line.line) for line in _laid_out(glance.lines, width)]
    more = f" {room - 1}/{len(lines)} ↓" if len(lines) > room - 1 else ""
    return [_ruled(f"{glance.name}{more}", width), *lines[: room - 1]]


def _prompt(place: Ask, size: Size) -> Line:
    """Return the first line: the typed text, or the part of it around the cursor that fits, and the book."""
    about = _about(place, size)
    sign = f"{say('Which book?')} " if place.asked.kind == "books" else _SIGN
    room = max(size.width - min(width_of(about), size.width * 2 // 3) - len(sign) - 3, 8)
    text, cursor = place.line.text, place.line.cursor
    while width_of(text[:cursor]) > room:
        text, cursor = text[1:], cursor - 1
    text = text[: cursor + max(0, room - width_of(text[:cursor]))]
    under = text[cursor : cursor + 1] or " "
    words = [Span(text[:cursor], "title"), Span(under, "chosen"), Span(text[cursor + 1 :], "title")]
    if place.line.chosen and text:
        words = [Span(text, "chosen"), Span(" ")]
    elif not text and sign == _SIGN:
        words.append(Span(f" {say('type')}", "quiet"))
    return beside([Span(sign, "label"), *words], about, size.width)


def _about(place: Ask, size: Size) -> str:
    """Return the book that is searched, and which row of how many is chosen; shorter on a narrow screen."""
    listing = place.listing
    if listing is None or place.asked.kind == "books":
        return ""
    words = _short(listing.about, size)
    if not place.typed or place.typed != place.asked.words or not listing.choices:  # or the list is of other words
        return words
    total = f"{listing.total:,}{'+' if listing.more and listing.total == len(listing.choices) else ''}"
    return f"{words if size.width >= _WIDE else words.partition(' ')[0]}  {place.chosen + 1}/{total}"


def _short(about: str, size: Size) -> str:
    """Return the name of an edition and whose words it has; on a narrow screen only the name, `mtg 2026-01-16`."""
    return about if size.width >= _WIDE else " ".join(about.split(" ")[:2])


def _foot_of_list(state: State, place: Ask, size: Size) -> Line:
    if state.message:
        return (Span(cut(state.message, size.width), "note"),)
    if place.asked.kind == "books":
        return (Span(_keys([say("in a list of books")], size.width), "quiet"),)
    keys = [*(["Enter reads"] if place.target else []), "Tab book"]
    keys += ["Ctrl-Y copy", "Ctrl-Space keep"] if is_rule(place.target) else []
    keys += [] if place.typed else ["Esc back" if state.back else "Esc leaves"]
    return (Span(_keys(map(say, [*keys, "Ctrl-G keys"]), size.width), "quiet"),)


def _rows(place: Ask, width: int, room: int) -> list[Line]:
    """Return the rows of a list that fit, scrolled so that the chosen one is among them."""
    choices, chosen = _named_above(place.choices, width, room), place.chosen
    labels = [width_of(choice.label) for choice in choices if width_of(choice.label) <= _WIDEST_LABEL]
    titles = [min(width_of(choice.title), _WIDEST_TITLE) for choice in choices]
    columns = max(labels, default=0), max(titles, default=0)
    first = max(0, chosen + 1 - room)
    while first < chosen and _height(choices[first : chosen + 1]) > room:
        first += 1
    lines: list[Line] = []
    for number, choice in enumerate(choices[first : first + room], first):
        if choice.above and number > first and len(lines) + 1 >= room:
            break  # a row without its heading would be read under the one above
        if choice.above and room > 1:
            lines.append((Span(cut(choice.above, width), "quiet"),))
        lines.append(_row(choice, columns, number == chosen, width))
    return lines[: max(0, room)]


def _height(choices: Sequence[Choice]) -> int:
    return len(choices) + sum(bool(choice.above) for choice in choices)


def _named_above(choices: Sequence[Choice], width: int, room: int) -> Sequence[Choice]:
    """Return rows with each new title in a line above them, if the screen is narrow but high enough."""
    if width >= _WIDE:
        return choices
    named, title_before = list[Choice](), ""
    choices = list(map(_by_title, choices))
    for choice in choices:
        is_named = bool(choice.above) or choice.title == title_before or len(choice.text) < _LEAST_WORDS
        named.append(choice if is_named else choice._replace(above=choice.title))
        title_before = choice.title
    return named if _height(named) <= room else choices


def _by_title(choice: Choice) -> Choice:
    """Return the row of a rule by its title alone if no number tells it apart, such as an entry of a glossary."""
    is_titled = choice.title and ":" in choice.target and not any(map(str.isdigit, choice.label))
    return choice._replace(label=choice.title, title="") if is_titled else choice


@lru_cache(maxsize=512)
def _row(choice: Choice, columns: tuple[int, int], is_chosen: bool, width: int) -> Line:
    """Return a row of a list: label and title, in columns of these widths if there is room, and text."""
    label_width, title_width = columns if width >= _WIDE else (0, 0)
    label = cut(choice.label, width - 1)
    start = f"{label}{' ' * (label_width - width_of(label))}  "
    spans, used = [Span(start, "id")], 1 + width_of(start)
    if width >= _WIDE or len(choice.text) < _LEAST_WORDS:
        room = width - used - (width_of(choice.text) + 2 if choice.text else 0)
        title = cut(choice.title, max(_WIDEST_TITLE if choice.text else 0, title_width, room))
        spans += marked(title, choice.sought.words, "title")
        if choice.text and (title or title_width):
            blanks = max(0, label_width + title_width + 3 - used - width_of(title)) + 2
            spans.append(Span(" " * blanks))
            used += width_of(title) + blanks
    room = width - used
    text = excerpt(choice.text, room, choice.sought) if room >= min(_LEAST_WORDS, width_of(choice.text)) else ""
    spans += marked(text, choice.sought.words, "text")
    return (_MARK, *_restyled(spans, None, "chosen")) if is_chosen else (Span(" "), *spans)


# --- pages


def reading_lines(page: RulePage, size: Size) -> tuple[ScreenLine, ...]:
    """Return the lines of a page on a screen. On a wide screen the page is beside the list from which it was opened."""
    if not page.beside:
        return _laid_out(page.lines, _PAGE if _is_beside(size) else size.width)
    left, right = ([line.spans for line in part] for part in (page.lines, page.beside))
    column = size.width // 2 - 1
    if all(sum(width_of(span.text) for span in spans) <= column for spans in (*left, *right)):
        return tuple(ScreenLine(line, 0, 0) for line in _side_by_side(left, right, column))
    return _laid_out((*page.lines, PageLine(()), *page.beside), size.width)


def links_shown(place: Place, size: Size) -> list[int]:
    """Return the numbers of the links of a page that a screen shows; none of a prompt."""
    if not isinstance(place, Read):
        return []
    links = [line.link for line in reading_lines(place.reading, size)]
    bottom = place.top + reading_room(size)
    return [link for line, link in enumerate(links[:bottom]) if link and line >= place.top and link not in links[:line]]


@lru_cache(maxsize=64)
def _laid_out(page: tuple[PageLine, ...], width: int) -> tuple[ScreenLine, ...]:
    """Return the lines of a page, wrapped. An indented line may go further to the right than others."""
    lines = []
    for place, line in enumerate(page):
        room = min(width - 1, max(_TEXT, line.indent + line.hanging + _TEXT - 2))
        indent = min(line.indent, width // 4 if width >= _WIDE else _NARROW_INDENT)
        wrapped_lines = wrapped(line.spans, room, indent, hanging_in(line.hanging, width))
        lines += [ScreenLine(wrapped_line, line.link, place) for wrapped_line in wrapped_lines]
    return tuple(lines)


def matches(page: RulePage, word: str, size: Size) -> list[int]:
    """Return the numbers of the lines of a page that have a word, in upper or lower case, with or without accents."""
    wanted = fold(word)
    lines = reading_lines(page, size) if wanted else ()
    return [number for number, line in enumerate(lines) if wanted in fold("".join(span.text for span in line.line))]


def is_long(page: RulePage, size: Size) -> bool:
    """Return whether a page has more lines than the screen."""
    return len(reading_lines(page, size)) > reading_room(size)


def _head_of_page(place: Read, size: Size) -> Line:
    """Return the first line: the path to the rule and its edition. The path ends in the page's own name if that has
    been scrolled away."""
    page = place.reading
    if page.question.kind == "keys":
        keys = say("arrows scroll" if is_long(page, size) else "any key goes back")
        return beside([Span(page.name, "title")], keys, size.width)
    about = _short(page.about, size)
    name = [page.name.partition(" ")[2]] if place.top and page.name not in page.crumbs else []
    steps = [Span(step, "quiet") for step in (*page.crumbs, *name)]
    return beside(list(short_way(steps, size.width - width_of(about) - 2)), about, size.width)


def _read(state: State, place: Read, size: Size) -> list[Line]:
    """Return the lines between the first and the last one: the page, beside the list that was asked last if it fits."""
    shown = list[Line]()
    for line in reading_lines(place.reading, size)[place.top : place.top + reading_room(size)]:
        if line.link and line.link == place.chosen:
            shown.append((_MARK, *_restyled(line.line, None, "chosen")))
        else:
            shown.append((Span(" "), *_with_found(line.line, fold(place.word))))
    if not _is_beside(size) or place.reading.question.kind == "keys":
        return [_ruled("", size.width), *shown]
    width = size.width - _PAGE - 1
    asked = next((before for before in reversed(state.back) if isinstance(before, Ask) and before.choices), Ask())
    rows = [_restyled(row, "chosen", "quiet") for row in _rows(asked, width, size.height - _ENDS)]
    return _side_by_side(rows, [_ruled(place.reading.name, _PAGE), *shown], width)


def _with_found(line: Line, wanted: str) -> Iterator[Span]:
    """Yield a line with a folded word marked, if it has the word."""
    for span in line:
        text, done = fold(span.text), 0
        is_same_length = len(text) == len(span.text)  # else places differ: folding may make two letters of one
        while wanted and is_same_length and (start := text.find(wanted, done)) >= 0:
            yield span._replace(text=span.text[done:start])
            done = start + len(wanted)
            yield span._replace(text=span.text[start:done], style="chosen")
        yield span._replace(text=span.text[done:])


# Complexity: each part of the line may be missing.
def _foot_of_page(state: State, place: Read, size: Size) -> Line:
    """Return the last line below a page: the word to find, a message, or keys and the rules before and after."""
    page, end, count = place.reading, place.top + reading_room(size), len(reading_lines(place.reading, size))
    if place.finding:
        return (Span("/", "label"), Span(place.word, "title"), Span(" ", "chosen"))
    if state.message or state.typed.isdecimal():
        return (Span(cut(state.message or say("reference", state.typed), size.width), "note"),)
    if page.question.kind == "keys":
        return (Span(say("↓ more") if count > end else "", "quiet"),)
    enter = ["y copy"] if is_rule(place.target) else []
    if place.chosen or page.has_more:
        enter = ["Enter follows" if place.chosen else "Enter whole branch"]
    changes = [say("d changes")] if page.is_changed and page.question.kind != "changes" else []
    links = [] if place.chosen else links_shown(place, size)
    follow = [say("numbers follow" if len(links) > 1 else "1 follows", *links[:1], *links[-1:])] if links else []
    more = f"{end}/{count} ↓" if count > end else ""
    width_of_more = width_of(f"   {more}") if more else 0
    room = (size.width - width_of(say("Ctrl-G keys")) - width_of_more - _AROUND_ENDS) // 2
    before, after = (target.partition(":")[2] for target in (page.previous, page.next))
    # The end of a long number tells it from its neighbours.
    before, after = (number if width_of(number) <= room else f"…{number[1 - room :]}" for number in (before, after))
    ends = "   ".join(filter(None, [f"‹ {before}" if before else "", f"{after} ›" if after else "", more]))
    keys = [*map(say, enter), *changes, *follow, *map(say, ("Backspace back", "type to ask", "Ctrl-G keys"))]
    return beside([Span(ends, "quiet")], _keys(keys, size.width - width_of(ends) - 1), size.width)


def _keys(keys: Iterable[str], width: int) -> str:
    """Return names of keys on one line, without the last but one, and so on, until the line fits."""
    *others, last = keys
    while others and width_of(" · ".join([*others, last])) > width:
        others.pop()
    return cut(" · ".join([*others, last]), width)
