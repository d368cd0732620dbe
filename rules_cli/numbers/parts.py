"""The parts of a rule number, their order, and the numbers around one.

A number is a sequence of parts, figures or letters, with the signs that its book prints between them (`2.7.3a`,
`103.1.b.1`, `8-1-1`, `A5b`, `IV.2`, `4.01(a)(1)`), or a path on a page (`abilities.3.1`), or the address of an
unnumbered row (`glossary.legend-rule`, `2.4.upgrade`, `introduction`). A number printed again ends in `#2`, `#3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from rules_cli.model import RuleNumber
from rules_cli.numbers.grammar import INSERTED, PART, SEPARATORS, printed_pattern
from rules_cli.text import fold

Part = int | str


class Parts(tuple[Part, ...]):
    """A number taken apart: `2.7.3a#2` is (2, 7, 3, "a"), `A5b` is ("a", 5, "b"), `IV` is (4,)."""

    __slots__ = ()

    @property
    def digits(self) -> tuple[int, ...]:
        """The figures before the first letters: (2, 7, 3)."""
        figures = []
        for part in self:
            if isinstance(part, str):
                break
            figures.append(part)
        return tuple(figures)

    @property
    def letters(self) -> str:
        """The letters at the end if all other parts are figures; else ""."""
        return str(self[-1]) if len(self.digits) == len(self) - 1 and self.digits else ""

    @property
    def is_common(self) -> bool:
        """Whether it is only figures, or figures with letters at the end."""
        return len(self.digits) + bool(self.letters) == len(self)


_ROMAN = {"m": 1000, "cm": 900, "d": 500, "cd": 400, "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10}
_ROMAN |= {"ix": 9, "v": 5, "iv": 4, "i": 1}
_ROMAN_NUMBER = re.compile(r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_SMALL_FIRST = re.compile(r"[ivxlc]{1,7}(?=[0-9.#(\s-]|$)|[a-z]{2,4}(?=[.-]?[0-9])|[a-z](?=[0-9.#(-]|$)")
_LETTERS_OF_APPENDICES = frozenset("CL")  # alone they are the third and the twelfth appendix, not article 100 and 50
_PRINTED_PARTS = re.compile(rf"{printed_pattern()}(?:#[0-9]{{1,6}})?")
_DOTS = str.maketrans(dict.fromkeys(SEPARATORS, "."))


def with_dots(number: str) -> str:
    """Return a printed number with dots in place of the other signs between its figures: 1/2 is 1.2."""
    return number.translate(_DOTS)


@lru_cache(maxsize=10_000)
def parts(number: str) -> Parts | None:
    """Return the parts of a printed number; None for a path or an unnumbered row."""
    if not _PRINTED_PARTS.fullmatch(number):
        return None
    first, *others = PART.findall(number.partition("#")[0])
    return Parts((_first_part(first), *(int(each) if each[0].isdecimal() else each.lower() for each in others)))


def _first_part(text: str) -> Part:
    """Return the first part of a number: figures and Roman numerals as their value, other letters small."""
    if text.isdecimal():
        return int(text)
    if text in _LETTERS_OF_APPENDICES or not _ROMAN_NUMBER.fullmatch(text):
        return text.lower()
    return from_roman(text)


def from_roman(numeral: str) -> int:
    """Return the value of letters that are Roman digits, in any order; `iiii` is 4, too."""
    values = [_ROMAN[letter] for letter in numeral.lower()]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))  # the i of iv counts against it


def to_roman(number: int) -> str:
    """Return a positive number as a Roman numeral in small letters; the caller limits its size."""
    numeral = ""
    for letters, value in _ROMAN.items():
        numeral += letters * (number // value)
        number %= value
    return numeral


def lookup_key(number: str) -> str:
    """Return what all spellings of a number have in common: `A5b` and `a.5b` are one, as are `2-7-3` and `2.7.03`. A
    path has no accents and no capitals in it."""
    found = parts(in_capitals(number))
    if found is None:
        return number if number.isascii() else fold(number)
    again = number.rpartition("#")[2] if "#" in number else ""
    return ".".join(map(str, found)) + (f"#{again}" if again else "")


def in_capitals(number: str) -> str:
    """Return a number with letters at its start in capitals: a roman number, a code, or the letter of an appendix."""
    found = _SMALL_FIRST.match(number)
    return found[0].upper() + number[found.end() :] if found else number


def without_last(number: str) -> str:
    """Return a number without its last part."""
    return number.removesuffix(PART.findall(number)[-1])


def numbers_above(number: str) -> list[str]:
    """Return the numbers above a number, the nearest first: 2.7.3a → 2.7.3, 2.7, 2."""
    whole = printed(number)
    found = parts(whole)
    if not found:  # a path
        return [".".join(whole.split(".")[:count]) for count in range(whole.count("."), 0, -1)]
    above: list[str] = [whole]
    for _ in found[1:]:
        above.append(without_last(above[-1].rstrip(")")).rstrip(".-("))
    return above[1:]


def printed(number: str) -> RuleNumber:
    """Return a number as printed: without the `#2` of a repetition at its end."""
    before, sign, again = number.rpartition("#")
    return RuleNumber(before if sign and again.isdecimal() else number)


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_ordinal(letters: str, skipped: str = "") -> int:
    """Return the place of a sub-rule's letters: a → 1, …, z → 26, aa → 27, and bis → 1, ter → 2. Letters that the book
    has `skipped` are not counted."""
    if letters in INSERTED:
        return INSERTED.index(letters) + 1
    alphabet = _alphabet(letters, skipped)
    value = 0
    for c in letters:
        value = value * len(alphabet) + alphabet.index(c) + 1
    return value


def letters_at(place: int, like: str, skipped: str = "") -> str:
    """Return the letters at a place, 27 → aa: the reverse of `letter_ordinal` for letters `like` these."""
    alphabet = _alphabet(like, skipped)
    found = ""
    while place > 0:
        place, low = divmod(place - 1, len(alphabet))
        found = alphabet[low] + found
    return found


def with_last_part(number: RuleNumber, place: int, skipped: str = "") -> RuleNumber:
    """Return a number with another last part: the place 4 makes `4.01` to `4.04`, `1.5.A` to `1.5.D`."""
    last = PART.findall(printed(number))[-1]
    if last.isdecimal():
        other = str(place).zfill(len(last) if last[0] == "0" else 0)
    elif number == last and parts(number) == (_first_part(last),) and _first_part(last) != last.lower():
        other = str(place)  # a roman number: people know it by its figures too
    else:
        small = letters_at(place, last.lower(), skipped)
        other = small.upper() if last.isupper() else small
    return RuleNumber(without_last(printed(number)) + other)


def _alphabet(letters: str, skipped: str) -> list[str]:
    """Return the letters that a book gives to its sub-rules, and skipped ones that are in `letters` nevertheless."""
    return [c for c in _ALPHABET if c not in skipped or c in letters]


def natural_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts numbers as a reader would: 2.9 before 2.10, 2.7.3 before 2.7.3a, z before aa."""
    if found := parts(number):
        return tuple((1, len(part), part) if isinstance(part, str) else (0, part, "") for part in found)
    return tuple((0, int(step), "") if step.isdecimal() else (1, 0, step) for step in re.split(r"[.#]", number))


