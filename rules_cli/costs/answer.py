"""The answer to a question about a cost, and the ledger in which a calculation builds it up, step by step.

A rule is named by a key ("modify", "floor"); `rules_cli.lookup.deciding_rules` knows its number in an edition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules_cli.captions import language, say, say_kind
from rules_cli.costs.amounts import Changes, counted, from_hand, in_hand, owned
from rules_cli.costs.arguments import CostQuestion

StepKind = Literal["start", "free", "alternative", "set", "increase", "reduce", "remove", "minimum", "floor"]
UNPAYABLE = "unpayable"
"""The total of a card without a cost."""


@dataclass(frozen=True, slots=True)
class CostStep:
    """One step of the sum: `amount` is the change ("+1", "2"), `running` the cost after it, `rule` a key."""

    kind: StepKind
    what: str
    amount: str
    running: str
    rule: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pay the total, and what the player has left after it."""

    pay: str
    left: str


@dataclass(frozen=True, slots=True)
class ExtraCost:
    """A cost besides the total, such as two cards to discard; `payable` as in CostAnswer."""

    kind: str
    amount: int
    payable: bool | None


class Sentence(NamedTuple):
    """A sentence of an answer, and the key of the rule that it follows from."""

    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class CostAnswer:
    """The total of a cost, how it was worked out, and whether it can be paid.

    `payable` is None if too little is known of the player's means. `pay` lists the ways to pay, cheapest first; `left`
    is what the first of them leaves. `how` says the same in sentences, or why the cost cannot be paid. `seen` is the
    cost as effects see it, `sees` the same in sentences. `also` are the extra costs. `notes` are the points that the
    book leaves open. `because` has the keys of all rules used. `read_as` says how words were read that could be read in
    two ways.
    """

    game: str
    base: str
    total: str
    steps: tuple[CostStep, ...]
    payable: bool | None
    pay: tuple[Way, ...] = ()
    left: str | None = None
    how: tuple[Sentence, ...] = ()
    seen: Mapping[str, int | str | None] | None = None
    sees: tuple[Sentence, ...] = ()
    also: tuple[ExtraCost, ...] = ()
    notes: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()


