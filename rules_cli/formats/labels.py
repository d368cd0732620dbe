"""The labels of the items of a list: those that the list counts, or those that the items print themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from rules_cli.formats.source_line import RAISED, SourceLine
from rules_cli.numbers.grammar import CLOSING, MIXED, PARTED
from rules_cli.numbers.parts import from_roman, to_roman

_AFTER_NUMBER = rf"(?:[\s{RAISED}]|$)"
_NUMBER = re.compile(rf"(?:{PARTED}{CLOSING}?|[0-9]{{1,4}}-[0-9]{{1,4}}[.)]|{MIXED}|[0-9]{{1,4}}[.)]){_AFTER_NUMBER}")
_LABEL = re.compile(r"((?:([a-z])\2?|[ivx]{1,5})[.)]|\((?:([a-z])\3?|[ivx]{1,5}|[0-9]{1,3})\))\s+(?=\S)")
_ONE_LETTER = re.compile(r"([a-z])\1*")
_MOST_ROMAN = 3_999  # larger numbers are written in digits
_LETTERS = 26


def begins_with_number(text: str) -> bool:
    """Return whether a text begins with a printed number of a rule, of any shape."""
    return bool(_NUMBER.match(text))


def with_own_labels(items: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the items of a list with the labels that they print, `a.` for `1.`, if all have one and count on."""
    found = [match for item in items if (match := _LABEL.match(item.text))]
    labels = [match[1].strip("().") for match in found]
    meanings = [list(map(value, labels)) for value in _VALUES]
    counts_on = any(min(values, default=0) > 0 and all(a < b for a, b in pairwise(values)) for values in meanings)
    if len(found) < len(items) or not counts_on:
        return list(items)
    return [
        item._replace(raw=item.text, text=item.text[match.end() :], marker=match[1])
        for item, match in zip(items, found, strict=True)
    ]


_VALUES: Sequence[Callable[[str], int]] = (
    lambda label: 26 * (len(label) - 1) + ord(label[0]) - ord("a") + 1 if _ONE_LETTER.fullmatch(label) else 0,
    lambda label: from_roman(label) if set(label) <= set("ivx") else 0,
    lambda label: int(label) if label.isdecimal() else 0,
)
"""What a label may mean: a letter (27 for `aa`), a Roman numeral, a number; 0 for something else."""


def numeral(number: int, form: str) -> str:
    """Return a number in a style of CSS (`lower-alpha`), of Word (`lowerLetter`) or of HTML (`a`), else in digits.
    After `z` comes `aa`, then `ab`, but in Word `bb`."""
    kind = form.lower()
    is_upper = form[:1] == "u" or form in ("A", "I")
    if kind.endswith("letter"):
        found = _letter(number) * ((number - 1) // _LETTERS + 1)
    elif kind.endswith(("alpha", "latin")) or kind == "a":
        found = _letters(number)
    elif kind.endswith("roman") or kind == "i":
        found = to_roman(number) if 0 < number <= _MOST_ROMAN else ""
    elif kind in ("decimal-leading-zero", "decimalzero"):
        found = f"{number:02}"
    else:
        return "" if kind == "none" else str(number)
    return (found.upper() if is_upper else found) or str(number)


def _letter(number: int) -> str:
    """Return the letter of a number; after `z` comes `a`."""
    return chr(ord("a") + (number - 1) % _LETTERS)


def _letters(number: int) -> str:
    return _letters((number - 1) // _LETTERS) + _letter(number) if number > 0 else ""