def closest(number: str, among: Iterable[str], limit: int = 3) -> list[str]:
    """Return the numbers nearest to one that does not exist: the longest shared beginning, then the least distance."""
    wanted = natural_key(number)

    def distance(other: str) -> tuple[tuple[tuple[int, int], ...], int, str]:
        key = natural_key(other)
        steps = tuple(_distance(a, b) for a, b in zip(wanted, key, strict=False))
        return steps + (_MISSING,) * (len(wanted) - len(key)), len(key), other

    return sorted(among, key=distance)[:limit]


_UNLIKE = (1, 0)  # two words, or a word and a number: further apart than any two numbers
_MISSING = (2, 0)  # a part that only the wanted number has: a row above is further away than any sibling


def _distance(a: tuple[int, int, str], b: tuple[int, int, str]) -> tuple[int, int]:
    """Return how far apart two parts of a number are, as `natural_key` returns them."""
    if a == b:
        return 0, 0
    (kind, value, letters), (other_kind, other_value, other_letters) = a, b
    is_word = kind == 1 and (value == 0 or other_value == 0)  # the value of letters is their count, of a word it is 0
    if kind != other_kind or is_word:
        return _UNLIKE
    if (other_letters or str(other_value)) in _with_one_key_less(letters or str(value)):
        return 0, 1
    return 0, abs(value - other_value) + abs(letter_ordinal(letters) - letter_ordinal(other_letters))


def _with_one_key_less(typed: str) -> set[str]:
    """Return what was meant if a key was hit twice: `704.5jj`, `704.55`."""
    return {typed[:at] + typed[at + 1 :] for at, (sign, following) in enumerate(pairwise(typed)) if sign == following}


def is_of_worded_form(number: str) -> bool:
    """Return whether a number has a form that texts cite with words: IV.2 or 5(2), not 704.5k."""
    return "(" in number or is_roman(number.partition(".")[0])


def is_roman(number: str) -> bool:
    """Return whether the first part of a number is a roman one."""
    return number not in _LETTERS_OF_APPENDICES and bool(_ROMAN_NUMBER.fullmatch(number))
