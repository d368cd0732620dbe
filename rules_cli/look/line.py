"""One line that is typed: its text and cursor, and the keys of readline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

PASTED = "paste:"
"""The mark before a text that was pasted, none of whose letters is a key."""
_LONGEST_PASTE = 2000  # letters: the rest of a longer text is left out, since no question is so long


class Line(NamedTuple):
    """A text and the place of the cursor in it. The first letter typed replaces all of a `chosen` text."""

    text: str = ""
    cursor: int = 0
    chosen: bool = False

    @classmethod
    def of(cls, text: str, chosen: bool = False) -> Line:
        """Return a text with the cursor at its end."""
        return cls(text, len(text), chosen)


def edited(line: Line, key: str) -> Line | None:
    """Return a line after a key that types, deletes or moves; None for any other key."""
    if text := typed_text(key):
        return _typed(line, text)
    if line.chosen and key in ("back", "delete", "ctrl-w", "alt-back"):
        return Line()
    change = _KEYS.get(key)
    return change(line)._replace(chosen=False) if change else None


def typed_text(key: str) -> str:
    """Return the text that a key types, or that was pasted, on one line; empty for a key of another kind."""
    if key.startswith(PASTED):
        return " ".join(key.removeprefix(PASTED).split())[:_LONGEST_PASTE]
    return key if len(key) == 1 and key.isprintable() else ""


def _typed(line: Line, words: str) -> Line:
    if line.chosen:
        return Line.of(words)
    return Line(line.text[: line.cursor] + words + line.text[line.cursor :], line.cursor + len(words))


def _without(line: Line, start: int, end: int) -> Line:
    return Line(line.text[:start] + line.text[end:], start)


def _word_before(line: Line) -> int:
    return line.text[: line.cursor].rstrip().rfind(" ") + 1


def _word_after(line: Line) -> int:
    rest = line.text[line.cursor :]
    word = rest.lstrip()
    return line.cursor + len(rest) - len(word) + len(word.split(" ")[0])


_KEYS: Mapping[str, Callable[[Line], Line]] = {
    "back": lambda line: _without(line, max(0, line.cursor - 1), line.cursor),
    "alt-d": lambda line: _without(line, line.cursor, _word_after(line)),
    "ctrl-u": lambda line: _without(line, 0, line.cursor),
    "ctrl-k": lambda line: _without(line, line.cursor, len(line.text)),
    **dict.fromkeys(("delete", "ctrl-d"), lambda line: _without(line, line.cursor, line.cursor + 1)),
    **dict.fromkeys(("ctrl-w", "alt-back"), lambda line: _without(line, _word_before(line), line.cursor)),
    **dict.fromkeys(("left", "ctrl-b"), lambda line: line._replace(cursor=max(0, line.cursor - 1))),
    **dict.fromkeys(("right", "ctrl-f"), lambda line: line._replace(cursor=min(len(line.text), line.cursor + 1))),
    **dict.fromkeys(("home", "ctrl-a"), lambda line: line._replace(cursor=0)),
    **dict.fromkeys(("end", "ctrl-e"), lambda line: line._replace(cursor=len(line.text))),
    **dict.fromkeys(("alt-b", "ctrl-left"), lambda line: line._replace(cursor=_word_before(line))),
    **dict.fromkeys(("alt-f", "ctrl-right"), lambda line: line._replace(cursor=_word_after(line))),
}
