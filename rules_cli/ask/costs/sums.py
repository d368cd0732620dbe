"""One sum of all increases and reductions, floored once at the end: what Grand Archive and Fábula share.

start → what sets the cost (the newest stands) → every increase and reduction at once → what takes the cost
away → never below 0. Running values may be negative before the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_cli.ask.costs.amounts import assets, plain
from rules_cli.ask.costs.model import Step, StepKind
from rules_cli.ask.costs.words import Modifier, Question


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of the rules that the steps cite, as the game names them."""

    set: str
    increase: str
    reduce: str
    remove: str
    floor: str
    forbidden: str


def worked_out(question: Question, start: Step, keys: Keys, removed: StepKind | None, skip: str = "") -> list[Step]:
    """The steps from `start` to the total, which is the `running` of the last.

    `removed` is the kind of the step in which an effect takes the cost away, None where none does. `skip` says
    why no modifier applies ("" where they do): they are shown and change nothing.
    """
    steps = [start]
    for word in question.each("set"):
        steps.append(Step("set", "an effect sets the cost", *_set_to(number(word)), keys.set))
    for up in question.ups:
        steps.append(_changed(steps, "increase", up, 1, keys.increase, skip))
    for down in question.downs:
        why = skip or ("can't be reduced" if question.has("no-less") else "")
        rule = keys.forbidden if why and not skip else keys.reduce
        steps.append(_changed(steps, "reduce", down, -1, rule, why))
    if removed:
        steps.append(Step(removed, "played without paying its cost", "0", "0", keys.remove))
    if int(steps[-1].running) < 0:
        steps.append(Step("floor", "never below 0", "0", "0", keys.floor))
    return steps


def number(word: str) -> int:
    """A number without letters or units, as modifiers and `--set` have it."""
    return plain(assets(word, "2"), word)[""]


def result(steps: Sequence[Step]) -> int:
    """The total that the steps come to."""
    return int(steps[-1].running)


def _set_to(amount: int) -> tuple[str, str]:
    return str(amount), str(amount)


def _changed(steps: Sequence[Step], kind: StepKind, by: Modifier, sign: int, rule: str, skip: str) -> Step:
    amount = number(by.amount)
    now = int(steps[-1].running) + (0 if skip else sign * amount)
    what = f"{by.why}: {skip}" if by.why and skip else by.why or skip
    return Step(kind, what, f"{'+' if sign > 0 else '-'}{amount}", str(now), rule)
