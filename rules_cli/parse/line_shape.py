"""The shape of a line: a word before its number, a title, the end of a sentence."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache

from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.numbers.grammar import CLOSING, HEAD, LATIN
from rules_cli.numbers.heads import (
    ORDINAL_SIGNS,
    LineNumber,
    chapter_words,
    line_number,
    plain_head,
    section_words,
    with_plain_article,
)
from rules_cli.numbers.parts import parts
from rules_cli.parse.profile import Profile
from rules_cli.text import FAR_EASTERN, fold
from rules_cli.words import any_of, numeral_names, words


@cache
def numerals() -> dict[str, str]:
    """Return the figures of the numbers that are written as words: `eight` is 8, with and without its accents."""
    found = {name: str(value) for value, names in numeral_names() for name in names.split()}
    return found | {fold(name): value for name, value in found.items()}


@cache
def _after_a_word() -> re.Pattern[str]:
    """Return the pattern of a number after a word for chapters or sections, or any other word; `second part` too."""
    numeral = any_of(numerals())
    return re.compile(
        rf"(?:(?P<ordinal>(?i:{numeral}))\s{{1,3}})?(?:(?P<chapter>(?i:{chapter_words()}))"
        rf"|(?(ordinal)(?!)|(?:(?P<section>(?i:{section_words()}))|(?P<other>[^\W\d_]{{1,16}}))))"
        rf"(?(ordinal)|\.?\s{{1,3}}(?P<number>{HEAD.figures()}|[IVXLC]{{1,7}}|[A-Z]|(?i:{numeral}))(?:er|[ºª°])?)"
        rf"(?!\w)(?P<mark>{CLOSING}?)(?P<gap>\s*[-–—:]\s*|\s+|$)"
    )


_NUMERAL, _LONGEST_NUMERAL = "number", 12
_MOSTLY = 0.8  # of the numbers after a word: more are those of tables or figures
_FEWEST = 2  # chapters


# Complexity: one pass that learns the words, one that reads their numbers.
def numbers_after_words(lines: Sequence[SourceLine], numbers: Sequence[LineNumber | None]) -> list[LineNumber | None]:
    """Return of each line the number of its chapter or section after a word, `Chapter 3. Boats`; `numbers` are those
    that the lines begin with. The word is known, or the book explains it: `Κεφάλαιο 3. Boats` is chapter 3 if 3.1 is
    the next number of several parts, and so in most lines with that word."""
    read = {
        at: found
        for at, line in enumerate(lines)
        if not numbers[at] and line.role != "blank" and (found := number_after_a_word(line.text))
    }
    below: LineNumber | None = None  # the next number of several parts
    times, right = Counter[str](), defaultdict[str, set[str]](set)
    for at in reversed(range(len(lines))):
        if (own := numbers[at]) and own.levels > 1:
            below = own
        if at not in read or below is None:
            continue
        number, _ = read[at]
        is_apart = lines[at].role == "heading" or is_alone(lines, at)
        if is_apart and (number.text or title_below(lines, at)):
            word = number.before.lower()
            times[word] += 1
            if (parts(below.number) or ())[:1] == parts(number.number):
                right[word].add(number.number)
    learned = {word for word in times if len(right[word]) >= max(_FEWEST, _MOSTLY * times[word])}
    known = {at: number for at, (number, is_known) in read.items() if is_known or number.before.lower() in learned}
    return [known.get(at) for at in range(len(lines))]


def number_after_a_word(text: str) -> tuple[LineNumber, bool] | None:
    """Return the number after a word that begins a line, and whether the word is known; a title follows it, or a
    sentence after the sign of an article: `Article premier. - Tous …`. A number may be a word alone, `THREE`."""
    if value := numerals().get(fold(text)) if len(text) <= _LONGEST_NUMERAL else None:
        return LineNumber(value, "", "", _NUMERAL), False
    found = _after_a_word().match(text)
    if not found:
        return None
    mark, words = found["mark"] or found["gap"].strip(), text[found.end() :]
    is_article = bool(mark and found["section"])
    if not is_article and not is_title(words.rstrip(".") or "Title", marked=True):
        return None
    printed, word = found["ordinal"] or found["number"], found["chapter"] or found["section"] or found["other"]
    return LineNumber(numerals().get(fold(printed), printed), mark, words.strip(), word), not found["other"]


def chapter_of(text: str) -> tuple[str, str] | None:
    """Return the word for chapters or sections that begins a title, and the number after it: `Article II. Play`."""
    found = number_after_a_word(text) if is_title(text, marked=True) else None
    return (found[0].before.lower(), found[0].number) if found and found[1] else None


def is_chapter_alone(title: str) -> bool:
    """Whether a title is only the word and the number of a chapter or part, `PART ONE`."""
    found = number_after_a_word(title)
    return bool(found and found[1] and not found[0].text)


def title_below(lines: Sequence[SourceLine], at: int) -> str:
    """Return the title that is below a line with a number alone, or ""."""
    below = next((line for line in lines[at + 1 : at + 3] if line.role != "blank"), None)
    is_below = below and below.role in ("heading", "text") and is_title(below.text, marked=True)
    return below.text if below and is_below else ""


@lru_cache(maxsize=8)
def prefix_pattern(prefixes: tuple[str, ...], in_heading: bool = False) -> re.Pattern[str]:
    """Return the pattern of a word before a rule's own number; a sentence that begins so goes on in lower case."""
    before = "|".join(map(re.escape, prefixes))
    number = r"\d{1,4}(?:[.-]\d{1,4}){0,8}" + rf"(?:{LATIN}|[.-][a-z](?!\w)|[a-z]{{0,2}})"
    after = r"\s" if in_heading else r"\s+[“„«\"]?[^\W\d_a-z]"
    return re.compile(rf"(?i:{before})\.?\s{{0,3}}(?={number}[º°]?(?:{CLOSING}(?:\s|$)|{after}|\s*[-–—:]\s|$))")


