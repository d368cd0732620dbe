"""What the tests of the look-up share: keys pressed without a terminal, and screens as text."""

from __future__ import annotations

from collections.abc import Iterable

from rules_cli.look.answers import Answers
from rules_cli.look.screens import screen
from rules_cli.look.state import Ask, Read, Size, State
from rules_cli.look.steps import started, step
from rules_cli.render.page import Span

CURSOR = Span(" ", "chosen")

WIDE, NARROW, WIDEST = Size(80, 24), Size(40, 20), Size(120, 40)


def press(answers: Answers, state: State, keys: Iterable[str]) -> State:
    """Return the state after some keys, each with the answer to its question."""
    for key in keys:
        state = settled(answers, step(state, key))
    return state


def settled(answers: Answers, state: State) -> State:
    """Return the state with its question answered."""
    while state.question is not None:
        state = step(state, answers.answer(state.question))
    return state


def asked(answers: Answers, words: str, book: str | None = "kites", size: Size = WIDE) -> State:
    """Return the state after words at the prompt."""
    return settled(answers, started(words, book, size))


def drawn(state: State, size: Size = WIDE) -> str:
    """Return a screen as text, as a terminal shows it; the cursor at the end of what was typed is a `_`."""
    lines = ["".join("_" if span == CURSOR else span.text for span in line) for line in screen(state, *size)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def read_number(state: State) -> str:
    """Return the number of the rule that is read; empty at the prompt."""
    return state.place.reading.question.target.partition(":")[2] if isinstance(state.place, Read) else ""


def typed(state: State) -> str:
    """Return what is typed at the prompt; "-" elsewhere."""
    return state.place.typed if isinstance(state.place, Ask) else "-"
