"""The cache of matched editions: a file for each pair, not read once either edition has changed."""

from __future__ import annotations

import json
import os
import threading
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules_cli import __version__
from rules_cli.store import places
from rules_cli.store.shelf import Edition

FORMAT = 1


def load(a: Edition, b: Edition) -> Any:
    """What was kept for two editions as they now are; None where there is nothing of use."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json.loads(_path(a, b).read_text(encoding="utf-8"))
        if found["state"] == _state(a, b):
            return found["kept"]
    return None


def keep(a: Edition, b: Edition, value: Any) -> None:
    """Keep a plain value for two editions; where the cache can't be written, it is worked out again next time."""
    text = json.dumps({"state": _state(a, b), "kept": value}, separators=(",", ":"))
    path = _path(a, b)
    part = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text + "\n", encoding="utf-8")
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _state(a: Edition, b: Edition) -> list[str]:
    """What differs whenever either edition does, or the way to match them."""
    return [f"{FORMAT} {__version__}", *(edition.index.about["state"] for edition in (a, b))]


def _path(a: Edition, b: Edition) -> Path:
    where = zlib.crc32(f"{a.path}\n{b.path}".encode(errors="replace"))
    return places.cache_dir() / "changes" / f"{a.slug}@{a.name}-{b.name}.{where:08x}.json"
