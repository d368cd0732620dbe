"""Downloads: which addresses are refused, which redirects are followed, and that each limit works."""

from __future__ import annotations

import gzip
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest
import trustme
from serving import Answer, Serving, moved, zipped

from rules_cli.errors import FetchError
from rules_cli.sources import download as module
from rules_cli.sources.download import Allowed, download, is_local, place_of

pytestmark = pytest.mark.slow  # waits for servers

TEXT = b"1 Ships\n\n1.0.1 A ship is a card that carries cargo.\n" * 40
PACKED = gzip.compress(TEXT)


@pytest.fixture
def server() -> Iterator[Serving]:
    """A server over plain HTTP."""
    with Serving().running() as serving:
        yield serving


@pytest.fixture
def secure(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server over HTTPS, whose certificate for 127.0.0.1 and rules.example this system trusts."""
    authority = trustme.CA()
    path = tmp_path_factory.mktemp("ca") / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "rules.example").configure_cert(context)
    with Serving(context).running() as serving:
        yield serving


def typed(serving: Serving, http: bool = True, host: str = "127.0.0.1") -> Allowed:
    """What a user allows who types the server's address, and --insecure-http."""
    return Allowed(http, (host, serving.port))


def refusal(serving: Serving, path: str = "/rules.txt", http: bool = True) -> str:
    """The message of a download that is refused."""
    with pytest.raises(FetchError) as caught:
        download(serving.url(path), typed(serving, http))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def resolving(monkeypatch: pytest.MonkeyPatch, **names: list[str]) -> list[str]:
    """Names that are looked up as given (a dot in a name as `__`), and no others; each look-up is noted."""
    looked_up: list[str] = []
    real: Callable[..., Any] = socket.getaddrinfo

    def look_up(host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        if host.replace(".", "").isdigit():
            return real(host, port, *args, **kwargs)
        looked_up.append(host)
        if (key := host.replace(".", "__")) not in names:
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in names[key]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return looked_up


class TestDownload:
    def test_a_download_has_every_byte(self, server: Serving) -> None:
        server.at["/rules.txt"] = Answer(TEXT)
        assert download(server.url(), typed(server)).data == TEXT

    def test_progress_is_reported(self, server: Serving) -> None:
        server.at["/rules.txt"] = Answer(TEXT)
        told: list[tuple[str, int, int | None]] = []
        download(server.url(), typed(server), progress=lambda *now: told.append(now))
        assert told[-1] == ("127.0.0.1", len(TEXT), len(TEXT))

    def test_a_compressed_answer_is_unpacked(self, server: Serving) -> None:
        server.at["/rules.txt"] = zipped(TEXT)
        assert download(server.url(), typed(server)).data == TEXT

    def test_a_chunked_answer_is_read(self, server: Serving) -> None:
        chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n1 Sh\r\n3\r\nips\r\n0\r\n\r\n"
        server.at["/rules.txt"] = Answer(raw=chunks)
        assert download(server.url(), typed(server)).data == b"1 Ships"

    def test_no_proxy_of_the_environment_is_used(self, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        server.at["/rules.txt"] = Answer(TEXT)
        assert download(server.url(), typed(server)).data == TEXT


class TestRefusals:
    @pytest.mark.parametrize(
        ("answer", "said"),
        [
            (Answer(b"gone", 404), "answers 404 Not Found"),
            (Answer(b"oops", 500), "answers 500 Internal Server Error"),
            (Answer(b"part", 206), "answers 206"),
            (Answer(b"", 304), "answers 304"),
            (Answer(TEXT, 302), "answers 302"),
            (Answer(TEXT, claims=len(TEXT) + 1), "breaks off"),
            (Answer(raw=b""), "breaks off"),
            (Answer(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n1 Ships"), "breaks off"),
            (Answer(raw=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n1"), "breaks off"),
            (Answer(raw=b"SSH-2.0-harbour\r\n"), "breaks off"),
            (Answer(raw=b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 500 + b"\r\n"), "breaks off"),
            (Answer(raw=b"HTTP/1.1 200 OK\r\nA: " + b"b" * 100_000 + b"\r\n\r\n"), "breaks off"),
            (Answer(TEXT, headers={"Content-Encoding": "gzip"}), "unpacked"),
            (moved("http://[harbour/x"), "an address that can't be read"),
        ],
    )
    def test_an_incomplete_answer_is_refused(self, server: Serving, answer: Answer, said: str) -> None:
        server.at["/rules.txt"] = answer
        assert said in refusal(server)

    @pytest.mark.parametrize(
        "answer",
        [
            Answer(b"x" * 3000),
            Answer(b"x" * 3000, claims=None),
            Answer(b"x", claims=10**12),
            Answer(b"", claims=None, drips=True),
            zipped(b"\0" * 50_000_000),
        ],
        ids=["claimed", "unclaimed", "boasted", "endless", "bomb"],
    )
    def test_an_answer_over_the_limit_is_refused(
        self, server: Serving, answer: Answer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "LIMIT", 20)
        server.at["/rules.txt"] = answer
        assert "too large for a rulebook" in refusal(server)

    def test_a_silent_server_is_given_up(self, server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "READ", 0.1)
        server.at["/rules.txt"] = Answer(TEXT, waits=True)
        assert "does not answer in time" in refusal(server)

    @pytest.mark.parametrize(
        "answer",
        [
            Answer(b"1 Ships", claims=None, drips=True),
            Answer(b"1 Ships", claims=10_000, drips=True),
        ],
        ids=["body", "counted body"],
    )
    def test_a_slow_server_is_given_up(self, server: Serving, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "TOTAL", 0.3)
        server.at["/rules.txt"] = answer
        assert "does not answer in time" in refusal(server)

    @pytest.mark.parametrize(("seconds", "is_refused"), [(299, False), (301, True)])
    def test_a_download_may_take_five_minutes(
        self, server: Serving, seconds: int, is_refused: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        clock = iter([0])
        monkeypatch.setattr(module, "monotonic", lambda: next(clock, seconds))
        server.at["/rules.txt"] = Answer(TEXT)
        with pytest.raises(FetchError, match="in time") if is_refused else nullcontext():
            download(server.url(), typed(server))

    def test_a_slow_server_is_given_up_over_https(self, secure: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, "TOTAL", 0.5)
        secure.at["/rules.txt"] = Answer(b"1 Ships", claims=None, drips=True)
        assert "does not answer in time" in refusal(secure)

    @pytest.mark.parametrize(
        "address",
        [
            *(
                "",
                "rules.txt",
                "file:///etc/hosts",
                "ftp://rules.example/a",
                "data:text/plain,x",
                "https://",
                "https:///a",
            ),
            *("https://harbour@rules.example/", "https://rules.example:port/", "https://[::1/", "javascript:alert(1)"),
        ],
    )
    def test_an_address_that_is_no_web_address_is_refused(self, address: str) -> None:
        with pytest.raises(FetchError, match="not a"):
            download(address)
        with pytest.raises(FetchError, match="not a"):
            place_of(address)

    def test_an_unknown_host_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        resolving(monkeypatch)
        with pytest.raises(FetchError, match=r"rules\.example is not found"):
            download("https://rules.example/")

    @pytest.mark.parametrize("name", ["a" * 70 + ".example", "..", "\u0131\u0307.example"])
    def test_an_impossible_host_is_refused(self, name: str) -> None:
        with pytest.raises(FetchError):
            download(f"https://{name}/")

    def test_a_closed_port_is_refused(self) -> None:
        with socket.socket() as unheard:
            unheard.bind(("127.0.0.1", 0))
            port = unheard.getsockname()[1]
            with pytest.raises(FetchError, match="can't be reached"):
                download(f"http://127.0.0.1:{port}/", Allowed(True, ("127.0.0.1", port)))


class TestHttps:
    def test_https_is_accepted(self, secure: Serving) -> None:
        secure.at["/rules.txt"] = Answer(TEXT)
        assert download(secure.url(), typed(secure, http=False)).data == TEXT

    def test_plain_http_is_refused_unless_allowed(self, server: Serving) -> None:
        assert "--insecure-http" in refusal(server, http=False)
        assert not server.asked

    def test_an_untrusted_certificate_is_refused(self, secure: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SSL_CERT_FILE")
        assert "certificate" in refusal(secure)
        assert not secure.asked

    def test_a_certificate_of_another_host_is_refused(self, secure: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        resolving(monkeypatch, other__example=["127.0.0.1"])
        with pytest.raises(FetchError, match="certificate"):
            download(secure.url(host="other.example"), typed(secure, host="other.example"))

    def test_a_server_without_tls_is_refused(self, server: Serving) -> None:
        with pytest.raises(FetchError, match=r"no secure connection|breaks off"):
            download(f"https://127.0.0.1:{server.port}/", typed(server))

    def test_the_next_address_of_a_host_is_tried_if_the_first_fails(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.at["/rules.txt"] = Answer(TEXT)
        resolving(monkeypatch, rules__example=["127.0.0.2", "127.0.0.1"])
        copy = download(server.url(host="rules.example"), typed(server, host="rules.example"))
        assert copy.data == TEXT


class TestRedirects:
    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_redirects_are_followed(self, server: Serving, status: int) -> None:
        server.at |= {"/rules.txt": moved("/rules%202026.txt", status), "/rules%202026.txt": Answer(TEXT)}
        copy = download(server.url(), typed(server))
        assert copy.data == TEXT
        assert (copy.url, copy.final) == (server.url(), server.url("/rules%202026.txt"))

    def test_a_blank_in_an_address_is_encoded(self, server: Serving) -> None:
        server.at |= {"/rules.txt": moved("new rules.txt"), "/new%20rules.txt": Answer(TEXT)}
        assert download(server.url(), typed(server)).data == TEXT

    def test_redirects_in_a_circle_are_refused(self, server: Serving) -> None:
        server.at |= {"/a": moved("/b"), "/b": moved("/a")}
        assert "redirects more than 5 times" in refusal(server, "/a")
        assert len(server.asked) == 6

    def test_redirects_from_https_to_http_are_refused(self, secure: Serving, server: Serving) -> None:
        secure.at["/rules.txt"] = moved(server.url())
        assert "plain HTTP" in refusal(secure, http=False)
        assert not server.asked

    @pytest.mark.parametrize("to", ["file:///etc/hosts", "ftp://rules.example/", "data:text/plain,1.1 Ships"])
    def test_redirects_to_no_web_address_are_refused(self, server: Serving, to: str) -> None:
        server.at["/rules.txt"] = moved(to)
        assert "not a" in refusal(server)

    @pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "127.1", "2130706433", "0.0.0.0", "localhost", "[::1]"])
    def test_redirects_to_another_local_address_are_refused(self, server: Serving, host: str) -> None:
        with Serving().running() as inside:
            server.at["/rules.txt"] = moved(inside.url(host=host))
            assert "is a local address" in refusal(server)
            assert not inside.asked

    def test_redirects_to_a_host_with_a_local_address_are_refused(
        self, server: Serving, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        resolving(monkeypatch, rules__example=["93.184.215.14", "10.0.0.7"])
        server.at["/rules.txt"] = moved("http://rules.example/")
        assert "rules.example:80 is a local address" in refusal(server)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "127.9.9.9",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
        ),
        *("224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.2.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::"),
    ],
)
def test_local_addresses_are_recognised(address: str) -> None:
    assert is_local(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_not_local(address: str) -> None:
    assert not is_local(address)
