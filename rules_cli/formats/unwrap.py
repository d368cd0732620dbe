"""Hard-wrapped text: lines that an editor broke at a column → the paragraphs that they were.

A wrap is told from an author's line break by what the editor did: it broke a line only where the next word would not
have fitted. So a line goes on in the next where that one's first word would have overrun the column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

_NARROWEST, _WIDEST = 50, 120  # columns at which people wrap
_FEWEST = 20  # lines: too few tell nothing
_MOST_WIDER = 0.01  # of the lines, for those that could not be broken (an address of a web page)
_BROKEN = 0.1  # of the lines, at least, that go on in the next
_ENDS = re.compile(r"[.!?:;…][\"”’'»)\]*]*$")
_BEGINS = re.compile(
    r"[ \t]*(?:[0-9]{1,4}(?:\.[0-9]{1,4})*[a-z]{0,2}[.):]?\s|[-*•‣◦▪●–—]\s|[^\W\d_][\w.]{0,14}\s?\d{0,2}:\s)"
)
_HYPHENATED = re.compile(r"[^\W\d_]-$")


def width_of(raws: Sequence[str]) -> int:
    """The column at which a text is wrapped, 0 where it is not; linear in its length."""
    lengths = sorted(len(raw.rstrip()) for raw in raws if raw.strip())
    if len(lengths) < _FEWEST:
        return 0
    width = lengths[int(len(lengths) * (1 - _MOST_WIDER))]
    if not _NARROWEST <= width <= _WIDEST:
        return 0
    broken = sum(_is_full(before, after, width) for before, after in pairwise(raws))
    return width if broken >= _BROKEN * len(lengths) else 0


def unwrapped(raws: Sequence[str], width: int) -> Iterator[tuple[int, str]]:
    """The paragraphs of a wrapped text, each with the number of its first line, counted from 1.

    Every line is in one of them, in order; a blank one alone.
    """
    number, held = 1, ""
    for at, raw in enumerate(raws, 1):
        if at > 1 and _goes_on(raws[at - 2], raw, width):
            held = _joined(held, raw)
            continue
        if at > 1:
            yield number, held
        number, held = at, raw
    if raws:
        yield number, held


def _goes_on(before: str, after: str, width: int) -> bool:
    """Whether a line goes on in the next; where a sentence has ended, a number or a bullet begins something new."""
    return _is_full(before, after, width) and not (_ENDS.search(before.rstrip()) and _BEGINS.match(after))


def _is_full(before: str, after: str, width: int) -> bool:
    words = after.split(maxsplit=1)
    return bool(words) and bool(before.strip()) and len(before.rstrip()) + 1 + len(words[0]) > width


def _joined(before: str, after: str) -> str:
    """Two parts of a paragraph as one; a compound that was broken at its hyphen keeps it."""
    start = before.rstrip()
    return f"{start}{after.strip()}" if _HYPHENATED.search(start[-2:]) else f"{start} {after.strip()}"
