"""Assign sources to the parts of a cost that each can pay for, so that as many parts as possible are paid for.

Mana pays for symbols, herbs for the kinds that a card lists, and anything else that pays by its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)


@dataclass(slots=True)
class Matching(Generic[S]):
    """Sources, how many of each there are, and which of them pay for which parts so far."""

    means: Mapping[S, int]
    pays: Callable[[S, str], bool]
    paid: dict[str, Counter[S]] = field(default_factory=dict)

    def add(self, part: str, number: int = 1) -> int:
        """Pay for so many of a part, as far as possible; return the number paid for.

        To free a source for this part, another source may pay for what that source has paid for. No earlier part loses
        its payment.
        """
        self.paid.setdefault(part, Counter())
        return next((done for done in range(number) if not self._pay_one(part, set())), number)

    def _pay_one(self, part: str, tried: set[S]) -> bool:
        """Pay for a part once, if a source that was not tried is free or can be freed; return whether it is paid."""
        for source in self.means:
            if source in tried or not self.pays(source, part):
                continue
            tried.add(source)
            is_free = sum(by[source] for by in self.paid.values()) < self.means[source]
            others = [] if is_free else [other for other in self.paid if self.paid[other][source]]
            for other in others:  # the source is freed if another pays for that part
                self.paid[other][source] -= 1
                if is_free := self._pay_one(other, tried):
                    break
                self.paid[other][source] += 1
            if is_free:
                self.paid[part][source] += 1
                return True
        return False
