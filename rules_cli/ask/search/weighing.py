"""From the senses of a question to the rows that may answer it: what each row holds of each word, all rows at once.

Rare words are weighed first. Once `_WALKED` rows have been walked, the words that are left only weigh rows that are
found already: what a question costs is bounded, however long it is and however many rows there are.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from rules_cli.ask.search.senses import Joint, Sense
from rules_cli.ask.search.vocabulary import Vocabulary
from rules_cli.store.corpus import SCALE

_WALKED = 150_000
_MOST_WAYS = 24
_LIKELY = 0.1  # a way so near the likeliest is as likely
_UNKNOWN = 0.5  # what a word that the books lack weighs, of the rarest that they have

Matches = Mapping[int, int]
"""Rows, each with how well it holds a word: SCALE in its text as typed, more in a title, less where only meant."""


class Weighed(NamedTuple):
    """What rows hold of a question: for each of its senses the weight and the matches; and for each row the whole."""

    senses: Sequence[Sense]
    weights: Sequence[float]
    matches: Sequence[Matches]
    rows: Mapping[int, float]

    @property
    def total(self) -> float:
        """The weight of the whole question."""
        return sum(self.weights) or 1.0

    def best(self, count: int) -> list[int]:
        """The rows that hold most of the question, the first ones where they hold as much."""
        least = min(heapq.nlargest(count, self.rows.values()), default=0.0)
        found = [(-held, row) for row, held in self.rows.items() if held >= least]
        return [row for _, row in sorted(found)[:count]]


def weigh(senses: Sequence[Sense], vocabulary: Vocabulary, keep: AbstractSet[int] | None = None) -> Weighed:
    """What every row holds of a question; only rows to `keep`, where those are given.

    Grows with the rows that hold the question's words, up to a bound; not with the number of rows.
    """
    weights = [_weight(sense, vocabulary) for sense in senses]
    matches: list[Matches] = [{} for _ in senses]
    rows: dict[int, float] = {}
    walked = 0
    for at in sorted(range(len(senses)), key=lambda at: (-weights[at], at)):
        ways = heapq.nlargest(_MOST_WAYS, senses[at].ways.items(), key=lambda way: (way[1], way[0]))
        walked += sum(vocabulary.held(way) for way, _ in ways)
        matches[at] = _matches(ways, senses[at].joint, vocabulary, rows.keys() if rows and walked > _WALKED else keep)
        weight = weights[at] / SCALE
        for row, held in matches[at].items():
            rows[row] = rows.get(row, 0.0) + weight * held
    return Weighed(senses, weights, matches, rows)


def _weight(sense: Sense, vocabulary: Vocabulary) -> float:
    """How much a word of the question tells: the rarer the likeliest of its meanings, the more."""
    rows = vocabulary.books.rows
    if not sense.ways:
        return math.log(1 + rows) * _UNKNOWN
    best = max(sense.ways.values())
    held = max(vocabulary.held(way) for way, weight in sense.ways.items() if weight >= best - _LIKELY)
    return math.log(1 + rows / (1 + held))


def _matches(
    ways: Sequence[tuple[str, float]], joints: Sequence[Joint], vocabulary: Vocabulary, among: AbstractSet[int] | None
) -> Matches:
    """The rows that hold any of the ways to take a word, or any phrase for it: by the likeliest that is in their own
    words, else by one that stands near."""
    held: dict[int, int] = {}
    likelier = sorted(ways, key=lambda way: (way[1], way[0]))
    postings = [(weight, *vocabulary.postings(way)) for way, weight in likelier]
    for weight, _, near in postings:
        held.update(zip(near.rows, near.weights.translate(_scaled(weight)), strict=True))
    for parts, weight in sorted(joints, key=itemgetter(1)):
        held.update(dict.fromkeys(vocabulary.together(parts), round(weight * SCALE)))
    for weight, own, _ in postings:
        held.update(zip(own.rows, own.weights.translate(_scaled(weight)), strict=True))
    return held if among is None else {row: weight for row, weight in held.items() if row in among}


@lru_cache(maxsize=1000)
def _scaled(weight: float) -> bytes:
    """Every weight of a posting, times one."""
    return bytes(min(255, round(each * weight)) for each in range(256))
