"""Costs in Grand Archive: reserve or memory, everything that changes them in one sum, payment partly at random."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules_cli.costs import single_sum
from rules_cli.costs.amounts import Formula, assets, letters_in
from rules_cli.costs.answer import UNPAYABLE, Also, CostAnswer, CostStep, Refused, Said, StepKind, Way
from rules_cli.costs.arguments import CostQuestion
from rules_cli.costs.choices import (
    also,
    announced,
    besides,
    counted,
    enough,
    one_alternative,
    owned,
    thing_named,
    verdict,
)
from rules_cli.text import shorten

_TYPES = {"r": "reserve", "m": "memory"}
_RESERVE = ("hand", "reservable", "kindle")
_MEMORY = ("memory", "floating")
_MEANS = (*_RESERVE, *_MEMORY, "own")
_EXAMPLE = "4, X+1, 4r or 2m"


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read: `base` None for a card without a cost; `instead` the alternative that is a number,
    `thing` the one that is not; `type` reserve or memory."""

    base: Formula | None
    instead: Formula | None
    thing: tuple[str, int] | None
    type: str
    x: Mapping[str, int]

    @property
    def printed(self) -> int | None:
        """The card's own cost, as an effect sees it on the Effects Stack."""
        return None if self.base is None else self.base.at(self.x)


def cost(question: CostQuestion) -> CostAnswer:
    """Work out a cost: start, set, one sum, removed, floor (see `sums`). Raises Refused."""
    one_alternative(question)
    changes = single_sum.Changes.of(question)
    declared = _declared(question)
    skip = "no bearing on this alternative" if declared.thing else ""
    removed: StepKind | None = "remove" if question.has("free") else None
    steps = single_sum.worked_out(_start(declared), changes, _keys(declared), removed, skip, question.has("no-less"))
    besides_it = besides(question, declared.thing)
    if declared.base is None and declared.instead is None and declared.thing is None:
        return _unpayable(question)
    total = single_sum.result(steps)
    means = _Means.of(question, declared.type, total, besides_it)
    costs = means.also(question, besides_it)
    parts = [means.reserve_met, means.memory_met, *(c.payable for c in costs if c.kind not in _TYPES.values())]
    payable = verdict(question, parts, _MEANS)
    ways = () if payable is False else tuple(means.ways())
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=str(total),
        steps=tuple(steps),
        payable=payable,
        pay=ways,
        left=ways[0].left if ways else None,
        how=tuple(_how(declared, means, ways, payable)),
        seen={"cost": declared.printed, "paid": str(total)},
        sees=(*_sees(declared), *_for_abilities(question, costs)),
        also=costs,
        notes=tuple(_notes(question, declared)),
        because=tuple(_because(question, declared, means, costs)),
    )


# Reading.


def _declared(question: CostQuestion) -> _Declared:
    base, base_type = _number(question.base)
    typed = question.one("alt")
    thing = thing_named(typed, _number)
    instead, alt_type = (None, "") if typed is None or thing else _number(typed)
    letters = letters_in(f for f in (base, instead) if f)
    paid = letters_in([instead]) if instead else set()
    zero = letters - paid if question.has("free", "alt") else set()
    x = announced(question, letters, zero)
    return _Declared(base, instead, thing, _type(question, base_type, alt_type), x)


def _number(word: str) -> tuple[Formula | None, str]:
    """A cost and the letter of its type, "" where none is typed; None for `none`."""
    if word.lower() == "none":
        return None, ""
    found = assets(word, _EXAMPLE, units="rm")
    types = [unit for unit in found if unit]
    if len(types) > 1:
        raise Refused(f"memory or reserve? {shorten(word)!r} has both")
    amount = Formula(figures=0)
    for formula in found.values():
        amount = amount.plus(formula)
    return amount, "".join(types)


def _type(question: CostQuestion, *letters: str) -> str:
    """Reserve unless said otherwise; what is said twice must agree."""
    named = (question.one("type") or "").lower()
    if question.has("type") and named not in (*_TYPES, *_TYPES.values()):
        raise Refused(f"memory or reserve? --type {shorten(named)!r} is neither: --type memory")
    said = {_TYPES[letter] for letter in letters if letter} | ({_TYPES.get(named, named)} if named else set())
    if len(said) > 1:
        raise Refused("memory or reserve? the letter and --type, or the two costs, disagree", "default-kind")
    return said.pop() if said else "reserve"


