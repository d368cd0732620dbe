"""A text's words, as the index cuts them, and the part of a rule that shows why it was found."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from rules_cli.text import words_of_text

if TYPE_CHECKING:
    from rules_cli.model import Rule

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def snippet(rule: Rule, ways: Collection[str], width: int = 160) -> str:
    """The part of a rule's text round the first word found, on one line."""
    text = " ".join((rule.text or rule.title or "").split())
    if len(text) <= width:
        return text
    at = next((m.start() for m in _WORD.finditer(text) if any(part in ways for part in words_of_text(m[0]))), 0)
    start = max(0, min(at - width // 3, len(text) - width))
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = text.rfind(" ", start, start + width) if start + width < len(text) else len(text)
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def cut_at_words(text: str, hits: Collection[str]) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is a word that was found."""
    done = 0
    for word in _WORD.finditer(text):
        if any(part in hits for part in words_of_text(word[0])):
            yield text[done : word.start()], False
            yield word[0], True
            done = word.end()
    yield text[done:], False
