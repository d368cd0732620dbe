"""The thesaurus: words of players and the words of rules that they mean, by language.

`data/thesaurus/*.yaml` holds groups of words that mean the same (`same`), links from words of players to words of
rules (`leads`), and links from a word of a query to words that an answer uses (`near`). Words are looked up by their
stems, so that inflections match; English words by English stems only, since `turned` must not match `turno`.

It is kept in an SQLite file, since reading all of it takes longer than a search.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from rules_cli import schema
from rules_cli.search.stems import LANGUAGES, languages_of_word, stem, stems_of
from rules_cli.search.vectors import has_words
from rules_cli.store import cache, data_files, paths
from rules_cli.text import words_of_text
from rules_cli.words import small_words

_SAME = 0.85  # below an inflection of the word typed
_NEAR = 0.6  # far below: an answer may use the word, and other rules do, too
LONGEST = 3  # words in a phrase that is asked; longer ones in the files are only meanings of others
_SHORT = 3  # letters of a stem
_FORMAT = 9
_SCHEMA = """
CREATE TABLE link (key TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE stem (word TEXT PRIMARY KEY, stems TEXT NOT NULL) WITHOUT ROWID;
"""
_LANGUAGES = {"en": ("en",), "pt": ("en", "pt")}  # the languages of the words of each file: pt.yaml links both


class ThesaurusEntry(NamedTuple):
    """A meaning of a word: another word or phrase, its weight, and the languages of its inflections."""

    phrase: str
    weight: float
    languages: Sequence[str]


class _Lead(NamedTuple):
    """Words of players, and the words of rules that they mean or that an answer uses; a link in this direction only."""

    say: Sequence[str]
    means: Sequence[str]


class _ThesaurusFile(NamedTuple):
    """A file of the thesaurus."""

    same: Sequence[Sequence[str]] = ()
    leads: Sequence[_Lead] = ()
    near: Sequence[_Lead] = ()


class Thesaurus:
    """The thesaurus that ships. Threads may share it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = Lock()

    @classmethod
    def open(cls) -> Thesaurus:
        """Return the thesaurus as its files are now; raises SchemaError if one is broken."""
        files = sorted(paths.thesaurus().glob("*.yaml"))
        state = " ".join([str(_FORMAT), *(f"{path.stem} {cache.stamp(path)}" for path in files)])
        return _open(tuple(files), state, os.getpid())

    def meanings(
        self, words: Sequence[str], languages: Sequence[str] = LANGUAGES, stem_of: Callable[[str, str], str] = stem
    ) -> list[ThesaurusEntry]:
        """Return the meanings of a word or phrase in the given languages; `stem_of` returns a word's stem in one."""
        keys = [_key(words, language, stem_of) for language in _languages_of_phrase(words, languages, stem_of)]
        found = self._all(f"SELECT data FROM link WHERE key IN ({','.join('?' * len(keys))}) ORDER BY key", *keys)
        links = [link for (data,) in found for link in json.loads(data)]
        return list(dict.fromkeys(ThesaurusEntry(phrase, weight, tuple(codes)) for phrase, weight, codes in links))

    def stems(self, word: str) -> str | None:
        """Return the stems of a word as `stems_of` returns them; None if the thesaurus does not have the word."""
        found = self._all("SELECT stems FROM stem WHERE word = ?", word)
        return str(found[0][0]) if found else None

    def _all(self, sql: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._connection.execute(sql, values).fetchall()


@lru_cache(maxsize=1)
def _open(files: Sequence[Path], state: str, _process: int) -> Thesaurus:
    """Return the thesaurus; its cache file is built again if it is of another state. Each process opens its own."""
    path = paths.cache_dir() / "search" / "thesaurus.links"
    return Thesaurus(cache.opened(path, state, lambda part: _build(files, state, part)).connection)


def phrases(languages: Sequence[str]) -> dict[tuple[str, ...], dict[str, float]]:
    """Return all phrases of players in the given languages, as folded words, with their meanings and weights. Reads the
    files of the thesaurus; raises SchemaError if one is broken."""
    meanings: dict[tuple[str, ...], dict[str, float]] = defaultdict(dict)
    files = (paths.thesaurus() / f"{language}.yaml" for language in languages)
    for file in filter(Path.is_file, files):
        for said, meant, weight in _pairs(_read_file(file)):
            phrase, meaning = tuple(words_of_text(said)), " ".join(words_of_text(meant))
            if len(phrase) <= LONGEST:
                meanings[phrase][meaning] = max(weight, meanings[phrase].get(meaning, 0.0))
    return meanings


def _key(words: Sequence[str], language: str, stem_of: Callable[[str, str], str]) -> str:
    """Return the key of a phrase. In a language whose words we do not know, the word itself counts for a short stem,
    which may be of another word, as of Spanish *mes* and *mesa*."""
    stems = [(word, stem_of(word, language)) for word in words]
    return " ".join((language, *(stem if len(stem) > _SHORT or has_words(language) else word for word, stem in stems)))


def _languages_of_phrase(
    words: Sequence[str], languages: Sequence[str], stem_of: Callable[[str, str], str] = stem
) -> Sequence[str]:
    """Return the languages that have all words of a phrase, of those given; all of them if none has."""
    of_words = [set(languages_of_word(word, languages, stem_of)) for word in words]
    return [language for language in languages if all(language in each for each in of_words)] or languages


def _build(files: Sequence[Path], state: str, path: Path | None) -> sqlite3.Connection:
    """Write the links of the given files to a new database, in memory if there is no path. Raises SchemaError."""
    links: dict[str, dict[str, ThesaurusEntry]] = defaultdict(dict)
    words: dict[str, str] = {}
    for file in files:
        languages = _LANGUAGES.get(file.stem, (file.stem,))
        for phrase, meaning, weight in _asked(file):
            if file.stem in LANGUAGES:
                words |= {word: stems_of(word) for word in (*phrase, *meaning) if word not in words}
            entry = ThesaurusEntry(" ".join(meaning), weight, languages)
            for language in _languages_of_phrase(phrase, languages):
                meanings = links[_key(phrase, language, stem)]
                if entry.phrase not in meanings or meanings[entry.phrase].weight < weight:
                    meanings[entry.phrase] = entry
    connection = cache.begin(path, _SCHEMA)
    data = ((key, json.dumps(list(found.values()))) for key, found in links.items())
    connection.executemany("INSERT INTO link VALUES (?, ?)", data)
    connection.executemany("INSERT INTO stem VALUES (?, ?)", words.items())
    return cache.finish(connection, {"state": state})


def _asked(file: Path) -> Iterator[tuple[Sequence[str], Sequence[str], float]]:
    """Yield each phrase of a file that is asked, with one that it may mean, both as folded words, and how surely."""
    for said, meant, weight in _pairs(_read_file(file)):
        phrase, meaning = _telling(said, file.stem), _telling(meant, file.stem)
        if 0 < len(phrase) <= LONGEST:
            yield phrase, meaning, weight


def _telling(phrase: str, language: str) -> Sequence[str]:
    """Return the words of a phrase that are left of it in a query in a language: the small ones tell nothing."""
    words = words_of_text(phrase)
    small = frozenset[str]() if language in LANGUAGES else small_words(language)
    return [word for word in words if word not in small] or words


def _read_file(file: Path) -> _ThesaurusFile:
    return schema.read(_ThesaurusFile, data_files.load_yaml(file), file.name)


def _pairs(file: _ThesaurusFile) -> Iterator[tuple[str, str, float]]:
    """Yield each phrase of a file with a phrase that it may mean, and how surely."""
    for group in file.same:
        yield from ((word, other, _SAME) for word, other in permutations(group, 2) if word != other)
    for leads, weight in ((file.leads, _SAME), (file.near, _NEAR)):
        yield from ((word, other, weight) for lead in leads for word, other in product(lead.say, lead.means))
