"""What takes longer than half a second says what it is doing, on standard error."""

from __future__ import annotations

import io
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from support import Run

from rules_cli.cli.commands import COMMANDS
from rules_cli.render import out
from rules_cli.search import Findings
from rules_cli.store import cache


class Clock:
    """In place of `threading.Timer`: time passes only when a test says so, however slow the machine is."""

    running: ClassVar[list[Clock]] = []

    def __init__(self, seconds: float, act: Callable[[], None]) -> None:
        self.seconds, self.act = seconds, act

    def start(self) -> None:
        self.running.append(self)

    def cancel(self) -> None:
        """Stop nothing: a real timer may have begun to act when it is cancelled."""


def wait(seconds: float) -> None:
    """Let time pass for all clocks."""
    for clock in [clock for clock in Clock.running if clock.seconds <= seconds]:
        Clock.running.remove(clock)
        clock.act()


class Stream(io.StringIO):
    """A standard error that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a clock of the test in place of the timer, with the patience of real use."""
    monkeypatch.setattr(Clock, "running", [])
    monkeypatch.setattr(out, "Timer", Clock)
    monkeypatch.setattr(out, "PATIENCE", 0.5)


@pytest.fixture
def error(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], Stream]:
    """Put a stream in place of standard error."""

    def opens(terminal: bool) -> Stream:
        stream = Stream(terminal)
        monkeypatch.setattr(sys, "stderr", stream)
        return stream

    monkeypatch.setenv("TERM", "xterm")
    return opens


def test_in_a_pipe_nothing_is_said(error: Callable[[bool], Stream]) -> None:
    stream = error(False)
    with out.slow("building"):
        wait(0.5)
    assert stream.getvalue() == ""


def test_on_a_simple_terminal_it_is_one_plain_line(
    error: Callable[[bool], Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = error(True)
    with out.slow("building"):
        wait(0.5)
    assert stream.getvalue() == "rules: building...\n"


def test_on_a_terminal_the_line_is_erased_before_the_answer(
    error: Callable[[bool], Stream], capsys: pytest.CaptureFixture[str]
) -> None:
    stream = error(True)
    with out.slow("building"):
        wait(0.5)
        assert stream.getvalue() == "rules: building..."
        out.write("the answer\n")
        assert stream.getvalue() == "rules: building...\r\x1b[K"
    assert stream.getvalue() == "rules: building...\r\x1b[K"
    assert capsys.readouterr().out == "the answer\n"


@pytest.mark.parametrize("answer", [out.write, out.say])
def test_nothing_is_said_after_the_answer(error: Callable[[bool], Stream], answer: Callable[[str], None]) -> None:
    stream = error(True)
    with out.slow("building"):
        answer("here")
        wait(0.5)
    assert "building" not in stream.getvalue()


def test_a_quick_answer_says_nothing(error: Callable[[bool], Stream]) -> None:
    stream = error(True)
    with out.slow("building"):
        wait(0.4)
    wait(0.5)
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("seconds", "said"), [(0.4, False), (0.5, True)])
def test_a_slow_command_says_what_it_does(
    run: Run, monkeypatch: pytest.MonkeyPatch, seconds: float, said: bool
) -> None:
    def find(*_: object, **__: object) -> Findings:
        wait(seconds)
        return Findings(())

    monkeypatch.setattr("rules_cli.cli.search.find", find)
    monkeypatch.setattr(out, "_is_terminal", lambda stream: stream is sys.stderr)
    assert ("rules: searching the rules...\n" in run("search", "gull").err) is said


def test_an_index_is_said_to_be_built_only_while_it_is(error: Callable[[bool], Stream], tmp_path: Path) -> None:
    stream = error(True)

    def build(path: Path | None) -> sqlite3.Connection:
        wait(0.6)
        return cache.finish(cache.begin(path, ""), {"state": "new"})

    for _ in range(2):
        with out.slow("searching"):
            cache.opened(tmp_path / "some.sqlite", "new", build).connection.close()
            wait(0.6)
    said = [line for line in stream.getvalue().split("\r\x1b[K") if line]
    assert said == ["rules: building an index (only this once)...", "rules: searching..."]


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_a_help_page_says_nothing_of_what_the_command_does(
    run: Run, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(out, "PATIENCE", 0)
    assert not run("check", option).err


@pytest.mark.parametrize("command", "search diff trace doctor import fetch lint check export show name".split())
def test_every_command_that_may_take_long_has_something_to_say(command: str) -> None:
    assert COMMANDS[command].busy
