"""DOCX: what Word shows of a document becomes the lines that a reader sees. Made-up rulebooks of a kite club."""

from __future__ import annotations

import io
import warnings
import zipfile
from pathlib import Path

import pytest
from docx_files import SPACED, docx, kind, listed, num, p, part, r, style, styled, table, zipped
from hypothesis import given
from hypothesis import strategies as st
from parsing import parents, shipped, texts, unaccounted
from support import SHARED, Run

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes
from rules_cli.formats import xml_package as reader
from rules_cli.formats.labels import numeral
from rules_cli.formats.source_line import Document, SourceLine
from rules_cli.model import Book
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile

MAGIC = SHARED / "sources" / "mtg"
RULES = [
    "1 Kites",
    "1.1 Lines",
    "1.1.1 A kite is a card that flies.",
    "1.1.1a A kite without a line falls.",
    "Example: A kite falls in the turn in which its line is cut.",
    "1.1.2 A line is held by one hand.",
]


def read(*blocks: str, **parts: str) -> Document:
    """The document of some paragraphs and tables."""
    return read_bytes(docx(*blocks, **parts), "kites.docx")


def lines(*blocks: str, **parts: str) -> list[str]:
    """The lines of a document, a blank one as ""."""
    return [line.words for line in read(*blocks, **parts).lines]


def spoken(*blocks: str, **parts: str) -> list[str]:
    """The lines of a document, without the blank ones."""
    return [line for line in lines(*blocks, **parts) if line]


def one(*blocks: str, **parts: str) -> SourceLine:
    """The only line of a document."""
    (line,) = read(*blocks, **parts).lines
    return line


def book(document: Document) -> Book:
    """The book that a document holds."""
    return parse([document], None, "kites", "1")


def test_each_paragraph_is_a_line_and_the_tree_that_of_plain_text() -> None:
    plain = book(read_bytes("\n\n".join(RULES).encode(), "kites.txt"))
    for parts in ({}, {"styles": SPACED}):
        document = read(*map(p, RULES), **parts)
        assert [line.words for line in document.lines if line.text] == RULES
        assert (parents(book(document)), texts(book(document))) == (parents(plain), texts(plain))


TEXTS = {
    "runs": (p(r("1.1 A "), r("kite", "<w:b/>"), r(" flies.")), "1.1 A kite flies."),
    "blanks at the edges of runs": (p(r("A "), r(" kite")), "A  kite"),
    "a hyperlink": (p(r("See "), f"<w:hyperlink>{r('rule 1.1')}</w:hyperlink>", r(".")), "See rule 1.1."),
    "a tab": (p(r("1.1"), "<w:r><w:tab/></w:r>", r("Kites")), "1.1 Kites"),
    "a hyphen that does not break": (p(r("well"), "<w:r><w:noBreakHyphen/></w:r>", r("tied")), "well-tied"),
    "a soft hyphen": (p(r("ki"), "<w:r><w:softHyphen/></w:r>", r("te")), "kite"),
    "an inserted word": (p(r("A "), f"<w:ins>{r('red ')}</w:ins>", r("kite")), "A red kite"),
    "a deleted word": (p(r("A "), "<w:del><w:r><w:delText>red </w:delText></w:r></w:del>", r("kite")), "A kite"),
    "a word moved away": (p(r("A "), f"<w:moveFrom>{r('red ')}</w:moveFrom>", r("kite")), "A kite"),
    "a word moved here": (p(r("A "), f"<w:moveTo>{r('red ')}</w:moveTo>", r("kite")), "A red kite"),
    "a hidden word": (p(r("A "), r("red ", "<w:vanish/>"), r("kite")), "A kite"),
    "a word that is hidden no more": (p(r("A "), r("red ", '<w:vanish w:val="0"/>'), r("kite")), "A red kite"),
    "a field": (
        p(r("See "), "<w:r><w:instrText> REF a </w:instrText></w:r>", f"<w:fldSimple>{r('1.1')}</w:fldSimple>"),
        "See 1.1",
    ),
    "a content control": (p(r("A "), f"<w:sdt><w:sdtContent>{r('kite')}</w:sdtContent></w:sdt>"), "A kite"),
    "a letter of a symbol font": (p('<w:r><w:sym w:font="Wingdings" w:char="F0B7"/></w:r>', r(" A kite")), "A kite"),
    "what looks like markup": (p("[b]A & <kite>[/b] {0}"), "[b]A & <kite>[/b] {0}"),
    "a no-break space": (p("1.1\u00a0A kite"), "1.1 A kite"),
    "formerly a list": (
        p("A kite", about="<w:pPrChange><w:pPr><w:pStyle w:val='Heading1'/></w:pPr></w:pPrChange>"),
        "A kite",
    ),
    "glosses of a reading aid": (
        p(f"<w:ruby><w:rt>{r('kait')}</w:rt><w:rubyBase>{r('kite')}</w:rubyBase></w:ruby>"),
        "kite",
    ),
}


