"""Writing and removing: whole, or not at all, whatever happens in between.

What is written goes to a file beside its place (`.NAME.PROCESS-THREAD.part`), down to the disk, and is then put in its
place by one rename: whoever reads sees the old file or the new one. A process that is killed leaves a `.part` behind,
which nothing reads and `rules doctor` sweeps up.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rules_cli.errors import LibraryError

PART = ".part"
_OF_SYSTEMS = (".DS_Store", "Thumbs.db", "desktop.ini")
_TRIES = 10


def part_of(path: Path) -> Path:
    """Where this thread writes what is to take the place of a file; no other thread or process writes there."""
    return path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}{PART}")


def bytes_of(path: Path, most: int = -1) -> bytes:
    """The bytes of a file of the user's own, or the first `most`. Raises OSError, also for a pipe: it may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    with path.open("rb") as file:
        return file.read(most)


def write_atomic(path: Path, content: str | bytes) -> os.stat_result:
    """Write a file so that it is there whole, or as it was before; raises LibraryError.

    A link that bears its name is replaced, not followed.

    Gives the status of the file as written, whatever has taken its place since.
    """
    part = part_of(path)
    try:
        for _ in range(_TRIES):
            with suppress(FileNotFoundError, FileExistsError):  # its folder was being removed: once more
                return _put(content, part, path)
        return _put(content, part, path)
    except OSError as error:
        raise LibraryError(f"{path} can't be written ({error.strerror or error}); nothing was changed") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _put(content: str | bytes, part: Path, path: Path) -> os.stat_result:
    path.parent.mkdir(parents=True, exist_ok=True)
    with part.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
        status = os.fstat(file.fileno())
    part.replace(path)
    sync(path.parent, path.parent.parent)
    return status


def remove_together(paths: Sequence[Path]) -> None:
    """Take files of one folder away, all of them or none; raises LibraryError.

    Several go at once, by renaming their folder, where nothing else is in it but what systems put into every folder;
    else one after another, the last of them first, so that what comes first stands for as long as any.
    """
    folder = paths[0].parent
    try:
        with suppress(FileNotFoundError):  # another process has just removed them
            if len(paths) > 1 and _holds_only(folder, paths):
                _remove_folder(folder, paths)
            else:
                for path in reversed(paths):
                    path.unlink(missing_ok=True)
                sync(folder)
    except OSError as error:
        raise LibraryError(f"{folder} can't be changed ({error.strerror or error})") from None


def _holds_only(folder: Path, paths: Sequence[Path]) -> bool:
    return {each for each in folder.iterdir() if not _is_nobodys(each)} <= set(paths)


def _is_nobodys(path: Path) -> bool:
    return path.suffix == PART or path.name in _OF_SYSTEMS


def _remove_folder(folder: Path, paths: Sequence[Path]) -> None:
    from shutil import rmtree  # for removing only: a look-up must not wait for it

    aside = part_of(folder)
    folder.rename(aside)
    for other in set(aside.iterdir()) - {aside / path.name for path in paths}:
        if not _is_nobodys(other):  # written after we looked, and nobody asked for it to go
            folder.mkdir(exist_ok=True)
            other.rename(folder / other.name)
    sync(folder.parent)
    rmtree(aside, ignore_errors=True)


def sync(*paths: Path) -> None:
    """Have a file, or the renames in a folder, survive a loss of power, where the system can promise that."""
    for path in paths:
        with suppress(OSError):
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
