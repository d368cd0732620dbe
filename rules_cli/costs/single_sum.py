"""One sum of all increases and reductions, floored once at the end: what Grand Archive and Fábula share.

start → what sets the cost (the newest stands) → every increase and reduction at once → what takes the cost
away → never below 0. Running values may be negative before the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules_cli.costs.amounts import AmountChange, assets, changes, plain
from rules_cli.costs.answer import CostStep, StepKind
from rules_cli.costs.arguments import CostQuestion

_EXAMPLE = "2"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of the rules that the steps cite, as the game names them."""

    set: str
    increase: str
    reduce: str
    remove: str
    floor: str
    forbidden: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What changes the cost: amounts that effects set it to, oldest first, increases and reductions."""

    sets: tuple[int, ...]
    ups: tuple[AmountChange, ...]
    downs: tuple[AmountChange, ...]

    @classmethod
    def of(cls, question: CostQuestion) -> Changes:
        """Read the modifiers and `--set`; Refused where one can't be read."""
        sets = tuple(plain(assets(word, _EXAMPLE), word)[""] for word in question.each("set"))
        return cls(sets, changes(question.ups, _EXAMPLE), changes(question.downs, _EXAMPLE))


def worked_out(
    start: CostStep, by: Changes, keys: Keys, removed: StepKind | None, skip: str, no_less: bool
) -> list[CostStep]:
    """The steps from `start` to the total, which is the `running` of the last.

    `removed` is the kind of the step in which an effect takes the cost away, None where none does. `skip` says
    why no modifier applies ("" where they do), `no_less` whether reductions are forbidden: what does not apply is
    shown and changes nothing.
    """
    steps = [start]
    for amount in by.sets:
        what = f"an effect sets the cost{skip and ': '}{skip}"
        steps.append(CostStep("set", what, str(amount), str(result(steps) if skip else amount), keys.set))
    for up in by.ups:
        steps.append(_changed(steps, "increase", up, 1, keys.increase, skip))
    for down in by.downs:
        if no_less and not skip:
            steps.append(_changed(steps, "reduce", down, -1, keys.forbidden, "can't be reduced"))
        else:
            steps.append(_changed(steps, "reduce", down, -1, keys.reduce, skip))
    if removed:
        steps.append(CostStep(removed, "played without paying its cost", "0", "0", keys.remove))
    if result(steps) < 0:
        steps.append(CostStep("floor", "never below 0", "0", "0", keys.floor))
    return steps


def result(steps: Sequence[CostStep]) -> int:
    """The total that the steps come to."""
    return int(steps[-1].running)


def _changed(steps: Sequence[CostStep], kind: StepKind, by: AmountChange, sign: int, rule: str, skip: str) -> CostStep:
    amount = by.amounts[""]
    now = result(steps) + (0 if skip else sign * amount)
    what = ": ".join(part for part in (by.why, skip) if part)
    return CostStep(kind, what, f"{'+' if sign > 0 else '-'}{amount}", str(now), rule)
