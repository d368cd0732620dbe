"""From what was typed to a name with sides, or a refusal in one line."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from rules_cli.errors import UsageError
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import Words, cut, tidy
from rules_cli.rule_number import looks_like_number
from rules_cli.text import shorten

MAX_LENGTH = 200
"""The longest real card name has 141 characters."""
_SIDE_MARKS = re.compile(r"//|\|\|")
_NUMBERED = re.compile(r"\d\.\d|:\s*\d")
_BLANK_CONTROLS = "\t\n\r"


@dataclass(frozen=True, slots=True)
class Side:
    """One name: as typed but for typography (`text`), its folded words, the same as a `key`, and its pitch note."""

    text: str
    words: Words
    key: str
    pitch: int | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """What stands on one card: a name, or several.

    `typed` is what was asked, `text` what was read for it (the English name of a translation), and `note` says so.
    """

    typed: str
    text: str
    sides: tuple[Side, ...]
    note: str | None = None


def read_name(typed: str, naming: NameRules, one_side: bool = False) -> Name:
    """Read a name; raises UsageError, which says what is wrong with it.

    A name that is a known translation is read as its English name.
    """
    check_text(typed)
    english = naming.imported.english(naming.key(typed)) if naming.imported else None
    text = english or typed
    _check_letters(text, naming)
    if naming.one_name and _SIDE_MARKS.search(tidy(text)):
        raise UsageError(naming.one_name)
    sides = sides_of(text, naming)
    if not all(side.words for side in sides):
        what = (
            "one side of the split name is empty" if len(sides) > 1 else "the name is empty: give a card name in quotes"
        )
        raise UsageError(what)
    if one_side and len(sides) > 1:
        raise UsageError("ask about one side at a time")
    note = naming.translation.format(typed=shorten(typed.strip()), english=english) if english else None
    return Name(typed, text, sides, note)


def check_text(typed: str) -> None:
    """Refuse what can be no name, whatever the book: raises UsageError."""
    if len(typed) > MAX_LENGTH:
        raise UsageError(f"that is too long for a card name ({len(typed)} characters, at most {MAX_LENGTH})")
    readable = typed.isprintable() and "\ufffd" not in typed
    for position, char in enumerate("" if readable else typed, 1):
        if char == "\ufffd" or (unicodedata.category(char) in ("Cc", "Cs") and char not in _BLANK_CONTROLS):
            raise UsageError(f"the name holds an unreadable character at position {position}")
    if _NUMBERED.search(typed) and looks_like_number(typed):
        raise UsageError(f"that is a rule number; use: rules show {typed.strip()}")


def _check_letters(text: str, naming: NameRules) -> None:
    if naming.script is None or text.isascii():
        return
    for char in text:
        if not all(map(_latin, unicodedata.normalize("NFKC", char))):
            raise UsageError(f"{char!r} (U+{ord(char):04X}) is not a Latin letter; {naming.script}")


def _latin(char: str) -> bool:
    """Whether a character is no letter of another script; marks and signs have none."""
    return char.isascii() or unicodedata.category(char)[0] != "L" or _name(char).startswith("LATIN ") or _common(char)


def _common(char: str) -> bool:
    """Modifier letters that belong to no script: a turned comma, a raised vertical line."""
    return unicodedata.category(char) == "Lm" and _name(char).startswith("MODIFIER LETTER ")


@lru_cache(maxsize=1024)
def _name(char: str) -> str:
    return unicodedata.name(char, "")


def sides_of(text: str, naming: NameRules, skip: str | None = None) -> tuple[Side, ...]:
    """The names in a text, without any check; `skip` leaves one step of the comparison out."""
    pieces = _split(tidy(text, skip), naming)
    noted = [_pitch_off(piece.strip(" "), naming) for piece in pieces]
    whole = noted[-1][1]  # a note at the very end is the whole card's, unless a side has its own
    words = (cut(name, naming.letter_variants, skip) for name, _ in noted)
    return tuple(
        Side(name, cut_, " ".join(cut_), pitch or whole) for cut_, (name, pitch) in zip(words, noted, strict=True)
    )


def _split(text: str, naming: NameRules) -> list[str]:
    if naming.separator is None:
        return [text]
    marks = [found.span() for found in naming.separator.finditer(text) if found["mark"]]
    starts, ends = [0, *(end for _, end in marks)], [*(start for start, _ in marks), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def _pitch_off(text: str, naming: NameRules) -> tuple[str, int | None]:
    found = naming.pitch_note.search(text) if naming.pitch_note else None
    return (text[: found.start()], naming.pitch_value(found[1])) if found else (text, None)
