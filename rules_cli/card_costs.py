"""Put the costs of imported cards, and what their texts do to costs, in the place of their names in a question.

`rules cost mtg "Snapcaster Mage" -1` starts from the cost that is printed on the card; `+thalia` adds the amount in the
card's text. A word that the grammar of costs reads is never taken for a card, unless it is all of a name in quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.cards.card import Card, CardFace
from rules_cli.cards.card_list import CardList, letters_of
from rules_cli.cards.cost_effects import CostEffect, cost_effects
from rules_cli.errors import UsageError
from rules_cli.text import shorten

_SHORTEST = 3  # letters of a name: fewer are mana, or a slip
_LONGEST = 8  # words of a name that are tried
_PART = 0.8  # the score of a name that has all words side by side (rules_cli.names.find)


class NamedCosts(NamedTuple):
    """The words of a question with costs in the place of names, what was read from cards, and the card whose cost is
    asked for, None if no card is named for it."""

    words: tuple[str, ...]
    said: tuple[Remark, ...] = ()
    base: Card | None = None


def with_costs(
    words: Sequence[str], cards: CardList, only_quoted: bool = False, base: Card | None = None
) -> NamedCosts | None:
    """The words with the costs and amounts of the cards that they name; None if they name none.

    If `only_quoted`, only names of several words that were typed as one are read. `base` is the card whose cost is
    among the words already. Raises UsageError if a card has several costs, or an amount that has to be counted.
    """
    found: list[str] = []
    said: list[Remark] = []
    has_base, at = False, 0
    while at < len(words):
        may_be = not words[at].startswith("--") and (" " in words[at] or not only_quoted)
        named = _named(words[at:], cards, has_base, base) if may_be else None
        is_signed = words[at].startswith(("+", "-"))
        if named is None:
            is_value = at > 0 and words[at - 1].startswith("-")  # of an option
            has_base = has_base or not (is_signed or is_value)
            found.append(words[at])
            at += 1
            continue
        if not (has_base or is_signed):
            has_base, base = True, named.card
        found += named.typed
        said += named.said
        at += named.length
    return NamedCosts(tuple(found), tuple(said), base) if said else None


class _Named(NamedTuple):
    """A card that is named: how many words name it, what is typed in their place, and what was read from it."""

    card: Card
    length: int
    typed: list[str]
    said: list[Remark]


def _named(words: Sequence[str], cards: CardList, has_base: bool, base: Card | None) -> _Named | None:
    """The card that the first words name: the one whose cost is asked for, or one that changes it."""
    is_signed = words[0].startswith(("+", "-"))
    following = [words[0][1:] if is_signed else words[0], *_bare(words[1:])]
    return _effect_named(following, cards, base) if has_base or is_signed else _base_named(following, cards)


def may_name_cards(words: Sequence[str]) -> bool:
    """Whether a word may be the name of a card: it is no option, and has more letters than a cost."""
    return any(not word.startswith("--") and sum(map(str.isalpha, word)) > _SHORTEST for word in words)


def _bare(words: Sequence[str]) -> Iterator[str]:
    """The words at the beginning that are letters, and may go on a name."""
    for word in words[: _LONGEST - 1]:
        if word[:1] in ("+", "-") or not any(map(str.isalpha, word)):
            return
        yield word


def _beginnings(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The names that these words may begin with, the longest first, each with the number of its words."""
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if sum(map(str.isalpha, name)) >= _SHORTEST:
            yield length, name


def _base_named(words: Sequence[str], cards: CardList) -> _Named | None:
    """The card whose cost is asked for; None if these words do not begin with the name of one."""
    for length, name in _beginnings(words):
        if exact := cards.find(name):
            cost = _cost(name, exact)
            said = [Remark("cost of card", (exact[0].name, cost, cards.info.source))]
            own = [effect for card in exact for effect in cost_effects(card) if effect.own]
            said += [Remark("cost own text", (effect.sentence, f"{effect.sign}{effect.amount}")) for effect in own]
            return _Named(exact[0], length, cost.split(), said)
    return None


