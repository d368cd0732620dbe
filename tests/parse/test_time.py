"""No source is too hostile: time grows with its size, not with the square of it.

If a step of the parser looked again at everything before a line, each of these texts would take a minute or more, so
no clock is needed.
"""

from __future__ import annotations

import pytest
from parsing import by_number, document, shipped

from rules_cli.errors import SourceError
from rules_cli.model import Book
from rules_cli.parse import parse

pytestmark = [pytest.mark.slow, pytest.mark.hostile]


OTHERS = "\n\n2.1 A ship.\n\n2.2 A crate.\n\n2.3 A rope.\n"
"""Rules after a text, which without them has too few numbers for a book."""


def parsed(text: str, slug: str | None = None, name: str = "book.txt") -> Book:
    """The book of a text, with OTHERS after it if it is one that nobody described."""
    return parse([document(text if slug else text + OTHERS, name)], shipped(slug), "made-up", "1")


@pytest.mark.parametrize("name", ["book.txt", "book.md"])
def test_a_line_of_five_megabytes(name: str) -> None:
    row, *_ = parsed("1.1 Word " + "word " * 1_000_000, name=name).rows
    length = len(row.words.text or "")
    assert length == 5_000_004


def test_a_list_a_thousand_deep() -> None:
    book = parsed("# Page\n" + "".join(f"{'   ' * n}1. Deep.\n" for n in range(1_000)), "ga", "book.md")
    assert book.rows[-1].number == "page" + ".1" * 1_000


def test_bullets_a_thousand_deep() -> None:
    book = parsed("1.1 A.\n" + "".join(f"{'  ' * n}- Deep.\n" for n in range(1_000)), name="book.md")
    assert (by_number(book)["1.1"].words.text or "").count("•") == 1_000


MANY = 20_000
GROWING = {
    "continuation lines": ("1.1 A rule\n" + "and so it goes on with more words\n" * MANY, None, "book.txt"),
    "continuation lines in markdown": ("1.1 A rule\n" + "and so it goes on\n" * MANY, None, "book.md"),
    "bullets": ("1.1 A rule:\n" + "- and so it goes on\n" * MANY, None, "book.txt"),
    "examples": ("1.1 A rule.\n" + "Example: One.\nand two.\n" * MANY, None, "book.txt"),
    "words before the first rule": ("Words before it\n" * MANY + "1.1 A rule.\n", None, "book.txt"),
    "words after a heading": ("1 Ships\n" + "Words under it\n\n" * MANY + "1.1 A rule.\n", None, "book.txt"),
    "a note of many lines": ("# P\n1. A.\n{% hint %}\n" + "In it\n" * MANY + "{% endhint %}\n", "ga", "book.md"),
    "unnumbered headings": ("# Same\n" * MANY + "1.1 A rule.\n", None, "book.md"),
    "headings of a page": ("# P\n" + "## Same\n" * MANY + "1. A.\n", "ga", "book.md"),
    "general rules": ("# P\n" + "## General Rules\n" * MANY + "1. A.\n", "ga", "book.md"),
    "labels": ("# P\n\n" + "A Label:\n\n1. A.\n\n" * (MANY // 2), "ga", "book.md"),
    "lines that end in a colon": ("# P\n\n1. A.\n\n" + "See below:\n\n" * MANY, "ga", "book.md"),
    "paragraphs": ("# P\n\n" + "A paragraph.\n\n" * MANY, "ga", "book.md"),
    "headings of contents": ("Contents\nTitle\n" * MANY + "1.1 A rule.\n", None, "book.txt"),
    "lines that could be contents": (
        "Contents\n" + "".join(f"Title {n}\n" for n in range(MANY)) + "1.1 A rule.\n",
        None,
        "book.txt",
    ),
    "foreign lines": ("1.1 A rule.\n" + "Ж x\n" * MANY, None, "book.txt"),
    "menus that end": ("On this page\n" * MANY + "1. A.\n", "ga", "book.txt"),
    "blank lines": ("\n" * MANY + "1.1 A rule.\n" + " \n" * MANY, None, "book.txt"),
}


@pytest.mark.parametrize(("text", "slug", "name"), GROWING.values(), ids=GROWING)
def test_many_lines(text: str, slug: str | None, name: str) -> None:
    parsed(text, slug, name)


def test_references_without_end() -> None:
    book = parsed("1.1 A rule.\n1.2 See rule 1.1" + ", 1.1" * 50_000 + " and rule 1.1" * 20_000 + ".")
    assert len(book.rows[1].references) > 20_000


@pytest.mark.parametrize(
    "line",
    [
        "Example:" * 100_000,
        "- " * 200_000,
        "a" + ")" * 500_000,
        "a" + "." * 500_000,
        "1.1" + " " * 500_000,
        "1." * 200_000,
        "0" * 500_000,
        "=" * 500_000 + "x",
        "Last updated " * 50_000,
    ],
    ids=lambda line: line[:8],
)
@pytest.mark.parametrize("slug", [None, "ga"])
def test_a_hostile_line(line: str, slug: str | None) -> None:
    try:
        parsed(f"1.1 A rule.\n\n{line}\n", slug)
    except SourceError as refused:
        assert slug == "ga"
        assert "no numbered rule" in str(refused)


@pytest.mark.parametrize("line", ["[1.1" + "-1.1" * 30, "(1.1" + "–1.1a" * 30, "see [1.1" + "-1.1, 1.2" * 20_000])
def test_a_list_of_numbers_whose_bracket_never_closes(line: str) -> None:
    book = parsed(f"1.1 A rule.\n1.2 It goes on {line} and no further.")
    assert book.rows[1].words.text == f"It goes on {line} and no further."
