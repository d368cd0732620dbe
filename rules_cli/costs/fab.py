"""Costs in Flesh and Blood: four assets, each set, then raised, then lowered; paid by pitching cards.

Cards are pitched one at a time while the points fall short, and no more once they suffice. So for one asset a
set can be pitched, in some order, exactly if it suffices and fails without its largest card. Chi is paid first,
with chi alone; then resource, with chi and resource alike, all the chi going first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from rules_cli.costs import amounts
from rules_cli.costs.amounts import Changes, Formula, Thing
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, ExtraCost, Ledger, StepKind, Way, enough, joined
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.text import shorten

_ASSETS = "crha"  # chi, resource, life, action: the order in which they are paid
_EXAMPLE = "3, X+2, XX, {r}{r} or 1+3c"
_COLOURS = {"red": "1", "yellow": "2", "blue": "3", "r": "1", "y": "2", "b": "3"}
_MEANS = ("hand", "have", "life", "actions", "own", "runechants")
_NAMES = {"life": "life", "actions": "action points"}
_LARGEST_HAND = 16  # cards; a real hand is far smaller, and every set of its cards is tried
_MOST_SHOWN = 8  # ways to pay in the sentence, about as many as fit on two lines; `pay` has all of them
_CARD = re.compile(r"([0-9])([rc]?)(?::([^\W\d_]+))?", re.IGNORECASE)
_POINTS = re.compile(r"([0-9]{1,9})([rc]?)", re.IGNORECASE)

Cost = Mapping[str, int]


class HandCard(NamedTuple):
    """A card to pitch: how many points it gives, whether they are chi, and a word that tells it apart (`ice`)."""

    value: int
    chi: bool = False
    tag: str = ""

    def __str__(self) -> str:
        return f"{self.value}{'c' if self.chi else ''}{':' if self.tag else ''}{self.tag}"


class Points(NamedTuple):
    """Chi and resource points."""

    chi: int = 0
    resource: int = 0

    def __str__(self) -> str:
        parts = [f"{self.chi}c"] * bool(self.chi) + [str(self.resource)] * bool(self.resource)
        return " and ".join(parts) or "0"


class Pitched(NamedTuple):
    """A legal set of cards in an order in which it may be pitched, and the points left after paying."""

    cards: tuple[HandCard, ...]
    left: Points


class _DeclaredFab(NamedTuple):
    """A question as read: `base`, or None for a card without the cost property; `instead`, an alternative in assets,
    `thing`, one that is an effect-cost."""

    base: Mapping[str, Formula] | None
    instead: Mapping[str, Formula]
    thing: Thing | None
    changes: Changes
    x: Mapping[str, int]

    def printed(self, asset: str) -> int:
        """Return how much of an asset the card itself asks for."""
        return self.base[asset].at(self.x) if self.base and asset in self.base else 0


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost, each asset apart: start, set, increase, reduce. Raises Refused."""
    question = ledger.question
    if question.has("instant") and not question.has("action"):
        raise Refused("--instant goes with --action: an action played as though it were an instant")
    if question.has("runechants"):
        ledger.question = question = replace(question, options={**question.options, "free": ("",)})
    declared = _declare(ledger)
    total = _start(ledger, declared)
    _set(ledger, total, declared)
    _modify(ledger, total, declared)
    costs = amounts.extra_costs(question, declared.x, declared.thing is not None)
    pitched_met, pitched, hand_met = _pitch(ledger, total, costs)
    life_met = _pay_from(ledger, "life", total["h"], "life")
    gate_met = _rune_gate(ledger, declared)
    actions_met = _pay_from(ledger, "actions", total["a"], "spend-action")
    if declared.base is None and not question.has("alt", "free"):
        return _without_cost(question)
    extra = _extra(ledger, costs, hand_met)
    payable = ledger.is_payable([gate_met, pitched_met, life_met, actions_met], extra, _MEANS)
    ways = []
    if payable is not False:
        ways = [Way(" then ".join(map(str, way.cards)) or "the points there", str(way.left)) for way in pitched]
    _say_how(ledger, total, ways, payable)
    _say_seen(ledger, declared, total)
    seen = {"cost": None if declared.base is None else declared.printed("r"), "paid": _written(total)}
    return ledger.answer(_written(total), payable, ways, extra, seen)


