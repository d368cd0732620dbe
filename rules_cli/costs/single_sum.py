"""One sum of all increases and reductions, raised to 0 once at the end: shared by Grand Archive and Fábula.

start → effects that set the cost (the newest one wins) → every increase and reduction at once → effects that remove
the cost → never below 0. Running values may be negative before the end.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules_cli.costs.amounts import AmountChange, read_amounts, read_changes
from rules_cli.costs.answer import Ledger, StepKind, joined
from rules_cli.costs.arguments import CostQuestion

_EXAMPLE = "2"


@dataclass(frozen=True, slots=True)
class SumRules:
    """The keys of the rules that a game's steps cite, and the kind of the step for a cost played free."""

    set: str
    modify: str
    forbidden: str
    free: str
    free_kind: StepKind
    floor: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that changes a cost: amounts that effects set, oldest first, increases and reductions."""

    sets: tuple[int, ...]
    increases: tuple[AmountChange, ...]
    reductions: tuple[AmountChange, ...]

    @classmethod
    def of(cls, question: CostQuestion) -> Changes:
        """Read the modifiers and `--set`."""
        sets = tuple(read_amounts(word, _EXAMPLE)[""] for word in question.each("set"))
        return cls(sets, read_changes(question.increases, _EXAMPLE), read_changes(question.reductions, _EXAMPLE))

    def any(self) -> bool:
        """Whether anything changes the cost."""
        return bool(self.sets or self.increases or self.reductions)


def single_sum(ledger: Ledger, start: int, changes: Changes, rules: SumRules, skip: str = "") -> int:
    """Enter the steps after `start` and return the total.

    `skip` says why no change applies, "" if they do. A change that does not apply is a step without effect.
    """
    now = start
    for amount in changes.sets:
        now = now if skip else amount
        what = joined(": ", "an effect sets the cost", skip)
        ledger.step("set", what, str(amount), running=str(now), rule=rules.set)
    now = _modify(ledger, now, changes, rules, skip)
    if ledger.question.has("free"):
        now = 0
        ledger.step(rules.free_kind, "played without paying its cost", "0", running="0", rule=rules.free)
    if now < 0:
        now = 0
        ledger.step("floor", "never below 0", "0", running="0", rule=rules.floor)
    return now


def _modify(ledger: Ledger, now: int, changes: Changes, rules: SumRules, skip: str) -> int:
    for up in changes.increases:
        now += 0 if skip else up.amounts[""]
        what = joined(": ", up.why, skip)
        ledger.step("increase", what, f"+{up.amounts['']}", running=str(now), rule=rules.modify)
    forbidden = ledger.question.has("no-less") and not skip
    for down in changes.reductions:
        now -= 0 if skip or forbidden else down.amounts[""]
        what = joined(": ", down.why, "can't be reduced" if forbidden else skip)
        rule = rules.forbidden if forbidden else rules.modify
        ledger.step("reduce", what, f"-{down.amounts['']}", running=str(now), rule=rule)
    return now
