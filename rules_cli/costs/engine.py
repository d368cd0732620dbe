"""The sum of a cost: a few operations on an amount, in the order and under the guards that a game's `costs.yaml` lists.

An operation of the file has a name (`add`); the calculation offers changes for each name. A guard turns all changes of
the operations that it names into steps without effect, so a change of any kind obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.amounts import Amount
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, Ledger
from rules_cli.costs.arguments import CostQuestion, StartRow, StepKind

_STEPS: Mapping[str, tuple[StepKind, str]] = {
    "add": ("increase", "+"),
    "tax": ("increase", "+"),
    "life": ("increase", "+"),
    "least": ("minimum", "+"),
    "subtract": ("reduce", "-"),
    "free": ("free", ""),
    "remove": ("remove", ""),
    "floor": ("floor", ""),
}
"""The kind of the steps of an operation, and the sign of its amounts; any other sets the amount."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an amount. `written` is the amount in the step, if it is not written as usual; `rule` is that of
    the step, "" for the operation's. `guarded` is false for a change that no guard stops. `how` is what the game's own
    subtraction needs to know."""

    amount: Amount
    why: Words = ""
    rule: str = ""
    written: str = ""
    guarded: bool = True
    how: Any = None


def starting(ledger: Ledger, rows: Iterable[StartRow]) -> StartRow | None:
    """Return the first of these rows that applies to a question, None if none does."""
    return next((row for row in rows if ledger.holds(row.when)), None)


def unpayable(question: CostQuestion, seen: Mapping[str, int | str | None]) -> CostAnswer:
    """Return the answer for a card without a cost: the first step and the sentences that the file has for it."""
    ledger = Ledger(question)
    ledger.facts = {UNPAYABLE, *(f"{UNPAYABLE} {option}" for option in question.options)}
    ledger.values = {"nothing": 0}
    if row := starting(ledger, ledger.file.start):
        ledger.step("start", Remark(row.say), "none", UNPAYABLE, row.rule)
    ledger.how += ledger.sentences(ledger.file.says)
    ledger.sees += ledger.sentences(ledger.file.sees)
    return ledger.answer(UNPAYABLE, False, seen=seen)


# Complexity: an operation adds, takes off or sets, and a guard may stop it.
def add_up(
    ledger: Ledger,
    now: Amount,
    changes: Mapping[str, Iterable[Change]],
    write: Callable[[Amount], str],
    subtract: Callable[[Amount, Change], tuple[Words, str]],
) -> None:
    """Change an amount by all operations of the game's file, and enter their steps.

    `subtract` takes a change off, and returns what there is to say of it, and its rule or "". The changes of an
    operation are asked for when its turn comes, so a generator may look at the amount.
    """
    for operation in ledger.file.sum:
        if not ledger.holds(operation.when):
            continue
        kind, sign = _STEPS.get(operation.do, ("set", ""))
        guards = (each for each in ledger.file.guards if operation.do in each.skips and ledger.holds(each.when))
        guard = next(guards, None)
        for change in changes.get(operation.do, ()):
            why = change.why or (Remark(operation.say) if operation.say else "")
            said: Words = ""
            rule = change.rule
            if guard and change.guarded:
                why, rule = joined("labelled", why, Remark(guard.say)), guard.rule
            elif sign == "+":
                now.update(change.amount)
            elif sign == "-":
                said, rule = subtract(now, change)
            else:
                dict.update(now, change.amount)
            amount = sign + (change.written or write(change.amount))
            ledger.step(kind, joined("enumerated", why, said), amount, write(now), rule or operation.rule)
