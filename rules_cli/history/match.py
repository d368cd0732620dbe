"""Match the rows of two editions: each row has at most one counterpart in the other edition.

Each two rows that may be one rule have a score: how similar they are, and what their places say for or against it. The
best pairs are taken first. A match changes the scores of the rows around it, so the others are scored again, round by
round, down to a limit; pairs below that and above a second limit are guesses. In between, words that a rule lost are
looked for in rows that are left over: the rule was split, or merged with another.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import itemgetter

from rules_cli.history.indexed_edition import ROOT, IndexedEdition, Scored, Similarity
from rules_cli.history.rule_parts import PartSearch, continued

# What the score of two rows adds to their similarity, set on facts judged by hand (tests/bench/editions.py).
_FAMILY = 0.15  # if their parents are matched to one another
_AWAY = -0.15  # if a parent is matched to another row
_CLEARLY = 0.05  # a lead that tells texts of different families apart, a word in twenty: with less it is a guess
_ORDER = 0.1  # for each side on which their nearest matched siblings are matched to one another
_CHILDREN = 0.8  # for all rows under them matched to one another, less for some
_BY_NUMBER = 0.3  # the similarity of texts with one number, if there are no words to compare
_CHANCE = 0.25  # of likeness at least: two rules of a book share a fifth of their words by chance
_LEAD = 0.8  # of the lead over the third row that is most similar to one of the two
_MOST_LEAD = 0.3  # rules on one pattern have less
_SAME_TITLE = 0.9  # of titles in different families: they are too short to tell, but for an "and" that became "or"
# The scores down to which pairs are taken in turn: the surest first.
_IN_PLACE = 1.3  # the same words, and something in their places that speaks for them
_LIMITS = (1.2, 1.0, 0.85, 0.7)
_REWRITTEN = 0.5  # after parts are found: a row that is left over in its place was rewritten
_GUESS = 0.45
_OPENING = 0.8  # of the similarity of first words counts in guesses: rules go on otherwise
# A row that is left over belongs to another: how similar, how far ahead, and the share of words that it alone explains.
_MERGED = (0.4, 0.05, 0.05)
_PRINTED_TWICE = (0.6, 0.3, 0.01)
_WEAK = 0.6  # a match of less similar texts is doubted if a row that is left over is nearly as similar
_RIVALRY = 0.1
# Limits of time.
_SMALL = 2500  # pairs of a family that are all compared, in milliseconds: 50 rules with 50
_MOST_EQUAL = 20  # rows with the same words that are compared with each
_FAR = 20  # siblings between two neighbours at most
_ROUNDS = 6  # official editions need up to 5; a hostile file could need one for each rule
# The confidence of a match. From SURE (0.7) on it counts as a fact.
_TELLING_WORDS = 6  # a text with fewer words often belongs to several rules
_SAME_FEW_WORDS = 0.9  # such a text under another parent: sure, but not certain
_DOUBT_OF_KIN = 0.5  # under the same parent the missing similarity counts half: 0.40 is sure
_DOUBT_OF_STRANGERS = 0.8  # under another parent only a little less than whole: 0.63 is sure
_A_GUESS = 0.6  # the most for a guess: less than SURE
_SAME_CHILDREN = 0.9  # parents with the same children are nearly as surely one as rows with the same words
_CONTAINED = 0.75  # a rule that says all of the other and more: enough to be sure under any parent


class Matches:
    """The matches found so far, by the places of rows.
    Everywhere in this module, `i` is a place in the older edition `a`, `j` a place in the newer edition `b`."""

    def __init__(self, a: IndexedEdition, b: IndexedEdition) -> None:
        self.a, self.b = a, b
        self.to: dict[int, int] = {}  # the counterpart in `b` of each matched row of `a`
        self.back: dict[int, int] = {}  # and the reverse
        self.split: dict[int, list[int]] = {}  # rows of `a` with all their parts in `b`, their counterpart among them
        self.merged: dict[int, list[int]] = {}  # rows of `b` with all their parts in `a`
        self.guessed: set[int] = set()  # rows of `a` whose counterpart is a guess
        self.sure: set[tuple[int, int]] = set()  # pairs that need no likeness
        self.similarity = Similarity(a, b)
        self._known_a: set[int] = set()  # rows of `a` that are matched, or a part of a matched row
        self._known_b: set[int] = set()  # and of `b`

    def pair(self, i: int, j: int, guessed: bool = False) -> None:
        """Match two rows; a row that is matched already gets another counterpart."""
        if guessed:
            self.guessed.add(i)
        self.to[i], self.back[j] = j, i
        self._known_a.add(i)
        self._known_b.add(j)

    def add_split(self, i: int, parts: list[int]) -> None:
        """Add parts of a rule of the older edition; its counterpart is the first of them if it has none yet."""
        self.pair(i, self.to.get(i, parts[0]))
        self.split[i] = sorted({self.to[i], *self.split.get(i, ()), *parts})
        self._known_b.update(parts)

    def add_merged(self, j: int, parts: list[int]) -> None:
        """Add parts of a rule of the newer edition; its counterpart is the first of them if it has none yet."""
        self.pair(self.back.get(j, parts[0]), j)
        self.merged[j] = sorted({self.back[j], *self.merged.get(j, ()), *parts})
        self._known_a.update(parts)

    def free_a(self, kind: str = "") -> list[int]:
        """Return the rows of the older edition that are not matched yet; only those of a kind, if one is given."""
        return [i for i, own in enumerate(self.a.kinds) if kind in ("", own) and i not in self._known_a]

    def free_b(self, kind: str = "") -> list[int]:
        """Return the rows of the newer edition that are not matched yet; only those of a kind, if one is given."""
        return [j for j, own in enumerate(self.b.kinds) if kind in ("", own) and self.is_free_b(j)]

    def is_free_b(self, j: int) -> bool:
        """Return whether a row of the newer edition is not matched yet."""
        return j not in self._known_b

    def may_pair(self, i: int, j: int) -> bool:
        """Return whether two rows are free and of one kind."""
        return i not in self._known_a and self.is_free_b(j) and self.a.kinds[i] == self.b.kinds[j]

    def same_parent(self, i: int, j: int) -> bool:
        """Return whether the parents of two rows are matched, or neither row has a parent."""
        above_a, above_b = self.a.parents[i], self.b.parents[j]
        return above_b == (ROOT if above_a == ROOT else self.to.get(above_a))

    def same_heading(self, i: int, j: int) -> bool:
        """Return whether the headings above two rows are matched."""
        above_a = self.a.headings[i]
        return above_a != ROOT and self.to.get(above_a) == self.b.headings[j]

    def shared_children(self, i: int, j: int) -> float:
        """Return which share of the rows right under two rows are matched to one another."""
        under_a, under_b = self.a.children.get(i, []), self.b.children.get(j, [])
        matched = sum(self.b.parents[self.to[child]] == j for child in under_a if child in self.to)
        return 2 * matched / (len(under_a) + len(under_b)) if matched else 0.0

    def likeness(self, i: int, j: int) -> float:
        """Return the similarity of two rows. Texts without words to compare are compared by their numbers."""
        if self.a.keys[i] == self.b.keys[j]:
            return 1.0
        if not self.a.worded and self.a.kinds[i] == "text":
            return _BY_NUMBER if self.a.rows[i].number == self.b.rows[j].number else 0.0
        return self.similarity.of(i, j)

    def confidence(self, i: int, j: int) -> float:
        """Return how sure it is that two matched rows are one rule, from 0 to 1."""
        alike = max(self.likeness(i, j), _SAME_CHILDREN * self.shared_children(i, j))
        if (i, j) in self.sure or self.similarity.contained(i, j):
            alike = max(alike, _CONTAINED)
        are_kin = self.same_parent(i, j)
        confidence = round(1 - (1 - alike) * (_DOUBT_OF_KIN if are_kin else _DOUBT_OF_STRANGERS), 2)
        if confidence == 1.0 and not are_kin and self.a.lengths[i] < _TELLING_WORDS:
            confidence = _SAME_FEW_WORDS
        return min(_A_GUESS, confidence) if i in self.guessed else confidence


class _PairScores:
    """Scores the pairs that may match, by the matches found before, and takes the best."""

    def __init__(self, found: Matches) -> None:
        self._found = found
        self._near_a: dict[int, list[Scored]] = {}  # the rows of the newer edition that are similar to one of the older
        self._near_b: dict[int, list[Scored]] = {}  # and the reverse
        self._openings: Similarity | None = None  # of the first words of texts
        self._looks_for_similar = False

    def take(self, least: float, guessed: bool = False) -> None:
        """Match the pairs with at least a score, in rounds: the best first, of equals those with the same number."""
        found, rows_a, rows_b = self._found, self._found.a.rows, self._found.b.rows
        for _ in range(_ROUNDS):
            scored = []
            for i, j in {pair for pair in self._candidates() if found.may_pair(*pair)}:
                score = self._score(i, j)
                if score >= least:
                    scored.append((-score, rows_a[i].number != rows_b[j].number, i, j))  # sorts the best first
            if not scored:
                return
            for _, tied in groupby(sorted(scored), key=itemgetter(0)):
                self._take_tied([(i, j) for _, _, i, j in tied], guessed)

    def _take_tied(self, pairs: list[tuple[int, int]], guessed: bool) -> None:
        """Match pairs with one score. If one side has more rows, it is a guess which of them get no counterpart."""
        found, rows_a, rows_b = self._found, self._found.a.rows, self._found.b.rows
        rivals_a, rivals_b = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for i, j in pairs:
            rivals_a[j].append(i)
            rivals_b[i].append(j)
        for i, j in pairs:
            if found.may_pair(i, j):
                is_clear = rows_a[i].number == rows_b[j].number or (
                    sum(found.may_pair(other, j) for other in rivals_a[j])
                    == sum(found.may_pair(i, other) for other in rivals_b[i])
                )
                found.pair(i, j, guessed or not is_clear)

    def look_for_similar(self) -> None:
        """From now on, score each row that is not matched yet also with the rows that are most similar to it."""
        found, self._looks_for_similar = self._found, True
        self._near_a = found.similarity.in_b.most_similar(found.free_a())
        self._near_b = found.similarity.in_a.most_similar(found.free_b())

    def look_for_openings(self) -> None:
        """From now on, score texts also by their first words: a rule whose exceptions became sub-rules begins like the
        rule above these."""
        free_a, free_b = self._found.free_a("text"), self._found.free_b("text")
        if not (free_a and free_b):
            return
        openings = Similarity(self._found.a.openings(free_a), self._found.b.openings(free_b))
        self._openings = openings
        _add_scored(self._near_a, openings.in_b.most_similar(free_a))
        _add_scored(self._near_b, openings.in_a.most_similar(free_b))

    # Complexity: one line for each reason to compare two rows.
    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Yield rows with the same words or number, similar rows, and the rows above and below matched rows."""
        found, a, b = self._found, self._found.a, self._found.b
        free_a, free_b = set(found.free_a()), set(found.free_b())
        for i in free_a:
            equal = b.places_of.get(a.keys[i], ())
            yield from ((i, j) for j in equal if len(equal) <= _MOST_EQUAL)
            # of many equal rows, those right before or after the counterpart of a neighbour
            beside = (found.to[i - step] + step for step in (-1, 1) if i - step in found.to)
            yield from ((i, j) for j in beside if j in free_b and a.keys[i] == b.keys[j])
        if not self._looks_for_similar:
            return  # at first only the same words: that is most rows
        yield from ((i, b.places[a.rows[i].number]) for i in free_a if a.rows[i].number in b.places)
        yield from ((i, j) for i, near in self._near_a.items() for _, j in near)
        yield from ((i, j) for j, near in self._near_b.items() for _, i in near)
        yield from ((a.parents[i], b.parents[j]) for i, j in found.to.items() if a.parents[i] in free_a)
        for above_a in {a.parents[i] for i in free_a}:
            above_b = ROOT if above_a == ROOT else found.to.get(above_a)
            children_a = free_a.intersection(a.children[above_a])
            children_b = free_b.intersection(b.children.get(above_b, ()) if above_b is not None else ())
            yield from product(children_a, children_b) if len(children_a) * len(children_b) <= _SMALL else ()

    # Complexity: one line for each thing that speaks for a pair or against it.
    def _score(self, i: int, j: int) -> float:
        """Return the score of a pair. Texts on one pattern under different parents are a guess at most."""
        found, a, b = self._found, self._found.a, self._found.b
        is_text = a.kinds[i] == "text"
        likeness, children = found.likeness(i, j), found.shared_children(i, j)
        if self._openings and is_text:
            likeness = max(likeness, _OPENING * self._openings.of(i, j))
        in_family = found.same_parent(i, j)
        is_away = not in_family and (a.parents[i] in found.to or b.parents[j] in found.back)
        is_other_title = is_away and a.kinds[i] == "heading" and likeness < _SAME_TITLE and not children
        if is_other_title or likeness + children < _CHANCE:
            return 0.0
        lead = likeness - self._rival(i, j, likeness)
        score = likeness + (_FAMILY if in_family else _AWAY if is_away else 0)
        sides_in_order = 0
        for step in (-1, 1):
            beside_a, beside_b = _beside(a, i, step, found.to), _beside(b, j, step, found.back)
            if beside_a is not None and found.to[beside_a] == beside_b:
                sides_in_order += 1
        score += _CHILDREN * children
        score += _ORDER * sides_in_order + _LEAD * max(-_MOST_LEAD, min(_MOST_LEAD, lead))
        is_pattern = is_text and lead < _CLEARLY and likeness < 1 and not (in_family or sides_in_order)
        return min(score, _GUESS) if is_pattern else score

    def _rival(self, i: int, j: int, likeness: float) -> float:
        """Return the highest likeness of either row to a third row.
        If the headings above the two are matched, only third rows under these headings count."""
        found, a, b = self._found, self._found.a, self._found.b
        if likeness == 1.0 and len(a.places_of[a.keys[i]]) + len(b.places_of[b.keys[j]]) > 2:
            return 1.0  # a third row has the same words
        near_a, near_b = self._near_a.get(i, ()), self._near_b.get(j, ())
        rivals = [(score, i, other) for score, other in near_a if other != j]
        rivals += [(score, other, j) for score, other in near_b if other != i]
        if found.same_heading(i, j):
            rivals = [rival for rival in rivals if found.same_heading(*rival[1:])]
        return max((score for score, _, _ in rivals), default=0.0)


