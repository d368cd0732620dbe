"""Rows that a damaged book prints with one number."""

from __future__ import annotations

import pytest

from rules_cli.library import Library
from rules_cli.model import Book, Row, RuleNumber, RuleText

SHOWN = 100


@pytest.mark.parametrize("printed", [1, 2, SHOWN, SHOWN + 150])
def test_at_most_a_hundred_rows_of_a_number_are_shown(printed: int) -> None:
    numbers = ["1.1", *(f"1.1#{count}" for count in range(2, printed + 1))]
    rows = tuple(Row(RuleNumber(number), "rule", words=RuleText(f"A kite, {number}.")) for number in numbers)
    library = Library.open()
    library.install(Book("kites", "1", "Kites", "en", rows))
    found = library.find(["kites:1.1"]).rows
    assert [row.number for row in found] == numbers[:SHOWN]
    assert len(library.show(found[0]).again) == min(printed, SHOWN) - 1
