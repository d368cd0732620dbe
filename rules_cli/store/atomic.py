"""Write files whole or not at all.

A file is written under another name beside its place (`.NAME.PROCESS-THREAD.part`) and then renamed, so that readers
see the old file or the new one. A process that is killed leaves a `.part` file behind. No question reads it, and a
write to its folder an hour later removes it, as `rules doctor` does.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path

from rules_cli.errors import LibraryError

PART = ".part"
_LONGEST_WRITE = 3600.0  # seconds: no write takes so long, so the process that wrote an older part file has ended


def part_of(path: Path) -> Path:
    """The path at which this thread writes a file before renaming it. No other thread or process uses it."""
    return path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{PART}")


def remove_parts(folder: Path) -> None:
    """Remove the `.part` files in a folder whose writes were interrupted."""
    for path in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > _LONGEST_WRITE:
                path.unlink()


def new_part(path: Path) -> Path:
    """Make the folder of a file, without what interrupted writes left there, and return where to write the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_parts(path.parent)
    return part_of(path)


def bytes_of(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, also for a pipe, which may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.read_bytes()


def write_atomic(path: Path, content: str | bytes, durable: bool = True) -> os.stat_result:
    """Write a file, whole or not at all; not `durable`, if a crash of the system may lose it. Raises LibraryError.

    A symbolic link at `path` is replaced, not followed. Returns the status of the file as written, even if another
    process has replaced it since.
    """
    part = part_of(path)
    try:
        with new_part(path).open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            if durable:
                os.fsync(file.fileno())
            status = os.fstat(file.fileno())
        part.replace(path)
    except OSError as error:
        raise LibraryError(f"{path} can't be written ({error.strerror or error}); nothing was changed") from None
    finally:  # also on Ctrl-C
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return status
