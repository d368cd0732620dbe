"""Styled words as lines of a screen: wrapped between words, measured in columns, never wider than asked.

It loads nothing for words in the letters of European languages: rich, which measures others, takes 25 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rules_cli.render.page import Span
from rules_cli.text import clean

Line = tuple[Span, ...]
CRUMBS, _LEFT_OUT = " › ", "‹ "  # between the steps of a breadcrumb; for those that are left out
_NOT_NARROW = re.compile("[^\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u2193\u2500-\u259f]")
"""Characters that may take no column or two; all others take one, and need no table to be measured."""
WIDE = 60  # columns: on a narrower screen, text does not hang under its first word
_LITTLE = 2
_SIGNS = "-./"  # where a long address is broken
_LEAST_TEXT = 8  # columns: where an indent leaves less, words are broken everywhere


def hanging_in(hanging: int, width: int) -> int:
    """Return how far the second line of a text hangs on a screen of some width: on a narrow one only a little."""
    return hanging if width >= WIDE else min(hanging, _LITTLE)


def width_of(text: str) -> int:
    """Return how many columns a text takes."""
    if not _NOT_NARROW.search(text):
        return len(text)
    from rich.cells import cell_len

    return sum(cell_len(char) for char in text)  # curses draws characters, not graphemes


def fitting(text: str, width: int) -> int:
    """Return how many characters of a text fit in some columns, combining marks with their letter."""
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
    """Return a line of a page as lines of a screen; the first begins after `indent` blanks, the others after `hanging`
    more."""
    spans = [  # with single blanks between words, and no character that a terminal would obey
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
    start, room, end = 0, first, len(text.rstrip())
    while start < end:
        piece = text[start : start + 4 * room]  # a letter may have marks that take no column; a bound for hostile text
        fits = start + max(1, fitting(piece, room))
        if fits >= end:
            yield start, end
            return
        blank = text.rfind(" ", start + 1, fits + 1)
        stop = blank if blank > start and text[start:blank].strip() else _inside_word(text, start, fits)
        yield start, start + len(text[start:stop].rstrip())
        start = stop + len(text[stop:end]) - len(text[stop:end].lstrip(" "))
        room = others


def _inside_word(text: str, start: int, end: int) -> int:
    """Return where to break a word that is longer than a line: after a sign in its second half, or else at the end."""
    return max(text.rfind(sign, (start + end) // 2, end) for sign in _SIGNS) + 1 or end


def _sliced(spans: Iterable[Span], start: int, end: int) -> Iterator[Span]:
    at = 0
    for span in spans:
        piece = span.text[max(0, start - at) : max(0, end - at)]
        if piece:
            yield span._replace(text=piece)
        at += len(span.text)


def clipped(line: Sequence[Span], width: int) -> Line:
    """Return a line in at most `width` columns."""
    if sum(width_of(span.text) for span in line) <= width:
        return tuple(line)
    done = []
    for span in line:
        piece = span.text[: fitting(span.text, width)]
        width -= width_of(piece)
        done.append(span._replace(text=piece))
    return tuple(span for span in done if span.text)


def beside(left: Sequence[Span], right: str, width: int) -> Line:
    """Return a line with words at its left end and quiet ones at its right end; the left is cut where they meet."""
    right = cut(right, max(width * 2 // 3, width - 1 - sum(width_of(span.text) for span in left)))
    start = clipped(left, width - width_of(right) - 1)
    blanks = width - width_of(right) - sum(width_of(span.text) for span in start)
    return (*start, Span(" " * blanks), Span(right, "quiet")) if right else start


def short_way(steps: Sequence[Span], width: int) -> Iterator[Span]:
    """Yield the steps of a breadcrumb with the signs between them, as many of the last as fit one line."""
    shown = list(steps)
    while len(shown) > 1 and width_of(CRUMBS.join(step.text for step in shown)) > width:
        width -= len(_LEFT_OUT) if len(shown) == len(steps) else 0
        del shown[0]
    if len(shown) < len(steps):
        yield Span(_LEFT_OUT, "quiet")
    if len(shown) == 1 and width_of(shown[0].text) > width:
        shown[0] = shown[0]._replace(text=cut(shown[0].text, width))
    for at, step in enumerate(shown):
        yield from ([Span(CRUMBS, "quiet")] if at else [])
        yield step
