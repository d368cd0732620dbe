"""Costs in Grand Archive: reserve or memory, all changes in one sum, payment partly at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules_cli.costs.amounts import (
    Formula,
    Thing,
    announced,
    counted,
    extra_costs,
    letters_in,
    one_alternative,
    read_alternative,
    read_cost,
)
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, ExtraCost, Ledger, Way, check_extra, enough, is_payable
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.costs.single_sum import Changes, SumRules, single_sum
from rules_cli.text import shorten

_TYPES = {"r": "reserve", "m": "memory"}
_RESERVE = ("hand", "reservable", "kindle")
_MEMORY = ("memory", "floating")
_MEANS = (*_RESERVE, *_MEMORY, "own")
_EXAMPLE = "4, X+1, 4r or 2m"


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read: `printed` is None for a card without a cost; `instead` is an alternative that is a number,
    `thing` one that is not; `type` is reserve or memory."""

    printed: int | None
    instead: int | None
    thing: Thing | None
    type: str
    x: Mapping[str, int]


def cost(question: CostQuestion) -> CostAnswer:
    """Calculate a cost: start, set, one sum, removed, floor (see `single_sum`). Raises Refused."""
    ledger = Ledger(question)
    one_alternative(question)
    changes = Changes.of(question)
    declared = _declare(ledger)
    total = _add_up(ledger, declared, changes)
    costs = extra_costs(question, declared.thing)
    if declared.printed is None and not question.has("alt"):
        return _unpayable(question)
    _say_seen(ledger, declared)
    means = _Means.of(question, declared.type, total, costs)
    extra = _extra(ledger, means, costs)
    parts = [means.reserve_met, means.memory_met, *(part.payable for part in extra)]
    payable = is_payable(question, parts, _MEANS)
    ways = [] if payable is False else means.ways()
    _pay(ledger, means)
    _say_how(ledger, declared, means, ways, payable)
    return ledger.answer(str(total), payable, ways, extra, {"cost": declared.printed, "paid": str(total)})


# Declaring.


def _declare(ledger: Ledger) -> _Declared:
    question = ledger.question
    ledger.cite("meaning")
    if question.has("ability"):
        ledger.cite("ability")
    base, base_type = (None, "") if question.base.lower() == "none" else _read(question.base)
    alternative, thing = read_alternative(question, _read)
    instead, alternative_type = alternative or (None, "")
    paid = letters_in([instead] if instead else [])
    letters = paid | letters_in([base] if base else [])
    replaced = question.has("free", "alt")
    x = announced(question, letters, letters - paid if replaced else ())
    if replaced:
        ledger.cite("declare")
    for key in ("also", "free"):
        if question.has(key):
            ledger.note(key)
    if question.has("no-less"):
        ledger.note("forbidden")
    if x and question.has("alt") and not paid:
        ledger.note("alternative-x")
    return _Declared(
        None if base is None else base.at(x),
        None if instead is None else instead.at(x),
        thing,
        _type(question, base_type, alternative_type),
        x,
    )


def _read(word: str) -> tuple[Formula, str]:
    """Return a cost, and the letter of its type ("" if none is typed)."""
    found = read_cost(word, _EXAMPLE, units="rm")
    types = [unit for unit in found if unit]
    if len(types) > 1:
        raise Refused(f"memory or reserve? {shorten(word)!r} has both")
    amount = Formula(figures=0)
    for formula in found.values():
        amount = amount.plus(formula)
    return amount, "".join(types)


def _type(question: CostQuestion, *letters: str) -> str:
    """Return reserve or memory, as all letters and `--type` agree; reserve if nothing says."""
    named = (question.one("type") or "").lower()
    if question.has("type") and named not in (*_TYPES, *_TYPES.values()):
        raise Refused(f"memory or reserve? --type {shorten(named)!r} is neither: --type memory")
    types = {_TYPES.get(word, word) for word in (*letters, named) if word}
    if len(types) > 1:
        raise Refused("memory or reserve? the letter and --type, or the two costs, disagree", "default-kind")
    return types.pop() if types else "reserve"


# The sum.


def _add_up(ledger: Ledger, declared: _Declared, changes: Changes) -> int:
    start = 0
    if declared.thing:
        ledger.step("alternative", "an alternative that is no number", "0", running="0", rule="brew")
    elif declared.instead is not None:
        start = declared.instead
        ledger.step("alternative", "alternative cost", str(start), running=str(start), rule="starcalling")
    else:
        start = declared.printed or 0
        rule = "start" if declared.type == "reserve" else "memory"
        ledger.step("start", f"{declared.type} cost", str(start), running=str(start), rule=rule)
    rules = SumRules(
        set=f"{declared.type}-set",
        modify="modify",
        forbidden="modifiable",
        free=f"{declared.type}-remove",
        free_kind="remove",
        floor="floor",
    )
    if ledger.question.has("set", "free"):
        ledger.cite(f"{declared.type}-sum")
    return single_sum(ledger, start, changes, rules, "no bearing on this alternative" if declared.thing else "")


def _unpayable(question: CostQuestion) -> CostAnswer:
    ledger = Ledger(question)
    ledger.step("start", "no cost is printed", "none", running=UNPAYABLE, rule="no-cost")
    ledger.say_how("without a cost there is nothing that could be paid", "no-cost")
    if question.has("free"):
        ledger.note("free-none")
    return ledger.answer(UNPAYABLE, False, seen={"cost": None, "paid": None})


