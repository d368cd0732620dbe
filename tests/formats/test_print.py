"""Words at any places become lines: no word is lost, none is there twice, nothing crashes."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from parsing import unaccounted

from rules_cli.formats.pdf.columns import PrintedLine, PrintedWord, in_reading_order, rows_of
from rules_cli.formats.pdf.paragraphs import lines_of, paragraphs_of
from rules_cli.formats.source_line import Document
from rules_cli.parse import read_all
from rules_cli.parse.inference import infer_profile

TEXTS = st.sampled_from(
    """
    1 1.1 1.1.1 1.1.2a 2. a) (b) • – - |
    kite Kite. wind- Wind- and/ “Kite” 13 iv \u00adx x\u00ad é 漢字 ....... Example:
    """.split()
)
PLACES = st.sampled_from([0.0, 60.0, 61.5, 72.0, 100.0, 150.0, 300.0, 305.0, 318.0, 540.0, -1e5, 1e5])
WORDS = st.builds(
    lambda text, left, width, base, size, bold: PrintedWord(text, left, left + width, base, size, bold),
    TEXTS,
    PLACES,
    st.sampled_from([0.0, 5.0, 30.0, 230.0]),
    st.integers(0, 30).map(lambda at: at * 6.0),
    st.sampled_from([1.0, 6.0, 10.0, 10.1, 24.0]),
    st.booleans(),
)
PLACED = st.builds(lambda word, turn: word._replace(turn=turn), WORDS, st.sampled_from([0, 0, 0, 1, None]))


def letters(text: str) -> Counter[str]:
    """The letters and digits of a text."""
    return Counter(c for c in text if c.isalnum())


@given(st.lists(st.lists(PLACED, max_size=25), min_size=1, max_size=4))
def test_every_letter_is_in_one_line_and_every_line_somewhere(pages: list[list[PrintedWord]]) -> None:
    lines = tuple(lines_of(pages))
    printed = letters("".join(word.text for page in pages for word in page))
    assert letters("".join(line.raw for line in lines)) == printed
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    document = Document("kites.pdf", lines, joins=True, breaks=True)
    assert not unaccounted([document], read_all([document], infer_profile([document])))


@given(st.lists(st.lists(WORDS, max_size=40), min_size=1, max_size=3))
def test_lines_hold_the_words_of_their_page_and_paragraphs_the_lines_in_order(pages: list[list[PrintedWord]]) -> None:
    lines = in_reading_order([rows_of(words, page) for page, words in enumerate(pages)])
    for page, words in enumerate(pages):
        held = [word.text for line in lines if line.page == page for word in line.words]
        assert Counter(text for text in held if text != "|") == Counter(w.text for w in words if w.text != "|")
    assert [line for paragraph in paragraphs_of(lines) for line in paragraph.lines] == lines


def page_of(rows: int, columns: int) -> list[PrintedLine]:
    """The rows of a page of prose in columns, one word after the other."""
    width = 480 / columns
    words = [
        PrintedWord("word", left, left + 20, 12.0 * row, 10)
        for row in range(rows)
        for column in range(columns)
        for left in range(int(60 + column * width), int(60 + (column + 1) * width - 35), 23)
    ]
    return rows_of(words, 0)


def test_columns_are_read_from_the_left_to_the_right() -> None:
    for columns in (1, 2, 3):
        lines = in_reading_order([page_of(20, columns)])
        assert [line.left for line in lines] == sorted(line.left for line in lines)
        assert len(lines) == 20 * columns
