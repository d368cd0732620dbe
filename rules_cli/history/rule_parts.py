"""Rules that were split or merged: where the words went that a rule of one edition lost.

`PartSearch` looks among texts. `continued` looks among rows of every kind and their notes: text of a page, a note or
a rule that became a numbered rule is a split or a merger, and nothing was removed or added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules_cli.history.indexed_edition import IndexedEdition, SimilarRows
from rules_cli.history.text_diff import same_runs

# A part of a rule has most of its words from it. Under the rule's own heading it may add a sentence, and only single
# words are common by chance; elsewhere so are turns of phrase.
_NEAR_RUN, _FAR_RUN = 2, 4  # words in one run that count
_NEAR_SHARE, _FAR_SHARE = 0.6, 0.8  # of the part's words
_SENTENCE = 12  # words in one run that are enough for a part under the whole's heading, however much it adds
_LEAST = 4  # words that a part has from the whole: fewer are a turn of phrase
_ALL_PARTS = 0.6  # share of a removed rule's words that its parts hold: less is a rule that was rewritten
_RUN = 7  # words in a row that are hardly common by chance
_SHARE = 0.6  # of the words of a row that another one lost: it may add a sentence

_Run = tuple[str, ...]


class PartSearch:
    """A search for rules of edition `own` whose words are in several rows of edition `other`.

    `to` are the matches from `own` to `other`, `known` the parts that were found before; `wholes` finds rows of `own`.
    """

    def __init__(
        self,
        own: IndexedEdition,
        other: IndexedEdition,
        to: Mapping[int, int],
        known: Mapping[int, Sequence[int]],
        wholes: SimilarRows,
    ) -> None:
        self._own, self._other, self._to, self._known, self._wholes = own, other, to, known, wholes
        self._lost: dict[int, Sequence[str]] = {}  # words of a row that are in no counterpart and in no part

    # Complexity: no nesting, but a comprehension for each kind of row.
    def found(self, free: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each row that lost words to free texts, with these, the one with the most words first.

        A row that holds nothing but lost words takes them before one that adds some. A row without a counterpart needs
        two parts at least.
        """
        keys, other_keys, to = self._own.keys, self._other.keys, self._to
        texts = (place for place, kind in enumerate(self._own.kinds) if kind == "text")
        changed = [place for place in texts if place not in to or keys[place] != other_keys[to[place]]]
        near = self._wholes.sharing_most(free, changed)
        parts_of: dict[int, list[tuple[int, int]]] = defaultdict(list)

        def share(part: int) -> float:
            return self._best(part, near[part])[0] / max(1, len(self._other.words[part]))

        for part in sorted(free, key=share, reverse=True):
            count, whole = self._best(part, near[part])
            if count >= _LEAST:
                parts_of[whole].append((-count, part))
                self._take(whole, self._other.words[part])
        for whole, parts in parts_of.items():
            held = -sum(count for count, _ in parts)
            if whole in self._to or (len(parts) > 1 and held >= _ALL_PARTS * len(self._own.words[whole])):
                yield whole, [part for _, part in sorted(parts)]

    def _best(self, part: int, wholes: Iterable[int]) -> tuple[int, int]:
        return max(((self._held(whole, part), whole) for whole in wholes), default=(0, 0))

    def _held(self, whole: int, part: int) -> int:
        """Return how many words a part has from a whole; 0 if they are too small a share of its words."""
        if whole not in self._lost:
            self._lost[whole] = self._own.words[whole]
            counterparts = [self._to[whole]] if whole in self._to else []
            for other in self._known.get(whole, counterparts):
                self._take(whole, self._other.words[other])
        words, headings = self._other.words[part], self._other.headings
        heading = headings[self._to[whole]] if whole in self._to else self._to.get(self._own.headings[whole])
        is_near = headings[part] == heading
        run, share = (_NEAR_RUN, _NEAR_SHARE) if is_near else (_FAR_RUN, _FAR_SHARE)
        runs = [size for _, _, size in same_runs(self._lost[whole], words) if size >= run]
        is_part = sum(runs) >= share * len(words) or (is_near and max(runs, default=0) >= _SENTENCE)
        return sum(runs) if is_part else 0

    def _take(self, whole: int, part: Sequence[str]) -> None:
        """Take the words of a part out of the lost words. If they are there in one run, only that run is taken."""
        words = self._lost[whole]
        text, run = f" {' '.join(words)} ", f" {' '.join(part)} "
        if run in text:
            self._lost[whole] = text.replace(run, " ", 1).split()
            return
        shared = {
            at for start, _, size in same_runs(words, part) if size >= _NEAR_RUN for at in range(start, start + size)
        }
        self._lost[whole] = [word for at, word in enumerate(words) if at not in shared]


# Complexity: first the runs that rows lost, then the rows that consist of them.
def continued(
    own: IndexedEdition,
    other: IndexedEdition,
    to: Mapping[int, int],
    parts: Mapping[int, Sequence[int]],
    free: Sequence[int],
) -> Iterator[tuple[int, int]]:
    """Yield each row of `own` that lost words with a free row of `other` that consists of them.

    `to` are the matches from `own` to `other`, `parts` the parts of rows that split. Time linear in the changed words.
    """
    back = {there: here for here, there in to.items()}

    def kept(place: int) -> list[list[str]]:
        return [other.said[each] for each in parts.get(place, [to[place]] if place in to else [])]

    common = Counter(run for words in own.said for run in set(_runs(words)))
    losers: dict[_Run, int] = {}  # the row that lost each run of words which no other row had
    for place, words in enumerate(own.said):
        still = kept(place)
        if words not in still:
            known = {run for each in still for run in _runs(each)}
            losers.update((run, place) for run in set(_runs(words)) - known if common[run] == 1)
    for place in free:
        words, above = other.said[place], back.get(other.parents[place])
        if above is not None and len(words) >= _LEAST:  # the row above said them in a row, and the rest of it does not
            said, *rest = (f" {' '.join(each)} " for each in (own.said[above], *kept(above)))
            run = f" {' '.join(words)} "
            if run in said and not any(run in line for line in rest):
                yield above, place
                continue
        held = _held(words, losers)
        loser = max(held, key=lambda each: (held[each], -each), default=None)
        if loser is not None and held[loser] >= _SHARE * len(words):
            yield loser, place


def _runs(words: Sequence[str]) -> Iterator[_Run]:
    for start in range(len(words) - _RUN + 1):
        yield tuple(words[start : start + _RUN])


def _held(words: Sequence[str], losers: Mapping[_Run, int]) -> dict[int, int]:
    """Return for each row that lost some of these words how many it lost."""
    found: dict[int, int] = defaultdict(int)
    end: dict[int, int] = {}
    for start, run in enumerate(_runs(words)):
        if (row := losers.get(run)) is not None:
            found[row] += start + _RUN - max(start, end.get(row, 0))
            end[row] = start + _RUN
    return found
