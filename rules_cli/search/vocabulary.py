"""The words of the books that are searched: which of them a word of a question may be, by form or by mistake."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeVar
from weakref import WeakMethod

from rules_cli.search.corpora import Corpora
from rules_cli.search.corpus import Numbers, Postings
from rules_cli.search.stem_keys import stem_keys
from rules_cli.search.stems import LANGUAGES, stems_of
from rules_cli.search.thesaurus import Thesaurus, ThesaurusEntry

Answer = TypeVar("Answer")
EXACT, INFLECTED, CUT, MENDED = 1.0, 0.92, 0.8, 0.75
_SHORTEST = 3  # letters, below which nothing is an inflection, cut short or mended
_SHORTEST_CUT = 4
_MOST_CUT = 40  # words that begin alike
_MOST_MENDED = 20
_LONGEST = 100  # letters, above which nobody has written two words as one
_UNKNOWN, _LEAST_TRUST = 0.6, 0.3  # what a word weighs that nothing is known of; and that may be misspelt, at least
_REMEMBERED = 20_000
_COMMON = 20_000  # rows that hold a word
_SPARSE = 16  # times fewer rows: to look each up is quicker than to walk
_PHRASES = 64  # for words, whose rows are remembered
_POSTINGS, _SHORT = 2000, 4000  # words whose rows are remembered, and how many rows at most: some megabytes


class Vocabulary:
    """What the words of a question may be in some books; what was found for one is remembered for the next.

    A form is a step or two in a B-tree, whatever the number of rows; mending reads the list of all words once, and
    then compares a word with those of about its length, some hundred thousand in a hundredth of a second.
    """

    def __init__(self, books: Corpora, thesaurus: Thesaurus) -> None:
        self.books = books
        self.languages = books.languages
        self._thesaurus = thesaurus
        self._lengths: dict[int, list[str]] | None = None
        remember = lru_cache(maxsize=_REMEMBERED)
        self.held = remember(books.corpus.held)
        self.parts = remember(books.corpus.parts)
        self.together = lru_cache(maxsize=_PHRASES)(_weakly(self._together))
        self._postings: dict[str, tuple[Postings, Postings]] = {}
        self.stems = remember(_weakly(self._stems))
        self.forms = remember(_weakly(self._forms))
        self.said = remember(_weakly(self._said))
        self.mended = remember(_weakly(self._mended))

    def keys(self, word: str) -> tuple[str, ...]:
        """What the forms of a word go by, in any language."""
        return stem_keys(word, self.stems(word), LANGUAGES)

    def postings(self, word: str) -> tuple[Postings, Postings]:
        """The rows that hold a word themselves, and those that it only stands near to."""
        found = self._postings.get(word)
        if found is None:
            found = self.books.corpus.postings(word)
            if self.held(word) <= _SHORT and len(self._postings) < _POSTINGS:
                self._postings[word] = found
        return found

    def split(self, word: str) -> tuple[str, str] | None:
        """`textbox` → text, box, where the books have both."""
        if len(word) > _LONGEST:
            return None
        cuts = ((word[:cut], word[cut:]) for cut in range(_SHORTEST, len(word) - 2))
        return next((parts for parts in cuts if all(self.held(part) for part in parts)), None)

    def _together(self, parts: Sequence[frozenset[str]]) -> Numbers:
        """The rows that hold every part of a phrase in their own words, each in any of its forms.

        None where all its parts are so common that it tells no more than they do.
        """
        each = [[self.postings(form)[0].rows for form in sorted(forms)] for forms in parts]
        each.sort(key=lambda forms: sum(map(len, forms)))
        if sum(map(len, each[0])) > _COMMON:
            return array("I")
        rows = set(chain.from_iterable(each[0]))
        for forms in each[1:]:
            if _SPARSE * len(rows) < sum(map(len, forms)):
                rows = {row for row in rows if any(_holds(form, row) for form in forms)}
            else:
                rows.intersection_update(chain.from_iterable(forms))
        return array("I", sorted(rows))

    def _stems(self, word: str) -> str:
        return self.books.corpus.stems(word) or self._thesaurus.stems(word) or stems_of(word)

    def _stem(self, word: str, language: str) -> str:
        return dict(zip(LANGUAGES, self.stems(word).split(), strict=True)).get(language, word)

    def _forms(self, word: str, languages: Sequence[str] | None = None) -> Mapping[str, float]:
        """The words of the books that are this one, its inflections, or (for a word cut short) begin with it."""
        found = {word: EXACT} if self.held(word) else {}
        if len(word) < _SHORTEST or word.isdigit():
            return found
        for other in self.books.corpus.forms(stem_keys(word, self.stems(word), languages or self.languages)):
            found.setdefault(other, INFLECTED)
        if len(word) >= _SHORTEST_CUT:
            for other in self.books.corpus.beginning(word, _MOST_CUT):
                found.setdefault(other, CUT * len(word) / len(other))
        return found

    def _said(self, words: tuple[str, ...]) -> list[ThesaurusEntry]:
        """What players say a phrase for."""
        return self._thesaurus.said_for(words, self._stem)

    def _mended(self, word: str) -> tuple[list[tuple[str, float]], float]:
        """The words of the books, and of the names of their terms, that a misspelt word may be, likeliest first; and
        how far to trust that it is one of them, less the more of it was changed."""
        near = sorted(self._near(word), key=lambda pair: (pair[1], pair[0]))
        if not near:
            return [], _UNKNOWN
        least = near[0][1]
        found = [(other, MENDED - 0.1 * (odd - least)) for other, odd in near if odd <= least + 0.5]
        return found, max(_LEAST_TRUST, 1 - 2 * least / len(word))

    def _near(self, word: str) -> Iterator[tuple[str, float]]:
        """The words spelt nearly so, with how odd the slip would be: people get the first letter right, and mostly
        the length."""
        if len(word) < _SHORTEST or word.isdigit():
            return
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        most = 1 if len(word) < 5 else 2 if len(word) < 9 else 3
        sizes = range(len(word) - most, len(word) + most + 1)
        among = [other for size in sizes for other in self._by_length.get(size, ())]
        for other, distance, _ in process.extract(
            word, among, scorer=OSA.distance, limit=_MOST_MENDED, score_cutoff=most
        ):
            yield other, distance + 0.6 * (word[0] != other[0]) + 0.2 * abs(len(word) - len(other))

    @property
    def _by_length(self) -> dict[int, list[str]]:
        """Not a `cached_property`: before Python 3.12 that is locked, and a fork may leave it so for good."""
        if self._lengths is None:
            self._lengths = self._worked_out()
        return self._lengths

    def _worked_out(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for word in self.books.corpus.vocabulary():
            if len(word) >= _SHORTEST and not word.isdigit():
                found.setdefault(len(word), []).append(word)
        return found


def _weakly(method: Callable[..., Answer]) -> Callable[..., Answer]:
    """A method that does not keep its object, which may hold it: files stay open no longer than they are asked."""
    found = WeakMethod(method)
    return lambda *words: found()(*words)  # type: ignore[misc]


def _holds(rows: Numbers, row: int) -> bool:
    at = bisect_left(rows, row)
    return at < len(rows) and rows[at] == row
