"""Vectors of words and texts: two texts with similar vectors have a similar meaning, even if they share no word.

`data/vectors/<language>.bin` holds records in the order of words: the word, whether it is common, and its numbers.
`data/words/<language>.txt` has no numbers. A few looks into the file find a word. The vector of a text is the sum
of the vectors of its words, each times its rarity.

Sums are worked out on large integers: that is as fast as a library for numbers, which would take longer to import than
a search takes. One integer is a text's sum, 32 bits for each dimension, or one dimension of all rows, 16 bits for each
row. A vector is stored with length 127, one byte for each dimension.
"""

from __future__ import annotations

import mmap
import sys
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress, count
from math import log, sqrt
from operator import mul
from pathlib import Path

from rules_cli.store import paths

LONGEST, DIMENSIONS = 15, 128
"""Letters of a word and numbers of its vector in a record; between them is a byte, COMMON for a common word."""
COMMON, RARE = b"+", b"-"
OFFSET = 128
"""The number that is added to each number of a record, so that none is below 0."""
_ONES = sum(1 << 32 * dimension for dimension in range(DIMENSIONS))  # a sum whose numbers are all 1
_LENGTH = 127  # of a vector: each of its numbers is within a signed byte
_CACHED = 20_000  # records kept in memory, about 20 MB: a whole book has some 5,000 words
TELLING = 64  # numbers of a vector that are compared, the largest: they order answers as well as all do
_HIGH = int(sys.byteorder == "little")  # where the higher byte of a number of 16 bits is: it tells most numbers apart
ORTHOGONAL = 1 << 15
"""The product of two vectors whose cosine is 0: so no product is below 0, each is within 127² of it."""
COSINE = 1 / _LENGTH**2
"""The cosine for each unit of a product beyond ORTHOGONAL."""

Vector = Sequence[int]
Sum = int
"""A sum of vectors, one large integer."""


class WordTable:
    """The words of a language, in records of one size. Threads may share it."""

    def __init__(self, path: Path, size: int) -> None:
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._size = size
        self._record = lru_cache(_CACHED)(self._read_record)

    def has(self, text: str) -> bool:
        """Return whether a folded word is in the table."""
        return bool(self._record(text))

    def is_common(self, text: str) -> bool:
        """Return whether a word is one that everybody uses, and so hardly a misspelling of another."""
        return self._record(text)[LONGEST : LONGEST + 1] == COMMON

    def _read_record(self, text: str) -> bytes:
        """Return the record of a word; empty if the table does not have the word."""
        wanted = text.encode().ljust(LONGEST)
        start = bisect_left(range(len(self._data) // self._size), wanted, key=self._word_of) * self._size
        return self._data[start : start + self._size] if self._data[start : start + LONGEST] == wanted else b""

    def _word_of(self, record: int) -> bytes:
        return self._data[record * self._size : record * self._size + LONGEST]


class WordVectors(WordTable):
    """The vectors of the words of a language."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, LONGEST + 1 + DIMENSIONS)
        self.word = lru_cache(_CACHED)(self._sum)

    def _sum(self, text: str) -> Sum | None:
        """Return the vector of a word as a sum; None if the word has none."""
        record = self._record(text)
        if not record:
            return None
        numbers = array("I", list(record[LONGEST + 1 :]))  # a list, since four bytes would become one number
        return int.from_bytes(numbers.tobytes(), "little") - OFFSET * _ONES


def rarity(rows: int, frequency: int) -> int:
    """Return how much a word tells that so many of the rows have: an integer, small enough for sums of 32 bits."""
    return round(16 * log(1 + rows / (1 + frequency)))


@cache
def vectors_of(language: str) -> WordVectors | None:
    """Return the vectors of a language; None if none ship."""
    path = paths.data() / "vectors" / f"{language}.bin"
    return WordVectors(path) if path.is_file() else None


def unit(total: Sum) -> array[int]:
    """Return a sum of vectors with length 127, rounded to one byte for each dimension."""
    signs = _ONES << 31  # added, so that a number below 0 borrows nothing from the next; `^` then makes it a complement
    numbers = array("i", ((total + signs) ^ signs).to_bytes(4 * DIMENSIONS, "little"))
    share = _LENGTH / (sqrt(sum(map(mul, numbers, numbers))) or 1.0)
    return array("b", map(round, map(share.__mul__, numbers)))


def cosine(vector: Vector, other: bytes) -> float:
    """Return how similar two vectors are, from -1 to 1; the other is as stored."""
    return float(sum(map(mul, vector, memoryview(other).cast("b")))) / _LENGTH**2


def cosine_of(product: int) -> float:
    """Return the cosine of two vectors, from -1 to 1, given their product from a table."""
    return (product - ORTHOGONAL) * COSINE


class VectorTable:
    """The vectors of many rows, by dimension, so that one vector is compared with all of them at once."""

    def __init__(self, vectors: bytes) -> None:
        rows = len(vectors) // DIMENSIONS
        self._ones = int.from_bytes(b"\1\0" * rows, "little")
        self._size = 2 * rows
        positive = vectors.translate(bytes((byte + OFFSET) % 256 for byte in range(256)))
        self._dimensions = []
        for dimension in range(DIMENSIONS):
            numbers = bytearray(self._size)
            numbers[::2] = positive[dimension::DIMENSIONS]
            self._dimensions.append(int.from_bytes(numbers, "little"))

    def above(self, vector: Vector, least: float) -> list[tuple[int, float]]:
        """Return the places, from 0, of the rows whose cosine with a vector is above `least`, and this cosine."""
        products = self.products(vector)
        floor = int(ORTHOGONAL + least / COSINE)
        high = products.tobytes()[_HIGH::2]  # one byte a row, which tells fast that most rows are below
        near = compress(count(), high.translate(bytes(byte >= floor >> 8 for byte in range(256))))
        return [(place, cosine_of(products[place])) for place in near if products[place] > floor]

    def products(self, vector: Vector) -> array[int]:
        """Return the product of a vector and each row, which `cosine_of` turns into their cosine."""
        telling = sorted(zip(map(abs, vector), vector, range(DIMENSIONS), strict=True))[-TELLING:]
        product = sum(number * self._dimensions[dimension] for _, number, dimension in telling)
        above_zero = (ORTHOGONAL - OFFSET * sum(number for _, number, _ in telling)) * self._ones
        return array("H", (product + above_zero).to_bytes(self._size, "little"))


# --- the words of a language


def has_words(language: str) -> bool:
    """Return whether we have the words of a language, so that one that no book has need not be a slip."""
    return _words_of(language) is not None


def is_known(word: str, language: str) -> bool:
    """Return whether a language has a folded word, as far as we know."""
    table = _words_of(language)
    return table is not None and table.has(word)


def is_common(word: str, language: str) -> bool:
    """Return whether everybody who speaks a language uses a folded word."""
    table = _words_of(language)
    return table is not None and table.is_common(word)


@cache
def _words_of(language: str) -> WordTable | None:
    """Return the words of a language: those with vectors, else those of a list; None if we have neither."""
    path = paths.data() / "words" / f"{language}.txt"
    return vectors_of(language) or (WordTable(path, LONGEST + len("+\n")) if path.is_file() else None)
