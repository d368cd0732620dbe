"""Items of numbered lists that are rules since the text names them, and numbers that the text of a rule only names."""

from __future__ import annotations

import pytest
from parsing import book_of, odd, parents, references, texts

CLUB = """1. Members

  1.1. Rights

    1. A member may fly any kite, as in §1.2.1.
    2. A member votes on:
       1. the budget,
       2. the board (see §1.2.2.1).
    3. A member may leave.

  1.2. Duties

    1. A member repairs what broke.
    2. A member pays:
       1. the fee, by §1.1.2.1,
       2. the wind tax.

2. Board

   The board has:
    1. a chair,
    2. a clerk.

  2.1. Chair

    1. The chair opens the hangar.
    2. The chair closes it.
"""


def test_items_that_are_named_are_rules_at_their_indent() -> None:
    book = book_of(CLUB)
    rows, above = texts(book), parents(book)
    assert rows["1.1.2.2"] == "the board (see §1.2.2.1)."
    assert (rows["1.1.3"], above["1.1.3"]) == ("A member may leave.", "1.1")
    assert "a clerk" in str(rows["2"])  # 2.1 is a section: the items above it have no number that is free
    assert (rows["2.1"], rows["2.1.2"]) == ("Chair", "The chair closes it.")
    assert references(book, "1.2.2.1") == [("§1.1.2.1", "1.1.2.1", True)]
    assert odd(book) == []


def test_items_stay_text_if_most_such_numbers_are_of_another_book() -> None:
    rows = texts(
        book_of(CLUB.replace("§1.2", "rule 2.1.7 of the league, and rule 1.2.9").replace("§1.1.2.1", "rule 1.1.8"))
    )
    assert "1.1.1" not in rows and "A member may leave." in str(rows["1.1"])


def test_a_chapter_with_a_nought_owns_its_rules() -> None:
    book = book_of("1.0 Kites\n\n1.1 Kites fly.\n\n1.2 Kites land.\n\n2.0 Boats\n\n2.1 Boats float.\n")
    assert (parents(book)["1.2"], parents(book)["2.1"]) == ("1.0", "2.0")


def test_one_version_at_the_head_of_a_line_is_no_sign_of_numbers_in_parts() -> None:
    heads = [f"{n}) The use of reel {name} by members" for n, name in enumerate("ABCDEFGHIJKLM", 1)]
    bodies = ["   Every kite of this part flies high above the town."] * len(heads)
    bodies[1] += "\n\n   20.0.8 is the version of the reel that every kite of this part needs."
    book = book_of("\n\n".join(f"{head}\n\n{body}" for head, body in zip(heads, bodies, strict=True)))
    assert list(texts(book)) == [str(n) for n in range(1, 14)]


def test_a_change_log_names_rules_and_prints_none() -> None:
    """A number that is printed in another chapter with its own words, in a list that counts its versions."""
    rules = "".join(
        f"{c}. Part {c}\n\n" + "".join(f"{c}.{n}. Kites of rank {n} fly by day.\n\n" for n in range(1, 6))
        for c in range(1, 5)
    )
    log = "5. Changes\n\n5.1. Version 8\n\n3.2. Kites of rank 2 may no longer fly by night.\n\n5.2. Version 7\n\n"
    rows = texts(
        book_of(
            f"{rules}{log}2.4. Kites of rank 4 may no longer be red, or have a tail.\n\n5.3. Version 6\n\nNothing.\n"
        )
    )
    assert [number for number in rows if "#" in number] == []
    assert "no longer fly by night" in str(rows["5.1"])


@pytest.mark.parametrize(("opens", "are_rules"), [("Torn kites", True), ("A torn kite:", False)])
def test_items_of_one_list_are_rules_if_they_are_whole_sentences(opens: str, are_rules: bool) -> None:
    items = "a) The pilot of a kite glues it.\nb) A second hole ends the flight."
    rows = texts(book_of(f"# Kites\n\n1.1 Kites fly.\n\n1.2 {opens}\n{items}\n\n1.3 Kites land.\n", name="house.md"))
    assert (rows.get("1.2b") == "A second hole ends the flight.") is are_rules


@pytest.mark.parametrize("name", ["prizes.md", "prizes.txt"])
@pytest.mark.parametrize("labels", [("a)", "b)", "c)"), ("(i)", "(ii)", "(iii)"), ("A.", "B.", "C.")])
def test_points_of_a_paragraph_are_each_on_a_line(name: str, labels: tuple[str, str, str]) -> None:
    first, second, third = labels
    points = f"{first} first, a kite\n{second} second, a line\nof ten metres\n{third} third, a tail"
    thanks = "A member who wins two of them gives one of the two to Mr\nA. Smith of the club."
    rows = texts(book_of(f"1 Prizes\n\n1.1 The prizes are:\n{points}\n\n1.2 {thanks}\n", name=name))
    assert rows["1.1"] == "The prizes are:\n" + points.replace("line\nof", "line of")
    assert rows["1.2"] == thanks.replace("\n", " ")
