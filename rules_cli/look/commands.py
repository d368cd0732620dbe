"""Command lines at the prompt: `cost fab 3 -1`, `2RR less 1`, `tide spark kicked`, `name match Fire Ice`. The first
word, a sign or the name of a card tells that words may be one. Then the command is run, and its answer tells whether
they are. On the command line, words without a command are read in the same way."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules_cli.look.state import Choice
from rules_cli.store import paths
from rules_cli.store.book_info import game_of
from rules_cli.store.editions import InstalledBooks

COMMAND = "command "
"""What the target of a command line begins with."""
Run = Callable[[str], tuple[str, str]]
"""Runs a command line; returns its remarks, or why it is refused, and its answer, empty if it is refused."""
_AMOUNT = re.compile(r"[\d{][\w{}/+]*|[WUBRGCX]+|[Xx]+[wubrgc]*")
_MANA_COST = re.compile(r"\d{1,2}[WUBRGC]{1,6}|(?:\{[^{}\s]{1,5}\}){1,8}")  # no word of a question
_FIGURES = re.compile(r"\d{1,2}[WUBRGC]{1,6}[,;.?]?")  # that say that words before them are about a cost, too
_SIGN = re.compile(r"[+-][\d{]|\+\w|--\w")  # how a change and an option begin
_STEP = " -> "  # in each step of an answer about a cost
_LEAST_OF_NAME, _MOST_OF_NAME = 2, 6  # words of the name of a card
_OF_NAMES = ("match", "moniker", "part", "find")


class _CommandLine(NamedTuple):
    """A command line without `rules`. `is_command` says that a refusal is its answer, too; `is_sure`, that any answer
    is. Other words, such as `3 counters`, are a cost only if they change it."""

    words: str
    is_command: bool = True
    is_sure: bool = True


def command_row(words: str, book: str | None, installed: InstalledBooks, run: Run) -> list[Choice]:
    """Return the row of the command line that words are, with the book that is asked; none if they are a question."""
    line = _line(words, (book or "").partition("@")[0], installed)
    if line is None:
        return []
    answer = run(line.words)[1]
    if not (_answers(line, answer) or line.is_command):
        return []
    return [Choice(f"{COMMAND}{line.words}", f"rules {line.words}", text=_total(answer))]


def cost_line(words: str, book: str | None, installed: InstalledBooks, run: Run) -> tuple[str, str]:
    """Return the line of `cost` that answers words without a command, empty if they are a question; and why it is
    refused if they begin with a mana cost, `2RR`, else an empty text."""
    line = _line(words, (book or "").partition("@")[0], installed)
    if line is None:
        return "", ""
    remarks, answer = run(line.words)
    return (line.words, "") if _answers(line, answer) else ("", remarks if line.is_command else "")


def _answers(line: _CommandLine, answer: str) -> bool:
    """Return whether an answer is one to the words of a line."""
    return bool(answer) and (line.is_sure or answer.count(_STEP) > 1)


def _total(answer: str) -> str:
    """Return the line of an answer above its steps, after its remarks; empty if it compares several."""
    above, steps, _ = answer.partition("\n  ")
    return above.splitlines()[-1] if steps or len(above.splitlines()) == 1 else ""


def is_signed(words: str) -> bool:
    """Return whether a word, not the first one, begins as a change of a cost, or as an option."""
    return any(map(_SIGN.match, words.split()[1:]))


def argv_of(line: str) -> list[str]:
    """Return the words of a command line."""
    try:
        return shlex.split(line)
    except ValueError:  # an apostrophe, or a quotation mark without its other half
        return line.split()


# Complexity: a name, a cost after its command or without it, and each without a book.
def _line(words: str, book: str, installed: InstalledBooks) -> _CommandLine | None:
    """Return the command line that words may be; None for words that are surely a question."""
    typed = words.split()
    book = "" if {"-b", "--book"} & set(typed) else book
    is_whole = typed[:1] == ["rules"] and typed[1:2] in (["cost"], ["name"])
    first, *others = typed[is_whole:] or [""]
    if first == "name" and others[1:] and others[0] in _OF_NAMES:
        line = words.strip().removeprefix("rules").strip()
        return _CommandLine(f"{line} -b {book}" if book else line)
    is_typed = first == "cost" and bool(others)
    asked = others if is_typed else [first, *others]
    _, count = installed.book_in_front(asked) or ("", 0)
    base, *changes = asked[count:] or [""]
    base = base.rstrip(",;")
    is_amount, has_sign = bool(_AMOUNT.fullmatch(base)), is_signed(" ".join(asked[count:]))
    is_likely = is_typed or (changes and is_amount) or has_sign or any(map(_FIGURES.fullmatch, changes))
    if not (is_likely or _begins_with_card(asked[count:], book)):
        return None
    line = " ".join(["cost", *([game_of(book)] if book and not count else []), *asked])
    is_command = (is_typed and (is_whole or count > 0 or is_amount)) or bool(changes and _MANA_COST.fullmatch(base))
    return _CommandLine(line, is_command, is_command or has_sign or (is_amount and not base.isdecimal()))


def _begins_with_card(words: Sequence[str], book: str) -> bool:
    """Return whether words go on after the name of an imported card. A name of one word may be one of the rules."""
    if len(words) <= _LEAST_OF_NAME or not paths.has_cards():
        return False
    from rules_cli.card_lookup import named_surely  # here, since most libraries have no cards

    ends = range(_LEAST_OF_NAME, min(len(words), _MOST_OF_NAME + 1))
    return any(named_surely(" ".join(words[:end]), book or None) for end in ends)
