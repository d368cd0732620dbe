"""Numbers with words between their parts, as laws and constitutions cite: `Article IV, Section 2`, `§ 12 Abs. 3`.

A step is a word and a number. Steps go down (`Article 5, paragraph 2, point (b)`), or up behind "of" (`Section 2 of
Article IV`). Rulebooks that are read, texts that are checked and numbers that users type share this grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rules_cli.numbers.grammar import HEAD, LATIN, LONE_LETTER, PART, or_words, through_words
from rules_cli.words import any_of, words

_AFTER_COMMA = (  # art. 5, II, b; of a list the first one: art. 5, II e III
    r",\s(?:(?<=[0-9º°],\s)[IVXLC]{2,7}(?!\w)|(?:(?<=[0-9º°],\s)[IVXLC]|(?<=[IVXLC],\s)[a-z])(?=[,;.)]|$|,?\s(?:[^\W\d_]{1,5}|&)\s(?:[IVXLC]{1,7}|[a-z])(?!\w)))"
)
_QUOTED = r"[\"“][a-z][\"”]"  # art. 5, II, "b"
_ITEM = (  # (b), 2.b), article 3, 1°
    rf"(?:\((?:[a-z]{{1,5}}|[0-9]{{1,3}})\)|\.?[a-z]\)|,\s[0-9]{{1,2}}[°º]|,\s{_QUOTED}|{_AFTER_COMMA})"
)
_NUMBER = (
    rf"(?:{HEAD.figures()}(?:[ -]?{LATIN}|[a-z])?(?:(?<=[0-9])[º°])?"  # art. 2º
    rf"|[IVXLC]{{2,7}}(?:\.[0-9]{{1,4}})?|[A-Za-z](?:\.[0-9]{{1,4}}){{0,8}}|{_QUOTED}|{_ITEM})"
    rf"(?:\s?{_ITEM}){{0,6}}(?!\w)"
)
_GAP = r"(?:(?<=§)\s{0,2}|\.?\s{1,2}|(?i:(?<=art)|(?<=abs)|(?<=nr)|(?<=sec))\.|(?=\())"
_LAST = re.compile(r"(?:\)|[0-9][a-z]?|\b[ivxlc]{1,7}|\b[a-z])$", re.IGNORECASE)  # the end of every number of a step
_COMMA = re.compile(r",\s([IVXLC]+|[a-z])(?=,|$)", re.IGNORECASE)
_LAST_ITEMS = re.compile(rf"(?:\s?{_ITEM}){{1,7}}$")
_LAST_ITEM = re.compile(r"\([a-z]{1,7}\)$", re.IGNORECASE)
_ROMAN = r"(?:(?-i:[IVXLC])|[IVXLC]{2,7})"  # one small letter is a letter
_UNLABELLED = rf"(?:{_ROMAN}|[a-z]\)?|(?<=[IVXLC]\s)[0-9]{{1,2}})(?!\w)"  # § 4 II 2 b
_IN_TEXT = rf"[IVX]{{2,7}}(?!\w)|[IVX](?=[,;:)])|{LONE_LETTER}(?!\.\s?\w|['’/\w])"  # § 8 IV, Abs. 3 d; I is a word
_ROMAN_STEP = re.compile(_ROMAN, re.IGNORECASE)
_SPACED = re.compile(r"[\s,§]")


class Step(NamedTuple):
    """A word in small letters and the number after it; a `low` step (paragraph, item) is always part of another. The
    word is empty if a user typed the number alone, `§ 9 II`. The only paragraph of an article has the number 1, and is
    printed with a word instead, `sole`."""

    word: str
    number: str
    is_low: bool
    sole: str = ""

    def __str__(self) -> str:
        return f"{self.word} {self.sole or self.number}".strip()


class WordedNumber(NamedTuple):
    """A number with words in it, from `start` to `end` of a text; `steps` come from the highest down. `more` are the
    other numbers of a list in its lowest step, with their places, or the last one of a range; its first number ends at
    `first_end`. `sentence` is the sentence of it that is cited, `§ 4 Abs. 1 Satz 2`; 0 without one."""

    start: int
    end: int
    first_end: int
    steps: tuple[Step, ...]
    more: tuple[tuple[int, int, str], ...] = ()
    is_range: bool = False
    sentence: int = 0

    @property
    def number(self) -> str:
        """The parts of all steps with dots between them: `IV.2.a`."""
        return ".".join(part for step in self.steps for part in PART.findall(step.number))

    def with_member(self, number: str) -> WordedNumber:
        """Return the same with another number of its list: (3) after Article 5(2) is Article 5(3)."""
        *above, last = self.steps
        kept = _LAST_ITEMS.sub("", last.number) if number[0] == "(" else ""
        if number.isalpha() and (item := _LAST_ITEM.search(last.number)):  # art. 4, I e III
            kept, number = last.number[: item.start()], f"({number})"
        return self._replace(steps=(*above, last._replace(number=kept + number)), more=())

    def __str__(self) -> str:
        return ", ".join(map(str, self.steps))

    @property
    def path(self) -> tuple[Step, ...]:
        """Its steps if they are several, or the one of a chapter, whose number is plain; none of `rule 2.7.3a`."""
        return self.steps if self.steps[1:] or self.number.isalpha() or self.number.isdecimal() else ()

    @property
    def is_labelled(self) -> bool:
        """Whether its words say that it is a number: those of a first step, or of a part of one, `3 Abs. 4`."""
        first, *below = self.steps
        return bool(first.word or (below and below[0].is_low and below[0].word) or (below and below[0].word == "§"))


@cache
def _through() -> str:
    """Return the pattern of what is between the ends of a range."""
    return rf"(?:\s?(?:[-–—]|\.\.)\s?|\s{through_words()}\s)"


@cache
def _step(end_of_range: str = "(?!)", unlabelled: str = "(?!)") -> str:
    """Return the pattern of a word and a number; further numbers, as in `paragraphs 2, 3 and 4`, are the group `more`,
    as is the end of a range. A word in the plural, `§§ 5, 7`, needs no "and" before the last one. The word is in the
    group `high`, `low` or `sentence`; a number of the form `unlabelled` may have none."""
    low = words("steps")
    high = (each for each in words("sections", "chapters", "parts", "abbreviations") if each not in low)
    sentence = rf"(?P<sentence>(?i:{any_of(words('sentences'))}))"
    word = rf"(?P<high>(?i:§{{1,2}}|{any_of(high)}))|(?P<low>(?i:{any_of(low)}))|{sentence}"
    several = r"(?P<several>(?=§§|[^\W\d_]{2,12}s[\s.]))?"
    article = rf"(?!(?i:{any_of(words('articles'))})\s{{1,2}}[^\W\d_])"  # of a word: art. 5, and a kite
    more = (
        rf"(?P<more>(?:,\s{_NUMBER}){{0,9}},?\s{or_words()}\s{article}{_NUMBER}"
        rf"|(?(several)(?:,\s{HEAD.figures()}(?!\w)){{1,9}}|(?!))|{end_of_range})?"
    )
    sole = rf"(?i:{any_of(words('sole'))})(?!\w)"
    return rf"{several}(?:(?:{word}){_GAP}|(?={unlabelled}))(?P<number>{_NUMBER}|{sole}){more}"


@cache
def _joint() -> re.Pattern[str]:
    """Return the pattern of what is between two numbers of a list."""
    return re.compile(rf",\s(?:{or_words()}\s)?|\s{or_words()}\s", re.IGNORECASE)


@cache
def _member() -> re.Pattern[str]:
    """Return the pattern of one of the further numbers of a step."""
    return re.compile(rf"(?:{_joint().pattern}|(?P<through>{_through()}))(?P<number>{_NUMBER})", re.IGNORECASE)


@cache
def _patterns(is_typed: bool = False) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a first step and of a next one, in what a user typed in any case. In a text, a range
    begins with a word in the plural or of a part, or ends in brackets or with a roman number: § 3 bis 18 Uhr is none.
    Compiled only when needed: that takes 10 ms."""
    flags = re.IGNORECASE if is_typed else re.NOFLAG
    end_of_range = rf"{_through()}{_NUMBER}"
    if not is_typed:
        end_of_range = (
            rf"(?(several){end_of_range}|(?(low){end_of_range}|{_through()}(?=\(|[IVXLC]{{1,7}}(?!\w)){_NUMBER}))"
        )
    first = _step(end_of_range, "[0-9]" if is_typed else "(?!)")
    letters = rf"[a-z](?=[,;:)]|\s{or_words()}\s[a-z](?!\w))"  # Abs. 3 a und c
    behind = "|".join([r"(?<=[0-9º°]\s)", *(rf"(?<={re.escape(word)},\s)" for word in words("heads"))])
    in_text = rf"(?:{behind})(?:{_IN_TEXT}|{letters})|(?<=[IVX]\s)[0-9]{{1,2}}(?!\w)"
    step = _step(end_of_range, rf"{_UNLABELLED}|(?(up)[0-9]|(?!))" if is_typed else in_text)
    articles = any_of(words("articles"))
    up = rf"(?:(?P<up>,?\s(?:(?:{any_of(words('of'))})\s{{1,2}}(?:(?:{articles})\s|l['’])?|dell['’]))|,?\s{{1,2}}|,)"
    head = rf"(?:,?\s(?:{any_of(words('heads'))})(?=,))?"  # art. 5º, caput, I
    return re.compile(rf"(?<![\w-]){first}", flags), re.compile(head + up + step, flags)


