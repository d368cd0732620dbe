"""Command lines at the prompt: `cost fab 3 -1`, `2WU +1 -2`, `name match Fire Ice`. The look-up offers the command as a
row, and runs it only when that is opened."""

from __future__ import annotations

import re
import shlex

from rules_cli.look.state import Choice
from rules_cli.render.language import say
from rules_cli.store.book_info import game_of
from rules_cli.store.editions import InstalledBooks

COMMAND = "command "
"""What the target of a command line begins with."""
_BASE = re.compile(r"(?:\{[^{}\s]+\})+|\d*[wubrgcx]+|\d+", re.IGNORECASE)
_CHANGE = re.compile(r"[+-](?:\d+|\{[^{}\s]+\})(?::\S+)?")
_OF_NAMES = ("match", "moniker", "part", "find")


def command_row(words: str, book: str | None, installed: InstalledBooks) -> list[Choice]:
    """Return the row of the command line that words are, with the book that is asked; none if they are a question."""
    line = _line(words, (book or "").partition("@")[0], installed)
    if not line:
        return []
    return [Choice(f"{COMMAND}{line}", f"rules {line}", say("command row"))]


def argv_of(line: str) -> list[str]:
    """Return the words of a command line."""
    try:
        return shlex.split(line)
    except ValueError:  # an apostrophe, or a quotation mark without its other half
        return line.split()


# Complexity: a name, a cost after its command or without it, and each without a book.
def _line(words: str, book: str, installed: InstalledBooks) -> str:
    """Return a command line without `rules`; empty for words that are a question."""
    first, *others = words.split() or [""]
    if first == "name" and others[1:] and others[0] in _OF_NAMES:
        return f"{words} -b {book}" if book and "-b" not in others else words
    is_typed = first == "cost"
    asked = others if is_typed else [first, *others]
    _, count = installed.book_in_front(asked) or ("", 0)
    amounts = asked[count:]
    is_changed = any(map(_CHANGE.fullmatch, amounts[1:])) and _BASE.fullmatch(amounts[0])
    is_cost = is_changed or (is_typed and count and any(map(_BASE.fullmatch, amounts)))
    if not is_cost:
        return ""
    return " ".join(["cost", *([game_of(book)] if book and not count else []), *asked])