def _without_cost(question: CostQuestion) -> CostAnswer:
    """Return the answer for a card without the cost property."""
    ledger = Ledger(question)
    ledger.step("start", "no cost is printed", "none", running=UNPAYABLE, rule="no-property")
    ledger.say_how("the card has no cost property, so there is no cost to pay", "no-property")
    ledger.say_seen("an effect that asks for cost 0 does not find it", "no-property")
    ledger.note("no-property")
    ledger.cite("unplayable-resource", "unplayable-block")
    return ledger.answer(UNPAYABLE, False, seen={"cost": None, "paid": None})


def _extra(ledger: Ledger, costs: Mapping[str, int], hand_met: bool | None) -> tuple[ExtraCost, ...]:
    """Return the extra costs, each with whether it can be paid; `hand_met` says it for those paid from hand."""
    from_hand = amounts.from_hand(ledger.question, costs)
    ledger.cite("effect-costs", when=costs)
    ledger.cite("assets-first", when=from_hand)
    ledger.cite("effect-order", "effects-ordered", when=len(costs) > 1)
    if "banish" in costs:
        ledger.read_as.append('banish: not from hand; for a card in hand type --also "banish from hand"')
    return ledger.check_extra(costs, "unpaid-effect", dict.fromkeys(from_hand, hand_met))


# Declaring.


def _declare(ledger: Ledger) -> _DeclaredFab:
    """Read the costs, the changes and the letters."""
    question = ledger.question
    ledger.cite("unchanged")
    ledger.cite("modified", when=question.increases or question.reductions)
    base = amounts.read_base(question, _read)
    parts = (base or {}).values()
    if question.has("ability"):
        base = base or {}  # rule 2.2.3: an ability without {r} has the printed cost 0
    ledger.note("no-property", when=base is None)
    ledger.cite("additive", when=any(formula.figures > 1 and formula.letters for formula in parts))
    ledger.cite("symbols", when="{" in question.base)
    ledger.cite("ability", when=question.has("ability"))
    instead, thing = amounts.read_alternative(question, _read)
    changes = amounts.read_changes(question, _EXAMPLE, _ASSETS, "r")
    ledger.cite("effect-payment", when=question.has("effect"))
    letters, letters_instead = amounts.letters_in(*parts), amounts.letters_in(*(instead or {}).values())
    x = amounts.announced(question, letters, letters_instead)
    ledger.cite("x", "whole", "x-undefined", "new-object", when=x)
    ledger.cite("one-alternative", "alternative", when=question.has("alt"))
    ledger.note("alternative", when=instead)
    ledger.note("alternative-x", when=question.has("alt") and letters - letters_instead)
    declared = _DeclaredFab(base, instead or {}, thing, changes, x)
    other_assets = declared.printed("c") + declared.printed("h")
    ledger.note("other-assets", when=other_assets * question.has("alt", "free"))
    if any(up.why.lower() not in question.file.increases for up in changes.increases):
        ledger.cite("declared", "additional")
        ledger.note("additional")
    return declared


def _read(word: str) -> dict[str, Formula]:
    return amounts.read_cost(word, _EXAMPLE, units=_ASSETS, usual="r")


# The sum.


def _written(cost: Cost) -> str:
    """Return the assets above 0 in payment order: `1c + 2 + 3h + 1a`."""
    parts = [f"{cost[asset]}{asset if asset != 'r' else ''}" for asset in _ASSETS if cost.get(asset)]
    return " + ".join(parts) or "0"


def _start(ledger: Ledger, declared: _DeclaredFab) -> dict[str, int]:
    """Enter where each asset starts, and return the cost, which the later steps change."""
    question = ledger.question
    if question.has("action") and declared.printed("a"):
        raise Refused("--action is the action point: leave it out of the base")
    now = dict.fromkeys(_ASSETS, 0)
    kind, what, rule = _what_starts(question)
    if kind == "start":
        now["r"] = declared.printed("r")
    ledger.step(kind, what, str(now["r"]), running=str(now["r"]), rule=rule)
    ledger.cite("melded", "meld-twice", when=question.has("meld"))
    for asset in "cha":
        if amount := declared.printed(asset):
            now[asset] = amount
            ledger.step("start", "base cost", f"{amount}{asset}", running=_written(now), rule="order")
    if question.has("instant"):
        ledger.step("start", "as an instant", "0a", running=_written(now), rule="action")
        ledger.cite("instant")
    elif question.has("action"):
        now["a"] = 1
        ledger.step("start", "an action", "1a", running=_written(now), rule="action")
        ledger.cite("action-point")
    return now


