"""Files in the cache, built from other files: SQLite databases and JSON values.

Each records the `state` of the files that it was built from. If they have changed, or the file is damaged, it is built
again. If the cache folder can't be written, a database is built in memory, and a JSON value is not stored.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from rules_cli.errors import LibraryError
from rules_cli.store.atomic import bytes_of, new_part, part_of, write_atomic
from rules_cli.store.paths import read_only

is_building = False
"""Whether a database is being built, for a notice of what takes so long."""

Build = Callable[[Path | None], sqlite3.Connection]
"""Builds a new database with `begin` and `finish`, in a file or (without a path) in memory."""

DAMAGE = (sqlite3.DatabaseError, ValueError, TypeError)
"""The errors raised on reading a damaged database: by SQLite, or by decoding the JSON in it."""

_ABOUT = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

_STAMP = "{0.name} {1.st_size:x}-{1.st_mtime_ns:x}-{1.st_ino:x}"


def stamp(*files: Path) -> str:
    """A short text that changes when one of the files does. Raises OSError if one is not there."""
    return " ".join(map(_STAMP.format, files, map(os.stat, files)))


def stamp_of(path: Path, status: os.stat_result) -> str:
    """The stamp of a file with this status."""
    return _STAMP.format(path, status)


# --- SQLite


class CacheFile(NamedTuple):
    """An open database, and the facts in its table `about`."""

    connection: sqlite3.Connection
    about: Mapping[str, str]


def begin(path: Path | None, schema: str) -> sqlite3.Connection:
    """Create a database in a file, or in memory, with its tables, ready to be filled."""
    connection = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
    connection.executescript(_ABOUT + schema)
    connection.execute("BEGIN")
    return connection


def finish(connection: sqlite3.Connection, about: Mapping[str, str]) -> sqlite3.Connection:
    """Write the facts about a database, among them its `state`, and commit."""
    connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
    connection.execute("COMMIT")
    return connection


def opened(path: Path, state: str, build: Build) -> CacheFile:
    """Return the database at a path, opened. It is built again if it is damaged or not of this state."""
    with suppress(OSError, *DAMAGE):
        database = _open(path)
        if database.about.get("state") == state:
            return database
        database.connection.close()
    return renewed(path, build)


def renewed(path: Path, build: Build) -> CacheFile:
    """Build the database at a path again and return it, opened; in memory if the file can't be written."""
    global is_building
    part, is_building = part_of(path), True
    try:
        with suppress(OSError, sqlite3.DatabaseError):
            try:
                new_part(path).unlink(missing_ok=True)
                build(part).close()
                part.replace(path)
                return _open(path)
            finally:
                part.unlink(missing_ok=True)
        connection = build(None)
        return CacheFile(connection, _about(connection))
    finally:
        is_building = False


def _open(path: Path) -> CacheFile:
    """Open the database at a path for reading; raises OSError or sqlite3.Error if it can't be read."""
    if not path.is_file():
        raise FileNotFoundError(path)
    connection = sqlite3.connect(read_only(path), uri=True, check_same_thread=False)
    connection.execute("PRAGMA cache_size = -128")  # KiB: many stay open at once, and the system caches files anyway
    return CacheFile(connection, _about(connection))


def _about(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT key, value FROM about"))


# --- JSON


def read_json(path: Path, state: str) -> Any:
    """The value in a file if it is of this state, else None."""
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        found = json.loads(bytes_of(path))
        if found["state"] == state:
            return found["value"]
    return None


def kept_json(path: Path, state: str, build: Callable[[], Any]) -> Any:
    """The value in a file if it is of this state, else the plain value that `build` returns; that is stored."""
    if (value := read_json(path, state)) is None:
        value = build()
        keep_json(path, state, value)
    return value


def keep_json(path: Path, state: str, value: Any) -> None:
    """Write a plain value and its state to a file; do nothing if the cache can't be written."""
    with suppress(LibraryError):
        write_atomic(path, json.dumps({"state": state, "value": value}, default=str), durable=False)


def trim(folder: Path, most: int) -> None:
    """Delete the oldest files of a folder, so that `most` of them are left."""
    with suppress(OSError):  # another process deleted one, or the cache can't be written
        files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in files[most:]:
            path.unlink()
