"""`rules explain`: terms only where a rule uses them as such, and pages of a screen and a half."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from searching import add
from support import Run

from rules_cli import Library
from rules_cli.lookup.explain import explain
from rules_cli.lookup.terms import TermsFile, _everyday_words, _WordUse

GLOSSARY = """\
Glossary

Crane
A tall machine. See section 2.

Line of Sight
What a captain sees. See rule 2.1.
"""


def _book(tmp_path: Path, at_home: int, away: int, title: str = "Machines", plain: int = 0) -> Library:
    """A book that uses the word "crane" in some rules of its own section, and in some of another one."""
    other = [*["A crane is far."] * away, *["Nothing is here."] * plain, "The line of sight is free."]
    rules = [f"1.{at} {text}" for at, text in enumerate(other, 1)]
    rules += [f"2 {title}", *(f"2.{at} A crane lifts." for at in range(1, at_home + 1))]
    add(tmp_path, "\n\n".join(["1 Ports", *rules, GLOSSARY]), "port")
    return Library.open()


def _terms(library: Library, number: str, book: str = "port") -> list[tuple[str, str]]:
    found = explain(library, library.find([number], book).rows[0])
    return [(term.name, term.rule.number) for term in found.terms]


@pytest.mark.parametrize(("away", "listed"), [(3, True), (4, False)])
def test_a_word_that_is_mostly_used_elsewhere_is_no_term(tmp_path: Path, away: int, listed: bool) -> None:
    library = _book(tmp_path, at_home=2, away=away)  # 2 of 5 are 0.4
    assert _terms(library, "1.1") == ([("Crane", "2.1")] if listed else [])


@pytest.mark.parametrize(("away", "listed"), [(8, True), (9, False)])
def test_the_title_of_a_section_is_a_term_further_away(tmp_path: Path, away: int, listed: bool) -> None:
    library = _book(tmp_path, at_home=3, away=2 * away, title="Crane", plain=500)  # 3 of 19, 3 of 21
    assert _terms(library, "1.1") == ([("Crane", "2.1")] if listed else [])


@pytest.mark.parametrize(("plain", "listed"), [(209, True), (208, False)])
def test_a_word_in_more_than_a_twentieth_of_the_rules_is_no_term(tmp_path: Path, plain: int, listed: bool) -> None:
    library = _book(tmp_path, at_home=5, away=6, plain=plain - 1)  # 11 of 220 rules
    assert bool(_terms(library, "1.1")) == listed


@pytest.mark.parametrize(("away", "listed"), [(4, True), (5, False)])
def test_a_short_book_may_use_a_word_in_ten_rules(tmp_path: Path, away: int, listed: bool) -> None:
    library = _book(tmp_path, at_home=6, away=away)
    assert bool(_terms(library, "1.1")) == listed


def test_a_name_of_several_words_is_a_term_wherever_it_is(tmp_path: Path) -> None:
    assert _terms(_book(tmp_path, at_home=1, away=9), "1.10") == [("Line of Sight", "2.1")]


def test_everyday_words_may_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = _book(tmp_path, at_home=2, away=1)
    monkeypatch.setattr("rules_cli.lookup.terms.terms_file", lambda _: TermsFile(everyday=("Crane",)))
    edition = library.installed.edition("port")
    assert _everyday_words("port", {}, _WordUse(edition)) == {"crane"}


def test_a_term_cites_the_rule_that_names_it_first(tmp_path: Path) -> None:
    text = "1 Ports\n\n1.1 An anchor chain is here.\n\n2 Ships\n\n2.1 Ships sail.\n\n2.2 An anchor chain.\n\n"
    add(tmp_path, text + "Glossary\n\nAnchor Chain\nIt holds a ship. See section 2.\n", "port")
    library = Library.open()
    (term,) = explain(library, library.find(["1.1"], "port").rows[0]).terms
    assert (term.rule.number, term.definition) == ("2.2", "It holds a ship. See section 2.")


@pytest.mark.parametrize(("number", "terms"), [("2.2", [("Crane", "2.1")]), ("2.1", [])])
def test_the_title_of_its_section_explains_no_term_of_a_rule_but_the_defining_rule_does(
    tmp_path: Path, number: str, terms: list[tuple[str, str]]
) -> None:
    assert _terms(_book(tmp_path, at_home=3, away=2, title="Crane", plain=100), number) == terms


def test_a_title_with_the_plural_of_a_term_defines_it(tmp_path: Path) -> None:
    text = "1 Ports\n\n1.1 A harbour duty.\n\n2 Money\n\n2.1 Duties are paid.\n\n3 Harbour Duties Today\n\n3.1 Pay."
    add(tmp_path, f"{text}\n\nGlossary\n\nHarbour Duty\nIt is paid. See section 2 and section 3.\n", "port")
    assert _terms(Library.open(), "1.1") == [("Harbour Duty", "3.1")]


LONG = "1 Kites\n\n" + "".join(
    f"1.{at} A kite of kind {at} flies over the sea and the land, and comes down when the wind is gone (see rule "
    f"2.{at}).\n\n1.{at}a It may have a tail. Then it is slow.\n\nExample: A kite flies.\n\n2.{at} A word.\n\n"
    for at in range(1, 40)
)


def test_an_explanation_fits_a_screen_and_a_half(tmp_path: Path, run: Run) -> None:
    add(tmp_path, LONG.replace("\n\n2.", "\n\n1.9") + "3 " + "Very long. " * 600, "kites")
    for number, least in (("1", 30), ("1.1", 1), ("1.39", 1)):
        out = run("explain", number, "-b", "kites").out
        assert least <= sum(1 + len(line) // 80 for line in out.splitlines()) <= 36, number


def test_what_does_not_fit_is_named_with_the_command_that_shows_it(tmp_path: Path, run: Run) -> None:
    add(tmp_path, LONG.replace("\n\n2.", "\n\n1.9"), "kites")
    out = run("explain", "1", "-b", "kites").out
    assert "more: " in out
    assert "(rules show kites:1)" in out
    assert "see above" not in out


def test_references_are_followed_twice(tmp_path: Path, run: Run) -> None:
    add(
        tmp_path,
        "\n\n".join(["1 Kites", *(f"1.{at} See rule 1.{at + 1}." for at in range(1, 5)), "1.5 A kite."]),
        "kites",
    )
    first = json.loads(run("explain", "1.1", "-b", "kites", "--json").out)["leans_on"]
    second = first[0]["leans_on"]
    assert [each[0]["rule"]["number"] for each in (first, second)] == ["1.2", "1.3"]
    assert second[0]["leans_on"] == []


def test_a_depth_shows_every_rule_whole(tmp_path: Path, run: Run) -> None:
    add(tmp_path, LONG.replace("\n\n2.", "\n\n1.9"), "kites")
    out = run("explain", "1", "-b", "kites", "--depth", "1").out
    assert "more: " not in out
    assert "…" not in out
    assert out.count("e.g. A kite flies.") == 39


@pytest.mark.slow
def test_explanations_of_magic(magic: Run) -> None:
    def terms(number: str) -> dict[str, str]:
        found = json.loads(magic("explain", number, "-b", "mtg", "--json").out)["terms"]
        return {term["term"]: term["rule"]["number"] for term in found}

    assert terms("601.2f")["Mana Cost"] == "202.1"
    assert terms("702.140a")["Static Ability"] == "604.1"
    everyday = {"If", "Becomes", "Locked", "set", "Variant", "Enter", "Unless", "Instead"}
    for number in ("601.2f", "702.19", "613", "702.19b", "614.1"):
        assert everyday.isdisjoint(terms(number)), number
    for asked in ("601.2f", "613", "layers", "702.19b", "702", "7"):
        out = magic("explain", asked, "-b", "mtg").out
        assert sum(1 + (len(line) - 1) // 80 for line in out.splitlines()) <= 36, asked
