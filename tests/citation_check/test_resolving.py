"""Which book a citation is of, and what is none after all."""

from __future__ import annotations

from pathlib import Path

import pytest
from citation_check.kites import GULLS, both_editions, check, install, verdicts_of


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install kites, numbered by hundreds, in two editions, and gulls, numbered with dots."""
    folder = tmp_path_factory.mktemp("two-games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_HOME", str(folder))
        both_editions()
        install(GULLS, "gulls", "2022", "Gulls of the Harbour")
    return folder


@pytest.fixture(autouse=True)
def shared_home(home: Path, two_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all tests here ask one library, which none of them changes."""
    del home  # asked for so that it comes first: it sets RULES_HOME too
    monkeypatch.setenv("RULES_HOME", str(two_games))


def named(text: str, book: str | None = None) -> list[str]:
    """The rule that each citation names, empty where that is open."""
    return [rule for _, rule, _ in verdicts_of(check(text, book=book))]


class TestTheBook:
    @pytest.mark.parametrize(
        ("text", "rules"),
        [
            pytest.param("CR 101.1a", ["kites:101.1a"], id="the only one that holds it"),
            pytest.param("gulls:1.1.1", ["gulls:1.1.1"], id="printed"),
            pytest.param("Harbour Kites rule 101.9", ["kites:101.9"], id="named before it, though nobody holds it"),
            pytest.param("In Gulls of the Harbour, see rule 1.1.1", ["gulls:1.1.1"], id="named in the sentence"),
            pytest.param("rule 1.1.1 of Gulls of the Harbour", ["gulls:1.1.1"], id="named behind it"),
            pytest.param("Gulls of the Harbour. A game.\n\nSee rule 1.1.1.", ["gulls:1.1.1"], id="the only one named"),
            pytest.param("CR 1.1.1", [""], id="two hold it"),
            pytest.param("Harbour Kites is fun. Gulls of the Harbour too. See CR 1.1.1.", [""], id="two are named"),
            pytest.param("rules 1.1.1–1.1.2 of Gulls of the Harbour", ["gulls:1.1.1", "gulls:1.1.2"], id="a range"),
            pytest.param("CR 1011a", ["kites:101.1a"], id="run together"),
        ],
    )
    def test_where_none_was_chosen(self, text: str, rules: list[str]) -> None:
        assert named(text) == rules

    @pytest.mark.parametrize(
        ("text", "rules"),
        [
            pytest.param("CR 1.1.1", ["gulls:1.1.1"], id="chosen"),
            pytest.param("CR 101.1a", ["gulls:101.1a"], id="chosen, though another holds it"),
            pytest.param("kites:101.1a", ["kites:101.1a"], id="printed"),
            pytest.param("Harbour Kites has CR 101.1a", ["kites:101.1a"], id="named in the sentence, and holds it"),
            pytest.param("Unlike Fábula, rule 1.1.1", [""], id="named in the sentence, and both hold it"),
        ],
    )
    def test_where_gulls_are_chosen(self, text: str, rules: list[str]) -> None:
        assert named(text, "gulls") == rules

    def test_a_setting_chooses_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RULES_BOOK", "gulls")
        assert named("CR 1.1.1") == ["gulls:1.1.1"]

    def test_two_readings_are_both_told_and_nothing_is_wrong(self) -> None:
        checked = check("CR 1.1.1", book=None)
        assert "fabula:1.1.1 or gulls:1.1.1" in checked.found[0].detail
        assert not checked.wrong


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("It has 101.5k users and 120.5m of string.", id="quantities"),
        pytest.param("float pi = 102.5f;", id="a number of a program"),
        pytest.param("Use 802.3ad.", id="a standard"),
        pytest.param("rule 34", id="a small count"),
        pytest.param("section 4.2 tells", id="a section, where no book was chosen"),
        pytest.param("RFC 7230, section 101.1", id="a section of another document"),
        pytest.param("## 101.1 Wind\n\nSee section 101.1.", id="a section of this text"),
        pytest.param("OpenSSL 1.1.1k and 1.1.1a", id="versions, where no book was chosen"),
        pytest.param("kites:9 and kites:latest", id="tags"),
        pytest.param("the rules:\n  1.5 is a decimal", id="a list behind a word"),
    ],
)
def test_no_citations(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "book", "rules"),
    [
        pytest.param("a launch (101.1b) is", None, ["kites:101.1b"], id="a shape that one book holds"),
        pytest.param("a launch (101.1n) is", None, [], id="a letter that nobody knows, and no book chosen"),
        pytest.param("a launch (101.1n) is", "kites", ["kites:101.1n"], id="the same, the book chosen"),
        pytest.param("a rope (101.1k) is", "kites", [], id="a letter that may be a unit"),
        pytest.param("a launch (101.1k) is", "kites", ["kites:101.1k"], id="the same after a term of the book"),
        pytest.param("see 1.1.1a", "gulls", ["gulls:1.1.1a"], id="dots and a letter in the chosen book"),
        pytest.param("use 1.1.1k", "gulls", [], id="that may be a version"),
        pytest.param("see 1.1.1k", "gulls", ["gulls:1.1.1k"], id="the same after see"),
        pytest.param("gulls:nest.3", None, ["gulls:nest.3"], id="an item of a page that the book lacks"),
        pytest.param("rule nest.3", "gulls", [], id="the same without the book"),
        pytest.param("section 102", "kites", ["kites:102"], id="a section that the chosen book has"),
        pytest.param("section 102", None, [], id="anyone's section"),
        pytest.param("section 109", "kites", [], id="a section that it has not"),
        pytest.param("section 101.9", "kites", ["kites:101.9"], id="part of a section"),
        pytest.param("§1.1.1a", None, ["gulls:1.1.1a"], id="a section sign and a letter"),
        pytest.param("section 1.1.1", "gulls", ["gulls:1.1.1"], id="held by the chosen book"),
        pytest.param("section 1.1.9", "gulls", [], id="not held: anyone's section"),
    ],
)
def test_weak_signs(text: str, book: str | None, rules: list[str]) -> None:
    assert named(text, book) == rules


@pytest.mark.parametrize(("between", "rule"), [(150, "gulls:1.1.1"), (250, "")], ids=["near", "far"])
def test_a_game_named_near_a_number_in_its_sentence_decides_the_book(between: int, rule: str) -> None:
    filler = "x" * between
    assert named(f"Harbour Kites is fun. In Gulls of the Harbour, {filler} see CR 1.1.1") == [rule]
