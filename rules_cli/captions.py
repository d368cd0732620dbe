"""The captions of answer pages: all words on a page that no book says, as keys and the words to fill in.

`data/captions/<language>.yaml` has each by its name; `{0}`, `{1}` and so on are filled in. Of two forms with ` | `
between them, the first is for one, the second for any other number in `{0}`. `rules_cli.render.language` puts captions
into the language of a page; here they are only named. Errors, help and the keys of JSON are English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from typing import Any, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.store import data_files, paths, settings
from rules_cli.text import fold


@cache
def captions_in(language: str) -> Mapping[str, str]:
    """Return each caption in one of our languages by its name. Raises LibraryError if the file is missing."""
    captions: Mapping[str, str] | None = data_files.load_cached(paths.data() / "captions" / f"{language}.yaml")
    if captions is None:
        raise LibraryError(f"captions/{language}.yaml is missing: install rules again")
    return captions


class Remark(NamedTuple):
    """A caption with the words to fill in: texts, numbers, other remarks, or a tuple of these, which is joined by "or".
    Its `str` is English."""

    caption: str
    words: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return in_language(self, "en")


class Translated(NamedTuple):
    """A text of a data file in English, and in other languages, each with its code."""

    english: str
    other: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.english


def translated(english: str, other: Mapping[str, str] | None) -> Translated:
    """Return a text of a data file, with its translations by language."""
    return Translated(english, tuple((other or {}).items()))


Words = Remark | Translated | str
"""Words of a page, which are put into its language when it is made; a `str` is the same in each."""


def in_language(words: object, language: str) -> str:
    """Return words in one of our languages; a tuple of words is joined by "or"."""
    if isinstance(words, Remark):
        filled = [in_language(word, language) for word in words.words]
        for_one, _, for_many = captions_in(language)[words.caption].partition(" | ")
        return (for_many if for_many and filled[0] != "1" else for_one).format(*filled)
    if isinstance(words, Translated):
        return dict(words.other).get(language, words.english)
    if isinstance(words, tuple):
        return captions_in(language)["either"].join(in_language(word, language) for word in words)
    return str(words)


def joined(caption: str, *parts: Words) -> Words:
    """Return the parts that are not empty as one, each two of them joined by a caption: `{0}; {1}`."""
    filled: list[Words] = [part for part in parts if part != ""]
    return reduce(lambda before, part: Remark(caption, (before, part)), filled) if filled else ""


def kind_word(kind: str) -> Remark | str:
    """Return the word for a kind of cost, `discard`; the kind itself if there is no caption for it."""
    return Remark(f"kind {kind}") if f"kind {kind}" in captions_in("en") else kind


def kind_said(word: str) -> str:
    """Return the kind of cost that a caption in any language names, `descarte`; the word itself if none does."""
    folded = fold(word)
    for language in settings.LANGUAGES:
        for key, caption in captions_in(language).items():
            if key.startswith("kind ") and fold(caption) == folded:
                return key.removeprefix("kind ")
    return word
