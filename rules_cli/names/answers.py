"""Values: how two names are related, and the answers to questions about names with the ids of the deciding rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from rules_cli.names.monikers import Moniker
from rules_cli.names.near_misses import Near
from rules_cli.names.read import Side

Relation = Literal["same-name", "same-moniker", "part", "none"]
"""How two names are related, the strongest first."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two single names and how they are related; `part_of` says which one contains the other."""

    a: Side
    b: Side
    moniker_a: Moniker
    moniker_b: Moniker
    relation: Relation
    part_of: Literal["a", "b"] | None = None

    def both_ways(self) -> Iterator[tuple[Side, Moniker, Side, Moniker]]:
        """Each name with its moniker, followed by the other name with its own."""
        yield self.a, self.moniker_a, self.b, self.moniker_b
        yield self.b, self.moniker_b, self.a, self.moniker_a


@dataclass(frozen=True, slots=True)
class Help:
    """Additions to an answer: `ignored` differences of typing, close names (never evidence), notes."""

    ignored: tuple[str, ...] = ()
    near: Near | None = None
    did_you_mean: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchAnswer:
    """Whether two names are the same name. `decided_by` are rule ids, the deciding one first.

    `part_of` says which name contains the other, if the relation is `part`. `shared` are the names in common if a card
    has several. `distinct` says whether cards of the stated pitch differ, None if only one or neither states it.
    """

    question: ClassVar[str] = "match"
    book: str
    a: str
    b: str
    relation: Relation
    moniker_a: Moniker
    moniker_b: Moniker
    decided_by: tuple[str, ...]
    part_of: Literal["a", "b"] | None = None
    shared: tuple[str, ...] = ()
    pitch_a: int | None = None
    pitch_b: int | None = None
    distinct: bool | None = None
    help: Help = field(default_factory=Help)

    @property
    def match(self) -> bool:
        """Whether the names are the same; sharing a moniker or being a part is not enough."""
        return self.relation == "same-name"


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """Whether a name contains some words whole, in order and next to each other."""

    question: ClassVar[str] = "part"
    book: str
    part: str
    name: str
    relation: Relation
    decided_by: tuple[str, ...]
    help: Help = field(default_factory=Help)

    @property
    def match(self) -> bool:
        """Whether the name contains them."""
        return self.relation != "none"


@dataclass(frozen=True, slots=True)
class MonikerAnswer:
    """Which moniker a name gives."""

    question: ClassVar[str] = "moniker"
    book: str
    name: str
    moniker: Moniker
    decided_by: tuple[str, ...]
    pitch: int | None = None
    help: Help = field(default_factory=Help)

    @property
    def match(self) -> bool:
        """Whether a moniker is stated."""
        return self.moniker.moniker is not None
