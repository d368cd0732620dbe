"""Compare the spelling of names: undo differences of typing and printing, cut names into words, notice near misses.

Two names are the same if their words are the same, in the same order. Each difference that is undone has a name in
`STEPS`, so that an answer can list the ones that two names needed. Near misses help, and never decide an answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple

from rules_cli.errors import UsageError
from rules_cli.numbers.typed import looks_like_number

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

Words = tuple[str, ...]
"""The words of a name, case folded and without edge signs."""
EDGE_SIGNS = ".,:;!?\"'()[]"
"""Signs that do not count at the ends of a word. Every other sign does."""

MAX_LENGTH = 200  # characters; the longest real card name has 141
_NUMBERED = re.compile(r"\d\.\d|:\s*\d")
_VARIATION_SELECTORS = {chr(code) for code in range(0xFE00, 0xFE10)}
_BLANKS = str.maketrans(dict.fromkeys("\t\r\n\u2028\u2029", " "))
COMMA = re.compile(" ?,(?!(?<=[0-9],)[0-9]) ?")  # with the blanks around it, but not between two digits


def _replacing(signs: str, by: str | None) -> Callable[[str], str]:
    table = str.maketrans(dict.fromkeys(signs, by))
    return lambda text: text.translate(table)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


_LOOKALIKES = (
    ("apostrophe style", _replacing("’‘ʼʹ‛′‵´`", "'")),
    ("quote style", _replacing("“”„‟«»″", '"')),
    ("dash style", _replacing("‐‑‒–—―\u2212", "-")),
)
_TYPOGRAPHY = (
    *_LOOKALIKES,  # before the normal form, which turns U+00B4 into a blank and an accent
    (
        "invisible marks",
        lambda text: "".join(c for c in text if unicodedata.category(c) != "Cf" and c not in _VARIATION_SELECTORS),
    ),
    ("trade signs", _replacing("™®©", None)),  # before the normal form, which turns them into letters
    ("normal form", _nfkc),
    *_LOOKALIKES,  # the normal form can make new ones
)


def tidy(text: str, skip: str | None = None) -> str:
    """The name in plain characters, with its case and signs; `skip` names a step of `STEPS` to leave out.

    One blank stays between words, none at the ends, none before a comma and one after it.

    >>> tidy(" dawnblade,resplendent  ")
    'dawnblade, resplendent'
    """
    for step, undo in _LOOKALIKES[:1] if text.isascii() else _TYPOGRAPHY:
        if step != skip:
            text = undo(text)
    if skip == "blanks":
        return text
    text = " ".join(filter(None, text.translate(_BLANKS).split(" ")))
    return COMMA.sub(", ", text).strip(" ")


def check_text(typed: str) -> None:
    """Raise UsageError for a text that cannot be a name in any book."""
    if len(typed) > MAX_LENGTH:
        raise UsageError(f"that is too long for a card name ({len(typed)} characters, at most {MAX_LENGTH})")
    for position, char in enumerate(typed, 1):
        if char == "\ufffd" or (unicodedata.category(char) in ("Cc", "Cs") and char not in "\t\n\r"):
            raise UsageError(f"the name holds an unreadable character at position {position}")
    if _NUMBERED.search(typed) and looks_like_number(typed):
        raise UsageError(f"that is a rule number; use: rules show {typed.strip()}")


# The signs to strip, and the texts that are no words, if a step is left out.
_EDGES_WITHOUT = {"comma": EDGE_SIGNS.replace(",", ""), "edge sign": ","}
_NO_WORDS_WITHOUT = {"blanks": ("-",), "edge sign": ("",)}


def tokens(text: str, variants: Mapping[str, str], skip: str | None = None) -> Words:
    """The folded words of a tidied name, without signs at their ends.

    `variants` has letters that the book spells in two ways, each with the other spelling; `skip` is as for `tidy`.

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
    """The steps without which two different names would not agree; `agree(step)` says if they do without."""
    needed = tuple(step for step in (*STEPS, *variants) if not agree(step))
    if needed:
        return needed
    # No single step is needed if two steps undo the same difference.
    if not (unicodedata.is_normalized("NFKC", a) and unicodedata.is_normalized("NFKC", b)):
        return ("normal form",)  # case folding spells out a ligature, too
    return ("blanks",) if a.replace(" ", "") == b.replace(" ", "") else ()  # "comma" strips those beside it, too


# --- near misses

