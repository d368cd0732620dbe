"""`rules.lock`: the edition that the texts of a folder are checked against, so that all who check them use the same.

The lock of a text is in its folder or in one above, up to the root of the project (the folder with `.git`).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rules_cli import schema
from rules_cli.errors import BookNotFound, LibraryError, SourceError, UsageError
from rules_cli.store.atomic import write_atomic
from rules_cli.store.data_files import load_yaml
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks

NAME = "rules.lock"
_DIGITS = 16  # of the fingerprint: it tells editions apart, and is no protection
_MOST_BYTES = 10_000
_FILE = """\
# The edition of the rulebook that the texts here are checked against; written by: rules check --lock -b {0.book}
book: {0.book}
edition: "{0.edition}"
fingerprint: "{0.fingerprint}"
"""


@dataclass(frozen=True, slots=True)
class Lock:
    """The book and the edition that texts are checked against; the fingerprint is of all its numbers and words."""

    book: str
    edition: str
    fingerprint: str


def fingerprint_of(edition: Edition) -> str:
    """Return a fingerprint of the numbers, titles and words of an edition, independent of the imported file."""
    digest = hashlib.sha256()
    for entry in edition.entries():
        row = entry.row
        digest.update(f"{row.number}\t{row.title}\t{row.fingerprint}\n".encode())
    return digest.hexdigest()[:_DIGITS]


def write(folder: Path, edition: Edition) -> Path:
    """Write the lock of a folder, and return its path."""
    path = folder / NAME
    write_atomic(path, _FILE.format(Lock(edition.slug, edition.name, fingerprint_of(edition))))
    return path


def find(texts: Iterable[str]) -> Path | None:
    """Return the lock of the named files (`-` is in the current folder); None if they have no lock. Raises UsageError
    if two files have different locks, or only one of them has a lock."""
    folders = dict.fromkeys((Path() if name == "-" else Path(name).parent).resolve() for name in texts)
    locks = list(dict.fromkeys(map(_lock_above, folders)))
    if len(locks) > 1:
        named = " and ".join(str(path) if path else f"no {NAME}" for path in locks[:2])
        raise UsageError(
            f"the texts are checked against different editions, by {named}; check them one after the other"
        )
    return locks[0] if locks else None


def _lock_above(folder: Path) -> Path | None:
    """Return the lock in a folder, or in the nearest above it, up to the root of the project; None without a lock."""
    for each in (folder, *folder.parents):
        if (each / NAME).is_file():
            return each / NAME
        if (each / ".git").exists():
            return None
    return None


def read(path: Path) -> Lock:
    """Read a lock. Raises SchemaError or SourceError if the file is not a lock."""
    if path.stat().st_size > _MOST_BYTES:
        raise SourceError(f"{_shown(path)}: not a lock of rules check; write a new one: rules check --lock -b BOOK")
    return schema.read(Lock, load_yaml(path), _shown(path))


def locked(path: Path, lock: Lock, installed: InstalledBooks) -> Edition:
    """Return the edition that a lock names. Raises LibraryError if it is not installed or has other words."""
    names = f"nothing was checked: {_shown(path)} names {lock.book}@{lock.edition}"
    or_else = f"or check against another: rules check --lock -b {lock.book}"
    try:
        edition = installed.edition(lock.book, lock.edition)
    except BookNotFound:
        how_to_get = f"rules import FILE --book {lock.book} --edition {lock.edition}"
        info = installed.info(lock.book)
        if info and info.fetch.addresses:
            how_to_get = f"{info.how_to_get} if it is the newest, else {how_to_get}"
        raise LibraryError(f"{names}, which is not installed here ({how_to_get}); {or_else}") from None
    if fingerprint_of(edition) != lock.fingerprint:
        raise LibraryError(f"{names}, but with other words than are installed here: import its file; {or_else}")
    return edition


def _shown(path: Path) -> str:
    return os.path.relpath(path)
