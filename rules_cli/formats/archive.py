"""Folders and zip archives of pages → documents, named by their paths inside, in the order of their contents.

Guarantees: nothing is unpacked to disk, and no name in an archive is ever used as a path; no link in a folder is
followed; each link, and each document in a format that is not read, is told of; how many files there may be, and how
much is read of them in all, has bounds whatever a header says.
"""

from __future__ import annotations

import io
import os
import posixpath
import stat
import zipfile
import zlib
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path

from rules_cli.errors import SourceError
from rules_cli.formats import bounded, read_bytes, shown
from rules_cli.formats.gitbook_summary import entries, natural, set_aside, summary_of
from rules_cli.formats.source_line import ContentsEntry, Document, SourceLine

MAX_FILES = 10_000
MAX_BYTES = 100_000_000
_PAGES = (".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml", ".docx", ".pdf")
_UNREAD = tuple(".rtf .odt .doc .adoc .asciidoc .rst .org .tex .epub .pages .wpd .zip".split())
"""Documents of words in formats that are not read."""
_SAVED_PAGES = (".html", ".htm")
_NO_PAGES = frozenset(
    """
    license licence copying copyright authors contributors contributing code_of_conduct security
    robots.txt humans.txt llms.txt requirements.txt
    """.split()
)
_NO_FOLDERS = frozenset(["__macosx", "node_modules", "_book", "_site"])
_LISTED = b"PK\x01\x02"  # begins each entry in an archive's list of files
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)

Take = Callable[[int], bytes]
"""Reads a file, that many bytes of it at most."""


def is_archive(data: bytes) -> bool:
    """Whether bytes are a zip file of documents, and not one document that happens to be zipped (DOCX)."""
    if not data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return False
    try:
        return "word/document.xml" not in _opened(data, "").NameToInfo
    except SourceError:
        return b"word/document.xml" not in data


def read_folder(path: Path) -> list[Document]:
    """Read the pages below a folder; raises SourceError where there is none, or one can't be read."""
    found = list(_walk(path))
    if twice := twice_in(shown(name) for name, _ in found):
        raise SourceError(f"{path}: two files in it are shown as {twice!r}; give one another name")
    files = {shown(name): partial(_take_file, path / name) for name, is_link in found if not is_link}
    links = [shown(name) for name, is_link in found if is_link]
    return _Folder(shown(path.resolve().name), files, links).documents()


def read_archive(data: bytes, name: str) -> list[Document]:
    """Read the pages in a zip file's bytes; raises SourceError where there is none, or one can't be read."""
    archive = _opened(data, name)
    members = {_path_of(info.filename): info for info in _files(archive)}
    files = {path: partial(_take_member, archive, info, name) for path, info in members.items() if not _is_link(info)}
    return _Folder(name, files, members.keys() - files.keys()).documents()


