"""DOCX → lines."""

from __future__ import annotations

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document


def read_docx(data: bytes, name: str) -> Document:  # noqa: ARG001
    """Read a DOCX file."""
    raise SourceError(f"{name}: DOCX can't be read yet")
