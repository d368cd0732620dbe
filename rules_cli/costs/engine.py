"""Calculate a cost: declare it, add it up, pay it. The order, the guards and the rules are in a game's `costs.yaml`.

The sum is a few operations on an amount. An operation of the file has a name (`add`); the declared cost offers changes
for each name. A guard turns all changes of the operations that it names into steps without effect, so a change of any
kind obeys it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.amounts import LETTERS, Amount, NotAnnounced, Thing, add_up, from_hand, read_count, read_thing
from rules_cli.costs.answer import CostAnswer
from rules_cli.costs.arguments import CostQuestion, Refused, StepKind

T = TypeVar("T")
UNPAYABLE = "unpayable"  # the total of a card without a cost
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


class Change(NamedTuple):
    """One change of an amount. `written` is the amount in the step, if it is not written as usual; `rule` is that of
    the step, "" for the operation's. `guarded` is false for a change that no guard stops. `how` is what the game's own
    subtraction needs to know."""

    amount: Amount
    why: Words = ""
    rule: str = ""
    written: str = ""
    guarded: bool = True
    how: Any = None


class Declared(ABC):
    """A cost as a player declares it, in points or in mana. `base` is the printed cost, None for a card without one;
    `extra` are the costs that are no amount; `x` has the values of letters. Making one enters its facts."""

    base: Amount | None
    extra: Mapping[str, int]
    x: Mapping[str, int]
    unseen: ClassVar[Mapping[str, int | str | None]]
    """What effects see of a card that can't be paid for."""

    def __init__(self, answer: CostAnswer) -> None:
        self.answer, self.question, self.file = answer, answer.question, answer.file

    @abstractmethod
    def start(self) -> Amount:
        """Return the amount that the sum starts with, and enter its steps."""

    @abstractmethod
    def changes(self, now: Amount) -> Mapping[str, Iterable[Change]]:
        """Return the changes of each operation. They are asked for when their turn comes, so a generator may look at
        the amount."""

    @abstractmethod
    def subtract(self, now: Amount, change: Change) -> tuple[Words, str]:
        """Take a change off; return what there is to say of it, and its rule or ""."""

    @abstractmethod
    def written(self, amount: Amount) -> str:
        """Return an amount as people write it."""

    @abstractmethod
    def seen(self, total: Amount) -> Mapping[str, int | str | None] | None:
        """Return the cost as effects see it, and enter sentences on that; None if nothing sees it."""

    def costs(self, read: Callable[[str], T]) -> tuple[T | None, T | None, Thing | None]:
        """Return the printed cost, the alternative cost, and the alternative as a thing, `discard`.

        `read` reads a cost. Each is None if the question does not have it; it never has both kinds of alternative.
        """
        printed = None if self.question.base.lower() == "none" else read(self.question.base)
        word = self.question.one("alt")
        if word is None:
            return printed, None, None
        if word.lower() == "none":
            raise Refused("type instead", "--alt none", "--free")
        try:
            return printed, read(word), None
        except Refused as refusal:  # not a cost: it may be a thing; if it is not, the first refusal is raised
            with suppress(Refused):
                return printed, None, read_thing(word, "alt", dict.fromkeys(LETTERS, 0))
            raise refusal

    # Complexity: a letter may be in each cost, and each may not be paid.
    def announced(self, base: Collection[str], instead: Collection[str], added: Collection[str] = ()) -> dict[str, int]:
        """Return the value of each letter in the base cost, in an alternative `instead`, and in costs `added` to it.

        A letter of a base cost that is not paid is 0 (key `x-free`), all others are as announced. Raises Refused for a
        letter without a value, a value without its letter, and a value that must be 0 or must not be 0.
        """
        question = self.question
        of_things = {word[-1].upper() for word in question.each("also") + question.each("alt") if word[-2:-1] == "="}
        besides = of_things & set(LETTERS)  # `life=X`
        zero = set(base) - {*instead, *besides} if question.is_replaced else set()
        values = {}
        for letter in LETTERS:
            option, word = letter.lower(), question.one(letter.lower())
            if letter not in {*base, *instead, *added, *besides}:
                if word is not None:
                    raise Refused("no x", letter, option)
                continue
            if word is None and letter not in zero:
                raise NotAnnounced(letter)
            values[letter] = 0 if word is None else read_count(word, option)
            if values[letter] and letter in zero:
                raise Refused("x must be 0", letter, option, rule="x-free")
            if not values[letter] and question.has("x-not-0"):
                raise Refused("x not 0", letter, rule="x-free" if letter in zero else "x")
        return values

    def extra_costs(self, thing: Thing | None) -> dict[str, int]:
        """Return how many of each kind are paid besides the number: `--also`, and an alternative that is a thing."""
        options = ("alt", "also") if thing else ("also",)
        return add_up(read_thing(word, option, self.x) for option in options for word in self.question.each(option))


