"""Costs in points: declared, added up, and paid, all as `costs.yaml` of the game says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module

from rules_cli.captions import Remark, Words, joined, kind_word
from rules_cli.costs import amounts
from rules_cli.costs.amounts import LETTERS, Amount, Thing, letters_in
from rules_cli.costs.answer import CostAnswer, Ledger, Way
from rules_cli.costs.arguments import CostFile, Refused
from rules_cli.costs.engine import Change, add_up, starting, unpayable
from rules_cli.costs.pay import Paid

# A part of a cost: a symbol, `{r}`, or a number or letters with a unit, `2r`, or a unit alone, as in `rr`.
_TERM = re.compile(r"\{([A-Z]|[0-9]{1,9})\}|(?:([0-9]{1,9})|([XYZ]+))([A-W]?)|([A-W])", re.IGNORECASE)
_TOO_LONG = re.compile(r"[0-9]{10}")
_NUMBER_AND_LETTER = re.compile(r"([0-9]{1,9})([XYZ]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read: `printed`, or None for a card without a cost; `instead`, an alternative in points, `thing`,
    one that is not; the values of letters, and the changes."""

    printed: Amount | None
    instead: Amount | None
    thing: Thing | None
    x: Mapping[str, int]
    changes: Mapping[str, list[Change]]


