"""SQLite files in the cache that are derived from others: opened where they are whole and of the right state, built
anew where not, done without where no file can hold them.

Such a file has a table `about` of keys and values; its `state` says what it was made from. A finished one is sealed:
given a modification time that no writer leaves behind. A file that bears another has been written to since, by
whatever, and is not read; so a damaged one is known by one look at it, before SQLite meets it and also where SQLite
would see nothing amiss. What a disk garbles without touching that time is left to SQLite's own checks and to `rules
doctor`, for which the fraction of the second is a checksum.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rules_cli.store.atomic import part_of, sync
from rules_cli.store.paths import read_only

Build = Callable[[Path | None], sqlite3.Connection]
"""Writes all of a file but what it is about, to a new file or (without a path) to memory, and leaves it open."""
SEAL = 978_307_200
"""The modification time of a finished file: the first second of 2001, even, so that every file system can keep it."""
_SECOND = 1_000_000_000
_ABOUT = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class CacheFile(NamedTuple):
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
                if status.st_ino == self.inode and not is_sealed(status):
                    raise sqlite3.DatabaseError(f"something has written to {self.file}")


def is_sealed(status: os.stat_result) -> bool:
    """Whether a file is a finished one that nothing has written to."""
    return status.st_mtime_ns // _SECOND == SEAL and stat.S_ISREG(status.st_mode)


def is_intact(path: Path) -> bool:
    """Whether a file is sealed, and its bytes are those that were sealed; time linear in them. Raises OSError.

    Where the file system keeps no fractions of a second, the seal alone is looked at.
    """
    status = path.stat()
    return is_sealed(status) and status.st_mtime_ns % _SECOND in (0, _checksum(path))


def _checksum(path: Path) -> int:
    """A checksum as a fraction of a second, in steps that every file system with fractions can keep."""
    found = 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):  # what is merged from hundreds of books is not held in memory
            found = zlib.crc32(part, found)
    return found % 10_000_000 * 100


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


def opened(path: Path, state: str, build: Build) -> CacheFile:
    """The file at a path, if it is whole and of a state; else built anew, in its place or else in memory."""
    with suppress(sqlite3.DatabaseError, OSError, ValueError):
        if found := _open(path, state):
            return found
    return renewed(path, state, build)


def renewed(path: Path, state: str, build: Build) -> CacheFile:
    """The file at a path built anew, whatever is there; in memory where no file can hold it."""
    with suppress(sqlite3.DatabaseError, OSError):
        write(path, build)
        if found := _open(path, state):
            return found
    return in_memory(build)


def in_memory(build: Build) -> CacheFile:
    """What would be in the file, in memory."""
    connection = build(None)
    return CacheFile(connection, _about(connection))


def _open(path: Path, state: str) -> CacheFile | None:
    status = path.stat()
    if not is_sealed(status):
        return None
    connection = sqlite3.connect(read_only(path), uri=True, check_same_thread=False)
    connection.execute("PRAGMA cache_size = -512")  # hundreds stay small; the system remembers files better
    about = _about(connection)
    if about.get("state") == state:
        return CacheFile(connection, about, str(path), status.st_ino)
    connection.close()
    return None


def _about(connection: sqlite3.Connection) -> dict[str, str]:
    return dict(connection.execute("SELECT key, value FROM about"))


def write(path: Path, build: Build) -> None:
    """Write a file: whole, down to the disk and sealed, or not at all. Raises OSError, sqlite3.DatabaseError."""
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        build(part).close()
        seal = SEAL * _SECOND + _checksum(part)
        os.utime(part, ns=(seal, seal))
        sync(part)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
