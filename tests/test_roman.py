"""Roman numerals."""

from __future__ import annotations

import pytest

from rules_cli.numbers.parts import from_roman, to_roman


@pytest.mark.parametrize(
    ("number", "numeral"),
    [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (90, "xc"), (444, "cdxliv"), (1999, "mcmxcix")],
)
def test_a_number_and_its_numeral(number: int, numeral: str) -> None:
    assert to_roman(number) == numeral
    assert from_roman(numeral) == number
    assert from_roman(numeral.upper()) == number


def test_every_numeral_is_read_back_as_its_number() -> None:
    assert all(from_roman(to_roman(number)) == number for number in range(1, 4000))


def test_a_numeral_in_an_unusual_form_has_a_value() -> None:
    assert from_roman("viiii") == 9
