"""Lists of cards that are given for a rulebook: a deck, `4 Torn Kite`, or the names of cards alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules_cli.formats.source_line import Document

_COUNTED = re.compile(r"(?:[-*•]\s|SB:\s?)?\s{0,3}(?P<count>\d{1,2})(?P<x>x?)\s{1,4}(?P<name>[^\d\s].*)", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s{1,4}(?P<name>\S.*)")
_MARKS = re.compile(r"[.:;!?|–—=]|->|→|\s-\s")  # of a sentence, or between an infraction and its penalty
_FEWEST, _MOST_OF_LINES = 3, 0.6  # lines of a list; the others are titles such as *Sideboard*
_LONGEST = 7  # words of a card's name
_SMALL = 3  # letters of a word that a name may print in small letters


def is_deck(documents: Sequence[Document]) -> bool:
    """Return whether most lines are a count and the name of a card. Chapters count on, `1 Kites`, `2 Wind`; counts do
    not."""
    lines = list(_lines(documents))
    found = [match for line in lines if (match := _COUNTED.fullmatch(line)) and _is_name(match["name"])]
    counts = [int(match["count"]) for match in found]
    counts_on = all(one < other for one, other in pairwise(counts)) and not any(match["x"] for match in found)
    return _are_most(len(found), len(lines)) and not counts_on


def is_names(documents: Sequence[Document]) -> bool:
    """Return whether most lines are items that are a name and no more."""
    lines = list(_lines(documents))
    found = (match for line in lines if (match := _NUMBERED.fullmatch(line)))
    return _are_most(sum(_is_name(match["name"]) for match in found), len(lines))


def _lines(documents: Sequence[Document]) -> Iterator[str]:
    return (line.raw.strip() for each in documents for line in each.lines if line.role not in ("blank", "markup"))


def _are_most(found: int, lines: int) -> bool:
    return found >= _FEWEST and found >= _MOST_OF_LINES * lines


def _is_name(text: str) -> bool:
    """Return whether words are a name: few, without a mark of a sentence, the longer ones with capitals."""
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*", text) if len(word) > _SMALL]
    is_capital = all(word[0].isupper() or not word[0].islower() for word in words)
    return not _MARKS.search(text) and 0 < len(text.split()) <= _LONGEST and bool(words) and is_capital