@cache
def _ordinal_chapter() -> re.Pattern[str]:
    return re.compile(rf"第[0-9]{{1,4}}(?:{any_of(words('ordinal_chapters'))})")


def begins_like_chapter(text: str) -> bool:
    """Whether a text begins with the number of a chapter or part, `CHAPTER 3`, `Erster Teil`, `第1章`."""
    found = _after_a_word().match(text)
    return bool(found and found["chapter"]) or (
        text[:1] in ORDINAL_SIGNS and bool(_ordinal_chapter().match(plain_head(text)))
    )


def own_number(line: SourceLine, profile: Profile) -> LineNumber | None:
    """Return the number that a line begins with, even if one of the book's words is before it."""
    found = _prefix(line, profile.prefixes)
    number = line_number(found.string[found.end() :] if found else line.words, profile.numbers)
    return number._replace(before=found[0].strip()) if number and found else number


def without_prefix(line: SourceLine, prefixes: tuple[str, ...]) -> SourceLine:
    """Return a line without one of some words before its number."""
    found = _prefix(line, prefixes)
    return line._replace(text=found.string[found.end() :], marker="") if found else line


def _prefix(line: SourceLine, prefixes: tuple[str, ...]) -> re.Match[str] | None:
    return prefix_pattern(prefixes, line.role == "heading").match(with_plain_article(line.words)) if prefixes else None


def is_dotted(found: LineNumber | None) -> bool:
    """Whether a number has two parts or more, separated by dots."""
    return bool(found and found.levels > 1 and "." in found.number)


# --- titles and sentences


_MAX_TITLE_WORDS = 12  # the longest title of the known rulebooks has 11 words; a sentence without an end is longer
_MAX_TITLE_SIGNS = 30  # in Japanese and Chinese, which print no blanks between words: the longest known has 21
_FAR_EASTERN = re.compile(f"[{FAR_EASTERN}]")
_ENDS = re.compile(r"[.!?:;…。！？：；．][\"”’'»)\]*」』）】]*(?:\s?\[[0-9][0-9a-z.]{0,20}\])*$")
_OF_LETTERS = re.compile(
    r"(?<=[.\s][^\W\d_]\.[^\W\d_])\.$|(?<=[.\s][^\W\d_]\. [^\W\d_])\.$"
)  # the full stop of *e. V.*
_TAIL = 80  # characters: room for the references after a sentence's end; a bound for hostile lines


# Complexity: one condition for each sign of a sentence.
def is_title(text: str, marked: bool = False) -> bool:
    """Whether the words of a line are only a title: short, and no end of a sentence. Unless the source has `marked` the
    line as a heading, every longer word must be capitalised."""
    found = text.split(maxsplit=_MAX_TITLE_WORDS)
    if not found or len(found) > _MAX_TITLE_WORDS or ends_sentence(text) or not any(c.isalpha() for c in text):
        return False
    if not text.isascii() and _FAR_EASTERN.search(text) and (len(text) > _MAX_TITLE_SIGNS or "、" in text):
        return False
    lower = () if marked else (word for word in found if next(filter(str.isalnum, word), "").islower())
    return all(part in words("little") for word in lower for part in word.lower().strip("(),.“”\"'").split("/"))


def is_title_of_book(text: str) -> bool:
    """Whether a first line is only a title, which may end in an abbreviation of letters, as that of a club, *e. V.*"""
    return is_title(_OF_LETTERS.sub("", text), marked=True)


def ends_sentence(text: str) -> bool:
    """Whether a paragraph is complete: it ends in a full stop or another end of a sentence."""
    return bool(_ENDS.search(text.rstrip()[-_TAIL:]))


def is_broken_off(before: str, after: str) -> bool:
    """Whether `after` goes on with a sentence that a page end cut off in `before`."""
    return bool(before) and not ends_sentence(before) and after[:1].islower()


WRAPPED = 50
"""Characters: no program wraps lines shorter than this."""


def is_wrapped(line: SourceLine) -> bool:
    """Whether a line of plain text seems to go on in the next: it is long, and ends no sentence."""
    width = len(line.raw) * (2 if _FAR_EASTERN.match(line.raw[-1:]) else 1)  # signs as wide as two letters
    return width >= WRAPPED and not ends_sentence(line.text)


def joint(document: Document, before: str, after: str) -> str:
    """Return what joins two adjoining lines: the line break that the document's author put there, else a blank."""
    if document.breaks and not is_broken_off(before, after):
        return "\n"
    return "" if _FAR_EASTERN.match(before[-1:]) and _FAR_EASTERN.match(after[:1]) else " "


def is_alone(lines: Sequence[SourceLine], at: int) -> bool:
    """Whether there is no line right above or below a line, or a blank one."""
    return all(line.role == "blank" for line in (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]))


def has_title_of_list(lines: Sequence[SourceLine], at: int) -> bool:
    """Whether a line is a title in capitals, apart from the lines around it, after which numbers begin again."""
    line = lines[at]
    is_upper = line.role == "text" and line.text.isupper() and is_title(line.text, marked=True)
    return is_upper and is_alone(lines, at) and numbers_begin_after(lines, at)


def numbers_begin_after(lines: Sequence[SourceLine], at: int) -> bool:
    """Whether the next list, before another heading or bold line, begins with the number 1."""
    for line in lines[at + 1 :]:
        if line.counted or line.role == "heading" or line.strong:
            return line.counted and line.marker[:-1] == "1"
    return False
