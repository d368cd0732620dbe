"""Match the rows of two editions: each row has at most one counterpart in the other edition.

Each pass relies on what the pass before it found; 3 and 4 repeat until they find nothing more:

1. same words in the same place: under the same parent, under the same number, or beside rows that say the same; or the
   same number and nearly the same words, unless the parents are matched to others;
2. long titles that are nearly the same;
3. families: the rows under two matched rows, by similarity, then by their order; parents also by their children; then
   strangers: rows under other parents, which must be similar to one another and to no third row;
4. parts: rows whose words were taken out of a rule of the other edition that split, or that merged with another;
5. guesses: rules left over, with the same first words, else most similar to one another, to a rule that merged with it,
   or to one that is printed twice now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, product
from operator import itemgetter

from rules_cli.history.indexed_edition import ROOT, IndexedEdition, RowPair, Similarity
from rules_cli.history.rule_parts import PartSearch, continued

# Similarities from which two rows match, chosen on official editions years apart.
_IN_PLACE = 0.75  # under the same number: rules made on one pattern, whose keyword differs, have less
_SAME_TITLE = 0.9  # of long titles in different places: "and" for "or"
_KIN = 0.60  # in a family at first: so high that the true counterpart is seldom taken by another rule
_LEFT_OVER = 0.40  # in a family once these are matched: a rule rewritten in place keeps so many of its words
_BETWEEN = 0.28  # the same if the neighbours on both sides are matched: hardly another rule can be meant
_REMAINDER = 0.40  # the same under any parent, as a guess, if no other rule that is left over is as similar
_SAME_OPENING = 0.55  # of the first words, as a guess: of six more pairs from 0.50 on, two are wrong
_LEAD_OF_REMAINDER = 0.1  # over the next best: less finds two judged pairs more in 376, and one wrong one
_REWRITTEN = 0.25  # the same under the same number and parent, as a guess: two rules of a book share a fifth by chance
_TWIN_LEAD = 0.3  # of a rule that was printed twice over the next best: rules on one pattern have up to 0.28
_GAIN_OF_TWIN = 0.01  # of a rule's words, in the second twin only: less is a common word that returns by chance
_GAIN_OF_MERGED = 0.05  # the same of a removed rule's words, in the rule it merged with: others have up to 0.03
_STRANGERS = 0.50  # under any parents: the place says nothing for the match
_TWINS = 0.75  # the same if another row is nearly as similar: rules made on one pattern differ in few words
_CLEARLY = 0.05  # the lead over the next best row that makes a match clear: a word in twenty
_AWAY = 0.25  # the lead over a rule under the own parent that makes a rule under another its counterpart
_ORDER = 0.1  # added for each matched neighbour: decides between rows that differ in a word or two
_CHILDREN = 0.4  # of two parents: the share of matched children and half the similarity of the titles, added
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
        self.sure: set[tuple[int, int]] = set()
        self.similarity = Similarity(a, b)
        self._known_a: set[int] = set()
        self._known_b: set[int] = set()

    @cached_property
    def same_words(self) -> dict[int, int]:
        """The rows whose words occur once in either edition, each with the row that has the same."""
        a, b = self.a, self.b
        return {
            i: b.places_of[key][0]
            for key, (i, *more) in a.places_of.items()
            if not more
            and len(b.places_of.get(key, ())) == 1
            and (a.worded or a.kinds[i] == "text")  # a restated part has few headings
        }

    def pair(self, i: int, j: int, guessed: bool = False) -> None:
        """Match two rows."""
        if guessed:
            self.guessed.add(i)
        self.to[i] = j
        self.back[j] = i
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

    def is_free_a(self, i: int) -> bool:
        """Return whether a row of the older edition is not matched yet."""
        return i not in self._known_a

    def is_free_b(self, j: int) -> bool:
        """Return whether a row of the newer edition is not matched yet."""
        return j not in self._known_b

    def free_a(self, kind: str = "") -> list[int]:
        """Return the rows of the older edition that are not matched yet; only those of a kind, if one is given."""
        return [i for i, own in enumerate(self.a.kinds) if kind in ("", own) and self.is_free_a(i)]

    def free_b(self, kind: str = "") -> list[int]:
        """Return the rows of the newer edition that are not matched yet; only those of a kind, if one is given."""
        return [j for j, own in enumerate(self.b.kinds) if kind in ("", own) and self.is_free_b(j)]

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

    def same_heading(self, i: int, j: int) -> bool:
        """Return whether the headings above two rows are matched."""
        above_a = self.a.headings[i]
        return above_a != ROOT and self.to.get(above_a) == self.b.headings[j]

    def may_be_family(self, i: int, j: int) -> bool:
        """Return whether the parents of two rows are matched, or neither is matched yet."""
        above_a, above_b = self.a.parents[i], self.b.parents[j]
        return self.same_parent(i, j) or (above_a not in self.to and above_b not in self.back)

    def shared_children(self, i: int, j: int) -> float:
        """Return the share of the rows under two rows that are matched to one another."""
        under_a, under_b = self.a.children.get(i, []), self.b.children.get(j, [])
        both = sum(self.b.parents[self.to[child]] == j for child in under_a if child in self.to)
        return 2 * both / (len(under_a) + len(under_b)) if both else 0.0

    def as_contained(self, i: int, j: int) -> float:
        """Return the least similarity of two rows if one says nearly all of the other; 0.0 if neither does."""
        return _CONTAINED if (i, j) in self.sure or self.similarity.contained(i, j) else 0.0

    def confidence(self, i: int, j: int) -> float:
        """Return how sure it is that two matched rows are one rule, from 0 to 1."""
        same_parent = self.same_parent(i, j)
        if self.a.keys[i] == self.b.keys[j]:
            is_telling = same_parent or sum(self.a.bags[i].values()) >= _TELLING_WORDS
            found = 1.0 if is_telling else _SAME_FEW_WORDS
        else:
            alike = max(self.similarity.of(i, j), _FAMILY * self.shared_children(i, j), self.as_contained(i, j))
            found = round(1 - (1 - alike) * (_DOUBT_OF_KIN if same_parent else _DOUBT_OF_STRANGERS), 2)
        return min(_A_GUESS, found) if i in self.guessed else found


def match(a: IndexedEdition, b: IndexedEdition) -> Matches:
    """Match two editions. The time grows with the number of rows; rows that did not change cost little."""
    found = Matches(a, b)
    _match_in_place(found)
    _match_onwards(found, range(len(a.rows)), 1)
    _match_onwards(found, range(len(a.rows) - 1, -1, -1), -1)
    # long titles that are nearly the same, wherever they are: families would take the next best
    long_a = [i for i in found.free_a("heading") if a.lengths[i] >= _TELLING_WORDS]
    long_b = [j for j in found.free_b("heading") if b.lengths[j] >= _TELLING_WORDS]
    for pair in found.similarity.mutual_best(long_a, long_b, _SAME_TITLE):
        found.pair(pair.own, pair.other)
    for needed, needed_between in ((_KIN, _KIN), (_LEFT_OVER, _BETWEEN)):
        _match_similar(found, needed, needed_between)
        _add_parts(found)
    _match_openings(found)
    _match_same_numbers(found)
    if a.worded:
        _guess_nearest(found, found.similarity, _REMAINDER, lead_at_home=0)  # by all their words
        _merge_left_over(found)
        _add_twins(found)
        _match_continued(found)
        _doubt_rivalled(found)
    return found


def _match_continued(found: Matches) -> None:
    """Match rows that became rows of another kind, then add those that consist of words which another row lost.

    Rows of different kinds match if they have one number and title, or if the title of one is the words of the other: a
    page whose text became rules below it is a heading from then on.
    """
    free_b: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for j in found.free_b():
        free_b[tuple(found.b.words[j])].append(j)
    for i in found.free_a():
        words = tuple(found.a.words[i])
        j = found.b.places.get(found.a.rows[i].number, -1)
        alike = [j] if j in free_b.get(words, ()) else free_b.get(words, [])
        is_telling = alike == [j] or len(words) >= _TELLING_WORDS
        if len(alike) == 1 and is_telling and found.is_free_b(alike[0]):
            found.pair(i, alike[0])
            found.sure.add((i, alike[0]))
    for i, j in continued(found.a, found.b, found.to, found.split, found.free_b()):
        found.add_split(i, [j])
        found.sure.add((i, j))
    for j, i in continued(found.b, found.a, found.back, found.merged, found.free_a()):
        found.add_merged(j, [i])
        found.sure.add((i, j))


def _match_openings(found: Matches) -> None:
    """Match rules that are left over and begin alike, however they go on: a guess. Then look for their parts.

    A rule whose exceptions became sub-rules begins like the rule above these, which are its parts.
    """
    free_a, free_b = found.free_a("text"), found.free_b("text")
    if free_a and free_b:
        openings = Similarity(found.a.openings(free_a), found.b.openings(free_b))
        _guess_nearest(found, openings, _SAME_OPENING, _CLEARLY)
        _add_parts(found)


def _guess_nearest(found: Matches, similarity: Similarity, needed: float, lead_at_home: float) -> None:
    """Match rules that are left over and more similar to one another than to any other that is: a guess.

    `lead_at_home` is the lead over the next best that two rules need under matched headings.
    """
    for pair in similarity.mutual_best(found.free_a("text"), found.free_b("text"), needed):
        if pair.lead >= (lead_at_home if found.same_heading(pair.own, pair.other) else _LEAD_OF_REMAINDER):
            found.pair(pair.own, pair.other, guessed=True)


def _merge_left_over(found: Matches) -> None:
    """Add rules that are left over to the rule that is most similar to them, if that gained their words: a guess."""
    words_a, words_b, similarity = found.a.bags, found.b.bags, found.similarity
    for i, near in similarity.in_b.nearest(found.free_a("text"), needed=_REMAINDER).items():
        j = near.other
        if j not in found.back or near.lead < _CLEARLY:
            continue
        if similarity.gain(words_a[i], words_b[j], words_a[found.back[j]]) >= _GAIN_OF_MERGED:
            found.add_merged(j, [i])
            found.guessed.add(found.back[j])


def _add_twins(found: Matches) -> None:
    """Add rules that are left over to one that is printed twice now, here with one of its words, there with another.

    "A spell or ability" became "a spell" in one rule and "an ability" in the next. That is a guess.
    """
    words_a, words_b, similarity = found.a.bags, found.b.bags, found.similarity
    for j, near in similarity.in_a.nearest(found.free_b("text"), needed=_KIN).items():
        i = near.other
        if i not in found.to or near.lead < _TWIN_LEAD:
            continue
        if similarity.gain(words_a[i], words_b[j], words_b[found.to[i]]) >= _GAIN_OF_TWIN:
            found.add_split(i, [j])
            found.guessed.add(i)


def _doubt_rivalled(found: Matches) -> None:
    """Call matches guesses if the two rules have little in common, and one that is left over is nearly as similar.

    The parts of a rule that was split, each with a share of its words, are no weak matches.
    """
    a, b, similarity = found.a, found.b, found.similarity
    whole = {i: j for i, j in found.to.items() if i not in found.split and j not in found.merged}
    texts = [(i, j) for i, j in whole.items() if a.kinds[i] == "text" and a.keys[i] != b.keys[j]]
    weak = [i for i, j in texts if similarity.of(i, j) < _KIN]
    for i, rival in similarity.in_b.nearest(weak, found.free_b()).items():
        if rival.similarity > similarity.of(i, found.to[i]) - _LEAD_OF_REMAINDER:
            found.guessed.add(i)


def _match_same_numbers(found: Matches) -> None:
    """Match rows under the same number and parent that are left over: a guess, unless there are no words to compare."""
    for i in found.free_a():
        j = found.b.places.get(found.a.rows[i].number)
        if j is not None and found.may_pair(i, j) and found.same_parent(i, j):
            if not found.a.worded:
                found.pair(i, j)
            elif found.similarity.of(i, j) >= _REWRITTEN:
                found.pair(i, j, guessed=True)


# Complexity: one condition for each kind of place.
def _match_in_place(found: Matches) -> None:
    """Match rows that say the same in the same place, and rows that say nearly the same under the same number.

    Parents come before the rows under them.
    """
    a, b = found.a, found.b
    for i, key in enumerate(a.keys):
        j = found.same_words.get(i, -1)
        if not found.is_free_a(i):
            continue
        if j >= 0 and found.is_free_b(j):
            is_title = a.kinds[i] != "text"
            if is_title or found.same_number(i, j) or found.same_parent(i, j):
                found.pair(i, j)
            continue
        j = b.places.get(a.rows[i].number, -1)
        is_elsewhere = key in b.places_of or (j >= 0 and b.keys[j] in a.places_of)
        if j < 0 or is_elsewhere:
            continue
        is_in_place = found.may_pair(i, j) and found.may_be_family(i, j)
        if is_in_place and found.similarity.of(i, j) >= _IN_PLACE:
            found.pair(i, j)


def _match_onwards(found: Matches, places: Iterable[int], step: int) -> None:
    """Match each row that says the same as the row next to the counterpart of its neighbour."""
    a, b = found.a.keys, found.b.keys
    edge_a, edge_b = (-1, -1) if step == 1 else (len(a), len(b))
    for i in places:
        before = edge_b if i - step == edge_a else found.to.get(i - step)
        j = before + step if before is not None else -1
        if 0 <= j < len(b) and a[i] == b[j] and found.may_pair(i, j):
            found.pair(i, j)


def _with_rivals(found: Matches, pairs: Sequence[RowPair]) -> Iterator[RowPair]:
    """Yield pairs with the highest similarity of a third row to one of the two, matched or not.

    If the headings above the pair are matched, only rows under these count. A row that cannot match is no rival; one
    that says all of the other and more is a strong one.
    """
    in_a, in_b = found.similarity.in_a, found.similarity.in_b
    near, back = in_b.most_similar(pair.own for pair in pairs), in_a.most_similar(pair.other for pair in pairs)
    for pair in pairs:
        _, i, j, _ = pair
        rivals = [(score, i, other) for score, other in near[i] if other != j]
        rivals += [(score, other, j) for score, other in back[j] if other != i]
        at_home = found.same_heading(i, j)
        scores = [
            max(score, found.as_contained(*rival))
            for score, *rival in rivals
            if _may_be_strangers(found, *rival) and (found.same_heading(*rival) or not at_home)
        ]
        yield pair._replace(rival=max(scores, default=0.0))


def _match_similar(found: Matches, needed: float, needed_between: float) -> None:
    """Match parents, families and strangers until nothing more is found.

    `needed` is the least similarity in a family, `needed_between` the same for rows between two matches.
    """
    for _ in range(_ROUNDS):
        before = len(found.to)
        _match_parents(found)
        _match_in_place(found)
        _match_family(found, ROOT, ROOT, needed, needed_between)
        for above_a in sorted(found.a.children):  # from the top of the book downwards
            if above_a in found.to:
                _match_family(found, above_a, found.to[above_a], needed, needed_between)
        if found.a.worded:
            _match_strangers(found, may_guess=needed < _KIN and len(found.to) == before)
        if len(found.to) == before:
            return


def _match_parents(found: Matches) -> None:
    """Match rows whose children mostly are matched, the surest first. A rule's own words have to agree, too."""
    above = {(found.a.parents[i], found.b.parents[j]) for i, j in found.to.items()}
    scored = []
    for i, j in above:
        if ROOT in (i, j) or not found.may_pair(i, j):
            continue
        share, similarity = found.shared_children(i, j), found.similarity.of(i, j)
        has_own_words = found.a.kinds[i] == "text"
        if share + similarity / 2 >= _CHILDREN and (similarity >= _LEFT_OVER or not has_own_words):
            scored.append((-(share + similarity), i, j))
    for _, i, j in sorted(scored):
        if found.may_pair(i, j):
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
        near = found.similarity.in_b.most_similar(left, right)
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
    found: dict[int, int | None] = {}
    last: int | None = None
    for place in places:
        found[place] = last
        last = to.get(place, last)
    return found


