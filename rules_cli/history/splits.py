"""Find rules that were split: the words of one row of an edition are in several rows of the other, near one another.

Seen from the newer edition, these are the rules that were merged.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.similarity import Scored
from rules_cli.history.text_diff import same_runs

_WHOLE = 0.7  # share of a rule's words that its parts hold together: a split is often a revision, too
_OWN = 0.6  # share of a part's words that it has from the rule: most of it, but it may add a sentence
_ALIKE = 0.3  # similarity of a rule without a counterpart and its first part, which may hold a third of its words
_REACH = 10  # rows before and after the counterpart: parts are printed together, a few sub-rules apart


@dataclass(frozen=True, slots=True)
class SplitSearch:
    """A search for rules of edition `own` that are in parts in edition `other`.

    `counterparts` are the matches so far, `known` the rules whose parts are known; `is_free` tells whether a row of
    the other edition may be a part; `near` are its rows similar to rules without a counterpart.
    """

    own: IndexedEdition
    other: IndexedEdition
    counterparts: Mapping[int, int]
    known: Container[int]
    is_free: Callable[[int], bool]
    near: Mapping[int, Sequence[Scored]]

    def found(self) -> Iterator[tuple[int, int, list[int]]]:
        """Yield each split rule as (row, counterpart, parts in order). The caller takes them before the next one.

        A part has no other counterpart, and holds words of the rule, in order, that no other part holds. A rule
        without a counterpart gets one of its parts as its counterpart.
        """
        for place, kind in enumerate(self.own.kinds):
            if kind != "text" or place in self.known:
                continue
            for first in self._starts(place):
                parts = self._parts(place, first)
                if len(parts) > 1:
                    yield place, first, parts
                    break

    def _starts(self, place: int) -> list[int]:
        """Return the counterpart of a row, or the rows that may become it."""
        if place in self.counterparts:
            return [self.counterparts[place]]
        return [other for score, other in self.near.get(place, ()) if score >= _ALIKE and self.is_free(other)]

    def _parts(self, place: int, first: int) -> list[int]:
        """Return the first part and those around it that hold the rest of a rule's words; `first` alone if none do."""
        words = self.own.words[place]
        around = [other for other in self._around(first) if self.is_free(other)]
        parts = [first]
        left = _left_over(words, self.other.words[first]) if around else []
        for other in around:
            part = self.other.words[other]
            needed = max(1, _OWN * len(part))
            now = _left_over(left, part) if _may_hold(left, part, needed) else left
            if len(left) - len(now) >= needed:
                parts.append(other)
                left = now
        return sorted(parts) if len(left) <= (1 - _WHOLE) * len(words) else [first]

    def _around(self, place: int) -> Iterator[int]:
        """Yield the texts near a row and under the same heading: first those after it, then those before it."""
        side = self.other
        for step in (1, -1):
            for other in range(place + step, place + step * (_REACH + 1), step):
                is_text = 0 <= other < len(side.rows) and side.kinds[other] == "text"
                if is_text and side.headings[other] == side.headings[place]:
                    yield other


def _may_hold(words: Sequence[str], part: Sequence[str], needed: float) -> bool:
    """Return whether a part could hold so many of the words. Most can't, and this is quick to see."""
    kinds = set(words)
    return len(words) >= needed and sum(word in kinds for word in part) >= needed


def _left_over(words: Sequence[str], part: Sequence[str]) -> Sequence[str]:
    """Return the words that a part does not hold. If it holds them in one run, only that run is taken away."""
    whole, run = f" {' '.join(words)} ", f" {' '.join(part)} "
    if run in whole:
        return whole.replace(run, " ", 1).split()
    shared = {place for start, _, size in same_runs(words, part) for place in range(start, start + size)}
    return [word for place, word in enumerate(words) if place not in shared]
