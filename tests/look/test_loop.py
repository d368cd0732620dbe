"""What the loop does with keys that come while an answer is awaited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import cast

from looking import WIDE
from support import Install
from terminals import PATIENCE

from rules_cli.library import Library
from rules_cli.look.answers import Answers
from rules_cli.look.loop import _Loop, run
from rules_cli.look.state import Answer, Ask, Kind, Question, Read, Size, State
from rules_cli.look.steps import PAUSE, started
from rules_cli.look.terminal import Terminal
from rules_cli.render.page import Span


class _Presses:
    """A terminal on which each key is pressed as soon as the screen shows some words."""

    def __init__(self, *script: tuple[str, str]) -> None:
        self._script, self._shown, self._end = [*script], "", monotonic() + PATIENCE

    def size(self) -> Size:
        return WIDE

    def draw(self, lines: Sequence[Sequence[Span]]) -> None:
        self._shown = "\n".join("".join(span.text for span in line) for line in lines)

    def key(self, wait: float | None) -> str:
        assert monotonic() < self._end, self._shown
        is_time = wait != 0 and self._script[0][0] in self._shown
        return self._script.pop(0)[1] if is_time else ""


class _Slow(Answers):
    """Answers that never come to questions of one kind, if they have words or a rule."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(Library.open())
        self._never = kind

    def answer(self, question: Question) -> Answer:
        if question.kind == self._never and (question.words or question.target):
            Event().wait()
        return super().answer(question)


def last_state(never: Kind, *script: tuple[str, str]) -> State:
    """Return the state in which the look-up is left if answers of one kind never come."""
    return run(cast("Terminal", _Presses(*script)), _Slow(never), "", "looms")


def test_keys_on_a_page_act_while_editions_are_compared(install: Install) -> None:
    older = "1 Looms\n\n1.1 A loom has two beams.\n\n1.2 A warp is tied to the front beam with a knot.\n"
    install("looms", {"2023-05-01": older, "2024-05-01": older.replace("front beam", "back beam")})
    asking = [("type a number", "1"), ("1/", "enter"), ("Backspace back", "d")]
    state = last_state("changes", *asking, ("comparing", "right"), ("▌", "ctrl-c"))
    assert isinstance(state.place, Read)
    assert state.place.chosen == 1


def test_enter_waits_for_the_index_and_ctrl_c_does_not(install: Install) -> None:
    install("looms", {"2024-05-01": "1 Looms\n\n1.1 A loom has two beams.\n"})
    asking = [("type a number", "b"), ("> b", "enter")]
    state = last_state("search", *asking, ("acts when it is done", "ctrl-c"))
    assert isinstance(state.place, Ask)
    assert state.left


def test_a_key_after_the_digits_of_a_reference_is_of_the_page_that_they_open(install: Install) -> None:
    install("looms", {"2024-05-01": "1 Looms\n\n1.1 A loom has two beams.\n\n1.2 A warp.\n\n1.3 A weft.\n"})
    loop = _Loop(cast("Terminal", _Presses(("", ""))), Answers(Library.open()), [])
    loop._opened = True
    state = _settled(loop, started("1", "looms", WIDE), ["enter"])
    state = _settled(loop, state, ["1", "]"])
    assert [place.target.rpartition(":")[2] for place in (*state.back[1:], state.place)] == ["1", "1.1", "1.2"]


def _settled(loop: _Loop, state: State, keys: Sequence[str]) -> State:
    """Return the state after keys that are pressed at once."""
    loop._wait = lambda state: None  # type: ignore[method-assign]  # noqa: ARG005
    loop._keys += keys
    while loop._keys or state.question is not None:
        state = loop.turn(state)
    return state


def test_a_pause_between_keys_that_wait_is_kept() -> None:
    loop = _Loop(cast("Terminal", _Presses(("", "e"), ("", ""), ("", "d"))), Answers(Library.open()), [])
    state = replace(started("", None, WIDE), question=Question("search"))
    for pause in (0.0, 1.0, 1.0):
        loop._pressed -= pause
        loop._wait(state)
    assert [*loop._keys] == ["e", PAUSE, "d"], "two keys, and no word typed in one go"
