"""Numbers as typed: counts, sums with X in them, kinds with a count. Text → value, or Refused with an example."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules_cli.costs.answer import Refused
from rules_cli.costs.arguments import Modifier
from rules_cli.text import shorten

LETTERS = "XYZ"
_COUNT = re.compile(r"[0-9]{1,9}")
_TERM = re.compile(r"(?:([0-9]{1,9})|([XYZ]+))([A-Z]?)", re.IGNORECASE)
_SYMBOLS = re.compile(r"(?:\{[A-Z]\})+", re.IGNORECASE)
_KIND = re.compile(r"([^\W\d_]+(?:[ -][^\W\d_]+)*)(?:=([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Formula:
    """A number that letters may stand in: `X+2` has `plain` 2 and the letter X once; `figures` as printed."""

    plain: int = 0
    letters: Mapping[str, int] = field(default_factory=dict)
    figures: int = 1

    def at(self, values: Mapping[str, int]) -> int:
        """The number, with these values for the letters."""
        return self.plain + sum(values[letter] * times for letter, times in self.letters.items())

    def plus(self, other: Formula) -> Formula:
        """Both numbers together: several printed figures and symbols add (X+2 is X and 2)."""
        letters = {a: self.letters.get(a, 0) + other.letters.get(a, 0) for a in (*self.letters, *other.letters)}
        return Formula(self.plain + other.plain, letters, self.figures + other.figures)


def letters_in(formulas: Iterable[Formula]) -> set[str]:
    """The letters that stand in any of these."""
    return {letter for formula in formulas for letter in formula.letters}


def count(word: str, option: str) -> int:
    """A whole number from 0 with 9 digits at most, the value of that option."""
    if not _COUNT.fullmatch(word):
        raise Refused(f"--{option} takes a whole number from 0, not {shorten(word)!r}: --{option} 3")
    return int(word)


def kind(word: str) -> tuple[str, int] | None:
    """`discard` → one of it, `sacrifice=2` → two; None where the word is no such thing."""
    found = _KIND.fullmatch(word)
    return (found[1].lower(), int(found[2] or 1)) if found else None


def assets(text: str, example: str, units: str = "", usual: str = "") -> dict[str, Formula]:
    """A cost in points: `X+2`, `{r}{r}`, `1+3c` → a formula for each unit letter, `usual` where none is typed.

    `units` are the letters that the game knows; `example` is a good word, for the message of a refusal.
    """
    found: dict[str, Formula] = {}
    for term in text.split("+"):
        typed, formula = _term(term, units) or _no_amount(text, example)
        unit = typed or usual
        found[unit] = found[unit].plus(formula) if unit in found else formula
    return found


def _term(term: str, units: str) -> tuple[str, Formula] | None:
    if _SYMBOLS.fullmatch(term) and term == term[:3] * (len(term) // 3) and term[1].lower() in units:
        return term[1].lower(), Formula(len(term) // 3)
    read = _TERM.fullmatch(term)
    if not read or (read[3] and read[3].lower() not in units):
        return None
    symbols = (read[2] or "").upper()
    letters = {letter: symbols.count(letter) for letter in LETTERS if letter in symbols}
    return read[3].lower(), Formula(int(read[1] or 0), letters, len(symbols) or 1)


def _no_amount(text: str, example: str) -> tuple[str, Formula]:
    shown = shorten(text)
    if found := re.fullmatch(r"([0-9]{1,9})([XYZ]+)", text, re.IGNORECASE):
        letter = found[2].upper()
        raise Refused(
            f"{shown!r} may be {found[1]}+{letter} or {letter} {found[1]} times: write {found[1]}+{letter} or XX"
        )
    if re.search(r"[0-9]{10}", text):
        raise Refused(f"{shown!r} has more than 9 digits: a cost looks like {example}")
    raise Refused(f"{shown!r} can't be read as a cost: a cost looks like {example}")


def plain(found: Mapping[str, Formula], word: str) -> dict[str, int]:
    """The same without letters, as modifiers and `--set` have it; Refused where a letter stands in one."""
    if letters_in(found.values()):
        raise Refused(f"{shorten(word)!r}: X stands only in the printed cost here; type the number it comes to")
    return {unit: formula.plain for unit, formula in found.items()}


@dataclass(frozen=True, slots=True)
class AmountChange:
    """A modifier as read: how much of each unit, and its label."""

    amounts: Mapping[str, int]
    why: str


def changes(modifiers: Iterable[Modifier], example: str, units: str = "", usual: str = "") -> tuple[AmountChange, ...]:
    """Modifiers as read; Refused where one can't be, or has a letter in it."""
    return tuple(
        AmountChange(plain(assets(each.amount, example, units, usual), each.amount), each.why) for each in modifiers
    )


def total(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The sum for each kind, in the order first named."""
    sums: dict[str, int] = {}
    for name, amount in pairs:
        sums[name] = sums.get(name, 0) + amount
    return sums
