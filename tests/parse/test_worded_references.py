"""References with words between the parts of a number, in books in which each article has sections of its own."""

from __future__ import annotations

import pytest
from constitutions import CONSTITUTION, TERMS
from parsing import book_of, odd, references


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Article IV, Section 2 says more.", [("Article IV, Section 2", "IV.2", True)]),
        ("See Section 1 of Article III.", [("Section 1 of Article III", "III.1", True)]),
        ("See II.2(a) and IV.2.", [("II.2(a)", "II.2(a)", True), ("IV.2", "IV.2", True)]),
        ("See Art. II, Sec. 2(b).", [("Art. II, Sec. 2(b)", "II.2(b)", True)]),
        ("Articles III and IV apply.", [("Articles III", "III", True), ("IV", "IV", True)]),
        ("Section 3 says who votes.", [("Section 3", "II.3", True)]),
        ("See Article IV, Section 9.", [("Article IV, Section 9", "IV.9", False)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_articles_and_sections(sentence: str, expected: list[tuple[str, str, bool]]) -> None:
    book = book_of(CONSTITUTION.format(sentence))
    assert references(book, "II.1") == expected
    assert bool(odd(book, "dangling-reference")) == any(not resolved for *_, resolved in expected)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Es gilt § 2 Abs. 3.", [("§ 2 Abs. 3", "2(3)", True)]),
        ("Nach § 2 Absatz 1 Satz 1 ist es so.", [("§ 2 Absatz 1 Satz 1", "2(1)", True)]),
        ("Absatz 1 bleibt.", [("Absatz 1", "1(1)", True)]),
        ("Es gilt § 12 Abs. 3.", [("§ 12", "12", False)]),
        ("Es gilt § 2 Abs. 9.", [("§ 2 Abs. 9", "2.9", False)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_paragraphs_of_german_terms(sentence: str, expected: list[tuple[str, str, bool]]) -> None:
    book = book_of(TERMS.format(f"Siehe § 3. {sentence}"))
    assert references(book, "1(2)") == [("§ 3", "3", True), *expected]


def test_a_book_of_whole_numbers_is_read_as_before() -> None:
    book = book_of(
        "1 Kites\n\n1.1 A kite flies, as rule 1.2 says. Paragraph 1 of a letter is no rule.\n\n1.2 A line holds it.\n"
    )
    assert references(book, "1.1") == [("rule 1.2", "1.2", True)]


def test_a_paragraph_without_a_number_is_in_its_article() -> None:
    text = (
        "Article 1 – Kites\n\n1° Kites fly (see article 2, paragraph 2).\n\n"
        "2° They fall (see article 1, paragraph 5).\n\n"
        "Article 2 – Lines\n\nA line holds.\n\nIt may break.\n\nArticle 3 – Ends\n\n1° A race ends.\n\n2° It is won.\n"
    )
    book = book_of(text)
    assert references(book, "1.1") == [("article 2, paragraph 2", "2", True)]
    assert references(book, "1.2") == [("article 1, paragraph 5", "1.5", False)]
