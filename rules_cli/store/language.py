"""Which language a user reads: as asked, else as configured, else the locale's, else English."""

from __future__ import annotations

import os

from rules_cli.errors import UsageError
from rules_cli.store import settings

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")


def chosen(asked: str | None = None) -> str:
    """A language code of two letters, `en` or `pt`: only where a book has both does it change an answer."""
    if asked and asked not in settings.LANGUAGES:
        raise UsageError(f"--lang is one of {', '.join(settings.LANGUAGES)}")
    named = asked or settings.get("lang") or next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    code = named[:2].lower()
    return code if code.isalpha() and named[2:3] in ("", "_", "-", ".", ":") else "en"
