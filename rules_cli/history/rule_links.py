"""What became of a rule from one edition to another: a link between its numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from rules_cli.model import Reference, RuleNumber

KINDS = ("added", "removed", "split", "merged", "moved", "renumbered", "changed", "examples", "notes", "references")
"""What can have become of a rule. `moved`: it stands under another rule or heading than before; `renumbered`: under
the same. `references`: it names another rule than before, in words that are otherwise the same."""

OF_NUMBER = frozenset({"moved", "renumbered"})
"""The kinds of change that leave a rule's words alone."""

SURE = 0.7
"""A match of less confidence is a guess: to be called one, and taken for no fact."""

_BACKWARDS = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}


@dataclass(frozen=True, slots=True)
class RuleLink:
    """The numbers of a rule in the older edition and in the newer, and what changed.

    Each side has one number, but for a rule that was added (none in `a`), removed (none in `b`), split (several in
    `b`) or merged (several in `a`); of several, the first is the one with the number of the whole, else the closest.
    `kinds` are of KINDS, in their order: none where nothing changed.
    """

    a: tuple[RuleNumber, ...]
    b: tuple[RuleNumber, ...]
    confidence: float = 1.0
    kinds: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the match is more than a guess."""
        return self.confidence >= SURE

    def backwards(self) -> RuleLink:
        """The same from the newer edition to the older."""
        return RuleLink(self.b, self.a, self.confidence, in_order(_BACKWARDS.get(kind, kind) for kind in self.kinds))


def in_order(kinds: Iterable[str]) -> tuple[str, ...]:
    """Kinds of change, the weightiest first."""
    found = set(kinds)
    return tuple(kind for kind in KINDS if kind in found)


class RuleNames:
    """Which rule a reference names, in two linked editions: the same for both where the rule is the same one, whatever
    its number is now."""

    def __init__(self, links: Iterable[RuleLink]) -> None:
        self.becomes: dict[RuleNumber, RuleNumber | None] = {}
        self.counts_as: dict[RuleNumber, RuleNumber] = {}
        for link in links:
            self.becomes.update((number, link.b[0] if link.b else None) for number in link.a)
            self.counts_as.update((number, link.b[0]) for number in link.b)

    def in_a(self, reference: Reference) -> Hashable:
        """What a reference of the older edition names; where it led nowhere, its number alone."""
        target = RuleNumber(reference.target)
        if target not in self.becomes:
            return self.counts_as.get(target, target)
        return self.becomes[target] or ("gone", target)

    def in_b(self, reference: Reference) -> Hashable:
        """What a reference of the newer edition names; one to a rule that is gone still names that rule."""
        target = RuleNumber(reference.target)
        gone = target not in self.counts_as and self.becomes.get(target, target) is None
        return ("gone", target) if gone else self.counts_as.get(target, target)
