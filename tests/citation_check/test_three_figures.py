"""A number of three figures is a section's: fewer figures are those of any list, version or price."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, check, install

FORMS = "".join(f"{n} Chapter\n\n{n}.1 A kite of form {n} is folded {n} times.\n\n" for n in range(1, 102))
"""A made-up book of 101 chapters."""
SAILS = "7. Sails\n\n701. Jib\n\n701.1. A jib is set before the mast.\n\n701.2. It has one sheet.\n"
"""A made-up book numbered by hundreds."""


@pytest.mark.parametrize(
    ("text", "count"),
    [("See rule 99.", 0), ("See rule 100.", 1), ("Look at section 99.1.", 0), ("Look at section 100.1.", 1)],
)
def test_such_a_number_is_a_citation_without_a_letter_and_without_a_book(text: str, count: int) -> None:
    install(FORMS, "forms", "2024")
    install(GULLS, "gulls", "2024")
    assert len(check(text, book=None).found) == count


@pytest.mark.parametrize(("number", "book"), [("99.9", "harbour"), ("100.9", "sails")])
def test_a_missing_number_is_of_the_book_whose_numbers_look_like_it(number: str, book: str) -> None:
    install(FORMS.partition("90 Chapter")[0], "harbour", "2024")
    install(SAILS, "sails", "2024")
    (found,) = check(f"See rule {number}.", book=None).found
    books = {reading.book for reading in found.cited.meanings}
    assert books & {"harbour", "sails"} == {book}


@pytest.mark.parametrize(
    ("text", "printed"),
    [("By CR 788 it sinks.", ["788"]), ("By section 788 it sinks.", []), ("By rule 88 and CR 2019.", [])],
)
def test_a_section_that_is_missing_is_said_behind_a_word_for_a_rule(text: str, printed: list[str]) -> None:
    install(SAILS, "sails", "2024")
    found = [(each.cited.mention.printed, each.verdict) for each in check(text, book="sails").found]
    assert found == [(each, "not there") for each in printed]
