"""What became of a rule from one edition to another: a link between its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules_cli.model import RuleNumber

KINDS = ("added", "removed", "split", "merged", "moved", "renumbered", "changed", "examples", "notes", "references")
"""What can have become of a rule. `moved`: it stands under another rule or heading than before; `renumbered`: under
the same. `references`: it names another rule than before, in words that are otherwise the same."""

SURE = 0.7
"""A match of less confidence is a guess: to be called one, and taken for no fact."""

_BACKWARDS = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}


@dataclass(frozen=True, slots=True)
class Link:
    """The numbers of a rule in the older edition and in the newer, and what changed.

    Each side has one number, but for a rule that was added (none in `a`), removed (none in `b`), split (several in
    `b`) or merged (several in `a`); of several, the first is the closest. `kinds` are of KINDS, in their order: none
    where nothing changed.
    """

    a: tuple[RuleNumber, ...]
    b: tuple[RuleNumber, ...]
    confidence: float = 1.0
    kinds: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the match is more than a guess."""
        return self.confidence >= SURE

    def backwards(self) -> Link:
        """The same from the newer edition to the older."""
        return Link(self.b, self.a, self.confidence, in_order(_BACKWARDS.get(kind, kind) for kind in self.kinds))


def in_order(kinds: Iterable[str]) -> tuple[str, ...]:
    """Kinds of change, the weightiest first."""
    found = set(kinds)
    return tuple(kind for kind in KINDS if kind in found)
