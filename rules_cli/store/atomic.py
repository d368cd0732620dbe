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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rules_cli.errors import LibraryError

PART = ".part"
_LONGEST_WRITE = 3600.0  # seconds: no write takes so long, so the process that wrote an older part file has ended


def part_of(path: Path) -> Path:
    """The path at which this thread writes a file before renaming it. No other thread or process uses it."""
    return path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{PART}")


def remove_parts(folder: Path) -> None:
    """Remove the `.part` files in a folder that interrupted writes left."""
    for path in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > _LONGEST_WRITE:
                path.unlink()


def new_part(path: Path) -> Path:
    """Return the path at which to write a file. Makes its folder, and removes what interrupted writes left there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    remove_parts(path.parent)
    return part_of(path)


def bytes_of(path: Path) -> bytes:
    """The bytes of a file. Raises OSError, also for a pipe, which may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    return path.read_bytes()


@contextmanager
def replacing(path: Path, durable: bool = True) -> Iterator[Path]:
    """Yield a path to write a file at. At the end that file replaces the one at `path`, whole or not at all. Without
    `durable`, a crash of the system may lose the file. A symbolic link at `path` is replaced, not followed. Raises
    LibraryError."""
    part = part_of(path)
    try:
        yield new_part(path)
        if durable:
            with part.open("rb+") as file:
                os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise LibraryError(f"{path} can't be written ({error.strerror or error}); nothing was changed") from None
    finally:  # also on Ctrl-C
        with suppress(OSError):
            part.unlink(missing_ok=True)


def write_atomic(path: Path, content: str | bytes, durable: bool = True) -> os.stat_result:
    """Write a file as `replacing` does; return its status as written, even if another process has replaced it since."""
    with replacing(path, durable) as part:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        return part.stat()
