"""DOCX: footnotes, text boxes, numbers without words, numbers in brackets, signs. Made-up rulebooks of a harbour."""

from __future__ import annotations

import pytest
from docx_files import docx, kind, listed, num, p, r, table
from parsing import by_number, texts

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes
from rules_cli.formats.source_line import Document
from rules_cli.model import Book
from rules_cli.parse import parse


def read(*blocks: str, **parts: str) -> Document:
    """The document of some paragraphs and tables."""
    return read_bytes(docx(*blocks, **parts), "harbour.docx")


def said(*blocks: str, **parts: str) -> list[str]:
    """The lines of a document, without the blank ones."""
    return [line.words for line in read(*blocks, **parts).lines if line.text]


def book(*blocks: str, **parts: str) -> Book:
    """The book that a document of some paragraphs and tables holds."""
    return parse([read(*blocks, **parts)], None, "harbour", "1")


MARK = '<w:r><w:footnoteReference w:id="2"/></w:r>'
NOTE = f'<w:footnote w:id="2">{p("Only by day.")}</w:footnote>'
OPEN = "<w:rPr><w:del/></w:rPr>"
BOX = f"<w:txbxContent>{p('Mind the tide.')}</w:txbxContent>"
SHAPE = f"<mc:Choice>{BOX}</mc:Choice><mc:Fallback><w:pict><v:textbox>{BOX}</v:textbox></w:pict></mc:Fallback>"
SHAPE = f"<w:r><mc:AlternateContent>{SHAPE}</mc:AlternateContent></w:r>"


class TestNotesAndBoxes:
    @pytest.mark.parametrize(
        "rows",
        [
            pytest.param([("1.2", p(r("Boats float."), MARK))], id="in the rule's cell"),
            pytest.param([("1.2", "Boats float.", p(MARK))], id="alone in a cell"),
            pytest.param([("1.2", "Boats float."), ("Boat", p(r("Wind"), MARK))], id="in a row of cells"),
        ],
    )
    def test_a_footnote_marked_in_a_row_of_cells_is_a_note(self, rows: list[tuple[str, ...]]) -> None:
        found = book(p("1 Boats"), p("1.1 Boats sail."), table(*rows), p("1.3 Boats sink."), footnotes=NOTE)
        assert by_number(found)["1.2"].words.notes == ("Only by day.",)
        assert not any(by_number(found)[number].words.notes for number in ("1", "1.1", "1.3"))

    @pytest.mark.parametrize(
        "gone",
        [
            pytest.param(f"<w:del>{MARK}{SHAPE}</w:del>", id="deleted"),
            pytest.param(f"<w:moveFrom>{MARK}{SHAPE}</w:moveFrom>", id="moved away"),
            pytest.param(
                (MARK + SHAPE).replace("<w:r>", "<w:r><w:rPr><w:vanish/></w:rPr>"),
                id="hidden",
            ),
        ],
    )
    def test_boxes_and_notes_of_hidden_words_are_not_shown(self, gone: str) -> None:
        assert said(p(r("1.1 Boats float."), gone), footnotes=NOTE) == ["1.1 Boats float."]
        assert said(table(("1.1", p(r("Boats float."), gone))), footnotes=NOTE) == ["1.1 Boats float."]

    def test_a_text_box_in_a_row_of_cells_is_shown_once(self) -> None:
        assert said(table(("1.1", p(r("Boats float."), SHAPE)))) == ["1.1 Boats float.", "Mind the tide."]


RULE_LIST = kind("0", ("decimal", "%1"), ("decimal", "%1.%2")) + num("1", "0")
PICTURE = "<w:r><w:drawing/></w:r>"
NUMBERED = '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'


