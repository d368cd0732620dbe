"""Both sides of every measure that the parser judges by: a text just inside, and one just outside.

Those of references are in tests/test_references.py, those of edition dates in test_edition_date.py.
"""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, document, texts

from rules_cli.errors import SourceError
from rules_cli.formats.source_line import Document
from rules_cli.numbers.heads import line_number
from rules_cli.parse import parse
from rules_cli.parse.glossary import explained
from rules_cli.parse.inference import decisions, infer_profile, language_of
from rules_cli.parse.line_shape import ends_sentence, is_title
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import slug_of

inside_and_outside = pytest.mark.parametrize("inside", [True, False], ids=["inside", "outside"])


def kind(text: str, number: str, slug: str | None = None, name: str = "book.txt") -> str:
    """The kind of one row of a book."""
    return by_number(book_of(text, slug, name))[number].kind


def dropped(text: str) -> list[str]:
    """The lines of a table of contents."""
    return [line.text for line in book_of(text).dropped if line.why == "table of contents"]


class TestTitles:
    @inside_and_outside
    def test_a_title_has_twelve_words_at_most(self, inside: bool) -> None:
        assert is_title(" ".join(["Kite"] * (12 if inside else 13))) == inside

    @inside_and_outside
    def test_the_end_of_a_sentence_is_seen_before_eighty_characters_of_references(self, inside: bool) -> None:
        assert ends_sentence("It flies." + " [1.1]" * 12 + (" [1.2a]" if inside else " [1.22a]")) == inside

    @inside_and_outside
    def test_a_name_of_six_words_is_a_heading_over_its_rules(self, inside: bool) -> None:
        name = "The kite of a red ship" if inside else "The kite of a very red ship"
        assert (kind(f"1 Kites\n\n1.1 {name}\n\n1.1.1 A kite flies.\n", "1.1") == "heading") == inside

    @inside_and_outside
    def test_the_first_rule_follows_such_a_name_within_eight_lines(self, inside: bool) -> None:
        blanks = "\n" * (8 if inside else 9)
        assert (kind(f"1 Kites\n\n1.1 The red kite{blanks}1.1.1 A kite flies.\n", "1.1") == "heading") == inside

    @inside_and_outside
    def test_the_words_of_a_title_follow_it_after_one_blank_line(self, inside: bool) -> None:
        blanks = "\n" * (2 if inside else 3)
        text = f"1 Kites\n\n1.1 Go again{blanks}When a kite falls, it flies again.\n\n1.2 It falls.\n"
        assert (by_number(book_of(text))["1.1"].title == "Go again") == inside

    def test_a_slug_has_eighty_characters_at_most(self) -> None:
        assert slug_of("k" * 80) == slug_of("k" * 81) == "k" * 80


@pytest.mark.parametrize(("number", "parent"), [("1.2.1", "1.tails"), ("2.1", None)], ids=["section", "chapter"])
def test_a_heading_may_be_printed_for_a_section_that_has_no_number(number: str, parent: str) -> None:
    text = f"# 1 Kites\n\n1.1 A kite flies.\n\n## Tails\n\n{number} A tail is long.\n"
    assert by_number(book_of(text, name="book.md"))[number].parent == parent


@inside_and_outside
def test_letters_that_begin_again_in_a_third_chapter_are_labels(inside: bool) -> None:
    chapters = range(1, 4 if inside else 3)
    text = "".join(f"# {n}. Kites\n\n{n}.1 A kite flies.\n\n### A. Red\n\nIt is red.\n\n" for n in chapters)
    book = parse([document(text, "book.md")], Profile(items="rules"), "made-up", "1")
    assert ("1.1A" in texts(book)) == inside


@inside_and_outside
def test_a_joined_chapter_has_its_first_rule_within_four_lines(inside: bool) -> None:
    blanks = "\n" * (4 if inside else 5)
    text = f"1. Kites\n\n1-1. A kite flies.\n\n1-2. It falls. 2. Wind{blanks}2-1. Wind blows.\n\n2-2. It stops.\n"
    assert (texts(book_of(text)).get("2") == "Wind") == inside