def _what_starts(question: CostQuestion) -> tuple[StepKind, str, str]:
    """Return the kind, the words and the rule of the first step."""
    if question.has("runechants"):
        return "free", "played by rune gate, without paying its cost", "base"
    if question.has("free"):
        return "free", "played without paying its cost", "base"
    if question.has("alt"):
        return "alternative", "an alternative takes its place", "base"
    if question.has("meld"):
        return "alternative", "both sides together", "base"
    if question.has("effect"):
        return "start", "a payment that an effect asks for", "pay-effect"
    return "start", "base cost", "ability-cost" if question.has("ability") else "base"


def _set(ledger: Ledger, now: dict[str, int], declared: _DeclaredFab) -> None:
    """Enter the costs that take the place of the base cost."""
    sets: list[tuple[str, Cost, str]] = []
    if ledger.question.has("meld"):
        sets.append(("meld sets twice the base cost", {"r": 2 * declared.printed("r")}, "meld"))
    if declared.instead:
        instead = {asset: formula.at(declared.x) for asset, formula in declared.instead.items()}
        sets.append(("the alternative's own amount", instead, "alternative"))
    sets += [("an effect sets the cost", cost_set, "order") for cost_set in declared.changes.sets]
    skip = _why_unchanged(ledger.question)
    for what, cost_set, rule in sets:
        now.update({} if skip else cost_set)
        ledger.step("set", joined(": ", what, skip), _written(cost_set), running=_written(now), rule=rule)


def _why_unchanged(question: CostQuestion) -> str:
    """Return why nothing changes the cost, "" if changes apply."""
    return "applies to plays, not to this payment" if question.has("effect") else ""


def _modify(ledger: Ledger, now: dict[str, int], declared: _DeclaredFab) -> None:
    """Enter the increases, then the reductions."""
    skip = _why_unchanged(ledger.question)
    for up in declared.changes.increases:
        now.update({} if skip else {asset: now[asset] + amount for asset, amount in up.amounts.items()})
        what = joined(": ", up.why, skip)
        ledger.step("increase", what, f"+{_written(up.amounts)}", running=_written(now), rule="order")
    rule = "order"
    if ledger.question.has("no-less") and not skip:
        skip, rule = "can't be reduced", "forbidden"
    for down in declared.changes.reductions:
        what = joined(": ", down.why, skip) if skip else joined(", ", down.why, _lower(now, down.amounts))
        ledger.step("reduce", what, f"-{_written(down.amounts)}", running=_written(now), rule=rule)
    assets = [asset for asset in now if now[asset]]
    ledger.cite("zero", when=not assets)
    ledger.cite("payment-order", when=len(assets) > 1)


def _lower(now: dict[str, int], by: Cost) -> str:
    """Lower assets, none below 0; return the words for one that stops there, else ""."""
    stops = any(now[asset] < amount for asset, amount in by.items())
    now.update({asset: max(0, now[asset] - amount) for asset, amount in by.items()})
    return "stops at 0" if stops else ""


# Paying.


def _pitch(ledger: Ledger, total: Cost, costs: Mapping[str, int]) -> tuple[bool | None, list[Pitched], bool | None]:
    """Pay chi and resource: try every legal set of cards.

    Return whether points and cards suffice, the ways to pitch that leave the cards in hand for the extra `costs`, and
    whether there is such a way; None if not known.
    """
    question = ledger.question
    asked = Points(total["c"], total["r"])
    hand, there = _hand(question), _points(question)
    needed = amounts.in_hand(question, costs)
    if not question.has("hand", "have"):
        return enough(None, sum(asked)), [], enough(None, needed)
    cards = hand or []
    sufficient = legal_sets(asked, there, cards)
    pitched = _with_tag(sufficient, question.one("pitched"))
    legal = [way for way in pitched if hand is None or _keeps(question, cards, way.cards, costs)]
    _cite_points(ledger, asked, there, cards, short=not sufficient)
    ledger.cite("kept", when=any(sum(way.left) for way in legal))
    if sufficient and not pitched:
        ledger.say_how("no legal way to pitch has a card as --pitched asks", "needed")
    elif pitched and not legal:
        words = "after pitching, the cards left in hand are not enough for"
        ledger.say_how(f"{words}: {' and '.join(amounts.from_hand(question, costs))}", "unpaid-effect")
    return bool(pitched), legal, enough(None if hand is None else len(legal), min(1, needed))


