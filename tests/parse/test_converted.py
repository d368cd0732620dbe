"""What converters of PDFs and web pages leave in markdown: joined rules, page numbers, emphasis over several lines."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, odd, parents, references, texts

from rules_cli.model import Book

DASHED = "1. Kites\n\n1-1. Lines\n\n1-1-1. A kite has a line.\n\n"


def markdown(text: str) -> Book:
    return book_of(text, None, "book.md")


class TestRulesOnOneLine:
    def test_the_next_number_after_a_sentence_begins_a_rule(self) -> None:
        book = markdown(f"{DASHED}1-1-2. It is long. (See 1-1-1.) 1-1-3. It may break.\n\n1-2. Wind\n")
        assert {number: text for number, text in texts(book).items() if number > "1-1-1"} == {
            "1-1-2": "It is long. (See 1-1-1.)",
            "1-1-3": "It may break.",
            "1-2": "Wind",
        }
        assert odd(book) == []

    def test_it_may_be_on_the_second_line_of_a_rule(self) -> None:
        book = markdown(f"{DASHED}1-1-2. It is long,\nand red. 1-1-3. It may break.\n\n1-1-4. It is thin.\n")
        assert texts(book)["1-1-3"] == "It may break."

    def test_it_may_come_after_a_title_if_many_do(self) -> None:
        names = ["Lines", "Wind", "Tails", "Reels", "Knots", "Bows"]
        joined = [f"1.{at}. Of {name} 1.{at}.1. {name} count." for at, name in enumerate(names, 1)]
        rows = texts(markdown("\n\n".join(["1. Kites", *joined])))
        assert (len(rows), rows["1.6"], rows["1.6.1"]) == (13, "Of Bows", "Bows count.")

    def test_a_chapter_is_one_if_its_rules_follow(self) -> None:
        book = markdown(f"{DASHED}1-1-2. It is long. 2. Wind\n\n2-1. It blows.\n\n2-2. It stops.\n")
        assert (texts(book)["2"], parents(book)["2-1"]) == ("Wind", "2")

    @pytest.mark.parametrize(
        "words",
        [
            "It is long. 1-1-3. It may break.\n\n1-1-3. It may break",  # a line begins with that number
            "It is long. 1-1-4. It may break",  # not the next
            "It is long, as in 1-1-3. It may break",  # no sentence ends before it
            "It is long. 1-1-3 kites fly",  # no mark
            "It is long. 2. Wind",  # no rule of chapter 2 follows
        ],
    )
    def test_any_other_number_is_part_of_the_sentence(self, words: str) -> None:
        book = markdown(f"{DASHED}1-1-2. {words}.\n\n1-2. Wind\n\n1-2-1. It blows.\n")
        assert texts(book)["1-1-2"] == words.partition("\n")[0].rstrip(".") + "."


class TestHeadingsThatAreFigures:
    def test_page_numbers_are_dropped(self) -> None:
        book = markdown(f"{DASHED}## 2\n\n1-1-2. It is long.\n\n## 3\n\n1-1-3. It breaks.\n\n## 5\n\n1-2. Wind\n")
        assert [(each.text, each.why) for each in book.dropped] == [(f"## {n}", "page number") for n in (2, 3, 5)]
        assert list(texts(book)) == ["1", "1-1", "1-1-1", "1-1-2", "1-1-3", "1-2"]

    def test_chapters_are_no_page_numbers(self) -> None:
        text = "".join(
            f"## {n}\n\n### {n}.1 Kites\n\nA kite flies.\n\n### {n}.2 Lines\n\nIt breaks.\n\n" for n in "1234"
        )
        assert markdown(text).dropped == ()


def test_the_first_rule_under_another_follows_its_colon() -> None:
    rest = "".join(f"1.{n}. A kite falls.\n\n1.{n}.a. It lands.\n\n1.{n}.b. It breaks.\n\n" for n in (2, 3))
    book = markdown(f"1. Kites\n\n1.1. A kite flies if: 1.1.a. It has wind.\n\n1.1.b. It has a line.\n\n{rest}")
    assert (texts(book)["1.1"], texts(book)["1.1.a"]) == ("A kite flies if:", "It has wind.")


class TestEmphasis:
    def test_that_goes_on_in_the_next_lines_is_dropped(self) -> None:
        book = markdown("1.1 The **red\nkite** flies. _It needs\nwind, and a\nline._ Fly it.\n\n1.2 A line.\n")
        assert texts(book)["1.1"] == "The red kite flies. It needs wind, and a line. Fly it."

    def test_a_number_may_end_it(self) -> None:
        book = markdown("1.1 A kite.\n\n1.2 In **rule\n1.1.** , it flies.\n\n1.3 A line.\n")
        assert (texts(book)["1.2"], list(texts(book))) == ("In rule 1.1. , it flies.", ["1.1", "1.2", "1.3"])

    def test_a_sign_that_nothing_closes_is_dropped(self) -> None:
        book = markdown("1.1 A **red kite.\n\n1.2 A _line\n1.3 breaks_ .\n")
        assert texts(book)["1.1"] == "A red kite."

    def test_emphasis_of_nothing_is_dropped(self) -> None:
        assert texts(markdown("1. ** **Kites\n\n1.1. A kite.\n"))["1"] == "Kites"


def test_links_lead_to_headings_by_all_of_their_words() -> None:
    laws = "".join(
        f"## Article {n}: Red Kites\n\n1. A kite flies.\n2. See [wind](#article-1-red-kites).\n\n" for n in "1234"
    )
    book = markdown(f"# Laws\n\n{laws}")
    assert references(book, "3.2") == [("wind", "1", True)]


def test_links_lead_to_headings_whose_dots_are_left_out() -> None:
    book = markdown("# Laws\n\n## 10.2. Red Kites\n\nA kite.\n\n## 10.3. Lines\n\nSee [kites](#102-red-kites).\n")
    assert references(book, "10.3") == [("kites", "10.2", True)]


def test_a_rule_without_its_parent_is_under_the_next_row_above_that() -> None:
    book = book_of("4 Kites\n\n4.1 A kite.\n\n4.1.1 Red.\n\n4.1.2.1 Blue.\n\n4.1.3.1.1 Green.\n\n4.1.4 Black.\n")
    assert {parents(book)[number] for number in ("4.1.2.1", "4.1.3.1.1", "4.1.4")} == {"4.1"}


def test_a_number_before_a_comma_begins_no_rule() -> None:
    book = book_of("1 Kites\n\n1.1 A kite flies. As in\n\n1.2 , it falls.\n\n1.2 A line.\n")
    assert texts(book)["1.2"] == "A line."
    assert by_number(book)["1.1"].words.text == "A kite flies. As in\n1.2 , it falls."


def test_headings_of_more_figures_than_a_number_has_are_kept() -> None:
    figures = "9" * 5000
    assert markdown(DASHED + f"## {figures}\n\n" * 3).dropped == ()
