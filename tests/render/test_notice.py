"""What takes longer than half a second says what it is doing, on standard error."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

import pytest
from support import Run

from rules_cli.cli.commands import COMMANDS
from rules_cli.library import Library
from rules_cli.render import out

SOON = 0.02  # seconds, in place of the half second that a person waits


class Stream(io.StringIO):
    """A standard error that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def error(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], Stream]:
    """Put a stream in place of standard error, with a patience that is short."""

    def opens(terminal: bool) -> Stream:
        stream = Stream(terminal)
        monkeypatch.setattr(out, "PATIENCE", SOON)
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    monkeypatch.setenv("TERM", "xterm")
    return opens


def wait_for(stream: Stream) -> None:
    """Wait until something is printed, ten seconds at most."""
    until = time.monotonic() + 10
    while not stream.getvalue() and time.monotonic() < until:
        time.sleep(SOON / 4)


def test_in_a_pipe_it_is_one_plain_line(error: Callable[[bool], Stream]) -> None:
    stream = error(False)
    with out.slow("building"):
        wait_for(stream)
    assert stream.getvalue() == "rules: building...\n"


def test_on_a_terminal_the_line_is_erased_before_the_answer(
    error: Callable[[bool], Stream], capsys: pytest.CaptureFixture[str]
) -> None:
    stream = error(True)
    with out.slow("building"):
        wait_for(stream)
        assert stream.getvalue() == "rules: building..."
        out.write("the answer\n")
        assert stream.getvalue() == "rules: building...\r\x1b[K"
    assert stream.getvalue() == "rules: building...\r\x1b[K"
    assert capsys.readouterr().out == "the answer\n"


@pytest.mark.parametrize("answer", [out.write, out.say])
def test_nothing_is_said_after_the_answer(error: Callable[[bool], Stream], answer: Callable[[str], None]) -> None:
    stream = error(False)
    with out.slow("building"):
        answer("here")
        time.sleep(3 * SOON)
    assert "building" not in stream.getvalue()


def test_a_quick_answer_says_nothing(error: Callable[[bool], Stream]) -> None:
    stream = error(False)
    with out.slow("building"):
        pass
    time.sleep(3 * SOON)
    assert stream.getvalue() == ""


def test_a_slow_command_says_what_it_does(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object, **__: object) -> list[object]:
        time.sleep(0.3)
        return []

    monkeypatch.setattr(Library, "search", search)
    assert "index" not in run("search", "gull").err
    monkeypatch.setattr(out, "PATIENCE", SOON)
    assert "rules: building the search index (only this once)...\n" in run("search", "gull").err


@pytest.mark.parametrize("command", "search diff trace doctor import fetch lint check export show name".split())
def test_every_command_that_may_take_long_has_something_to_say(command: str) -> None:
    assert COMMANDS[command].busy
