"""References in the languages of rulebooks, bare numbers, numbers of every shape, and rules of other documents."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from parsing import book_of, document, odd, references
from support import Ran

from rules_cli.model import RuleNumber
from rules_cli.numbers.references import BARE, BookNumbers
from rules_cli.parse import parse
from rules_cli.parse.inference import infer_profile
from rules_cli.parse.links import find
from rules_cli.parse.profile import Profile

KITES = "1 Kites\n\n1.1 A kite. {}\n\n2 Lines\n\n2.1 A line.\n\n2.2 A reel.\n\n16.3 A knot.\n"
RULES = BookNumbers(
    map(RuleNumber, ("1", "2", "2.1", "2.2", "16.3", "2.4.1f", "103.2", "103.2.d", "10-1", "2k2a", "A5b"))
)
DOCUMENTS = {"MTR": "mtg-mtr", "Magic Tournament Rules": "mtg-mtr", "IPG": "mtg-ipg", "CR": "mtg"}


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        *(("See rule 2.1.", "rule 2.1"), ("see section 2", "section 2"), ("Article 2.1 says", "Article 2.1")),
        *(("siehe 2.1", "siehe 2.1"), ("in Abschnitt 2.1", "Abschnitt 2.1"), ("nach Regel 2.1", "Regel 2.1")),
        *(("nach § 2", "§ 2"), ("voir 2.1", "voir 2.1"), ("la règle 2.1", "règle 2.1"), ("véase 2.1", "véase 2.1")),
        *(("la sección 2.1", "sección 2.1"), ("ver 2.1", "ver 2.1"), ("vedi 2.1", "vedi 2.1")),
        *(("la regola 2.1", "regola 2.1"), ("a seção 2.1", "seção 2.1"), ("veja 2.1", "veja 2.1")),
        *(
            ("第2章を見る。", "第2章"),
            ("凧（２．１参照）は", "（２．１参照）"),
            ("ルール2.1により", "ルール2.1"),
            ("见2.1。", "见2.1"),
        ),
    ],
)
def test_a_word_in_the_language_of_the_book_names_a_rule(words: str, printed: str) -> None:
    found = find(words, Profile(), RULES)
    assert [words[each.start : each.end] for each in found] == [printed]
    assert found[0].number in ("2", "2.1")


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("unless 16.3 applies", ["16.3"]),
        ("according to 2.1, 2.2, or 16.3.", ["2.1", "2.2", "16.3"]),
        ("Once 2.1 and 2.2 are over", ["2.1", "2.2"]),
        ("as explained in 10-1.", ["10-1"]),
        ("by Rule 2.4.1.f only", ["2.4.1f"]),
        ("by rule 103.2.d.", ["103.2.d"]),
        ("by 2k2a and A5b", ["2k2a", "A5b"]),
        ("by rule 103.2.e.", ["103.2e"]),
        *((words, []) for words in ("16.3 times", "16.3 cm", 'a 2.1" by 2.2" card', "16.3%", "$16.3", "€ 2.1", "v2.1")),
        *((words, []) for words in ("version 2.1", "page 16.3", "on 2.1.2026", "in 2.1.4", "as in 9.9", "a 2.1x kite")),
        ("in 103.2.d.7", []),
    ],
)
def test_a_bare_number_is_a_reference_if_the_book_has_it_and_it_is_no_quantity(words: str, numbers: list[str]) -> None:
    profile = replace(Profile(), references=("rule {number}", BARE))
    assert [str(each.number) for each in find(words, profile, RULES)] == numbers


def test_bare_numbers_are_found_in_a_book_that_uses_them() -> None:
    book = book_of(KITES.format("It flies unless 16.3 applies, by 2.1 or 2.2."))
    assert references(book, "1.1") == [("16.3", "16.3", True), ("2.1", "2.1", True), ("2.2", "2.2", True)]


@pytest.mark.parametrize(("others", "bare"), [(3, True), (4, False)])
def test_bare_numbers_that_are_mostly_others_name_no_rule(others: int, bare: bool) -> None:
    words = "It flies by 2.1. It sinks by 2.2. It holds by 16.3. " + "".join(
        f"It is 7.{n} long. " for n in range(others)
    )
    assert (BARE in infer_profile([document(KITES.format(words))]).references) is bare


def test_a_row_does_not_refer_to_itself() -> None:
    book = book_of(KITES.format("By rule 1.1 and rule 2.1, it flies."))
    assert references(book, "1.1") == [("rule 2.1", "2.1", True)]


OTHERS = {
    "MTR section 4.3": ("MTR section 4.3", "mtg-mtr:4.3"),
    "(MTR section 2.1)": ("MTR section 2.1", "mtg-mtr:2.1"),
    "section 2 of the Magic Tournament Rules": ("section 2 of the Magic Tournament Rules", "mtg-mtr:2"),
    "IPG 2.2": ("IPG 2.2", "mtg-ipg:2.2"),
    "CR 104.3a": ("CR 104.3a", "mtg:104.3a"),
    "Abschnitt 2.1 der MTR": ("Abschnitt 2.1 der MTR", "mtg-mtr:2.1"),
    "the MTR’s rule 2.1": ("MTR’s rule 2.1", "mtg-mtr:2.1"),
}


@pytest.mark.parametrize(("words", "expected"), OTHERS.items(), ids=OTHERS)
def test_a_name_of_another_document_leads_there(words: str, expected: tuple[str, str]) -> None:
    documents = [document(KITES.format(f"A kite flies, {words}, or rule 2.2."))]
    book = parse(documents, replace(Profile(), documents=DOCUMENTS), "mtg-kites", "1")
    assert references(book, "1.1") == [(*expected, False), ("rule 2.2", "2.2", True)]
    assert not odd(book, "dangling-reference")


def test_a_list_after_the_name_is_all_of_that_document() -> None:
    profile = replace(Profile(), documents=DOCUMENTS)
    found = find("by MTR 2.1 and 2.2, and rule 16.3", profile, RULES)
    assert [(each.book, each.number) for each in found] == [("mtg-mtr", "2.1"), ("mtg-mtr", "2.2"), ("", "16.3")]


@pytest.mark.parametrize("words", ["MTR and 2.1", "MTR (see 2.1)", "an MTR kite, 2.1", "The IPG of 2024"])
def test_a_name_that_is_not_beside_the_number_changes_nothing(words: str) -> None:
    found = find(words, replace(Profile(), references=("see {dotted}", BARE), documents=DOCUMENTS), RULES)
    assert not any(each.book for each in found)


def test_a_reference_to_another_document_is_followed_once_that_is_installed(
    run: Callable[..., Ran], tmp_path: Path
) -> None:
    judges, rules = tmp_path / "judges.txt", tmp_path / "rules.txt"
    judges.write_text("1 Calls\n\n1.1 A judge acts by CR 704.5 and by CR 1.2.\n\n1.2 A call.\n")
    rules.write_text("704 Kites\n\n704.5 A kite that sinks is lost.\n\n704.6 A line.\n")
    assert run("import", str(judges), "--book", "mtg-calls").code == 0
    shown = json.loads(run("show", "mtg-calls:1.1", "--json").out)[0]
    assert [(each["target"], each["resolved"]) for each in shown["references"]] == [
        ("mtg:704.5", False),
        ("mtg:1.2", False),
    ]
    text = run("refs", "mtg-calls:1.1").out
    assert "CR 704.5, CR 1.2  in another document, which is not installed" in text
    assert run("import", str(rules), "--book", "mtg", "--edition", "2030-01-01").code == 0
    shown = json.loads(run("show", "mtg-calls:1.1", "--json").out)[0]
    assert [each["resolved"] for each in shown["references"]] == [True, False]
    assert "mtg:704.5" in run("show", "mtg-calls:1.1").out
    assert "A kite that sinks is lost." in run("explain", "mtg-calls:1.1").out
    assert "CR" not in run("lint", "mtg-calls").out
