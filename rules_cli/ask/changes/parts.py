"""Rules split and merged: the words of one row of an edition stand in several neighbours of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules_cli.ask.changes.matching import Matching
from rules_cli.ask.changes.sides import Side

_WHOLE = 0.7  # the share of a rule's words that its parts hold together
_OWN = 0.6  # the share of a part's words that it has from the rule and no other part has
_FEWEST = 3  # words that make a part
_REACH = 6  # rows on either side of the counterpart where a part may stand


def splits(found: Matching) -> dict[int, list[int]]:
    """Rows of the older edition with the rows of the newer that hold their words: their counterpart and others, in
    order, which had no counterpart of their own."""
    return dict(_splits(found.a, found.b, found.to, found.back))


def merges(found: Matching) -> dict[int, list[int]]:
    """Rows of the newer edition with the rows of the older whose words they hold."""
    return dict(_splits(found.b, found.a, found.back, found.to))


def _splits(
    whole: Side, parts: Side, to: Mapping[int, int], back: Mapping[int, int]
) -> Iterator[tuple[int, list[int]]]:
    taken: set[int] = set()
    for i in sorted(to):
        if whole.kinds[i] == "text" and whole.keys[i] != parts.keys[to[i]]:
            free = [j for j in _around(parts, to[i], back) if j not in taken]
            held = _held(whole.words(i), to[i], free, parts) if free else []
            if len(held) > 1:
                taken.update(held)
                yield i, held


def _around(side: Side, place: int, matched: Mapping[int, int]) -> Iterator[int]:
    """The rows next to a row, after it and then before it, that have no counterpart, up to the first that has."""
    for step in (1, -1):
        for far in range(1, _REACH + 1):
            other = place + step * far
            if not 0 <= other < len(side.rows) or other in matched or side.kinds[other] != "text":
                break
            yield other


def _held(words: Sequence[str], first: int, free: Sequence[int], side: Side) -> list[int]:
    """The counterpart with those of the free rows that add to what it holds of a rule's words, in order."""
    parts, covered = [first], _covered(words, [first], side)
    for place in free:
        with_it = sorted([*parts, place])
        gain = _covered(words, with_it, side) - covered
        if gain >= max(_FEWEST, _OWN * _length(place, side)):
            parts, covered = with_it, covered + gain
    return parts if covered >= _WHOLE * len(words) else [first]


def _length(place: int, side: Side) -> int:
    return len(side.words(place))


def _covered(words: Sequence[str], places: Sequence[int], side: Side) -> int:
    """How many of the words stand in some rows, in the order of print."""
    from rapidfuzz.distance import LCSseq

    return int(LCSseq.similarity(words, [word for place in places for word in side.words(place)]))
