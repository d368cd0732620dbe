"""The index of an edition as a file in the cache: opened, found damaged, built again, done without.

A finished index is sealed: given a modification time that no writer leaves behind. A file that bears another has been
written to since, by whatever, and is not read; so a damaged index is known as one by one look at the file, before
SQLite meets it and also where SQLite would see nothing amiss. What a disk garbles without touching that time is left
to SQLite's own checks and to `rules doctor`, which compares every byte.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rules_cli.model import Book
from rules_cli.store import index
from rules_cli.store.index import Index
from rules_cli.store.whole import part_of, sync

SEAL = 978_307_200
"""The modification time of a finished index: the first second of 2001, even, so that every file system can keep it."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open index, and the file that it reads; no file where it is in memory."""

    index: Index
    file: str = ""
    inode: int = 0

    def is_untouched(self) -> bool:
        """Whether nothing has written to the file; one that was replaced or removed stays, to us, as it was."""
        if not self.file:
            return True
        try:
            status = os.stat(self.file)  # noqa: PTH116 - for every question: a Path takes three times as long
        except OSError:
            return True
        return status.st_ino != self.inode or is_sealed(status)


def is_sealed(status: os.stat_result) -> bool:
    """Whether a file is a finished index that nothing has written to."""
    return int(status.st_mtime) == SEAL and stat.S_ISREG(status.st_mode)


def open_file(path: Path, state: str) -> Opened | None:
    """Open the index in a file; None where there is no whole one that was built from that state."""
    with suppress(sqlite3.DatabaseError, OSError, ValueError):
        status = path.stat()
        if is_sealed(status):
            found = Index.open(path)
            if found.about.get("state") == state:
                return Opened(found, str(path), status.st_ino)
            found.close()
    return None


def build(path: Path, book: Book, state: str) -> Opened:
    """Build the index of a book in a file, in place of what is there, or else in memory."""
    with suppress(sqlite3.DatabaseError, OSError):
        write(path, book, state)
        if found := open_file(path, state):
            return found
    return build_in_memory(book, state)


def write(path: Path, book: Book, state: str) -> None:
    """Write the index of a book: whole, down to the disk and sealed, or not at all.

    Raises OSError, sqlite3.DatabaseError.
    """
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        index.build(book, part, state).close()
        os.utime(part, (SEAL, SEAL))
        sync(part)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def build_in_memory(book: Book, state: str) -> Opened:
    """The index of a book where no file can hold it."""
    return Opened(Index(index.build(book, None, state)))
