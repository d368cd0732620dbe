"""Rule numbers: read, order and compare them.

A number is a sequence of parts, figures or letters, with the signs that its book prints between them (`2.7.3a`,
`103.1.b.1`, `8-1-1`, `A5b`, `IV.2`, `4.01(a)(1)`), or a path on a page (`abilities.3.1`), or the address of an
unnumbered row (`glossary.legend-rule`, `2.4.upgrade`, `introduction`). A number printed again ends in `#2`, `#3`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.model import RuleNumber
from rules_cli.text import fold, shorten
from rules_cli.worded_number import INSERTED, LATIN, WordedNumber, read_worded
from rules_cli.words import any_of, words


# Words and signs that people put around a number: "CR 2.7.3(a).", "§2.7.3a", "[2.7.3a]".
@cache
def prefix_word() -> str:
    """Return the pattern of a word before a typed number, without a word for parts below a rule."""
    below = words("steps")
    before = (word for word in words("sections", "chapters", "abbreviations", "typed") if word not in below)
    return rf"(?:{any_of(before)})\.?"


@cache
def _prefix() -> re.Pattern[str]:
    return re.compile(rf"^(?:{prefix_word()}\s+|(?:rules?|regras?|c\.?r\.?)(?=\d)|§+\s*)", re.IGNORECASE)


_DOTTED = re.compile(rf"^(\d{{1,9}}(?:\.\d{{1,9}})*)(?:[-\s]?({LATIN})|\.?\s*\(?([a-z]{{1,2}})\)?)?(#\d{{1,6}})?$")
_LAST_LETTER = re.compile(rf"\(?[a-z]\)?\.?|{LATIN}", re.IGNORECASE)
_NORMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*[a-z]{0,2}")
_AGAIN = re.compile(r"(?<!\s)\s*+#0*(\d+)")
_UNSEEN = str.maketrans(dict.fromkeys("\u200b\u2060\ufeff\u00ad"))
_SPACED = re.compile(r"^(\d{1,9})\s+(\d{1,9}[a-z]{1,2})$")
_DASHED = re.compile(r"^\d{1,4}(?:-\d{1,4}){2,8}[a-z]{0,2}$")  # 1-2-3, as some books print their numbers
_ONE_DASH = re.compile(r"^(\d{1,9})-(\d{1,9}[a-z]{0,2})$")  # 702-19b, or a range of sections
_BLANK_AFTER_DOT = re.compile(r"(?<=\d)\.\s+(?=\d)")
# Commas instead of dots, as on number keys: `702,19b`, `2,7,3a`; or before the letter: `704.5,j`.
_COMMAS = re.compile(r"^\d{1,9}(?:(?:,\s?\d{1,9})+(?:,?\s?\(?[a-z]{1,2}\)?)?|[\d.]{0,30},\s?[a-z]{1,2})$")
_STRAY_LETTER = re.compile(r"^[a-z](\d+(?:\.\d+)+[a-z]{0,2})$")  # l704.5j
_LETTER_O = re.compile(r"(?<=\d)o(?=[\d.])")  # 7O4.5j; 702.1o at the end is a sub-rule
_WITH_ITEMS = re.compile(r"(?:[a-z]|[ivxlc]{1,7}\.)?[0-9][\w.]{0,40}\s?\(")
_ITEMS = re.compile(r"\s?\((?:([a-z]{1,5})|([0-9]{1,3}))(?:\)|$)")  # 4.01(a)(1), the last bracket may be cut off
_COLON = re.compile(r"^(\d{1,9}):(\d{1,9}[a-zA-Z]{0,2})$")  # 704:5j
_PATH = re.compile(r"^[^\W_][\w'-]*(?:#\d{1,6})?(?:\.[\w'-]+(?:#\d{1,6})?)*$")
_RUN_TOGETHER = re.compile(r"^(\d{3,9})([a-z]{0,2})$")
_RANGE = re.compile(r"^(.*?\d\.?\s?\(?\w{0,2}\)?)\s*(?:[-–—‒−]|\.\.)\s*([^-–—‒−]+)$")
_BOOK = re.compile(r"^([^\W_][\w-]*)(?:@([\w.\-]+))?:(.*)$", re.DOTALL)
# A permanent citation ends in digits that depend on its words; older ones have fewer.
_WORDS = re.compile(r"~([0-9a-f]{24}|[0-9a-f]{8,16})[\])\s.,;:]*$", re.IGNORECASE)
_NUMBERLIKE = re.compile(r"\d|fragment(#\d+)?$|[\w'#-]+\..*\d|[^\W\d][\w'-]+(?:\.[\w'-]{2,})+(#\d+)?$")
_ALSO_LETTERS = frozenset("ae")  # of sub-rules
_SLASHES = re.compile(r"\d+(?:\.\d+)+[a-z]{0,2}(?:/\d+(?:\.\d+)+[a-z]{0,2})+", re.IGNORECASE)  # 704.5j/704.5k
MAX_LENGTH = 1000  # characters of a number: lists a thousand deep still have one; a bound for hostile input


@cache
def or_words() -> str:
    """Return the pattern of the words between the last two numbers of a list."""
    return f"(?:{any_of(words('and_words', 'or_words'))})"


@cache
def through_words() -> str:
    """Return the pattern of the words between the two ends of a range."""
    return f"(?:{any_of(words('through'))})"


@cache
def _listed() -> re.Pattern[str]:
    return re.compile(rf"(?P<through>{through_words()})|{or_words()}|&", re.IGNORECASE)


class AskedNumber(NamedTuple):
    """A number that a user typed, or a range if `last` is set, with the book and edition if they are named.

    `readings` are the numbers that it may mean, likeliest first (`7045k` may be 704.5k, 70.45k, …). `dashed` is the
    number that a range may be instead (`702-19b`). `words` are the digits at the end of a permanent citation.
    """

    book: str | None
    edition: str | None
    readings: tuple[RuleNumber, ...]
    last: RuleNumber | None = None
    dashed: RuleNumber | None = None
    words: str | None = None


def normal_form(raw: str) -> RuleNumber | None:
    """Return the normal form of a number in any spelling that docs/interface.md lists; None if it is no number."""
    if len(raw) > MAX_LENGTH:
        return None
    if _NORMAL.fullmatch(raw):
        return RuleNumber(raw)
    if worded := without_words(raw):
        return worded[0]
    text = _bare(raw)
    if spaced := _SPACED.match(text):
        text = f"{spaced[1]}.{spaced[2]}"
    text = _BLANK_AFTER_DOT.sub(".", text)
    if _WITH_ITEMS.match(text):
        text = _ITEMS.sub(_without_brackets, text)
    if _DASHED.match(text):
        text = text.replace("-", ".")
    elif _COMMAS.match(text):
        text = re.sub(r",\s?", ".", text)
    if found := _DOTTED.match(text):
        return RuleNumber("".join(filter(None, found.groups())))
    return RuleNumber(text) if _PATH.match(text) else None


def _without_brackets(item: re.Match[str]) -> str:
    """Return 4.01(a)(1) as 4.01a1, 433(1) as 433.1, 2.2(b)(ii) as 2.2b.ii."""
    before = item.string[: item.start()].rstrip(") ")[-1:]
    return f"{'.' if before.isdecimal() == bool(item[2]) else ''}{item[1] or item[2]}"


def _bare(raw: str) -> str:
    """Return a number in small letters, without the words, brackets and signs around it."""
    text = unicodedata.normalize("NFKC", raw.translate(_UNSEEN)).lower()
    # `#2` of a number printed again has no leading zeros; `#1` is the number alone
    text = _AGAIN.sub(lambda again: f"#{again[1]}" if again[1] != "1" else "", text)
    text = text.strip("[]() \t")
    text = (text if text[:1].isdigit() else _prefix().sub("", text, count=1)).strip("[] \t").rstrip(".,;: ")
    return text[:-1] if text.endswith(")") and "(" not in text else text


def without_words(raw: str) -> tuple[RuleNumber, ...]:
    """Return what a number with words in it may mean, likeliest first; empty for any other text."""
    typed = " ".join(unicodedata.normalize("NFKC", raw.translate(_UNSEEN)).strip(" .,;:[]").split())
    found = read_worded(typed) if len(typed) <= MAX_LENGTH else None
    return worded_readings(found) if found else ()


def worded_readings(found: WordedNumber) -> tuple[RuleNumber, ...]:
    """Return the numbers that one with words may mean, likeliest first; empty if it is only a part of one.

    `Article IV, Section 2` is IV.2, or 2 if sections count on; `Article III, Section 3.2` is 3.2. After one word, only
    a roman number is read here.
    """
    if found.steps[0].is_low:
        return ()
    numbers = [RuleNumber(_in_capitals(step.number)) for step in found.steps]
    joined, last = RuleNumber(_in_capitals(found.number)), numbers[-1]
    if len(numbers) == 1:
        return (last,) if _is_roman(last) else ()
    if found.steps[-1].is_low:
        return (joined,)
    above = tuple(part for number in numbers[:-1] for part in parts(number) or ())
    is_whole = "." in last and (parts(last) or ())[: len(above)] == above
    return (last,) if is_whole else (joined, last)


def is_of_worded_form(number: str) -> bool:
    """Return whether a number has a form that texts cite with words: IV.2 or 5(2), not 704.5k."""
    return "(" in number or _is_roman(number.partition(".")[0])


def _in_capitals(number: str) -> str:
    """Return a number with its roman part in capitals."""
    found = _SMALL_ROMAN_PART.match(number)
    return number[: found.end()].upper() + number[found.end() :] if found else number


def _is_roman(number: str) -> bool:
    return number not in _LETTERS_OF_APPENDICES and bool(_ROMAN_NUMBER.fullmatch(number))


def readings(raw: str) -> tuple[RuleNumber, ...]:
    """Return all numbers that a word may mean, likeliest first: as typed, then with missing dots added."""
    if worded := without_words(raw):
        return worded
    number = normal_form(raw)
    if number is None:
        return ()
    if "-" in raw and "-" not in number:  # 2024-11-08 is a number printed with dashes, or the slug of a date
        return number, RuleNumber(number.replace(".", "-"))
    if (figures := _LETTER_O.sub("0", number)) != number:
        return number, RuleNumber(figures)
    if stray := _STRAY_LETTER.match(number):
        return number, RuleNumber(stray[1])
    together = _RUN_TOGETHER.match(number)
    return (number, *_with_dots(together[1], together[2])) if together else (number,)


def _with_dots(digits: str, letters: str) -> Iterator[RuleNumber]:
    """Yield digits with one, two or three dots in them, those with the longest first parts first."""
    for dots in (1, 2, 3):
        for cuts in sorted(combinations(range(1, len(digits)), dots), reverse=True):
            pieces = [digits[a:b] for a, b in pairwise((0, *cuts, len(digits)))]
            if not any(len(piece) > 1 and piece[0] == "0" for piece in pieces):
                yield RuleNumber(".".join(pieces) + letters)


def looks_like_number(raw: str) -> bool:
    """Whether a bare word is a rule number rather than something to search for."""
    word = raw.strip()
    if len(word) > MAX_LENGTH:
        return False
    named, _, rest = _book_and_number(word)
    rest = _WORDS.sub("", rest.strip())
    if ranged := _RANGE.match(rest):
        rest = ranged[1]
    number = normal_form(rest)
    if number is None:
        return False
    return bool(named or _NUMBERLIKE.match(number) or without_words(rest))


def read_asked(raw: str) -> AskedNumber:
    """Read a word that a user typed as a rule id, a number or a range; raises UsageError for any other word."""
    if len(raw) > MAX_LENGTH:
        raise _not_a_number(raw)
    book, edition, rest = _book_and_number(raw)
    bare = rest.strip()
    ranged = None if _DASHED.match(rest.strip(" .,").lower()) else _RANGE.match(bare)
    first = normal_form(ranged[1]) if ranged else None
    last = range_end(first, ranged[2]) if ranged and first else None
    if first and last:
        dashed = _ONE_DASH.match(bare.strip(".,").lower())
        return AskedNumber(book, edition, (first,), last, RuleNumber(f"{dashed[1]}.{dashed[2]}") if dashed else None)
    digits = _WORDS.search(bare)
    found = readings(bare[: digits.start()] if digits else rest)
    if not found:
        raise _not_a_number(raw)
    return AskedNumber(book, edition, found, words=digits[1].lower() if digits else None)


def _book_and_number(raw: str) -> tuple[str | None, str | None, str]:
    """Return the book, the edition and the rest of an id; a colon between two figures is a mistyped dot."""
    if colon := _COLON.match(raw.strip()):
        return None, None, f"{colon[1]}.{colon[2]}"
    named = _BOOK.match(raw.strip())
    return (named[1].lower(), named[2], named[3]) if named else (None, None, raw)


def _not_a_number(raw: str) -> UsageError:
    return UsageError(f"not a rule number: {shorten(raw)!r}; a number looks like 2.7.3a or fab:2.7.3a")


def range_end(first: RuleNumber, raw: str) -> RuleNumber | None:
    """Return the end of a range: `601.2f`, `h` → 601.2h; `119.7`, `8` → 119.8; `2.7.3`, `2.7.5` → 2.7.5.

    None if it is no number.
    """
    start = parts(first)
    if start is None:
        return _last_item(first, raw)
    text = raw.strip().lower().strip("[]().,;: ")
    if re.fullmatch(r"[a-z]{1,2}", text):
        return RuleNumber(_without_last(first) + text) if isinstance(start[-1], str) else None
    if not start.is_common and text.isdecimal():  # 103.1.b.1-3
        return RuleNumber(_without_last(first) + text)
    end = normal_form(text)
    tail = parts(end) if end else None
    kept = start.digits[: max(0, len(start.digits) - len(tail.digits))] if tail else ()
    if not kept or tail is None:
        return end if tail else None
    return RuleNumber(".".join(map(str, (*kept, *tail.digits))) + tail.letters)


def _last_item(first: RuleNumber, raw: str) -> RuleNumber | None:
    """Return the end of a range of items on a page: `abilities.3`, `5` → abilities.5; None if it is no item."""
    page, _, item = first.rpartition(".")
    if item.isdecimal() and raw.strip().isdecimal():
        return normal_form(f"{page}.{raw}")
    return normal_form(raw) if "." in raw else None


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
        """The letters at the end, of a number that has no other: "a"."""
        return str(self[-1]) if len(self.digits) == len(self) - 1 and self.digits else ""

    @property
    def is_common(self) -> bool:
        """Whether it is figures, and at most letters after them."""
        return len(self.digits) + bool(self.letters) == len(self)


_ROMAN = {"m": 1000, "cm": 900, "d": 500, "cd": 400, "c": 100, "xc": 90, "l": 50, "xl": 40, "x": 10}
_ROMAN |= {"ix": 9, "v": 5, "iv": 4, "i": 1}
_ROMAN_NUMBER = re.compile(r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_SMALL_ROMAN = re.compile(r"[ivxlc]{2,7}(?=[0-9.#-]|$)")
_SMALL_CODE = re.compile(r"[a-z]{2,4}(?=[.-]?[0-9])")
_LETTERS_OF_APPENDICES = frozenset("CL")  # alone they are the third and the twelfth appendix, not article 100 and 50
_SMALL_ROMAN_PART = re.compile(r"[ivxlcIVXLC]{1,7}(?=[0-9.(\s]|$)")
_PART = re.compile(r"[0-9]+|[A-Za-z]+")
CODE = "[A-Z]{2,4}"  # before the figures of a number that has it as its first part: GR-1, TR.1.2
SEPARATORS = "/·:_>"
"""The signs beside the dot and the dash that a book may print between figures: 1/2 is read as 1.2."""
_FIRST = rf"(?:(?:[A-Z]|[IVXLC]{{2,7}})(?=[0-9.#(-]|$)|{CODE}(?=[.-]?[0-9])|[0-9]{{1,9}}+)"
_FURTHER = (
    r"(?:[.-]|(?<=[A-Za-z)]))[0-9]{1,9}+|[.-]?[A-Za-z](?![A-Za-z])|(?<=[0-9])[a-z]{2}(?![A-Za-z])"
    rf"|(?<=[0-9]){LATIN}(?![A-Za-z])"
    r"|\.[ivx]{2,5}(?![A-Za-z])|\((?:[A-Za-z]{1,5}|[0-9]{1,3})\)"  # items: 1.2(b)(ii)
)
_PRINTED_PARTS = re.compile(rf"{_FIRST}(?:{_FURTHER})*(?:#[0-9]{{1,6}})?")


_DOTS = str.maketrans(dict.fromkeys(SEPARATORS, "."))


def with_dots(number: str) -> str:
    """Return a printed number with dots in place of the other signs between its figures: 1/2 is 1.2."""
    return number.translate(_DOTS)


@lru_cache(maxsize=10_000)
def parts(number: str) -> Parts | None:
    """Return the parts of a printed number; None for a path or an unnumbered row."""
    if not _PRINTED_PARTS.fullmatch(number):
        return None
    first, *others = _PART.findall(number.partition("#")[0])
    return Parts((_first_part(first), *(int(each) if each[0].isdecimal() else each.lower() for each in others)))


def _first_part(text: str) -> Part:
    if text.isdecimal():
        return int(text)
    if text in _LETTERS_OF_APPENDICES or not _ROMAN_NUMBER.fullmatch(text):
        return text.lower()
    return from_roman(text)


def from_roman(numeral: str) -> int:
    """Return the value of letters that are Roman digits, in any order; `iiii` is 4, too."""
    values = [_ROMAN[letter] for letter in numeral.lower()]
    return sum(-a if a < b else a for a, b in pairwise([*values, 0]))


def to_roman(number: int) -> str:
    """Return a positive number as a Roman numeral in small letters; the caller limits its size."""
    numeral = ""
    for letters, value in _ROMAN.items():
        numeral += letters * (number // value)
        number %= value
    return numeral


def lookup_key(number: str) -> str:
    """Return what all spellings of a number have in common: `A5b` and `a.5b` are one, as are `2-7-3` and `2.7.03`.

    A path has no accents and no capitals in it.
    """
    begins = _SMALL_ROMAN.match(number) or _SMALL_CODE.match(number)
    start = begins.end() if begins else 1
    found = parts(number[:start].upper() + number[start:])
    if found is None:
        return number if number.isascii() else fold(number)
    again = number.rpartition("#")[2] if "#" in number else ""
    return ".".join(map(str, found)) + (again and f"#{again}")


def _without_last(number: str) -> str:
    return number.removesuffix(_PART.findall(number)[-1])


def numbers_above(number: str) -> list[str]:
    """Return the numbers above a number, the nearest first: 2.7.3a → 2.7.3, 2.7, 2."""
    whole = printed(number)
    if found := parts(whole):
        above: list[str] = []
        for _ in found[1:]:
            above.append(_without_last((above[-1] if above else whole).rstrip(")")).rstrip(".-("))
        return above
    return [".".join(whole.split(".")[:count]) for count in range(whole.count("."), 0, -1)]


def printed(number: str) -> RuleNumber:
    """Return a number as printed: without the `#2` of a repetition at its end."""
    before, sign, again = number.rpartition("#")
    return RuleNumber(before if sign and again.isdecimal() else number)


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_ordinal(letters: str, skipped: str = "") -> int:
    """Return the place of a sub-rule's letters: a → 1, …, z → 26, aa → 27; letters in `skipped` are not counted.

    Of Latin ones, bis → 1, ter → 2.
    """
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
    last = _PART.findall(printed(number))[-1]
    if last.isdecimal():
        other = str(place).zfill(len(last) if last[0] == "0" else 0)
    elif number == last and parts(number) == (_first_part(last),) and _first_part(last) != last.lower():
        other = str(place)  # a roman number: people know it by its figures too
    else:
        small = letters_at(place, last.lower(), skipped)
        other = small.upper() if last.isupper() else small
    return RuleNumber(_without_last(printed(number)) + other)


def _alphabet(letters: str, skipped: str) -> list[str]:
    """Return the letters that a book gives to its sub-rules, and skipped ones that are printed all the same."""
    return [c for c in _ALPHABET if c not in skipped or c in letters]


def natural_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts numbers as a reader would: 2.9 before 2.10, 2.7.3 before 2.7.3a, z before aa."""
    if found := parts(number):
        return tuple((1, len(part), part) if isinstance(part, str) else (0, part, "") for part in found)
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.split(r"[.#]", number))


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
    is_word = a[0] == 1 and (a[1] == 0 or b[1] == 0)  # only the letters of a sub-rule have a length there
    if a[0] != b[0] or is_word:
        return _UNLIKE
    if a[2] and a[2] == 2 * b[2]:  # 704.5jj: a key that was hit twice
        return 0, 1
    return 0, abs(a[1] - b[1]) + abs(letter_ordinal(a[2]) - letter_ordinal(b[2]))


