"""What may be meant by the words of a question, in one book: the ways to take each word, with their weights.

A word is taken as typed, inflected, cut short or run together; for the terms and words that players say it for;
and, only where the book has nothing of the kind, mended against the book's own vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules_cli.ask.snippets import words_of_text
from rules_cli.ask.stems import stems
from rules_cli.ask.stopwords import STOPWORDS
from rules_cli.ask.terms import Term, singulars
from rules_cli.ask.thesaurus import LONGEST, Said, Table, said_for
from rules_cli.store.shelf import Edition

EXACT, INFLECTED, TERM, CUT, MENDED = 1.0, 0.92, 0.88, 0.8, 0.75
_JOINT = 0.95  # a phrase for a word is a little less sure than a word
_MOST_WORDS = 40
_SHORTEST_MENDED = 3

Joint = tuple[tuple[frozenset[str], ...], float]
"""Several words that together stand for one of the question, each in any of its forms; and their weight."""


@dataclass(slots=True)
class Meaning:
    """One word (or phrase) of the question: `ways` are the book's words that may be meant, `joint` its phrases.

    `mended` says that the book has no such word and the ways are guesses at a misspelling.
    """

    word: str
    ways: dict[str, float] = field(default_factory=dict)
    joint: list[Joint] = field(default_factory=list)
    mended: bool = False

    def add(self, way: str, weight: float) -> None:
        """Let a word of the book be meant, with the best weight there is a reason for."""
        self.ways[way] = max(self.ways.get(way, 0.0), weight)


def words_of(query: str) -> list[str]:
    """The words of a question that tell something: question words are left out while others remain."""
    words = list(dict.fromkeys(words_of_text(query)))[:_MOST_WORDS]
    return [word for word in words if word not in STOPWORDS] or words


def meanings(query: str, edition: Edition, terms: Sequence[Term], tables: Sequence[Table]) -> list[Meaning]:
    """The meanings of a question's words, in the order of the question."""
    book = _Book(edition)
    found = [_as_typed(word, book) for word in words_of(query)]
    _add_thesaurus(found, words_of_text(query)[: 2 * _MOST_WORDS], book, tables)
    for term in named(terms, [one.word for one in found]):
        _add_term(found, term, book)
    for one in found:
        if not one.ways and not one.joint:
            one.mended = True
            one.ways = dict(book.mended(one.word, terms))
    return found


def named(terms: Sequence[Term], words: Sequence[str]) -> list[Term]:
    """The terms that a question names whole, by any of their names, inflected or not."""
    held = {*words, *(single for word in words for single in singulars(word))}
    return [term for term in terms if any(_content(name) and held.issuperset(_content(name)) for name in term.names())]


@lru_cache(maxsize=100_000)
def _content(name: str) -> tuple[str, ...]:
    return tuple(part for part in words_of_text(name) if part not in STOPWORDS)


def _as_typed(word: str, book: _Book) -> Meaning:
    meaning = Meaning(word)
    for way, weight in book.forms(word).items():
        meaning.add(way, weight)
    if not meaning.ways and (parts := book.split(word)):
        meaning.joint.append((tuple(frozenset({part}) for part in parts), INFLECTED))
    return meaning


def _add_thesaurus(found: list[Meaning], query: Sequence[str], book: _Book, tables: Sequence[Table]) -> None:
    """Let words and phrases of the question mean what players say them for."""
    by_word = {one.word: one for one in found}
    for size in range(1, LONGEST + 1):
        for at in range(len(query) - size + 1):
            phrase = query[at : at + size]
            said = said_for(phrase, tables)
            if not said:
                continue
            owners = [by_word[word] for word in phrase if word in by_word]
            if not owners and size > 1:  # a phrase of words that tell nothing alone: "run out", "for free"
                owners = [Meaning(" ".join(phrase))]
                found += owners
            _let_mean(owners, said, book)


