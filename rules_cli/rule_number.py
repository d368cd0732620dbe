"""Rule numbers: the one place that reads, orders and compares them.

A number is dotted (`2.7.3a`: parts 2, 7, 3 and the letter a), or a path on a page (`abilities.3.1`), or the
address of an unnumbered row (`fragment#2`, a slug). A number printed again ends in `#2`, `#3`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rules_cli.errors import UsageError
from rules_cli.model import RuleNumber
from rules_cli.text import shorten

# "CR 2.7.3(a).", "§2.7.3a", "[2.7.3a]": what people put round a number.
_PREFIX_WORD = r"(?:rules?|regras?|cr|sections?|se[cç][aã]o|r)\.?"
_PREFIX = re.compile(rf"^(?:{_PREFIX_WORD}\s+|(?:rules?|regras?|cr)(?=\d)|§+\s*)", re.IGNORECASE)
_DOTTED = re.compile(r"^(\d{1,9}(?:\.\d{1,9})*)(?:\.?\s*\(?([a-z]{1,2})\)?)?(#\d{1,6})?$")
_NORMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*[a-z]{0,2}")
_AGAIN = re.compile(r"(?<!\s)\s*+#0*(\d+)")
_UNSEEN = str.maketrans(dict.fromkeys("\u200b\u2060\ufeff\u00ad"))
_SPACED = re.compile(r"^(\d{1,9})\s+(\d{1,9}[a-z]{1,2})$")
_DASHED = re.compile(r"^\d{1,4}(?:-\d{1,4}){2,8}[a-z]{0,2}$")  # 1-2-3: of a book that prints its numbers so
_PATH = re.compile(r"^[^\W_][\w'-]*(?:#\d{1,6})?(?:\.[\w'-]+(?:#\d{1,6})?)*$")
_RUN_TOGETHER = re.compile(r"^(\d{3,9})([a-z]{0,2})$")
_RANGE = re.compile(r"^(.*?\d\.?\s?\(?\w{0,2}\)?)\s*(?:[-–—‒−]|\.\.)\s*([^-–—‒−]+)$")
_BOOK = re.compile(r"^([^\W_][\w-]*)(?:@([\w.\-]+))?:(.*)$", re.DOTALL)
_WORDS = re.compile(
    r"~([0-9a-f]{8,16})[\])\s.,;:]*$", re.IGNORECASE
)  # of a permanent citation: how its words' fingerprint begins
_NUMBERLIKE = re.compile(r"\d|fragment(#\d+)?$|[\w'#-]+\..*\d")
MAX_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """What a user's word asks for: a number, or a range when `last` is set; a book and edition where named.

    `readings` are the numbers the word may mean, likeliest first (`7045k` may be 704.5k, 70.45k, …). `words` is how
    the fingerprint of a permanent citation begins.
    """

    book: str | None
    edition: str | None
    readings: tuple[RuleNumber, ...]
    last: RuleNumber | None = None
    words: str | None = None


def normal_form(raw: str) -> RuleNumber | None:
    """The normal form of a number in any of the spellings of INTERFACE.md, or None where it is no number."""
    if len(raw) > MAX_LENGTH:
        return None
    if _NORMAL.fullmatch(raw):
        return RuleNumber(raw)
    text = _AGAIN.sub(_repeated, unicodedata.normalize("NFKC", raw.translate(_UNSEEN)).lower())
    text = _PREFIX.sub("", text.strip("[]() \t"), count=1).strip("[] \t").rstrip(".,;: ")
    if text.endswith(")") and "(" not in text:
        text = text[:-1]
    if spaced := _SPACED.match(text):
        text = f"{spaced[1]}.{spaced[2]}"
    if _DASHED.match(text):
        text = text.replace("-", ".")
    if found := _DOTTED.match(text):
        return RuleNumber(found[1] + (found[2] or "") + (found[3] or ""))
    return RuleNumber(text) if _PATH.match(text) else None


def _repeated(again: re.Match[str]) -> str:
    """`#2`; the first of several is the number alone."""
    return f"#{again[1]}" if again[1] != "1" else ""


def readings(raw: str) -> tuple[RuleNumber, ...]:
    """All the numbers that a word may mean, likeliest first: as typed, then with the dots put back in."""
    number = normal_form(raw)
    if number is None:
        return ()
    if "-" in raw and "-" not in number:  # printed with dashes, or the slug of a title that is a date
        return number, RuleNumber(number.replace(".", "-"))
    together = _RUN_TOGETHER.match(number)
    return (number, *_dots_put_back(together[1], together[2])) if together else (number,)


def _dots_put_back(digits: str, letters: str) -> Iterator[RuleNumber]:
    for dots in (1, 2, 3):
        for cuts in _cuts(len(digits), dots):
            parts = [digits[a:b] for a, b in pairwise((0, *cuts, len(digits)))]
            if not any(len(part) > 1 and part[0] == "0" for part in parts):
                yield RuleNumber(".".join(parts) + letters)


def _cuts(length: int, count: int, start: int = 1) -> Iterator[tuple[int, ...]]:
    if count == 0:
        yield ()
        return
    for first in range(length - count, start - 1, -1):
        for rest in _cuts(length, count - 1, first + 1):
            yield (first, *rest)


def looks_like_number(raw: str) -> bool:
    """Whether a bare word is a rule number rather than something to search for."""
    word = raw.strip()
    if len(word) > MAX_LENGTH:
        return False
    named = _BOOK.match(word)
    rest = _WORDS.sub("", named[3].strip() if named else word)
    if ranged := _RANGE.match(rest):
        rest = ranged[1]
    number = normal_form(rest)
    if number is None:
        return False
    return bool(re.search(r"\d|^fragment", number) if named else _NUMBERLIKE.match(number))


def read_asked(raw: str) -> AskedNumber:
    """Read a user's word as a rule id, a number or a range; raises UsageError where it is none of these."""
    named = _BOOK.match(raw.strip()) if len(raw) <= MAX_LENGTH else None
    book, edition, rest = (named[1].lower(), named[2], named[3]) if named else (None, None, raw)
    short = len(rest) <= MAX_LENGTH and not _DASHED.match(rest.strip(" .,").lower())
    if short and (ranged := _RANGE.match(rest.strip())) and (first := normal_form(ranged[1])) is not None:
        last = range_end(first, ranged[2])
        if last is not None:
            return AskedNumber(book, edition, (first,), last)
    words = _WORDS.search(rest.strip()) if len(rest) <= MAX_LENGTH else None
    found = readings(_WORDS.sub("", rest.strip()) if words else rest)
    if not found:
        raise UsageError(f"not a rule number: {shorten(raw)!r}; a number looks like 2.7.3a or fab:2.7.3a")
    return AskedNumber(book, edition, found, words=words[1].lower() if words else None)


