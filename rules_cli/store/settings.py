"""The user's defaults: `book` and `lang`, in a small TOML file; the environment goes before it."""

from __future__ import annotations

import os
from typing import Any

from rules_cli.errors import LibraryError, UsageError
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

KEYS = {"book": "RULES_BOOK", "lang": "RULES_LANG"}
"""The keys there are, each with the environment variable that goes before it."""


LANGUAGES = ("en", "pt")
"""The languages that restatements are in."""


def read() -> dict[str, str]:
    """The user's settings; empty without a file. Raises LibraryError where the file is broken."""
    return {key: str(value) for key, value in _table().items() if key in KEYS}


def unknown_keys() -> list[str]:
    """What stands in the file and is no setting; raises LibraryError where the file is broken."""
    return [key for key in _table() if key not in KEYS]


def _table() -> dict[str, Any]:
    path = paths.config_file()
    try:
        text = bytes_of(path).decode()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path} can't be read ({type(error).__name__}); mend or delete it") from None
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LibraryError(f"{path} is broken ({error}); mend or delete it") from None


def get(key: str) -> str | None:
    """A setting: from the environment, else from the file, else None."""
    return os.environ.get(KEYS[key]) or read().get(key)


def default_book() -> str | None:
    """The book that a bare number is looked up in, where the user chose one."""
    return get("book")


def put(key: str, value: str) -> None:
    """Keep a setting; an empty value forgets it. Raises UsageError on an unknown key, LibraryError on a full disk."""
    if key not in KEYS:
        raise UsageError(f"no setting {key!r}; there are {', '.join(KEYS)}")
    if key == "lang" and value and value not in LANGUAGES:
        raise UsageError(f"lang is one of {', '.join(LANGUAGES)}")
    settings = {**read(), key: value}
    lines = [f"{name} = {_quoted(word)}\n" for name, word in sorted(settings.items()) if word]
    write_atomic(paths.config_file(), "".join(lines))


def _quoted(word: str) -> str:
    if not word.isprintable():
        raise UsageError("a setting is one line of plain text")
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'
