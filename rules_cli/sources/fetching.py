"""Fetch a book from its publisher into the user's library.

A downloaded file is read like any import, and must pass the book's landmark check before it is installed: it may be an
error page. Until then nothing is written, and the installed edition stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from urllib.parse import unquote, urljoin, urlsplit

from rules_cli.errors import FetchError, SourceError, UsageError
from rules_cli.formats import is_page
from rules_cli.formats.html.elements import events
from rules_cli.model import Book
from rules_cli.parse.inference import date_in_words, named_date
from rules_cli.sources.download import Allowed, Download, OnProgress, download, no_progress, place_of
from rules_cli.sources.importing import Imported, read_source
from rules_cli.sources.installing import install, status_of
from rules_cli.store.book_info import CompletenessCheck, Origin
from rules_cli.store.edition import check_slug
from rules_cli.store.editions import InstalledBooks

_IN_ENGLISH = re.compile(r"(?<![A-Za-z])EN(?![A-Za-z])")
_UNSAFE = re.compile(r"[^A-Za-z0-9 ._()-]")


@dataclass(frozen=True, slots=True)
class Fetched:
    """The result of a fetch: the publisher's edition, and what it was read from. `status` is `installed`; `newest` if
    the library had it already; or, if it was only checked, `newer`, or `changed` if the library has the edition with
    other words. `read` says how it was read, `addresses` from where."""

    read: Imported
    status: Literal["installed", "newest", "newer", "changed"]
    addresses: tuple[str, ...]

    @property
    def book(self) -> Book:
        """The book that was read."""
        return self.read.book


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
    """Download a book from its publisher and install it. Raises UsageError if no address is known; FetchError if no
    address gives the whole book, and then nothing changes."""
    address, edition = options.address, options.edition
    info = installed.info(check_slug(slug))
    origin = info.fetch if info else Origin()
    if not (address or origin.addresses):
        raise UsageError(
            f"no address is known for {slug}; save the rulebook, then: rules import FILE --book {slug}; "
            f"or give an address: rules fetch {slug} --from URL"
        )
    pages = tuple(((info and info.pages) or {}).values())
    groups = [  # the addresses in one group are read together
        tuple(each.replace("{page}", page) for page in pages) if "{page}" in each and not address else (each,)
        for each in ([address] if address else origin.addresses)
    ]
    allowed = Allowed(options.insecure_http, place_of(address) if address else None)
    get = partial(download, allowed=allowed, progress=progress)
    faults = []
    for addresses in groups:
        try:
            copies = [_file_at(each, origin.link, get) for each in addresses]
            progress("reading", 0, None)
            read = _read_copies(copies, slug, edition, origin.landmarks)
            found = tuple(copy.url for copy in copies)
            if options.check:
                return Fetched(read, status_of(installed, read.book), found)
            read = install(installed, read, options.replace, progress)
            return Fetched(read, "newest" if read.status == "unchanged" else "installed", found)
        except (FetchError, SourceError) as error:
            faults.append(str(error))
    own = installed.own(slug)
    unchanged = f"{own[0]!r} stays as it was" if own else "nothing was installed"
    raise FetchError(f"{'; then '.join(dict.fromkeys(faults))}; {unchanged}")


def _file_at(address: str, link: str, get: Callable[[str], Download]) -> Download:
    """Return the file at an address, or the newest one named `link` to which the page there links."""
    copy = get(address)
    if not link or not is_page(copy.data[:2000].decode("latin-1"), ""):
        return copy
    if newest := _newest([each for each in _links(copy) if fnmatchcase(_name_of(each[0]).lower(), link.lower())]):
        return get(newest)
    raise FetchError(f"{address} links to no file named {link}; give the file's own address with --from")


def _links(page: Download) -> Iterator[tuple[str, str]]:
    """Yield the addresses that a page links to, each with the words of the link."""
    href, words = "", ""
    for each in events(page.data.decode("utf-8", "replace"), "the web page"):
        if each.kind == "words":
            words += each.value
        elif each.value == "a" and each.kind == "start":
            href, words = each.attributes.get("href", ""), ""
        elif each.value == "a" and each.kind == "end":
            with suppress(ValueError):
                yield urljoin(page.final, href), words


def _newest(links: Sequence[tuple[str, str]]) -> str | None:
    """Return the address of the newest file: by the date in its name, else in the words of its link; else the first. If
    some names say that they are in English (`MTR_EN.pdf`), the others are translations."""
    english = [link for link in links if _IN_ENGLISH.search(_name_of(link[0]))]
    dated = [
        (named_date([_name_of(address)]) or date_in_words(words) or "", -at, address)
        for at, (address, words) in enumerate(english or links)
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
            files[-1].write_bytes(copy.data)
        read = read_source(files, slug, edition)
    if missing := ", ".join(landmarks.missing(read.book)):
        url = copies[0].url
        raise FetchError(f"{url} does not give the whole book ({missing}); if you think it does, import the file")
    return read
