"""The thesaurus: what players say for what rules say, in any card game, in English and Portuguese.

`data/thesaurus/*.yaml` holds groups of words that stand for each other (`same`) and loose links from a word that
is asked to words that an answer uses (`near`). Everything is looked up by stems, so that inflections match; English
words by English stems only, since `turned` must not meet `turno`.

Kept as a file that a question reads a few rows of, since reading all of it would take longer than the search.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from rules_cli.search.stems import LANGUAGES, stem, stems_of
from rules_cli.store import data_files, paths, sqlite_cache
from rules_cli.text import words_of_text

SAME, NEAR = 0.85, 0.6
LONGEST = 3  # words in a phrase that is looked up
_FORMAT = 1
_SCHEMA = """
CREATE TABLE link (key TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stem (word TEXT PRIMARY KEY, stems TEXT NOT NULL) WITHOUT ROWID;
"""
_LANGUAGES = {"en": ("en",), "pt": ("en", "pt")}
"""By which languages' stems the words of each file are looked up: pt.yaml holds both languages."""


class ThesaurusEntry(NamedTuple):
    """A word or phrase that another may stand for: with what weight, and inflected in which languages."""

    phrase: str
    weight: float
    languages: tuple[str, ...]


class Thesaurus:
    """The thesaurus that ships. Safe to share between threads, which take turns."""

    def __init__(self, opened: sqlite_cache.CacheFile) -> None:
        self._opened = opened
        self._lock = RLock()

    @classmethod
    def open(cls) -> Thesaurus:
        """The thesaurus as it now is; raises SchemaError where a file of it is broken."""
        files = sorted(paths.thesaurus().glob("*.yaml"))
        state = " ".join([str(_FORMAT), *(f"{path.stem} {data_files.stamp(path)}" for path in files)])
        try:
            found = _open(tuple(files), state, os.getpid())
            found._opened.check()
        except sqlite3.DatabaseError:  # something wrote to the file while it was open
            _open.cache_clear()
            found = _open(tuple(files), state, os.getpid())
        return found

    def said_for(self, words: Sequence[str], stemmed: Callable[[str, str], str] = stem) -> list[ThesaurusEntry]:
        """What a word or phrase may stand for; `stemmed` gives the stem of a word in a language."""
        keys = [_key(words, language, stemmed) for language in LANGUAGES]
        found = self._all(f"SELECT data FROM link WHERE key IN ({','.join('?' * len(keys))}) ORDER BY key", *keys)
        said = [
            ThesaurusEntry(other, weight, tuple(langs))
            for (data,) in found
            for other, weight, langs in json.loads(data)
        ]
        return list(dict.fromkeys(said))

    def stems(self, word: str) -> str | None:
        """The stems of a word that stands in it, as `stems_of` gives them."""
        found = self._all("SELECT stems FROM stem WHERE word = ?", word)
        return str(found[0][0]) if found else None

    def _all(self, sql: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._opened.connection.execute(sql, values).fetchall()


@lru_cache(maxsize=2)
def _open(files: tuple[Path, ...], state: str, _process: int) -> Thesaurus:
    path = paths.cache_dir() / "search" / "thesaurus.links"
    return Thesaurus(sqlite_cache.opened(path, state, lambda part: _build(files, state, part)))


def _key(words: Sequence[str], language: str, stemmed: Callable[[str, str], str]) -> str:
    """What a phrase is looked up by: its words' stems in one language."""
    return " ".join((language, *(stemmed(word, language) for word in words)))


def _build(files: Sequence[Path], state: str, part: Path | None) -> sqlite3.Connection:
    """Write the look-up tables of some files; raises SchemaError where one is no thesaurus."""
    links: dict[str, dict[str, tuple[float, Sequence[str]]]] = {}
    words: dict[str, str] = {}
    for path in files:
        languages = _LANGUAGES.get(path.stem, ("en",))
        for phrase, other, weight in _pairs(data_files.load_yaml(path), path.name):
            words |= {word: stems_of(word) for word in (*phrase, *other.split()) if word not in words}
            for language in languages:
                meant = links.setdefault(_key(phrase, language, stem), {})
                if meant.get(other, (0.0, ()))[0] < weight:
                    meant[other] = weight, languages
    connection = sqlite_cache.begin(part, _SCHEMA)
    data = ((key, json.dumps([(o, w, langs) for o, (w, langs) in meant.items()])) for key, meant in links.items())
    connection.executemany("INSERT INTO link VALUES (?, ?)", data)
    connection.executemany("INSERT INTO stem VALUES (?, ?)", words.items())
    return sqlite_cache.finish(connection, {"state": state})


def _pairs(value: Any, name: str) -> Iterator[tuple[list[str], str, float]]:
    """Every word or phrase with each that it may stand for, and the weight of that."""
    from rules_cli.errors import SchemaError

    if not isinstance(value, dict) or set(value) - {"same", "near"}:
        raise SchemaError(f"{name}: a thesaurus has the keys same and near")
    for word, other, weight in (*_same(value), *_near(value)):
        words = words_of_text(word)
        if words and len(words) <= LONGEST:
            yield words, " ".join(words_of_text(other)), weight


def _same(value: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    for group in value.get("same") or ():
        for word in group:
            for other in group:
                if other != word:
                    yield str(word), str(other), SAME


def _near(value: Mapping[str, Any]) -> Iterator[tuple[str, str, float]]:
    for entry in value.get("near") or ():
        for other in entry["means"]:
            yield str(entry["word"]), str(other), NEAR
