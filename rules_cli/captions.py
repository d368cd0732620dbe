"""The captions of answer pages: all words on a page that no book says, in the language of the user.

`data/captions/<language>.yaml` has each by its name; `{0}`, `{1}` and so on are filled in. Errors, help and the keys of
JSON are English and not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from typing import Any, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.store import data_files, paths, settings
from rules_cli.text import fold

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def captions_in(language: str) -> Mapping[str, str]:
    """Return each caption in one of our languages by its name. Raises LibraryError if the file is missing."""
    captions: Mapping[str, str] | None = data_files.load_cached(paths.data() / "captions" / f"{language}.yaml")
    if captions is None:
        raise LibraryError(f"captions/{language}.yaml is missing: install rules again")
    return captions


def choose(language: str) -> None:
    """Choose the language of the captions from now on; a language without captions has the English ones."""
    _language.set(language if language in settings.LANGUAGES else "en")


def language() -> str:
    """Return the chosen language, `en` or `pt`."""
    return _language.get()


def say(key: str, *words: object) -> str:
    """Return a caption in the chosen language, with `words` in the places of `{0}`, `{1}` and so on."""
    return captions_in(_language.get())[key].format(*words)


class Remark(NamedTuple):
    """A caption with the words to fill in: texts, numbers, other remarks. Its text is English. Several words in one
    place are joined by "or"."""

    caption: str
    words: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self._in("en")

    def said(self) -> str:
        """Return the remark in the chosen language."""
        return self._in(_language.get())

    def _in(self, language: str) -> str:
        return captions_in(language)[self.caption].format(*(_word_in(word, language) for word in self.words))


def _word_in(word: Any, language: str) -> str:
    """Return a word of a remark in a language."""
    if isinstance(word, Remark):
        return word._in(language)
    if isinstance(word, tuple):
        return captions_in(language)["either"].join(_word_in(each, language) for each in word)
    return str(word)


class Translated(NamedTuple):
    """A text of a data file in English, and in other languages, each with its code."""

    english: str
    other: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.english

    def said(self) -> str:
        """Return the text in the chosen language."""
        return dict(self.other).get(_language.get(), self.english)


Words = Remark | Translated | str
"""Words of a page, which are put into its language when it is made; a `str` is the same in each."""


def said(words: Words) -> str:
    """Return words in the chosen language."""
    return words if isinstance(words, str) else words.said()


def say_word(word: str) -> str:
    """Return a word in the chosen language if it is a caption, else the word itself."""
    return say(word) if word in captions_in("en") else word


def kind_word(kind: str) -> Remark | str:
    """Return the word for a kind of cost, `discard`; the kind itself if there is no caption for it."""
    return Remark(f"kind {kind}") if f"kind {kind}" in captions_in("en") else kind


def kind_said(word: str) -> str:
    """Return the kind of cost that a caption in any language names, `descarte`; the word itself if none does."""
    folded = fold(word)
    kinds = (item for each in settings.LANGUAGES for item in captions_in(each).items() if item[0].startswith("kind "))
    return next((key.removeprefix("kind ") for key, said in kinds if fold(said) == folded), word)


MISPRINTS = ("printed under", "printed again", "never printed", "gap")


def say_phrase(sentence: str) -> str:
    """Return an English sentence about a misprint in the chosen language; it is a phrase between numbers."""
    for key in MISPRINTS:
        sentence = sentence.replace(captions_in("en")[key], say(key))
    return sentence
