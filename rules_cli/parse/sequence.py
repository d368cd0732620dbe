"""The one decision of a book: which of its lines that begin with a number are rows.

Each such line is a candidate with features. A row follows another as its first child, the next sibling or
the next sibling of a row above, or less well: numbers are left out, begin again, or go back. The chain of candidates
with the highest sum of weights is the book; all others are contents, captions, quantities, items of lists or wrapped
lines. The time is n log n for n candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import groupby, pairwise
from math import log2
from typing import NamedTuple

from rules_cli.parse.candidates import Path, RowCandidate, is_first
from rules_cli.store.data_files import load_cached
from rules_cli.store.paths import data

_MOST_STRAYS = 4  # rows in one place whose numbers are misprints; more are a change log or another list
_KINDS = 3  # of parts: figures, letters, signs
_SKIPS_SEEN = 4  # numbers left out between siblings; more are a jump


@cache
def weights() -> Mapping[str, float]:
    """Return the weight of each feature of a line, and of each way in which a row follows another."""
    found: Mapping[str, float] = load_cached(data() / "parsing" / "weights.yaml")
    return found


class ChainLink(NamedTuple):
    """A row of a chain: how it follows the row before it (-1 for the first row)."""

    score: float  # the sum of the weights up to it
    before: int
    how: str


def weight(candidate: RowCandidate, weights: Mapping[str, float]) -> float:
    """Return what a candidate adds to its chain by itself."""
    return weights["row"] + sum(weights[name] * value for name, value in candidate.features.items())


def choose(candidates: Sequence[RowCandidate], weights: Mapping[str, float]) -> dict[int, str]:
    """Return the indexes of the candidates that are rows, each with how it follows the row before it. `{0: "start", 1:
    "child", 3: "next"}`: candidate 2 is no row. A row with a misprinted number is a "stray"."""
    search = _Search(candidates, weights)
    for _, same_line in groupby(range(len(candidates)), lambda index: candidates[index].at):
        search.add(list(same_line))
    chain = search.best_chain()
    found = {index: search.links[index].how for index in chain}
    paths = {candidates[index].path for index in chain}
    for before, after in pairwise([-1, *chain, len(candidates)]):
        found |= dict.fromkeys(_strays(candidates, before, after, paths, weights), "stray")
    return found


# Complexity: one condition for each sign of a misprint.
def _strays(
    candidates: Sequence[RowCandidate], before: int, after: int, paths: Set[Path], weights: Mapping[str, float]
) -> Iterator[int]:
    """Yield the candidates between two neighbours of the chain that are rows with misprinted numbers; `paths` are the
    numbers of the chain."""
    ends = [candidates[index] for index in (before, after) if 0 <= index < len(candidates)]
    between = candidates[before + 1 : after]
    if len({each.at for each in between}) > _MOST_STRAYS or any(each.is_below_title for each in between):
        return
    lines = {each.at for each in ends}
    for index, each in enumerate(between, before + 1):
        names_a_rule = each.path in paths and each.path[0] not in (end.path[0] for end in ends)
        may_be_row = len(each.path) > 1 and each.at not in lines and not names_a_rule
        if may_be_row and weight(each, weights) >= weights["stray"]:
            lines.add(each.at)
            yield index


class _Search:
    """The best chain that ends in each candidate, found from the ends before it."""

    def __init__(self, candidates: Sequence[RowCandidate], weights: Mapping[str, float]) -> None:
        self.candidates, self.weights = candidates, weights
        self.links: list[ChainLink] = []  # of each candidate that was added
        self.has_figures: list[bool] = []  # whether the chain of each candidate has a chapter that is a figure
        # The best ends of chains so far; `before` of each is its last row:
        self.best = ChainLink(0.0, -1, "start")  # of all,
        self.exact: dict[Path, ChainLink] = {}  # with each number,
        self.under: dict[Path, ChainLink] = {}  # with each number or one under it, or (part without place) of a kind,
        ranked = sorted({candidate.path for candidate in candidates})
        self.rank = {path: at + 1 for at, path in enumerate(ranked)}
        self.tree = [ChainLink(float("-inf"), -1, "")] * (len(ranked) + 1)  # and up to each rank: a Fenwick tree

    # Complexity: one comparison for each table of ends.
    def add(self, readings: Sequence[int]) -> None:
        """Link each reading of one more line to the best chain before the line, and remember its end."""
        for number in readings:
            self.links.append(self._link(self.candidates[number]))
        for number in readings:
            candidate, before = self.candidates[number], self.links[number].before
            self.has_figures.append(not candidate.path[0][0] or (before >= 0 and self.has_figures[before]))
            end = ChainLink(self.links[number].score + weight(candidate, self.weights), number, "")
            path, score, under = candidate.path, end.score, self.under
            if path not in self.exact or self.exact[path].score < score:
                self.exact[path] = end
            for length, (kind, _) in enumerate(path):
                for key in (path[: length + 1], (*path[:length], (kind,))):
                    if key not in under or under[key].score < score:
                        under[key] = end
            at = self.rank[path]
            while at < len(self.tree):
                if self.tree[at].score < end.score:
                    self.tree[at] = end
                at += at & -at
            if end.score > self.best.score:
                self.best = end

    def best_chain(self) -> list[int]:
        """Return the candidates of the best chain, from the first."""
        chain, last = list[int](), self.best.before
        while last >= 0:
            chain.append(last)
            last = self.links[last].before
        return chain[::-1]

    def _link(self, candidate: RowCandidate) -> ChainLink:
        """Return the best way in which a candidate may follow a chain."""
        weights, best = self.weights, self.best.score
        link = ChainLink(weights["start" if is_first(candidate.path) else "excerpt"], -1, "start")
        for end, how, times in self._ways(candidate):
            if end and end.score + weights[how] * times > link.score:
                link = ChainLink(end.score + weights[how] * times, end.before, how)
            if link.score >= best + weights["next"]:  # no other way can add more
                return link
        return link

    # Complexity: one case for each way in which rows follow one another.
    def _ways(self, candidate: RowCandidate) -> Iterator[tuple[ChainLink | None, str, float]]:
        """Yield the ends of chains that a candidate may follow, the likeliest first; each with the name of its weight,
        and how often that is added. None stands for a chain that does not exist."""
        path, exact, under = candidate.path, self.exact, self.under
        stem, (kind, place) = path[:-1], path[-1]
        begins = place <= 1
        if begins:
            yield exact.get(stem), "child", 1
        yield under.get((*stem, (kind, place - 1))), "next", 1
        if begins:
            for last in self._of_other_kinds(stem, kind):  # appendix A after chapter 9, and no chapter 1 after that
                is_chapter_again = last and not stem and not kind and self.has_figures[last.before]
                yield None if is_chapter_again else last, "late", 1
            if stem:  # the number above is never printed
                above, (kind_above, place_above) = stem[:-1], stem[-1]
                yield under.get((*above, (kind_above, place_above - 1))), "orphan", 1
                if place_above <= 1:
                    for last in (exact.get(above), *self._of_other_kinds(above, kind_above)):
                        yield last, "orphan", 1
        elif stem:
            yield exact.get(stem), "skip", min(1 + log2(place), 2)
        for left_out in range(1, _SKIPS_SEEN + 1):
            yield under.get((*stem, (kind, place - 1 - left_out))), "skip", 1 + log2(left_out)
        yield exact.get(path), "repeat", 1
        yield self._best_before(path), "jump", 1
        if self.best.before >= 0:
            is_part = candidate.is_below_title and candidate.is_high and is_first(path)
            yield self.best, "part" if is_part else "back", 1

    def _of_other_kinds(self, above: Path, kind: float) -> list[ChainLink | None]:
        """Return the best ends under a number whose next part is of another kind: 2.a if that of 2.1 is a figure."""
        return [self.under.get((*above, (other,))) for other in range(_KINDS) if other != kind]

    def _best_before(self, path: Path) -> ChainLink:
        """Return the best end among the numbers lower than one."""
        best, at = ChainLink(float("-inf"), -1, ""), self.rank[path] - 1
        while at:
            if self.tree[at].score > best.score:
                best = self.tree[at]
            at -= at & -at
        return best
