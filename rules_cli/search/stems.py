"""Stems: what the inflections of a word have in common, in English and Portuguese, by the Snowball stemmers."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

LANGUAGES = ("en", "pt")
_NAMES = {"en": "english", "pt": "portuguese"}


_own = threading.local()
"""Each thread has stemmers of its own: one keeps the word that it is at work on in itself."""


def _stemmer(language: str) -> Any:
    import snowballstemmer

    stemmers: dict[str, Any] = _own.__dict__
    if language not in stemmers:
        stemmers[language] = snowballstemmer.stemmer(_NAMES[language])
    return stemmers[language]


@lru_cache(maxsize=50_000)
def stem(word: str, language: str) -> str:
    """The stem of a folded word; a language that is not known is taken for English."""
    if language == "pt" and word.endswith("oes"):  # without its accents, the stemmer takes ações for no plural
        word = f"{word[:-3]}ao"
    return str(_stemmer(language if language in _NAMES else "en").stemWord(word))


def stems_of(word: str) -> str:
    """The stems of a word in every language, in the order of LANGUAGES, one blank between them."""
    return " ".join(stem(word, language) or word for language in LANGUAGES)
