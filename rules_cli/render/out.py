"""Standard output and standard error: the only module that prints. Plain in a pipe, styled on a terminal, or JSON.

Source text is data: control, escape and direction characters never reach the terminal.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any, Literal, TextIO

from rules_cli.captions import Words, joined
from rules_cli.render import writers
from rules_cli.render.language import said
from rules_cli.render.page import Page
from rules_cli.store import cache
from rules_cli.text import UNSAFE, clean, encodable

if TYPE_CHECKING:
    from rules_cli.lookup.find import LookupResult
    from rules_cli.sources.download import OnProgress


_NARROWEST = 20  # columns: some terminals claim to have none
USUAL_ROWS = 24  # lines of a screen
_WIDEST = 80  # columns of a line: longer ones are hard to read
Color = Literal["auto", "always", "never"]
COLORING: dict[str, Color] = {"auto": "auto", "always": "always", "never": "never"}
"""The values of --color."""


def write(text: str | bytes) -> None:
    """Print a text, or the bytes of a file unchanged. Characters that the stream cannot encode become plain ones, or
    question marks."""
    _end_notice()
    if sys.stdout is None:  # closed before the program started
        return
    try:
        if isinstance(text, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
            return
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            sys.stdout.write(encodable(text, sys.stdout.encoding or "ascii"))
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe; the exit code still counts
        to_nowhere(sys.stdout)


def to_nowhere(stream: TextIO) -> None:
    """Send what a stream has not written yet, and all later output, to the null device."""
    with suppress(OSError, ValueError):
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, stream.fileno())
        os.close(null_device)


def say(message: Words) -> None:
    """Print one line on standard error, if that is open; on a terminal it is wrapped between words."""
    _end_notice()
    if sys.stderr is None:
        return
    line = clean(" ".join(f"rules: {said(message)}".split()))
    if sys.stderr.isatty():
        import textwrap

        width = max(shutil.get_terminal_size().columns - 1, _NARROWEST)
        line = textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    with suppress(OSError):
        _write_error(f"{line}\n")


def write_json(value: Any) -> None:
    """Print exactly one JSON document."""
    write(json_text(value))


def json_text(value: Any) -> str:
    """Return a JSON document on one line, in characters that standard output can encode."""
    is_unicode = sys.stdout is not None and (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")
    text = json.dumps(value, ensure_ascii=not is_unicode)
    return UNSAFE.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n"


def advised(error: str) -> Words:
    """Return an error with advice on what to type instead of the command line, unless it names a search itself."""
    return joined("semicolon", error, "" if "rules search" in error else settings.advice())


def leave_question(found: LookupResult) -> None:
    """Raise RuleNotFound if most of the words name no rule and are a question that begins with a command."""
    if len(found.missing) > len(found.rows) and settings.is_question():
        raise found.missing[0]


def report_missing(found: LookupResult, json: bool) -> int:
    """Print notes and what was not found on standard error, and as JSON if nothing was found; return the exit code.
    Raises RuleNotFound if the words are a question."""
    leave_question(found)
    for note in found.notes:
        say(note)
    if found.missing:
        from rules_cli.render.missing import fault  # here, because most rules are found

        for error in found.missing:
            has_way_on = json or found.rows or getattr(error, "closest", ())
            say(fault(error) if has_way_on else advised(fault(error)))
    if json and not found.rows and found.missing:
        from rules_cli.render import as_json

        write_json(as_json.missing(found.missing[0]))
    return 1 if found.missing else 0


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def on_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return _is_terminal(sys.stdout)


def types() -> bool:
    """Return whether standard input is a terminal."""
    return _is_terminal(sys.stdin)


def columns() -> int | None:
    """Return how many columns a line may have on the terminal; None if lines are not wrapped: in a pipe or a markup."""
    if settings.form != "plain" or not on_terminal():
        return None
    return max(min(shutil.get_terminal_size().columns, _WIDEST), _NARROWEST)


def rows() -> int:
    """Return how many lines the screen has; in a pipe, those of a usual one."""
    return shutil.get_terminal_size().lines if on_terminal() else USUAL_ROWS


class _Settings:
    """When to colour, whether to page output longer than the screen, and the form of pages."""

    color: Color = "auto"
    paged = True
    form: writers.Form = "plain"
    answered: Page | str | dict[str, Any] | list[Any] | None = None  # the last answer
    advice: Callable[[], Words] = str  # returns what to type instead of the command line; empty by default
    is_question: Callable[[], bool] = bool  # whether a command that can't read its words leaves them to a search


settings = _Settings()


def _colors() -> bool:
    """Return whether to colour: by --color, else by NO_COLOR or FORCE_COLOR, else if it is a terminal."""
    if settings.color != "auto":
        return settings.color == "always"
    return not os.environ.get("NO_COLOR") and (bool(os.environ.get("FORCE_COLOR")) or on_terminal())


def answer(found: Page | str | dict[str, Any] | list[Any]) -> None:
    """Print an answer: a page, a text as it is, or any other value as one JSON document."""
    settings.answered = found
    if isinstance(found, Page):
        show(found)
    else:
        write(found if isinstance(found, str) else json_text(found))


def show(page: Page) -> None:
    """Print a page: on a terminal wrapped, coloured and paged; else plain or coloured, one line for each line."""
    if settings.form != "plain":
        write(writers.written(page, settings.form))
    elif not on_terminal():
        write(writers.ansi(page, None, colors=True, is_simple=_is_simple()) if _colors() else writers.plain(page))
    else:
        show_text(_drawn(page))


def show_text(text: str) -> None:
    """Print a text; on a terminal with a pager, if it is longer than the screen."""
    if fits(text):
        write(text)
        return
    _end_notice()
    import pydoc

    os.environ.setdefault("LESS", "FRX")
    pydoc.pager(text)


def fits(page: Page | str) -> bool:
    """Return whether a page, or its drawn text, is printed without a pager: it fits the screen, or nothing is paged."""
    pager = os.environ.get("PAGER")
    has_pager = pager is None or bool(pager.split() and shutil.which(pager.split()[0]))  # without PAGER, the usual one
    if not (settings.paged and settings.form == "plain" and on_terminal() and types() and has_pager):
        return True
    drawn = _drawn(page) if isinstance(page, Page) else page
    return drawn.count("\n") < shutil.get_terminal_size().lines


def _drawn(page: Page) -> str:
    return writers.ansi(page, max(shutil.get_terminal_size().columns, _NARROWEST), _colors(), _is_simple())


def _is_simple() -> bool:
    """Return whether the terminal takes no codes, or shall get none."""
    return settings.color == "never" or os.environ.get("TERM", "") in ("dumb", "unknown")


def show_aside(page: Page) -> None:
    """Print a page on standard error, plain."""
    _end_notice()
    _write_error(writers.plain(page))


# --- slow work

PATIENCE = 0.5  # seconds: a longer wait without a word looks like a program that hangs
_BUILDING = "building an index (only this once)"


class _Notice:
    """A line on a terminal that says what the program does: printed after `PATIENCE`, and erased at the end. If an
    index is being built then, it says that instead."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = Lock()
        self._shown = self._over = False
        self._timer = Timer(PATIENCE, self._show)
        self._timer.daemon = True
        self._timer.start()

    def _show(self) -> None:
        with self._lock, suppress(OSError, ValueError):  # the stream may be closed
            if not self._over:
                self._shown = True
                line = f"rules: {_BUILDING if cache.is_building else clean(self._what)}..."
                width = shutil.get_terminal_size().columns - 1
                _write_error(line[:width] if _erases() else f"{line}\n")

    def end(self) -> None:
        """Stop, and erase the line if it was printed."""
        self._timer.cancel()
        with self._lock, suppress(OSError, ValueError):
            if self._shown and not self._over and _erases():
                _write_error("\r\x1b[K")
            self._over = True


