"""The captions of answer pages: all words on a page that no book says, in the language of the user.

`data/captions/<language>.yaml` has each by its name; `{0}`, `{1}` and so on are filled in. Errors, help and the keys of
JSON are English and not there.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from typing import NamedTuple

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
    """A caption with the words to fill in; its text is English. Several words in one place are joined by "or"."""

    caption: str
    words: tuple[str | tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return self._in("en")

    def said(self) -> str:
        """Return the remark in the chosen language."""
        return self._in(_language.get())

    def _in(self, language: str) -> str:
        captions = captions_in(language)
        words = (word if isinstance(word, str) else captions["either"].join(word) for word in self.words)
        return captions[self.caption].format(*words)


def say_word(word: str) -> str:
    """Return a word in the chosen language if it is a caption, else the word itself."""
    return say(word) if word in captions_in("en") else word


def say_kind(kind: str) -> str:
    """Return a kind of cost, `discard`, in the chosen language; the kind itself if it has no caption."""
    return captions_in(_language.get()).get(f"kind {kind}", kind)


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
