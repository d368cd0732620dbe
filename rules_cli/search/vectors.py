"""Vectors of words and texts: two texts with like vectors mean something like, even if they share no word.

`data/vectors/<language>.bin` holds words in order, in records of the word, whether it is common, and its numbers, so
that one word is found by a few looks into the file. The vector of a text is the sum of those of its words, each weighed
by its rarity.

A text's sum is worked out on one large integer, 32 bits for each dimension: that is as fast as a library for numbers,
which would take longer to import than a search takes. A vector is stored as one byte for each dimension, of length 127.
"""

from __future__ import annotations

import mmap
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import log, sqrt
from operator import mul

from rules_cli.store import paths

LONGEST, DIMENSIONS = 15, 128
"""Letters of a word and numbers of its vector in a record; between them is a byte, COMMON for a common word."""
COMMON, RARE = b"+", b"-"
OFFSET = 128
"""What is added to each number of a record, so that it is no less than 0."""
_RECORD = LONGEST + 1 + DIMENSIONS
_ONES = sum(1 << 32 * at for at in range(DIMENSIONS))
_LENGTH = 127

Vector = Sequence[int]
Sum = int
"""A sum of vectors, one large integer."""


class WordVectors:
    """The vectors of the words of a language. Threads may share them."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data

    def word(self, text: str) -> Sum | None:
        """Return the vector of a word as a sum; None if the word has none."""
        record = self._record(text)
        if not record:
            return None
        numbers = array("I", list(record[LONGEST + 1 :]))  # bytes would fill four to a number
        return int.from_bytes(numbers.tobytes(), "little") - OFFSET * _ONES

    def is_common(self, text: str) -> bool:
        """Return whether a word is one that everybody uses, and so hardly a misspelling of another."""
        return self._record(text)[LONGEST : LONGEST + 1] == COMMON

    def _record(self, text: str) -> bytes:
        """Return the record of a word; empty if it has none."""
        wanted = text.encode().ljust(LONGEST)
        at = bisect_left(range(len(self._data) // _RECORD), wanted, key=self._word_at) * _RECORD
        return self._data[at : at + _RECORD] if self._data[at : at + LONGEST] == wanted else b""

    def _word_at(self, record: int) -> bytes:
        return self._data[record * _RECORD : record * _RECORD + LONGEST]


class Weigher:
    """Vectors of words, weighed by rarity, each looked up once."""

    def __init__(self, vectors: WordVectors, rarity_of: Callable[[str], int]) -> None:
        self._vectors, self._rarity_of = vectors, rarity_of
        self._known: dict[str, Sum] = {}

    def weigh(self, text: str) -> Sum:
        """Return the vector of a word times its rarity; 0 if the word has none."""
        if text not in self._known:
            vector = self._vectors.word(text)
            self._known[text] = 0 if vector is None else vector * self._rarity_of(text)
        return self._known[text]


def rarity(rows: int, frequency: int) -> int:
    """Return how much a word tells that is in so many of the rows, in sixteenths: all words of a row add up to an
    integer of 32 bits."""
    return round(16 * log(1 + rows / (1 + frequency)))


@cache
def vectors_of(language: str) -> WordVectors | None:
    """Return the vectors of a language; None if none ship."""
    path = paths.data() / "vectors" / f"{language}.bin"
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return WordVectors(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def unit(total: Sum) -> array[int]:
    """Return a sum of vectors with length 127, rounded to one byte for each dimension."""
    numbers = array("I", (total + (_ONES << 31)).to_bytes(4 * DIMENSIONS, "little"))
    signed = [number - (1 << 31) for number in numbers]
    length = sqrt(sum(map(mul, signed, signed))) or 1.0
    return array("b", [round(_LENGTH * number / length) for number in signed])


def cosines(vector: Vector, others: Iterable[bytes]) -> list[float]:
    """Return how like a vector the others are, from -1 to 1."""
    return [sum(map(mul, vector, memoryview(other).cast("b"))) / _LENGTH**2 for other in others]
