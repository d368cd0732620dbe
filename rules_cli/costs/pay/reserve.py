"""Pay a reserve cost with cards from hand, or a memory cost with cards from Memory, partly at random.

A reserve or memory cost among the extra costs is paid with the total of its type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs import amounts
from rules_cli.costs.amounts import LETTERS, Amount, counted, listed
from rules_cli.costs.answer import CostAnswer, Sentence, Way, enough
from rules_cli.costs.arguments import Refused
from rules_cli.costs.pay.matching import Matching

_TYPES = {"r": "reserve", "m": "memory"}
_RESERVE = ("hand", "reservable", "kindle")
_MEMORY = ("memory", "floating")


def merged(answer: CostAnswer, *costs: Amount | None) -> list[Amount | None]:
    """Return each cost with all its units as one, and enter the type that they are: reserve or memory."""
    typed = {part.lstrip(LETTERS) for cost in costs for part in cost or ()} - {""}
    answer.names["type"] = type_ = _type_of(answer, {_TYPES[unit] for unit in typed})
    answer.enter(f"type {type_}")
    return [cost and amounts.add_up((part.rstrip("rm"), number) for part, number in cost.items()) for cost in costs]


def _type_of(answer: CostAnswer, types: set[str]) -> str:
    """Return the type that all letters and `--type` name; memory if only cards in Memory are said to pay."""
    question = answer.question
    if named := question.one("type"):
        if named.lower() not in (*_TYPES, *_TYPES.values()):
            raise Refused("none of these", named, tuple(_TYPES.values()))
        types = types | {_TYPES.get(named.lower(), named.lower())}
    if len(types) > 1:
        raise Refused("which type", question.base, rule="default-kind")
    is_memory = question.has(*_MEMORY) and not question.has("glimmer", "effect", *_RESERVE)
    if types or not is_memory or any(word.startswith("memory") for word in question.each("also")):
        return types.pop() if types else "reserve"
    answer.remarks.append(Remark("memory cost read", (question.base,)))
    return "memory"


# Complexity: each of the means may be missing.
def pay(answer: CostAnswer, total: Mapping[str, int], costs: Mapping[str, int]) -> None:
    """Enter whether the total and the extra costs that share its means can be paid."""
    question = answer.question
    need = amounts.add_up([("reserve", 0), ("memory", 0), (answer.names["type"], sum(total.values())), *costs.items()])
    others = sum(counted(question, name) or 0 for name in _RESERVE[1:])  # what Reservable objects and Kindle can pay
    from_hand = max(0, need["reserve"] - others)
    reserve_met, reserved = _pay_reserve(answer, need["reserve"], others)
    memory_met, drawn = _pay_memory(answer, need["memory"])
    nothing = need["reserve"] == need["memory"] == 0
    answer.enter(nothing=nothing)
    answer.check_hand(costs, from_hand)
    brewed = _brew(answer)
    if (needed := counted(question, "imbue")) is not None:
        matching = counted(question, "matching")
        if from_hand < needed:
            answer.say_how("imbue", "imbue short", from_hand, needed)
        elif matching is None:
            answer.say_how("imbue", "imbue if", needed, from_hand)
        else:
            answer.say_how("imbue", "imbue unmatched" if matching < needed else "imbue can", needed, matching)
    both = [
        Way(joined("and then", one.pay, two.pay), joined("enumerated", one.left, two.left), one.payments + two.payments)
        for one, two in product(reserved, drawn)
    ]
    answer.pay = both or reserved or drawn
    if answer.pay:
        shown = joined("or if", *(Remark("way left", (way.pay, way.left)) for way in answer.pay))
        answer.paying.append(Sentence(shown, "non-random" if need["memory"] else "reserve"))
    elif nothing and "thing" not in answer.facts:
        answer.paying.append(Sentence(Remark("zero paid"), "no-cost"))
    answer.parts += [reserve_met, memory_met, brewed]
    answer.met |= {"reserve": reserve_met, "memory": memory_met}


def _brew(answer: CostAnswer) -> bool | None:
    """Return whether the herbs there are the ones that Brew asks for; a herb of two kinds counts as either."""
    need = amounts.add_up(amounts.read_thing(word, "brew") for word in listed(answer.question, "brew"))
    if not need:
        return True
    if not answer.question.has("herbs"):
        return None
    herbs = Counter(frozenset(word.lower().split("/")) for word in listed(answer.question, "herbs"))
    if sum(need.values()) > herbs.total():
        answer.say_how("brew-means", "kind needed", Remark("herbs"), sum(need.values()), herbs.total())
        return False
    matching = Matching(herbs, lambda herb, kind: kind in herb)
    is_met = sum(need.values()) == sum(matching.add(kind, number) for kind, number in need.items())
    used = ["/".join(sorted(herb)) for by in matching.paid.values() for herb in by.elements()]
    shown = used if is_met else Counter(need).elements()
    answer.say_how("brew-means", "herbs sacrificed" if is_met else "herbs wrong", ", ".join(shown))
    return is_met


# Complexity: with `--glimmer`, counters alone pay; else each of the means may be missing.
def _pay_reserve(answer: CostAnswer, reserve: int, others: int) -> tuple[bool | None, list[Way]]:
    """Return whether the reserve cost can be paid, and the way with the fewest cards from hand."""
    counters, hand = counted(answer.question, "glimmer"), counted(answer.question, "hand") or 0
    if counters is not None:
        if counters < reserve:
            answer.say_how("replaced", "glimmer needed", reserve, counters)
        pay, left = Remark("glimmer paid", (reserve, counters)), Remark("glimmer left", (counters - reserve,))
        way = Way(pay, left, ({"source": "glimmer counter", "number": reserve},))
        return counters >= reserve, [way] if 0 < reserve <= counters else []
    if not reserve or not answer.question.has(*_RESERVE):
        return enough(None, reserve), []
    answer.enter("reserves", *(f"reserves {name}" for name in _RESERVE if answer.question.has(name)))
    if hand + others < reserve:
        if answer.question.has("hand"):
            answer.say_how("reserve", "kind needed", Remark("cards to reserve"), reserve, hand + others)
            return False, []
        answer.say_how("reserve", "left to reserve", reserve - others)
        return None, []
    from_hand = max(0, reserve - others)
    parts: list[tuple[Words, str, int]] = []
    if from_hand or not others:
        parts.append((Remark("reserve of", (from_hand, hand)), "hand", from_hand))
    if others:
        parts.append((Remark("by others", (reserve - from_hand,)), "Reservable or Kindle", reserve - from_hand))
    has_hand = answer.question.has("hand")
    left = Remark("hand left", (hand - from_hand,)) if has_hand else Remark("others left", (others - reserve,))
    payments = tuple({"source": source, "number": number} for _, source, number in parts)
    return True, [Way(joined("and also", *(words for words, _, _ in parts)), left, payments)]


# Complexity: Floating Memory may pay all or a part.
def _pay_memory(answer: CostAnswer, memory: int) -> tuple[bool | None, list[Way]]:
    """Return whether the memory cost can be paid, and the ways with the least and the most Floating Memory, which is
    declared before the rest."""
    cards, floating = (counted(answer.question, name) or 0 for name in _MEMORY)
    met = enough(cards + floating if answer.question.has(*_MEMORY) else None, memory)
    answer.enter(banishes=memory, banishes_floating=memory and floating)
    if met is False and not answer.question.has("memory"):
        answer.say_how("random", "left to banish", memory - floating)
        return None, []
    if met is False:
        answer.say_how("random", "kind needed", Remark("cards to banish"), memory, cards + floating)
    ways = []
    for number in dict.fromkeys((max(0, memory - cards), min(floating, memory))) if met and memory else ():
        drawn = memory - number
        first = Remark("floating", (number,)) if number else ""
        then = Remark("at random", (drawn, cards)) if drawn else ""
        in_memory = Remark("memory left", (cards - drawn,)) if answer.question.has("memory") else ""
        left = joined("enumerated", in_memory, Remark("floating left", (floating - number,)))
        payments = {"floating": number, "memory at random": drawn}
        by_source = tuple({"source": source, "number": each} for source, each in payments.items() if each)
        ways.append(Way(joined("first then", first, then), left, by_source))
    return met, ways