def _add_scored(near: dict[int, list[Scored]], more: Mapping[int, Sequence[Scored]]) -> None:
    """Add the rows that are similar to each row in their first words, which count less than all words."""
    for place, scored in more.items():
        near[place] = [*near.get(place, ()), *((_OPENING * score, other) for score, other in scored)]


def _beside(edition: IndexedEdition, place: int, step: int, matched: Container[int]) -> int | None:
    """Return the nearest matched sibling of a row, before it (step -1) or after it; None if none is near."""
    siblings = edition.children[edition.parents[place]]
    own = bisect_left(siblings, place)
    beside = siblings[max(0, own - _FAR) : own][::-1] if step < 0 else siblings[own + 1 : own + 1 + _FAR]
    return next((sibling for sibling in beside if sibling in matched), None)


def match(a: IndexedEdition, b: IndexedEdition) -> Matches:
    """Match two editions. The time grows with the number of rows; rows that did not change cost little."""
    found = Matches(a, b)
    scores = _PairScores(found)
    scores.take(_IN_PLACE)
    scores.look_for_similar()
    for least in _LIMITS:
        scores.take(least)
    _add_parts(found)
    scores.take(_REWRITTEN)
    _add_parts(found)
    if a.worded:
        scores.look_for_openings()
        scores.take(_GUESS, guessed=True)
        _add_parts(found)
        _add_left_over(found)
        _match_continued(found)
        _doubt_rivalled(found)
    return found


