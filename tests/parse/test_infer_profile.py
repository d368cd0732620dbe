"""The profile of a book without one is inferred from its text."""

from __future__ import annotations

import pytest
from parsing import document

from rules_cli.parse import parse
from rules_cli.parse.inference import decisions, infer_profile

HUNDREDS = "1. Kites\n\n100. General\n\n100.1. A kite flies.\n\n2. Lines\n\n200. General\n\n200.1. A line holds.\n"


def test_sections_of_hundreds() -> None:
    assert infer_profile([document(HUNDREDS)]).chapters == "hundreds"
    assert infer_profile([document(HUNDREDS + "\n2.1. A rule of chapter two.\n")]).chapters == "dotted"
    assert infer_profile([document("1 Kites\n\n1.1 A kite flies.\n\n1.100 A kite lands.\n")]).chapters == "dotted"


@pytest.mark.parametrize(("tens", "chapters"), [(2, "hundreds"), (3, "dotted")])
def test_titles_that_count_past_nine_are_no_chapters_of_hundreds(tens: int, chapters: str) -> None:
    text = HUNDREDS + "".join(f"\n{n}. Reels\n" for n in range(10, 10 + tens))
    assert infer_profile([document(text)]).chapters == chapters


@pytest.mark.parametrize(
    ("text", "found", "left_out"),
    [
        ("1.1 A kite.[1.2]\n\n1.2 A line.[1.1]\n", "[{dotted}]", "rule {number}"),
        ("1.1 A kite. See rule 1.2.\n\n1.2 A line.\n", "rule {number}", "[{dotted}]"),
        ("1.1 A kite (1.2).\n\n1.2 A line.\n", "({dotted})", "[{dotted}]"),
        ("1.1 A kite flies (9.7).\n\n1.2 A line.\n", "({dotted})", "rule {number}"),
        ("1.1 A kite costs 2 coins (9.7.6.5).\n\n1.2 A line.\n", "", "({dotted})"),
    ],
)
def test_forms_of_reference(text: str, found: str, left_out: str) -> None:
    forms = infer_profile([document(text)]).references
    assert not found or found in forms
    assert left_out not in forms


def test_words_that_begin_an_example_in_another_language() -> None:
    text = "1.1 Ein Drachen fliegt.\n\nBeispiel: Ein roter Drachen.\n\n1.2 Eine Leine.\n\nHinweis: Sie reißt.\n"
    profile = infer_profile([document(text)])
    assert "Beispiel" in profile.examples
    assert "Hinweis" in profile.notes


def test_other_labels_are_listed_and_stay_text() -> None:
    rules = "".join(f"1.{n} A kite.\n\nRuling: It flies.\n\n" for n in range(1, 5))
    documents = [document(rules)]
    profile = infer_profile(documents)
    assert "Ruling" not in profile.examples
    assert any("4 paragraphs begin with Ruling:" in line for line in decisions(profile, documents))


def test_headings_that_count_on_are_the_numbers_of_a_book() -> None:
    text = "# Hints\n\n" + "".join(f"## {n}. Fly the kite\n\nPull it, and run.\n\n" for n in range(1, 6))
    assert [row.number for row in parse([document(text, "hints.md")], None, "hints", "1").rows] == [
        "hints",
        "1",
        "2",
        "3",
        "4",
        "5",
    ]


def test_letters_that_every_list_leaves_out() -> None:
    def rules(letters: str) -> str:
        return "".join(f"{n}.1 A kite.\n\n" + "".join(f"{n}.1{c} It.\n\n" for c in letters) for n in (1, 2))

    assert infer_profile([document(rules("abcdefghijkmnpq"))]).skipped_letters == "lo"
    assert infer_profile([document(rules("abcdefghijklmnopq"))]).skipped_letters == ""
    assert infer_profile([document(rules("abc"))]).skipped_letters == ""


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (
            "1-1. Kites\n\n1-1-1. A kite flies. See 1-1-2.\n\n1-1-2. A line holds (1-1-1).\n\n1-1-2a It may break.\n\n"
            "1-2. Lines\n\n1-2-1. A line is 3-5 feet long.\n",
            ["1-1", "1-1-1", "1-1-2", "1-1-2a", "1-2", "1-2-1"],
        ),
        (
            "Rule 1.1: A kite flies.\n\nRule 1.2: A line holds.\n\nRule 1.2a: It may break.\n\nRule 1.1 is old.\n",
            ["1.1", "1.2", "1.2a"],
        ),
        ("§1 Kites\n\n§1.1 A kite flies.\n\n§ 1.2 A line holds, see § 1.1.\n", ["1", "1.1", "1.2"]),
        ("Art. 1 Kites\n\nArt. 1.1 A kite flies.\n\nArt. 1.2 A line holds.\n", ["1", "1.1", "1.2"]),
    ],
    ids=["dashes", "a word", "a sign", "short"],
)
def test_numbers_printed_in_other_ways(text: str, numbers: list[str]) -> None:
    assert [row.number for row in parse([document(text)], None, "kites", "1").rows] == numbers


def test_a_sentence_that_begins_with_the_word_keeps_it() -> None:
    text = "Rule 1.1: A kite flies.\n\nRule 1.2: A line holds.\n\nRule 1.3: It breaks.\n\nRule 1.1 is old.\n"
    assert parse([document(text)], None, "kites", "1").rows[-1].words.text == "It breaks.\nRule 1.1 is old."


def test_references_with_dashes_are_kept_as_printed() -> None:
    text = (
        "1-1. Kites\n\n1-1-1. A kite flies, see 1-1-2.\n\n1-1-2. A line holds (1-1-1).\n\n1-1-3. It is 3-5 feet long.\n"
    )
    rows = {str(row.number): row for row in parse([document(text)], None, "kites", "1").rows}
    assert [(r.printed, r.target) for r in rows["1-1-1"].references] == [("see 1-1-2", "1-1-2")]
    assert [(r.printed, r.target) for r in rows["1-1-2"].references] == [("(1-1-1)", "1-1-1")]
    assert rows["1-1-3"].words.text == "It is 3-5 feet long."
    assert rows["1-1-3"].references == ()


def test_references_with_words_are_reported() -> None:
    text = "Art. 1º Kites fly.\n\nArt. 2º They fall.\n\nArt. 3º See art. 2º, § 1º.\n"
    found = [document(text)]
    assert "references to other rules look like: art. 2º, § 1º" in decisions(infer_profile(found), found)
    plain = [document(text.replace("See", "No").replace("art. 2º, § 1º", "wind"))]
    assert "no rule names another" in decisions(infer_profile(plain), plain)
