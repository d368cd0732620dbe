"""The loop of the look-up: keys and answers go into `step`, its states onto the terminal."""

from __future__ import annotations

import gc
import threading
import warnings
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING

from rules_cli.errors import RulesWarning
from rules_cli.look.line import PASTED, typed_text
from rules_cli.look.screens import screen
from rules_cli.look.state import Answer, Question, Read, Size, State
from rules_cli.look.steps import PAUSE, settles, started, step, waiting
from rules_cli.render.language import say

if TYPE_CHECKING:
    from rules_cli.look.answers import Answers
    from rules_cli.look.terminal import Terminal

_PATIENCE = 0.3  # seconds: a list that comes later than this is announced
_POLL = 0.02  # seconds between two looks whether a search is done
_IN_ONE_GO = 0.5  # seconds between two keys of one word, even for most people who type with one hand
_FASTEST = 30  # characters a second: what comes faster was not typed
_LEAST_PASTE = 3  # characters: fewer may be typed while a screen is drawn
_BLANKS = {"enter": "\n", "tab": "\t"}
_AT_ONCE = (PAUSE, "esc", "back", "ctrl-c", "ctrl-d", "ctrl-u", "ctrl-w", "ctrl-g", "alt-h", "f1", "tab", "resize")
"""Keys that need no list; other keys wait for the list of the words typed before them."""


def with_paste(keys: Sequence[str], seconds: float) -> list[str]:
    """Return the keys that came within so many seconds, with a paste as one key. A paste comes faster than a person
    types, and some terminals do not mark it. An Enter at its end is a key, one inside it is a blank of the text."""
    text = keys[:-1] if keys[-1:] == ["enter"] and "enter" not in keys[:-1] else keys
    is_text = all(typed_text(key) or key in _BLANKS for key in text)
    is_typed = len(text) < max(_LEAST_PASTE, _FASTEST * seconds) or len(set(text)) == 1  # or one key is held down
    if not is_text or is_typed:
        return [*keys]
    return [PASTED + "".join(_BLANKS.get(key, key) for key in text), *keys[len(text) :]]


class _Searcher:
    """Searches in a thread, so that keys work while an index is built. Answers only the last of several questions."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.asked = SimpleQueue[Question]()
        self._found = SimpleQueue[tuple[Question, Answer | BaseException]]()
        threading.Thread(target=copy_context().run, args=(self._work,), daemon=True).start()

    def answer(self, question: Question) -> Answer | None:
        """Return the answer to a question; None if it has not come yet. Raises what the search raised."""
        try:
            answered, answer = self._found.get(timeout=_POLL)
        except Empty:
            return None
        if isinstance(answer, BaseException):
            raise answer
        return answer if answered == question else None

    def _work(self) -> None:
        while True:
            question = self.asked.get()
            if self.asked.empty():
                try:
                    self._found.put((question, self._answers.answer(question)))
                except BaseException as error:  # noqa: BLE001 - raised again where the answer is waited for
                    self._found.put((question, error))


def run(terminal: Terminal, answers: Answers, words: str = "", book: str | None = None) -> State:
    """Let a person look up rules, and return the last state. Ctrl-C leaves at any time. Garbage is not collected
    meanwhile: that takes 20 ms, longer than a key may. It is 1 MB in 1,000 keys."""
    state = started(words, book, Size(*terminal.size()))
    gc.disable()
    try:
        with warnings.catch_warnings(), suppress(KeyboardInterrupt):
            warned: list[str] = []  # for the last line of the screen
            warnings.simplefilter("default", RulesWarning)
            warnings.showwarning = lambda message, *_, **__: warned.append(str(message))
            loop = _Loop(terminal, answers, warned)
            while not state.left:
                state = loop.turn(state)
    finally:
        gc.enable()
    return state


class _Loop:
    def __init__(self, terminal: Terminal, answers: Answers, warned: list[str]) -> None:
        self._terminal, self._answers, self._warned = terminal, answers, warned
        self._searcher = _Searcher(answers)
        self._asked: Question | None = None
        self._drawn: State | None = None
        self._since = 0.0  # when the person began to wait for an answer
        self._opened = False  # True after the first answer, which opens the books: that may take seconds
        self._keys = deque[str]()
        self._emptied = -inf  # when no more keys were there: those typed before the first time are no paste
        self._pressed = 0.0  # when the last key came

    def turn(self, state: State) -> State:
        """Take one answer, or the keys that were pressed; draw, and wait for the next key."""
        state = self._answered(state)
        while self._keys and not state.left and (state.question is None or self._may_pass(state)):
            state = self._answered(step(state, self._event(state)))
        if not state.left:
            shown = state
            if state.question is not None and (seconds := monotonic() - self._since) > _PATIENCE:
                shown = waiting(state, seconds, keys_wait=bool(self._keys))
            elif self._warned and not state.message:
                shown = replace(state, message=self._warned[-1])
            if shown is not self._drawn:
                self._terminal.draw(screen(shown, *state.size))
                self._drawn = shown
            self._wait(state)
        return state

    def _event(self, state: State) -> str | Size:
        """Return the next key, or the new size of the screen."""
        key = PAUSE if settles(state, self._keys[0]) else self._keys.popleft()
        return Size(*self._terminal.size()) if key == "resize" else key

    def _wait(self, state: State) -> None:
        """Wait for a key, and take all that were pressed. The wait is short if an answer is to come, or if what was
        typed on a page waits for a pause."""
        patience = _POLL if state.question is not None else None
        if state.typed:
            patience = max(0.0, min(self._pressed + _IN_ONE_GO - monotonic(), patience or _IN_ONE_GO))
        begun, key = self._emptied, self._terminal.key(0)
        if not key:
            key, begun = self._terminal.key(patience), monotonic()
            has_rested = begun - self._pressed >= _IN_ONE_GO and list(self._keys)[-1:] != [PAUSE]
            if has_rested and (state.typed or self._keys):  # of keys that wait, too: they are no word typed in one go
                self._keys.append(PAUSE)
        pressed = list[str]()
        while key:
            pressed.append(key)
            key = self._terminal.key(0)
        self._emptied = monotonic()
        self._pressed = self._emptied if pressed else self._pressed
        if "ctrl-c" in pressed:  # it does not wait behind others
            self._keys.clear()
            pressed = ["ctrl-c"]
        self._keys += with_paste(pressed, self._emptied - begun)

    def _may_pass(self, state: State) -> bool:
        """Return whether the next key does not need the answer that is to come: no key on a page does."""
        return isinstance(state.place, Read) or bool(typed_text(self._keys[0])) or self._keys[0] in _AT_ONCE

    def _answered(self, state: State) -> State:
        """Return a state after the answers to its questions that are quick or have come. Copy its text for the
        clipboard. A slow question is given to the searcher, once."""
        while self._opened and state.question is not None and self._answers.is_quick(state.question):
            self._asked = None
            state = step(state, self._answers.answer(state.question))
        if state.clip:
            beginning = state.clip.partition("\n")[0]
            caption = "copied" if self._terminal.copy(state.clip) else "sent to terminal"
            state = replace(state, clip="", message=say(caption, beginning))
        if state.question is None:
            return state
        if state.question != self._asked:
            if not self._asked:  # the wait goes on if more is typed in it
                self._since = monotonic()
            self._asked = state.question
            self._searcher.asked.put(state.question)
        if self._keys and self._may_pass(state):  # more was typed already, so that another question follows
            return state
        answer = self._searcher.answer(state.question)
        if answer is None:
            return state
        self._asked, self._opened = None, True
        return self._answered(step(state, answer))
