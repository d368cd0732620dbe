"""Costs in Fábula: resource points without colour, one sum, and alternative costs on top of it."""

from __future__ import annotations

from collections.abc import Iterable

from rules_cli.costs import single_sum
from rules_cli.costs.amounts import Formula, assets, count, letters_in
from rules_cli.costs.answer import Also, CostAnswer, CostStep, Refused, Said, Way
from rules_cli.costs.arguments import CostQuestion
from rules_cli.costs.choices import also, announced, besides, counted, enough, owned, verdict

_KEYS = single_sum.Keys("newest", "modify", "modify", "x-free", "natural", "forbidden")
_MEANS = ("have", "turn", "spent", "bonus", "cap", "hand", "own")
_BY_TURN = ("turn", "spent", "bonus", "cap")
_LIMIT = 10


def cost(question: CostQuestion) -> CostAnswer:
    """Work out a cost: start, set, one sum, floor at 0 (the book states no order). Raises Refused."""
    changes = single_sum.Changes.of(question)
    base = Formula() if _none(question) else assets(question.base, "5 or X+1")[""]
    free = question.has("free")
    letters = letters_in([base])
    x = announced(question, letters, letters if free else ())
    start = _start(question, base.at(x))
    steps = single_sum.worked_out(start, changes, _KEYS, "free" if free else None, "", question.has("no-less"))
    total = single_sum.result(steps)
    points, there = _points(question)
    besides_it = _besides(question)
    parts = [enough(points, total), *(part.payable for part in besides_it)]
    payable = verdict(question, parts, _MEANS)
    way = () if points is None or payable is False else (_way(total, points, there),)
    how = (*_how(payable, total, points, there), *_targets(question))
    sees = (Said(f"an effect that asks for its cost sees {base.at(x)}, whatever was paid", "modify"),)
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=str(total),
        steps=tuple(steps),
        payable=payable,
        pay=way,
        left=way[0].left if way else None,
        how=how,
        seen={"cost": base.at(x), "paid": str(total)},
        sees=sees,
        also=besides_it,
        notes=tuple(_notes(question, letters)),
        because=(*_because(question, letters, besides_it, points), "meaning"),
    )


def _start(question: CostQuestion, amount: int) -> CostStep:
    what = "no number counts as 0" if _none(question) else "base cost"
    return CostStep("start", what, str(amount), str(amount), _start_rule(question, amount))


def _start_rule(question: CostQuestion, amount: int) -> str:
    if question.has("ability"):
        return "ability" if amount else "no-number-ability"
    return "no-number" if _none(question) else "base"


def _none(question: CostQuestion) -> bool:
    return question.base.lower() == "none"


# The means.


def _points(question: CostQuestion) -> tuple[int | None, int | None]:
    """The resource points now, and those there were before any was spent; None where nothing was said."""
    have = counted(question, "have")
    if have is not None:
        if question.has(*_BY_TURN):
            raise Refused("--have says what there is now: leave out --turn, --spent, --bonus and --cap")
        return have, have
    word = question.one("turn")
    if word is None:
        if question.has(*_BY_TURN):
            raise Refused("--spent, --bonus and --cap go with --turn: --turn 3")
        return None, None
    return _on_turn(question, count(word, "turn"))


def _on_turn(question: CostQuestion, turn: int) -> tuple[int, int]:
    """2 points for each turn up to the limit, set anew each time; passive abilities add theirs on top."""
    if turn == 0:
        raise Refused("a player's first turn is --turn 1")
    cap = counted(question, "cap")
    there = min(2 * turn, _LIMIT if cap is None else cap) + (counted(question, "bonus") or 0)
    spent = counted(question, "spent") or 0
    if spent > there:
        raise Refused(f"--spent {spent} is more than the {there} points there were", "points")
    return there - spent, there


def _besides(question: CostQuestion) -> tuple[Also, ...]:
    costs = besides(question)
    return also(costs, owned(question), {"discard": enough(counted(question, "hand"), costs.get("discard", 0))})


def _way(total: int, points: int, there: int | None) -> Way:
    return Way(f"{total} of {points}", f"{points - total} of {there}")


# What is said of it.


def _how(payable: bool | None, total: int, points: int | None, there: int | None) -> Iterable[Said]:
    if points is not None and points >= total:
        yield Said(f"{total} of {points} resource points, {points - total} of {there} left", "subtract")
    elif points is not None:
        yield Said(f"{points} of the {total} resource points are there, and nobody can lend any", "no-lending")
    if payable is False:
        yield Said("the announcement is called off, and what it spent comes back", "announced")


def _targets(question: CostQuestion) -> Iterable[Said]:
    if question.has("ability"):
        yield Said("without a legal target the ability is not put on the pile, and the payment comes back", "no-target")
        yield Said("a target lost later gives nothing back", "target-lost")


def _notes(question: CostQuestion, letters: set[str]) -> Iterable[str]:
    if question.ups or question.downs or question.has("set"):
        yield "order"
    if question.has("free"):
        yield "free"
    if letters:
        yield from ("x-changed", "x-elsewhere")
    if question.has("turn"):
        yield "turns"
    if question.has("bonus"):
        yield "bonus"


def _because(question: CostQuestion, letters: set[str], costs: Iterable[Also], points: int | None) -> Iterable[str]:
    """The rules used besides those of the steps and sentences."""
    if letters:
        yield from ("x-free" if question.has("free") else "x", "x-one")
    if question.has("turn"):
        yield from ("points", "restored")
    if question.has("bonus"):
        yield "bonus"
    if question.has("spent"):
        yield "ready"
    if points is not None:
        yield from ("subtract", "means")
    for part in costs:
        yield from ("alternative", "means")
        if part.kind == "sacrifice":
            yield "sacrifice"
