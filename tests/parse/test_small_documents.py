"""Short rulebooks of many countries and manners: which numbers they have, and under which others these are."""

from __future__ import annotations

import pytest
from parsing import book_of


def tree(text: str, name: str = "book.txt") -> dict[str, str]:
    """Return the numbers of a document, each with that of the row above it."""
    rows = [
        row for row in book_of(text, name=name).rows if any(c.isdigit() for c in row.number) or len(row.number) == 1
    ]
    return {row.number: row.parent or "" for row in rows}


@pytest.mark.parametrize(
    "chapters",
    [
        ("CHAPTER ONE\nKites", "CHAPTER TWO\nBoats"),
        ("TITULO I. DE LOS BARCOS", "TITULO II. DE LAS COMETAS"),
        ("Erster Teil\nDrachen", "Zweiter Teil\nBoote"),
        ("Chapitre premier : Bateaux", "Chapitre II : Voiles"),
    ],
)
@pytest.mark.parametrize("word", ["Article ", "", "Regla "])
def test_articles_that_go_on_through_chapters(chapters: tuple[str, str], word: str) -> None:
    first, second = chapters
    rules = (f"{word}{number}. A kite has {number} lines." for number in range(1, 5))
    book = book_of("\n\n".join((first, next(rules), next(rules), second, *rules)))
    rows = {row.number: row for row in book.rows}
    assert [number for number in rows if number.isdigit()] == ["1", "2", "3", "4"]
    assert [row.title for row in book.rows if row.title] == [first.partition("\n")[0], second.partition("\n")[0]]


def test_the_first_article_is_printed_in_words() -> None:
    assert list(tree("Article premier. - Tous jouent.\n\nArticle 2. - Nul ne triche.\n\nArticle 3. - Fin.\n")) == [
        "1",
        "2",
        "3",
    ]
