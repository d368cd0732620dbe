"""What is printed right behind a number, codes that name rules, and chapters with codes."""

from __future__ import annotations

import pytest
from parsing import book_of, references

LAW = (
    "Artículo 1{0} Un barco tiene dos velas.\n\nArtículo 2{0} Velas.\n1{1} Es roja.\n2{1} Es grande.\n\n"
    "Artículo 3{0} No navegan:\na{1} los barcos sin vela;\nb{1} los del artículo 1.\n"
)
CODES = (
    "# Harbour\n\n## K. Kites\n\n**K1** A kite has a tail.\n\n**K2** A kite has a line, {}.\n\n## B. Boats\n\n"
    "**B1** A boat has a sail.\n\n**B2** A boat has an oar.\n\n## T. Towers\n\n**T1** A tower is white.\n"
)


@pytest.mark.parametrize(("end", "item"), [(".-", ".-"), (".—", ".—"), (".–", ")"), (".", ".")])
def test_a_number_ends_with_a_full_stop_and_a_dash(end: str, item: str) -> None:
    book = book_of(LAW.format(end, item))
    numbers = [row.number.replace("(", "").replace(")", "") for row in book.rows]
    assert numbers == ["1", "2", "2.1", "2.2", "3", "3a", "3b"]
    assert [each[1] for each in references(book, book.rows[-1].number)] == ["1"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("B1 does not apply", [("B1", "B1", True)]),
        ("says T1 or B9", [("T1", "T1", True), ("B9", "B9", False)]),
        ("b1 is none", []),
    ],
)
def test_a_code_that_the_book_has_names_a_rule(words: str, found: list[tuple[str, str, bool]]) -> None:
    assert references(book_of(CODES.format(words), name="harbour.md"), "K2") == found


def test_chapters_with_codes_have_no_gaps() -> None:
    assert not book_of(CODES.format("red"), name="harbour.md").anomalies


@pytest.mark.parametrize("printed", ["l.2 ", "1,2 ", "12 ", "1 .2 ", "1..2 "])
def test_a_gap_names_the_line_that_looks_like_the_missing_number(printed: str) -> None:
    rules = f"1.1 A kite has a tail.\n{printed}A kite has a line.\n1.3 A kite has a knot.\n\n2. Boats\n\n"
    book = book_of(f"1. Kites\n\n{rules}2.1 A boat has a sail.\n2.2 A boat has an oar.\n")
    found = [each.detail for each in book.anomalies if each.kind == "number-gap"]
    assert found == [f"1.2 not printed before 1.3; line 4 may be it: '{printed}A kite has a line.'"]
