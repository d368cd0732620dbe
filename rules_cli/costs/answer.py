"""The answer to a question about a cost, which the calculation builds up step by step.

A rule is named by a key ("modify", "floor"); `rules_cli.lookup.deciding_rules` knows its number in an edition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules_cli.captions import Remark, Words, joined, kind_word, translated
from rules_cli.costs.amounts import counted, from_hand, in_hand, owned
from rules_cli.costs.arguments import CostFile, CostQuestion, Refused, SentenceRow, StartRow, StepKind, keyword_key

_MOST_SHOWN = 5  # totals of halves, about two lines; JSON has all


class CostStep(NamedTuple):
    """One step of the sum: `amount` is the change ("+1", "2"), `running` the cost after it, `rule` a key."""

    kind: StepKind
    what: Words
    amount: str
    running: str
    rule: str


class Way(NamedTuple):
    """One way to pay the total, what the player has left after it, and the payments one by one: of each the `source`,
    the `number`, and where it matters the `types` of the source and the `symbol` that it pays for."""

    pay: Words
    left: Words
    payments: tuple[Mapping[str, Any], ...] = ()


class ExtraCost(NamedTuple):
    """A cost besides the total, such as two cards to discard; `payable` as in CostAnswer."""

    kind: str
    amount: int
    payable: bool | None


class Sentence(NamedTuple):
    """A sentence of an answer, and the key of the rule that it follows from."""

    words: Words
    rule: str


@dataclass(slots=True)
class CostAnswer:
    """The total of a cost, how it was worked out, and whether it can be paid.

    `payable` has the value None if too little is known of what the player has. `pay` lists the ways to pay, the
    cheapest first.
    `how` says the same in sentences, or why the cost cannot be paid. `seen` is the cost as effects see it, `sees` the
    same in sentences. `also` are the extra costs, `notes` the points that the book leaves open.

    `owed` says how much mana the player must still pay after delve, convoke and the like.

    The rest is for the calculation: `facts` decide which rules are cited and which notes given. `names` fill in the
    keys of rules, `{type}-set`, `values` the sentences of the file, `numbers` are for the ways to pay. `remarks` say
    how words were read. Of a way to pay, `parts` say whether each part of the total can be paid, `met` whether extra
    costs that it pays, too, and `paying` how.
    """

    question: CostQuestion
    total: str = ""
    payable: bool | None = None
    steps: list[CostStep] = field(default_factory=list)
    pay: list[Way] = field(default_factory=list)
    how: list[Sentence] = field(default_factory=list)
    seen: Mapping[str, int | str | None] | None = None
    sees: list[Sentence] = field(default_factory=list)
    also: tuple[ExtraCost, ...] = ()
    notes: tuple[Words, ...] = ()
    facts: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    remarks: list[Words] = field(default_factory=list)
    parts: list[bool | None] = field(default_factory=list)
    met: dict[str, bool | None] = field(default_factory=dict)
    paying: list[Sentence] = field(default_factory=list)
    owed: Sentence | None = None

    def __post_init__(self) -> None:
        self.facts |= {"always", *self.question.options, self.question.kind}
        self.facts |= {"alternative"} if self.question.has("alt") else set()

    @property
    def left(self) -> Words | None:
        """The mana, points or cards that are left after the first way to pay."""
        return self.pay[0].left if self.pay else None

    @property
    def read_as(self) -> tuple[Words, ...]:
        """How words were read that could be read in two ways."""
        return (*self.question.read_as, *self.remarks)

    @property
    def deciding_step(self) -> CostStep:
        """The last step that changed something, the first if none did."""
        before = ["", *(step.running for step in self.steps)]
        changing = [step for step, then in zip(self.steps, before, strict=False) if step.running != then]
        return (changing or self.steps)[-1]

    @property
    def decided_by(self) -> tuple[str, ...]:
        """The keys of the rules of steps and sentences."""
        return tuple(dict.fromkeys(each.rule for part in (self.steps, self.how, self.sees) for each in part))

    @property
    def because(self) -> tuple[str, ...]:
        """The keys of all rules used: those of steps and sentences, of labels, and of facts."""
        return tuple(dict.fromkeys((*self.decided_by, *self._labelled(), *self._by_facts(self.file.cites))))

    @property
    def file(self) -> CostFile:
        """The data of the game."""
        return self.question.file

    def holds(self, when: Iterable[str]) -> bool:
        """Whether these facts hold; `not free` is a fact that must not."""
        return all((fact.removeprefix("not ") in self.facts) is not fact.startswith("not ") for fact in when)

    def enter(self, *facts: str, **when: object) -> None:
        """Enter facts, and those of `when` whose value is true; `x_free` is the fact `x free`."""
        self.facts.update(facts, (name.replace("_", " ") for name, holds in when.items() if holds))

    def first(self, rows: Iterable[StartRow]) -> StartRow | None:
        """Return the first of these rows that applies, None if none does."""
        return next((row for row in rows if self.holds(row.when)), None)

    def step(self, kind: StepKind, what: Words, amount: str, running: str, rule: str) -> None:
        """Enter a step of the sum."""
        self.steps.append(CostStep(kind, what, amount, running, rule.format_map(self.names)))

    def say_how(self, rule: str, caption: str, *words: Any) -> None:
        """Enter a sentence on paying."""
        self.how.append(Sentence(Remark(caption, words), rule.format_map(self.names)))

    def say_owed(self, caption: str, mana: str) -> None:
        """Enter how much mana the player must still pay; the page says it first."""
        self.owed = Sentence(Remark(caption, (mana,)), "pay")
        self.how.append(self.owed)

    def say_unused(self, option: str) -> None:
        """Enter that no part of the cost asks for what an option says, and the option that would add such a part."""
        other = self.file.asked_by.get(option)
        typed = f"--{option} {self.question.one(option)}"
        more = Remark("option adds", (other, self.file.options[other].help)) if other else ""
        self.remarks.append(joined("semicolon", Remark("own unused", (typed,)), more))

    def say_seen(self, rule: str, caption: str, *words: Any) -> None:
        """Enter a sentence on what effects see."""
        self.sees.append(Sentence(Remark(caption, words), rule))

    def sentences(self, rows: Iterable[SentenceRow]) -> list[Sentence]:
        """Return the sentences of these rows that apply."""
        return [
            Sentence(Remark(row.say, tuple(self.values[word] for word in row.words)), row.rule.format_map(self.names))
            for row in rows
            if self.holds(row.when)
        ]

    def check_extra(self, costs: Mapping[str, int]) -> None:
        """Enter each extra cost and whether it can be paid: as `met` says for its kind, else from `--own`."""
        own = owned(self.question)
        unused = own.keys() - costs.keys() - self.met.keys() - from_hand(self.question, own).keys()
        self.remarks += [Remark("own unused", (f"--own {kind}",)) for kind in own if kind in unused]
        for kind, amount in costs.items():
            met = self.met[kind] if amount and kind in self.met else enough(own.get(kind), amount)
            if met is False and kind not in self.met:
                self.say_how(self.file.extra_rule, "kind needed", kind_word(kind), amount, own[kind])
            self.also = (*self.also, ExtraCost(kind, amount, met))

    def check_hand(self, costs: Mapping[str, int], taken: int = 0) -> None:
        """Enter whether the cards in hand, a count without those `taken` to pay the total, pay for the extra costs."""
        have, need = counted(self.question, "hand"), in_hand(self.question, costs)
        kinds = from_hand(self.question, costs)
        met = enough(None if have is None else have - taken, need)
        if met is False and have is not None and have >= taken:
            words = "hand needed" if not taken else "hand needed besides"
            self.say_how(self.file.extra_rule, words, joined("two and", *map(kind_word, kinds)), need + taken, have)
        self.met |= dict.fromkeys(kinds, met)

    def check_payable(self) -> None:
        """Enter False if any part or extra cost fails, True if all can be paid, else None, as if nothing was said of
        what the player has."""
        known = [*self.parts, *(cost.payable for cost in self.also)]
        is_known = None not in known and self.question.has(*self.file.means)
        self.payable = False if False in known else True if is_known else None

    def open_points(self) -> Iterator[Words]:
        """Yield the notes on points that the book leaves open."""
        for key in dict.fromkeys(self._by_facts(self.file.noted)):
            other = {code: notes[key] for code, notes in self.file.other.items() if key in notes}
            yield translated(self.file.notes[key], other)
        if kinds := from_hand(self.question, owned(self.question)):
            yield Remark("from hand", (joined("two and", *map(kind_word, kinds)),))

    def _labelled(self) -> Iterator[str]:
        changes = (*self.question.increases, *self.question.reductions)
        for name in (*(change.why.lower() for change in changes), *self.question.keywords):
            if name in self.file.labels:
                yield from self.file.labels[name]
            elif name in self.file.keywords:
                yield keyword_key(name)

    def _by_facts(self, table: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        """Yield the keys of those rows of a table whose facts hold."""
        for fact, keys in table.items():
            if self.holds(fact.split("; ")):
                yield from (key.format_map(self.names) for key in keys)


class TotalsOfHalves(Refused):
    """A cost whose total depends on the halves of its symbols; `answers` has one for each choice, cheapest first."""

    def __init__(self, answers: Mapping[str, CostAnswer]) -> None:
        each = [Remark("half chosen", (choice, found.total)) for choice, found in answers.items()]
        more = Remark("dearer", (len(each) - _MOST_SHOWN,)) if len(each) > _MOST_SHOWN else ""
        super().__init__("halves differ", "", joined("semicolon", *each[:_MOST_SHOWN]), more, rule="announce")
        self.answers = answers


def enough(have: int | None, need: int) -> bool | None:
    """Return whether a part of the cost can be paid, None if that is not known. A part of 0 always can."""
    if need == 0:
        return True
    return None if have is None else have >= need
