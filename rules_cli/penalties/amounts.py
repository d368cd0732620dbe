"""Amounts in a judge's words: *late 12 minutes* passes the bound of *more than 10 minutes tardy, upgrade to …*."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from math import inf
from typing import NamedTuple

from rules_cli.model import Penalty, Row, Rule, penalty_in_words
from rules_cli.parse.penalty_words import harshness, pattern_of
from rules_cli.penalties.changes import named_penalties
from rules_cli.penalties.evidence import ranking, words_shared
from rules_cli.text import fold
from rules_cli.words import any_of, cardinals, folded

_TOKEN = re.compile(r"\d{1,4}(?:[.,]\d{1,2})?|[^\W\d_]+")
_RANGE = re.compile(r"(?P<from>\d{1,4})\s?(?:[-–]|[^\W\d_]{1,3}\s)\s?\Z")
_FALLING = ("or less", "or fewer")  # words behind the amount of a bound that an amount below it passes
_COLUMN = re.compile(r"(\d{1,4})(?:\s?[-–]\s?(\d{1,4}))? ([^\W\d_]+)")
_LEAST_COLUMNS = 2
_EFFECT = re.compile(r", |: | will | should ")  # between a condition and its effect
_SIGN = re.compile(r"[.;,:(]")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


@cache
def bound_pattern() -> re.Pattern[str]:
    """Return the pattern of a bound: `more than 10 minutes`, `two or fewer cards`."""
    numbers = any_of(name for name, value in numbers_in_words().items() if value != 1)
    limit, other = rf"(?P<limit>\d{{1,4}}|{numbers})", "(?: or (?:more|less|fewer))?"
    kinds = "|".join(rf"(?P<{kind}>{any_of(folded(kind))})" for kind in ("over", "below", "up_to"))
    return re.compile(rf"\b(?:(?:{kinds})\s)?{limit}{other}(?: an?)? (?P<unit>[^\W\d_]+){other}")


@cache
def numbers_in_words() -> Mapping[str, float]:
    """Return the values of the folded words for numbers, `half`, `zehn`."""
    return {**{name: float(value) for name, value in cardinals().items() if value > 1}, **ranking().numbers}


class TypedAmount(NamedTuple):
    """An amount as it is typed, and its value in a unit, that of a time in seconds."""

    typed: str
    value: float
    unit: str

    def is_like(self, other: TypedAmount) -> bool:
        """Return whether another amount is one of the same things."""
        return self.unit == other.unit or bool(words_shared(self.unit, other.unit, ""))


class FittingChange(NamedTuple):
    """A change of a penalty whose bound an amount that was typed passes: `12 minutes`, and the penalty then. Or the
    bound is a number of infractions, and `offence` is the number that was typed; `listed` is the last that the document
    has a penalty for, if it ends before that. Or the words decide: `clause` is what they are about."""

    part: Rule
    amount: str
    penalty: str
    offence: int = 0
    clause: str = ""
    listed: int = 0


# Complexity: one condition for each reason why a change does not fit.
def fitting_change(words: str, changes: Iterable[Rule], about: str, penalties: Collection[str]) -> FittingChange | None:
    """Return the change whose whole condition is an amount that the words pass, of several the one with the nearest
    bound; None without one.

    A condition with words that neither the question nor the text `about` the infraction has is not known to be
    fulfilled. `penalties` are the names of those that the document has.
    """
    typed, fitting = list(amounts_in(words)), list[tuple[float, FittingChange]]()
    for part in changes if typed else ():
        for sentence in _SENTENCE.split(part.text or ""):
            for condition, penalty in penalties_in(sentence, penalties):
                passed = next((each for each in _compared(typed, fold(condition)) if each[1] >= 0), None)
                if passed and not _unknown_words(condition, f"{words} {about}"):
                    amount, over = passed
                    fitting.append((over, FittingChange(part, amount.typed, penalty)))
    return min(fitting, key=lambda each: each[0], default=(0.0, None))[1]


def penalties_in(sentence: str, penalties: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield each penalty that a sentence names, as printed, with its condition: the words before it, or those up to
    the next one if it begins the sentence, *Game Loss after 5 minutes, Match Loss after 10*."""
    found = list(pattern_of(frozenset(penalties)).finditer(sentence))
    if len({fold(each[0]) for each in found}) == 1:
        condition, *effect = _EFFECT.split(sentence, maxsplit=1)
        if not effect:  # `Game Loss after 5 minutes`
            yield sentence.replace(found[0][0], ""), found[0][0]
        elif pattern_of(frozenset(penalties)).search(effect[0]):
            yield condition, found[0][0]
        else:  # `After 5 minutes you lose the game, and the kite lands`
            yield sentence.replace(found[0][0], ""), found[0][0]
        return
    is_behind = bool(found) and not bound_pattern().search(fold(sentence[: found[0].start()]))
    is_behind = is_behind and any(map(str.isalnum, sentence[found[-1].end() :]))
    ends = [each.start() for each in found[1:]] + [len(sentence)]
    starts = [0, *(each.end() for each in found)]
    for at, each in enumerate(found):
        first = sentence[: each.start()] if at == 0 else ""
        yield (
            f"{first} {sentence[each.end() : ends[at]]}" if is_behind else sentence[starts[at] : each.start()],
            each[0],
        )


