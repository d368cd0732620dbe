"""The user's settings, `book` and `lang`: from the environment, else from a small TOML file."""

from __future__ import annotations

import json
import os
from typing import Any

from rules_cli.errors import LibraryError, UsageError
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

KEYS = {"book": "RULES_BOOK", "lang": "RULES_LANG"}
"""The settings, each with the environment variable that is preferred to the file."""
LANGUAGES = ("en", "pt")
"""The languages of the restatements, and of data/captions."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")


def read() -> dict[str, str]:
    """The settings in the user's file; empty if there is no file. Raises LibraryError if it is damaged."""
    return {key: str(value) for key, value in _table().items() if key in KEYS}


def unknown_keys() -> list[str]:
    """The keys in the file that are not settings. Raises LibraryError if the file is damaged."""
    return [key for key in _table() if key not in KEYS]


def _table() -> dict[str, Any]:
    """Return the user's file as a table; empty if there is no file. Raises LibraryError if it is damaged."""
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
    """The value of a setting, from the environment, else from the file; None if it is not set."""
    return os.environ.get(KEYS[key]) or read().get(key)


def default_book() -> str | None:
    """The book in which a number without a book is looked up; None if the user chose none."""
    return get("book")


ALL = "all"
"""In place of a book: all of them, though one is the default."""


def chosen_book(asked: str | None) -> str | None:
    """The book that a question names, else the default book; None for all books."""
    chosen = asked or default_book()
    return None if chosen == ALL else chosen


def choose_language(asked: str | None = None) -> str:
    """The language of restatements, as two letters: the one asked for, else the setting, the locale's, or English.
    Raises UsageError if we have no words in the language that was asked for."""
    if asked and asked not in LANGUAGES:
        raise UsageError(f"--lang must be one of {', '.join(LANGUAGES)}")
    locale = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")  # pt_BR.UTF-8
    named = asked or get("lang") or locale
    code = named[:2].lower()
    return code if code.isalpha() and named[2:3] in ("", "_", "-", ".", ":") else "en"


def put(key: str, value: str) -> None:
    """Write a setting; an empty value removes it. Raises UsageError for a wrong key or value, and LibraryError."""
    if key not in KEYS:
        raise UsageError(f"no setting {key!r}; the settings are {', '.join(KEYS)}")
    if key == "lang" and value and value not in LANGUAGES:
        raise UsageError(f"lang must be one of {', '.join(LANGUAGES)}")
    settings = {**read(), key: value}
    if not all(map(str.isprintable, settings.values())):
        raise UsageError("a setting is one line of plain text")
    lines = [f"{name} = {json.dumps(word, ensure_ascii=False)}\n" for name, word in sorted(settings.items()) if word]
    write_atomic(paths.config_file(), "".join(lines))