def _effect_named(words: Sequence[str], cards: CardList, base: Card | None) -> _Named | None:
    """The card that changes a cost; None if these words do not begin with the name of one, or with part of it."""
    for length, name in _beginnings(words):
        if effects := _effects(name, cards):
            card, effect = _only(name, effects)
            kinds = base.kinds if base else ()
            sentence = effect.sentence.casefold().replace("-", "")
            if base and (kind := next((kind for kind in kinds if f"non{kind.casefold()}" in sentence), None)):
                raise UsageError(f"{card.name}: “{effect.sentence}”, and {base.name} is {kind}; leave {card.name} out")
            label = card.name.partition(",")[0].replace(":", " ")
            said = [Remark("cost by card", (name, card.name, effect.sentence))]
            return _Named(card, length, [f"{effect.sign}{effect.amount}:{label}"], said)
    return None


def _cost(name: str, cards: Sequence[Card]) -> str:
    """The cost of the card of a name, or of the face that has the name; raises UsageError if there are several."""
    with_cost = [face for face in _faces_named(name, cards) if face.cost]
    if len({face.cost for face in with_cost}) > 1:
        kinds = ", ".join(f"{_kind(face)}: {face.cost}" for face in with_cost)
        raise UsageError(f"{shorten(name)} has several costs ({kinds}); type one of them")
    return with_cost[0].cost or "none" if with_cost else "none"


def _faces_named(name: str, cards: Sequence[Card]) -> list[CardFace]:
    """The faces that have a name, or all faces of a card that has it otherwise."""
    letters = letters_of(name)
    faces = [face for card in cards for face in (*card.faces, *card.variants)]
    return [face for face in faces if letters_of(face.name) == letters] or faces


def _kind(face: CardFace) -> str:
    return f"pitch {face.stats['pitch']}" if "pitch" in face.stats else face.name


def _effects(name: str, cards: CardList) -> list[tuple[Card, CostEffect]]:
    """The effects on costs of the cards of a name; of part of a name, if only one card that has it has any."""
    if found := _effects_of(cards.find(name)):
        return found
    from rules_cli.names.find import find  # here, since most names are typed whole
    from rules_cli.names.name_rules import naming_from, shipped_naming

    naming = naming_from(cards.info.book, shipped_naming(cards.info.book), cards)
    names = [each.name for each in find(name, naming, 50).results if each.score >= _PART]
    found = _effects_of({card.name: card for each in names for card in cards.find(each)}.values())
    changing = sorted({card.name for card, _ in found})
    if len(changing) > 1:
        raise UsageError(f"{shorten(name)} may be {' or '.join(changing[:5])}; type more of the name")
    return found


def _effects_of(cards: Iterable[Card]) -> list[tuple[Card, CostEffect]]:
    return [(card, effect) for card in cards for effect in cost_effects(card) if not effect.own]


def _only(name: str, effects: Sequence[tuple[Card, CostEffect]]) -> tuple[Card, CostEffect]:
    """The change that a card makes; raises UsageError if it has to be counted, or if its text has several."""
    card, effect = effects[0]
    label = card.name.partition(",")[0].replace(":", " ")
    if len(effects) > 1:
        each = ", ".join(f"{other.sign}{other.amount}:{label}" for _, other in effects)
        raise UsageError(f"{card.name} changes costs in several ways; type the one that counts: {each}")
    if effect.depends or not effect.amount.strip("XYZ"):
        example = f"{effect.sign}{effect.amount if effect.amount.isdigit() else 2}:{label}"
        counted = effect.depends or f"{effect.amount} in “{shorten(effect.sentence)}”"
        raise UsageError(f"{shorten(name)}: how much is it {counted}? type the amount, as in {shorten(example)}")
    return card, effect