def test_words_touch_a_number_of_several_parts_only() -> None:
    forms = ("{n}", "{n}-{n}")
    assert line_number("3Dimensional kites fly.", forms) is None
    assert line_number("1-2The kite flies.", forms) == ("1-2", "", "The kite flies.", "")


@pytest.mark.parametrize("forms", [(), ("{n}", "{n}.{n}")], ids=["the common form", "forms of the book"])
def test_a_dash_before_words_touches_a_number(forms: tuple[str, ...]) -> None:
    assert line_number("1.2—The kite flies.", forms) == ("1.2", "—", "The kite flies.", "")


class TestLines:
    @inside_and_outside
    def test_a_line_of_fifty_characters_may_be_wrapped(self, inside: bool) -> None:
        first = "1.1 A red kite flies up and over " + "w" * (17 if inside else 16)
        text = texts(book_of(f"1 Kites\n\n{first}\nTwo ships and a raft.\n\n1.2 It falls.\n"))["1.1"] or ""
        assert ("\n" not in text) == inside

    @inside_and_outside
    def test_a_text_with_few_blank_lines_does_not_separate_its_parts_by_them(self, inside: bool) -> None:
        rules = "\n".join(f"1.{n} A kite flies." for n in range(1, 101))
        text = "1 Kites\n" + "\n" * (2 if inside else 3) + f"{rules}\nGlossary\nKite\nA toy on a line.\n"
        assert ("glossary" in texts(book_of(text))) == inside


class TestGlossaries:
    def entries(self, entry: str) -> list[str | None]:
        """The titles of the entries of a glossary."""
        book = book_of(f"1 Kites\n\n1.1 A kite flies.\n\nGlossary\n\nAnchor\nIt holds.\n\n{entry}\n")
        return [row.title for row in book.rows if row.parent == "glossary"]

    @inside_and_outside
    def test_a_head_has_ninety_characters_at_most(self, inside: bool) -> None:
        head = " ".join(["Kitesss"] * 11) + (" Kk" if inside else " Kkk")
        assert len(head) == (90 if inside else 91)
        assert (head in self.entries(f"{head}\nA toy.")) == inside

    @inside_and_outside
    def test_a_label_of_three_words_needs_no_capitals(self, inside: bool) -> None:
        label = "Kite of paper" if inside else "Kite of red paper"
        assert (label in self.entries(f"{label} – it is a toy on a line, and it flies in the wind.")) == inside

    @inside_and_outside
    def test_an_entry_names_twelve_rules_at_most(self, inside: bool) -> None:
        count = 12 if inside else 13
        rules = "".join(f"1.{n} A kite flies.\n\n" for n in range(1, count + 1))
        named = ", ".join(f"1.{n}" for n in range(1, count + 1))
        book = book_of(f"1 Kites\n\n{rules}Glossary\n\nKite\nSee rules {named}.\n")
        (entry,) = explained(book.rows, book.glossaries)
        assert len(entry.rules) == 12


class TestPages:
    @inside_and_outside
    def test_a_label_of_five_words_needs_no_capitals(self, inside: bool) -> None:
        label = "When a kite is cut:" if inside else "When a red kite is cut:"
        book = book_of(f"# Kites\n\n{label}\n\n1. It falls.\n", "ga", "page.md")
        assert any(row.title == label[:-1] for row in book.rows) == inside

    @inside_and_outside
    def test_an_item_two_columns_to_the_right_is_inside_another(self, inside: bool) -> None:
        book = book_of(f"# Kites\n\n1. A kite.\n{'  ' if inside else ' '}1. A tail.\n", "ga", "page.md")
        assert ("kites.1.1" in texts(book)) == inside


