"""The data with which the pocket book searches by itself: the words, terms and questions of a book, packed into text.

It is made from the corpus that the command line searches, so that both read a query by the same words, slang and
questions. Words that are forms of one another make a group. All other data name words, groups and rows by their
numbers. Numbers are packed as in source maps: five bits to a sign; a sixth bit says that more follow. Time and size are
linear in the words of the book.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from rules_cli.lookup.lexicon import QUESTIONS
from rules_cli.search.corpora import ask
from rules_cli.search.corpus import Corpus, CorpusTerm
from rules_cli.search.stems import STOPWORDS, content_words, stem_keys, stems_of
from rules_cli.search.thesaurus import phrases
from rules_cli.store import data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_STEP = 16  # stored weights of a word in a row that are one level: one byte becomes four bits
_HUNDREDTHS = 100  # the weight of a meaning is packed as a whole number
_NAMINGS = ("term", "slang", "interaction")
_REGIONS = ("", "keyword", "variant")


def search_data(edition: Edition) -> dict[str, Any]:
    """Return what the page of an edition needs to search, ready to be written as JSON."""
    return ask(edition, lambda words: _packed(words.corpus))


def _packed(corpus: Corpus) -> dict[str, Any]:
    words = _Words(corpus)  # `_term`, `_questions` and `_meanings` add the words that are in no row
    postings = dict(_postings(corpus, words))
    names: dict[int, list[str]] = defaultdict(list)
    for name, term in corpus.all_names():
        names[term].append(name)
    terms = [list(_term(term, names[number], words)) for number, term in enumerate(corpus.all_terms(), 1)]
    questions = list(_questions(corpus.all_questions(), words))
    meanings = list(_meanings(words, postings.keys(), corpus.languages))
    return {
        "words": " ".join(words.groups),
        "groups": _pack(words.groups.values()),
        "rows": _pack(_rows(corpus)),
        "postings": _pack(chain.from_iterable(postings.get(group, (0,)) for group in range(words.count))),
        "terms": _pack(chain.from_iterable(terms)),
        "questions": _pack(questions),
        "meanings": _pack(chain.from_iterable(meanings)),
        "stopwords": " ".join(sorted(STOPWORDS)),
        "weights": data_files.load_cached(paths.data() / "search" / "pocket.yaml")["weights"],
    }


def _rows(corpus: Corpus) -> Iterator[int]:
    """Yield for each row its parent, then in one number its region, if it explains a term, if it is about the book."""
    for number, row in corpus.read_rows(range(1, corpus.rows + 1)).items():
        yield row.parent
        yield 4 * _REGIONS.index(row.region) + 2 * (row.kind == "entry") + (number in corpus.asides)


class _Words:
    """Words and their groups, both numbered in the order in which they are first met; a new word is added at once."""

    def __init__(self, corpus: Corpus) -> None:
        self.groups: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._keys: dict[str, int] = {}
        self._languages = corpus.languages[-1:]  # the book's own
        for text, stems, *_ in corpus.all_words():
            self._add(text, stems)

    @property
    def count(self) -> int:
        """The number of groups."""
        return len(self._keys)

    def group(self, word: str) -> int:
        """Return the number of the group of a word."""
        return self.groups[word] if word in self.groups else self._add(word, stems_of(word))

    def number(self, word: str) -> int:
        """Return the number of a word."""
        self.group(word)
        return self._numbers[word]

    def _add(self, word: str, stems: str) -> int:
        (key,) = stem_keys(word, stems, self._languages)
        self._numbers[word] = len(self._numbers)
        self.groups[word] = self._keys.setdefault(key, len(self._keys))
        return self.groups[word]


def _pack(numbers: Iterable[int]) -> str:
    """Return numbers as text, the lowest five bits of each first."""
    signs: list[str] = []
    for number in numbers:
        while number > 31:
            signs.append(_DIGITS[number & 31 | 32])
            number >>= 5
        signs.append(_DIGITS[number])
    return "".join(signs)


def _postings(corpus: Corpus, words: _Words) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each group of words with its packed rows: how many they are, then one number for each. That is how far the
    row is behind the one before, times `_STEP`, and the level of the group's weight in it: the highest of its words in
    the text of the row and near it."""
    levels: dict[int, dict[int, int]] = defaultdict(dict)  # by the group and the row
    for text, _, own, near, own_rows, near_rows in corpus.all_words():
        of_group = levels[words.group(text)]
        for weights, packed in ((own, own_rows), (near, near_rows)):
            for row, weight in zip(array("I", packed), weights, strict=True):
                of_group[row] = max(of_group.get(row, 0), max(1, round(weight / _STEP)))
    for group, of_group in levels.items():
        if of_group:
            rows = sorted(of_group)
            steps = zip(rows, [0, *rows], strict=False)
            yield group, [len(rows), *((row - before) * _STEP + of_group[row] for row, before in steps)]


def _term(term: CorpusTerm, names: Sequence[str], words: _Words) -> Iterator[int]:
    """Yield the naming of a term, its rules, and its names, each as the words in it; a name of the book's is marked."""
    yield _NAMINGS.index(term.naming) * 2 + term.exactly
    yield from (len(term.rules), *term.rules, len(names))
    for name in names:
        parts = name.split()
        is_of_book = term.naming == "term" and name in term.own
        yield len(parts) * 2 + is_of_book
        yield from map(words.number, parts)


def _questions(questions: Mapping[int, str], words: _Words) -> Iterator[int]:
    """Yield each question: how far its row is behind the one before, and the groups of its words."""
    before = 0
    for number, text in questions.items():
        groups = sorted({words.group(word) for word in content_words(words_of_text(text))})
        row = number // QUESTIONS
        yield from (row - before, len(groups), *groups)
        before = row


def _meanings(words: _Words, groups_of_book: Iterable[int], languages: Sequence[str]) -> Iterator[Sequence[int]]:
    """Yield the groups of each phrase of players, with its meanings: for each its weight and its groups.

    Meanings with words that the book has not are left out."""
    in_book = frozenset(groups_of_book)
    for phrase, meanings in phrases(languages).items():
        packed: list[int] = []
        for meaning, weight in meanings.items():
            groups = [words.group(part) for part in meaning.split() if part not in STOPWORDS]
            if groups and in_book.issuperset(groups):
                packed += [round(weight * _HUNDREDTHS), len(groups), *groups]
        if packed:
            phrase_groups = [words.group(part) for part in phrase]
            yield (len(phrase_groups), *phrase_groups, len(packed), *packed)
