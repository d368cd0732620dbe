"""What all tests share: a home of their own, a made-up book, and the command line in process."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from support import HARBOUR, Ran, Run

from rules_cli.__main__ import main


@pytest.fixture(autouse=True, scope="session")
def heeds_interrupts() -> None:
    """Programs that tests start can be interrupted, even where the tests themselves were started in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own: no book, setting or index of anyone else's."""
    folder = tmp_path / "home"
    monkeypatch.setenv("RULES_HOME", str(folder))
    for name in ("RULES_BOOK", "RULES_LANG", "RULES_DEBUG", "LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in process."""

    def runs(*argv: str) -> Ran:
        capsys.readouterr()
        code = main(list(argv))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return runs


@pytest.fixture
def port(run: Run, harbour: Path) -> Run:
    """The command line with the made-up book installed."""
    assert run("import", str(harbour), "--book", "port", "--edition", "2026").code == 0
    return run


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """The made-up rulebook as a file."""
    path = tmp_path / "harbour.txt"
    path.write_text(HARBOUR, encoding="utf-8")
    return path