def _add_parts(found: Matches) -> None:
    """Add the texts that have words of rules that were split, then of rules that were merged."""
    split = PartSearch(found.a, found.b, found.to, found.split, found.similarity.in_a)
    for whole, parts in split.split_rows(found.free_b("text")):
        found.add_split(whole, parts)
    merged = PartSearch(found.b, found.a, found.back, found.merged, found.similarity.in_b)
    for whole, parts in merged.split_rows(found.free_a("text")):
        found.add_merged(whole, parts)


def _add_left_over(found: Matches) -> None:
    """Add each row that is left over to the most similar row, if that has words which only the row left over explains.
    The rule was merged with another, or is printed twice now: "a spell or ability" as "a spell" and as "an ability".
    The matches of the similar rows are guesses then."""
    of_a, of_b, similarity = found.a.bags, found.b.bags, found.similarity
    least, lead, least_gain = _MERGED
    for i, near in similarity.in_b.nearest(found.free_a("text")).items():
        other_i = found.back.get(near.other)
        if other_i is None or not near.exceeds(least, lead):
            continue
        if similarity.gain(of_a[i], of_b[near.other], of_a[other_i]) >= least_gain:
            found.add_merged(near.other, [i])
            found.guessed.add(other_i)
    least, lead, least_gain = _PRINTED_TWICE
    for j, near in similarity.in_a.nearest(found.free_b("text")).items():
        other_j = found.to.get(near.other)
        if other_j is None or not near.exceeds(least, lead):
            continue
        if similarity.gain(of_a[near.other], of_b[j], of_b[other_j]) >= least_gain:
            found.add_split(near.other, [j])
            found.guessed.add(near.other)


