"""The texts of a row with the references printed in them, cut into words and signs.

A reference is one token, compared by the rule it leads to. Quotation marks, the kind of dash, spaces, invisible
characters, marks of emphasis and signs of a brand make no difference between two texts; every other sign and every
capital letter does. A source that lost its quotation marks prints `?` for them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.model import Reference, Row
from rules_cli.text import fold

_QUOTES = "\"'“”„‟«»‹›‘’‚‛`´_™®"  # and other signs that make no difference
_LOST_QUOTE = re.compile(r"(?<!\w)\?(?=[^\W_])")  # a question mark right before a word
_BRAND = re.compile(r"\((?:tm|r)\)", re.IGNORECASE)
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘‛ʼ´`", "'"))
_DASHES = "-‐‑‒–—―−"
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")
_NUMBER = r"\d+(?:\.\d+)*[a-z]{0,2}"
_TOKEN = re.compile(
    r"(\{[^{}\s]{1,12}\}"  # a symbol, {2/W}
    rf"|{_NUMBER}"
    r"|[^\W_]+(?:['’‘‛ʼ´`][^\W_]+)*"  # a word
    rf"|…|\.(?:[ \xa0]?\.)+|[{_DASHES}]+|[^\s{_QUOTES}])"  # an ellipsis, a dash, any other sign
    rf"[{_QUOTES}]*\s*"
    rf"|[\s{_QUOTES}]+"  # quotes and spaces before a word, which belong to it
)
_QUOTES_AND_SPACES = re.compile(rf"[{_QUOTES}]*\s*")
_ANY_NUMBER = re.compile(_NUMBER)
_WORD = re.compile(r"[^\W_]+")
_RANGE_END = 2  # letters: the end of 601.2f–h or 601.2y–ab is a reference, a longer word is the text of a link

TargetOf = Callable[[Reference], Hashable]
"""Returns the rule that a reference leads to: equal for two references that lead to the same rule."""

Spot = tuple[int, int, Reference]
"""A reference with its place in a text: start and end."""


class Token(NamedTuple):
    """A word, sign or reference with the quotes and spaces around it. Two tokens are the same if their keys are."""

    key: Hashable
    start: int
    end: int
    is_reference: bool = False


class Passage(NamedTuple):
    """A text, and the references printed in it."""

    text: str
    spots: tuple[Spot, ...] = ()

    def tokens(self, target_of: TargetOf) -> list[Token]:
        """Return the words, signs and references in order."""
        tokens: list[Token] = []
        begin = 0
        for start, end, reference in self.spots:
            tokens += _plain_tokens(self.text, begin, start)
            begin = _QUOTES_AND_SPACES.match(self.text, end).end()  # type: ignore[union-attr]  # always matches
            tokens.append(Token(target_of(reference), start, begin, is_reference=True))
        tokens += _plain_tokens(self.text, begin, len(self.text))
        if tokens:  # the last one takes the rest of the text
            tokens[-1] = tokens[-1]._replace(end=len(self.text))
        return tokens

    def key(self) -> str:
        """Return the folded words, with "0" for each reference: equal in two editions if the rule only moved."""
        parts, begin = [], 0
        for start, end, _ in self.spots:
            parts += [self.text[begin:start], " 0 "]
            begin = end
        return " ".join(_WORD.findall(fold("".join([*parts, self.text[begin:]]))))


class Passages(NamedTuple):
    """All texts of a row. `links` are the references that no text prints with a number, such as links of a page."""

    title: Passage
    text: Passage
    examples: tuple[Passage, ...]
    notes: tuple[Passage, ...]
    links: tuple[Reference, ...]


def passages(row: Row) -> Passages:
    """Return the texts of a row with each reference in its place. `row.references` are in the order of print."""
    words = row.words
    texts = [_composed(text or "") for text in (words.text, *words.examples, *words.notes)]
    spots: list[list[Spot]] = [[] for _ in texts]
    links: list[Reference] = []
    index = end = 0  # the text of the last reference, and its end there
    for reference in row.references:
        found = _find_printed(texts, _composed(reference.printed), index, end)
        if found is None:
            links.append(reference)
        else:
            index, start, end = found
            spots[index].append((start, end, reference))
    text, *others = [Passage(text, tuple(within)) for text, within in zip(texts, spots, strict=True)]
    examples, notes = others[: len(words.examples)], others[len(words.examples) :]
    return Passages(Passage(_composed(row.title or "")), text, tuple(examples), tuple(notes), tuple(links))


def _composed(text: str) -> str:
    """Return a text without invisible characters, and with each accent and its letter as one character."""
    return text if text.isascii() else unicodedata.normalize("NFC", _INVISIBLE.sub("", text))


def _find_printed(texts: Sequence[str], printed: str, first: int, begin: int) -> tuple[int, int, int] | None:
    """Return where a reference is printed next, as (index of the text, start, end), from `begin` in text `first` on.
    None if it is not printed from there on, or has no number: it may be the linked words of a page."""
    ends_range = len(printed) <= _RANGE_END and printed.isalpha()
    if not ends_range and not any(character.isdigit() for character in printed):
        return None
    for index in [first] if ends_range else range(first, len(texts)):
        text, start = texts[index], (begin if index == first else 0) - 1
        while (start := text.find(printed, start + 1)) >= 0:
            before, after = text[start - 1 : start], text[start + len(printed) :][:1]
            if not (before.isalnum() or after.isalnum()):
                return index, start, start + len(printed)
    return None


def _plain_tokens(text: str, start: int, end: int) -> Iterator[Token]:
    """Yield the words and signs between two places of a text, each with the quotes and spaces around it."""
    if "?" in text and _LOST_QUOTE.search(text):
        text = text.replace("?", '"')
    if "(" in text:
        text = _BRAND.sub(lambda brand: " " * len(brand[0]), text)
    for match in _TOKEN.finditer(text, start, end):
        if core := match[1]:
            yield Token(core if core.isalnum() else _without_typography(core), start, match.end())
            start = match.end()  # quotes and spaces that were matched alone belong to the next token


def _without_typography(core: str) -> str:
    """Return a sign, or a word with signs in it, as a typewriter prints it."""
    if core[0] in _DASHES:
        return "-"
    if core[0] in "….":
        return core if core == "." else "..."
    if core.startswith("{o"):  # {oT} was printed for {T}
        return "{" + core[2:]
    return core if core.isascii() else core.translate(_APOSTROPHES)


@lru_cache(maxsize=10_000)  # most texts of an edition are in the next one, too
def bag_of_words(text: str) -> Counter[str]:
    """Count the folded words of a text; all numbers count as one word. Do not change what it returns."""
    return Counter(_WORD.findall(_ANY_NUMBER.sub("0", fold(text))))
