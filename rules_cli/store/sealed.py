"""SQLite files in the cache that are derived from others: opened where they are whole and of the right state, built
anew where not, done without where no file can hold them. Sealed as an index is (`indexed`).

Such a file has a table `about` of keys and values; its `state` says what it was made from.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from rules_cli.store import indexed
from rules_cli.store.whole import part_of

Build = Callable[[Path | None], sqlite3.Connection]
"""Writes all of a file but what it is about, to a new file or (without a path) to memory, and leaves it open."""
_ABOUT = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class Sealed(NamedTuple):
    """An open file that was derived, and what it is about; no file where it is in memory."""

    connection: sqlite3.Connection
    about: Mapping[str, str]
    file: str = ""
    inode: int = 0

    def check(self) -> None:
        """Raise sqlite3.DatabaseError where something has written to the file since it was sealed.

        One that was replaced or removed stays, to us, as it was.
        """
        if self.file:
            with suppress(OSError):
                status = os.stat(self.file)  # noqa: PTH116 - for every question: a Path takes three times as long
                if status.st_ino == self.inode and not indexed.is_sealed(status):
                    raise sqlite3.DatabaseError(f"something has written to {self.file}")


def begin(path: Path | None, schema: str) -> sqlite3.Connection:
    """A new file, or one in memory, with its tables, ready to be filled."""
    connection = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
    connection.executescript(_ABOUT + schema)
    connection.execute("BEGIN")
    return connection


def finish(connection: sqlite3.Connection, about: Mapping[str, str]) -> sqlite3.Connection:
    """Say what a file is about, and that it is whole."""
    connection.executemany("INSERT INTO about VALUES (?, ?)", about.items())
    connection.execute("COMMIT")
    return connection


def opened(path: Path, state: str, build: Build) -> Sealed:
    """The file at a path, if it is whole and of a state; else built anew, in its place or else in memory."""
    with suppress(sqlite3.DatabaseError, OSError):
        if found := _open(path, state):
            return found
    with suppress(sqlite3.DatabaseError, OSError):
        _write(path, build)
        if found := _open(path, state):
            return found
    connection = build(None)
    return Sealed(connection, _about(connection))


def _open(path: Path, state: str) -> Sealed | None:
    status = path.stat()
    if not indexed.is_sealed(status):
        return None
    address = f"file:{quote(str(path))}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, check_same_thread=False)
    connection.execute("PRAGMA cache_size = -512")  # hundreds stay small; the system remembers files better
    about = _about(connection)
    if about.get("state") == state:
        return Sealed(connection, about, str(path), status.st_ino)
    connection.close()
    return None


def _about(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT key, value FROM about"))


def _write(path: Path, build: Build) -> None:
    """Write a file: whole and sealed, or not at all."""
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        build(part).close()
        os.utime(part, (indexed.SEAL, indexed.SEAL))
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