@pytest.mark.parametrize(("block", "shown"), TEXTS.values(), ids=TEXTS)
def test_what_word_shows_of_a_paragraph(block: str, shown: str) -> None:
    assert one(block).text == shown


class TestParagraphs:
    def test_a_break_inside_a_paragraph_begins_a_line_and_a_page_break_a_part(self) -> None:
        broken = p(
            r("1.1 A kite:"), "<w:r><w:br/></w:r>", r("it flies."), '<w:r><w:br w:type="page"/></w:r>', r("Wind")
        )
        assert lines(broken, p("1.2 A line.")) == ["1.1 A kite:", "it flies.", "", "Wind", "", "1.2 A line."]

    def test_the_text_of_a_box_follows_its_paragraph_once(self) -> None:
        box = f"<w:txbxContent>{p('Mind the wind.')}</w:txbxContent>"
        new, old = f"<wps:txbx>{box}</wps:txbx>", f"<w:pict><v:textbox>{box}</v:textbox></w:pict>"
        choice = f"<mc:Choice>{new}</mc:Choice><mc:Fallback>{old}</mc:Fallback>"
        shape = f"<mc:AlternateContent>{choice}</mc:AlternateContent>"
        assert spoken(p(r("1.1 A kite."), f"<w:r>{shape}</w:r>"), p("1.2 A line.")) == [
            "1.1 A kite.",
            "Mind the wind.",
            "1.2 A line.",
        ]

    def test_a_footnote_is_a_note_after_its_paragraph(self) -> None:
        mark = '<w:r><w:footnoteReference w:id="2"/></w:r>'
        notes = f'<w:footnote w:type="separator" w:id="0">{p("---")}</w:footnote>'
        notes += f'<w:footnote w:id="2">{p("By custom.")}</w:footnote>'
        document = read(p(r("1.1 A kite"), mark, r(" flies.")), p("1.2 A line."), footnotes=notes)
        shown = [(line.role, line.text) for line in document.lines if line.text]
        assert shown == [("text", "1.1 A kite flies."), ("note", "By custom."), ("text", "1.2 A line.")]

    def test_paragraphs_in_a_content_control_are_read(self) -> None:
        held = f"<w:sdt><w:sdtPr/><w:sdtContent>{p('1.1 A kite.')}</w:sdtContent></w:sdt>"
        assert spoken(held, p("1.2 A line.")) == ["1.1 A kite.", "1.2 A line."]

    @pytest.mark.parametrize(
        ("about", "gap"),
        [
            pytest.param('<w:spacing w:before="120"/>', True, id="before it"),
            pytest.param('<w:spacing w:before="40"/>', True, id="just large enough to be seen"),
            pytest.param('<w:spacing w:before="39"/>', False, id="too small to be seen"),
            pytest.param('<w:contextualSpacing/><w:spacing w:before="120"/>', False, id="none within a style"),
            pytest.param("", False, id="none"),
        ],
    )
    def test_a_gap_in_print_is_a_blank_line(self, about: str, gap: bool) -> None:
        spaced = [p(text, about='<w:spacing w:before="200"/>') for text in RULES]
        shown = lines(*spaced, p("Crust"), p("A hard part.", about=about))
        assert shown[-2:] == (["", "A hard part."] if gap else ["Crust", "A hard part."])

    @pytest.mark.parametrize(("spaced", "gaps"), [(1, 6), (2, 2)])
    def test_each_paragraph_is_apart_unless_a_third_of_them_has_a_gap(self, spaced: int, gaps: int) -> None:
        gap = '<w:spacing w:before="120"/>'
        shown = lines(p("1.0 Kites."), *(p(f"1.{at} A kite.", about=gap * (at <= spaced)) for at in range(1, 7)))
        assert shown.count("") == gaps

    def test_an_empty_paragraph_is_a_gap(self) -> None:
        assert lines(p("1.1 A kite."), p(), p(" "), p("1.2 A line.")) == ["1.1 A kite.", "", "1.2 A line."]

    def test_where_gaps_tell_nothing_every_paragraph_stands_apart(self) -> None:
        assert lines(*map(p, RULES[2:5])) == [RULES[2], "", RULES[3], "", RULES[4]]