class TestNumbersWithoutWords:
    @pytest.mark.parametrize(
        ("empty", "counts"),
        [
            pytest.param(listed("", 1), True, id="empty"),
            pytest.param(p(PICTURE, about=NUMBERED), True, id="a picture"),
            pytest.param(p('<w:r><w:br w:type="page"/></w:r>', about=NUMBERED), True, id="a page's end"),
            pytest.param(p(f"<w:del>{r('Oars row.')}</w:del>", about=NUMBERED), True, id="deleted words"),
            pytest.param(
                p(f"<w:del>{r('Oars row.')}</w:del>", about=NUMBERED + OPEN), False, id="deleted, its end too"
            ),
            pytest.param(p(about=NUMBERED + "<w:rPr><w:vanish/></w:rPr>"), False, id="hidden"),
            pytest.param(p(about='<w:numPr><w:numId w:val="0"/></w:numPr>'), False, id="in no list"),
        ],
    )
    @pytest.mark.parametrize("within", [False, True], ids=["in the text", "in a row of one cell"])
    def test_a_numbered_paragraph_without_words_counts_and_is_reported(
        self, empty: str, counts: bool, within: bool
    ) -> None:
        between = table((empty + listed("Reels turn.", 1),)) if within else empty + listed("Reels turn.", 1)
        found = book(listed("Boats"), listed("Boats float.", 1), between, listed("Tides rise.", 1), numbering=RULE_LIST)
        numbers = ["1", "1.1", "1.3", "1.4"] if counts else ["1", "1.1", "1.2", "1.3"]
        assert list(texts(found).items()) == list(
            zip(numbers, ["Boats", "Boats float.", "Reels turn.", "Tides rise."], strict=True)
        )
        assert [dropped.text for dropped in found.dropped] == (["1.2"] if counts else [])

    def test_a_document_of_numbers_without_words_has_no_text(self) -> None:
        with pytest.raises(SourceError, match="no text"):
            read(listed("", 1), listed("", 1), numbering=RULE_LIST)

    def test_a_number_alone_in_a_cell_is_put_before_the_words_beside_it(self) -> None:
        rows = [(listed(""), "Boats"), (listed("", 1), "Boats float."), (listed("", 1), p("Reels:") + p("they turn."))]
        found = book(table(*rows), listed("Tides rise.", 1), numbering=RULE_LIST)
        assert texts(found) == {
            "1": "Boats",
            "1.1": "Boats float.",
            "1.2": "Reels:\nthey turn.",
            "1.3": "Tides rise.",
        }

    def test_a_table_within_a_table_counts_once(self) -> None:
        inner = table((listed("", 1), "Reels turn."))
        found = book(listed("Boats"), table((inner,)), listed("Tides rise.", 1), numbering=RULE_LIST)
        assert texts(found) == {"1": "Boats", "1.1": "Reels turn.", "1.2": "Tides rise."}

    def test_a_simple_list_that_counts_the_rows_of_a_table_numbers_no_rule(self) -> None:
        rows = [(listed(""), "Red Boat"), (listed(""), "1.2 Boats float.")]
        found = book(p("1.1 Boats sail."), table(*rows), numbering=kind("0", ("decimal", "%1.")) + num("1", "0"))
        assert texts(found) == {"1.1": "Boats sail.\nRed Boat", "1.2": "Boats float."}


class TestNumbersInBrackets:
    @pytest.mark.parametrize("label", ["(%3)", "[%3]", "%3)", "–%3–"])
    def test_a_letter_in_brackets_is_put_before_its_item(self, label: str) -> None:
        levels = kind("0", ("decimal", "%1"), ("decimal", "%1.%2"), ("lowerLetter", label)) + num("1", "0")
        items = [listed("at day;", 2), listed("at flood.", 2)]
        found = book(listed("Boats"), listed("Boats float:", 1), *items, listed("See b.", 1), numbering=levels)
        a, b = (label.replace("%3", letter) for letter in "ab")
        shown = {"1": "Boats", "1.1": f"Boats float:\n{a} at day;\n{b} at flood.", "1.2": "See b."}
        assert texts(found) == shown

    @pytest.mark.parametrize("number", ["[%1]", "%1", "(%1)"])
    @pytest.mark.parametrize("dotted", ["[%1.%2]", "(%1.%2)", "§%1.%2", "§ %1.%2.", "{%1.%2}:", "§§%1.%2"])
    def test_a_rules_number_is_read_without_the_signs_around_it(self, number: str, dotted: str) -> None:
        levels = kind("0", ("decimal", number), ("decimal", dotted)) + num("1", "0")
        rules = [listed("Boats float.", 1), listed("boats sail.", 1), listed("Reels"), listed("Reels turn.", 1)]
        found = book(listed("Boats"), listed("Boats sink.", 1), *rules, numbering=levels)
        assert list(texts(found)) == ["1", "1.1", "1.2", "1.3", "2", "2.1"]
        assert by_number(found)["1.2"].words.text == "Boats float."

    @pytest.mark.parametrize("word", ["Rule", "Section", "Art."])
    def test_a_word_before_a_rules_number_is_read_as_in_plain_text(self, word: str) -> None:
        levels = kind("0", ("decimal", "%1"), ("decimal", f"{word} %1.%2")) + num("1", "0")
        rules = [listed("Boats float.", 1), listed("Boats sail.", 1), listed("Reels"), listed("Reels turn.", 1)]
        shown = texts(book(listed("Boats"), *rules, numbering=levels))
        assert shown == {"1": "Boats", "1.1": "Boats float.", "1.2": "Boats sail.", "2": "Reels", "2.1": "Reels turn."}

    def test_a_caption_numbered_like_a_rule_is_no_rule(self) -> None:
        levels = kind("0", ("decimal", "%1"), ("decimal", "%1.%2"), ("decimal", "Figure %1.%3")) + num("1", "0")
        found = book(listed("Boats"), listed("Boats float.", 1), listed("A boat.", 2), numbering=levels)
        assert texts(found) == {"1": "Boats", "1.1": "Boats float.\nFigure 1.1 A boat."}


