"""Amounts of mana in Magic: read the symbols of 107.4, choose halves, count and write them.

A cost is a tuple of symbols, in capitals and without braces: `("2", "W", "W/U", "W/P", "X")`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from rules_cli.costs.amounts import LETTERS
from rules_cli.costs.arguments import Refused
from rules_cli.text import shorten

COLOURS = "WUBRG"
_WRITTEN_ORDER = "SCWUBRG"
_EXAMPLE = "a cost looks like '{2}{W}{U}', 2WU or 2/WW/P"
_TOKEN = re.compile(r"\{([^{}]*)\}|([0-9]+(?:/[A-Z])?|[A-Z](?:/[A-Z]){0,2})", re.IGNORECASE)
_SYMBOL = re.compile(r"[0-9]{1,9}|[XYZWUBRGCSTQE]|[2C]/[WUBRG]|[WUBRG]/P|([WUBRG])/(?!\1)[WUBRG](?:/P)?")
ABILITY_SYMBOLS = {"T": "tap", "Q": "untap", "E": "energy"}
"""The symbols of an ability's cost that are no mana, and the kinds of cost that they are."""

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
    """Return a symbol in capitals; raises Refused if 107.4 does not list it."""
    symbol = re.sub(r"^P/(\w(?:/\w)?)$", r"\1/P", typed.strip().upper())
    if _SYMBOL.fullmatch(symbol):
        return symbol
    number, slash, half = symbol.partition("/")
    if not in_braces and slash and number.isdecimal() and number.endswith("2") and half in tuple(COLOURS):
        raise Refused(f"{symbol} may be two symbols: write {{{number[:-1]}}}{{2/{half}}}")
    if number.isdecimal() and len(number) > 9:
        raise Refused(f"{shorten(number)} has more than 9 digits: {_EXAMPLE}")
    raise Refused(f"there is no symbol {{{shorten(symbol)}}}: {_EXAMPLE}", "mana-symbols")


def read_mana(text: str) -> Symbols:
    """Read a cost of mana alone. Raises Refused for {T}, {Q} and {E}, too."""
    mana, others = parted(read_symbols(text))
    if others:
        kinds = " or ".join(others)
        raise Refused(f"{shorten(text)!r}: {kinds} is no mana; type --also {next(iter(others))}", "mana-symbols")
    return mana


def parted(symbols: Symbols) -> tuple[Symbols, dict[str, int]]:
    """Return the mana among symbols, and the number of each other kind of cost, `{"tap": 1}`."""
    others = Counter(ABILITY_SYMBOLS[symbol] for symbol in symbols if symbol in ABILITY_SYMBOLS)
    return tuple(symbol for symbol in symbols if symbol not in ABILITY_SYMBOLS), dict(others)


def halves(symbol: str) -> tuple[str, ...]:
    """Return the ways to pay a symbol: `("W", "life")` for W/P; empty for a symbol that is paid in one way."""
    return tuple("life" if half == "P" else half for half in symbol.split("/")) if "/" in symbol else ()


def is_phyrexian(symbol: str) -> bool:
    """Whether life can pay for it."""
    return symbol.endswith("/P")


def letters(cost: Iterable[str]) -> set[str]:
    """Return the letters X, Y, Z in a cost."""
    return set(cost) & set(LETTERS)


@dataclass(slots=True)
class Mana:
    """A cost while it is worked out: generic mana, symbols of one kind, undecided symbols as typed, life paid for
    symbols, and life besides."""

    generic: int = 0
    single: Counter[str] = field(default_factory=Counter)
    undecided: list[str] = field(default_factory=list)
    life: int = 0
    extra_life: int = 0

    @classmethod
    def of(cls, cost: Iterable[str], x: Mapping[str, int]) -> Mana:
        """Return these symbols as a cost; a chosen half is a symbol, or `life`."""
        made = cls()
        for symbol in cost:
            if symbol == "life":
                made.life += 2
            elif symbol in LETTERS or symbol.isdecimal():
                made.generic += x[symbol] if symbol in LETTERS else int(symbol)
            elif "/" in symbol:
                made.undecided.append(symbol)
            else:
                made.single[symbol] += 1
        return made

    def plus(self, other: Mana) -> None:
        """Add another cost."""
        self.generic += other.generic
        self.single += other.single
        self.undecided += other.undecided
        self.life += other.life
        self.extra_life += other.extra_life

    @property
    def amount(self) -> int:
        """The amount of mana; life is not mana."""
        return self.generic + self.single.total() + len(self.undecided)

    @property
    def value(self) -> int:
        """The mana value by 202.3: a hybrid counts by its larger half, a Phyrexian symbol 1."""
        return self.amount + sum(symbol.startswith("2/") for symbol in self.undecided)

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


def choose_halves(costs: Sequence[Symbols], choices: Sequence[str]) -> list[Symbols]:
    """Replace each hybrid or Phyrexian symbol in the costs, left to right, with the half chosen for it.

    Raises Refused (key `half`) if the number of choices differs from that of symbols, or a choice is not a half.
    """
    open_ = list(filter(halves, chain.from_iterable(costs)))
    if len(open_) != len(choices):
        named = ", ".join(f"{{{symbol}}}" for symbol in open_) or "none"
        raise Refused(f"--choose has {len(choices)} halves for {len(open_)} symbols ({shorten(named)})", "half")
    chosen = []
    for symbol, choice in zip(open_, choices, strict=True):
        half = {half.lower(): half for half in halves(symbol)}.get(choice.strip().lower())
        if half is None:
            raise Refused(f"{shorten(choice)!r} is not a half of {{{symbol}}}: {' or '.join(halves(symbol))}", "half")
        chosen.append(half)
    queue = iter(chosen)
    return [tuple(next(queue) if halves(symbol) else symbol for symbol in cost) for cost in costs]


def worth(total: str) -> tuple[int, int]:
    """Return the amount of mana and of life in a total, to order totals."""
    written, _, life = total.partition(" + ")
    return Mana.of(read_mana(written), {}).amount, int(life.partition(" ")[0] or 0)
