"""The words of books as search takes them: in which fields of a row, and by which keys their forms are one."""

from __future__ import annotations

from collections.abc import Iterable

from rules_cli.search.stems import LANGUAGES
from rules_cli.search.stopwords import STOPWORDS

OWN = {"title": 1.3, "body": 1.0}
"""What a word weighs in a row's title and in its text."""
NEAR = {"above": 0.75, "aside": 0.6}
"""What one weighs in the titles above a row, and in its examples and notes."""
_NO_STEMS = 3  # letters, below which a word has no inflections


def languages_of(language: str) -> tuple[str, ...]:
    """The languages whose inflections a book in a language has: its own, and English beside it."""
    return ("en",) if language == "en" else ("en", language)


def stem_keys(word: str, stems: str, languages: Iterable[str]) -> tuple[str, ...]:
    """What a word goes by: one with any of the same keys is a form of it. `stems` are as `stems_of` gives them."""
    if len(word) < _NO_STEMS or word.isdigit():
        return (f"= {word}",)
    by_language = dict(zip(LANGUAGES, stems.split(), strict=True))
    return tuple(f"{language} {by_language.get(language, by_language['en'])}" for language in languages)


def content_words(words: Iterable[str]) -> tuple[str, ...]:
    """The different words that tell something; all of them where none does."""
    different = tuple(dict.fromkeys(words))
    return tuple(word for word in different if word not in STOPWORDS) or different
