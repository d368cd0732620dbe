"""Cache files: one JSON value each, with a checksum before it, so that a damaged one is never taken for what it was."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules_cli.store.atomic import bytes_of, part_of

_HEAD = 9  # eight digits and a line feed


def read(path: Path) -> Any:
    """The value kept in a file; raises OSError where there is none, ValueError where it is not as it was written."""
    data = bytes_of(path)
    if data[:_HEAD] != _head(data[_HEAD:]):
        raise ValueError("damaged")
    return json.loads(data[_HEAD:])


def keep(path: Path, value: Any) -> None:
    """Keep a plain value; where the cache can't be written, it is worked out again next time.

    Not forced down to the disk: the checksum tells what a loss of power left.
    """
    data = json.dumps(value, ensure_ascii=True, separators=(",", ":"), default=str).encode()
    part = part_of(path)
    with suppress(OSError):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_head(data) + data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def _head(data: bytes) -> bytes:
    return b"%08x\n" % zlib.crc32(data)
