"""Where things are: the data that ships, and the user's library, cache and config. Paths only, no reading.

`RULES_HOME`, where set, is one folder for all of the user's own (library, cache, config), so that a judge can
carry it on a stick and a test can have its own. Otherwise the system's usual folders are used.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path


@cache
def data() -> Path:
    """The data that ships: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "data"
    return inside if inside.is_dir() else inside.parent.parent / "data"


def shipped() -> Path:
    """The books that ship."""
    return data() / "books"


def thesaurus() -> Path:
    """What players say for what rules say, in every game."""
    return data() / "thesaurus"


def _user(kind: str) -> Path:
    if home := os.environ.get("RULES_HOME"):
        return Path(home).absolute() / kind
    import platformdirs

    try:
        return Path(getattr(platformdirs, f"user_{kind}_path")("rules", appauthor=False))
    except RuntimeError:
        return _for_now() / kind


@cache
def _for_now() -> Path:
    """A new folder for a user without a home directory, deleted when this process ends."""
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="rules-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def read_only(path: Path) -> str:
    """The address by which SQLite opens a finished file, for reading alone; loading `urllib` takes longer than that."""
    name = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{name}?mode=ro&immutable=1"


def library() -> Path:
    """The user's own books."""
    return _user("data")


def cache_dir() -> Path:
    """What can be thrown away: the indexes."""
    return _user("cache")


def config_file() -> Path:
    """The user's defaults, `rules config`."""
    return _user("config") / "config.toml"
