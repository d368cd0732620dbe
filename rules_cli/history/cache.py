"""The cache of matched editions: a file for each pair, not read once either edition has changed."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules_cli._version import __version__
from rules_cli.store import json_cache, paths
from rules_cli.store.editions import Edition

FORMAT = 3


def load(a: Edition, b: Edition) -> Any:
    """What was kept for two editions as they now are; None where there is nothing of use."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        found = json_cache.read(_path(a, b))
        if found["state"] == _state(a, b):
            return found["kept"]
    return None


def keep(a: Edition, b: Edition, value: Any) -> None:
    """Keep a plain value for two editions; where the cache can't be written, it is worked out again next time."""
    json_cache.keep(_path(a, b), {"state": _state(a, b), "kept": value})


def _state(a: Edition, b: Edition) -> list[str]:
    """What differs whenever either edition does, or the way to match them."""
    return [f"{FORMAT} {__version__}", *(edition.about["state"] for edition in (a, b))]


def _path(a: Edition, b: Edition) -> Path:
    where = zlib.crc32(f"{a.path}\n{b.path}".encode(errors="replace"))
    return paths.cache_dir() / "changes" / f"{a.slug}@{a.name}-{b.name}.{where:08x}.json"
