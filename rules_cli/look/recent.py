"""The rules that were read last, in a file: one that can't be read or written is no loss."""

from __future__ import annotations

import json
from contextlib import suppress

from rules_cli.errors import LibraryError
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic

MOST_SHOWN = 8  # rules at an empty prompt
MOST_READ = 100  # rules that are remembered: some days of a tournament


def recently_read() -> list[str]:
    """Return the targets of the rules read last, the newest first."""
    with suppress(OSError, ValueError):
        value = json.loads(bytes_of(paths.recent_file()))
        return [each for each in value if isinstance(each, str)][:MOST_READ] if isinstance(value, list) else []
    return []


def remember(target: str) -> None:
    """Put a rule in front of the rules read last."""
    before = recently_read()
    targets = [target, *(each for each in before if each != target)][:MOST_READ]
    if targets != before:
        with suppress(LibraryError):
            write_atomic(paths.recent_file(), json.dumps(targets))
