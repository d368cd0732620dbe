"""Fetching: the publisher's address → an edition in the user's library.

What comes is read like any import and must hold the book's landmarks before it takes the place of anything: an error
page saved as rules is the classic. Until then nothing is written, and the installed edition stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

from rules_cli.errors import BookNotFound, FetchError, LibraryError, SourceError, UsageError
from rules_cli.formats import is_page
from rules_cli.formats.html.parser import events
from rules_cli.model import Book
from rules_cli.sources import fetch_state
from rules_cli.sources.download import Allowed, Download, OnProgress, Validators, download, no_progress, place_of
from rules_cli.sources.importing import Imported, read_source
from rules_cli.store.book_info import CompletenessCheck, Origin
from rules_cli.store.edition import Edition, check_slug
from rules_cli.store.editions import InstalledBooks

_UNSAFE = re.compile(r"[^A-Za-z0-9 ._()-]")


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a fetch came to: the publisher's edition, and the files that it was read from.

    `status`: it was `installed`; the library held it already (`newest`); or it could be installed and was only
    asked for (`newer`). `on` is the day of the fetch that brought it, None where none has.
    """

    book: Book
    status: Literal["installed", "newest", "newer"]
    files: tuple[fetch_state.File, ...]
    on: str | None = None
    read: Imported | None = None
    """What was decided on reading it; None where the server said that there is nothing new to read."""


def fetch(
    installed: InstalledBooks,
    slug: str,
    address: str | None = None,
    edition: str | None = None,
    insecure_http: bool = False,
    check: bool = False,
    progress: OnProgress = no_progress,
) -> Fetched:
    """Fetch a book from its publisher, or from the `address` given instead, and put it on the shelf.

    With `check` everything is done but that last step. Raises UsageError where no address is known, FetchError where
    none gives the whole book: the shelf is then as it was.
    """
    origin = origin_of(installed, slug)
    ways = [(address,)] if address else _ways(installed, slug, origin)
    allowed = Allowed(insecure_http, place_of(address) if address else None)
    last = fetch_state.last(installed, slug)
    last = last if last and edition in (None, last.edition) else None
    ask = partial(download, allowed=allowed, progress=progress)
    faults = []
    for way in ways:
        try:
            copies = [_file_at(each, origin.link, ask, last) for each in way]
            if last and last.holds(copies):
                return Fetched(installed.edition(slug, last.edition).load(), "newest", last.files, last.on)
            copies = [copy if copy.data is not None else ask(copy.url) for copy in copies]
            progress("reading", 0, None)
            return _settle(installed, _whole(copies, slug, edition, origin.landmarks), copies, check)
        except (FetchError, SourceError) as error:
            faults.append(str(error))
    raise FetchError(f"{'; then '.join(dict.fromkeys(faults))}; {_standing(installed, slug)}")


def origin_of(installed: InstalledBooks, slug: str) -> Origin:
    """Where a book is published, and its landmarks; an empty origin for a book of the user's own."""
    info = installed.info(check_slug(slug))
    return info.fetch if info else Origin()


def _ways(installed: InstalledBooks, slug: str, origin: Origin) -> list[tuple[str, ...]]:
    """The ways to get a book, the best first: the addresses that are read together."""
    info = installed.info(slug)
    if not origin.addresses:
        raise UsageError(
            f"no address is known for {slug}; save the rulebook and: rules import FILE --book {slug}, "
            f"or give one: rules fetch {slug} --from URL"
        )
    pages = (info.pages if info else None) or {}
    return [
        tuple(each.replace("{page}", page) for page in pages.values()) if "{page}" in each else (each,)
        for each in origin.addresses
    ]


def _file_at(address: str, link: str, ask: Callable[..., Download], last: fetch_state.Last | None) -> Download:
    """The file at an address, or the one that is linked from the page there; no data if it has not changed since `last`."""
    known = last.marks if last else lambda _: Validators()
    copy = ask(address, known=known(address))
    if not link or copy.data is None or not is_page(copy.data[:2000].decode("latin-1"), ""):
        return copy
    for href in _hrefs(copy.data):
        with suppress(ValueError):
            found = urljoin(copy.final, href)
            if fnmatchcase(_name_of(found).lower(), link.lower()):
                return ask(found, known=known(found))
    raise FetchError(f"{address} links to no file named {link}; give the file's own address with --from")


def _hrefs(page: bytes) -> list[str]:
    """Where the links of a web page lead, in their order."""
    found = events(page.decode("utf-8", "replace"), "the web page")
    return [each.attributes["href"] for each in found if each.value == "a" and "href" in each.attributes]


def _name_of(address: str) -> str:
    """The name of the file that an address ends in."""
    return unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])


def _whole(copies: Sequence[Download], slug: str, edition: str | None, landmarks: CompletenessCheck) -> Imported:
    """The book that the copies hold, read as an import reads files; FetchError where a landmark is missing."""
    with TemporaryDirectory(prefix="rules-fetch-", ignore_cleanup_errors=True) as folder:
        read = read_source([_saved(copy, Path(folder) / str(n)) for n, copy in enumerate(copies)], slug, edition)
    if missing := landmarks.missing(read.book):
        raise FetchError(f"{copies[0].url} gives no whole book ({', '.join(missing)}); if it is, import it by hand")
    return read


def _saved(copy: Download, folder: Path) -> Path:
    """A copy as a file, under the name that its address gives it."""
    folder.mkdir()
    path = folder / (_UNSAFE.sub("_", _name_of(copy.final))[-80:].strip(" .") or "rulebook")
    path.write_bytes(copy.data or b"")
    return path


def _settle(installed: InstalledBooks, read: Imported, copies: Sequence[Download], check: bool) -> Fetched:
    """Install a book that the shelf does not hold already, unless it was only asked for."""
    held = _held(installed, read.book)
    if check:
        return Fetched(read.book, "newest" if held else "newer", fetch_state.files_of(copies), read=read)
    now = fetch_state.remember(held or installed.install(read.book), copies)
    return Fetched(read.book, "newest" if held else "installed", now.files, now.on, read)


def _held(installed: InstalledBooks, book: Book) -> Edition | None:
    """The user's edition of that name, where it says the same."""
    with suppress(BookNotFound, LibraryError):
        for edition in installed.all(book.slug):
            if edition.name == book.edition and not edition.shipped and _says(edition.load()) == _says(book):
                return edition
    return None


def _says(book: Book) -> Book:
    """A book without what differs between two readings of the same words: file names, line numbers."""
    return replace(book, anomalies=(), dropped=(), sources=())


def _standing(installed: InstalledBooks, slug: str) -> str:
    """What the user has after a fetch that failed."""
    with suppress(BookNotFound):
        for edition in installed.all(slug):
            if not edition.shipped:
                return f"{edition!r} stays as it was"
    return "nothing was installed"
