"""Import a card list: its names, and the monikers that its rows prove.

A moniker is proven by its own column; by a keyword that asks for a hero's moniker (`X Specialization`) together with a
hero of the list; by a hero's name of one word before the comma; or by a text in which a card calls itself by the
beginning of its name. Other monikers are derived from the form of the name, as without a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from rules_cli.cards.card_files import CardRow, by_language, items_of, read_rows, text_of, yes_or_no
from rules_cli.cards.card_list import Card, ListInfo, save_cards
from rules_cli.errors import SourceError, UsageError
from rules_cli.names.monikers import head_of, name_proper
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import Side, read_name
from rules_cli.names.spelling import tidy

_WORD = re.compile(r"[^\s,;/()—–]+")
_MOST_MONIKER_WORDS = 6  # three times as many as any known moniker has; bounds the time for a name of 100 words


class CardTable(NamedTuple):
    """The contents of a card list by folded names: cards, proven monikers, English names of translations."""

    cards: Mapping[str, Card]
    monikers: Mapping[str, str]
    printed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _ListedCard:
    """A row as read: the card without its moniker, the sides of its name, and the cells that can prove something."""

    card: Card
    sides: tuple[Side, ...]
    moniker: str
    text: str
    keywords: tuple[str, ...]
    printed: Iterable[str]

    def is_one_of(self, types: Iterable[str]) -> bool:
        """Whether the card has one of these types."""
        words = {word.casefold() for kind in self.card.types for word in _WORD.findall(kind)}
        return any(kind.casefold() in words for kind in types)


def import_cards(path: Path, naming: NameRules) -> ListInfo:
    """Read a card list and write it in place of the book's former one, whole or not at all.

    Raises SourceError, which names the row, if the file cannot be read or a name in it cannot be one.
    """
    return save_cards(naming.book, path.name, *card_table(read_rows(path, naming.cards.columns), naming))


def card_table(rows: Sequence[CardRow], naming: NameRules) -> CardTable:
    """The cards of a list, each with what the list proves about its moniker."""
    naming = replace(naming, imported=None)
    listed = [_listed_card(row, naming) for row in rows]
    asked_for = frozenset(naming.key(words) for each in listed for words in _asked_for(each, naming))
    cards: dict[str, Card] = {}
    for each in listed:
        for side in each.sides:
            card = _with_proof(each, side, asked_for, naming)
            other = cards.get(side.key, card)  # the card may be in two rows
            proven = other if other.confidence == "known" or card.confidence != "known" else card
            cards[side.key] = replace(proven, pitch=tuple(sorted({*card.pitch, *other.pitch})))
    monikers = {naming.key(card.moniker): card.moniker for card in cards.values() if card.moniker}
    return CardTable(cards, monikers, _printed(listed, cards, naming))


def _printed(listed: Iterable[_ListedCard], cards: Mapping[str, Card], naming: NameRules) -> dict[str, str]:
    """The English name of each printed name, except of one that several cards have or that is itself English."""
    english: dict[str, set[str]] = {}
    for each in listed:
        for name in each.printed:
            english.setdefault(naming.key(name), set()).add(each.card.name)
    return {key: min(names) for key, names in english.items() if key and len(names) == 1 and key not in cards}


def _listed_card(row: CardRow, naming: NameRules) -> _ListedCard:
    cells, sides = row.cells, _sides(row, naming)
    pitch = text_of(cells.get("pitch"))
    card = Card(
        text_of(cells["name"]),
        personal=yes_or_no(cells.get("personal")),
        pitch=(int(pitch),) if pitch in ("1", "2", "3") else tuple(side.pitch for side in sides[:1] if side.pitch),
        types=items_of(cells.get("types")),
        faces=tuple(side.text for side in sides) if len(sides) > 1 else (),
        layout=text_of(cells.get("layout")) or None,
        interchangeable=items_of(cells.get("interchangeable"), r"//|;|\n"),
    )
    text = "\n".join(items_of(cells.get("text"), "\n"))
    printed = by_language(cells.get("printed_names")).values()
    return _ListedCard(card, sides, text_of(cells.get("moniker")), text, items_of(cells.get("keywords")), printed)


def _sides(row: CardRow, naming: NameRules) -> tuple[Side, ...]:
    """The names of a card: those in its name, or else its faces; raises SourceError if one cannot be a name."""
    faces = items_of(row.cells.get("faces"), r"//|\|\||\n")
    try:
        sides = read_name(text_of(row.cells["name"]), naming).sides
        if len(faces) < 2 or len(sides) > 1:
            return sides
        of_faces = [side for face in faces for side in read_name(face, naming).sides]
    except UsageError as error:
        raise SourceError(f"{row.where}: {error}") from None
    return tuple({side.key: side for side in (*of_faces, *sides)}.values())


# --- proof


def _asked_for(each: _ListedCard, naming: NameRules) -> Iterator[str]:
    """The words before a keyword that asks for a hero's moniker: `Bravo` of `Legendary Bravo Specialization`."""
    keyword, before = naming.cards.moniker_keyword, naming.cards.before_moniker_keyword
    for phrase in (*each.keywords, *re.split(r"[.,;:()*\[\]\n]", each.text)) if keyword else ():
        words = phrase.split()
        if len(words) > 1 and words[-1] == keyword:
            named = words[1:-1] if words[0] == before else words[:-1]
            yield from re.split(" (?:or|and) ", " ".join(named))


