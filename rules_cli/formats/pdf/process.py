"""PDF → lines. Reading is left to a process of its own, within bounds: see `pdf_lines`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

from rules_cli.errors import SourceError
from rules_cli.formats.pdf.extract import FIELDS
from rules_cli.formats.source_line import Document, SourceLine

MAX_PAGES = 5_000
MAX_LETTERS = 5_000_000  # five times those of the longest rulebook
MAX_SECONDS = 120


def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises SourceError, in one line, for one that is broken, locked, too long, or has no text.

    Time and memory grow with the number of letters.
    """
    if find_spec("pypdfium2") is None:
        raise SourceError(f"{name}: PDF needs one more package: pip install pypdfium2")
    found = json.loads(_read_apart(data, name))
    if isinstance(found, dict):
        raise RuntimeError(f"{name}: {found['fault']}")  # ours, and no fault of the file
    if isinstance(found, str):
        raise SourceError(f"{name}: {found}")
    lines = (SourceLine(**dict(zip(FIELDS, fields, strict=True))) for fields in found)
    return Document(name, tuple(lines), joins=True, breaks=True)


def _read_apart(data: bytes, name: str) -> bytes:
    """What `pdf_lines` says of a PDF, in a process that can be stopped and can crash."""
    command = [sys.executable, "-P", "-m", "rules_cli.formats.pdf.extract", str(MAX_PAGES), str(MAX_LETTERS)]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        return subprocess.check_output(command, input=data, env=paths, timeout=MAX_SECONDS, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise SourceError(f"{name}: not read in {MAX_SECONDS} seconds; is it a rulebook?") from None
    except (subprocess.CalledProcessError, OSError):
        raise SourceError(f"{name}: a broken PDF; download or save it again") from None
