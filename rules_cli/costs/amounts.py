"""Amounts, and what a player declares before the sum: text → value, or Refused with an example.

An amount counts the parts of a cost: `{"r": 3, "c": 1}` in points, `{"": 2, "W": 1, "W/U": 1}` in mana, where "" is the
usual unit. A key that begins with X, Y or Z is that letter in a unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rules_cli.captions import kind_said
from rules_cli.costs.arguments import CostQuestion, Refused, is_from_hand

Amount = Counter[str]
Thing = tuple[str, int]
"""A cost that is no number: a kind and how many, `("sacrifice", 2)`."""

LETTERS = "XYZ"
COUNT = re.compile(r"[0-9]{1,9}")  # nine digits are far more than any cost has, and sums of them stay readable
_THING = re.compile(r"([^\W\d_]+(?:[ :-][^\W\d_]+)*)(?:=([0-9]{1,9}|[XYZxyz]))?")
_REVEALED = ("reveal", "fuse", "fusion")


class NotAnnounced(Refused):
    """A question with X in its cost that says no value for it."""

    def __init__(self, letter: str) -> None:
        super().__init__("announce", letter, letter.lower(), rule="x")
        self.letter = letter


def letters_in(amount: Iterable[str] | None) -> set[str]:
    """Return the letters X, Y, Z in an amount."""
    return {part[0] for part in amount or () if part[:1] in tuple(LETTERS)}


def at(amount: Mapping[str, int], x: Mapping[str, int]) -> Amount:
    """Return an amount with these values for its letters."""
    return add_up(
        (part[1:], x[part[0]] * number) if part[:1] in x else (part, number) for part, number in amount.items()
    )


def read_count(word: str, option: str, least: int = 0) -> int:
    """Read the value of an option that takes a whole number."""
    if not COUNT.fullmatch(word) or int(word) < least:
        raise Refused("whole number", option, word, least)
    return int(word)


def counted(question: CostQuestion, option: str) -> int | None:
    """Return how many the player has by this option (`none` is 0), None without it."""
    word = question.one(option)
    if word is None:
        return None
    return 0 if word.lower() == "none" else read_count(word, option)


def listed(question: CostQuestion, option: str) -> list[str]:
    """Return the parts of a value with commas; none for `none`, and without the option."""
    word = question.one(option)
    return [] if word is None or word.lower() == "none" else [part.strip() for part in word.split(",")]


def read_thing(word: str, option: str, x: Mapping[str, int] | None = None) -> Thing:
    """Read a kind and how many, `sacrifice=2`, or `life=X` where `x` has a value for it; without a number, 1."""
    found = _THING.fullmatch(word)
    amount = found[2] or "1" if found else ""
    if found is None or (amount.isalpha() and x is None):
        raise Refused("unreadable", word, f"--{option} sacrifice=2")
    return kind_said(found[1].lower()), (x or {})[amount.upper()] if amount.isalpha() else int(amount)


def add_up(pairs: Iterable[tuple[str, int]]) -> Amount:
    """Return the sum for each part of a cost or kind of thing, in the order first named."""
    sums: Amount = Counter()
    for part, number in pairs:
        sums[part] += number
    return sums


def owned(question: CostQuestion) -> dict[str, int]:
    """Return what the player could give up (`--own`): how many of each kind."""
    for word in question.each("own"):
        if "=" not in word:
            raise Refused("needs value", word, f"--own {word}=2")
    return add_up(read_thing(word, "own") for word in question.each("own"))


def from_hand(question: CostQuestion, costs: Mapping[str, int]) -> dict[str, int]:
    """Return the extra costs that are paid with cards in hand; `reveal:ice` is of the kind reveal."""
    return {kind: amount for kind, amount in costs.items() if is_from_hand(question.file, kind)}


def in_hand(question: CostQuestion, costs: Mapping[str, int]) -> int:
    """Return how many cards in hand these extra costs need; a card may be revealed and then used for another cost."""
    shared = from_hand(question, costs)
    revealed = [amount for kind, amount in shared.items() if kind.partition(":")[0] in _REVEALED]
    return max(sum(shared.values()) - sum(revealed), *revealed, 0)
