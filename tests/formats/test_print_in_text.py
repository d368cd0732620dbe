"""Text that was saved from printed pages: heads, feet and contents are set aside. Made-up rulebooks of kites."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.formats.plain_text import read_text
from rules_cli.formats.source_line import SourceLine


def lines_of(text: str) -> list[SourceLine]:
    """The lines that are not blank."""
    return [line for line in read_text(text, "kites.txt").lines if line.role != "blank"]


def aside(text: str) -> list[tuple[str, str]]:
    """The lines set aside, with their reasons."""
    return [(line.raw.strip(), line.text) for line in lines_of(text) if line.role == "markup"]


def book(pages: int, head: str = "", foot: str = "", end: str = "\n", rules: int = 12) -> str:
    """Pages of rules; `#` in a head or foot is the page's number."""
    found = []
    for page in range(1, pages + 1):
        body = "".join(f"{page}.{n}. Kite {page * n} flies.\n" for n in range(1, rules + 1))
        found.append(f"{head}\n{body}{foot}\n".replace("#", str(page)))
    return end.join(found)


FEET = {
    "after a wide gap": "Kites and Winds          #",
    "after a word": "Kite Club, page #",
    "in brackets": "Club            Kites             [Page #]",
    "with the last number": "# of 9",
    "in the middle": "                                        #",
    "below another line": "© Kite Club\nMade by Ann    #",
}


@pytest.mark.parametrize("foot", FEET.values(), ids=FEET)
def test_feet_that_count_the_pages(foot: str) -> None:
    text = book(5, foot=foot)
    expected = [line.replace("#", str(page)).strip() for page in range(1, 6) for line in foot.splitlines()]
    assert aside(text) == [(line, "running head or page number") for line in expected]


@pytest.mark.parametrize("foot", ["Kite Club", "#", "Version 2 - #"])
@pytest.mark.parametrize("head", ["", "Kites"])
def test_heads_and_feet_beside_form_feeds(head: str, foot: str) -> None:
    text = book(5, head, foot, end="\f")
    assert len(aside(text)) == 5 * (1 + bool(head))
    assert [line.text for line in lines_of(text) if line.role != "markup"][12] == "2.1. Kite 2 flies."


OTHERS = {
    "articles": book(5, head="ARTICLE #"),
    "examples": book(5, foot="Example #:"),
    "levels near each other": book(9, head="Level      #", rules=2),
    "two pages": book(2, foot="Kite Club, page #"),
    "the same line without a number": book(5, foot="Kite Club"),
    "numbers that do not count": "\n".join(book(1, foot=f"Kite Club, page {n}") for n in (3, 7, 5, 9, 1)),
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_lines_that_are_no_feet(text: str) -> None:
    assert aside(text) == []


@pytest.mark.parametrize(("pages", "count"), [(3, 3), (2, 0)])
def test_three_pages_have_feet(pages: int, count: int) -> None:
    assert len(aside(book(pages, foot="Club, page #"))) == count


@pytest.mark.parametrize(("rules", "count"), [(7, 4), (6, 0)])
def test_feet_are_ten_lines_apart(rules: int, count: int) -> None:
    assert len(aside(book(4, foot="Club, page #", rules=rules))) == count


@pytest.mark.parametrize("lines", [4, 5])
def test_a_foot_has_four_lines_at_most(lines: int) -> None:
    foot = "\n".join(f"Owner {letter}" for letter in "abcdefg"[:lines])
    assert len(aside(book(5, foot=foot, end="\f"))) == 5 * 4


@pytest.mark.parametrize(("pages", "count"), [(6, 6), (5, 0)])
def test_a_head_is_on_three_in_ten_pages(pages: int, count: int) -> None:
    text = book(20, head="Kite Club", end="\f").replace("Kite Club\n", "", 20 - pages)
    assert len(aside(text)) == count


@pytest.mark.parametrize(("pages", "count"), [(6, 5), (5, 0)])
def test_four_in_five_numbers_of_pages_count_on(pages: int, count: int) -> None:
    text = book(pages, foot="Kite Club, page #").replace(f"page {pages}", f"page {pages + 1}")
    assert len(aside(text)) == count


def test_a_sentence_goes_on_after_a_page() -> None:
    pages = [
        f"{n}.1. A kite.\n" * 10 + f"{n}.2. When the wind {n + 1}.5\n\n\nClub, page {n}\n\nblows at {n}.5, it flies."
        for n in range(5)
    ]
    shown = read_text("\n\n".join(pages), "kites.txt").lines
    at = next(at for at, line in enumerate(shown) if line.text == "0.2. When the wind 1.5")
    assert [line.role for line in shown[at : at + 3]] == ["text", "markup", "text"]


def test_a_wrapped_sentence_is_joined_over_the_end_of_a_page() -> None:
    line = "A kite that is red and made of paper flies higher than one that is made"
    wrapped = "\n".join(f"{n}.1. {line}\nof wood." for n in range(1, 12))
    text = "\n".join(
        f"{wrapped}\n9.{n}. {line}\n\n\nClub       Kites       [Page {n}]\n\n\nof iron {n}.5." for n in range(1, 5)
    )
    shown = {each.text for each in lines_of(text)}
    assert shown >= {f"9.{n}. {line} of iron {n}.5." for n in range(1, 5)}


CONTENTS = """\
CONTENTS
1.  KITES                6. WINDS, RAIN
  1.1.  General            6.1.  General
  1.2.  Tails    ..... 3   6.2.  Storms
2.  LINES                7.  SAND
  2.1.  Reels
"""
BODY = "1. KITES\n1.1. General\n1.1.1. A kite flies.\n"


def test_contents_in_two_columns_are_read_one_after_the_other() -> None:
    words = [line.words.split("  ")[0] for line in lines_of(CONTENTS + "\n" + BODY)]
    assert words[:5] == ["CONTENTS", "1. KITES", "1.1.", "1.2.", "2. LINES"]
    assert words[-3:] == BODY.splitlines()


words = st.text(st.characters(codec="utf-8", exclude_characters="\f"), max_size=20) | st.sampled_from(
    ["1. a", "1.1 b", "", "Page 1", "Page 2", "Page 3", "   2", "x   1. a    2. b"]
)


@given(st.lists(words | st.just("\f"), max_size=60))
def test_every_word_is_in_one_line(parts: Sequence[str]) -> None:
    text = "\n".join(parts)
    kept = "".join(line.raw for line in read_text(text, "kites.txt").lines)
    assert sorted("".join(kept.split())) == sorted("".join(text.split()))


@given(
    st.integers(3, 9),
    st.integers(10, 20),
    st.sampled_from(list(FEET.values())),
    st.sampled_from(["\n", "\f", "\n\n\f"]),
)
def test_any_book_is_the_same_with_feet_and_without(pages: int, rules: int, foot: str, end: str) -> None:
    with_feet = [line.text for line in lines_of(book(pages, foot=foot, end=end, rules=rules)) if line.role != "markup"]
    assert with_feet == [line.text for line in lines_of(book(pages, rules=rules))]


@pytest.mark.hostile
@pytest.mark.parametrize("line", ["1 2 3", "page 1\f", "1. a    2. b", " " * 290 + "1", "1." * 140, "1. a    " * 30])
def test_no_text_takes_minutes(line: str) -> None:
    assert len(lines_of(f"{line}\n" * 50_000)) <= 100_000
