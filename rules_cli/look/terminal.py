"""The terminal, by curses: its size, drawing lines, the next key, the clipboard. All of curses is here.

The first screen is painted before the library and the command line are loaded: this module imports little.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from rules_cli.render.page import COLORS, WEIGHTS, Span

SMALLEST = (30, 8)  # columns and rows, as in `screens`
_ESCAPE = 25  # milliseconds: the key Esc alone, or the beginning of another key's code
_NAMES = {
    "\n": "enter",
    "\r": "enter",
    "\t": "tab",
    "\x1b": "esc",
    "\x7f": "back",
    "\b": "back",
    "\x02": "ctrl-b",
    "\x03": "ctrl-c",
    "\x04": "ctrl-d",
    "\x0e": "down",
    "\x10": "up",
    "\x15": "ctrl-u",
    "\x17": "ctrl-w",
}
_CURSES_NAMES = {
    "KEY_ENTER": "enter",
    "KEY_BACKSPACE": "back",
    "KEY_DC": "back",
    "KEY_BTAB": "back-tab",
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_PPAGE": "page-up",
    "KEY_NPAGE": "page-down",
    "KEY_HOME": "home",
    "KEY_END": "end",
    "KEY_F1": "f1",
    "KEY_RESIZE": "resize",
}


def why_not() -> str:
    """Return why the interactive look-up can't run here; empty if it can."""
    try:
        if not (os.isatty(0) and os.isatty(1)):
            return "this is no terminal"
        width, height = os.get_terminal_size(1)
    except OSError:
        return "this is no terminal"
    if 0 < width < SMALLEST[0] or 0 < height < SMALLEST[1]:  # some report 0 for unknown
        return f"this terminal is smaller than {SMALLEST[0]} columns and {SMALLEST[1]} rows"
    return "" if _moves_cursor() else "this terminal can't move its cursor, or Python has no curses"


def _moves_cursor() -> bool:
    try:
        import curses

        curses.setupterm()
    except (ImportError, AttributeError):  # Windows, without windows-curses
        return False
    except curses.error:  # TERM is not set, or unknown
        return False
    return bool(curses.tigetstr("cup"))


class Terminal:
    """A terminal that shows nothing but the look-up, until `close`."""

    def __init__(self) -> None:
        import curses
        import locale

        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "")
        os.environ.setdefault("ESCDELAY", str(_ESCAPE))
        self._curses = curses
        self._window = curses.initscr()
        self._keys = {getattr(curses, name): key for name, key in _CURSES_NAMES.items()}
        curses.noecho()
        curses.cbreak()
        self._window.keypad(True)
        with suppress(curses.error):
            curses.curs_set(0)
        self._attributes = self._styles()

    def _styles(self) -> dict[str, int]:
        """Return how each style is drawn; what colour says, a letter or a mark says too."""
        curses = self._curses
        styles = {}
        for style, weights in WEIGHTS.items():
            styles[style] = sum(getattr(curses, f"A_{weight.upper()}", 0) for weight in weights.split())
        with suppress(curses.error):
            if not os.environ.get("NO_COLOR") and curses.has_colors():
                curses.start_color()
                curses.use_default_colors()
                for pair, (style, color) in enumerate(COLORS.items(), 1):
                    curses.init_pair(pair, color, -1)
                    styles[style] |= curses.color_pair(pair)
        return styles

    def size(self) -> tuple[int, int]:
        """Return the columns and rows."""
        height, width = self._window.getmaxyx()
        return width, height

    def draw(self, lines: Sequence[Sequence[Span]]) -> None:
        """Show lines, from the top."""
        encoding = self._window.encoding
        self._window.erase()
        for row, line in enumerate(lines):
            with suppress(self._curses.error):  # the last cell of the screen, or a window that has just shrunk
                self._window.move(row, 0)
                for span in line:
                    text = span.text.encode(encoding, "replace").decode(encoding)
                    self._window.addstr(text, self._attributes.get(span.style, 0))
        self._window.refresh()

    def key(self, wait: float | None) -> str:
        """Return the next key, waiting so many seconds (None: a while, then it asks again); empty if none came."""
        self._window.timeout(_A_WHILE if wait is None else int(wait * 1000))
        try:
            pressed = self._window.get_wch()
        except self._curses.error:  # no key, or a signal
            return ""
        except KeyboardInterrupt:
            return "ctrl-c"
        if isinstance(pressed, int):
            return self._keys.get(pressed, "")
        return _NAMES.get(pressed, pressed if pressed.isprintable() else "")

    def copy(self, text: str) -> None:
        """Send a text to the clipboard by the terminal itself (OSC 52), which works over SSH too."""
        from rules_cli.render.out import clipboard_code

        os.write(1, clipboard_code(text))

    def close(self) -> None:
        """Give the terminal back."""
        with suppress(self._curses.error):
            self._curses.endwin()


_A_WHILE = 500  # milliseconds: curses misses a new size that comes right before it waits, and sees it the next time
_open: list[Terminal] = []  # none or one
_FIRST = [[Span("> _")], [], [Span("opening the books...")]]


@contextmanager
def painted() -> Iterator[None]:
    """Show an empty prompt at once; `taken` uses the same terminal. At the end the terminal is given back."""
    try:
        if not why_not():
            _open.append(Terminal())
            _open[0].draw(_FIRST)
        yield
    finally:
        while _open:
            _open.pop().close()


@contextmanager
def taken() -> Iterator[Terminal]:
    """Yield the terminal, and give it back."""
    terminal = _open.pop() if _open else Terminal()
    try:
        yield terminal
    finally:
        terminal.close()
