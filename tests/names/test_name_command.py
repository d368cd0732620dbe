"""`rules name` at the command line: exit codes, JSON, standard input, card lists."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from names.games import NAMING
from support import Run

from rules_cli.cards.card_list import open_lists
from rules_cli.store import data_files, paths


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put bytes on standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_yes_or_no_comes_first_then_the_rule_then_notes(run: Run) -> None:
    ran = run("name", "match", "Dawnblade", "Dawnblade, Resplendent", "-b", "fab")
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (1, "")
    assert lines[0] == "No: two names with one moniker, Dawnblade."
    assert lines[1].startswith("  fab@2025:2.7.3c  ")
    assert lines[-1].startswith("  note: Naming Dawnblade does not name")


EXITS = {
    "same name": (("match", "Bravo", "BRAVO"), 0),
    "same moniker": (("match", "Bravo", "Bravo, Showstopper"), 1),
    "a part of a name is no match": (("match", "Aether", "Blazing Aether"), 1),
    "a part": (("part", "Aether", "Blazing Aether"), 0),
    "no part": (("part", "Proto", "Breaker Helm Protos"), 1),
    "a moniker": (("moniker", "Data Doll MKII"), 0),
    "no way to know": (("moniker", "Blazing Aether"), 1),
    "vouched for": (("moniker", "Blazing Aether", "--personal"), 0),
    "empty": (("match", "", "Bravo"), 2),
    "found": (("find", "dorinthia"), 0),
    "not found": (("find", "qqqqqq"), 1),
}


@pytest.mark.parametrize(("argv", "code"), EXITS.values(), ids=EXITS.keys())
def test_the_exit_code_is_the_answer(run: Run, argv: tuple[str, ...], code: int) -> None:
    for form in ((), ("--json",)):
        ran = run("name", *argv, "-b", "fab", *form)
        assert ran.code == code
        assert bool(ran.out) == (code != 2)
        assert ran.err.count("\n") == (1 if code == 2 else 0)


USAGE = {
    "too few": (("match", "Bravo"), 'match needs two names; put quotes around each: rules name match "A" "B"'),
    "too many": (("match", "Bravo", "Star", "Show"), "match needs two names; put quotes around each"),
    "no name": (("moniker",), "moniker needs one name"),
    "a name without quotes": (("moniker", "Data", "Doll"), "moniker needs one name"),
    "no part": (("part", "Proto"), "part needs a part and a name"),
    "nothing asked": ((), "name which question?"),
    "too many for standard input": (("match", "-", "-", "-"), "match needs two names"),
}


@pytest.mark.parametrize(("argv", "line"), USAGE.values(), ids=USAGE.keys())
def test_wrong_usage_is_explained_in_a_line(run: Run, argv: tuple[str, ...], line: str) -> None:
    ran = run("name", *argv, *(("-b", "fab") if argv else ()))
    assert ran.code == 2
    assert ran.err.startswith(f"rules: {line}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("book", [(), ("-b", "chess"), ("-b", "../fab"), ("-b", "")])
def test_no_book_or_an_unknown_one(run: Run, book: tuple[str, ...]) -> None:
    ran = run("name", "match", "Kestrel", "Kestrel", *book)
    assert (ran.code, ran.err) == (2, "rules: which game? add -b fab, -b fabula, -b ga or -b mtg\n")


ONLY_GAMES = {
    "fab": ("match", "Bravo", "Dorinthea Ironsong"),
    "mtg": ("match", "Fire // Ice", "ice"),
    "ga": ("moniker", "Rai, Archmage"),
}


@pytest.mark.parametrize(("book", "argv"), ONLY_GAMES.items())
def test_the_only_game_that_knows_the_names_is_meant(run: Run, book: str, argv: tuple[str, ...]) -> None:
    ran = run("name", *argv, "--json")
    assert json.loads(ran.out)["book"] == book
    assert ran.err == f"rules: {book}: the only game here that knows this name\n"
    assert run("name", *argv[:1], *["Kestrel Vane"] * len(argv[1:])).code == 2, "no game knows it"
    if argv[0] == "match":
        assert json.loads(run("name", "match", argv[1], "Kestrel Vane", "--json").out)["book"] == book


@pytest.mark.parametrize(
    "argv",
    [
        ("match", "Ghost", "Keeper // Ghost", "-b", "mtg"),
        ("match", "Mors Edge", "Mòr's Edge", "-b", "fab"),
        ("match", "Bravo Specialization", "Bravo Kestrel", "-b", "fab"),
        ("part", "Ghost", "Keeper // Ghost", "-b", "mtg"),
    ],
)
def test_what_cannot_be_told_is_null_in_json_and_exits_1(run: Run, argv: tuple[str, ...]) -> None:
    ran = run("name", *argv, "--json")
    assert (ran.code, json.loads(ran.out)["match"]) == (1, None)
    assert run("name", *argv).out.startswith("Cannot tell") or "asks" in run("name", *argv).out


def test_a_moniker_read_from_the_form_of_a_name_is_a_perhaps(run: Run) -> None:
    assert run("name", "moniker", "Lady Luck", "-b", "fab").out.startswith("Perhaps: Luck (from the form of the name")
    assert run("name", "moniker", "Lady Luck", "-b", "fab", "--personal").out.startswith("Moniker: Luck (from the form")
    assert run("name", "moniker", "Ser Boltyn, Breaker of Dawn", "-b", "fab").out.startswith("Moniker: Boltyn\n")
    bones = run("name", "moniker", "Gravy Bones", "-b", "fab")
    assert bones.out.startswith(
        "Cannot tell where the moniker of this name ends (fab@2025:2.7.3).\n  Gravy or Gravy Bones."
    )


@pytest.mark.parametrize("book", ["fab", "mtg", "ga"])
def test_a_page_is_in_one_language(run: Run, book: str) -> None:
    for question in (("match", "Ana", "Bia"), ("match", "Ana", "Ana Bia"), ("moniker", "Ana, Rei")):
        argv = ("name", *question, "-b", book)
        assert run(*argv, "--lang", "pt").out == run(*argv, "--lang", "en").out
        of_fabula = ("name", *question, "-b", "fabula")
        assert run(*of_fabula, "--lang", "pt").out != run(*of_fabula, "--lang", "en").out


def test_the_book_may_be_chosen_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_BOOK", "mtg@2006-10-01")
    assert json.loads(run("name", "match", "Forest", "forest", "--json").out)["book"] == "mtg"


def test_a_book_of_the_users_own_is_compared_by_its_words(run: Run, harbour: Path) -> None:
    assert run("import", str(harbour), "--book", "harbour").code == 0
    ran = run("name", "match", "Судно", "судно", "-b", "harbour", "--json")
    assert (ran.code, json.loads(ran.out)["because"]) == (0, [])


def test_a_match_in_json_cites_rules_with_their_words(run: Run) -> None:
    answer = json.loads(run("name", "match", "Sink Below (red)", "Sink Below", "-b", "fab", "--json").out)
    assert (answer["match"], answer["relation"], answer["distinct"]) == (True, "same-name", None)
    assert [rule["rule"] for rule in answer["because"]] == ["fab@2025:2.7.5", "fab@2.14.0:1.3.4"]
    assert [rule["installed"] for rule in answer["because"]] == [True, False]
    assert all(rule["text"] for rule in answer["because"])


def test_an_unknown_moniker_says_what_to_do(run: Run) -> None:
    out = run("name", "moniker", "Stone Wolf, Sworn Foe", "-b", "fab").out
    assert out.startswith("Cannot tell whether this is a personal name; if not, it has no moniker (fab@2025:2.7.3a).\n")
    assert (
        "If it is: Stone, or Stone Wolf. Import a card list with `rules card import`, or repeat with --personal." in out
    )


@pytest.mark.parametrize("book", NAMING)
def test_every_deciding_rule_has_words(book: str) -> None:
    """Rules that no shipped book has are restated in names.yaml."""
    found = NAMING[book]
    cited = {rule for rules in found.decided_by.values() for rule in rules}
    shipped = {str(number) for path in _words_of(book) for number in data_files.load_yaml(path)}
    assert cited - set(found.restated) <= shipped
    assert set(found.restated) <= cited


def _words_of(book: str) -> list[Path]:
    return sorted((paths.shipped() / book / "words").glob("*/*.yaml"))


def test_a_deciding_rule_is_quoted_from_the_edition_it_was_read_in(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "older.txt"
    path.write_text("2 Objects\n\n2.7 Name\n\n2.7.5 Names are equal if they are alike.\n", encoding="utf-8")
    assert run("import", str(path), "--book", "fab", "--edition", "2025-05-20").code == 0
    (rule,) = json.loads(run("name", "match", "Bravo", "BRAVO", "-b", "fab", "--json").out)["because"]
    assert rule["rule"] == "fab@2025:2.7.5"
    assert "alike" not in rule["text"]


def test_a_rule_of_the_same_number_and_other_words_is_not_cited(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "general.txt"
    path.write_text("1 General\n\n1.3 Cards\n\n1.3.4 Faces make cards distinct.\n", encoding="utf-8")
    assert run("import", str(path), "--book", "fab", "--edition", "2025-05-20").code == 0
    because = json.loads(run("name", "match", "Surge (1)", "Surge (2)", "-b", "fab", "--json").out)["because"]
    assert [(rule["rule"], rule["installed"]) for rule in because] == [
        ("fab@2025:2.7.5", True),
        ("fab@2.14.0:1.3.4", False),
    ]
    out = run("name", "match", "Surge (1)", "Surge (2)", "-b", "fab").out
    assert "(our words; fab@2.14.0 is not installed)" in out


# --- standard input


def test_pairs_from_standard_input(run: Run, typed: Any) -> None:
    typed("\ufeffBravo\tBRAVO\r\n\nDawnblade\tDawnblade, Resplendent\n".encode())
    ran = run("name", "match", "-", "-b", "fab")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "yes\tsame-name\tBravo\tBRAVO\tfab@2025:2.7.5",
        "no\tsame-moniker\tDawnblade\tDawnblade, Resplendent\tfab@2025:2.7.3c",
    ]


def test_a_deck_list_against_one_name(run: Run, typed: Any) -> None:
    typed(b"Dawnblade\nDAWNBLADE\n")
    ran = run("name", "match", "Dawnblade", "-", "-b", "fab", "--json")
    assert ran.code == 0
    assert [json.loads(line)["b"] for line in ran.out.splitlines()] == ["Dawnblade", "DAWNBLADE"]


def test_names_from_standard_input(run: Run, typed: Any) -> None:
    typed(b"Data Doll MKII\nBlazing Aether\n")
    ran = run("name", "moniker", "-", "-b", "fab")
    assert ran.out.splitlines() == [
        "Data Doll\tknown\tData Doll MKII\tfab@2025:2.7.3",
        "-\tunknown\tBlazing Aether\tfab@2025:2.7.3a",
    ]


def test_a_bad_line_is_reported_by_its_number_and_the_rest_answered(run: Run, typed: Any) -> None:
    data = b"Bravo\tBravo\nBravo\nBravo\t\xff\nBravo\t...\n"
    typed(data)
    ran = run("name", "match", "-", "-b", "fab")
    assert ran.code == 2
    assert ran.out.count("\n") == 1
    assert ran.err.splitlines() == [
        "rules: line 2: expected 2 names, got 1; separate them with a tab",
        "rules: line 3: the name holds an unreadable character at position 1",
        "rules: line 4: the name is empty: give a card name in quotes",
    ]
    typed(data)
    ran = run("name", "match", "-", "-b", "fab", "--json")
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 4]
    assert ran.err == ""


@pytest.mark.slow
def test_ten_thousand_pairs(run: Run, typed: Any) -> None:
    """tests/bench/worst.py measures the time."""
    typed("".join(f"Name {i} of Orla\tName {i * 7} of Orla, the {i % 89}th\n" for i in range(10_000)).encode())
    ran = run("name", "match", "-", "-b", "fab", "--json")
    assert ran.out.count("\n") == 10_000


# --- card lists


def test_import_find_and_ask(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.tsv"
    path.write_text("Name\tTypes\tPitch\nKestrel\tHero\t\nSurge\tAction\t1\nSurge\tAction\t3\n", encoding="utf-8")
    ran = run("name", "import", str(path), "-b", "fab")
    assert ran.code == 0
    assert re.fullmatch(r"fab: 2 names from cards\.tsv of 20\d\d-\d\d-\d\d, 1 moniker proven\n", ran.out)
    assert json.loads(run("name", "moniker", "kestrel", "-b", "fab", "--json").out)["confidence"] == "known"
    assert run("name", "find", "surg", "-b", "fab").out == "Surge  pitch 1, 3  Action\n"
    found = json.loads(run("name", "find", "kestrl", "-b", "fab", "--json").out)["results"]
    assert [(card["name"], card["moniker"]) for card in found] == [("Kestrel", "Kestrel")]
    assert [info.names for info in (each.info for each in open_lists())] == [2]


def test_a_damaged_list_can_be_imported_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name\nSurge\n", encoding="utf-8")
    assert run("name", "import", str(path), "-b", "fab").code == 0
    (paths.library() / "cards" / "fab.sqlite").write_text("broken", encoding="utf-8")
    assert run("name", "match", "a", "b", "-b", "fab").code == 2
    assert run("name", "import", str(path), "-b", "fab").code == 0
    assert run("name", "match", "a", "b", "-b", "fab").code == 1


@pytest.mark.parametrize(
    "typed",
    ["Kite same as Kite", "is Kite the same name as Kite?", "are Kite and Kite the same", "do Kite and Kite match?"],
)
def test_a_comparison_in_words_is_a_match(run: Run, typed: str) -> None:
    assert run("name", *typed.split(), "-b", "mtg").out.startswith("Yes: the same name")


def test_several_words_between_names_are_not_guessed(run: Run) -> None:
    for typed in ("are Fire and Ice and Kite the same", "is", "?"):
        ran = run("name", *typed.split(), "-b", "mtg")
        assert (ran.code, ran.err.startswith("rules: name which question?")) == (2, True)


def test_the_only_game_that_knows_a_name_is_asked_for_it(run: Run, tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text("name\nOld Kite of the Bay\n", encoding="utf-8")
    run("name", "import", str(cards), "-b", "fab")
    assert run("name", "find", "kite", "bay").out.startswith("Old Kite of the Bay")


# --- what decides, and what to type


@pytest.mark.parametrize(
    ("a", "b", "differ"),
    [
        ("Zör's Vault", "Zor's Vault", "but for accents (Zör's / Zor's)"),
        ("Zorvas Saga", "Zorva's Saga", "but for apostrophes, hyphens or blanks (Zorvas / Zorva's)"),
        ("Oak-Born Ox", "Oakborn Ox", "but for apostrophes, hyphens or blanks"),
    ],
)
def test_names_that_differ_in_signs_alone_say_in_which_and_what_decides(run: Run, a: str, b: str, differ: str) -> None:
    ran = run("name", "match", a, b, "-b", "mtg")
    assert (ran.code, ran.out.startswith("Cannot tell: the names are the same ")) == (1, True)
    assert differ in ran.out
    assert "if these were left out in typing, else two" in ran.out


def test_two_words_after_is_are_names_to_compare(run: Run) -> None:
    assert "rules name match Fire Ice" in run("name", "is", "Fire", "Ice").err
    assert "rules name find is" in run("name", "is", "this", "a", "person").err


def test_words_that_no_game_knows_are_said_to_be_unknown(run: Run) -> None:
    ran = run("name", "find", "zzqqzz")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert 'no game here has a name like "zzqqzz"' in ran.err
