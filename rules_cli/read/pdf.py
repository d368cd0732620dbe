"""PDF → lines."""

from __future__ import annotations

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document


def read_pdf(data: bytes, name: str) -> Document:  # noqa: ARG001
    """Read a PDF file."""
    raise SourceError(f"{name}: PDF can't be read yet")
