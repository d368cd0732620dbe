"""Data files are checked once, and again when they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_cli import schema
from rules_cli.errors import SchemaError
from rules_cli.lookup.notes import NotesFile
from rules_cli.store import data_files

NOTES = """\
conflicts:
- rules: ["1.1", "1.2"]
  note: {en: "<1.1> and <1.2> differ"}
"""


@pytest.fixture
def notes(home: Path, tmp_path: Path) -> Path:  # noqa: ARG001 - a separate cache
    """A file of notes that was read, and forgotten by this process."""
    path = tmp_path / "port" / "notes.yaml"
    path.parent.mkdir()
    path.write_text(NOTES, encoding="utf-8")
    data_files.read_file(NotesFile, path)
    data_files._read.cache_clear()
    return path


def test_a_file_that_was_checked_is_not_checked_again(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("checked again")

    monkeypatch.setattr(schema, "read", refused)
    found = data_files.read_file(NotesFile, notes)
    assert found is not None
    assert found.conflicts[0].note == {"en": "<1.1> and <1.2> differ"}


def test_a_file_that_has_changed_is_checked(notes: Path) -> None:
    notes.write_text(NOTES.replace("conflicts", "conflict"), encoding="utf-8")
    with pytest.raises(SchemaError, match="unknown key"):
        data_files.read_file(NotesFile, notes)
