"""Normalise a name: undo the differences of typing and printing, then cut it into words.

Two names are the same if their words are the same, in the same order. Each difference that is undone has a name in
`STEPS`, so that an answer can list the ones that two names needed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

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
"""Differences of typing and printing. A book's letter variants (`æ`) come after them."""
_ASCII_STEPS = ("blanks", "case", "comma", "edge sign")

Words = tuple[str, ...]
"""The words of a name, case folded and without edge signs."""
EDGE_SIGNS = ".,:;!?\"'()[]"
"""Signs that do not count at the ends of a word. Every other sign does."""

_VARIATION_SELECTORS = {chr(code) for code in range(0xFE00, 0xFE10)}
_BLANKS = str.maketrans(dict.fromkeys("\t\r\n\u2028\u2029", " "))
_COMMA = re.compile(" ?,(?!(?<=[0-9],)[0-9]) ?")
"""A comma with the blanks around it, but not a comma between two digits."""


def _replacing(signs: str, by: str | None) -> Callable[[str], str]:
    table = str.maketrans(dict.fromkeys(signs, by))
    return lambda text: text.translate(table)


def _without_invisible_marks(text: str) -> str:
    return "".join(c for c in text if unicodedata.category(c) != "Cf" and c not in _VARIATION_SELECTORS)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


_LOOKALIKES = (
    ("apostrophe style", _replacing("’‘ʼʹ‛′‵´`", "'")),
    ("quote style", _replacing("“”„‟«»″", '"')),
    ("dash style", _replacing("‐‑‒–—―\u2212", "-")),
)
_TYPOGRAPHY = (
    *_LOOKALIKES,  # before the normal form, which turns U+00B4 into a blank and an accent
    ("invisible marks", _without_invisible_marks),
    ("trade signs", _replacing("™®©", None)),  # before the normal form, which turns them into letters
    ("normal form", _nfkc),
    *_LOOKALIKES,  # the normal form can make new ones
)


def tidy(text: str, skip: str | None = None) -> str:
    """The name with its typography undone, but with its case and signs; `skip` names a step to leave out.

    >>> tidy(" dawnblade,resplendent  ")
    'dawnblade, resplendent'
    """
    for step, undo in _LOOKALIKES[:1] if text.isascii() else _TYPOGRAPHY:
        if step != skip:
            text = undo(text)
    return text if skip == "blanks" else _even_blanks(text)


def _even_blanks(text: str) -> str:
    """Leave one blank between words, none at the ends, none before a comma and one after it."""
    text = " ".join(filter(None, text.translate(_BLANKS).split(" ")))
    return _COMMA.sub(", ", text).strip(" ") if "," in text else text


# The signs to strip, and the texts that are no words, if a step is left out.
_EDGES_WITHOUT = {"comma": EDGE_SIGNS.replace(",", ""), "edge sign": ","}
_NO_WORDS_WITHOUT = {"blanks": ("-",), "edge sign": ("",)}


def tokens(text: str, variants: Mapping[str, str], skip: str | None = None) -> Words:
    """The words of a tidied name; `variants` are letters that the book spells in two ways.

    >>> tokens("Bravo, Star of the Show!", {})
    ('bravo', 'star', 'of', 'the', 'show')
    """
    if skip != "case":
        text = text.casefold()
    if not text.isascii() and skip != "normal form":  # case folding may undo it
        text = _nfkc(text)
    for letter, spelled in variants.items():
        if letter != skip:
            text = text.replace(letter, spelled).replace(letter.upper(), spelled.capitalize())
    edges = _EDGES_WITHOUT.get(skip or "", EDGE_SIGNS)
    no_words = _NO_WORDS_WITHOUT.get(skip or "", ("", "-"))
    words = [word.strip(edges) for word in text.split(" ")]
    return tuple(word for word in words if word not in no_words)


def is_run(part: Words, whole: Words) -> bool:
    """Whether the part is an unbroken run of the whole's words."""
    length = len(part)
    return any(whole[start : start + length] == part for start in range(len(whole) - length + 1))


def steps_needed(a: str, b: str, variants: Iterable[str], agree: Callable[[str], bool]) -> tuple[str, ...]:
    """The steps without which two agreeing names would differ; `agree(step)` compares them without that step."""
    if a == b:
        return ()
    is_plain = a.isascii() and b.isascii() and "`" not in a + b
    steps = _ASCII_STEPS if is_plain else (*STEPS, *variants)
    needed = tuple(step for step in steps if not agree(step))
    return needed or _step_done_by_another(a, b)


def _step_done_by_another(a: str, b: str) -> tuple[str, ...]:
    """The step to report if no single one is needed, since another undoes the same difference.

    Case folding spells out a ligature as the normal form does, and evening blanks strips those beside a comma.
    """
    if not (unicodedata.is_normalized("NFKC", a) and unicodedata.is_normalized("NFKC", b)):
        return ("normal form",)
    return ("blanks",) if a.replace(" ", "") == b.replace(" ", "") else ()