def split_list(word: str) -> list[str]:
    """Split a list of numbers at its commas and semicolons: `702.19b,702.2c`."""
    return [part for part in re.split("[,;]", word) if part.strip()]


def all_numbers(typed: Sequence[str]) -> bool:
    """Return whether the words of a command line are rule numbers, and nothing else."""
    groups = group_words(typed)
    return bool(groups) and all(
        looks_like_number(word) or ((parts := split_list(word)) and all(map(looks_like_number, parts)))
        for word in groups
    )


class ListedWords(NamedTuple):
    """The words of a command line without those between its numbers.

    `unsure` are the numbers whose words may mean something else: "a" and "e" are letters of sub-rules, too.
    """

    words: list[str]
    unsure: list[str]


# Complexity: a word joins two numbers, is a figure among others, or stays.
def without_list_words(typed: Sequence[str]) -> ListedWords:
    """Return `601.2f to 601.2h` as `601.2f..601.2h`, `704.5j and 704.5k` and `704.5j/704.5k` as `704.5j;704.5k`, and
    `704 5 j` as `704.5 j`."""
    left = [part for word in typed for part in _parts_of_list(word)]
    found = ListedWords([], [])
    while left:
        word = left.pop(0)
        first = found.words[-1].rpartition(";")[2] if found.words else ""
        between = _between(first, word, left)
        after = left[1:] if between and re.fullmatch(prefix_word(), left[0] if left else "", re.IGNORECASE) else left
        if between and after and (last := _last_of_list(first, after[0], bool(between["through"]))):
            found.words[-1] += f"..{last}" if between["through"] else f";{last}"
            found.unsure.extend([found.words[-1]] if word.lower() in _ALSO_LETTERS else [])
            left = after[1:]
        elif figures := _spaced_figures([word, *left]):
            del left[: len(figures) - 1]
            found.words.append(".".join(figures))
            found.unsure.append(found.words[-1] + left[0])
        else:
            found.words.append(word)
    return found


