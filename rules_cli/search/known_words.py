"""The words of a language: a known one is inflected as its language does, and a common one is hardly a misspelling.

English words are those of the table of vectors; `data/words/<language>.txt` has those of other languages, the most
common first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules_cli.search.vectors import vectors_of
from rules_cli.store import paths

_COMMON = 13_000  # words: as many of Portuguese, which inflects more, tell as much as 8,000 of English


def is_known(word: str, language: str) -> bool:
    """Return whether a language has a folded word, as far as we know."""
    vectors = vectors_of(language)
    return word in _ranks(language) if vectors is None else vectors.has(word)


def is_common(word: str, language: str) -> bool:
    """Return whether everybody who speaks a language uses a folded word."""
    vectors = vectors_of(language)
    return _ranks(language).get(word, _COMMON) < _COMMON if vectors is None else vectors.is_common(word)


@cache
def _ranks(language: str) -> Mapping[str, int]:
    """Return the words of a language, each with the number of those that are more common; none if we have no list."""
    path = paths.data() / "words" / f"{language}.txt"
    words = path.read_text(encoding="utf-8").split() if path.is_file() else []
    return {word: rank for rank, word in enumerate(words)}