# Complexity: a part that is not there is left out.
def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost in points. Raises Refused."""
    question, file = ledger.question, ledger.file
    declared = _declare(ledger)
    total = _total(ledger, declared)
    costs = amounts.extra_costs(question, declared.x, declared.thing is not None)
    ledger.fact("extra", *(f"extra {kind}" for kind in costs), when=costs)
    ledger.fact("extra from hand", when=amounts.from_hand(question, costs))
    ledger.fact("several extra", when=len(costs) > 1)
    ledger.read_as += [Remark(caption) for kind, caption in file.unclear.items() if kind in costs]
    if declared.printed is None and not question.has(*file.without_cost):
        return unpayable(question, {"cost": None, "paid": None})
    paid: list[Paid] = [import_module(f"rules_cli.costs.pay.{name}").pay(ledger, total, costs) for name in file.pay]
    extra = ledger.check_extra(costs, {kind: met for each in paid for kind, met in each.extra.items()})
    payable = ledger.is_payable([part for each in paid for part in each.parts], extra)
    printed, written = None if declared.printed is None else ledger.printed, _written(file, total)
    x_words = {
        key: joined("two and", *(Remark(key, pair) for pair in declared.x.items())) for key in ("x is", "x stays")
    }
    ledger.values |= {"base": printed, "total": written, **x_words}
    ledger.fact("unpaid", when=payable is False)
    ledger.how += ledger.sentences(file.says)
    if payable is False:
        ledger.how += ledger.sentences(file.unpaid)[:1]
    else:
        ledger.how += [said for each in paid for said in each.how]
    ledger.sees += ledger.sentences(file.sees)
    ways: list[Way] = [way for each in paid for way in each.ways] if payable is not False else []
    seen: dict[str, int | str | None] = {"cost": printed, "paid": written}
    return ledger.answer(written, payable, ways, extra, None if question.kind == "effect" else seen)


# Complexity: a part is a number, letters or a unit, and may be none of them.
def _read(text: str, example: str, units: str = "", usual: str = "") -> Amount:
    """Read a cost in points, `X+2`, `{r}{r}`, `1+3c`; `usual` is the unit of a part without a letter.

    Raises Refused for `2X`, which may be a sum or a product.
    """
    found: Amount = Counter()
    for term in text.split("+"):
        if both := _NUMBER_AND_LETTER.fullmatch(term):
            number, letter = both[1], both[2].upper()
            raise Refused("two readings", text, f"{number}+{letter}", "+".join([letter] * min(int(number), 3)))
        parts = list(_TERM.finditer(term))
        read = [_read_part(*part.groups("")) for part in parts]
        is_whole = "".join(part[0] for part in parts) == term != "" and not _TOO_LONG.search(term)
        if not is_whole or any(unit not in units for unit, _, _ in read):
            raise Refused("unreadable", text, Remark("cost looks like", (example,)))
        for unit, number, letters in read:
            found.update(letter + (unit or usual) for letter in letters)
            if number:
                found[unit or usual] += int(number)
    return found


def _read_part(symbol: str, number: str, letters: str, suffix: str, alone: str) -> tuple[str, str, str]:
    """Return the unit, the number and the letters X, Y, Z of a part of a cost, from the groups of `_TERM`."""
    if symbol.isdigit():
        return "", symbol, ""
    if symbol.upper() in tuple(LETTERS):
        return "", "", symbol.upper()
    return (suffix or symbol or alone).lower(), number or ("1" if symbol or alone else ""), letters.upper()


def _written(file: CostFile, amount: Mapping[str, int]) -> str:
    """Return the units above 0 in payment order, `1c + 2 + 3h + 1a`; of one unit a number, perhaps below 0."""
    units = _units(file)
    if len(units) == 1:
        return str(sum(amount.values()))
    parts = (f"{amount[unit]}{'' if unit == file.usual else unit}" for unit in units if amount.get(unit))
    return " + ".join(parts) or "0"


def _units(file: CostFile) -> tuple[str, ...]:
    return ("",) if file.merged or not file.units else tuple(file.units)


# Complexity: each fact about a cost is entered once.
def _declare(ledger: Ledger) -> _Declared:
    question, file = ledger.question, ledger.file

    def read(text: str) -> Amount:
        return _read(text, file.example, file.units, file.usual)

    base = amounts.read_base(question, read)
    instead, thing = amounts.read_alternative(question, read)
    ledger.fact("none", when=base is None)
    if base is None and (question.kind == "ability" or file.none == "zero"):
        base = Counter()
    if file.merged:
        from rules_cli.costs.pay.reserve import merged

        base, instead = merged(ledger, base, instead)
    changes = {
        "set": [Change(_without_letters(file, word)) for word in question.each("set")],
        "add": [Change(_without_letters(file, up.amount), up.why) for up in question.increases],
        "subtract": [Change(_without_letters(file, down.amount), down.why) for down in question.reductions],
    }
    letters, letters_instead = letters_in(base), letters_in(instead)
    x = amounts.announced(question, letters, letters_instead)
    printed = None if base is None else amounts.at(base, x)
    worth: Amount = Counter() if printed is None else printed
    ledger.printed = worth[file.usual]
    ledger.fact("x", when=x)
    ledger.fact("x replaced", when=question.has("alt") and letters - letters_instead)
    ledger.fact("unprinted", when=printed is None)
    ledger.fact("printed 0", when=not worth.total())
    ledger.fact(*("thing", f"thing {thing[0]}") if thing else ())
    ledger.fact("in points", when=instead)
    ledger.fact("other units", when=any(worth[unit] for unit in file.units if unit != file.usual))
    ledger.fact("symbols", when="{" in question.base)
    ledger.fact("figures", when=letters and sum((base or Counter()).values()) > 1)
    ledger.fact("changed", when=changes["add"] or changes["subtract"])
    ledger.fact("additional", when=any(up.why.lower() not in file.increases for up in question.increases))
    ledger.fact("several sets", when=len(changes["set"]) > 1)
    ledger.fact("free", when=question.has(*file.free_by))
    return _Declared(printed, None if instead is None else amounts.at(instead, x), thing, x, changes)


def _without_letters(file: CostFile, text: str) -> Amount:
    """Read a cost without letters, as modifiers and `--set` take it."""
    has_units = file.units and not file.merged
    found = _read(text, file.example if has_units else "2", file.units if has_units else "", file.usual)
    if letters_in(found):
        raise Refused("x only printed", text)
    return found


# The sum.


def _total(ledger: Ledger, declared: _Declared) -> Amount:
    file = ledger.file
    now = _start(ledger, declared)
    nothing: Amount = Counter(dict.fromkeys(now, 0))

    def floor() -> Iterator[Change]:
        if below := {unit: 0 for unit, amount in now.items() if amount < 0}:
            yield Change(Counter(below))

    def subtract(now: Amount, change: Change) -> tuple[Words, str]:
        stops = not has_floor and any(now[unit] < amount for unit, amount in change.amount.items())
        for unit, amount in change.amount.items():
            now[unit] = now[unit] - amount if has_floor else max(0, now[unit] - amount)
        return Remark("stops at 0") if stops else "", ""

    has_floor = any(operation.do == "floor" for operation in file.sum)
    changes = {
        **declared.changes,
        "twice": [Change(Counter({file.usual: 2 * ledger.printed}))],
        "instead": [Change(declared.instead)] if declared.instead else [],
        "free": [Change(nothing)],
        "remove": [Change(nothing)],
        "floor": floor(),
    }
    add_up(ledger, now, changes, lambda amount: _written(file, amount), subtract)
    above = [unit for unit in now if now[unit]]
    ledger.fact("zero", when=not above)
    ledger.fact("several units", when=len(above) > 1)
    return now


# Complexity: units besides the usual one, and a second first step, may be missing.
def _start(ledger: Ledger, declared: _Declared) -> Amount:
    file, printed = ledger.file, declared.printed or Counter()
    now: Amount = Counter(dict.fromkeys(_units(file), 0))
    row = starting(ledger, file.start)
    if row is None:
        return now
    takes = {"base": printed, "instead": declared.instead or Counter(), "nothing": Counter[str]()}[row.takes]
    now[file.usual] = takes[file.usual]
    kind, number = declared.thing or ("", 0)
    words = (kind_word(kind), number, ledger.names.get("type", ""))
    amount = str(now[file.usual])
    ledger.step(row.kind, Remark(row.say, words), amount, amount, row.rule)
    for unit in [each for each in now if each != file.usual and printed[each]]:
        now[unit] = printed[unit]
        ledger.step("start", Remark("base cost"), f"{now[unit]}{unit}", _written(file, now), file.other_units_rule)
    if row := starting(ledger, file.also_start):
        added = _without_letters(file, row.adds)
        if twice := [unit for unit in added if printed[unit]]:
            raise Refused("twice in base", row.when[0], row.adds, twice[0])
        dict.update(now, added)
        ledger.step(row.kind, Remark(row.say), row.adds, _written(file, now), row.rule)
    return now
