"""Downloading: an address → its bytes, within limits. Knows HTTP, and no books.

Guarantees, at the address asked for and at every one that it redirects to: HTTPS with a certificate that the system
trusts, unless plain HTTP is allowed; no address of this machine or its network, unless it is the very one that is
allowed; the connection goes to the address that was checked, so that a second look-up of the name can't change it;
and the whole takes no longer, and gives no more bytes, than the limits below. Proxies are not used: one would look
the names up itself, unchecked. Nothing is sent but the request and the version of this package.
"""

from __future__ import annotations

import socket
import ssl
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, IncompleteRead, responses
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from rules_cli.errors import FetchError
from rules_cli.formats import MAX_BYTES
from rules_cli.text import shorten

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse
    from urllib3.connection import HTTPConnection
    from urllib3.util import Url

CONNECT, READ, TOTAL = 10.0, 30.0, 300.0
"""Seconds: to connect, between two pieces of an answer, and for one download whatever it does."""
REDIRECTS = 5
LIMIT = MAX_BYTES
_BLOCK = 1 << 16
_GZIP = 31  # zlib's sign for it
_PORTS = {"http": 80, "https": 443}

Watch = Callable[[str, int, int | None], None]
"""Told what is being done (or which host is heard), the bytes so far, and how many there will be, if that is known."""


def unwatched(what: str, done: int = 0, total: int | None = None) -> None:
    """Nobody looks on."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the user allows beyond the rule: plain HTTP; one local server, its host and port typed by hand."""

    http: bool = False
    local: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Validators:
    """A server's own marks of a version, `ETag` and `Last-Modified`; empty where it gives none."""

    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Download:
    """What an address gave. `url` is the one asked for, `final` where it redirected to; no `data` means unchanged."""

    url: str
    final: str
    data: bytes | None
    marks: Validators = Validators()


def place_of(address: str) -> tuple[str, int]:
    """The host and port of an address; raises FetchError where it is none."""
    url = _parsed(address)
    return str(url.host), url.port or _PORTS[str(url.scheme)]


def download(
    address: str, allowed: Allowed = Allowed(), known: Validators = Validators(), watch: Watch = unwatched
) -> Download:
    """The bytes at an address, decoded; none where the server says that the version `known` is still the one.

    Follows redirects. Raises FetchError, in one line: not allowed, not reachable, not found, too slow, too large,
    or cut short.
    """
    deadline = monotonic() + TOTAL
    here = address
    for _ in range(REDIRECTS + 1):
        url = _parsed(here)
        with _asked(url, allowed, known, deadline) as answer:
            there = answer.get_redirect_location()
            if not there:
                return Download(address, url.url, _data(answer, url, known, watch), _marks(answer))
        here = _joined(url.url, there)
    raise FetchError(f"{_short(address)} redirects more than {REDIRECTS} times")


def _joined(here: str, there: str) -> str:
    """Where a redirect leads."""
    try:
        return urljoin(here, there)
    except ValueError:
        raise FetchError(f"redirects to what is no address: {_short(there)}") from None


def is_local(address: str) -> bool:
    """Whether an IP address is one that no public server has: of this machine, its network, or reserved."""
    ip: IPv4Address | IPv6Address = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.is_site_local:
            return True
        ip = ip.ipv4_mapped or ip.sixtofour or ip
    return not ip.is_global or ip.is_multicast


def _parsed(address: str) -> Url:
    """An address in its parts, blanks and the like percent-encoded."""
    from urllib3.exceptions import LocationParseError
    from urllib3.util import parse_url

    try:
        url = parse_url(address.strip())
    except LocationParseError:
        raise FetchError(f"not an address: {_short(address)}") from None
    if url.scheme not in _PORTS or not url.host or url.auth:
        raise FetchError(f"not a web address: {_short(address)}; it looks like https://rules.example/rules.txt")
    return url._replace(fragment=None)


def _short(address: str) -> str:
    return shorten(address, 120)


@contextmanager
def _asked(url: Url, allowed: Allowed, known: Validators, deadline: float) -> Iterator[BaseHTTPResponse]:
    """Ask an address and give the answer, its body unread; all that goes wrong in between is a FetchError."""
    from urllib3.exceptions import HTTPError

    try:
        connection = _connected(url, allowed)
        try:
            with _cut_off(connection, deadline):
                connection.request("GET", url.request_uri, headers=_headers(url, known), preload_content=False)
                yield connection.getresponse()
        finally:
            connection.close()
    except (HTTPError, HTTPException, OSError) as error:
        raise FetchError(f"{_short(str(url.host))} {_trouble(error)}") from None


def _headers(url: Url, known: Validators) -> dict[str, str]:
    from rules_cli._version import __version__

    headers = {
        "Host": str(url.netloc),
        "User-Agent": f"rules-cli/{__version__}",
        "Accept-Encoding": "gzip",
        "Connection": "close",
        "If-None-Match": known.etag,
        "If-Modified-Since": known.modified,
    }
    return {name: value for name, value in headers.items() if value}


