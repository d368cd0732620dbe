"""Vectors of rows: comparing one with all rows at once says nearly the same as comparing it with each."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import measured_query

from rules_cli import Library
from rules_cli.search.vectors import DIMENSIONS, TELLING, Vector, VectorTable, cosine, cosine_of


def cosines(table: VectorTable, vector: Vector) -> list[float]:
    return [cosine_of(product) for product in table.products(vector)]


numbers = st.lists(st.integers(-40, 40), min_size=DIMENSIONS, max_size=DIMENSIONS)


def of_length_127(values: list[int]) -> Vector:
    length = sum(value * value for value in values) ** 0.5 or 1.0
    return array("b", [round(127 * value / length) for value in values])


@given(numbers, st.lists(numbers, max_size=5))
def test_all_rows_at_once(asked: list[int], rows: list[list[int]]) -> None:
    vector, *others = map(of_length_127, (asked, *rows))
    largest = sorted(range(DIMENSIONS), key=lambda at: (abs(vector[at]), vector[at], at))[-TELLING:]
    told = [number if at in largest else 0 for at, number in enumerate(vector)]
    data = [bytes(array("b", other)) for other in others]
    assert cosines(VectorTable(b"".join(data)), vector) == pytest.approx([cosine(told, other) for other in data])


def test_rows_that_are_like_one() -> None:
    rows = [of_length_127([at, *range(1, DIMENSIONS)]) for at in (0, 60, 120, 3000)]
    table = VectorTable(b"".join(bytes(array("b", row)) for row in rows))
    expected = [(at, like) for at, like in enumerate(cosines(table, rows[0])) if like > 0.5]
    assert table.above(rows[0], 0.5) == expected
    assert [at for at, _ in expected] == [0, 1, 2]


def test_the_furthest_vectors() -> None:
    most = of_length_127([1] + [0] * (DIMENSIONS - 1))
    least = array("b", [-number for number in most])
    assert cosines(VectorTable(bytes(array("b", [*most, *least]))), most) == [1.0, -1.0]


@pytest.mark.parametrize(("question", "is_compared"), [("who owns a token", True), ("quem é dono da ficha", False)])
def test_a_book_restated_in_english_is_compared_with_english_questions(question: str, is_compared: bool) -> None:
    candidates = measured_query(Library.open(), question, "fabula").candidates.values()
    assert any(each.features["cosine"] for each in candidates) == is_compared
