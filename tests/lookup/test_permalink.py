"""Permanent citations are found by their words, even if the edition or the number is gone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.lookup.permalink import listed_permalinks, words_digits
from rules_cli.model import Row, RuleNumber, RuleText
from rules_cli.store.book_info import BookInfo
from rules_cli.store.editions import InstalledBooks
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


def shipped_rows(book: str) -> list[Row]:
    """The rows of the edition that ships."""
    return [entry.row for entry in InstalledBooks().edition(book).entries()]


def shown(run: Run, cited: str, *more: str) -> list[tuple[str, str]]:
    """The edition and number of each rule that `show` answers with."""
    return [(rule["edition"], rule["number"]) for rule in json.loads(run("show", cited, *more, "--json").out)]


def test_it_is_short_and_says_book_edition_number_and_words(port: Run) -> None:
    cited = permanent(port, "port@2020-01-01:1.1.1")
    assert cited.startswith("port@2020-01-01:1.1.1~")
    assert len(cited.partition("~")[2]) == 24
    assert len(permanent(port, "fab:2.7.3a").partition("~")[2]) == 8  # it ships without its text


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
    assert " today" not in ran.out
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
        ("port@2020-01-01:1.1.1~00000000", "no rule of port has the words of port@2020-01-01:1.1.1~00000000"),
        ("port@2019-01-01:1.1.1~00000000", "import edition 2019-01-01 to see what became of them"),
        (f"port@2019-01-01:1.1.1~{'0' * 24}", "no installed edition has the words"),
        ("fab@2025:2.7.3a~00000000", "no rule of fab has the words"),
        ("nowhere@1:1.1~00000000", 'no book "nowhere"'),
    ],
)
def test_words_that_are_nowhere_exit_1_with_one_line(port: Run, cited: str, said: str) -> None:
    ran = port("show", cited)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not any(address in ran.err for address in ("port:1", "port@2021-01-01:", "fab:2"))  # no rule of that number
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
    assert BookInfo("kites", "Kite Rules", "en", link=pattern).address_of(RuleNumber("704.5j#2")) == address


def test_the_digits_never_change() -> None:
    """Citations that people made have them."""
    row = Row(
        RuleNumber("1"), "rule", words=RuleText("A gull on deck is no passenger (see rule 1.1.1)."), fingerprint="0"
    )
    assert words_digits(row) == "35d7c2ed21a739893cb3e7e2"


# --- words that changed

BOARDING = (
    "{number} A passenger may step aboard only while {who} ship lies at the quay and {its} crew has lowered a plank."
)
PARTING = "{number} At dusk each lamp along the pier is lit by the youngest keeper who was on watch that day."


def harbour(*rules: str) -> str:
    """A book with rules under 1.1."""
    return "\n\n".join(["1 Ships", "1.1 Boarding", *rules]) + "\n"


OF_2020 = harbour(
    BOARDING.format(number="1.1.1", who="his or her", its="its"),
    "1.1.2 A gull on deck is no passenger (see rule 1.1.1).",
    "1.1.3 A passenger without a ticket swims.",
)
OF_2021 = harbour(
    PARTING.format(number="1.1.1"),
    "1.1.2 A passenger may never swim.",
    "1.1.3 A gull on deck is no passenger (see rule 1.1.4).",
    BOARDING.format(number="1.1.4", who="their", its="its"),
)


@pytest.fixture
def quay(run: Run, install: Install) -> Run:
    """The command line with two editions: rules moved, and one was reworded."""
    install("quay", {"2020-01-01": OF_2020, "2021-01-01": OF_2021})
    return run


def test_a_rule_in_which_only_the_number_of_another_changed_is_found(quay: Run) -> None:
    cited = permanent(quay, "quay@2020-01-01:1.1.2")
    quay("remove", "quay@2020-01-01")
    assert shown(quay, cited) == [("2021-01-01", "1.1.3")]
    assert "is now quay@2021-01-01:1.1.3; edition 2020-01-01 is not installed" in quay("show", cited).out


def test_a_reworded_rule_is_found_by_likeness_as_a_guess(quay: Run) -> None:
    cited = permanent(quay, "quay@2020-01-01:1.1.1")
    quay("remove", "quay@2020-01-01")
    assert shown(quay, cited) == [("2021-01-01", "1.1.4")]
    assert "is perhaps quay@2021-01-01:1.1.4; its words changed" in quay("show", cited).out


def test_a_rule_that_is_gone_is_not_taken_for_the_one_with_its_number(quay: Run) -> None:
    cited = permanent(quay, "quay@2020-01-01:1.1.3")
    quay("remove", "quay@2020-01-01")
    ran = quay("show", cited)
    assert (ran.code, ran.out) == (1, "")
    assert "import edition 2020-01-01" in ran.err
    assert "2021-01-01" not in ran.err


@pytest.mark.parametrize(
    ("number", "today"),
    [
        ("1.1.1", "quay@2020-01-01:1.1.1 is quay:1.1.4 today, with other words (edition 2021-01-01)"),
        ("1.1.2", "quay@2020-01-01:1.1.2 is quay:1.1.3 today (edition 2021-01-01)"),
        ("1.1.3", "quay@2020-01-01:1.1.3 is not there any more today (edition 2021-01-01)"),
    ],
)
def test_of_an_older_edition_it_says_what_the_rule_is_today(quay: Run, number: str, today: str) -> None:
    cited = permanent(quay, f"quay@2020-01-01:{number}")
    assert shown(quay, cited) == [("2020-01-01", number)]
    assert today in quay("show", cited).out


@pytest.mark.parametrize(("equal", "found"), [(9, False), (10, True)])
def test_ten_of_sixteen_digits_make_two_rules_alike(quay: Run, equal: int, found: bool) -> None:
    digits = permanent(quay, "quay:1.1.4").partition("~")[2][8:]
    others = "".join("0123456789abcdef"[int(digit, 16) - 1] for digit in digits[equal:])
    ran = quay("show", f"quay@2019-01-01:1.1.9~00000000{digits[:equal]}{others}")
    assert ("is perhaps quay@2021-01-01:1.1.4" in ran.out) == found


@pytest.mark.parametrize(("count", "found"), [(3, True), (4, False)])
def test_three_rules_at_most_are_guessed(run: Run, install: Install, count: int, found: bool) -> None:
    rules = [BOARDING.format(number=f"1.1.{number}", who="a", its="a") for number in range(1, count + 1)]
    install("quay", {"2021-01-01": harbour(*rules)})
    digits = permanent(run, "quay:1.1.1").partition("~")[2][8:]
    ran = run("show", f"quay@2019-01-01:1.1.9~00000000{digits}")
    assert ("perhaps" in ran.out) == found


def test_a_glossary_that_repeats_a_rule_is_not_that_rule(run: Run, install: Install) -> None:
    glossary = "Glossary\n\nGull\nA gull on deck is no passenger.\n\nQuay\nThe wall where ships lie.\n"
    install("quay", {"2021-01-01": harbour("1.1.1 A gull on deck is no passenger.") + "\n" + glossary})
    digits = permanent(run, "quay:1.1.1").partition("~")[2]
    assert shown(run, f"quay@2020-01-01:1.1.9~{digits}") == [("2021-01-01", "1.1.1")]
    assert shown(run, f"quay@2020-01-01:glossary.bird~{digits}") == [("2021-01-01", "glossary.gull")]


def test_a_citation_of_version_2_finds_the_same_words_alone(quay: Run) -> None:
    words = fingerprint("A gull on deck is no passenger (see rule 1.1.1).")[:8]
    assert shown(quay, f"quay@2020-01-01:1.1.2~{words}") == [("2020-01-01", "1.1.2")]
    quay("remove", "quay@2020-01-01")
    assert quay("show", f"quay@2020-01-01:1.1.2~{words}").code == 1


def test_one_of_the_official_text_finds_what_ships_without_its_text(run: Run) -> None:
    """The rule's text has numbers of rules, so that its fingerprint of version 3 is another than the tree's."""
    listed = listed_permalinks("fab")
    (number, words), *_ = [
        (row.number, listed[row.fingerprint or ""].split()[-1])
        for row in shipped_rows("fab")
        if row.fingerprint in listed
    ]
    assert shown(run, f"fab@2024:9.9.9~{words[:8]}{'0' * 16}") == [("2025", number)]


def test_a_rule_that_ends_in_a_colon_is_cited_with_its_list(run: Run, install: Install) -> None:
    install("quay", {"2024": "1 Quays\n\n1.1 A crane lifts one of these:\n\n1.1.1 a crate;\n\n1.1.2 a barrel.\n"})
    lines = run("cite", "quay:1.1").out.splitlines()
    assert [line.partition(" ")[2].strip() for line in lines[1:3]] == ["a crate;", "a barrel."]
    assert "a crate" not in run("cite", "quay:1").out
