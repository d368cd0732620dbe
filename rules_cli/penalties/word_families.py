"""Words of one family: *gedroht* and *Drohungen*, *betrogen* and *Betrug*, *zu spät* and *Verspätung*.

A word has the stem of another in its language, or both begin alike, with or without a prefix. If little is alike, or
only without a prefix, that is weaker evidence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from operator import eq
from typing import NamedTuple

from rules_cli.search.stems import stem
from rules_cli.text import fold
from rules_cli.words import Language, languages

_SURELY, _PERHAPS = 1.0, 0.5
_LONGEST_ENDING = 5  # letters behind those that two words have in common
_SURELY_COMMON, _LEAST_COMMON = 5, 4  # letters in common: fewer are so by chance
_MOST_OF_STEM = 0.75  # of the longer stem, that the least letters in common must be
_MOST_OF_ROOT = 0.6  # the same behind a prefix, which is common, too, or only one has
_VOWELS = re.compile("[aeiouy]+")


class _Root(NamedTuple):
    """A word, or what is behind its prefix, the letters of that in its stem, and the fewest that it surely shares with
    a word of its family; 0 if it never surely is of that."""

    text: str
    in_stem: int
    least: int = _SURELY_COMMON


class WordFamilies:
    """The words of a text in a language, and which of them is of the family of another word."""

    def __init__(self, words: Iterable[str], language: str) -> None:
        own = languages().get(language, Language())
        self._language = language
        self._participles, self._prefixes = tuple(map(fold, own.participles)), tuple(map(fold, own.prefixes))
        longest_first = sorted(words, key=lambda word: (-len(word), word))
        self._of_stem = {stem(word, language): word for word in longest_first}
        self._roots = {word: list(self._roots_of(word, ())) for word in reversed(longest_first)}

    def of(self, word: str) -> tuple[str, float]:
        """Return the word of the text that is likest to another one, and how surely they are of one family, at most 1;
        the word itself and 0 if none is."""
        if known := self._of_stem.get(stem(word, self._language)):
            return known, _SURELY
        roots = list(self._roots_of(word, self._participles))
        found = (
            (*alike, each)
            for each, others in self._roots.items()
            for one in roots
            for other in others
            if (alike := _alike(one, other))
        )
        likeness, _, known = max(found, key=lambda each: each[:2], default=(0.0, 0, word))
        return known, likeness

    def _roots_of(self, word: str, participles: Collection[str]) -> Iterator[_Root]:
        size = len(stem(word, self._language))
        yield _Root(word, size)
        for prefix in self._prefixes:
            if word.startswith(prefix) and len(word) - len(prefix) >= _LEAST_COMMON:
                rest, is_participle = word[len(prefix) :], prefix in participles
                yield _Root(rest, size - len(prefix), _LEAST_COMMON if is_participle else 0)
                yield _Root(_VOWELS.sub("*", rest), size, 0)  # *betrogen*, *Betrug*


def _alike(one: _Root, other: _Root) -> tuple[float, int] | None:
    """Return how surely two roots are of one family, and how many letters both begin with; None if they are not."""
    if one.text[:_LEAST_COMMON] != other.text[:_LEAST_COMMON]:
        return None
    common = sum(takewhile(bool, map(eq, one.text, other.text)))
    if max(len(one.text), len(other.text)) > common + _LONGEST_ENDING:
        return None
    if one.least and other.least and common >= min(one.least, other.least):
        return _SURELY, common
    most = _MOST_OF_STEM if one.least and other.least else _MOST_OF_ROOT
    is_most = common >= most * max(one.in_stem, other.in_stem)
    return (_PERHAPS, common) if common >= _SURELY_COMMON or is_most else None