def _with_proof(each: _ListedCard, side: Side, asked_for: frozenset[str], naming: NameRules) -> Card:
    """The card of a name, with the moniker that the list proves, or with none if its name cannot be personal."""
    card, rules = replace(each.card, name=side.text), naming.cards
    if naming.monikers == "none":
        return card
    if card.personal is False and not each.moniker:
        return replace(card, confidence="known")
    if proven := each.moniker or _proven(each, side, asked_for, naming):
        return replace(card, moniker=proven, confidence="known")
    has_personal_type = not card.types or each.is_one_of([*(rules.persons or rules.heroes), *rules.open])
    if card.personal or has_personal_type or ("," in side.text and rules.persons):
        return card
    return replace(card, confidence="derived")


def _proven(each: _ListedCard, side: Side, asked_for: frozenset[str], naming: NameRules) -> str | None:
    """The moniker of a name by the strongest proof, None without one."""
    head, commas = head_of(side.text)
    words = name_proper(head, naming)
    is_hero = each.is_one_of(naming.cards.heroes)
    if naming.monikers == "before-comma":
        return " ".join(words) if commas and is_hero else None
    if is_hero:
        if found := _longest_asked_for([head, words], asked_for, naming):
            return found
        if len(head) == 1:
            return head[0]
    if commas or each.is_one_of(naming.cards.persons):
        return _calls_itself(each.text, words, side, naming)
    return None


def _longest_asked_for(names: list[list[str]], asked_for: frozenset[str], naming: NameRules) -> str:
    """The longest beginning of one of these names that a card of the list asks for."""
    beginnings = [words[:length] for words in names for length in range(1, _MOST_MONIKER_WORDS + 1)]
    beginnings.sort(key=len, reverse=True)
    return next((text for text in map(" ".join, beginnings) if naming.key(text) in asked_for), "")


def _calls_itself(text: str, words: list[str], side: Side, naming: NameRules) -> str | None:
    """The longest beginning of its name, short of all of it, by which a card's text refers to the card."""
    text = tidy(text).replace(side.text, " ")
    for length in range(min(len(words), _MOST_MONIKER_WORDS), 0, -1):
        called = " ".join(words[:length])
        if naming.tokens(called) == side.words or all(map(naming.is_function_word, words[:length])):
            continue
        if re.search(rf"(?<!\w){re.escape(called)}(?!\w)", text):
            return called
    return None