def _parts_of_list(word: str) -> list[str]:
    """Return the words in one argument, `"601.2f to 601.2h"`, if it is a list; else the argument alone."""
    if _SLASHES.fullmatch(word):
        return word.replace("/", " & ").split()
    parts = word.split()
    is_list = any(re.search(r"\d", before) and _listed().fullmatch(joint) for before, joint in pairwise(parts[:-1]))
    return parts if is_list else [word]


def _between(first: str, word: str, after: Sequence[str]) -> re.Match[str] | None:
    """Return a word between two numbers of a list or range; None for any other, as for both in `2.7.3 a 2.7.4 b`."""
    if not re.search(r"\.|\d{3}", first) or not looks_like_number(first):  # no plain figures: "1 to 3" is a quantity
        return None
    are_letters = word.lower() in _ALSO_LETTERS and len(after) > 1 and len(after[1]) == 1
    return None if are_letters else _listed().fullmatch(word)


def _last_of_list(first: str, word: str, through: bool) -> str | None:
    """Return the number that follows in a list or range, whole: `k` after 704.5j is 704.5k; None for any other word."""
    if re.fullmatch(r"[a-z]{1,2}", word, re.IGNORECASE):
        number = normal_form(first.rpartition(":")[2]) if first[-1].isalpha() else None
        tail = range_end(number, word) if number else None
        return word if tail and through else tail
    return word if looks_like_number(word) and word[-1:] != ":" else None


