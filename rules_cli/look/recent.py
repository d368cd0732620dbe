"""The rules that were opened last, kept for the next look-up. A file that can't be read or written is no loss."""

from __future__ import annotations

import json
from contextlib import suppress

from rules_cli.errors import LibraryError
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

MOST = 8  # rules: a list that a screen of 24 rows shows whole


def read() -> list[str]:
    """Return the targets of the rules opened last, the newest first."""
    with suppress(OSError, ValueError):
        value = json.loads(bytes_of(paths.recent_file()))
        return [each for each in value if isinstance(each, str)][:MOST] if isinstance(value, list) else []
    return []


def add(target: str) -> None:
    """Put a rule in front of the list."""
    before = read()
    targets = [target, *(each for each in before if each != target)][:MOST]
    if targets != before:
        with suppress(LibraryError):
            write_atomic(paths.recent_file(), json.dumps(targets))
