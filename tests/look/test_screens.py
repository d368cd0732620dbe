"""What a person sees in every state, at three sizes. RULES_WRITE_SCREENS=1 writes the files in `screens` again."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from looking import NARROW, WIDE, WIDEST, asked, drawn, press
from support import Install

from rules_cli.library import Library
from rules_cli.look.answers import Answers
from rules_cli.look.state import Question, Read, Size, State
from rules_cli.look.steps import PAUSE, started, step, waiting
from rules_cli.render.language import choose
from rules_cli.render.results import results
from rules_cli.render.writers import plain
from rules_cli.search import find
from rules_cli.search.context import context_of

SCREENS = Path(__file__).parent / "screens"


def _recent(answers: Answers, size: Size) -> State:
    state = press(answers, asked(answers, "2.1a", size=size), ["enter"])
    state = press(answers, asked(answers, "glossary.tangle", size=size), ["enter"])
    return press(answers, state, ["esc", "esc"])


STATES: Mapping[str, Callable[[Answers, Size], State]] = {
    "first screen": lambda _, size: started("", "kites", size),
    "nothing typed": lambda answers, size: asked(answers, "", size=size),
    "nothing typed, caution": lambda answers, size: asked(answers, "", "mtg", size),
    "opened last": _recent,
    "words": lambda answers, size: asked(answers, "lantern gust", size=size),
    "second row": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["down"]),
    "last row": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["end"]),
    "nothing found": lambda answers, size: asked(answers, "xylophone", size=size),
    "number": lambda answers, size: asked(answers, "1.2", size=size),
    "number not there": lambda answers, size: asked(answers, "1.2d", size=size),
    "two readings": lambda answers, size: asked(answers, "111", "forms", size),
    "several books": lambda answers, size: asked(answers, "1.1", None, size),
    "unknown book": lambda answers, size: asked(answers, "1.1", "nobook", size),
    "long question": lambda answers, size: asked(answers, "when kites " * 10, size=size),
    "reading": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter"]),
    "reading an entry": lambda answers, size: press(answers, asked(answers, "boxkite", size=size), ["down", "enter"]),
    "reading, chosen": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter", "right"]),
    "whole branch": lambda answers, size: press(answers, asked(answers, "2", size=size), ["enter", "enter"]),
    "explained": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter", "e"]),
    "finding": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter", "/", *"wound"]),
    "found": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter", "/", *"wound", "enter"]),
    "copied": lambda answers, size: press(answers, asked(answers, "1.1", size=size), ["enter", "y"]),
    "a number typed while reading": lambda answers, size: press(
        answers, asked(answers, "2.2", size=size), ["enter", *"2.1"]
    ),
    "contents": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["enter", "t"]),
    "kept": lambda answers, size: press(answers, asked(answers, "2.2", size=size), ["ctrl-space"]),
    "history": lambda answers, size: press(answers, _recent(answers, size), [*"2.1a", "enter", "h"]),
    "back at the prompt": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["enter", "esc"]),
    "keys": lambda answers, size: press(answers, asked(answers, "", size=size), ["?"]),
    "books": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["tab"]),
    "books, typed": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["tab", *"bak"]),
    "books, none": lambda answers, size: press(answers, asked(answers, "kite", size=size), ["tab", *"zz"]),
    "book of the next question": lambda answers, size: press(
        answers, asked(answers, "1.1", size=size), ["enter", "B", PAUSE, *"bak", "enter"]
    ),
    "long addresses": lambda answers, size: press(answers, asked(answers, "cost.10.1", "ga", size), ["enter"]),
    "index being built": lambda answers, size: waiting(step(asked(answers, "kite", size=size), "s"), 2, True),
}


@pytest.mark.parametrize("size", [WIDE, NARROW, WIDEST], ids=["80x24", "40x20", "120x40"])
@pytest.mark.parametrize("name", STATES)
def test_a_screen_is_as_designed(answers: Answers, name: str, size: Size) -> None:
    shown = drawn(STATES[name](answers, size), size)
    path = SCREENS / f"{name.replace(', ', '-').replace(' ', '-')}.{size.width}x{size.height}.txt"
    if os.environ.get("RULES_WRITE_SCREENS"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), [(30, 8), (29, 8), (30, 7), (1, 1)])
def test_a_tiny_screen_says_so(answers: Answers, width: int, height: int) -> None:
    shown = drawn(asked(answers, "kite", size=Size(width, height)), Size(width, height))
    assert ("too" in shown[:4] or width < 8) is ((width, height) != (30, 8))
    assert all(len(line) <= width for line in shown.splitlines())
    assert len(shown.splitlines()) <= height


def test_the_snippet_of_a_rule_that_was_found_by_its_example_is_the_example(install: Install) -> None:
    install("ovens", {"2024-05-01": "1 Baking\n\n1.1 An oven is hot.\n\nExample: Rosalind burns her bread.\n"})
    assert "Rosalind burns" in drawn(asked(Answers(Library.open()), "rosalind", "ovens"))


def test_neighbours_with_long_numbers_keep_their_ends(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2", size=NARROW), ["enter"])
    assert isinstance(state.place, Read)
    page = replace(state.place.reading, previous="kites:game-terms.negotiate", next="kites:game-terms.long-negate")
    state = replace(state, place=replace(state.place, reading=page))
    foot = drawn(state, NARROW).splitlines()[-1]
    assert re.fullmatch(r"‹ …\S*negotiate   …\S*-negate ›\s+\^G keys", foot)


def test_a_search_that_is_not_answered_shows_the_list_before(answers: Answers) -> None:
    state = step(asked(answers, "kite"), "s")
    assert state.question == Question("search", words="kites", book="kites")
    assert "the heavier kite sinks" in drawn(state)


@pytest.mark.parametrize(("count", "said"), [(15, "1/15"), (16, "1/16+"), (17, "1/17")])
def test_a_list_says_whether_there_may_be_more(install: Install, count: int, said: str) -> None:
    rules = "".join(f"1.{at} Loaf {at} is baked.\n\n" for at in range(1, count + 1))
    install("ovens", {"2024-05-01": f"1 Ovens\n\n{rules}"})
    assert drawn(asked(Answers(Library.open()), "loaf", "ovens")).splitlines()[0].endswith(said)


class TestOneJudgementOfScreenAndCommand:
    def test_a_rule_of_another_game_has_the_name_of_that_game(self, answers: Answers) -> None:
        shown = drawn(asked(answers, "1.2", "forms"))
        assert "kites:" not in shown
        shown = drawn(asked(answers, "2.1a", "bakery"))
        assert "no rule 2.1a in bakery; kites has it" in shown
        assert "▌kites:2.1a" in shown
        assert "─ kites 2.1a ─" in shown

    def test_no_screen_names_a_command_of_the_shell(self, answers: Answers) -> None:
        shown = drawn(asked(answers, "99.9", "forms"))
        assert "no rule 99.9 in forms; the sections of forms are 10 to 11" in shown
        assert "rules search" not in shown

    def test_what_nothing_answers_is_said(self, answers: Answers) -> None:
        shown = " ".join(drawn(asked(answers, "lantern xylophone oboe trumpet cello")).split())
        assert "Nothing here seems to answer this; nearest:" in shown
        assert "With only some" not in drawn(asked(answers, "lantern"))

    def test_a_book_in_front_of_a_number_chooses_it(self, answers: Answers) -> None:
        assert "An oven holds" in drawn(asked(answers, "bakery 1.1"))

    def test_all_books_are_searched_though_one_is_the_default(
        self, answers: Answers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("RULES_BOOK", "kites")
        assert "bakery:1.1" in drawn(asked(answers, "1.1", None))
        assert "An oven holds" in drawn(asked(answers, "oven", None))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_all_keys_fit_a_screen_of_80_columns(answers: Answers, language: str) -> None:
    choose(language)
    try:
        shown = drawn(press(answers, asked(answers, ""), ["?"]))
    finally:
        choose("en")
    assert "↓" not in shown.splitlines()[-1]
    assert "Ctrl-C" in shown


def test_a_section_begins_with_the_same_rule_in_a_pipe_on_a_terminal_and_in_the_look_up(answers: Answers) -> None:
    library = Library.open()
    found = find(library, "ending the game", "fabula")
    context = context_of(library, found, "ending the game")
    pages = [plain(results(found, context, columns=columns)) for columns in (None, 80)]
    below = [drawn(asked(answers, typed, "fabula")).partition("fabula 1.5")[2] for typed in ("ending the game", "1.5")]
    first = [re.findall(r"1\.5\.\d", text)[0] for text in (*pages, *below)]
    assert first == ["1.5.2", "1.5.2", "1.5.2", "1.5.1"]


def test_the_first_rule_of_a_section_is_whole_below_a_list(answers: Answers) -> None:
    shown = drawn(asked(answers, "208", "mtg")).partition(" mtg 208 ")[2]
    first = Library.open().rule("mtg:208.1").text
    assert first and first in " ".join(shown.split())
