"""Every weight of search decides: with the shipped value one rule comes first, with another value another rule."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from searching import add, numbers
from support import ROOT

from rules_cli import Library, search
from rules_cli.search.stems import stems_of
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.store.data_files import load_yaml

CASES: list[dict[str, Any]] = load_yaml(ROOT / "tests" / "data" / "search-weights.yaml")


CONSTANTS = [case["constant"] for case in CASES]
PARAMETERS = [
    pytest.param(
        case,
        id=f"{case['constant']} not {case['other']}",
        marks=[pytest.mark.slow] if case["constant"] in CONSTANTS[:at] else [],  # one value of each in the fast lane
    )
    for at, case in enumerate(CASES)
]


@pytest.mark.parametrize("case", PARAMETERS)
def test_another_value_finds_another_rule_first(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first() -> list[str]:
        search._vocabulary.cache_clear()
        hit = library.search(case["ask"], "made-up", 3)[0]
        return [str(hit.rule.number), hit.tier]

    add(tmp_path, case["book"], "made-up")
    library = Library.open()
    assert first() == case["first"]
    module, constant = case["constant"].split(".")
    other = case["other"]
    for name in {module, "query"} if constant == "INFLECTED" else {module}:  # query imports that one
        monkeypatch.setattr(importlib.import_module(f"rules_cli.search.{name}"), constant, other)
    assert first() == case["first_with_other"]


def found(tmp_path: Path, rules: list[str], query: str, glossary: str = "") -> list[str]:
    """The numbers found in a made-up book of one chapter."""
    lines = [f"1.{at} {rule}\n" for at, rule in enumerate(rules, 1)]
    add(tmp_path, "\n".join(["1 Things\n", *lines, glossary]), "made-up")
    return numbers(Library.open(), query, "made-up", 100)


class TestFields:
    def test_a_word_in_a_text_weighs_more_than_one_in_a_title_above(self, tmp_path: Path) -> None:
        book = "1 Kites\n\n1.1 A lantern burns.\n\n2 Lanterns\n\n2.1 A kite flies.\n"
        add(tmp_path, book, "made-up")
        library = Library.open()
        assert numbers(library, "kite flies", "made-up")[0] == "2.1"
        assert numbers(library, "lantern burns", "made-up")[0] == "1.1"

    def test_a_word_in_a_text_weighs_more_than_one_in_an_example(self, tmp_path: Path) -> None:
        assert (
            found(tmp_path, ["A rope is long.\n\nExample: A crane lifts.", "Then a crane lifts."], "crane")[0] == "1.2"
        )

    def test_a_word_in_a_long_text_weighs_less(self, tmp_path: Path) -> None:
        short, long = "Then one crane lifts cargo.", "Then one crane lifts " + "some cargo and rope " * 30
        assert found(tmp_path, [long, short], "crane") == ["1.2", "1.1"]

    def test_thirty_words_are_not_long(self, tmp_path: Path) -> None:
        short, long = "Then one crane lifts cargo.", "Then one crane lifts " + "some cargo and rope " * 5
        assert found(tmp_path, [long, short], "crane") == ["1.1", "1.2"]


class TestSplitWords:
    def test_parts_of_three_letters_are_found(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A box of rope.", "A lantern."], "boxrope") == ["1.1"]
        assert Library.open().search("boxrope", "made-up")[0].tier == "all words"

    def test_parts_of_two_letters_are_not(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["An ox of rope.", "A lantern."], "oxrope") == ["1.1"]
        assert Library.open().search("oxrope", "made-up")[0].tier == "mended words"


class TestForms:
    def test_four_letters_find_the_words_that_begin_with_them(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lantern."], "lant") == ["1.1"]

    def test_a_short_word_may_have_one_slip(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A kite flies."], "kitr") == ["1.1"]
        assert found(tmp_path, ["A kite flies."], "kxtr") == []

    def test_a_longer_word_may_have_two_slips(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lantern burns."], "lxntxrn") == ["1.1"]
        assert found(tmp_path, ["A lantern burns."], "lxnxxrn") == []

    def test_a_long_word_may_have_three_slips(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A lighthouse burns."], "lxghxhouxe") == ["1.1"]
        assert found(tmp_path, ["A lighthouse burns."], "lxghxxouxe") == []

    def test_two_letters_are_no_misspelt_word(self, tmp_path: Path) -> None:
        assert found(tmp_path, ["A kit is here."], "ki") == []


class TestLimits:
    @pytest.mark.parametrize(("at", "first"), [(36, "1.36"), (37, "1.1")])
    def test_of_rules_that_hold_as_much_the_first_thirty_six_are_ranked(
        self, tmp_path: Path, at: int, first: str
    ) -> None:
        rules = ["A crane has long red cargo."] * 40
        rules[at - 1] = "A crane cargo has long red."
        add(tmp_path, "1 Things\n\n" + "\n\n".join(f"1.{n} {r}" for n, r in enumerate(rules, 1)) + "\n", "made-up")
        assert numbers(Library.open(), "crane cargo", "made-up", 5)[0] == first

    @pytest.mark.parametrize(("count", "is_found"), [(39, True), (40, False)])
    def test_a_word_cut_short_means_the_first_forty_words(self, tmp_path: Path, count: int, is_found: bool) -> None:
        rules = [f"A lanta{at:02} burns." for at in range(count)]
        assert (f"1.{count + 1}" in found(tmp_path, [*rules, "A lantz burns."], "lant")) == is_found

    @pytest.mark.parametrize(("count", "expected"), [(24, 24), (25, 24)])
    def test_a_word_has_twenty_four_variants(self, tmp_path: Path, count: int, expected: int) -> None:
        assert len(found(tmp_path, [f"A lanta{at:02} burns." for at in range(count)], "lant")) == expected

    def test_a_pasted_list_of_numbers_is_cut_after_ten(self, tmp_path: Path) -> None:
        add(tmp_path, "1 A\n\n" + "".join(f"1.{n} Rule of cargo.\n\n" for n in range(1, 13)), "made-up")
        query = " ".join(f"1.{n}" for n in range(1, 13))
        hits = Library.open().search(query, "made-up", 50)
        assert sum(hit.tier == "number" for hit in hits) == 10


def test_synonyms_weigh_more_than_loose_links() -> None:
    thesaurus = Thesaurus.open()
    assert {entry.weight for entry in thesaurus.meanings(["graveyard"]) if entry.phrase == "discard"} == {0.85}
    assert {entry.weight for entry in thesaurus.meanings(["overheal"])} == {0.6}


def test_a_plural_in_portuguese_has_the_stem_of_its_singular_without_accents() -> None:
    assert stems_of("acoes").split()[1] == stems_of("acao").split()[1]