def twice_in(names: Iterable[str]) -> str:
    """Return a name that two of some files have: no two programs unpack the same one; "" if all names differ."""
    counts = Counter(name for name in names if not name.endswith("/"))
    return next((name for name, count in counts.items() if count > 1), "")


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    """The archive in some bytes; raises SourceError where it is none, or before a list of too many files is read."""
    if data.count(_LISTED) > MAX_FILES:
        raise _too_many(name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise _broken(name, error) from None
    if twice := twice_in(_path_of(info.filename) for info in _files(archive)):
        raise SourceError(f"{name}: it holds two files named {twice!r}; pack it again")
    return archive


# --- files


def _walk(root: Path) -> Iterator[tuple[str, bool]]:
    """The names of the files and links below a folder, from there, and which are links; folders that hold no pages are
    passed over."""
    count, folders = 0, [""]
    while folders:
        folder = folders.pop()
        for entry in _scan(root / folder):
            count += 1
            if count > MAX_FILES:
                raise _too_many(root.name)
            name = posixpath.join(folder, entry.name)
            if entry.is_file(follow_symlinks=False) or entry.is_symlink():
                yield name, entry.is_symlink()
            elif entry.is_dir(follow_symlinks=False) and not _is_passed_over(entry.name):
                folders.append(name)


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError as error:
        raise SourceError(f"{folder}: can't be read ({error.strerror})") from None


def _take_file(path: Path, limit: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise SourceError(f"{path}: can't be read ({error.strerror})") from None


def _files(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    return [info for info in archive.infolist() if info.filename and not info.is_dir()]


def _is_link(info: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(info.external_attr >> 16)


def _path_of(member: str) -> str:
    """A member's name as a path from the archive's top, that leads nowhere else."""
    return "/".join(part for part in shown(member).replace("\\", "/").split("/") if part not in ("", ".", ".."))


def _take_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, limit: int) -> bytes:
    if info.flag_bits & 1:
        raise SourceError(f"{name}: locked with a password; unpack it and give the folder")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise SourceError(f"{name}: packed in a way that can't be read here; unpack it and give the folder")
    try:
        with archive.open(info) as file:
            return file.read(limit)
    except _BROKEN as error:
        raise _broken(name, error) from None


def _broken(name: str, error: Exception) -> SourceError:
    return SourceError(f"{name}: a broken zip archive ({error}); save it again")


def _too_many(name: str) -> SourceError:
    return SourceError(f"{name}: over {MAX_FILES:,} files; give the folder that holds the rulebook's pages alone")


# --- pages


class _Folder:
    """The pages among some files and links; `name` is the folder's or the archive's, for errors."""

    def __init__(self, name: str, files: Mapping[str, Take], links: Iterable[str]) -> None:
        self.name, self.left = name, MAX_BYTES
        saved = {f"{posixpath.splitext(path)[0]}_files" for path in files if path.lower().endswith(_SAVED_PAGES)}
        self.files = {path: take for path, take in files.items() if _may_be_page(path, saved)}
        self.passed_over = {
            **{path: "a link, which is not followed" for path in links if _may_be_page(path, saved, ("",))},
            **{path: "not a format that is read" for path in files if _may_be_page(path, saved, _UNREAD)},
        }

    def documents(self) -> list[Document]:
        """The pages in their order, then what is none."""
        listed = self._contents()
        named = {entry.name for entry in listed}
        others = [name for name in sorted(self.files, key=natural) if name not in named]
        what = {name: _what_else(name, bool(listed)) for name in others}
        pages: list[tuple[str, ContentsEntry | None]] = [(entry.name, entry) for entry in listed]
        pages += [(name, None) for name in others if not what[name]]
        read = (self._page(name, entry) for name, entry in pages)
        aside = (document for name in others if what[name] for document in self._aside(name, what[name]))
        told = (_told_of(path, self.passed_over[path]) for path in sorted(self.passed_over, key=natural))
        documents = list(bounded(chain(read, aside, told), self.name))
        if not any(page.lines for page in documents[: len(pages)]):
            raise SourceError(
                f"{self.name}: no text, markdown, HTML, DOCX or PDF in it; give the rulebook's own folder"
            )
        return [document for document in documents if document.lines or document.entry]

    def _contents(self) -> list[ContentsEntry]:
        """What the table of contents lists; from then on files are named from its folder, else from the one folder
        that holds them all."""
        if summary := summary_of(self.files):
            inside = _named_from(posixpath.dirname(summary), self.files)
            if listed := entries(self._read(posixpath.basename(summary), self.files[summary]), inside):
                self.files = inside
                return listed
        folders = [posixpath.dirname(name) for name in self.files if not _what_else(name, False)]
        self.files = _named_from(posixpath.commonpath(folders) if folders else "", self.files)
        return []

    def _page(self, name: str, entry: ContentsEntry | None = None) -> Document:
        return replace(self._read(name, self.files[name]), entry=entry)

    def _aside(self, name: str, what: str) -> Iterator[Document]:
        """A file that is no page, none of its lines a rule; nothing of one that can't be read."""
        with suppress(SourceError):
            yield set_aside(self._read(name, self.files[name]), what)

    def _read(self, name: str, take: Take) -> Document:
        """Read one file; an empty one has no lines."""
        data = take(self.left + 1)
        self.left -= len(data) + _unpacked(data)
        if self.left < 0:
            raise SourceError(f"{self.name}: over {MAX_BYTES // 1_000_000} MB of pages, too large for a rulebook")
        return read_bytes(data, name) if data.removeprefix(BOM_UTF8).strip() else Document(name, ())


def _told_of(path: str, why: str) -> Document:
    """What is said of something that is passed over."""
    return Document(path, (SourceLine(1, posixpath.basename(path), why, "markup"),))


def _may_be_page(path: str, saved: Set[str], endings: tuple[str, ...] = _PAGES) -> bool:
    """Whether to look into a file: by its ending, and the folders above it. `saved` are those beside a saved page."""
    *folders, name = path.split("/")
    above = accumulate(folders, posixpath.join)
    passed_over = any(map(_is_passed_over, folders)) or any(folder in saved for folder in above)
    return name.lower().endswith(endings) and not name.startswith(".") and not passed_over


def _is_passed_over(folder: str) -> bool:
    return folder.startswith(".") or folder.lower() in _NO_FOLDERS


def _what_else(name: str, listed: bool) -> str:
    """What a file is that no table of contents lists (`listed`: there is one); "" for a page."""
    file = posixpath.basename(name).lower()
    stem = posixpath.splitext(file)[0]
    if file in _NO_PAGES or stem in _NO_PAGES:
        return "no page of the rulebook"
    if listed and stem == "summary":
        return "table of contents"
    return "outside the folder of the rulebook" if name.startswith("../") else ""


def _named_from(folder: str, files: Mapping[str, Take]) -> dict[str, Take]:
    return {posixpath.relpath(path, folder or "."): take for path, take in files.items()}


def _unpacked(data: bytes) -> int:
    """What the text of a zipped document (DOCX) comes to when it is unpacked, as it says itself."""
    if not data.startswith(b"PK"):
        return 0
    with suppress(SourceError):
        return sum(info.file_size for info in _opened(data, "").infolist() if info.filename.endswith(".xml"))
    return 0
