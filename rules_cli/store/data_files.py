"""The small YAML files of a book (profile, terms, names, costs): read once, kept parsed in the cache.

Parsing YAML costs more than a whole look-up, so the parsed form is kept as JSON under a name that holds the
source's size, time and inode: a changed source has another name, and a cache that is damaged is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules_cli.store import json_cache, paths
from rules_cli.store.safe_yaml import from_yaml, text_of

FACTS_FORMAT = 3


def stamp(path: Path) -> str:
    """A short text that differs whenever the file does; raises OSError where there is no file."""
    return stamp_of(path.stat())


def stamp_of(status: os.stat_result) -> str:
    """The stamp of a file by its status."""
    return f"{status.st_size:x}-{status.st_mtime_ns:x}-{status.st_ino:x}"


def load_yaml(path: Path) -> Any:
    """The plain value that the YAML file holds; raises SchemaError, naming file and line, OSError without one."""
    return from_yaml(text_of(path.read_bytes(), path.name), path.name)


def load(book: str, name: str) -> Any:
    """The facts of a shipped book, `load("fab", "names.yaml")`; None where the book has no such file."""
    return load_cached(paths.shipped() / book / name)


def load_cached(path: Path, make: Callable[[Any], Any] | None = None) -> Any:
    """As `load_yaml`, through the cache; None where there is no such file. Keys come back as text.

    `make` turns the file's value into what is kept instead, where working that out is dear too.
    """
    try:
        key = stamp(path)
    except OSError:
        return None
    folder = kept_in()
    name = f"{path.parent.name}-{path.stem}"
    file = folder / f"{name}-{key}-{FACTS_FORMAT}.json"
    with suppress(OSError, ValueError):
        return json_cache.read(file)
    value = load_yaml(path)
    value = json.loads(json.dumps(make(value) if make else value, default=str))
    with suppress(OSError):
        for old in folder.glob(f"{name}-*.json"):
            old.unlink(missing_ok=True)
    json_cache.keep(file, value)
    return value


def kept_in() -> Path:
    """The folder of the files that are kept."""
    return paths.cache_dir() / "facts"
