"""Words that go on: rows of one edition that consist of words which a row of the other edition lost.

The text of a page, a note or a rule that became a numbered rule is a split or a merger, and nothing was removed or
added. Rows of every kind count, and their notes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules_cli.history.indexed_edition import IndexedEdition

_RUN = 7  # words in a row that are hardly common by chance
_LEAST = 4  # words of a row that was words of the row above it: fewer are a turn of phrase
_SHARE = 0.6  # of the words of a row that another one lost: it may add a sentence of its own

_Run = tuple[str, ...]


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

    losers = _losers(own.said, kept)
    for place in free:
        words, above = other.said[place], back.get(other.parents[place])
        if above is not None and _is_lost(words, own.said[above], kept(above)):
            yield above, place
            continue
        held = _held(words, losers)
        loser = max(held, key=lambda each: (held[each], -each), default=None)
        if loser is not None and held[loser] >= _SHARE * len(words):
            yield loser, place


def _losers(said: Sequence[Sequence[str]], kept: Callable[[int], Sequence[Sequence[str]]]) -> dict[_Run, int]:
    """Return the row that lost each run of words which no other row had; `kept` returns what a row still says."""
    common = Counter(run for words in said for run in set(_runs(words)))
    found: dict[_Run, int] = {}
    for place, words in enumerate(said):
        still = kept(place)
        if words not in still:
            known = {run for each in still for run in _runs(each)}
            found.update((run, place) for run in set(_runs(words)) - known if common[run] == 1)
    return found


def _is_lost(words: Sequence[str], said: Sequence[str], kept: Sequence[Sequence[str]]) -> bool:
    """Return whether a row said some words in a row, and what is left of it does not."""
    run = f" {' '.join(words)} "
    lines = (f" {' '.join(each)} " for each in (said, *kept))
    return len(words) >= _LEAST and run in next(lines) and not any(run in line for line in lines)


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
