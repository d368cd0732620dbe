"""The terminal, by curses: its size, drawing lines, the next key, the clipboard. All of curses is here.

The first screen is painted before the library and the command line are loaded: this module imports little. It is drawn
on the terminal even if standard output is not one, so that `$(rules look)` works.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from rules_cli.look.line import PASTED
from rules_cli.render.page import COLORS, WEIGHTS, Span
from rules_cli.text import encodable

SMALLEST = (30, 8)  # columns and rows, as in `screens`
_ESCAPE = 25  # milliseconds: the key Esc alone, or the beginning of another key's code
_NAMES = {
    **{"\n": "enter", "\r": "enter", "\t": "tab", "\x1b": "esc", "\x7f": "back", "\b": "back"},
    **{"\0": "ctrl-space", "\x0e": "down", "\x10": "up"},  # Ctrl-N and Ctrl-P are arrows
    **{chr(code): f"ctrl-{chr(code + 96)}" for code in (1, 2, 3, 4, 5, 6, 7, 11, 15, 21, 23, 25)},
}
_CURSES_NAMES = {
    **{"KEY_ENTER": "enter", "KEY_BACKSPACE": "back", "KEY_DC": "delete", "KEY_BTAB": "back-tab"},
    **{"KEY_PPAGE": "page-up", "KEY_NPAGE": "page-down"},
    **{f"KEY_{name.upper()}": name for name in ("up", "down", "left", "right", "home", "end", "f1", "resize")},
}
_CODES = {
    **{f"1;{held}{code}": f"alt-{way}" for held in "39" for code, way in (("D", "left"), ("C", "right"))},
    **{f"1;5{code}": f"ctrl-{way}" for code, way in (("D", "left"), ("C", "right"))},
    **dict.fromkeys(("H", "1~", "7~"), "home"),
    **dict.fromkeys(("F", "4~", "8~"), "end"),
    "200~": PASTED,
}
"""What a terminal sends after Esc [ for keys that curses may not know."""
_EXTENDED = {b"kLFT3": "alt-left", b"kRIT3": "alt-right", b"kLFT5": "ctrl-left", b"kRIT5": "ctrl-right"}
_PASTE_ENDS = "\x1b[201~"
_PASTES, _TYPES = b"\x1b[?2004h", b"\x1b[?2004l"  # the terminal marks pasted text, or no longer


def why_not(bare: bool = False) -> str:
    """Return why the interactive look-up can't run; empty if it can. `bare` is `rules` alone: not in a pipe either."""
    try:
        if not os.isatty(0) or (bare and not os.isatty(1)):
            return "this is no terminal"
        width, height = os.get_terminal_size(1 if os.isatty(1) else 0)
        if not os.isatty(1):
            os.close(os.open("/dev/tty", os.O_WRONLY))
    except OSError:
        return "this is no terminal"
    if 0 < width < SMALLEST[0] or 0 < height < SMALLEST[1]:  # some report 0 for unknown
        return f"this terminal is smaller than {SMALLEST[0]} columns and {SMALLEST[1]} rows"
    with suppress(ImportError, AttributeError):  # Windows, without windows-curses
        import curses

        with suppress(curses.error):  # TERM is not set, or unknown
            curses.setupterm(fd=0)
            if curses.tigetstr("cup"):
                return ""
    return "this terminal can't move its cursor, or Python has no curses"


class Terminal:
    """A terminal that shows nothing but the look-up, until `close`."""

    def __init__(self) -> None:
        import curses
        import locale

        with suppress(locale.Error):
            locale.setlocale(locale.LC_CTYPE, "")
        os.environ.setdefault("ESCDELAY", str(_ESCAPE))
        self._output: int | None = None  # what standard output is, while the terminal takes its place
        if not os.isatty(1):
            terminal, self._output = os.open("/dev/tty", os.O_WRONLY), os.dup(1)
            os.dup2(terminal, 1)
            os.close(terminal)
        self._curses = curses
        self._window = curses.initscr()
        self._keys = {getattr(curses, name): key for name, key in _CURSES_NAMES.items()}
        curses.noecho()
        curses.cbreak()
        self._take_interrupts()
        self._window.keypad(True)
        with suppress(curses.error):
            curses.curs_set(0)
        os.write(1, _PASTES)
        self._attributes = {
            style: sum(getattr(curses, f"A_{weight.upper()}", 0) for weight in weights.split())
            for style, weights in WEIGHTS.items()
        }
        with suppress(curses.error):  # without colours, letters and marks say the same
            if not os.environ.get("NO_COLOR") and curses.has_colors():
                curses.start_color()
                curses.use_default_colors()
                for pair, (style, color) in enumerate(COLORS.items(), 1):
                    curses.init_pair(pair, color, -1)
                    self._attributes[style] |= curses.color_pair(pair)

    def _take_interrupts(self) -> None:
        """Read Ctrl-C as a key: its signal would also end the shell's command around `$(rules look)`."""
        with suppress(ImportError, OSError):  # Windows
            import termios

            modes = termios.tcgetattr(0)
            modes[6][termios.VINTR] = b"\0"
            termios.tcsetattr(0, termios.TCSANOW, modes)
            self._curses.def_prog_mode()

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
                    text = span.text if span.text.isascii() else encodable(span.text, encoding)
                    self._window.addstr(text, self._attributes.get(span.style, 0))
        self._window.refresh()

    # Complexity: one case for each form of a key's code.
    def key(self, wait: float | None) -> str:
        """Return the next key; empty if none came within so many seconds (None: half a second). A pasted text is one
        key, after PASTED. A code that begins with Esc is a letter with Alt, a code after `[`, or Esc alone."""
        pressed = self._character(_A_WHILE if wait is None else int(wait * 1000))
        if pressed != "esc":
            return pressed
        after = self._character(0)
        if after == "[":
            code = ""
            while (more := self._character(0)) and len(more) == 1:
                code += more
                if more.isalpha() or more == "~":
                    break
            name = _CODES.get(code, "")
            return self._pasted() if name == PASTED else name
        if after == "back" or (len(after) == 1 and after.isalpha()):
            return f"alt-{after.lower()}"
        return after if after in ("alt-left", "alt-right") else "esc"

    def _character(self, wait: int) -> str:
        """Return one key as curses reads it, by our name; empty if none came, or if we have no name for it. Raises
        KeyboardInterrupt if the terminal is gone: a signal ends its programs, but some start with that ignored."""
        self._window.timeout(wait)
        try:
            pressed = self._window.get_wch()
        except self._curses.error:  # no key, a signal, or no terminal any more
            if _is_gone(0):
                raise KeyboardInterrupt from None
            return ""
        except KeyboardInterrupt:
            return "ctrl-c"
        if isinstance(pressed, int):
            return self._keys.get(pressed) or _EXTENDED.get(self._curses.keyname(pressed), "")
        return _NAMES.get(pressed, pressed if pressed.isprintable() else "")

    def _pasted(self) -> str:
        """Return the pasted text, up to its end, after PASTED: none of its characters is a key."""
        text = ""
        self._window.keypad(False)
        self._window.timeout(_A_WHILE)
        with suppress(self._curses.error, KeyboardInterrupt):
            while not text.endswith(_PASTE_ENDS):
                text += str(self._window.get_wch())
        self._window.keypad(True)
        return PASTED + text.removesuffix(_PASTE_ENDS)

    def copy(self, text: str) -> bool:
        """Send a text to the clipboard. Return whether it surely arrived: a terminal may ignore it."""
        from rules_cli.render.clipboard import copy

        return bool(copy(text))

    def close(self) -> None:
        """Give the terminal back."""
        os.write(1, _TYPES)
        with suppress(self._curses.error):
            self._curses.endwin()
        if self._output is not None:
            os.dup2(self._output, 1)
            os.close(self._output)
            self._output = None


def _is_gone(terminal: int) -> bool:
    """Return whether the other end of an open terminal is closed."""
    polled = select.poll()
    polled.register(terminal, 0)  # these are always reported
    return any(event & (select.POLLHUP | select.POLLERR) for _, event in polled.poll(0))


_A_WHILE = 500  # milliseconds: curses misses a new size that comes right before it waits, and sees it the next time
_open: list[Terminal] = []  # none or one
_FIRST = [[Span("> "), Span(" ", "chosen")], [], [Span("opening the books...")]]


@contextmanager
def painted(bare: bool = False) -> Iterator[None]:
    """Show an empty prompt at once, if the look-up can run; `taken` uses the same terminal. Give it back at the end."""
    try:
        if not why_not(bare):
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
