"""A card as a list has it, in the same form for every game and every file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

STATS = (
    *("pitch", "power", "toughness", "loyalty", "defense", "life", "intelligence", "arcane", "level", "durability"),
    *("speed", "element", "color", "hand_modifier", "life_modifier"),
)
"""The values that a card may have beside its cost, in the order in which they are shown."""


class CardFace(NamedTuple):
    """One face of a card, or a card that has one: its name, cost, type line and text, and its `stats` by name."""

    name: str
    cost: str | None = None
    types: str = ""
    text: str = ""
    stats: Mapping[str, str] = {}


class Card(NamedTuple):
    """A card of a list. `faces` has one face if the card has one name. `kinds` are its types one by one, `keywords`
    those that the list names. `layout` joins several faces. `personal` says whether the name is a person's, None if the
    list does not say. `interchangeable` are other names that count as this one. `rulings` is the key of its rulings.
    `variants` are different cards with this name, such as those of another pitch; the first of them is this card."""

    name: str
    faces: tuple[CardFace, ...]
    kinds: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    layout: str | None = None
    personal: bool | None = None
    interchangeable: tuple[str, ...] = ()
    rulings: str = ""
    is_token: bool = False
    variants: tuple[CardFace, ...] = ()

    @property
    def whole(self) -> CardFace:
        """The card as one face: the costs, types and texts of its faces one after the other."""
        if len(self.faces) == 1:
            return self.faces[0]._replace(name=self.name)
        costs = [face.cost for face in self.faces if face.cost]
        types = [face.types for face in self.faces if face.types]
        texts = "\n//\n".join(face.text for face in self.faces)
        return CardFace(self.name, " // ".join(costs) or None, " // ".join(types), texts)

    @property
    def pitch(self) -> tuple[int, ...]:
        """The pitch values that cards of this name are printed with, in order."""
        values = {face.stats.get("pitch", "") for face in (*self.faces, *self.variants)}
        return tuple(sorted(int(value) for value in values if value in ("1", "2", "3")))

    def as_data(self) -> str:
        """The card without its variants, as a text that `card_from` reads."""
        return json.dumps(self[:-1], ensure_ascii=False, separators=(",", ":"))


def card_from(data: str) -> Card:
    """The card of a text that `Card.as_data` wrote. Raises ValueError or TypeError if it is another text."""
    name, faces, *rest = json.loads(data)
    values: Iterator[Any] = (tuple(value) if isinstance(value, list) else value for value in rest)
    return Card(name, tuple(CardFace(*face) for face in faces), *values)
