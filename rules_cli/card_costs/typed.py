"""Changes that are typed as the text of a card has them, `blue spells cost 1 more`: they change only such cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import is_

from rules_cli.captions import Remark
from rules_cli.card_costs.conditions import Known, kind_of, singular
from rules_cli.card_costs.names import value_seen, without
from rules_cli.card_costs.own_text import is_cost
from rules_cli.cards.card import Card, CardFace
from rules_cli.cards.cost_effects import CostEffect, cost_effects
from rules_cli.costs.arguments import CostFile, CostQuestion
from rules_cli.costs.facts import FactReader, Facts
from rules_cli.costs.tokens import ordinal_of, with_short
from rules_cli.costs.whereabouts import payer, words_of

_PARTS = re.compile(r"[,;.] ?| (?:and|but|e|mas) ")


# Complexity: an effect may change any card, other cards, or cards of a kind that may be this one.
def with_typed_effects(question: CostQuestion, words: Sequence[str], card: Card | None) -> CostQuestion:
    """Return a question without the changes that are typed of other cards than the one whose cost is asked for, and
    with a remark on those of which it is not said whether they are. `card` is that card if it is in a list."""
    typed = [word for word in " ".join(words).split() if not word.startswith("--")]
    parts = _PARTS.split(" ".join(with_short(typed)))
    by_part = [[*cost_effects(_card(text=part))] for part in parts]
    effects = [effect for of_part in by_part for effect in of_part]
    facts = _facts([part for part, of_part in zip(parts, by_part, strict=True) if not of_part], question.file)
    own = sorted({word for part in parts for word in _kinds_in(part, question)})
    cost = card.whole.cost or "" if card else question.base
    seen = card or (_card(types=own) if own else None)
    for effect in effects:
        subject, what = _subject(effect, question.file), f"{effect.sign}{effect.amount}"
        is_card = question.kind == "spell" or kind_of((subject.split() or [""])[-1]) != "ability"
        value, holder = value_seen(question, cost), facts.seen("own")
        known = Known(seen, is_card, cost, value, question.keywords, question.file, facts, holder)
        turn = effect.condition if question.file.classes["turns"].intersection(effect.condition.split()) else ""
        asked = effect._replace(subject=subject, condition=re.sub(r"\bmy\b", "your", turn))
        told = known.told(asked) if subject else True
        changes = question.increases if effect.sign == "+" else question.reductions
        change = next((each for each in changes if each.amount == effect.amount), None)
        if change and told is not True:
            said = Remark("condition held", (subject,))
            if told is False:
                said = Remark("effect left out", (what, subject, question.base))
                question = without(question, partial(is_, change))
            question = replace(question, read_as=(*question.read_as, said))
    return question


def _card(types: Sequence[str] = (), text: str = "") -> Card:
    """Return a card of which a question says only this."""
    return Card("", (CardFace("", types=" ".join(types), text=text),), tuple(types))


def _facts(parts: Sequence[str], file: CostFile) -> Facts:
    """Return what the parts of a question without a change say of the game."""
    words = ", ".join(parts).split()
    return replace(FactReader(words, file).read(), payer=payer(words, file.classes))


def _kinds_in(part: str, question: CostQuestion) -> list[str]:
    """Return the types of cards in a part of a question, which are those of the card if the part has its cost."""
    file = question.file
    named = {word for word, fact in file.card_words.items() if fact.startswith("kind ")} | file.classes["acted on"]
    others = [word.casefold() for word in part.split() if not is_cost(file, word)]
    is_of_card = len(others) < len(part.split()) and {*others} <= named | file.all_fillers
    return [word for word in others if word in named] if is_of_card else []


# Complexity: words for a player or a keyword may be behind the noun.
def _subject(effect: CostEffect, file: CostFile) -> str:
    """Return the words for the cards that an effect changes, `my blue spells`; "" if they name no kind of card."""
    words = effect.subject.split()
    ends = enumerate(words, 1)  # behind a cost, and behind `my opponent makes`
    start = max((at for at, word in ends if is_cost(file, word) or word in file.classes["makers"]), default=0)
    kinds = {*file.card_words} | file.classes["acted on"]
    own = [
        at
        for at, word in enumerate(words)
        if kind_of(word) == "card" or not kinds.isdisjoint(singular(word.casefold().removeprefix("non")))
    ]
    if not own or own[-1] < start:
        return ""
    last, tail = words[own[-1]], words[own[-1] + 1 :]
    are_many = last.endswith("s") or last.startswith("non") or any(map(ordinal_of, words))
    is_kind = are_many or words[start] in file.classes["each"]
    is_told = not tail or tail[0].casefold() in words_of(file.classes, "using", "own", "pronouns")
    return " ".join(words[start:]) if is_kind and is_told else ""
