"""The words that players say meet the terms of an imported book: of its glossary, of its titles, of its keywords."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import SHARED, Run

from rules_cli import Library
from rules_cli.lookup.terms import listed_terms, look_up, terms_of
from rules_cli.text import fold

BOOK = """\
8 Words

8.3 What Cards Do

8.3.1 Go Again

8.3.1a A kite that goes again may fly once more this turn.

8.3.2 Instant

8.3.2a An instant is flown at any moment.

8.4 Chain Links

8.4.1 A link holds one kite and one tail.
"""
PAGE = """\
# Game Zones - Memory

1. Cards in memory lie face down.
2. Nobody may look at them.
"""
OFFICIAL = SHARED / "sources" / "mtg" / "2024-11-08.txt"


@pytest.fixture
def whole(tmp_path: Path, run: Run) -> Library:
    """The user's own editions of two books that ship as excerpts."""
    for slug, name, text in (("fab", "book.txt", BOOK), ("ga", "page.md", PAGE)):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert run("import", str(path), "--book", slug, "--edition", "2099").code == 0
    return Library.open()


def test_slang_finds_what_a_title_names(whole: Library) -> None:
    (meaning,) = look_up(whole, "goagain", "fab")
    assert (meaning.term.name, meaning.how) == ("Go Again", "also called")
    assert meaning.rules[0].number == "8.3.1"


def test_slang_finds_a_title_in_the_plural(whole: Library) -> None:
    (meaning,) = look_up(whole, "cl", "fab")
    assert meaning.rules[0].number == "8.4"


def test_a_page_is_called_by_what_follows_its_section(whole: Library) -> None:
    assert look_up(whole, "memory", "ga@2099")[0].rules[0].number == "memory"
    assert look_up(whole, "mem", "ga@2099")[0].rules[0].number == "memory"


def test_a_title_says_more_of_a_keyword_than_the_list_it_stands_in(whole: Library) -> None:
    (meaning,) = look_up(whole, "insta", "fab")
    assert meaning.term.keyword == "type"
    assert meaning.rules[0].number == "8.3.2"


def test_players_words_leave_a_shipped_keyword_what_it_is() -> None:
    (meaning,) = look_up(Library.open(), "defence reaction", "fab")
    assert (meaning.term.name, meaning.term.keyword) == ("Defense Reaction", "type")
    assert meaning.rules[0].number == "2.15.6a"


def test_a_term_that_no_book_here_names_is_none() -> None:
    shipped = Library.open().installed.shipped("mtg")
    assert shipped is not None
    assert "commander tax" not in {fold(term.name) for term in terms_of(shipped)}


@pytest.mark.parametrize(("slug", "least"), [("mtg", 150), ("fab", 60), ("ga", 50)])
def test_terms_without_rules_are_there_for_their_words(slug: str, least: int) -> None:
    bare = [term for term in listed_terms(slug) if not term.rules]
    assert len(bare) >= least
    assert not [term.name for term in bare if not term.also or len(set(term.also)) < len(term.also)]


def test_every_such_term_is_one_of_the_official_glossary(run: Run) -> None:
    if not OFFICIAL.exists():
        pytest.skip("the source rulebooks are not in ../shared/sources")
    assert run("import", str(OFFICIAL), "--book", "mtg").code == 0
    named = {fold(term.name) for term in terms_of(Library.open().installed.edition("mtg", "2024-11-08"))}
    assert not [term.name for term in listed_terms("mtg") if not term.rules and fold(term.name) not in named]
