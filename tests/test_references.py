"""References: forms of a profile, lists, ranges, and how the two grammars differ.

What a shipped rulebook's forms find is in tests/parse/test_references.py, what people type in tests/citation_check.
"""

from __future__ import annotations

import re

import pytest

from rules_cli.errors import SchemaError
from rules_cli.model import RuleNumber
from rules_cli.numbers.references import BookNumbers, Grammar, any_text, find_references, further_numbers
from rules_cli.parse.profile import Profile

NO_BOOK = BookNumbers()
RULEBOOK = NO_BOOK.grammar()


def found(text: str, *forms: str) -> list[tuple[str, str]]:
    """The references of a text as (token printed, number)."""
    return [
        (text[each.start : each.end], each.number)
        for each in find_references(text, forms or ("rule {number}",), NO_BOOK)
    ]


def numbers(text: str, grammar: Grammar) -> list[str]:
    """The numbers of a list that a text begins with."""
    first = re.split("[ ,/–-]", text)[0]
    return [first, *(each.number for each in further_numbers(text, len(first), RuleNumber(first), grammar))]


class TestForms:
    def test_signs_in_a_form_are_literal(self) -> None:
        assert found("see (.*1.2+)", "(.*{number}+)") == [("(.*1.2+)", "1.2")]
        assert found("see (xx1.2+)", "(.*{number}+)") == []

    def test_dotted_needs_a_dot(self) -> None:
        assert found("(2.4) and (4)", "({dotted})") == [("(2.4)", "2.4")]
        assert found("(2.4) and (4)", "({number})") == [("(2.4)", "2.4"), ("(4)", "4")]

    def test_words_of_a_form_are_found_in_capitals(self) -> None:
        assert found("RULE 1.2A") == [("RULE 1.2A", "1.2a")]

    def test_a_list_goes_on_after_a_title_or_a_remark(self) -> None:
        text = "Rules 7.3.9c (by day), 7.3.10, “Wind,” and 7.3.31b (by night) are odd; rule 1.2 (a kite) 3 times."
        assert [number for _, number in found(text, "rules {number}", "rule {number}")] == [
            "7.3.9c",
            "7.3.10",
            "7.3.31b",
            "1.2",
        ]

    def test_a_list_goes_on_after_a_number_that_is_none_of_its_own(self) -> None:
        assert [number for _, number in found("Kites 3.2, 3.9, 6, 6.4.1", "{dotted}")] == ["3.2", "3.9", "6.4.1"]

    def test_phrases_lead_to_a_number_as_words_do(self) -> None:
        text = "Do as explained in 5-1, in accordance with 5.2 and according to 7."
        assert [number for _, number in found(text, *Profile().references)] == ["5.2"]
        book = BookNumbers([RuleNumber("5-1")])
        assert [each.number for each in find_references(text, Profile().references, book)] == ["5-1", "5.2"]

    def test_a_form_without_a_number_is_refused(self) -> None:
        with pytest.raises(SchemaError, match="needs \\{number\\}"):
            find_references("a rule 1.2", ["rule"], NO_BOOK)

    @pytest.mark.parametrize("word", ["approximately", "version", "about"])
    def test_a_bare_number_after_a_word_for_other_numbers_is_no_rule(self, word: str) -> None:
        assert found(f"It is {word} 2.4 or so.", "{dotted}") == []
        assert found("It is as in 2.4 or so.", "{dotted}") == [("2.4", "2.4")]

    def test_the_first_matching_form_decides(self) -> None:
        assert found("see rule [1.2]", "rule [{number}]", "[{number}]") == [("rule [1.2]", "1.2")]

    @pytest.mark.parametrize(("members", "names"), [(40, True), (41, False)], ids=["as many as allowed", "one more"])
    def test_a_list_in_brackets_is_bounded(self, members: int, names: bool) -> None:
        assert bool(found(f"[1.1{', 1.2' * members}]", "[{dotted}]")) == names

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "text",
        [
            "rule " * 40_000,
            "rule" + " " * 200_000,
            "rule 1.1, " * 20_000,
            "rules " + "1.1, " * 40_000,
            "rule 1.1" + ", “" * 60_000,
            "rule " + "1." * 100_000,
            "[" * 200_000,
            "[1.1, " * 40_000,
        ],
        ids=lambda text: text[:9],
    )
    def test_no_text_makes_a_form_slow(self, text: str) -> None:
        find_references(text, ["rule {number}", "rules {number}", "[{number}]", "({dotted})"], NO_BOOK)


class TestLists:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("601.2b and 601.2f–h", ["601.2b", "601.2f", "601.2h"], id="a list and a range"),
            pytest.param("601.2b, c and d", ["601.2b", "601.2c", "601.2d"], id="letters"),
            pytest.param("119.7–8", ["119.7", "119.8"], id="a range of tails"),
            pytest.param("601-603", ["601", "603"], id="a range of sections"),
            pytest.param("702.1, “Dash,” 702.2", ["702.1", "702.2"], id="a rule's title between two numbers"),
            pytest.param("702.1 (Dash) and 702.2", ["702.1", "702.2"], id="a remark between two numbers"),
            pytest.param("402, 2 cards", ["402"], id="a quantity"),
            pytest.param("601.2b or a spell", ["601.2b"], id="a word of one letter"),
            pytest.param("402 – as above", ["402"], id="a dash before words"),
        ],
    )
    @pytest.mark.parametrize("grammar", [RULEBOOK, any_text()], ids=["in a rulebook", "in any text"])
    def test_both_grammars_agree(self, text: str, expected: list[str], grammar: Grammar) -> None:
        assert numbers(text, grammar) == expected

    @pytest.mark.parametrize(
        ("text", "in_rulebook", "in_any_text"),
        [
            pytest.param("601.2b and 602", ["601.2b", "602"], ["601.2b"], id="a section beside a rule"),
            pytest.param("601.2b and 60", ["601.2b"], ["601.2b"], id="a number of two figures beside a rule"),
            pytest.param("60.2b and 61", ["60.2b"], ["60.2b"], id="a number that may be a count of cards"),
            pytest.param("9.1, 10.2", ["9.1", "10.2"], ["9.1", "10.2"], id="chapters up to 99"),
            pytest.param("99.1, 100.2", ["99.1", "100.2"], ["99.1"], id="chapters over 99"),
            pytest.param("601.2–601.1", ["601.2", "601.1"], ["601.2"], id="a range that goes down"),
            pytest.param("601.2 and rule 601.3", ["601.2"], ["601.2", "601.3"], id="the word said again"),
            pytest.param("601.2j/k", ["601.2j", "601.2k"], ["601.2j", "601.2k"], id="a stroke"),
        ],
    )
    def test_rulebooks_allow_fewer_spellings_than_typed_text(
        self, text: str, in_rulebook: list[str], in_any_text: list[str]
    ) -> None:
        assert numbers(text, RULEBOOK) == in_rulebook
        assert numbers(text, any_text()) == in_any_text

    def test_both_ends_of_a_range_are_found(self) -> None:
        listed = find_references("rules 601.2b and 601.2f-h", ["rules {number}"], NO_BOOK)
        assert [each.since for each in listed] == [None, None, "601.2f"]

    def test_a_number_in_a_title_does_not_end_a_list(self) -> None:
        assert [number for _, number in found("rule 702.1, “Phase 3,” 702.2")] == ["702.1", "702.2"]

    def test_the_end_of_a_range_may_be_only_a_letter(self) -> None:
        assert [number for _, number in found("rule 1.2.3, 1.4–5")] == ["1.2.3", "1.4", "1.5"]
