"""PDF → lines, in a process apart, so that a PDF made to crash or hang its reader, or to fill the memory, does no harm.

`read_pdf` starts it: `python -m rules_cli.formats.pdf.process MAX_PAGES MAX_LETTERS` reads a PDF from standard input,
and writes as JSON a list of lines, or a string that says why it can't be read, or `{"fault": …}`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress

from rules_cli.errors import SourceError
from rules_cli.formats.pdf.extract import UnreadableError, read_pages
from rules_cli.formats.pdf.paragraphs import lines_of
from rules_cli.formats.source_line import Document, SourceLine

MAX_PAGES = 5_000  # ten times those of the longest rulebook
MAX_LETTERS = 5_000_000  # five times those of the longest rulebook
MAX_SECONDS = 120  # ten times what the longest rulebook takes
_MAX_MEMORY = 2_000_000_000  # bytes of address space: ten times what the longest rulebook takes
_FIELDS = ("number", "raw", "text", "role", "level", "marker", "strong")


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises SourceError if it is broken, locked, too long, or has no text."""
    found = json.loads(_read_apart(data, name))
    if isinstance(found, dict):
        raise RuntimeError(f"{name}: {found['fault']}")  # of this program, not of the file
    if isinstance(found, str):
        raise SourceError(f"{name}: {found}")
    lines = (SourceLine(**dict(zip(_FIELDS, fields, strict=True))) for fields in found)
    return Document(name, tuple(lines), joins=True, breaks=True)


def _read_apart(data: bytes, name: str) -> bytes:
    """Return what the other process writes about a PDF."""
    command = [sys.executable, "-P", "-m", "rules_cli.formats.pdf.process", str(MAX_PAGES), str(MAX_LETTERS)]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        return subprocess.check_output(command, input=data, env=paths, timeout=MAX_SECONDS, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise SourceError(f"{name}: not read in {MAX_SECONDS} seconds; is it a rulebook?") from None
    except (subprocess.CalledProcessError, OSError):
        raise SourceError(f"{name}: a broken PDF; download or save it again") from None


# --- the other process


def main() -> None:
    """Read a PDF from standard input, and write its lines to standard output."""
    with suppress(ImportError, ValueError, OSError):  # not every system can limit a process
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))
    most_pages, most_letters = map(int, sys.argv[1:])
    with open(0, "rb") as pdf, open(1, "w", encoding="utf-8") as written:
        json.dump(_answer(pdf.read(), most_pages, most_letters), written)


def _answer(data: bytes, most_pages: int, most_letters: int) -> str | list[list[object]] | dict[str, str]:
    try:
        pages = list(read_pages(data, most_pages, most_letters))
        if not any(pages):
            return "no text in it: it holds pictures of pages; have a program read them (OCR) first"
        return [[getattr(line, name) for name in _FIELDS] for line in lines_of(pages)]
    except UnreadableError as why:
        return str(why)
    except MemoryError:
        return "too large for a rulebook"
    except Exception as fault:  # noqa: BLE001 - a mistake in this program: the other process reports it
        return {"fault": f"{type(fault).__name__}: {fault}"}


if __name__ == "__main__":
    main()
