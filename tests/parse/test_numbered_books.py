"""Books that print numbers: rows, parents, misprints, and whom the words without a number belong to."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, document, odd, parents, shipped, texts

from rules_cli.errors import SourceError
from rules_cli.parse import parse
from rules_cli.parse.inference import infer_profile

SHIP = "1 Ships\n\n1.1 Decks\n\n1.1.1 A deck is flat.\n\n"


EXAMPLES = {
    "one": ("Example: One.", ("One.",)),
    "four": ("Example: 1.\n\nExample: 2.\n\nExample: 3.\n\nExample: 4.", ("1.", "2.", "3.", "4.")),
    "label printed twice": ("Example:Example: One.", ("One.",)),
    "label printed twice with a blank": ("Example: Example: One.", ("One.",)),
    "indented": ("\t  Example: One.", ("One.",)),
    "right after the rule's line": ("Example: One.\nExample: Two.", ("One.", "Two.")),
    "numbered": ("Exemplo 2: Dois.", ("Dois.",)),
    "in capitals": ("EXAMPLE: One.", ("One.",)),
    "E.g.": ("E.g.: One.", ("One.",)),
    "with a list": ("Example: One:\n\n- a\n\n- b", ("One:\n• a\n• b",)),
    "with a numbered list": (
        "Example: One:\n\n1. planks go.\n\n2. planks come.",
        ("One:\n1. planks go.\n2. planks come.",),
    ),
    "broken by a page end": ("Example: One plank\n\nand two.", ("One plank and two.",)),
}
CONTENTS = {
    "under a heading": "Contents\n\n1 Ships\n1.1 Decks\n2 Ports\n",
    "under another word": "TABLE OF CONTENTS:\n1 Ships\n1.1 Decks\n2 Ports\n",
    "under a heading of its own": "## Sumário\n\n1. Ships\n  - 1.1 Decks\n  - 2 Ports\n",
    "as headings": "# Contents\n\n## 1 Ships\n\n### 1.1 Decks\n\n## 2 Ports\n\n",
    "with page numbers": "Contents\n1 Ships ........ 3\n1.1 Decks . . . . 4\n2 Ports…………7\n",
    "with entries that have no number": "Contents\nForeword\n1 Ships\n1.1 Decks\n2 Ports\nCredits\n",
    "with no heading": "1 Ships\n1.1 Decks\n2 Ports\n",
    "with words before the first chapter": "Contents\n1 Ships\n1.1 Decks\n2 Ports\n\nThis is the book.\n\n",
}


class TestNumbersMakeTheTree:
    @pytest.mark.parametrize(
        ("line", "number", "text"),
        [
            pytest.param("1.1.2 A deck.", "1.1.2", "A deck.", id="number and blank"),
            pytest.param("1.1.2. A deck.", "1.1.2", "A deck.", id="dot after it"),
            pytest.param("1.1.2 - A deck.", "1.1.2", "A deck.", id="dash after it"),
            pytest.param("1.1.2– A deck.", "1.1.2", "A deck.", id="dash without a blank"),
            pytest.param("1.1.2.All decks.", "1.1.2", "All decks.", id="no blank after the dot"),
            pytest.param("1.1.2: A deck.", "1.1.2", "A deck.", id="colon"),
            pytest.param("1.1.2) A deck.", "1.1.2", "A deck.", id="bracket"),
            pytest.param("  \t1.1.2 A deck.", "1.1.2", "A deck.", id="blanks before it"),
            pytest.param("\u00a01.1.2\u00a0A deck.", "1.1.2", "A deck.", id="no-break spaces"),
            pytest.param("1.1.1a A deck.", "1.1.1a", "A deck.", id="letter"),
            pytest.param("1.1.1a. A deck.", "1.1.1a", "A deck.", id="a dot too many"),
            pytest.param("1.1.1.a A deck.", "1.1.1a", "A deck.", id="a dot before the letter"),
            pytest.param("1.1.1 a - A deck.", "1.1.1a", "A deck.", id="letter after a blank"),
            pytest.param("1.1.1a - A deck.", "1.1.1a", "A deck.", id="letter and dash"),
            pytest.param("1.1.1aa A deck.", "1.1.1aa", "A deck.", id="two letters"),
            pytest.param("1.1.1a a deck.", "1.1.1a", "a deck.", id="words in lower case"),
            pytest.param("1.1.2 “Deck” is a word.", "1.1.2", "“Deck” is a word.", id="quotation first"),
            pytest.param("1.1.2 (A deck.)", "1.1.2", "(A deck.)", id="bracket first"),
            pytest.param("1.1.2 A deck is 1.5 long.", "1.1.2", "A deck is 1.5 long.", id="a number in the words"),
            pytest.param("• 1.1.2 - A deck.", "1.1.2", "A deck.", id="a bullet before it"),
        ],
    )
    def test_a_row_however_its_number_is_printed(self, line: str, number: str, text: str) -> None:
        rows = by_number(book_of(f"{SHIP}{line}\n"))
        assert rows[number].kind == "rule"
        assert rows[number].words.text == text
        assert rows[number].parent == ("1.1" if number == "1.1.2" else "1.1.1")

    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("13 planks make a deck.", id="a sentence that begins with a number"),
            pytest.param("2.5 planks make a deck.", id="a sentence that begins with a fraction"),
            pytest.param("1,000 planks.", id="thousands"),
            pytest.param("+1 plank.", id="a sign before it"),
            pytest.param("2nd deck.", id="an ordinal"),
            pytest.param("123456.1 Plank", id="too long a number"),
            pytest.param("0", id="a number alone"),
            pytest.param("1.5", id="a fraction alone"),
        ],
    )
    def test_no_row(self, line: str) -> None:
        assert list(parents(book_of(f"{SHIP}{line}\n"))) == ["1", "1.1", "1.1.1"]

    @pytest.mark.parametrize("line", ["1.1.2.", "1.1.2", "1.1.1a"])
    def test_a_number_on_a_line_of_its_own_has_the_words_below_it(self, line: str) -> None:
        assert texts(book_of(f"{SHIP}{line}\n\nA deck.\n"))[line.rstrip(".")] == "A deck."

    def test_a_number_of_two_parts_with_a_mark_is_a_row_though_in_lower_case(self) -> None:
        assert texts(book_of("1. Ships\n\n1.1. ships float.\n\n1.5 ships sink.\n")) == {
            "1": "Ships",
            "1.1": "ships float.\n1.5 ships sink.",
        }

    def test_levels_of_headings_do_not_matter(self) -> None:
        text = "#### 1. Ship\n\n# 1.1. Bow\n\n1.1.1 - It.\n\n## 1.2. Mast\n\n##### 2. Ports\n\n# 2.1. Bay\n\n2.1.1 X.\n"
        assert parents(book_of(text, name="book.md")) == {
            "1": None,
            "1.1": "1",
            "1.1.1": "1.1",
            "1.2": "1",
            "2": None,
            "2.1": "2",
            "2.1.1": "2.1",
        }

    def test_sections_by_hundreds_belong_to_their_chapter(self) -> None:
        text = "2. Parts\n\n205. Hulls\n\n205.1. A hull.\n\n3. Kinds\n\n300. General\n\n300.1. A kind.\n"
        assert parents(book_of(text, "mtg")) == {
            "2": None,
            "205": "2",
            "205.1": "205",
            "3": None,
            "300": "3",
            "300.1": "300",
        }

    def test_without_hundreds_every_whole_number_is_a_chapter(self) -> None:
        assert parents(book_of("2 Parts\n\n2.1 A.\n\n205 Hulls\n\n205.1 B.\n", "fab"))["205"] is None

    def test_a_number_in_a_line_marked_as_heading_counts_in_lower_case_too(self) -> None:
        assert parents(book_of("# 1 all about ships\n\n1.1 A ship.\n", name="book.md")) == {"1": None, "1.1": "1"}

    def test_in_an_excerpt_the_highest_row_printed_has_no_parent(self) -> None:
        book = book_of("205. Hulls\n\n205.1. A hull.\n\n205.1a A keel.\n\n206. Masts\n\n206.1. A mast.\n", "mtg")
        assert parents(book) == {"205": None, "205.1": "205", "205.1a": "205.1", "206": None, "206.1": "206"}
        assert odd(book) == []

    def test_noughts_in_front_are_kept_and_make_the_same_tree(self) -> None:
        assert parents(book_of("01 Ships\n\n01.01 Decks\n\n01.01.01 Flat it is.\n\n01.01.01a Sub.\n")) == {
            "01": None,
            "01.01": "01",
            "01.01.01": "01.01",
            "01.01.01a": "01.01.01",
        }

    def test_files_of_one_book_are_one_tree(self) -> None:
        first, second = document(SHIP, "a.txt"), document("1.1.2 A rail.\n\n1.1.1a Late.\n", "b.txt")
        book = parse([first, second], None, "made-up", "1")
        assert parents(book) == {"1": None, "1.1": "1", "1.1.1": "1.1", "1.1.2": "1.1", "1.1.1a": "1.1.2"}
        assert book.sources == ("a.txt", "b.txt")

    def test_words_before_the_first_rule_of_a_second_file_are_no_part_of_the_first(self) -> None:
        first, second = document(SHIP, "a.txt"), document("of the mast.\n\n1.2 Masts\n\n1.2.1 High.\n", "b.md")
        book = parse([first, second], None, "made-up", "1")
        assert texts(book)["1.1.1"] == "A deck is flat."
        assert texts(book)["fragment"] == "of the mast."
        assert [(a.kind, a.number, a.source) for a in book.anomalies] == [("leading-fragment", "fragment", "b.md")]


class TestHeadings:
    @pytest.mark.parametrize(
        ("line", "number"),
        [
            pytest.param("2 Ports", "2", id="chapter"),
            pytest.param("1.2 Masts and Sails", "1.2", id="section"),
            pytest.param("1.1.2 The Lower Deck", "1.1.2", id="at the depth of a rule"),
            pytest.param("1.1.1a The Bow", "1.1.1a", id="at the depth of a sub-rule"),
            pytest.param("1.2. Ship/Boat", "1.2", id="a slash"),
            pytest.param("1.2. Masts and/or Sails", "1.2", id="and/or"),
            pytest.param("1.2. Ship vs. Ship Games", "1.2", id="vs."),
            pytest.param("1.2. Partes de uma Vela", "1.2", id="Portuguese joiners"),
            pytest.param("1.2. Hull, Keel, and Mast", "1.2", id="a list"),
        ],
    )
    def test_a_numbered_line_that_is_only_a_title(self, line: str, number: str) -> None:
        row = by_number(book_of(f"{SHIP}{line}\n"))[number]
        assert (row.kind, row.words.text) == ("heading", None)
        assert row.title == line.split(" ", 1)[1]

    @pytest.mark.parametrize(
        "line",
        [
            pytest.param("1.1.2 The Deck Is Flat.", id="a full stop"),
            pytest.param("1.1.2 A deck may break in many ways", id="words in lower case"),
            pytest.param("1.1.2 The Bow, The Stern, The Keel, The Mast, The Rail, The Hold, The Hatch", id="too long"),
            pytest.param("1.1.2 “Flat!”", id="an exclamation in quotes"),
        ],
    )
    def test_a_line_that_is_a_rule(self, line: str) -> None:
        row = by_number(book_of(f"{SHIP}{line}\n"))["1.1.2"]
        assert (row.kind, row.title) == ("rule", None)
        assert row.words.text == line.split(" ", 1)[1]

    def test_a_title_in_lower_case_is_one_where_its_number_has_sub_numbers(self) -> None:
        assert by_number(book_of("1 Ships\n\n1.1 All about decks\n\n1.1.1 Flat.\n"))["1.1"].kind == "heading"

    def test_and_a_rule_where_another_number_follows(self) -> None:
        assert by_number(book_of("1 Ships\n\n1.1 All about decks\n\n1.2 All about masts\n"))["1.1"].kind == "rule"

    def test_a_line_marked_as_heading_is_one_though_in_lower_case(self) -> None:
        book = book_of("## 1. Iniciando o jogo\n\n### 1.1. Antes da maré\n\n1.1.1 - Sim.\n", name="book.md")
        assert by_number(book)["1.1"].title == "Antes da maré"

    def test_a_sentence_marked_as_heading_is_a_rule(self) -> None:
        book = book_of("## 1. Ships\n\n### 1.1. A ship floats.\n", name="book.md")
        assert by_number(book)["1.1"].kind == "rule"

    def test_an_unnumbered_heading_is_its_slug_under_the_heading_above_it(self) -> None:
        book = book_of("# The Book - Of Ships\n\n## Words of Thanks\n\n1 Ships\n\n1.1 Ships float.\n", name="book.md")
        assert parents(book) == {"of-ships": None, "words-of-thanks": "of-ships", "1": None, "1.1": "1"}
        assert by_number(book)["of-ships"].title == "The Book - Of Ships"
        assert book.title == "The Book - Of Ships"

    def test_unnumbered_headings_of_one_name_get_numbers_of_their_own(self) -> None:
        book = book_of("# Ships\n\n1.1 A ship.\n\n## Notes\n\nOne.\n\n## Notes\n\nTwo.\n", name="book.md")
        assert list(parents(book)) == ["ships", "1.1", "notes", "notes#2"]
        assert texts(book)["notes#2"] == "Two."
        assert odd(book) == []


class TestMisprints:
    def test_a_number_printed_again_and_again(self) -> None:
        lines = ("1.1.2 B is.", "1.1.2a First.", "1.1.2 C is.", "1.1.2a Second.", "1.1.2 D is.", "1.1.2b Third.")
        book = book_of(SHIP + "\n\n".join(lines))
        assert [(n, p) for n, p in parents(book).items() if n.startswith("1.1.2")] == [
            ("1.1.2", "1.1"),
            ("1.1.2a", "1.1.2"),
            ("1.1.2#2", "1.1"),
            ("1.1.2a#2", "1.1.2#2"),
            ("1.1.2#3", "1.1"),
            ("1.1.2b", "1.1.2#3"),
        ]
        assert odd(book) == [("duplicate-number", n) for n in ("1.1.2#2", "1.1.2a#2", "1.1.2#3")]
        assert texts(book)["1.1.2#3"] == "D is."

    def test_a_section_printed_again_has_what_follows_it(self) -> None:
        book = book_of(SHIP + "1.2 Masts\n\n1.2.1 High.\n\n1.1 Decks\n\n1.1.2 Wide.\n")
        assert parents(book)["1.1.2"] == "1.1#2"
        assert odd(book) == [("duplicate-number", "1.1#2")]

    @pytest.mark.parametrize(
        ("after", "number", "parent"),
        [
            pytest.param("1.2 Masts\n\n1.1.2 A deck.", "1.1.2", "1.2", id="a rule in another section"),
            pytest.param("1.1.2 B is.\n\n1.1.1a Late.", "1.1.1a", "1.1.2", id="a sub-rule under another rule"),
            pytest.param("2 Ports\n\n2.1 Quays\n\n2.1.1 Q is.\n\n1.1.1a Lost.", "1.1.1a", "2.1.1", id="far away"),
        ],
    )
    def test_a_number_outside_its_parent_is_under_what_it_is_printed_under(
        self, after: str, number: str, parent: str
    ) -> None:
        book = book_of(f"{SHIP}{after}\n")
        assert parents(book)[number] == parent
        assert odd(book) == [("number-outside-parent", number)]
        assert book.anomalies[0].detail == f"{number} is printed under {parent}"

    def test_a_section_misprinted_for_its_neighbour_keeps_its_rules_together(self) -> None:
        book = book_of(SHIP + "1.2 Masts\n\n1.1.1 High.\n\n1.1.2 Higher.\n\n1.3 Sails\n\n1.3.1 Wide.\n")
        assert [n for n, parent in parents(book).items() if parent == "1.2"] == ["1.1.1#2", "1.1.2"]
        assert parents(book)["1.3.1"] == "1.3"

    def test_sub_rules_of_a_rule_never_printed_belong_to_the_section_and_make_no_gap(self) -> None:
        book = book_of(SHIP + "1.1.2a One.\n\n1.1.2b Two.\n\n1.1.3 Three.\n\n1.1.3a Sub.\n")
        assert {n: p for n, p in parents(book).items() if n[-1] in "ab3"} == {
            "1.1.2a": "1.1",
            "1.1.2b": "1.1",
            "1.1.3": "1.1",
            "1.1.3a": "1.1.3",
        }
        assert odd(book) == [("missing-parent", "1.1.2a"), ("missing-parent", "1.1.2b")]
        assert book.anomalies[0].detail == "1.1.2 is never printed"

    def test_rules_of_a_section_never_printed_belong_to_the_chapter(self) -> None:
        book = book_of(SHIP + "1.2.1 A mast.\n\n1.3 Sails\n\n1.3.1 A sail.\n")
        assert parents(book)["1.2.1"] == "1"
        assert odd(book) == [("missing-parent", "1.2.1")]

    def test_rules_of_a_chapter_never_printed_are_under_no_other_chapter(self) -> None:
        book = book_of(SHIP + "2.1 Quays\n\n2.1.1 A quay.\n\n2.2 Cranes\n\n2.2.1 A crane.\n")
        assert [parents(book)[number] for number in ("2.1", "2.1.1", "2.2", "2.2.1")] == [None, "2.1", None, "2.2"]

    def test_one_number_misprinted_does_not_take_what_follows_along(self) -> None:
        text = "4 Ends\n\n423 Storms\n\n423.2 It blows.\n\n423.2a Hard.\n\n432.2b Harder.\n\n423.3 It stops.\n"
        book = book_of(text, "mtg")
        assert parents(book)["432.2b"] == "423.2"
        assert parents(book)["423.3"] == "423"
        assert odd(book, "missing-parent", "number-outside-parent") == [
            ("missing-parent", "432.2b"),
        ]

    @pytest.mark.parametrize(
        ("after", "number", "detail"),
        [
            pytest.param("1.1.3 C is.", "1.1.3", "1.1.2 not printed before 1.1.3", id="one rule"),
            pytest.param("1.1.5 E is.", "1.1.5", "1.1.2 to 1.1.4 not printed before 1.1.5", id="several rules"),
            pytest.param("1.1.1b B.", "1.1.1b", "1.1.1a not printed before 1.1.1b", id="the first letter"),
            pytest.param(
                "1.1.1a A.\n\n1.1.1d D.", "1.1.1d", "1.1.1b to 1.1.1c not printed before 1.1.1d", id="letters"
            ),
            pytest.param("1.3 Sails", "1.3", "1.2 not printed before 1.3", id="a section"),
            pytest.param("1.2 Masts\n\n1.2.2 B is.", "1.2.2", "1.2.1 not printed before 1.2.2", id="the first rule"),
            pytest.param("3 Ports\n\n3.1 Quays", "3", "2 not printed before 3", id="a chapter"),
        ],
    )
    def test_a_gap(self, after: str, number: str, detail: str) -> None:
        book = book_of(f"{SHIP}{after}\n")
        assert [(a.kind, a.number, a.detail) for a in book.anomalies] == [("number-gap", number, detail)]

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param(
                "1 Ships\n\n1.0 General\n\n1.0.0 A is.\n\n1.0.1 B is.\n\n1.1 Decks\n", id="numbering from nought"
            ),
            pytest.param("5 Ships\n\n5.1 Decks\n\n5.1.1 A is.\n", id="an excerpt that begins in the middle"),
            pytest.param("".join(f"1.{n} Ship {n}.\n\n" for n in range(1, 13)), id="two digits"),
            pytest.param("1 Ships\n\n1.1 A is.\n\n1.1a B.\n\n1.2 C is.\n\n1.2a D.\n", id="letters begin anew"),
            pytest.param("1 Ships\n\n1.1 A is.\n\n1.3 C is.\n\n1.2 B is.\n\n1.4 D is.\n", id="out of order"),
        ],
    )
    def test_no_gap(self, text: str) -> None:
        assert odd(book_of(text)) == []

    def test_a_gap_among_sections_by_hundreds(self) -> None:
        book = book_of("2. Parts\n\n200. General\n\n200.1. A.\n\n203. Hulls\n\n203.1. B.\n", "mtg")
        assert [(a.kind, a.detail) for a in book.anomalies] == [("number-gap", "201 to 202 not printed before 203")]

    def test_letters_that_the_book_skips_leave_no_gap_and_go_on_after_z(self) -> None:
        letters = [*"abcdefghijkmnpqrstuvwxyz", "aa", "ab"]
        text = "702. Words\n\n702.1. A word.\n\n" + "".join(f"702.1{letter} Rule.\n\n" for letter in letters)
        assert odd(book_of(text, "mtg")) == []
        assert odd(book_of(text.replace("702.1k Rule.\n", ""), "mtg")) == [("number-gap", "702.1m")]
        assert odd(book_of(text.replace("702.1z Rule.\n", ""), "mtg")) == [("number-gap", "702.1aa")]
        assert ("number-gap", "702.1m") in odd(book_of(text))

    def test_a_skipped_letter_printed_all_the_same_is_a_row(self) -> None:
        text = "702. Words\n\n702.1. A word.\n\n702.1a A.\n\n702.1zo Odd.\n"
        assert by_number(book_of(text, "mtg"))["702.1zo"].parent == "702.1"

    def test_the_lines_of_anomalies(self) -> None:
        book = book_of(SHIP + "1.1.1 Again.\n\n1.1.3 Gap.\n")
        assert [(a.kind, a.line) for a in book.anomalies] == [("duplicate-number", 7), ("number-gap", 9)]

    def test_a_row_may_have_several(self) -> None:
        book = book_of(SHIP + "1.2 Masts\n\n1.1.1 See rule 9.9.\n")
        assert odd(book) == [
            ("number-outside-parent", "1.1.1#2"),
            ("duplicate-number", "1.1.1#2"),
            ("dangling-reference", "1.1.1#2"),
        ]


class TestFragments:
    def test_the_lines_before_the_first_rule_are_one(self) -> None:
        book = book_of("of the deck.\n\nAnother line.\n\n- one\n- two\n\n1 Ships\n\n1.1 Ships float.\n")
        assert texts(book)["fragment"] == "of the deck.\nAnother line.\n• one\n• two"
        assert parents(book)["fragment"] is None
        assert odd(book) == [("leading-fragment", "fragment")]

    def test_under_a_title_all_paragraphs_are_its_text(self) -> None:
        first = "1 Ships\n\nShips are fun.\n\nThey float.\n\n- on water\n- on air\n\n"
        text = first + "1.1 Decks\n\nDecks are flat\n\nand wide.\n\n1.1.1 A is.\n"
        book = book_of(text)
        assert [(row.number, row.kind, row.title, row.words.text) for row in book.rows] == [
            ("1", "rule", "Ships", "Ships are fun.\nThey float.\n• on water\n• on air"),
            ("1.1", "rule", "Decks", "Decks are flat and wide."),
            ("1.1.1", "rule", None, "A is."),
        ]
        assert odd(book) == []

    def test_lines_of_one_paragraph_are_one_and_a_list_keeps_its_lines(self) -> None:
        book = book_of("# 1 Ships\n\nShips are\nFun.\n- on water\n- on air\n\n1.1 Ships float.\n", name="book.md")
        assert texts(book)["1"] == "Ships are Fun.\n• on water\n• on air"

    def test_the_first_words_under_a_title_are_its_text_even_if_they_are_a_note(self) -> None:
        book = book_of("1 Ships\n\n1.1 Masts\n\nNote: No ship has one now.\n\nNote: Nor a sail.\n\n1.2 A deck.\n")
        masts = by_number(book)["1.1"]
        assert (masts.kind, masts.words.text) == ("rule", "Note: No ship has one now.")
        assert masts.words.notes == ("Note: Nor a sail.",)

    def test_an_example_under_a_title_is_one(self) -> None:
        masts = by_number(book_of("1 Ships\n\n1.1 Masts\n\nExample: A mast breaks.\n\n1.2 A deck.\n"))["1.1"]
        assert (masts.kind, masts.words.text, masts.words.examples) == ("rule", "", ("A mast breaks.",))

    def test_references_in_a_fragment_count(self) -> None:
        book = book_of("see rule 1.1 and rule 1.2.\n\n1 Ships\n\n1.1 Ships float.\n")
        assert [(r.target, r.resolved) for r in by_number(book)["fragment"].references] == [
            ("1.1", True),
            ("1.2", False),
        ]


class TestWordsWithoutANumber:
    """They belong to the last rule printed before them, at any depth."""

    def rule(self, after: str, slug: str | None = None, name: str = "book.txt") -> tuple[str | None, object, object]:
        """Text, examples and notes of a sub-rule, with lines after it."""
        words = by_number(book_of(f"{SHIP}1.1.1a A rail.\n\n{after}\n\n1.1.2 Next.\n", slug, name))["1.1.1a"].words
        return words.text, words.examples, words.notes

    @pytest.mark.parametrize(("after", "examples"), EXAMPLES.values(), ids=EXAMPLES)
    def test_examples(self, after: str, examples: tuple[str, ...]) -> None:
        assert self.rule(after) == ("A rail.", examples, ())

    def test_a_word_that_only_begins_like_a_label_is_text(self) -> None:
        assert self.rule("Examples abound: here.\n\nExample") == ("A rail.\nExamples abound: here.\nExample", (), ())

    def test_a_note_keeps_its_label(self) -> None:
        assert self.rule("Note: Mind it.\n\n• here\n• there") == ("A rail.", (), ("Note: Mind it.\n• here\n• there",))

    def test_a_hint_box_is_a_note_even_with_a_number_in_it(self) -> None:
        box = "{% hint %}\nExample: One.\n\n1.1.1b No rule.\n{% endhint %}\n\nNote: Two."
        assert self.rule(box, name="book.md") == ("A rail.", (), ("Example: One.\n1.1.1b No rule.", "Note: Two."))

    def test_a_list_is_part_of_the_rules_text_one_bullet_to_an_item(self) -> None:
        assert self.rule("  • one\n  - two\n  * three\n-four")[0] == "A rail.\n• one\n• two\n• three\n• four"

    def test_a_list_in_markdown(self) -> None:
        assert self.rule("- one\n- two\n  goes on", name="book.md")[0] == "A rail.\n• one\n• two goes on"

    def test_a_paragraph_is_part_of_the_rules_text(self) -> None:
        assert self.rule("    It creaks.\n\n\tIt holds.")[0] == "A rail.\nIt creaks.\nIt holds."

    def test_after_an_example_too(self) -> None:
        assert self.rule("Example: One.\n\nIt holds.") == ("A rail.\nIt holds.", ("One.",), ())

    def test_a_paragraph_broken_by_a_page_end_is_joined(self) -> None:
        assert (
            texts(book_of(SHIP + "1.1.2 A rail may\n\nbreak, or\n\nbend.\n"))["1.1.2"] == "A rail may break, or bend."
        )

    @pytest.mark.parametrize(
        "before", ["A rail breaks.", "A rail breaks:", "“A rail breaks.”", "It breaks (so it does)."]
    )
    def test_a_finished_sentence_is_not_joined(self, before: str) -> None:
        assert texts(book_of(f"{SHIP}1.1.2 {before}\n\nand bends.\n"))["1.1.2"] == f"{before}\nand bends."

    @pytest.mark.parametrize("word", ["rule", "(see rule", "as well as rules"])
    def test_a_wrapped_line_that_begins_with_a_reference_is_no_rule(self, word: str) -> None:
        wrapped = f"1.1.2 A rail that breaks in a storm is repaired by the crew, {word}\n1.1.1. It may not bend.\n"
        book = book_of(f"{SHIP}{wrapped}\n1.1.3 Rails bend. See rule 1.1.1.\n\n1.1.4 See rules 1.1.1 and 1.1.3.\n")
        assert [row.number for row in book.rows if "#" in row.number] == []
        assert (texts(book)["1.1.2"] or "").endswith(f"{word} 1.1.1. It may not bend.")

    def test_hard_wrapped_lines_are_joined(self) -> None:
        text = (
            "1.1.2 A rail that stands on a deck of more than three\n"
            "Hundred planks breaks when the first of those planks\n"
            "does.\n"
            "It is mended at dawn.\n"
        )
        assert texts(book_of(SHIP + text))["1.1.2"] == (
            "A rail that stands on a deck of more than three Hundred planks breaks when the first of those planks "
            "does.\nIt is mended at dawn."
        )

    def test_lines_of_one_paragraph_in_markdown_are_joined(self) -> None:
        book = book_of("## 1 Ships\n\n1.1 A ship\nFloats and\nsails.\n\nIt sinks.\n", name="book.md")
        assert texts(book)["1.1"] == "A ship Floats and sails.\nIt sinks."

    def test_emphasis_goes_in_markdown_and_stays_in_text(self) -> None:
        line = "1.1 A *ship* of **two** has power *.\n"
        assert texts(book_of("# Ships\n\n" + line, name="book.md"))["1.1"] == "A ship of two has power *."
        assert texts(book_of(line))["1.1"] == "A *ship* of **two** has power *."


class TestWhatIsDropped:
    def dropped(self, text: str, slug: str | None = None, name: str = "book.txt") -> list[tuple[int, str]]:
        """The lines that are dropped, with the reason."""
        return [(line.line, line.why) for line in book_of(text, slug, name).dropped]

    def test_ruled_lines_and_banners(self) -> None:
        text = "=====\n\n1 Ships\n- - -\n1.1 Ships float.\n* * *\n_____\n"
        assert self.dropped(text) == [(n, "ruled line") for n in (1, 4, 6, 7)]

    def test_furniture_of_the_profile(self) -> None:
        assert self.dropped("SKIP TO CONTENT\n\n1 Ships\n\n1.1 Skip to content.\n", "fab") == [(1, "page furniture")]

    @pytest.mark.parametrize("contents", CONTENTS.values(), ids=CONTENTS)
    def test_a_table_of_contents(self, contents: str) -> None:
        body = "1 Ships\n\n1.1 Decks\n\n1.1.1 A deck is flat.\n\n2 Ports\n\n2.1 Ports are wet.\n"
        book = book_of(contents + body, name="book.md" if "#" in contents else "book.txt")
        assert [n for n in parents(book) if n != "fragment"] == ["1", "1.1", "1.1.1", "2", "2.1"]
        entries = [line for line in contents.splitlines() if line and line != "This is the book."]
        assert [line.why for line in book.dropped] == ["table of contents"] * len(entries)
        assert odd(book, "duplicate-number") == []

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("1 Ships\n\n1.1 Decks\n\n1.1.1 Flat.\n\n1.1.1 Wide.\n", id="short rules, one printed twice"),
            pytest.param("1 Ships\n\n1.1 Decks\n\n1.1 Masts\n\n1.1.1 High.\n", id="titles, one printed twice"),
            pytest.param("Contents\n\n1 Ships\n\n1.1 Decks\n\n1.1.1 A deck is flat.\n", id="a heading and no entries"),
            pytest.param(
                "1 Do ships float by night?\n\n1.1 Do they sink by day?\n\n1 Do ships float by night?\n", id="questions"
            ),
            pytest.param("Contents of this book.\n\n1 Ships\n\n1.1 Ships float.\n", id="a sentence"),
        ],
    )
    def test_what_is_no_table_of_contents(self, text: str) -> None:
        assert self.dropped(text) == []


class TestWorkedOut:
    """A book for which no profile ships."""

    LIST = "1. A ship.\n2. A raft.\n3. A boat.\n\n"

    @pytest.mark.parametrize(
        ("text", "name", "numbering"),
        [
            pytest.param("1.1 A ship.\n", "a.txt", "dotted", id="numbers with dots"),
            pytest.param("# Ships\n\n1.1 A ship.\n\n1. An item.\n", "a.md", "dotted", id="both"),
            pytest.param("# Ships\n\n1. A ship.\n2. A raft.\n", "a.md", "pages", id="lists in markdown"),
            pytest.param("1. Ships float.\n2. Rafts float.\n", "a.txt", "dotted", id="lists in text"),
            pytest.param(f"Ships\n\n{LIST}", "a.md", "dotted", id="one list through the text"),
            pytest.param(f"# Ships\n\n{LIST}## Rafts\n\n{LIST}", "a.md", "pages", id="a list for each heading"),
        ],
    )
    def test_numbering(self, text: str, name: str, numbering: str) -> None:
        assert infer_profile([document(text, name)]).numbering == numbering

    @pytest.mark.parametrize(
        ("text", "language"),
        [
            ("1.1 O jogador não pode usar uma carta quando a maré sobe.", "pt"),
            ("1.1 A player may not use a card when the tide comes in.", "en"),
        ],
    )
    def test_language(self, text: str, language: str) -> None:
        assert book_of(text).language == language

    def test_rules_numbered_without_dots(self) -> None:
        book = book_of("1. Ships float.\n\n2. Rafts float.\n\n3 Rules\n\n13 ships sink.\n")
        assert texts(book) == {"1": "Ships float.", "2": "Rafts float.", "3": "13 ships sink."}

    def test_the_title_is_that_of_the_first_heading_else_the_slug(self) -> None:
        assert book_of("# The Book of Ships\n\n1.1 A ship.\n", name="a.md").title == "The Book of Ships"
        assert book_of("1.1 A ship.\n").title == "made-up"
        assert parse([document("1.1 A ship.")], None, "made-up", "1", "Given").title == "Given"


@pytest.mark.parametrize("slug", [None, "fab", "mtg", "ga", "fabula"])
def test_a_source_without_a_rule_is_refused_by_name(slug: str | None) -> None:
    with pytest.raises(SourceError, match=r"^book\.txt: no numbered rule in it, nor headings and lists"):
        parse([document("Not found.\n")] if slug != "ga" else [document("# Gone\n")], shipped(slug), "made-up", "1")


PARTS = (
    "# Lake Law\n\n## Part One\n\n{0} 1. Boats\n\n1.1. A boat floats.\n\n"
    "## Part Two\n\n{0} 2. Sails\n\n2.1. A sail is white.\n"
)


@pytest.mark.parametrize("level", ["", "###"])
def test_a_number_is_under_the_heading_of_its_part(level: str) -> None:
    found = parents(book_of(PARTS.format(level), name="book.md"))
    assert (found["1"], found["2"]) == ("part-one", "part-two")


@pytest.mark.parametrize(
    "heading", ["## Introduction", "## Part One\n\nIt is about boats."], ids=["front matter", "with words"]
)
def test_a_heading_that_says_something_is_over_no_number(heading: str) -> None:
    text = PARTS.format("").replace("## Part One", heading)
    assert parents(book_of(text, name="book.md"))["1"] is None


def test_the_only_heading_of_its_level_is_the_title_of_the_book() -> None:
    text = "A lake club\n\n# Lake Law\n\n" + "".join(f"## {n}. Boats\n\n{n}.1. A boat floats.\n\n" for n in range(1, 4))
    assert parents(book_of(text, name="book.md"))["2"] is None


def test_codes_are_references() -> None:
    rules = (
        "GR-1 A kite flies.\n\nGR-2 It has a line, see GR-1.\n\nTR-1 A round ends (GR-2).\n\nTR-2 See TR-1 or GR-1.\n"
    )
    rows = by_number(book_of(f"# Kites\n\n## General\n\n{rules}", name="book.md"))
    named = {number: [each.target for each in row.references] for number, row in rows.items() if "-" in number}
    assert named == {"GR-1": [], "GR-2": ["GR-1"], "TR-1": ["GR-2"], "TR-2": ["TR-1", "GR-1"]}


def test_the_only_number_of_an_appendix_is_read() -> None:
    text = (
        "1.1 A kite flies.\n\n1.2 A line holds it.\n\n1.3 A tail hangs.\n\nA.1 Table of Winds\n\nCalm: no kite flies.\n"
    )
    rows = by_number(book_of(text, name="book.txt"))
    assert rows["A.1"].title == "Table of Winds"
    assert rows["1.3"].words.text == "A tail hangs."
