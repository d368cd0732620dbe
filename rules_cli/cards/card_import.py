"""A card list makes names known: which moniker it proves, by the rows themselves (fab 2.7.3, 2.12.3a).

A moniker is proven by its own column; by a keyword that asks for a hero's moniker (`X Specialization`), matched with
the heroes of the list; by a hero's head of one word; or by a text in which a card calls itself by the beginning of
its name. Anything else is derived from the form of the name, as without a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rules_cli.cards.card_files import CardRow, by_language, items_of, read_rows, text_of, yes_or_no
from rules_cli.cards.card_list import Card, ListInfo, save_cards
from rules_cli.errors import SourceError, UsageError
from rules_cli.names.monikers import head_of, is_function_word, name_proper
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import tidy
from rules_cli.names.reading import Side, read_name

_WORD = re.compile(r"[^\s,;/()—–]+")
_LONGEST_PROVEN = 6


@dataclass(frozen=True, slots=True)
class CardTable:
    """What a card list holds, by folded names: the cards, the monikers it proves, and names in other languages."""

    cards: Mapping[str, Card]
    monikers: Mapping[str, str]
    printed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Listed:
    """A row, read: the card without its moniker, the sides of its name, and what can prove something."""

    card: Card
    sides: tuple[Side, ...]
    moniker: str
    text: str
    keywords: tuple[str, ...]
    printed: Mapping[str, str]

    def is_one_of(self, types: Iterable[str]) -> bool:
        words = {word.casefold() for kind in self.card.types for word in _WORD.findall(kind)}
        return any(kind.casefold() in words for kind in types)


def import_cards(path: Path, naming: NameRules) -> ListInfo:
    """Read a card list and keep it in place of the book's former one: whole, or not at all.

    Raises SourceError, which says where, on what can't be read or holds what is no name.
    """
    table = card_table(read_rows(path, naming.cards.columns), naming)
    source = path.name.encode(errors="replace").decode()
    return save_cards(naming.book, source, table.cards, table.monikers, table.printed)


def card_table(rows: Sequence[CardRow], naming: NameRules) -> CardTable:
    """The names of a card list, each with what the list proves of it."""
    plain = replace(naming, imported=None)
    listed = [_listed(row, plain) for row in rows]
    asked_for = frozenset(plain.key(words) for each in listed for words in _asked_for(each, plain))
    cards: dict[str, Card] = {}
    for each in listed:
        for side in each.sides:
            card = _proven(each, side, asked_for, plain)
            cards[side.key] = _merged(cards[side.key], card) if side.key in cards else card
    monikers = {plain.key(card.moniker): card.moniker for card in cards.values() if card.moniker}
    return CardTable(cards, monikers, _printed(listed, cards, plain))


def _listed(row: CardRow, naming: NameRules) -> _Listed:
    cells = row.cells
    faces = items_of(cells.get("faces"), r"//|\|\||\n")
    try:
        name = read_name(text_of(cells["name"]), naming)
        sides = name.sides
        if len(faces) > 1 and len(sides) == 1:
            others = (side for face in faces for side in read_name(face, naming).sides)
            sides = tuple({side.key: side for side in (*others, *sides)}.values())
    except UsageError as error:
        raise SourceError(f"{row.where}: {error}") from None
    card = Card(
        name.text.strip(),
        personal=yes_or_no(cells.get("personal")),
        pitch=_pitch(cells.get("pitch")) or tuple(side.pitch for side in sides[:1] if side.pitch),
        types=items_of(cells.get("types")),
        faces=tuple(side.text for side in sides) if len(sides) > 1 else (),
        layout=text_of(cells.get("layout")) or None,
    )
    return _Listed(
        card,
        sides,
        text_of(cells.get("moniker")),
        "\n".join(items_of(cells.get("text"), "\n")),
        items_of(cells.get("keywords")),
        by_language(cells.get("printed_names")),
    )


def _pitch(cell: Any) -> tuple[int, ...]:
    value = text_of(cell)
    return (int(value),) if value in ("1", "2", "3") else ()


def _merged(card: Card, again: Card) -> Card:
    """One name on several rows: each pitch of it, and a moniker that any of them proves."""
    proven = card if card.confidence == "known" or again.confidence != "known" else again
    return replace(proven, pitch=tuple(sorted({*card.pitch, *again.pitch})))


# --- proof


def _proven(each: _Listed, side: Side, asked_for: frozenset[str], naming: NameRules) -> Card:
    """A name of a row as a card, with the moniker that the list proves, or with none where it is no person's."""
    card = replace(each.card, name=side.text)
    if naming.monikers == "none":
        return card
    if each.moniker:
        return replace(card, moniker=each.moniker, confidence="known")
    if card.personal is False:
        return replace(card, confidence="known")
    if found := _PROOFS[naming.monikers](each, side, asked_for, naming):
        return replace(card, moniker=found, confidence="known")
    person = card.personal or not card.types or each.is_one_of(naming.cards.persons or naming.cards.heroes)
    return card if person or ("," in side.text and naming.cards.persons) else replace(card, confidence="derived")


