"""Numbers of any shape: read as printed, found in any spelling, placed by their parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from docx_files import docx, p, style, styled
from hypothesis import given
from hypothesis import strategies as st
from parsing import book_of, by_number, document, odd, parents, texts

from rules_cli.formats import read_bytes
from rules_cli.model import BEFORE_A_NUMBER
from rules_cli.numbers.parts import lookup_key, natural_key, numbers_above, parts
from rules_cli.numbers.typed import range_end
from rules_cli.parse import parse
from rules_cli.parse.inference import decisions, infer_profile
from rules_cli.parse.number_forms import forms_of
from rules_cli.parse.profile import Profile

SMALL, CAPITAL = "abcdefgh", "ABCDEFGH"
FIGURES = "12345678"
NUMBERINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "figures in the middle": ((FIGURES, FIGURES, SMALL, FIGURES), ("", ".", ".", ".")),
    "capitals": ((FIGURES, FIGURES, FIGURES, CAPITAL), ("", ".", ".", ".")),
    "a capital in front": ((CAPITAL, FIGURES, SMALL), ("", "", "")),
    "nothing between": ((FIGURES, SMALL, FIGURES, SMALL), ("", "", "", "")),
    "capitals and figures": ((FIGURES, CAPITAL, FIGURES, SMALL), ("", "", "", "")),
    "dashes": ((FIGURES, FIGURES, FIGURES), ("", "-", "-")),
    "dots and letters": ((FIGURES, CAPITAL, FIGURES, SMALL), ("", ".", ".", ".")),
}
"""For each numbering the parts of each level, and the sign before each."""


def numbers(numbering: str, wide: int) -> Iterator[str]:
    """Every number of a made-up book with `wide` numbers on each level, in the order of print."""
    levels, signs = NUMBERINGS[numbering]

    def below(above: str, depth: int) -> Iterator[str]:
        for part in levels[depth][:wide]:
            number = above + signs[depth] + part
            yield number
            if depth + 1 < len(levels):
                yield from below(number, depth + 1)

    return below("", 0)


def as_text(number: str) -> str:
    return f"{number}. {'Kites' if len(parts(number) or ()) == 1 else 'A kite flies.'}\n\n"


def as_markdown(number: str) -> str:
    is_chapter = len(parts(number) or ()) == 1
    return f"## {number}. Kites\n\n" if is_chapter else f"**{number}.** A kite flies.\n\n"


def as_headings(number: str) -> str:
    return f"{'#' * min(len(parts(number) or ()), 6)} {number}. Kites\n\nA kite flies.\n\n"


def as_page(number: str) -> str:
    return f"<h2>{number}. Kites</h2>" if len(parts(number) or ()) == 1 else f"<p>{number}. A kite flies.</p>"


PRINTED: dict[str, Callable[[str], str]] = {
    "book.txt": as_text,
    "book.md": as_markdown,
    "headings.md": as_headings,
    "book.html": as_page,
}


@pytest.mark.parametrize(("numbering", "name"), list(product(NUMBERINGS, PRINTED)))
@given(wide=st.integers(2, 4))
def test_a_book_in_any_numbering_is_read_back(numbering: str, name: str, wide: int) -> None:
    printed = list(numbers(numbering, wide))
    book = book_of("# Harbour\n\n" * (name == "headings.md") + "".join(map(PRINTED[name], printed)), name=name)
    found = {number: parent for number, parent in parents(book).items() if parts(number)}
    assert list(found) == printed
    assert all(parent == next(iter(numbers_above(number)), None) for number, parent in found.items() if parent)
    assert odd(book) == []


@pytest.mark.parametrize("numbering", NUMBERINGS)
@given(wide=st.integers(2, 4))
def test_a_word_document_in_any_numbering_is_read_back(numbering: str, wide: int) -> None:
    printed = list(numbers(numbering, wide))
    paragraphs = (
        styled("Heading1", f"{number}. Kites") if len(parts(number) or ()) == 1 else p(f"{number}. A kite flies.")
        for number in printed
    )
    documents = [read_bytes(docx(*paragraphs, styles=style("Heading1", "heading 1")), "book.docx")]
    book = parse(documents, infer_profile(documents), "kites", "1")
    found = {number: parent for number, parent in parents(book).items() if parts(number)}
    assert list(found) == printed
    assert all(parent == next(iter(numbers_above(number)), None) for number, parent in found.items() if parent)
    assert odd(book) == []


class TestForms:
    def test_of_a_book_are_found_and_told(self) -> None:
        text = "".join(map(as_text, numbers("figures in the middle", 3)))
        profile = infer_profile([document(text)])
        assert profile.numbers == ("{n}", "{n}.{n}", "{n}.{n}.{a}", "{n}.{n}.{a}.{n}")
        assert "numbers: {n}, {n}.{n}, {n}.{n}.{a}, {n}.{n}.{a}.{n}" in decisions(profile, [document(text)])

    @pytest.mark.parametrize(
        "text",
        [
            "1 Kites\n\n1.1 Fly.\n\n1.1a By day.\n\n1.2 Land.\n\n1.3 Rest.\n",
            "1 Kites\n\n1.1 Fly.\n\n1.2 Land.\n\n2K2a is a model.\n\nA5b is another.\n",
            "1 Kites\n\n1.1 Fly.\n\n1.1.a By day.\n\n1.2 Land.\n\n1.2a By night.\n\n1.2b Or never.\n",
        ],
        ids=["common", "no sequence", "a misprint"],
    )
    def test_of_a_book_with_common_numbers_are_none(self, text: str) -> None:
        assert forms_of(document(text).lines) == ()

    def test_is_not_that_of_a_date(self) -> None:
        lists = "".join(f"{n}. A kite flies.\n" for n in range(1, 9))
        assert infer_profile([document(f"# Kites\n\n{lists}\n* 2024-01-01\n", "kites.md")]).numbers == ()

    def test_need_three_numbers_in_their_places(self) -> None:
        assert forms_of(document("1-1 Fly.\n\n1-2 Land.\n").lines) == ()
        assert forms_of(document("1-1 Fly.\n\n1-2 Land.\n\n1-3 Rest.\n").lines) == ("{n}", "{n}-{n}")

    def test_that_are_not_read_are_counted(self) -> None:
        text = "1 Kites\n\n1.1 Fly.\n\n1.2 Land.\n\n" + "".join(f"{n}x7 Kites fly.\n\n" for n in "3579")
        told = list(decisions(infer_profile([document(text)]), [document(text)]))
        assert "4 lines begin like 3x7, 5x7, 7x7: not read as numbers (a profile can state their forms)" in told

    def test_can_be_stated(self) -> None:
        text = "Clause 2k Kites\n\nClause 2k2a Fly.\n"
        profile = Profile(numbers=("Clause {n}{a}", "Clause {n}{a}{n}{a}"))
        assert [row.number for row in parse([document(text)], profile, "kites", "1").rows] == ["2k", "2k2a"]

    def test_with_roman_chapters_and_words_in_front(self) -> None:
        text = "".join(
            f"# ARTICLE {roman} KITES\n\n### Section {n}.01 Wind\n\nIt blows.\n\n### Section {n}.02\n\nIt stops.\n\n"
            for n, roman in enumerate(("I", "II", "III", "IV"), 1)
        )
        found = parents(book_of(text, name="book.md"))
        assert (found["IV"], found["4.01"], found["4.02"]) == (None, "IV", "IV")


class TestChapters:
    BOOK = "5 Cards\n\n5.1 A card.\n\n{}\n\n5.2 A deck.\n\n6 Play\n\n6.1 Take turns.\n\n8 Ends\n\n8.1 It ends.\n"

    @pytest.mark.parametrize("line", ["8 Lore Value", "6 Willpower", "160 Scenario Cards", "5 Master of Horse", "13"])
    def test_a_caption_is_none(self, line: str) -> None:
        found = parents(book_of(self.BOOK.format(line)))
        assert list(found) == ["5", "5.1", "5.2", "6", "6.1", "8", "8.1"]
        assert found["5.2"] == "5"

    @pytest.mark.parametrize("title", ["Continuation after a Call", "Das Ende des Spiels und was danach kommt"])
    def test_has_any_title_where_it_is_due(self, title: str) -> None:
        found = parents(book_of(f"15. Calls\n\n15.1. Call.\n\n16. {title}\n\n16.1. Go on.\n\n16.2. Stop.\n"))
        assert (found["16"], found["16.1"]) == (None, "16")

    def test_may_be_whole_sentences_of_three_figures(self) -> None:
        text = "## 100. Kites\n\n101. To fly, a player must have a kite.\n101.1. It flies.\n102. A line holds it.\n"
        text += "102.1. It may break.\n102.1.a. By day.\n102.1.b. By night.\n102.1.c. Or never.\n"
        found = list(parents(book_of(text, name="b.md")))
        assert found == ["100", "101", "101.1", "102", "102.1", "102.1.a", "102.1.b", "102.1.c"]

    def test_a_list_of_two_figures_in_a_rule_is_none(self) -> None:
        text = "1 Kites\n\n1.1 Say:\n\n2. to fly is good.\n\n1.2 Land.\n"
        assert list(parents(book_of(text))) == ["1", "1.1", "1.2"]

    def test_a_wrapped_size_is_none(self) -> None:
        text = '1 Kites\n\n1.4 Cards\n\n1.4.1 A card measures\n2.5" by 3.5" in all.\n\n1.4.2 It flies.\n'
        assert parents(book_of(text))["1.4.2"] == "1.4"


BODY = "".join(f"{c} Part {c}\n\n" + "".join(f"{c}.{n} It is so.\n\n" for n in (1, 2, 3)) for c in (1, 2))


class TestTheBodyOwnsItsNumbers:
    CHANGES = "".join(f"{number} It was so.\n\n" for number in ("1.2", "2.1", "2.3"))

    def test_not_a_change_log_behind_it(self) -> None:
        book = book_of(BODY + "Changes\n\n" + self.CHANGES)
        assert [number for number in texts(book) if "#" in number] == []
        assert "It was so." in "".join(text or "" for text in texts(book).values())

    def test_not_a_summary_of_changes_before_it(self) -> None:
        book = book_of("Changes\n\n" + self.CHANGES + BODY)
        assert texts(book)["1.1"] == "It is so."
        assert [number for number in texts(book) if "#" in number] == []

    def test_a_few_numbers_may_be_misprints(self) -> None:
        assert odd(book_of(f"{BODY}2.1 It is again.\n\n2.2 And again.\n"), "duplicate-number")


class TestItemsOfNumberedLists:
    BOOK = "# Laws\n\n" + "".join(
        f"## Article {n}: Kites\n\n1. A kite flies.\n2. A line holds it:\n   1. by day\n   2. by night\n\n![]()\n\n"
        "| a | b |\n|---|---|\n| c | d |\n\n1. It lands.\n\n"
        for n in (1, 2, 3, 4)
    )

    def test_contents_before_them_have_no_numbers(self) -> None:
        listed = "".join(f"- [Article {n}: Kites](#a)\n" for n in (1, 2, 3, 4, 5))
        text = (
            f"# Laws\n\n{listed}\nThese are the laws of kites.\n\n{self.BOOK[8:]}## Article 5: Kites\n\n1. They end.\n"
        )
        assert [number for number in parents(book_of(text, name="laws.md")) if "#" in number] == []

    def test_are_text_where_rules_have_numbers(self) -> None:
        text = "# 1 Kites\n\n1.1 Fly it:\n\n1. By day.\n2. By night.\n\n# 2 Ends\n\n2.1 Land it:\n\n1. Soon.\n"
        assert list(parents(book_of(text, name="laws.md"))) == ["1", "1.1", "2", "2.1"]


def test_a_number_whose_parent_is_never_printed_stands_under_its_heading() -> None:
    text = "# Kites\n\n## Wind\n\n**1.1.1.a** It blows.\n\n**1.1.1.b** Hard.\n\n## Rain\n\n**1.1.2.a** It falls.\n\n"
    book = book_of(text + "**1.1.2.b** It stops.\n", name="book.md")
    assert parents(book)["1.1.1.b"] == parents(book)["1.1.1.a"]
    assert parents(book)["1.1.2.b"] == "rain"
    assert not odd(book)


class TestParts:
    @pytest.mark.parametrize(
        ("number", "expected"),
        [
            ("103.1.b.1", (103, 1, "b", 1)),
            ("1.5.1.A", (1, 5, 1, "a")),
            ("2k2a", (2, "k", 2, "a")),
            ("A5b", ("a", 5, "b")),
            ("O16.1", ("o", 16, 1)),
            ("8-1-1", (8, 1, 1)),
            ("4.01", (4, 1)),
            ("IV", (4,)),
            ("C", ("c",)),
            ("1.14.7#2", (1, 14, 7)),
            ("2.4.upgrade", None),
            ("abilities.3.1", None),
            ("1-vs-1", None),
            ("fragment#2", None),
        ],
    )
    def test_of_printed_numbers(self, number: str, expected: tuple[object, ...] | None) -> None:
        assert parts(number) == expected

    @pytest.mark.parametrize(
        ("typed", "number"),
        [("a.5.b", "A5b"), ("2.7.3", "2-7-3"), ("4.1", "4.01"), ("103.1b1", "103.1.b.1"), ("1.5.1a", "1.5.1.A")],
    )
    def test_spellings_have_one_key(self, typed: str, number: str) -> None:
        assert lookup_key(typed) == lookup_key(number)

    def test_order_and_ranges(self) -> None:
        order = ["103.1", "103.1.a", "103.1.b", "103.1.b.1", "103.1.b.10", "103.2"]
        assert sorted(set(order), key=natural_key) == order
        assert numbers_above("8-1-2") == ["8-1", "8"]
        assert numbers_above("2k2a") == ["2k2", "2k", "2"]
        first = parts("103.1.b.1") and "103.1.b.1"
        assert range_end(first, "3") == "103.1.b.3"  # type: ignore[arg-type]


def test_the_word_before_a_number_is_dropped_with_the_reason() -> None:
    """Section 4.01 is 4.01: the word is told, and the line is counted once among those that were skipped."""
    text = "".join(
        f"# ARTICLE {roman} KITES\n\n### Section {n}.01 Wind\n\nIt blows.\n\n### Section {n}.02\n\nIt stops.\n\n"
        for n, roman in enumerate(("I", "II", "III"), 1)
    )
    book = book_of(f"{text}Rule the wind.\n", None, "book.md")
    assert {each.why for each in book.dropped} == {BEFORE_A_NUMBER}
    assert [each.text for each in book.dropped][:3] == ["ARTICLE I", "Section 1.01", "Section 1.02"]
    assert book.skipped == []


def test_a_line_that_begins_like_a_number_but_is_no_row_keeps_its_word() -> None:
    lines = "".join(f"Rule {n}.1: A kite flies on wind {n}.\n\n" for n in range(1, 6))
    book = book_of(
        f'{lines}{{% hint style="info" %}}\nRule 3.1: as it was, it said less.\n{{% endhint %}}\n', None, "book.md"
    )
    assert by_number(book)["5.1"].words.notes == ("Rule 3.1: as it was, it said less.",)
