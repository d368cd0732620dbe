"""Download the bytes at an address, within limits.

The address and every redirect must be HTTPS with a certificate that the system trusts, unless the user allows plain
HTTP. An address of this machine or its network is refused, unless the user typed it. Proxies are not used. A request
sends only the version of this package.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, responses
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_cli._version import __version__
from rules_cli.errors import FetchError
from rules_cli.formats import MAX_BYTES
from rules_cli.text import shorten

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse
    from urllib3.util import Url

CONNECT, READ, TOTAL = 10.0, 30.0, 300.0
"""Seconds to wait for a connection, for the next block, and for a whole download: 10 MB over a slow line take 300.

The first two matter little: only a server that does not answer is waited for as long.
"""
REDIRECTS = 5  # publishers use one or two
LIMIT = MAX_BYTES
_BLOCK = 1 << 16  # bytes between two calls of OnProgress; larger or smaller ones change nothing else
_PORTS = {"http": 80, "https": 443}

OnProgress = Callable[[str, int, int | None], None]
"""A function that shows progress. It gets the current step or host, the bytes so far, and the total if it is known."""


def no_progress(step: str, done: int = 0, total: int | None = None) -> None:
    """Show no progress."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Permissions of the user: plain HTTP, and one `local` server, the host and port that they typed."""

    http: bool = False
    local: tuple[str, int] | None = None


class Download(NamedTuple):
    """A downloaded file: the `url` asked for, its address after redirects (`final`), and its `data`."""

    url: str
    final: str
    data: bytes


def place_of(address: str) -> tuple[str, int]:
    """The host and port of an address. Raises FetchError if it is not a web address."""
    url = _parsed(address)
    return str(url.host), url.port or _PORTS[str(url.scheme)]


def download(address: str, allowed: Allowed = Allowed(), progress: OnProgress = no_progress) -> Download:
    """Download the file at an address. Raises FetchError if it is not allowed, not found, too large, too slow, or
    incomplete."""
    import urllib3

    here = address

    class Guarded(urllib3.PoolManager):
        """A pool that checks every address before it connects, also after redirects."""

        def urlopen(  # type: ignore[override]  # as PoolManager has it
            self, method: str, url: str, redirect: bool = True, **options: Any
        ) -> BaseHTTPResponse:
            nonlocal here
            here = _parsed(url).url
            _check_allowed(here, allowed)
            return super().urlopen(method, here, redirect, **options)

    deadline = monotonic() + TOTAL
    manager = Guarded(
        timeout=urllib3.Timeout(connect=CONNECT, read=READ),
        retries=urllib3.Retry(total=None, redirect=REDIRECTS, connect=0, read=0, status=0, other=0),
    )
    try:
        headers = {"User-Agent": f"rules-cli/{__version__}", "Accept-Encoding": "gzip"}
        answer = manager.request("GET", address, headers=headers, preload_content=False)
        try:
            return Download(address, here, _data(answer, here, progress, deadline))
        finally:
            answer.close()
    except (urllib3.exceptions.HTTPError, HTTPException, OSError, ValueError) as error:
        raise FetchError(f"{_shown(place_of(here)[0])} {_problem(error)}") from None


def _parsed(address: str) -> Url:
    """Split a web address into its parts, percent-encoded. Raises FetchError if it is not a web address."""
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    try:
        url = parse_url(address.strip())
    except LocationParseError:
        raise FetchError(f"not an address: {_shown(address)}") from None
    if url.scheme not in _PORTS or not url.host or url.auth:
        raise FetchError(f"not a web address: {_shown(address)}; it looks like https://rules.example/rules.txt")
    return url._replace(fragment=None)


def _shown(address: str) -> str:
    return shorten(address, 120)  # characters: one or two lines on a screen


def _check_allowed(address: str, allowed: Allowed) -> None:
    """Raise FetchError if this address is plain HTTP, unknown or local, and the user did not allow it."""
    host, port = place_of(address)
    if address.startswith("http:") and not allowed.http:
        raise FetchError(
            f"{_shown(address)} is plain HTTP, which others on the network can change; --insecure-http allows it"
        )
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise FetchError(
            f"{_shown(host)} is not found: check the network, or import the file (rules import FILE)"
        ) from None
    if (host, port) != allowed.local and any(map(is_local, found)):
        raise FetchError(f"{_shown(host)}:{port} is a local address; type it after --from to allow it")


def is_local(address: str) -> bool:
    """Return whether an IP address is of this machine, of its network, or reserved."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.is_site_local:
            return True
        ip = ip.ipv4_mapped or ip.sixtofour or ip
    return not ip.is_global or ip.is_multicast


def _data(answer: BaseHTTPResponse, address: str, progress: OnProgress, deadline: float) -> bytes:
    """The whole body of an answer, unpacked. Raises FetchError, TimeoutError."""
    if answer.status != 200:
        raise FetchError(f"{_shown(address)} answers {answer.status} {responses.get(answer.status, '')}".rstrip())
    expected: int | None = getattr(answer, "length_remaining", None)
    data = bytearray()
    while block := answer.read1(_BLOCK, decode_content=True):  # returns what has come, so that the deadline is checked
        data += block
        if max(len(data), expected or 0) > LIMIT:
            raise FetchError(f"{_shown(address)} is over {LIMIT // 1_000_000} MB, too large for a rulebook")
        if monotonic() > deadline:
            raise TimeoutError
        progress(place_of(address)[0], answer.tell(), expected)
    return bytes(data)


def _problem(error: Exception) -> str:
    """Return what went wrong with a download, as the end of a sentence that begins with the host."""
    from urllib3 import exceptions

    reason = error.reason if isinstance(error, exceptions.MaxRetryError) and error.reason else error
    if isinstance(reason, exceptions.SSLError) and reason.args and isinstance(reason.args[0], Exception):
        reason = reason.args[0]
    # from the most particular to the most general
    kinds: list[tuple[type[Exception] | tuple[type[Exception], ...], str]] = [
        (exceptions.ResponseError, f"redirects more than {REDIRECTS} times"),
        (ssl.SSLCertVerificationError, "shows a certificate that this system does not trust"),
        ((ssl.SSLError, exceptions.SSLError), "gives no secure connection"),
        (exceptions.NewConnectionError, "can't be reached"),
        ((exceptions.TimeoutError, TimeoutError), "does not answer in time"),
        (exceptions.DecodeError, "sends data that can't be unpacked"),
        ((exceptions.HTTPError, HTTPException, ConnectionError), "breaks off before the end of the file"),
        (ValueError, "redirects to an address that can't be read"),
    ]
    return next((text for kind, text in kinds if isinstance(reason, kind)), "can't be reached")
