"""Answers for assistants: a command line → what it prints, its JSON, and neither longer than an assistant reads.

Every answer is the command's own, so that an assistant is told what a person is told. Words of a call are data: they
follow `--`, and control characters are removed from them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from threading import Lock
from typing import Any, NamedTuple

from rules_cli.text import clean

LONGEST = 24_000
"""Characters of a text, and of its JSON: more than an assistant keeps in mind."""
_LONGEST_WORDS = 4_000  # characters of a question
_LONGEST_DRAFT = 100_000  # characters of a text to check
_NOTE = 300  # characters that the line about what was cut may have
_one_at_a_time = Lock()  # the streams of a process are shared by its threads

Main = Callable[[list[str]], int]


class Answer(NamedTuple):
    """What a command printed, its JSON as one object, and whether it is an error; then it is the error's own line."""

    text: str
    data: dict[str, Any]
    is_error: bool


def words_of(text: str) -> str:
    """Return the words of a call without control characters, and not without end."""
    return clean(" ".join(text[:_LONGEST_WORDS].split()))


def answer(main: Main, command: Sequence[str], words: Sequence[str] = (), draft: str = "") -> Answer:
    """Run a command line twice, for its text and its JSON, with a draft as standard input. Its words follow `--`."""
    last = ["--", *words] if words else []
    draft = draft[:_LONGEST_DRAFT]
    printed, said = _run(main, [*command, *last], draft)
    if not printed.strip():
        lines = (line.removeprefix("rules: ") for line in said.splitlines())
        return Answer("\n".join(lines) or "no answer", {}, True)
    data, _ = _run(main, [command[0], *command[1:], "--json", *last], draft)
    with suppress(ValueError):  # a help page is no JSON
        return _fitted(f"{said}{printed}".strip(), json.loads(data))
    return _fitted(f"{said}{printed}".strip(), {})


def _run(main: Main, argv: list[str], draft: str) -> tuple[str, str]:
    with _one_at_a_time, redirect_stdout(_stream()) as printed, redirect_stderr(_stream()) as said, _input(draft):
        main(argv)
        return _text(printed), _text(said)


def _stream(text: str = "") -> TextIOWrapper:
    return TextIOWrapper(BytesIO(text.encode()), encoding="utf-8", newline="")


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextmanager
def _input(text: str) -> Iterator[None]:
    before, sys.stdin = sys.stdin, _stream(text)
    try:
        yield
    finally:
        sys.stdin = before


def _fitted(text: str, data: Any) -> Answer:
    value = data if isinstance(data, dict) else {"result": data}
    return Answer(_cut(text, data) if len(text) > LONGEST else text, _shortened(value), False)


def _cut(text: str, data: Any) -> str:
    """Return a text that ends between two rules, with the call that gives the rest."""
    rules = data if isinstance(data, list) else []
    numbers = [number for rule in rules for number in (rule.get("number"), *rule.get("children", ())) if number]
    lines = ((number, re.search(rf"(?m)^[^\S\n]*{re.escape(number)}(?!\S)", text)) for number in numbers)
    begins = [(found.start(), number) for number, found in lines if found]
    end, first = max((each for each in begins if each[0] < LONGEST - _NOTE), default=(0, ""))
    how = f'show(id="{first}-{numbers[-1]}") gives the rest' if end else "ask for a part of it"
    end = end or LONGEST - _NOTE
    return f"{text[:end].rstrip()}\n\n[cut here, {len(text) - end:,} characters more: {how}]"


def _shortened(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object that is short enough as JSON: its longest lists lose their last items, and `cut` says so."""
    while len(json.dumps(value, ensure_ascii=False)) > LONGEST:
        lists = {key: len(json.dumps(each)) for key, each in value.items() if isinstance(each, list) and each}
        if not lists:
            return {"cut": True}
        longest = max(lists, key=lists.__getitem__)
        value = {**value, longest: value[longest][: len(value[longest]) // 2], "cut": True}
    return value
