"""Whole official books, as their publishers print them: no rule lost, none invented, every line accounted for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from parsing import by_number, read_paths, shipped, unaccounted
from support import SHARED

from rules_cli.model import Row
from rules_cli.parse.glossary import explained
from rules_cli.sources import importing
from rules_cli.sources.importing import Imported

MAGIC = SHARED / "sources" / "mtg"
EDITIONS = ["2006-10-01", "2015-01-23", "2024-11-08"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not MAGIC.is_dir(), reason="the official books are not in ../shared/sources/mtg"),
]
edition = pytest.mark.parametrize("date", EDITIONS)

_NUMBERED = re.compile(r"(\d{3}(?:\.\d+[a-z]{0,2})?|\d)(?:\.?\s+|\.(?=[A-Z]))(\S.*)")


@cache
def book(date: str) -> Imported:
    """An edition as the tool reads it."""
    return importing.read_source([MAGIC / f"{date}.txt"], "mtg")


@cache
def printed(date: str) -> tuple[str, ...]:
    """The lines between the contents and the credits, found without the tool: from the second time that the first
    chapter's title is printed to the last line that is the title of the credits."""
    data = (MAGIC / f"{date}.txt").read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252")
    lines = [" ".join(line.replace("\xa0", " ").split()) for line in re.split(r"\r\n|\r|\n", text)]
    lines = [re.sub(r"^(\d{3}\.) (\d+[a-z] )", r"\1\2", line) for line in lines]  # "606. 8b" is printed once
    first = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    begins = next(at for at, line in enumerate(lines) if line == lines[first] and at > first)
    ends = max(at for at, line in enumerate(lines) if line == "Credits")
    return tuple(lines[begins:ends])


def rules_of(date: str) -> tuple[str, ...]:
    """The lines before the glossary."""
    lines = printed(date)
    return lines[: max(at for at, line in enumerate(lines) if line == "Glossary")]


@edition
def test_every_number_is_a_row_and_no_other(date: str) -> None:
    numbers = [found[1] for line in rules_of(date) if (found := _NUMBERED.fullmatch(line))]
    rows = [row.number.partition("#")[0] for row in book(date).book.rows if row.number[0].isdigit()]
    assert rows == numbers


@edition
def test_every_rule_says_what_is_printed_beside_its_number(date: str) -> None:
    beside = {found[1]: found[2] for line in rules_of(date) if (found := _NUMBERED.fullmatch(line))}
    rows = by_number(book(date).book)
    off = [n for n, said in beside.items() if _one_line(rows[n]) != said]
    assert not off


def _one_line(row: Row) -> str:
    first = (row.words.text or row.title or "").split("\n")[0]
    return " ".join(first.split())


@edition
def test_no_example_is_lost(date: str) -> None:
    said = [line for line in printed(date) if re.match(r"(?:Example:\s*)+\S", line)]
    rows: tuple[Row, ...] = book(date).book.rows
    assert sum(len(row.words.examples) for row in rows) == len(said)
    kept = "\n".join(example for row in rows for example in row.words.examples)
    assert not [line for line in said if re.sub(r"^(?:Example:\s*)+", "", line) not in kept]


@edition
def test_every_line_is_in_one_row_or_dropped_with_a_reason(date: str) -> None:
    documents, reading = read_paths([MAGIC / f"{date}.txt"], "mtg")
    assert not unaccounted(documents, reading)
    assert {each.why for each in reading.dropped} == {"table of contents"}


@edition
def test_the_edition_is_the_date_that_the_text_states(date: str) -> None:
    assert (book(date).book.edition, book(date).edition_from) == (date, "the text")


@edition
def test_every_entry_of_the_glossary_is_a_term(date: str) -> None:
    lines = printed(date)
    glossary = lines[max(at for at, line in enumerate(lines) if line == "Glossary") + 1 :]
    heads = [line for before, line in zip(("", *glossary), glossary, strict=False) if line and not before]
    read = book(date).book
    entries = [row for row in read.rows if row.parent == "glossary"]
    assert [row.title for row in entries] == heads
    assert all(row.words.text for row in entries)
    assert len(explained(read.rows, read.glossaries)) == len(heads)


def test_without_the_profile_that_ships_the_tree_is_the_same() -> None:
    known = book("2024-11-08").book
    read = importing.read_source([MAGIC / "2024-11-08.txt"], "nobody-knows-it")
    assert read.profile.chapters == "hundreds"
    assert read.profile.skipped_letters == "lo"
    assert [(r.number, r.kind, r.parent) for r in read.book.rows] == [(r.number, r.kind, r.parent) for r in known.rows]
    assert read.book.title == "Magic: The Gathering Comprehensive Rules"


def test_a_keyword_leads_to_the_rules_that_define_it() -> None:
    read = book("2024-11-08").book
    deathtouch = next(term for term in explained(read.rows, read.glossaries) if term.names[0] == "Deathtouch")
    assert deathtouch.rules == ("702.2",)


def test_a_range_names_the_rules_inside_it() -> None:
    rows = by_number(book("2024-11-08").book)
    evasion = next(row for row in rows.values() if row.title == "Evasion Ability")
    assert [(r.printed, r.target, r.since) for r in evasion.references] == [
        ("rules 509.1b", "509.1b", ""),
        ("c", "509.1c", "509.1b"),
    ]


def test_the_profile_that_ships_is_used_for_its_book() -> None:
    assert book("2024-11-08").profile == shipped("mtg")
    assert Path(book("2024-11-08").book.sources[0]).name == "2024-11-08.txt"