MOST_EDITS = 2  # a slip or two; names three edits apart are mostly two cards
LETTERS_PER_EDIT = 4  # short names lie close together: Fai and Fae are no slip of each other
# Letters that no normal form turns into the letters typed for them.
_TYPED_FOR = str.maketrans(
    {"æ": "ae", "œ": "oe", "ð": "d", "đ": "d", "þ": "th", "ø": "o", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t"}
)
_BETWEEN_LETTERS = str.maketrans("", "", " -'")


class Near(NamedTuple):
    """How two names nearly agree, and the words that differ: `Proto / Protos`.
    If `may_be_same`, one of them may be the other, typed without its signs."""

    kind: Literal["accents", "spacing", "plural", "typo"]
    detail: str
    may_be_same: bool = False


def without_accents(text: str) -> str:
    """The text with every letter as it would be typed without accents."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text.translate(_TYPED_FOR)) if not unicodedata.combining(c))


def skeleton(text: str) -> str:
    """The letters of a folded name, without accents, blanks, hyphens and apostrophes."""
    return without_accents(text).translate(_BETWEEN_LETTERS)


def loose_words(key: str) -> Words:
    """The words of a folded name without accents and apostrophes; each part of a compound counts as a word."""
    return tuple(joined_words(key).replace("-", " ").split())


def joined_words(key: str) -> str:
    """A folded name without accents and apostrophes."""
    return without_accents(key).replace("'", "")


def leaves_out_signs(typed: str, name: str) -> bool:
    """Whether a folded text is a name with accents, apostrophes or hyphens left out, and with other blanks.
    A sign is left out, never changed, moved or added: `sabia` may be `sabiá` or `sábia`, which are two words. Only a
    hyphen may take the place of a blank."""
    pairs = zip_longest(_letters_with_signs(typed), _letters_with_signs(name), fillvalue=("", frozenset[str]()))
    for (typed_letter, typed_signs), (letter, signs) in pairs:
        allowed = signs | {"-"} if " " in signs else signs
        if typed_letter != letter or not typed_signs - {" "} <= allowed:
            return False
    return True


def _letters_with_signs(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the letters of a text without accents, each with its accents and the signs before it."""
    signs = set[str]()
    for char in text:
        plain = char.translate(_TYPED_FOR)  # `æ` as `ae`
        letter, *others = list(unicodedata.normalize("NFKD", plain))
        if letter in " -'":
            signs.add(letter)
            continue
        accents = {other for other in others if unicodedata.combining(other)}
        if plain != char:
            accents.add(char)
        yield letter, frozenset(signs | accents)
        yield from ((other, frozenset[str]()) for other in others if not unicodedata.combining(other))
        signs = set()


# Complexity: one condition for each way in which names may nearly agree.
def near(a: Words, b: Words, text_a: str, text_b: str) -> Near | None:
    """How two different names nearly agree; None if they are further apart. The texts are the names as printed."""
    key_a, key_b = " ".join(a), " ".join(b)
    printed_a, printed_b = text_a.split(" "), text_b.split(" ")
    if len(printed_a) == len(a) == len(b) == len(printed_b):  # only the words that differ are shown
        differing = [place for place in range(len(a)) if a[place] != b[place]]
        text_a = " ".join(printed_a[place].strip(EDGE_SIGNS) for place in differing)
        text_b = " ".join(printed_b[place].strip(EDGE_SIGNS) for place in differing)
    detail = f"{text_a} / {text_b}"
    if skeleton(key_a) == skeleton(key_b):
        may_be_same = leaves_out_signs(key_a, key_b) or leaves_out_signs(key_b, key_a)
        return Near("accents" if without_accents(key_a) == without_accents(key_b) else "spacing", detail, may_be_same)
    if len(a) == len(b) and all(map(_differ_as_plural, a, b)):
        return Near("plural", detail)
    return Near("typo", detail) if is_typo(key_a, key_b) else None


def _differ_as_plural(a: str, b: str) -> bool:
    """Whether two words differ at most by an apostrophe and by an `s` or `es` at the end."""
    short, long = sorted((a.replace("'", ""), b.replace("'", "")), key=len)
    return long in (short, f"{short}s", f"{short}es")


def near_part(part: Words, whole: Words, text_part: str, text_whole: str) -> Near | None:
    """How a part nearly agrees with a run of a name's words; None if it agrees with none. The texts are as printed."""
    printed = text_whole.split(" ")
    for length in (len(part), len(part) + 1, len(part) - 1):
        for start in range(len(whole) - length + 1 if length > 0 else 0):
            run = whole[start : start + length]
            printed_run = printed[start : start + length] if len(printed) == len(whole) else run
            if nearness := near(part, run, text_part, " ".join(printed_run)):
                return nearness
    return None


def is_typo(a: str, b: str) -> bool:
    """Whether few edits lead from one text to the other; two neighbours swapped are one edit."""
    from rapidfuzz.distance import OSA  # here, since most questions need no near misses

    limit = _edits_allowed(len(a), len(b))
    return OSA.distance(a, b, score_cutoff=limit) <= limit


def _edits_allowed(*lengths: int) -> int:
    return min(MOST_EDITS, max(lengths) // LETTERS_PER_EDIT)


class SimilarKeys:
    """Finds folded names by misspellings of them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_length: dict[int, dict[str, list[str]]] = {}
        for key in keys:
            letters = skeleton(key)
            self._by_length.setdefault(len(letters), {}).setdefault(letters, []).append(key)

    def with_letters(self, letters: str) -> Sequence[str]:
        """The keys with these letters."""
        return self._by_length.get(len(letters), {}).get(letters, ())

    def close(self, key: str) -> list[str]:
        """The keys from which a few edits lead to this one, except itself, in alphabetical order."""
        from rapidfuzz import process  # here, since most questions need no near misses
        from rapidfuzz.distance import OSA

        letters, close = skeleton(key), set[str]()
        for length in range(len(letters) - MOST_EDITS, len(letters) + MOST_EDITS + 1):  # others are further apart
            keys = self._by_length.get(length, {})
            allowed = _edits_allowed(length, len(letters))
            for near_by, _, _ in process.extract_iter(letters, keys.keys(), scorer=OSA.distance, score_cutoff=allowed):
                close.update(keys[near_by])
        return sorted(close - {key})