def range_end(first: RuleNumber, raw: str) -> RuleNumber | None:
    """`601.2f`, `h` → 601.2h; `119.7`, `8` → 119.8; `2.7.3`, `2.7.5` → 2.7.5; None where it is no number."""
    start = parts(first)
    if start is None:
        page, _, item = first.rpartition(".")
        one_of_its_items = item.isdecimal() and raw.strip().isdecimal()
        return normal_form(f"{page}.{raw}" if one_of_its_items else raw) if one_of_its_items or "." in raw else None
    text = raw.strip().lower().strip("[]().,;: ")
    if re.fullmatch(r"[a-z]{1,2}", text):
        return RuleNumber(".".join(map(str, start.digits)) + text) if start.letters else None
    end = normal_form(text)
    tail = parts(end) if end else None
    if end is None or tail is None:
        return None
    kept = start.digits[: max(0, len(start.digits) - len(tail.digits))]
    if not kept:
        return end
    return RuleNumber(".".join(map(str, (*kept, *tail.digits))) + tail.letters)


@dataclass(frozen=True, slots=True)
class Parts:
    """A dotted number taken apart: `2.7.3a#2` is digits (2, 7, 3), letters "a"."""

    digits: tuple[int, ...]
    letters: str


@lru_cache(maxsize=10_000)
def parts(number: str) -> Parts | None:
    """The parts of a dotted number, None for a path or an unnumbered row."""
    found = _DOTTED.match(number)
    if not found:
        return None
    return Parts(tuple(int(part) for part in found[1].split(".")), found[2] or "")


