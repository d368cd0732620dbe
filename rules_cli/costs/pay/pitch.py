"""Pay by pitching cards from hand, with the points that are there, life, and action points.

Cards are pitched one at a time while the points fall short, and no more once they suffice. So for one asset a
set can be pitched, in some order, exactly if it suffices and fails without its largest card. Chi is paid first,
with chi alone; then resource, with chi and resource alike, all the chi going first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules_cli.captions import Remark, Words, joined, kind_word
from rules_cli.costs import amounts
from rules_cli.costs.answer import CostAnswer, Sentence, Way, enough
from rules_cli.costs.arguments import CostQuestion, Refused
from rules_cli.costs.tokens import nearest

_LARGEST_HAND = 16  # cards; a real hand is far smaller, and every set of its cards is tried
_MOST_SHOWN = 8  # ways to pay in the sentence, about as many as fit on two lines; `pay` has all of them
_CARD = re.compile(r"([0-9])([rc]?)(?::([^\W\d_]+))?", re.IGNORECASE)
_POINTS = re.compile(r"([0-9]{1,9})([rc]?)", re.IGNORECASE)


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

    def words(self) -> Words:
        """The points in words: `1c and 2`."""
        return joined("two and", f"{self.chi}c" if self.chi else "", str(self.resource) if self.resource else "") or "0"


class Pitched(NamedTuple):
    """A legal set of cards in an order in which it may be pitched, and the points left after paying."""

    cards: tuple[HandCard, ...]
    left: Points

    def way(self) -> Way:
        """Return the set as a way to pay: in words, and card by card."""
        cards = joined("then", *map(str, self.cards)) or Remark("the points there")
        payments = tuple({"source": "card", "types": str(card), "number": 1} for card in self.cards)
        return Way(cards, self.left.words(), payments)


# Complexity: each part of the answer may be empty.
def pay(answer: CostAnswer, total: Mapping[str, int], costs: Mapping[str, int]) -> None:
    """Enter whether chi, resource, life and action points can be paid, and whether a gate that was typed is open."""
    pitched_met, pitched, hand_met = _pitch(answer, total, costs)
    life_met = _pay_from(answer, "life", total["h"], "life")
    printed, runechants = answer.numbers["printed"], amounts.counted(answer.question, "runechants")
    if runechants is not None:  # the printed cost: no reduction changes it
        caption = "rune gate open" if runechants >= printed else "rune gate closed"
        answer.say_how("rune-gate", caption, runechants, printed)
    actions_met = _pay_from(answer, "actions", total["a"], "spend-action")
    answer.parts += [pitched_met, life_met, actions_met]
    answer.met |= dict.fromkeys(amounts.from_hand(answer.question, costs), hand_met)
    answer.pay = [each.way() for each in pitched]
    if pitched and (total["c"] or total["r"]):
        shown: list[Words] = [Remark("way left", (way.pay, way.left)) for way in answer.pay[:_MOST_SHOWN]]
        if more := len(pitched) - len(shown):
            shown.append(Remark("one more way") if more == 1 else Remark("more ways", (more,)))
        said = Remark("pay pitch" if pitched[0].cards else "pay from", (joined("or else", *shown),))
        answer.paying.append(Sentence(said, "resource" if total["r"] else "chi"))


# Complexity: each fact about pitching is entered once.
def _pitch(
    answer: CostAnswer, total: Mapping[str, int], costs: Mapping[str, int]
) -> tuple[bool | None, list[Pitched], bool | None]:
    """Pay chi and resource: try every legal set of cards.

    Return whether points and cards suffice, the ways to pitch that leave the cards in hand for the extra `costs`, and
    whether there is such a way; None if not known.
    """
    question = answer.question
    asked = Points(total["c"], total["r"])
    hand, there = _hand(question), _points(question)
    needed = amounts.in_hand(question, costs)
    if not question.has("hand", "have"):
        return enough(None, sum(asked)), [], enough(None, needed)
    cards = hand or []
    sufficient = legal_sets(asked, there, cards)
    tag = (question.one("pitched") or "").lower()
    tagged = {card for card in cards if (card.chi if tag == "chi" else card.tag == tag)}
    pitched = [each for each in sufficient if not tag or not tagged.isdisjoint(each.cards)]
    legal = [way for way in pitched if hand is None or _keeps(question, cards, way.cards, costs)]
    answer.enter(pays_chi=asked.chi, pays_resource=asked.resource, left_over=any(sum(way.left) for way in legal))
    answer.enter(pitches=cards and any(asked), card_without_pitch=any(not card.value for card in cards))
    answer.enter(chi_as_resource=asked.resource and (there.chi or any(card.chi for card in cards)))
    if not sufficient:
        answer.enter("short")
        chi, worth = (sum(card.value for card in cards if card.chi or all_) for all_ in (False, True))
        if there.chi + chi < asked.chi:
            answer.say_how("chi", "chi needed", asked.chi, there.chi + chi)
        else:
            answer.say_how("short", "kind needed", Remark("points"), sum(asked), sum(there) + worth)
    elif not pitched:
        answer.say_how("needed", "none pitched")
    elif not legal:
        kinds = joined("two and", *map(kind_word, amounts.from_hand(question, costs)))
        answer.say_how("unpaid-effect", "hand pitched", kinds)
    return bool(pitched), legal, enough(None if hand is None else len(legal), min(1, needed))


def _keeps(question: CostQuestion, hand: list[HandCard], pitched: Iterable[HandCard], costs: Mapping[str, int]) -> bool:
    """Whether the cards that are not pitched pay for the extra costs: enough of them, and of each kind asked for."""
    kept = Counter(hand) - Counter(pitched)
    asked: dict[str, dict[str, int]] = {"": dict(costs)}
    for kind, amount in costs.items():
        if tag := kind.partition(":")[2]:
            asked.setdefault(tag, {})[kind] = amount
    values = question.file.values["hand"]  # `reveal:red` asks for a card with the pitch value that red stands for
    there = {
        tag: sum(number for card, number in kept.items() if tag in ("", card.tag) or values.get(tag) == str(card.value))
        for tag in asked
    }
    return all(there[tag] >= amounts.in_hand(question, each) for tag, each in asked.items())


def _pay_from(answer: CostAnswer, option: str, asked: int, rule: str) -> bool | None:
    """Pay an asset that only one option provides; return whether it suffices."""
    there = amounts.counted(answer.question, option)
    met = enough(there, asked)
    answer.enter(*([f"pays {option}"] if met is not None and asked else ()))
    if there is not None and not asked:
        answer.say_unused(option)
    if met is False:
        answer.say_how(rule, "kind needed", Remark(f"means {option}"), asked, there)
    return met


# Complexity: a part of the list may be a slip, a run of values, or no card.
def _hand(question: CostQuestion) -> list[HandCard] | None:
    """Return the cards in hand, None if nothing was said of them."""
    short = question.file.short_values
    values = {**question.file.values["hand"], **short}
    cards = []
    for part in (word for each in amounts.listed(question, "hand") for word in each.split() or [each]):  # `3 2,1`
        found = _CARD.fullmatch(values.get(part.lower(), part))
        if not found:
            is_run = part.isdigit() or set(part.lower()) <= {*short}  # `321` is probably `3,2,1`
            if not is_run and (near := nearest(part.lower(), question.file.values["hand"])):
                raise Refused("did you mean", part, near, question.game)
            raise Refused("unreadable", part, f"--hand {','.join(part) if is_run else '3,2,1c,0'}")
        cards.append(HandCard(int(found[1]), found[2].lower() == "c", (found[3] or "").lower()))
    if len(cards) > _LARGEST_HAND:
        raise Refused("too many", f"--hand {len(cards)}", _LARGEST_HAND)
    return cards if question.has("hand") else None


def _points(question: CostQuestion) -> Points:
    """Return the points that are there before pitching. Raises Refused if a part is not a number of points."""
    points = {"r": 0, "c": 0}
    for part in amounts.listed(question, "have"):
        found = _POINTS.fullmatch(part)
        if not found:
            raise Refused("unreadable", part, "--have 2, --have 1,2c")
        points[found[2].lower() or "r"] += int(found[1])
    return Points(points["c"], points["r"])


# Complexity: a card pays for chi, for the rest, or is not needed.
def legal_sets(cost: Points, there: Points, hand: Sequence[HandCard]) -> list[Pitched]:
    """Return every legal set once: fewest cards first, then least left over. `there` are the points before pitching.

    A set is found by the orders in which its cards can be pitched: one at a time, chi while the chi cost is not met,
    then any card while the rest is not. Exponential in the number of different cards in hand, which the caller limits.
    """
    kinds = Counter(sorted(card for card in hand if card.value))
    queue: list[tuple[HandCard, ...]] = [()]
    seen: set[frozenset[tuple[HandCard, int]]] = set()
    ways = []
    for cards in queue:
        chi = there.chi - cost.chi + sum(card.value for card in cards if card.chi)
        left = sum(there) - sum(cost) + sum(card.value for card in cards)
        if chi >= 0 and left >= 0:
            chi_left = max(0, chi - cost.resource)
            ways.append(Pitched(cards, Points(chi_left, left - chi_left)))
            continue
        pitched = Counter(cards)
        for card in kinds:
            more = frozenset((pitched + Counter([card])).items())
            if pitched[card] < kinds[card] and (card.chi or chi >= 0) and more not in seen:
                seen.add(more)
                queue.append((*cards, card))
    return sorted(ways, key=lambda way: (len(way.cards), sum(way.left), sorted(way.cards)))
