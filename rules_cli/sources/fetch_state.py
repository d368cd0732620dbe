"""The last fetch of a book: the edition, and the files that it was read from.

One small JSON file for each book only saves a download. If it is missing or damaged, was written by another version of
this package, or its edition has been removed or replaced since, the next fetch downloads everything again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

from rules_cli import schema
from rules_cli._version import __version__
from rules_cli.errors import BookNotFound, LibraryError, SchemaError
from rules_cli.sources.download import Download, FetchedFile
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.cache import stamp
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks


@dataclass(frozen=True, slots=True)
class LastFetch:
    """The last fetch of a book: the name of the edition, the `state` of its file, the day `on`, and the files."""

    edition: str
    on: str
    state: str
    files: tuple[FetchedFile, ...]

    def file_at(self, url: str) -> FetchedFile | None:
        """The file that came from an address; None if none did."""
        return next((file for file in self.files if file.url == url), None)

    def is_same(self, copies: Sequence[Download]) -> bool:
        """Return whether these copies are the files of this fetch: the server says so, or they are equal."""
        return {(each.url, each.digest) for each in self.files} == {(c.file.url, c.file.digest) for c in copies}


def last(installed: InstalledBooks, slug: str, name: str | None = None) -> LastFetch | None:
    """The last fetch of a book (or of the edition named), if its edition is still installed and unchanged."""
    with suppress(OSError, SchemaError, BookNotFound):
        found = read(_path(slug))
        edition = installed.edition(slug, found.edition)
        if found.state == _state(edition) and not edition.shipped and name in (None, edition.name):
            return replace(found, edition=edition.name)
    return None


def read(path: Path) -> LastFetch:
    """Read the file about a fetch. Raises OSError, SchemaError."""
    try:
        value = json.loads(bytes_of(path))
    except (ValueError, RecursionError):
        raise SchemaError(f"{path.name}: not JSON") from None
    return schema.read(LastFetch, value, path.name)


def remember(edition: Edition, copies: Sequence[Download]) -> LastFetch:
    """Write the file about a fetch, if it can be written; the edition is installed in any case."""
    fetch = LastFetch(edition.name, date.today().isoformat(), _state(edition), tuple(copy.file for copy in copies))
    with suppress(LibraryError):
        write_atomic(_path(edition.slug), json.dumps(asdict(fetch), indent=1))
    return fetch


def folder() -> Path:
    """The folder of the files about fetches."""
    return paths.library() / "fetched"


def _path(slug: str) -> Path:
    return folder() / f"{slug}.json"


def _state(edition: Edition) -> str:
    """A text that changes with the edition's file and with the version of this package, which may read it anew."""
    return f"{__version__} {stamp(edition.path)}"
