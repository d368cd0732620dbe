"""Properties of well-formed and damaged rulebooks and of any question, with random examples.

`tests/parse/test_properties.py` has the properties of any book.
"""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing import book_of, by_number
from strategies import Printed, as_markdown, as_text, costs, damaged_books, ids, names, queries, well_formed

from rules_cli import Library, cost, match_names, moniker_of_name, part_of_name
from rules_cli.errors import RuleNotFound, RulesError, UsageError
from rules_cli.model import Book

pytestmark = pytest.mark.hostile

GAMES = st.sampled_from(["fab", "mtg", "ga", "fabula"])


def asked(error: RulesError) -> str:
    """Return the message of an error, which must be one line."""
    (line,) = str(error).splitlines()
    return line


def printed(book: Book) -> list[Printed]:
    """Return the rows of a book as a rulebook prints them."""
    return [
        Printed(
            str(row.number),
            "heading" if row.kind == "heading" else "rule",
            (row.title if row.kind == "heading" else row.words.text) or "",
            "".join(row.words.examples),
        )
        for row in book.rows
    ]


@given(well_formed(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_well_formed_book_is_read_as_it_is_printed(rows: list[Printed], end: str) -> None:
    book = book_of(as_text(rows, end))
    assert printed(book) == rows
    assert not [each for each in book.anomalies if each.kind != "dangling-reference"]


@given(well_formed())
def test_a_well_formed_book_in_markdown_is_read_the_same(rows: list[Printed]) -> None:
    assert printed(book_of(as_markdown(rows), name="book.md")) == rows


@given(well_formed(), st.data())
def test_a_missing_line_changes_no_other_rule(rows: list[Printed], data: st.DataObject) -> None:
    rules = [row for row in rows if row.kind == "rule"]
    lost = data.draw(st.sampled_from(rules))
    if len(rules) > 1:
        left = [row for row in rows if row is not lost]
        assert {row.number for row in printed(book_of(as_text(left)))} == {row.number for row in left}


@given(damaged_books())
def test_a_damaged_book_is_refused_in_one_line_or_has_every_number_once(text: str) -> None:
    try:
        book = book_of(text)
    except RulesError as error:
        assert asked(error)
    else:
        assert by_number(book)


@cache
def library() -> Library:
    return Library.open()


@given(queries, st.integers(1, 20))
def test_any_search_is_answered_in_order(query: str, limit: int) -> None:
    try:
        found = library().search(query, limit=limit)
    except UsageError as error:
        assert asked(error)
    else:
        assert len(found) <= limit
        assert len({(hit.rule.id, hit.rule.edition) for hit in found}) == len(found)


@given(ids)
def test_any_id_finds_a_rule_or_is_refused_with_the_closest(typed: str) -> None:
    try:
        rule = library().rule(typed)
    except RuleNotFound as error:
        assert asked(error)
        assert all(library().rule(near).id == near for near in error.closest)
    except RulesError as error:
        assert asked(error)
    else:
        assert library().rule(rule.id) == rule


@given(GAMES, costs)
def test_any_cost_is_answered_or_refused(game: str, words: list[str]) -> None:
    try:
        answer = cost(game, words)
    except UsageError as error:
        assert asked(error)
    else:
        assert answer.total
        assert not answer.total.startswith("-")


@given(GAMES, names, names)
def test_any_two_names_compare_the_same_both_ways_or_are_refused(game: str, a: str, b: str) -> None:
    try:
        assert match_names(game, a, b).match == match_names(game, b, a).match
        assert moniker_of_name(game, a).name == a
        assert part_of_name(game, a, a).match
    except UsageError as error:
        assert asked(error)
