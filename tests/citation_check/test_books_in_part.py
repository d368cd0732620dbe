"""Citations of books of which nothing, or only a part, is installed: whether they are right, nobody can tell."""

from __future__ import annotations

import pytest
from citation_check.kites import GULLS, NEW, check, install, verdicts_of

from rules_cli.citation_check import Check, CheckedText, Editions
from rules_cli.errors import UsageError
from rules_cli.store.book_info import load_info
from rules_cli.store.editions import InstalledBooks

MAGIC = "the whole Magic is not installed here (rules fetch mtg)"
FAB = "the whole Flesh and Blood is not installed here (rules fetch fab)"


def why(text: str, book: str | None = None, written: str | None = None) -> str:
    """Return why nothing of a text could be checked."""
    checking = Check(Editions(InstalledBooks(), book, written))
    return checking.why_nothing_was_checked([checking.text(CheckedText("notes.txt", text))])


@pytest.mark.parametrize("written", [None, "2024-11-08", "2006-10-01", "1999-01-01"])
@pytest.mark.parametrize(
    ("text", "book", "said"),
    [
        pytest.param("CR 207.1 and CR 704.5k.", "mtg", MAGIC, id="a number of the part that ships, too"),
        pytest.param("Trample: 702.19b, and 702.19h.", "mtg", MAGIC, id="numbers without a sign"),
        pytest.param("Nothing is cited here.", "mtg", MAGIC, id="no number"),
        pytest.param("Legend rule 704.5k", None, MAGIC, id="no book chosen"),
        pytest.param("In Magic, trample is 702.19b.", None, MAGIC, id="a game that the text names"),
        pytest.param("fab:2.7.3a", None, FAB, id="a book that the number names"),
        pytest.param("mtg:207.1 and fab:2.7.3a", None, f"{MAGIC}; {FAB}", id="two books"),
        pytest.param(
            "Call a judge.", "mtg-ipg", "the whole IPG is not installed here (rules fetch mtg-ipg)", id="none"
        ),
        pytest.param("See IPG 2.5.", None, "the whole IPG is not installed here (rules fetch mtg-ipg)", id="named"),
        pytest.param("mtg-mtr:4.3", None, "the whole MTR is not installed here (rules fetch mtg-mtr)", id="a slug"),
        pytest.param(
            "CR 1.4.2",
            None,
            "CR 1.4.2 may be fabula:1.4.2 or fab:1.4.2; name the book in the text, or choose it with -b",
            id="one whole book has it, another may",
        ),
        pytest.param("CR 2.7.3a", None, FAB, id="no whole book has it"),
        pytest.param("fabula:1.22.1", None, "", id="a book that ships whole"),
        pytest.param("Nothing is cited here.", None, "", id="nothing to check"),
    ],
)
def test_why_nothing_was_checked(text: str, book: str | None, written: str | None, said: str) -> None:
    assert why(text, book, written) == said


def test_what_can_be_checked_is_and_the_rest_is_a_problem() -> None:
    install(GULLS, "gulls", "2022")
    text = "gulls:1.1.1 and gulls:1.1.9, but in Magic: rule 704.5k and CR 207.1; fab:2.7.3a."
    checked = check(text, book=None)
    assert verdicts_of(checked) == [
        ("gulls:1.1.1", "gulls:1.1.1", "fine"),
        ("gulls:1.1.9", "gulls:1.1.9", "not there"),
        ("Magic: rule 704.5k", "mtg:704.5k", "unchecked"),
        ("CR 207.1", "mtg:207.1", "unchecked"),
        ("fab:2.7.3a", "fab:2.7.3a", "unchecked"),
    ]
    assert [judged.detail for judged in checked.found[2:]] == [MAGIC, MAGIC, FAB]
    assert why(text) == ""
    assert check("gulls:1.1.1; fab:2.7.3a", book=None).wrong


def test_all_numbers_of_its_form_are_listed_if_the_chosen_book_is_not_whole() -> None:
    install(GULLS, "gulls", "2022")
    checked = check("gulls:1.1.1. Trample is 702.19, not 702.19h. It costs 702.1 in all, or 2.7.", book="mtg")
    assert [(checked.printed(each), each.verdict) for each in checked.found] == [
        ("gulls:1.1.1", "fine"),
        ("702.19", "unchecked"),
        ("702.19h", "unchecked"),
        ("702.1", "unchecked"),
    ]
    assert checked.unread == ()


@pytest.mark.parametrize("text", ["CR 101.1a", "a launch (101.1b) is", "rule 101.1 of 802.11, 250.5k"])
def test_a_rule_of_a_book_of_ones_own_is_not_taken_for_one_of_a_book_that_ships_in_part(text: str) -> None:
    install(NEW, "kites", "2024-05-01")
    assert [verdict for _, _, verdict in verdicts_of(check(text, book=None))] == ["fine"]


def test_a_part_that_was_chosen_by_its_edition_names_the_whole_one() -> None:
    install(NEW, "mtg", "2024-05-01")
    assert why("CR 207.1", "mtg@2006-10-01") == (
        "mtg@2006-10-01 is installed only in part; choose another edition, as in -b mtg@2024-05-01"
    )
    assert why("CR 101.1", "mtg", written="2012-01-01") == ""


@pytest.mark.parametrize(
    ("book", "how"),
    [("mtg", "rules fetch mtg"), ("fabula", "rules import FILE --book fabula")],
    ids=["fetch", "import"],
)
def test_a_book_without_an_address_is_imported(book: str, how: str) -> None:
    info = load_info(book)
    assert info and info.how_to_get == how


@pytest.mark.parametrize("book", ["nogame", "mtg@1999"])
def test_an_unknown_book_or_edition_is_refused(book: str) -> None:
    with pytest.raises(UsageError, match=r"nothing was checked: no (book|edition)"):
        why("CR 207.1", book)
