"""Operators in a question: phrases, words to leave out, branches, kinds and titles; every rule with some words."""

from __future__ import annotations

import json

import pytest
from searching import KITES
from support import Install, Run

from rules_cli import Library
from rules_cli.search import find
from rules_cli.search.operators import Asked, read


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("flying -reach", Asked("flying", without=("reach",))),
        ('"line crosses" kite', Asked('"line crosses" kite', phrases=("line crosses",))),
        ("kite in:2.1 kind:rule", Asked("kite", within="2.1", kind="rule")),
        ("title:tangle cut", Asked("cut tangle", titles=("tangle",))),
        ('title:"kite line" cut', Asked("cut kite line", titles=("kite line",))),
        ("-1/-1 counters", Asked("-1/-1 counters")),
        ("-X/-X {-2} non-kite", Asked("-X/-X {-2} non-kite")),
        ("kites:2.1 gust", Asked("kites:2.1 gust")),
        ("text:gust", Asked("text:gust", unread=("text:",))),
        ("kite AND gust", Asked("kite AND gust", unread=("AND",))),
        ("sailor*", Asked("sailor*", unread=("*",))),
        ("KITE AND GUST", Asked("KITE AND GUST")),
        ("this: that", Asked("this: that")),
        ('""', Asked('""')),
    ],
)
def test_operators_are_read(typed: str, asked: Asked) -> None:
    assert read(typed, ("kites",)) == asked


@pytest.fixture
def library(install: Install) -> Library:
    install("kites", {"2024-05-01": KITES})
    return Library.open()


def numbers(library: Library, query: str, **options: bool) -> list[str]:
    return [str(hit.rule.number) for hit in find(library, query, "kites", 50, **options).results]  # type: ignore[arg-type]


class TestFilters:
    def test_a_phrase_must_be_there(self, library: Library) -> None:
        assert numbers(library, '"same gust" kite') == ["1.2b"]

    def test_a_phrase_that_is_nowhere_is_said_and_read_without_quotes(self, library: Library) -> None:
        found = find(library, '"gust same"', "kites")
        assert found.nowhere == ("gust same",)
        assert found.results[0].rule.number == "1.2b"

    def test_a_word_is_left_out_in_any_form(self, library: Library) -> None:
        assert "1.2a" in numbers(library, "kite")
        assert not {"1.2a", "1.2b"} & set(numbers(library, "kite -sinking"))

    def test_branch_and_kind(self, library: Library) -> None:
        assert set(numbers(library, "kite in:2.2")) <= {"2.2", "2.2a", "2.2b"}
        assert numbers(library, "kite in:tangle") == numbers(library, "kite in:2.2")
        assert all(number.startswith("glossary.") for number in numbers(library, "kind:glossary tangle"))

    def test_a_number_that_a_filter_leaves_out_is_searched_for(self, library: Library, run: Run) -> None:
        assert library
        ran = run("search", "-b", "kites", "1.2a kind:glossary")
        assert (ran.code, "rules:" in ran.err) == (0, False)

    def test_title(self, library: Library) -> None:
        found = numbers(library, "title:boxkite kite")
        assert found and all(number.startswith(("2.1", "glossary.boxkite")) for number in found)

    def test_operators_alone_list_rows_in_the_order_of_the_book(self, library: Library) -> None:
        assert numbers(library, "in:2.1") == ["2.1", "2.1a", "2.1b"]


class TestEvery:
    def test_every_rule_with_all_words_in_the_order_of_the_book(self, library: Library) -> None:
        assert numbers(library, "gust kite", listed=True) == ["1.2b", "glossary.boxkite"]
        assert numbers(library, "kite sinking", listed=True) == ["1.2a", "1.2b"]

    def test_how_many_are_shown_is_said(self, library: Library, run: Run) -> None:
        assert library
        count = int(run("search", "-b", "kites", "--count", "kite").out)
        assert count == len(numbers(library, "kite", listed=True)) > 3
        assert run("search", "-b", "kites", "--every", "-n", "2", "kite").out.startswith(f"2 of {count} shown\n")
        assert "shown" not in run("search", "-b", "kites", "--every", "kite").out
        assert run("search", "-b", "kites", "--count", "zzqq").code == 1

    def test_json(self, library: Library, run: Run) -> None:
        assert library
        assert json.loads(run("search", "-b", "kites", "--count", "--json", "kite").out)["total"] > 3
        answer = json.loads(run("search", "-b", "kites", "--every", "--json", "gust kite").out)
        assert (answer["total"], answer["confidence"]) == (2, None)


