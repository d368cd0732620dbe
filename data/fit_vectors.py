"""Fit word vectors to the questions of players, for data/make_vectors.py.

The vectors of a general language know that `die` is near `dead`, not that a player who asks about `chump` asks about
blocking. Two questions that one rule answers should be near each other, and a question near the words of its rule; of
a batch of rules, each other rule's are to be farther away (a softmax over the cosines, both ways, by gradient descent
from the general vectors). It reads asked.yaml and the texts of the books, and no question that search is measured with.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, count
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from make_deciding import SOURCES, rows_of
from scipy.sparse import csr_matrix

from rules_cli import Library
from rules_cli.lookup.lexicon import QUESTIONS, AskedFile
from rules_cli.search.corpora import ask
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store.data_files import read_file
from rules_cli.text import words_of_text

_BOOKS = ("mtg", "fab", "ga")
_RESTATED = ("fab", "ga", "fabula")
_BATCH, _NEIGHBORS = 384, 4  # rules that are told apart at once, and how many of them follow each other in the book
_EPOCHS, _RATE, _WARM_UP = 7, 0.003, 50  # chosen on the half `fit`: twice or half of each hardly matters
_RUNS = 3  # whose mean is taken: they differ by which rules meet in a batch
_SHARPNESS = 0.07  # of the softmax, in cosine
_FIRST, _SECOND = 0.9, 0.98  # decay of the mean and of the variance of gradients (Adam)
_TINY = 1e-6

Matrix = Any
"""A matrix of numpy or scipy."""


class _Book(NamedTuple):
    """A row for each question: its words, and its words by rarity; a row for each rule: its words by rarity; and the
    questions of each rule that has some."""

    questions: Matrix
    weighed: Matrix
    rules: Matrix
    asked: Mapping[int, Sequence[int]]


def fitted(vectors: Mapping[str, Matrix], folder: Path) -> dict[str, Matrix]:
    """Return the vectors of words, fitted to the questions of the books whose official sources are in a folder."""
    places = {word: at for at, word in enumerate(vectors)}
    start = np.array(list(vectors.values()), np.float32)
    scale = float(np.sqrt((start**2).sum(1).mean()))
    books = [_official(slug, folder, places) for slug in _BOOKS] + [_restated(slug, places) for slug in _RESTATED]
    runs = [_descend(books, start / scale, seed) for seed in range(_RUNS)]
    return dict(zip(vectors, sum(runs) / _RUNS * scale, strict=True))


def _official(slug: str, folder: Path, places: Mapping[str, int]) -> _Book:
    file = read_file(AskedFile, Path(__file__).parent / "books" / slug / "asked.yaml")
    rows = rows_of(slug, next(iter(SOURCES[slug])), folder)
    titles: dict[str | None, list[str]] = {None: []}  # of a row and of all above it
    texts = []
    for row in rows:
        titles[row.number] = [*titles[row.parent], *words_of_text(row.title or "")]
        texts.append([*titles[row.number], *words_of_text(row.words.text or "")])
    asked = file.asked if file else {}
    return _book(texts, {at: asked[row.number] for at, row in enumerate(rows) if row.number in asked}, places)


def _restated(slug: str, places: Mapping[str, int]) -> _Book:
    """Return the book as it ships, in our words."""

    def read(vocabulary: Vocabulary) -> _Book:
        corpus = vocabulary.corpus
        rows = corpus.read_rows(range(1, corpus.rows + 1))
        asked: dict[int, list[str]] = defaultdict(list)
        for number, question in corpus.all_questions().items():
            asked[number // QUESTIONS - 1].append(question)
        return _book([f"{row.above} {row.title} {row.body}".split() for row in rows.values()], asked, places)

    return ask(Library.open().installed.edition(slug), read)


def _book(texts: Sequence[Sequence[str]], asked: Mapping[int, Sequence[str]], places: Mapping[str, int]) -> _Book:
    questions = [words_of_text(question) for question in chain(*asked.values())]
    counts = Counter(chain(*map(set, texts)))
    rarities = {word: log(1 + len(texts) / (1 + counts[word])) for word in places}
    numbers = count()
    return _Book(
        questions=_bags(questions, places, dict.fromkeys(places, 1.0)),
        weighed=_bags(questions, places, rarities),
        rules=_bags(texts, places, rarities),
        asked={at: [next(numbers) for _ in each] for at, each in asked.items()},
    )


def _bags(texts: Sequence[Sequence[str]], places: Mapping[str, int], weights: Mapping[str, float]) -> Matrix:
    """Return a row for each text with the weights of its words, in the columns of their places."""
    found = [(row, places[word], weights[word]) for row, text in enumerate(texts) for word in text if word in places]
    rows, columns, values = zip(*found, strict=True)
    return csr_matrix((np.array(values, np.float32), (rows, columns)), shape=(len(texts), len(places)))


def _descend(books: Sequence[_Book], start: Matrix, seed: int) -> Matrix:
    """Return the vectors after all steps of Adam; the rate grows over the first steps, then falls to a tenth."""
    chance = np.random.default_rng(seed)
    steps = _EPOCHS * (sum(book.questions.shape[0] for book in books) // _BATCH + 1)
    vectors, mean, variance = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(steps):
        gradient = _gradient(books, vectors, chance)
        mean = _FIRST * mean + (1 - _FIRST) * gradient
        variance = _SECOND * variance + (1 - _SECOND) * gradient**2
        rate = _RATE * min(1, (step + 1) / _WARM_UP) * (1 - 0.9 * step / steps)
        unbiased = mean / (1 - _FIRST ** (step + 1)), variance / (1 - _SECOND ** (step + 1))
        vectors -= rate * unbiased[0] / (np.sqrt(unbiased[1]) + _TINY)
    return vectors


def _gradient(books: Sequence[_Book], vectors: Matrix, chance: np.random.Generator) -> Matrix:
    """Return the gradient of a batch of rules of one book, drawn by how many of its rules have questions: of pairs of
    their questions, and of a question of each with its words."""
    sizes = [len(book.asked) for book in books]
    book = books[chance.choice(len(books), p=np.array(sizes) / sum(sizes))]
    answering = list(book.asked)
    starts = chance.permutation(len(answering) // _NEIGHBORS)[: _BATCH // _NEIGHBORS] * _NEIGHBORS
    rules = [answering[start + each] for start in starts for each in range(_NEIGHBORS)]
    pairs = [chance.permutation(book.asked[rule])[:2] for rule in rules]
    twice = [pair for pair in pairs if len(pair) > 1]
    questions = _of_pairs(book.questions[[a for a, _ in twice]], book.questions[[b for _, b in twice]], vectors)
    return questions + _of_pairs(book.weighed[[pair[0] for pair in pairs]], book.rules[rules], vectors)


def _of_pairs(texts: Matrix, others: Matrix, vectors: Matrix) -> Matrix:
    """Return the gradient of how surely each text finds the one in its row among the others, and the other way."""
    one, other = _Units(texts, vectors), _Units(others, vectors)
    likeness = one.units @ other.units.T / _SHARPNESS
    wrong = _softmax(likeness, 1) + _softmax(likeness, 0) - 2 * np.eye(len(likeness))
    wrong /= 2 * len(likeness) * _SHARPNESS
    return one.gradient(wrong @ other.units) + other.gradient(wrong.T @ one.units)


def _softmax(likeness: Matrix, axis: int) -> Matrix:
    powers = np.exp(likeness - likeness.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


class _Units:
    """The vectors of texts, of length 1."""

    def __init__(self, texts: Matrix, vectors: Matrix) -> None:
        self._texts = texts
        sums = texts @ vectors
        self._lengths = np.sqrt((sums**2).sum(1, keepdims=True)) + _TINY
        self.units = sums / self._lengths

    def gradient(self, of_units: Matrix) -> Matrix:
        """Return the gradient of the words' vectors, by that of the units."""
        along = (of_units * self.units).sum(1, keepdims=True) * self.units
        return self._texts.T @ ((of_units - along) / self._lengths)
