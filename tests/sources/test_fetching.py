"""Fetching installs a new edition whole or not at all, and never an error page."""

from __future__ import annotations

import io
import os
import signal
import socket
import ssl
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
import yaml
from serving import Answer, Serving, moved, page
from support import HARBOUR, ROOT, import_book

from rules_cli import Library, schema
from rules_cli.errors import FetchError, LibraryError, RulesError, SchemaError, UsageError
from rules_cli.sources import download
from rules_cli.sources.fetching import Fetched, FetchOptions, _file_at, fetch
from rules_cli.store import paths
from rules_cli.store.book_info import BookInfo, load_info
from rules_cli.store.editions import InstalledBooks

PORT = HARBOUR.encode()
CHANGED = HARBOUR.replace("Discard cargo", "Burn cargo").encode()
HALF = PORT[: PORT.index(b"1.1 Cargo")]
NEXT = HARBOUR.replace("1 Ships", "Effective as of March 1, 2026\n\n1 Ships", 1).encode()
ERROR_PAGE = Answer(b"<!DOCTYPE html><html><body><h1>Sorry</h1><p>1.0 of our servers is down.</p></body></html>")
ORIGIN: dict[str, object] = {
    "link": "Port Rules*.txt",
    "landmarks": {"numbers": ["1.0.1", "1.1.2"], "words": ["cargo"], "least": 4},
}

Fetch = Callable[..., Fetched]


@pytest.fixture
def server() -> Iterator[Serving]:
    """A publisher's server on this machine, over plain HTTP."""
    with Serving().running() as serving:
        yield serving


@pytest.fixture
def fetched(server: Serving) -> Fetch:
    """Fetch the made-up book from an address that the user types."""

    def fetches(path: str = "/rules.txt", **options: object) -> Fetched:
        options = {"edition": "2026", **options}
        return fetch(InstalledBooks(), "port", FetchOptions(server.url(path), insecure_http=True, **options))  # type: ignore[arg-type]

    return fetches


