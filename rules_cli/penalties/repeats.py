"""Repeated infractions: words that tell of one, and what a policy document says of them above all infractions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from rules_cli.model import Rule
from rules_cli.penalties.amounts import FittingChange
from rules_cli.penalties.changes import may_raise, named_penalties
from rules_cli.penalties.evidence import ranking
from rules_cli.text import fold, words_of_text
from rules_cli.words import any_of, cardinals, folded, languages, numerals, ordinal, ordinals, words

_BY_LEVELS = re.compile(r"\b(?:upgraded?|increased?) by [^.]*\blevels?\b[^.]*", re.IGNORECASE)
_EFFECT = re.compile(r", (?!which)|: | will | should | is upgraded ")  # between a condition and its effect
_NO_PENALTY = ("no", "sem")  # first words: such an infraction is not counted
_AGAIN = 2  # the least number of an infraction that happened *again*
_MOST_COUNTED = 10
_JOINT = "_"  # between the words of a phrase
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")


class OnRepeats(NamedTuple):
    """A sentence on what a repeated infraction costs, and the section that has it."""

    section: Rule
    sentence: str


def on_repeats(sections: Iterable[Rule]) -> OnRepeats | None:
    """Return the first sentence of some sections that says how repeated infractions raise a penalty."""
    for section in sections:
        for sentence in _SENTENCE_END.split(section.text or ""):
            said = words_of_text(sentence)
            if all(any(word.startswith(needed) for word in said) for needed in ranking().of_repeats):
                return OnRepeats(section, sentence)
    return None


def without_repeats(text: str) -> str:
    """Return a judge's words without those that only say how often it happened: *third* missed trigger, *again*."""
    typed = _typed(text)
    keys = [fold(word).strip(".,:") for word in typed]
    return " ".join(word for at, word in enumerate(typed) if not _counts(keys, at)).replace(_JOINT, " ") or text


def times_said(text: str) -> int:
    """Return the number of an infraction in a judge's words: 3 for *third* missed trigger, 2 or more for *again*."""
    keys = [fold(word).strip(".,:") for word in _typed(text)]
    said = [key for at, key in enumerate(keys) if _counts(keys, at)]
    return max((_value(key) or _AGAIN for key in said if key not in folded("times")), default=0)


def _typed(text: str) -> list[str]:
    """Return a judge's words, those that say together how often it happened as one: `de_novo`."""
    return _phrases().sub(lambda found: found[0].replace(" ", _JOINT), text).split()


def _counts(keys: list[str], at: int) -> bool:
    """Return whether a word says how often it happened: *again*, or a number at either end or before a word for time:
    *a second card* is no second infraction."""
    if keys[at].replace(_JOINT, " ") in folded("repeated"):
        return True
    if keys[at] in folded("times"):
        return at > 0 and keys[at - 1] in _repeated()
    return keys[at] in _repeated() and (at in (0, len(keys) - 1) or keys[at + 1] in folded("times"))


@cache
def _phrases() -> re.Pattern[str]:
    phrases = (each for each in (*words("repeated"), *_often()) if " " in each)
    return re.compile(rf"\b(?:{any_of(phrases)})\b", re.IGNORECASE)


@cache
def _often() -> dict[str, int]:
    """Return the words that say how often something happened, *twice*, with that number."""
    lists = [language.often for language in languages().values()]
    return {fold(word): int(number) for each in lists for number in each for word in each[number]}


@cache
def _ones() -> frozenset[str]:
    """Return the words for one, which also stand for an infraction: *the third one*."""
    return frozenset(name for name, value in cardinals().items() if value == 1)


@cache
def _repeated() -> frozenset[str]:
    """Return the words that say that something happened again: *again*, *third*, *3rd*."""
    figures = (f"{at}{end}" for at in range(_AGAIN, _MOST_COUNTED) for end in ("nd", "rd", "th"))
    return frozenset(
        (*(fold(each).replace(" ", _JOINT) for each in (*words("repeated"), *_often())), *_ordinals(), *figures)
    )


# --- the upgrade that counts infractions


@cache
def _numerals() -> dict[str, int]:
    """Return the values of the words for numbers from two on, ordinal or not."""
    return {name: value for name, value in numerals().items() if value > 1}


def _ordinals() -> tuple[str, ...]:
    return tuple(name for name, value in ordinals().items() if value >= _AGAIN)


def _value(word: str) -> int:
    """Return the value of a number: `third`, `3rd`, `3`, `twice`; 0 for another word."""
    digits = re.match(r"\d{1,2}", word)
    return int(digits[0]) if digits else _numerals().get(word) or _often().get(word.replace(_JOINT, " "), 0)


@cache
def _counted(is_on_repeats: bool) -> re.Pattern[str]:
    """Return the pattern of a count of infractions: `second offense`, `3 or more infractions`, `already had two`. In a
    sentence on repeats an ordinal number counts infractions, whatever follows it: `a third kite error`."""
    number, times = rf"(?:\d{{1,2}}|{any_of(tuple(_numerals()))})(?:nd|rd|th|[.ao])?", any_of(folded("times"))
    more, end = r"(?: or (?:more|later|subsequent))", r"(?! [^\W\d_])"  # not: *two or more cards*
    return re.compile(
        rf"\balready (?:received|had|has) (?P<before>{number})(?: (?:{times})s?)?"
        rf"|\b(?P<number>{number})(?:{more}{'' if is_on_repeats else end}|{more}?(?: [^\W\d_]+)? (?:{times})s?)\b"
        + (rf"|\b(?P<ordinal>\d(?:nd|rd|th)|{any_of(_ordinals())})\b" if is_on_repeats else "")
    )


