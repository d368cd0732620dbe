"""Fetch a book from its publisher into the user's library.

A downloaded file is read like any import, and must pass the book's landmark check before it is installed: it may be an
error page. Until then nothing is written, and the installed edition stays.

A small JSON file remembers the last fetch of each book, which saves a download. If it is missing or damaged, was
written by another version of this package, or its edition has been removed or replaced since, the next fetch downloads
everything again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import date
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from rules_cli import schema
from rules_cli._version import __version__
from rules_cli.errors import BookNotFound, FetchError, LibraryError, SchemaError, SourceError, UsageError
from rules_cli.formats import is_page
from rules_cli.formats.html.elements import events
from rules_cli.model import Book
from rules_cli.parse.inference import date_in_words, named_date
from rules_cli.sources.download import Allowed, Download, FetchedFile, OnProgress, download, no_progress, place_of
from rules_cli.sources.importing import Imported, read_source
from rules_cli.sources.installing import install, status_of
from rules_cli.store import paths
from rules_cli.store.atomic import bytes_of, write_atomic
from rules_cli.store.book_info import CompletenessCheck, Origin
from rules_cli.store.cache import stamp
from rules_cli.store.edition import Edition, check_slug
from rules_cli.store.editions import InstalledBooks

_IN_ENGLISH = re.compile(r"(?<![A-Za-z])EN(?![A-Za-z])")
_UNSAFE = re.compile(r"[^A-Za-z0-9 ._()-]")


@dataclass(frozen=True, slots=True)
class Fetched:
    """The result of a fetch: the publisher's edition, and the files that it was read from.

    `status` is `installed`; `newest` if the library had it already; or, if it was only checked, `newer`, or `changed`
    if the library has the edition with other words.
    `on` is the day of the fetch that installed it. `read` says how it was read, None if the server sent no new file.
    """

    book: Book
    status: Literal["installed", "newest", "newer", "changed"]
    files: tuple[FetchedFile, ...]
    on: str | None = None
    read: Imported | None = None


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """The options of a fetch: an `address` instead of the publisher's, a name for the `edition`, whether plain HTTP is
    allowed, whether to `check` only, without installing, and whether to `replace` an edition that has other words."""

    address: str | None = None
    edition: str | None = None
    insecure_http: bool = False
    check: bool = False
    replace: bool = False


# Complexity: each address may give the same copy, a new one, or a fault, and the fault is kept for the last message.
def fetch(
    installed: InstalledBooks,
    slug: str,
    options: FetchOptions = FetchOptions(),
    progress: OnProgress = no_progress,
) -> Fetched:
    """Download a book from its publisher and install it.

    Raises UsageError if no address is known; FetchError if no address gives the whole book, and then nothing changes.
    """
    address, edition = options.address, options.edition
    info = installed.info(check_slug(slug))
    origin = info.fetch if info else Origin()
    groups = [(address,)] if address else _address_groups(slug, origin, info.pages if info else None)
    allowed = Allowed(options.insecure_http, place_of(address) if address else None)
    last = _last_fetch(installed, slug, edition)
    get = partial(download, allowed=allowed, progress=progress)
    faults = []
    for addresses in groups:
        try:
            copies = [_file_at(each, origin.link, get, last) for each in addresses]
            if last and last.is_same(copies):
                return Fetched(installed.edition(slug, last.edition).load(), "newest", last.files, last.on)
            copies = [copy if copy.data is not None else get(copy.file.url) for copy in copies]
            progress("reading", 0, None)
            read = _read_copies(copies, slug, edition, origin.landmarks)
            return _install(installed, read, copies, options, progress)
        except (FetchError, SourceError) as error:
            faults.append(str(error))
    own = installed.own(slug)
    unchanged = f"{own[0]!r} stays as it was" if own else "nothing was installed"
    raise FetchError(f"{'; then '.join(dict.fromkeys(faults))}; {unchanged}")


def _address_groups(slug: str, origin: Origin, pages: Mapping[str, str] | None) -> list[tuple[str, ...]]:
    """The addresses of a book, the best first. Those in one group are read together."""
    if not origin.addresses:
        raise UsageError(
            f"no address is known for {slug}; save the rulebook, then: rules import FILE --book {slug}; "
            f"or give an address: rules fetch {slug} --from URL"
        )
    return [
        tuple(each.replace("{page}", page) for page in (pages or {}).values()) if "{page}" in each else (each,)
        for each in origin.addresses
    ]


def _file_at(address: str, link: str, get: Callable[..., Download], last: _LastFetch | None) -> Download:
    copy = get(address, known=last and last.file_at(address))
    if not link or copy.data is None or not is_page(copy.data[:2000].decode("latin-1"), ""):
        return copy
    if newest := _newest([each for each in _links(copy) if fnmatchcase(_name_of(each.address).lower(), link.lower())]):
        return get(newest, known=last and last.file_at(newest))
    raise FetchError(f"{address} links to no file named {link}; give the file's own address with --from")


class _PageLink(NamedTuple):
    address: str
    words: str


def _links(page: Download) -> Iterator[_PageLink]:
    href, words = "", ""
    for each in events((page.data or b"").decode("utf-8", "replace"), "the web page"):
        if each.kind == "words":
            words += each.value
        elif each.value == "a" and each.kind == "start":
            href, words = each.attributes.get("href", ""), ""
        elif each.value == "a" and each.kind == "end":
            with suppress(ValueError):
                yield _PageLink(urljoin(page.final, href), words)


def _newest(links: Sequence[_PageLink]) -> str | None:
    """Return the address of the newest file: by the date in its name, else in the words of its link; else the first.

    If some names say that they are in English (`MTR_EN.pdf`), the others are translations.
    """
    english = [link for link in links if _IN_ENGLISH.search(_name_of(link.address))]
    dated = [
        (named_date([_name_of(link.address)]) or date_in_words(link.words) or "", -at, link.address)
        for at, link in enumerate(english or links)
    ]
    return max(dated)[2] if dated else None


def _name_of(address: str) -> str:
    return unquote(urlsplit(address).path.rstrip("/").rpartition("/")[2])


def _read_copies(copies: Sequence[Download], slug: str, edition: str | None, landmarks: CompletenessCheck) -> Imported:
    """Read the book in the copies, as an import does. Raises FetchError if it fails the landmark check."""
    with TemporaryDirectory(prefix="rules-fetch-", ignore_cleanup_errors=True) as folder:
        files = []
        for at, copy in enumerate(copies):
            (place := Path(folder) / str(at)).mkdir()
            files.append(place / (_UNSAFE.sub("_", _name_of(copy.final))[-80:].strip(" .") or "rulebook"))
            files[-1].write_bytes(copy.data or b"")
        read = read_source(files, slug, edition)
    if missing := ", ".join(landmarks.missing(read.book)):
        url = copies[0].file.url
        raise FetchError(f"{url} does not give the whole book ({missing}); if you think it does, import the file")
    return read


def _install(
    installed: InstalledBooks,
    read: Imported,
    copies: Sequence[Download],
    options: FetchOptions,
    progress: OnProgress,
) -> Fetched:
    """Install a book, unless it is installed already or only a check was asked for."""
    if options.check:
        return Fetched(read.book, status_of(installed, read.book), tuple(copy.file for copy in copies), read=read)
    read = install(installed, read, options.replace, progress)
    edition = installed.edition(read.book.slug, read.book.edition)
    fetch = _remember(edition, copies)
    return Fetched(read.book, "newest" if read.status == "unchanged" else "installed", fetch.files, fetch.on, read)


# --- the last fetch


@dataclass(frozen=True, slots=True)
class _LastFetch:
    """The last fetch of a book: the name of the edition, the `state` of its file, the day `on`, and the files."""

    edition: str
    on: str
    state: str
    files: tuple[FetchedFile, ...]

    def file_at(self, url: str) -> FetchedFile | None:
        """The file that came from an address; None if none did."""
        return next((file for file in self.files if file.url == url), None)

    def is_same(self, copies: Sequence[Download]) -> bool:
        """Return whether these copies are the files of this fetch: the server says so, or they are equal."""
        return {(each.url, each.digest) for each in self.files} == {(c.file.url, c.file.digest) for c in copies}


def _last_fetch(installed: InstalledBooks, slug: str, name: str | None) -> _LastFetch | None:
    """The last fetch of a book (or of the edition named), if its edition is still installed and unchanged."""
    with suppress(OSError, ValueError, RecursionError, SchemaError, BookNotFound):
        found = schema.read(_LastFetch, json.loads(bytes_of(_memory_of(slug))), "the last fetch")
        edition = installed.edition(slug, found.edition)
        if found.state == _state(edition) and not edition.shipped and name in (None, edition.name):
            return replace(found, edition=edition.name)
    return None


def _remember(edition: Edition, copies: Sequence[Download]) -> _LastFetch:
    """Write the file about a fetch, if it can be written; the edition is installed in any case."""
    fetch = _LastFetch(edition.name, date.today().isoformat(), _state(edition), tuple(copy.file for copy in copies))
    with suppress(LibraryError):
        write_atomic(_memory_of(edition.slug), json.dumps(asdict(fetch), indent=1))
    return fetch


def _memory_of(slug: str) -> Path:
    return paths.library() / "fetched" / f"{slug}.json"


def _state(edition: Edition) -> str:
    """A text that changes with the edition's file and with the version of this package, which may read it anew."""
    return f"{__version__} {stamp(edition.path)}"
