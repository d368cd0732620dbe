"""Match the rows of two editions: each row has at most one counterpart in the other edition.

Each pass relies on what the pass before it found; 2 and 3 repeat until they find nothing more:

1. same words: rows whose text occurs once in either edition, then the rows beside them that say the same;
2. families: the rows under two matched rows, by similarity, then by their order; parents also by their children;
3. strangers: rows under other parents, which must be similar to one another and to no third row;
4. splits: rules whose words are in several rows of the other edition.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, product
from operator import itemgetter

from rules_cli.history.indexed_edition import ROOT, IndexedEdition, Scored, Similarity
from rules_cli.history.text_diff import same_runs

# Similarities from which two rows match, chosen on official editions years apart.
_KIN = 0.60  # in a family at first: so high that the true counterpart is seldom taken by another rule
_LEFT_OVER = 0.40  # in a family once these are matched: a rule rewritten in place keeps so many of its words
_BETWEEN = 0.28  # the same if the neighbours on both sides are matched: hardly another rule can be meant
_STRANGERS = 0.50  # under any parents: the place says nothing for the match
_TWINS = 0.75  # the same if another row is nearly as similar: rules made on one pattern differ in few words
_CLEARLY = 0.05  # the lead over the next best row that makes a match clear: a word in twenty
_ORDER = 0.1  # added for each matched neighbour: decides between rows that differ in a word or two
_CHILDREN = 0.4  # of two parents: the share of matched children and half the similarity of the titles, added
# How a rule is found whose words are in several rows of the other edition.
_ALL_PARTS = 0.7  # share of a rule's words that its parts hold together: a split is often a revision, too
_OF_PART = 0.6  # share of a part's words that it has from the rule: most of it, but it may add a sentence
_ALIKE = 0.3  # similarity of a rule without a counterpart and its first part, which may hold a third of its words
_REACH = 10  # rows before and after the counterpart: parts are printed together, a few sub-rules apart
# Limits of time.
_SMALL = 2500  # pairs of a family that are all compared, in milliseconds: 50 rules with 50
_ROUNDS = 6  # official editions need up to 5; a hostile file could need one for each rule
# The confidence of a match. From SURE (0.7) on it counts as a fact.
_TELLING_WORDS = 6  # a text with fewer words often belongs to several rules
_SAME_FEW_WORDS = 0.9  # such a text under another parent: sure, but not certain
_DOUBT_OF_KIN = 0.5  # under the same parent the missing similarity counts half: 0.40 is sure
_DOUBT_OF_STRANGERS = 0.8  # under another parent only a little less than whole: 0.63 is sure
_A_GUESS = 0.6  # the most for one of several equal candidates: less than SURE
_FAMILY = 0.9  # parents with the same children are nearly as surely one as rows with the same words
_CONTAINED = 0.75  # a rule that says all of the other and more: enough to be sure under any parent


class Matches:
    """The matches found so far, by place: `to` the newer edition, `back` to the older.

    `split` are rows of the older edition with all their parts in the newer, their counterpart among them; `merged` the
    reverse. `guessed` are rows of the older edition whose counterpart is one of several equally good ones.
    """

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self.a, self.b = a, b
        self.to: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.split: dict[int, list[int]] = {}
        self.merged: dict[int, list[int]] = {}
        self.guessed: set[int] = set()
        self.similarity = Similarity(a, b)
        self._known_a: set[int] = set()
        self._known_b: set[int] = set()

    def pair(self, i: int, j: int, guessed: bool = False) -> None:
        """Match two rows."""
        if guessed:
            self.guessed.add(i)
        self.to[i] = j
        self.back[j] = i
        self._known_a.add(i)
        self._known_b.add(j)

    def add_split(self, i: int, first: int, parts: list[int]) -> None:
        """Match a row of the older edition with several of the newer."""
        self.pair(i, first)
        self.split[i] = parts
        self._known_b.update(parts)

    def add_merged(self, j: int, first: int, parts: list[int]) -> None:
        """Match a row of the newer edition with several of the older."""
        self.pair(first, j)
        self.merged[j] = parts
        self._known_a.update(parts)

    def is_free_a(self, i: int) -> bool:
        """Return whether a row of the older edition is not matched yet."""
        return i not in self._known_a

    def is_free_b(self, j: int) -> bool:
        """Return whether a row of the newer edition is not matched yet."""
        return j not in self._known_b

    def free_a(self) -> list[int]:
        """Return the rows of the older edition that are not matched yet."""
        return [i for i in range(len(self.a.rows)) if self.is_free_a(i)]

    def free_b(self) -> list[int]:
        """Return the rows of the newer edition that are not matched yet."""
        return [j for j in range(len(self.b.rows)) if self.is_free_b(j)]

    def may_pair(self, i: int, j: int) -> bool:
        """Return whether two rows are free and of one kind."""
        return self.is_free_a(i) and self.is_free_b(j) and self.a.kinds[i] == self.b.kinds[j]

    def same_number(self, i: int, j: int) -> bool:
        """Return whether two rows have the same number."""
        return self.a.rows[i].number == self.b.rows[j].number

    def same_parent(self, i: int, j: int) -> bool:
        """Return whether the parents of two rows are matched."""
        above_a, above_b = self.a.parents[i], self.b.parents[j]
        return above_b == (ROOT if above_a == ROOT else self.to.get(above_a))

    def beside_match(self, i: int, j: int) -> bool:
        """Return whether the rows before two rows are matched, or those after them."""
        return self.to.get(i - 1, -1) == j - 1 or self.to.get(i + 1, len(self.b.rows)) == j + 1

    def shared_children(self, i: int, j: int) -> float:
        """Return the share of the rows under two rows that are matched to one another."""
        under_a, under_b = self.a.children.get(i, []), self.b.children.get(j, [])
        both = sum(self.b.parents[self.to[child]] == j for child in under_a if child in self.to)
        return 2 * both / (len(under_a) + len(under_b)) if both else 0.0

    def confidence(self, i: int, j: int) -> float:
        """Return how sure it is that two matched rows are one rule, from 0 to 1."""
        same_parent = self.same_parent(i, j)
        if self.a.keys[i] == self.b.keys[j]:
            is_telling = same_parent or sum(self.a.bags[i].values()) >= _TELLING_WORDS
            found = 1.0 if is_telling else _SAME_FEW_WORDS
        else:
            contained = _CONTAINED if self.similarity.contained(i, j) else 0.0
            alike = max(self.similarity.of(i, j), _FAMILY * self.shared_children(i, j), contained)
            found = round(1 - (1 - alike) * (_DOUBT_OF_KIN if same_parent else _DOUBT_OF_STRANGERS), 2)
        return min(_A_GUESS, found) if i in self.guessed else found


def match(a: IndexedEdition, b: IndexedEdition) -> Matches:
    """Match two editions. The time grows with the number of rows; rows that did not change cost little."""
    found = Matches(a, b)
    _match_same_words(found)
    for needed, needed_between in ((_KIN, _KIN), (_LEFT_OVER, _BETWEEN)):
        _match_similar(found, needed, needed_between)
        _match_splits(found)
    if not a.worded:  # no words to compare: the same number under the same parent is the best guess
        for i in found.free_a():
            j = b.places.get(a.rows[i].number)
            if j is not None and found.may_pair(i, j) and found.same_parent(i, j):
                found.pair(i, j)
    return found


def _match_same_words(found: Matches) -> None:
    """Match rows that say what no other row says; then, going on from these, neighbours that say the same."""
    only_a, only_b = _only_once(found.a.keys), _only_once(found.b.keys)
    for key, i in only_a.items():
        if key in only_b and (found.a.worded or found.a.kinds[i] == "text"):  # a restated part has few headings
            found.pair(i, only_b[key])
    _match_onwards(found, range(len(found.a.rows)), 1)
    _match_onwards(found, range(len(found.a.rows) - 1, -1, -1), -1)


def _only_once(keys: Sequence[str]) -> dict[str, int]:
    times = Counter(keys)
    return {key: place for place, key in enumerate(keys) if times[key] == 1}


def _match_onwards(found: Matches, places: Iterable[int], step: int) -> None:
    """Match each row that says the same as the row next to the counterpart of its neighbour."""
    a, b = found.a.keys, found.b.keys
    edge_a, edge_b = (-1, -1) if step == 1 else (len(a), len(b))
    for i in places:
        before = edge_b if i - step == edge_a else found.to.get(i - step)
        j = before + step if before is not None else -1
        if 0 <= j < len(b) and a[i] == b[j] and found.may_pair(i, j):
            found.pair(i, j)


def _match_similar(found: Matches, needed: float, needed_between: float) -> None:
    """Match parents, families and strangers until nothing more is found.

    `needed` is the least similarity in a family, `needed_between` the same for rows between two matches.
    """
    for _ in range(_ROUNDS):
        before = len(found.to)
        _match_parents(found)
        _match_family(found, ROOT, ROOT, needed, needed_between)
        for above_a in sorted(found.a.children):  # from the top of the book downwards
            if above_a in found.to:
                _match_family(found, above_a, found.to[above_a], needed, needed_between)
        if found.a.worded:
            _match_strangers(found)
        if len(found.to) == before:
            return


def _match_parents(found: Matches) -> None:
    """Match rows whose children mostly are matched, the surest first."""
    above = {(found.a.parents[i], found.b.parents[j]) for i, j in found.to.items()}
    shares = {(i, j): found.shared_children(i, j) for i, j in above if ROOT not in (i, j) and found.may_pair(i, j)}
    for (i, j), share in sorted(shares.items(), key=lambda pair: (-pair[1], pair[0])):
        if found.may_pair(i, j) and share + found.similarity.of(i, j) / 2 >= _CHILDREN:
            found.pair(i, j)


def _match_family(found: Matches, above_a: int, above_b: int, needed: float, needed_between: float) -> None:
    """Match the rows under two matched rows, the most similar first."""
    left = list(filter(found.is_free_a, found.a.children.get(above_a, ())))
    right = list(filter(found.is_free_b, found.b.children.get(above_b, ())))
    if not left or not right:
        return
    order = _FamilyOrder(found, above_a, above_b)
    candidates: Iterable[tuple[int, int]] = product(left, right)
    if len(left) * len(right) > _SMALL:
        near = found.similarity.from_a.among(left, right)
        candidates = ((i, j) for i, best in near.items() for _, j in best)
    scored = []
    for i, j in candidates:
        similarity, agreeing = found.similarity.of(i, j), order.agreeing_sides(i, j)
        if found.may_pair(i, j) and similarity >= (needed_between if agreeing == 2 else needed):
            scored.append((-(similarity + _ORDER * agreeing), i, j))
    for _, tied in groupby(sorted(scored), key=itemgetter(0)):
        _match_tied(found, [(i, j) for _, i, j in tied])


def _match_tied(found: Matches, pairs: Sequence[tuple[int, int]]) -> None:
    """Match pairs that are equally good: those with the same number first, then in the order of print.

    If one side has more rows than the other, it is a guess which of them is left out.
    """
    rivals_a: dict[int, list[int]] = defaultdict(list)
    rivals_b: dict[int, list[int]] = defaultdict(list)
    for i, j in pairs:
        rivals_a[j].append(i)
        rivals_b[i].append(j)
    for i, j in sorted(pairs, key=lambda pair: not found.same_number(*pair)):
        if found.may_pair(i, j):
            as_many = sum(map(found.is_free_a, rivals_a[j])) == sum(map(found.is_free_b, rivals_b[i]))
            found.pair(i, j, guessed=not (as_many or found.same_number(i, j)))


class _FamilyOrder:
    """The place of the rows of two families among those already matched."""

    def __init__(self, found: Matches, above_a: int, above_b: int) -> None:
        a, b = found.a.children.get(above_a, []), found.b.children.get(above_b, [])
        in_b = {j: j for j in b if j in found.back}
        self._before_a, self._after_a = _nearest_matched(a, found.to), _nearest_matched(a[::-1], found.to)
        self._before_b, self._after_b = _nearest_matched(b, in_b), _nearest_matched(b[::-1], in_b)

    def agreeing_sides(self, i: int, j: int) -> int:
        """Return on how many sides the nearest matched rows of two rows are matched to one another."""
        return (self._before_a[i] == self._before_b[j]) + (self._after_a[i] == self._after_b[j])


def _nearest_matched(places: Sequence[int], to: dict[int, int]) -> dict[int, int | None]:
    """Return for each row the counterpart of the last matched row before it."""
    found: dict[int, int | None] = {}
    last: int | None = None
    for place in places:
        found[place] = last
        last = to.get(place, last)
    return found


def _match_strangers(found: Matches) -> None:
    """Match rows that are more similar to one another than to any other row, under any parent.

    If others are nearly as similar, it takes more, and the match is a guess.
    """
    best = {i: near for i, near in found.similarity.from_a.among_all(found.free_a()).items() if near}
    back = found.similarity.from_b.among_all({near[0][1] for near in best.values()} - found.back.keys())
    for i in sorted(best, key=lambda i: (-best[i][0][0], i)):
        similarity, j = best[i][0]
        if not found.may_pair(i, j) or not back[j] or back[j][0][1] != i:
            continue
        next_best = max((score for score, _ in (*best[i][1:2], *back[j][1:2])), default=0.0)
        is_clear = similarity - next_best >= _CLEARLY or found.beside_match(i, j)
        if similarity >= (_STRANGERS if is_clear else _TWINS):
            found.pair(i, j, guessed=not is_clear)


def _match_splits(found: Matches) -> None:
    """Match rules that were split or merged."""
    near = found.similarity.from_a.among(found.free_a(), found.free_b())
    splits = SplitSearch(found.a, found.b, found.to, found.split, found.is_free_b, near)
    for i, first, parts in splits.found():
        found.add_split(i, first, parts)
    near = found.similarity.from_b.among(found.free_b(), found.free_a())
    merges = SplitSearch(found.b, found.a, found.back, found.merged, found.is_free_a, near)
    for j, first, parts in merges.found():
        found.add_merged(j, first, parts)


@dataclass(frozen=True, slots=True)
class SplitSearch:
    """A search for rules of edition `own` whose words are in several rows of edition `other`, near one another.

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
            starts = [other for score, other in self.near.get(place, ()) if score >= _ALIKE and self.is_free(other)]
            if place in self.counterparts:
                starts = [self.counterparts[place]]
            for first in starts:
                parts = self._parts(place, first)
                if len(parts) > 1:
                    yield place, first, parts
                    break

    def _parts(self, place: int, first: int) -> list[int]:
        """Return the first part and those around it that hold the rest of a rule's words; `first` alone if none do."""
        words = self.own.words[place]
        around = self._around(first)
        parts = [first]
        left = _left_over(words, self.other.words[first]) if around else []
        for other in around:
            part = self.other.words[other]
            needed = max(1, _OF_PART * len(part))
            now = _left_over(left, part) if _may_contain(left, part, needed) else left
            if len(left) - len(now) >= needed:
                parts.append(other)
                left = now
        return sorted(parts) if len(left) <= (1 - _ALL_PARTS) * len(words) else [first]

    def _around(self, place: int) -> list[int]:
        """Return the free texts near a row and under the same heading: first those after it, then those before it."""
        side, end = self.other, len(self.other.rows)
        after, before = range(place + 1, min(place + _REACH + 1, end)), range(place - 1, max(place - _REACH, 0) - 1, -1)
        return [
            other
            for other in chain(after, before)
            if side.kinds[other] == "text" and side.headings[other] == side.headings[place] and self.is_free(other)
        ]


def _may_contain(words: Sequence[str], part: Sequence[str], needed: float) -> bool:
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
