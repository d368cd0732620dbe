"""How far the look-up goes: each limit from both sides."""

from __future__ import annotations

import pytest
from looking import NARROW, WIDE, asked, drawn, press, typed
from support import Install

from rules_cli.library import Library
from rules_cli.look.answers import Answers
from rules_cli.look.lists import MOST_READ, recently_read, remember
from rules_cli.look.state import Listing, Question, Size


@pytest.mark.parametrize("read", [MOST_READ, MOST_READ + 1])
@pytest.mark.usefixtures("home")
def test_a_hundred_rules_are_remembered(read: int) -> None:
    for number in range(read):
        remember(f"kites:1.{number}")
    assert recently_read() == [f"kites:1.{number}" for number in reversed(range(read))][:MOST_READ]


@pytest.mark.parametrize("read", [8, 9])
def test_eight_of_them_are_listed_at_an_empty_prompt(answers: Answers, read: int) -> None:
    for number in range(1, read + 1):
        remember(f"forms@2024-05-01:1.{number}")
    assert drawn(asked(answers, "", "forms")).partition("───")[0].count("Fold a form") == 8


@pytest.mark.parametrize(("opened", "asks"), [(200, True), (201, False)])
def test_backspace_returns_to_two_hundred_places(answers: Answers, opened: int, asks: bool) -> None:
    state = press(answers, asked(answers, "1.1"), ["enter", *["]", "["] * 100][:opened])
    assert (typed(press(answers, state, ["back"] * opened)) == "1.1") == asks


class TestThePageOfKeys:
    @pytest.mark.parametrize("size", [NARROW, Size(40, 10)])
    def test_goes_up_by_a_line_from_its_end(self, answers: Answers, size: Size) -> None:
        page = press(answers, asked(answers, "", size=size), ["f1"])
        end = press(answers, page, ["end"])
        assert press(answers, end, ["down"]).place == end.place
        if "↓" in drawn(page, size):
            assert drawn(press(answers, end, ["up"]), size) != drawn(end, size)

    def test_goes_on_by_a_screen(self, answers: Answers) -> None:
        size = Size(40, 10)
        page = press(answers, asked(answers, "", size=size), ["f1"])
        first, second = (drawn(each, size).splitlines()[2:-1] for each in (page, press(answers, page, [" "])))
        assert first != second
        assert not set(filter(None, first)) & set(filter(None, second))


@pytest.mark.parametrize(("columns", "words"), [(40, 19), (80, 49), (30, 9)])
def test_the_end_of_a_long_question_is_shown(answers: Answers, columns: int, words: int) -> None:
    size = Size(columns, 24)
    head = drawn(asked(answers, "abcdefghij" * 9, size=size), size).splitlines()[0]
    assert len(head.split()[1]) - 1 == words


def test_a_short_section_that_was_read_is_remembered(answers: Answers) -> None:
    press(answers, asked(answers, "2.1"), ["enter"])
    assert recently_read() == ["kites@2024-05-01:2.1"]


def test_books_of_the_user_are_named_before_those_that_ship(install: Install) -> None:
    for slug in ("zithers", "looms", "fab-zz", "anvils"):
        install(slug, {"2024-05-01": "1 Parts\n\n1.1 A part has two ends.\n"})

    def named(book: str | None) -> list[str]:
        found = Answers(Library.open()).answer(Question("search", book=book))
        assert isinstance(found, Listing)
        return [line[0].text.strip() for line in found.intro]

    assert named("looms")[:4] == ["looms", "anvils", "zithers", "fab-zz"]
    assert named("fab")[:3] == ["Flesh and Blood", "fab-zz", "anvils"]
    assert named(None)[0] == "anvils"


@pytest.mark.parametrize("words", ["weft", "wef", "weft "])
def test_the_entry_that_is_what_was_typed_comes_before_longer_ones(install: Install, words: str) -> None:
    entries = "Weft Over Weft\nA weft over a weft. See rule 1.2.\n\nWeft\nThe weft of a loom. See rule 1.1.\n"
    install("looms", {"2024-05-01": f"1 Looms\n\n1.1 A loom.\n\n1.2 A beam.\n\nGlossary\n\n{entries}"})
    found = Answers(Library.open()).answer(Question("search", words=words, book="looms"))
    assert isinstance(found, Listing)
    titles = [choice.title for choice in found.choices if choice.title.startswith("Weft")]
    assert titles == ["Weft", "Weft Over Weft"]


@pytest.mark.parametrize("size", [NARROW, Size(30, 8), Size(39, 12), WIDE])
def test_a_message_is_shown_whole_on_a_narrow_screen(answers: Answers, size: Size) -> None:
    page = press(answers, asked(answers, "2.2", size=size), ["enter"])
    shown = drawn(press(answers, page, ["9"]), size)
    assert "no reference 9 was on the screen; Backspace goes back" in " ".join(shown.split())
    assert len(shown.splitlines()) <= size.height
    opened = press(answers, asked(answers, "2.9", size=size), ["enter"])
    assert "no rule has the number 2.9; this is another one near it" in " ".join(drawn(opened, size).split())
