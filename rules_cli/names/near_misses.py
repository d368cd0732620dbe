"""Near misses: names so close that one may have been meant for the other. Help, never evidence.

The letters of a name (`skeleton`: no accents, hyphens, blanks, apostrophes) are what typing slips leave alone most.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from rules_cli.names.normalise import EDGE_SIGNS, Words

Kind = Literal["accents", "spacing", "plural", "typo"]
_MOST_EDITS = 2
_PIECES = 3
_MOST_SUGGESTED = 3
# Letters that no decomposition turns into the one or two that are typed for them.
_TYPED_FOR = str.maketrans(
    {"æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ø": "o", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t"}
)
_Third = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Near:
    """How two names nearly agree, and where: `Proto / Protos`."""

    kind: Kind
    detail: str


@lru_cache(maxsize=4096)
def unaccented(text: str) -> str:
    """The text with every letter as it would be typed without accents."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text.translate(_TYPED_FOR)) if not unicodedata.combining(c))


def skeleton(text: str) -> str:
    """The letters of a folded name, and nothing between them."""
    return _closed_up(unaccented(text))


def _closed_up(text: str) -> str:
    return text.replace(" ", "").replace("-", "").replace("'", "")


def kind_of(a: Words, b: Words) -> Kind | None:
    """The one way in which two different names nearly agree, None where they are further apart."""
    x, y = " ".join(a), " ".join(b)
    if unaccented(x) == unaccented(y):
        return "accents"
    if _closed_up(x) == _closed_up(y):
        return "spacing"
    if len(a) == len(b) and all(map(_plural, a, b)):
        return "plural"
    return "typo" if within(x, y, _limit(x, y)) else None


def _plural(a: str, b: str) -> bool:
    short, long = sorted((a.replace("'", ""), b.replace("'", "")), key=len)
    return long in (short, short + "s", short + "es")


def _limit(a: str, b: str) -> int:
    return min(_MOST_EDITS, max(len(a), len(b)) // 4)


def within(a: str, b: str, limit: int) -> bool:
    """Whether at most so many edits lead from one text to the other; two neighbours swapped are one edit.

    Four ways are tried at each difference, so the time grows as 4 to the limit, and with the texts' length.
    """
    if abs(len(a) - len(b)) > limit:
        return False
    same = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    a, b = a[same:], b[same:]
    if not (a or b) or not limit:
        return a == b
    swapped = len(a) > 1 and len(b) > 1 and a[:2] == b[1::-1]
    ways = [(a[1:], b[1:]), (a[1:], b), (a, b[1:]), *([(a[2:], b[2:])] if swapped else [])]
    return any(within(*way, limit - 1) for way in ways)


def near(a: Words, b: Words, text_a: str, text_b: str) -> Near | None:
    """The near miss of two names: folded, and as they are shown."""
    kind = kind_of(a, b)
    if kind is None:
        return None
    shown_a, shown_b = text_a.split(" "), text_b.split(" ")
    if len(shown_a) == len(a) == len(b) == len(shown_b):
        differ = [i for i in range(len(a)) if a[i] != b[i]]
        text_a, text_b = (" ".join(shown[i].strip(EDGE_SIGNS) for i in differ) for shown in (shown_a, shown_b))
    return Near(kind, f"{text_a} / {text_b}")


def near_part(part: Words, whole: Words, text_part: str, text_whole: str) -> Near | None:
    """The near miss of a part with some run of a name's words."""
    shown = text_whole.split(" ")
    for length in (len(part), len(part) + 1, len(part) - 1):
        for start in range(len(whole) - length + 1 if length > 0 else 0):
            run = whole[start : start + length]
            words = shown[start : start + length] if len(shown) == len(whole) else run
            if found := near(part, run, text_part, " ".join(words)):
                return found
    return None


class Neighbours:
    """Names found by a misspelling of them, in a time that hardly depends on how many there are.

    Two edits leave one third of a name as it was: the first third where it stood, or the last one as far from the
    end, or else the middle one, moved by one place at most. So each third is kept with its place, and looked for
    there. (A swap of two letters across a cut counts for both thirds, and two such may be missed.)
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._by_length: dict[int, list[tuple[str, str]]] = {}
        self._by_third: dict[int, tuple[_Third, _Third, _Third]] = {}
        for key in names:
            letters = skeleton(key)
            self._by_length.setdefault(len(letters), []).append((letters, key))

    def _thirds(self, length: int) -> tuple[_Third, _Third, _Third]:
        """The names of one length by each of their thirds, sorted out when first asked for."""
        if length not in self._by_third:
            thirds = self._by_third[length] = ({}, {}, {})
            for letters, key in self._by_length.get(length, ()):
                for third, (start, end) in zip(thirds, _cuts(length), strict=True):
                    third.setdefault(letters[start:end], []).append(key)
        return self._by_third[length]

    def close(self, key: str, limit: int = _MOST_SUGGESTED) -> list[str]:
        """The names nearest to this one, itself not among them, in the order of the alphabet."""
        letters = skeleton(key)
        found = {other for other in self._candidates(letters) if _near_letters(letters, skeleton(other))}
        return [self._names[other] for other in sorted(found - {key})][:limit]

    def _candidates(self, letters: str) -> set[str]:
        most = min(_MOST_EDITS, (len(letters) + _MOST_EDITS) // 4)
        found: set[str] = set()
        for length in range(max(0, len(letters) - most), len(letters) + most + 1):
            moves = ((0,), (-1, 0, 1), (len(letters) - length,))
            for third, (start, end), moved in zip(self._thirds(length), _cuts(length), moves, strict=True):
                for by in moved:
                    found.update(third.get(letters[max(0, start + by) : end + by], ()))
        return found


def _near_letters(a: str, b: str) -> bool:
    return a == b or within(a, b, _limit(a, b))


@lru_cache(maxsize=256)
def _cuts(length: int) -> tuple[tuple[int, int], ...]:
    """Where each third of a text begins and ends."""
    return tuple(pairwise(length * i // _PIECES for i in range(_PIECES + 1)))