def _match_strangers(found: Matches, may_guess: bool) -> None:
    """Match rows that are more similar to one another than to any other row, under any parent.

    If others are nearly as similar, or say nearly the same, it takes more, and the match is a guess.
    """
    best = found.similarity.mutual_best(
        found.free_a(), found.free_b(), _STRANGERS, lambda i, j: _may_be_strangers(found, i, j)
    )
    for pair in _with_rivals(found, best):
        similarity, i, j, rival = pair
        if max(_at_home(found, i, j), default=0.0) > similarity - _AWAY:
            continue
        is_alone = pair.lead >= _CLEARLY and (rival < _TWINS or found.same_heading(i, j))
        is_clear = is_alone or found.to.get(i - 1, -1) == j - 1 or found.to.get(i + 1, len(found.b.rows)) == j + 1
        if is_clear or (may_guess and similarity >= _TWINS and similarity >= rival):
            found.pair(i, j, guessed=not is_clear)


def _at_home(found: Matches, i: int, j: int) -> Iterator[float]:
    above_a, above_b = found.a.parents[i], found.b.parents[j]
    if above_a in found.to and found.to[above_a] != above_b:
        for other in found.b.children.get(found.to[above_a], ()):
            yield found.similarity.of(i, other) if found.may_pair(i, other) else 0.0
    if above_b in found.back and found.back[above_b] != above_a:
        for other in found.a.children.get(found.back[above_b], ()):
            yield found.similarity.of(other, j) if found.may_pair(other, j) else 0.0


def _may_be_strangers(found: Matches, i: int, j: int) -> bool:
    """Return whether two similar rows may match under any parents.

    Titles are too short to tell. A rule with rules under it became none of those.
    """
    above = found.b.parents[j]
    is_under_itself = above != ROOT and found.b.rows[above].number == found.a.rows[i].number and i in found.a.children
    return found.a.kinds[i] != "heading" and not is_under_itself


def _add_parts(found: Matches) -> None:
    split = PartSearch(found.a, found.b, found.to, found.split, found.similarity.in_a)
    for whole, parts in split.found(found.free_b("text")):
        found.add_split(whole, parts)
    merged = PartSearch(found.b, found.a, found.back, found.merged, found.similarity.in_b)
    for whole, parts in merged.found(found.free_a("text")):
        found.add_merged(whole, parts)