def calculate(question: CostQuestion) -> CostAnswer:
    """Calculate a cost. Raises Refused; if the total depends on the halves of symbols, TotalsOfHalves."""
    answer = CostAnswer(question)
    file = question.file
    declared: Declared = import_module(f"rules_cli.costs.{file.calculated}").declare(answer)
    if declared.base is None and not question.has(*file.without_cost):
        return _unpayable(question, declared.unseen)
    extra = declared.extra
    answer.enter(*(f"extra {kind}" for kind in extra), extra=extra, several_extra=len(extra) > 1)
    answer.enter(extra_from_hand=from_hand(question, extra))
    answer.remarks += [Remark(caption) for kind, caption in file.unclear.items() if kind in extra]
    total = _total(answer, declared)
    answer.total = declared.written(total)
    answer.seen = declared.seen(total)
    for name in file.pay:
        import_module(f"rules_cli.costs.pay.{name}").pay(answer, total, extra)
    answer.check_extra(extra)
    answer.check_payable()
    answer.enter(extra_unpaid=any(part.payable is False for part in answer.also), unpaid=answer.payable is False)
    answer.how += answer.sentences(file.says)
    answer.how += answer.sentences(file.unpaid)[:1] if answer.payable is False else answer.paying
    answer.pay = [] if answer.payable is False else answer.pay
    answer.sees += answer.sentences(file.sees)
    return answer


def _unpayable(question: CostQuestion, seen: Mapping[str, int | str | None]) -> CostAnswer:
    """Return the answer for a card without a cost: the first step and the sentences that the file has for it."""
    facts = {UNPAYABLE, *(f"{UNPAYABLE} {option}" for option in question.options)}
    answer = CostAnswer(question, UNPAYABLE, False, seen=seen, values={"nothing": 0})
    answer.facts = facts
    if row := answer.first(question.file.start):
        answer.step("start", Remark(row.say), "none", UNPAYABLE, row.rule)
    answer.how += answer.sentences(question.file.says)
    answer.sees += answer.sentences(question.file.sees)
    return answer


# Complexity: an operation adds, takes off or sets, and a guard may stop it.
def _total(answer: CostAnswer, declared: Declared) -> Amount:
    """Return the total of a declared cost, by all operations of the game's file, and enter their steps."""
    now = declared.start()
    changes = declared.changes(now)
    for operation in answer.file.sum:
        if not answer.holds(operation.when):
            continue
        kind, sign = _STEPS.get(operation.do, ("set", ""))
        guards = [each for each in answer.file.guards if operation.do in each.skips and answer.holds(each.when)]
        guard = guards[0] if guards else None
        for change in changes.get(operation.do, ()):
            why = change.why or (Remark(operation.say) if operation.say else "")
            said: Words = ""
            rule = change.rule
            if guard and change.guarded:
                why, rule = joined("labelled", why, Remark(guard.say)), guard.rule
            elif sign == "+":
                now.update(change.amount)
            elif sign == "-":
                said, rule = declared.subtract(now, change)
            else:
                dict.update(now, change.amount)  # replaces the amount of a unit; the method of Counter would add
            amount = sign + (change.written or declared.written(change.amount))
            answer.step(kind, joined("enumerated", why, said), amount, declared.written(now), rule or operation.rule)
    return now