class TestStyles:
    STYLES = (
        style("Heading1", "heading 1", '<w:spacing w:after="120"/>')
        + style("Own", "Chapter", based_on="Heading1")
        + style("Title", "Title")
        + style("Circle", "circle", based_on="Circle")
    )

    @pytest.mark.parametrize(
        ("key", "role", "level"),
        [
            pytest.param("Title", "heading", 1, id="the title"),
            pytest.param("Heading1", "heading", 2, id="a heading"),
            pytest.param("Own", "heading", 2, id="a style built on a heading's"),
            pytest.param("Circle", "text", 0, id="a style built on itself"),
            pytest.param("Nowhere", "text", 0, id="a style that is nowhere"),
        ],
    )
    def test_headings_are_known_by_their_style(self, key: str, role: str, level: int) -> None:
        line = one(styled(key, "All about kites"), styles=self.STYLES)
        assert (line.role, line.level, line.text) == (role, level, "All about kites")

    def test_an_indent_is_read_as_columns(self) -> None:
        about = '<w:ind w:left="720" w:hanging="360"/>'
        assert one(p("A kite.", about=about)).level == 4
        assert one(styled("Deep", "A kite."), styles=style("Deep", "deep", about)).level == 4

    @pytest.mark.parametrize(("left", "columns"), [(179, 0), (180, 1), (-500, 0)])
    def test_a_column_is_as_wide_as_a_letter(self, left: int, columns: int) -> None:
        assert one(p("A kite.", about=f'<w:ind w:left="{left}"/>')).level == columns

    @pytest.mark.parametrize(("name", "level"), [("heading 4", 5), ("heading 5", 6), ("heading 6", 6)])
    def test_deep_headings_have_the_lowest_level(self, name: str, level: int) -> None:
        assert one(styled("Deep", "Kites"), styles=style("Deep", name)).level == level

    @pytest.mark.parametrize(("count", "role"), [(20, "heading"), (21, "text")])
    def test_a_chain_of_styles_is_followed_so_far(self, count: int, role: str) -> None:
        chain = "".join(style(f"S{at}", f"style {at}", based_on=f"S{at + 1}") for at in range(1, count))
        assert one(styled("S1", "Kites"), styles=chain + style(f"S{count}", "heading 1")).role == role

    @pytest.mark.parametrize("number", ["--5", "5.5", "", "1234567890", "five"])
    def test_a_measure_that_is_no_number_is_left_out(self, number: str) -> None:
        assert one(p("A kite.", about=f'<w:ind w:left="{number}"/>')).level == 0

    def test_a_line_all_in_bold_is_marked(self) -> None:
        assert one(p(r("Kites", "<w:b/>"), r(" ", ""))).strong
        assert not one(p(r("Kites", "<w:b/>"), r(" fly", ""))).strong
        assert not one(p(r("Kites", '<w:b w:val="0"/>'))).strong


