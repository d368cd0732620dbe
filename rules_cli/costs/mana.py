"""Amounts of mana in Magic: read the symbols of 107.4, choose halves, count and write them.

A cost as read is a tuple of symbols, in capitals and without braces: `("2", "W", "W/U", "W/P", "X")`. As an amount it
counts them, with generic mana under "" and life that is paid under "life".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from rules_cli.captions import Remark
from rules_cli.costs.amounts import LETTERS, Amount, add_up
from rules_cli.costs.arguments import Refused

COLOURS = "WUBRG"
_WRITTEN_ORDER = "SCWUBRG"
EXAMPLE = "'{2}{W}{U}', 2WU, 2/WW/P"
_TOKEN = re.compile(r"\{([^{}]*)\}|([0-9]+(?:/[A-Z])?|[A-Z](?:/[A-Z]){0,2})", re.IGNORECASE)
_TIMES = re.compile(r"([0-9])x([0-9])", re.IGNORECASE)
_SYMBOL = re.compile(r"[0-9]{1,9}|[XYZWUBRGCSTQE]|[2C]/[WUBRG]|[WUBRG]/P|([WUBRG])/(?!\1)[WUBRG](?:/P)?")
ABILITY_SYMBOLS = {"T": "tap", "Q": "untap", "E": "energy"}
"""The symbols of an ability's cost that are no mana, and the kinds of cost that they are."""

Symbols = tuple[str, ...]


def read_symbols(text: str) -> Symbols:
    """Read a cost, with or without braces. Raises Refused, which names an unknown symbol."""
    if times := _TIMES.fullmatch(text):
        number, often = times.groups()
        raise Refused("two readings", text, " ".join(number * min(3, int(often))), f"{{{number}}}{{X}}{{{often}}}")
    found: list[str] = []
    at = 0
    while at < len(text) or not text:
        token = _TOKEN.match(text, at)
        if not token:
            raise Refused("unreadable", text, Remark("cost looks like", (EXAMPLE,)))
        found.append(_read_symbol(token[2] or token[1], in_braces=token[2] is None))
        at = token.end()
    return tuple(found)


def _read_symbol(typed: str, in_braces: bool) -> str:
    """Return a symbol in capitals; raises Refused if 107.4 does not list it."""
    symbol = re.sub(r"^P/(\w(?:/\w)?)$", r"\1/P", typed.strip().upper())
    if _SYMBOL.fullmatch(symbol):
        return symbol
    number, slash, half = symbol.partition("/")
    if not in_braces and slash and number.isdecimal() and number.endswith("2") and half in tuple(COLOURS):
        raise Refused("two readings", symbol, f"{{{number}}}{{{half}}}", f"{{{number[:-1]}}}{{2/{half}}}")
    raise Refused("unreadable", f"{{{symbol}}}", Remark("cost looks like", (EXAMPLE,)), rule="mana-symbols")


def read_mana(text: str) -> Symbols:
    """Read a cost of mana alone. Raises Refused for {T}, {Q} and {E}, too."""
    symbols, others = parted(read_symbols(text))
    if others:
        raise Refused("type instead", text, f"--also {next(iter(others))}", rule="mana-symbols")
    return symbols


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


def amount_of(symbols: Iterable[str]) -> Amount:
    """Return symbols as an amount; a chosen half is a symbol, or `life`, which is 2."""
    return add_up(("", int(each)) if each.isdecimal() else (each, 2 if each == "life" else 1) for each in symbols)


def mana_in(amount: Amount) -> int:
    """Return the amount of mana; life is not mana."""
    return amount.total() - amount["life"]


def value_of(amount: Amount) -> int:
    """Return the mana value by 202.3: a hybrid counts by its larger half, a Phyrexian symbol 1, X 0."""
    without_letters = mana_in(amount) - sum(amount[letter] for letter in LETTERS)
    return without_letters + sum(number for symbol, number in amount.items() if symbol.startswith("2/"))


def symbols_for_life(amount: Amount) -> int:
    """Return the number of symbols that life can pay for."""
    return sum(number for symbol, number in amount.items() if is_phyrexian(symbol))


def written(amount: Amount) -> str:
    """Return generic, {S}, {C}, W U B R G, undecided symbols as typed; `{0}` if no mana; then the life."""
    generic = f"{{{amount['']}}}" if amount[""] else ""
    symbols = [*_WRITTEN_ORDER, *(symbol for symbol in amount if "/" in symbol)]
    mana = generic + "".join(f"{{{symbol}}}" * amount[symbol] for symbol in symbols) or "{0}"
    return f"{mana} + {amount['life']} life" if amount["life"] else mana


def choose_halves(costs: Sequence[Symbols], choices: Sequence[str]) -> list[Symbols]:
    """Replace each hybrid or Phyrexian symbol in the costs, left to right, with the half chosen for it; `life` alone is
    for all of them.

    Raises Refused (key `half`) if the number of choices differs from that of symbols, or a choice is not a half.
    """
    open_ = list(filter(halves, chain.from_iterable(costs)))
    if open_ and [*choices] == ["life"]:
        choices = ["life"] * len(open_)
    if not open_:
        raise Refused("no halves", rule="half")
    if len(open_) != len(choices):
        named = ", ".join(f"{{{symbol}}}" for symbol in open_)
        raise Refused("halves number", named, len(choices), len(open_), rule="half")
    queue = iter(choices)

    def chosen(symbol: str) -> str:
        if not halves(symbol):
            return symbol
        choice = next(queue)
        half = {half.lower(): half for half in halves(symbol)}.get(choice.strip().lower())
        if half is None:
            raise Refused("none of these", choice, halves(symbol), rule="half")
        return half

    return [tuple(map(chosen, cost)) for cost in costs]


def worth(total: str) -> tuple[int, int]:
    """Return the amount of mana and of life in a total, to order totals."""
    mana, _, life = total.partition(" + ")
    return mana_in(amount_of(read_mana(mana))), int(life.partition(" ")[0] or 0)
