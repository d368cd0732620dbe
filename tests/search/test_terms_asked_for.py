"""A question that is a term of the book leads to the rules that define it, spelt right or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import add, numbers

from rules_cli import Library
from rules_cli.search import find


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Boxkite", "2.1"),
        ("boxkites", "2.1"),
        ("boxktie", "2.1"),
        ("grounded rule", "3.1"),
        ("gruonded rule", "3.1"),
        ("sinking", "2.2"),
        ("sink", "1.2a"),
        ("sinkng", "2.2"),
        ("sikn", "1.2a"),
        ("groun rul", "3.1"),
        ("groundedrule", "3.1"),
        ("Rule, Grounded", "3.1"),
    ],
    ids=[
        "its name",
        "a plural",
        "a typo",
        "two words",
        "a typo in one",
        "an entry that refers to another",
        "a term of which that is an inflection",
        "a typo in one of two forms of a word",
        "two letters swapped in the other",
        "cut short",
        "two words as one",
        "in another order",
    ],
)
def test_the_rule_that_the_glossary_names_comes_first(library: Library, query: str, first: str) -> None:
    assert numbers(library, query)[0] == first


def test_a_term_that_was_spelt_wrong_is_said_to_be_corrected(library: Library) -> None:
    assert library.search("boxktie")[0].tier == "corrected term"
    assert library.search("boxkites")[0].tier == "term"


@pytest.mark.parametrize("query", ["box kit", "grounded role", "what is a box kit"])
def test_words_that_together_nearly_spell_a_name_are_that_name(library: Library, query: str) -> None:
    name = "boxkite" if "box" in query else "grounded rule"
    found = find(library, query)
    assert found.results[0].rule.number == ("2.1" if name == "boxkite" else "3.1")
    assert [*found.corrected.values()] == [name]


@pytest.mark.parametrize("query", ["marble rule", "box lights", "sinter"])
def test_words_that_spell_no_name_are_not_corrected(library: Library, query: str) -> None:
    assert not {"boxkite", "grounded rule"}.intersection(find(library, query).corrected.values())


def test_the_entry_itself_does_not_push_the_rule_off(library: Library) -> None:
    found = [hit.rule.kind for hit in library.search("tangle", "kites", limit=3)]
    assert "fragment" not in found[:2]


def test_a_term_amid_other_words_is_not_all_that_was_asked(library: Library) -> None:
    assert numbers(library, "boxkite lantern")[0] == "2.1a"
    assert all(hit.tier != "term" for hit in library.search("boxkite lantern", "kites"))


@pytest.mark.parametrize(
    ("query", "first"),
    [("box kite lantern", "2.1a"), ("lan tern", "2.1a"), ("heavierkite", "1.2b")],
)
def test_compounds_are_split_and_joined(library: Library, query: str, first: str) -> None:
    assert numbers(library, query)[0] == first


def test_words_of_a_rule_as_they_stand_go_before_a_term_among_them(library: Library) -> None:
    hit = library.search("with tangle can't be wound up", "kites")[0]
    assert (str(hit.rule.number), hit.tier) == ("2.2b", "phrase")


def test_a_word_that_one_book_has_is_corrected_in_none(library: Library) -> None:
    assert all(hit.tier != "corrected words" for hit in library.search("loaf"))


def test_an_entry_that_matches_leads_to_its_rule(library: Library) -> None:
    assert "2.1" in numbers(library, "hard to tear")


class TestWhatIs:
    @pytest.mark.parametrize(
        "query", ["what is a tangle", "What's tangle?", "define tangle", "definition of tangle", "o que é tangle"]
    )
    def test_the_rule_below_the_heading_of_a_term_comes_first(self, library: Library, query: str) -> None:
        assert numbers(library, query)[0] == "2.2a"

    def test_more_than_a_name_is_a_question(self, library: Library) -> None:
        assert numbers(library, "what is with tangle can't be wound up")[0] == "2.2b"

    def test_nothing_is_asked_about(self, library: Library) -> None:
        assert all(hit.tier != "term" for hit in library.search("what is", "kites"))


@pytest.mark.parametrize("query", ["slipway", "what is a slipway"])
def test_a_term_that_no_rule_defines_is_defined_by_its_entry(tmp_path: Path, query: str) -> None:
    rules = "".join(f"1.{at} Each slipway slips ship {at} down the slipway.\n\n" for at in range(1, 12))
    add(tmp_path, f"1 Yards\n\n{rules}Glossary\n\nSlipway\nA slope.\n\nYard\nA place. See rule 1.1.\n", "yards")
    assert numbers(Library.open(), query, "yards")[0] == "glossary.slipway"


@pytest.mark.parametrize(
    ("query", "name"), [("bocks kight", "boxkite"), ("bocskite", "boxkite"), ("grow nded roole", "grounded rule")]
)
def test_words_that_sound_like_a_name_are_that_name(library: Library, query: str, name: str) -> None:
    assert name in find(library, query).corrected.values()
