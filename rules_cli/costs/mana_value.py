"""Mana values in Magic: what effects see of a spell, by the part of a card that is cast (`--as`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules_cli.captions import Remark, joined
from rules_cli.costs.answer import Ledger
from rules_cli.costs.arguments import Refused
from rules_cli.costs.mana import Mana, Symbols, halves, is_phyrexian, letters, read_mana
from rules_cli.text import shorten

_KINDS = {
    "split": "split",
    "half": "split",
    "room": "room",
    "fuse": "fuse",
    "adventure": "adventure",
    "omen": "omen",
    "prototype": "prototype",
    "face-down": "face-down",
    "morph": "face-down",
    "disguise": "face-down",
    "mdfc": "mdfc",
    "modal": "mdfc",
    "back": "back",
}
"""The parts of a card that may be cast, by the words for them."""
_RULES = {"": "mana-value", "fuse": "value-split"}


# Complexity: the sentences depend on the part that is cast, and on what differs elsewhere.
def say_values(
    ledger: Ledger, base: Symbols | None, paid: Symbols, x: Mapping[str, int]
) -> dict[str, int | str | None] | None:
    """Enter the mana value and X as effects see them, and return the mana values; None if it is no spell.

    `base` is the mana cost, None for an object without one; `paid` is the cost that is paid for it.
    """
    values = joined("two and", *(Remark("x is", pair) for pair in x.items()))
    if ledger.question.kind != "spell":
        if x and ledger.question.kind == "ability":
            ledger.say_seen("x", "x of ability", values)
        return None
    kind, other = part_of_card(ledger)
    cast = paid if ledger.question.has("alt") else base or ()
    stack, elsewhere = _values(kind, base or (), cast, other, x)
    caption = f"value {kind}" if kind else "value" if stack == elsewhere else "value on stack"
    there = "" if elsewhere is None or (kind == "fuse" and stack == elsewhere) else Remark("value there", (elsewhere,))
    ledger.say_seen(_RULES.get(kind, f"value-{kind}"), caption, stack, there)
    if x:
        ledger.say_seen("x-elsewhere", "x elsewhere", values)
        ledger.say_seen("x-permanent", "x of permanent", joined("two and", *x))
        ledger.say_seen("copied", "copy of spell keeps")
    ledger.fact(f"as {kind}")
    _enter_facts(ledger, base)
    return {"stack": stack, "elsewhere": elsewhere}


def _enter_facts(ledger: Ledger, base: Symbols | None) -> None:
    ledger.fact("value none", when=base is None)
    ledger.fact("value x", when=letters(base or ()))
    ledger.fact("value hybrid", when=any(halves(symbol) and not is_phyrexian(symbol) for symbol in base or ()))
    ledger.fact("value phyrexian", when=any(map(is_phyrexian, base or ())))


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


def _values(
    kind: str, base: Symbols, cast: Symbols, other: Symbols | None, x: Mapping[str, int]
) -> tuple[int | None, int | None]:
    """Return the mana value of a spell on the stack and elsewhere, None if it is not known.

    The spell is cast for `cast`; `base` is the cost typed, `other` the card's other one.
    """
    zero = dict.fromkeys("XYZ", 0)
    stack, own = Mana.of(cast if kind == "prototype" else base, {**zero, **x}).value, Mana.of(base, zero).value
    rest = None if other is None else Mana.of(other, zero).value
    if kind in ("", "fuse"):
        return stack, own
    if kind in ("split", "room"):
        return stack, None if rest is None else own + rest
    if kind == "back":
        return rest, rest
    if kind == "mdfc":
        return stack, rest
    return 0 if kind == "face-down" else stack, own if rest is None and cast != base else rest
