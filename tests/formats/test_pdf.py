"""PDF: printed words become the lines that a reader sees. Made-up rulebooks of a bakery, set word by word."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from parsing import by_number, parents, shipped, texts, unaccounted
from pdf_files import HEIGHT, LOCKED, Page, pdf, wrapped
from support import SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes
from rules_cli.formats.pdf import document as reader
from rules_cli.formats.pdf.paragraphs import lines_of
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile

MAGIC = SHARED / "sources" / "mtg"
RUNNING = "running head or page number"
RULES = [
    "1 Loaves",
    "1.1 Dough",
    "1.1.1 A loaf is a card that rises in the oven until its baker takes it out and shows it to everyone.",
    "1.1.1a A loaf that nobody takes out burns. It goes below the ash pile, and its baker pays a crumb.",
    "Example: A baker takes a loaf out in the turn in which it rose.",
    "1.1.2 A baker may bake at most three loaves in an hour, whatever the oven is called (see rule 1.2.1).",
    "1.2 Crumbs",
    "1.2.1 A crumb is what is left of a loaf. Bakers count their crumbs at dawn, before the shop opens.",
    "1.2.2 Whoever has no crumb left closes the shop.",
]
FLOURS = "wheat rye spelt oat millet barley maize rice".split()
WOODS = ("the wood", "beech", "oak and its bark", "pine", "old apple trees")
TINS = "round square long flat deep small narrow tall wide".split()


def lines(*pages: Page) -> list[str]:
    """The lines of a PDF, a blank one as ""; rows that are set aside are left out."""
    return [
        f"• {line.text}" if line.marker == "•" else line.words for line in read(*pages).lines if line.role != "markup"
    ]


def spoken(*pages: Page) -> list[str]:
    """The lines of a PDF, without the blank ones."""
    return [line for line in lines(*pages) if line]


def read(*pages: Page) -> Document:
    """The document of some pages, read in this process: it takes a tenth of the time."""
    lines = lines_of(list(reader.read_pages(pdf(*pages))))
    return Document("bakery.pdf", tuple(lines), joins=True, breaks=True)


def book(document: Document) -> Book:
    """The book that a document holds."""
    return parse([document], None, "bakery", "1")


def set_aside(*pages: Page) -> list[tuple[str, str]]:
    """The rows that are set aside, each with the reason."""
    return [(line.raw, line.text) for line in read(*pages).lines if line.role == "markup"]


def body(count: int, start: int = 1) -> list[str]:
    """Rules enough to show how a text is printed, no two of them alike."""
    return [
        f"1.1.{number} Bread of {FLOURS[number % 8]} flour is baked in a {TINS[number % 9]} tin. Its baker waits for "
        f"{number} minutes{', or longer' * (number % 3)}, and pays {number % 7 + 2} crumbs for {WOODS[number % 5]}."
        for number in range(start, start + count)
    ]


# --- paragraphs


Layout = Callable[[Sequence[str]], Page]


def _flush(gap: float) -> Layout:
    def lay(paragraphs: Sequence[str]) -> Page:
        page = Page()
        page.column(72, 90, 60, paragraphs, gap)
        return page

    return lay


def _hanging(gap: float) -> Layout:
    def lay(paragraphs: Sequence[str]) -> Page:
        page = Page()
        page.column(72, 90, 60, paragraphs, gap, hang=4)
        return page

    return lay


def _number_column(paragraphs: Sequence[str]) -> Page:
    """Numbers at the left, texts in a second column; paragraphs without a number are in the second column, too."""
    page, y = Page(), 90.0
    for paragraph in paragraphs:
        number, _, text = paragraph.partition(" ")
        if not number[0].isdigit():
            number, text = "", paragraph
        page.put(72, y, number) if number else None
        y = page.lines(126, y, *wrapped(text, 52)) + 5
    return page


def _first_lines_indented(paragraphs: Sequence[str]) -> Page:
    page, y = Page(), 90.0
    for paragraph in paragraphs:
        first, *others = wrapped(f"   {paragraph}", 60)
        y = page.lines(72, y, first, *others)
    return page


def _two_columns(paragraphs: Sequence[str]) -> Page:
    page = Page()
    page.put(150, 60, "The Baker's Book of Loaves and Crumbs")
    half = len(paragraphs) // 2
    page.column(60, 90, 38, paragraphs[:half], 5)
    page.column(318, 94, 38, paragraphs[half:], 5)
    return page


LAYOUTS = {
    "flush, with gaps": _flush(8),
    "flush, with small gaps": _flush(3),
    "flush, without gaps": _flush(0),
    "hanging, with gaps": _hanging(8),
    "hanging, without gaps": _hanging(0),
    "a column of numbers": _number_column,
    "first lines indented": _first_lines_indented,
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_each_paragraph_is_a_line_however_it_is_printed(layout: Layout) -> None:
    assert spoken(layout(RULES)) == RULES


def test_columns_are_read_one_after_the_other_below_a_title_across_both() -> None:
    assert spoken(_two_columns([*RULES, *body(4, 3)])) == ["The Baker's Book of Loaves and Crumbs", *RULES, *body(4, 3)]


def test_columns_of_short_rules_with_numbers_in_brackets() -> None:
    page = Page()
    rules = [
        f"[{chapter}.{rule}] Loaf {rule} cools{' for a while' * (rule % 2)}."
        for chapter in (1, 2)
        for rule in range(1, 8)
    ]
    page.column(60, 90, 38, rules[:7])
    page.column(318, 90, 38, rules[7:])
    assert spoken(page) == rules


def test_a_short_last_page_has_the_columns_of_the_one_before() -> None:
    last = Page()
    last.column(60, 90, 38, ["1.8.1 Ovens cool.", "1.8.2 Doors shut."])
    last.column(318, 90, 38, ["1.9.1 Crumbs stay.", "1.9.2 Bakers sleep."])
    said = spoken(_two_columns([*RULES, *body(4, 3)]), last)
    assert said[-4:] == ["1.8.1 Ovens cool.", "1.8.2 Doors shut.", "1.9.1 Crumbs stay.", "1.9.2 Bakers sleep."]


def test_a_table_at_the_same_place_on_each_page_is_no_column() -> None:
    pages, after_tables = [], []
    for number in range(1, 6):
        page, below = Page(), f"1.{number + 1}.2 Ovens cool."
        end = page.column(60, 60, 38, body(4, 10 * number))
        page.put(60, end, "Recommended Penalty").put(200, end, "Cake").put(245, end, "Bread")
        page.put(60, end + 12, "Small").put(200, end + 12, "Salt").put(245, end + 12, "Flour")
        page.column(60, end + 36, 38, [below, *body(4, 10 * number + 4)])
        page.column(318, 60, 38, body(9, 100 * number))
        pages.append(page)
        after_tables.append(below)
    lines = spoken(*pages)
    said = [at for at, line in enumerate(lines) if line in after_tables]
    assert [lines[at] for at in said] == after_tables
    assert all(lines[at - 1].endswith("Small Salt Flour") for at in said)


def test_a_large_title_in_a_column_does_not_end_the_columns_of_a_page() -> None:
    page = Page()
    left, right = [body(3), body(3, 4)], body(9, 20)
    end = page.column(60, 60, 38, left[0])
    page.put(60, end + 16, "2. Ovens", size=26)
    page.column(60, end + 40, 38, left[1])
    page.column(300, 60, 38, right)
    assert spoken(page) == [*left[0], "2. Ovens", *left[1], *right]


def test_a_title_of_two_lines_in_a_column_is_one_heading_after_a_page_without_columns() -> None:
    first, second = Page(), Page()
    for at in range(12):
        first.lines(
            60, 60 + 20 * at, f"{at + 1}. Loaves of rye, wheat and oats, and the ovens for them {'.' * 20} {at + 2}"
        )
    first.column(60, 400, 80, RULES[-2:])
    end = second.lines(60, 60, "CHAPTER 3: LOAVES AND", "OVENS", size=15, leading=18)
    second.column(60, end + 12, 38, RULES)
    second.column(318, 60, 38, [*RULES, *body(6, 3)])
    between = Page().put(60, 60, "Bakers read this book.")
    assert "CHAPTER 3: LOAVES AND OVENS" in spoken(first, between, second)


@pytest.mark.parametrize("layout", [*LAYOUTS.values(), _two_columns], ids=[*LAYOUTS, "two columns"])
def test_the_tree_is_that_of_the_same_words_as_plain_text(layout: Layout) -> None:
    plain = book(read_bytes("\n\n".join(RULES).encode(), "bakery.txt"))
    printed = book(read(layout(RULES)))
    title = "the-bakers-book-of-loaves-and-crumbs"
    assert parents(printed) | {title: None} == parents(plain) | {title: None}
    assert [row.words.examples for row in printed.rows if row.number != title] == [
        row.words.examples for row in plain.rows
    ]
    assert {n: t for n, t in texts(printed).items() if n != title} == texts(plain)


class TestParagraphs:
    @pytest.mark.parametrize("number", ["13 loaves", "2.5 dozens", "1.1.2 and", "1.1.9 whatever"])
    def test_a_sentence_that_begins_with_a_number_begins_no_rule(self, number: str) -> None:
        """The number is at the beginning of a line, where the numbers of rules are."""
        rule = (
            f"1.1.1 A baker who owns an oven may bake. Bakers, as rules tell, are to sell {number} and no more than so."
        )
        width = next(n for n in range(50, 80) if any(line.startswith(number) for line in wrapped(rule, n)))
        page = Page()
        page.column(60, 90, width, [rule, *body(6, 2)], 0)
        assert spoken(page) == [rule, *body(6, 2)]

    def test_a_rule_goes_on_where_a_page_ends(self) -> None:
        first, second = Page(), Page()
        parts = wrapped(body(1, 7)[0], 60)
        first.lines(72, first.column(72, 90, 60, body(6), 6), *parts[:2])
        second.column(72, second.lines(72, 90, *parts[2:]) + 6, 60, body(3, 8), 6)
        assert spoken(first, second) == body(10)

    def test_a_page_may_end_with_a_paragraph(self) -> None:
        first, second = Page(), Page()
        first.column(72, 90, 60, body(5), 6)
        second.column(72, 90, 60, body(3, 6), 6)
        assert spoken(first, second) == body(8)

    def test_a_gap_in_print_is_a_blank_line(self) -> None:
        page = Page()
        y = page.column(72, 90, 60, body(2), 12)
        page.column(
            72, y, 60, ["Crust", "What a loaf has outside.", "Crumb", "What it has inside, and what is left."], 0
        )
        assert lines(page) == [body(1)[0], "", body(1, 2)[0], "", *spoken(page)[2:]]

    def test_all_paragraphs_are_apart_if_none_has_a_gap(self) -> None:
        assert lines(_flush(0)(body(3))) == [body(1)[0], "", body(1, 2)[0], "", body(1, 3)[0]]

    def test_words_that_turn_bold_begin_a_paragraph_though_the_line_above_is_full(self) -> None:
        page, y = Page(), 90.0
        for at in range(6):
            full = "It is full to the last letter of its line, as this one is." + " now" * (at % 2)
            page.put(72, y, f"Crust number {at}", bold=True)
            page.lines(72, y + 12, *([full, full] if at == 2 else ["A crust is hard."]))
            y += 36 if at == 2 else 24
        heads = [line for line in spoken(page) if line.startswith("Crust number")]
        assert heads == [f"Crust number {at}" for at in range(6)]

    @pytest.mark.parametrize(
        ("chapter", "section", "rule"),
        [
            ("8 Wirkungen ausführen und auflösen", "8-1. Wirkungen", "8-1-1. Eine Wirkung"),
            ("8. Playing and Resolving Effects", "8.1. Effects", "8.1.1. An Effect"),
            ("1.8 Playing and Resolving Effects", "1.8.A. Effects", "1.8.A.1. An Effect"),
        ],
        ids=["dashes", "dots", "letters"],
    )
    def test_headings_that_follow_each_other_are_not_joined(self, chapter: str, section: str, rule: str) -> None:
        """Titles begin at a place of their own, so that the longest of them seem to be as wide as the page."""
        page, y = Page(), 90.0
        for n in "12345678":
            titles = [title.replace("8", n, 1) for title in (chapter, section)]
            y = page.lines(60, y, *titles) + 6
            words = f"{rule.replace('8', n, 1)} goes on until the wind has blown {n} kites away and out of sight."
            y = page.column(90, y, 40, [words]) + 6
        shown = spoken(page)
        assert [chapter in shown, section in shown] == [True, True]

    def test_bullets_are_items(self) -> None:
        page = Page()
        items = "  • a roll, which is small and round and is sold by the dozen at", "    dawn;", "  • a plait."
        page.lines(72, 90, "1.1.1 A loaf is one of these:", *items)
        assert [line.text for line in read(page).lines if line.marker] == [
            "a roll, which is small and round and is sold by the dozen at dawn;",
            "a plait.",
        ]

    def test_large_letters_are_headings_and_the_largest_are_above_the_others(self) -> None:
        page = Page()
        page.put(72, 60, "The Bakery", size=24).put(72, 90, "1 all about loaves", size=16)
        page.column(72, 110, 60, body(3))
        headings = [(line.level, line.text) for line in read(page).lines if line.role == "heading"]
        assert headings == [(1, "The Bakery"), (2, "1 all about loaves")]


class TestWords:
    @pytest.mark.parametrize(("gap", "shown"), [(0.5, "Kitelines"), (0.7, "Kite lines"), (1.5, "Kite lines")])
    def test_a_narrow_gap_parts_two_words(self, gap: float, shown: str) -> None:
        page = Page().put(72, 90, "1.1.1 The red").put(156, 90, "Kite").put(156 + 24 + gap, 90, "lines fly high.")
        assert spoken(page) == [f"1.1.1 The red {shown} fly high."]

    def test_a_gap_parts_two_words_though_other_letters_overlap(self) -> None:
        page = (
            Page().put(72, 90, "1.1.1 The red").put(156, 90, "Ki").put(156 + 9, 90, "te").put(156 + 22.5, 90, "lines")
        )
        assert spoken(page) == ["1.1.1 The red Kite lines"]

    def test_two_narrow_gaps_part_three_words(self) -> None:
        page = Page().put(72, 90, "stapeln").put(72 + 43, 90, "oder").put(72 + 68, 90, "kombinieren;")
        assert lines(page) == ["stapeln oder kombinieren;"]

    @pytest.mark.parametrize("word", ["KITES", "K1.2.a"])
    def test_letters_that_are_spaced_out_are_one_word(self, word: str) -> None:
        page = Page()
        for at, letter in enumerate(word):
            page.put(72 + 7 * at, 90, letter)
        assert lines(page) == [word]

    def test_a_gap_beside_a_figure_parts_no_word(self) -> None:
        assert lines(Page().put(72, 90, "1.1.").put(72 + 25, 90, "12a")) == ["1.1.12a"]

    def test_a_word_broken_at_a_line_end_is_whole_again(self) -> None:
        page = Page()
        page.lines(72, 90, "1.1.1 A baker bakes. The flour is kept dry, the bak-", "er is not. Flour is dear.")
        assert spoken(page) == ["1.1.1 A baker bakes. The flour is kept dry, the baker is not. Flour is dear."]

    def test_a_compound_keeps_its_hyphen(self) -> None:
        page = Page()
        page.lines(
            72, 90, "1.1.1 A well-baked loaf. Each loaf that is well-", "baked is sold. A loaf is Sun-", "Day bread."
        )
        assert spoken(page) == [
            "1.1.1 A well-baked loaf. Each loaf that is well-baked is sold. A loaf is Sun-Day bread."
        ]

    def test_a_hyphen_between_two_words_of_the_text_is_kept(self) -> None:
        page = Page()
        page.lines(
            72, 90, "1.1.1 Stone is hard. An oven is hot. Whatever is stone-", "hard is no bread, it is a brick."
        )
        assert "stone-hard" in spoken(page)[0]

    def test_a_dash_or_slash_that_touches_its_word_touches_the_next(self) -> None:
        page = Page()
        page.lines(
            72,
            90,
            "1.1.1 Bread. See rules 2.1–",
            "2.4 for bread and rolls and/",
            "or plaits, bread and buns –",
            "all are sold.",
        )
        assert spoken(page) == [
            "1.1.1 Bread. See rules 2.1–2.4 for bread and rolls and/or plaits, bread and buns – all are sold."
        ]

    def test_ligatures_and_soft_hyphens_are_no_letters_of_a_word(self) -> None:
        assert spoken(Page().put(72, 90, "1.1 A ﬁne loaf.")) == ["1.1 A fine loaf."]

    def test_a_raised_mark_belongs_to_its_line(self) -> None:
        page = Page().put(72, 100, "1.1 A loaf.").put(138, 95.5, "[1.2]", size=6).put(163, 100, "It is sold.")
        assert spoken(page) == ["1.1 A loaf.[1.2] It is sold."]

    @pytest.mark.parametrize("turn", [0, 1, 2, 3])
    def test_a_page_may_lie_on_its_side(self, turn: int) -> None:
        page = Page(rotate=90 * turn)
        for at, text in enumerate(["1.1 A loaf is a card.", "1.2 A crumb is no card."]):
            away = 14 * at
            x, y = [(72, 90 + away), (90 + away, 700), (500, 700 - away), (500 - away, 90)][turn]
            page.put(x, y, text, turn=turn)
        assert spoken(page) == ["1.1 A loaf is a card.", "1.2 A crumb is no card."]

    def test_words_turned_otherwise_than_the_page_are_set_aside(self) -> None:
        page = (
            Page().put(72, 90, "1.1 A loaf is a card.").put(30, 400, "Loaves", turn=1).put(200, 500, "DRAFT", turn=None)
        )
        assert spoken(page) == ["1.1 A loaf is a card."]
        assert sorted(set_aside(page)) == [(word, "text turned sideways") for word in ("DRAFT", "Loaves")]


class TestRunningHeads:
    def heads(self, head: Callable[[int], str], foot: Callable[[int], str], count: int = 6) -> list[Page]:
        """Pages of rules, each with a head and a foot."""
        pages = []
        for at in range(count):
            page = Page()
            page.column(72, 90, 60, body(4, 4 * at + 1), 6)
            for y, text in ((40, head(at)), (HEIGHT - 30, foot(at))):
                page.put(72, y, text) if text else None
            pages.append(page)
        return pages

    @pytest.mark.parametrize(
        ("head", "foot"),
        [
            pytest.param(lambda _: "The Baker's Book", lambda at: f"{at + 1}", id="a title and a page number"),
            pytest.param(lambda _: "", lambda at: f"Page {at + 3} of 20", id="the number of pages"),
            pytest.param(
                lambda at: "The Book" if at % 2 else "Of Loaves", lambda at: f"– {at + 1} –", id="left and right"
            ),
            pytest.param(
                lambda at: f"{at + 9} The Book" if at % 2 else f"Loaves {at + 9}", lambda _: "", id="with numbers"
            ),
            pytest.param(lambda _: "", lambda at: ["i", "ii", "iii", "iv", "v", "vi"][at], id="Roman numbers"),
            pytest.param(lambda _: "1.2 Of Loaves", lambda _: "v3.1, 2 May 2025", id="numbers that stay"),
        ],
    )
    def test_rows_that_are_on_every_page_are_set_aside(
        self, head: Callable[[int], str], foot: Callable[[int], str]
    ) -> None:
        pages = self.heads(head, foot)
        assert spoken(*pages) == body(24)
        expected = [text for at in range(6) for text in (head(at), foot(at)) if text]
        assert sorted(set_aside(*pages)) == sorted((text, RUNNING) for text in expected)

    def test_heads_that_change_with_the_chapter(self) -> None:
        pages = self.heads(lambda at: ["Loaves", "Crumbs", "Ovens", "Shops"][at // 3], lambda at: str(at + 1), 12)
        assert spoken(*pages) == body(48)

    def test_a_head_on_one_page_only_is_known_by_its_place(self) -> None:
        pages = self.heads(lambda at: "Ovens" if at == 5 else "Loaves", lambda at: str(at + 1), 9)
        assert ("Ovens", RUNNING) in set_aside(*pages)

    def test_a_head_may_be_close_to_the_text_of_some_pages(self) -> None:
        pages = self.heads(lambda _: "Of Loaves", lambda at: str(at + 1), 5)
        pages[1].put(72, 60, "1.2.1 Ovens cool.")
        assert [text for text, _ in set_aside(*pages)].count("Of Loaves") == 5

    def test_the_first_and_last_rows_of_pages_are_no_heads(self) -> None:
        pages = [Page() for _ in range(8)]
        for at, page in enumerate(pages):
            page.column(72, 90, 60, [f"1.{at + 1} Loaves", *body(6, 6 * at + 1)], 6)
        assert set_aside(*pages) == []

    def test_a_rule_goes_on_past_the_foot_and_head_between_its_parts(self) -> None:
        pages = [Page().put(72, 40, "Of Loaves").put(300, HEIGHT - 30, str(at + 1)) for at in range(3)]
        parts = wrapped(body(1, 7)[0], 60)
        pages[0].lines(72, pages[0].column(72, 90, 60, body(6), 6), *parts[:2])
        pages[1].column(72, pages[1].lines(72, 90, *parts[2:]) + 6, 60, body(3, 8), 6)
        pages[2].column(72, 90, 60, body(3, 11), 6)
        assert spoken(*pages) == body(13)
        assert list(by_number(book(read(*pages)))) == [f"1.1.{number}" for number in range(1, 14)]


class TestTables:
    ROWS = (("Bread", "Flour", "Crumbs"), ("Roll", "white", "2"), ("Plait", "white", "13"), ("Loaf", "rye", "5"))

    def table(self, page: Page, y: float) -> Page:
        """Set the rows of a table."""
        for at, row in enumerate(self.ROWS):
            for x, cell in zip((100, 200, 300), row, strict=True):
                page.put(x, y + 14 * at, cell)
        return page

    def test_a_row_is_one_line_with_bars_between_its_cells(self) -> None:
        page = Page()
        y = page.column(72, 90, 60, body(3), 6)
        assert spoken(self.table(page, y))[3:] == [f"• | {' | '.join(row)} |" for row in self.ROWS]

    def test_a_row_is_no_rule_though_it_begins_with_a_number(self) -> None:
        page = Page()
        y = page.column(72, 90, 60, body(3), 6)
        for at, row in enumerate((("2", "Bakers"), ("3", "Ovens"), ("4", "Shops"))):
            page.put(100, y + 14 * at, f"{row[0]} {row[1]}").put(250, y + 14 * at, "Many")
        assert list(by_number(book(read(page)))) == ["1.1.1", "1.1.2", "1.1.3"]

    def test_a_cell_may_have_several_lines(self) -> None:
        page = Page()
        y = page.column(72, 90, 60, body(3), 6)
        self.table(page, y).put(200, y + 54, "and oats")
        assert spoken(page)[-1] == "• | Loaf | rye and oats | 5 |"

    def test_entries_in_contents_are_no_rules(self) -> None:
        contents, page = Page(), Page()
        contents.put(72, 60, "Contents")
        for at, entry in enumerate(["1 Loaves", "1.1 Dough", "1.2 Crumbs"]):
            contents.put(72, 90 + 12 * at, entry).put(500, 90 + 12 * at, str(at + 2))
        page.column(72, 90, 60, RULES, 6)
        held = book(read(contents, page))
        assert list(by_number(held)) == ["1", "1.1", "1.1.1", "1.1.1a", "1.1.2", "1.2", "1.2.1", "1.2.2"]
        assert {dropped.why for dropped in held.dropped} == {"table of contents"}


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFs are read in this process: it takes a tenth of the time."""

    def answer(data: bytes, _: str) -> str:
        return json.dumps(reader._answer(data))

    monkeypatch.setattr(reader, "_read_apart", answer)


