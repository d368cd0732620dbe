"""Which row of the newer edition is which of the older: each row has one counterpart at most.

Three ways, each relying on what the one before found, again and again until nothing more is found:

1. the same words: rows that say what no other row of either edition says, and rows beside them that say the same;
2. families: the rows under one matched row, by likeness, in their order;
3. strangers: rows that went elsewhere, by likeness alone, which must then be great.

A parent is known by its children too.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rules_cli.history.indexed_edition import ROOT, IndexedEdition
from rules_cli.history.match_state import MatchState
from rules_cli.history.splits import find_parts

_KIN = 0.60  # as alike as two rows under one matched row must be
_LEFT_OVER = 0.40  # the same, once all that are more alike are matched
_BETWEEN = 0.28  # the same, where the rows on both sides are matched to one another
_STRANGERS = 0.50  # as two rows that went elsewhere
_TWINS = 0.75  # the same, where others are as much like them
_CLEARLY = 0.05  # how much better than the next best
_CHILDREN = 0.4  # the share of children in common that makes two parents one
_ORDER = 0.1  # what each neighbour adds that is matched to the other's neighbour
_SMALL = 2500  # pairs in a family that are few enough to look at each
_ROUNDS = 6
_DIGITS = 6  # of a likeness: two that differ in less are the same


def match(a: IndexedEdition, b: IndexedEdition) -> MatchState:
    """The counterparts of two editions. Time grows with the number of rows, and little with those unchanged."""
    found = MatchState(a, b)
    _same_words(found)
    for needed in (_KIN, _LEFT_OVER):
        _until_nothing_more(found, needed)
        find_parts(found)
    if not a.worded:
        _same_numbers(found)
    return found


def _same_numbers(found: MatchState) -> None:
    """Where one edition has no words to compare, a number that stands under the same row is the best guess."""
    for i in found.left_a():
        j = found.b.places.get(found.a.rows[i].number)
        if j is not None and found.free(i, j) and found.kin(i, j):
            found.pair(i, j)


def _until_nothing_more(found: MatchState, needed: float) -> None:
    for _ in range(_ROUNDS):
        before = len(found.to)
        _parents(found)
        _families(found, needed)
        if found.a.worded:
            _strangers(found)
        if len(found.to) == before:
            return


def _same_words(found: MatchState) -> None:
    """Rows that say what only they say; then, from these outwards, rows in the same order that say the same."""
    only_a, only_b = _only_once(found.a.keys), _only_once(found.b.keys)
    for key, i in only_a.items():
        if key in only_b and (found.a.worded or found.a.kinds[i] == "text"):  # a part of a book has few headings
            found.pair(i, only_b[key])
    _spread(found, range(len(found.a.rows)), 1)
    _spread(found, range(len(found.a.rows) - 1, -1, -1), -1)


def _only_once(keys: list[str]) -> dict[str, int]:
    times = Counter(keys)
    return {key: place for place, key in enumerate(keys) if times[key] == 1}


def _spread(found: MatchState, places: Iterable[int], step: int) -> None:
    a, b = found.a.keys, found.b.keys
    for i in places:
        before = found.to.get(i - step, None if 0 <= i - step < len(a) else (-1 if step == 1 else len(b)))
        j = before + step if before is not None else -1
        if 0 <= j < len(b) and a[i] == b[j] and found.free(i, j):
            found.pair(i, j)


def _parents(found: MatchState) -> None:
    """Rows not yet matched whose children mostly are, to one another; the surest first."""
    above = {(found.a.parents[i], found.b.parents[j]) for i, j in found.to.items()}
    shares = {(i, j): found.share(i, j) for i, j in above if ROOT not in (i, j) and found.free(i, j)}
    for (i, j), share in sorted(shares.items(), key=lambda pair: (-pair[1], pair[0])):
        if found.free(i, j) and share + found.likeness.of(i, j) / 2 >= _CHILDREN:
            found.pair(i, j)


def _families(found: MatchState, needed: float) -> None:
    """The rows under matched rows, from the top of the book downwards."""
    _family(found, ROOT, ROOT, needed)
    for above_a in sorted(found.a.children):
        if above_a in found.to:
            _family(found, above_a, found.to[above_a], needed)


def _family(found: MatchState, above_a: int, above_b: int, needed: float) -> None:
    left = [i for i in found.a.children.get(above_a, ()) if found.free_a(i)]
    right = [j for j in found.b.children.get(above_b, ()) if found.free_b(j)]
    if not left or not right:
        return
    few = len(left) * len(right) <= _SMALL
    near = {} if few else found.likeness.nearest(left, right)
    pairs = ((i, j) for i in left for j in (right if few else [j for _, j in near[i]]))
    order = _Order(found, above_a, above_b)
    scored = []
    for i, j in pairs:
        likeness, agrees = found.likeness.of(i, j), order.agrees(i, j)
        if found.free(i, j) and likeness >= (_BETWEEN if agrees == 2 and needed < _KIN else needed):
            scored.append((round(likeness + _ORDER * agrees, _DIGITS), i, j))
    for _, tied in groupby(sorted(scored, key=lambda each: (-each[0], each[1], each[2])), key=lambda each: each[0]):
        _pair_tied(found, [(i, j) for _, i, j in tied])


def _pair_tied(found: MatchState, pairs: Sequence[tuple[int, int]]) -> None:
    """Pairs of which each is as good as the others: those of one number first, then in the order of print.

    Where there are more rows on one side than on the other, which of them it is, is a guess.
    """
    rivals_a: dict[int, list[int]] = defaultdict(list)
    rivals_b: dict[int, list[int]] = defaultdict(list)
    for i, j in pairs:
        rivals_a[j].append(i)
        rivals_b[i].append(j)
    for i, j in sorted(pairs, key=lambda pair: not found.same_number(*pair)):
        if found.free(i, j):
            as_many = sum(map(found.free_a, rivals_a[j])) == sum(map(found.free_b, rivals_b[i]))
            found.pair(i, j)
            if not (as_many or found.same_number(i, j)):
                found.guessed.add(i)


class _Order:
    """Where the rows of one family stand among those already matched."""

    def __init__(self, found: MatchState, above_a: int, above_b: int) -> None:
        a, b = found.a.children.get(above_a, []), found.b.children.get(above_b, [])
        self._before_a = dict(_nearest_matched(a, found.to))
        self._after_a = dict(_nearest_matched(a[::-1], found.to))
        themselves = {j: j for j in b if j in found.back}
        self._before_b = dict(_nearest_matched(b, themselves))
        self._after_b = dict(_nearest_matched(b[::-1], themselves))

    def agrees(self, i: int, j: int) -> int:
        """On how many sides the nearest matched rows of two rows are one another's counterparts."""
        return (self._before_a[i] == self._before_b[j]) + (self._after_a[i] == self._after_b[j])


def _nearest_matched(places: Iterable[int], matched: dict[int, int]) -> Iterator[tuple[int, int | None]]:
    last: int | None = None
    for place in places:
        yield place, last
        last = matched.get(place, last)


def _strangers(found: MatchState) -> None:
    """Rows that are like each other, and like no other row nearly as much, wherever they stand.

    Where others are as much like them, a row takes the one that is most, but that is a guess.
    """
    best = {i: near for i, near in found.likeness.nearest(found.left_a()).items() if near}
    back = found.likeness.nearest_back({near[0][1] for near in best.values()} - found.back.keys())
    for i in sorted(best, key=lambda i: (-best[i][0][0], i)):
        likeness, j = best[i][0]
        if not found.free(i, j) or not back[j] or back[j][0][1] != i:
            continue
        rival = max([0.0, *(score for near in (best[i], back[j]) for score, _ in near[1:2])])
        clear = likeness - rival >= _CLEARLY or found.beside(i, j)
        if likeness >= (_STRANGERS if clear else _TWINS):
            found.pair(i, j)
            if not clear:
                found.guessed.add(i)
