"""Judges' policy without numbers: its headings are the addresses, in plain text and in PDF, which mark none."""

from __future__ import annotations

import pytest
from parsing import odd, shipped, unaccounted
from pdf_files import Page, pdf, wrapped

from rules_cli.errors import SourceError
from rules_cli.formats import read_bytes
from rules_cli.model import Book
from rules_cli.parse import parse, read_all

TITLE = "Judging Kites at Regular Rules Enforcement Level"
PARTS: dict[str, dict[str, list[str]]] = {
    "Common Errors": {
        "A player forgets to look up": ["Wait until the next gust, if it comes soon.", "Otherwise go on as it is."],
        "A player holds two lines": [
            "Let one go. The judge decides which one, and says why that line and not the other one."
        ],
    },
    "General Unwanted Behaviors": {"": ["Talk to the player first."]},
    "Serious Problems": {"": ["The player goes home after a word with the judge."]},
}
ADDRESSES = {
    "common-errors": "Common Errors",
    "common-errors.a-player-forgets-to-look-up": "A player forgets to look up",
    "common-errors.a-player-holds-two-lines": "A player holds two lines",
    "general-unwanted-behaviors": "General Unwanted Behaviors",
    "serious-problems": "Serious Problems",
}


def as_text() -> bytes:
    """The document as plain text of eighty columns; the headings of errors are right above their words."""
    lines = [TITLE, "", "Effective March 2, 2026", ""]
    for part, errors in PARTS.items():
        lines += [part, ""]
        for error, paragraphs in errors.items():
            lines += [error] if error else []
            for paragraph in paragraphs:
                lines += [*wrapped(paragraph, 80), ""]
    return "\n".join(lines).encode()


def as_pdf() -> bytes:
    """The document as a PDF: headings in bold letters of the same size."""
    page, y = Page().put(60, 60, TITLE, 18).put(60, 90, "Effective March 2, 2026"), 120.0
    for part, errors in PARTS.items():
        page.put(60, y + 8, part, bold=True)
        y += 26
        for error, paragraphs in errors.items():
            if error:
                page.put(60, y, error, bold=True)
                y += 12
            y = page.column(60, y, 80, paragraphs, gap=8)
    return pdf(page)


def book_of(data: bytes, name: str) -> Book:
    return parse([read_bytes(data, name)], shipped("mtg-jar"), "jar", "1")


@pytest.mark.parametrize(("data", "name"), [(as_text(), "jar.txt"), (as_pdf(), "jar.pdf")], ids=["text", "PDF"])
def test_each_heading_has_an_address_without_the_title_of_the_book(data: bytes, name: str) -> None:
    book = book_of(data, name)
    headings = {str(row.number): row.title for row in book.rows if row.kind == "heading"}
    assert headings.pop("judging-kites-at-regular-rules-enforcement-level") == TITLE
    assert headings == ADDRESSES
    words = {str(row.number): row.words.text for row in book.rows if row.kind == "rule"}
    assert words["common-errors.a-player-holds-two-lines.1"] == PARTS["Common Errors"]["A player holds two lines"][0]
    assert words["serious-problems.1"] == PARTS["Serious Problems"][""][0]
    assert odd(book) == []


def test_no_line_is_lost() -> None:
    document = read_bytes(as_text(), "jar.txt")
    profile = shipped("mtg-jar")
    assert profile
    assert not unaccounted([document], read_all([document], profile))


def test_prose_is_read_by_its_headings_if_no_profile_says_so() -> None:
    book = parse([read_bytes(as_pdf(), "jar.pdf")], None, "jar", "1")
    assert set(ADDRESSES) < {str(row.number) for row in book.rows}


@pytest.mark.parametrize(("parts", "is_book"), [(3, True), (2, False)], ids=["a title and three parts", "and two"])
def test_a_page_with_few_headings_is_no_book(parts: int, is_book: bool) -> None:
    sections = "".join(f"<h2>Part {'ABC'[at]} of it</h2><p>A sentence about it.</p>" for at in range(parts))
    data = f"<!DOCTYPE html><html><body><h1>Kites</h1>{sections}</body></html>".encode()
    if is_book:
        assert book_of(data, "jar.html").rows
    else:
        with pytest.raises(SourceError, match="no numbered rule"):
            book_of(data, "jar.html")


@pytest.mark.parametrize(("headings", "is_book"), [(4, True), (3, False)])
def test_four_headings_are_a_book(headings: int, is_book: bool) -> None:
    parts = "".join(f"<h2>Part {'ABC'[at]}</h2><p>Talk to the player.</p>" for at in range(headings - 1))
    page = [read_bytes(f"<html><body><h1>{TITLE}</h1>{parts}</body></html>".encode(), "page.html")]
    if is_book:
        assert parse(page, shipped("mtg-jar"), "made-up", "1").rows
    else:
        with pytest.raises(SourceError):
            parse(page, shipped("mtg-jar"), "made-up", "1")
