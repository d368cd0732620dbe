"""Costs in Flesh and Blood: four assets, each set, then raised, then lowered; paid by pitching cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules_cli.costs.amounts import AmountChange, Formula, assets, changes, count, letters_in, plain, total
from rules_cli.costs.answer import UNPAYABLE, Also, CostAnswer, CostStep, Refused, Said, StepKind, Way
from rules_cli.costs.arguments import CostQuestion, data
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
from rules_cli.costs.pitch import HandCard, Pitched, Points, legal_sets
from rules_cli.text import shorten

_ASSETS = "crha"  # chi, resource, life, action: the order in which they are paid
_EXAMPLE = "3, X+2, XX, {r}{r} or 1+3c"
_MEANS = ("hand", "have", "life", "actions", "own")
_LARGEST_HAND = 16  # a real hand is far smaller, and every set of its cards is tried
_SHOWN = 8  # ways in the sentence; `pay` has them all
_CARD = re.compile(r"([0-9])([rc]?)", re.IGNORECASE)
_POINTS = re.compile(r"([0-9]{1,9})([rc]?)", re.IGNORECASE)

Cost = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question as read: `base` None for a card without the cost property; `instead` the alternative's assets,
    `thing` an alternative that is an effect-cost; `sets` what effects set, oldest first."""

    base: Mapping[str, Formula] | None
    instead: Mapping[str, Formula]
    thing: tuple[str, int] | None
    x: Mapping[str, int]
    sets: tuple[Cost, ...]
    ups: tuple[AmountChange, ...]
    downs: tuple[AmountChange, ...]

    def printed(self, asset: str) -> int:
        """What the card itself asks for of an asset."""
        return self.base[asset].at(self.x) if self.base and asset in self.base else 0


def cost(question: CostQuestion) -> CostAnswer:
    """Work out a cost, each asset apart: start, set, increase, reduce. Raises Refused."""
    one_alternative(question)
    declared = _declared(question)
    sum_ = _Sum()
    _start(sum_, question, declared)
    _set(sum_, question, declared)
    _raise(sum_, declared.ups)
    _lower(sum_, declared.downs, question.has("no-less"))
    payment = _Payment.of(question, sum_.now, besides(question, declared.thing))
    if declared.base is None and not question.has("alt", "free"):
        return _unpayable(question)
    return _answer(question, declared, sum_, payment)


def _answer(question: CostQuestion, declared: _Declared, sum_: _Sum, payment: _Payment) -> CostAnswer:
    costs = payment.also(owned(question))
    parts = [payment.points_met, payment.life_met, payment.actions_met, *(part.payable for part in costs)]
    payable = verdict(question, parts, _MEANS)
    ways = () if payable is False else tuple(_way(way) for way in payment.ways or ())
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=_written(sum_.now),
        steps=tuple(sum_.steps),
        payable=payable,
        pay=ways,
        left=ways[0].left if ways else None,
        how=tuple(_how(payment, ways, payable)),
        seen={"cost": None if declared.base is None else declared.printed("r"), "paid": _written(sum_.now)},
        sees=tuple(_sees(declared, sum_.now)),
        also=costs,
        notes=tuple(_notes(question, declared)),
        because=tuple(_because(question, declared, payment, costs)),
    )


# Reading.


def _declared(question: CostQuestion) -> _Declared:
    _as_instant(question)
    base = None if question.base.lower() == "none" else _assets(question.base)
    typed = question.one("alt")
    thing = thing_named(typed, _assets)
    instead = _assets(typed) if typed is not None and not thing else {}
    sets = tuple(plain(_assets(word), word) for word in question.each("set"))
    ups, downs = (changes(each, _EXAMPLE, _ASSETS, "r") for each in (question.ups, question.downs))
    paid = letters_in(instead.values())
    letters = letters_in((base or {}).values()) | paid
    x = announced(question, letters, letters - paid if question.has("alt", "free") else ())
    return _Declared(base, instead, thing, x, sets, ups, downs)


def _as_instant(question: CostQuestion) -> None:
    if question.has("instant") and not question.has("action"):
        raise Refused("--instant goes with --action: an action played as though it were an instant")


def _assets(word: str) -> dict[str, Formula]:
    return assets(word, _EXAMPLE, units=_ASSETS, usual="r")


# The sum.


