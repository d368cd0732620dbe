"""`rules fetch` for people and scripts: exit codes, JSON, and progress on a terminal only."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from serving import Answer, Serving
from support import HARBOUR, ROOT, Ran, Run

IMPORT_KEYS = "book edition rules headings examples references unresolved anomalies dropped".split()


@pytest.fixture
def server() -> Iterator[Serving]:
    """Serve the made-up book."""
    with Serving().running() as serving:
        serving.at["/rules.txt"] = Answer(HARBOUR.encode())
        yield serving


@pytest.fixture
def fetch(run: Run, server: Serving) -> Run:
    """Run `rules fetch port` with that server."""

    def fetches(*argv: str) -> Ran:
        return run("fetch", "port", "--from", server.url(), "--insecure-http", *argv)

    return fetches


def test_a_fetched_book_is_answered_as_official(fetch: Run, run: Run, server: Serving) -> None:
    ran = fetch("--edition", "2026-03-01")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("port@2026-03-01  5 rules")
    assert f"from {server.url()}" in ran.out
    assert "port 2026-03-01, your copy" in run("show", "port:1.1.2").out


def test_fetching_the_newest_edition_again_says_that_it_is_the_newest(fetch: Run) -> None:
    fetch()
    ran = fetch()
    assert ran.code == 0
    assert ran.out.startswith("you have the newest: port@")


def test_check_exits_with_1_if_there_is_a_newer_edition(fetch: Run, run: Run) -> None:
    ran = fetch("--check")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("there is a newer one: port@")
    assert run("show", "port:1.1.2").code == 1


def test_check_exits_with_0_if_the_newest_is_installed(fetch: Run) -> None:
    fetch()
    assert fetch("--check").code == 0


def test_check_exits_with_2_if_the_server_fails(fetch: Run, server: Serving) -> None:
    fetch()
    server.at["/rules.txt"] = Answer(b"<html>down</html>", 503)
    ran = fetch("--check")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "503" in ran.err and "stays as it was" in ran.err


@pytest.mark.parametrize(("options", "status"), [([], "installed"), (["--check"], "newer")], ids=["fetch", "check"])
def test_json_has_the_keys_of_an_import_and_the_downloaded_files(
    fetch: Run, server: Serving, options: list[str], status: str
) -> None:
    document = json.loads(fetch("--json", *options).out)
    assert set(document) >= {*IMPORT_KEYS}
    assert (document["book"], document["rules"]) == ("port", 5)
    assert document["fetched"]["status"] == status
    assert document["fetched"]["addresses"] == [server.url()]


def test_json_of_an_unchanged_edition_has_the_same_figures(fetch: Run) -> None:
    first, second = (json.loads(fetch("--json").out) for _ in range(2))
    assert (first.pop("fetched")["status"], second.pop("fetched")["status"]) == ("installed", "newest")
    assert first == second


def test_a_book_without_an_address_is_refused_with_what_to_type_instead(run: Run) -> None:
    ran = run("fetch", "fabula")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "rules import FILE --book fabula" in ran.err


def test_an_address_sends_no_escape_sequence_to_the_terminal(run: Run) -> None:
    ran = run("fetch", "port", "--from", "https://\x1b]0;x\x07/[bold]")
    assert ran.code == 2
    assert "\x1b" not in ran.err


def test_help_lists_the_exit_codes(run: Run) -> None:
    assert "with --check, 1 if there is a newer one" in " ".join(run("fetch", "--help").out.split())


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
@pytest.mark.parametrize("command", ["fetch", pytest.param("import", marks=pytest.mark.slow)])
def test_progress_is_shown_on_a_terminal(
    server: Serving, tmp_path_factory: pytest.TempPathFactory, command: str
) -> None:
    import pty

    path = tmp_path_factory.mktemp("book") / "harbour.txt"
    path.write_text(HARBOUR, encoding="utf-8")
    words = {
        "fetch": ["fetch", "port", "--insecure-http", "--from", server.url()],
        "import": ["import", str(path), "--book", "port"],
    }[command]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        [sys.executable, "-m", "rules_cli", *words],
        cwd=ROOT,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ):
        os.close(theirs)
        seen = bytearray()
        try:
            while piece := os.read(ours, 65536):
                seen += piece
        except OSError:  # Linux raises this when the other end is closed
            pass
    os.close(ours)
    shown = seen.decode()
    assert {"fetch": "fetching port", "import": "reading harbour.txt"}[command] in shown
    assert "port@" in shown.rpartition("\x1b[?25h")[2]