def off(digits: str, place: str = "superscript") -> str:
    """A run above or below the line."""
    return r(digits, f'<w:vertAlign w:val="{place}"/>')


def sym(char: str, font: str = "Symbol") -> str:
    """A letter of a symbol font."""
    return f'<w:r><w:sym w:font="{font}" w:char="{char}"/></w:r>'


SIGNS = {
    "an exponent": ((r("10"), off("2"), r(" boats")), "10² boats"),
    "an exponent of an equation": ((f"<w:sSup><w:e>{r('10')}</w:e><w:sup>{r('2')}</w:sup></w:sSup>",), "10²"),
    "digits below the line": ((r("10"), off("2", "subscript")), "10₂"),
    "digits in two runs": ((r("2"), off("1"), off("0"), r(".")), "2¹⁰."),
    "a note's number after a number in four runs": ((r("Rule 2"), r("a"), r("b"), r("."), off("1")), "Rule 2ab.¹"),
    "a note's number after a word": ((r("boats"), off("1")), "boats1"),
    "letters": ((r("the 2"), off("nd"), r(" boat")), "the 2nd boat"),
    "digits that are level": ((r("1"), r("2", '<w:vertAlign w:val="baseline"/>')), "12"),
    "a sign of the font Symbol": ((r("at least "), sym("F0B3"), r(" 4")), "at least ≥ 4"),
    "its plain code": ((r("2 "), sym("B4"), r(" 4 "), sym("F0A3"), r(" 9")), "2 × 4 ≤ 9"),
    "an arrow that Word made of two dashes": ((r("day "), sym("F0E0", "Wingdings"), r(" night")), "day → night"),
    "a sign that is not known": ((r("pay "), sym("F04A", "Webdings"), r(" now")), "pay \ufffd now"),
    "no sign at all": ((r("pay "), sym("none"), r("2")), "pay 2"),
}


class TestSigns:
    @pytest.mark.parametrize(("runs", "shown"), SIGNS.values(), ids=SIGNS)
    def test_signs_are_shown_as_word_shows_them(self, runs: tuple[str, ...], shown: str) -> None:
        (line,) = read(p(*runs)).lines
        assert (line.role, line.text) == ("text", shown)

    def test_a_letter_of_a_symbol_font_begins_an_item(self) -> None:
        (line,) = read(p(r(" "), sym("F04A", "Webdings"), r(" Boats float."))).lines
        assert (line.role, line.marker, line.text) == ("item", "•", "Boats float.")
        first, second = read(p(r("Boats"), "<w:r><w:br/></w:r>", sym("F0A7", "Wingdings"), r(" float."))).lines
        assert (first.text, second.marker, second.text) == ("Boats", "•", "float.")

    @pytest.mark.parametrize("mark", ["", "."])
    def test_a_raised_digit_is_no_part_of_the_number_before_it(self, mark: str) -> None:
        noted = r(f"1.2{mark}"), off("1")
        plain = book(p("1 Boats"), p("1.1 Boats float."), p(*noted, r(" Boats sail.")), p("1.3 Boats sink."))
        cells = book(p("1 Boats"), table(("1.1", "Boats float."), (p(*noted), "Boats sail."), ("1.3", "Boats sink.")))
        for found in (plain, cells):
            assert texts(found) == {"1": "Boats", "1.1": "Boats float.", "1.2": "Boats sail.", "1.3": "Boats sink."}
            assert not found.anomalies

    def test_a_raised_digit_after_a_sub_rules_letter_is_no_part_of_its_number(self) -> None:
        found = book(p("1 Boats"), p("1.1 Boats float."), p(r("1.1a"), off("2"), r(" Boats sail.")))
        assert list(texts(found)) == ["1", "1.1", "1.1a"]


def test_a_word_before_a_counted_number_is_part_of_the_text() -> None:
    """Word prints `Section 1.` before the paragraph: no list of items has such marks."""
    levels = kind("1", ("upperRoman", "Article %1"), ("decimal", "Section %2."), ("lowerLetter", "(%3)"))
    blocks = [listed("Kites", 0), listed("They fly.", 1), listed("They are red.", 2), listed("They land.", 1)]
    found = read(*blocks, numbering=levels + num("1", "1"))
    shown = [(line.role, line.words) for line in found.lines if line.role != "blank"]
    assert shown == [
        ("text", "Article I Kites"),
        ("text", "Section 1. They fly."),
        ("item", "They are red."),
        ("text", "Section 2. They land."),
    ]