@dataclass(slots=True)
class Ledger:
    """The steps, sentences, notes and rules of one answer. The calculation enters each where it decides it."""

    question: CostQuestion
    steps: list[CostStep] = field(default_factory=list)
    how: list[Sentence] = field(default_factory=list)
    sees: list[Sentence] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cited: list[str] = field(default_factory=list)
    read_as: list[str] = field(default_factory=list)

    def step(self, kind: StepKind, what: str, amount: str, *, running: str, rule: str) -> None:
        """Enter a step of the sum."""
        self.steps.append(CostStep(kind, what, amount, running, rule))

    def cite(self, *rules: str, when: object = True) -> None:
        """Enter rules that decided something besides a step or a sentence, if `when` is true."""
        self.cited += rules if when else ()

    def say_how(self, words: str, rule: str) -> None:
        """Enter a sentence on paying."""
        self.how.append(Sentence(words, rule))

    def say_unpaid(self, words: str, rule: str) -> None:
        """Enter what happens because the cost can't be paid: `words` for a play, of another payment no part is paid."""
        is_play = not self.question.has("effect", "special")
        self.say_how(words if is_play else "it can't be paid, and no part of it is paid", rule)

    def say_seen(self, words: str, rule: str) -> None:
        """Enter a sentence on what effects see."""
        self.sees.append(Sentence(words, rule))

    def note(self, *keys: str, when: object = True) -> None:
        """Enter points that the book leaves open, if `when` is true."""
        self.notes += keys if when else ()

    def check_extra(
        self, costs: Mapping[str, int], rule: str, elsewhere: Mapping[str, bool | None]
    ) -> tuple[ExtraCost, ...]:
        """Return each extra cost and whether it can be paid: as `elsewhere` says for its kind, else from `--own`.

        A cost that can't be paid from `--own` is said in a sentence with this rule.
        """
        own = owned(self.question)
        unused = [
            kind for kind in own if kind not in {**costs, **elsewhere} and not from_hand(self.question, {kind: 1})
        ]
        self.read_as += [say("own unused", f"--own {kind}") for kind in unused]
        extra = []
        for kind, amount in costs.items():
            met = elsewhere[kind] if amount and kind in elsewhere else enough(own.get(kind), amount)
            if met is False and kind not in elsewhere:
                self.say_how(say("kind needed", say_kind(kind), amount, own[kind]), rule)
            extra.append(ExtraCost(kind, amount, met))
        return tuple(extra)

    def check_hand(self, costs: Mapping[str, int], rule: str) -> dict[str, bool | None]:
        """Return whether the cards in hand, a count, pay for each extra cost that takes cards from hand."""
        have, need = counted(self.question, "hand"), in_hand(self.question, costs)
        kinds = from_hand(self.question, costs)
        if have is not None and have < need:
            self.say_how(say("hand needed", say("both").join(map(say_kind, kinds)), need, have), rule)
        return dict.fromkeys(kinds, enough(have, need))

    def is_payable(
        self, parts: Iterable[bool | None], extra: Iterable[ExtraCost], means: Collection[str]
    ) -> bool | None:
        """Return False if any part or extra cost fails, True if all can be paid, else None.

        `means` are the options that say what the player has; without any of them nothing is known.
        """
        known = [*parts, *(cost.payable for cost in extra)]
        if False in known:
            return False
        return None if None in known or not self.question.has(*means) else True

    def answer(
        self,
        total: str,
        payable: bool | None,
        ways: Sequence[Way] = (),
        extra: tuple[ExtraCost, ...] = (),
        seen: Mapping[str, int | str | None] | None = None,
    ) -> CostAnswer:
        """Return the answer. Its rules are those of steps and sentences, then those of labels, then those cited."""
        question = self.question
        notes = [question.file.note(key, language()) for key in dict.fromkeys(self.notes)]
        if kinds := from_hand(question, owned(question)):
            notes.append(say("from hand", say("both").join(map(say_kind, kinds))))
        changes = (*question.increases, *question.reductions)
        rules = [step.rule for step in self.steps] + [said.rule for said in (*self.how, *self.sees)]
        labelled = [key for change in changes for key in question.file.labels.get(change.why.lower(), ())]
        return CostAnswer(
            game=question.game,
            base=question.base,
            total=total,
            steps=tuple(self.steps),
            payable=payable,
            pay=tuple(ways),
            left=ways[0].left if ways else None,
            how=tuple(self.how),
            seen=seen,
            sees=tuple(self.sees),
            also=extra,
            notes=tuple(notes),
            because=tuple(dict.fromkeys([*rules, *labelled, *self.cited])),
            read_as=(*question.read_as, *self.read_as),
        )


def joined(separator: str, *parts: str) -> str:
    """Join the parts that are not empty."""
    return separator.join(filter(None, parts))


def enough(have: int | None, need: int) -> bool | None:
    """Return whether a part of the cost can be paid, None if that is not known. A part of 0 always can."""
    if need == 0:
        return True
    return None if have is None else have >= need


# One sum of all increases and reductions, as in several games.


class SumRules(NamedTuple):
    """The keys of the rules that the steps of a game's sum cite, and the kind of the step for a cost played free."""

    set: str
    modify: str
    forbidden: str
    free: str
    free_kind: StepKind
    floor: str


def single_sum(ledger: Ledger, start: int, changes: Changes, rules: SumRules, skip: str = "") -> int:
    """Enter the steps after `start` and return the total; running values may be negative before the end.

    start → effects that set the cost (the newest one wins) → every increase and reduction at once → effects that
    remove the cost → never below 0. `skip` says why no change applies, "" if they do: a change that does not apply is
    a step without effect.
    """
    now = start
    for amounts in changes.sets:
        now = now if skip else amounts[""]
        what = joined(": ", say("set"), skip)
        ledger.step("set", what, str(amounts[""]), running=str(now), rule=rules.set)
    for up in changes.increases:
        now += 0 if skip else up.amounts[""]
        what = joined(": ", up.why, skip)
        ledger.step("increase", what, f"+{up.amounts['']}", running=str(now), rule=rules.modify)
    forbidden = say("not reduced") if ledger.question.has("no-less") and not skip else ""
    rule = rules.forbidden if forbidden else rules.modify
    for down in changes.reductions:
        now -= 0 if skip + forbidden else down.amounts[""]
        what = joined(": ", down.why, skip + forbidden)
        ledger.step("reduce", what, f"-{down.amounts['']}", running=str(now), rule=rule)
    if ledger.question.has("free"):
        now = 0
        ledger.step(rules.free_kind, say("free"), "0", running="0", rule=rules.free)
    if now < 0:
        now = 0
        ledger.step("floor", say("floor"), "0", running="0", rule=rules.floor)
    return now