def printed(number: str) -> RuleNumber:
    """The number as printed: without the `#2` of a repetition at its end."""
    return RuleNumber(number.rpartition("#")[0]) if re.search(r"#\d+$", number) else RuleNumber(number)


_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_ordinal(letters: str, skipped: str = "") -> int:
    """a → 1, b → 2, …, z → 26, aa → 27; letters in `skipped` are not counted."""
    alphabet = _alphabet(letters, skipped)
    value = 0
    for c in letters:
        value = value * len(alphabet) + alphabet.index(c) + 1
    return value


def letters_at(place: int, like: str, skipped: str = "") -> str:
    """The letters at a place among those of a number: 27 → aa; counted as `letter_ordinal` counts those of `like`."""
    alphabet = _alphabet(like, skipped)
    found = ""
    while place > 0:
        place, low = divmod(place - 1, len(alphabet))
        found = alphabet[low] + found
    return found


def _alphabet(letters: str, skipped: str) -> list[str]:
    """The letters that a book gives to its sub-rules; one that it skips counts where it is printed all the same."""
    return [c for c in _ALPHABET if c not in skipped or c in letters]


def natural_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers as a reader would: 2.9 before 2.10, 2.7.3 before 2.7.3a, z before aa."""
    found = parts(number)
    if found:
        digits = [(0, digit, "") for digit in found.digits]
        return (*digits, (1, len(found.letters), found.letters)) if found.letters else tuple(digits)
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in re.split(r"[.#]", number))


_LETTERS = 2  # at most, after a number
_UNLIKE = 10**6  # two words, or a word and a number: further than any two numbers
_FAR = 10**9  # a row above is further than any sibling


def closest(number: str, among: Iterable[str], limit: int = 3) -> list[str]:
    """The numbers nearest to one that is not there: the longest shared beginning, then the least distance."""
    wanted = natural_key(number)

    def distance(other: str) -> tuple[tuple[int, ...], int, str]:
        key = natural_key(other)
        steps = tuple(_apart(a, b) for a, b in zip(wanted, key, strict=False))
        return steps + (_FAR,) * (len(wanted) - len(key)), len(key), other

    return sorted(among, key=distance)[:limit]


def _apart(a: tuple[int, int, str], b: tuple[int, int, str]) -> int:
    """How far apart two parts of a number are; parts of different nature are as far as two numbers."""
    if a == b:
        return 0
    if a[0] != b[0] or not all(c in _ALPHABET for c in a[2] + b[2]) or max(len(a[2]), len(b[2])) > _LETTERS:
        return _UNLIKE
    return abs(a[1] - b[1]) + abs(letter_ordinal(a[2]) - letter_ordinal(b[2]))


def group_words(words: Sequence[str]) -> list[str]:
    """Put the words of a command line together into ids: `CR 2.7.3a`, `2.7.3 (a)`, `704 5k` are one each."""
    groups: list[str] = []
    for word in words:
        previous = groups[-1] if groups else ""
        joined = f"{previous} {word}"
        is_prefix = bool(re.fullmatch(rf"{_PREFIX_WORD}|§+", previous, re.IGNORECASE))
        is_letter = bool(re.fullmatch(r"\(?[a-zA-Z]\)?\.?", word)) and bool(re.search(r"\d$", previous))
        dash = bool(re.fullmatch(r"[-–—]", word)) or bool(re.search(r"\d\w?\s?[-–—]$", previous))
        if previous and (is_prefix or is_letter or dash or _SPACED.match(joined.strip().lower())):
            groups[-1] = joined
        else:
            groups.append(word)
    return groups