def _match_continued(found: Matches) -> None:
    """Match rows that became rows of another kind, then add the rows that consist of words which another row lost.
    Rows of different kinds match if they have one number and title, or if the title of one is the words of the other: a
    page whose text became rules below it is a heading from then on."""
    by_words: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j in found.free_b():
        by_words[tuple(found.b.key_words[j])].append(j)
    for i in found.free_a():
        words = tuple(found.a.key_words[i])
        alike = by_words.get(words, [])
        same_number = found.b.places.get(found.a.rows[i].number, ROOT)
        if same_number in alike:
            alike = [same_number]
        is_telling = alike == [same_number] or len(words) >= _TELLING_WORDS
        if len(alike) == 1 and is_telling and found.is_free_b(alike[0]):
            found.pair(i, alike[0])
            found.sure.add((i, alike[0]))
    for i, j in continued(found.a, found.b, found.to, found.split, found.free_b()):
        found.add_split(i, [j])
        found.sure.add((i, j))
    for j, i in continued(found.b, found.a, found.back, found.merged, found.free_a()):
        found.add_merged(j, [i])
        found.sure.add((i, j))


def _doubt_rivalled(found: Matches) -> None:
    """Call a match a guess if its texts have little in common, and one that is left over is nearly as similar.
    Rules that were split or merged are not doubted: each part has only a share of the words."""
    a, b, similarity = found.a, found.b, found.similarity
    whole = [(i, j) for i, j in found.to.items() if i not in found.split and j not in found.merged]
    changed = [(i, j) for i, j in whole if a.kinds[i] == "text" and a.keys[i] != b.keys[j]]
    weak = [i for i, j in changed if similarity.of(i, j) < _WEAK]
    for i, rival in similarity.in_b.nearest(weak, found.free_b()).items():
        if rival.similarity > similarity.of(i, found.to[i]) - _RIVALRY:
            found.guessed.add(i)
