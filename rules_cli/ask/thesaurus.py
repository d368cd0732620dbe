"""The thesaurus: what players say for what rules say, in any card game, in English and Portuguese.

`data/thesaurus/*.yaml` holds groups of words that stand for each other (`same`) and loose links from a word that
is asked to words that an answer uses (`near`). Everything is looked up by stems, so that inflections match; English
words by English stems only, since `turned` must not meet `turno`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rules_cli.ask.snippets import words_of_text
from rules_cli.ask.stems import stem
from rules_cli.errors import SchemaError
from rules_cli.store import facts, places

SAME, NEAR = 0.85, 0.6
LONGEST = 3  # words in a phrase that is looked up
_LANGUAGES = {"en": ("en",), "pt": ("en", "pt")}
"""By which languages' stems the words of each file are looked up: pt.yaml holds both languages."""


@dataclass(frozen=True, slots=True)
class Table:
    """One file: from a key (`key_of`) to what it may stand for, each with its weight; and the stems it goes by."""

    languages: tuple[str, ...]
    links: Mapping[str, Sequence[tuple[str, float]]]


@dataclass(frozen=True, slots=True)
class Said:
    """A word or phrase that another may stand for: with what weight, and inflected in which languages."""

    phrase: str
    weight: float
    languages: tuple[str, ...]


def tables() -> list[Table]:
    """The thesaurus that ships."""
    return [_table(path, facts.stamp(path)) for path in sorted(places.thesaurus().glob("*.yaml"))]


@lru_cache(maxsize=8)
def _table(path: Path, _stamp: str) -> Table:
    languages = _LANGUAGES.get(path.stem, ("en",))
    return Table(languages, facts.load_cached(path, lambda value: _linked(value, languages)))


def key_of(words: Sequence[str], language: str, stemmed: Callable[[str, str], str] = stem) -> str:
    """What a phrase is looked up by: its words' stems in one language."""
    return " ".join(stemmed(word, language) for word in words)


def said_for(words: Sequence[str], among: Sequence[Table], stemmed: Callable[[str, str], str] = stem) -> list[Said]:
    """What a word or phrase may stand for; `stemmed` gives a word's stem in a language."""
    return [
        Said(other, weight, table.languages)
        for table in among
        for key in dict.fromkeys(key_of(words, language, stemmed) for language in table.languages)
        for other, weight in table.links.get(key, ())
    ]


def _linked(value: Any, languages: Sequence[str]) -> dict[str, list[tuple[str, float]]]:
    """The look-up table of a thesaurus file; raises SchemaError where the file is not one."""
    if not isinstance(value, dict) or set(value) - {"same", "near"}:
        raise SchemaError("a thesaurus has the keys same and near")
    table: dict[str, dict[str, float]] = {}
    for word, other, weight in (*_same(value), *_near(value)):
        words = words_of_text(word)
        if not words or len(words) > LONGEST:
            continue
        for language in languages:
            links = table.setdefault(key_of(words, language), {})
            links[other] = max(links.get(other, 0.0), weight)
    return {key: list(links.items()) for key, links in table.items()}


def _same(value: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    for group in value.get("same") or ():
        for word in group:
            for other in group:
                if other != word:
                    yield str(word), " ".join(words_of_text(str(other))), SAME


def _near(value: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    for entry in value.get("near") or ():
        for other in entry["means"]:
            yield str(entry["word"]), " ".join(words_of_text(str(other))), NEAR