# Complexity: the table is found, its columns are read, and the amount is placed.
def fitting_column(words: str, rule: Rule) -> FittingChange | None:
    """Return the penalties of the column for an amount, if a table has a column for each range of amounts, such as
    `0–2 minutes | 3–9 minutes`. A range goes on to the next one, and the last to its end."""
    cells = [each.penalty.split(" | ") for each in rule.penalty]
    for line in (rule.text or "").split("\n"):
        columns = [found for cell in line.split("|") if (found := _COLUMN.search(fold(cell)))]
        if len(columns) < _LEAST_COLUMNS or any(len(each) != len(columns) for each in cells):
            continue
        starts = [next(amounts_in(f"{found[1]} {found[3]}")) for found in columns]
        last = columns[-1]
        end = next(amounts_in(f"{int(last[2]) + 1} {last[3]}")).value if last[2] else inf
        for amount in filter(starts[0].is_like, amounts_in(words)):
            at = sum(start.value <= amount.value for start in starts) - 1
            if at >= 0 and amount.value < end:
                chosen = [Penalty(each.level, cell[at]) for each, cell in zip(rule.penalty, cells, strict=True)]
                return FittingChange(rule, amount.typed, penalty_in_words(chosen))
    return None


def amounts_in(text: str) -> Iterator[TypedAmount]:
    """Yield the amounts in a text: `2 cards`, `half a minute`."""
    printed, at = _TOKEN.findall(unicodedata.normalize("NFC", text)), 0
    tokens = list(map(fold, printed))
    values, times = numbers_in_words(), ranking().seconds
    while at < len(tokens):
        begin, at = at, at + 1
        value = float(tokens[begin].replace(",", ".")) if tokens[begin][0].isdigit() else values.get(tokens[begin])
        while value is not None and tokens[at : at + 1] in (["a"], ["an"], ["of"]):
            at += 1
        if value is not None and at < len(tokens):
            seconds = times.get(tokens[at].removesuffix("s"))
            unit = "second" if seconds else tokens[at]
            yield TypedAmount(" ".join(printed[begin : at + 1]), value * (seconds or 1), unit)


def without_amounts(words: str) -> str:
    """Return a judge's words without the times in them: `late` for *late 12 minutes*."""
    plain = fold(words)
    for amount in (each for each in amounts_in(words) if each.unit == "second"):
        plain = plain.replace(fold(amount.typed), " ")
    return plain


# Complexity: one condition for each sign of a bound.
def _compared(typed: Collection[TypedAmount], condition: str) -> Iterator[tuple[TypedAmount, float]]:
    """Yield for each bound in a condition, `2 or fewer cards`, each amount of its unit, and how far that passes it, or
    is inside of a range, `5 to 10 minutes`; below 0 if it does not. A bare amount, *not there 10 minutes into the
    round*, is passed by itself and more."""
    for bound in bound_pattern().finditer(condition):
        limit = next(amounts_in(f"{bound['limit']} {bound['unit']}"), None)
        if not limit:  # `de 5 a 15 minutos`
            continue
        sign = -1 if bound["below"] or bound["up_to"] or any(word in bound[0] for word in _FALLING) else 1
        for amount in filter(limit.is_like, typed):
            over = sign * (amount.value - limit.value)
            if start := _RANGE.search(condition, 0, bound.start()):
                least = next(amounts_in(f"{start['from']} {bound['unit']}")).value
                over = min(amount.value - least, limit.value - amount.value)
            is_passed = over > 0 or (over == 0 and not (bound["over"] or bound["below"]))
            yield amount, over if is_passed else -1.0


def how_far_in(words: str, condition: str) -> float | None:
    """Return how far an amount in a question passes the bounds in a condition, below 0 if none does; None without one
    to compare."""
    return _furthest([over for _, over in _compared(list(amounts_in(words)), fold(condition))])


def how_far(words: str, rule: Row) -> float | None:
    """Return how far an amount of a question passes the bound in the condition of an infraction's own penalty, below 0
    if none does; None without a bound to compare. `More than 15 minutes late: Game Loss` is passed by 20 minutes."""
    typed = list(amounts_in(words))
    compared = (_compared(typed, condition) for condition in _conditions(rule)) if typed else ()
    return _furthest([over for each in compared for _, over in each])


def _furthest(found: Collection[float]) -> float | None:
    """Return how far the bound that is passed furthest is passed; the lowest if none is, None without a bound."""
    return max((each for each in found if each >= 0), default=min(found)) if found else None


def _conditions(rule: Row) -> Iterator[str]:
    """Yield the title of an infraction, and the words around its penalty in its text if it has one, folded: those
    before it in its sentence, and those behind it up to a sign; all words of a text without a penalty, which the line
    above gives."""
    yield fold(rule.title or "")
    if len(rule.penalty) != 1:
        return
    own, text = fold(rule.penalty[0].penalty), rule.words.text or ""
    if not named_penalties(text):
        yield fold(text)
    for sentence in _SENTENCE.split(text):
        before, found, after = fold(sentence).partition(own)
        if found and not {harshness(each) for each in named_penalties(f"{before} | {after}")} - {harshness(own)}:
            yield f"{before} {_SIGN.split(after)[0]}"


def _unknown_words(condition: str, known: str) -> frozenset[str]:
    """Return the words of a condition, but for its bound, that a text lacks in any form."""
    without = bound_pattern().sub("", fold(condition))
    return words_shared(without, without, known)
