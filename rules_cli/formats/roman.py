"""Roman numerals, in small letters."""

from __future__ import annotations

from itertools import pairwise

_VALUES = {"m": 1000, "d": 500, "c": 100, "l": 50, "x": 10, "v": 5, "i": 1}
_STEPS = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def to_roman(number: int) -> str:
    """Return a positive number as a Roman numeral; the caller limits its size."""
    numeral = ""
    for value, letters in _STEPS:
        numeral += letters * (number // value)
        number %= value
    return numeral


def from_roman(numeral: str) -> int:
    """Return the value of letters that are Roman digits, in any order; `iiii` is 4, too."""
    values = [_VALUES[letter] for letter in numeral.lower()]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))
