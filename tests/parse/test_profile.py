"""Profiles: a strict schema that lists every fault, forms that can't become programs, and those that ship."""

from __future__ import annotations

import re
from typing import Any

import pytest
from parsing import document, shipped, texts

from rules_cli.errors import SchemaError
from rules_cli.parse import parse
from rules_cli.parse.profile import Profile, furniture_pattern, profile_from


def test_none_is_the_usual_profile() -> None:
    assert profile_from(None, "profile.yaml") == Profile()


def test_each_key_is_taken_over() -> None:
    profile = profile_from(
        {
            "numbering": "pages",
            "chapters": "hundreds",
            "language": "pt",
            "examples": ["Caso"],
            "notes": [],
            "references": ["<{number}>"],
            "contents": ["Conteúdo"],
            "furniture": ["Página *"],
            "menu_ends": "Fim do menu",
            "skipped_letters": "lo",
        },
        "profile.yaml",
    )
    assert profile.numbering == "pages"
    assert profile.examples == ("Caso",)
    assert profile.notes == ()
    assert profile.skipped_letters == "lo"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        pytest.param(["fab"], "expected keys and values", id="no mapping"),
        pytest.param({"refrences": []}, "refrences: unknown key", id="misspelt key"),
        pytest.param({1: "x"}, "1: unknown key", id="key that is no word"),
        pytest.param({"examples": "Example"}, "examples: expected a list", id="word for a list"),
        pytest.param({"examples": [1]}, "examples[0]: expected a text", id="list of numbers"),
        pytest.param({"examples": [""]}, "examples[0]: expected a text that is not empty", id="empty word"),
        pytest.param({"language": ["pt"]}, "language: expected a text", id="list for a word"),
        pytest.param({"numbering": "roman"}, "numbering: expected one of dotted, pages", id="unknown numbering"),
        pytest.param({"chapters": "tens"}, "chapters: expected one of dotted, hundreds", id="unknown chapters"),
        pytest.param(
            {"references": ["rule"]}, "references[0]: expected a form with {number}", id="form without a number"
        ),
        pytest.param({"dates": ["effective"]}, "dates[0]: expected a form with {date}", id="form without a date"),
        pytest.param({"displaced_terms": ["x"]}, "displaced_terms: expected keys", id="list for a mapping"),
    ],
)
def test_a_fault_is_said_with_the_file(value: Any, fault: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(fault)) as refused:
        profile_from(value, "ships/profile.yaml")
    assert str(refused.value).startswith("ships/profile.yaml: ")
    assert len(str(refused.value).splitlines()) == 1


def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(SchemaError) as refused:
        profile_from({"x": 1, "examples": 1, "numbering": "roman", "references": ["y"]}, "p")
    for key in ("x: ", "examples: ", "numbering: ", "references[0]: "):
        assert key in str(refused.value)


@pytest.mark.parametrize("slug", ["fab", "mtg", "ga", "fabula"])
def test_those_that_ship_are_read(slug: str) -> None:
    assert shipped(slug) != Profile()


class TestFurniture:
    @pytest.mark.parametrize(
        ("form", "line"),
        [
            ("Last updated *", "Last updated 2 days ago"),
            ("Previous*Next*", "PreviousWindNextRain"),
            ("Export as PDF", "export as pdf"),
            ("[Page ?]", "[Page ?]"),
        ],
    )
    def test_a_line_of_it(self, form: str, line: str) -> None:
        assert furniture_pattern((form,)).match(line)

    @pytest.mark.parametrize(
        ("form", "line"),
        [
            ("Export as PDF", "Export as PDF now"),
            ("Last updated *", "It was Last updated today"),
            ("[Page ?]", "P"),
            ("Page ?", "Page 1"),
        ],
    )
    def test_a_line_that_is_none(self, form: str, line: str) -> None:
        assert not furniture_pattern((form,)).match(line)

    def test_none_matches_nothing(self) -> None:
        assert not furniture_pattern(()).match("")


class TestTheBodyOfTheRules:
    """A profile may say with which line the rules begin, and which is the first one after them."""

    BOOK = (
        "Kites\n\n1.1 Changed.\n\n1.2 New.\n\nThe Rules of Kites\n\n1 Kites\n\n1.1 A kite flies.\n\n1.2 It lands.\n\n"
        "What Is New in 2026\n\n1.3 A list of changes.\n\n2 Other changes.\n"
    )

    def read(self, text: str = BOOK, body_begins: str = "", body_ends: str = "") -> dict[str, str | None]:
        return texts(parse([document(text)], Profile(body_begins=body_begins, body_ends=body_ends), "kites", "1"))

    def test_no_line_outside_has_the_number_of_a_rule(self) -> None:
        rows = self.read(body_begins="The Rules of *", body_ends="What Is New*")
        assert [number for number in rows if number[0].isdigit()] == ["1", "1.1", "1.2"]
        assert (rows["1.2"] or "").startswith("It lands.")

    def test_without_either_they_are_rules(self) -> None:
        assert "1.3" in self.read(body_begins="The Rules of *")

    def test_contents_may_print_the_first_line_too(self) -> None:
        text = f"The Rules of Kites\n\nIntroduction 2\n\n{self.BOOK}"
        rows = self.read(text, body_begins="The Rules of Kites", body_ends="What Is New*")
        assert [number for number in rows if number[0].isdigit()] == ["1", "1.1", "1.2"]

    def test_a_file_without_these_lines_is_read_whole(self) -> None:
        assert self.read(body_begins="The Game", body_ends="The End") == self.read()
