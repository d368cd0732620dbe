"""Reading: files → documents of lines, one module to a format. Knows formats, and no games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rules_cli.errors import SourceError
from rules_cli.formats.markdown import is_markdown, read_markdown
from rules_cli.formats.pipes import first_bytes
from rules_cli.formats.plain_text import decode, read_text
from rules_cli.formats.source_line import MAX_LETTERS, MAX_LINES, Document, too_long

MAX_BYTES = 100_000_000
_MARKUP = 2  # times as many letters may stand in a web page as in a text


def read_files(paths: Sequence[Path]) -> list[Document]:
    """The documents of several files, folders and archives, in the order given; raises SourceError."""
    return list(bounded((document for path in paths for document in read(path)), "all files together"))


def read(path: Path) -> list[Document]:
    """Read one file, or all of a folder or an archive in their order; raises SourceError, in one line."""
    if path.is_dir():
        from rules_cli.formats.archive import read_folder

        return read_folder(path)
    data, name = file_bytes(path), shown(path.name)
    if data.startswith(b"PK"):
        from rules_cli.formats.archive import is_archive, read_archive

        if is_archive(data):
            return read_archive(data, name)
    return [read_bytes(data, name)]


def shown(name: str) -> str:
    """A file's name as one line of text, whatever its bytes are."""
    text = name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def bounded(documents: Iterable[Document], name: str) -> Iterator[Document]:
    """The documents, one by one; raises SourceError, naming them `name`, where they are too long for a rulebook."""
    lines = letters = 0
    for document in documents:
        lines += len(document.lines)
        letters += sum(len(line.text) for line in document.lines)
        if lines > MAX_LINES or letters > MAX_LETTERS:
            raise too_long(name)
        yield document


def file_bytes(path: Path) -> bytes:
    """A file's bytes; raises SourceError, in one line, where it can't be read or is too large for a rulebook."""
    try:
        return limited(path)
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: can't be read ({getattr(error, 'strerror', None) or error})") from None


def limited(path: Path) -> bytes:
    """A file's bytes, of a device or a pipe too; raises SourceError where there is no end to them, OSError."""
    data = first_bytes(path, MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise SourceError(f"{path.name}: over {MAX_BYTES // 1_000_000} MB, too large for a rulebook")
    return data


def read_bytes(data: bytes, name: str) -> Document:
    """Read one document's bytes: by what they are, else by what `name` says. Heavy readers are loaded when met."""
    if data.startswith(b"%PDF-"):
        from rules_cli.formats.pdf.process import read_pdf

        return read_pdf(data, name)
    if data.startswith(b"PK\x03\x04"):
        from rules_cli.formats.docx.document import read_docx

        return read_docx(data, name)
    text = decode(data, name)
    if not text.strip():
        raise SourceError(f"{name}: an empty file; save the rulebook again and check that it has text")
    page = is_page(text, name)
    if len(text) > MAX_LETTERS * (_MARKUP if page else 1):
        raise too_long(name)
    if page:
        from rules_cli.formats.html.page import read_page

        return read_page(text, name)
    return read_markdown(text, name) if is_markdown(text, name) else read_text(text, name)


def is_page(text: str, name: str) -> bool:
    """Whether a text is an HTML page: by how it begins, or its name."""
    start = text[:1000].lstrip("\ufeff \t\r\n").lower()
    return start.startswith(("<!doctype html", "<html", "<?xml")) or (
        name.lower().endswith((".html", ".htm", ".xhtml")) and start.startswith("<")
    )