class TestOtherGames:
    @pytest.mark.parametrize("typed", ["deathtouch", "how does deathtouch work with kites"])
    def test_a_term_of_another_game_is_said_to_be_that(self, library: Library, run: Run, typed: str) -> None:
        assert library
        assert (
            "“deathtouch” is not in the book searched; it is a term of Magic (mtg deathtouch)"
            in run("search", "-b", "kites", typed).err
        )

    def test_a_term_of_another_game_is_named_though_the_book_has_its_words(self, install: Install, run: Run) -> None:
        install("kites", {"1": "1 Knots\n\n1.1 A legend is a knot that was tied first.\n\n1.2 A rule is a rope.\n"})
        assert "“legend rule” is not in the book searched" in run("search", "-b", "kites", "legend rule").err
        assert "is not in the book" not in run("search", "-b", "kites", "legend").err

    def test_another_document_of_the_game_answers_if_the_book_does_not(self, install: Install, run: Run) -> None:
        install("mtg-ipg", {"2024-05-01": "1 Slips\n\n1.1 Tardiness\n\nA player who comes late gets a warning.\n"})
        ran = run("search", "-b", "mtg", "tardiness")
        above = "From mtg-ipg, another document of the game:\n"
        answer = "mtg-ipg:1.1  Tardiness  A player who comes late gets a warning.\nmtg-ipg 2024-05-01, your copy"
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(above + answer)

    @pytest.mark.parametrize("asked", ["can I take notes", "how long is a round"])
    def test_a_document_that_would_answer_is_named_with_how_to_get_it(self, run: Run, asked: str) -> None:
        assert "Magic Tournament Rules may answer this; to get it: rules fetch mtg-mtr" in run("-b", "mtg", asked).err
        assert "Magic Tournament Rules" not in run("-b", "mtg", "collector number").err


class TestCommand:
    @pytest.mark.parametrize("before", [[], ["-b", "kites"], ["--"]])
    def test_a_word_with_a_minus_is_no_option(self, library: Library, run: Run, before: list[str]) -> None:
        assert library
        ran = run("search", *before, "kite", "-sinking", *(["-b", "kites"] if not before else []))
        assert (ran.code, "1.2a" in ran.out) == (0, False)

    def test_operators_alone_list_a_section_without_a_note(self, library: Library, run: Run) -> None:
        assert library
        ran = run("search", "-b", "kites", "in:2.1")
        assert (ran.code, ran.err, len(ran.out.splitlines())) == (0, "", 4)

    def test_what_looks_like_an_operator_is_said(self, library: Library, run: Run) -> None:
        assert library
        assert "“text:” is no operator" in run("search", "-b", "kites", "text:gust").out
        assert "nowhere word for word: “gust same”" in run("search", "-b", "kites", '"gust same"').out

    def test_json_says_how_sure_it_is(self, library: Library, run: Run) -> None:
        assert library
        answer = json.loads(run("search", "-b", "kites", "--json", "boxktie zzqq").out)
        assert answer["absent"] == ["zzqq"] and answer["corrected"] == {"boxktie": "boxkite"}
        assert 0 <= answer["confidence"] <= 1
        assert answer["results"][0]["text"].startswith("A boxkite is a kite")

    def test_a_list_that_ends_before_all_rules_with_the_words_says_so(
        self, library: Library, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert library
        assert run("search", "-b", "kites", "-n", "200", "kite").err == ""
        monkeypatch.setattr("rules_cli.search.ranking._LOOKED_AT", 1)
        monkeypatch.setattr("rules_cli.search.ranking._MOST_LOOKED_AT", 1)
        assert (
            "rules with all the words shown; all of them: --every"
            in run("search", "-b", "kites", "-n", "200", "kite").err
        )
