"""The answers to questions about names: plain values, with the ids of the rules that decide."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules_cli.names.monikers import Moniker
from rules_cli.names.near_misses import Near

Relation = Literal["same-name", "same-moniker", "part", "none"]
"""How two names stand to each other; the strongest is said."""


@dataclass(frozen=True, slots=True)
class Help:
    """What an answer adds: `ignored` differences of typing, close names (never evidence), notes."""

    ignored: tuple[str, ...] = ()
    near: Near | None = None
    did_you_mean: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchAnswer:
    """Whether two names are the same name. `decided_by` are rule ids, the deciding one first.

    `part_of` says which name holds the other, where the relation is `part`. `shared` are the names in common, where
    one of the two has several. `distinct` says whether cards of the stated pitch differ: None where it is stated for
    one only, and of no meaning unless `pitch_a` or `pitch_b` is there and the names are the same.
    """

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
        """Whether the names are the same; a shared moniker or a part is not."""
        return self.relation == "same-name"


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """Whether words stand, whole, in order and next to each other, in a name."""

    book: str
    part: str
    name: str
    relation: Relation
    decided_by: tuple[str, ...]
    help: Help = field(default_factory=Help)

    @property
    def match(self) -> bool:
        """Whether they do."""
        return self.relation != "none"


@dataclass(frozen=True, slots=True)
class MonikerAnswer:
    """Which moniker a name gives."""

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
