"""Ways to pay a total in points. A game names those that it has in `pay` of its `costs.yaml`.

Each module has a function `pay`: it takes the ledger, the total and the extra costs, and returns the payment. It cites
its rules by keys that the game's file restates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules_cli.costs.answer import Sentence, Way


@dataclass(frozen=True, slots=True)
class Paid:
    """Whether each part of a total can be paid, the ways to pay, and a sentence on them.

    `extra` says of extra costs that are paid by the same means whether they can be paid.
    """

    parts: Sequence[bool | None]
    ways: Sequence[Way] = ()
    how: Sequence[Sentence] = ()
    extra: Mapping[str, bool | None] = field(default_factory=dict)
