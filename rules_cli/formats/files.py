"""Read the bytes of a file, and one document from them: its first bytes tell the format, or else its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rules_cli.errors import SourceError, unreadable
from rules_cli.formats.encodings import decode
from rules_cli.formats.markdown import is_markdown, read_markdown
from rules_cli.formats.plain_text import read_text
from rules_cli.formats.source_line import MAX_LETTERS, MAX_LINES, Document, too_long

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # the first bytes of .doc and .xls
TABLES = (".csv", ".tsv")
_PAGE_HEAD = 100_000  # characters: a page may have long scripts before its words
_PAGE_START = re.compile(r"[\ufeff\s]*(?:<!doctype html|<html|<\?xml)", re.IGNORECASE)
_PAGE_TAG = re.compile(r"^[^\n]{0,200}?<(?:!doctype html|html|head|body)[\s>]", re.IGNORECASE | re.MULTILINE)
_BLOCK_TAG = re.compile(
    r"(?:^|>)[ \t]{0,40}</?(?:div|p|h[1-6]|ul|ol|li|table|td|br)[\s/>]", re.IGNORECASE | re.MULTILINE
)
_ANY_TAG = re.compile(r"</?[a-z][\w-]*[\s/>]", re.IGNORECASE)
_TAGS_IN_LINES = 0.2  # of the lines of a page: fewer have only pages of one long text
MAX_BYTES = 100_000_000  # a rulebook as PDF with its pictures has 30 million
_MARKUP = 2  # times as many letters are allowed in a web page as in a text, because of its tags


def printable(name: str) -> str:
    """Return a file's name as one line of text without control characters."""
    text = name.encode("utf-8", errors="surrogateescape").decode("utf-8", errors="replace")
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def check_length(documents: Iterable[Document], name: str) -> Iterator[Document]:
    """Yield the documents; raises SourceError, with a name for all of them, if they are too long for a rulebook."""
    lines = letters = 0
    for document in documents:
        lines += len(document.lines)
        letters += sum(len(line.text) for line in document.lines)
        if lines > MAX_LINES or letters > MAX_LETTERS:
            raise too_long(name)
        yield document


def file_bytes(path: Path) -> bytes:
    """Return the bytes of a file, device or pipe; raises SourceError if it can't be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    if len(data) > MAX_BYTES:
        raise SourceError(f"{path.name}: over {MAX_BYTES // 1_000_000} MB, too large for a rulebook")
    return data


def read_bytes(data: bytes, name: str, encoding: str | None = None) -> Document:
    """Read the bytes of one document; its first bytes tell the format, or else its name. Raises SourceError."""
    if data.startswith(b"%PDF-"):
        from rules_cli.formats.pdf.document import read_pdf

        return read_pdf(data, name)
    if data.startswith(b"PK\x03\x04"):
        from rules_cli.formats.docx import read_docx
        from rules_cli.formats.odt import read_odt
        from rules_cli.formats.xml_package import kind_of

        kind = kind_of(data)
        if kind == "sheet":
            raise SourceError(f"{name}: a spreadsheet; save the sheet that has the rules as CSV")
        return read_odt(data, name) if kind == "odt" else read_docx(data, name)
    if data.startswith(_OLD_OFFICE):
        raise SourceError(f"{name}: a file of an old Word or Excel; save it as DOCX, or a sheet as CSV")
    if data.startswith(b"{\\rtf"):
        from rules_cli.formats.rtf import read_rtf

        return read_rtf(data, name)
    decoded = decode(data, name, encoding)
    return replace(_read_text(decoded.text, name), encoding=decoded.assumed)


def _read_text(text: str, name: str) -> Document:
    """Read a web page, a table, markdown or plain text. Raises SourceError if it is empty or too long."""
    if not text.strip():
        raise SourceError(f"{name}: an empty file; save the rulebook again and check that it has text")
    page = is_page(text, name)
    if len(text) > MAX_LETTERS * (_MARKUP if page else 1):
        raise too_long(name)
    if page:
        from rules_cli.formats.html.page import read_page

        return read_page(text, name)
    if name.lower().endswith(TABLES):
        from rules_cli.formats.table_file import read_table

        return read_table(text, name)
    return read_markdown(text, name) if is_markdown(text, name) else read_text(text, name)


def is_page(text: str, name: str) -> bool:
    """Return whether a text is an HTML page, with any words before its first tag. It begins as one, or has any tag if
    its file is named so, or else many tags of blocks at the start of lines, or after other tags, below the tag of a
    page."""
    head = text[:_PAGE_HEAD]
    if _PAGE_START.match(head):
        return True
    if name.lower().endswith((".html", ".htm", ".xhtml")):
        return bool(_ANY_TAG.search(head))
    first = _PAGE_TAG.search(head)
    body = head[first.end() :] if first else ""
    return bool(body) and len(_BLOCK_TAG.findall(body)) > _TAGS_IN_LINES * body.count("\n")
