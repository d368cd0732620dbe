"""Styled words as lines of a screen: wrapped between words, measured in columns, never wider than asked.

It loads nothing for words in the letters of European languages: rich, which measures others, takes 25 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rules_cli.render.page import Span
from rules_cli.text import clean

Line = tuple[Span, ...]
CRUMBS = " › "  # between the steps of a breadcrumb
_LEFT_OUT = "‹ "  # in place of the first steps
_NOT_NARROW = re.compile("[^\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2193\u2500-\u259f]")
"""Characters that may take no column or two. All others take one, and are measured without a table."""
WIDE = 60  # columns: on a narrower screen, text does not hang under its first word
_LITTLE = 2
_SIGNS = "-./"  # after which a long address is broken
_LEAST_TEXT = 8  # columns: an indent leaves at least as many to the text


def hanging_in(hanging: int, width: int) -> int:
    """Return how far the second line of a text hangs on a screen of a width: on a narrow one only a little."""
    return hanging if width >= WIDE else min(hanging, _LITTLE)


def width_of(text: str) -> int:
    """Return how many columns a text takes."""
    if not _NOT_NARROW.search(text):
        return len(text)
    from rich.cells import cell_len

    return sum(cell_len(char) for char in text)  # curses draws characters, not graphemes


def fitting(text: str, width: int) -> int:
    """Return how many characters of a text fit in `width` columns; combining marks stay with their letter."""
    if not _NOT_NARROW.search(text):
        return min(len(text), width)
    used = 0
    for at, char in enumerate(text):
        used += width_of(char)
        if used > width:
            return at
    return len(text)


def cut(text: str, width: int) -> str:
    """Return a text in at most `width` columns, with … if something is cut off."""
    if width_of(text) <= width:
        return text
    return f"{text[: fitting(text, width - 1)].rstrip()}…" if width > 0 else ""


def wrapped(spans: Sequence[Span], width: int, indent: int = 0, hanging: int = 0) -> list[Line]:
    """Return the lines of a screen for one line of a page: the first is indented by `indent`, the others by `hanging`
    more. A tab or line break is a blank; a character that a terminal would obey is left out."""
    spans = [
        span if span.text.isprintable() else span._replace(text=re.sub(r"\s", " ", clean(span.text))) for span in spans
    ]
    text = "".join(span.text for span in spans)
    indent = min(indent, max(0, width - _LEAST_TEXT))
    hanging = min(hanging, max(0, width - _LEAST_TEXT - indent))
    lines: list[Line] = []
    for start, end in _breaks(text, width - indent, width - indent - hanging):
        blanks = indent + (hanging if lines else 0)
        margin = (Span(" " * blanks),) if blanks else ()
        lines.append((*margin, *_sliced(spans, start, end)))
    return lines or [()]


def _breaks(text: str, first: int, others: int) -> Iterator[tuple[int, int]]:
    """Yield where each line of a text begins and ends, if the first has `first` columns and the others `others`."""
    start, room, end = 0, first, len(text.rstrip())
    while start < end:
        piece = text[start : start + 4 * room]  # a letter may have marks that take no column; a bound for hostile text
        longest = start + max(1, fitting(piece, room))
        if longest >= end:
            yield start, end
            return
        blank = text.rfind(" ", start + 1, longest + 1)
        stop = blank if blank > start and text[start:blank].strip() else _inside_word(text, start, longest)
        yield start, start + len(text[start:stop].rstrip())
        start = end - len(text[stop:end].lstrip(" "))
        room = others


def _inside_word(text: str, start: int, end: int) -> int:
    """Return where to break a word that is longer than a line: after a sign in its second half, or else at the end."""
    last_sign = max(text.rfind(sign, (start + end) // 2, end) for sign in _SIGNS)
    return last_sign + 1 if last_sign >= 0 else end


def _sliced(spans: Iterable[Span], start: int, end: int) -> Iterator[Span]:
    """Yield the part of spans from one character of their joined text to another."""
    offset = 0
    for span in spans:
        piece = span.text[max(0, start - offset) : max(0, end - offset)]
        if piece:
            yield span._replace(text=piece)
        offset += len(span.text)


def clipped(line: Sequence[Span], width: int) -> Line:
    """Return a line in at most `width` columns."""
    if sum(width_of(span.text) for span in line) <= width:
        return tuple(line)
    kept = []
    for span in line:
        piece = span.text[: fitting(span.text, width)]
        width -= width_of(piece)
        kept.append(span._replace(text=piece))
    return tuple(span for span in kept if span.text)


def beside(left: Sequence[Span], right: str, width: int) -> Line:
    """Return a line with words at its left end and quiet ones at its right end; without room, both are cut."""
    right = cut(right, max(width * 2 // 3, width - 1 - sum(width_of(span.text) for span in left)))
    start = clipped(left, width - width_of(right) - 1)
    blanks = width - width_of(right) - sum(width_of(span.text) for span in start)
    return (*start, Span(" " * blanks), Span(right, "quiet")) if right else start


def short_way(steps: Sequence[Span], width: int) -> Iterator[Span]:
    """Yield the steps of a breadcrumb with signs between them; the first are left out if they do not fit one line."""
    shown = list(steps)
    while len(shown) > 1 and width_of(CRUMBS.join(step.text for step in shown)) > width:
        if len(shown) == len(steps):  # the sign for the steps left out takes its columns once
            width -= len(_LEFT_OUT)
        del shown[0]
    if len(shown) < len(steps):
        yield Span(_LEFT_OUT, "quiet")
    if len(shown) == 1 and width_of(shown[0].text) > width:
        shown[0] = shown[0]._replace(text=cut(shown[0].text, width))
    for index, step in enumerate(shown):
        if index:
            yield Span(CRUMBS, "quiet")
        yield step
