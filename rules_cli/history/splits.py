"""Rules split and merged: the words of one row of an edition stand in several rows near one another in the other."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.match_state import MatchState
from rules_cli.history.similarity import Near
from rules_cli.history.text_diff import same_runs

_WHOLE = 0.7  # the share of a rule's words that its parts hold together
_OWN = 0.6  # the share of a part's words that it has from the rule and no other part has
_FEWEST = 3  # words that make a part
_ALIKE = 0.3  # as alike as a rule and a part of it are
_REACH = 10  # rows on either side of the counterpart where a part may stand


def find_parts(found: MatchState) -> None:
    """Find what was split and what was merged: a part is a row without a counterpart that holds words of the rule, in
    their order, which no other part holds.

    A rule that has no counterpart yet gets one of its parts for it.
    """
    near = found.likeness.nearest(found.left_a(), found.left_b())
    for i, first, parts in _wholes(_View(found.a, found.b, found.to, found.split, found.free_b), near):
        found.pair(i, first)
        found.add_split(i, parts)
    near = found.likeness.nearest_back(found.left_b(), found.left_a())
    for j, first, parts in _wholes(_View(found.b, found.a, found.back, found.merged, found.free_a), near):
        found.pair(first, j)
        found.add_merged(j, parts)


@dataclass(frozen=True, slots=True)
class _View:
    """The two editions as seen from the one whose rules may stand in parts in the other: the counterparts of its rows,
    those known to stand in parts already, and which rows of the other are free to be a part."""

    whole: IndexedEdition
    side: IndexedEdition
    counterparts: Mapping[int, int]
    known: Container[int]
    free: Callable[[int], bool]


def _wholes(view: _View, near: Near) -> Iterator[tuple[int, int, list[int]]]:
    """Rows of one edition as (row, counterpart, its parts in order) in the other."""
    for place, kind in enumerate(view.whole.kinds):
        if kind != "text" or place in view.known:
            continue
        counterpart = view.counterparts.get(place)
        alike = [j for likeness, j in near.get(place, ()) if likeness >= _ALIKE and view.free(j)]
        for first in alike if counterpart is None else [counterpart]:
            around = [j for j in _around(view.side, first) if view.free(j)]
            parts = _parts(view.whole.words(place), first, around, view.side)
            if len(parts) > 1:
                yield place, first, parts
                break


def _around(side: IndexedEdition, place: int) -> Iterator[int]:
    """The texts near a row, under the same heading: those after it, then those before it, the nearest first."""
    for step in (1, -1):
        for other in range(place + step, place + step * (_REACH + 1), step):
            near = 0 <= other < len(side.rows) and side.kinds[other] == "text"
            if near and side.headings[other] == side.headings[place]:
                yield other


def _parts(words: Sequence[str], first: int, around: Sequence[int], side: IndexedEdition) -> list[int]:
    """A row with those around it that hold what is left of a rule's words; alone where too many are left over."""
    parts = [first]
    left = _left_over(words, side.words(first)) if around else []
    for place in around:
        words_of_it = side.words(place)
        needed = max(_FEWEST, _OWN * len(words_of_it))
        now = _left_over(left, words_of_it) if _may_hold(left, words_of_it, needed) else left
        if len(left) - len(now) >= needed:
            parts, left = [*parts, place], now
    return sorted(parts) if len(left) <= (1 - _WHOLE) * len(words) else [first]


def _may_hold(words: Sequence[str], part: Sequence[str], needed: float) -> bool:
    """Whether a part could hold so many of the words: the quick answer for most."""
    kinds = set(words)
    return len(words) >= needed and sum(word in kinds for word in part) >= needed


def _left_over(words: Sequence[str], part: Sequence[str]) -> Sequence[str]:
    """The words that do not stand in a part, in their order: as one run where they do, else wherever they are."""
    whole, run = f" {' '.join(words)} ", f" {' '.join(part)} "
    if run in whole:
        return whole.replace(run, " ", 1).split()
    held = {place for start, _, size in same_runs(words, part) for place in range(start, start + size)}
    return [word for place, word in enumerate(words) if place not in held]
