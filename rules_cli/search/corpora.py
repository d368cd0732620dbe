"""The books that a search is put to: one edition, or several as if they were one book, each with its corpus.

A corpus is a file in the cache, built from the index of its edition when search first needs it; that of several
editions is merged from theirs. Like an index it is sealed, is not read once what it is made from has changed, and is
built in memory where no file can hold it.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import TypeVar

from rules_cli.errors import RulesError
from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.search.corpus import FORMAT, Corpus, CorpusRow, CorpusTerm
from rules_cli.search.stem_keys import languages_of
from rules_cli.store import data_files, paths, sqlite_cache
from rules_cli.store.editions import Edition

Answer = TypeVar("Answer")
_building = RLock()
_REMEMBERED = 2000  # rows' lines: a few megabytes
_OPEN = 16  # corpora that a process keeps open
_AT_ONCE = 64  # corpora that are merged in one go
_MERGED = 8  # merged corpora that the cache keeps


class Corpora:
    """Editions searched together. Rows and names are numbered through all of them, from 1."""

    def __init__(self, editions: Sequence[Edition], corpus: Corpus) -> None:
        self.editions = editions
        self.corpus = corpus
        self.languages = tuple(dict.fromkeys(self.corpus.about["languages"].split()))
        self.rows = self.corpus.count("rows")
        self._known: dict[int, CorpusRow] = {}
        self._rows = [int(base) for base in self.corpus.about["rows_bases"].split()]
        self._names = [int(base) for base in self.corpus.about["names_bases"].split()]

    def lines(self, rows: Sequence[int]) -> dict[int, CorpusRow]:
        """What rows say, in their order; those that were asked for lately are remembered."""
        known = self._known
        missing = [row for row in rows if row not in known]
        if len(known) + len(missing) > _REMEMBERED:
            known, missing = {}, list(rows)
        if missing:
            self._known = known = {**known, **self._read(missing)}
        return {row: known[row] for row in rows if row in known}

    def _read(self, rows: Sequence[int]) -> dict[int, CorpusRow]:
        return {row: _moved(line, self._base(row)) for row, line in self.corpus.lines(rows).items()}

    def name(self, number: int) -> tuple[str, CorpusTerm]:
        """The words of a name, and its term."""
        words, term = self.corpus.name(number)
        base = self._rows[bisect_right(self._names, number - 1) - 1]
        return words, term._replace(rules=_shifted(term.rules, base))

    def _base(self, row: int) -> int:
        return self._rows[bisect_right(self._rows, row - 1) - 1]

    def places(self, rows: Iterable[int]) -> dict[int, RowRef]:
        """Where rows stand in their editions, ready to be composed."""
        found: dict[int, RowRef] = {}
        for at, those in self._by_edition(rows).items():
            edition, base = self.editions[at], self._rows[at]
            wanted = [row - base for row in those]
            for entry in edition.at_places(wanted):
                found[entry.place + base] = RowRef(edition, entry)
        return found

    def rows_of(self, edition: Edition, places: range) -> range:
        """The rows at places of an edition."""
        base = self._rows[self.editions.index(edition)]
        return range(base + places.start, base + places.stop)

    def _by_edition(self, rows: Iterable[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for row in rows:
            found[bisect_right(self._rows, row - 1) - 1].append(row)
        return found


def _moved(line: CorpusRow, base: int) -> CorpusRow:
    if not base or not (line.leads or line.cites):
        return line
    return line._replace(leads=_shifted(line.leads, base), cites=_shifted(line.cites, base))


def _shifted(numbers: tuple[int, ...], base: int) -> tuple[int, ...]:
    return tuple(number + base for number in numbers) if base else numbers


def ask(editions: Sequence[Edition], question: Callable[[Corpora], Answer]) -> Answer:
    """Put a question to editions together; a corpus that proves damaged is built again, and asked again."""
    try:
        return question(_books(tuple(editions)))
    except RulesError:
        raise
    except Exception as error:  # damage shows as many things, and not only as what SQLite says of it
        if not _forget_damaged(editions) and not isinstance(error, sqlite3.DatabaseError):
            raise
        return question(_books(tuple(editions)))


def _forget_damaged(editions: Sequence[Edition]) -> bool:
    """Throw away which of the corpora of editions are damaged, and let go of all; whether there were any."""
    damaged = [path for path in (_merged_path(editions), *map(_path, editions)) if _is_damaged(path)]
    for path in damaged:
        with suppress(OSError):
            path.unlink()
    with _building:
        _ready.clear()
        _open_corpus.cache_clear()
    return bool(damaged)


def _is_damaged(path: Path) -> bool:
    with suppress(OSError):
        return not sqlite_cache.is_intact(path)
    return False


# --- files

_ready: dict[tuple[tuple[Edition, ...], int], Corpora] = {}
"""What is open, by editions and process: it must not be used on both sides of a fork."""


def _books(editions: tuple[Edition, ...]) -> Corpora:
    """Editions as they are asked together. Who asks what is open does not wait for what is being built."""
    key = editions, os.getpid()
    found = _ready.get(key)
    if found is None:
        with _building:
            found = _ready.get(key) or _open_books(*key)
            for oldest in list(_ready)[: max(0, len(_ready) - _OPEN + 1)]:
                _ready.pop(oldest)
            _ready[key] = found
    found.corpus.opened.check()
    return found


def _open_books(editions: tuple[Edition, ...], process: int) -> Corpora:
    return Corpora(editions, _open_corpus(editions[0], process) if len(editions) == 1 else _merged(editions))


@lru_cache(maxsize=_OPEN)
def _open_corpus(edition: Edition, _process: int) -> Corpus:
    """The corpus of one edition, built where there is none."""
    state = _state(edition)

    def build(path: Path | None) -> sqlite3.Connection:
        from rules_cli.search.corpus_build import write
        from rules_cli.search.index_build import content_of

        languages = " ".join(languages_of(edition.about["language"]))
        return write(content_of(edition), path, {"state": state, "languages": languages})

    return Corpus(sqlite_cache.opened(_path(edition), state, build))


def _merged(editions: Sequence[Edition]) -> Corpus:
    """The corpus of several editions, merged from theirs where there is none."""
    state = "\n".join(map(_state, editions))
    return Corpus(sqlite_cache.opened(_merged_path(editions), state, lambda path: _merge(editions, path, state)))


def _merge(editions: Sequence[Edition], path: Path | None, state: str) -> sqlite3.Connection:
    """Merge the corpora of editions, not too many at a time: a process may have only so many files open."""
    _sweep()
    if len(editions) <= _AT_ONCE:
        return _merge_at_once(editions, path, {"state": state})
    from tempfile import TemporaryDirectory

    from rules_cli.search.corpus_build import merge

    with TemporaryDirectory(prefix="rules-") if path else nullcontext() as folder:
        groups: list[Corpus] = []
        for at in range(0, len(editions), _AT_ONCE):
            part = Path(folder) / f"{at}.sqlite" if folder else None
            connection = _merge_at_once(editions[at : at + _AT_ONCE], part, {})
            groups.append(Corpus(sqlite_cache.CacheFile(connection, dict(connection.execute("SELECT * FROM about")))))
        return merge(groups, path, {"state": state})


def _merge_at_once(editions: Sequence[Edition], path: Path | None, about: Mapping[str, str]) -> sqlite3.Connection:
    from rules_cli.search.corpus_build import merge

    return merge([_open_corpus.__wrapped__(edition, 0) for edition in editions], path, about)


def _state(edition: Edition) -> str:
    """What differs whenever an edition's tree, its terms or the format of a corpus do."""
    try:
        terms = data_files.stamp(paths.shipped() / edition.slug / "terms.yaml")
    except OSError:
        terms = ""
    return f"{FORMAT} {terms} {edition.about['state']}"


def _folder() -> Path:
    return paths.cache_dir() / "search"


def _path(edition: Edition) -> Path:
    """Where the corpus of an edition is kept: under the name of its index."""
    return _folder() / edition.index_path.name


def _merged_path(editions: Sequence[Edition]) -> Path:
    """Where the corpus of several is kept: named after all that it is merged from."""
    name = "\n".join(str(edition.path) for edition in editions).encode(errors="replace")
    return _folder() / f"{zlib.crc32(name):08x}.merged"


def _sweep() -> None:
    """Throw away what no search will read: corpora whose index has gone, and the oldest of those that were merged."""
    with suppress(OSError):
        merged = sorted(_folder().glob("*.merged"), key=lambda path: path.stat().st_ctime_ns)
        indexes = paths.cache_dir() / "index"
        gone = [path for path in _folder().glob("*.sqlite") if not (indexes / path.name).exists()]
        for old in (*merged[:-_MERGED], *gone):
            old.unlink(missing_ok=True)
