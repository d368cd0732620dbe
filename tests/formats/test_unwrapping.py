"""Paragraphs that an editor wrapped at a column are joined again; other text stays as it is."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import SHARED

from rules_cli.formats import read_bytes
from rules_cli.formats.plain_text import unwrapped, width_of
from rules_cli.parse import parse
from rules_cli.sources.importing import profile_of
from rules_cli.text import fingerprint

WORD = st.text("abcdefghij", min_size=1, max_size=12)
SENTENCE = st.lists(WORD, min_size=1, max_size=40).map(lambda words: " ".join(words).capitalize() + ".")
BOOK = st.lists(st.lists(SENTENCE, min_size=3, max_size=6).map(" ".join), min_size=15, max_size=25)


def wrap(text: str, width: int) -> str:
    """A text as an editor wraps it."""
    lines = text.split("\n")
    return "\n".join("\n".join(textwrap.wrap(line, width, break_on_hyphens=False)) if line else "" for line in lines)


@given(BOOK, st.integers(60, 100))
def test_paragraphs_come_back(paragraphs: list[str], width: int) -> None:
    raws = wrap("\n\n".join(paragraphs), width).split("\n")
    found = width_of(raws)
    if found:
        assert [text for _, text in unwrapped(raws, found) if text] == paragraphs


@given(st.lists(st.text("ab 1.-:\t", max_size=30), max_size=40), st.integers(50, 120))
def test_no_word_is_lost_and_each_paragraph_knows_its_line(raws: list[str], width: int) -> None:
    joined = list(unwrapped(raws, width))
    assert "".join("".join(text.split()) for _, text in joined) == "".join("".join(raw.split()) for raw in raws)
    assert all(text.split()[:1] == raws[at].split()[:1] or not raws[at].strip() for at, text in joined)


@pytest.mark.parametrize("long", [0, 200], ids=["short lines", "a paragraph to a line"])
def test_text_that_was_not_wrapped_has_no_width(long: int) -> None:
    lines = [f"1.{n} A kite flies{' high' * (long // 5 if n % 3 else 0)}." for n in range(1, 60)]
    assert width_of(lines) == 0


RULES = "\n\n".join(
    f"1.{n} A kite that is flown from a moving ship (see rule 1.{n + 1}) is lost when its line breaks, unless its owner"
    f" holds 2. Lines of two-handed kites are an exception, and the kite stays where it is until end of turn."
    for n in range(1, 30)
)


@pytest.mark.parametrize("width", [60, 73, pytest.param(80, marks=pytest.mark.slow), 89])
def test_a_number_at_the_beginning_of_a_line_is_no_rule(width: int) -> None:
    book = parse([read_bytes(wrap(RULES, width).encode(), "kites.txt")], None, "kites", "1")
    assert [row.number for row in book.rows] == [f"1.{n}" for n in range(1, 30)]
    assert [row.words.text for row in book.rows] == [rule.partition(" ")[2] for rule in RULES.split("\n\n")]


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "sources" / "mtg").is_dir(), reason="no official books in ../shared/sources/mtg")
@pytest.mark.parametrize("width", [72, 80])
def test_a_whole_official_book_comes_back(width: int) -> None:
    text = (SHARED / "sources" / "mtg" / "2006-10-01.txt").read_bytes().decode("cp1252").replace("\r", "\n")
    profile = profile_of("mtg")
    books = [parse([read_bytes(t.encode(), "rules.txt")], profile, "mtg", "1") for t in (text, wrap(text, width))]
    whole, joined = ([row for row in book.rows if row.number[0].isdigit()] for book in books)
    assert [(r.number, r.kind, r.parent, r.title) for r in joined] == [
        (r.number, r.kind, r.parent, r.title) for r in whole
    ]
    assert [fingerprint(r.words.text or "") for r in joined] == [fingerprint(r.words.text or "") for r in whole]
    assert [len(r.words.examples) for r in joined] == [len(r.words.examples) for r in whole]


def column(width: int, lines: int = 40) -> list[str]:
    """Lines of exactly this width, each of which goes on in the next."""
    return [("kite " * 40)[: width - 1] + "s"] * lines


@pytest.mark.parametrize(("width", "found"), [(49, 0), (50, 50), (120, 120), (121, 0)])
def test_text_is_wrapped_at_columns_that_people_use(width: int, found: int) -> None:
    assert width_of(column(width)) == found


@pytest.mark.parametrize(("lines", "found"), [(19, 0), (20, 72)])
def test_few_lines_of_one_length_are_chance(lines: int, found: int) -> None:
    assert width_of(column(72, lines)) == found


@pytest.mark.parametrize(("wider", "found"), [(1, 72), (3, 0)])
def test_one_line_in_a_hundred_may_be_wider_than_the_column(wider: int, found: int) -> None:
    assert width_of([*column(72, 200 - wider), *["https://example.org/" + "k" * 110] * wider]) == found


@pytest.mark.parametrize(("full", "found"), [(8, 0), (16, 72)])
def test_one_line_in_ten_goes_on_in_the_next_if_a_text_is_wrapped(full: int, found: int) -> None:
    assert width_of([*column(72, full), *["A kite."] * (100 - full)]) == found


class TestNumbersBeginParagraphs:
    """The next rule begins a paragraph although the line before it is full."""

    @pytest.mark.parametrize("number", ["1-1-{}.", "O16.{}", "103.{}.b.1.", "1.A.{}", "2k{}a)", "1.{}.1"])
    def test_numbers_of_any_shape(self, number: str) -> None:
        full = "{} The kite that stands in the wind is on a line that its owner holds."
        raws = [full.format(number.format(n)) for n in range(1, 30)]
        assert [text for _, text in unwrapped(raws, len(raws[-1]))] == raws

    @pytest.mark.parametrize("end", ["line; or", "line, und", "line;"])
    def test_after_a_word_that_leads_to_the_next_item(self, end: str) -> None:
        raws = [f"1.{n}. the kite that stands in the wind is on a {end}" for n in range(1, 30)]
        assert [text for _, text in unwrapped(raws, len(raws[-1]))] == raws

    def test_after_an_entry_of_contents(self) -> None:
        raws = [f"  6.{n} Kites {'.' * 60} {n}" for n in range(1, 9)]
        assert [text for _, text in unwrapped([*raws, "INTRODUCTION"], 75)] == [*raws, "INTRODUCTION"]

    def test_an_example_in_japanese(self) -> None:
        raws = ["1.1.凧は風の中で飛びます。" * 5, "例A：凧は飛びます。", "風が強い場合、凧は" * 7, "落ちます。"]
        assert [text for _, text in unwrapped(raws, 60)] == [*raws[:2], raws[2] + raws[3]]


def test_a_line_of_signs_is_joined_to_no_title() -> None:
    title, ruler = f"A.{'OVERVIEW':>50}", "-" * 70
    words = ["A kite is a toy that flies over the harbour, if there is any wind in the", "evening."] * 12
    raws = [ruler, title, ruler, "", *words]
    assert [text for _, text in unwrapped(raws, width_of(raws))][:3] == [ruler, title, ruler]
