"""Folders and archives of pages → documents, in the order of their SUMMARY.md where there is one."""

from __future__ import annotations

from pathlib import Path

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document


def is_archive(data: bytes) -> bool:
    """Whether bytes are a zip file of documents, and not one document that happens to be zipped (DOCX)."""
    return data.startswith(b"PK\x03\x04") and b"word/document.xml" not in data


def read_folder(path: Path) -> list[Document]:
    """Read the pages below a folder."""
    raise SourceError(f"{path.name}: a folder; give its files, as in {path.name}/*.md")


def read_archive(data: bytes, name: str) -> list[Document]:  # noqa: ARG001
    """Read the pages in a zip file."""
    raise SourceError(f"{name}: an archive; unpack it and give its files")
