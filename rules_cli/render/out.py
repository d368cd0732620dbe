"""Standard output and standard error: the one place that prints. Plain in a pipe, rich on a terminal, or JSON.

Source text is data: control, escape and direction characters never reach the terminal, and rich is only ever
given `Text`, so that `[1.7]` stays what it is.
"""

from __future__ import annotations

import json
import os
import re
import sys
from contextlib import suppress
from typing import Any, TextIO

from rules_cli.render.page import Page
from rules_cli.text import INVISIBLE

_UNSAFE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{INVISIBLE}]")  # no tab and no line feed
_NARROWEST = 20  # columns: a terminal that claims to have none would be shown nothing
_STYLES = {
    "id": "bold cyan",
    "title": "bold",
    "text": "",
    "quiet": "dim",
    "good": "bold green",
    "bad": "bold red",
    "note": "yellow",
    "label": "dim italic",
    "hit": "bold underline",
}


def clean(text: str) -> str:
    """The text without any character that a terminal would obey rather than show."""
    return _UNSAFE.sub("", text) if not text.isascii() or not text.isprintable() else text


def write(text: str) -> None:
    """Print as it is, in whatever the stream's encoding can show."""
    if sys.stdout is None:  # closed before we began
        return
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            encoding = sys.stdout.encoding or "ascii"
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
    except BrokenPipeError:  # the reader has seen enough; the exit code is still to be found
        to_nowhere(sys.stdout)


def write_bytes(data: bytes) -> None:
    """Print bytes as they are: a file's, not ours."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        to_nowhere(sys.stdout)


def to_nowhere(stream: TextIO) -> None:
    """Let what a stream holds, and all that comes, go nowhere."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def say(message: str) -> None:
    """One line on standard error; where nobody can read that, nothing."""
    if sys.stderr is None:
        return
    line = clean(" ".join(f"rules: {message}".split())) + "\n"
    encoding = sys.stderr.encoding or "ascii"
    with suppress(OSError):
        sys.stderr.write(line.encode(encoding, "replace").decode(encoding))


def write_json(value: Any) -> None:
    """Print exactly one JSON document."""
    text = json.dumps(value, ensure_ascii=not _unicode_stream(), separators=(", ", ": "))
    write(_UNSAFE.sub(lambda found: "".join(f"\\u{u:04x}" for u in _utf16(found[0])), text) + "\n")


def _utf16(char: str) -> list[int]:
    data = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


def _unicode_stream() -> bool:
    return sys.stdout is not None and (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


def on_terminal() -> bool:
    """Whether a person is looking."""
    return sys.stdout is not None and not sys.stdout.closed and sys.stdout.isatty()


def watched() -> bool:
    """Whether a person sees what goes to standard error while the answer is worked out."""
    return on_terminal() and sys.stderr is not None and not sys.stderr.closed and sys.stderr.isatty()


def show(page: Page) -> None:
    """Print a page: wrapped, in colour and paged where a person is looking, else a line to a line, plain."""
    if on_terminal():
        _show_rich(page)
        return
    write(_plain(page))


def show_aside(page: Page) -> None:
    """Print a page on standard error, plain: standard output is for something else."""
    if sys.stderr is not None:
        encoding = sys.stderr.encoding or "ascii"
        sys.stderr.write(_plain(page).encode(encoding, "replace").decode(encoding))


def _plain(page: Page) -> str:
    lines = (" " * line.indent + "".join(clean(span.text) for span in line.spans) for line in page.lines)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _show_rich(page: Page) -> None:
    from rich.console import Console
    from rich.padding import Padding
    from rich.style import Style
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=False)
    console.width = max(console.width, _NARROWEST)

    def draw() -> None:
        for line in page.lines:
            text = Text(overflow="fold")
            for span in line.spans:
                style = Style.parse(_STYLES.get(span.style, ""))
                text.append(clean(span.text), style + Style(link=span.link) if span.link else style)
            indent = min(line.indent, max(0, console.width // 4))
            console.print(Padding(text, (0, 0, 0, indent)) if indent else text)

    with console.capture() as capture:
        draw()
    drawn = capture.get()
    if drawn.count("\n") >= console.height and sys.stdin and sys.stdin.isatty() and _has_pager():
        os.environ.setdefault("LESS", "FRX")
        with console.pager(styles=True, links=True):
            draw()
    else:
        write(drawn)


def _has_pager() -> bool:
    """Whether the user wants a pager, and it is there: to one that isn't, the answer would be lost."""
    from shutil import which

    chosen = os.environ.get("PAGER")
    return chosen is None or bool(chosen.split() and which(chosen.split()[0]))
