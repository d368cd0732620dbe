"""Numbers that a user typed, in any spelling: one number, or a range."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.model import RuleNumber
from rules_cli.numbers.grammar import LATIN
from rules_cli.numbers.parts import in_capitals, is_roman, parts, without_last
from rules_cli.numbers.worded import Step, WordedNumber, read_worded
from rules_cli.text import shorten
from rules_cli.words import any_of, words


# Words and signs that people put around a number: "CR 2.7.3(a).", "§2.7.3a", "[2.7.3a]".
@cache
def prefix_word() -> str:
    """Return the pattern of a word before a typed number, without a word for parts below a rule."""
    below = {*words("steps")} - {*words("sections")}
    before = (word for word in words("sections", "chapters", "abbreviations", "typed") if word not in below)
    return rf"(?:(?:{any_of(before)})\.?(?:\sno\.)?|no\.)"


@cache
def _prefix() -> re.Pattern[str]:
    """Return the pattern of a word or sign that a typed number begins with: `CR 2.7.3`, `rule704`, `§2`, `#4`."""
    return re.compile(rf"^(?:{prefix_word()}\s+\#?|(?:rules?|regras?|c\.?r\.?)(?=\d)|§+\s*|\#)", re.IGNORECASE)


_FIGURES = (  # of one kind of spelling: dots, commas as on number keys, dashes, a blank
    r"\d{1,9}(?:(?:\.\s*\d{1,9})*|(?:,\s?\d{1,9})+|(?:-\d{1,4}){2,8}|\s+\d{1,9}(?=[a-z]))"
)
_SPELT = re.compile(rf"({_FIGURES})(?:[-\s]?({LATIN})|[.,]?\s*\(?([a-z]{{1,2}})\)?)?(#\d{{1,6}})?$")
_BETWEEN_FIGURES = re.compile(r"\D+")
_NORMAL = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})*[a-z]{0,2}")
_AGAIN = re.compile(r"(?<!\s)\s*+#0*(\d+)")
_ORDINAL = re.compile(r"(?<=[0-9])(?:[º°ª]|(?<=1)(?:er|re)(?![^\W_]))")  # art. 2º, article 1er
_UNSEEN = str.maketrans(dict.fromkeys("\u200b\u2060\ufeff\u00ad"))
_DASHED = re.compile(r"^\d{1,4}(?:-\d{1,4}){2,8}[a-z]{0,2}$")  # 1-2-3, as some books print their numbers
_ONE_DASH = re.compile(r"^(\d{1,9})-(\d{1,9}[a-z]{0,2})$")  # 702-19b, or a range of sections
_STRAY_LETTER = re.compile(r"^[a-z](\d+(?:\.\d+)+[a-z]{0,2})$")  # l704.5j
_LETTER_O = re.compile(r"(?<=\d)o(?=[\d.])")  # 7O4.5j; 702.1o at the end is a sub-rule
_WITH_ITEMS = re.compile(r"(?:[a-z]|[ivxlc]{1,7}\.)?[0-9][\w.]{0,40}\s?\(")
_ITEMS = re.compile(r"\s?\((?:([a-z]{1,5})|([0-9]{1,3}))(?:\)|$)")  # 4.01(a)(1), the last bracket may be cut off
_LETTERS = 2  # right behind figures, 2aa; more are a roman number
_MAY_BE_WORD = re.compile(r"[0-9]{1,2}[a-z]{2}", re.IGNORECASE)  # 2hg: a number only if a book has it
_COLON = re.compile(r"^(\d{1,9}):(\d{1,9}[a-zA-Z]{0,2})$")  # 704:5j
_PATH = re.compile(r"^[^\W_][\w'-]*(?:#\d{1,6})?(?:\.[\w'-]+(?:#\d{1,6})?)*$")
_RUN_TOGETHER = re.compile(r"^(\d{3,9})([a-z]{0,2})$")
_RANGE = re.compile(r"^(.*?\d\.?\s?\(?\w{0,2}\)?)\s*(?:[-–—‒−]|\.\.)\s*([^-–—‒−]+)$")
_BOOK = re.compile(r"^([^\W_][\w-]*)(?:@([\w.\-]+))?:(.*)$", re.DOTALL)
# A permanent citation ends in digits that depend on its words; older ones have fewer.
_WORDS = re.compile(r"~([0-9a-f]{24}|[0-9a-f]{8,16})[\])\s.,;:]*$", re.IGNORECASE)
_NUMBERLIKE = re.compile(r"\d|fragment(#\d+)?$|[\w'#-]+\..*\d|[^\W\d][\w'-]+(?:\.[\w'-]{2,})+(#\d+)?$")
MAX_LENGTH = 1000  # characters of a number: lists a thousand deep still have one; a bound for hostile input


class AskedNumber(NamedTuple):
    """A number or a range that a user typed, `fab:2.7.3a`."""

    book: str | None
    edition: str | None
    readings: tuple[RuleNumber, ...]  # the numbers that it may mean, likeliest first: 704.5k, 70.45k, … for `7045k`
    last: RuleNumber | None = None  # of a range
    dashed: RuleNumber | None = None  # the number that a range may be instead: 702.19b for `702-19b`
    words: str | None = None  # the digits at the end of a permanent citation, which depend on the words of the rule
    steps: tuple[Step, ...] = ()  # of a number with words between its parts, and of the one that ends a range
    last_steps: tuple[Step, ...] = ()
    typed: str = ""  # one with words, with capitals


def normal_form(raw: str) -> RuleNumber | None:
    """Return the normal form of a number in any spelling that docs/interface.md lists; None if it is no number."""
    if len(raw) > MAX_LENGTH:
        return None
    if _NORMAL.fullmatch(raw):
        return RuleNumber(raw)
    if worded := without_words(raw):
        return worded[0]
    text = _bare(raw)
    if _WITH_ITEMS.match(text):
        text = _ITEMS.sub(_without_brackets, text)
    if found := _SPELT.match(text):
        figures, *rest = found.groups("")
        return RuleNumber(".".join(_BETWEEN_FIGURES.split(figures)) + "".join(rest))
    return RuleNumber(text) if _PATH.match(text) else None


def _without_brackets(item: re.Match[str]) -> str:
    """Return 4.01(a)(1) as 4.01a1, 433(1) as 433.1, 2.2(b)(ii) as 2.2b.ii, 2(iii) as 2.iii."""
    before = item.string[: item.start()].rstrip(") ")[-1:]
    has_dot = before.isdecimal() == bool(item[2]) or len(item[1] or "") > _LETTERS
    return f"{'.' if has_dot else ''}{item[1] or item[2]}"


@lru_cache(maxsize=1000)
def _normalized(raw: str) -> str:
    """Return a text with plain letters and figures, without signs that are not seen or that make an ordinal."""
    return unicodedata.normalize("NFKC", _ORDINAL.sub("", raw.translate(_UNSEEN)))


def _bare(raw: str) -> str:
    """Return a number in small letters, without the words, brackets and signs around it; `#02` as `#2`, no `#1`."""
    text = _normalized(raw).lower().lstrip("[]() \t")
    if not text[:1].isdigit():
        text = _prefix().sub("", text, count=1)
    text = _AGAIN.sub(lambda again: f"#{again[1]}" if again[1] != "1" else "", text).strip("[]() \t")
    text = text.strip("[] \t").rstrip(".,;: ")
    return text[:-1] if text.endswith(")") and "(" not in text else text


def without_words(raw: str) -> tuple[RuleNumber, ...]:
    """Return what a number with words in it may mean, likeliest first; empty for any other text."""
    found = worded_number(raw)
    return worded_readings(found) if found and found.is_labelled else ()


@lru_cache(maxsize=1000)
def worded_number(raw: str) -> WordedNumber | None:
    """Return a number with words between its parts, or with none, `4 II b`; None for any other text."""
    typed = " ".join(_normalized(raw).strip(" .,;:[]").split())
    if len(typed) > MAX_LENGTH:
        return None
    return read_worded(typed) or (read_worded(typed[:-1]) if typed[-1:] == ")" else None)  # lettera c)


# Complexity: one case for each way in which steps make a number.
def worded_readings(found: WordedNumber) -> tuple[RuleNumber, ...]:
    """Return the numbers that a number with words may mean, likeliest first; empty for a step below a rule alone.
    `Article IV, Section 2` is IV.2, or 2 if sections count on; `Article III, Section 3.2` is 3.2. After one word, only
    a roman number is read here, or one with items in brackets: `§ 4 (2)` is 4.2."""
    if found.steps[0].is_low:
        return ()
    numbers = [RuleNumber(in_capitals(step.number)) for step in found.steps]
    joined, last = RuleNumber(in_capitals(found.number)), numbers[-1]
    if len(numbers) == 1:
        with_items = normal_form(last) if last[0].isdecimal() and "(" in last else None
        return (with_items,) if with_items else (last,) if is_roman(last) else ()
    if found.steps[-1].is_low:
        return (joined,)
    above = tuple(part for number in numbers[:-1] for part in parts(number) or ())
    repeats_steps_above = "." in last and (parts(last) or ())[: len(above)] == above  # Article III, Section 3.2
    return (last,) if repeats_steps_above else (joined, last)


def readings(raw: str) -> tuple[RuleNumber, ...]:
    """Return all numbers that a word may mean, likeliest first: as typed, then with missing dots added."""
    if (worded := worded_number(raw)) and (numbers := worded_readings(worded)):
        return numbers
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
    """Yield digits with one dot in them, then with two and with three; of each, the longest first part comes first."""
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
    if number is None or (_MAY_BE_WORD.fullmatch(rest) and not named):
        return False
    return bool(named or _NUMBERLIKE.match(number) or without_words(rest))


# Complexity: a range, one number, and either with a book or with words between its parts.
def read_asked(raw: str) -> AskedNumber:
    """Return the rule id, number or range that a user typed: `fab:2.7.3a`, `601.2f-h`. Raises UsageError for any other
    word."""
    if len(raw) > MAX_LENGTH:
        raise _not_a_number(raw)
    book, edition, rest = _book_and_number(raw)
    typed = rest.strip()
    is_one_number = _DASHED.match(typed.strip(" .,").lower())  # 8-1-1
    if not is_one_number and (ends := _RANGE.match(typed)):
        first = normal_form(ends[1])
        last = range_end(first, ends[2]) if first else None
        if first and last:
            dashed = _ONE_DASH.match(typed.strip(".,").lower())
            number = RuleNumber(f"{dashed[1]}.{dashed[2]}") if dashed else None
            steps, last_steps = [found.path if (found := worded_number(end)) else () for end in (ends[1], ends[2])]
            return AskedNumber(book, edition, (first,), last, number, steps=steps, last_steps=last_steps)
    citation = _WORDS.search(typed)
    printed = typed[: citation.start()] if citation else rest
    numbers = readings(printed)
    if not numbers:
        raise _not_a_number(raw)
    found = worded_number(printed)
    digits = citation[1].lower() if citation else None
    steps = found.path if found else ()
    typed = " ".join(printed.split()) if found and worded_readings(found) else ""
    return AskedNumber(book, edition, numbers, words=digits, steps=steps, typed=typed)


def _book_and_number(raw: str) -> tuple[str | None, str | None, str]:
    """Return the book, the edition and the rest of an id; a colon between two figures is a mistyped dot."""
    if colon := _COLON.match(raw.strip()):
        return None, None, f"{colon[1]}.{colon[2]}"
    named = _BOOK.match(raw.strip())
    return (named[1].lower(), named[2], named[3]) if named else (None, None, raw)


def _not_a_number(raw: str) -> UsageError:
    """Return the error for a word that is no rule number."""
    return UsageError(f"not a rule number: {shorten(raw)!r}; a number looks like 2.7.3a or fab:2.7.3a")


def range_end(first: RuleNumber, raw: str) -> RuleNumber | None:
    """Return the end of a range, whole: `601.2f`, `h` → 601.2h; `119.7`, `8` → 119.8; `2.7.3`, `2.7.5` → 2.7.5. None if
    the end is not a number, or a letter although the first number has none."""
    start = parts(first)
    if start is None:
        return _last_item(first, raw)
    text = raw.strip().lower().strip("[]().,;: ")
    if re.fullmatch(r"[a-z]{1,2}", text):
        return RuleNumber(without_last(first) + text) if isinstance(start[-1], str) else None
    if not start.is_common and text.isdecimal():  # 103.1.b.1-3
        return RuleNumber(without_last(first) + text)
    end = normal_form(text)
    tail = parts(end) if end else None
    if not tail:
        return None
    kept = start.digits[: max(0, len(start.digits) - len(tail.digits))]  # the parts that the end leaves out
    if not kept:
        return end
    return RuleNumber(".".join(map(str, (*kept, *tail.digits))) + tail.letters)


def _last_item(first: RuleNumber, raw: str) -> RuleNumber | None:
    """Return the end of a range of items on a page: `abilities.3`, `5` → abilities.5; None if it is no item."""
    page, _, item = first.rpartition(".")
    if item.isdecimal() and raw.strip().isdecimal():
        return normal_form(f"{page}.{raw}")
    return normal_form(raw) if "." in raw else None
