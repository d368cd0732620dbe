"""What all tests share: a home of their own, a made-up book, and the command line in process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules_cli.__main__ import main

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
"""A made-up rulebook: two sections, a sub-rule with an example, references that do and do not lead somewhere."""


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left: its exit code and what it printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own: no book, setting or index of anyone else's."""
    folder = tmp_path / "home"
    monkeypatch.setenv("RULES_HOME", str(folder))
    for name in ("RULES_BOOK", "RULES_LANG", "RULES_DEBUG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in process."""

    def runs(*argv: str) -> Ran:
        capsys.readouterr()
        code = main(list(argv))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return runs


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """The made-up rulebook as a file."""
    path = tmp_path / "harbour.txt"
    path.write_text(HARBOUR, encoding="utf-8")
    return path
