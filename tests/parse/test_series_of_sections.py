"""Sections whose items begin again: their titles are known by the series that they make in the whole book."""

from __future__ import annotations

import pytest
from parsing import book_of

_RULES = ("A kite has one line.", "A boat has two sails.", "The wind is measured.", "The judge rings a bell.")


def headings(text: str) -> dict[str, str]:
    """Return the titles of the headings of a book, by their numbers."""
    return {row.number: row.title or "" for row in book_of(text).rows if row.kind == "heading"}


def sections(titles: list[str], label: str, rules: int = 3) -> str:
    """Return a book with the same items under each title: `1.` or `(a)`."""
    items = [label.format(n=at + 1, a="abcd"[at]) + f" {rule}" for at, rule in enumerate(_RULES[:rules])]
    return "\n\n".join("\n".join((title, *items)) for title in titles)


@pytest.mark.parametrize("label", ["{n}.", "({a})"])
@pytest.mark.parametrize(
    "form", ["Section {n}.", "Rule {n}.", "§ {n}", "Chapter {i}.", "{A}.", "House {A}.", "Leg {i}."]
)
def test_a_title_in_small_letters_is_one_of_a_series(form: str, label: str) -> None:
    names = ["Kites", "Before the start", "On the water", "Late boats"]
    numbers = [form.format(n=at + 1, i=["I", "II", "III", "IV"][at], A="ABCD"[at]) for at in range(4)]
    book = "Harbour Club\nRules of the bay\n\n" + sections(
        [f"{number} {name}" for number, name in zip(numbers, names, strict=True)], label
    )
    assert list(headings(book).values()) == names


def test_sentences_that_lead_to_lists_are_no_titles() -> None:
    rules = "1. A kite flies.\n2. A boat that\na) sinks,\nb) burns\nis out.\n3. A line is cut.\n4. The wind turns.\n"
    assert list(headings(f"Kites at the pier\n\n{rules}").values()) == ["Kites at the pier"]


def test_an_item_does_not_go_on_from_the_number_of_a_chapter() -> None:
    """Item 4 of Chapter III is no chapter after it, however many items follow."""
    items = [f"{at}. {_RULES[at % 4]}" for at in range(1, 12)]
    listed = [*items[:5], "6. A boat is out if:\na) it sinks;\nb) it burns;\nc) it leaks.", *items[6:]]
    parts = [items[:6], items[:7], listed, items[:7]]
    chapters = zip(("I", "II", "III", "IV"), ("KITES", "BOATS", "THE WIND", "FAULTS"), parts, strict=True)
    book = "\n\n".join(f"CHAPTER {number}\n{title}\n\n" + "\n".join(rules) for number, title, rules in chapters)
    assert headings(book) == {"I": "KITES", "II": "BOATS", "III": "THE WIND", "IV": "FAULTS"}


@pytest.mark.parametrize("numbers", ["I II III", "A B C"])
def test_chapters_over_paragraphs_that_count_on(numbers: str) -> None:
    chapters = [
        f"{number}. {title}" for number, title in zip(numbers.split(), ("Kites", "At sea", "Faults"), strict=True)
    ]
    rules = [f"§ {at} Boats\n(1) A kite flies.\n(2) A boat sails.\n(3) The bell rings." for at in range(1, 7)]
    book = book_of(
        "\n\n".join(("Kite Order", *(part for at in range(3) for part in (chapters[at], *rules[2 * at : 2 * at + 2]))))
    )
    assert [row.title for row in book.rows if row.title in chapters] == chapters
    assert {str(row.number): row.words.text for row in book.rows}["2(3)"] == "The bell rings."


def test_a_series_with_a_gap_is_reported() -> None:
    rules = [f"§ {at} Boats\n(1) A kite flies.\n(2) A boat sails.\n(3) The bell rings." for at in range(1, 5)]
    book = book_of("\n\n".join(("Kite Order", "I. Kites", *rules[:2], "II. At sea", rules[2], "IV. Faults", rules[3])))
    assert [each.detail.split("'")[1] for each in book.anomalies if each.kind == "title-in-text"] == [
        "I. Kites",
        "II. At sea",
        "IV. Faults",
    ]
