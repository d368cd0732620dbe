"""Read files into documents of lines, with one module for each format. Readers know no games and no numbering."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules_cli.formats.files import MAX_BYTES, check_length, file_bytes, is_page, printable, read_bytes
from rules_cli.formats.navigation import without_navigation
from rules_cli.formats.source_line import Document

__all__ = ["MAX_BYTES", "file_bytes", "is_page", "printable", "read", "read_bytes", "read_files"]


def read_files(paths: Sequence[Path], encoding: str | None = None) -> list[Document]:
    """Return the documents of several files, folders and archives in the order given; raises SourceError. `encoding` is
    that of the texts in them, if the user knows it; raises UsageError for an unknown name."""
    pages = check_length((document for path in paths for document in read(path, encoding)), "all files together")
    return without_navigation(list(pages))


def read(path: Path, encoding: str | None = None) -> list[Document]:
    """Read one file, or the pages of a folder or an archive in their order; raises SourceError."""
    if path.is_dir():
        from rules_cli.formats.archive import read_folder

        return read_folder(path, encoding)
    data, name = file_bytes(path), printable(path.name)
    if data.startswith(b"PK"):
        from rules_cli.formats.archive import is_archive, read_archive

        if is_archive(data):
            return read_archive(data, name, encoding)
    return [read_bytes(data, name, encoding)]
