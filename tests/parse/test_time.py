"""No source is too hostile: time grows with its size, not with the square of it."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

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
def test_a_line_of_a_megabyte(name: str) -> None:
    row, *_ = parsed("1.1 Word " + "word " * 200_000, name=name).rows
    length = len(row.words.text or "")
    assert length == 1_000_004


def test_a_list_a_thousand_deep() -> None:
    book = parsed("# Page\n" + "".join(f"{'   ' * n}1. Deep.\n" for n in range(1_000)), "ga", "book.md")
    assert book.rows[-1].number == "page" + ".1" * 1_000


def test_bullets_a_thousand_deep() -> None:
    book = parsed("1.1 A.\n" + "".join(f"{'  ' * n}- Deep.\n" for n in range(1_000)), name="book.md")
    assert (by_number(book)["1.1"].words.text or "").count("•") == 1_000


MANY = 1_000
GROWING: dict[str, Callable[[int], tuple[str, str | None, str]]] = {
    "continuation lines": lambda many: (
        "1.1 A rule\n" + "and so it goes on with more words\n" * many,
        None,
        "book.txt",
    ),
    "continuation lines in markdown": lambda many: ("1.1 A rule\n" + "and so it goes on\n" * many, None, "book.md"),
    "bullets": lambda many: ("1.1 A rule:\n" + "- and so it goes on\n" * many, None, "book.txt"),
    "examples": lambda many: ("1.1 A rule.\n" + "Example: One.\nand two.\n" * many, None, "book.txt"),
    "words before the first rule": lambda many: ("Words before it\n" * many + "1.1 A rule.\n", None, "book.txt"),
    "words after a heading": lambda many: (
        "1 Ships\n" + "Words under it\n\n" * many + "1.1 A rule.\n",
        None,
        "book.txt",
    ),
    "a note of many lines": lambda many: (
        "# P\n1. A.\n{% hint %}\n" + "In it\n" * many + "{% endhint %}\n",
        "ga",
        "book.md",
    ),
    "unnumbered headings": lambda many: ("# Same\n" * many + "1.1 A rule.\n", None, "book.md"),
    "headings of a page": lambda many: ("# P\n" + "## Same\n" * many + "1. A.\n", "ga", "book.md"),
    "general rules": lambda many: ("# P\n" + "## General Rules\n" * many + "1. A.\n", "ga", "book.md"),
    "labels": lambda many: ("# P\n\n" + "A Label:\n\n1. A.\n\n" * (many // 2), "ga", "book.md"),
    "lines that end in a colon": lambda many: ("# P\n\n1. A.\n\n" + "See below:\n\n" * many, "ga", "book.md"),
    "paragraphs": lambda many: ("# P\n\n" + "A paragraph.\n\n" * many, "ga", "book.md"),
    "headings of contents": lambda many: ("Contents\nTitle\n" * many + "1.1 A rule.\n", None, "book.txt"),
    "lines that could be contents": lambda many: (
        "Contents\n" + "".join(f"Title {n}\n" for n in range(many)) + "1.1 A rule.\n",
        None,
        "book.txt",
    ),
    "foreign lines": lambda many: ("1.1 A rule.\n" + "Ж x\n" * many, None, "book.txt"),
    "menus that end": lambda many: ("On this page\n" * many + "1. A.\n", "ga", "book.txt"),
    "blank lines": lambda many: ("\n" * many + "1.1 A rule.\n" + " \n" * many, None, "book.txt"),
}


def _takes_time_in_proportion(read: Callable[[int], object]) -> None:
    """Check that a text twice as long takes at most three times as long to read: a quadratic step takes four times."""
    taken = []
    for _ in range(2):  # a busy machine may measure one wrongly
        for many in (MANY, 2 * MANY):
            before = process_time()
            read(many)
            taken.append(process_time() - before)
        if taken[-1] <= 3 * taken[-2] + 0.3:
            return
    pytest.fail(f"{MANY:,} and {2 * MANY:,} take {taken} s")


@pytest.mark.parametrize("made", GROWING.values(), ids=GROWING)
def test_many_lines(made: Callable[[int], tuple[str, str | None, str]]) -> None:
    _takes_time_in_proportion(lambda many: parsed(*made(many)))


def test_references_without_end() -> None:
    def read(many: int) -> None:
        book = parsed("1.1 A rule.\n1.2 See rule 1.1" + ", 1.1" * 2 * many + " and rule 1.1" * many + ".")
        assert len(book.rows[1].references) > many

    _takes_time_in_proportion(read)


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


@pytest.mark.parametrize("line", ["[1.1" + "-1.1" * 30, "(1.1" + "–1.1a" * 30, "see [1.1" + "-1.1, 1.2" * 2_000])
def test_a_list_of_numbers_whose_bracket_never_closes(line: str) -> None:
    book = parsed(f"1.1 A rule.\n1.2 It goes on {line} and no further.")
    assert book.rows[1].words.text == f"It goes on {line} and no further."
