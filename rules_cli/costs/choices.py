"""What a player declares before anything is worked out: one alternative, X, and the costs besides the number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from rules_cli.costs.amounts import LETTERS, count, kind, total
from rules_cli.costs.answer import Also, Refused
from rules_cli.costs.arguments import CostQuestion
from rules_cli.text import shorten

_INSTEAD = ("alt", "free", "meld")


def one_alternative(question: CostQuestion) -> None:
    """Refuse a second alternative cost; every game allows one (key `one-alternative`)."""
    given = [f"--{name}" for name in _INSTEAD if question.has(name)]
    if len(given) > 1:
        raise Refused(f"one alternative cost only, {' or '.join(given)}", "one-alternative")


def announced(question: CostQuestion, typed: Collection[str], zero: Collection[str] = ()) -> dict[str, int]:
    """The value of each letter that stands in a cost: as announced, or 0 for those in `zero` (key `x-free`).

    `typed` are the letters in the costs as typed. Refused: a letter without its value, a value without its
    letter, a value other than 0 where the rules make it 0.
    """
    return {letter: value for letter in LETTERS if (value := _value(question, letter, typed, zero)) is not None}


def _value(question: CostQuestion, letter: str, typed: Collection[str], zero: Collection[str]) -> int | None:
    option = letter.lower()
    word = question.one(option)
    if letter not in typed:
        if word is not None:
            raise Refused(f"no {letter} in this cost: leave --{option} out")
        return None
    value = None if word is None else count(word, option)
    if letter in zero:
        if value:
            raise Refused(f"{letter} must be 0, as the cost it stands in is not paid: leave --{option} out", "x-free")
        return 0
    if value is None:
        raise Refused(f"announce {letter}: --{option} 3")
    return value


def thing_named(word: str | None, read: Callable[[str], object]) -> tuple[str, int] | None:
    """The alternative that is no cost like the printed one but a thing to give, `sacrifice=2`.

    `read` reads a cost like the printed one, or raises Refused; None for what it can read, or without a word.
    """
    if word is None:
        return None
    if word.lower() == "none":
        raise Refused("--alt none is no cost to pay: use --free")
    try:
        read(word)
    except Refused:
        if found := kind(word):
            return found
        raise
    return None


def besides(question: CostQuestion, instead: tuple[str, int] | None = None) -> dict[str, int]:
    """The costs besides the number, kind → how many: `--also`, and an alternative that is a thing."""
    also = [_kind(word, "also") for word in question.each("also")]
    return total([*([instead] if instead else []), *also])


def owned(question: CostQuestion) -> dict[str, int]:
    """What the player could give up, kind → how many (`--own`)."""
    for word in question.each("own"):
        if "=" not in word:
            raise Refused(f"--own says how many: --own {shorten(word)}=2")
    return total(_kind(word, "own") for word in question.each("own"))


def _kind(word: str, option: str) -> tuple[str, int]:
    found = kind(word)
    if found is None:
        raise Refused(f"{shorten(word)!r} can't be read: --{option} sacrifice=2")
    return found


def also(costs: Mapping[str, int], own: Mapping[str, int], apart: Mapping[str, bool | None]) -> tuple[Also, ...]:
    """Each cost besides the number, and whether it can be given: by `apart` for kinds met elsewhere, else by `own`."""
    return tuple(Also(name, amount, _met(name, amount, own, apart)) for name, amount in costs.items())


def _met(name: str, amount: int, own: Mapping[str, int], apart: Mapping[str, bool | None]) -> bool | None:
    if amount == 0:
        return True
    if name in apart:
        return apart[name]
    return own[name] >= amount if name in own else None


def enough(have: int | None, need: int) -> bool | None:
    """Whether a part of the cost is met; None where nothing was said of it. A part of 0 is always met."""
    if need == 0:
        return True
    return None if have is None else have >= need


def verdict(question: CostQuestion, parts: Sequence[bool | None], means: Collection[str]) -> bool | None:
    """Payable: False if any part fails, True if every part is met, None if it can't be told.

    `means` are the options that say what the player has; without any of them it can't be told.
    """
    if False in parts:
        return False
    return None if None in parts or not question.has(*means) else True


def counted(question: CostQuestion, option: str) -> int | None:
    """A count of things the player has, `none` for 0; None where nothing was said."""
    word = question.one(option)
    if word is None:
        return None
    return 0 if word.lower() == "none" else count(word, option)
