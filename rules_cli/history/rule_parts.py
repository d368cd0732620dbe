"""Rules that were split or merged: where the words went that a rule of one edition lost.

`PartSearch` looks among texts. `continued` looks among rows of every kind and their notes: text of a page, a note or
a rule that became a numbered rule is a split or a merger, and nothing was removed or added.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

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
    `to` are the matches from `own` to `other`, `known` the parts that were found before; `wholes` finds rows of
    `own`."""

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
    def split_rows(self, free: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Yield each row that was split, with its parts among the free texts, the part with most of its words first.
        A text with no other words takes lost words before a text that adds some. A row without a counterpart needs
        two parts at least."""
        keys, other_keys, to = self._own.keys, self._other.keys, self._to
        texts = (place for place, kind in enumerate(self._own.kinds) if kind == "text")
        changed = [place for place in texts if place not in to or keys[place] != other_keys[to[place]]]
        wholes_of = self._wholes.sharing_most(free, changed)
        parts_of: dict[int, list[tuple[int, int]]] = defaultdict(list)

        def share(part: int) -> float:
            return self._best_whole(part, wholes_of[part])[0] / max(1, len(self._other.key_words[part]))

        for part in sorted(free, key=share, reverse=True):
            count, whole = self._best_whole(part, wholes_of[part])  # again: other parts have taken words since
            if count >= _LEAST:
                parts_of[whole].append((count, part))
                self._take(whole, self._other.key_words[part])
        for whole, parts in parts_of.items():
            taken = sum(count for count, _ in parts)
            if whole in self._to or (len(parts) > 1 and taken >= _ALL_PARTS * len(self._own.key_words[whole])):
                parts.sort(key=lambda counted: (-counted[0], counted[1]))
                yield whole, [part for _, part in parts]

    def _best_whole(self, part: int, wholes: Iterable[int]) -> tuple[int, int]:
        """Return the most words that a part has from one of the wholes, and that whole; (0, 0) without wholes."""
        return max(((self._count_from(whole, part), whole) for whole in wholes), default=(0, 0))

    def _count_from(self, whole: int, part: int) -> int:
        """Return how many words that a whole has lost are in a part; 0 if these are too small a share of it. A part
        under the heading of the whole needs fewer."""
        if whole not in self._lost:
            self._lost[whole] = self._own.key_words[whole]
            counterparts = [self._to[whole]] if whole in self._to else []
            for other in self._known.get(whole, counterparts):
                self._take(whole, self._other.key_words[other])
        words, headings = self._other.key_words[part], self._other.headings
        heading = headings[self._to[whole]] if whole in self._to else self._to.get(self._own.headings[whole])
        is_near = headings[part] == heading
        least_run, share = (_NEAR_RUN, _NEAR_SHARE) if is_near else (_FAR_RUN, _FAR_SHARE)
        runs = [size for _, _, size in same_runs(self._lost[whole], words) if size >= least_run]
        is_part = sum(runs) >= share * len(words) or (is_near and max(runs, default=0) >= _SENTENCE)
        return sum(runs) if is_part else 0

    def _take(self, whole: int, part: Sequence[str]) -> None:
        """Take the words of a part out of the lost words: the whole part if it is one run of them, else shared runs."""
        words = self._lost[whole]
        text, run = f" {' '.join(words)} ", f" {' '.join(part)} "
        if run in text:
            self._lost[whole] = text.replace(run, " ", 1).split()
            return
        runs = [range(start, start + size) for start, _, size in same_runs(words, part) if size >= _NEAR_RUN]
        shared = set(chain.from_iterable(runs))
        self._lost[whole] = [word for place, word in enumerate(words) if place not in shared]


# Complexity: first the runs that rows lost, then the free rows that consist of such runs.
def continued(
    own: IndexedEdition,
    other: IndexedEdition,
    to: Mapping[int, int],
    parts: Mapping[int, Sequence[int]],
    free: Sequence[int],
) -> Iterator[tuple[int, int]]:
    """Yield each row of `own` that lost words, with a free row of `other` that consists of such words.
    `to` are the matches from `own` to `other`, `parts` the parts of rows that split. Time linear in the changed
    words."""
    back = {place_in_other: place for place, place_in_other in to.items()}

    def texts_now(place: int) -> list[list[str]]:
        """Return the words of the counterpart of a row of `own`, or of its parts."""
        return [other.text_words[part] for part in parts.get(place, [to[place]] if place in to else [])]

    common = Counter(run for words in own.text_words for run in set(_runs(words)))
    losers: dict[_Run, int] = {}  # the row that lost each run of words which no other row had
    for place, words in enumerate(own.text_words):
        kept = texts_now(place)
        if words not in kept:
            kept_runs = {run for text in kept for run in _runs(text)}
            losers.update((run, place) for run in set(_runs(words)) - kept_runs if common[run] == 1)
    for place in free:
        words, above = other.text_words[place], back.get(other.parents[place])
        if above is not None and len(words) >= _LEAST:  # the row above had the words in one run, and no longer has it
            before, *now = (f" {' '.join(text)} " for text in (own.text_words[above], *texts_now(above)))
            run_of_all = f" {' '.join(words)} "
            if run_of_all in before and not any(run_of_all in text for text in now):
                yield above, place
                continue
        lost = _words_lost_by(words, losers)
        loser = max(lost, key=lambda row: (lost[row], -row), default=None)  # of equals, the first in the book
        if loser is not None and lost[loser] >= _SHARE * len(words):
            yield loser, place


def _runs(words: Sequence[str]) -> Iterator[_Run]:
    """Yield each run of so many words of a text that it is hardly common by chance; runs overlap."""
    for start in range(len(words) - _RUN + 1):
        yield tuple(words[start : start + _RUN])


def _words_lost_by(words: Sequence[str], losers: Mapping[_Run, int]) -> dict[int, int]:
    """Return how many of these words each row lost. Runs overlap: each word counts once for a row."""
    lost: dict[int, int] = defaultdict(int)
    counted_to: dict[int, int] = {}
    for start, run in enumerate(_runs(words)):
        if (row := losers.get(run)) is not None:
            lost[row] += start + _RUN - max(start, counted_to.get(row, 0))
            counted_to[row] = start + _RUN
    return lost
