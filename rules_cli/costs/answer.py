"""What a question about a cost comes to: steps, a total, ways to pay. Frozen plain values.

A rule is named by a key ("modify", "floor"): which number that is depends on the edition, and only
`rules_cli.costs.rule_numbers` knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules_cli.errors import UsageError

StepKind = Literal["start", "free", "alternative", "set", "increase", "reduce", "remove", "minimum", "floor"]
UNPAYABLE = "unpayable"
"""The total where there is no cost that could be paid."""


class Refused(UsageError):
    """A question that the rules, or the grammar, don't allow; `rule` is the key of the rule that says so."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        self.rule = rule
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class CostStep:
    """One step of the sum: `amount` is what it does ("+1", "2"), `running` the cost after it, `rule` a key."""

    kind: StepKind
    what: str
    amount: str
    running: str
    rule: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pay the total, and what is left of the means after it."""

    pay: str
    left: str


@dataclass(frozen=True, slots=True)
class Also:
    """A cost besides the total: how many of a kind, and whether that can be given (None: nobody said)."""

    kind: str
    amount: int
    payable: bool | None


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of an answer, and the key of the rule that makes it true."""

    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """What must be paid, and can it be?

    `payable` is None where nothing was said of what the player has, or too little. `pay` are the ways to pay,
    cheapest first, and `left` what the first of them leaves. `how` says the same in sentences, or why it can't
    be paid. `seen` is what an effect would see of the cost, and `sees` says it in sentences. `notes` are the
    points on which the book is silent. `because` are the keys of all the rules used.
    """

    game: str
    base: str
    total: str
    steps: tuple[CostStep, ...]
    payable: bool | None
    pay: tuple[Way, ...] = ()
    left: str | None = None
    how: tuple[Said, ...] = ()
    seen: Mapping[str, int | str | None] | None = None
    sees: tuple[Said, ...] = ()
    also: tuple[Also, ...] = ()
    notes: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
