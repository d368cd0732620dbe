"""Questions that rules are known to answer lead to those rules, and to nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import add, measured_query, numbers

from rules_cli import Library
from rules_cli.lookup.find import Lookup
from rules_cli.search import corpora, find
from rules_cli.store import paths

BOOK = """\
1 Harbour

1.1 A captain whose crew can't be paid leaves the race.

1.2 A ship with two masts sails while it has wind.

1.3 A captain pays the crew after each race.
"""
ASKED = """\
asked:
  "1.1": ["am I out when I go broke", "bankrupt skipper, still in?", "no gold left, does he go broke"]
  "1.3": ["when is payday", "payday before or after the rase", "2 crews"]
  "1.2": ["no shipp goes without a gust", "three shipps in the port", "two gusts"]
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lookup:
    """A library with a book and the questions about two of its rules."""
    add(tmp_path, BOOK, "harbour")
    edition = Library.open().installed.edition("harbour")
    words = {number: row.row.fingerprint for number in ("1.1", "1.2", "1.3") if (row := edition.get(number))}
    folder = tmp_path / "shipped" / "harbour"
    folder.mkdir(parents=True)
    (folder / "asked.yaml").write_text(ASKED, encoding="utf-8")
    (folder / "known.yaml").write_text(f'edition: "1"\nrules: {words}\n', encoding="utf-8")
    monkeypatch.setattr(paths, "shipped", lambda: folder.parent)
    corpora._open.cache_clear()
    return Library.open()


def test_a_question_leads_to_a_rule_that_has_none_of_its_words(library: Library) -> None:
    assert numbers(library, "bankrupt skipper", "harbour") == ["1.1"]
    assert numbers(library, "payday", "harbour") == ["1.3"]


def test_the_rule_whose_question_holds_most_of_the_query_is_first(library: Library) -> None:
    assert numbers(library, "does the captain go broke", "harbour")[0] == "1.1"


def test_one_question_counts_and_not_the_sum_of_all(library: Library) -> None:
    why = {
        str(hit.rule.number): "\n".join(map(str, hit.why))
        for hit in library.search("broke payday", "harbour", why=True)
    }
    assert "asked like this: “am I out when I go broke”" in why["1.1"]
    assert "asked like this: “when is payday”" in why["1.3"]


def test_a_question_without_the_rare_words_of_a_query_is_not_like_it(library: Library) -> None:
    assert numbers(library, "green window payday", "harbour") == ["1.3"]
    assert numbers(library, "green window in a quiet house payday", "harbour") == []


def test_inflections_are_alike(library: Library) -> None:
    assert numbers(library, "paydays", "harbour") == ["1.3"]


def test_another_word_for_the_same_is_alike_but_less_than_the_word_itself(library: Library) -> None:
    alike = [
        next(
            each.features["question"]
            for each in measured_query(library, query, "harbour").candidates.values()
            if each.row.number == "1.2"
        )
        for query in ("two gusts", "2 gusts", "7 gusts")
    ]
    assert alike == sorted(alike, reverse=True)
    assert len(set(alike)) == len(alike)


def test_words_of_questions_are_no_words_of_the_book(library: Library) -> None:
    (hit,) = library.search("bankrupt skipper", "harbour")
    assert hit.tier == "some words"
    assert find(library, "bankrupt captain", "harbour").absent == ("bankrupt",)
    assert numbers(library, "skippr", "harbour") == []


def test_a_word_of_one_question_may_be_a_slip_and_one_of_several_is_none(library: Library) -> None:
    assert find(library, "rase", "harbour").corrected == {"rase": "race"}
    assert find(library, "shipp", "harbour").corrected == {}


def test_only_the_chosen_rows_are_found(library: Library) -> None:
    assert library.search("payday", "harbour", within="1.1") == []
    assert library.search("payday", "harbour", kind="heading") == []
