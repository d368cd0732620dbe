"""Shared by all tests: paths, a made-up rulebook, the result of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_cli.model import Book
from rules_cli.sources.importing import Imported, read_source
from rules_cli.sources.installing import install
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


def read_book(paths: Sequence[Path], slug: str, edition: str | None = None) -> Book:
    """Read all files of one book."""
    return read_source(paths, slug, edition).book


def import_book(
    installed: InstalledBooks, paths: Sequence[Path], slug: str, edition: str | None = None, replacing: bool = False
) -> Imported:
    """Read a book and install it."""
    return install(installed, read_source(paths, slug, edition), replacing)
