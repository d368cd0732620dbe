"""Five made-up rulebooks, each laid out and misprinted like a real one: their whole trees."""

from __future__ import annotations

from dataclasses import replace

import pytest
from parsing import BOOKS, by_number, made_up, odd, parents, read_paths, references, shipped, texts, unaccounted

from rules_cli.formats import read
from rules_cli.model import Book, Dropped
from rules_cli.parse import parse

WITH_PROFILES = [
    ("numbered.txt", "fab"),
    ("excerpt.txt", "mtg"),
    ("page.md", "ga"),
    ("converted.md", "fabula"),
    ("dump.txt", "ga"),
]
ALL = [*WITH_PROFILES, *((name, None) for name, _ in WITH_PROFILES)]
IDS = [f"{name} with {slug or 'no'} profile" for name, slug in ALL]


@pytest.mark.parametrize(("name", "slug"), ALL, ids=IDS)
def test_every_line_is_accounted_for(name: str, slug: str | None) -> None:
    assert not unaccounted(*read_paths([BOOKS / name], slug))


@pytest.mark.parametrize(("name", "slug"), ALL, ids=IDS)
def test_no_two_rows_have_one_number_and_every_parent_comes_first(name: str, slug: str | None) -> None:
    book = made_up(name, slug)
    earlier: set[str] = set()
    for number, parent in parents(book).items():
        assert parent is None or parent in earlier
        earlier.add(number)
    assert len(earlier) == len(book.rows)


@pytest.mark.parametrize(("name", "slug"), [pair for pair in WITH_PROFILES if pair[0] != "dump.txt"])
def test_without_a_profile_the_tree_is_the_same(name: str, slug: str) -> None:
    known, worked_out = made_up(name, slug), made_up(name, None)
    furniture = {line.line for line in known.dropped if line.why == "page furniture"}
    kept = {
        number: parent for number, parent in parents(worked_out).items() if number != "skip-to-content" or not furniture
    }
    assert kept == parents(known)
    assert worked_out.language == known.language


def numbers_under(book: Book, parent: str | None) -> list[str]:
    """The numbers of the rows right under one, in source order."""
    return [number for number, above in parents(book).items() if above == parent]


def dropped(book: Book) -> list[tuple[int, str]]:
    """The dropped lines with their reasons."""
    return [(line.line, line.why) for line in book.dropped]


class TestNumberedPage:
    """Plain text of a web page: permalink signs, references in brackets, bullets, up to four examples, a note."""

    @pytest.fixture
    def book(self) -> Book:
        return made_up("numbered.txt", "fab")

    def test_tree(self, book: Book) -> None:
        assert numbers_under(book, None) == ["3"]
        assert numbers_under(book, "3") == ["3.0", "3.1", "3.2"]
        assert numbers_under(book, "3.0") == ["3.0.1", "3.0.2", "3.0.3"]
        assert numbers_under(book, "3.0.3") == ["3.0.3a", "3.0.3b", "3.0.3c"]
        assert numbers_under(book, "3.2.2") == ["3.2.2a"]
        assert [row.kind for row in book.rows].count("heading") == 4

    def test_permalink_signs_are_gone(self, book: Book) -> None:
        assert "§" not in "".join(filter(None, texts(book).values()))
        assert texts(book)["3"] == "Hive Traits"

    def test_bullets_are_part_of_the_rule(self, book: Book) -> None:
        assert texts(book)["3.1.1"] == (
            "Brood shows how many bees a hive feeds at dawn. Its marks are these:\n"
            "• A hive with pale brood feeds one.\n"
            "• A hive with dark brood feeds two."
        )

    def test_every_example_is_kept_in_order_without_its_label(self, book: Book) -> None:
        assert by_number(book)["3.2.1"].words.examples == (
            "Old Marrow, of the Hedge (Marrow), Sister Tansy (Tansy).",
            "A queen called simply Brindle is Brindle.",
            "Two queens may both be Tansy.",
            "Tansyfoot is no Tansy.",
        )
        assert [len(row.words.examples) for row in book.rows if row.words.examples] == [1, 2, 4]

    def test_note(self, book: Book) -> None:
        assert by_number(book)["3.0.3c"].words.notes == ("Note: This holds for the mood of a swarm too.",)

    def test_references_and_what_is_none(self, book: Book) -> None:
        assert references(book, "3.2.1") == [("[3.2.2]", "3.2.2", True), ("[1.3.4]", "1.3.4", False)]
        assert references(book, "3.2.2a") == [("[3.2]", "3.2", True)]
        assert sum(len(row.references) for row in book.rows) == 5

    def test_oddities(self, book: Book) -> None:
        dangling = ["3.0.1", "3.0.3b", "3.2.1"]
        assert odd(book) == [("dangling-reference", number) for number in dangling]
        assert book.dropped == (Dropped(1, "Skip to content", "page furniture", "numbered.txt"),)