@dataclass(slots=True)
class _Sum:
    """The cost as it stands after each step."""

    now: dict[str, int] = field(default_factory=dict)
    steps: list[CostStep] = field(default_factory=list)

    def step(self, kind: StepKind, what: str, amount: str, rule: str) -> None:
        """Keep a step that has brought the cost to what it is now."""
        self.steps.append(CostStep(kind, what, amount, _written(self.now), rule))


def _written(cost: Cost) -> str:
    """The assets above 0 in payment order: `1c + 2 + 3h + 1a`."""
    parts = [f"{cost[asset]}{asset if asset != 'r' else ''}" for asset in _ASSETS if cost.get(asset)]
    return " + ".join(parts) or "0"


def _start(sum_: _Sum, question: CostQuestion, declared: _Declared) -> None:
    kind, what, amount, rule = _start_of_resource(question, declared)
    sum_.now["r"] = amount
    sum_.step(kind, what, str(amount), rule)
    for asset in "ch":
        if declared.printed(asset):
            sum_.now[asset] = declared.printed(asset)
            sum_.step("start", "base cost", _written({asset: sum_.now[asset]}), "order")
    _start_of_action(sum_, question, declared.printed("a"))


def _start_of_resource(question: CostQuestion, declared: _Declared) -> tuple[StepKind, str, int, str]:
    if question.has("free"):
        return "free", "played without paying its cost", 0, "base"
    if question.has("alt"):
        return "alternative", "an alternative takes its place", 0, "base"
    if question.has("meld"):
        return "alternative", "both sides together", 0, "base"
    return "start", "base cost", declared.printed("r"), "ability-cost" if question.has("ability") else "base"


def _start_of_action(sum_: _Sum, question: CostQuestion, typed: int) -> None:
    if question.has("action"):
        if typed:
            raise Refused("--action is the action point: leave it out of the base")
        sum_.now["a"] = 0 if question.has("instant") else 1
        sum_.step("start", "as an instant" if question.has("instant") else "an action", f"{sum_.now['a']}a", "action")
    elif typed:
        sum_.now["a"] = typed
        sum_.step("start", "base cost", f"{typed}a", "order")


def _set(sum_: _Sum, question: CostQuestion, declared: _Declared) -> None:
    if question.has("meld"):
        _put(sum_, "meld sets twice the base cost", {"r": 2 * declared.printed("r")}, "meld")
    if declared.instead:
        amounts = {asset: formula.at(declared.x) for asset, formula in declared.instead.items()}
        _put(sum_, "the alternative's own amount", amounts, "alternative")
    for cost in declared.sets:
        _put(sum_, "an effect sets the cost", cost, "order")


def _put(sum_: _Sum, what: str, amounts: Cost, rule: str) -> None:
    sum_.now.update(amounts)
    sum_.step("set", what, _written(amounts), rule)


def _raise(sum_: _Sum, ups: Iterable[AmountChange]) -> None:
    for up in ups:
        sum_.now = total([*sum_.now.items(), *up.amounts.items()])
        sum_.step("increase", up.why, f"+{_written(up.amounts)}", "order")


def _lower(sum_: _Sum, downs: Iterable[AmountChange], no_less: bool) -> None:
    for down in downs:
        if no_less:
            what, rule = f"{down.why}: can't be reduced".removeprefix(": "), "forbidden"
        else:
            what, rule = _lowered(sum_, down.amounts, down.why), "order"
        sum_.step("reduce", what, f"-{_written(down.amounts)}", rule)


def _lowered(sum_: _Sum, amounts: Cost, why: str) -> str:
    stops = any(sum_.now.get(asset, 0) < amount for asset, amount in amounts.items())
    sum_.now.update({asset: max(0, sum_.now.get(asset, 0) - amount) for asset, amount in amounts.items()})
    return ", ".join([why] * bool(why) + ["stops at 0"] * stops)


def _unpayable(question: CostQuestion) -> CostAnswer:
    return CostAnswer(
        game=question.game,
        base=question.base,
        total=UNPAYABLE,
        steps=(CostStep("start", "no cost is printed", "none", UNPAYABLE, "no-property"),),
        payable=False,
        how=(Said("without the cost property there is nothing to start from", "no-property"),),
        seen={"cost": None, "paid": None},
        sees=(Said("an effect that asks for cost 0 does not find it", "no-property"),),
        notes=("no-property",),
        because=("unplayable-resource", "unplayable-block"),
    )


# Paying.


