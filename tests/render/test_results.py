"""The page of a search: the first result whole, others in two lines, sections, corrections, marks."""

from __future__ import annotations

import pytest
from searching import BAKERY, KITES
from support import Install, Run

from rules_cli.library import Library
from rules_cli.render import out
from rules_cli.render.page import Page
from rules_cli.render.results import results
from rules_cli.search import find
from rules_cli.search.confidence import NOTHING, SURE
from rules_cli.search.context import card_of, context_of
from rules_cli.search.corpus import Corpus


@pytest.fixture
def library(install: Install) -> Library:
    install("kites", {"2024-05-01": KITES})
    install("bakery", {"2023-06-01": BAKERY})
    return Library.open()


def page_of(library: Library, query: str, columns: int | None = 40, book: str = "kites") -> Page:
    found = find(library, query, book)
    return results(found, context_of(library, found, query), columns=columns)


def lines_of(page: Page) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in page.lines]


def test_the_first_result_is_whole_and_the_others_fit_four_lines(library: Library) -> None:
    lines = [line for line in lines_of(page_of(library, "kites gust wind")) if line[:1].isdigit() and "  " in line]
    assert len(lines) > 3
    assert not lines[0].endswith("…")
    assert all(len(line) <= 160 for line in lines[1:])


def test_results_are_in_the_order_of_their_ranks_and_say_their_sections(install: Install) -> None:
    install(
        "port",
        {
            "1": "1 Quays\n\n1.1 A lantern burns at night.\n\n1.2 A lantern.\n\n1.3 No lantern burns by day.\n\n"
            "2 Ships\n\n2.1 A ship has a lantern that burns at night, too.\n\n2.2 No ship has two."
        },
    )
    found = find(Library.open(), "lantern burns night", book="port").results
    lines = [line for line in lines_of(page_of(Library.open(), "lantern burns night", book="port")) if line[:2] != "  "]
    assert [line.split()[0] for line in lines[: len(found)]] == [hit.rule.number for hit in found]
    assert lines[0].startswith("1.1  Quays: ")
    in_pipe = lines_of(page_of(Library.open(), "lantern burns night", book="port", columns=None))
    assert all(": " in line for line in in_pipe[: len(found)])


def test_a_section_is_said_once_for_results_below_each_other(install: Install) -> None:
    install(
        "port",
        {"1": "1 Quays\n\n1.1 A lantern burns.\n\n1.2 A lantern hangs.\n\n1.3 A lantern.\n\n2 Ships\n\n2.1 A ship."},
    )
    lines = lines_of(page_of(Library.open(), "lantern", book="port"))
    assert ["Quays: " in line for line in lines[:3]] == [True, False, False]


def test_a_short_section_that_is_found_first_is_a_card_of_its_rules(library: Library) -> None:
    lines = lines_of(page_of(library, "tangle"))
    assert lines[0] == "2.2  Tangle"
    assert {line.split()[0] for line in lines[1:3]} == {"2.2a", "2.2b"}
    assert "Elsewhere" in lines
    assert sum("2.2a" in line for line in lines) == 1
    assert not any("2.2b" in line for line in lines[3:])


def test_a_word_to_leave_out_is_not_on_a_card(library: Library) -> None:
    lines = lines_of(page_of(library, "tangle -wound"))
    assert any(line.startswith("2.2") for line in lines)
    assert not any("wound" in line for line in lines)


def test_a_card_has_four_rules_and_names_the_others(install: Install) -> None:
    below = "".join(f"2.1{letter} A kite.\n\n" for letter in "abcdef")
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n2 Others\n\n2.1 Lantern\n\n{below}"})
    lines = lines_of(page_of(Library.open(), "lantern", book="port"))
    assert [line.split()[0] for line in lines[1:5]] == ["2.1a", "2.1b", "2.1c", "2.1d"]
    assert lines[5] == "also 2.1e, 2.1f  (rules show port:2.1)"