class TestExcerpt:
    """Plain text that begins in mid-sentence, numbered by hundreds, and ends in the chrome of a foreign page."""

    @pytest.fixture
    def book(self) -> Book:
        return made_up("excerpt.txt", "mtg")

    def test_tree(self, book: Book) -> None:
        assert numbers_under(book, None) == ["fragment", "306", "307", "308"]
        assert numbers_under(book, "307") == ["307.1", "307.2", "307.3"]
        assert numbers_under(book, "308") == ["308.1"]
        assert numbers_under(book, "308.1") == ["308.1a", "308.1b", "308.1c", "308.1d", "308.1d#2", "308.1f"]

    def test_the_sentence_it_begins_in_is_a_fragment(self, book: Book) -> None:
        assert by_number(book)["fragment"].kind == "fragment"
        assert texts(book)["fragment"] == "that lantern is dim, whatever its wick."

    def test_headings_at_any_depth(self, book: Book) -> None:
        headings = {number: row.title for number, row in by_number(book).items() if row.kind == "heading"}
        assert headings == {
            "306": "Wicks",
            "307": "Oil/Tallow",
            "308": "Type, Trim, and Make",
            "308.1": "General",
        }

    def test_misprinted_number_lines_are_read(self, book: Book) -> None:
        assert (texts(book)["307.2"] or "").startswith("A lantern with neither")  # no dot after the number
        assert texts(book)["307.3"] == "All cold lanterns stand in the dark row."  # no space after it
        assert (texts(book)["308.1b"] or "").startswith("When a lantern’s make")  # a dot too many
        assert (texts(book)["308.1c"] or "").startswith("Some lanterns")  # a blank before it

    def test_an_asterisk_is_wording(self, book: Book) -> None:
        assert (texts(book)["306.2"] or "").startswith("A wick of * burns as long as its lantern says, where * is")

    def test_a_list_and_a_broken_line_are_part_of_their_rule(self, book: Book) -> None:
        assert texts(book)["308.1d"] == "A trim is one of these:\n• gilt\n• plain"
        assert texts(book)["308.1f"] == "The row of a lantern is its own affair, and nobody else’s."

    def test_examples_with_the_label_twice_or_indented(self, book: Book) -> None:
        assert by_number(book)["308.1c"].words.examples == (
            "A brass lantern that becomes tin “as well” is brass and tin.",
            "A tin lantern that becomes brass is brass only.",
            "A lantern with no make that becomes tin is tin.",
        )

    def test_references_by_word_list_and_range(self, book: Book) -> None:
        assert references(book, "308.1a") == [
            ("rule 402", "402", False),
            ("rules 306.1", "306.1", True),
            ("2", "306.2", True),
        ]
        assert references(book, "308.1b") == [
            ("rules 308.1c", "308.1c", True),
            ("308.1e", "308.1e", False),
            ("f", "308.1f", True),
        ]

    def test_oddities(self, book: Book) -> None:
        assert odd(book) == [
            ("leading-fragment", "fragment"),
            ("dangling-reference", "308.1a"),
            ("dangling-reference", "308.1b"),
            ("duplicate-number", "308.1d#2"),
            ("number-gap", "308.1f"),
        ]
        assert dropped(book) == [(line, "page furniture") for line in (42, 43, 45, 47, 49)]


