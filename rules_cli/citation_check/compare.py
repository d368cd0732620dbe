"""Words of a text compared with the words of rules.

Words are compared as in fingerprints: without typography, case and spacing. A quotation may leave out words at its
ends, and wherever it has an ellipsis or the writer's own words in brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from rapidfuzz.distance import LCSseq
from rapidfuzz.fuzz import partial_ratio_alignment

from rules_cli.captions import Remark
from rules_cli.text import fold
from rules_cli.words import folded, languages, numerals

FEWEST = 5
"""Words of the shortest quotation, and of the shortest beginning of a rule: fewer are a term, or a turn of phrase."""
REFERENCE = re.compile(r"\[[0-9][0-9.]{0,12}[a-z]{0,2}\]")
_WORD = re.compile(r"\w+")
_WHOLE_WORD = re.compile(r"\w+(?:[^\w\s]\w+)*")
_LEFT_OUT = re.compile(r"\[[^\[\]]{0,80}\]|\(\s?(?:…|\.{3})\s?\)|…|\.{3,}|\. \. \.")
_OWN_CAPITAL = re.compile(r"\[(\w)\](?=\w)")  # [I]f: another letter for the same word
_HUNDRED, _EIGHTY = 100, (4, 20)  # multiplied, not added: one hundred, quatre-vingts
_MAY_LACK_ONE = 3  # letters: a longer word for a number may lack its last one
_SHOWN = 4  # words on each side of a difference: enough to find the place


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared, without references in brackets."""
    return _WORD.findall(fold(REFERENCE.sub(" ", text)).replace("_", " "))


def line_of(words: Iterable[str]) -> str:
    """Return words with a blank before, between and after them, so that `line_of(run) in line` compares whole words."""
    return f" {' '.join(words)} "


def in_figures(text: str) -> str:
    """Return the words of a text as a line, each number in figures: `forty-five`, `fünfundvierzig` are 45."""
    words, joints = words_of(text), folded("and_words")  # perhaps inside a number
    pieces = list(map(_pieces, words))
    shown, total = list[str](), 0
    for at, (word, values) in enumerate(zip(words, pieces, strict=True)):
        if not values and not (total and word in joints and any(pieces[at + 1 : at + 2])):
            shown.append(word)
            total = 0
        for value in values:
            shown = shown[:-1] if total else shown
            is_multiplied = value == _HUNDRED or (total, value) == _EIGHTY
            total = max(1, total) * value if is_multiplied else total + value
            shown.append(str(total))
    return line_of(shown)


@cache
def _numerals() -> Mapping[str, int]:
    """Return the values of the folded words that numbers are made of, in all languages."""
    tens = (
        (10 * at, name)
        for each in languages().values()
        for at, names in enumerate(each.tens, 1)
        for name in names.split()
    )
    return {**numerals(), **{fold(name): value for value, name in tens}}


@lru_cache(maxsize=4096)
def _pieces(word: str) -> tuple[int, ...]:
    """Return the values that a folded word is made of, 5 and 40 for `fünfundvierzig`; empty if it is no number. A piece
    may lack its last letter, but at the end: `einundzwanzig`, `ventuno`."""
    values = _numerals()
    if word in values:
        return (values[word],)
    for name, value in values.items():
        firsts = [name, name[:-1]] if len(name) > _MAY_LACK_ONE else [name]
        for first in filter(word.startswith, firsts):
            rests = (
                word[len(first + joint) :] for joint in ("", *folded("and_words")) if word.startswith(first + joint)
            )
            if below := next(filter(None, map(_pieces, rests)), ()):
                return (value, *below)
    return ()


@lru_cache(maxsize=2048)
def _line(text: str) -> str:
    """Return the words of a rule's text as a line; it is compared with many quotations."""
    return line_of(words_of(text))


def pieces_of(quoted: str) -> list[list[str]]:
    """Return the words of a quotation, cut where it leaves words out."""
    whole = _OWN_CAPITAL.sub(r"\1", REFERENCE.sub(" ", quoted))
    return [piece for piece in map(words_of, _LEFT_OUT.split(whole)) if piece]


def likeness(quoted: str, texts: Iterable[str]) -> float:
    """Return which share of a quotation's words is in the text most like it, in the same order and near each other; 0
    without texts."""
    pieces = pieces_of(quoted)
    count = max(1, sum(map(len, pieces)))
    return max((sum(_alike(piece, _line(text).split()) for piece in pieces) / count for text in texts), default=0.0)


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
    pieces, lines = pieces_of(quoted), {_line(text): text for text in texts}
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
    """Return the first of the words of a text as it prints them, with accents; of words without a blank between them,
    `can't`, `and/or`, all."""
    whole, wanted = _WHOLE_WORD.findall(text.lower().replace("_", " ")), list(words[:_SHOWN])
    parts = [(part, place) for place, word in enumerate(whole) for part in words_of(word)]
    runs = (parts[at : at + len(wanted)] for at in range(len(parts)))
    run = next((run for run in runs if wanted and [part for part, _ in run] == wanted), [])
    return " ".join(whole[run[0][1] : run[-1][1] + 1] if run else wanted)
