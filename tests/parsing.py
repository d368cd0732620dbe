"""Helpers of the tests of readers and parsers: from a text to a book, and checks of every reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from support import ROOT

from rules_cli.formats import read, read_bytes, read_files
from rules_cli.formats.source_line import Document
from rules_cli.model import BEFORE_A_NUMBER, Book, Row
from rules_cli.parse import parse, read_all
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.profile import Profile
from rules_cli.parse.row_draft import Reading
from rules_cli.sources.importing import profile_of

BOOKS = ROOT / "tests" / "books"

ANOMALIES = frozenset(
    """
    duplicate-number number-outside-parent missing-parent leading-fragment number-gap dangling-reference displaced-text
    penalty-differs penalty-unread series-in-text
    """.split()
)


def document(text: str, name: str = "book.txt") -> Document:
    """A text as the reader of its format gives it; a name that ends in .md makes it markdown."""
    return read_bytes(text.encode(), name)


def shipped(slug: str | None) -> Profile | None:
    """The profile that ships for a book; None for one that is inferred from the text."""
    if slug is None:
        return None
    profile = profile_of(slug)
    assert profile is not None
    return profile


def book_of(text: str, slug: str | None = None, name: str = "book.txt") -> Book:
    """The book in one text, read with a shipped profile or an inferred one."""
    return parse([document(text, name)], shipped(slug), "made-up", "1")


@cache
def made_up(name: str, slug: str | None) -> Book:
    """One of the made-up rulebooks in tests/books."""
    return parse(read(BOOKS / name), shipped(slug), "made-up", "1")


def read_paths(paths: Sequence[Path], slug: str | None) -> tuple[list[Document], Reading]:
    """Documents and their reading, before references are resolved."""
    documents = read_files(paths)
    return documents, read_all(documents, shipped(slug) or infer_profile(documents))


def by_number(book: Book) -> dict[str, Row]:
    """The rows of a book by number, after a check that no number is there twice."""
    rows: dict[str, Row] = {str(row.number): row for row in book.rows}
    assert len(rows) == len(book.rows)
    return rows


def texts(book: Book) -> dict[str, str | None]:
    """The title of each heading and the text of each other row, in source order."""
    return {str(row.number): row.title if row.kind == "heading" else row.words.text for row in book.rows}


def parents(book: Book) -> dict[str, str | None]:
    """The parent of each row."""
    return {str(row.number): row.parent for row in book.rows}


def odd(book: Book, *kinds: str) -> list[tuple[str, str]]:
    """Every anomaly as (kind, number), in source order; with `kinds`, only those of these kinds."""
    return [(a.kind, str(a.number)) for a in book.anomalies if not kinds or a.kind in kinds]


def references(book: Book, number: str) -> list[tuple[str, str, bool]]:
    """The references of a row as (printed, target, resolved)."""
    return [(r.printed, r.target, r.resolved) for r in by_number(book)[number].references]


def unaccounted(documents: Sequence[Document], reading: Reading) -> Counter[tuple[str, int]]:
    """Lines that are in no row and not dropped (counted up), or in more than one place (counted down)."""
    left = Counter((doc.name, line.number) for doc in documents for line in doc.lines if line.role != "blank")
    left.subtract((draft.source, line) for draft in reading.drafts for line in draft.lines)
    left.subtract((each.source, each.line) for each in reading.dropped if each.why != BEFORE_A_NUMBER)
    return Counter({place: count for place, count in left.items() if count})
