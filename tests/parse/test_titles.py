"""The title of a book is its title: the first heading, the title of the web page, or the first line."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number

RULES = "1 Kites\n\n1.1 A kite flies.\n"
PAGE = "<html><head><title>{}</title></head><body><p>1.1 A kite flies.</p><p>1.2 A line holds.</p></body></html>"
TITLES = {
    "a heading": (f"# Kite Rules\n\n{RULES}", "book.md", "Kite Rules"),
    "a line": (f"Kite Rules\n\n{RULES}", "book.txt", "Kite Rules"),
    "a line with others under it": (
        f"   KITE RULES\n      Version 2\nEffective July 9, 2026\n\n{RULES}",
        "book.txt",
        "KITE RULES",
    ),
    "after an introduction": (f"Introduction\n\nA kite is nice.\n\n{RULES}", "book.txt", "made-up"),
    "no title": (RULES, "book.txt", "made-up"),
    "a sentence": (f"A kite flies over the lake.\n\n{RULES}", "book.txt", "made-up"),
    "a club": (f"Satzung der Drachenfreunde e. V.\n\n{RULES}", "book.txt", "Satzung der Drachenfreunde e. V."),
    "a company": (f"Règlement Cerf-volant S.A.\n\n{RULES}", "book.txt", "Règlement Cerf-volant S.A."),
    "of a page": (PAGE.format("Kite Rules"), "book.html", "Kite Rules"),
    "of a page with its site": (
        PAGE.format("Kites &amp; Lines | kites.example"),
        "book.html",
        "Kites & Lines",
    ),
    "of a page with its site after a dash": (PAGE.format("Kite-Rules – The Kite Site"), "book.html", "Kite-Rules"),
}


@pytest.mark.parametrize(("text", "name", "title"), TITLES.values(), ids=TITLES)
def test_title(text: str, name: str, title: str) -> None:
    assert book_of(text, name=name).title == title


def test_a_title_that_ends_in_an_abbreviation_is_no_fragment() -> None:
    assert "fragment" not in by_number(book_of(f"Satzung der Drachenfreunde e. V.\n\n{RULES}", name="book.txt"))


def test_a_numbered_introduction_is_a_chapter_beside_lists_with_its_number() -> None:
    text = (
        "Kite Charter\n\n1. Introduction\n\nThe club flies kites.\n\n2. Bodies\n\n2.1. Which\n\nIt has these:\n"
        "  1. The members;\n  2. The leader.\n\n3. Votes\n\n3.1. How\n\nBy hand.\n"
    )
    assert [*by_number(book_of(text))][1:] == ["1", "2", "2.1", "3", "3.1"]
