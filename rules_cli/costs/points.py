"""Costs in points: declared, added up, and paid, all as `costs.yaml` of the game says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from rules_cli.captions import Remark, joined, kind_word
from rules_cli.costs import amounts
from rules_cli.costs.amounts import AmountChange, Changes, Formula, Thing, letters_in
from rules_cli.costs.answer import CostAnswer, Ledger, Way
from rules_cli.costs.arguments import Refused, StepKind
from rules_cli.costs.engine import Change, add_up, starting, unpayable
from rules_cli.costs.pay import Paid

Cost = dict[str, int]
"""An amount of each unit; a game with one unit has it under ""."""


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read: `printed`, or None for a card without a cost; `instead`, an alternative in points, `thing`,
    one that is not."""

    printed: Cost | None
    instead: Cost | None
    thing: Thing | None
    changes: Changes
    x: Mapping[str, int]


# Complexity: a part that is not there is left out.
def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost in points. Raises Refused."""
    question, file = ledger.question, ledger.file
    declared = _declare(ledger)
    total = _total(ledger, declared)
    costs = amounts.extra_costs(question, declared.x, declared.thing is not None)
    _say_extra(ledger, costs)
    if declared.printed is None and not question.has(*file.without_cost):
        return unpayable(question, {"cost": None, "paid": None})
    paid: list[Paid] = [import_module(f"rules_cli.costs.pay.{name}").pay(ledger, total, costs) for name in file.pay]
    extra = ledger.check_extra(costs, {kind: met for each in paid for kind, met in each.extra.items()})
    payable = ledger.is_payable([part for each in paid for part in each.parts], extra)
    printed = None if declared.printed is None else declared.printed[file.usual]
    written = _written(ledger, total)
    _say(ledger, payable, paid, {"base": printed, "total": written}, declared.x)
    ways: list[Way] = [way for each in paid for way in each.ways] if payable is not False else []
    seen: dict[str, int | str | None] = {"cost": printed, "paid": written}
    return ledger.answer(written, payable, ways, extra, None if question.kind == "effect" else seen)


def _say(
    ledger: Ledger, payable: bool | None, paid: list[Paid], values: Mapping[str, object], x: Mapping[str, int]
) -> None:
    """Enter the sentences on paying and on what effects see; `values` are words for them."""
    ledger.values |= values
    ledger.values |= {key: joined("two and", *(Remark(key, pair) for pair in x.items())) for key in ("x is", "x stays")}
    ledger.fact("unpaid", when=payable is False)
    ledger.how += ledger.sentences(ledger.file.says)
    if payable is False:
        ledger.how += ledger.sentences(ledger.file.unpaid)[:1]
    else:
        ledger.how += [said for each in paid for said in each.how]
    ledger.sees += ledger.sentences(ledger.file.sees)


def _say_extra(ledger: Ledger, costs: Mapping[str, int]) -> None:
    ledger.fact("extra", *(f"extra {kind}" for kind in costs), when=costs)
    ledger.fact("extra from hand", when=amounts.from_hand(ledger.question, costs))
    ledger.fact("several extra", when=len(costs) > 1)
    ledger.read_as += [Remark(caption) for kind, caption in ledger.file.unclear.items() if kind in costs]


# Complexity: each fact about a cost is entered once.
def _declare(ledger: Ledger) -> _Declared:
    question, file = ledger.question, ledger.file
    read = partial(amounts.read_cost, example=file.example, units=file.units, usual=file.usual)
    base = amounts.read_base(question, read)
    instead, thing = amounts.read_alternative(question, read)
    ledger.fact("none", when=base is None)
    if base is None and (question.kind == "ability" or file.none == "zero"):
        base = {}
    if file.merged:
        from rules_cli.costs.pay.reserve import type_of

        type_ = type_of(ledger, base or {}, instead or {})
        ledger.names["type"] = type_
        ledger.fact(f"type {type_}")
        base, instead = (None if each is None else _merged(each) for each in (base, instead))
    units = "" if file.merged else file.units
    changes = amounts.read_changes(question, file.example if units else "2", units, file.usual)
    letters, letters_instead = letters_in(*(base or {}).values()), letters_in(*(instead or {}).values())
    x = amounts.announced(question, letters, letters_instead)
    in_points = None if instead is None else {unit: formula.at(x) for unit, formula in instead.items()}
    printed = None if base is None else {unit: base.get(unit, Formula()).at(x) for unit in _units(ledger)}
    declared = _Declared(printed, in_points, thing, changes, x)
    ledger.printed = (declared.printed or {}).get(file.usual, 0)
    ledger.fact("x", when=x)
    ledger.fact("x replaced", when=question.has("alt") and letters - letters_instead)
    ledger.fact("unprinted", when=declared.printed is None)
    ledger.fact(*("thing", f"thing {thing[0]}") if thing else ())
    ledger.fact("in points", when=instead)
    ledger.fact(
        "other units", when=any((declared.printed or {}).get(unit) for unit in file.units if unit != file.usual)
    )
    ledger.fact("symbols", when="{" in question.base)
    ledger.fact("figures", when=any(each.figures > 1 and each.letters for each in (base or {}).values()))
    ledger.fact("changed", when=changes.increases or changes.reductions)
    ledger.fact("additional", when=any(up.why.lower() not in file.increases for up in changes.increases))
    ledger.fact("several sets", when=len(changes.sets) > 1)
    ledger.fact("free", when=question.has(*file.free_by))
    return declared


def _merged(cost: Mapping[str, Formula]) -> dict[str, Formula]:
    """Return a cost of one type under ""."""
    whole = Formula(figures=0)
    for formula in cost.values():
        whole = whole.plus(formula)
    return {"": whole}


def _units(ledger: Ledger) -> tuple[str, ...]:
    return ("",) if ledger.file.merged else tuple(ledger.file.units) or ("",)


def _written(ledger: Ledger, cost: Mapping[str, int]) -> str:
    """Return the units above 0 in payment order, `1c + 2 + 3h + 1a`; of one unit a number, perhaps below 0."""
    if len(_units(ledger)) == 1:
        return str(sum(cost.values()))
    usual = ledger.file.usual
    return (
        " + ".join(f"{cost[unit]}{unit if unit != usual else ''}" for unit in _units(ledger) if cost.get(unit)) or "0"
    )


# The sum.


def _total(ledger: Ledger, declared: _Declared) -> Cost:
    now = _start(ledger, declared)
    usual = ledger.file.usual
    twice = {usual: 2 * (declared.printed or {}).get(usual, 0)}
    changes = {
        "twice": [_setting(ledger, now, twice)],
        "instead": [_setting(ledger, now, declared.instead)] if declared.instead else [],
        "set": [_setting(ledger, now, each) for each in declared.changes.sets],
        "add": [_adding(ledger, now, up, 1) for up in declared.changes.increases],
        "subtract": [_adding(ledger, now, down, -1) for down in declared.changes.reductions],
        "free": [_setting(ledger, now, dict.fromkeys(now, 0), "free")],
        "remove": [_setting(ledger, now, dict.fromkeys(now, 0), "remove")],
        "floor": _flooring(ledger, now),
    }
    add_up(ledger, changes, lambda: _written(ledger, now))
    above = [unit for unit in now if now[unit]]
    ledger.fact("zero", when=not above)
    ledger.fact("several units", when=len(above) > 1)
    return now


def _start(ledger: Ledger, declared: _Declared) -> Cost:
    file, printed = ledger.file, declared.printed or {}
    now: Cost = dict.fromkeys(_units(ledger), 0)
    ledger.fact("printed 0", when=not any(printed.values()))
    row = starting(ledger, file.start)
    if row is None:
        return now
    now[file.usual] = {"base": printed, "instead": declared.instead or {}, "nothing": {}}[row.takes].get(file.usual, 0)
    kind, number = declared.thing or ("", 0)
    words = (kind_word(kind), number, ledger.names.get("type", ""))
    amount = str(now[file.usual])
    ledger.step(row.kind, Remark(row.say, words), amount, amount, row.rule)
    for unit in [each for each in now if each != file.usual and printed.get(each)]:
        now[unit] = printed[unit]
        ledger.step("start", Remark("base cost"), f"{now[unit]}{unit}", _written(ledger, now), file.other_units_rule)
    _start_besides(ledger, now, printed)
    return now


def _start_besides(ledger: Ledger, now: Cost, printed: Mapping[str, int]) -> None:
    row = starting(ledger, ledger.file.also_start)
    if row is None:
        return
    added = amounts.read_amounts(row.adds, ledger.file.example, ledger.file.units)
    if twice := [unit for unit in added if printed.get(unit)]:
        raise Refused(f"--{row.when[0]} adds {row.adds}: leave {twice[0]} out of the base")
    now.update(added)
    ledger.step(row.kind, Remark(row.say), row.adds, _written(ledger, now), row.rule)


def _setting(ledger: Ledger, now: Cost, amount: Mapping[str, int], kind: StepKind = "set") -> Change:

    def apply() -> tuple[str, str]:
        now.update(amount)
        return "", ""

    return Change(kind, _written(ledger, amount), apply)


def _adding(ledger: Ledger, now: Cost, change: AmountChange, sign: int) -> Change:
    """Return a change that raises or lowers these units; without a floor at the end of the sum, none below 0."""
    has_floor = sign > 0 or any(operation.do == "floor" for operation in ledger.file.sum)

    def apply() -> tuple[Remark | str, str]:
        stops = not has_floor and any(now[unit] < amount for unit, amount in change.amounts.items())
        for unit, amount in change.amounts.items():
            now[unit] = now[unit] + sign * amount if has_floor else max(0, now[unit] - amount)
        return Remark("stops at 0") if stops else "", ""

    kind: StepKind = "increase" if sign > 0 else "reduce"
    return Change(kind, f"{'+' if sign > 0 else '-'}{_written(ledger, change.amounts)}", apply, change.why)


def _flooring(ledger: Ledger, now: Cost) -> Iterator[Change]:
    if below := [unit for unit, amount in now.items() if amount < 0]:
        yield _setting(ledger, now, dict.fromkeys(below, 0), "floor")