@dataclass(frozen=True, slots=True)
class _Payment:
    """A total held against the means. `ways` are those that leave the cards to discard, None where nothing was
    said of points and hand; `points_met` is whether chi and resource can be paid, whatever is discarded."""

    total: Cost
    costs: Mapping[str, int]
    hand: tuple[HandCard, ...] | None
    there: Points
    ways: tuple[Pitched, ...] | None
    points_met: bool | None
    life_met: bool | None
    actions_met: bool | None

    @classmethod
    def of(cls, question: CostQuestion, cost: Cost, costs: Mapping[str, int]) -> _Payment:
        """Try every legal set of cards to pitch; those count that leave enough cards to discard."""
        asked = Points(cost.get("c", 0), cost.get("r", 0))
        hand, there = _hand(question), _points(question)
        pitched = legal_sets(asked, there, hand or ()) if question.has("hand", "have") else None
        return cls(
            total=cost,
            costs=costs,
            hand=hand,
            there=there,
            ways=None if pitched is None else tuple(_leaving(pitched, hand, costs.get("discard", 0))),
            points_met=True if asked == Points() else None if pitched is None else bool(pitched),
            life_met=enough(counted(question, "life"), cost.get("h", 0)),
            actions_met=enough(counted(question, "actions"), cost.get("a", 0)),
        )

    @property
    def discards_met(self) -> bool | None:
        """Whether some way to pay leaves the cards to discard in hand."""
        if not self.costs.get("discard"):
            return True
        return None if self.hand is None or self.ways is None else bool(self.ways)

    def also(self, own: Mapping[str, int]) -> tuple[Also, ...]:
        """The effect-costs and whether each can be carried out."""
        return also(self.costs, own, {"discard": self.discards_met})


def _leaving(pitched: Iterable[Pitched], hand: tuple[HandCard, ...] | None, discards: int) -> Iterable[Pitched]:
    return (way for way in pitched if hand is None or len(hand) - len(way.cards) >= discards)


def _hand(question: CostQuestion) -> tuple[HandCard, ...] | None:
    word = question.one("hand")
    if word is None:
        return None
    cards = () if word.lower() == "none" else tuple(_card(part.strip()) for part in word.split(","))
    if len(cards) > _LARGEST_HAND:
        raise Refused(f"{len(cards)} cards in hand are more than {_LARGEST_HAND}: leave out what won't be pitched")
    return cards


def _card(word: str) -> HandCard:
    found = _CARD.fullmatch(word)
    if not found:
        raise Refused(f"{shorten(word)!r} is no pitch value, a digit: --hand 3,2,1c,0, or --hand none")
    return HandCard(int(found[1]), found[2].lower() == "c")


def _points(question: CostQuestion) -> Points:
    word = question.one("have")
    parts = [] if word is None or word.lower() == "none" else word.split(",")
    sums = total(_point(part.strip()) for part in parts)
    return Points(sums.get("c", 0), sums.get("r", 0))


def _point(word: str) -> tuple[str, int]:
    found = _POINTS.fullmatch(word)
    if not found:
        raise Refused(f"{shorten(word)!r} are no points: --have 2, or --have 1,2c")
    return found[2].lower() or "r", count(found[1], "have")


def _way(way: Pitched) -> Way:
    return Way(" then ".join(map(str, way.cards)) or "the points there", str(way.left))


# What is said of it.


def _how(payment: _Payment, ways: tuple[Way, ...], payable: bool | None) -> Iterable[Said]:
    if payable is not False and _written(payment.total) == "0":
        yield Said("a total of 0 is paid by saying so", "zero")
    elif ways and (payment.total.get("c") or payment.total.get("r")):
        yield _pitching(payment, ways)
    yield from _lacking(payment)
    if payable is False:
        yield Said("the play is illegal, and everything goes back to before it was announced", "unpaid")


def _pitching(payment: _Payment, ways: tuple[Way, ...]) -> Said:
    rule = "resource" if payment.total.get("r") else "chi"
    shown = [f"{way.pay} ({way.left} left)" for way in ways[:_SHOWN]]
    more = [f"{len(ways) - _SHOWN} ways more"] if len(ways) > _SHOWN else []
    verb = "pitch " if payment.ways and payment.ways[0].cards else "pay from "
    return Said(verb + ", or ".join([*shown, *more]), rule)


def _lacking(payment: _Payment) -> Iterable[Said]:
    if payment.points_met is False:
        yield _short_of_points(payment)
    if payment.points_met and payment.discards_met is False:
        yield Said("pitching leaves too few cards to discard", "unpaid-effect")
    if payment.life_met is False:
        yield Said(f"life falls short of {payment.total['h']}", "life")
    if payment.actions_met is False:
        yield Said(f"action points fall short of {payment.total['a']}", "spend-action")


