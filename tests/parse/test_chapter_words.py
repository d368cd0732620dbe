"""Chapters whose word no language file has: the book itself explains it, as 3.1 follows `Κεφάλαιο 3`."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, parents

CHAPTERS = ("Boats", "Sails", "Winds")
LAYOUTS = {
    "beside the title": "{word} {number}. {title}",
    "in a heading": "## {word} {number}. {title}",
    "above the title": "## {word} {number}\n\n# {title}",
}


def _book(layout: str, word: str, appendix: str = "") -> str:
    chapters = [
        f"{layout.format(word=word, number=number, title=title)}\n\n"
        f"{number}.1. Of {title}\n\nA crew sails the lake.\n\n{number}.2. More of it\n\nA crew rests."
        for number, title in enumerate(CHAPTERS, 1)
    ]
    return "\n\n".join([*chapters, appendix])


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("word", ["Bölüm", "Κεφάλαιο", "Chương", "فصل", "Hoofdstuk"])
def test_an_unknown_word_is_a_chapter(layout: str, word: str) -> None:
    book = book_of(_book(layout, word), name="book.md" if "#" in layout else "book.txt")
    assert {number: row.title for number, row in by_number(book).items() if number.isdigit()} == {
        str(number): title for number, title in enumerate(CHAPTERS, 1)
    }
    assert parents(book)["2.1"] == "2"


def test_appendices_have_a_word_of_their_own() -> None:
    appendix = "Ek A. Flags\n\nA.1. Red\n\nA flag.\n\nA.2. Blue\n\nEk B. Knots\n\nB.1. Loops\n\nA knot.\n\nB.2. Ends"
    found = parents(book_of(_book(LAYOUTS["beside the title"], "Bölüm", appendix)))
    assert (found["A.1"], found["B.1"]) == ("A", "B")


def test_a_chapter_may_have_a_number_in_words_alone() -> None:
    numerals = ("ONE", "TWO", "THREE")
    text = "\n\n".join(
        f"{numeral}\n\n{title.upper()}\n\n{number}.1 Scope\n\nA crew sails the lake."
        for number, (numeral, title) in enumerate(zip(numerals, CHAPTERS, strict=True), 1)
    )
    rows = by_number(book_of(text))
    assert [rows[number].title for number in "123"] == ["BOATS", "SAILS", "WINDS"]


def test_the_word_of_a_table_is_no_chapter() -> None:
    tables = "\n\n".join(f"1.{number} Kites\n\nA kite flies.\n\nTafla {number}. Colours" for number in range(1, 5))
    assert set(by_number(book_of(f"1 Flying\n\n{tables}"))) == {"1", "1.1", "1.2", "1.3", "1.4"}


def test_contents_do_not_take_the_numbers_of_chapters_above_their_titles() -> None:
    contents = "\n".join(
        f"{number} {title} {number}\n  {number}.1 Of {title} . . . . . . . . {number}"
        for number, title in enumerate(CHAPTERS, 1)
    )
    rows = by_number(book_of(f"{contents}\n\n{_book(LAYOUTS['above the title'], 'Hoofdstuk')}", name="book.md"))
    assert [rows[number].title for number in "123"] == list(CHAPTERS)
