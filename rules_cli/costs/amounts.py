"""Numbers as typed, and what a player declares before the sum: text → value, or Refused with an example."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from rules_cli.captions import kind_said
from rules_cli.costs.arguments import CostQuestion, Modifier, Refused, is_from_hand
from rules_cli.text import shorten

T = TypeVar("T")
Thing = tuple[str, int]
"""A cost that is no number: a kind and how many, `("sacrifice", 2)`."""

LETTERS = "XYZ"
# Nine digits are far more than any cost has, and sums of such numbers stay readable.
COUNT = re.compile(r"[0-9]{1,9}")
# A part of a cost: a symbol, `{r}`, or a number or letters with a unit, `2r`, or a unit alone, as in `rr`.
_TERM = re.compile(r"\{([A-Z]|[0-9]{1,9})\}|(?:([0-9]{1,9})|([XYZ]+))([A-W]?)|([A-W])", re.IGNORECASE)
_NUMBER_AND_LETTER = re.compile(r"([0-9]{1,9})([XYZ]+)", re.IGNORECASE)
_TOO_LONG = re.compile(r"[0-9]{10}")
_THING = re.compile(r"([^\W\d_]+(?:[ :-][^\W\d_]+)*)(?:=([0-9]{1,9}|[XYZxyz]))?")
_REVEALED = ("reveal", "fuse", "fusion")


class NotAnnounced(Refused):
    """A question with X in its cost that says no value for it."""

    def __init__(self, letter: str) -> None:
        self.letter = letter
        super().__init__(f"announce {letter}: --{letter.lower()} 3", "x")


@dataclass(frozen=True, slots=True)
class Formula:
    """A number with letters in it: `X+2` has `plain` 2 and the letter X once. `figures` counts the printed parts."""

    plain: int = 0
    letters: Mapping[str, int] = field(default_factory=dict)
    figures: int = 1

    def at(self, values: Mapping[str, int]) -> int:
        """Return the number, with these values for the letters."""
        return self.plain + sum(values[letter] * times for letter, times in self.letters.items())

    def plus(self, other: Formula) -> Formula:
        """Return the sum: several printed figures and symbols add up."""
        letters = Counter(self.letters) + Counter(other.letters)
        return Formula(self.plain + other.plain, letters, self.figures + other.figures)


class AmountChange(NamedTuple):
    """A modifier as read: how much of each unit, and its label."""

    amounts: Mapping[str, int]
    why: str


class Changes(NamedTuple):
    """Everything that changes a cost: amounts that effects set, oldest first, increases and reductions."""

    sets: list[dict[str, int]]
    increases: list[AmountChange]
    reductions: list[AmountChange]


def letters_in(*formulas: Formula | None) -> set[str]:
    """Return the letters in any of these formulas."""
    return {letter for formula in formulas if formula for letter in formula.letters}


def read_cost(text: str, example: str, units: str = "", usual: str = "") -> dict[str, Formula]:
    """Read a cost in points, `X+2`, `{r}{r}`, `1+3c`, as a formula for each unit letter, `usual` without a letter.

    `units` are the letters of the game's units; `example` is a good word, for the message of a refusal.
    """
    found: dict[str, Formula] = {}
    for term in text.split("+"):
        for unit, formula in _read_terms(term, text, example, units):
            unit = unit or usual
            found[unit] = found[unit].plus(formula) if unit in found else formula
    return found


def _read_terms(term: str, text: str, example: str, units: str) -> Iterator[tuple[str, Formula]]:
    """Yield the unit and the amount of each part of a term: `3c` is one, `{r}{r}` and `X1` are two.

    Raises Refused for `2X`, which may be a sum or a product.
    """
    at = 0
    while at < len(term) or not term:
        found = _TERM.match(term, at)
        cuts_number = at > 0 and term[at - 1 : at + 1].isdigit()
        if found is None or cuts_number or _NUMBER_AND_LETTER.fullmatch(term):
            raise _unreadable(text, example)
        unit, formula = _read_part(*found.groups(""))
        if unit not in units:
            raise _unreadable(text, example)
        yield unit, formula
        at = found.end()


def _read_part(symbol: str, number: str, letters: str, suffix: str, alone: str) -> tuple[str, Formula]:
    """Return the unit and the amount of one part of a term, from the groups of `_TERM`."""
    if symbol.isdigit():
        symbol, number = "", symbol
    elif symbol.upper() in tuple(LETTERS):
        symbol, letters = "", symbol
    plain = 1 if symbol or alone else int(number or 0)
    return (suffix or symbol or alone).lower(), Formula(plain, Counter(letters.upper()), len(letters) or 1)


def _unreadable(text: str, example: str) -> Refused:
    shown = shorten(text)
    if found := _NUMBER_AND_LETTER.fullmatch(text):
        number, letter = found[1], found[2].upper()
        return Refused(f"{shown!r} may be {number}+{letter} or {letter} {number} times: write {number}+{letter} or XX")
    if _TOO_LONG.search(text):
        return Refused(f"{shown!r} has more than 9 digits: a cost looks like {example}")
    return Refused(f"{shown!r} can't be read as a cost: a cost looks like {example}")


def read_amounts(text: str, example: str, units: str = "", usual: str = "") -> dict[str, int]:
    """Read a cost without letters, as modifiers and `--set` take it."""
    found = read_cost(text, example, units, usual)
    if letters_in(*found.values()):
        raise Refused(f"{shorten(text)!r}: X is allowed only in the printed cost here; type the number it comes to")
    return {unit: formula.plain for unit, formula in found.items()}


def read_changes(question: CostQuestion, example: str, units: str = "", usual: str = "") -> Changes:
    """Read `--set` and the modifiers; the other parameters are those of `read_cost`."""

    def read(changes: Iterable[Modifier]) -> list[AmountChange]:
        return [AmountChange(read_amounts(each.amount, example, units, usual), each.why) for each in changes]

    sets = [read_amounts(word, example, units, usual) for word in question.each("set")]
    return Changes(sets, read(question.increases), read(question.reductions))


def read_count(word: str, option: str) -> int:
    """Read the value of an option that takes a whole number from 0."""
    if not COUNT.fullmatch(word):
        raise Refused(f"--{option} takes a whole number from 0, not {shorten(word)!r}: --{option} 3")
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
        raise Refused(f"{shorten(word)!r} can't be read: --{option} sacrifice=2")
    return kind_said(found[1].lower()), (x or {})[amount.upper()] if amount.isalpha() else int(amount)


def add_up(things: Iterable[Thing]) -> dict[str, int]:
    """Return the sum for each kind, in the order first named."""
    sums: Counter[str] = Counter()
    for kind, amount in things:
        sums[kind] += amount
    return dict(sums)


def owned(question: CostQuestion) -> dict[str, int]:
    """Return what the player could give up (`--own`): how many of each kind."""
    for word in question.each("own"):
        if "=" not in word:
            raise Refused(f"--own says how many: --own {shorten(word)}=2")
    return add_up(read_thing(word, "own") for word in question.each("own"))


def read_base(question: CostQuestion, read: Callable[[str], T]) -> T | None:
    """Return the printed cost as `read` reads it, None if none is printed."""
    return None if question.base.lower() == "none" else read(question.base)


def read_alternative(question: CostQuestion, read: Callable[[str], T]) -> tuple[T | None, Thing | None]:
    """Return the alternative as `read` reads it, or as a thing if it is no cost like the printed one."""
    word = question.one("alt")
    if word is None:
        return None, None
    if word.lower() == "none":
        raise Refused("--alt none is no cost to pay: use --free")
    try:
        return read(word), None
    except Refused:
        if _THING.fullmatch(word):
            return None, read_thing(word, "alt", dict.fromkeys(LETTERS, 0))
        raise


def announced(
    question: CostQuestion, base: Collection[str], instead: Collection[str] = (), added: Collection[str] = ()
) -> dict[str, int]:
    """Return the value of each letter in the base cost, in an alternative `instead`, and in costs `added` to it.

    A letter of a base cost that is not paid is 0 (key `x-free`), all others are as announced.
    """
    typed = (*question.each("also"), *question.each("alt"))  # of a thing, `life=X`
    besides = {word[-1].upper() for word in typed if word[-2:-1] == "=" and word[-1:].upper() in tuple(LETTERS)}
    instead, added = {*instead, *besides}, {*added, *besides}
    zero = set(base) - instead if question.is_replaced else set()
    in_cost = {*base, *instead, *added}
    for letter in LETTERS:
        if letter not in in_cost and question.has(letter.lower()):
            raise Refused(f"no {letter} in this cost: leave --{letter.lower()} out")
    return {letter: _value(question, letter, letter in zero) for letter in LETTERS if letter in in_cost}


def _value(question: CostQuestion, letter: str, must_be_zero: bool) -> int:
    option = letter.lower()
    word = question.one(option)
    if word is None and not must_be_zero:
        raise NotAnnounced(letter)
    value = 0 if word is None else read_count(word, option)
    if value and must_be_zero:
        raise Refused(f"{letter} must be 0, because its cost is not paid: leave --{option} out", "x-free")
    if value == 0 and question.has("x-not-0"):
        if must_be_zero:
            raise Refused(f"{letter} can't be 0, and must be 0 if its cost is not paid: pay the cost", "x-free")
        raise Refused(f"{letter} can't be 0: announce 1 or more, --{option} 1", "x")
    return value


def extra_costs(question: CostQuestion, x: Mapping[str, int], instead: bool = False) -> dict[str, int]:
    """Return how many of each kind are paid besides the number: `--also`, and an alternative if `instead` is true."""
    options = ("alt", "also") if instead else ("also",)
    return add_up(read_thing(word, option, x) for option in options for word in question.each(option))


def from_hand(question: CostQuestion, costs: Mapping[str, int]) -> dict[str, int]:
    """Return the extra costs that are paid with cards in hand; `reveal:ice` is of the kind reveal."""
    return {kind: amount for kind, amount in costs.items() if is_from_hand(question.file, kind)}


def in_hand(question: CostQuestion, costs: Mapping[str, int]) -> int:
    """Return how many cards in hand these extra costs need; a card may be revealed and then used for another cost."""
    shared = from_hand(question, costs)
    revealed = [amount for kind, amount in shared.items() if kind.partition(":")[0] in _REVEALED]
    return max(sum(shared.values()) - sum(revealed), *revealed, 0)
