"""Documents as publishers lay them out: what is before a number, numbers as words, and books that print none."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number, document, parents, texts

from rules_cli.parse.readings import likeliest

NAMED = {"a short name": "MTR", "a word in no list of ours": "Policy", "one of another language": "Artykuł"}


@pytest.mark.parametrize("name", NAMED.values(), ids=NAMED)
def test_a_word_before_nearly_all_numbers_is_no_part_of_them(name: str) -> None:
    text = "".join(f"{name} {c}.{x} Kites\n\nA kite of kind {x} flies.\n\n" for c in (1, 2, 3) for x in (1, 2, 3))
    book = book_of(f"Rules of Kites\n\n{text}")
    assert (by_number(book)["2.3"].title, texts(book)["2.3"]) == ("Kites", "A kite of kind 3 flies.")


def test_the_numbers_of_captions_are_none_of_rules() -> None:
    text = "".join(f"{n}. Kites fly.\n\n{n + 1}. Lines hold.\n\nDiagram 1.{n} A kite\n\n" for n in (1, 3, 5, 7))
    assert [number for number in texts(book_of(text)) if "." in number] == []


WORDS = {
    "en": ("CHAPTER ONE", "CHAPTER TWO"),
    "es": ("CAPÍTULO PRIMERO", "CAPÍTULO SEGUNDO"),
    "fr": ("CHAPITRE PREMIER", "CHAPITRE DEUXIÈME"),
}


@pytest.mark.parametrize(("first", "second"), WORDS.values(), ids=WORDS)
def test_the_number_of_a_chapter_may_be_a_word_with_its_title_below(first: str, second: str) -> None:
    kites, boats = "1.1 They fly.\n\n1.2 They land.", "2.1 They float.\n\n2.2 They sink."
    text = f"{first}\nRED KITES\n\n{kites}\n\n{second}\nBOATS\n\n{boats}\n"
    book = book_of(text)
    rows = by_number(book)
    assert [(rows[n].title, rows[n].kind) for n in ("1", "2")] == [("RED KITES", "heading"), ("BOATS", "heading")]
    assert parents(book)["2.1"] == "2"


def test_the_first_article_of_a_french_text_is_number_1() -> None:
    text = "".join(
        f"## Article {'1er' if n == 1 else n} : Vent\n\n{n}.1. Il souffle.\n\n{n}.2. Il tombe.\n\n" for n in range(1, 5)
    )
    book = book_of(f"# Règlement\n\n{text}", None, "book.md")
    assert by_number(book)["1"].title == "Vent"


CHANGES = "".join(f"{c}.{x}: The kite of this rule is longer now.\n\n" for c in (3, 1, 2) for x in (2, 1, 2))
RULES = "".join(
    f"{c}. Kites {c}\n\n" + "".join(f"{c}.{x} {'A red kite of this kind flies high. ' * 9}\n\n" for x in (1, 2, 3))
    for c in (1, 2, 3)
)


def test_a_change_log_that_names_rules_is_no_sign_of_a_wrong_reading() -> None:
    found = likeliest([document(f"The Rules of Kites\n\n{RULES}What is new\n\n{CHANGES}")])
    assert [fault.kind for fault in found.faults] == []


def test_components_with_their_counts_are_no_rules_of_a_book_that_prints_headings() -> None:
    words = f"{'A kite flies high in the wind. ' * 6}\n\n" * 3
    counted = "1 game board\n54 cards\n5 kites in 5 colors\n2 dice"
    rules = "".join(f"{title}\n\n{words}" for title in ("SETUP", "WIND", "LINES", "END"))
    book = book_of(f"KITES OF THE RIVER\n\nCOMPONENTS\n\n{counted}\n\n{rules}")
    assert {"SETUP", "WIND", "LINES", "END"} <= {row.title for row in book.rows}