def _with_tag(ways: list[Pitched], pitched: str | None) -> list[Pitched]:
    """Return the ways that pitch a card with the tag of `--pitched`; `chi` is a card that pitches for chi."""
    tag = (pitched or "").lower()
    return [way for way in ways if not tag or any(tag == card.tag or (tag == "chi" and card.chi) for card in way.cards)]


def _keeps(question: CostQuestion, hand: list[HandCard], pitched: Iterable[HandCard], costs: Mapping[str, int]) -> bool:
    """Whether the cards that are not pitched pay for the extra costs: enough of them, and of each kind asked for."""
    kept = Counter(hand)
    kept.subtract(pitched)
    for tag in {kind.partition(":")[2] for kind in costs} - {""}:
        of_tag = {kind: amount for kind, amount in costs.items() if kind.partition(":")[2] == tag}
        if sum(number for card, number in kept.items() if card.tag == tag) < amounts.in_hand(question, of_tag):
            return False
    return kept.total() >= amounts.in_hand(question, costs)


def _say_short(ledger: Ledger, asked: Points, there: Points, cards: list[HandCard]) -> None:
    """Enter that points and cards do not suffice."""
    ledger.cite("short", "taken-back")
    chi = there.chi + _worth(card for card in cards if card.chi)
    if chi < asked.chi:
        ledger.say_how(f"only chi pays for chi: {asked.chi} needed, {chi} there", "chi")
    else:
        ledger.say_how(f"points: {sum(asked)} needed, {sum(there) + _worth(cards)} there", "short")


def _cite_points(ledger: Ledger, asked: Points, there: Points, cards: list[HandCard], short: bool) -> None:
    """Enter the rules of the points to pay and of the cards in hand, and how much there is if it is too little."""
    if short:
        _say_short(ledger, asked, there, cards)
    ledger.cite("chi", when=asked.chi)
    ledger.cite("resource", when=asked.resource)
    ledger.cite("needed", when=cards and any(asked))
    ledger.cite("unpitchable", when=any(card.value == 0 for card in cards))
    ledger.cite("chi-as-resource", when=asked.resource and (there.chi or any(card.chi for card in cards)))


def _pay_from(ledger: Ledger, option: str, asked: int, rule: str) -> bool | None:
    """Pay an asset that only one option provides; return whether it suffices."""
    there = amounts.counted(ledger.question, option)
    met = enough(there, asked)
    ledger.cite(rule, when=met is not None and asked)
    if met is False:
        ledger.say_how(f"{_NAMES[option]}: {asked} needed, {there} there", rule)
    return met


def _rune_gate(ledger: Ledger, declared: _DeclaredFab) -> bool:
    """Return whether there are as many Runechants as the printed cost, which no reduction changes."""
    runechants = amounts.counted(ledger.question, "runechants")
    if runechants is None:
        return True
    ledger.cite("rune-gate", "base")
    met = runechants >= declared.printed("r")
    words = "rune gate applies" if met else "rune gate does not apply"
    ledger.say_how(f"{words}: {runechants} Runechants, printed cost {declared.printed('r')}", "rune-gate")
    return met


def _hand(question: CostQuestion) -> list[HandCard] | None:
    """Return the cards in hand, None if nothing was said of them."""
    cards = []
    for part in (word for each in amounts.listed(question, "hand") for word in each.split() or [each]):
        found = _CARD.fullmatch(_COLOURS.get(part.lower(), part))
        if not found:
            good = ",".join(part) if part.isdigit() or set(part.lower()) <= set("ryb") else "3,2,1c,0"
            raise Refused(f"{shorten(part)!r} is not a pitch value, a digit: --hand {shorten(good)}, or --hand none")
        cards.append(HandCard(int(found[1]), found[2].lower() == "c", (found[3] or "").lower()))
    if len(cards) > _LARGEST_HAND:
        raise Refused(f"{len(cards)} cards in hand are more than {_LARGEST_HAND}: leave out what won't be pitched")
    return cards if question.has("hand") else None


