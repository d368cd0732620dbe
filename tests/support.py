"""Shared by all tests: paths, a made-up rulebook, the result of a run."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_cli.model import Book
from rules_cli.sources import importing
from rules_cli.sources.importing import Imported
from rules_cli.sources.installing import install
from rules_cli.store import paths as data_paths
from rules_cli.store.editions import InstalledBooks

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

HARBOUR = """\
1 Ships

1.0 General

1.0.1 A ship is a card that carries cargo.[1.1] A ship with no cargo is empty.

1.0.1a An empty ship may leave harbour at once.

Example: A ship unloads its last crate and leaves in the same turn.

1.0.2 A ship may fly the flags of several ports.[9.9]

1.1 Cargo

1.1.1 Cargo is any card placed beneath a ship. Résumé cargo counts double.

1.1.2 Discard cargo whenever its ship sinks.[1.0.1a]
"""
"""A made-up rulebook: two sections, a sub-rule with an example, references to existing and missing rules."""


@dataclass(frozen=True)
class Ran:
    """The result of a run of the command line: its exit code and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
Install = Callable[[str, Mapping[str, str]], None]
Ship = Callable[..., None]


_READS = importing.read_source


class SourcesReadOnce:
    """`importing.read_source`, but each source rulebook is read once in a run of the tests, and kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self,
        paths: Sequence[Path],
        slug: str | None,
        edition: str | None = None,
        profile_file: Path | None = None,
        encoding: str | None = None,
    ) -> Imported:
        if profile_file or not all(path.resolve().is_relative_to(SHARED.resolve()) for path in paths):
            return _READS(paths, slug, edition, profile_file, encoding)
        asked = repr(([path.resolve() for path in paths], slug, edition, encoding, data_paths.data()))
        kept = self.folder / hashlib.sha256(asked.encode()).hexdigest()
        if not kept.exists():
            read = _READS(paths, slug, edition, profile_file, encoding)
            part = self.folder / f"{kept.name}-{os.getpid()}"
            part.write_bytes(pickle.dumps(read))
            part.replace(kept)
        read = pickle.loads(kept.read_bytes())
        assert isinstance(read, Imported)
        return read


def read_book(paths: Sequence[Path], slug: str, edition: str | None = None) -> Book:
    """Read all files of one book."""
    return importing.read_source(paths, slug, edition).book


def import_book(
    installed: InstalledBooks, paths: Sequence[Path], slug: str, edition: str | None = None, replacing: bool = False
) -> Imported:
    """Read a book and install it."""
    return install(installed, importing.read_source(paths, slug, edition), replacing)
