"""The operators of a question: `"a phrase"`, `-word`, `in:702`, `kind:glossary`, `title:trample`.

`-1/-1`, `-X` and `{-2}` are words of games. A word with a colon in it that is not an operator is a word, too.
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
    """A question without its operators. `words` are to be found, and `phrases` too, word for word. Rows with a word of
    `without` are left out. All words of `titles` must be in the title of a row or in the nearest title above it.
    `unread` are words that look like operators but are not, `typed` all words."""

    words: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    within: str | None = None
    kind: str | None = None
    unread: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()


def read(query: str, books: tuple[str, ...] = ()) -> Asked:
    """Return a question without its operators; one of `books` before a colon, `mtg:702`, is not a misspelt operator."""
    fields: dict[str, list[str]] = {name: [] for name in OPERATORS}
    unread: list[str] = []

    def taken(match: re.Match[str]) -> str:
        """Note an operator, and return what is left in the question."""
        name, value = match[1].lower(), match[2] or match[3]
        if name in fields:
            fields[name].append(value)
            return ""
        if name not in books and match[3]:
            unread.append(f"{match[1]}:")
        return match[0]

    rest = _FIELD.sub(taken, query)
    without = tuple(_WITHOUT.findall(rest))
    rest = _WITHOUT.sub("", rest)
    phrases = tuple(phrase for phrase in _QUOTED.findall(rest) if words_of_text(phrase))
    if not query.isupper():
        unread += _SHOUTED.findall(rest)
    # Words of a title count for the order of the results, but a question of operators alone is one without words.
    words = " ".join((rest, *fields["title"]) if words_of_text(rest) else (rest,)).strip()
    within, kind = (next(iter(fields[name]), None) for name in ("in", "kind"))
    return Asked(words, phrases, without, tuple(fields["title"]), within, kind, tuple(unread))
