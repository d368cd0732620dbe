"""Answers for assistants: a command line → what it prints, and its JSON, neither of them too long for an assistant.

Every answer is the command's own: an assistant reads the same as a person. Words of a call are data: they follow `--`,
and control characters are removed from them.
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
"""The most characters of a text, and of its JSON."""
_LONGEST_WORDS = 4_000  # characters of a question
_LONGEST_DRAFT = 100_000  # characters of a text to check
_NOTE = 300  # characters that the line about what was cut may have
_one_at_a_time = Lock()  # the streams of a process are shared by its threads

Main = Callable[[list[str]], int]


class Answer(NamedTuple):
    """What a command printed, and its JSON as one object. `is_error` if it answered nothing: then `text` says why."""

    text: str
    data: dict[str, Any]
    is_error: bool


def words_of(text: str) -> str:
    """Return the words of a call without control characters, cut if they are too long."""
    return clean(" ".join(text[:_LONGEST_WORDS].split()))


def answer(main: Main, command: Sequence[str], words: Sequence[str] = (), draft: str = "") -> Answer:
    """Run a command line twice, for its text and its JSON, with a draft as standard input; `words` follow `--`."""
    last = ["--", *words] if words else []
    draft = draft[:_LONGEST_DRAFT]
    printed, errors = run(main, [*command, *last], draft)
    if not printed.strip():
        lines = (line.removeprefix("rules: ") for line in errors.splitlines())
        return Answer("\n".join(lines) or "no answer", {}, True)
    document, _ = run(main, [*command, "--json", *last], draft)
    data: Any = {}
    with suppress(ValueError):  # a help page is not JSON
        data = json.loads(document)
    text = f"{errors}{printed}".strip()
    return Answer(_cut(text, data), _shortened(data if isinstance(data, dict) else {"result": data}), False)


def run(main: Main, argv: list[str], draft: str = "") -> tuple[str, str]:
    """Run a command line; return its standard output and its standard error."""
    with _one_at_a_time, redirect_stdout(_stream()) as printed, redirect_stderr(_stream()) as errors, _input(draft):
        main(argv)
        return _text(printed), _text(errors)


def _stream(text: str = "") -> TextIOWrapper:
    return TextIOWrapper(BytesIO(text.encode()), encoding="utf-8", newline="")


def _text(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


@contextmanager
def _input(text: str) -> Iterator[None]:
    """Have a text as standard input until the block ends."""
    before, sys.stdin = sys.stdin, _stream(text)
    try:
        yield
    finally:
        sys.stdin = before


def _cut(text: str, data: Any) -> str:
    """Return a text if it is short enough, else its beginning, up to a rule, with the call that gives the rest."""
    if len(text) <= LONGEST:
        return text
    rules = data if isinstance(data, list) else []
    numbers = [number for rule in rules for number in (rule.get("number"), *rule.get("children", ())) if number]
    matches = ((number, re.search(rf"(?m)^[^\S\n]*{re.escape(number)}(?!\S)", text)) for number in numbers)
    starts = [(match.start(), number) for number, match in matches if match and match.start() < LONGEST - _NOTE]
    end, next_number = max(starts, default=(0, ""))
    how = f'show(id="{next_number}-{numbers[-1]}") gives the rest' if end else "ask for a part of it"
    end = end or LONGEST - _NOTE
    return f"{text[:end].rstrip()}\n\n[cut here, {len(text) - end:,} characters more: {how}]"


def _shortened(value: dict[str, Any]) -> dict[str, Any]:
    """Return an object that is short enough as JSON. Its longest list loses half of its items until it is; then the
    object has `cut`."""
    while len(json.dumps(value, ensure_ascii=False)) > LONGEST:
        lengths = {key: len(json.dumps(items)) for key, items in value.items() if isinstance(items, list) and items}
        if not lengths:
            return {"cut": True}
        longest = max(lengths, key=lengths.__getitem__)
        value = {**value, longest: value[longest][: len(value[longest]) // 2], "cut": True}
    return value