def test_the_first_rule_of_a_card_is_whole_and_the_others_are_cut(install: Install) -> None:
    first, second = (
        f"A {word} may wait. {'It waits on the quay for a long time. ' * 9}The end." for word in ("x", "y")
    )
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n2 Others\n\n2.1 Lantern\n\n2.1a {first}\n\n2.1b {second}\n"})
    lines = lines_of(page_of(Library.open(), "lantern", book="port"))
    assert lines[1].removeprefix("2.1a  ") == first
    assert len(lines[2]) < len(second)


def test_a_card_has_no_more_rules_than_fit(library: Library) -> None:
    found = find(library, "tangle", "kites")
    lines = lines_of(results(found, context_of(library, found, "tangle")._replace(most=1), columns=40))
    assert [line.split()[0] for line in lines[:3]] == ["2.2", "2.2a", "also"]


def test_the_rules_that_players_ask_about_are_first_on_a_card(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = next(rule.order for rule in [library.rule("kites:2.2b")])
    monkeypatch.setattr(Corpus, "times_asked", lambda _, rows: {place: 3} if place in rows else {})
    assert [line.split()[0] for line in lines_of(page_of(library, "tangle"))[1:3]] == ["2.2b", "2.2a"]


@pytest.mark.parametrize(("words", "first"), [(["cut"], "2.1b"), (["tangle"], "2.1a"), ([], "2.1a")])
def test_a_card_whose_title_lacks_the_words_begins_with_a_rule_that_has_them(
    install: Install, words: list[str], first: str
) -> None:
    below = "2.1a A line may tangle.\n\n2.1b A cut line falls.\n\n"
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n2 Others\n\n2.1 Tangle\n\n{below}"})
    library = Library.open()
    assert card_of(library, library.rule("port:2.1"), words)[0].number == first


@pytest.mark.parametrize(("rules", "whole"), [(8, True), (9, False)])
def test_a_longer_section_comes_with_its_first_rule_alone(install: Install, rules: int, whole: bool) -> None:
    below = "".join(f"2.1{letter} A kite.\n\n" for letter in "abcdefghijk"[:rules])
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n2 Others\n\n2.1 Lantern\n\n{below}"})
    lines = lines_of(page_of(Library.open(), "lantern", book="port"))
    assert (lines[0] == "2.1  Lantern") == whole


@pytest.mark.parametrize(("word", "begins"), [("anchor", True), ("splash", False)])
def test_below_a_title_a_long_sentence_begins_as_printed_unless_it_has_another_word(
    install: Install, word: str, begins: bool
) -> None:
    long = f"A gull {'that waits on the quay for a very long time ' * 5}may drop an anchor with a splash."
    install("quay", {"2020": f"1 Anchors\n\n1.1 Anchor\n\n1.1.1 An anchor makes a splash.\n\n1.1.2 {long}\n"})
    shown = "\n".join(lines_of(page_of(Library.open(), f"anchor {word}", 40, "quay")))
    assert ("A gull" in shown) is begins, shown


def test_a_title_without_text_says_so(install: Install, run: Run) -> None:
    install("port", {"1": "1 Ports\n\n1.1 A port.\n\n2 Gulls\n\n3 Tides\n\n3.1 A tide.\n"})
    assert "2  Gulls  (in the source: only this title, without text)" in run("gulls", "-b", "port").out
    assert "in the source: only this title, without text" in run("show", "port:2").out
    assert "only this title" not in run("show", "port:3").out


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


def test_what_nothing_answers_is_said_above_the_nearest(library: Library) -> None:
    found = find(library, "kites gust wind", "kites")
    for confidence, said in ((SURE, False), (NOTHING, True)):
        page = results(found._replace(confidence=confidence), context_of(library, found, ""), columns=80)
        assert (lines_of(page)[0] == "Nothing here seems to answer this; nearest:") == said


@pytest.mark.parametrize(("book", "says"), [("kites", False), ("kites,bakery", True)])
def test_results_of_several_games_end_with_how_to_choose_one(library: Library, book: str, says: bool) -> None:
    page = page_of(library, "wind oven", 100, book)
    assert (f"only one game: -b {find(library, 'wind oven', book).results[0].rule.book}" in str(lines_of(page))) == says


def test_a_pipe_gets_one_line_for_each_text(run: Run, install: Install) -> None:
    install("port", {"1": "1 Ports\n\n1.1 Quays\n\n1.1.1 A quay is long.\n\n1.1.2 A ship at a quay pays.\n\n"})
    *lines, _ = run("search", "quay", "-b", "port", "-n", "4").out.splitlines()
    assert [sum("A quay is long." in line for line in lines), len(lines)] == [1, 2], "the heading has its first rule"


def test_on_a_small_screen_a_long_first_rule_is_cut_around_its_deciding_sentence(
    install: Install, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = "A ship moors at the quay and pays nothing for it. " * 20
    watch = "1.2 All ships of the quay that stay at night have somebody on watch.\n\n"
    install("port", {"1": f"1 Quays\n\n1.1 {long}A lantern burns there all night. {long}\n\n{watch}"})
    for name, value in {"COLUMNS": "40", "LINES": "20", "PAGER": "cat", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    for asked in ("on_terminal", "types"):
        monkeypatch.setattr(out, asked, lambda: True)
    printed = run("search", "lantern", "burns", "all", "night", "-b", "port").out
    assert printed.count("\n") < 20 and "whole: rules show" in printed
    assert "A lantern burns there all night." in " ".join(printed.split()) and "1.2" in printed


LAYERS = "".join(f"3.{at} Keel {'keel ' * (at % 3)}is laid.\n\n" for at in range(1, 10))


def test_a_section_that_is_found_first_is_read_in_its_order(install: Install) -> None:
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n3 Keel\n\n{LAYERS}"})
    lines = lines_of(page_of(Library.open(), "keel", book="port"))
    numbers = [line.split()[0] for line in lines if line.startswith("3.")]
    assert numbers == sorted(numbers)
    assert (lines[0].startswith("3  Keel  3.1  "), "3.1" in numbers) == (True, False), "printed once"


@pytest.mark.parametrize(
    ("rows", "limit", "is_whole"), [("24", (), False), ("24", ("-n", "9"), True), ("90", (), True)]
)
def test_a_search_shows_as_many_rules_as_fit_the_screen(
    install: Install, run: Run, monkeypatch: pytest.MonkeyPatch, rows: str, limit: tuple[str, ...], is_whole: bool
) -> None:
    long = "".join(f"2.{at} A lantern {'of the old quay ' * 9}burns.\n\n" for at in range(1, 10))
    install("port", {"1": f"1 Ports\n\n1.1 A port.\n\n2 Lights\n\n{long}"})
    for name, value in {"COLUMNS": "80", "LINES": rows, "PAGER": "cat"}.items():
        monkeypatch.setenv(name, value)
    for asked in ("on_terminal", "types"):
        monkeypatch.setattr(out, asked, lambda: True)
    printed: list[Page] = []
    monkeypatch.setattr(out, "show", printed.append)
    assert run("search", "lantern", "-b", "port", *limit).code == 0
    lines = lines_of(printed[0])
    shown = sum(line.startswith("2.") for line in lines)
    assert (shown == 9) == is_whole == (not any("more: -n 9" in line for line in lines))
    assert is_whole or (out.fits(printed[0]) and shown > 2)


def test_a_long_export_is_paged_on_a_terminal(install: Install, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install("port", {"1": "1 Ports\n\n" + "".join(f"1.{at} A port.\n\n" for at in range(1, 40))})
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    for asked in ("on_terminal", "types"):
        monkeypatch.setattr(out, asked, lambda: True)
    assert run("export", "port").out == ""
    assert "A port." in paged[0]
    monkeypatch.setattr(out, "on_terminal", lambda: False)
    assert run("export", "port").out == paged[0]


LISTS = """\
1 Storms

1.1 A storm is resolved in the following order:

1.1a The wind of the storm turns.

1.1b The rain of the storm falls on each field that lies below it.

1.1c The storm storm storm ends.

1.2 The steps of a gale are as follows:

1.2a Nobody moves.

1.2b Everybody moves.
"""


def test_the_parts_of_a_list_are_in_its_order_below_the_rule_that_announces_it(install: Install) -> None:
    install("storms", {"2026": LISTS})
    numbers = [line.split("  ")[0] for line in lines_of(page_of(Library.open(), "order of storm", None, "storms"))]
    assert numbers[:4] == ["1.1", "1.1a", "1.1b", "1.1c"]
    lines = lines_of(page_of(Library.open(), "steps of a gale", None, "storms"))
    assert lines[:2] == ["1.2  Storms: The steps of a gale are as follows:", "1.2a – 1.2b  (rules show storms:1.2)"]


def test_of_many_paragraphs_the_first_result_shows_those_with_the_words(install: Install) -> None:
    paragraphs = [f"Sentence {at} is about sails." for at in range(30)]
    paragraphs[20] = "A halyard is a line."
    install("sails", {"2026": "1 Sails\n\n1.1 Lines\n\n" + "\n\n".join(paragraphs)})
    shown = "\n".join(lines_of(page_of(Library.open(), "halyard", None, "sails")))
    assert "Sentence 0 is about sails. …" in shown and "A halyard is a line. …" in shown
    assert "Sentence 5" not in shown


def test_a_cell_of_a_table_is_shown_with_the_one_after_it(install: Install) -> None:
    cells = [cell for at in range(12) for cell in (f"Class {at}", f"Knots {at + 30}")]
    cells[8:8] = ["Storm jib", "Knots 55"]
    install("sails", {"2026": "1 Sails\n\n1.1 Speeds\n\nThe speed depends on the sail.\n\n" + "\n\n".join(cells)})
    shown = lines_of(page_of(Library.open(), "speed jib", None, "sails"))
    assert "Knots 55 …" in "\n".join(shown) and "Knots 37" not in "\n".join(shown)


def test_an_item_comes_with_the_sentence_that_it_is_a_part_of(install: Install) -> None:
    rules = "1.1 Kites are long. In the harbour it is forbidden to:\n\n1.1a sell lanterns;\n\n1.1b feed gulls.\n\n"
    install("port", {"1": f"1 Ports\n\n{rules}1.2 Lines hold:\n\n1.2a Anchors hold, too.\n"})
    assert lines_of(page_of(Library.open(), "sell lanterns", book="port"))[0] == (
        "1.1a  In the harbour it is forbidden to: sell lanterns;"
    )
    assert lines_of(page_of(Library.open(), "anchors", book="port"))[0] == "1.2a  Ports: Anchors hold, too."


@pytest.mark.parametrize(
    ("above", "is_led"),
    [
        ("Kites are long. Nobody may, in the harbour,", True),
        ("In the harbour it is forbidden to:", True),
        ("Kites are long.", False),
        ('A kite is called "long."', False),
    ],
)
def test_an_item_is_shown_with_the_sentence_that_it_goes_on_with(
    install: Install, run: Run, above: str, is_led: bool
) -> None:
    install("port", {"1": f"1 Ports\n\n1.1 {above}\n\n1.1a sell lanterns;\n\n1.1b feed gulls.\n\n1.2 Kites fly.\n"})
    sentence = f"{above.removeprefix('Kites are long. ')} " if is_led else ""
    assert run("show", "1.1a", "-b", "port").out.startswith(f"1.1a  {sentence}sell lanterns;\n")
    assert run("show", "1.1a-b", "-b", "port").out.startswith(f"1.1a  {sentence}sell lanterns;\n\n1.1b  feed gulls.")
