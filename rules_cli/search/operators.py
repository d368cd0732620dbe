"""The operators of a question: `"a phrase"`, `-word`, `in:702`, `kind:glossary`, `title:trample`.

`-1/-1`, `-X` and `{-2}` are words of games, and so is all that is written as one word with a colon but is no operator.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_cli.text import words_of_text

OPERATORS = ("in", "kind", "title")
_QUOTED = re.compile(r'["“”„«]([^"“”„«»]*)["“”»]')
_WITHOUT = re.compile(r"(?<!\S)-(?=[^\W\d_]{2})([\w'’-]+)")
_FIELD = re.compile(r'(?<!\S)([^\W\d_]+):(?:["“]([^"“”]*)["”]|(\S+))')
_SHOUTED = re.compile(r"(?<!\S)(?:AND|OR|NOT)(?!\S)|(?<!\S)\+(?=[^\W\d_]{2})|(?<=\w)\*(?!\S)")


class Asked(NamedTuple):
    """A question without its operators: `words` are to be found, `phrases` too, word for word; rows with a word of
    `without` are left out; all words of `titles` must be in the title of a row or in the one above it. `unread`
    are words that look like operators but are not."""

    words: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    within: str | None = None
    kind: str | None = None
    unread: tuple[str, ...] = ()


def read(query: str, books: tuple[str, ...] = ()) -> Asked:
    """Return a question without its operators; a word of `books` in front of a colon is no operator, `mtg:702`."""
    fields: dict[str, list[str]] = {name: [] for name in OPERATORS}
    unread: list[str] = []

    def taken(found: re.Match[str]) -> str:
        name, value = found[1].lower(), found[2] or found[3]
        if name in fields:
            fields[name].append(value)
            return ""
        if name not in books and found[3]:
            unread.append(f"{found[1]}:")
        return found[0]

    rest = _FIELD.sub(taken, query)
    without = tuple(found[1] for found in _WITHOUT.finditer(rest))
    rest = _WITHOUT.sub("", rest)
    phrases = tuple(phrase for phrase in _QUOTED.findall(rest) if words_of_text(phrase))
    if not query.isupper():
        unread += [found[0] for found in _SHOUTED.finditer(rest)]
    words = " ".join((rest, *fields["title"]) if words_of_text(rest) else (rest,)).strip()
    within, kind = (next(iter(fields[name]), None) for name in ("in", "kind"))
    return Asked(words, phrases, without, tuple(fields["title"]), within, kind, tuple(unread))
