"""The five seed documents, word for word, and the trees that ship: a parser that changes either fails here."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from parsing import by_number, odd, parents, read_paths, shipped, unaccounted
from support import ROOT, SHARED

from rules_cli.formats import read_files
from rules_cli.model import Book
from rules_cli.parse import parse, without_text
from rules_cli.store import tree_yaml
from rules_cli.store.data_files import load_yaml
from rules_cli.text import fingerprint

SEEDS = SHARED / "sources" / "seeds"
SHIPS = ROOT / "data" / "books"
FILES = {"fab": ["000"], "mtg": ["001"], "ga": ["002", "004"], "fabula": ["003"]}

pytestmark = pytest.mark.skipif(not SEEDS.is_dir(), reason="the seed documents are not in ../shared/sources/seeds")


def seed(number: str) -> Path:
    """A seed document by its number."""
    (path,) = SEEDS.glob(f"{number}_*")
    return path


@cache
def book_of(slug: str, *numbers: str) -> Book:
    """What some seed documents hold, read with the profile that ships."""
    info = load_yaml(SHIPS / slug / "book.yaml")
    documents = read_files([seed(number) for number in numbers or FILES[slug]])
    return parse(documents, shipped(slug), slug, info["edition"], info["title"])


class Counts(NamedTuple):
    """How many there are of each."""

    rules: int
    headings: int
    fragments: int
    examples: int
    notes: int
    references: int
    unresolved: int


COUNTS = {
    "000": ("fab", Counts(98, 17, 0, 13, 0, 24, 23)),
    "001": ("mtg", Counts(16, 8, 1, 2, 0, 1, 1)),
    "002": ("ga", Counts(23, 2, 0, 0, 4, 3, 3)),
    "004": ("ga", Counts(22, 1, 0, 0, 0, 0, 0)),
    "003": ("fabula", Counts(281, 45, 0, 5, 0, 14, 0)),
}


@pytest.mark.parametrize("number", COUNTS)
def test_counts(number: str) -> None:
    slug, counts = COUNTS[number]
    book = book_of(slug, number)
    kinds = [row.kind for row in book.rows]
    references = [reference for row in book.rows for reference in row.references]
    assert counts == Counts(
        rules=kinds.count("rule"),
        headings=kinds.count("heading"),
        fragments=kinds.count("fragment"),
        examples=sum(len(row.words.examples) for row in book.rows),
        notes=sum(len(row.words.notes) for row in book.rows),
        references=len(references),
        unresolved=sum(not reference.resolved for reference in references),
    )


@pytest.mark.parametrize("slug", FILES)
def test_every_line_is_accounted_for(slug: str) -> None:
    assert not unaccounted(*read_paths([seed(number) for number in FILES[slug]], slug))


@pytest.mark.parametrize("slug", FILES)
def test_every_line_is_accounted_for_without_a_profile(slug: str) -> None:
    assert not unaccounted(*read_paths([seed(number) for number in FILES[slug]], None))


ANOMALIES = {
    "fab": [
        ("dangling-reference", number)
        for number in """
            2.0.1 2.0.3b 2.2.1 2.2.3 2.2.4a 2.3.1 2.4.1 2.5.1a 2.5.3b 2.5.3f 2.5.3f 2.7.1 2.7.1 2.8.1 2.8.1 2.9.1 2.10.6
            2.10.6a 2.12.3b 2.13.1 2.14.1b 2.15.4a 2.15.6a
        """.split()
    ],
    "mtg": [("leading-fragment", "fragment"), ("dangling-reference", "212.1a")],
    "ga": [
        ("dangling-reference", "abilities.3.1"),
        ("dangling-reference", "abilities.3.1"),
        ("dangling-reference", "abilities.12"),
        ("displaced-text", "cost.5"),
        ("displaced-text", "cost.7"),
    ],
    "fabula": [
        ("number-outside-parent", "1.5.2d"),
        ("duplicate-number", "1.14.7#2"),
        ("missing-parent", "1.16.3a"),
        ("missing-parent", "1.16.3b"),
        ("missing-parent", "1.16.3c"),
        ("duplicate-number", "1.17.5#2"),
        ("duplicate-number", "1.17.5#3"),
        ("number-outside-parent", "2.4.1#2"),
        ("duplicate-number", "2.4.1#2"),
        ("number-outside-parent", "2.4.2#2"),
        ("duplicate-number", "2.4.2#2"),
        ("number-outside-parent", "2.4.3#2"),
        ("duplicate-number", "2.4.3#2"),
        ("number-gap", "3.5.6"),
    ],
}


@pytest.mark.parametrize("slug", FILES)
def test_anomalies_are_these_and_no_other(slug: str) -> None:
    assert odd(book_of(slug)) == ANOMALIES[slug]


DROPPED = {
    "000": ("fab", {"page furniture": 1}),
    "001": ("mtg", {"page furniture": 5}),
    "002": ("ga", {"markup without words": 8, "navigation to sub-pages": 6}),
    "003": ("fabula", {"table of contents": 48}),
    "004": (
        "ga",
        {
            "menu of the web page": 108,
            "page furniture": 3,
            "the way to this page": 2,
            "a term that fell out of its place in the text": 2,
        },
    ),
}


@pytest.mark.parametrize("number", DROPPED)
def test_what_is_dropped_and_why(number: str) -> None:
    slug, expected = DROPPED[number]
    reasons = [line.why for line in book_of(slug, number).dropped]
    assert {why: reasons.count(why) for why in reasons} == expected


@pytest.mark.parametrize("number", ["000", "001"])
def test_each_line_that_begins_with_a_number_is_a_row(number: str) -> None:
    lines = re.findall(r"^\d[\d.]*[a-z]?(?=[. ])", seed(number).read_text(), re.MULTILINE)
    rows = [row.number for row in book_of(COUNTS[number][0], number).rows if row.kind != "fragment"]
    assert [line.rstrip(".") for line in lines if line != "0"] == rows


def test_each_numbered_line_after_the_contents_is_a_row() -> None:
    text = seed("003").read_text().partition("# Introdução\n")[2].partition("# Introdução\n")[2]
    lines = re.findall(r"^(?:#+ |- )?(\d+(?:\.\d+)*)\.?(?: ?([a-z]))?(?= |\.)", text, re.MULTILINE)
    rows = [row.number.partition("#")[0] for row in book_of("fabula").rows if row.number[0].isdigit()]
    assert ["".join(found) for found in lines] == rows


def test_each_bracket_with_a_number_is_a_reference() -> None:
    for number, slug, pattern in (("000", "fab", r"\[[\d.]+\]"), ("003", "fabula", r"\(\d+\.[\d.]+[a-z]?\)")):
        printed = [reference.printed for row in book_of(slug).rows for reference in row.references]
        assert printed == re.findall(pattern, seed(number).read_text())


@pytest.mark.parametrize(
    ("slug", "number", "target"),
    [
        ("fab", "2.15.6", "2.15"),
        ("fabula", "1.3.2", "2.4"),
        ("fabula", "1.6.7", "1.6.1"),
        ("fabula", "1.17.3", "1.17.6"),
        ("fabula", "1.17.5#2", "1.16.4"),
        ("fabula", "1.17.6b", "1.17.6a"),
        ("fabula", "3.1.10", "3.1.8"),
    ],
)
def test_references_that_are_resolved(slug: str, number: str, target: str) -> None:
    assert target in [r.target for r in by_number(book_of(slug))[number].references if r.resolved]


@pytest.mark.parametrize(
    ("slug", "number", "parent"),
    [
        pytest.param("fab", "2.0", "2", id="a section that is numbered nought"),
        pytest.param("fab", "2.10.6b", "2.10.6", id="a section of two digits"),
        pytest.param("mtg", "206", None, id="a section whose chapter is not printed"),
        pytest.param("mtg", "212.1d", "212.1", id="a sub-rule of a heading"),
        pytest.param("ga", "abilities.3.1.2", "abilities.3.1", id="an item of an item"),
        pytest.param("ga", "abilities.16", "abilities.general-rules", id="an item after the boxes"),
        pytest.param("ga", "cost.10.1", "cost.10", id="an item of a paragraph"),
        pytest.param("fabula", "introdução", None, id="a heading without number or rules"),
        pytest.param("fabula", "1.5.2d", "1.5.3", id="a letter of another rule"),
        pytest.param("fabula", "1.16.3a", "1.16", id="a sub-rule of a rule never printed"),
        pytest.param("fabula", "1.17.5a", "1.17.5#3", id="a sub-rule of the last of three"),
        pytest.param("fabula", "2.4.3#2", "2.5", id="a number of another section"),
        pytest.param("fabula", "2.7.10", "2.7", id="a number in a list"),
    ],
)
def test_parents(slug: str, number: str, parent: str | None) -> None:
    assert parents(book_of(slug))[number] == parent


@pytest.mark.parametrize(
    ("slug", "number", "begins", "ends", "words"),
    [
        pytest.param("fab", "2.1.2", "The color strip", "rules and effects.", "11a18d1ee9fdcb2f", id="bullets"),
        pytest.param("fab", "2.15.6a", "The type keywords", "and Weapon.[8.1]", "1de9b5dad167ecda", id="the last"),
        pytest.param("mtg", "fragment", "this supertype", "of its name.", "0fd3bfb7d76e599e", id="mid-sentence"),
        pytest.param("mtg", "206.2", "The color of", "at all.)", "ae19157d4af980a6", id="a long one"),
        pytest.param("mtg", "212.1d", "An object’s", "supertypes it had.", "aa18f9fbbee50c02", id="before the chrome"),
        pytest.param("ga", "abilities.3.1.2", "Effects that", "as a filter.", "422f611f480070a0", id="before boxes"),
        pytest.param("ga", "cost.7", "If the number", "cards from the .", "ec36d3eb523ecda6", id="a hole"),
        pytest.param("ga", "cost.10.1", "To calculate", "to be paid.", "a2a64787958f6b84", id="below a paragraph"),
        pytest.param("fabula", "1.14.7", "Uma habilidade", "da habilidade.", "d2d44f866dac2659", id="page end"),
        pytest.param("fabula", "1.14.7#2", "Uma habilidade", "a interação.", "b53ef8f811cff5eb", id="again"),
        pytest.param("fabula", "1.15.9", "Um efeito", "zonas, etc.).", "712bf422c88fb5c3", id="page end in brackets"),
        pytest.param("fabula", "2.4.2#2", "Fábula TCG", "• Fichas", "427fb86982643e74", id="a list without blanks"),
        pytest.param("fabula", "4.6.4", "Um aliado", "de degredo.", "3e82b0af08ca2268", id="the last of all"),
    ],
)
def test_texts(slug: str, number: str, begins: str, ends: str, words: str) -> None:
    text = by_number(book_of(slug))[number].words.text or ""
    assert text.startswith(begins)
    assert text.endswith(ends)
    assert fingerprint(text) == words


@pytest.mark.parametrize(
    ("slug", "number", "examples"),
    [
        ("fab", "2.7.5", ["af09109c7cc6b171", "4343b8d69cd4176c"]),
        ("mtg", "212.1c", ["8e7aa9226425de5d", "f115dce240fcf44c"]),
        ("fabula", "1.14.3a", ["b51d7dc2400debae", "a00f6e7029066c89"]),
    ],
)
def test_examples(slug: str, number: str, examples: list[str]) -> None:
    found = by_number(book_of(slug))[number].words.examples
    assert [fingerprint(example) for example in found] == examples


@pytest.mark.parametrize("slug", FILES)
def test_no_mark_of_a_format_is_left_in_a_text(slug: str) -> None:
    for row in book_of(slug).rows:
        for text in (row.title or "", row.words.text or "", *row.words.examples, *row.words.notes):
            assert not re.search(r"§|\*\*|\]\(|&#|^#|\{%|\u00a0", text)
            assert text == text.strip()


@pytest.mark.parametrize("slug", FILES)
def test_the_tree_that_ships_is_that_of_the_source(slug: str) -> None:
    """Numbers, kinds, parents, titles, references, fingerprints and anomalies: `data/make_trees.py` makes them."""
    ships, fresh = tree_yaml.load(SHIPS / slug / "tree.yaml"), without_text(book_of(slug))
    assert ships.rows == fresh.rows
    assert (ships.title, ships.edition, ships.language) == (fresh.title, fresh.edition, fresh.language)
    assert [(a.kind, a.number, a.line, a.detail) for a in ships.anomalies] == [
        (a.kind, a.number, a.line, a.detail) for a in fresh.anomalies
    ]
