"""The caches: each index against its tree, what else is kept, and what interrupted writes left. All of it is mended."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from rules_cli.doctor.model import Finding
from rules_cli.model import Book
from rules_cli.store import json_cache, paths, sqlite_cache
from rules_cli.store.atomic import PART
from rules_cli.store.editions import Edition
from rules_cli.store.index import Index

_LONGEST_WRITE = 3600.0  # seconds
_WRITER = re.compile(r"\.(\d{1,10})-\d{1,20}\.part$")
_FOLDERS = ("index", "search", "facts", "changes")


def index_against_tree(edition: Edition, book: Book, state: str) -> Iterator[Finding]:
    """Compare an index, byte by byte, with one built afresh from the book that the files held in a state.

    One that differs is replaced. An edition that was not asked of yet has none. Time linear in the book.
    """
    path = edition.index_path
    if not os.path.lexists(path):
        return
    with tempfile.TemporaryDirectory(prefix="rules-doctor-") as folder:
        fresh = Path(folder) / path.name
        try:
            edition.write_index(fresh, book, state)
        except (OSError, sqlite3.Error) as error:
            yield Finding(
                f"{edition!r}, index", f"it can't be compared ({error})", f"make room in {Path(folder).parent}"
            )
            return
        wrong = _wrong_with(path, fresh, state)
    if wrong:
        try:
            _remove(path)
            edition.write_index(path, book, state)
        except (OSError, sqlite3.DatabaseError) as error:
            yield Finding(f"{edition!r}, index", wrong, f"it can't be built again ({error}): delete {path}")
        else:
            yield Finding(f"{edition!r}, index", wrong, "built again", mended=True)


def _wrong_with(path: Path, fresh: Path, state: str) -> str:
    try:
        if path.is_symlink() or not path.is_file():
            return "something else stands in its place"
        if path.read_bytes() == fresh.read_bytes():
            return "" if sqlite_cache.is_sealed(path.stat()) else "something has written to it"
        found = Index.open(path)
    except (OSError, sqlite3.DatabaseError):
        return "it is damaged, or of another version"
    same_state = found.about.get("state") == state
    found.close()
    return "it is not what its tree gives" if same_state else "it is older than its tree"


def sweep(editions: Iterable[Edition]) -> Iterator[Finding]:
    """Take out of the cache what is damaged or belongs to nothing."""
    cache = paths.cache_dir()
    for folder in (cache / name for name in _FOLDERS):
        if os.path.lexists(folder) and not folder.is_dir():
            yield swept([folder], str(folder), "no folder, and in the place of one")
    known = {edition.index_path for edition in editions}
    if strays := [path for path in _files(cache / "index") if path not in known]:
        yield swept(strays, "cache, index", f"{len(strays)} of no edition that is here")
    for name, is_whole in (
        ("search", sqlite_cache.is_intact),
        ("facts", json_cache.read),
        ("changes", json_cache.read),
    ):
        if damaged := [path for path in _files(cache / name) if not _holds(is_whole, path)]:
            yield swept(damaged, f"cache, {name}", f"{len(damaged)} damaged, or of another version")


def _holds(is_whole: Callable[[Path], object], path: Path) -> bool:
    try:
        return is_whole(path) is not False
    except (OSError, ValueError, RecursionError):
        return False


def _files(folder: Path) -> list[Path]:
    """What is in a folder of the cache, but for what is being written now."""
    with suppress(OSError):
        return sorted(path for path in folder.iterdir() if path.suffix != PART)
    return []


def leftovers() -> Iterator[Finding]:
    """Take away what writes that were interrupted left in the library, the cache and beside the settings."""
    roots = dict.fromkeys((paths.library(), paths.cache_dir(), paths.config_file().parent))
    for path in [path for root in roots for path in _parts_in(root)]:
        if not _is_being_written(path):
            yield swept([path], str(path), "left by a write that was interrupted")


def _parts_in(root: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(root):
        found = [name for name in (*folders, *files) if name.endswith(PART)]
        folders[:] = [name for name in folders if name not in found]
        yield from (Path(here) / name for name in sorted(found))


def _is_being_written(path: Path) -> bool:
    """Whether the process that its name tells of still runs; an hour later that is another one."""
    writer = _WRITER.search(path.name)
    try:
        young = time.time() - path.lstat().st_mtime < _LONGEST_WRITE
    except OSError:
        return True
    return young and writer is not None and _runs(int(writer[1]))


def _runs(process: int) -> bool:
    if os.name != "posix":  # elsewhere asking is killing
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def swept(paths: Iterable[Path], where: str, wrong: str) -> Finding:
    """Remove what is wrong, and say so."""
    try:
        for path in paths:
            _remove(path)
    except OSError as error:
        return Finding(where, wrong, f"can't be removed ({error.strerror}): delete {path}")
    return Finding(where, wrong, "removed", mended=True)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