class TestPage:
    """A GitBook page: nested lists, hint boxes in the middle of them, links, a paragraph after, sub-headings."""

    @pytest.fixture
    def book(self) -> Book:
        return made_up("page.md", "ga")

    def test_tree(self, book: Book) -> None:
        assert numbers_under(book, None) == ["strings"]
        assert numbers_under(book, "strings") == ["strings.general-rules", "strings.slack-strings"]
        assert numbers_under(book, "strings.general-rules") == [
            *(f"strings.{item}" for item in (1, 2, 3, 4, 5, 6)),
            "strings.6#2",
        ]
        assert numbers_under(book, "strings.3.1") == ["strings.3.1.1", "strings.3.1.2"]
        assert numbers_under(book, "strings.slack-strings") == [
            "strings.slack-strings.1",
            "strings.slack-strings.2",
            "strings.slack-strings.cut-strings",
        ]
        assert numbers_under(book, "strings.slack-strings.cut-strings") == ["strings.slack-strings.cut-strings.1"]

    def test_titles(self, book: Book) -> None:
        headings = {number: row.title for number, row in by_number(book).items() if row.kind == "heading"}
        assert headings == {
            "strings": "Kite Basics - Strings",
            "strings.general-rules": "General Rules",
            "strings.slack-strings.cut-strings": "Cut Strings",
        }

    def test_marks_of_the_format_are_gone(self, book: Book) -> None:
        assert texts(book)["strings.2"] == "A string is either taut, slack, or cut, and some strings are [FRAYED]."
        assert (texts(book)["strings.3.1"] or "").endswith("and so is a Label knot.")
        assert texts(book)["strings.6#2"] == "Two strings of one length are tied at once. The younger player says how."

    def test_boxes_are_notes_of_the_item_before_them_at_any_depth_and_the_list_goes_on(self, book: Book) -> None:
        assert by_number(book)["strings.3.1.2"].words.notes == (
            'E.g., "a string with Reef" finds any string that says Reef, though it does nothing yet.',
            "Knots work in the air only.\n• In the rain they slip.",
        )
        assert not any(row.words.examples for row in book.rows)

    def test_a_list_without_numbers_is_part_of_its_item(self, book: Book) -> None:
        assert texts(book)["strings.5.2"] == "Strings of cloth kites work at dawn.\n• linen\n• wool"

    def test_a_paragraph_after_printed_numbers_is_a_note(self, book: Book) -> None:
        assert by_number(book)["strings.6#2"].words.notes == ("This paragraph stands after the list.",)

    def test_paragraphs_before_printed_numbers_are_the_text_of_the_heading(self, book: Book) -> None:
        slack = by_number(book)["strings.slack-strings"]
        assert (slack.kind, slack.title) == ("rule", "Slack Strings")
        assert slack.words.text == "A slack string falls.\nWhoever holds a slack string may wind it up."

    def test_links_are_references(self, book: Book) -> None:
        assert references(book, "strings.3.1") == [
            ("Knot word", "../../glossary/knots-and-words.md", False),
            ("Label knot", "../../glossary/kite-terms.md#label-knots", False),
        ]
        assert references(book, "strings.6") == [
            ("length", "strings-length.md#general-rules", False),
            ("Reel", "strings.md", False),
        ]

    def test_oddities(self, book: Book) -> None:
        assert odd(book) == [("dangling-reference", "strings.3.1")] * 2 + [
            ("dangling-reference", "strings.6"),
            ("dangling-reference", "strings.6"),
            ("duplicate-number", "strings.6#2"),
        ]
        assert dropped(book) == [
            *((line, "markup without words") for line in (12, 14, 16, 20, 30, 32)),
            *((line, "navigation to sub-pages") for line in (55, 57, 58)),
        ]


