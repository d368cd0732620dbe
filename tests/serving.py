"""A publisher's web server on this machine, which serves made-up books and misbehaves as it is told."""

from __future__ import annotations

import gzip
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    """What an address answers. `claims` is a Content-Length that may be a lie, None for none; `raw` is sent as it is,
    in place of an HTTP answer; `drips` sends the body (or `raw`) a byte at a time, for ever if it must."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    claims: int | None = -1
    raw: bytes | None = None
    drips: bool = False
    waits: bool = False
    """Stops in the middle until the server is closed."""


def page(*links: str) -> Answer:
    """A web page with links."""
    anchors = "".join(f'<p><a class="cta" href="{link}">The rules</a></p>' for link in links)
    return Answer(f"<!DOCTYPE html>\n<html><body><h1>Rules</h1>{anchors}</body></html>".encode())


def zipped(text: bytes) -> Answer:
    """A body that travels as gzip."""
    return Answer(gzip.compress(text), headers={"Content-Encoding": "gzip"})


def moved(to: str, status: int = 302) -> Answer:
    """A redirect."""
    return Answer(b"moved", status, {"Location": to})


class Serving:
    """A running server: `at` is filled by the test, `asked` with what was requested, in order."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.at: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]

    def url(self, path: str = "/rules.txt", host: str = "127.0.0.1") -> str:
        """The address of a path here."""
        return f"{self.scheme}://{host}:{self.port}{path}"

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [path for path, _ in self.asked]

    @contextmanager
    def running(self) -> Iterator[Serving]:
        """Serve until the block ends."""
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self.closing.set()
            self._server.shutdown()
            thread.join()
            self._server.server_close()


def _handler(serving: Serving) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            serving.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            with suppress(OSError):
                self._send(serving.at.get(self.path, Answer(b"<html>No such page</html>", 404)))
            self.close_connection = True

        def _send(self, answer: Answer) -> None:
            if answer.raw is not None:
                self._write(answer.raw, answer)
                return
            known = self.headers.get("If-None-Match") or self.headers.get("If-Modified-Since")
            marks = (answer.headers.get("ETag"), answer.headers.get("Last-Modified"))
            unchanged = known is not None and known in marks
            self.send_response(304 if unchanged else answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.claims is not None and not unchanged:
                self.send_header("Content-Length", str(len(answer.body) if answer.claims == -1 else answer.claims))
            self.end_headers()
            if not unchanged:
                self._write(answer.body, answer)

        def _write(self, data: bytes, answer: Answer) -> None:
            if answer.waits:
                self.wfile.write(data[: len(data) // 2])
                self.wfile.flush()
                serving.closing.wait(60)
            elif answer.drips:
                self.wfile.write(data)
                while not serving.closing.wait(0.02):
                    self.wfile.write(b"x")
            else:
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