@pytest.fixture
def described(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Write the `fetch:` of the made-up book's own `book.yaml`, as of a book that ships."""
    monkeypatch.setattr(paths, "shipped", lambda: tmp_path / "shipped")

    def describes(*addresses: str, **changes: object) -> None:
        told = {"addresses": list(addresses), **ORIGIN, **changes}
        told = {key: value for key, value in told.items() if value is not None}
        about = {
            "title": "Port",
            "edition": "1",
            "language": "en",
            "pages": {"1": "ships", "2": "cargo"},
            "fetch": told,
        }
        path = tmp_path / "shipped" / "port" / "book.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml.safe_dump(about), encoding="utf-8")

    return describes


@pytest.fixture
def published(described: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Serving]:
    """The publisher's server as if it were at a public address: over HTTPS, and named by the book's `book.yaml`."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    monkeypatch.setattr(download, "is_local", lambda _: False)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with Serving(context).running() as serving:
        described(serving.url("/rules"))
        yield serving


def text_of(number: str = "1.1.2") -> str | None:
    """Return the text of a rule of the made-up book."""
    return Library.open().rule(f"port:{number}").text


def refusal(fetched: Fetch, **options: object) -> str:
    """Return the message of a refused fetch, which must be one line."""
    with pytest.raises(FetchError) as caught:
        fetched(**options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


class TestFromAnAddress:
    def test_a_fetched_book_is_installed_and_answers(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        found = fetched()
        assert (found.status, found.book.edition, found.addresses[0]) == ("installed", "2026", server.url())
        assert text_of() == "Discard cargo whenever its ship sinks.[1.0.1a]"

    def test_the_same_book_again_counts_as_the_newest(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        first, second = fetched(), fetched()
        assert second.status == "newest"
        assert second.book.rows == first.book.rows

    def test_the_same_edition_with_other_words_is_replaced_only_if_asked(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = Answer(CHANGED)
        assert fetched(check=True).status == "changed"
        with pytest.raises(UsageError, match=r"5 rules there, 5 in the new one.*--replace"):
            fetched()
        assert str(text_of()).startswith("Discard")
        assert fetched(replace=True).status == "installed"
        assert text_of() == "Burn cargo whenever its ship sinks.[1.0.1a]"
        assert InstalledBooks().editions("port") == ["2026"]

    def test_another_edition_is_installed_beside_the_old_one(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched(edition="2025-11-02")
        server.at["/rules.txt"] = Answer(NEXT)
        assert fetched(edition=None).book.edition == "2026-03-01"
        assert InstalledBooks().editions("port") == ["2026-03-01", "2025-11-02"]

    def test_a_removed_edition_is_fetched_whole(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        InstalledBooks().remove("port")
        assert fetched().status == "installed"
        assert text_of("1.0.2") is not None

    def test_an_edition_replaced_by_an_import_is_fetched_whole(
        self, server: Serving, fetched: Fetch, tmp_path: Path
    ) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        mine = tmp_path / "mine.txt"
        mine.write_bytes(CHANGED)
        import_book(InstalledBooks(), [mine], "port", "2026", replacing=True)
        assert fetched(replace=True).status == "installed"
        assert str(text_of()).startswith("Discard")

    def test_an_edition_that_was_imported_counts_as_the_newest(
        self, server: Serving, fetched: Fetch, harbour: Path
    ) -> None:
        import_book(InstalledBooks(), [harbour], "port", "2026")
        server.at["/rules.txt"] = Answer(PORT)
        assert fetched().status == "newest"

    def test_the_name_of_the_file_comes_from_its_final_address(self, server: Serving, fetched: Fetch) -> None:
        server.at |= {"/latest": moved("/Port%2F..%2F..%2FRules%202026-03-01.txt")}
        server.at["/Port%2F..%2F..%2FRules%202026-03-01.txt"] = Answer(PORT)
        found = fetched("/latest", edition=None)
        assert (found.book.edition, found.book.sources) == ("2026-03-01", ("Port_.._.._Rules 2026-03-01.txt",))

    def test_an_address_needs_no_file_name(self, server: Serving, fetched: Fetch) -> None:
        server.at["/"] = Answer(PORT)
        assert fetched("/").status == "installed"

    def test_an_archive_of_pages_becomes_one_book(self, server: Serving, fetched: Fetch) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("port-main/SUMMARY.md", "* [Ships](ships.md)\n* [Cargo](cargo.md)\n")
            archive.writestr("port-main/cargo.md", "# Cargo\n\n1. Cargo lies beneath a ship.\n2. Cargo may burn.\n")
            archive.writestr("port-main/ships.md", "# Ships\n\n1. A ship carries cargo.\n2. A ship may sail.\n")
        server.at |= {"/archive/main.zip": moved("/zip/main"), "/zip/main": Answer(packed.getvalue())}
        found = fetched("/archive/main.zip")
        rules = [row.words.text for row in found.book.rows if row.kind == "rule"]
        assert rules == ["A ship carries cargo.", "A ship may sail.", "Cargo lies beneath a ship.", "Cargo may burn."]


class TestRefusals:
    @pytest.mark.parametrize(
        "bad",
        [
            *(ERROR_PAGE, Answer(PORT, 404), Answer(PORT, 500), Answer(b""), Answer(b"Not found.\n")),
            *(
                Answer(PORT, claims=len(PORT) + 9),
                Answer(raw=b""),
                Answer(b"\x89PNG\r\n\0\0\0", headers={"ETag": '"x"'}),
            ),
        ],
        ids=["error page", "404", "500", "empty", "no rules", "short", "dropped", "picture"],
    )
    def test_a_bad_answer_leaves_the_old_edition(self, server: Serving, fetched: Fetch, bad: Answer) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = bad
        assert refusal(fetched).endswith("port@2026 stays as it was")
        assert text_of() == "Discard cargo whenever its ship sinks.[1.0.1a]"
        server.at["/rules.txt"] = Answer(PORT)
        assert fetched().status == "newest"

    def test_a_bad_answer_installs_nothing(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = ERROR_PAGE
        assert refusal(fetched).endswith("nothing was installed")
        assert "port" not in InstalledBooks().slugs()

    def test_a_disk_that_is_full_leaves_the_old_edition(
        self, server: Serving, fetched: Fetch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = Answer(CHANGED)

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch, pytest.raises(LibraryError):
            patch.setattr(os, "fsync", full)
            fetched(replace=True)
        assert str(text_of()).startswith("Discard")

    def test_a_name_that_no_book_can_have_is_refused(self, server: Serving) -> None:
        with pytest.raises(UsageError):
            fetch(InstalledBooks(), "../port", FetchOptions(server.url(), insecure_http=True))
        assert not server.asked

    def test_a_name_that_no_edition_can_have_is_refused(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        with pytest.raises(UsageError):
            fetched(edition="../2026")
        assert "port" not in InstalledBooks().slugs()

    def test_a_book_without_an_address_is_refused(self) -> None:
        with pytest.raises(
            UsageError, match="rules import FILE --book fabula; or give an address: rules fetch fabula --from"
        ):
            fetch(InstalledBooks(), "fabula")


class TestCheck:
    def test_a_newer_edition_is_reported_and_not_installed(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        assert fetched(check=True).status == "newer"
        assert "port" not in InstalledBooks().slugs()

    def test_the_newest_edition_is_reported_as_newest(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT, headers={"Last-Modified": "Sun, 01 Mar 2026 00:00:00 GMT"})
        fetched()
        assert fetched(check=True).status == "newest"

    def test_an_error_page_is_no_newer_edition(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = ERROR_PAGE
        assert refusal(fetched, check=True)

    def test_a_second_check_reports_the_changed_words_again(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = Answer(CHANGED)
        assert [fetched(check=True).status, fetched(check=True).status] == ["changed", "changed"]
        assert fetched(replace=True).status == "installed"


class TestFromThePublisher:
    def test_the_link_on_the_page_is_followed(self, published: Serving) -> None:
        published.at["/rules"] = page(
            "/rules", "/Port%20Rules.pdf", " /files/Port%20Rules%2020260301.txt\n", "/Port%20Rules%20old.txt"
        )
        published.at["/files/Port%20Rules%2020260301.txt"] = Answer(PORT)
        found = fetch(InstalledBooks(), "port")
        assert (found.status, found.addresses[0]) == ("installed", published.url("/files/Port%20Rules%2020260301.txt"))
        assert published.paths() == ["/rules", "/files/Port%20Rules%2020260301.txt"]

    @pytest.mark.parametrize(
        ("links", "chosen"),
        [
            ({"Port Rules 2025Nov10.txt": "", "Port Rules 2026Mar2.txt": "", "Port Rules 2024Sep9.txt": ""}, 1),
            ({"Port Rules a.txt": "of November 10, 2025", "Port Rules b.txt": "effective March 2, 2026"}, 1),
            ({"Port Rules.txt": "", "Port Rules old.txt": ""}, 0),
            ({"Port Rules 20260302.txt": "in Japanese", "Port Rules 20260302 EN.txt": ""}, 1),
            ({"Port Rules 20251110 EN.txt": "", "Port Rules 20260302 JA.txt": ""}, 0),
        ],
        ids=["by name", "by words", "the first without dates", "English", "English before newer"],
    )
    def test_the_newest_of_several_is_chosen(self, published: Serving, links: dict[str, str], chosen: int) -> None:
        items = "".join(f'<li><a href="/x/{name}">Port Rules ({words})</a></li>' for name, words in links.items())
        published.at["/rules"] = Answer(f"<!DOCTYPE html><html><body><ul>{items}</ul></body></html>".encode())
        published.at |= {f"/x/{name.replace(' ', '%20')}": Answer(PORT) for name in links}
        assert fetch(InstalledBooks(), "port").addresses[0] == published.url(f"/x/{list(links)[chosen]}")

    @pytest.mark.parametrize(("slug", "chosen"), [("mtg-mtr", 1), ("mtg-ipg", 2), ("mtg-jar", 4)])
    def test_each_policy_document_is_found_on_the_page_of_all(self, slug: str, chosen: int) -> None:
        names = [
            "MTG_MTR_2025Nov10_EN",
            "MTG_MTR_2026Mar2_EN",
            "MTG_IPG_2026Mar2_EN",
            "MTG_IPG_2026Mar2_JA",
            "JAR_2021_EN",
        ]
        links = page(*(f"/x/{name}.pdf" for name in names), "/x/MagicCompRules 20260302.txt")
        origin = load_info(slug)
        assert origin
        asked = []

        def get(address: str, **_: object) -> download.Download:
            asked.append(address)
            return download.Download(address, address, links.body if len(asked) == 1 else b"")

        _file_at("https://kites.example/documents", origin.fetch.link, get)
        assert asked[1] == f"https://kites.example/x/{names[chosen]}.pdf"

    def test_a_page_in_place_of_the_file_is_refused(self, published: Serving) -> None:
        published.at |= {"/rules": page("/Port Rules.txt"), "/Port%20Rules.txt": page("/login")}
        with pytest.raises(FetchError, match=r"no numbered rule in it.*nothing was installed") as caught:
            fetch(InstalledBooks(), "port")
        assert "\n" not in str(caught.value)

    def test_a_link_with_blanks_is_followed(self, published: Serving) -> None:
        published.at["/rules"] = page("files/Port Rules 2026&amp;.txt?a=1#top")
        published.at["/files/Port%20Rules%202026&.txt?a=1"] = Answer(PORT)
        assert fetch(InstalledBooks(), "port").status == "installed"

    def test_a_new_link_brings_the_new_file(self, published: Serving) -> None:
        published.at |= {"/rules": page("/Port Rules 1.txt"), "/Port%20Rules%201.txt": Answer(PORT)}
        fetch(InstalledBooks(), "port")
        published.at |= {"/rules": page("/Port Rules 2.txt"), "/Port%20Rules%202.txt": Answer(NEXT)}
        assert fetch(InstalledBooks(), "port", FetchOptions(check=True)).status == "newer"
        assert fetch(InstalledBooks(), "port").book.edition == "2026-03-01"

    @pytest.mark.parametrize(
        "page_",
        [
            page(),
            page("/other.txt", "https://[", "http://[::1"),
            Answer(b"<!doctype html>"),
            Answer(b"<html>\0\xff<<a<a"),
        ],
        ids=["none", "others", "empty", "broken"],
    )
    def test_a_page_without_the_link_is_refused(self, published: Serving, page_: Answer) -> None:
        published.at["/rules"] = page_
        with pytest.raises(FetchError, match=r"links to no file named Port Rules\*\.txt"):
            fetch(InstalledBooks(), "port")
        assert published.paths() == ["/rules"]

    def test_a_link_on_a_linked_page_is_not_followed(self, published: Serving) -> None:
        published.at |= {"/rules": page("/Port Rules.txt"), "/Port%20Rules.txt": page("/Port Rules 2.txt")}
        with pytest.raises(FetchError):
            fetch(InstalledBooks(), "port")
        assert published.paths() == ["/rules", "/Port%20Rules.txt"]

    def test_a_link_to_plain_http_is_refused(self, published: Serving, server: Serving) -> None:
        published.at["/rules"] = page(server.url("/Port%20Rules.txt"))
        with pytest.raises(FetchError, match="plain HTTP"):
            fetch(InstalledBooks(), "port")
        assert not server.asked

    def test_a_link_to_another_local_address_is_refused(
        self, server: Serving, fetched: Fetch, described: Callable[..., None]
    ) -> None:
        described()
        server.at["/rules"] = page(server.url("/Port%20Rules.txt", host="localhost"))
        assert "is a local address" in refusal(fetched, path="/rules")
        assert server.paths() == ["/rules"]

    def test_a_local_address_of_a_publisher_is_refused(self, server: Serving, described: Callable[..., None]) -> None:
        described(f"https://127.0.0.1:{server.port}/rules")
        with pytest.raises(FetchError, match="is a local address"):
            fetch(InstalledBooks(), "port", FetchOptions(insecure_http=True))

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (PORT.replace(b"1.1.2 ", b"1.1.3 "), "no rule 1.1.2"),
            (HALF, "no rule 1.1.2, 3 rules, expected at least 4"),
            (PORT.replace(b"argo", b"ats"), "the words 'cargo' are not in it"),
        ],
        ids=["number", "half", "words"],
    )
    def test_a_book_without_its_landmarks_is_refused(self, published: Serving, text: bytes, said: str) -> None:
        published.at |= {"/rules": Answer(PORT)}
        fetch(InstalledBooks(), "port", FetchOptions(edition="1"))
        published.at |= {"/rules": Answer(text)}
        with pytest.raises(FetchError) as caught:
            fetch(InstalledBooks(), "port")
        assert said in str(caught.value)
        assert InstalledBooks().editions("port") == ["1"]

    def test_landmarks_are_checked_for_typed_addresses_too(
        self, server: Serving, fetched: Fetch, described: Callable[..., None]
    ) -> None:
        described()
        server.at["/rules.txt"] = Answer(HALF)
        assert "does not give the whole book" in refusal(fetched)


class TestTextBeforePages:
    @pytest.fixture
    def ways(self, published: Serving, described: Callable[..., None]) -> Serving:
        """A book whose text is asked for first, and its pages after that."""
        described(published.url("/rules.txt"), published.url("/en/{page}/"), link=None)
        ships, cargo = HARBOUR.split("1.1 Cargo\n")
        published.at |= {"/en/ships/": Answer(ships.encode()), "/en/cargo/": Answer(f"1.1 Cargo\n{cargo}".encode())}
        return published

    def test_the_text_is_preferred_to_the_pages(self, ways: Serving) -> None:
        ways.at["/rules.txt"] = Answer(PORT)
        fetch(InstalledBooks(), "port")
        assert ways.paths() == ["/rules.txt"]

    @pytest.mark.parametrize("text", [Answer(PORT, 404), ERROR_PAGE, Answer(HALF)], ids=["404", "page", "half"])
    def test_the_pages_become_one_book_without_the_text(self, ways: Serving, text: Answer) -> None:
        ways.at["/rules.txt"] = text
        found = fetch(InstalledBooks(), "port")
        assert list(found.addresses) == [ways.url("/en/ships/"), ways.url("/en/cargo/")]
        assert str(text_of()).startswith("Discard")

    def test_all_pages_are_fetched_if_one_has_changed(self, ways: Serving) -> None:
        fetch(InstalledBooks(), "port")
        assert fetch(InstalledBooks(), "port").status == "newest"
        cargo = ways.at["/en/cargo/"].body.replace(b"Discard", b"Burn")
        ways.at["/en/cargo/"] = Answer(cargo)
        assert fetch(InstalledBooks(), "port", FetchOptions(replace=True)).status == "installed"
        assert [str(text_of("1.0.1"))[:6], str(text_of("1.1.2"))[:4]] == ["A ship", "Burn"]

    def test_the_fault_of_each_address_is_named(self, ways: Serving) -> None:
        ways.at["/en/cargo/"] = Answer(b"", 500)
        with pytest.raises(FetchError, match=r"answers 404 Not Found; then .* answers 500 .*; nothing was installed"):
            fetch(InstalledBooks(), "port")

    def test_a_fault_of_all_addresses_is_named_once(self, ways: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
        def nobody(*_: object, **__: object) -> None:
            raise socket.gaierror

        monkeypatch.setattr(socket, "getaddrinfo", nobody)
        with pytest.raises(FetchError) as caught:
            fetch(InstalledBooks(), "port")
        advice = "check the network, or import the file (rules import FILE)"
        assert str(caught.value) == f"127.0.0.1 is not found: {advice}; nothing was installed"
        assert not ways.asked


class TestKilled:
    def test_a_fetch_killed_at_the_last_step_leaves_the_old_edition(
        self, server: Serving, fetched: Fetch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = Answer(CHANGED)

        def killed(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Path, "replace", killed)
            fetched(replace=True)
        assert str(text_of()).startswith("Discard")
        assert fetched(replace=True).status == "installed"
        assert str(text_of()).startswith("Burn")

    @pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
    def test_a_fetch_killed_while_downloading_leaves_the_old_edition(self, server: Serving, fetched: Fetch) -> None:
        server.at["/rules.txt"] = Answer(PORT)
        fetched()
        server.at["/rules.txt"] = Answer(CHANGED, waits=True)
        words = ["fetch", "port", "--edition", "2026", "--insecure-http", "--from", server.url()]
        with subprocess.Popen([sys.executable, "-m", "rules_cli", *words], cwd=ROOT) as process:
            while len(server.asked) < 2 and process.poll() is None:
                server.closing.wait(0.02)
            process.send_signal(signal.SIGKILL)
        assert len(server.asked) == 2
        assert str(text_of()).startswith("Discard")


class TestOrigin:
    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (["x"], "fetch: expected keys and values"),
            ({"adresses": []}, "fetch.adresses: unknown key"),
            ({"addresses": "https://a.example"}, "fetch.addresses: expected a list"),
            ({"addresses": ["http://a.example"]}, "an address that begins with https://"),
            ({"link": 1}, "fetch.link: expected a text"),
            ({"landmarks": ["1.1"]}, "fetch.landmarks: expected keys and values"),
            ({"landmarks": {"least": "4"}}, "fetch.landmarks.least: expected a whole number"),
            ({"landmarks": {"least": 0}}, "fetch.landmarks.least: expected a number above 0"),
            ({"landmarks": {"numbers": [1.1]}}, "fetch.landmarks.numbers[0]: expected a text"),
        ],
    )
    def test_a_fault_in_the_fetch_settings_of_a_book_is_named(self, value: object, said: str) -> None:
        with pytest.raises(SchemaError) as caught:
            book = {"title": "Port", "edition": "2026", "language": "en", "fetch": value}
            schema.read(BookInfo, book, "port/book.yaml", slug="port")
        assert str(caught.value).startswith("port/book.yaml: ")
        assert said in str(caught.value)

    @pytest.mark.parametrize("slug", ["fab", "mtg", "ga", "fabula"])
    def test_every_book_that_ships_has_landmarks(self, slug: str) -> None:
        info = load_info(slug)
        assert info
        assert info.fetch.landmarks.numbers and info.fetch.landmarks.least > 100

    def test_a_refusal_exits_with_2(self) -> None:
        assert issubclass(FetchError, RulesError) and FetchError.exit_code == 2