# The sum.


def _start(declared: _Declared) -> CostStep:
    if declared.thing:
        return CostStep("alternative", "an alternative that is no number", "0", "0", "brew")
    if declared.instead is not None:
        amount = str(declared.instead.at(declared.x))
        return CostStep("alternative", "alternative cost", amount, amount, "starcalling")
    amount = str(declared.printed or 0)
    return CostStep(
        "start", f"{declared.type} cost", amount, amount, "start" if declared.type == "reserve" else "memory"
    )


def _keys(declared: _Declared) -> single_sum.Keys:
    by = declared.type
    return single_sum.Keys(f"{by}-set", "modify", "modify", f"{by}-remove", "floor", "modifiable")


def _unpayable(question: CostQuestion) -> CostAnswer:
    step = CostStep("start", "no cost is printed", "none", UNPAYABLE, "no-cost")
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=UNPAYABLE,
        steps=(step,),
        payable=False,
        how=(Said("without a cost there is nothing that could be paid", "no-cost"),),
        seen={"cost": None, "paid": None},
        notes=("free-none",) if question.has("free") else (),
        because=("no-cost",),
    )


# Paying.


@dataclass(frozen=True, slots=True)
class _Means:
    """What is asked for and what is there; None where nothing was said of it. `discards` come from the hand."""

    reserve: int
    memory: int
    discards: int
    hand: int | None
    others: int | None
    cards: int | None
    floating: int | None

    @classmethod
    def of(cls, question: CostQuestion, type_: str, total: int, costs: Mapping[str, int]) -> _Means:
        """Once one source of a part is given, those not given count as none."""
        need = {name: costs.get(name, 0) + (total if name == type_ else 0) for name in _TYPES.values()}
        hand, reservable, kindle = (counted(question, name) for name in _RESERVE)
        cards, floating = (counted(question, name) for name in _MEMORY)
        others = (reservable or 0) + (kindle or 0) if question.has(*_RESERVE) else None
        known = question.has(*_MEMORY)
        return cls(
            reserve=need["reserve"],
            memory=need["memory"],
            discards=costs.get("discard", 0),
            hand=hand,
            others=others,
            cards=cards or 0 if known else None,
            floating=floating or 0 if known else None,
        )

    @property
    def from_hand(self) -> int:
        """The fewest cards that have to be reserved from hand."""
        return max(0, self.reserve - (self.others or 0))

    @property
    def reserve_met(self) -> bool | None:
        """Whether hand, Reservable objects and Kindle cover the reserve cost."""
        return enough(None if self.others is None else (self.hand or 0) + self.others, self.reserve)

    @property
    def memory_met(self) -> bool | None:
        """Whether Memory and Floating Memory cover the memory cost."""
        return enough(None if self.cards is None else self.cards + (self.floating or 0), self.memory)

    @property
    def discards_met(self) -> bool | None:
        """Whether enough cards stay in hand to be discarded."""
        return enough(None if self.hand is None else self.hand - self.from_hand, self.discards)

    def also(self, question: CostQuestion, costs: Mapping[str, int]) -> tuple[Also, ...]:
        """The costs besides the number; a reserve or memory cost named apart is met with the total of its kind."""
        apart = {"discard": self.discards_met, "reserve": self.reserve_met, "memory": self.memory_met}
        return also(costs, owned(question), apart)

    def ways(self) -> Iterable[Way]:
        """Ways to pay: one from hand with the fewest cards; two from Memory, with least and most floating."""
        reserved = [self._from_hand()] if self.reserve and self.reserve_met else []
        drawn = list(self._at_random()) if self.memory and self.memory_met else []
        if reserved and drawn:
            first = reserved[0]
            return [Way(f"{first.pay}, then {way.pay}", f"{first.left}, {way.left}") for way in drawn]
        return reserved or drawn

    def _from_hand(self) -> Way:
        hand = self.hand or 0
        pay = f"reserve {self.from_hand} of {hand} in hand"
        if self.others:
            pay += f", and {self.reserve - self.from_hand} by Reservable or Kindle"
        return Way(pay, f"{hand - self.from_hand} in hand")

    def _at_random(self) -> Iterable[Way]:
        cards, floating = self.cards or 0, self.floating or 0
        least, most = max(0, self.memory - cards), min(floating, self.memory)
        for number in dict.fromkeys((least, most)):
            drawn = self.memory - number
            first = f"{number} floating first, then " if number else ""
            yield Way(
                f"{first}{drawn} of {cards} at random", f"{cards - drawn} in Memory, {floating - number} floating"
            )