def find_worded(text: str) -> Iterator[WordedNumber]:
    """Yield the numbers with words in a text, in the order of print; they never overlap. Linear in its length."""
    first_step, next_step = _patterns()
    at, last = 0, None
    while first := first_step.search(text, at):
        at = first.end()
        if found := _from(first, next_step):
            found = _going_on(text, last, found) if last else found
            *others, last = _with_step_below_last(text, found, next_step)
            yield from (*others, last)
            at = last.end


def _with_step_below_last(text: str, found: WordedNumber, next_step: re.Pattern[str]) -> list[WordedNumber]:
    """Return a number; of a list whose last number alone has a step below, `§§ 2 und 3 Abs. 4`, also that one."""
    match = next_step.match(text, found.end) if found.more and not found.is_range else None
    below = _from(match, next_step) if match and match["low"] and not match["up"] else None
    if not below or below.steps[0].word == found.steps[-1].word:
        return [found]
    *others, (start, _, number) = found.more
    listed = found._replace(more=tuple(others), end=others[-1][1] if others else found.first_end)
    return [listed, below._replace(start=start, steps=(*found.with_member(number).steps, *below.steps))]


def _going_on(text: str, last: WordedNumber, found: WordedNumber) -> WordedNumber:
    """Return a number with the steps above it, if these are printed with the last one only: Abs. 4 in `§ 4 Abs. 3 und
    Abs. 4`, § 2 in `art. 3, § 1 e § 2`."""
    words_above = [step.word.rstrip("s") for step in last.steps]
    first = found.steps[0].word.rstrip("s")
    if first not in words_above[1:] or not _joint().fullmatch(text, last.end, found.start):
        return found
    return found._replace(steps=(*last.steps[: words_above.index(first, 1)], *found.steps))


