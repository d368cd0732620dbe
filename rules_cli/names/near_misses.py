"""Near misses: names so close that one may have been meant for the other. They help, and never decide an answer."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from rules_cli.names.normalise import EDGE_SIGNS, Words

Kind = Literal["accents", "spacing", "plural", "typo"]
MOST_EDITS = 2  # a slip or two; names three edits apart are mostly two cards
LETTERS_PER_EDIT = 4  # short names lie close together: Fai and Fae are no slip of each other
# Letters that no normal form turns into the letters typed for them.
_TYPED_FOR = str.maketrans(
    {"æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ø": "o", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t"}
)
_BETWEEN_LETTERS = str.maketrans("", "", " -'")


@dataclass(frozen=True, slots=True)
class Near:
    """How two names nearly agree, and where: `Proto / Protos`."""

    kind: Kind
    detail: str


def without_accents(text: str) -> str:
    """The text with every letter as it would be typed without accents."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text.translate(_TYPED_FOR)) if not unicodedata.combining(c))


def skeleton(text: str) -> str:
    """The letters of a folded name, without accents, blanks, hyphens and apostrophes."""
    return without_accents(text).translate(_BETWEEN_LETTERS)


def near(a: Words, b: Words, text_a: str, text_b: str) -> Near | None:
    """How two different names nearly agree, None if they are further apart; the texts are for showing."""
    kind = _kind(a, b)
    if kind is None:
        return None
    shown_a, shown_b = text_a.split(" "), text_b.split(" ")
    if len(shown_a) == len(a) == len(b) == len(shown_b):
        differing = [at for at, words in enumerate(zip(a, b, strict=True)) if words[0] != words[1]]
        text_a = " ".join(shown_a[at].strip(EDGE_SIGNS) for at in differing)
        text_b = " ".join(shown_b[at].strip(EDGE_SIGNS) for at in differing)
    return Near(kind, f"{text_a} / {text_b}")


def near_part(part: Words, whole: Words, text_part: str, text_whole: str) -> Near | None:
    """How a part nearly agrees with some run of a name's words, None if it does not."""
    shown = text_whole.split(" ")
    for length in (len(part), len(part) + 1, len(part) - 1):
        for start in range(len(whole) - length + 1 if length > 0 else 0):
            run = whole[start : start + length]
            words = shown[start : start + length] if len(shown) == len(whole) else run
            if found := near(part, run, text_part, " ".join(words)):
                return found
    return None


def _kind(a: Words, b: Words) -> Kind | None:
    x, y = " ".join(a), " ".join(b)
    if without_accents(x) == without_accents(y):
        return "accents"
    if x.translate(_BETWEEN_LETTERS) == y.translate(_BETWEEN_LETTERS):
        return "spacing"
    if len(a) == len(b) and all(map(_differ_by_plural, a, b)):
        return "plural"
    return "typo" if is_typo(x, y) else None


def _differ_by_plural(a: str, b: str) -> bool:
    short, long = sorted((a.replace("'", ""), b.replace("'", "")), key=len)
    return long in (short, short + "s", short + "es")


def is_typo(a: str, b: str) -> bool:
    """Whether few edits lead from one text to the other; two neighbours swapped are one edit."""
    limit = _edits_allowed(max(len(a), len(b)))
    if abs(len(a) - len(b)) > limit:
        return False
    from rapidfuzz.distance import OSA  # here, since most questions need no near misses

    return OSA.distance(a, b, score_cutoff=limit) <= limit


def _edits_allowed(length: int) -> int:
    return min(MOST_EDITS, length // LETTERS_PER_EDIT)


class SimilarKeys:
    """Folded names, found by a misspelling of them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_length: dict[int, dict[str, list[str]]] = {}
        for key in keys:
            letters = skeleton(key)
            self._by_length.setdefault(len(letters), {}).setdefault(letters, []).append(key)

    def close(self, key: str) -> list[str]:
        """The keys nearest to this one, except itself, in alphabetical order."""
        return sorted(other for other in self._close(skeleton(key)) if other != key)

    def _close(self, letters: str) -> Iterator[str]:
        """Keys a few edits from these letters: only names of nearly the same length can be."""
        from rapidfuzz import process  # here, since most questions need no near misses
        from rapidfuzz.distance import OSA

        for length in range(len(letters) - MOST_EDITS, len(letters) + MOST_EDITS + 1):
            keys = self._by_length.get(length, {})
            allowed = _edits_allowed(max(length, len(letters)))
            for found, _, _ in process.extract_iter(letters, keys.keys(), scorer=OSA.distance, score_cutoff=allowed):
                yield from keys[found]