# What effects see.


def _say_seen(ledger: Ledger, declared: _Declared) -> None:
    if declared.printed is None:
        ledger.say_seen("the card has no cost: an effect that asks for cost 0 does not find it", "no-cost")
    else:
        ledger.say_seen(f"an effect that asks for its cost sees {declared.printed}, whatever was paid", "printed")
    if declared.x:
        values = " and ".join(f"{letter} is {value}" for letter, value in declared.x.items())
        ledger.say_seen(f"{values} on the Effects Stack, 0 elsewhere; a copied activation keeps it", "x")
        ledger.say_seen("an object on the field, and a copy of one, has 0", "x-object")
        if ledger.question.has("free", "alt"):
            ledger.cite("x-free")
        ledger.cite("x-copied", "x-object-copied", "x-elsewhere")
        ledger.note("x-range")


# Paying.


@dataclass(frozen=True, slots=True)
class _Means:
    """What must be paid, and what the player has (None if not said). Discards come from the hand."""

    reserve: int
    memory: int
    discards: int
    hand: int | None
    others: int | None
    cards: int | None
    floating: int | None

    @classmethod
    def of(cls, question: CostQuestion, type_: str, total: int, costs: Mapping[str, int]) -> _Means:
        """Read the means. Once one source of a part is given, the sources not given count as none."""
        need = {name: costs.get(name, 0) + (total if name == type_ else 0) for name in _TYPES.values()}
        hand, reservable, kindle = (counted(question, name) for name in _RESERVE)
        cards, floating = (counted(question, name) for name in _MEMORY)
        knows_memory = question.has(*_MEMORY)
        return cls(
            reserve=need["reserve"],
            memory=need["memory"],
            discards=costs.get("discard", 0),
            hand=hand,
            others=(reservable or 0) + (kindle or 0) if question.has(*_RESERVE) else None,
            cards=cards or 0 if knows_memory else None,
            floating=floating or 0 if knows_memory else None,
        )

    @property
    def from_hand(self) -> int:
        """The fewest cards that must be reserved from hand."""
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

    def ways(self) -> list[Way]:
        """Return the ways to pay: from hand with the fewest cards, from Memory with least and with most floating."""
        reserved = [self._from_hand()] if self.reserve and self.reserve_met else []
        drawn = self._at_random() if self.memory and self.memory_met else []
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

    def _at_random(self) -> list[Way]:
        cards, floating = self.cards or 0, self.floating or 0
        ways = []
        for number in dict.fromkeys((max(0, self.memory - cards), min(floating, self.memory))):
            drawn = self.memory - number
            first = f"{number} floating first, then " if number else ""
            left = f"{cards - drawn} in Memory, {floating - number} floating"
            ways.append(Way(f"{first}{drawn} of {cards} at random", left))
        return ways


def _extra(ledger: Ledger, means: _Means, costs: Mapping[str, int]) -> tuple[ExtraCost, ...]:
    """Return the extra costs; a reserve or memory cost among them is paid with the total of its type."""
    if costs:
        ledger.cite("additional")
    if ledger.question.has("ability") and ("rest" in costs or "sacrifice" in costs):
        ledger.say_seen("a card in the intent can't pay for an ability by resting or sacrificing", "intent")
    elsewhere = {"discard": means.discards_met, "reserve": means.reserve_met, "memory": means.memory_met}
    return check_extra(ledger.question, costs, elsewhere)


def _pay(ledger: Ledger, means: _Means) -> None:
    """Enter the rules of each part that is paid, and each part that falls short."""
    if means.reserve and means.reserve_met is not None:
        ledger.cite("reserve", *(name for name in ("reservable", "kindle") if ledger.question.has(name)))
    if means.reserve_met is False:
        there = (means.hand or 0) + (means.others or 0)
        ledger.say_how(f"{there} of the {means.reserve} to reserve are there", "reserve")
    if means.memory:
        ledger.cite("memory", "random", "no-opportunity", "materialize-phase")
        if means.floating:
            ledger.cite("non-random", "floating", "memory-floating")
    if means.memory_met is False:
        there = (means.cards or 0) + (means.floating or 0)
        ledger.say_how(f"{there} of the {means.memory} to banish are there", "random")
    if not means.memory and not means.reserve:
        ledger.cite("no-cost")
    if means.reserve_met and means.discards_met is False:
        needed = means.from_hand + means.discards
        ledger.say_how(f"{needed} cards in hand are needed, {means.hand} are there", "additional")


def _say_how(ledger: Ledger, declared: _Declared, means: _Means, ways: list[Way], payable: bool | None) -> None:
    if payable is False:
        words = "not paid in full, it is illegal and goes back to before it was played"
        ledger.say_how(words, f"{declared.type}-unpaid")
    elif ways:
        words = "; or ".join(f"{way.pay} ({way.left} left)" for way in ways)
        ledger.say_how(words, "non-random" if means.memory else "reserve")
    elif not means.reserve and not means.memory and not declared.thing:
        ledger.say_how("a cost of 0 can be paid, with nothing", "no-cost")