def read_worded(typed: str) -> WordedNumber | None:
    """Return the number with words, in any case, if a user typed nothing else; None for any other text, and for letters
    behind a number, `rule 4 b`, which are read like `4b`."""
    found = _read_typed(typed)
    return found if found and not found.more else None


def read_listed(typed: str) -> tuple[list[WordedNumber], bool]:
    """Return the numbers of a list with words, or both ends of a range, if a user typed nothing else, and whether it is
    a range: `§ 4 Abs. 1 bis 3`. No numbers for any other text, nor for letters behind figures, `rule 1.2a to c`."""
    found = _read_typed(typed)
    if not found or not found.more or found.steps[0].is_low:
        return [], False
    are_figures = found.steps[-1].number[0].isdecimal() and not _LAST_ITEM.search(found.steps[-1].number)
    if any(number[0] != "(" and number[0].isdecimal() != are_figures for *_, number in found.more):
        return [], False
    return [found._replace(more=()), *(found.with_member(number) for *_, number in found.more)], found.is_range


# Complexity: one exit for each kind of text that is no number with words.
def _read_typed(typed: str) -> WordedNumber | None:
    """Return the number or the list that a user typed if nothing else is beside it."""
    if typed[:1].isdigit() and not _SPACED.search(typed):
        return None
    if not (_LAST.search(typed) or typed.lower().endswith(words("sole"))):
        return None
    first_step, next_step = _patterns(is_typed=True)
    first = first_step.match(typed)
    found = _from(first, next_step) if first else None
    if not found or found.end != len(typed):
        return None
    top, *below = found.steps
    is_path = any(step.word or _ROMAN_STEP.fullmatch(step.number) for step in below)
    return found if is_path or (top.word and not below) else None