# What is said of it.


def _how(declared: _Declared, means: _Means, ways: tuple[Way, ...], payable: bool | None) -> Iterable[Said]:
    if ways:
        words = "; or ".join(f"{way.pay} ({way.left} left)" for way in ways)
        yield Said(words, "non-random" if means.memory else "reserve")
    elif payable is not False and not means.reserve and not means.memory and not declared.thing:
        yield Said("a cost of 0 can be paid, with nothing", "no-cost")
    if means.reserve_met is False:
        yield Said(f"{(means.hand or 0) + (means.others or 0)} of the {means.reserve} to reserve are there", "reserve")
    if means.memory_met is False:
        yield Said(f"{(means.cards or 0) + (means.floating or 0)} of the {means.memory} to banish are there", "random")
    if means.reserve_met and means.discards_met is False:
        needed = means.from_hand + means.discards
        yield Said(f"{needed} cards in hand are needed, {means.hand} are there", "additional")
    if payable is False:
        yield Said("not paid in full, it is illegal and goes back to before it was played", f"{declared.type}-unpaid")


def _sees(declared: _Declared) -> Iterable[Said]:
    if declared.printed is None:
        yield Said("the card has no cost: an effect that asks for cost 0 does not find it", "no-cost")
    else:
        yield Said(f"an effect that asks for its cost sees {declared.printed}, whatever was paid", "printed")
    if declared.x:
        values = " and ".join(f"{letter} is {value}" for letter, value in declared.x.items())
        yield Said(f"{values} on the Effects Stack, 0 elsewhere; a copied activation keeps it", "x")
        yield Said("an object on the field, and a copy of one, has 0", "x-object")


def _for_abilities(question: CostQuestion, costs: tuple[Also, ...]) -> Iterable[Said]:
    if question.has("ability") and any(part.kind in ("rest", "sacrifice") for part in costs):
        yield Said("a card in the intent can't pay for an ability by resting or sacrificing", "intent")


def _notes(question: CostQuestion, declared: _Declared) -> Iterable[str]:
    if question.has("also"):
        yield "also"
    if question.has("free"):
        yield "free"
    if question.has("no-less"):
        yield "forbidden"
    if question.has("alt") and declared.x and not (declared.instead and declared.instead.letters):
        yield "alternative-x"
    if declared.x:
        yield "x-range"


def _because(question: CostQuestion, declared: _Declared, means: _Means, costs: tuple[Also, ...]) -> Iterable[str]:
    """The rules used besides those of the steps and sentences."""
    yield "meaning"
    if question.has("ability"):
        yield "ability"
    if question.has("free", "alt"):
        yield "declare"
    if question.has("set", "free"):
        yield f"{declared.type}-sum"
    if declared.x:
        yield from ("x-free" if question.has("free", "alt") else "x", "x-copied", "x-object-copied", "x-elsewhere")
    if costs:
        yield "additional"
    yield from _paid_by(question, means)


def _paid_by(question: CostQuestion, means: _Means) -> Iterable[str]:
    if means.reserve_met is not None and means.reserve:
        yield "reserve"
        yield from (name for name in ("reservable", "kindle") if question.has(name))
    if means.memory:
        yield from ("memory", "random", "no-opportunity", "materialize-phase")
        yield from ("non-random", "floating", "memory-floating") if means.floating else ()
    if not means.memory and not means.reserve:
        yield "no-cost"