class TestInferredProfiles:
    def lines(self, *lines: str) -> list[Document]:
        """A document of these lines."""
        return [document("\n\n".join(lines) + "\n")]

    @inside_and_outside
    def test_a_prefix_is_printed_three_times(self, inside: bool) -> None:
        lines = [f"Rule {n}: A kite flies." for n in range(1, 4 if inside else 3)]
        assert (infer_profile(self.lines(*lines)).prefixes == ("Rule",)) == inside

    @inside_and_outside
    def test_most_numbers_in_a_form_are_the_books(self, inside: bool) -> None:
        others = "[7.7.7]" if inside else "[7.7.7] [8.8.8]"
        profile = infer_profile(self.lines("1 Kites", "1.1 A kite.", f"1.2 See [1.1] and {others}."))
        assert ("[{dotted}]" in profile.references) == inside

    @inside_and_outside
    def test_forms_are_tried_in_four_thousand_lines(self, inside: bool) -> None:
        before = ["1 Kites", *(f"1.{n} A kite." for n in range(1, 3_999 if inside else 4_000))]
        profile = infer_profile(self.lines(*before, "See rule 1.1."))
        assert ("rule {number}" in profile.references) == inside

    @inside_and_outside
    def test_the_language_is_that_of_four_hundred_lines(self, inside: bool) -> None:
        lines = ["1.1 Kite."] * (399 if inside else 400) + ["uma " * 50]
        assert (language_of([document("\n".join(lines))]) == "pt") == inside

    @inside_and_outside
    def test_one_little_word_in_fifty_is_no_portuguese(self, inside: bool) -> None:
        words = " ".join(["kite"] * (48 if inside else 49))
        assert (language_of(self.lines(f"uma {words}")) == "pt") == inside

    @pytest.mark.parametrize(
        ("kana", "han", "latin", "language"),
        [(0, 8, 92, "en"), (0, 12, 88, "zh"), (8, 92, 0, "zh"), (12, 88, 0, "ja")],
        ids=["few signs", "a tenth", "few kana", "a tenth of kana"],
    )
    def test_a_tenth_of_the_signs_tell_the_language(self, kana: int, han: int, latin: int, language: str) -> None:
        assert language_of(self.lines("の" * kana + "風" * han + "a" * latin)) == language

    @pytest.mark.parametrize("number", ["1.2", "1.1.2"])
    def test_a_bare_number_of_two_parts_may_be_a_quantity(self, number: str) -> None:
        rules = "1 Kites\n\n1.1 A kite.\n\n1.1.1 A tail.\n\n1.1.2 A line.\n\n1.2 A raft.\n\n"
        row = by_number(book_of(f"{rules}1.3 It flies {number} long.\n"))["1.3"]
        assert [reference.target for reference in row.references] == ([] if number == "1.2" else ["1.1.2"])

    @inside_and_outside
    def test_a_label_is_shown_if_three_paragraphs_begin_with_it(self, inside: bool) -> None:
        lines = ["1.1 A kite flies.", *["Ruling: It is so."] * (3 if inside else 2)]
        documents = self.lines(*lines)
        shown = list(decisions(infer_profile(documents), documents))
        assert any("begin with Ruling" in line for line in shown) == inside

    def test_five_labels_are_shown(self) -> None:
        lines = [f"{label}: It is so." for label in ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff") for _ in range(3)]
        documents = self.lines("1.1 A kite flies.", *lines)
        assert sum("paragraphs begin" in line for line in decisions(infer_profile(documents), documents)) == 5


def test_three_files_without_a_rule_are_named() -> None:
    with pytest.raises(SourceError, match=r"^a, b, c and 1 more: "):
        parse([document("No rule here.", name) for name in "abcd"], None, "made-up", "1")


class TestNumbersOfSomethingElse:
    @inside_and_outside
    def test_half_of_the_numbers_of_a_form_are_in_place(self, inside: bool) -> None:
        in_place, out_of_place = (5, 5) if inside else (4, 6)
        text = "".join(f"2k{rule} A kite shows a flag.\n\n" for rule in range(1, in_place + 1))
        text += "".join(f"{30 + 3 * line}k{40 - 5 * line} A strange line.\n\n" for line in range(out_of_place))
        assert infer_profile([document(text)]).numbers == (("{n}", "{n}{a}{n}") if inside else ())

    @inside_and_outside
    def test_a_chapter_whose_number_is_a_letter_has_eighty_characters_at_most(self, inside: bool) -> None:
        title = "Kites " + " ".join(["Understanding"] * 5) + (" Wind" if inside else " Winds")
        assert len(title) == (80 if inside else 81)
        text = "".join(f"{c}. {title}\n\n{c}.1 A kite flies.\n\n{c}.2 It falls.\n\n" for c in "ABC")
        assert ("A" in texts(book_of(text))) == inside
