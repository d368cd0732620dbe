"""Write files whole or not at all.

A file is written under another name beside its place (`.NAME.PROCESS-THREAD.part`) and then renamed, so that readers
see the old file or the new one. A process that is killed leaves a `.part` file behind. No question reads it, and the
next write to its folder removes it.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from rules_cli.errors import LibraryError

PART = ".part"


def part_of(path: Path) -> Path:
    """The path at which this thread writes a file before renaming it. No other thread or process uses it."""
    return path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{PART}")


def clear_parts(folder: Path) -> None:
    """Remove the `.part` files of processes that have ended, if they can be removed."""
    with suppress(OSError):
        for path in folder.glob(f".*{PART}"):
            process = path.name.removesuffix(PART).rpartition(".")[2].partition("-")[0]
            if process.isdecimal() and not _runs(int(process)):
                path.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    """Return whether a process runs; on Windows, where a signal would end it, whether it may."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's
        return True
    return True


def bytes_of(path: Path, most: int = -1) -> bytes:
    """The bytes of a file, or its first `most` bytes. Raises OSError, also for a pipe, which may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    with path.open("rb") as file:
        return file.read(most)


def write_atomic(path: Path, content: str | bytes, durable: bool = True) -> os.stat_result:
    """Write a file, whole or not at all; not `durable`, if a crash of the system may lose it. Raises LibraryError.

    A symbolic link at `path` is replaced, not followed. Returns the status of the file as written, even if another
    process has replaced it since.
    """
    part = part_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        clear_parts(path.parent)
        with part.open("wb") as file:
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


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process and thread at a time do what is inside, as told by a lock on a file, which stays empty.

    The lock of a process that is killed ends with it. Where no lock can be had (a library that is read-only, a file
    system without locks), the work is done without it.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            _lock(stack.enter_context(path.open("ab")).fileno())
        yield


def _lock(file: int) -> None:
    """Wait for the lock of an open file, which closing it gives back."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
