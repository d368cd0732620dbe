"""Amounts in a judge's words: *late 12 minutes* passes the bound of *more than 10 minutes tardy, upgrade to …*."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from rules_cli.model import Rule
from rules_cli.penalties.evidence import words_shared
from rules_cli.text import fold

_AMOUNT = re.compile(r"\b(\d{1,4}) ?([^\W\d_]+)")
_BOUND = re.compile(
    r"\b(?:(?P<past>more|less|fewer) than (?P<limit>\d{1,4})|(?P<least>\d{1,4}) or (?P<beyond>more|less|fewer))"
    r" (?P<unit>[^\W\d_]+)"
)
_ABBREVIATED = 3  # letters of a unit at least, as in `min`


class FittingChange(NamedTuple):
    """A change of a penalty whose bound an amount that was typed passes: `12 minutes`, and the penalty then."""

    part: Rule
    amount: str
    penalty: str


def fitting_change(words: str, changes: Iterable[Rule], about: str, penalties: Collection[str]) -> FittingChange | None:
    """Return the first change whose whole condition is an amount that the words pass; None without one.

    A condition with words that neither the question nor the text `about` the infraction has is not known to be
    fulfilled. `penalties` are the names of those that the document has.
    """
    for part in changes:
        condition, _, effect = (part.text or "").partition(",")
        amount = next(_passing(fold(words), fold(condition)), None)
        named = [name for name in penalties if name in effect.partition(".")[0]]
        if amount and named and not _unknown_words(condition, f"{words} {about}"):
            return FittingChange(part, amount, max(named, key=len))
    return None


def _passing(words: str, condition: str) -> Iterator[str]:
    """Yield the amounts of a question that pass the bound in a condition."""
    for bound in _BOUND.finditer(condition):
        limit = int(bound["limit"] or bound["least"])
        for amount in _AMOUNT.finditer(words):
            over = int(amount[1]) - limit
            passes = over > 0 if (bound["past"] or bound["beyond"]) == "more" else over < 0
            if _same_unit(amount[2], bound["unit"]) and (passes or (bound["least"] and over == 0)):
                yield amount[0]


def _same_unit(typed: str, printed: str) -> bool:
    is_abbreviated = len(typed) >= _ABBREVIATED and printed.startswith(typed.rstrip("s"))
    return is_abbreviated or bool(words_shared(typed, printed, ""))


def _unknown_words(condition: str, known: str) -> frozenset[str]:
    """Return the words of a condition, but for its bound, that a text lacks in any form."""
    without = _BOUND.sub("", fold(condition))
    return words_shared(without, without, known)
