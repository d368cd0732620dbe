"""Reading what a user names, be it a file, a device or a pipe, without waiting for ever for somebody to write to it."""

from __future__ import annotations

import errno
import os
import select
import stat
from pathlib import Path

PATIENCE = 20
"""Seconds for the first bytes of a pipe to come."""


def first_bytes(path: Path, most: int) -> bytes:
    """A file's first bytes, at most so many; raises OSError, also for a pipe through which nothing comes."""
    with open(path, "rb", opener=_patient) as file:
        return file.read(most)


def _patient(path: str, flags: int) -> int:
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if stat.S_ISFIFO(os.fstat(file).st_mode) and not select.select([file], [], [], PATIENCE)[0]:
        os.close(file)
        raise OSError(errno.ETIMEDOUT, f"nothing came through this pipe for {PATIENCE} s")
    os.set_blocking(file, True)
    return file
