"""Paths of the data that ships, and of the user's library, cache and settings.

If the environment variable `RULES_HOME` is set, it names one folder for the library, the cache and the settings, which
can be on a USB stick. Otherwise they are in the usual folders of the system.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path


@cache
def data() -> Path:
    """The folder of the data that ships: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "data"
    return inside if inside.is_dir() else inside.parent.parent / "data"


def shipped() -> Path:
    """The folder of the books that ship."""
    return data() / "books"


def thesaurus() -> Path:
    """The folder of the thesaurus, for all games."""
    return data() / "thesaurus"


def _user(kind: str) -> Path:
    """The user's folder for files of a kind; a temporary one if the user has no home."""
    if home := os.environ.get("RULES_HOME"):
        return Path(home).absolute() / kind
    import platformdirs

    try:
        return Path(getattr(platformdirs, f"user_{kind}_path")("rules", appauthor=False))
    except RuntimeError:
        return _temporary() / kind


@cache
def _temporary() -> Path:
    """Make a folder that is removed when the program ends; return its path."""
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="rules-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def read_only(path: Path) -> str:
    """The address with which SQLite opens a file for reading only."""
    # not urllib, which takes longer to load than a rule to find
    name = str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file:{name}?mode=ro&immutable=1"


def library() -> Path:
    """The folder of the user's own books."""
    return _user("data")


def has_cards() -> bool:
    """Return whether a card list is imported, without the module that reads card lists."""
    return any(library().glob("cards/[!.]*.sqlite"))


def cache_dir() -> Path:
    """The folder of files that can be built again, such as indexes."""
    return _user("cache")


def config_file() -> Path:
    """The file of the user's settings, which `rules config` writes."""
    return _user("config") / "config.toml"


def recent_file() -> Path:
    """The file of the rules that the user opened last."""
    return _user("state") / "recent.json"


def case_file() -> Path:
    """The file of the rules that the user keeps for a ruling."""
    return _user("state") / "case.json"
