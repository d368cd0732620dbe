"""Pipes are read, and not waited for when nobody writes to them."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest
from support import Run

from rules_cli.formats import pipes

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes are POSIX")
BOOK = "1 Kites\n\n1.1 A kite flies.\n"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe that nobody writes to yet."""
    path = tmp_path / "kites"
    os.mkfifo(path)
    return path


def test_a_pipe_is_read_whole_however_slowly_it_is_written(run: Run, pipe: Path) -> None:
    def writes() -> None:
        with pipe.open("w") as file:
            for line in BOOK.splitlines(keepends=True):
                time.sleep(0.1)
                file.write(line)
                file.flush()

    thread = threading.Thread(target=writes)
    thread.start()
    assert run("import", str(pipe), "--book", "kites").code == 0
    thread.join()
    assert "A kite flies." in run("show", "kites:1.1").out


@pytest.mark.parametrize(
    "how", [["import", "--book", "kites"], ["check"], ["name", "import", "-b", "fab"], ["profile"]]
)
def test_one_that_nobody_writes_to_is_refused(
    run: Run, pipe: Path, how: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipes, "PATIENCE", 0.1)
    (tmp_path / "book.txt").write_text(BOOK)
    of_profile = ["import", str(tmp_path / "book.txt"), "--book", "kites", "--profile", str(pipe)]
    told = run(*(of_profile if how == ["profile"] else [*how, str(pipe)]))
    assert (told.code, told.err.count("\n")) == (2, 1)
    assert "nothing came through this pipe" in told.err


def test_devices_and_files_are_read_too(tmp_path: Path) -> None:
    assert pipes.first_bytes(Path(os.devnull), 10) == b""
    (tmp_path / "kites").write_bytes(b"kites")
    assert pipes.first_bytes(tmp_path / "kites", 4) == b"kite"