# Complexity: comprehensions over the steps; only the loop branches.
def _from(first: re.Match[str], following: re.Pattern[str]) -> WordedNumber | None:
    """Return the number that begins with a step; a step behind "of" is the highest so far. None for sentences alone."""
    steps = [first]  # from the highest down
    last, place = first, 0
    while match := following.match(last.string, last.end()):
        is_repeated = _word_of(match).rstrip("s") in [_word_of(step).rstrip("s") for step in steps if _word_of(step)]
        is_section = match["high"] and match["high"] != "§" and not match["up"]
        begins_section = is_section and (last["low"] or last["sentence"])
        is_below_one = last["more"] and match["low"] and not match["up"]
        if is_repeated or begins_section or is_below_one or ("." in match["number"] and "." in last["number"]):
            break  # it begins another number: rule 1.2, section 3.4; rule 1, rule 2; §§ 2 and 3 Abs. 4
        place = 0 if match["up"] else place + 1
        steps.insert(place, match)
        last = match
    sentence = next((int(step["number"]) for step in steps if step["sentence"] and step["number"].isdecimal()), 0)
    steps = [step for step in steps if not step["sentence"]]
    if not steps:
        return None
    lowest = steps[-1]
    at = lowest.start("more")
    members = list(_member().finditer(lowest["more"] or ""))
    more = tuple((at + member.start("number"), at + member.end(), member["number"]) for member in members)
    first_end = lowest.end("number") if more else last.end()
    is_range = any(member["through"] for member in members)
    found = (_as_step(step, is_highest=step is steps[0] and steps[1:] != []) for step in steps)
    return WordedNumber(first.start(), last.end(), first_end, tuple(found), more, is_range, sentence)


def _as_step(step: re.Match[str], is_highest: bool) -> Step:
    """Return a step, its items in brackets. A paragraph that has parts is a section if no other step is above it."""
    word, number = _word_of(step), step["number"]
    is_section = is_highest and (not word or word in words("sections"))
    is_low = not (step["high"] or is_section)
    if number.lower() in words("sole"):
        return Step(word, "1", is_low, number)
    return Step(word, _COMMA.sub(r"(\1)", number), is_low)


def _word_of(step: re.Match[str]) -> str:
    """Return the word of a step in small letters; "" if it has none, or is a sentence."""
    return (step["high"] or step["low"] or "").lower()
