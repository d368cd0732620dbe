"""The user's defaults, `book` and `lang`: from the environment, else from a small TOML file."""

from __future__ import annotations

import os
from typing import Any

from rules_cli.errors import LibraryError, UsageError
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

KEYS = {"book": "RULES_BOOK", "lang": "RULES_LANG"}
"""The settings, each with the environment variable that goes before the file."""
LANGUAGES = ("en", "pt")
"""The languages of the restatements."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")


def read() -> dict[str, str]:
    """The settings in the user's file; empty without a file. Raises LibraryError if the file is broken."""
    return {key: str(value) for key, value in _table().items() if key in KEYS}


def unknown_keys() -> list[str]:
    """The keys in the file that are no settings; raises LibraryError if the file is broken."""
    return [key for key in _table() if key not in KEYS]


def _table() -> dict[str, Any]:
    path = paths.config_file()
    try:
        text = bytes_of(path).decode()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path} can't be read ({type(error).__name__}); correct or delete it") from None
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise LibraryError(f"{path} is broken ({error}); correct or delete it") from None


def get(key: str) -> str | None:
    """A setting: from the environment, else from the file, else None."""
    return os.environ.get(KEYS[key]) or read().get(key)


def default_book() -> str | None:
    """The book in which a number alone is looked up, if the user chose one."""
    return get("book")


def choose_language(asked: str | None = None) -> str:
    """The language of restatements, two letters: as asked, else as set, else the locale's, else English."""
    if asked and asked not in LANGUAGES:
        raise UsageError(f"--lang is one of {', '.join(LANGUAGES)}")
    named = asked or get("lang") or next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    code = named[:2].lower()
    return code if code.isalpha() and named[2:3] in ("", "_", "-", ".", ":") else "en"


def put(key: str, value: str) -> None:
    """Write a setting; an empty value removes it. Raises UsageError for an unknown key, LibraryError on a full disk."""
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
