"""Mana values in Magic: what effects see of a spell, by the part of a card that is cast (`--as`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules_cli.costs.answer import Ledger
from rules_cli.costs.arguments import Refused
from rules_cli.costs.mana import Mana, Symbols, cite_halves, letters, read_mana
from rules_cli.text import shorten

_KINDS = {
    "split": "split",
    "half": "split",
    "fuse": "fuse",
    "adventure": "adventure",
    "omen": "omen",
    "prototype": "prototype",
    "face-down": "face-down",
    "morph": "face-down",
    "disguise": "face-down",
    "back": "back",
    "mdfc": "mdfc",
    "modal": "mdfc",
    "room": "room",
}
"""The parts of a card that may be cast, by the words for them."""
_RULES = {"": "mana-value", "fuse": "value-split"}
_WHILE = {
    "adventure": "on the stack as an Adventure",
    "omen": "on the stack as an Omen",
    "prototype": "on the stack and the battlefield",
    "face-down": "while it is face down",
}


def say_values(
    ledger: Ledger, base: Symbols | None, paid: Symbols, x: Mapping[str, int]
) -> dict[str, int | str | None] | None:
    """Enter the mana value and X as effects see them, and return the mana values; None if it is no spell.

    `base` is the mana cost, None if there is none; `paid` is the cost that is paid for it.
    """
    values = " and ".join(f"{letter} is {value}" for letter, value in x.items())
    if ledger.question.has("ability", "effect", "special"):
        if values and ledger.question.has("ability"):
            ledger.say_seen(f"{values} while the ability is on the stack", "x")
        return None
    kind, other = part_of_card(ledger)
    stack, elsewhere, words = _values(kind, base or (), paid if ledger.question.has("alt") else base or (), other, x)
    ledger.say_seen(words, _RULES.get(kind, f"value-{kind}"))
    if values:
        ledger.say_seen(f"{values} on the stack, 0 in other zones", "x-elsewhere")
        words = "if it becomes a permanent, X is 0 there, but abilities that work as it enters use the value"
        ledger.say_seen(words.replace("X", " and ".join(x)), "x-permanent")
        ledger.say_seen("a copy of the spell keeps it", "copied")
    ledger.cite(f"elsewhere-{kind}", when=kind in ("adventure", "omen", "prototype", "mdfc"))
    ledger.cite("value-split", when=kind == "room")
    ledger.cite("value-none", when=base is None)
    ledger.cite("value-x", when=letters(base or ()))
    cite_halves(ledger, base or (), "value-hybrid", "value-phyrexian")
    return {"stack": stack, "elsewhere": elsewhere}


def part_of_card(ledger: Ledger) -> tuple[str, Symbols | None]:
    """Return the part of a card that is cast, "" for a whole card, and the other mana cost of the card if typed."""
    word = ledger.question.one("as")
    if word is None:
        return "", None
    name, equals, cost = word.partition("=")
    if name.lower() not in _KINDS:
        raise Refused(f"--as {shorten(name)!r} is no part of a card: {', '.join(dict.fromkeys(_KINDS.values()))}")
    if name.lower() == "fuse" and not cost:
        raise Refused("--as fuse needs the other half's mana cost: --as fuse=2W", "fuse")
    return _KINDS[name.lower()], read_mana(cost) if equals else None


# Complexity: one case for each part of a card.
def _values(  # noqa: PLR0911 - one for each part of a card
    kind: str, base: Symbols, paid: Symbols, other: Symbols | None, x: Mapping[str, int]
) -> tuple[int | None, int | None, str]:
    """Return the mana value of a spell on the stack, elsewhere (None if it is not known), and a sentence about it.

    The spell is cast for `paid`; `base` is the cost typed, `other` the card's other one.
    """
    zero = dict.fromkeys("XYZ", 0)
    stack, own = Mana.of(base, {**zero, **x}).value, Mana.of(base, zero).value
    rest = None if other is None else Mana.of(other, zero).value
    if kind == "split":
        both = None if rest is None else own + rest
        return stack, both, f"mana value {stack} on the stack; elsewhere that of both halves{_is(both)}"
    card = own if rest is None and paid != base else rest
    if kind == "room":
        both = None if rest is None else own + rest
        words = (
            f"mana value {stack} on the stack; on the battlefield that of the unlocked halves; elsewhere that of both"
        )
        return stack, both, f"{words}{_is(both)}"
    if kind == "mdfc":
        words = f"mana value {stack} on the stack and the battlefield; elsewhere that of the front face{_is(rest)}"
        return stack, rest, words
    if kind == "fuse":
        return stack, own, f"mana value {stack} on the stack, that of both halves{_elsewhere(stack, own)}"
    if kind == "prototype":
        stack = Mana.of(paid, {**zero, **x}).value
    if kind == "face-down":
        stack = 0
    if kind == "back":
        return rest, rest, f"mana value by the mana cost of the front face{_is(rest)}"
    if kind:
        words = f"mana value {stack} {_WHILE[kind]}; elsewhere that of the card's own mana cost{_is(card)}"
        return stack, card, words
    besides = "" if stack == own else f" on the stack{_elsewhere(stack, own)}"
    words = f"its mana value is {stack}{besides}, no matter what was paid; for a part of a card, or face down: --as"
    return stack, own, words


def _elsewhere(stack: int, own: int) -> str:
    return "" if stack == own else f", {own} elsewhere"


def _is(value: int | None) -> str:
    return "" if value is None else f", {value}"
