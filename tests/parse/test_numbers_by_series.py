"""What a whole book decides: whether 4.31 is under 4.3, which number a text names, where its last part begins."""

from __future__ import annotations

import pytest
from parsing import book_of, parents


def numbered(sign: str, sentence: str) -> str:
    """A book of two chapters whose rules have a sign between their figures, with items under the second one."""
    rules = "".join(
        f"{chapter}. Kites\n\n"
        + "".join(f"{chapter}{sign}{rule} A kite that flies is counted once.\n\n" for rule in (1, 2, 3))
        + "(a) One line holds it.\n\n(b) Two lines hold it.\n\n"
        for chapter in (1, 2, 3)
    )
    return f"Book of Kites\n\n{rules}4. Ends\n\n4{sign}1 {sentence}\n\n4{sign}2 See rule 1{sign}3.\n"


@pytest.mark.parametrize("sign", ["-", ".", ":", "/"])
@pytest.mark.parametrize("words", ["See rule {}.", "As stated in rule {}, it counts.", "It counts (see {})."])
def test_a_number_in_a_text_is_read_whole(sign: str, words: str) -> None:
    book = book_of(numbered(sign, words.format(f"2{sign}3")))
    last = book.rows[-2]
    assert [row.target for row in last.references] == ["2-3" if sign == "-" else "2.3"]


def test_decimals_are_under_the_number_that_they_begin_with() -> None:
    numbers = [
        f"{chapter}.{section}{rule}" for chapter in (1, 2) for section in (1, 2, 3) for rule in ("", "1", "2", "3")
    ]
    book = book_of("\n\n".join(f"[{number}] A kite flies over the hill by day." for number in numbers))
    assert all(parents(book)[number] == number[:-1] for number in numbers if len(number) == 4)


def test_ten_after_nine_is_no_decimal() -> None:
    numbers = [f"{chapter}.{rule}" for chapter in (1, 2) for rule in range(1, 15)]
    book = book_of("\n\n".join(f"{number} A kite flies over the hill by day." for number in numbers))
    assert parents(book)["1.12"] == parents(book)["1.1"]


@pytest.mark.parametrize("end", ["DISPOSICIÓN FINAL", "FINAL PROVISIONS"])
def test_the_last_part_begins_below_its_title(end: str) -> None:
    articles = "\n\n".join(f"Article {number}. Kites\n1. A kite flies.\n2. A kite lands." for number in range(1, 6))
    book = book_of(f"Kites\n\n{articles}\n\n{end}\nThese rules begin in May.\n")
    assert "May" not in (next(row for row in book.rows if row.number == "5.2").words.text or "")
    assert any(row.title == end for row in book.rows)
