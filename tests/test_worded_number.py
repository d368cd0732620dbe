"""Numbers with words between their parts: steps down, steps up behind "of", lists, and what is no number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.numbers.worded import find_worded, read_listed, read_worded


def found(text: str) -> list[tuple[str, list[str]]]:
    """Each number of a text: its token, then the number and the others of its list."""
    return [
        (text[each.start : each.end], [each.number, *(each.with_member(printed).number for *_, printed in each.more)])
        for each in find_worded(text)
    ]


@pytest.mark.parametrize(
    ("text", "token", "numbers"),
    [
        ("Under Article IV, Section 2 kites rest.", "Article IV, Section 2", ["IV.2"]),
        ("(Art. II, Sec. 2(a)).", "Art. II, Sec. 2(a)", ["II.2.a"]),
        ("by Section 2 of Article IV.", "Section 2 of Article IV", ["IV.2"]),
        ("point (b) of Article 3, paragraph 1 says", "point (b) of Article 3, paragraph 1", ["3.1.b"]),
        (
            "See Part 2, Title 1, Chapter 4, Section 5, Article 6, Paragraph 7, point 8.",
            "Part 2, Title 1, Chapter 4, Section 5, Article 6, Paragraph 7, point 8",
            ["2.1.4.5.6.7.8"],
        ),
        ("gilt § 12 Abs. 3 Satz 1 Nr. 2 nicht", "§ 12 Abs. 3 Satz 1 Nr. 2", ["12.3.2"]),
        ("Article 5(2) and (3) apply", "Article 5(2) and (3)", ["5.2", "5.3"]),
        ("Articles II, III and IV apply", "Articles II, III and IV", ["II", "III", "IV"]),
        ("Sections 1 and 2 of Article III.", "Sections 1 and 2 of Article III", ["III.1", "III.2"]),
        ("§§ 12 und 13 gelten", "§§ 12 und 13", ["12", "13"]),
        ("l'article 5, paragraphe 2, alinéa 1", "article 5, paragraphe 2, alinéa 1", ["5.2.1"]),
        ("el artículo 4, apartado 1, letra (a)", "artículo 4, apartado 1, letra (a)", ["4.1.a"]),
    ],
)
def test_a_number_with_words_is_found(text: str, token: str, numbers: list[str]) -> None:
    assert found(text) == [(token, numbers)]


def test_two_whole_numbers_are_two() -> None:
    assert [numbers for _, numbers in found("see section 1.2, rule 3.4")] == [["1.2"], ["3.4"]]
    assert [numbers for _, numbers in found("rule 12, rule 13")] == [["12"], ["13"]]


def test_a_step_below_the_last_of_a_list_is_of_that_one_alone() -> None:
    assert [numbers for _, numbers in found("§§ 2, 5 und 3 Abs. 4 gelten")] == [["2", "5"], ["3.4"]]
    assert [numbers for _, numbers in found("Articles 5 and 6, paragraph 2, apply")] == [["5"], ["6.2"]]


@pytest.mark.parametrize(
    "text", ["the article about kites", "sections of it", "in part because", "Satz 1 gilt", "art. "]
)
def test_words_alone_are_no_number(text: str) -> None:
    assert found(text) == []


def test_capitals_do_not_count_in_what_is_typed() -> None:
    typed = read_worded("article iv section 2")
    assert typed
    assert typed.number == "iv.2"
    assert read_worded("article iv kites") is None


@pytest.mark.parametrize(
    ("typed", "numbers", "is_range"),
    [
        ("§ 4 Abs. 1 bis 3", ["4.1", "4.3"], True),
        ("§§ 4-6", ["4", "6"], True),
        ("articles III to V", ["III", "V"], True),
        ("Art. 5(2) und (3)", ["5.2", "5.3"], False),
        ("arts. 1, 2 e 7", ["1", "2", "7"], False),
    ],
)
def test_a_typed_list_has_its_numbers_whole(typed: str, numbers: list[str], is_range: bool) -> None:
    found, ranged = read_listed(typed)
    assert ([each.number for each in found], ranged) == (numbers, is_range)
    assert [read_worded(str(each)) for each in found[1:]] != [None]  # what is made of a list can be read again


@pytest.mark.parametrize("typed", ["rule 1.2a to c", "§ 4", "§§ 4 bis", "rules 4 to cards", "Abs. 1 und 2", "4 to 6"])
def test_what_is_no_list_with_words_is_none(typed: str) -> None:
    assert read_listed(typed) == ([], False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "Article I, Section 2 of " * 9_000,
        "§ " * 100_000,
        "article " * 30_000,
        "§ 1" + ", 1" * 70_000,
        "§ 1 (a)" * 30_000,
    ],
)
def test_no_text_makes_it_slow(text: str) -> None:
    assert len(list(find_worded(text))) <= len(text)


@given(st.text(alphabet="Article IV§,. ()of1a2Abs", max_size=60))
def test_numbers_never_overlap(text: str) -> None:
    last = 0
    for each in find_worded(text):
        assert last <= each.start < each.first_end <= each.end <= len(text)
        last = each.end
