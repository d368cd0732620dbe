"""Reading: files → documents of lines, one module to a format. Knows formats, and no games."""

from __future__ import annotations

from pathlib import Path

from rules_cli.errors import SourceError
from rules_cli.read.lines import Document
from rules_cli.read.markdown import is_markdown, read_markdown
from rules_cli.read.text import decode, read_text

MAX_BYTES = 100_000_000


def read(path: Path) -> Document:
    """Read one file; raises SourceError, in one line, where it can't be read or is no text."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SourceError(f"{path.name}: over {MAX_BYTES // 1_000_000} MB, too large for a rulebook")
        data = path.read_bytes()
    except IsADirectoryError:
        raise SourceError(f"{path.name}: a folder; give its files, as in {path.name}/*.md") from None
    except (OSError, ValueError) as error:
        raise SourceError(f"{path}: can't be read ({getattr(error, 'strerror', None) or error})") from None
    return read_bytes(data, path.name)


def read_bytes(data: bytes, name: str) -> Document:
    """Read a file's bytes; `name` tells the format where the bytes do not."""
    text = decode(data, name)
    if not text.strip():
        raise SourceError(f"{name}: an empty file; save the rulebook again and check that it has text")
    return read_markdown(text, name) if is_markdown(text, name) else read_text(text, name)
