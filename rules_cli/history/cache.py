"""The cache of matched editions: a file for each pair, not read once either edition has changed."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

from rules_cli._version import __version__
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition

FORMAT = 3


def load(a: Edition, b: Edition) -> Any:
    """The value kept for two editions as they are now; None if there is none."""
    return cache.read_json(_path(a, b), _state(a, b))


def keep(a: Edition, b: Edition, value: Any) -> None:
    """Keep a plain value for two editions, if the cache can be written."""
    cache.keep_json(_path(a, b), _state(a, b), value)


def _state(a: Edition, b: Edition) -> str:
    """A text that changes when either edition does, or the way to match them."""
    return " ".join([f"{FORMAT} {__version__}", *(edition.about["state"] for edition in (a, b))])


def _path(a: Edition, b: Edition) -> Path:
    where = zlib.crc32(f"{a.path}\n{b.path}".encode(errors="replace"))
    return paths.cache_dir() / "changes" / f"{a.slug}@{a.name}-{b.name}.{where:08x}.json"
