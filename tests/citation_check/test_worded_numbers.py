"""Numbers with words between their parts are citations of a book whose numbers have that form, and of no other."""

from __future__ import annotations

import pytest
from citation_check.kites import both_editions, check, install, verdicts_of

LEAGUE = """\
Constitution of the Kite League

ARTICLE I
Name

Section 1. The name of this body is the Kite League.

Section 2. Its seat is the Hill.

ARTICLE II
Members

Section 1. A member flies kites.

Section 2. A member who leaves tells the clerk.
(a) The clerk writes it down.
(b) The clerk answers.

ARTICLE III
Dues

Section 1. Each member pays dues.

Section 2. Children pay nothing.
"""
TERMS = """\
Bedingungen der Drachenbörse

§ 1 Geltung

(1) Diese Bedingungen gelten für alle Käufe von Drachen.

(2) Andere Bedingungen gelten nicht.

§ 2 Vertrag

(1) Der Vertrag wird mit der Bestätigung geschlossen.

(2) Die Bestätigung kommt mit der Post.

(3) Eine Antwort ist nicht nötig.

§ 3 Preise

(1) Alle Preise sind Endpreise.

(2) Für Schnüre gilt das auch.
"""


@pytest.fixture
def league() -> None:
    install(LEAGUE, "league", "2020-05-01")


@pytest.fixture
def terms() -> None:
    install(TERMS, "terms", "2020-05-01")


@pytest.mark.usefixtures("league")
@pytest.mark.parametrize(
    ("text", "printed", "number", "verdict"),
    [
        ("It costs what Article III, Section 1 says.", "Article III, Section 1", "III.1", "fine"),
        ("See Section 2 of Article III.", "Section 2 of Article III", "III.2", "fine"),
        ("See Art. II, Sec. 2(b) for the clerk.", "Art. II, Sec. 2(b)", "II.2(b)", "fine"),
        ("Article III, Section 9 says so.", "Article III, Section 9", "III.9", "not there"),
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
    text = "Article III, Section 1; rule 101, section 1; Article 102, paragraph 3."
    assert verdicts_of(check(text)) == [("rule 101", "kites:101", "fine")]


def test_a_section_that_moved_is_said_and_not_rewritten() -> None:
    install(LEAGUE, "league", "2020-05-01")
    later = "Section 2. Nobody may borrow the striped pole.\n\nSection 3. Children pay nothing."
    install(LEAGUE.replace("Section 2. Children pay nothing.", later), "league", "2024-05-01")
    checked = check("Article III, Section 2 is old.", book="league", written="2020-05-01")
    assert [(each.verdict, each.detail, each.sure) for each in checked.found] == [("moved", "now III.3", True)]
    assert not checked.edits
