"""Words of a text compared with the words of rules.

Words are compared as in fingerprints: without typography, case and spacing. A quotation may leave out words at its
ends, and wherever it has an ellipsis or the writer's own words in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import LCSseq

from rules_cli.captions import Remark
from rules_cli.text import fold

FEWEST = 5
"""Words of the shortest quotation, and of the shortest beginning of a rule: fewer are a term, or a turn of phrase."""
REFERENCE = re.compile(r"\[[0-9][0-9.]{0,12}[a-z]{0,2}\]")
_WORD = re.compile(r"\w+")
_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\. \. \.")
_SHOWN = 4  # words on each side of a difference: enough to find the place


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared, without references in brackets."""
    return _WORD.findall(fold(REFERENCE.sub(" ", text)).replace("_", " "))


def line_of(words: Iterable[str]) -> str:
    """Return words with one blank between two, and at either end: a run of words is a part of the line."""
    return f" {' '.join(words)} "


def pieces_of(quoted: str) -> list[list[str]]:
    """Return the words of a quotation, cut where it leaves words out."""
    return [piece for piece in map(words_of, _LEFT_OUT.split(REFERENCE.sub(" ", quoted))) if piece]


def likeness(quoted: str, texts: Iterable[str]) -> float:
    """Return the share of its words that a quotation has, in order, from the text that is most like it."""
    words = words_of(quoted)
    return max((LCSseq.similarity(words, words_of(text)) / max(1, len(words)) for text in texts), default=0.0)


def difference(quoted: str, texts: Iterable[str]) -> Remark | None:
    """Say where a quotation differs from a rule; None if it is in one of the rule's texts."""
    pieces, lines = pieces_of(quoted), [line_of(words_of(text)) for text in texts]
    if any(_has(line, pieces) for line in lines):
        return None
    for piece in pieces:
        line = max(lines, key=lambda line: _shared(piece, line), default="")
        same = _shared(piece, line)
        if same < 2:  # one shared word is chance
            return Remark("quotes others", (_shown(piece),))
        if same < len(piece):
            words = _shown(piece[:same][-_SHOWN:]), _shown(piece[same:])
            _, _, rest = line.partition(line_of(piece[:same]))
            return Remark("quotes otherwise", (*words, _shown(rest.split()))) if rest else Remark("quotes more", words)
    return Remark("quotes in order")


def _has(line: str, pieces: Iterable[Sequence[str]]) -> bool:
    """Return whether all runs of words are in a line, in their order."""
    at = 0
    for run in map(line_of, pieces):
        at = line.find(run, at)
        if at < 0:
            return False
        at += len(run) - 1
    return True


def _shared(words: Sequence[str], line: str) -> int:
    """Return how many words, from the first on, are in a line as one run."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if line_of(words[:middle]) in line else (low, middle - 1)
    return low


def _shown(words: Sequence[str]) -> str:
    return " ".join(words[:_SHOWN])