def _spaced_figures(typed: Sequence[str]) -> Sequence[str]:
    """Return the first words if they are figures with a letter after them, as in `704 5 j`; otherwise nothing."""
    count = next((at for at, word in enumerate(typed) if not re.fullmatch(r"[0-9]{1,4}", word)), len(typed))
    is_lettered = 1 < count < len(typed) and re.fullmatch(r"\(?[a-zA-Z]\)?\.?", typed[count])
    is_article = count + 1 < len(typed)  # 704 5 a creature
    return typed[:count] if is_lettered and not is_article else ()


# Complexity: one condition for each way in which words are one.
def group_words(typed: Sequence[str]) -> list[str]:
    """Join words of a command line that are one id: `CR 2.7.3a`, `2.7.3 (a)`, `704 5k`, `Article IV, Section 2`."""
    groups: list[str] = []
    for word in _with_steps_joined(without_list_words(typed).words):
        previous = groups[-1] if groups else ""
        joined = f"{previous} {word}"
        may_be_prefix = previous and not previous[0].isdigit()  # else the words of languages need not be read
        is_prefix = may_be_prefix and re.fullmatch(rf"{prefix_word()}|§+", previous, re.IGNORECASE)
        is_letter = bool(_LAST_LETTER.fullmatch(word)) and bool(re.search(r"\d,?$", previous))
        dash = bool(re.fullmatch(r"[-–—]", word)) or bool(re.search(r"\d\w?\s?[-–—]$", previous))
        after_dot = bool(re.search(r"\d\.$", previous)) and bool(re.match(r"\d[\d.]*[a-zA-Z]{0,2}$", word))
        if previous and (is_prefix or is_letter or dash or after_dot or _SPACED.match(joined.strip().lower())):
            groups[-1] = joined
        else:
            groups.append(word)
    return groups


_MOST_WORDS_OF_STEPS = 12  # of `point b of paragraph 2 of section 1 of article 3`


def _with_steps_joined(typed: Sequence[str]) -> Iterator[str]:
    """Yield words, those that are one number with words between its parts as one."""
    at = 0
    while at < len(typed):
        ends = range(min(len(typed), at + _MOST_WORDS_OF_STEPS), at + 1, -1)
        end = next((end for end in ends if without_words(" ".join(typed[at:end]))), at + 1)
        yield " ".join(typed[at:end])
        at = end
