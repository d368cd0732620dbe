"""Read folders and zip archives of pages as documents, named by their paths inside, in the order of their contents.

Guarantees: nothing is unpacked to disk, no name in an archive is used as a path, no link is followed, no header is
trusted. A link, or a document in a format that is not read, becomes a line that says so.
"""

from __future__ import annotations

import io
import os
import posixpath
import re
import stat
import zipfile
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from rules_cli.errors import SourceError
from rules_cli.formats.files import TABLES, check_length, file_bytes, printable, read_bytes
from rules_cli.formats.source_line import CONTENTS, OUTSIDE, ContentsEntry, Document, SourceLine
from rules_cli.formats.xml_package import BROKEN, kind_of, parsed

MAX_FILES = 10_000  # the repository of a rulebook with its pictures has hundreds
MAX_BYTES = 100_000_000  # of all pages together, unpacked; ten times what their text may have

_PAGES = (".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml", ".docx", ".pdf", ".rtf", ".odt", *TABLES)
_UNREAD = tuple(".doc .xlsx .xls .ods .adoc .asciidoc .rst .org .tex .epub .pages .wpd .zip".split())
_SAVED_PAGES = (".html", ".htm")
_NO_PAGES = frozenset(
    """
    license licence copying copyright authors contributors contributing code_of_conduct security
    robots.txt humans.txt llms.txt requirements.txt
    """.split()
)
_NO_FOLDERS = frozenset(["__macosx", "node_modules", "_book", "_site"])
_FIRST_IN_FOLDER = ("readme", "index")
_INDEXES = (*_FIRST_IN_FOLDER, *"summary toc contents table-of-contents table_of_contents _sidebar nav".split())
_LINK_ENDS = (".md", "/README.md", "/index.md", ".html", "/index.html")  # that authors leave out
_MOST_INDEXES = 5  # that are looked at: the one of the book is near the top
_HREF = re.compile(r"<a\s[^<>]{0,500}?href\s*=\s*[\"']?([^\"'\s<>]+)|\]\(\s*<?([^()\s<>]+)", re.IGNORECASE)
_NEXT = re.compile(r"<(?:link|a)\s[^<>]{0,500}?\brel\s*=\s*[\"']?next\b[^<>]{0,500}>", re.IGNORECASE)
_ANY_HREF = re.compile(r"\bhref\s*=\s*[\"']?([^\"'\s<>]+)", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+|[^0-9]+")
_DRIVE = re.compile(r"[A-Za-z]:")
_LISTED = b"PK\x01\x02"  # begins each entry in an archive's list of files
_BROKEN = (*BROKEN, RuntimeError)

Reader = Callable[[], bytes]


def is_archive(data: bytes) -> bool:
    """Return whether bytes are a zip file of documents, and not one document that is zipped, as Word's are."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06")) and not kind_of(data)


def read_folder(path: Path, encoding: str | None = None) -> list[Document]:
    """Read the pages below a folder; raises SourceError without any, or if one can't be read."""
    found = _walk(path)
    files = [(printable(name), None if is_link else partial(file_bytes, path / name)) for name, is_link in found]
    return _Folder(printable(path.resolve().name), files, encoding).documents()


def read_archive(data: bytes, name: str, encoding: str | None = None) -> list[Document]:
    """Read the pages in the bytes of a zip file. Raises SourceError without any, if one can't be read, or if a name
    leads out of the archive."""
    archive = _opened(data, name)
    files: list[tuple[str, Reader | None]] = []
    for info in archive.infolist():
        if info.filename and not info.is_dir():
            path = printable(info.filename).replace("\\", "/")
            if path.startswith("/") or ".." in path.split("/") or _DRIVE.match(path):
                why = f"it holds a file named {path!r}, which is outside of it"
                raise SourceError(f"{name}: {why}; unpack it and give the folder")
            path = posixpath.normpath(path)
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            files.append((path, None if is_link else partial(_read_member, archive, info, name)))
    return _Folder(name, files, encoding).documents()


# --- files


def _walk(root: Path) -> Iterator[tuple[str, bool]]:
    """Yield the files and links below a folder, and whether each is a link; ignored folders are left out. Raises
    SourceError if a folder can't be read, or holds too many files."""

    def refuse(error: OSError) -> None:
        raise SourceError(f"{error.filename}: can't be read ({error.strerror})") from None

    count = 0
    for folder, folders, files in os.walk(root, onerror=refuse):
        count += len(folders) + len(files)
        if count > MAX_FILES:
            raise _too_many(root.name)
        for path in map(Path(folder).joinpath, [*files, *folders]):
            if path.is_symlink() or path.is_file():
                yield path.relative_to(root).as_posix(), path.is_symlink()
        folders[:] = [name for name in folders if not _is_ignored(name)]


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    """Return an archive, opened; raises SourceError if it is broken or holds too many files."""
    if data.count(_LISTED) > MAX_FILES:
        raise _too_many(name)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN as error:
        raise _broken(name, error) from None


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> bytes:
    """Return the bytes of a file, at most one more than all pages may have; raises SourceError if it can't be read."""
    try:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise NotImplementedError("a page in it is packed in a way that is not read here")
        with archive.open(info) as file:
            return file.read(MAX_BYTES + 1)
    except _BROKEN as error:
        raise _broken(name, error) from None


def _broken(name: str, error: Exception) -> SourceError:
    return SourceError(f"{name}: can't be unpacked ({error}); pack it again, or unpack it and give the folder")


def _too_many(name: str) -> SourceError:
    return SourceError(f"{name}: over {MAX_FILES:,} files; give the folder that holds the rulebook's pages alone")


# --- pages


class _Order(NamedTuple):
    """The order of pages by a table of contents."""

    pages: Sequence[str]
    entries: Mapping[str, ContentsEntry] = {}  # of a SUMMARY.md, by the names of their pages
    contents: str = ""  # the page that holds the table and nothing else, if there is one


class _Folder:
    """The pages among some files (links without a reader); `name` is that of the folder or archive, for errors."""

    # Complexity: a file may be a page, a link, in a format that is not read, or none of these.
    def __init__(self, name: str, files: Sequence[tuple[str, Reader | None]], encoding: str | None) -> None:
        self.name, self.encoding, self.bytes_left = name, encoding, MAX_BYTES
        self.files: dict[str, Reader] = {}
        self.unread: dict[str, str] = {}
        self.others = {path: reader for path, reader in files if reader}
        if twice := [path for path, times in Counter(path for path, _ in files).items() if times > 1]:
            raise SourceError(f"{name}: it holds two files named {twice[0]!r}; give one another name")
        saved = {f"{posixpath.splitext(path)[0]}_files" for path, _ in files if path.lower().endswith(_SAVED_PAGES)}
        for path, reader in files:
            *folders, file = path.split("/")
            is_saved = any(folder in saved for folder in accumulate(folders, posixpath.join))  # with a web page
            if is_saved or file.startswith(".") or any(map(_is_ignored, folders)):
                continue
            if reader is None:
                self.unread[path] = "a link, which is not followed"
            elif path.lower().endswith(_PAGES):
                self.files[path] = reader
            elif path.lower().endswith(_UNREAD):
                self.unread[path] = "not a format that is read"

    def documents(self) -> list[Document]:
        """Return the pages in their order, then the other files with the reason why they are no pages."""
        # Complexity: no nesting, but many comprehensions over pages, other files and their lines.
        order = self._order()
        place = {name: at for at, name in enumerate(order.pages)}
        names = sorted(self.files, key=lambda name: (place.get(name, len(place)), natural(name)))
        reasons = {name: _no_page(name, bool(order.entries)) for name in names if name not in place}
        if order.contents in self.files:
            reasons[order.contents] = CONTENTS
        pages = [name for name in names if not reasons.get(name)]
        read = (replace(self._read(name), entry=order.entries.get(name), linked=name in place) for name in pages)
        set_aside = (self._set_aside(name, reasons[name]) for name in names if reasons.get(name))
        unread = (
            Document(path, (SourceLine(1, posixpath.basename(path), self.unread[path], "markup"),))
            for path in sorted(self.unread, key=natural)
        )
        documents = list(check_length(chain(read, set_aside, unread), self.name))
        if any(page.lines for page in documents[: len(pages)]):
            return [document for document in documents if document.lines or document.entry]
        raise SourceError(
            f"{self.name}: no text, markdown, HTML, DOCX, ODT, RTF or PDF in it; give the rulebook's own folder"
        )

    # Complexity: each of three tables of contents may be there, or give no order; comprehensions over files and links.
    def _order(self) -> _Order:
        """Return the order of the pages, and name the files from the folder of the book. It is that of an EPUB's spine;
        else of the SUMMARY.md nearest to the top; else of another table of contents."""
        if found := spine(self.others):
            self.files = {name: self.files[name] for name in (*found.pages, found.contents) if name in self.files}
            return found._replace(pages=[name for name in found.pages if name in self.files])
        summaries = [name for name in self.files if posixpath.basename(name).lower() == "summary.md"]
        if summaries:
            summary = min(summaries, key=_nearest_to_top)
            inside = _named_from(posixpath.dirname(summary), self.files)
            if listed := entries(self._read(summary, posixpath.basename(summary)), inside):
                self.files = inside
                return _Order([entry.name for entry in listed], {entry.name: entry for entry in listed})
        folders = [posixpath.dirname(name) for name in self.files if not _no_page(name, False)]
        self.files = _named_from(posixpath.commonpath(folders) if folders else "", self.files)
        # a page named as an index that links to most of the others is the first
        named = {name: posixpath.splitext(posixpath.basename(name))[0].lower() for name in self.files}
        indexes = sorted((name for name in named if named[name] in _INDEXES), key=_nearest_to_top)
        for index in indexes[:_MOST_INDEXES]:
            text = self._text(index)
            linked = max(self._linked_from(index, text), list(self._after(index, text)), key=len)
            others = sum(name != index and not _no_page(name, False) for name in self.files)
            if len(linked) > 1 and 2 * len(linked) >= others:
                is_page = named[index] in _FIRST_IN_FOLDER  # a README has words of the book, a `toc` has links alone
                return _Order([index, *linked]) if is_page else _Order(linked, contents=index)
        return _Order([])

    def _linked_from(self, index: str, text: str) -> list[str]:
        """Return the pages that a page with some text links to, each once, in the order of the links."""
        links = (match[1] or match[2] for match in _HREF.finditer(text))
        targets = (_linked(href, posixpath.dirname(index), self.files) for href in links)
        return list(dict.fromkeys(name for name in targets if name not in ("", index)))

    def _after(self, index: str, text: str) -> dict[str, None]:
        """Return the pages after a page, each named as the next by the one before it (`rel="next"`)."""
        found, page = {index: None}, index
        while tag := _NEXT.search(text):
            href = _ANY_HREF.search(tag[0])
            page = _linked(href[1], posixpath.dirname(page), self.files) if href else ""
            if not page or page in found:
                break
            found[page], text = None, self._text(page)
        del found[index]
        return found

    def _text(self, name: str) -> str:
        return self.files[name]().decode("utf-8", errors="replace")

    def _set_aside(self, name: str, reason: str) -> Document:
        """Return a file with the reason why none of its lines is a rule; an empty one if it can't be read."""
        lines: list[SourceLine] = []
        with suppress(SourceError):
            for line in self._read(name).lines:
                is_blank = line.role == "blank"
                lines.append(line if is_blank else SourceLine(line.number, line.raw, reason, "markup"))
        return Document(name, tuple(lines))

    def _read(self, name: str, shown_as: str = "") -> Document:
        """Read one file; an empty one has no lines. Raises SourceError if it can't be read, or all pages are too large.
        The unpacked text of a Word document counts, too."""
        data = self.files[name]()
        self.bytes_left -= len(data)
        if data.startswith(b"PK"):
            with suppress(SourceError):
                members = _opened(data, "").infolist()
                self.bytes_left -= sum(info.file_size for info in members if info.filename.endswith(".xml"))
        if self.bytes_left < 0:
            raise SourceError(f"{self.name}: over {MAX_BYTES // 1_000_000} MB of pages, too large for a rulebook")
        name = shown_as or name
        is_empty = not data.removeprefix(BOM_UTF8).strip()
        return Document(name, ()) if is_empty else read_bytes(data, name, self.encoding)


def _is_ignored(folder: str) -> bool:
    return folder.startswith(".") or folder.lower() in _NO_FOLDERS


def _no_page(name: str, listed: bool) -> str:
    """Return why a file outside the table of contents is no page (`listed`: there is such a table), "" if it is one."""
    file = posixpath.basename(name).lower()
    stem = posixpath.splitext(file)[0]
    if file in _NO_PAGES or stem in _NO_PAGES:
        return "no page of the rulebook"
    if listed and stem == "summary":
        return CONTENTS
    return OUTSIDE if name.startswith("../") else ""


def _named_from(folder: str, files: Mapping[str, Reader]) -> dict[str, Reader]:
    """Return files with their paths from a folder: `../cover.md` for one outside of it."""
    return {posixpath.relpath(path, folder or "."): reader for path, reader in files.items()}


# --- the order of pages: that of a table of contents, or else the natural one


def natural(path: str) -> tuple[list[tuple[bool, list[tuple[int, str]]]], str]:
    """Return a key that sorts paths as a reader would: chapter2 before chapter10, a folder's README or index first.
    Runs of digits sort by their value, before other runs."""
    parts = []
    for part in posixpath.splitext(path)[0].split("/"):
        runs = [run.lstrip("0") if run[0].isdigit() else run.lower() for run in _DIGITS.findall(part)]
        keys = [(len(run) if run[:1].isdigit() or not run else 10**6, run) for run in runs]  # "" is a zero
        parts.append((part.lower() not in _FIRST_IN_FOLDER, keys))
    return parts, path


def _linked(href: str, folder: str, files: Collection[str]) -> str:
    """Return the file that a link in a folder leads to, "" if it leads elsewhere."""
    path = posixpath.normpath(posixpath.join(folder, unquote(href.partition("#")[0]).lstrip("/")))
    return next((found for end in ("", *_LINK_ENDS) if (found := path + end) in files), "")


def _nearest_to_top(name: str) -> tuple[object, ...]:
    return name.count("/"), natural(name)


def entries(summary: Document, files: Collection[str]) -> list[ContentsEntry]:
    """Return the entries of a table of contents that lead to `files`, in its order; the first one for each file."""
    folder = posixpath.dirname(summary.name)
    listed: dict[str, ContentsEntry] = {}
    above: list[tuple[int, ContentsEntry]] = []  # the items that the next one may be below, with their levels
    for line in summary.lines:
        if line.role in ("blank", "markup"):
            continue
        level = line.level if line.role == "item" else -1
        while above and above[-1][0] >= level:
            above.pop()
        title, name = line.text, ""
        if line.links:
            title, href = line.links[0]
            name = _linked(href, folder, files)
        entry = ContentsEntry(title, name, above[-1][1] if above else None)
        if line.role == "item":
            above.append((level, entry))
        if name:
            listed.setdefault(name, entry)
    return list(listed.values())


# --- the order of an EPUB book


CONTAINER = "META-INF/container.xml"


# Complexity: any step from the container to the pages may be missing.
def spine(files: Mapping[str, Callable[[], bytes]]) -> _Order | None:
    """Return the order of the pages among some files; None if they are no EPUB book, or its order can't be read."""
    root = next((name.removesuffix(CONTAINER) for name in files if name.endswith(CONTAINER)), None)
    if root is None:
        return None
    try:
        rootfile = next(parsed(files[root + CONTAINER]()).iter("rootfile"))
        package = posixpath.normpath(root + rootfile.get("full-path", ""))
        elements = list(parsed(files[package]()).iter())
    except (StopIteration, KeyError, *BROKEN):
        return None
    items, contents = {}, ""
    for item in (element for element in elements if element.tag == "item"):
        href = unquote(item.get("href", "").partition("#")[0])
        path = posixpath.normpath(posixpath.join(posixpath.dirname(package), href))
        items[item.get("id")] = path
        if "nav" in item.get("properties", "").split():
            contents = path
    listed = dict.fromkeys(items.get(each.get("idref"), "") for each in elements if each.tag == "itemref")  # each once
    order = [page for page in listed if page in files and page != contents]
    return _Order(order, contents=contents) if order else None
