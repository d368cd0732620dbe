"""Words after a number that are another rule's make it suspect; so does a title. The text may be of another edition."""

from __future__ import annotations

from pathlib import Path

import pytest
from citation_check.kites import NEWER, OLDER, both_editions, check, install
from support import Run

HORN = "Nobody launches before the horn of the harbour has sounded"
FLIER = "The flier names the wind before the kite leaves the hand"


@pytest.fixture(autouse=True)
def kites() -> None:
    """Both editions of the kites."""
    both_editions()


def said(text: str, written: str | None = None) -> list[tuple[str, str]]:
    """The verdict and the detail of each citation."""
    return [(each.verdict, each.detail) for each in check(text, book="kites", written=written).found]


@pytest.mark.parametrize(
    "text",
    [
        f"101.1a {FLIER}.",
        f"// 101.1a. {FLIER}",
        f"A note.\n * rule 101.1a: {FLIER}",
        f"CR 101.1a — {FLIER}.",
        f"101. Launch\r\n101.1a {FLIER}.",
        f"101.1a {FLIER.upper()}",
        f"{' ' * 500}101.1a {FLIER}.",
        "101.1a The flier names the wind",
    ],
)
def test_of_another_rule_make_it_suspect(text: str) -> None:
    assert said(text)[-1] == ("suspect", "the words after it are those of 101.1b")


@pytest.mark.parametrize(
    "text",
    [
        f"101.1a {HORN}.",
        "101.1a Nobody launches before the horn of the",
        "101.1a The flier names the",  # fewer than five words
        "101.1a The flier names the wind of his own village.",
        f"We know that 101.1a {FLIER}.",
        f"For the wind see rule\n101.1a {FLIER}.",
        f"It is lost,\n101.1a {FLIER}.",
        f"101.1 {FLIER}.",  # a rule below it
        f"{' ' * 501}101.1a {FLIER}.",  # too far from the beginning of its line
    ],
)
def test_of_no_other_rule_do_not(text: str) -> None:
    assert [verdict for verdict, _ in said(text)] == ["fine"]


def test_the_title_of_another_heading_makes_it_suspect() -> None:
    assert said("CR 102. Knots\n") == [("suspect", "the words after it are those of 103")]
    assert said("CR 102. Landing\n") == said("CR 102. Landing and knots\n") == [("fine", "")]


def test_a_number_that_moved_is_not_rewritten_if_the_words_are_not_its_own() -> None:
    text = f"101.1a {HORN}."
    assert said(f"101.1a {FLIER}.", written=OLDER) == [("moved", "now 101.1b")]
    assert said(text, written=OLDER) == [("suspect", "the words after it are those of 101.1a")]
    assert not check(text, book="kites", written=OLDER).edits


def test_words_of_a_rule_that_is_gone_name_its_edition() -> None:
    pole = "102.3 The judge measures every landing with a striped pole."
    assert said(pole, written=OLDER) == [("suspect", f"the words after it are those of 102.2 in edition {OLDER}")]


@pytest.mark.parametrize("count", [3, 4])
def test_three_rules_with_the_words_are_named(count: int) -> None:
    rules = [f"1.1.{number} A gull may land here once." for number in range(1, count + 1)]
    install("\n\n".join(["1 A", "1.1 B", *rules, "1.1.9 No gull lands."]), "gulls", "2020")
    (found,) = check("CR 1.1.9 A gull may land here once.", book="gulls").found
    assert found.detail == "the words after it are those of 1.1.1 or 1.1.2 or 1.1.3"


# --- another edition


def guess(text: str, written: str | None = None) -> str | None:
    """The edition that a text looks like."""
    edition = check(text, book="kites", written=written).looks_like
    return edition.name if edition else None


OF_2020 = ["101.1a The flier names the wind before.", "101.1b A launch that touches the grass.", "CR 102.3"]


@pytest.mark.parametrize(("count", "found"), [(2, None), (3, OLDER)])
def test_three_numbers_that_do_not_fit_are_of_another_edition(count: int, found: str | None) -> None:
    assert guess("\n".join(OF_2020[:count])) == found
    assert guess("\n".join(OF_2020[:count]), written=OLDER) is None
    assert guess("\n".join(OF_2020[:count]), written=NEWER) == found


@pytest.mark.parametrize(("strays", "found"), [(1, OLDER), (2, None)])
def test_the_other_edition_has_to_fit_four_times_as_many(strays: int, found: str | None) -> None:
    """Strays are in neither edition."""
    assert guess("\n".join([*OF_2020, *(f"CR 101.{90 + number}" for number in range(strays))])) == found


def test_a_text_of_another_edition_is_not_rewritten() -> None:
    of_2024 = ["CR 101.1e", "101.1b The flier names the wind before.", "101.1d The string is let out at."]
    moved = "CR 102.3"
    assert check(moved, book="kites", written=OLDER).edits
    checked = check("\n".join([*of_2024, "CR 101.1c"]), book="kites", written=OLDER)
    assert checked.looks_like is not None
    assert not checked.edits


def test_the_edition_is_said_below_the_report(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("\n".join(OF_2020), encoding="utf-8")
    advice = f"these numbers look like edition {OLDER}; try: --written {OLDER}"
    assert advice in run("check", str(path), "-b", "kites").out
    assert advice in run("check", str(path), "-b", "kites", "--json").err
    assert advice not in run("check", str(path), "-b", "kites", "--written", OLDER).out
