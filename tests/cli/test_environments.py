"""The command line ends with a documented exit code, one line for an error and no half-written file in any environment:
without a home folder, on odd terminals, with closed streams, too few open files, or interrupted."""

from __future__ import annotations

import itertools
import os
import pty
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import dying
import pytest
from dying import A_BUG, at_step, child, command, program
from support import ROOT, Run

pytestmark = pytest.mark.slow  # starts processes

STREAMS = [
    pytest.param(closed, marks=[] if closed in ((1,), (0, 1, 2)) else pytest.mark.slow)
    for count in (1, 2, 3)
    for closed in itertools.combinations((0, 1, 2), count)
]


def rules(*argv: str, env: dict[str, str] | None = None, **how: object) -> subprocess.CompletedProcess[bytes]:
    """Run the program in its own process with changed environment variables; leave out what a slow machine says."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    ran = subprocess.run([sys.executable, "-m", "rules_cli", *argv], env=environment, timeout=60, **how)  # type: ignore[call-overload]
    ran.stderr = ran.stderr and b"".join(line for line in ran.stderr.splitlines(True) if not line.endswith(b"...\n"))
    return ran  # type: ignore[no-any-return]


class TestHomeFolder:
    @pytest.mark.parametrize("place", ["/dev/null", "under/a/file"])
    def test_a_home_that_can_not_be_written_is_refused_in_one_line_and_questions_are_answered(
        self, run: Run, harbour: Path, monkeypatch: pytest.MonkeyPatch, place: str
    ) -> None:
        monkeypatch.setenv("RULES_HOME", str(harbour / place))
        assert run("show", "fab:2.7.3").code == 0
        assert run("search", "moniker", "-b", "fab").code == 0
        for ran in (run("import", str(harbour), "--book", "port"), run("config", "book", "fab")):
            assert ran.code == 2
            assert ran.err.count("\n") == 1
            assert "nothing was changed" in ran.err

    def test_questions_are_answered_without_any_home_folder(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def nobody(*_: object, **__: object) -> None:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.delenv("RULES_HOME")
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setattr("platformdirs.user_data_path", nobody)
        monkeypatch.setattr("platformdirs.user_cache_path", nobody)
        monkeypatch.setattr("platformdirs.user_config_path", nobody)
        assert run("show", "fab:2.7.3").code == 0

    def test_stray_files_in_the_library_are_named_and_skipped(self, port: Run, home: Path) -> None:
        books = home / "data" / "books"
        (books / "port" / "notes").write_text("notes")
        (books / "port" / "2027.yaml").mkdir()
        (books / "port" / "-.yaml").write_text("x")
        os.mkfifo(books / "port" / "2028.yaml")
        (books / "loop").symlink_to(books / "loop")
        (books / "a file").write_text("x")
        (Path(os.fsdecode(bytes(books) + b"/\xff\xfe"))).mkdir()
        (books / ("x" * 200)).mkdir()
        assert port("show", "port@2026:1.0.1").code == 0
        ran = port("books")
        assert ran.code == 0
        assert "port@2026" in ran.out
        left_out = sorted(line.split()[3].rpartition("/")[2] for line in ran.err.splitlines())
        assert left_out == ["loop", "port@2027", "port@2028"]
        assert port("doctor").code == 1

    @pytest.mark.parametrize("settings", [b"book = [", b"\xff\xff", b"book = " + b"9" * 5000, b"[" * 5000])
    def test_a_broken_settings_file_is_named_in_one_line(self, port: Run, home: Path, settings: bytes) -> None:
        (home / "config").mkdir()
        (home / "config" / "config.toml").write_bytes(settings)
        ran = port("show", "1.0.1")
        assert ran.code == 2
        assert ran.err.count("\n") == 1
        assert "config.toml" in ran.err

    def test_questions_are_answered_in_a_folder_that_was_deleted(
        self, port: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        gone = tmp_path / "gone"
        gone.mkdir()
        monkeypatch.chdir(gone)
        gone.rmdir()
        assert port("show", "port:1.0.1").code == 0
        assert port("import", "harbour.txt", "--book", "port").code == 2


class TestLimits:
    @pytest.mark.parametrize("files", [8, pytest.param(14, marks=pytest.mark.slow)])
    def test_too_few_open_files_end_in_a_documented_exit_code(self, port: Run, harbour: Path, files: int) -> None:
        def limited(work: Callable[[], int]) -> Callable[[], int]:
            def run() -> int:
                used = len(list(Path("/proc/self/fd").iterdir()))
                resource.setrlimit(resource.RLIMIT_NOFILE, (used + files - 6, used + files))
                return work()

            return run

        if not Path("/proc/self/fd").is_dir():
            pytest.skip("open files can't be counted here")
        for argv in (["search", "cargo"], ["show", "port:1.0.1"], ["import", str(harbour), "--book", "port"]):
            assert child(limited(command(*argv))) in (0, 1, 2)
        assert port("show", "port@2026:1.0.1").code == 0


class TestStreams:
    @pytest.mark.parametrize("closed", STREAMS)
    def test_closed_streams_do_not_change_the_exit_code(self, port: Run, closed: tuple[int, ...]) -> None:
        def close() -> None:
            for stream in closed:
                os.close(stream)

        assert port("show", "port:1.0.1").code == 0
        how = {name: None for at, name in enumerate(("stdin", "stdout", "stderr")) if at in closed}
        ran = rules("show", "port:1.0.1", "port:9.9", preexec_fn=close, **how)
        assert ran.returncode == 1
        if 1 not in closed:
            assert b"carries cargo" in ran.stdout
        if 2 not in closed:
            assert ran.stderr.count(b"\n") == 1

    def test_a_closed_standard_input_is_refused_in_one_line(self, port: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        for argv in (["check", "-"], ["name", "match", "-", "-b", "fab"]):
            ran = port(*argv)
            assert ran.code == 2
            assert ran.err.count("\n") == 1

    @pytest.mark.parametrize(
        ("argv", "stream"),
        [
            (["tree", "fabula", "--json"], "stdout"),
            pytest.param(["tree", "fabula", "--json"], "stderr", marks=pytest.mark.slow),
            pytest.param(["--help"], "stdout", marks=pytest.mark.slow),
        ],
    )
    def test_a_closed_pipe_is_no_error(self, argv: list[str], stream: str) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        ran = rules(*argv, env=None, **{stream: writer})
        os.close(writer)
        assert ran.returncode == 0
        assert not ran.stderr

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
    def test_a_full_disk_is_reported_in_one_line(self) -> None:
        with Path("/dev/full").open("w") as full:
            ran = rules("tree", "fabula", stdout=full)
        assert ran.returncode == 2
        assert ran.stderr == b"rules: No space left on device\n"

    def test_letters_that_the_terminal_does_not_know_are_replaced(self, port: Run) -> None:
        plain = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
        ran = rules("show", "port:1.1.1", env=plain)
        assert ran.returncode == 0
        assert b"Resume cargo" in ran.stdout
        ran = rules("search", "résumé", "cargo", "-b", "port", "--json", env=plain)
        assert ran.returncode == 0
        assert b"R\\u00e9sum\\u00e9" in ran.stdout
        assert port("show", "port:1.1.1").code == 0


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "dumb", "COLUMNS": "20"},
        pytest.param({"COLUMNS": "0"}, marks=pytest.mark.slow),
        pytest.param({"PAGER": "no-such-pager"}, marks=pytest.mark.slow),
    ],
)
def test_a_page_is_shown_on_any_terminal(port: Run, environment: dict[str, str]) -> None:
    assert port("show", "port:1.0.1").code == 0
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "rules_cli", "tree", "port:1", "--depth", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "PAGER": "", **environment},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:  # the terminal is closed
            break
        if not read:
            break
        shown += read
    os.close(ours)
    assert process.wait() == 0
    assert b"1.1.2" in shown
    assert b"Traceback" not in shown


class TestClosedPipe:
    @pytest.mark.parametrize("unbuffered", ["", pytest.param("1", marks=pytest.mark.slow)])
    @pytest.mark.parametrize(
        ("argv", "code"),
        [
            (["name", "match", "A", "B", "-b", "fab"], 1),
            pytest.param(["show", "fab:2.7.3"], 0, marks=pytest.mark.slow),
            (["export", "fabula", "--format", "ndjson"], 0),
            pytest.param(["cost", "mtg", "1", *["+1"] * 30, "--have", "none"], 1, marks=pytest.mark.slow),
        ],
    )
    def test_the_exit_code_survives_a_closed_pipe(self, argv: list[str], code: int, unbuffered: str) -> None:
        ours, theirs = os.pipe()
        os.close(ours)
        with os.fdopen(theirs, "wb") as closed:
            ended = rules(*argv, env={"PYTHONUNBUFFERED": unbuffered}, stdout=closed)
        assert (ended.returncode, ended.stderr) == (code, b"")


class TestCtrlC:
    @pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 5])
    def test_an_interrupted_import_exits_with_130_and_changes_nothing(
        self, port: Run, harbour: Path, home: Path, step: int
    ) -> None:
        said = harbour.with_name("said")
        harbour.write_text(harbour.read_text().replace("carries cargo", "carries nothing but cargo"))
        work = program(said, "import", str(harbour), "--book", "port", "--edition", "2026", "--replace")
        assert child(at_step(step, dying.interrupt, work)) == 130
        assert said.read_text() == "rules: interrupted\n"
        assert not list(home.rglob("*.part"))
        assert "cargo" in port("show", "port:1.0.1").out

    @pytest.mark.slow
    def test_an_interrupted_search_exits_with_130(self, port: Run, home: Path) -> None:
        codes = []
        for step in range(1, 40, 3):
            codes.append(child(at_step(step, dying.interrupt, command("search", "cargo", "-b", "port"))))
            assert not list(home.rglob("*.part"))
            if codes[-1] == 0:
                break
        assert set(codes) == {130, 0}
        assert A_BUG not in codes
        assert port("search", "cargo", "-b", "port").code == 0