def _connected(url: Url, allowed: Allowed) -> HTTPConnection:
    """A connection to the first of the host's addresses that answers."""
    from urllib3.exceptions import HTTPError

    host, port = str(url.host), url.port or _PORTS[str(url.scheme)]
    if url.scheme == "http" and not allowed.http:
        raise FetchError(
            f"{_short(url.url)} is plain HTTP, which anyone on the way can change; --insecure-http allows it"
        )
    failure: Exception = OSError("no address")
    for ip in _addresses(host, port, allowed):
        connection = _connection(str(url.scheme), host, ip, port)
        try:
            connection.connect()
        except (HTTPError, OSError) as error:
            connection.close()
            failure = error
        else:
            connection.timeout = READ
            return connection
    raise failure


def _addresses(host: str, port: int, allowed: Allowed) -> list[str]:
    """The IP addresses of a host, none of them local."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise FetchError(f"{_short(host)} is not found (is there a network?)") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if (host, port) != allowed.local and any(map(is_local, addresses)):
        raise FetchError(f"{_short(host)}:{port} is a local address; only one typed after --from is asked")
    return addresses


def _connection(scheme: str, host: str, ip: str, port: int) -> HTTPConnection:
    """A connection to one IP address, whose certificate must be the host's."""
    from urllib3.connection import HTTPConnection, HTTPSConnection

    if scheme == "http":
        return HTTPConnection(ip, port, timeout=CONNECT)
    name = host.strip("[]")
    return HTTPSConnection(ip, port, timeout=CONNECT, ssl_context=ssl.create_default_context(), server_hostname=name)


@contextmanager
def _cut_off(connection: HTTPConnection, deadline: float) -> Iterator[None]:
    """Shut the connection at the deadline: a server that drips never keeps a read waiting long enough to time out."""
    late = threading.Event()
    line: socket.socket | None = connection.sock

    def cut() -> None:
        late.set()
        with suppress(OSError):
            socket.socket.shutdown(line, socket.SHUT_RDWR)  # type: ignore[arg-type]

    timer = threading.Timer(deadline - monotonic(), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception:
        if not late.is_set():
            raise
    finally:
        timer.cancel()
    if late.is_set():
        raise TimeoutError


def _data(answer: BaseHTTPResponse, url: Url, known: Validators, watch: Watch) -> bytes | None:
    """The body of an answer, whole; None where it says that nothing has changed."""
    if answer.status == 304 and known != Validators():
        return None
    if answer.status != 200:
        said = f"{answer.status} {responses.get(answer.status, '')}".rstrip()
        raise FetchError(f"{_short(url.url)} answers {said}")
    expected: int | None = getattr(answer, "length_remaining", None)
    data, unpack = bytearray(), _Unpacking(answer.headers.get("Content-Encoding", ""))
    while block := answer.read1(_BLOCK, decode_content=False):
        data += unpack.more(block)
        watch(str(url.host), answer.tell(), expected)
        if max(len(data), answer.tell(), expected or 0) > LIMIT:
            raise FetchError(f"{_short(url.url)} is over {LIMIT // 1_000_000} MB, too large for a rulebook")
    unpack.end()
    return bytes(data)


class _Unpacking:
    """Unpacks an answer, packed or not; knows whether its end has come, as urllib3's own way does not."""

    def __init__(self, encoding: str) -> None:
        self._packed = encoding.strip().lower()
        self._member = zlib.decompressobj(_GZIP)

    def more(self, block: bytes) -> bytes:
        """What a block holds; raises DecodeError."""
        from urllib3.exceptions import DecodeError

        if self._packed in ("", "identity"):
            return block
        if self._packed not in ("gzip", "x-gzip"):
            raise DecodeError(f"packed as {self._packed}")
        try:
            data = self._member.decompress(block)
            while rest := self._member.unused_data:  # one packed file may follow another
                self._member = zlib.decompressobj(_GZIP)
                data += self._member.decompress(rest)
        except zlib.error as error:
            raise DecodeError(str(error)) from None
        return data

    def end(self) -> None:
        """Raise IncompleteRead where there is more to come."""
        if self._packed in ("gzip", "x-gzip") and not self._member.eof:
            raise IncompleteRead(b"")


def _marks(answer: BaseHTTPResponse) -> Validators:
    return Validators(_mark(answer.headers.get("ETag", "")), _mark(answer.headers.get("Last-Modified", "")))


def _mark(text: str) -> str:
    """A mark that can be sent back as it is, else none."""
    return text if text.isascii() and text.isprintable() and len(text) <= 200 else ""


def _trouble(error: Exception) -> str:
    """What went wrong on the way, for a person; the most particular first."""
    from urllib3 import exceptions

    kinds: list[tuple[type[Exception] | tuple[type[Exception], ...], str]] = [
        (ssl.SSLCertVerificationError, "shows a certificate that this system does not trust"),
        ((ssl.SSLError, exceptions.SSLError), "gives no secure connection"),
        (exceptions.NewConnectionError, "can't be reached"),
        ((exceptions.TimeoutError, TimeoutError), "does not answer in time"),
        (exceptions.DecodeError, "sends data that can't be unpacked"),
        ((exceptions.HTTPError, HTTPException, ConnectionError), "breaks off before all has come"),
    ]
    return next((said for kind, said in kinds if isinstance(error, kind)), "can't be reached")
