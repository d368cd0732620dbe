"""The sum of a cost: a few operations on an amount, in the order and under the guards that a game's `costs.yaml` lists.

An operation of the file has a name (`add`); the calculation offers changes for each name. A guard turns all changes of
the operations that it names into steps without effect, so a change of any kind obeys it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, Ledger
from rules_cli.costs.arguments import CostQuestion, StartRow, StepKind


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an amount: `apply` makes it, and returns what there is to say of it and the rule of its step, ""
    for that of the operation. `guarded` is false for a change that no guard stops."""

    kind: StepKind
    amount: str
    apply: Callable[[], tuple[Words, str]]
    why: Words = ""
    guarded: bool = True


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


def add_up(ledger: Ledger, changes: Mapping[str, Iterable[Change]], running: Callable[[], str]) -> None:
    """Enter the steps of all operations of the game's file; `running` writes the amount as it is.

    The changes of an operation are asked for when its turn comes, so a generator may look at the amount.
    """
    for operation in ledger.file.sum:
        if not ledger.holds(operation.when):
            continue
        guards = (each for each in ledger.file.guards if operation.do in each.skips and ledger.holds(each.when))
        guard = next(guards, None)
        for change in changes.get(operation.do, ()):
            why = change.why or (Remark(operation.say) if operation.say else "")
            if guard and change.guarded:
                what, rule = joined("labelled", why, Remark(guard.say)), guard.rule
            else:
                said, rule = change.apply()
                what = joined("enumerated", why, said)
            ledger.step(change.kind, what, change.amount, running(), rule or operation.rule)
