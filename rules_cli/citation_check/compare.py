"""Words of a text compared with the words of rules.

Words are compared as in fingerprints: without typography, case and spacing. A quotation may leave out words at its
ends, and wherever it has an ellipsis or the writer's own words in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz.distance import LCSseq
from rapidfuzz.fuzz import partial_ratio_alignment

from rules_cli.captions import Remark
from rules_cli.text import fold

FEWEST = 5
"""Words of the shortest quotation, and of the shortest beginning of a rule: fewer are a term, or a turn of phrase."""
REFERENCE = re.compile(r"\[[0-9][0-9.]{0,12}[a-z]{0,2}\]")
_WORD = re.compile(r"\w+")
_WHOLE_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\. \. \.")
_OWN_CAPITAL = re.compile(r"\[(\w)\](?=\w)")  # [I]f: another letter for the same word
_SHOWN = 4  # words on each side of a difference: enough to find the place


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared, without references in brackets."""
    return _WORD.findall(fold(REFERENCE.sub(" ", text)).replace("_", " "))


def line_of(words: Iterable[str]) -> str:
    """Return words with a blank before, between and after them, so that `line_of(run) in line` compares whole words."""
    return f" {' '.join(words)} "


def pieces_of(quoted: str) -> list[list[str]]:
    """Return the words of a quotation, cut where it leaves words out."""
    whole = _OWN_CAPITAL.sub(r"\1", REFERENCE.sub(" ", quoted))
    return [piece for piece in map(words_of, _LEFT_OUT.split(whole)) if piece]


def likeness(quoted: str, texts: Iterable[str]) -> float:
    """Return which share of a quotation's words is in the text most like it, in the same order and near each other; 0
    without texts."""
    pieces = pieces_of(quoted)
    count = max(1, sum(map(len, pieces)))
    return max((sum(_alike(piece, words_of(text)) for piece in pieces) / count for text in texts), default=0.0)


def _alike(piece: Sequence[str], words: Sequence[str]) -> int:
    """Return how many of some words are in the run of other words that is most like them."""
    start, end = _nearest(piece, words)
    return int(LCSseq.similarity(piece, words[start:end]))


def _nearest(piece: Sequence[str], words: Sequence[str]) -> tuple[int, int]:
    """Return the ends of the run of words that is most like a piece, with room for words that are left out."""
    at = partial_ratio_alignment(piece, words) if len(words) > len(piece) else None
    room = len(piece) // 2
    return (max(0, at.dest_start - room), at.dest_end + room) if at else (0, len(words))


def difference(quoted: str, texts: Iterable[str]) -> Remark | None:
    """Return a remark on where a quotation first differs from a rule; None if it is in one of the rule's texts."""
    pieces, lines = pieces_of(quoted), {line_of(words_of(text)): text for text in texts}
    if any(_has(line, pieces) for line in lines):
        return None
    for piece in pieces:
        text = max(lines, key=lambda line: (_alike(piece, line.split()), _shared(piece, line)), default="")
        start, end = _nearest(piece, found := text.split())
        count = _shared(piece, line_of(found[start:end]))
        same, others = piece[:count], piece[count:]
        if count < 2:  # one shared word is chance
            return Remark("quotes others", (_shown(piece, quoted),))
        if others:
            words = _shown(same[-_SHOWN:], quoted), _shown(others, quoted)
            rest = line_of(found[start:]).partition(line_of(same))[2].split()
            if not rest:
                return Remark("quotes more", words)
            return Remark("quotes otherwise", (*words, _shown(rest, lines[text])))
    return Remark("quotes in order")


def _has(line: str, pieces: Iterable[Sequence[str]]) -> bool:
    """Return whether all runs of words are in a line, in their order."""
    end = 0
    for run in map(line_of, pieces):
        start = line.find(run, end)
        if start < 0:
            return False
        end = start + len(run) - 1  # its last blank is also the first one of the next run
    return True


def _shared(words: Sequence[str], line: str) -> int:
    """Return how many words, from the first on, are in a line as one run; found by halving the range."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if line_of(words[:middle]) in line:
            low = middle
        else:
            high = middle - 1
    return low


def _shown(words: Sequence[str], text: str) -> str:
    """Return the first of the words of a text as it prints them, with accents; of a word with an apostrophe, all."""
    text, wanted = text.lower().replace("_", " "), list(words[:_SHOWN])
    printed = list(_WORD.finditer(text))
    folded = [fold(word[0]) for word in printed]
    at = next((at for at in range(len(printed)) if folded[at : at + len(wanted)] == wanted), None)
    if at is None or not wanted:
        return " ".join(wanted)
    start, end = printed[at].start(), printed[at + len(wanted) - 1].end()
    whole = _WHOLE_WORD.finditer(text)
    return " ".join(word[0] for word in whole if word.end() > start and word.start() < end)