def _by_person(each: _Listed, side: Side, asked_for: frozenset[str], naming: NameRules) -> str | None:
    """The proofs of a personal name's moniker, the strongest first (Flesh and Blood)."""
    head, commas = head_of(side.text)
    words = name_proper(head, naming)[0]
    if each.is_one_of(naming.cards.heroes):
        asked = (_longest_asked_for(beginning, asked_for, naming) for beginning in (head, words))
        if found := max(asked, key=len):
            return " ".join(found)
        if len(head) == 1:
            return head[0]
    if commas or each.is_one_of(naming.cards.persons):
        return _calls_itself(each.text, words, side, naming)
    return None


def _longest_asked_for(words: list[str], asked_for: frozenset[str], naming: NameRules) -> list[str]:
    beginnings = (words[:length] for length in range(min(len(words), _LONGEST_PROVEN), 0, -1))
    return next((found for found in beginnings if naming.key(" ".join(found)) in asked_for), [])


def _calls_itself(text: str, words: list[str], side: Side, naming: NameRules) -> str | None:
    """The beginning of its name, short of all of it, by which a card's text speaks of it."""
    text = tidy(text).replace(side.text, " ")
    for length in range(min(len(words), _LONGEST_PROVEN), 0, -1):
        called = " ".join(words[:length])
        bare = naming.words(called) == side.words or all(is_function_word(word, naming) for word in words[:length])
        if not bare and re.search(rf"(?<!\w){re.escape(called)}(?!\w)", text):
            return called
    return None


def _by_title(each: _Listed, side: Side, asked_for: frozenset[str], naming: NameRules) -> str | None:  # noqa: ARG001
    """A champion's Name, which the type proves to be one (Grand Archive, name.5.1)."""
    head, commas = head_of(side.text)
    champion = commas and each.is_one_of(naming.cards.heroes)
    return " ".join(name_proper(head, naming)[0]) or None if champion else None


_PROOFS = {"personal": _by_person, "before-comma": _by_title}


def _asked_for(each: _Listed, naming: NameRules) -> Iterator[str]:
    """The words before a keyword that asks for a hero's moniker: `Bravo` of `Legendary Bravo Specialization`."""
    keyword, before = naming.cards.moniker_keyword, naming.cards.before_moniker_keyword
    if keyword is None:
        return
    for phrase in (*each.keywords, *re.split(r"[.,;:()*\[\]\n]", each.text)):
        words = phrase.split()
        if len(words) > 1 and words[-1] == keyword:
            named = words[1:-1] if words[0] == before else words[:-1]
            yield from re.split(" (?:or|and) ", " ".join(named))


# --- names in other languages


def _printed(listed: Iterable[_Listed], cards: Mapping[str, Card], naming: NameRules) -> dict[str, str]:
    """The English name of each printed one; one that two cards have, or that is a card's English name, is left out."""
    english: dict[str, set[str]] = {}
    for each in listed:
        for name in each.printed.values():
            english.setdefault(naming.key(name), set()).add(each.card.name)
    return {key: min(names) for key, names in english.items() if key and len(names) == 1 and key not in cards}
