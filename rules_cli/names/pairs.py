"""How two names stand to each other: the same name, one moniker, one a part of the other, or nothing at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from rules_cli.names.answers import Relation
from rules_cli.names.monikers import Moniker, moniker_of, paired
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import stands_in
from rules_cli.names.reading import Side

_STRENGTH: Sequence[Relation] = ("same-name", "same-moniker", "part", "none")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two single names, and how they stand to each other; `part_of` says which one holds the other."""

    a: Side
    b: Side
    relation: Relation
    part_of: Literal["a", "b"] | None
    moniker_a: Moniker
    moniker_b: Moniker

    def each(self) -> Iterator[tuple[Side, Moniker, Side, Moniker]]:
        """Either name with its moniker, and then the other with its own."""
        yield self.a, self.moniker_a, self.b, self.moniker_b
        yield self.b, self.moniker_b, self.a, self.moniker_a


def same_name(a: Side, b: Side, naming: NameRules) -> bool:
    """Whether the words are the same, or the names count as one (Magic's 201.3)."""
    return a.words == b.words or b.key in naming.same_by_list.get(a.key, ())


def best_pair(a: Sequence[Side], b: Sequence[Side], naming: NameRules, personal: bool | None) -> Pair:
    """The pair of names, one of each card, that are closest; of equals, the first in print."""
    pairs = [
        (i + j, sorted((x.key, y.key)), compare(x, y, naming, personal))
        for (i, x), (j, y) in product(enumerate(a), enumerate(b))
    ]
    return min(pairs, key=lambda found: (_STRENGTH.index(found[2].relation), *found[:2]))[2]


def compare(a: Side, b: Side, naming: NameRules, personal: bool | None = None) -> Pair:
    """How two single names stand to each other: the strongest relation there is."""
    found = paired(moniker_of(a, naming, personal), moniker_of(b, naming, personal), a, b, naming)
    shared, monikers = _one_spelling(*found, naming)
    if same_name(a, b, naming):
        return Pair(a, b, "same-name", None, *monikers)
    if shared:
        return Pair(a, b, "same-moniker", None, *monikers)
    if stands_in(b.words, a.words):
        return Pair(a, b, "part", "a", *monikers)
    if stands_in(a.words, b.words):
        return Pair(a, b, "part", "b", *monikers)
    return Pair(a, b, "none", None, *monikers)


def _one_spelling(a: Moniker, b: Moniker, naming: NameRules) -> tuple[bool, tuple[Moniker, Moniker]]:
    """Whether two monikers are one, and then both of them as the better typed name spells it."""
    if not (a.moniker and b.moniker and naming.key(a.moniker) == naming.key(b.moniker)):
        return False, (a, b)
    best = min(a.moniker, b.moniker, key=lambda spelled: (spelled.islower(), spelled.isupper(), spelled))
    return True, (replace(a, moniker=best), replace(b, moniker=best))
