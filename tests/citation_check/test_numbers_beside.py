"""Bare numbers that the text beside them makes citations: another number of their section, or a quotation."""

from __future__ import annotations

import pytest
from citation_check.kites import both_editions, check, install

WIND = "The flier names the wind before the kite leaves"


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        pytest.param("By CR 101.1 it is so, and 101.7 is nothing.", "fn", id="of the same section"),
        pytest.param("Not CR 101.1e, but 101.1f.", "fn", id="with a letter like a unit"),
        pytest.param("By CR 101.1 it is so.\nThe 101.7 is nothing.", "f", id="on another line"),
        pytest.param("By CR 102.1 it is so, and 101.7 is nothing.", "f", id="of another section"),
        pytest.param("Rule 101.1 is for fliers and 102.2 for judges.", "ff", id="of another section, behind a joint"),
        pytest.param("Rule 101.1 is for fliers. And 102.2 is a price.", "f", id="in another sentence"),
        pytest.param("Rule 101.1 is for fliers and 102.2 EUR for kites.", "f", id="a price behind a joint"),
        pytest.param("By CR 101.1 it flew for 101.7 seconds.", "f", id="a measure"),
        pytest.param("CR 101.1: “By some 101.7 nobody flies”.", "m", id="in a quotation"),
        pytest.param("It is 101.1f.", "n", id="the next letter"),
        pytest.param("It is 101.1h.", "", id="another letter that is a unit"),
        pytest.param("Flying is R101.1e or R101.1f.", "fn", id="R"),
        pytest.param("See issue #101.7.", "", id="a number of any list"),
        pytest.param(f"“{WIND}” is 101.1b, they say.", "f", id="its words before it"),
        pytest.param(f"“{WIND}” is 101.1 they say.", "f", id="without a letter"),
        pytest.param(f"“{WIND}” is 102.1 they say.", "m", id="the words of another rule"),
        pytest.param("He read 101.2 aloud: “A kite that leaves its string is saved until the next horn sounds.”", "m"),
        pytest.param("We paid 101.2 there: “That is what I call a price, my friend.”", "", id="words of no rule"),
    ],
)
def test_a_bare_number_is_cited(text: str, verdicts: str) -> None:
    both_editions()
    assert "".join(each.verdict[0] for each in check(text).found) == verdicts


@pytest.mark.parametrize(("law", "verdicts"), [("unserer Spielordnung", "n"), ("unserer Satzung", ""), ("", "n")])
def test_a_paragraph_of_our_own_book(law: str, verdicts: str) -> None:
    text = "§ 1 Zeit\n\n(1) Man spielt am Abend.\n\n§ 2 Ort\n\n(1) Man spielt am Hafen.\n"
    install(text, "moewen", "2024-01-01", "Spielordnung der Möwen")
    found = check(f"Nach § 9 {law} ist das so.", book="moewen").found
    assert "".join(each.verdict[0] for each in found) == verdicts
