"""DOCX: what was once lost without a word, or read as another number. Made-up rulebooks of a harbour."""

from __future__ import annotations

import pytest
from docx_files import docx, p, r, table
from parsing import by_number

from rules_cli.model import Book
from rules_cli.parse import parse
from rules_cli.read import read_bytes
from rules_cli.read.lines import Document


def read(*blocks: str, **parts: str) -> Document:
    """The document of some paragraphs and tables."""
    return read_bytes(docx(*blocks, **parts), "harbour.docx")


def said(*blocks: str, **parts: str) -> list[str]:
    """What a document says, without the blank lines."""
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
            pytest.param([("1.2", "Boats float.", p(MARK))], id="in a cell of its own"),
            pytest.param([("1.2", "Boats float."), ("Boat", p(r("Wind"), MARK))], id="in a row of cells"),
        ],
    )
    def test_a_footnote_marked_in_a_row_of_cells_is_a_note(self, rows: list[tuple[str, ...]]) -> None:
        found = book(p("1 Boats"), p("1.1 Boats sail."), table(*rows), p("1.3 Boats sink."), footnotes=NOTE)
        assert by_number(found)["1.2"].words.notes == ("Only by day.",)
        assert not any(by_number(found)[number].words.notes for number in ("1", "1.1", "1.3"))

    def test_what_hangs_on_a_paragraph_whose_end_was_deleted_follows_where_it_ends(self) -> None:
        blocks = [p(r("1.1 Boats "), MARK, SHAPE, about=OPEN), p("float.")]
        assert said(*blocks, footnotes=NOTE) == ["1.1 Boats float.", "Mind the tide.", "Only by day."]
        assert said(blocks[0], footnotes=NOTE) == ["1.1 Boats", "Mind the tide.", "Only by day."]

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
    def test_what_hangs_on_words_that_are_not_shown_is_not_shown(self, gone: str) -> None:
        assert said(p(r("1.1 Boats float."), gone), footnotes=NOTE) == ["1.1 Boats float."]
        assert said(table(("1.1", p(r("Boats float."), gone))), footnotes=NOTE) == ["1.1 Boats float."]

    def test_a_text_box_in_a_row_of_cells_is_shown_once(self) -> None:
        assert said(table(("1.1", p(r("Boats float."), SHAPE)))) == ["1.1 Boats float.", "Mind the tide."]