def _add_term(found: Sequence[Meaning], term: Term, book: _Book) -> None:
    """Let the words of a name that players say mean the term's own name."""
    said = {part for name in term.names() for part in _content(name)}
    owners = [one for one in found if one.word in said or said & set(singulars(one.word))]
    own = (term.name, *(term.other or {}).values())
    _let_mean(owners, [Said(" ".join(words_of_text(name)), TERM, book.languages) for name in own], book)


def _let_mean(owners: Sequence[Meaning], said: Sequence[Said], book: _Book) -> None:
    """Let each word of a phrase mean other words; but not a neighbour of its own in that phrase."""
    for one in owners:
        taken = {form for other in owners if other is not one for form in (other.word, *book.forms(other.word))}
        for each in said:
            parts = [part for part in each.phrase.split() if part not in STOPWORDS]
            forms = [book.forms(part, each.languages) for part in parts]
            if not parts or not all(forms):
                continue
            if len(parts) == 1:
                for way, share in forms[0].items():
                    if share >= INFLECTED and way not in taken:
                        one.add(way, each.weight * share)
            else:
                one.joint.append((tuple(frozenset(f) for f in forms), each.weight * _JOINT))


class _Book:
    """The vocabulary of one edition, with what was asked of it remembered for the length of a question."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        language = edition.index.about["language"]
        self.languages = ("en",) if language == "en" else ("en", language)
        self._forms: dict[tuple[str, tuple[str, ...]], dict[str, float]] = {}

    def forms(self, word: str, languages: tuple[str, ...] | None = None) -> dict[str, float]:
        """The words of the book that are this one, its inflections, or (for a word cut short) begin with it."""
        key = (word, languages or self.languages)
        if key not in self._forms:
            self._forms[key] = dict(self._find_forms(*key))
        return self._forms[key]

    def _find_forms(self, word: str, languages: tuple[str, ...]) -> Iterator[tuple[str, float]]:
        if len(word) < _SHORTEST_MENDED or word.isdigit():
            if self.holds(word):
                yield word, EXACT
            return
        own = stems(word, languages)
        beginning = min(own, key=len)[: max(3, len(word) - 3)]
        single = set(singulars(word))
        for other in self.edition.ask(lambda index: index.words_beginning(beginning)):
            if other == word:
                yield other, EXACT
            elif own & stems(other, languages) or other in single:
                yield other, INFLECTED
            elif other.startswith(word) and len(word) > _SHORTEST_MENDED:
                yield other, CUT * len(word) / len(other)

    def holds(self, word: str) -> int:
        """In how many rows a word stands."""
        return self.edition.ask(lambda index: index.holds_word(word))

    def split(self, word: str) -> tuple[str, str] | None:
        """`textbox` → text, box, where the book has both."""
        cuts = ((word[:cut], word[cut:]) for cut in range(3, len(word) - 2))
        return next((parts for parts in cuts if all(self.holds(part) for part in parts)), None)

    def mended(self, word: str, terms: Sequence[Term]) -> list[tuple[str, float]]:
        """The words of the book, and those that players say for its terms, that a misspelt word may be."""
        if len(word) < _SHORTEST_MENDED or word.isdigit():
            return []
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        words = {other for other, _ in self.edition.ask(lambda index: index.vocabulary())}
        names = {part for term in terms for name in term.names() for part in words_of_text(name)}
        most = 1 if len(word) < 5 else 2 if len(word) < 9 else 3
        found = process.extract(word, sorted(words | names), scorer=OSA.distance, limit=20, score_cutoff=most)
        near = [(o, _oddity(word, o, d)) for o, d, _ in found if len(o) >= _SHORTEST_MENDED and not o.isdigit()]
        least = min((oddity for _, oddity in near), default=0.0)
        return [(other, MENDED - 0.1 * (oddity - least)) for other, oddity in near if oddity <= least + 0.5]


def _oddity(word: str, other: str, distance: float) -> float:
    """How unlikely a typo is: people get the first letter right, and mostly the length."""
    return distance + 0.6 * (word[0] != other[0]) + 0.2 * abs(len(word) - len(other))