def _points(question: CostQuestion) -> Points:
    """Return the points that are there before pitching."""
    points = {"r": 0, "c": 0}
    for part in amounts.listed(question, "have"):
        found = _POINTS.fullmatch(part)
        if not found:
            raise Refused(f"{shorten(part)!r} can't be read as points: --have 2, or --have 1,2c")
        points[found[2].lower() or "r"] += int(found[1])
    return Points(points["c"], points["r"])


def legal_sets(cost: Points, there: Points, hand: Sequence[HandCard]) -> list[Pitched]:
    """Return every legal set once: fewest cards first, then least left over. `there` are the points before pitching.

    Exponential in the number of different cards in hand, which the caller limits.
    """
    chi = cost.chi - there.chi
    missing = chi + cost.resource - there.resource  # in all: chi left over from the chi cost pays for resource
    kinds = Counter(card for card in hand if card.value)
    ways = []
    for numbers in product(*(range(number + 1) for number in kinds.values())):
        cards = sorted(card for card, number in zip(kinds, numbers, strict=True) for _ in range(number))
        order = _legal_order(cards, chi, missing)
        if order is not None:
            all_chi = there.chi + _worth(card for card in cards if card.chi) - cost.chi
            left = sum(there) + _worth(cards) - sum(cost)
            chi_left = max(0, all_chi - cost.resource)
            ways.append(Pitched(tuple(order), Points(chi_left, left - chi_left)))
    return sorted(ways, key=lambda way: (len(way.cards), sum(way.left), way.cards))


def _worth(cards: Iterable[HandCard]) -> int:
    return sum(card.value for card in cards)


def _legal_order(cards: list[HandCard], chi: int, missing: int) -> list[HandCard] | None:
    """Return sorted cards in an order in which they may be pitched, None if no order is legal."""
    if not cards:
        return cards if max(chi, missing) <= 0 else None
    worth, largest = _worth(cards), cards[-1].value
    if worth < missing:
        return None
    if worth - largest < missing and (order := _chi_first(cards, chi, missing)):
        return order
    return cards if worth - largest < chi <= worth and all(card.chi for card in cards) else None


def _chi_first(cards: list[HandCard], chi: int, missing: int) -> list[HandCard]:
    """Return sorted cards in a legal order: chi cards until the missing chi is covered, then the rest.

    The last card must be large enough to be needed. Empty if there is no such order.
    """
    needed = [card for card in cards if _worth(cards) - card.value < missing]
    last = min(needed, key=lambda card: (card.chi, card.value))  # a card that the chi cost can best do without
    rest = list(cards)
    rest.remove(last)
    first: list[HandCard] = []
    for card in [card for card in rest if card.chi]:
        if _worth(first) < chi:
            first.append(card)
            rest.remove(card)
    return [*first, *sorted([*rest, last])] if _worth(first) >= chi else []


# Sentences.


def _say_how(ledger: Ledger, total: Cost, ways: list[Way], payable: bool | None) -> None:
    """Enter how the total is paid, or what happens if it can't be."""
    if payable is False:
        words = "the play is illegal, and everything goes back to before it was announced"
        ledger.say_unpaid(words, "short" if ledger.question.has("effect") else "unpaid")
    elif not any(total.values()):
        ledger.say_how("a total of 0 is paid by saying so", "zero")
    elif ways and (total["c"] or total["r"]):
        shown = [f"{way.pay} ({way.left} left)" for way in ways[:_MOST_SHOWN]]
        if more := len(ways) - len(shown):
            shown.append(f"{more} more {'way' if more == 1 else 'ways'}")
        verb = "pay from" if ways[0].pay == "the points there" else "pitch"
        ledger.say_how(f"{verb} {', or '.join(shown)}", "resource" if total["r"] else "chi")


def _say_seen(ledger: Ledger, declared: _DeclaredFab, total: Cost) -> None:
    """Enter what effects see."""
    if ledger.question.has("effect"):
        return
    if declared.base is None:
        ledger.say_seen("the card has no cost: an effect that asks for cost 0 does not find it", "no-property")
    else:
        seen = f"its cost is still {declared.printed('r')} for effects that ask for it; you pay {_written(total)}"
        ledger.say_seen(seen, "seen")
    if declared.x:
        values = " and ".join(f"{letter} stays {value}" for letter, value in declared.x.items())
        words = f"{values} while the object exists, in the arena too if it goes there; in the graveyard it is 0"
        ledger.say_seen(words, "x-kept")
        ledger.say_seen("a copy has it, too", "copied")