class TestNumbersBesideCells:
    """A table of rules: a number, and beside it a cell of one to five lines."""

    CELLS = tuple(" ".join(["A kite flies over the sand."] * times) for times in (1, 3, 5, 2, 1, 4, 2, 3))

    def page(self, share: float, right: float = 0) -> Page:
        """The numbers are printed so far down their cells, and so far to the right."""
        page, y = Page(), 60.0
        for at, text in enumerate(self.CELLS, 1):
            found = wrapped(text, 30)
            page.put(60 + right, y + share * 12 * (len(found) - 1), f"1.{at}")
            y = page.lines(140, y, *found) + 6
        return page

    @pytest.mark.parametrize(("share", "right"), [(0, 0), (0.5, 0), (0.5, 8)], ids=["on top", "centred", "both ways"])
    def test_each_number_begins_its_cell(self, share: float, right: float) -> None:
        assert spoken(self.page(share, right)) == [f"1.{at} {text}" for at, text in enumerate(self.CELLS, 1)]


class TestRefused:
    def refused(self, data: bytes, name: str = "bakery.pdf") -> str:
        """The message about a file that is refused: one line, with the file's name."""
        with pytest.raises(SourceError) as caught:
            read_bytes(data, name)
        said = str(caught.value)
        assert said.startswith(f"{name}: ")
        assert "\n" not in said
        return said

    @pytest.mark.usefixtures("here")
    def test_pictures_of_pages(self) -> None:
        assert "no text in it" in self.refused(pdf(Page(), Page()))

    @pytest.mark.usefixtures("here")
    def test_locked(self) -> None:
        assert "password" in self.refused(pdf(Page().put(72, 90, "1.1 A loaf."), trailer=LOCKED))

    @pytest.mark.usefixtures("here")
    @pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
    def test_cut_short(self, part: float) -> None:
        whole = pdf(_flush(6)(RULES))
        assert "broken PDF" in self.refused(whole[: int(part * len(whole))])

    @pytest.mark.usefixtures("here")
    @pytest.mark.parametrize("rest", [b"", b"1.4\n", b"1.4\n" + b"\0" * 5000, b"1.7\n%%EOF", b"1.4\nnot a PDF at all"])
    def test_nothing_but_its_first_letters(self, rest: bytes) -> None:
        assert "broken PDF" in self.refused(b"%PDF-" + rest)

    def test_a_picture_saved_under_the_name_of_a_pdf(self) -> None:
        self.refused(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(90))

    @pytest.mark.usefixtures("here")
    def test_too_many_pages_or_letters(self, monkeypatch: pytest.MonkeyPatch) -> None:
        book = pdf(*(Page().put(72, 90, "1.1 A loaf.") for _ in range(4)))
        monkeypatch.setattr(reader, "MAX_PAGES", 3)
        assert "3 pages" in self.refused(book)
        monkeypatch.setattr(reader, "MAX_PAGES", 4)
        monkeypatch.setattr(reader, "MAX_LETTERS", 20)
        assert "too many letters" in self.refused(book)

    def test_a_pdf_that_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reader, "MAX_SECONDS", 0)
        assert "seconds" in self.refused(pdf(Page().put(72, 90, "1.1 A loaf.")))

    @pytest.mark.skipif(sys.platform != "linux", reason="not every system can limit the memory of a process")
    @pytest.mark.skipif(sys.platform != "linux", reason="not every system can limit the memory of a process")
    @pytest.mark.parametrize(("limit", "is_read"), [("10_000_000", False), ("document._MAX_MEMORY", True)])
    def test_a_pdf_that_takes_too_much_memory_is_not_read(self, limit: str, is_read: bool) -> None:
        command = f"from rules_cli.formats.pdf import document; document._MAX_MEMORY = {limit}; document.main()"
        book = pdf(Page().put(72, 90, "1.1 A loaf."))
        ran = subprocess.run([sys.executable, "-c", command], input=book, capture_output=True, check=False)
        assert (b"A loaf" in ran.stdout) == is_read

    @pytest.mark.skipif(sys.platform != "linux", reason="not every system can limit the memory of a process")
    def test_a_pdf_that_unpacks_to_gigabytes_is_refused_for_its_memory(self) -> None:
        pack, blanks = zlib.compressobj(9), b" " * 1_000_000
        packed = b"".join(pack.compress(blanks) for _ in range(700)) + pack.flush()
        page = pdf(Page([b"@"])).replace(b"/Length 1>>stream\n@", b"/Length 1 >>stream\n@")
        bomb = page.replace(
            b"<</Length 1 >>stream\n@", b"<</Length %d/Filter/FlateDecode>>stream\n%s" % (len(packed), packed)
        )
        assert "too much memory for a rulebook" in self.refused(bomb)

    def test_a_mistake_of_the_program_is_not_blamed_on_the_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reader, "_read_apart", lambda *_: b'{"fault": "KeyError: 1"}')
        with pytest.raises(RuntimeError, match="KeyError: 1"):
            read_bytes(pdf(Page().put(72, 90, "1.1 A loaf.")), "bakery.pdf")

    def test_the_command_line_ends_with_two_and_one_line(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "bakery.pdf"
        path.write_bytes(pdf(Page()))
        ran = run("import", str(path), "--book", "bakery")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_other_process_reads_the_same() -> None:
    page = _flush(6)(RULES).put(30, 400, "Loaves", turn=1).put(72, 40, "The Bakery", size=24)
    assert read_bytes(pdf(page), "bakery.pdf") == read(page)


def test_every_line_is_in_a_row_or_set_aside() -> None:
    pages = TestRunningHeads().heads(lambda _: "The Book", lambda at: str(at + 1))
    document = read(*pages, TestTables().table(_flush(6)(RULES), 500))
    assert not unaccounted([document], read_all([document], infer_profile([document])))


@pytest.mark.slow
@pytest.mark.skipif(not MAGIC.is_dir(), reason="the real rulebooks are not in ../shared/sources")
def test_a_real_rulebook_is_the_same_tree_as_its_text() -> None:
    """295 pages: the same rows, kinds and parents, the same words, examples and glossary."""
    text, printed = (
        parse([read_bytes((MAGIC / f"2024-11-08.{kind}").read_bytes(), kind)], shipped("mtg"), "mtg", "1")
        for kind in ("txt", "pdf")
    )
    assert parents(printed) == parents(text)
    assert [(row.number, row.kind, row.title, row.fingerprint) for row in printed.rows] == [
        (row.number, row.kind, row.title, row.fingerprint) for row in text.rows
    ]
    assert [row.words.examples for row in printed.rows] == [row.words.examples for row in text.rows]
    assert printed.anomalies and [a.kind for a in printed.anomalies] == [a.kind for a in text.anomalies]
