"""Each measure by which printed pages are read, just inside and just outside. Letters are 10 points large."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import pytest
from pdf_files import LETTER, Page, pdf

from rules_cli.formats.pdf.columns import (
    PrintedLine,
    PrintedWord,
    _gutters,
    differ,
    in_reading_order,
    is_contents_entry,
    lead_words,
    rows_of,
)
from rules_cli.formats.pdf.document import _bounded, _quarters, read_pages
from rules_cli.formats.pdf.paragraphs import PageLayout, lines_of
from rules_cli.formats.source_line import SourceLine

PROSE = "bread is baked until it is done and then it is sold to all of us"


def word(text: str, left: float, base: float = 0, *, right: float = 0, size: float = 10) -> PrintedWord:
    """A word that ends at `right`, or as far as its letters go."""
    return PrintedWord(text, left, right or left + LETTER * size * len(text), base, size)


def words(text: str, left: float, base: float, *, size: float = 10, bold: bool = False) -> list[PrintedWord]:
    """The words of a text, with blanks as wide as a letter."""
    found = []
    for each in text.split():
        found.append(word(each, left, base, size=size)._replace(bold=bold))
        left = found[-1].right + LETTER * size
    return found


def line(left: float, right: float, base: float, text: str = "bread", *, size: float = 10) -> PrintedLine:
    """A line of two words, from one place to another."""
    return PrintedLine([word(text, left, base, size=size), word("end", right - 18, base, right=right, size=size)], 0)


def read(*pages: Sequence[PrintedWord]) -> list[SourceLine]:
    """The lines of some pages."""
    return list(lines_of([list(page) for page in pages]))


def said(*pages: Sequence[PrintedWord]) -> list[str]:
    """What some pages say, without blank lines and rows set aside."""
    return [each.text for each in read(*pages) if each.text and each.role != "markup"]


class TestRows:
    @pytest.mark.parametrize(
        ("size", "fall", "rows"), [(10, 6.2, 1), (10, 6.3, 2), (8, 6.2, 1), (7.9, 3, 1), (7.9, 3.1, 2)]
    )
    def test_a_word_is_in_the_row_unless_it_is_half_a_line_lower_or_a_small_one_below(
        self, size: float, fall: float, rows: int
    ) -> None:
        assert len(rows_of([word("bread", 60), word("1", 100, fall, size=size)], 0)) == rows

    def test_letters_a_ninth_larger_are_of_another_size(self) -> None:
        assert not differ(11.2, 10)
        assert differ(11.3, 10)

    @pytest.mark.parametrize(("gap", "entry"), [(15, False), (15.1, True)])
    def test_the_page_of_an_entry_in_contents_is_after_a_wide_gap(self, gap: float, entry: bool) -> None:
        assert is_contents_entry(PrintedLine([word("Bread", 60, right=90), word("7", 90 + gap)], 0)) == entry

    @pytest.mark.parametrize(
        ("text", "lead"), [("Big bread example: rye", "Big bread example:"), ("A big rye one: x", "")]
    )
    def test_up_to_three_words_before_a_colon_lead_a_paragraph(self, text: str, lead: str) -> None:
        assert lead_words(PrintedLine(words(text, 60, 0), 0)) == lead


def grid(rows: Sequence[Sequence[str]], places: Sequence[float], first: float = 0) -> list[PrintedWord]:
    """Texts at some places, row by row."""
    return [
        each
        for at, row in enumerate(rows)
        for text, place in zip(row, places, strict=True)
        for each in words(text, place, first + 12 * at)
    ]


def column(left: float, ends: Sequence[float]) -> list[PrintedWord]:
    """Lines of three words that end at some places."""
    found = []
    for at, end in enumerate(ends):
        found += [
            word("rye", left, 12 * at),
            word("is", left + 24, 12 * at),
            word("sold", left + 42, 12 * at, right=end),
        ]
    return found


def ordered(page: Sequence[PrintedWord]) -> list[str]:
    """The lines of a page in reading order."""
    return [each.text for each in in_reading_order([rows_of(page, 0)])]


class TestColumns:
    @pytest.mark.parametrize(("ends", "columns"), [([160] * 2 + [120] * 3, True), ([160] * 3 + [120] * 5, False)])
    def test_four_in_ten_lines_of_a_column_are_full(self, ends: list[float], columns: bool) -> None:
        page = [*column(60, ends), *column(200, [each + 140 for each in ends])]
        assert (len(ordered(page)) == 2 * len(ends)) == columns

    @pytest.mark.parametrize(("end", "columns"), [(135, True), (134, False)])
    def test_a_line_is_full_if_it_is_three_quarters_as_long_as_the_longest(self, end: float, columns: bool) -> None:
        ends = [160, end, 120, 120, 120]
        assert (len(ordered([*column(60, ends), *column(200, [each + 140 for each in ends])])) == 10) == columns

    @pytest.mark.parametrize(("count", "columns"), [(3, True), (2, False)])
    def test_lines_of_two_words_are_no_prose(self, count: int, columns: bool) -> None:
        page = [*column(60, [160] * 5), *column(200, [300] * 5)]
        page = [each for at, each in enumerate(page) if count == 3 or at % 3 != 1]  # without "is"
        assert (len(ordered(page)) == 10) == columns

    @pytest.mark.parametrize(("gap", "columns"), [(9, True), (8.9, False)])
    def test_columns_are_further_apart_than_words(self, gap: float, columns: bool) -> None:
        page = [*column(60, [160] * 5), *column(160 + gap, [260 + gap] * 5)]
        assert (len(ordered(page)) == 10) == columns

    @pytest.mark.parametrize(("rows", "columns"), [(3, True), (2, False)])
    def test_two_rows_are_no_columns(self, rows: int, columns: bool) -> None:
        assert (len(ordered([*column(60, [160] * rows), *column(200, [300] * rows)])) == 2 * rows) == columns

    @pytest.mark.parametrize(("numbered", "columns"), [(3, True), (2, False)])
    def test_sides_with_rules_in_over_four_of_ten_rows_are_columns(self, numbered: int, columns: bool) -> None:
        rows = [(f"1.{at} Rye", f"2.{at} Oat") if at < numbered else ("Rye", "Oat") for at in range(5)]
        assert (ordered(grid(rows, (60, 300)))[1][:3] == "1.1") == columns

    @pytest.mark.parametrize(("pages", "columns"), [(10, True), (11, False)])
    def test_a_short_page_has_the_columns_of_three_in_ten_pages(self, pages: int, columns: bool) -> None:
        full = [*column(60, [160] * 5), *column(200, [300] * 5)]
        short = grid([("Rye", "Oat")], (60, 200))
        book = [full] * 3 + [short] + [words(PROSE, 60, 0)] * (pages - 4)
        lines = in_reading_order([rows_of(page, at) for at, page in enumerate(book)])
        assert ("Rye" in [each.text for each in lines]) == columns

    @pytest.mark.parametrize(("place", "columns"), [(196, True), (195, False)])
    def test_columns_begin_at_one_place_but_for_rounding(self, place: float, columns: bool) -> None:
        full = [*column(60, [160] * 5), *column(200, [300] * 5)]
        lines = in_reading_order([rows_of(full, 0), rows_of(grid([("Rye", "Oat")], (60, place)), 1)])
        assert ("Rye" in [each.text for each in lines]) == columns

    @pytest.mark.parametrize(("rows", "columns"), [(5, True), (4, False)])
    def test_a_gap_half_as_long_as_the_longest_of_its_page_is_between_columns(self, rows: int, columns: bool) -> None:
        upper = [*column(60, [160] * 10), *column(200, [300] * 10)]
        lower = [*column(60, [260] * rows), *column(400, [500] * rows)]
        page = [*upper, *(each._replace(base=each.base + 120) for each in lower)]
        lines = in_reading_order([rows_of(page, 0), rows_of(grid([("Rye", "Oat")], (240, 400)), 1)])
        assert ("Rye" in [each.text for each in lines]) == columns

    @pytest.mark.parametrize(("rows", "columns"), [(500, True), (501, False)])
    def test_a_page_of_too_many_rows_has_no_columns(self, rows: int, columns: bool) -> None:
        assert (len(ordered([*column(60, [160] * rows), *column(200, [300] * rows)])) == 2 * rows) == columns

    def test_a_column_may_begin_above_the_other(self) -> None:
        left, right = column(60, [160] * 5), column(200, [300] * 7)
        page = [*(each._replace(base=each.base + 24) for each in left), *right]
        assert [each.left for each in in_reading_order([rows_of(page, 0)])] == [60] * 5 + [200] * 7


class TestTables:
    @pytest.mark.parametrize(("rows", "table"), [(3, True), (2, False)])
    def test_two_rows_are_no_table(self, rows: int, table: bool) -> None:
        assert (ordered(grid([("Rye", "white")] * rows, (60, 200)))[0] == "| Rye | white |") == table

    @pytest.mark.parametrize(("gap", "table"), [(15, True), (14.9, False)])
    def test_cells_are_further_apart_than_words(self, gap: float, table: bool) -> None:
        rows = [grid([("Rye", "white")], (60, 78 + gap + shift), 12 * shift) for shift in (0, 1, 2)]
        assert (ordered([each for row in rows for each in row])[0] == "| Rye | white |") == table

    @pytest.mark.parametrize(("gap", "table"), [(9, True), (8.9, False)])
    def test_cells_below_one_another_may_be_closer(self, gap: float, table: bool) -> None:
        assert (ordered(grid([("Rye", "white")] * 3, (60, 78 + gap)))[0] == "| Rye | white |") == table

    @pytest.mark.parametrize(("astray", "table"), [(1, True), (2, False)])
    def test_nearly_all_of_these_begin_below_one_another(self, astray: int, table: bool) -> None:
        rows = [grid([("Rye", "white")], (60, 88 + (at < astray)), 12 * at) for at in range(15)]
        assert (ordered([each for row in rows for each in row])[-1] == "| Rye | white |") == table

    def test_dots_below_one_another_are_no_cells(self) -> None:
        assert ordered(grid([("Rye", ". . . 7")] * 3, (60, 88)))[0] == "Rye . . . 7"

    @pytest.mark.parametrize(("fall", "goes_on"), [(16, True), (16.1, False)])
    def test_a_line_of_a_cell_is_right_below_the_line_above_it(self, fall: float, goes_on: bool) -> None:
        page = [*grid([("Rye", "white")] * 3, (60, 200)), word("and oat", 200, 24 + fall)]
        assert (ordered(page)[2] == "| Rye | white and oat |") == goes_on

    @pytest.mark.parametrize(("end", "table"), [(101, False), (103, True)])
    def test_numbers_close_to_a_gap_are_no_cells(self, end: float, table: bool) -> None:
        page = grid([("1.", "Rye")] * 4, (60, 200))
        page[6] = word("Oats", 60, 36, right=end)
        assert (ordered(page)[0] == "| 1. | Rye |") == table

    @pytest.mark.parametrize(("numbers", "others", "table"), [(3, 1, False), (7, 3, True)])
    def test_numbers_in_over_seven_of_ten_rows_are_the_pages_of_contents(
        self, numbers: int, others: int, table: bool
    ) -> None:
        page = grid([("Rye", "7")] * numbers + [("Oat", "many")] * others, (60, 200))
        assert (ordered(page)[0] == "| Rye | 7 |") == table

    def test_so_many_gaps_are_followed_at_once(self) -> None:
        rows = rows_of(grid([["Rye"] * 60] * 3, [60 + 40 * at for at in range(60)]), 0)
        assert len(list(_gutters(rows))) == 40


def page_of(head: str, page: int = 0, *, gap: float = 40, body: int = 12, height: float = 40) -> list[PrintedWord]:
    """A page of text that no other page has, its lines 12 points apart, with a head some points above it."""
    letter = "abcdefghijklmnop"[page]
    text = [words(f"{letter * (at + 1)} {PROSE}", 60, height + gap + 12 * at) for at in range(body)]
    return [each for row in [words(head, 60, height) if head else [], *text] for each in row]


def heads_of(pages: Sequence[Sequence[PrintedWord]]) -> list[str]:
    """The rows that are set aside as running heads."""
    return [each.raw for each in read(*pages) if each.role == "markup"]


class TestRunningHeads:
    @pytest.mark.parametrize(("gap", "heads"), [(15, 0), (15.1, 3)])
    def test_a_head_is_further_from_the_text_than_its_lines_from_each_other(self, gap: float, heads: int) -> None:
        assert len(heads_of([page_of("Loaves" * (at < 3), at, gap=gap) for at in range(11)])) == heads

    @pytest.mark.parametrize(("wide", "heads"), [(2, 3), (3, 0)])
    def test_one_in_ten_gaps_is_wide(self, wide: int, heads: int) -> None:
        pages = []
        for page in range(11):
            rows = rows_of(page_of("Loaves" * (page < 3), page, gap=16, body=29), 0)
            falls = [10.0 * sum(at > 5 * each for each in range(1, wide + 1)) for at in range(len(rows))]
            pages.append(
                [w._replace(base=w.base + fall) for row, fall in zip(rows, falls, strict=True) for w in row.words]
            )
        assert len(heads_of(pages)) == heads

    @pytest.mark.parametrize(("count", "heads"), [(3, 3), (2, 0)])
    def test_of_many_pages_two_with_the_same_words_have_no_head(self, count: int, heads: int) -> None:
        assert len(heads_of([page_of("Loaves" * (at < count), at) for at in range(10)])) == heads

    @pytest.mark.parametrize(("pages", "heads"), [(10, 3), (11, 0)])
    def test_a_head_close_to_the_text_is_on_three_in_ten_pages(self, pages: int, heads: int) -> None:
        assert len(heads_of([page_of("Loaves" * (at < 3), at, gap=12) for at in range(pages)])) == heads

    def test_a_head_has_four_rows_at_most(self) -> None:
        names = ["Loaves", "Crumbs", "Ovens", "Shops", "Mills"]
        head = [each for at, name in enumerate(names) for each in words(name, 60, 40 + 30 * at)]
        pages = [[*head, *page_of("", at, body=20, height=190)] for at in range(4)]
        assert set(heads_of(pages)) == {"Loaves", "Crumbs", "Ovens", "Shops"}

    def test_headings_whose_numbers_do_not_count_pages_are_no_heads(self) -> None:
        numbers = (1, 4, 2, 9)
        assert heads_of([page_of(f"Chapter {number}", 2 * at) for at, number in enumerate(numbers)]) == []

    def test_a_row_below_the_text_of_its_page_is_no_head(self) -> None:
        pages = [[*words("abcd"[at] * 5, 60, 0), *page_of("Loaves", at)] for at in range(4)]
        assert heads_of(pages) == []

    def test_a_page_with_nothing_else_has_its_number_set_aside(self) -> None:
        pages = [page_of(str(at + 1), at) for at in range(3)]
        assert heads_of([*pages, words("4", 60, 40)]) == ["1", "2", "3", "4"]


def block(count: int = 20, left: float = 60, right: float = 400, first: float = 0) -> list[PrintedLine]:
    """Lines of one paragraph, 12 points apart."""
    return [line(left, right, first + 12 * at) for at in range(count)]


class TestParagraphs:
    @pytest.mark.parametrize(("gap", "apart"), [(15, False), (15.1, True)])
    def test_a_gap_is_a_quarter_wider_than_the_distance_of_lines(self, gap: float, apart: bool) -> None:
        lines = [*block(), line(60, 400, 19 * 12 + gap)]
        assert PageLayout(lines).is_apart(lines[-1], lines[-2]) == apart

    @pytest.mark.parametrize(("gap", "apart"), [(12.7, False), (12.8, True)])
    def test_a_text_without_gaps_has_paragraphs_apart_only_if_it_is_no_rounding(self, gap: float, apart: bool) -> None:
        rules = [line(60, 100 if at % 2 else 400, 12 * at, f"1.{at}") for at in range(20)]
        lines = [*rules, line(60, 400, 19 * 12 + gap)]
        assert PageLayout(lines).is_apart(lines[-1], lines[-2]) == apart

    @pytest.mark.parametrize(("base", "apart"), [(30, False), (30.1, True)])
    def test_letters_of_a_size_without_lines_have_the_usual_distance(self, base: float, apart: bool) -> None:
        lines = [line(60, 400, 0, size=20), *block(first=base)]
        assert PageLayout(lines).is_apart(lines[1], lines[0]) == apart

    @pytest.mark.parametrize(("count", "apart"), [(13, False), (12, True)])
    def test_a_distance_that_is_rare_is_not_that_of_lines(self, count: int, apart: bool) -> None:
        lines = block(count)
        lines.append(line(60, 400, lines[-1].base + 6))
        assert PageLayout(lines).is_apart(lines[1], lines[0]) == apart

    def test_a_text_whose_lines_are_all_at_other_distances_has_the_usual_distance(self) -> None:
        lines = [line(60, 400, 6 * at + at * at / 4) for at in range(20)]
        layout = PageLayout(lines)
        assert not layout.is_apart(lines[1], lines[0])
        assert layout.is_apart(lines[-1], lines[-2])

    @pytest.mark.parametrize(("right", "begins"), [(362.4, True), (362.5, False)])
    def test_a_line_begins_a_paragraph_if_its_first_word_had_room_above(self, right: float, begins: bool) -> None:
        lines = [*block(5), line(60, right, 60), line(60, 400, 72)]  # the word is 30 points wide
        assert PageLayout(lines).begins(lines[-1], lines[:-1]) == begins

    @pytest.mark.parametrize(("indent", "begins"), [(22, False), (22.1, True)])
    def test_a_line_begins_a_paragraph_if_it_is_indented_otherwise(self, indent: float, begins: bool) -> None:
        lines = [
            line(60, 400, 0),
            line(80, 400, 12),
            line(80, 400, 24),
            line(60 + indent, 400, 36, "Bread"),
            *block(2, first=48),
        ]
        assert PageLayout(lines).begins(lines[3], lines[:3]) == begins

    @pytest.mark.parametrize(
        ("rights", "begins"),
        [
            pytest.param([300] * 5, False, id="five lines"),
            pytest.param([300] * 4, True, id="four lines"),
            pytest.param([300] * 3 + [250] * 7, False, id="three of ten full"),
            pytest.param([300] * 3 + [250] * 8, True, id="three of eleven full"),
            pytest.param([300] + [270.1] * 2 + [250] * 7, False, id="nearly full"),
            pytest.param([300] + [270] * 2 + [250] * 7, True, id="not quite"),
        ],
    )
    def test_lines_that_begin_at_a_place_end_at_a_place_of_their_own(self, rights: list[float], begins: bool) -> None:
        lines = [*(line(100, right, 12 * at) for at, right in enumerate(rights)), *block(10, first=600)]
        layout = PageLayout(lines)
        assert layout.begins(line(100, 300, 12, "Bread"), lines[:1]) == begins

    @pytest.mark.parametrize(("sure", "begins"), [(7, True), (6, False)])
    def test_bold_words_begin_paragraphs_if_most_do(self, sure: int, begins: bool) -> None:
        lines = []
        for at in range(10):
            lines.append(line(60, 200 if at < sure else 400, 24 * at))
            lines.append(
                PrintedLine([each._replace(bold=True) for each in line(60, 400, 24 * at + 12, "Bread").words], 0)
            )
        assert PageLayout(lines).begins(lines[-1], lines[-2:-1]) == begins


class TestLines:
    @pytest.mark.parametrize(("size", "role"), [(15, "heading"), (14.9, "text")])
    def test_letters_half_as_large_again_as_the_text_are_headings(self, size: float, role: str) -> None:
        assert read([*words("Bread", 60, 0, size=size), *page_of("", height=20)])[0].role == role

    def test_headings_have_six_levels(self) -> None:
        sizes = [15 + 3 * at for at in range(8, 0, -1)]
        heads = [each for at, size in enumerate(sizes) for each in words("Bread", 60, 60 * at, size=size)]
        lines = read([*heads, *page_of("", height=600)])
        assert [each.level for each in lines if each.role == "heading"] == [1, 2, 3, 4, 5, 6, 6, 6]

    @pytest.mark.parametrize(("indent", "level"), [(2.4, 0), (2.6, 1), (7.6, 2)])
    def test_a_column_of_indent_is_half_as_wide_as_a_letter_is_large(self, indent: float, level: int) -> None:
        page = [*page_of("", body=4), *words("Bread rises.", 60 + indent, 400)]
        assert read(page)[-1].level == level

    @pytest.mark.parametrize(("paragraphs", "blanks"), [(3, 1), (4, 3)])
    def test_all_paragraphs_are_apart_unless_a_third_has_a_gap(self, paragraphs: int, blanks: int) -> None:
        short = [each for at in range(1, paragraphs) for each in words("Bread rises.", 60, 18 + 12 * at)]
        assert [each.role for each in read([*words(PROSE, 60, 0), *short])].count("blank") == blanks


class TestPlaces:
    @pytest.mark.parametrize(("quarters", "turn"), [(0.049, 0), (0.051, None), (0.951, 1), (-1, 3)])
    def test_letters_are_askew_if_they_are_turned_by_more_than_rounding(
        self, quarters: float, turn: int | None
    ) -> None:
        assert _quarters(cos(quarters * pi / 2), sin(quarters * pi / 2)) == turn

    def test_places_and_sizes_have_bounds(self) -> None:
        assert (_bounded(1e9), _bounded(-1e9), _bounded(99_999)) == (1e5, -1e5, 99_999)
        (page,) = read_pages(pdf(Page().put(72, 90, "Bread", size=0.5).put(72, 200, "rises", size=2)))
        assert [each.size for each in page] == [1, 2]
