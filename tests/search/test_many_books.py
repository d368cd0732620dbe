"""Search in several books: the best of each in turn, with the words counted over all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from searching import KITES, add
from support import Install

from rules_cli import Library
from rules_cli.lookup.terms import Term
from rules_cli.model import RuleNumber
from rules_cli.search import Findings, find, index_build


def found(query: str, book: str = "kites,bakery", limit: int = 10) -> Findings:
    return find(Library.open(), query, book, limit)


def ids(findings: Findings) -> list[str]:
    return [hit.rule.id for hit in findings.results]


def test_the_best_of_several_books_come_first(tmp_path: Path) -> None:
    for slug in ("north", "south", "west"):
        add(tmp_path, KITES, slug)
    hits = ids(found("kite gust sinks", "north,south,west", 6))
    assert [hit.partition(":")[0] for hit in hits] == ["north", "south", "west"] * 2
    assert len({hit.partition(":")[2] for hit in hits[:3]}) == 1


def test_rows_that_name_a_term_come_before_other_books(library: Library) -> None:  # noqa: ARG001
    assert [hit[0] for hit in ids(found("tangle", limit=9))] == [*"kkkkkb"]


def test_a_word_of_one_book_is_no_misspelling_in_another(tmp_path: Path) -> None:
    add(tmp_path, "1 Things\n\n1.1 A lanterx burns.\n", "north")
    add(tmp_path, "1 Things\n\n1.1 A lantern burns.\n", "south")
    assert ids(found("lantern", "north")) == ["north:1.1"]
    both = found("lantern", "north,south")
    assert (ids(both), both.corrected, both.absent) == (["south:1.1"], {}, ())


def test_a_word_that_one_book_has_is_not_absent(library: Library) -> None:  # noqa: ARG001
    assert found("loaf lantern zzqq").absent == ("zzqq",)
    assert found("loaf lantern", "kites").absent == ("loaf",)


def test_a_term_of_one_book_is_no_slang_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(tmp_path, "1 Things\n\n1.1 A crane lifts.\n", "north")
    add(tmp_path, "1 Things\n\n1.1 A davit lifts.\n", "south")
    said = {
        "north": (Term("hoist", (RuleNumber("1.1"),)),),
        "south": (Term("davit", (RuleNumber("1.1"),), also=("hoist",)),),
    }
    monkeypatch.setattr(index_build, "terms_of", lambda edition: said[edition.slug])
    assert ids(found("hoist", "north,south"))[0] == "north:1.1"


def test_a_word_of_one_book_is_not_said_to_be_corrected_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players of the south say *losing*, and no rule of it has a form of that."""
    add(tmp_path, "1 Things\n\n1.1 A crane that loses falls.\n", "north")
    add(tmp_path, "1 Things\n\n1.1 A davit is a hoist.\n", "south")
    said = {"north": (), "south": (Term("hoist", (RuleNumber("1.1"),), players=("losing",)),)}
    monkeypatch.setattr(index_build, "terms_of", lambda edition: said[edition.slug])
    assert find(Library.open(), "loses", "north,south").corrected == {}


def test_words_are_counted_over_all_books(tmp_path: Path) -> None:
    """*xaq* is rare in one book and common in both."""
    add(tmp_path, "1 Things\n\n1.1 A xaq.\n\n1.2 A yub.\n\n1.3 A yub.\n", "north")
    add(tmp_path, "1 Things\n\n" + "".join(f"1.{at} A xaq.\n\n" for at in range(1, 30)), "south")
    assert ids(found("xaq yub", "north"))[0] == "north:1.1"
    assert ids(found("xaq yub", "north,south"))[0] == "north:1.2"


def test_no_file_is_kept_for_several_books(library: Library, home: Path) -> None:  # noqa: ARG001
    found("tangle")
    assert [path.name for path in (home / "cache").iterdir() if "join" in path.name] == []


def test_a_word_that_one_book_goes_on_with_is_not_corrected_by_another(tmp_path: Path) -> None:
    add(tmp_path, "1 Things\n\n1.1 A davit tramples.\n", "north")
    add(tmp_path, "1 Things\n\n1.1 A crane has a trap.\n", "south")
    assert find(Library.open(), "davit tra", "north,south", unfinished=True).corrected == {}
    assert find(Library.open(), "davit trop", "north,south").corrected == {"trop": "trap"}


def test_a_correction_is_the_word_of_the_name_that_was_meant(install: Install) -> None:
    book = (
        "1 Kites\n\n1.1 Ral is a kite.\n\n1.2 This is called the “kite rule”.\n\nGlossary\n\nKite Rule\nSee rule 1.2.\n"
    )
    install("kites", {"2026": book})
    assert find(Library.open(), "kite rul", "kites").corrected == {"rul": "rule"}
    assert find(Library.open(), "rul", "kites").corrected == {"rul": "ral"}


@pytest.mark.parametrize(("often", "seldom", "typed"), [("rowing", "rowqg", "rowng"), ("trapeze", "trapxe", "trapze")])
def test_of_two_words_as_near_the_frequent_one_is_meant(tmp_path: Path, often: str, seldom: str, typed: str) -> None:
    for times, meant in ((20, often), (1, seldom)):
        many = "".join(f"1.{number} A crew of {number} may try {often} here.\n\n" for number in range(2, 2 + times))
        slug = f"lakes{times}"
        add(tmp_path, f"1 Lakes\n\n1.1 A {seldom} is a bird.\n\n{many}", slug)
        assert find(Library.open(), f"crew {typed}", slug).corrected == {typed: meant}
