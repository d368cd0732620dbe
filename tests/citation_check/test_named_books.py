"""Citations in comments of code, and of books named by the initials of their titles."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, both_editions, check, install, verdicts_of


@pytest.mark.parametrize("leader", ["// ", "# ", "  * ", "-- ", "> "])
@pytest.mark.parametrize(
    ("number", "words", "read"),
    [
        ("1.1.1", "A gull calls once for bread and twice for fish.", True),
        ("1.1.1.", "A gull calls once for bread, it says.", True),
        ("1.1.1", "A gull calls once in the harbour.", False),
        ("1.1.1", "was what I downloaded.", False),
    ],
    ids=["whole", "five words", "three words", "another sentence"],
)
def test_a_comment_that_begins_with_a_number_and_its_words_cites_it(
    leader: str, number: str, words: str, read: bool
) -> None:
    install(GULLS, "gulls", "1")
    assert bool(check(f"let x = 1\n{leader}{number} {words}\n", "a.py", "gulls").found) is read


@pytest.mark.parametrize(
    ("title", "cited"),
    [("Sea Gulls Comprehensive Rules", "CRD 1.1.2"), ("Gull Tournament Rules", "TR 1.1.2"), ("Gull Rules", "GR 1.1.2")],
)
def test_a_book_is_named_by_the_initials_of_its_title(title: str, cited: str) -> None:
    install(GULLS, "gulls", "1", title)
    both_editions()
    assert verdicts_of(check(f"By {cited} it is theirs.", book=None)) == [(cited, "gulls:1.1.2", "fine")]


def test_initials_of_two_books_are_those_of_the_chosen_one() -> None:
    install(GULLS, "gulls", "1", "Gull Tournament Rules")
    install(GULLS, "terns", "1", "Tern Tournament Rules")
    text = "By TR 1.1.2 it is theirs."
    assert verdicts_of(check(text, book="terns")) == [("TR 1.1.2", "terns:1.1.2", "fine")]
    assert not check(text, book=None).found
