"""Permanent citations are found by their words, even if the edition or the number is gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.lookup.rule_lookup import official_link
from rules_cli.model import RuleNumber
from rules_cli.store.book_info import BookInfo
from rules_cli.text import fingerprint

OLDER = "1 Ships\n\n1.1 Cargo\n\n1.1.1 Cargo is any card beneath a ship.\n\n1.1.2 Cargo sinks with its ship.\n"
NEWER = "1 Ships\n\n1.1 Cargo\n\n1.1.1 Cargo is loaded by day.\n\n1.1.2 Cargo is any card beneath a ship.\n"


@pytest.fixture
def port(run: Run, install: Install) -> Run:
    """The command line with two editions of a made-up book."""
    install("port", {"2020-01-01": OLDER, "2021-01-01": NEWER})
    return run


def permanent(run: Run, rule_id: str) -> str:
    """The permanent citation of a rule."""
    (value,) = json.loads(run("cite", rule_id, "--json").out)
    return str(value["permanent"])


def shown(run: Run, cited: str, *more: str) -> list[tuple[str, str]]:
    """The edition and number of each rule that `show` answers with."""
    return [(rule["edition"], rule["number"]) for rule in json.loads(run("show", cited, *more, "--json").out)]


def test_it_is_short_and_says_book_edition_number_and_words(port: Run) -> None:
    cited = permanent(port, "port@2020-01-01:1.1.1")
    assert cited.startswith("port@2020-01-01:1.1.1~")
    assert len(cited.partition("~")[2]) == 8


@pytest.mark.parametrize(
    "rule", ["port@2020-01-01:1.1.2", "port:1.1.1", "port:1.1", "fab:2.7.3a", "fab:2.7", "ga:cost.7"]
)
def test_what_is_installed_is_shown_without_more_ado(port: Run, rule: str) -> None:
    cited = permanent(port, rule)
    assert shown(port, cited) == [(cited.partition("@")[2].partition(":")[0], rule.partition(":")[2])]
    assert " is now " not in port(cited).out


def test_an_edition_that_is_gone_is_found_in_another_with_a_note(port: Run) -> None:
    cited = permanent(port, "port@2020-01-01:1.1.1")
    port("remove", "port@2020-01-01")
    assert shown(port, cited) == [("2021-01-01", "1.1.2")]
    ran = port("show", cited)
    assert ran.code == 0
    assert f"{cited} is now port@2021-01-01:1.1.2; edition 2020-01-01 is not installed" in ran.out


def test_a_wrong_number_is_found_by_its_words(port: Run) -> None:
    words = permanent(port, "port@2020-01-01:1.1.2").partition("~")[2]
    assert shown(port, f"port@2021-01-01:1.1.2~{words}") == [("2020-01-01", "1.1.2")]
    assert shown(port, f"port@2020-01-01:1.1.1~{words}") == [("2020-01-01", "1.1.2")]
    assert shown(port, f"port:9.9~{words.upper()}]") == [("2020-01-01", "1.1.2")]


def test_words_that_several_rules_have_are_all_shown_but_for_the_one_of_the_number(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1 A\n\n1.1 B\n\n1.1.1 See below.\n\n1.1.2 See below.\n\n1.1.3 See above.\n", encoding="utf-8")
    run("import", str(path), "--book", "port", "--edition", "1")
    words = permanent(run, "port:1.1.2").partition("~")[2]
    assert shown(run, f"port@1:1.1.2~{words}") == [("1", "1.1.2")]
    assert shown(run, f"port@0:1.1.2~{words}") == [("1", "1.1.2")]
    assert shown(run, f"port@0:1.1.9~{words}") == [("1", "1.1.1"), ("1", "1.1.2")]


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        (
            "port@2020-01-01:1.1.1~00000000",
            "there is port@2021-01-01:1.1.1, port@2020-01-01:1.1.1, but their words differ",
        ),
        ("port@2020-01-01:9.1~00000000", "no rule port:9.1, nor its words under another number; closest: port:"),
        ("fab@2025:2.7.3a~00000000", "there is fab@2025:2.7.3a, but its words differ"),
        ("nowhere@1:1.1~00000000", 'no book "nowhere"'),
    ],
)
def test_words_that_are_nowhere_exit_1_with_one_line(port: Run, cited: str, said: str) -> None:
    ran = port("show", cited)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "error" in json.loads(port("show", cited, "--json").out)


def test_without_a_book_it_is_looked_up_in_the_chosen_one(port: Run) -> None:
    cited = permanent(port, "port:1.1.2").partition(":")[2]
    assert shown(port, cited, "-b", "port") == [("2021-01-01", "1.1.2")]
    assert port("show", cited).code == 2


@pytest.mark.parametrize("form", ["plain", "markdown", "html"])
def test_every_form_of_a_citation_has_it_where_that_is_asked(port: Run, form: str) -> None:
    cited = permanent(port, "port:1.1.2")
    assert cited in port("cite", "port:1.1.2", "--permanent", "--format", form).out.replace("\\", "")
    assert "~" not in port("cite", "port:1.1.2", "--format", form).out


def test_a_name_cut_short_is_no_number(port: Run) -> None:
    assert port("show", "port@2020-01-01:1.1.1~0123").code == 2


def test_a_citation_made_before_signs_counted_still_finds_its_rule(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1 A\n\n1.1 B\n\n1.1.1 A ship gets -1/-1.\n\n1.1.2 A ship gets +1/+1.\n", encoding="utf-8")
    run("import", str(path), "--book", "port", "--edition", "1")
    old = fingerprint("A ship gets -1/-1.", version=1)[:8]
    assert old not in permanent(run, "port:1.1.1")
    assert shown(run, f"port@1:1.1.1~{old}") == [("1", "1.1.1")]
    assert shown(run, f"port@1:1.1.2~{old}") == [("1", "1.1.2")]


@pytest.mark.parametrize("cited", ["fab@2025:2.0.3d~5f3cb2f4", "fabula@undated:1.15.1~ada95b29"])
def test_old_citations_of_what_ships_without_its_text_still_resolve(run: Run, cited: str) -> None:
    assert cited not in permanent(run, cited.partition("~")[0])
    number = cited.partition("~")[0].partition(":")[2]
    assert [found for _, found in shown(run, cited)] == [number]


@pytest.mark.parametrize(
    ("pattern", "address"),
    [
        ("https://rules.example/#{number}", "https://rules.example/#704.5j"),
        ("https://rules.example/#R{compact}", "https://rules.example/#R7045j"),
        ("https://rules.example/", "https://rules.example/"),
        ("", None),
    ],
)
def test_the_address_of_a_rule_follows_the_pattern_of_its_book(pattern: str, address: str | None) -> None:
    assert official_link(BookInfo("kites", "Kite Rules", "en", link=pattern), RuleNumber("704.5j#2")) == address
