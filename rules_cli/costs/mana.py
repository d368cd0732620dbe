"""Mana costs in Magic: read the symbols of 107.4, choose halves, count and write them.

A cost is a tuple of symbols, in capitals and without braces: `("2", "W", "W/U", "W/P", "X")`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules_cli.costs.amounts import LETTERS
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.text import shorten

COLOURS = "WUBRG"
_WRITTEN_ORDER = "SCWUBRG"
_EXAMPLE = "a cost looks like '{2}{W}{U}', 2WU or 2/WW/P"
_TOKEN = re.compile(r"\{([^{}]*)\}|([0-9]+(?:/[A-Z])?|[A-Z](?:/[A-Z]){0,2})", re.IGNORECASE)
_SYMBOL = re.compile(r"[0-9]{1,9}|[XYZWUBRGCS]|[2C]/[WUBRG]|[WUBRG]/P|([WUBRG])/(?!\1)[WUBRG](?:/P)?")
_MADE = re.compile(r"\{?([WUBRGCA](?:/[WUBRGCA]){0,5})\}?|[ ,]+", re.IGNORECASE)

Symbols = tuple[str, ...]


def read_symbols(text: str) -> Symbols:
    """Read a cost, with or without braces. Raises Refused, which names an unknown symbol."""
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise Refused(f"{shorten(text)!r} can't be read as mana: {_EXAMPLE}")
        found.append(_read_symbol(token[2] or token[1], in_braces=token[2] is None))
        at = token.end()
    if not found:
        raise Refused(f"no mana is typed: {_EXAMPLE}")
    return tuple(found)


def _read_symbol(typed: str, in_braces: bool) -> str:
    symbol = typed.strip().upper()
    if _SYMBOL.fullmatch(symbol):
        return symbol
    number, slash, half = symbol.partition("/")
    if not in_braces and slash and number.isdecimal() and number.endswith("2") and half in tuple(COLOURS):
        raise Refused(f"{symbol} may be two symbols: write {{{number[:-1]}}}{{2/{half}}}")
    if number.isdecimal() and len(number) > 9:
        raise Refused(f"{shorten(number)} has more than 9 digits: {_EXAMPLE}")
    raise Refused(f"there is no symbol {{{shorten(symbol)}}}: {_EXAMPLE}", "mana-symbols")


def halves(symbol: str) -> tuple[str, ...]:
    """Return the ways to pay a symbol: `("W", "life")` for W/P; empty for a symbol that is paid in one way."""
    return tuple("life" if half == "P" else half for half in symbol.split("/")) if "/" in symbol else ()


def colours(symbol: str) -> set[str]:
    """Return the colours in a symbol."""
    return set(symbol.split("/")) & set(COLOURS)


def is_phyrexian(symbol: str) -> bool:
    """Whether life can pay for it."""
    return symbol.endswith("/P")


def letters(cost: Iterable[str]) -> set[str]:
    """Return the letters X, Y, Z in a cost."""
    return set(cost) & set(LETTERS)


def mana_value(cost: Iterable[str], x: Mapping[str, int]) -> int:
    """Return the mana value by 202.3: X as given, a hybrid by its larger half, a Phyrexian symbol 1."""
    return sum(_value(symbol, x) for symbol in cost)


def _value(symbol: str, x: Mapping[str, int]) -> int:
    if symbol in LETTERS:
        return x[symbol]
    if symbol.isdecimal():
        return int(symbol)
    return 2 if symbol.startswith("2/") else 1


@dataclass(slots=True)
class Mana:
    """A cost while it is worked out: generic mana, symbols of one kind, undecided symbols as typed, life paid for
    symbols, and life besides."""

    generic: int = 0
    single: Counter[str] = field(default_factory=Counter)
    undecided: list[str] = field(default_factory=list)
    life: int = 0
    extra_life: int = 0

    def add(self, cost: Iterable[str], x: Mapping[str, int]) -> None:
        """Add these symbols; a chosen half is a symbol, or `life`."""
        for symbol in cost:
            if symbol == "life":
                self.life += 2
            elif symbol in LETTERS or symbol.isdecimal():
                self.generic += _value(symbol, x)
            elif "/" in symbol:
                self.undecided.append(symbol)
            else:
                self.single[symbol] += 1

    @property
    def amount(self) -> int:
        """The amount of mana; life is not mana."""
        return self.generic + self.single.total() + len(self.undecided)

    @property
    def phyrexian(self) -> int:
        """The number of symbols that life can pay for."""
        return sum(map(is_phyrexian, self.undecided))

    def __str__(self) -> str:
        """Return generic, {S}, {C}, W U B R G, undecided symbols as typed; `{0}` if no mana; then the life."""
        singles = [f"{{{symbol}}}" * self.single[symbol] for symbol in _WRITTEN_ORDER]
        undecided = [f"{{{symbol}}}" for symbol in self.undecided]
        generic = [f"{{{self.generic}}}"] if self.generic else []
        mana = "".join([*generic, *singles, *undecided]) or "{0}"
        life = self.life + self.extra_life
        return f"{mana} + {life} life" if life else mana


def written(cost: Iterable[str], x: Mapping[str, int]) -> str:
    """Return symbols in the order in which a total is written."""
    mana = Mana()
    mana.add(cost, x)
    return str(mana)


def choose_halves(costs: Sequence[Symbols], choices: Sequence[str]) -> list[Symbols]:
    """Replace each hybrid or Phyrexian symbol in the costs, left to right, with the half chosen for it.

    Raises Refused (key `half`) if the number of choices differs from that of symbols, or a choice is not a half.
    """
    open_ = [symbol for cost in costs for symbol in cost if halves(symbol)]
    if len(open_) != len(choices):
        named = ", ".join(f"{{{symbol}}}" for symbol in open_) or "none"
        raise Refused(f"--choose has {len(choices)} halves for {len(open_)} symbols ({shorten(named)})", "half")
    queue = iter(choices)
    return [tuple(_half(symbol, next(queue)) if halves(symbol) else symbol for symbol in cost) for cost in costs]


def _half(symbol: str, choice: str) -> str:
    for half in halves(symbol):
        if half.lower() == choice.strip().lower():
            return half
    raise Refused(f"{shorten(choice)!r} is not a half of {{{symbol}}}: {' or '.join(halves(symbol))}", "half")


def read_made_mana(question: CostQuestion, option: str) -> Iterator[frozenset[str]]:
    """Yield the colours or C that each mana may be, of the mana that can be made: `WU`, `W/U`, `A`."""
    text = question.one(option) or "none"
    if text.lower() == "none":
        return
    at = 0
    while at < len(text):
        token = _MADE.match(text, at)
        if not token:
            raise Refused(_unreadable_mana(text, option))
        if token[1]:
            yield frozenset("".join(token[1].upper().split("/")).replace("A", COLOURS))
        at = token.end()


def _unreadable_mana(text: str, option: str) -> str:
    if any(char.isdigit() for char in text):
        return f"--{option} {shorten(text)!r}: mana has a type, so write CCC for three colorless, not a number"
    if "s" in text.lower() and option == "have":
        return f"--have {shorten(text)!r}: type the mana of snow sources after --snow, by its type"
    return f"--{option} {shorten(text)!r} can't be read as mana: --{option} WWUC, W/U for either, A for any color"
