"""Costs in Fábula: resource points without colour, one sum, and alternative costs on top of it."""

from __future__ import annotations

from rules_cli.captions import say
from rules_cli.costs.amounts import (
    Formula,
    announced,
    counted,
    extra_costs,
    letters_in,
    read_changes,
    read_cost,
    read_count,
)
from rules_cli.costs.answer import CostAnswer, Ledger, SumRules, Way, enough, single_sum
from rules_cli.costs.arguments import Refused

_RULES = SumRules("newest", "modify", forbidden="forbidden", free="x-free", free_kind="free", floor="natural")
_BY_TURN = ("turn", "spent", "bonus", "cap")
_MEANS = ("have", *_BY_TURN, "hand", "own")
_POINTS_EACH_TURN = 2  # rule 1.18.10
_LIMIT = 10  # rule 1.18.10


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost: start, set, one sum, never below 0 (the book states no order). Raises Refused."""
    question = ledger.question
    changes = read_changes(question, "2")
    ledger.note("order", when=any(changes))
    base, x = _start(ledger)
    skip = say("not for effects") if question.has("effect") else ""
    total = single_sum(ledger, base, changes, _RULES, skip)
    points, at_first = _points(ledger)
    costs = extra_costs(question, x)
    ledger.cite("alternative", "means", when=costs)
    ledger.cite("sacrifice", when="sacrifice" in costs)
    extra = ledger.check_extra(costs, "means", ledger.check_hand(costs, "means"))
    payable = ledger.is_payable([enough(points, total)], extra, _MEANS)
    ways = []
    if points is not None and points >= total:
        paid, left = say("of", total, points), say("of", points - total, at_first)
        ways = [Way(paid, left)] if payable is not False else []
        ledger.say_how(say("points paid", paid, left), "subtract")
    elif points is not None:
        ledger.say_how(say("points missing", points, total), "no-lending")
    if payable is False:
        ledger.say_how(say("called off"), "announced")
    if question.has("ability"):
        ledger.say_how(say("no target"), "no-target")
        ledger.say_how(say("target lost"), "target-lost")
    ledger.say_seen(say("seen cost", base), "modify")
    ledger.cite("meaning")
    return ledger.answer(str(total), payable, ways, extra, {"cost": base, "paid": str(total)})


def _start(ledger: Ledger) -> tuple[int, dict[str, int]]:
    """Enter the first step; return the printed cost and the value of each letter."""
    question = ledger.question
    no_number, free = question.base.lower() == "none", question.has("free")
    base = Formula() if no_number else read_cost(question.base, "5 or X+1")[""]
    letters = letters_in(base)
    x = announced(question, letters)
    amount = base.at(x)
    ledger.note("free", when=free)
    ledger.note("x-changed", "x-elsewhere", when=letters)
    ledger.cite("x-free" if free else "x", "x-one", when=letters)
    rule = "no-number" if no_number else "base"
    if question.has("ability"):
        rule = "ability" if amount else "no-number-ability"
    what = say("no number" if no_number else "base cost")
    if question.has("effect"):
        what, rule = say("for an effect"), "means"
    ledger.step("start", what, str(amount), running=str(amount), rule=rule)
    return amount, x


def _points(ledger: Ledger) -> tuple[int | None, int | None]:
    """Return the resource points now, and those before any was spent; None if nothing was said."""
    question = ledger.question
    points = at_first = counted(question, "have")
    if points is not None:
        if question.has(*_BY_TURN):
            raise Refused("--have says what there is now: leave out --turn, --spent, --bonus and --cap")
    elif question.has("turn"):
        at_first = _points_on_turn(ledger, read_count(question.options["turn"][0], "turn"))
        spent = counted(question, "spent")
        ledger.cite("ready", when=spent is not None)
        points = at_first - (spent or 0)
        if points < 0:
            raise Refused(f"--spent {spent} is more than the {at_first} points there were", "points")
    elif question.has(*_BY_TURN):
        raise Refused("--spent, --bonus and --cap go with --turn: --turn 3")
    ledger.cite("subtract", "means", when=points is not None)
    return points, at_first


def _points_on_turn(ledger: Ledger, turn: int) -> int:
    """Return the points of a turn: new ones up to the limit, then those that passive abilities add."""
    if turn == 0:
        raise Refused("a player's first turn is --turn 1")
    ledger.note("turns")
    ledger.cite("points", "restored")
    cap, bonus = counted(ledger.question, "cap"), counted(ledger.question, "bonus")
    if bonus is not None:
        ledger.note("bonus")
        ledger.cite("bonus")
    return min(_POINTS_EACH_TURN * turn, _LIMIT if cap is None else cap) + (bonus or 0)
