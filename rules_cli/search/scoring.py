"""From the senses of a question to the rows that may answer it: what each row holds of each word, all rows at once.

Rare words are weighed first. Once `_WALKED` rows have been walked, the words that are left only weigh rows that are
found already; once `_LOOKED_UP` more have been looked up for that, the commonest are left out. So what a question costs
is bounded, however long it is and however many rows there are.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from rules_cli.search.corpus import SCALE, Postings
from rules_cli.search.query import Joint, QueryTerm
from rules_cli.search.vocabulary import Vocabulary

_WALKED = 60_000
_LOOKED_UP = 1_200_000
_MOST_WAYS = 24
_LIKELY = 0.1  # a way so near the likeliest is as likely
_DAMPED = 0.85  # a word ten times rarer tells more, but a little less than that
_UNKNOWN = 0.5  # what a word that the books lack weighs, of the rarest that they have

Rows: TypeAlias = "set[int]"
Matches = Mapping[int, int]
"""Rows, each with how well it holds a word: SCALE in its text as typed, more in a title, less where only meant."""


class Weighed(NamedTuple):
    """What rows hold of a question: for each of its senses the weight and the matches; and for each row the whole."""

    senses: Sequence[QueryTerm]
    weights: Sequence[float]
    matches: Sequence[Matches]
    rows: Mapping[int, float]
    total: float
    """The weight of the whole question."""

    def best(self, count: int) -> list[int]:
        """The rows that hold most of the question, the first ones where they hold as much."""
        least = min(heapq.nlargest(count, self.rows.values()), default=0.0)
        more = [row for row, held in self.rows.items() if held > least]
        as_much = heapq.nsmallest(count - len(more), (row for row, held in self.rows.items() if held == least))
        return [*sorted(more, key=lambda row: (-self.rows[row], row)), *as_much]


def weigh(senses: Sequence[QueryTerm], vocabulary: Vocabulary, keep: Rows | None = None) -> Weighed:
    """What every row holds of a question; only rows to `keep`, where those are given.

    Grows with the rows that hold the question's words, up to a bound; not with the number of rows.
    """
    weights = [_weight(sense, vocabulary) for sense in senses]
    matches: list[Matches] = [{} for _ in senses]
    rows: dict[int, float] = {}
    among: Rows | None = None
    walked = 0
    for at in sorted(range(len(senses)), key=lambda at: (-weights[at], at)):
        ways = _likeliest(senses[at], vocabulary)
        walked += sum(vocabulary.held(way) for way, _ in ways)
        if walked > _WALKED + _LOOKED_UP and rows:
            break
        if walked > _WALKED and rows:
            among = among or set(rows)
            ways = [(way, weight) for way, weight in ways if weight >= ways[0][1] - _LIKELY]
        found = _matches(ways, senses[at].joint, vocabulary, among)
        matches[at] = found if keep is None else {row: held for row, held in found.items() if row in keep}
        _add(rows, matches[at], weights[at] / SCALE)
    return Weighed(senses, weights, matches, rows, sum(weights) or 1.0)


def _add(rows: dict[int, float], matches: Matches, weight: float) -> None:
    if not rows:
        rows.update({row: weight * held for row, held in matches.items()})
        return
    for row, held in matches.items():
        rows[row] = rows.get(row, 0.0) + weight * held


def _likeliest(sense: QueryTerm, vocabulary: Vocabulary) -> list[tuple[str, float]]:
    """The likeliest ways to take a word, the likeliest first: no more than can be walked."""
    found: list[tuple[str, float]] = []
    walked = 0
    for way, weight in heapq.nlargest(_MOST_WAYS, sense.ways.items(), key=lambda way: (way[1], way[0])):
        walked += vocabulary.held(way)
        if not found or walked <= _WALKED:
            found.append((way, weight))
    return found


def _weight(sense: QueryTerm, vocabulary: Vocabulary) -> float:
    """How much a word of the question tells: the rarer the likeliest of its meanings, the more."""
    rows = vocabulary.books.rows
    if not sense.ways:
        return sense.trust * math.pow(math.log(1 + rows), _DAMPED) * _UNKNOWN
    best = max(sense.ways.values())
    held = max(vocabulary.held(way) for way, weight in sense.ways.items() if weight >= best - _LIKELY)
    return sense.trust * math.pow(math.log(1 + rows / (1 + held)), _DAMPED)


def _matches(
    ways: Sequence[tuple[str, float]], joints: Sequence[Joint], vocabulary: Vocabulary, among: Rows | None
) -> Matches:
    """The rows that hold any of the ways to take a word, or any phrase for it: by the likeliest that is in their own
    words, else by one that stands near. `ways` come likeliest first; `among`, where given, are all rows that count."""
    held: dict[int, int] = {}
    postings = [(weight, *vocabulary.postings(way)) for way, weight in reversed(ways)]
    for weight, _, near in postings:
        held.update(_scaled(near, weight, among))
    for parts, weight in sorted(joints, key=itemgetter(1)):
        rows = vocabulary.together(parts)
        held.update(dict.fromkeys(rows if among is None else among.intersection(rows), round(weight * SCALE)))
    for weight, own, _ in postings:
        held.update(_scaled(own, weight, among))
    return held


def _scaled(postings: Postings, weight: float, among: Rows | None) -> Iterable[tuple[int, int]]:
    """The rows of postings with their weights times one. Where only some rows count, each has the weight of a row of
    common length: to look each up would take longer than it is worth."""
    if among is None:
        return zip(postings.rows, postings.weights.translate(_scale(weight)), strict=True)
    common = postings.weights[len(postings.weights) // 2] if postings.weights else 0
    return dict.fromkeys(among.intersection(postings.rows), round(common * weight)).items()


@lru_cache(maxsize=1000)
def _scale(weight: float) -> bytes:
    """Every weight of a posting, times one."""
    return bytes(min(255, round(each * weight)) for each in range(256))