def offence_in(text: str) -> int:
    """Return from which number of infractions on a text holds, 0 if it counts none: `second offence`, `if repeated`,
    `A third insult`."""
    folded = fold(text)
    said = words_of_text(text)
    if _are_counts(said):
        return max(_numbers_in(said), default=0)
    if begins := _ordinal_first().match(folded):
        return _value(begins[1])
    if counted := _counted(False).search(folded):
        return _value(next(filter(None, counted.groups()))) + bool(counted["before"])
    return _AGAIN * bool(_said_again().search(folded))


def says_next(text: str) -> bool:
    """Return whether a text is a word for the next one and nothing more, *then*, or begins with two such words, *each
    further one*."""
    said = words_of_text(text)
    listed = [words_of_text(each) for each in words("next")]
    return any(said == each or (len(each) > 1 and said[: len(each)] == each) for each in listed)


# Complexity: the words before and between penalties are read once.
def steps_in(text: str, found: Sequence[re.Match[str]]) -> list[tuple[int, bool]]:
    """Return from which number of infractions on each penalty in a sentence holds, if only words that count are between
    them: `first Warning, then Game Loss`, `1st Warning, 2nd Game Loss`, `Warning the first time, then Game Loss`; and
    whether it is for that number alone, *2nd*, not *then*. Else an empty list."""
    ends = [0, *(each.end() for each in found)]
    gaps = [words_of_text(text[end : each.start()]) for end, each in zip(ends, found, strict=False)]
    behind = words_of_text(text[ends[-1] :])
    is_counting = all(_are_counts(gap) for gap in gaps[1:])
    if len(found) < _AGAIN or not is_counting:
        return []
    is_after = _are_counts(behind) and not _numbers_in(gaps[0])  # `Warning the first time, Game Loss the second time`
    said = [*gaps[1:], behind] if is_after else gaps
    steps = list[tuple[int, bool]]()
    for gap in said:
        least = steps[-1][0] + 1 if steps else 1
        number = next((each for each in sorted(_numbers_in(gap)) if each >= least), 0)
        steps.append((number or least, number > 0))
    return steps


def _are_counts(gap: Sequence[str]) -> bool:
    """Return whether words only count: *then*, *the second time*; with none of them, a list of alternatives."""
    plain = f" {' '.join(gap)} "
    for each in words("next"):
        plain = plain.replace(f" {fold(each)} ", " # ")
    small = {*folded("articles", "and_words", "of", "little", "conditions"), *folded("times"), *_ones(), "a", "o"}
    rest = [word for word in plain.split() if word not in small]
    return bool(rest) and all(word == "#" or ordinal(word) or word in _repeated() for word in rest)


def _numbers_in(gap: Iterable[str]) -> list[int]:
    return [value for word in gap if (value := ordinal(word) or _AGAIN * (word in _repeated()))]


@cache
def _ordinal_first() -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{any_of(folded('articles'))})\s)?({any_of(_ordinals())}|\d(?:nd|rd|th))\s")


@cache
def _said_again() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(folded('repeated'))})\b")


def counts_other(text: str, own: str) -> bool:
    """Return whether a text counts penalties, `already received two Warnings`, that are not an infraction's own."""
    counted = _counted(False).search(fold(text))
    return counted is not None and bool(counted["before"]) and fold(own) not in fold(text)


# Complexity: each reason why a sentence does not count this infraction.
def change_above(number: int, found: Rule, repeats: OnRepeats | None, names: Collection[str]) -> FittingChange | None:
    """Return what the sections above an infraction say of its number, unless they except it or count other
    penalties."""
    name = fold(found.title or "").rpartition("—")[2].strip()
    free = (*_NO_PENALTY, *folded("no_penalty"))
    is_free = len(found.penalty) != 1 or fold(own := found.penalty[0].penalty).split()[0] in free
    if not repeats or name in fold(repeats.sentence) or is_free or not may_raise(repeats.sentence, [own]):
        return None
    sentence, counted = repeats.sentence, _counted(True).search(fold(repeats.sentence))
    condition, *effect = _EFFECT.split(sentence[counted.start() :] if counted else sentence, maxsplit=1)
    named = max((each for each in names if each in (effect or [sentence])[0]), key=len, default="")
    condition = condition if effect else condition.replace(named, "")
    if not counted or {*named_penalties(condition)} - {fold(own)}:
        return None
    is_one = len({*named_penalties(" ".join(effect))}) <= 1  # not: the second is upgraded to …, the third to …
    by_levels = _BY_LEVELS.search(sentence)
    penalty = f"{own}, {by_levels[0]}" if by_levels else named if is_one else ""
    least = _value(next(filter(None, counted.groups()))) + bool(counted["before"])
    return FittingChange(repeats.section, "", penalty, number) if penalty and least <= number else None
