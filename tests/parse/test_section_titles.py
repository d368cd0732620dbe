"""A section without a number after numbered rules is a row of its own; the rule before it does not swallow it."""

from __future__ import annotations

import pytest
from parsing import book_of, by_number

MARKDOWN = """**1. Kites**

1.1. A kite flies.

1.2. A kite that is cut loose is lost, and its owner looks for it.

**2. Lines**

2.1. Each kite has a line.

2.2. A line may break.

{title}
Whoever flies a kite over the lake tells the lake's keeper, who may ask for another place.
"""
PLAIN = """1. Kites

   1.1. A kite flies.

   1.2. A kite that is cut loose is lost.

2. Lines

   2.1. Each kite has a line.

   2.2. A line may break.

{title}

   Whoever flies a kite over the lake tells the lake's keeper, who may ask for another place.
"""


def test_a_title_like_those_of_chapters_begins_a_section() -> None:
    rows = by_number(book_of(PLAIN.format(title="Keepers"), name="book.txt"))
    assert rows["keepers"].words.text == (
        "Whoever flies a kite over the lake tells the lake's keeper, who may ask for another place."
    )
    assert rows["keepers"].parent is None
    assert rows["2.2"].words.text == "A line may break."


def test_a_title_that_the_contents_list_begins_a_section() -> None:
    contents = "Contents\n\n1. Kites ..... 1\n\n2. Lines ..... 2\n\nKeepers ..... 3\n\n"
    rows = by_number(book_of(contents + MARKDOWN.format(title="**Keepers**"), name="book.md"))
    assert rows["keepers"].kind == "rule"
    assert rows["2.2"].words.text == "A line may break."


def test_a_line_that_may_be_a_title_is_reported() -> None:
    more = "   They answer within a day, and a flier who is not answered may fly.\n"
    book = book_of(PLAIN.format(title="      Keepers") + more, name="book.txt")
    assert "keepers" not in by_number(book)
    assert [(found.kind, found.number) for found in book.anomalies] == [("title-in-text", "2.2")]


def test_names_in_a_list_are_no_sections() -> None:
    names = "".join(f"{name}\n\n   A flier of kites.\n\n" for name in ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus"))
    assert [*by_number(book_of(PLAIN.format(title=names), name="book.txt"))] == ["1", "1.1", "1.2", "2", "2.1", "2.2"]


@pytest.mark.parametrize("numbers", [("I", "II", "III"), ("1", "2", "3")])
@pytest.mark.parametrize("title", ["", "Kite League\n\n"], ids=["no title", "a title"])
@pytest.mark.parametrize(("word", "sign"), [("Article", "§"), ("Section", "Rule")])
def test_titles_that_count_on_by_another_word_begin_chapters(
    numbers: tuple[str, ...], title: str, word: str, sign: str
) -> None:
    rules = iter(f"{sign} {at} A kite has {at} lines.\n" for at in range(1, 8))
    parts = (f"{word} {at}. {name}\n\n{next(rules)}\n{next(rules)}\n" for at, name in zip(numbers, NAMES, strict=True))
    book = book_of(title + "".join(parts))
    rows = by_number(book)
    above = [rows[rows[str(at)].parent or ""].title for at in range(1, 7)]
    assert above == [f"{word} {numbers[(at - 1) // 2]}. {NAMES[(at - 1) // 2]}" for at in range(1, 7)]
    assert rows["2"].words.text == "A kite has 2 lines."
    assert book.title == (title.strip() or "made-up")


NAMES = ("Kites", "Lines", "Tails")


FLAT = """R-1 A crew has five hands.

R-2 Hands wait on the quay. They board between two trips.

{title}

R-3 A trip starts at the horn.
"""


@pytest.mark.parametrize(("title", "is_one"), [("Trips", True), ("Setting up a trip", True), ("Figure 1", False)])
def test_a_title_between_two_rules_of_a_flat_book_begins_a_section(title: str, is_one: bool) -> None:
    rows = by_number(book_of(FLAT.format(title=title), name="book.txt"))
    assert (rows["R-2"].words.text == "Hands wait on the quay. They board between two trips.") is is_one
    assert (title in [row.title for row in rows.values()]) is is_one


def test_a_title_between_two_rules_of_a_chapter_is_reported() -> None:
    book = book_of(
        PLAIN.format(title="Keepers").replace("1.2. A kite", "Lost kites\n\n   1.2. A kite"), name="book.txt"
    )
    assert [(found.kind, found.number) for found in book.anomalies] == [("title-in-text", "1.1")]


@pytest.mark.parametrize("word", ["Part", "Teil"])
def test_the_title_below_the_number_of_a_part_is_its_title(word: str) -> None:
    parts = (f"{word} {number}\n{title}\n\n§ {at} Boats\nA boat sails.\n" for at, number, title in PARTS)
    rows = by_number(book_of("Kite Order\n\n" + "\n".join(parts), name="book.txt"))
    assert [row.title for row in rows.values() if row.title and word in row.title] == [
        f"{word} {number} {title}" for _, number, title in PARTS
    ]


PARTS = [(1, "I", "Kites"), (2, "II", "At sea"), (3, "III", "Faults")]
