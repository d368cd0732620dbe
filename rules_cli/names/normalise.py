"""Comparing two names: what is a difference of typing, and what is another name.

A name is cut into words after everything has been undone that typing and printing change: apostrophes, normal
form, blanks, case, signs at a word's edges. Two names are the same if these words are the same, in the same order.
Each thing undone has a name in `STEPS`, so that an answer can say which of them it took.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

STEPS = (
    "apostrophe style",
    "quote style",
    "dash style",
    "normal form",
    "invisible marks",
    "trade signs",
    "blanks",
    "case",
    "comma",
    "edge sign",
)
"""What typing and printing change in a name. A book's own letter variants (`æ`) come besides."""
Words = tuple[str, ...]

_LOOKALIKES: Mapping[str, Mapping[str, str]] = {
    "apostrophe style": dict.fromkeys("’‘ʼʹ‛′‵´`", "'"),
    "quote style": dict.fromkeys("“”„‟«»″", '"'),
    "dash style": dict.fromkeys("‐‑‒–—―\u2212", "-"),
}
_TRADE_SIGNS = str.maketrans("", "", "™®©")
_VARIATION_SELECTORS = {chr(c) for c in range(0xFE00, 0xFE10)}
# Blanks as they are before normal form, which makes blanks of the other kinds.
_BLANKS = str.maketrans(dict.fromkeys("\t\r\n\u2028\u2029", " "))
_COMMA = re.compile(" ?,(?!(?<=[0-9],)[0-9]) ?")
EDGE_SIGNS = ".,:;!?\"'()[]"
"""What is no part of a word at its ends. Any other sign is."""


@lru_cache(maxsize=16)
def _lookalikes(skip: str | None) -> Mapping[int, str]:
    return str.maketrans({c: to for step, table in _LOOKALIKES.items() if step != skip for c, to in table.items()})


def _invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or char in _VARIATION_SELECTORS


def tidy(text: str, skip: str | None = None) -> str:
    """The name with its typography undone, but case and signs kept; without one step where `skip` names it.

    >>> tidy(" dawnblade,resplendent  ")
    'dawnblade, resplendent'
    """
    table = _lookalikes(skip)
    text = text.translate(table)  # first: normal form would make a blank of U+00B4
    if not text.isascii():
        if skip != "invisible marks":
            text = "".join(c for c in text if not _invisible(c))
        if skip != "trade signs":
            text = text.translate(_TRADE_SIGNS)
        if skip != "normal form":
            text = unicodedata.normalize("NFKC", text).translate(table)
    return text if skip == "blanks" else _blanks_evened(text)


def _blanks_evened(text: str) -> str:
    """One blank between words, none at the ends; none before a comma and one after."""
    text = " ".join(filter(None, text.translate(_BLANKS).split(" ")))
    return _COMMA.sub(", ", text).strip(" ") if "," in text else text


def cut(text: str, variants: Mapping[str, str], skip: str | None = None) -> Words:
    """The words of a tidied name, case folded; `variants` are letters that the book spells in two ways.

    >>> cut("Bravo, Star of the Show!", {})
    ('bravo', 'star', 'of', 'the', 'show')
    """
    if skip != "case":
        text = text.casefold()
    if not text.isascii() and skip != "normal form":  # case folding may undo it
        text = unicodedata.normalize("NFKC", text)
    for letter, spelled in variants.items():
        if letter != skip:
            text = text.replace(letter, spelled).replace(letter.upper(), spelled.capitalize())
    edges = {"comma": EDGE_SIGNS.replace(",", ""), "edge sign": ","}.get(skip or "", EDGE_SIGNS)
    words = [word.strip(edges) for word in text.split(" ")]
    return tuple(word for word in words if (word or skip == "blanks") and (word != "-" or skip == "edge sign"))


def stands_in(part: Words, whole: Words) -> bool:
    """Whether the part is an unbroken run of the whole's words."""
    length = len(part)
    return any(whole[start : start + length] == part for start in range(len(whole) - length + 1))


def undone(a: str, b: str, variants: Iterable[str], agree: Callable[[str], bool]) -> tuple[str, ...]:
    """The steps without which two names, as typed, would not agree; `agree` tries it without one step."""
    if a == b:
        return ()
    plain = a.isascii() and b.isascii() and "`" not in a + b
    steps = ("blanks", "case", "comma", "edge sign") if plain else (*STEPS, *variants)
    return tuple(step for step in steps if not agree(step)) or tuple(_undone_twice(a, b))


def _undone_twice(a: str, b: str) -> Iterator[str]:
    """What two steps undo, each by itself: a ligature is spelled out in another case too, blanks go with a comma."""
    if not (unicodedata.is_normalized("NFKC", a) and unicodedata.is_normalized("NFKC", b)):
        yield "normal form"
    elif a.replace(" ", "") == b.replace(" ", ""):
        yield "blanks"
