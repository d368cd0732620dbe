"""Numbers with words between their parts are citations of a book whose numbers have that form, and of no other."""

from __future__ import annotations

import pytest
from citation_check.kites import both_editions, check, install, verdicts_of
from constitutions import CONSTITUTION, TERMS

LEAGUE = CONSTITUTION.format("")


@pytest.fixture
def league() -> None:
    install(LEAGUE, "league", "2020-05-01")


@pytest.fixture
def terms() -> None:
    install(TERMS.format(""), "terms", "2020-05-01")


@pytest.mark.usefixtures("league")
@pytest.mark.parametrize(
    ("text", "printed", "number", "verdict"),
    [
        ("It costs what Article IV, Section 1 says.", "Article IV, Section 1", "IV.1", "fine"),
        ("See Section 2 of Article IV.", "Section 2 of Article IV", "IV.2", "fine"),
        ("See Art. II, Sec. 2(b) for the clerk.", "Art. II, Sec. 2(b)", "II.2(b)", "fine"),
        ("Article IV, Section 9 says so.", "Article IV, Section 9", "IV.9", "not there"),
        ("Article IX, Section 1 says so.", "Article IX, Section 1", "IX.1", "not there"),
    ],
)
def test_articles_and_sections(text: str, printed: str, number: str, verdict: str) -> None:
    assert verdicts_of(check(text, book="league")) == [(printed, f"league:{number}", verdict)]


@pytest.mark.usefixtures("league")
def test_each_article_of_a_list() -> None:
    found = verdicts_of(check("Articles II and III are old.", book="league"))
    assert found == [("Articles II", "league:II", "fine"), ("III", "league:III", "fine")]


@pytest.mark.usefixtures("league", "terms")
@pytest.mark.parametrize("book", ["terms", None])
def test_paragraphs_of_german_terms(book: str | None) -> None:
    found = verdicts_of(check("Nach § 2 Abs. 1 Satz 1 gilt der Vertrag.", book=book))
    assert found == [("§ 2 Abs. 1 Satz 1", "terms:2(1)", "fine")]


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(("text", "verdict"), [("Es gilt § 2 Abs. 9.", "not there"), ("Es gilt § 12 Abs. 3 BGB.", "")])
def test_a_missing_paragraph_is_one_of_a_section_that_is_there(text: str, verdict: str) -> None:
    assert [found for *_, found in verdicts_of(check(text, book="terms"))] == [verdict] * bool(verdict)


@pytest.mark.usefixtures("league")
@pytest.mark.parametrize(
    "text", ["Article 3, Section 1 says so.", "Section 3 says so.", "Paragraph 1 of a letter.", "Chapter IX is old."]
)
def test_no_number_of_another_form_nor_a_part_of_one(text: str) -> None:
    assert not check(text, book="league").found


@pytest.mark.usefixtures("league")
def test_never_in_a_book_whose_numbers_have_another_form() -> None:
    both_editions()
    text = "Article IV, Section 1; rule 101, section 1; Article 102, paragraph 3."
    assert verdicts_of(check(text)) == [("rule 101", "kites:101", "fine")]


def test_a_section_that_moved_is_said_and_not_rewritten() -> None:
    install(LEAGUE, "league", "2020-05-01")
    later = "Section 2. Nobody may borrow the striped pole.\n\nSection 3. Children pay nothing."
    install(LEAGUE.replace("Section 2. Children pay nothing.", later), "league", "2024-05-01")
    checked = check("Article IV, Section 2 is old.", book="league", written="2020-05-01")
    assert [(each.verdict, each.detail, each.sure) for each in checked.found] == [("moved", "now IV.3", True)]
    assert not checked.edits


@pytest.mark.usefixtures("terms")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Es gilt terms:2(1).", [("terms:2(1)", "fine")]),
        ("Es gilt terms:2(9).", [("terms:2(9)", "not there")]),
        ("Es gilt § 2 (1).", [("§ 2 (1)", "fine")]),
        ("Es gilt § 2 (9).", [("§ 2 (9)", "not there")]),
        ("See § 2(1) and (9).", [("§ 2(1)", "fine"), ("(9)", "not there")]),
        ("Véase terms:2(1), 2(9).", [("terms:2(1)", "fine"), ("2(9)", "not there")]),
    ],
)
def test_a_paragraph_in_brackets_is_part_of_its_number(text: str, found: list[tuple[str, str]]) -> None:
    assert [(printed, verdict) for printed, _, verdict in verdicts_of(check(text, book="terms"))] == found
