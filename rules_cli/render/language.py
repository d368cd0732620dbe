"""The language of a page: captions and remarks are put into it here, and nowhere below."""

from __future__ import annotations

from rules_cli.captions import Remark, captions_in, in_language
from rules_cli.store import settings

_MISPRINTS = ("printed under", "printed again", "never printed", "gap")  # phrases between numbers


class _Chosen:
    """The language of all pages of this process."""

    language = "en"


def choose(language: str) -> None:
    """Choose the language of pages from now on; a language without captions has the English ones."""
    _Chosen.language = language if language in settings.LANGUAGES else "en"


def chosen() -> str:
    """Return the chosen language, `en` or `pt`."""
    return _Chosen.language


def say(key: str, *words: object) -> str:
    """Return a caption in the chosen language, with `words` in the places of `{0}`, `{1}` and so on."""
    return said(Remark(key, words))


def said(words: object) -> str:
    """Return words in the chosen language: a remark or a translated text; any other value as a text."""
    return in_language(words, _Chosen.language)


def say_word(word: str) -> str:
    """Return a word in the chosen language if it is a caption, else the word itself."""
    return say(word) if word in captions_in("en") else word


def say_phrase(sentence: str) -> str:
    """Return an English sentence about a misprint in the chosen language. It has a known phrase between numbers."""
    for key in _MISPRINTS:
        sentence = sentence.replace(captions_in("en")[key], say(key))
    return sentence
