"""The page of a search: the first result whole, others in two lines, sections, corrections, marks."""

from __future__ import annotations

import pytest
from searching import BAKERY, KITES
from support import Install, Run

from rules_cli.library import Library
from rules_cli.render.page import Page
from rules_cli.render.results import best_part, results
from rules_cli.search.context import context_of


@pytest.fixture
def library(install: Install) -> Library:
    install("kites", {"2024-05-01": KITES})
    install("bakery", {"2023-06-01": BAKERY})
    return Library.open()


def page_of(library: Library, query: str, columns: int | None = 40, book: str = "kites") -> Page:
    found = library.search(query, book)
    return results(found, context_of(library, query, book, found), columns=columns)


def lines_of(page: Page) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in page.lines]


def test_the_first_result_is_whole_and_the_others_fit_two_lines(library: Library) -> None:
    lines = [line for line in lines_of(page_of(library, "kites gust wind")) if line[:1].isdigit() and "  " in line]
    assert len(lines) > 3
    assert not lines[0].endswith("…")
    assert all(len(line) <= 80 for line in lines[1:])


def test_results_stand_under_their_sections_on_a_terminal_only(library: Library) -> None:
    lines = lines_of(page_of(library, "lantern"))
    assert lines[lines.index("2.1 Boxkite") + 1].startswith("2.1a  ")
    assert "2.1 Boxkite" not in lines_of(page_of(library, "lantern", columns=None))


def test_a_heading_comes_with_its_first_rule(library: Library) -> None:
    line = next(line for line in lines_of(page_of(library, "tangle")) if line.startswith("2.2  "))
    assert line.startswith("2.2  Tangle  2.2a  Tangle means")


def test_a_corrected_word_is_said_once_on_top(library: Library) -> None:
    lines = lines_of(page_of(library, "lantrn"))
    assert lines[0] == "Showing results for “lantern”; you typed “lantrn”"
    assert "spelling corrected" not in "".join(lines)
    assert "Showing" not in "".join(lines_of(page_of(library, "lantern")))


def test_only_typed_words_are_marked(library: Library) -> None:
    marked = {
        span.text.lower()
        for line in page_of(library, "lanterns sinks").lines
        for span in line.spans
        if span.style == "hit"
    }
    assert marked == {"lantern", "sink", "sinks", "sinking"}


def test_results_with_only_some_of_the_words_are_said_to_be_that(library: Library) -> None:
    lines = lines_of(page_of(library, "lantern loses"))
    assert lines.count("With only some of the words:") == 1


def test_a_pipe_gets_one_line_for_each_result(run: Run, library: Library) -> None:  # noqa: ARG001 - installs the books
    lines = run("search", "kite", "-b", "kites", "-n", "4").out.splitlines()
    assert len(lines) == 5


@pytest.mark.parametrize(
    ("room", "part"),
    [
        (200, "The sun rises. The moon is blue. Kites fly."),
        (30, "…Kites fly."),
        (16, "…Kites fly."),
    ],
)
def test_the_part_shown_begins_with_the_sentence_that_has_the_words(room: int, part: str) -> None:
    assert best_part("The sun rises. The moon is blue. Kites fly.", {"kites"}, room) == part
    assert best_part("The sun rises. The moon is blue. Kites fly.", {"sun"}, 20) == "The sun rises. The…"
