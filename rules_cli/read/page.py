"""Saved web pages (HTML) → lines."""

from __future__ import annotations

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document


def read_page(text: str, name: str) -> Document:  # noqa: ARG001
    """Read an HTML page."""
    raise SourceError(f"{name}: a web page can't be read yet")
