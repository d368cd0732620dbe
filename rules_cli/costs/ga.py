"""Costs in Grand Archive: reserve or memory, all changes in one sum, payment partly at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from rules_cli.costs import amounts
from rules_cli.costs.amounts import Changes, Formula, Thing, counted, letters_in, listed
from rules_cli.costs.answer import UNPAYABLE, CostAnswer, ExtraCost, Ledger, SumRules, Way, enough, joined, single_sum
from rules_cli.costs.arguments import Refused
from rules_cli.text import shorten

_TYPES = {"r": "reserve", "m": "memory"}
_RESERVE = ("hand", "reservable", "kindle")
_MEMORY = ("memory", "floating")
_MEANS = (*_RESERVE, *_MEMORY, "glimmer", "herbs", "own")
_EXAMPLE = "4, X+1, 4r or 2m"


@dataclass(frozen=True, slots=True)
class _DeclaredGa:
    """A question as read: the `printed` cost, or None for a card without one; `instead`, an alternative that is a
    number, `thing`, one that is not; `type`, reserve or memory."""

    printed: int | None
    instead: int | None
    thing: Thing | None
    type: str
    x: Mapping[str, int]


def cost(ledger: Ledger) -> CostAnswer:
    """Calculate a cost: start, set, one sum, removed, floor (see `single_sum`). Raises Refused."""
    question = ledger.question
    changes = amounts.read_changes(question, "2")
    declared = _declare(ledger)
    total = _add_up(ledger, declared, changes)
    costs = amounts.extra_costs(question, declared.x, declared.thing is not None)
    if declared.printed is None and not question.has("alt", "brew"):
        ledger = Ledger(question)
        ledger.step("start", "no cost is printed", "none", running=UNPAYABLE, rule="no-cost")
        ledger.say_how("the card has no cost, so there is no cost to pay", "no-cost")
        ledger.note("free-none", when=question.has("free"))
        return ledger.answer(UNPAYABLE, False, seen={"cost": None, "paid": None})
    if question.has("effect"):
        seen = None
    else:
        _say_seen(ledger, declared, costs)
        seen = {"cost": declared.printed, "paid": str(total)}
    payable, ways, extra = _pay(ledger, declared, total, costs)
    return ledger.answer(str(total), payable, ways, extra, seen)


def _declare(ledger: Ledger) -> _DeclaredGa:
    """Read the costs, the letters and the type."""
    question = ledger.question
    ledger.cite("meaning")
    ledger.cite("ability", when=question.has("ability"))
    for option, note in (("also", "also"), ("free", "free"), ("no-less", "forbidden")):
        ledger.note(note, when=question.has(option))
    base, base_type = amounts.read_base(question, _read) or (Formula() if question.has("ability") else None, "")
    alternative, thing = amounts.read_alternative(question, _read)
    instead, alternative_type = alternative or (None, "")
    x = amounts.announced(question, letters_in(base), letters_in(instead))
    ledger.cite("declare", when=question.has("free", "alt"))
    ledger.note("alternative-x", when=x and question.has("alt") and not letters_in(instead))
    type_ = _type(ledger, base_type, alternative_type)
    return _DeclaredGa(base.at(x) if base else None, instead.at(x) if instead else None, thing, type_, x)


def _read(word: str) -> tuple[Formula, str]:
    """Return a cost, and the letter of its type ("" if none is typed)."""
    found = amounts.read_cost(word, _EXAMPLE, units="rm")
    types = [unit for unit in found if unit]
    if len(types) > 1:
        raise Refused(f"memory or reserve? {shorten(word)!r} has both")
    amount = Formula(figures=0)
    for formula in found.values():
        amount = amount.plus(formula)
    return amount, "".join(types)


def _type(ledger: Ledger, *letters: str) -> str:
    """Return reserve or memory, as all letters and `--type` agree; memory if only cards in Memory are said to pay."""
    question = ledger.question
    named = (question.one("type") or "").lower()
    if question.has("type") and named not in (*_TYPES, *_TYPES.values()):
        raise Refused(f"memory or reserve? --type {shorten(named)!r} is neither: --type memory")
    types = {_TYPES.get(word, word) for word in (*letters, named) if word}
    if len(types) > 1:
        raise Refused("memory or reserve? the letter and --type, or the two costs, disagree", "default-kind")
    if types:
        return types.pop()
    if not question.has(*_MEMORY) or question.has("glimmer", "effect", *_RESERVE):
        return "reserve"
    if any(word.startswith("memory") for word in question.each("also")):
        return "reserve"
    said = f"{question.base}: a memory cost, because Memory pays for it; type {question.base}r for reserve"
    ledger.read_as.append(said)
    return "memory"


def _add_up(ledger: Ledger, declared: _DeclaredGa, changes: Changes) -> int:
    """Enter all steps of the sum and return the total."""
    start = 0
    skip = ""
    if ledger.question.has("brew"):
        skip = "does not apply to a card that is brewed"
        ledger.step("alternative", "brewed: herbs in place of the reserve cost", "0", running="0", rule="brew")
    elif declared.thing:
        skip = "does not apply to this alternative cost"
        kind, number = declared.thing
        rule = "brew" if kind == "sacrifice" else "declare"  # Brew is the only keyword that sacrifices instead
        ledger.step("alternative", f"alternative cost: {kind} {number}", "0", running="0", rule=rule)
        ledger.note("alternative-thing", when=any(changes))
    elif ledger.question.has("effect"):
        start, skip = declared.printed or 0, "applies to plays, not to this payment"
        what = f"paid as an effect resolves ({declared.type})"
        ledger.step("start", what, str(start), running=str(start), rule="resolution")
    elif declared.instead is not None:
        start = declared.instead
        ledger.step("alternative", "alternative cost", str(start), running=str(start), rule="starcalling")
    else:
        start = declared.printed or 0
        rule = "start" if declared.type == "reserve" else "memory"
        ledger.step("start", f"{declared.type} cost", str(start), running=str(start), rule=rule)
    ledger.cite(f"{declared.type}-sum", when=ledger.question.has("set", "free"))
    free = f"{declared.type}-remove"
    rules = SumRules(f"{declared.type}-set", "modify", "modifiable", free, free_kind="remove", floor="floor")
    return single_sum(ledger, start, changes, rules, skip)


def _say_seen(ledger: Ledger, declared: _DeclaredGa, costs: Mapping[str, int]) -> None:
    """Enter what effects see; `costs` are the extra costs."""
    if declared.printed is None:
        ledger.say_seen("the card has no cost: an effect that asks for cost 0 does not find it", "no-cost")
    else:
        ledger.say_seen(f"its cost is still {declared.printed} for effects that ask for it", "printed")
    if declared.x:
        values = " and ".join(f"{letter} is {value}" for letter, value in declared.x.items())
        ledger.say_seen(f"{values} on the Effects Stack, 0 elsewhere; a copied activation keeps it", "x")
        ledger.say_seen("an object on the field, and a copy of one, has 0", "x-object")
        ledger.cite("x-free", when=ledger.question.has("free", "alt"))
        ledger.cite("x-copied", "x-object-copied", "x-elsewhere")
        ledger.note("x-range")
    if ledger.question.has("ability") and ("rest" in costs or "sacrifice" in costs):
        ledger.say_seen("a card in the intent can't pay for an ability by resting or sacrificing", "intent")


# Paying.


# Complexity: reserve, memory and extra costs may be paid from the same cards, so they are decided together.
def _pay(
    ledger: Ledger, declared: _DeclaredGa, total: int, costs: Mapping[str, int]
) -> tuple[bool | None, list[Way], tuple[ExtraCost, ...]]:
    """Return whether everything can be paid, the ways, and the extra costs.

    A reserve or memory cost among the extra costs is paid with the total of its type.
    """
    question = ledger.question
    need = amounts.add_up([("reserve", 0), ("memory", 0), (declared.type, total), *costs.items()])
    hand, reservable, kindle = (counted(question, name) or 0 for name in _RESERVE)
    others = reservable + kindle
    ledger.cite("additional", when=costs)
    from_hand = max(0, need["reserve"] - others)
    reserve_met, reserved = _pay_reserve(ledger, need["reserve"], hand, others)
    memory_met, drawn = _pay_memory(ledger, need["memory"])
    nothing = need["reserve"] == need["memory"] == 0
    ledger.cite("no-cost", when=nothing)
    hand_met = _keep_for_extra(ledger, costs, from_hand)
    extra = ledger.check_extra(costs, "additional", {**hand_met, "reserve": reserve_met, "memory": memory_met})
    payable = ledger.is_payable([reserve_met, memory_met, _brew(ledger)], extra, _MEANS)
    if question.has("imbue"):
        _imbue(ledger, from_hand)
    combined = [Way(f"{one.pay}, then {two.pay}", f"{one.left}, {two.left}") for one, two in product(reserved, drawn)]
    ways = [] if payable is False else combined or reserved or drawn
    if payable is False:
        words = "it can't be paid in full: the play is illegal, and the game goes back to before it"
        ledger.say_unpaid(words, f"{declared.type}-unpaid")
    elif ways:
        shown = "; or ".join(f"{way.pay} ({way.left} left)" for way in ways)
        ledger.say_how(shown, "non-random" if need["memory"] else "reserve")
    elif nothing and not declared.thing:
        ledger.say_how("a cost of 0 is paid with nothing", "no-cost")
    return payable, ways, extra


def _keep_for_extra(ledger: Ledger, costs: Mapping[str, int], reserved: int) -> dict[str, bool | None]:
    """Return whether enough cards are in hand to be reserved and to pay for each extra cost from hand."""
    have, need = counted(ledger.question, "hand"), amounts.in_hand(ledger.question, costs)
    met = enough(None if have is None else have - reserved, need)
    if met is False and have is not None and have >= reserved:
        ledger.say_how(f"{reserved + need} cards in hand are needed, {have} are there", "additional")
    return dict.fromkeys(amounts.from_hand(ledger.question, costs), met)


def _imbue(ledger: Ledger, reserved: int) -> None:
    """Enter whether the card can become imbued: by the cards that are reserved from hand, and by those that match."""
    needed, matching = counted(ledger.question, "imbue") or 0, counted(ledger.question, "matching")
    if reserved < needed:
        words = f"it can't become imbued: {reserved} cards are reserved from hand, {needed} that match are needed"
    elif matching is None:
        words = f"it becomes imbued if {needed} of the {reserved} cards reserved from hand match"
    elif matching < needed:
        words = f"it can't become imbued: {matching} cards in hand match, {needed} are needed"
    else:
        words = f"it can become imbued: reserve {needed} of the cards that match, revealed"
    ledger.say_how(words, "imbue")


def _brew(ledger: Ledger) -> bool | None:
    """Return whether the herbs there are the ones that Brew asks for; a herb of two kinds counts as either."""
    asked = listed(ledger.question, "brew")
    if not asked:
        return True
    from rules_cli.costs.mana import Mana, ManaSource, match  # here, because few questions brew

    ledger.cite("brew", "brew-means", "declare")
    kinds = amounts.add_up(amounts.read_thing(word, "brew") for word in asked)
    if not ledger.question.has("herbs"):
        return None
    herbs = Counter(ManaSource("herb", frozenset(word.lower().split("/"))) for word in listed(ledger.question, "herbs"))
    if sum(kinds.values()) > herbs.total():
        ledger.say_how(f"herbs: {sum(kinds.values())} needed, {herbs.total()} there", "brew-means")
        return False
    if found := match(Mana(single=Counter(kinds)), herbs, 0):  # a herb pays for a kind as a land pays for a colour
        names = ["/".join(sorted(herb.types)) for kind in kinds for herb in Counter(found.paid[kind]).elements()]
        ledger.say_how(f"sacrifice {', '.join(names)}", "brew-means")
        return True
    ledger.say_how(f"the herbs there do not cover {', '.join(Counter(kinds).elements())}", "brew-means")
    return False


def _pay_reserve(ledger: Ledger, reserve: int, hand: int, others: int) -> tuple[bool | None, list[Way]]:
    """Return whether the reserve cost can be paid, and the way with the fewest cards from hand.

    `others` is how much Reservable objects and Kindle can pay. With `--glimmer`, counters alone pay.
    """
    counters = counted(ledger.question, "glimmer")
    if counters is not None:
        ledger.cite("replaced")
        if counters < reserve:
            ledger.say_how(
                f"glimmer counters: {reserve} needed, {counters} there; cards in hand do not pay", "replaced"
            )
        way = Way(f"remove {reserve} of {counters} glimmer counters", f"{counters - reserve} counters")
        return counters >= reserve, [way] if 0 < reserve <= counters else []
    if not reserve or not ledger.question.has(*_RESERVE):
        return enough(None, reserve), []
    ledger.cite("reserve")
    ledger.cite("reservable", "reservable-one", when=ledger.question.has("reservable"))
    ledger.cite("kindle", when=ledger.question.has("kindle"))
    met = hand + others >= reserve
    if not met and not ledger.question.has("hand"):
        ledger.say_how(
            f"left to reserve from hand: {reserve - others}; --hand says how many cards there are", "reserve"
        )
        return None, []
    if not met:
        ledger.say_how(f"cards to reserve: {reserve} needed, {hand + others} there", "reserve")
        return met, []
    return met, [_reserve_way(ledger, reserve, hand, others)]


def _reserve_way(ledger: Ledger, reserve: int, hand: int, others: int) -> Way:
    """Return the way to pay with the fewest cards from hand."""
    from_hand = max(0, reserve - others)
    by_hand = f"reserve {from_hand} of {hand} in hand" if from_hand or not others else ""
    by_others = f"pay {reserve - from_hand} by Reservable or Kindle" if others else ""
    is_hand_known = ledger.question.has("hand")
    left = f"{hand - from_hand} in hand" if is_hand_known else f"{others - reserve} by Reservable or Kindle"
    return Way(joined(", and ", by_hand, by_others), left)


def _pay_memory(ledger: Ledger, memory: int) -> tuple[bool | None, list[Way]]:
    """Return whether the memory cost can be paid, and the ways with the least and the most Floating Memory."""
    cards, floating = (counted(ledger.question, name) or 0 for name in _MEMORY)
    met = enough(cards + floating if ledger.question.has(*_MEMORY) else None, memory)
    if memory:
        ledger.cite("memory", "random", "no-opportunity", "memory-activated")
        ledger.cite("non-random", "floating", "memory-floating", when=floating)
    if met is False and not ledger.question.has("memory"):
        met = None
        ledger.say_how(
            f"left to banish from Memory: {memory - floating}; --memory says how many cards there are", "random"
        )
    elif met is False:
        ledger.say_how(f"cards to banish: {memory} needed, {cards + floating} there", "random")
    return met, _memory_ways(ledger, memory) if met and memory else []


def _memory_ways(ledger: Ledger, memory: int) -> list[Way]:
    """Return the ways to pay with the least and the most Floating Memory, which is declared before the rest."""
    cards, floating = (counted(ledger.question, name) or 0 for name in _MEMORY)
    ways = []
    for number in dict.fromkeys((max(0, memory - cards), min(floating, memory))):
        drawn = memory - number
        first = f"{number} floating" if number else ""
        then = f"{drawn} of {cards} at random" if drawn else ""
        in_memory = f"{cards - drawn} in Memory" if ledger.question.has("memory") else ""
        left = joined(", ", in_memory, f"{floating - number} floating")
        ways.append(Way(joined(" first, then ", first, then), left))
    return ways