RULE_LIST = kind("0", ("decimal", "%1"), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3"), ("lowerLetter", "%1.%2.%3%4"))


class TestLists:
    def test_automatic_numbers_are_rules_numbers(self) -> None:
        paragraphs = [listed("Kites"), listed("Lines", 1), listed("A kite flies.", 2), listed("It falls.", 3)]
        paragraphs += [listed("It rises.", 3), listed("A line holds.", 2), listed("Wind", 1), listed("It blows.", 2)]
        document = read(*paragraphs, numbering=RULE_LIST + num("1", "0"))
        assert texts(book(document)) == {
            "1": "Kites",
            "1.1": "Lines",
            "1.1.1": "A kite flies.",
            "1.1.1a": "It falls.",
            "1.1.1b": "It rises.",
            "1.1.2": "A line holds.",
            "1.2": "Wind",
            "1.2.1": "It blows.",
        }

    def test_the_number_of_a_simple_list_is_no_rules_number(self) -> None:
        steps = [listed("Tie the line."), listed("Raise the kite.")]
        document = read(p("1.1 A kite flies:"), *steps, numbering=kind("0", ("decimal", "%1.")) + num("1", "0"))
        assert texts(book(document)) == {"1.1": "A kite flies:\n1. Tie the line.\n2. Raise the kite."}

    @pytest.mark.parametrize(
        ("form", "text", "labels"),
        [
            ("decimal", "%1)", ["1)", "2)"]),
            ("lowerLetter", "(%1)", ["(a)", "(b)"]),
            ("upperLetter", "%1.", ["A.", "B."]),
            ("lowerRoman", "%1.", ["i.", "ii."]),
            ("upperRoman", "%1", ["I", "II"]),
            ("decimalZero", "%1", ["01", "02"]),
            ("bullet", "\uf0b7", ["•", "•"]),
            ("none", "", ["", ""]),
        ],
    )
    def test_labels(self, form: str, text: str, labels: list[str]) -> None:
        document = read(listed("A."), listed("B."), numbering=kind("0", (form, text)) + num("1", "0"))
        assert [line.marker for line in document.lines if line.text] == labels

    def test_deeper_items_begin_again_under_each_item(self) -> None:
        levels = kind("0", ("decimal", "%1."), ("lowerLetter", "%2."))
        paragraphs = [listed("A."), listed("x.", 1), listed("y.", 1), listed("B."), listed("z.", 1)]
        document = read(*paragraphs, numbering=levels + num("1", "0"))
        shown = [(line.marker, line.level) for line in document.lines if line.text]
        assert shown == [("1.", 0), ("a.", 4), ("b.", 4), ("2.", 0), ("a.", 4)]

    def test_lists_of_one_kind_count_on_unless_one_begins_anew(self) -> None:
        anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
        numbering = kind("0", ("decimal", "%1.")) + num("1", "0") + num("2", "0") + num("3", "0", anew)
        paragraphs = [listed("A."), listed("B.", num="2"), listed("C.", num="3"), listed("D.", num="3"), listed("E.")]
        document = read(*paragraphs, numbering=numbering)
        assert [line.marker for line in document.lines if line.text] == ["1.", "2.", "5.", "6.", "7."]

    def test_a_level_that_was_never_counted_shows_its_first_number(self) -> None:
        assert one(listed("A.", 2), numbering=RULE_LIST + num("1", "0")).marker == "1.1.1"

    def test_a_style_may_bring_the_list_and_a_paragraph_may_leave_it(self) -> None:
        styles = style("Rule", "Rule", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>')
        out = styled("Rule", "C.", about='<w:numPr><w:numId w:val="0"/></w:numPr>')
        document = read(
            styled("Rule", "A."), styled("Rule", "B."), out, styles=styles, numbering=RULE_LIST + num("1", "0")
        )
        assert [line.words for line in document.lines if line.text] == ["1.1 A.", "1.2 B.", "C."]

    def test_a_headings_number_is_part_of_its_words(self) -> None:
        styles = style("Heading1", "heading 1", '<w:numPr><w:numId w:val="1"/></w:numPr>')
        line = one(styled("Heading1", "Kites"), styles=styles, numbering=RULE_LIST + num("1", "0"))
        assert (line.role, line.text) == ("heading", "1 Kites")

    def test_a_list_has_nine_levels(self) -> None:
        levels = kind("0", *(("decimal", f"%{min(at, 9)}.") for at in range(1, 11)))
        document = read(listed("A.", 8), listed("B.", 9), numbering=levels + num("1", "0"))
        assert [line.marker for line in document.lines if line.text] == ["1.", ""]

    def test_numbers_go_no_further_than_word_counts(self) -> None:
        anew = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="32766"/></w:lvlOverride>'
        numbering = kind("0", ("decimal", "%1.")) + num("1", "0", anew)
        document = read(listed("A."), listed("B."), listed("C."), numbering=numbering)
        assert [line.marker for line in document.lines if line.text] == ["32766.", "32767.", "32767."]

    @pytest.mark.parametrize(("value", "letters"), [(1, "a"), (26, "z"), (27, "aa"), (28, "bb"), (53, "aaa")])
    def test_letters_go_on_doubled(self, value: int, letters: str) -> None:
        assert numeral(value, "lowerLetter") == letters
        assert numeral(value, "upperLetter") == letters.upper()

    @pytest.mark.parametrize(("value", "roman"), [(4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (1999, "mcmxcix")])
    def test_roman_numbers(self, value: int, roman: str) -> None:
        assert numeral(value, "lowerRoman") == roman


class TestTables:
    def test_a_row_is_one_line_with_its_cells_apart(self) -> None:
        rows = [line for line in read(table(("Kite", "Wind"), ("Delta", "2"))).lines if line.text]
        assert [(line.marker, line.text) for line in rows] == [("•", "| Kite | Wind |"), ("•", "| Delta | 2 |")]

    def test_a_number_alone_in_a_cell_is_put_before_the_words_beside_it(self) -> None:
        rows = table(
            ("1", "Kites"), ("1.1", "Lines"), ("1.1.1", "A kite flies."), ("1.1.2", p("It falls:") + p("at dusk."))
        )
        assert texts(book(read(rows))) == {
            "1": "Kites",
            "1.1": "Lines",
            "1.1.1": "A kite flies.",
            "1.1.2": "It falls:\nat dusk.",
        }

    def test_a_row_is_no_rule_though_its_first_cell_is_a_quantity(self) -> None:
        document = read(p("1.1 A club has players and kites."), table(("2", "Kites"), ("3", "More Kites")))
        assert list(texts(book(document))) == ["1.1"]

    def test_a_cell_that_is_a_row_of_its_own_holds_paragraphs(self) -> None:
        assert spoken(table((p("1.1 A kite.") + p("1.2 A line."),))) == ["1.1 A kite.", "1.2 A line."]

    def test_a_deleted_row_is_not_shown(self) -> None:
        rows = table(("1.1", "A kite flies."), ("1.2", "A line.")).replace(
            "<w:tr>", "<w:tr><w:trPr><w:del/></w:trPr>", 1
        )
        assert spoken(rows) == ["1.2 A line."]

    def test_empty_cells_and_rows_say_nothing(self) -> None:
        assert spoken(table(("", ""), ("", "A kite.")), p("1.1 A line.")) == ["A kite.", "1.1 A line."]


BOMB = '<!DOCTYPE w [<!ENTITY a "kite"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE w [<!ENTITY a SYSTEM "file:///etc/hostname">]>'


class TestRefused:
    def refused(self, data: bytes) -> str:
        """The message about a file that is refused: one line, with the file's name."""
        with pytest.raises(SourceError) as caught:
            read_bytes(data, "kites.docx")
        said = str(caught.value)
        assert said.startswith("kites.docx: ")
        assert "\n" not in said
        return said

    @pytest.mark.parametrize("declared", [BOMB, OUTSIDE, "<!DOCTYPE w>"], ids=["nested", "from outside", "empty"])
    def test_entities(self, declared: str) -> None:
        document = part("document", f"<w:body>{p('&b;') if 'b' in declared else p('&a;')}</w:body>")
        whole = document.replace("&amp;", "&").replace("?>", f"?>{declared}", 1)
        assert "document type" in self.refused(zipped({"word/document.xml": whole}))

    def test_a_document_that_unpacks_to_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        long = docx(*(p(f"1.{n} A kite.") for n in range(2000)))
        monkeypatch.setattr(reader, "MAX_UNPACKED", 100_000)
        assert "unpacked" in self.refused(long)

    def test_nesting_without_end(self) -> None:
        assert "nested" in self.refused(docx("<w:sdt>" * 5000 + "</w:sdt>" * 5000))
        assert "nested" in self.refused(docx("<w:sdt>" * 199 + "</w:sdt>" * 199))
        assert lines("<w:sdt>" * 190 + p("1.1 A kite.") + "</w:sdt>" * 190) == ["1.1 A kite."]

    def test_more_elements_than_a_document_has(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(reader, "_MAX_TAGS", 100)
        assert "too large" in self.refused(docx(*(p("1.1 A kite.") for _ in range(50))))
        many = " ".join(f'w:a{at}=""' for at in range(120))
        assert "too large" in self.refused(docx(f"<w:p {many}/>"))

    def test_a_file_outside_is_not_read(self, tmp_path: Path) -> None:
        (tmp_path / "secret.txt").write_text("1.2 A secret.", encoding="utf-8")
        entity = f'<!DOCTYPE w [<!ENTITY a SYSTEM "{(tmp_path / "secret.txt").as_uri()}">]>'
        document = part("document", f"<w:body>{p('1.1 A kite.')}{p('SECRET')}</w:body>").replace("SECRET", "&a;")
        self.refused(zipped({"word/document.xml": document.replace("?>", f"?>{entity}", 1)}))

    def test_two_parts_of_one_name(self) -> None:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for words in ("1.1 A kite.", "1.1 A line."):
                file.writestr("word/document.xml", part("document", f"<w:body>{p(words)}</w:body>"))
        assert "two parts" in self.refused(packed.getvalue())

    def test_no_words(self) -> None:
        assert "no text" in self.refused(docx(p(), p(" ")))

    def test_no_word_document(self) -> None:
        assert "a spreadsheet; save" in self.refused(zipped({"xl/workbook.xml": "<workbook/>"}))
        assert "a file of an old Word" in self.refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))

    @pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
    def test_cut_short(self, part: float) -> None:
        whole = docx(*map(p, RULES))
        self.refused(whole[: int(part * len(whole))])

    def test_damaged(self) -> None:
        whole = docx(*(p(f"1.{n} A kite.") for n in range(500)))
        middle = whole.index(b"word/document.xml") + 200
        assert "broken" in self.refused(whole[:middle] + bytes(40) + whole[middle + 40 :])

    def test_broken_xml(self) -> None:
        assert "broken" in self.refused(zipped({"word/document.xml": "<w:document><w:body>"}))

    def test_locked(self) -> None:
        whole = bytearray(docx(*map(p, RULES)))
        for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # the mark that each member is encrypted
            place = whole.find(sign)
            while place >= 0:
                whole[place + at] |= 1
                place = whole.find(sign, place + 1)
        assert "password" in self.refused(bytes(whole))

    def test_the_command_line_ends_with_two_and_one_line(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "kites.docx"
        path.write_bytes(docx(p()))
        ran = run("import", str(path), "--book", "kites")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)

    def test_names_in_the_package_are_not_used_as_paths(self, tmp_path: Path) -> None:
        members = {"../../outside.xml": "x", "/etc/outside.xml": "x"}
        whole = zipped({**members, "word/document.xml": part("document", f"<w:body>{p('1.1 A kite.')}</w:body>")})
        assert [line.text for line in read_bytes(whole, "kites.docx").lines if line.text] == ["1.1 A kite."]
        assert not list(tmp_path.parent.rglob("outside.xml"))


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Co"]), min_size=1, max_size=40)


@given(st.lists(WORDS.filter(str.strip), min_size=1, max_size=8))
def test_no_word_of_a_document_is_lost(paragraphs: list[str]) -> None:
    document = read(p("1.1 A kite."), *(p(r(words)) for words in paragraphs))
    assert not unaccounted([document], read_all([document], infer_profile([document])))
    said = "".join(line.raw for line in document.lines)
    assert [c for c in said if c.isalnum()] == [c for c in "1.1 A kite." + "".join(paragraphs) if c.isalnum()]


@pytest.mark.slow
@pytest.mark.skipif(not MAGIC.is_dir(), reason="the real rulebooks are not in ../shared/sources")
def test_a_real_rulebook_is_the_same_tree_as_its_text() -> None:
    """8,895 paragraphs: the same rows, kinds and parents, the same words, examples and glossary."""
    text, shown = (
        parse([read_bytes((MAGIC / f"2024-11-08.{kind}").read_bytes(), kind)], shipped("mtg"), "mtg", "1")
        for kind in ("txt", "docx")
    )
    assert parents(shown) == parents(text)
    assert [(row.number, row.kind, row.title, row.fingerprint) for row in shown.rows] == [
        (row.number, row.kind, row.title, row.fingerprint) for row in text.rows
    ]
    assert [row.words.examples for row in shown.rows] == [row.words.examples for row in text.rows]
    assert [a.kind for a in shown.anomalies] == [a.kind for a in text.anomalies]