def _short_of_points(payment: _Payment) -> Said:
    chi = payment.there.chi + sum(card.value for card in payment.hand or () if card.chi)
    if chi < payment.total.get("c", 0):
        return Said(f"only chi pays for chi: {chi} of {payment.total['c']} can be had", "chi")
    points = chi + payment.there.resource + sum(card.value for card in payment.hand or () if not card.chi)
    asked = payment.total.get("c", 0) + payment.total.get("r", 0)
    return Said(f"{points} of {asked} points can be had", "short")


def _sees(declared: _Declared, cost: Cost) -> Iterable[Said]:
    if declared.base is None:
        yield Said("the card has no cost: an effect that asks for cost 0 does not find it", "no-property")
    else:
        asked = f"an effect that asks for its cost sees {declared.printed('r')}"
        yield Said(f"{asked}; its payment, {_written(cost)}", "seen")
    if declared.x:
        values = " and ".join(f"{letter} stays {value}" for letter, value in declared.x.items())
        yield Said(f"{values} while the object exists, in the arena too; in the graveyard it is 0", "x-kept")
        yield Said("a copy takes it along", "copied")


def _notes(question: CostQuestion, declared: _Declared) -> Iterable[str]:
    if declared.base is None:
        yield "no-property"
    if declared.instead:
        yield "alternative"
    if question.has("alt") and letters_in((declared.base or {}).values()) - letters_in(declared.instead.values()):
        yield "alternative-x"
    if question.has("alt", "free") and (declared.printed("c") or declared.printed("h")):
        yield "other-assets"
    if _additional(question):
        yield "additional"


def _additional(question: CostQuestion) -> bool:
    """Whether an increase may be an additional cost: it is, unless its label says that an effect increases it."""
    return any(up.why.lower() not in data(question.game)["increases"] for up in question.ups)


def _because(question: CostQuestion, declared: _Declared, payment: _Payment, costs: tuple[Also, ...]) -> Iterable[str]:
    """The rules used besides those of the steps and sentences."""
    yield from _printed_rules(question, declared)
    yield from _declaring_rules(question, declared)
    yield from _paying_rules(payment)
    for part in costs:
        yield from ("effect-costs", "assets-first") if part.kind == "discard" else ("effect-costs",)
    if len(costs) > 1:
        yield from ("effect-order", "effects-ordered")


def _printed_rules(question: CostQuestion, declared: _Declared) -> Iterable[str]:
    yield "unchanged"
    if question.ups or question.downs:
        yield "modified"
    if declared.base and any(formula.figures > 1 and formula.letters for formula in declared.base.values()):
        yield "additive"
    if "{" in question.base:
        yield "symbols"


def _declaring_rules(question: CostQuestion, declared: _Declared) -> Iterable[str]:
    if question.has("ability"):
        yield "ability"
    if declared.x:
        yield from ("x", "whole", "x-undefined", "new-object")
    if question.has("alt"):
        yield from ("one-alternative", "alternative")
    if _additional(question):
        yield from ("declared", "additional")
    if question.has("meld"):
        yield "melded"
    if question.has("action"):
        yield "instant" if question.has("instant") else "action-point"


def _paying_rules(payment: _Payment) -> Iterable[str]:
    if _written(payment.total) == "0":
        yield "zero"
    if len([asset for asset in payment.total if payment.total[asset]]) > 1:
        yield "payment-order"
    if payment.points_met is not None:
        yield from _points_rules(payment)
    if payment.life_met is not None and payment.total.get("h"):
        yield "life"
    if payment.actions_met is not None and payment.total.get("a"):
        yield "spend-action"


def _points_rules(payment: _Payment) -> Iterable[str]:
    if payment.points_met is False:
        yield from ("short", "taken-back")
    if payment.total.get("c"):
        yield "chi"
    if payment.total.get("r"):
        yield "resource"
    yield from _pitching_rules(payment)


def _pitching_rules(payment: _Payment) -> Iterable[str]:
    hand = payment.hand or ()
    if hand and (payment.total.get("c") or payment.total.get("r")):
        yield "needed"
    if any(card.value == 0 for card in hand):
        yield "unpitchable"
    if payment.total.get("r") and (payment.there.chi or any(card.chi for card in hand)):
        yield "chi-as-resource"
    if any(sum(way.left) for way in payment.ways or ()):
        yield "kept"
