"""What may be meant by the words of a question, in some books: the ways to take each word, with their weights.

A word is taken as typed, inflected, cut short or run together; for the terms and words that players say it for;
and, only where the books have nothing of the kind, mended against their own vocabulary.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from rules_cli.search.corpus import CorpusTerm
from rules_cli.search.stem_keys import content_words
from rules_cli.search.stopwords import STOPWORDS
from rules_cli.search.thesaurus import LONGEST, ThesaurusEntry
from rules_cli.search.vocabulary import INFLECTED, Vocabulary
from rules_cli.text import words_of_text

_TERM = 0.88
_JOINT = 0.95  # a phrase for a word is a little less sure than a word
_MOST_WORDS = 32
_MOST_READ = 2 * _MOST_WORDS  # the words that tell nothing among them
_MOST_NAMED = 60

Joint = tuple[tuple[frozenset[str], ...], float]
"""Several words that together stand for one of the question, each in any of its forms; and their weight."""


class QueryTerm:
    """One word (or phrase) of the question: `ways` are the books' words that may be meant, `joint` their phrases,
    `keys` what the names of terms may have it by, each with its weight.

    `mended` says that the books have no such word and the ways are guesses at a misspelling, `trust` how good ones.
    """

    __slots__ = ("joint", "keys", "mended", "trust", "ways", "word")

    def __init__(self, word: str, ways: Mapping[str, float] | None = None, keys: Iterable[str] = ()) -> None:
        self.word = word
        self.ways = dict(ways or {})
        self.joint: list[Joint] = []
        self.keys = dict.fromkeys(keys, 1.0)
        self.mended = False
        self.trust = 1.0

    def add(self, way: str, weight: float) -> None:
        """Let a word of the books be meant, with the best weight there is a reason for."""
        self.ways[way] = max(self.ways.get(way, 0.0), weight)


class MatchedTerm(NamedTuple):
    """A term that a question names: by which of its names, by which words of the question, how surely (below 1 where
    they were mended), and whether the question is that name and nothing else."""

    name: str
    term: CorpusTerm
    owners: tuple[QueryTerm, ...]
    sure: float
    whole: bool


def words_of(query: str) -> tuple[str, ...]:
    """The words of a question that tell something: question words are left out while others remain."""
    return content_words(words_of_text(query)[:_MOST_READ])[:_MOST_WORDS]


def understand(query: str, vocabulary: Vocabulary) -> tuple[list[QueryTerm], list[MatchedTerm]]:
    """What may be meant by each word of a question, in its order, and the terms that it names.

    Grows with the words of the question, of which no more than `_MOST_WORDS` are taken, and with what players may
    say them for; a word that has to be mended adds a comparison with the vocabulary.
    """
    read = words_of_text(query)[:_MOST_READ]
    senses = [_as_typed(word, vocabulary) for word in words_of(query)]
    _add_joined(senses, read, vocabulary)
    _add_thesaurus(senses, read, vocabulary)
    for sense in senses:
        if not sense.ways and not sense.joint and not vocabulary.parts(tuple(sense.keys)):
            _mend(sense, vocabulary)
    named = list(_named(senses, read, vocabulary))
    for each in named:
        others = [name for name in each.term.own if name != each.name]
        own = [ThesaurusEntry(name, _TERM * each.sure, vocabulary.languages) for name in others]
        _let_mean(each.owners, own, vocabulary)
    return senses, named


def _as_typed(word: str, vocabulary: Vocabulary) -> QueryTerm:
    sense = QueryTerm(word, vocabulary.forms(word), vocabulary.keys(word))
    if not sense.ways and (parts := vocabulary.split(word)):
        sense.joint.append((tuple(frozenset({part}) for part in parts), INFLECTED))
    return sense


def _add_joined(senses: Sequence[QueryTerm], read: Sequence[str], vocabulary: Vocabulary) -> None:
    """Let two words side by side mean what the books write as one: `text box` → textbox."""
    by_word = {sense.word: sense for sense in senses}
    for pair in pairwise(read):
        joined = "".join(pair)
        if vocabulary.held(joined):
            for word in by_word.keys() & set(pair):
                by_word[word].add(joined, INFLECTED)


def _mend(sense: QueryTerm, vocabulary: Vocabulary) -> None:
    sense.mended = True
    others, sense.trust = vocabulary.mended(sense.word)
    for other, weight in others:
        if vocabulary.held(other):
            sense.add(other, weight)
        for key in vocabulary.keys(other):
            sense.keys[key] = max(sense.keys.get(key, 0.0), weight)


def _add_thesaurus(senses: list[QueryTerm], read: Sequence[str], vocabulary: Vocabulary) -> None:
    """Let words and phrases of the question mean what players say them for."""
    by_word = {sense.word: sense for sense in senses}
    for size in range(1, LONGEST + 1):
        for at in range(len(read) - size + 1):
            phrase = tuple(read[at : at + size])
            said = vocabulary.said(phrase)
            if not said:
                continue
            owners = [by_word[word] for word in phrase if word in by_word]
            if not owners and size > 1 and len(senses) < _MOST_WORDS:
                owners = [
                    QueryTerm(" ".join(phrase))
                ]  # a phrase of words that tell nothing alone: "run out", "for free"
                senses += owners
            _let_mean(owners, said, vocabulary)


def _let_mean(owners: Sequence[QueryTerm], said: Sequence[ThesaurusEntry], vocabulary: Vocabulary) -> None:
    """Let each word of a phrase mean other words; but not a neighbour of its own in that phrase."""
    for one in owners:
        taken = {form for other in owners if other is not one for form in (other.word, *vocabulary.forms(other.word))}
        for each in said:
            parts = [part for part in each.phrase.split() if part not in STOPWORDS]
            forms = [vocabulary.forms(part, each.languages) for part in parts]
            if not parts or not all(forms):
                continue
            if len(parts) == 1:
                for way, share in forms[0].items():
                    if share >= INFLECTED and way not in taken:
                        one.add(way, each.weight * share)
            else:
                one.joint.append((tuple(frozenset(f) for f in forms), each.weight * _JOINT))


# --- terms


def _named(senses: Sequence[QueryTerm], read: Sequence[str], vocabulary: Vocabulary) -> Iterable[MatchedTerm]:
    """The terms that a question names, by any of their names, each part of it by a word of its own."""
    covering: dict[int, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for at, sense in enumerate(senses):
        for size, names in vocabulary.parts(tuple(sense.keys)):
            if size <= len(senses):
                for name in names:
                    covering[size][name].add(at)
    likely = (name for size in sorted(covering, reverse=True) for name, by in covering[size].items() if len(by) >= size)
    for _, name in zip(range(_MOST_NAMED), likely, strict=False):
        words, term = vocabulary.books.name(name)
        owners = _owners(content_words(words.split()), senses, vocabulary)
        if owners:
            sure = min(weight for _, weight in owners)
            whole = len(owners) == len(senses) and _is_same(words.split(), read, senses, vocabulary)
            yield MatchedTerm(words, term, tuple(sense for sense, _ in owners), sure, whole)


def _owners(
    parts: Sequence[str], senses: Sequence[QueryTerm], vocabulary: Vocabulary
) -> list[tuple[QueryTerm, float]] | None:
    """The words of the question that each part of a name is, with how surely; None where one has none of its own."""
    owners: list[tuple[QueryTerm, float]] = []
    for part in parts:
        keys = vocabulary.keys(part)
        found = [(max(sense.keys.get(key, 0.0) for key in keys), at) for at, sense in enumerate(senses)]
        weight, at = max(found, key=lambda pair: (pair[0], -pair[1]))
        if not weight or any(senses[at] is owner for owner, _ in owners):
            return None
        owners.append((senses[at], weight))
    return owners


def _is_same(name: Sequence[str], read: Sequence[str], senses: Sequence[QueryTerm], vocabulary: Vocabulary) -> bool:
    """Whether a question is a name, word for word, inflected or misspelt or not."""
    if len(name) != len(read):
        return False
    mended = {sense.word for sense in senses if sense.mended}
    pairs = zip(name, read, strict=True)
    return all(a == b or b in mended or not set(vocabulary.keys(a)).isdisjoint(vocabulary.keys(b)) for a, b in pairs)


def ways_of(senses: Iterable[QueryTerm]) -> frozenset[str]:
    """Every word of the books that may be meant."""
    return frozenset(
        chain.from_iterable(
            (*sense.ways, *(word for joint, _ in sense.joint for forms in joint for word in forms)) for sense in senses
        )
    )
