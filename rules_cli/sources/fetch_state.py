"""What the last fetch of a book left behind: which edition it gave, and each file's address, marks and digest.

One small JSON file to a book, written whole after the edition is on the shelf. It only spares a download: one that is
missing, broken, of another version of this package, or of an edition that has been removed or replaced since, counts
for nothing, and the next fetch downloads everything again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from rules_cli._version import __version__
from rules_cli.errors import BookNotFound, LibraryError, SchemaError
from rules_cli.sources.download import Download, Validators
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.cache import stamp
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks


@dataclass(frozen=True, slots=True)
class File:
    """One file that a fetch read: the address it was asked for at, the server's marks, a digest of its bytes."""

    url: str
    etag: str
    modified: str
    digest: str


@dataclass(frozen=True, slots=True)
class Last:
    """The last fetch of a book: the name of the edition it gave, the day it was made, and the files."""

    edition: str
    on: str
    files: tuple[File, ...]

    def marks(self, url: str) -> Validators:
        """The marks of the file at an address; none where no file came from there."""
        return next((Validators(file.etag, file.modified) for file in self.files if file.url == url), Validators())

    def holds(self, copies: Sequence[Download]) -> bool:
        """Whether the copies are the very files of that fetch: unchanged, says the server, or the same bytes."""
        kept = {file.url: file.digest for file in self.files}
        return kept.keys() == {copy.url for copy in copies} and all(
            copy.data is None or kept[copy.url] == _digest(copy.data) for copy in copies
        )


def last(installed: InstalledBooks, slug: str) -> Last | None:
    """The last fetch of a book, where its edition is on the shelf as that fetch left it."""
    with suppress(OSError, SchemaError, BookNotFound):
        state, kept = read(_path(slug))
        edition = installed.edition(slug, kept.edition)
        if state == _state(edition) and not edition.shipped:
            return replace(kept, edition=edition.name)
    return None


def read(path: Path) -> tuple[str, Last]:
    """What a fetch left in a file: the state of its edition then, and the fetch. Raises OSError, SchemaError."""
    try:
        kept = json.loads(bytes_of(path))
        files = tuple(_file(**file) for file in kept["files"])
        return str(kept["state"]), Last(str(kept["edition"]), str(kept["on"]), files)
    except (ValueError, LookupError, TypeError, RecursionError):
        raise SchemaError(f"{path.name}: not what a fetch leaves behind") from None


def remember(edition: Edition, copies: Sequence[Download]) -> Last:
    """Keep what a fetch left behind, if that can be written: the edition is on the shelf in any case."""
    now = Last(edition.name, date.today().isoformat(), files_of(copies))
    kept = {
        "edition": now.edition,
        "on": now.on,
        "state": _state(edition),
        "files": [asdict(file) for file in now.files],
    }
    with suppress(LibraryError):
        write_atomic(_path(edition.slug), json.dumps(kept, indent=1))
    return now


def files_of(copies: Sequence[Download]) -> tuple[File, ...]:
    """The notes to keep about downloaded copies."""
    return tuple(File(c.url, c.marks.etag, c.marks.modified, _digest(c.data or b"")) for c in copies)


def folder() -> Path:
    """Where these files are."""
    return paths.library() / "fetched"


def _path(slug: str) -> Path:
    return folder() / f"{slug}.json"


def _state(edition: Edition) -> str:
    """What differs once the edition is another, or this package might read it otherwise."""
    return f"{__version__} {stamp(edition.path)}"


def _file(**kept: Any) -> File:
    file = File(**kept)
    if not all(isinstance(value, str) for value in astuple(file)):
        raise TypeError
    return file


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
