"""Mana values in Magic: what effects see of a spell, by the part of a card that is cast (`--as`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules_cli.captions import Remark, joined
from rules_cli.costs.amounts import at, letters_in
from rules_cli.costs.answer import Ledger
from rules_cli.costs.arguments import Refused
from rules_cli.costs.mana import Symbols, amount_of, halves, is_phyrexian, read_mana, value_of


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
    rule = {"": "mana-value", "fuse": "value-split"}.get(kind, f"value-{kind}")
    ledger.say_seen(rule, caption, stack, there)
    if x:
        ledger.say_seen("x-elsewhere", "x elsewhere", values)
        ledger.say_seen("x-permanent", "x of permanent", joined("two and", *x))
        ledger.say_seen("copied", "copy of spell keeps")
    ledger.fact(f"as {kind}")
    ledger.fact("value none", when=base is None)
    ledger.fact("value x", when=letters_in(base))
    ledger.fact("value hybrid", when=any(halves(symbol) and not is_phyrexian(symbol) for symbol in base or ()))
    ledger.fact("value phyrexian", when=any(map(is_phyrexian, base or ())))
    return {"stack": stack, "elsewhere": elsewhere}


def part_of_card(ledger: Ledger) -> tuple[str, Symbols | None]:
    """Return the part of a card that is cast, "" for a whole card, and the other mana cost of the card if typed."""
    word = ledger.question.one("as")
    if word is None:
        return "", None
    name, equals, cost = word.partition("=")
    kind = ledger.file.parts.get(name.lower())
    if kind is None:
        raise Refused("none of these", name, tuple(dict.fromkeys(ledger.file.parts.values())))
    if kind == "fuse" and not cost:
        raise Refused("needs value", "--as fuse", "--as fuse=2W", rule="fuse")
    return kind, read_mana(cost) if equals else None


def _values(
    kind: str, base: Symbols, cast: Symbols, other: Symbols | None, x: Mapping[str, int]
) -> tuple[int | None, int | None]:
    """Return the mana value of a spell on the stack and elsewhere, None if it is not known.

    The spell is cast for `cast`; `base` is the cost typed, `other` the card's other one.
    """
    stack = value_of(at(amount_of(cast if kind == "prototype" else base), x))
    own, rest = value_of(amount_of(base)), None if other is None else value_of(amount_of(other))
    if kind in ("", "fuse"):
        return stack, own
    if kind in ("split", "room"):
        return stack, None if rest is None else own + rest
    if kind == "back":
        return rest, rest
    if kind == "mdfc":
        return stack, rest
    return 0 if kind == "face-down" else stack, own if rest is None and cast != base else rest