_notices: list[_Notice] = []  # empty, or the one of the command that runs


def _end_notice() -> None:
    """Erase the notice, if any: called before anything is printed."""
    while _notices:
        _notices.pop().end()


def _erases() -> bool:
    """Return whether a line on standard error can be erased: it is a terminal, and not a simple one."""
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _write_error(text: str) -> None:
    if sys.stderr is not None:
        encoding = sys.stderr.encoding or "ascii"
        sys.stderr.write(encodable(text, encoding))
        sys.stderr.flush()


@contextmanager
def slow(what: str) -> Iterator[None]:
    """Say on a terminal what the block does, if it prints nothing for half a second; "" says nothing."""
    if what and _is_terminal(sys.stderr):
        _notices.append(_Notice(what))
    try:
        yield
    finally:
        _end_notice()


@contextmanager
def working(what: str) -> Iterator[OnProgress]:
    """Show a progress bar until the block ends, but nothing in a pipe; yield the function that reports progress."""
    if not (on_terminal() and _is_terminal(sys.stderr)):
        yield lambda *_: None
        return
    _end_notice()
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def tell(what: str, done: int, total: int | None) -> None:
            size = f"  {done / 1e6:.1f} MB" if done else ""
            for task in progress.task_ids:
                progress.remove_task(task)
            progress.add_task(clean(what) + size, total=total, completed=done)

        tell(what, 0, None)
        yield tell
