"""Reading: files → documents of lines, one module to a format. Knows formats, and no games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document
from rules_cli.read.markdown import is_markdown, read_markdown
from rules_cli.read.text import decode, read_text

MAX_BYTES = 100_000_000


def read_files(paths: Sequence[Path]) -> list[Document]:
    """The documents of several files, folders and archives, in the order given; raises SourceError."""
    return [document for path in paths for document in read(path)]


def read(path: Path) -> list[Document]:
    """Read one file, or all of a folder or an archive in their order; raises SourceError, in one line."""
    from rules_cli.read import folder

    if path.is_dir():
        return folder.read_folder(path)
    data = file_bytes(path)
    return folder.read_archive(data, path.name) if folder.is_archive(data) else [read_bytes(data, path.name)]


def file_bytes(path: Path) -> bytes:
    """A file's bytes; raises SourceError, in one line, where it can't be read or is too large for a rulebook."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SourceError(f"{path.name}: over {MAX_BYTES // 1_000_000} MB, too large for a rulebook")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: can't be read ({getattr(error, 'strerror', None) or error})") from None


def read_bytes(data: bytes, name: str) -> Document:
    """Read one document's bytes: by what they are, else by what `name` says. Heavy readers are loaded when met."""
    if data.startswith(b"%PDF-"):
        from rules_cli.read.pdf import read_pdf

        return read_pdf(data, name)
    if data.startswith(b"PK\x03\x04"):
        from rules_cli.read.docx import read_docx

        return read_docx(data, name)
    text = decode(data, name)
    if not text.strip():
        raise SourceError(f"{name}: an empty file; save the rulebook again and check that it has text")
    if is_page(text, name):
        from rules_cli.read.page import read_page

        return read_page(text, name)
    return read_markdown(text, name) if is_markdown(text, name) else read_text(text, name)


def is_page(text: str, name: str) -> bool:
    """Whether a text is an HTML page: by how it begins, or its name."""
    start = text[:1000].lstrip("\ufeff \t\r\n").lower()
    return start.startswith(("<!doctype html", "<html", "<?xml")) or (
        name.lower().endswith((".html", ".htm", ".xhtml")) and start.startswith("<")
    )
