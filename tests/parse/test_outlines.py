"""Labels that begin again under each number, `(a)`, `1.`, `Section 2`: printed in any format, read back as one tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import pytest
from docx_files import docx, p, style, styled
from hypothesis import given, settings
from hypothesis import strategies as st
from parsing import book_of, document, odd, parents, references, texts
from pdf_files import Page, pdf, wrapped

from rules_cli.formats import read_bytes
from rules_cli.formats.source_line import SourceLine
from rules_cli.numbers.heads import plain_head
from rules_cli.numbers.parts import lookup_key, numbers_above, to_roman
from rules_cli.numbers.typed import normal_form
from rules_cli.parse import parse
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.labels import Outline, labels_of


class Level(NamedTuple):
    """A level of a made-up book: its label as printed, and the address of its rows, with {0} for the row above."""

    label: str
    address: str
    is_titled: bool = False


LAYOUTS: dict[str, tuple[Level, ...]] = {
    "laws with letters": (
        Level("LAW {n} -", "{n}", True),
        Level("{A}.", "{0}{A}", True),
        Level("{n}.", "{0}{n}"),
        Level("({a})", "{0}({a})"),
    ),
    "paragraphs in brackets": (Level("§ {n}", "{n}", True), Level("({n})", "{0}({n})"), Level("{a})", "{0}{a}")),
    "a constitution": (
        Level("ARTICLE {I}.", "{I}", True),
        Level("Section {n}.", "{0}.{n}"),
        Level("({a})", "{0}({a})"),
    ),
    "covenants": (
        Level("ARTICLE {I}", "{I}", True),
        Level("Section {m}.0{n}", "{m}.0{n}"),
        Level("({a})", "{0}({a})"),
        Level("({i})", "{0}({i})"),
    ),
    "rules of golf": (
        Level("Rule {n}", "{n}", True),
        Level("{0}.{n}", "{0}.{n}", True),
        Level("{0}{a}", "{0}{a}"),
        Level("({n})", "{0}({n})"),
    ),
    "dashes after a word": (
        Level("Rule {n}", "{n}", True),
        Level("Rule {0}-{n}", "{0}-{n}"),
        Level("Rule {0}-{a}", "{0}-{a}"),
    ),
    "rules with colons": (Level("{n}:", "{n}", True), Level("{A}:", "{0}{A}")),
    "letters under figures": (
        Level("{n}.", "{n}", True),
        Level("{0}.{n}.", "{0}.{n}", True),
        Level("{0}.{n}.", "{0}.{n}"),
        Level("{A}.", "{0}{A}"),
    ),
    "chapters with articles": (Level("CHAPTER {n}:", "{n}", True), Level("Article {n}:", "{0}.{n}")),
}


def _sentences(*places: int) -> str:
    """Return other words for each row, of two lines in a PDF: lines that come again at the ends of pages are feet."""
    words = " ".join("dry red long blue torn wet old new light round".split()[place] for place in places)
    return f"A {words} kite flies. It lands where the judge has put a flag on the grass of the {words} field."


class Row(NamedTuple):
    """A row of a made-up book: its address, that of the row above, its depth, and its line."""

    address: str
    above: str | None
    depth: int
    line: str


def rows(layout: str, wide: int) -> Iterator[Row]:
    """Return every row of a book with `wide` rows under each, in the order of print."""
    levels = LAYOUTS[layout]

    def below(above: str | None, depth: int, places: tuple[int, ...]) -> Iterator[Row]:
        for n in range(1, wide + 1):
            forms = {"n": n, "a": chr(96 + n), "A": chr(64 + n), "i": to_roman(n), "I": to_roman(n).upper()}
            forms["m"] = (*places, n)[0]
            level = levels[depth]
            address = level.address.format(above, **forms)
            words = f"Red Kites {depth}" if level.is_titled else _sentences(*places, n)
            yield Row(address, above, depth, f"{level.label.format(above, **forms)} {words}")
            if depth + 1 < len(levels):
                yield from below(address, depth + 1, (*places, n))

    return below(None, 0, ())


def as_text(book: list[Row]) -> bytes:
    return "\n\n".join(["KITES", *(row.line for row in book)]).encode()


def as_markdown(book: list[Row]) -> bytes:
    lines = (f"## {row.line}" if row.depth == 0 else row.line for row in book)
    return "\n\n".join(["# Kites", *lines]).encode()


def as_page(book: list[Row]) -> bytes:
    return "".join(f"<h2>{row.line}</h2>" if row.depth == 0 else f"<p>{row.line}</p>" for row in book).encode()


def as_docx(book: list[Row]) -> bytes:
    paragraphs = (styled("Heading1", row.line) if row.depth == 0 else p(row.line) for row in book)
    return docx(*paragraphs, styles=style("Heading1", "heading 1"))


def as_pdf(book: list[Row]) -> bytes:
    pages, page, y = list[Page](), Page(), 90.0
    for row in book:
        for line in wrapped(row.line, 70):
            if y > 700:
                pages.append(page)
                page, y = Page(), 90.0
            page.put(72, y, line)
            y += 12
        y += 8
    return pdf(*pages, page)


PRINTED: dict[str, Callable[[list[Row]], bytes]] = {
    "book.txt": as_text,
    "book.md": as_markdown,
    "book.html": as_page,
    "book.docx": as_docx,
    "book.pdf": as_pdf,
}


@pytest.mark.parametrize(
    ("layout", "name"),
    [
        pytest.param(layout, name, marks=[pytest.mark.slow] if name.endswith(".pdf") else [])
        for layout, name in product(LAYOUTS, PRINTED)
    ],
)
@settings(max_examples=3)
@given(wide=st.integers(3, 5))
def test_a_book_in_any_layout_is_read_back(layout: str, name: str, wide: int) -> None:
    printed = list(rows(layout, wide))
    documents = [read_bytes(PRINTED[name](printed), name)]
    book = parse(documents, infer_profile(documents), "kites", "1")
    found = {
        number: parent for number, parent in parents(book).items() if any(c.isdigit() or c.isupper() for c in number)
    }
    assert found == {row.address: row.above for row in printed}
    assert odd(book) == []


class TestLabels:
    @pytest.mark.parametrize(
        ("text", "styles"),
        [
            ("(b) A kite flies.", [("(a)", 2)]),
            ("iv. A kite flies.", [("i.", 4)]),
            ("i) A kite flies.", [("i)", 1), ("a)", 9)]),
            ("C. A kite flies.", [("I.", 100), ("A.", 3)]),
            ("12. A kite flies.", [("1.", 12)]),
            ("iiii. A kite flies.", []),
            ("mix. A kite flies.", []),
            ("(see) A kite flies.", []),
            ("a kite flies.", []),
            ("(a)", []),
        ],
    )
    def test_may_be_letters_or_romans(self, text: str, styles: list[tuple[str, int]]) -> None:
        assert [(label.style, label.place) for label in labels_of(SourceLine(1, text, text))] == styles

    @pytest.mark.parametrize(
        ("above", "text", "address"),
        [
            ("4.01", "(a) x", "4.01(a)"),
            ("4.01(a)", "(2) x", "4.01(a)(2)"),
            ("4", "2. x", "4.2"),
            ("4", "B. x", "4B"),
            ("4B", "2. x", "4B2"),
            ("IV", "2. x", "IV.2"),
            ("IV.B", "2. x", "IV.B.2"),
            ("IV.B.2", "c. x", "IV.B.2c"),
            ("5(1)", "2. x", "5(1).2"),
            ("5(1)", "b) x", "5(1)b"),
            ("2b", "ii. x", "2b.ii"),
            ("", "II. x", "II"),
        ],
    )
    def test_make_addresses_that_can_be_typed_without_brackets(self, above: str, text: str, address: str) -> None:
        found = labels_of(SourceLine(1, text, text))[0].address_under(above)
        assert found == address
        number = normal_form(address)
        assert number and lookup_key(number) == lookup_key(address)
        assert next(iter(numbers_above(address)), "") == above

    def test_go_on_or_begin_a_list_or_are_words(self) -> None:
        outline = Outline[str]()
        outline.begin("4")

        def row(text: str) -> str | None:
            found = outline.place(labels_of(SourceLine(1, text, text)))
            if not found:
                return None
            address = found[0].address_under(outline.above(found[1]) or "")
            outline.add(*found, address)
            return address

        lines = "(b) x, (a) x, (i) x, (ii) x, (a) y, (b) x, 1. x, 3. x, 2. x, (c) x, (i) y, (j) x".split(", ")
        expected = "- 4(a) 4(a)(i) 4(a)(ii) - 4(b) 4(b).1 - 4(b).2 4(c) 4(c)(i) -".split()
        assert [row(line) or "-" for line in lines] == expected


class TestABooksLists:
    BOOK = "1 Kites\n\n1.1 Fly:\n\n{0}\n\n1.2 Land:\n\n{1}\n\n1.3 Rest:\n\n{2}\n\n1.4 End.\n"
    LIST = "(a) by day;\n\n(b) by night."

    def test_are_rules_if_three_of_them_count_on(self) -> None:
        assert "1.2(b)" in texts(book_of(self.BOOK.format(self.LIST, self.LIST, self.LIST)))
        assert "1.2(b)" not in texts(book_of(self.BOOK.format(self.LIST, self.LIST, "Now.")))

    def test_are_text_if_too_many_labels_are_out_of_place(self) -> None:
        book = self.BOOK.format(self.LIST, self.LIST, self.LIST)
        astray = "(c) of three.\n\n"
        assert "1.2(b)" in texts(book_of(book.replace("1.4", f"{astray}1.4")))  # 7 of 7 go on
        assert "1.2(b)" not in texts(book_of(f"{book}\n{'(x) of it.' + chr(10) * 2}" + "(z) of it.\n\n"))  # 6 of 8

    def test_of_figures_are_text_where_numbers_have_two_parts(self) -> None:
        lists = "1. by day;\n\n2. by night."
        assert list(texts(book_of(self.BOOK.format(lists, lists, lists)))) == ["1", "1.1", "1.2", "1.3", "1.4"]

    def test_go_on_after_an_example(self) -> None:
        example = "\n\nExample: A red kite.\n\n"
        assert "1.2(b)" in texts(book_of(self.BOOK.format(*[self.LIST.replace("\n\n", example)] * 3)))

    def test_of_chapters_are_read_behind_their_contents(self) -> None:
        chapters = [
            (f"{roman}. {title}", letters)
            for roman, title, letters in zip(
                ("I", "II", "III"), ("Kites", "Lines", "Reels"), ("AB", "AB", "AB"), strict=True
            )
        ]
        contents = "".join(f"{title} ........ {at}\n" for at, (title, _) in enumerate(chapters, 2))
        body = "".join(
            f"\n{title}\n\n" + "".join(f"{letter}. A kite of sort {letter} flies.\n\n" for letter in letters)
            for title, letters in chapters
        )
        numbers = list(texts(book_of(f"Contents\n\n{contents}\n{body}")))
        assert numbers == ["I", "I.A", "I.B", "II", "II.A", "II.B", "III", "III.A", "III.B"]

    def test_of_examples_are_examples(self) -> None:
        lists = "Examples\n\nA. A red kite.\n\nB. A blue kite."
        book = book_of(self.BOOK.format(lists, lists, lists))
        assert "1.2A" not in texts(book)

    def test_have_no_gaps(self) -> None:
        lists = "\n\n".join(f"({to_roman(n)}) by day;" for n in range(1, 7))
        assert odd(book_of(self.BOOK.format(lists, lists, lists))) == []


class TestSections:
    BOOK = "".join(
        f"ARTICLE {roman} – KITES\n\nSection 1. A kite flies.\n\nSection 2. A kite lands.\n\n"
        for roman in ("I", "II", "III", "IV")
    )

    def test_that_begin_again_have_their_articles_number_in_front(self) -> None:
        book = book_of(f"BYLAWS\n\n{self.BOOK}")
        assert parents(book)["III.2"] == "III"
        assert not any("#" in number for number in parents(book))

    def test_that_go_on_have_their_own_number_and_chapters_are_headings(self) -> None:
        text = "".join(
            f"PART {roman} – KITES\n\n"
            + "".join(f"Rule {n}. A kite flies.\n\n" for n in (3 * c + 1, 3 * c + 2, 3 * c + 3))
            for c, roman in enumerate(("I", "II", "III"))
        )
        book = book_of(text)
        assert [row.number for row in book.rows if row.kind == "rule"] == [str(n) for n in range(1, 10)]
        assert (texts(book)["part-ii-kites"], texts(book)["3"]) == ("PART II – KITES", "A kite flies.")

    def test_of_an_outline_may_be_romans_and_letters(self) -> None:
        text = "".join(
            f"{roman}. KITES\n\nA. Flying\n\n1. By day.\n\n2. By night.\n\nB. Landing\n\n1. Soon.\n\n2. Late.\n\n"
            for roman in ("I", "II", "III")
        )
        book = book_of(f"KITE RULES\n\n{text}")
        assert (texts(book)["II.B.1"], parents(book)["II.B.1"], odd(book)) == ("Soon.", "II.B", [])

    def test_with_whole_numbers_begin_with_romans(self) -> None:
        text = "".join(
            f"{roman}. KITES\n\n{roman}.A. Flying\n\n{roman}.A.1. By day.\n\n{roman}.A.2. By night.\n\n"
            for roman in ("I", "II", "III")
        )
        book = book_of(f"KITE RULES\n\n{text}")
        assert (texts(book)["I.A.2"], parents(book)["III.A.1"], odd(book)) == ("By night.", "III.A", [])

    def test_without_numbers_have_lists_with_addresses(self) -> None:
        text = "".join(f"{title}\n\n1. Take a kite.\n\n2. Hold it.\n\n" for title in ("SETUP", "PLAY", "END"))
        assert texts(book_of(f"KITES\n\n{text}"))["kites.play.2"] == "Hold it."


class TestFarEastern:
    @pytest.mark.parametrize("number", ["{}-{}．", "{}－{}．", "{}-{} ", "{}.{}．"])
    def test_numbers_may_be_wide(self, number: str) -> None:
        wide = str.maketrans("0123456789", "０１２３４５６７８９")
        lines = ((c, n) for c in (1, 2, 3) for n in (1, 2, 3))
        text = "".join(
            (f"{c}．凧の章\n\n" if n == 1 else "") + f"{number.format(c, n)}凧は風に乗って飛ぶ。\n\n" for c, n in lines
        )
        for printed in (text, text.translate(wide)):
            book = book_of(f"凧の規則\n\n{printed}")
            sign = "." if "." in number[1:4] else "-"
            assert (texts(book)[f"3{sign}2"], parents(book)[f"3{sign}2"]) == ("凧は風に乗って飛ぶ。", "3")

    def test_articles_are_numbered_in_kanji(self) -> None:
        kanji = "一 二 三 四 五 六 七 八 九 十 十一 十二".split()
        text = "".join(
            ("第一章　总则\n\n" if n == 1 else "第二章　比赛\n\n" if n == 7 else "")
            + f"第{each}条　风筝必须使用风力飞行。\n\n"
            for n, each in enumerate(kanji, 1)
        )
        book = book_of(f"风筝竞赛规则\n\n{text}")
        assert [row.number for row in book.rows if row.kind == "rule"] == [str(n) for n in range(1, 13)]
        assert texts(book)["12"] == "风筝必须使用风力飞行。"

    def test_a_sign_that_comes_again_and_again_is_text(self) -> None:
        line = "第" * 10_000
        assert plain_head(line) == line

    @pytest.mark.parametrize(
        ("printed", "value"), [("１２", 12), ("十", 10), ("二十", 20), ("百〇三", 103), ("二百三十一", 231)]
    )
    def test_values_of_kanji(self, printed: str, value: int) -> None:
        assert plain_head(f"第{printed}条　凧") == f"第{value}条　凧"


class TestWordsBeforeNumbers:
    @pytest.mark.parametrize(
        "label",
        [
            "Article {} : ",
            "Article {}. – ",
            "Art. {}º ",
            "Art. {} - ",
            "Artículo {}. ",
            "Regla {}: ",
            "LAW {} ",
            "Regel {} – ",
        ],
    )
    def test_are_those_of_many_languages(self, label: str) -> None:
        text = "".join(f"{label.format(n)}A kite flies in the wind.\n\n" for n in range(1, 9))
        book = book_of(f"KITE RULES\n\n{text}")
        assert [row.number for row in book.rows if row.words.text] == [str(n) for n in range(1, 9)]
        assert texts(book)["3"] == "A kite flies in the wind."

    def test_and_no_mark_need_the_next_number(self) -> None:
        text = "".join(f"Art. {n} A kite flies.\n\n" for n in (1, 2, 3, 4))
        book = book_of(f"KITES\n\n{text}Art. 9 A kite is no rule here.\n\nArt. 5 It lands.\n")
        assert list(texts(book)) == ["kites", "1", "2", "3", "4", "5"]

    def test_are_labels_of_appendices_with_their_rules(self) -> None:
        rules = "".join(f"{n}.{x} A kite flies.\n\n" for n in (1, 2, 3) for x in (1, 2))
        appendices = "".join(f"Appendix {c}. Red Kites\n\n{c}.1 A red kite.\n\n{c}.2 A blue one.\n\n" for c in "AB")
        found = parents(book_of(f"KITES\n\n{rules}{appendices}"))
        assert (found["A"], found["B.2"]) == (None, "B")


def test_items_of_letters_begin_paragraphs_of_wrapped_text() -> None:
    words = "A red kite with a long tail drops before the new judge waits near the line."
    text = "\n".join(f"{n}.1 {words}\na. {words}\n(ii) {words}\nb) {words}" for n in range(1, 9))
    lines = [line.words for line in document(text).lines if line.text]
    assert lines[:4] == [f"1.1 {words}", f"a. {words}", f"(ii) {words}", f"b) {words}"]


class TestBareNumbers:
    BOOK = "1-1. Kites\n\n1-1-1. Fly.\n\n1-1-2. Land as in {}.\n\n1-2. Ends\n\n1-2-1. Soon.\n"

    def test_of_three_parts_are_references(self) -> None:
        assert references(book_of(self.BOOK.format("1-2-1")), "1-1-2") == [("1-2-1", "1-2-1", True)]

    def test_of_two_parts_may_be_quantities(self) -> None:
        assert references(book_of(self.BOOK.format("1-2")), "1-1-2") == []


@pytest.mark.parametrize(
    ("part", "article"),
    [("Part", "Article"), ("TÍTULO", "Artículo"), ("Capítulo", "Artigo"), ("Teil", "§"), ("Chapter", "Rule")],
)
def test_articles_that_count_on_through_parts_are_all_read(part: str, article: str) -> None:
    text = (
        f"Club\n\n{part} I. KITES\n\n{article} 1. Aim.\nKites fly.\n\n{article} 2. Crew.\n1. A crew flies.\n"
        f"2. It rests.\n\n{part} II. RACES\n\n{article} 3. Laps.\n1. A race has laps.\n2. A lap is long.\n\n"
        f"{article} 4. Fees.\n1. A race costs three.\n2. A guest pays five.\n"
    )
    rows = texts(book_of(text))
    assert {number: rows.get(number) for number in ("1", "2.2", "3.1", "4.2")} == {
        **{"1": "Aim.\nKites fly.", "2.2": "It rests."},
        **{"3.1": "A race has laps.", "4.2": "A guest pays five."},
    }


@pytest.mark.parametrize("again", ["", "\n§ 1º It ends at dusk.\n\n§ 2º It may be extended.\n"])
def test_sections_of_one_article_are_under_it_and_not_under_its_items(again: str) -> None:
    text = (
        "Art. 1º Kites fly.\n\nArt. 2º A crew brings:\nI - a kite;\nII - a line.\n\n§ 1º The line may be borrowed.\n\n"
        f"§ 2º A crew without a line waits.\n\nArt. 3º A race is short.\n{again}\nArt. 4º See art. 2º, § 2º.\n"
    )
    book = book_of(text)
    rows, above = texts(book), parents(book)
    assert rows["2.2"] == "A crew without a line waits."
    assert (above["2(II)"], above["2.1"]) == ("2", "2")
    assert rows["3"] == "A race is short."
    assert references(book, "4") == [("art. 2º, § 2º", "2.2", True)]


def test_annexes_at_the_end_are_not_under_the_last_article() -> None:
    annexes = "Annex 1 Fees\n\nA race costs three.\n\nAnnex 2 Prizes\n\nA kite is won.\n"
    rows = texts(book_of(f"Section 1 Kites fly.\n\nSection 2 Lines hold.\n\nSection 3 Crews rest.\n\n{annexes}"))
    assert str(rows["3"]).startswith("Crews rest.")
    assert "3.1" not in rows
