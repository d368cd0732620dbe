"""Terminals for tests: a program runs in one, and the test presses keys and reads the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pyte
from looking import WIDE

from rules_cli.look.state import Size

RULES = [sys.executable, "-m", "rules_cli"]
PATIENCE = 20  # seconds: a machine that runs other tests is slow
LEFT = b"\x1b[?1049l"  # back to the screen that was there before


def _environment() -> dict[str, str]:
    """Return the environment without a size of the terminal, which programs believe more than the terminal itself."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


class Terminal:
    """A terminal in which a program runs, and all that the program wrote to it."""

    def __init__(self, command: Sequence[str], size: Size = WIDE, **environment: str) -> None:
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._master, self._slave = pty.openpty()  # the slave stays open, to look at its settings afterwards
        self.resize(size)
        self.settings = termios.tcgetattr(self._slave)
        self.process = subprocess.Popen(
            command,
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**_environment(), "TERM": "xterm-256color", "RULES_BOOK": "kites", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, size: Size) -> None:
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", size.height, size.width, 0, 0))
        self.screen.resize(size.height, size.width)

    def shown(self) -> str:
        """Return the screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, words: str) -> str:
        """Return the screen as soon as it shows some words."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown():
            assert time.monotonic() < end, f"{words!r} never came:\n{self.shown()}"
            self._take(0.05)
        return self.shown()

    def _take(self, patience: float) -> bool:
        ready = select.poll()  # `select` takes no file beyond the first 1,024, and other tests may have so many open
        ready.register(self._master, select.POLLIN)
        if not ready.poll(1000 * patience):
            return False
        data = os.read(self._master, 65536)
        self.written += data
        self._stream.feed(data)
        return True

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def press_until(self, key: str, words: str) -> None:
        """Press a key, again each second, until the screen shows some words."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown():
            assert time.monotonic() < end, f"{words!r} never came:\n{self.shown()}"
            self.press(key)
            while words not in self.shown() and self._take(1):
                pass

    def finish(self) -> int:
        """Wait for the program to end; return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._take(0.05)
        while self._take(0.05):
            pass
        return self.process.wait(1)

    def is_given_back(self) -> bool:
        """Return whether the terminal is as it was: its settings, and the screen that was there before."""
        return termios.tcgetattr(self._slave) == self.settings and self.written.rfind(LEFT) > self.written.rfind(
            b"\x1b[?1049h"
        )

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._master)
        self._master = -1

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self._master >= 0:
            os.close(self._master)
        os.close(self._slave)


@contextmanager
def running(*words: str, size: Size = WIDE, command: Sequence[str] = RULES, **environment: str) -> Iterator[Terminal]:
    """Run the command line in a terminal until the block ends."""
    terminal = Terminal([*command, *words], size, **environment)
    try:
        yield terminal
    finally:
        terminal.close()
