"""Rows without a number: their addresses, the parts of a book that have no numbers, and titles with a text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from parsing import book_of, by_number, odd, parents, texts
from support import SHARED, Run

from rules_cli.model import Book
from rules_cli.parse.glossary import explained
from rules_cli.sources import importing

SOURCES = SHARED / "sources"
COUNTED = """1 Preface
This document is about kites.
It is long.
1 Kites
1.1 Flying
1.1.1 Go again
Go again means "Fly twice."
1.1.1a A kite may go again once.
1.1.2 A kite flies.
1 Glossary
1.-1.1 Kite
A thing that flies.[1.1.2]
1.-1.2 Wind
concept: A push of air.
effect: What moves a kite.[1.1]
1.-1.3 Wind Sock
See Wind.
2 Boats
2.0 General
2.0.1 Boats float.
2.1 Rafts
2.1.1 Rafts float.
2 Acknowledgments
2.0 Harbour Studios
Ana Weaver (Kite Maker)
2.1 Friends
Bo Rope
3 Reels
3.1 Reels turn.
"""


def test_parts_with_the_number_of_a_chapter_have_an_address() -> None:
    book = book_of(COUNTED)
    assert list(parents(book)) == [
        *("preface", "1", "1.1", "1.1.1", "1.1.1a", "1.1.2"),
        *("glossary", "glossary.kite", "glossary.wind", "glossary.wind-sock"),
        *("2", "2.0", "2.0.1", "2.1", "2.1.1", "acknowledgments", "3", "3.1"),
    ]
    assert odd(book) == []
    rows = by_number(book)
    assert rows["1"].title == "Kites"
    assert rows["preface"].words.text == "This document is about kites.\nIt is long."
    assert rows["acknowledgments"].words.text == ("2.0 Harbour Studios\nAna Weaver (Kite Maker)\n2.1 Friends\nBo Rope")
    assert (book.glossaries, book.asides) == (("glossary",), ("preface", "acknowledgments"))


def test_entries_have_no_number_in_their_titles_and_keep_their_senses() -> None:
    book = book_of(COUNTED)
    rows = by_number(book)
    assert rows["glossary.wind"].title == "Wind"
    assert rows["glossary.wind"].words.text == "concept: A push of air.\neffect: What moves a kite.[1.1]"
    terms = {term.names[0]: term for term in explained(book.rows, book.glossaries)}
    assert terms["Wind Sock"].see == ("glossary.wind",)
    assert terms["Kite"].rules == ("1.1.2",)


def test_a_chapter_called_like_a_part_keeps_its_number() -> None:
    book = book_of("1 Introduction\n\n1.1 A kite flies.\n\n2 Glossary\n\n2.1 A reel turns.\n")
    assert list(parents(book)) == ["1", "1.1", "2", "2.1"]
    assert book.asides == ()


def test_a_short_line_over_a_sentence_is_a_title() -> None:
    row = by_number(book_of(COUNTED))["1.1.1"]
    assert (row.kind, row.title, row.words.text) == ("rule", "Go again", 'Go again means "Fly twice."')


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("• on water", id="a list"),
        pytest.param("on the water.", id="the sentence goes on"),
        pytest.param("No end of a sentence", id="no sentence"),
        pytest.param("Example: Bo flies.", id="an example"),
    ],
)
def test_a_short_line_over_other_words_is_none(below: str) -> None:
    assert by_number(book_of(f"1 Kites\n\n1.1.1 Go again\n\n{below}\n\n1.1.2 A kite.\n"))["1.1.1"].title is None


@pytest.mark.parametrize("words", [6, 7])
def test_a_title_over_a_sentence_has_six_words_at_most(words: int) -> None:
    name = " ".join(["Kite", *["flown"] * (words - 1)])
    book = book_of(f"1 Kites\n\n1.1.1 {name}\n\nIt flies again.\n\n1.1.2 A kite.\n")
    assert (by_number(book)["1.1.1"].title is not None) == (words == 6)


def test_an_unnumbered_heading_is_a_row_under_its_section() -> None:
    text = "# Kites\n\n## 2.4 Tangles\n\nLines cross.\n\n### Upgrade\n\nWarn twice.\n\nThen stop.\n\n### HQ\n\nCut.\n"
    book = book_of(f"{text}\n## 2.5 Reels\n\n2.5.1 A reel.\n", name="book.md")
    assert parents(book)["2.4.upgrade"] == "2.4"
    assert texts(book)["2.4.upgrade"] == "Warn twice.\nThen stop."
    assert texts(book)["2.4"] == "Lines cross."
    assert texts(book)["2.4.title-hq"] == "Cut."  # 2.4.hq would be read as sub-rule hq


def test_what_is_before_the_first_rule_has_the_address_of_its_heading() -> None:
    book = book_of("Kite Rules\n\nIn effect now.\n\nIntroduction\n\nKites are fun.\n\nFly them.\n\n1.1 A kite.\n")
    assert texts(book) == {
        "kite-rules": "In effect now.",
        "introduction": "Kites are fun.\nFly them.",
        "1.1": "A kite.",
    }
    assert book.asides == ("kite-rules", "introduction")


@pytest.fixture
def kites(run: Run, tmp_path: Path) -> Run:
    path = tmp_path / "kites.txt"
    path.write_text(COUNTED, encoding="utf-8")
    assert run("import", str(path), "--book", "kites", "--edition", "1").code == 0
    return run


@pytest.mark.parametrize(
    "typed", ["kites:glossary.wind-sock", "kites:glossary.Wind-Sock", "KITES:GLOSSARY.WIND-SOCK", "glossary.wind-sock"]
)
def test_an_address_can_be_typed(kites: Run, typed: str) -> None:
    assert "glossary.wind-sock  Wind Sock  See Wind." in kites(typed).out


@pytest.mark.parametrize("command", ["show", "cite", "refs", "explain"])
def test_a_title_is_printed_with_its_row(kites: Run, command: str) -> None:
    printed = kites(command, "kites:glossary.wind").out
    assert "glossary.wind" in printed and "Wind" in printed
    assert "Preface" in kites(command, "kites:preface").out


def test_a_title_is_printed_with_each_result_and_reference(kites: Run) -> None:
    assert "glossary.wind  Wind  " in kites("search", "push of air", "-b", "kites").out
    assert "Referred to by\n  glossary.kite  Kite" in kites("refs", "kites:1.1.2").out


def test_a_term_has_its_entry_and_its_rule(kites: Run) -> None:
    printed = kites("term", "go again", "-b", "kites").out
    assert "1.1.1" in printed and "Fly twice." in printed


def test_a_search_shows_what_is_about_the_book_only_if_no_rule_answers(kites: Run) -> None:
    assert kites("search", "Weaver", "-b", "kites").out.startswith("acknowledgments")
    assert "acknowledgments" not in kites("search", "kite", "-b", "kites").out
    assert "acknowledgments" in kites("search", "Weaver", "-b", "kites", "--kind", "other").out
    assert "preface" in kites("search", "document", "-b", "kites", "--kind", "fragment").out
    assert "preface" in kites("search", "document", "-b", "kites", "--in", "kites:preface").out


def test_the_table_of_contents_has_titles_with_a_text_but_no_entries(kites: Run) -> None:
    printed = kites("tree", "-b", "kites", "--depth", "9").out
    assert "1.1.1  Go again" in printed and "preface  Preface" in printed
    assert "Wind Sock" not in printed


# --- whole official books

WHOLE = {
    "fab": ["fab/en-fab-cr-2.14.0.txt"],
    "fab chapters": ["fab/01-game-concepts.html", "fab/05-layers-cards-abilities.html"],
    "mtg 2006": ["mtg/2006-10-01.txt"],
    "mtg 2015": ["mtg/2015-01-23.txt"],
    "mtg 2024": ["mtg/2024-11-08.txt"],
    "mtg 2026": ["mtg/2026-01-16.txt"],
    "ga": ["ga"],
    "ga whole": ["ga-whole"],
}
official = pytest.mark.skipif(not SOURCES.is_dir(), reason="the official books are not in ../shared/sources")


@cache
def whole(name: str) -> Book:
    return importing.read_source([SOURCES / path for path in WHOLE[name]], name.partition(" ")[0]).book


@official
@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_no_row_of_an_official_book_is_a_fragment(name: str) -> None:
    assert not [row.number for row in whole(name).rows if row.kind == "fragment"]


@official
@pytest.mark.slow
def test_keywords_and_terms_of_flesh_and_blood() -> None:
    book = whole("fab")
    rows = by_number(book)
    assert (rows["8.3.5"].title, rows["8.3.5"].kind) == ("Go again", "rule")
    assert (rows["8.3.5"].words.text or "").startswith("Go again is")
    assert rows["1"].title == "Game Concepts"
    assert rows["8.1.13"].words.text
    assert len(explained(book.rows, book.glossaries)) == 295
    assert rows["glossary.boost"].title == "Boost"
    assert not odd(book, "duplicate-number")


@official
@pytest.mark.slow
@pytest.mark.parametrize(("name", "asides"), [("mtg 2026", ["introduction", "credits"]), ("ga whole", ["changelog"])])
def test_introductions_and_credits_are_marked(name: str, asides: list[str]) -> None:
    assert set(asides) <= set(whole(name).asides)
    assert name != "mtg 2026" or by_number(whole(name))["glossary.legend-rule"].title == "Legend Rule"