class TestConverted:
    """Markdown converted from a PDF, in Portuguese, with every misprint of its kind."""

    @pytest.fixture
    def book(self) -> Book:
        return made_up("converted.md", "fabula")

    def test_numbers_make_the_tree_and_heading_levels_do_not(self, book: Book) -> None:
        assert numbers_under(book, None) == ["livro-do-porto", "abertura"]
        assert numbers_under(book, "livro-do-porto") == []
        assert numbers_under(book, "abertura") == ["1", "2", "3"]  # its heading is above theirs, and has no words
        assert numbers_under(book, "1") == ["1.1", "1.2", "1.3"]
        assert numbers_under(book, "2") == ["2.1", "2.2", "2.3"]
        assert numbers_under(book, "3.1") == ["3.1.1", "3.1.2", "3.1.4"]

    def test_a_rule_without_a_full_stop_is_no_heading(self, book: Book) -> None:
        assert by_number(book)["1.2.2"].kind == "rule"
        assert by_number(book)["2.1.2"].kind == "rule"

    def test_a_letter_after_a_blank_and_missing_dashes(self, book: Book) -> None:
        assert texts(book)["1.1.2b"] == "Uma proibição escrita a lápis também vale."
        assert texts(book)["2.1.4"] == "Um peso nunca é zero."
        assert texts(book)["1.3"] == "Ancoragem"

    def test_numbers_printed_again_and_the_sub_rule_of_the_last(self, book: Book) -> None:
        assert numbers_under(book, "1.2")[3:6] == ["1.2.4", "1.2.4#2", "1.2.4#3"]
        assert numbers_under(book, "1.2.4#3") == ["1.2.4a"]

    def test_a_number_outside_its_rule_or_section_is_under_what_it_is_printed_under(self, book: Book) -> None:
        assert parents(book)["1.2.2d"] == "1.2.3"
        assert numbers_under(book, "2.2") == ["2.1.1#2", "2.1.2", "2.1.3", "2.1.4"]

    def test_sub_rules_of_a_rule_never_printed_are_the_sections(self, book: Book) -> None:
        assert numbers_under(book, "1.3") == ["1.3.1", "1.3.2a", "1.3.2b", "1.3.3"]

    def test_a_paragraph_that_a_page_end_broke_is_joined(self, book: Book) -> None:
        assert texts(book)["1.2.4"] == (
            "O custo de um barco é pago na chegada e pode variar entre caixas, velas ou moedas, conforme o barco."
        )

    def test_a_list_in_an_example_is_the_examples_and_one_after_a_rule_is_the_rules(self, book: Book) -> None:
        assert by_number(book)["1.2.5"].words.examples == (
            "“Compre uma caixa”. Depois, reme.",
            "“Escolha:\n• Uma vela sobe.\n• Uma vela desce.”",
        )
        assert texts(book)["2.1.2"] == "Há os pesos\n• Leve\n• Médio\n• Fundo"

    def test_emphasis_is_dropped(self, book: Book) -> None:
        assert by_number(book)["1.1.2"].words.examples == ("“Nenhum barco sai” vence “todo barco sai”.",)
        assert texts(book)["1"] == "O que segue vale em qualquer praia."

    def test_references_and_quantities_that_are_none(self, book: Book) -> None:
        assert references(book, "1.2.1") == [("(2.2)", "2.2", True), ("(2.1)", "2.1", True)]
        assert references(book, "1.2.6") == [("(3.1)", "3.1", True), ("(4.7)", "4.7", False)]
        assert sum(len(row.references) for row in book.rows) == 5

    def test_oddities(self, book: Book) -> None:
        assert odd(book) == [
            ("number-outside-parent", "1.2.2d"),
            ("duplicate-number", "1.2.4#2"),
            ("duplicate-number", "1.2.4#3"),
            ("dangling-reference", "1.2.6"),
            ("missing-parent", "1.3.2a"),
            ("missing-parent", "1.3.2b"),
            ("number-outside-parent", "2.1.1#2"),
            ("duplicate-number", "2.1.1#2"),
            ("number-outside-parent", "2.1.2"),
            ("number-outside-parent", "2.1.3"),
            ("number-outside-parent", "2.1.4"),
            ("number-gap", "3.1.4"),
        ]

    def test_the_contents_are_dropped_though_marked_up_as_headings_and_lists(self, book: Book) -> None:
        lines = (7, 9, 11, 12, 13, 14, 15, 16, 17, 19, 21, 23)
        assert dropped(book) == [(line, "table of contents") for line in lines]


class TestDump:
    """The text of a page: menu, breadcrumb, unnumbered paragraphs with lists, terms that fell out."""

    @pytest.fixture
    def book(self) -> Book:
        profile = shipped("ga")
        assert profile
        terms = {"Cloud row": "toll.4", "hidden": "toll.5"}
        return parse(read(BOOKS / "dump.txt"), replace(profile, displaced_terms=terms), "made-up", "1")

    def test_paragraphs_take_the_pages_ordinals_and_lists_are_their_children(self, book: Book) -> None:
        assert numbers_under(book, None) == ["toll"]
        assert numbers_under(book, "toll") == [f"toll.{n}" for n in range(1, 7)]
        assert numbers_under(book, "toll.4") == ["toll.4.1", "toll.4.2"]
        assert numbers_under(book, "toll.6") == ["toll.6.1", "toll.6.2"]
        assert by_number(book)["toll"].title == "Wind - Toll"

    def test_a_sentence_that_lost_a_word_stays_as_printed(self, book: Book) -> None:
        assert texts(book)["toll.4"] == "To pay a coin toll, cards go out at random from the ."
        assert (texts(book)["toll.5"] or "").endswith("are paid face down and until the next squall as one.")

    def test_the_terms_that_fell_out_are_reported_in_their_rules(self, book: Book) -> None:
        assert odd(book) == [("displaced-text", "toll.4"), ("displaced-text", "toll.5")]

    def test_menu_breadcrumb_and_furniture_are_dropped_with_their_reasons(self, book: Book) -> None:
        assert [line for line, why in dropped(book) if why == "menu of the web page"] == [
            *(1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)
        ]
        assert [(line, why) for line, why in dropped(book) if why != "menu of the web page"] == [
            (17, "page furniture"),
            (23, "page furniture"),
            (25, "page furniture"),
            (18, "the way to this page"),
            (19, "the way to this page"),
            (47, "a term that fell out of its place in the text"),
            (48, "a term that fell out of its place in the text"),
        ]
