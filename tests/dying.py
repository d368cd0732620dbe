"""Children that are killed, starved of disk or interrupted in the middle of a command, and what they leave behind.

A child is a fork of the test: it starts at once, and the library in its home is the only thing it can harm.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules_cli.__main__ import main

KILLED = 9
"""The exit code of a child that died at its step."""
A_BUG = 70
"""The exit code of a child in which the command line spoke of a bug, or raised."""
LONGEST = 120
"""Seconds after which a child that hangs is killed, so that its test fails."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.listdir", "os.scandir", "sqlite3.connect"}


def command(*argv: str) -> Callable[[], int]:
    """A command line as a child's work: its exit code, A_BUG where it has none that is documented."""

    def run() -> int:
        sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
        code = main(list(argv))
        return A_BUG if "this is a bug" in sys.stderr.getvalue() else code

    return run


def program(said: Path, *argv: str) -> Callable[[], int]:
    """The program itself as a child's work; what it prints on standard error goes to a file."""

    def run() -> int:
        sys.argv = ["rules", *argv]
        sys.stdout, sys.stderr = io.StringIO(), said.open("w", encoding="utf-8")
        return main()

    return run


def start(work: Callable[[], int]) -> int:
    """Begin some work in a child and give its process number."""
    process = os.fork()
    if process:
        return process
    code = A_BUG
    signal.alarm(LONGEST)
    try:
        code = work()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else A_BUG
    except BaseException:
        os.write(2, traceback.format_exc().encode())
        raise
    finally:  # a child never returns to the test that started it
        os._exit(code)


def end_of(process: int) -> int:
    """Wait for a child; its exit code, or the signal that killed it, negative."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def child(work: Callable[[], int]) -> int:
    """Do some work in a child, to its end."""
    return end_of(start(work))


def children(works: list[Callable[[], int]]) -> list[int]:
    """Do several works at the same time, and give the exit code of each."""
    return [end_of(process) for process in [start(work) for work in works]]


def at_step(number: int, act: Callable[[], None], work: Callable[[], int]) -> Callable[[], int]:
    """The work, with something done just before its nth step: a call that changes the home or reads a folder of it."""

    return _counted(lambda count: count == number, act, work)


def from_step(number: int, act: Callable[[], None], work: Callable[[], int]) -> Callable[[], int]:
    """The work, with something done before its nth step and every later one."""
    return _counted(lambda count: count >= number, act, work)


def _counted(when: Callable[[int], bool], act: Callable[[], None], work: Callable[[], int]) -> Callable[[], int]:
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        if when(count):
            act()

    def run() -> int:
        _before_steps(step)
        return work()

    return run


def _before_steps(step: Callable[[], None]) -> None:
    """Have a function called before every step of this process, for good."""

    home = os.environ["RULES_HOME"]

    def hook(event: str, args: tuple[Any, ...]) -> None:
        writes = event == "open" and isinstance(args[2], int) and args[2] & _WRITING
        if (writes or event in _STEPS) and home in str(args[0]):
            step()

    def fsync(file: Any, really: Callable[[Any], None] = os.fsync) -> None:
        step()
        really(file)
        step()

    sys.addaudithook(hook)
    os.fsync = fsync  # type: ignore[assignment]


def die() -> None:
    """End as a process that is killed ends: nothing is flushed, closed or undone."""
    os._exit(KILLED)


def full() -> None:
    """Fail as a full disk does."""
    raise OSError(28, "No space left on device")


def refused() -> None:
    """Fail as a folder does that may not be written."""
    raise PermissionError(13, "Permission denied")


def interrupt() -> None:
    """What Ctrl-C does."""
    os.kill(os.getpid(), signal.SIGINT)


def with_files_of(size: int, work: Callable[[], int], killed: bool = False) -> Callable[[], int]:
    """The work, in a process that may write no more bytes than this to a file: the next write fails, or kills it."""

    def run() -> int:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL if killed else signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return work()

    return run
