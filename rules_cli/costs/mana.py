"""Mana costs in Magic: the symbols of 107.4, read with or without braces, chosen, counted, written.

A cost is a tuple of symbols as typed, in capitals and without braces: `("2", "W", "W/U", "W/P", "X")`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rules_cli.costs.amounts import LETTERS
from rules_cli.costs.answer import Refused
from rules_cli.text import shorten

COLOURS = "WUBRG"
_WRITTEN_ORDER = "SCWUBRG"
_EXAMPLE = "a cost looks like '{2}{W}{U}', 2WU or 2/WW/P"
_TOKEN = re.compile(r"\{([^{}]*)\}|([0-9]+(?:/[A-Z])?|[A-Z](?:/[A-Z]){0,2})", re.IGNORECASE)
_SYMBOL = re.compile(r"[0-9]{1,9}|[XYZWUBRGCS]|[2C]/[WUBRG]|[WUBRG]/P|([WUBRG])/(?!\1)[WUBRG](?:/P)?")
_MADE = re.compile(r"\{?([WUBRGCA](?:/[WUBRGCA]){0,5})\}?|[ ,]+", re.IGNORECASE)

Symbols = tuple[str, ...]


def symbols(text: str) -> Symbols:
    """The symbols of a cost, with or without braces; raises Refused, naming the symbol that is none."""
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            raise Refused(f"{shorten(text)!r} can't be read as mana: {_EXAMPLE}")
        found.append(_symbol(token[1] if token[1] is not None else token[2], in_braces=token[1] is not None))
        at = token.end()
    if not found:
        raise Refused(f"no mana is typed: {_EXAMPLE}")
    return tuple(found)


def _symbol(typed: str, in_braces: bool) -> str:
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
    """What a symbol can be paid as: `("W", "life")` for W/P; empty for a symbol with only one way."""
    return tuple("life" if half == "P" else half for half in symbol.split("/")) if "/" in symbol else ()


def colours(symbol: str) -> set[str]:
    """The colours in a symbol."""
    return set(symbol.split("/")) & set(COLOURS)


def is_phyrexian(symbol: str) -> bool:
    """Whether life can pay for it."""
    return symbol.endswith("/P")


def letters(cost: Iterable[str]) -> set[str]:
    """The letters X, Y, Z in a cost."""
    return set(cost) & set(LETTERS)


def mana_value(cost: Iterable[str], x: Mapping[str, int]) -> int:
    """202.3: the amount of mana, X as given, a hybrid by its larger half, a Phyrexian symbol 1."""
    return sum(_value(symbol, x) for symbol in cost)


def _value(symbol: str, x: Mapping[str, int]) -> int:
    if symbol in LETTERS:
        return x[symbol]
    if symbol.isdecimal():
        return int(symbol)
    return 2 if symbol.startswith("2/") else 1


@dataclass(slots=True)
class Mana:
    """A cost being worked out: generic mana, symbols of one kind, undecided symbols as typed, and life."""

    generic: int = 0
    single: Counter[str] = field(default_factory=Counter)
    undecided: list[str] = field(default_factory=list)
    life: int = 0

    def add(self, cost: Iterable[str], x: Mapping[str, int]) -> None:
        """Add these symbols; a half that was chosen is a symbol of its own, or `life`."""
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
        """How much mana it is; life is not mana."""
        return self.generic + self.single.total() + len(self.undecided)

    def __str__(self) -> str:
        """Generic, {S}, {C}, W U B R G, undecided symbols as typed; `{0}` if no mana; then the life."""
        singles = [f"{{{symbol}}}" * self.single[symbol] for symbol in _WRITTEN_ORDER]
        undecided = [f"{{{symbol}}}" for symbol in self.undecided]
        generic = [f"{{{self.generic}}}"] if self.generic else []
        mana = "".join([*generic, *singles, *undecided]) or "{0}"
        return f"{mana} + {self.life} life" if self.life else mana


def written(cost: Iterable[str], x: Mapping[str, int]) -> str:
    """Symbols in the order in which a total is written."""
    mana = Mana()
    mana.add(cost, x)
    return str(mana)


def chosen(costs: Sequence[Symbols], choices: Sequence[str]) -> list[Symbols]:
    """The costs with each hybrid or Phyrexian symbol replaced, left to right, by the half chosen for it.

    Raises Refused (key `half`) if there are more or fewer choices than symbols, or one is not a half.
    """
    open_ = [symbol for cost in costs for symbol in cost if halves(symbol)]
    if len(open_) != len(choices):
        named = ", ".join(f"{{{symbol}}}" for symbol in open_[:8]) or "none"
        raise Refused(f"--choose has {len(choices)} halves for {len(open_)} symbols ({shorten(named)})", "half")
    queue = iter(choices)
    return [tuple(_half(symbol, next(queue)) if halves(symbol) else symbol for symbol in cost) for cost in costs]


def _half(symbol: str, choice: str) -> str:
    for half in halves(symbol):
        if half.lower() == choice.strip().lower():
            return half
    raise Refused(f"{shorten(choice)!r} is no half of {{{symbol}}}: {' or '.join(halves(symbol))}", "half")


def made(text: str, option: str) -> Iterator[frozenset[str]]:
    """Mana that can be made, `WU`, `W/U`, `A`: for each the colours or C that it may be. Refused if unreadable."""
    if text.lower() == "none":
        return
    at = 0
    while at < len(text):
        token = _MADE.match(text, at)
        if not token:
            raise Refused(_no_mana(text, option))
        if token[1]:
            yield frozenset("".join(token[1].upper().split("/")).replace("A", COLOURS))
        at = token.end()


def _no_mana(text: str, option: str) -> str:
    if any(char.isdigit() for char in text):
        return f"--{option} {shorten(text)!r}: mana has a type, so write CCC for three colorless, not a number"
    if "s" in text.lower() and option == "have":
        return f"--have {shorten(text)!r}: what snow sources make goes to --snow by its type"
    return f"--{option} {shorten(text)!r} can't be read as mana: --{option} WWUC, W/U for either, A for any color"
