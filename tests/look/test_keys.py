"""What each key does, and what holds whatever keys are pressed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looking import NARROW, WIDE, asked, drawn, press, read_number, typed
from support import Install, Run

from rules_cli.cli.lookup import _printed
from rules_cli.library import Library
from rules_cli.look import line, steps
from rules_cli.look.answers import Answers
from rules_cli.look.commands import argv_of
from rules_cli.look.line import PASTED
from rules_cli.look.loop import with_paste
from rules_cli.look.screens import screen
from rules_cli.look.state import Ask, Choice, Listing, Question, Read, Size, State
from rules_cli.look.steps import PAUSE, step, waiting
from rules_cli.render import language
from rules_cli.render.layout import width_of
from rules_cli.store import case_file

KEYS = sorted(
    ({*steps._IN_READ, *line._KEYS, *steps._SCROLLS, *steps._ANYWHERE} - {"q", "ctrl-c"})
    | {"up", "down", "page-up", "enter", PAUSE, "1", "2", "9", "i", ".", "é", f"{PASTED}kite q\nq"}
)


def test_enter_opens_and_backspace_goes_back_with_place_and_choice(answers: Answers) -> None:
    before = press(answers, asked(answers, "kite"), ["down", "down"])
    after = press(answers, before, ["enter", "down", "back"])
    assert after.place == before.place


def test_a_reference_is_followed_by_its_number_and_by_arrow(answers: Answers) -> None:
    reading = press(answers, asked(answers, "2.2"), ["enter"])
    assert read_number(press(answers, reading, ["2", PAUSE])) == "2.2b"
    assert read_number(press(answers, reading, ["2", "enter"])) == "2.2b"
    assert read_number(press(answers, reading, ["right", "right", "enter"])) == "2.2b"
    assert read_number(press(answers, reading, ["left", "enter"])) == read_number(press(answers, reading, ["3", PAUSE]))


def test_back_references_are_followed(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "1", PAUSE])
    assert read_number(state) == "glossary.sink"


def test_a_digit_waits_for_another(answers: Answers) -> None:
    chosen = press(answers, asked(answers, "1", "forms"), ["enter", "1"])
    assert isinstance(chosen.place, Read)
    assert (chosen.place.chosen, chosen.typed) == (1, "1")
    assert read_number(press(answers, chosen, ["1", PAUSE])) == "1.11"
    assert read_number(press(answers, chosen, [PAUSE])) == "1.1"
    assert press(answers, press(answers, chosen, ["down"]), [PAUSE]).place != press(answers, chosen, [PAUSE]).place


class TestGoingToANumber:
    @pytest.mark.parametrize("book", ["kites", "forms"])
    def test_a_number_of_several_books_is_that_of_the_book_that_is_read(self, answers: Answers, book: str) -> None:
        reading = press(answers, asked(answers, f"{book}:1.2", None), ["enter", ":", "1", ".", "1", "enter"])
        assert reading.place.target.partition("@")[0].partition(":")[0] == book

    def test_digits_that_no_reference_has_are_a_number(self, answers: Answers) -> None:
        assert typed(press(answers, asked(answers, "2.2"), ["enter", "9"])) == "9"

    @pytest.mark.parametrize("key", ["back", "esc"])
    def test_digits_without_a_reference_are_left_for_the_page(self, answers: Answers, key: str) -> None:
        page = press(answers, asked(answers, "2.2"), ["enter"])
        at_prompt = press(answers, page, ["9"])
        assert "no reference 9 was on the screen" in drawn(at_prompt)
        state = press(answers, at_prompt, [key])
        assert (state.place, state.left) == (page.place, False)
        assert typed(press(answers, page, [*"9.1", "back"])) == "9."
        assert press(answers, page, ["1", key]) == page, "digits of a reference are deleted"

    def test_a_dot_or_a_letter_after_a_digit_makes_it_a_number(self, answers: Answers) -> None:
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        assert read_number(press(answers, reading, [*"2.1a", "enter"])) == "2.1a"
        assert typed(press(answers, reading, [*"2k"])) == "2k"

    def test_a_colon_opens_an_empty_prompt_and_backspace_returns(self, answers: Answers) -> None:
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        assert typed(press(answers, reading, [":"])) == ""
        assert press(answers, reading, [":", "back"]).place == reading.place

    @pytest.mark.parametrize("word", ["goad", "grounded", "carry", "lantern"])
    def test_a_word_typed_slowly_keeps_its_first_letter_if_that_is_no_key(self, answers: Answers, word: str) -> None:
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        slowly = [key for letter in word for key in (letter, PAUSE)]
        assert typed(press(answers, reading, slowly)) == word
        assert press(answers, reading, [word[0], "back"]).place == reading.place

    @pytest.mark.parametrize(("number", "reads"), [("3", ""), ("2", "2"), ("1", "1"), ("4", "2.2")])
    def test_of_a_rule_and_a_reference_of_one_number_the_rule_is_chosen(
        self, answers: Answers, number: str, reads: str
    ) -> None:
        contents = press(answers, asked(answers, "2.2"), ["enter", "t", PAUSE])
        state = press(answers, contents, [number, PAUSE])
        assert read_number(state) == reads, "what may be two things waits for Enter"
        if not reads:
            assert f"rule {number}, not [{number}]: Enter follows" in drawn(state)
            assert read_number(press(answers, state, ["enter"])) == number
            assert read_number(press(answers, contents, [number, "enter"])) == number

    def test_a_rule_that_is_not_on_the_screen_is_asked_for(self, answers: Answers) -> None:
        contents = press(answers, asked(answers, "11", "forms", Size(80, 8)), ["enter", "t", PAUSE, "end"])
        shown = {line.split("]")[0].strip("▌ [") for line in drawn(contents, Size(80, 8)).splitlines() if "]" in line}
        assert "5" not in shown or "1" not in shown
        hidden = next(str(number) for number in (1, 2, 3) if str(number) not in shown)
        assert typed(press(answers, contents, [hidden, PAUSE])) == hidden

    def test_enter_says_why_it_opens_nothing(self, answers: Answers) -> None:
        without = press(answers, asked(answers, "2.1b"), ["enter", "enter"])
        assert (read_number(without), "no reference on this page" in drawn(without)) == ("2.1b", True)
        with_some = press(answers, asked(answers, "1.2a"), ["enter", "enter"])
        assert "no reference is chosen" in drawn(with_some)

    @pytest.mark.parametrize("keys", [":q", ":q!"])
    def test_colon_q_leaves_from_a_page(self, answers: Answers, keys: str) -> None:
        assert press(answers, asked(answers, "2.2"), ["enter", *keys, "enter"]).left

    @pytest.mark.parametrize("words", ["", "kite", "2.1", "kite "])
    def test_colon_q_leaves_from_a_prompt(self, answers: Answers, words: str) -> None:
        assert press(answers, asked(answers, words), [*":q", "enter"]).left
        assert not press(answers, asked(answers, words), ["q", "enter"]).left

    @pytest.mark.parametrize("words", ["quit", "Exit ", "q"])
    def test_a_word_that_leaves_other_programs_says_how_to_leave(self, answers: Answers, words: str) -> None:
        state = press(answers, asked(answers, words), ["enter"])
        assert not state.left
        assert "to leave: Ctrl-C, or :q and Enter" in drawn(state)

    def test_such_a_prompt_is_no_page_to_come_back_to(self, answers: Answers) -> None:
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        assert press(answers, reading, [*"2.1a", "enter", "back"]).place == reading.place
        assert press(answers, reading, [":", *"2.1a", "enter", "back"]).place == reading.place
        assert typed(press(answers, reading, [":", *"kite", "enter", "back"])) == "kite"

    def test_escape_at_an_empty_one_goes_back_to_the_page(self, answers: Answers) -> None:
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        state = press(answers, reading, [":", "esc"])
        assert (state.place, state.left) == (reading.place, False)


class TestWhatChanged:
    @pytest.fixture
    def editions(self, install: Install) -> Answers:
        older = "1 Looms\n\n1.1 A loom has two beams.\n\n1.2 A warp is tied to the front beam with a knot.\n"
        newer = older.replace("front beam with a knot", "back beam with a knot")
        install("looms", {"2023-05-01": older, "2024-05-01": newer})
        return Answers(Library.open())

    @pytest.mark.parametrize("size", [WIDE, NARROW])
    def test_d_shows_the_rule_against_the_edition_before(self, editions: Answers, size: Size) -> None:
        page = press(editions, asked(editions, "1.2", "looms", size), ["enter"])
        assert "changed 2024-05-01" in " ".join(drawn(page, size).split())
        shown = press(editions, page, ["d"])
        assert all(word in drawn(shown, size) for word in ("[-front-]", "{+back+}", "2023-05-01"))
        assert press(editions, shown, ["d"]).place == page.place

    def test_d_of_a_section_compares_all_of_it(self, install: Install) -> None:
        older = (
            "1 Looms\n\n1.1 Warps\n\n1.1.1 A warp is tied to the front beam with a knot.\n\n1.2 A loom has two beams.\n"
        )
        install("warps", {"2023-05-01": older, "2024-05-01": older.replace("front beam", "back beam")})
        answers = Answers(Library.open())
        page = press(answers, asked(answers, "1", "warps"), ["enter", "d"])
        assert "[-front-]" in drawn(page)
        assert "no change found since 2023-05-01" in drawn(
            press(answers, asked(answers, "1.2", "warps"), ["enter", "d"])
        )

    def test_the_list_says_it_beside_the_words(self, editions: Answers) -> None:
        assert "looms 1.2 · changed 2024-05-01" in drawn(asked(editions, "1.2", "looms"))
        assert "changed" not in drawn(asked(editions, "1.1", "looms"))

    def test_d_only_says_that_nothing_changed(self, answers: Answers) -> None:
        state = press(answers, asked(answers, "1", "forms", Size(40, 8)), ["enter"])
        after = press(answers, state, ["d"])
        assert after.place == state.place
        assert "no earlier edition is installed" in drawn(after, WIDE)

    def test_d_of_a_section_without_an_edition_before_says_so(self, answers: Answers) -> None:
        section = press(answers, asked(answers, "1", "kites"), ["enter"])
        assert "no earlier edition is installed" in drawn(press(answers, section, ["d"]), WIDE)


def test_only_references_on_the_screen_are_offered_and_followed(install: Install) -> None:
    long = "A kiln is fired with dry wood until its door glows. " * 12
    install("kilns", {"2024": f"1 Kilns\n\n1.1 {long}See rule 1.2.\n\n1.2 A kiln cools by itself.\n"})
    answers, size = Answers(Library.open()), Size(80, 8)
    state = press(answers, asked(answers, "1.1", "kilns", size), ["enter"])
    assert "1 follows" not in drawn(state, size)
    assert typed(press(answers, state, ["1", PAUSE])) == "1"
    shown = press(answers, state, ["end"])
    assert "1 follows" in drawn(shown, size)
    assert read_number(press(answers, shown, ["1", PAUSE])) == "1.2"


def test_next_previous_and_parent(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "]"])
    assert read_number(state) == "1.2b"
    assert read_number(press(answers, state, ["["])) == "1.2a"
    assert read_number(press(answers, state, ["u"])) == "1.2"


def test_the_child_is_chosen_after_going_up_and_the_contents_are_above_all(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2b"), ["enter", "u"])
    assert read_number(press(answers, state, ["enter"])) == "1.2b"
    contents = press(answers, state, ["u", "u"])
    assert "3  Ending the Game" in drawn(contents)
    assert read_number(press(answers, contents, ["enter"])) == "1"
    assert drawn(press(answers, state, ["t"])).split("\n")[1:] != drawn(state).split("\n")[1:]
    assert "top of the book" in drawn(press(answers, contents, ["u"]))
    for number, section in (("2.2b", "2.2"), ("2.1", "2.1"), ("glossary.tangle", "glossary")):
        page = press(answers, asked(answers, f"kites:{number}"), ["enter", "t"])
        assert read_number(press(answers, page, ["enter"])) == section  # of the contents, that of the rule


def test_a_row_is_never_under_the_heading_of_others() -> None:
    above = {1: "Read", 5: "Ask"}
    rows = [Choice(f"kites:{at}", str(at), text="A kite.", above=above.get(at, "")) for at in range(1, 7)]
    for room in range(1, 9):
        place = Ask(listing=Listing(Question("search"), tuple(rows)))
        shown = [line for line in drawn(State(place=place), Size(40, room + 7)).splitlines()[1:-1] if line.strip()]
        assert ("Ask" in shown) == any(line.split()[0] == "5" for line in shown)


def test_forward_goes_where_backspace_came_from(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "]"])
    for back, forward in (("back", "f"), ("ctrl-o", "alt-right"), ("alt-left", "f")):
        assert press(answers, state, [back, forward]).place == state.place
    assert "no page to go forward to" in drawn(press(answers, state, ["f"]))
    assert "no page to go forward to" in drawn(press(answers, state, ["back", "]", "f"]))


def test_the_first_reference_on_the_screen_is_chosen(answers: Answers) -> None:
    small = Size(40, 8)
    state = press(answers, asked(answers, "1", "forms", small), ["enter", "page-down"])
    place = press(answers, state, ["right"]).place
    assert isinstance(place, Read)
    assert isinstance(state.place, Read)
    assert (place.top, place.chosen > 1) == (state.place.top, True)


def test_the_rules_that_were_read_are_listed(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "]", "]", "h"])
    shown = drawn(state)
    assert shown.index("1.2b") < shown.index("1.2a")
    assert read_number(press(answers, state, ["down", "enter"])) == "1.2a"
    assert read_number(press(answers, state, ["esc"])) == "2"


def test_a_heading_is_no_rule_that_was_read(answers: Answers) -> None:
    state = press(answers, asked(answers, "2.1a"), ["enter", "u", "u", "esc", "esc"])
    assert "2.1a" in drawn(state)
    assert "Special Kites" not in drawn(state)


class TestTheLine:
    @pytest.mark.parametrize(
        ("keys", "words", "cursor"),
        [
            (["left", "x"], "kites gusxt", 10),
            (["home", "x"], "xkites gust", 1),
            (["ctrl-a", "ctrl-k"], "", 0),
            (["alt-b", "ctrl-u"], "gust", 0),
            (["ctrl-w"], "kites ", 6),
            (["alt-b", "alt-b", "alt-d"], " gust", 0),
            (["alt-b", "alt-back"], "gust", 0),
            (["home", "delete", "ctrl-d"], "tes gust", 0),
            (["home", "alt-f", "right", "x"], "kites xgust", 7),
            (["ctrl-b", "ctrl-f", "ctrl-e", "back"], "kites gus", 9),
            ([f"{PASTED} in\n2.2\t"], "kites gustin 2.2", 16),
        ],
    )
    def test_has_the_keys_of_readline(self, answers: Answers, keys: list[str], words: str, cursor: int) -> None:
        place = press(answers, asked(answers, "kites gust"), keys).place
        assert isinstance(place, Ask)
        assert place.line[:2] == (words, cursor)

    def test_old_words_are_replaced_by_the_first_letter_and_kept_by_an_arrow(self, answers: Answers) -> None:
        back = press(answers, asked(answers, "kite"), ["enter", "esc"])
        assert typed(press(answers, back, ["x"])) == "x"
        assert typed(press(answers, back, ["right", "x"])) == "kitex"
        assert typed(press(answers, back, ["back"])) == ""
        assert read_number(press(answers, back, ["enter"])) != ""

    def test_ctrl_d_leaves_only_an_empty_prompt(self, answers: Answers) -> None:
        assert not press(answers, asked(answers, "kite"), ["ctrl-d"]).left
        assert not press(answers, asked(answers, "kite"), ["enter", "ctrl-d"]).left
        assert press(answers, asked(answers, ""), ["ctrl-d"]).left

    def test_what_is_pasted_is_text_and_never_keys(self, answers: Answers) -> None:
        pasted = f"{PASTED}kite gust\nI quit\nq"
        assert typed(press(answers, asked(answers, ""), [pasted])) == "kite gust I quit q"
        reading = press(answers, asked(answers, "2.2"), ["enter"])
        assert typed(press(answers, reading, [pasted])) == "kite gust I quit q"
        assert not press(answers, reading, ["/", pasted]).left
        assert typed(press(answers, reading, [f"{PASTED}Block"])) == "Block"
        assert typed(press(answers, reading, ["B", f"{PASTED}lock"])) == "Block", "the first letter came alone"

    @pytest.mark.parametrize(
        ("keys", "seconds", "taken"),
        [
            ([*"kite gust"], 0.001, [f"{PASTED}kite gust"]),
            ([*"2.1a", "enter"], 0.001, [f"{PASTED}2.1a", "enter"]),
            ([*"kite", "enter", *"I quit", "enter"], 0.001, [f"{PASTED}kite\nI quit\n"]),
            ([*"kite", "enter"], 1, [*"kite", "enter"]),
            ([*"jjjj"], 0.001, [*"jjjj"]),
            ([*"kite", "down"], 0.001, [*"kite", "down"]),
            (["enter", "y"], 0.001, ["enter", "y"]),
        ],
    )
    def test_what_comes_faster_than_anyone_types_is_a_paste(
        self, keys: list[str], seconds: float, taken: list[str]
    ) -> None:
        assert with_paste(keys, seconds) == taken


def test_the_words_of_the_chosen_rule_are_shown_below_or_beside(answers: Answers) -> None:
    for size in (WIDE, Size(120, 40)):
        state = asked(answers, "2.1", size=size)
        assert "each additional instance" in " ".join(drawn(state, size).lower().split())
        assert "four sides that can carry a lantern" in " ".join(drawn(press(answers, state, ["down"]), size).split())
    assert "─" not in drawn(asked(answers, "2.1", size=Size(40, 13)), Size(40, 13))


def test_more_rows_come_at_the_end_of_a_list(install: Install) -> None:
    rules = "".join(f"1.{at} Loaf {at} is baked.\n\n" for at in range(1, 41))
    install("ovens", {"2024-05-01": f"1 Ovens\n\n{rules}"})
    answers = Answers(Library.open())
    state = asked(answers, "1.", "ovens")
    assert drawn(state).splitlines()[0].endswith("1/41")
    last = press(answers, state, ["down"] * 17)
    assert drawn(last).splitlines()[0].endswith("18/41")
    assert drawn(press(answers, asked(answers, "loaf", "ovens"), ["down"] * 16)).splitlines()[0].endswith("/40")


def test_the_rules_below_a_number_are_one_row_each(answers: Answers) -> None:
    place = asked(answers, "2").place
    assert isinstance(place, Ask)
    assert [(row.label, row.text) for row in place.choices] == [
        ("2", "6 rules"),
        ("2.1", "2 rules"),
        ("2.2", "2 rules"),
    ]
    assert "1/7" in drawn(asked(answers, "2"))
    place = asked(answers, "2.1").place
    assert isinstance(place, Ask)
    assert [row.label for row in place.choices] == ["2.1", "2.1a", "2.1b"]


def test_a_wide_screen_has_the_list_beside_the_page(answers: Answers) -> None:
    wide = Size(120, 40)
    section, first, *_ = drawn(press(answers, asked(answers, "kite", size=wide), ["enter"]), wide).splitlines()[1:]
    assert section.startswith("General  ")  # a narrow list has its titles above the rows, where there is room
    assert section.endswith("kites 1.2b ──")
    assert first.startswith("▌1.2b")


@pytest.mark.parametrize("mode", [[], ["e"]])
def test_no_word_of_a_page_is_cut(install: Install, mode: list[str]) -> None:
    install("tower", {"2024-05-01": f"1 Stairs\n\n1.1 {' '.join(map(str, range(100, 400)))}\n"})
    wide = Size(120, 40)
    state = press(Answers(Library.open()), asked(Answers(Library.open()), "1.1", "tower", wide), ["enter", *mode])
    assert all(f"{number}" in drawn(state, wide).split() for number in range(100, 400))


def test_rules_that_nothing_tells_apart_are_one_row(install: Install) -> None:
    rules = "".join(
        f"2.1{letter} A boxkite {verb}.\n\n"
        for letter, verb in zip("abcd", ("sits", "rolls", "dives", "spins"), strict=True)
    )
    install("hangar", {"2024-05-01": f"1 Kites\n\n1.1 A kite.\n\n2 Special\n\n2.1 Boxkite\n\n{rules}"})
    answers = Answers(Library.open())
    place = asked(answers, "boxkite", "hangar").place
    assert isinstance(place, Ask)
    assert [(row.label, row.text) for row in place.choices] == [("2.1", "4 rules")]
    assert "2.1c" in drawn(asked(answers, "boxkite dives", "hangar")), "what tells a rule apart keeps it in the list"
    place = asked(answers, "does a boxkite stack", "hangar").place
    assert isinstance(place, Ask)
    first, second, family = (row.label for row in place.choices)
    assert first != second and family == "2.1", "the sense of other words tells two apart"


def test_a_rule_is_kept_with_the_question(answers: Answers) -> None:
    state = press(answers, asked(answers, "lantern"), ["ctrl-space"])
    assert "kept, rules case has 1: 2.1a for “lantern”" in drawn(state)
    state = press(answers, state, ["enter", "]", "ctrl-space"])
    press(answers, state, ["esc", *"gust", "enter", "ctrl-space"])
    kept = ("2.1a", "lantern"), ("2.1b", "lantern"), ("1.2b", "gust")
    assert case_file.read() == tuple((f"kites@2024-05-01:{number}", question) for number, question in kept)


def test_the_rule_that_was_kept_last_is_taken_out_by_the_same_key(answers: Answers) -> None:
    press(answers, asked(answers, "1.1"), ["ctrl-space"])
    state = press(answers, asked(answers, "lantern"), ["ctrl-space", "ctrl-space"])
    assert "2.1a is not kept any more; rules case has 1" in drawn(state)
    assert [each.rule for each in case_file.read()] == ["kites@2024-05-01:1.1"]
    press(answers, state, ["ctrl-space"])
    assert case_file.read()[-1] == ("kites@2024-05-01:2.1a", "lantern")


@pytest.mark.parametrize(("words", "read"), [("2.1a", "2.1a"), ("lantern", None)])
def test_a_rule_beside_the_list_was_read_if_its_number_was_typed(
    answers: Answers, words: str, read: str | None
) -> None:
    page = answers.last_read(asked(answers, words))
    assert (page and page.question.target.rpartition(":")[2]) == read
    assert page is None or "2.1a" in page.farewell[0]


def test_the_citation_of_the_chosen_row_is_copied(answers: Answers) -> None:
    for key in ("ctrl-y", "alt-y"):
        assert "A kite flies while its line is taut" in press(answers, asked(answers, "1.1"), [key]).clip


def test_a_page_of_the_nearest_rule_says_that_no_rule_has_the_number(answers: Answers) -> None:
    nearest = asked(answers, "2.1z")
    assert "no rule" in press(answers, nearest, ["enter"]).message
    assert not press(answers, asked(answers, "2.1a"), ["enter"]).message


def test_esc_leaves_by_the_way_that_led_here(answers: Answers) -> None:
    page = press(answers, asked(answers, "kite"), ["enter"])
    typed_there = press(answers, page, [*"2.1"])
    assert press(answers, typed_there, ["esc"]).place == page.place
    assert press(answers, page, ["esc", "esc", "esc"]).left


def test_sections_are_turned_both_ways(answers: Answers) -> None:
    state = press(answers, asked(answers, "2.1"), ["enter"])
    assert read_number(press(answers, state, ["]", "["])) == "2.1"


def test_a_misspelt_question_has_our_sentence_too(answers: Answers) -> None:
    assert "Showing results for “boxkite”, “tangle”; you typed “boxkiet”, “tanlge”" in drawn(
        asked(answers, "boxkiet tanlge"), WIDE
    )


def test_help_is_reached_from_everywhere(answers: Answers) -> None:
    for keys in (["ctrl-g"], ["f1"], ["alt-h"], ["enter", "?"], ["enter", "ctrl-g"]):
        shown = press(answers, asked(answers, "kite"), keys)
        assert "At the prompt" in drawn(shown)
    assert typed(press(answers, asked(answers, "kite"), ["?"])) == "kite?"


@pytest.mark.parametrize("key", [" ", "down", "j", "x", "enter", "esc"])
def test_any_key_leaves_help_that_fits_the_screen(answers: Answers, key: str) -> None:
    page = press(answers, asked(answers, "2.1"), ["enter"])
    tall = replace(page, size=Size(80, 60))
    assert press(answers, tall, ["ctrl-g", key]).place == tall.place


def test_a_question_of_the_empty_prompt_is_asked(answers: Answers) -> None:
    state = asked(answers, "", "mtg")
    assert "collector number" in drawn(state)
    assert typed(press(answers, state, ["enter"])) == "collector number"


def test_a_heading_without_a_chosen_reference_opens_its_whole_branch(answers: Answers) -> None:
    state = press(answers, asked(answers, "2"), ["enter"])
    assert "four sides" not in drawn(state)
    assert "four sides" in drawn(press(answers, state, ["enter"]))


def test_explain_comes_and_goes(answers: Answers) -> None:
    state = press(answers, asked(answers, "2.2"), ["enter"])
    explained = press(answers, state, ["e"])
    assert drawn(explained) != drawn(state)
    assert press(answers, explained, ["e"]).place == state.place


def test_the_citation_goes_to_the_clipboard(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.1"), ["enter", "y"])
    assert "A kite flies while its line is taut" in state.clip
    assert press(answers, state, ["Y"]).clip.startswith(">")
    assert press(answers, state, ["down"]).clip == ""


def test_a_book_is_chosen_for_the_question_at_hand(answers: Answers) -> None:
    at_books = press(answers, asked(answers, "2.1"), ["tab"])
    assert isinstance(at_books.place, Ask) and at_books.place.choice
    assert at_books.place.choice.target == "kites"  # the list begins at the book of the question
    assert press(answers, at_books, ["tab", "back-tab"]).place == at_books.place
    state = press(answers, at_books, ["page-up", "tab", "enter"])
    assert state.book == "bakery"
    assert typed(state) == "2.1"
    assert "bakery" in drawn(state)
    assert press(answers, asked(answers, "2.1"), ["tab", "esc"]).book == "kites"


def test_letters_find_a_book_and_enter_takes_it(answers: Answers) -> None:
    at_books = press(answers, asked(answers, "2.1"), ["tab"])
    assert press(answers, at_books, [*"bak", "enter"]).book == "bakery"
    assert press(answers, at_books, [*"MAGIC", "enter"]).book == "mtg"
    assert press(answers, at_books, [*"zz", "enter"]).place == press(answers, at_books, [*"zz"]).place
    assert press(answers, at_books, [*"za", "back", "back", *"forms", "enter"]).book == "forms"
    assert press(answers, at_books, ["a", "back", "back"]).book == "kites"


def test_a_list_of_other_words_is_hidden_while_an_index_is_built(answers: Answers) -> None:
    asking = step(asked(answers, "kite"), "s")
    soon, later = drawn(waiting(asking, 0.5)), drawn(waiting(asking, 5, keys_wait=True))
    assert "A kite flies" not in soon + later
    assert "searching" in soon
    assert "building the search index" in later and "acts when it is done" in later


def test_a_word_is_found_on_the_page_and_again(answers: Answers) -> None:
    state = press(answers, asked(answers, "2"), ["enter", "enter"])
    state = press(answers, step(state, Size(40, 8)), ["/", *"GUST", "enter"])
    assert "GUST 1 of 1" in drawn(state, Size(40, 8))
    state = press(answers, state, ["/", *"tangle", "enter"])
    places = [drawn(press(answers, state, ["n"] * count), Size(40, 8)).splitlines()[-1] for count in range(8)]
    assert [place.rpartition("tangle ")[2] for place in places[:3]] == ["4 of 4", "1 of 4", "2 of 4"]
    assert places[1].startswith("from the other end")
    assert "3 of 4" in drawn(press(answers, state, ["N"]), Size(40, 8))
    assert "not on this page" in drawn(press(answers, state, ["/", *"zz", "enter"]), Size(40, 8))


def test_escape_goes_to_the_prompt_then_clears_then_leaves(answers: Answers) -> None:
    state = press(answers, asked(answers, "2.2"), ["enter", "1", "down", "esc"])
    assert typed(state) == "2.2"
    assert typed(press(answers, state, ["esc"])) == ""
    assert press(answers, state, ["esc", "esc"]).left


def test_the_help_page_ends_where_its_last_line_is_shown(answers: Answers) -> None:
    last = press(answers, asked(answers, "", size=NARROW), ["?", "end"])
    assert "leave" in drawn(last, NARROW)
    assert drawn(press(answers, last, ["down"]), NARROW) == drawn(last, NARROW)
    assert drawn(press(answers, last, ["up"]), NARROW) != drawn(last, NARROW)
    first = press(answers, asked(answers, "", size=NARROW), ["?"])
    assert drawn(press(answers, last, ["home"]), NARROW) == drawn(first, NARROW)


@given(st.lists(st.sampled_from(KEYS), max_size=25), st.sampled_from([Size(30, 8), Size(40, 20), Size(80, 24)]))
def test_any_keys_leave_a_screen_that_fits(answers: Answers, keys: list[str], size: Size) -> None:
    state = asked(answers, "", None, size)
    for key in keys:
        state = press(answers, state, [key])
        lines = screen(state, *size)
        assert len(lines) == size.height
        assert all(sum(width_of(span.text) for span in line) <= size.width for line in lines)
        if state.left:
            return


@given(st.lists(st.sampled_from(KEYS), max_size=12))
def test_backspace_undoes_enter(answers: Answers, keys: list[str]) -> None:
    before = press(answers, asked(answers, "kite"), keys)
    after = press(answers, before, ["enter"])
    lists_recent = isinstance(before.place, Ask) and not before.place.typed  # enter adds a rule to this list
    if len(after.back) > len(before.back) and isinstance(before.place, Ask | Read) and not lists_recent:
        undone = press(answers, after, ["back"])
        assert drawn(undone) == drawn(step(before, "f13"))


@given(st.text(max_size=40), st.sampled_from([Size(30, 8), Size(41, 20)]))
def test_any_text_at_the_prompt_fits(answers: Answers, words: str, size: Size) -> None:
    state = asked(answers, "", size=size)
    for char in words:
        state = step(state, char)
    assert all(sum(width_of(span.text) for span in line) <= size.width for line in screen(state, *size))


def test_at_the_end_of_a_page_an_arrow_chooses_a_reference(answers: Answers) -> None:
    page = press(answers, asked(answers, "2.2"), ["enter"])
    assert isinstance(page.place, Read) and page.place.reading.links
    chosen = press(answers, page, ["down"]).place
    assert isinstance(chosen, Read) and chosen.chosen == 1
    assert press(answers, page, ["down", "up"]).place == page.place
    assert press(answers, page, ["j"]).place == page.place


def test_keys_of_other_pagers_scroll(answers: Answers) -> None:
    page = press(answers, asked(answers, "1", "forms", Size(40, 8)), ["enter"])
    there = press(answers, page, ["ctrl-f"])
    assert there.place == press(answers, page, ["page-down"]).place != page.place
    assert press(answers, there, ["ctrl-b"]).place == page.place


def test_the_first_line_names_the_rule_of_a_page_that_is_scrolled(answers: Answers) -> None:
    page = press(answers, asked(answers, "1", "forms", Size(40, 8)), ["enter"])
    first, scrolled = (drawn(state, Size(60, 8)).split("\n")[0] for state in (page, press(answers, page, [" "])))
    assert "1" not in first.split("  ")[0]
    assert scrolled.split("  ")[0].endswith("1")


@pytest.mark.parametrize(
    ("keys", "word"),
    [
        *(("", "lantern"), ("", "Lantern"), ("", "deathtouch"), ("", "haste"), ("", "graveyard"), ("", "equip")),
        *(("", "end step"), ("", "Block"), ("", "bend"), ("", "d20"), ("", "+1/+1 counter"), ("", "1/1 token")),
        *(("jjj", "lantern"), ("uu", "lantern")),
    ],
)
def test_a_word_typed_on_a_page_is_a_question(answers: Answers, keys: str, word: str) -> None:
    page = press(answers, press(answers, asked(answers, "2.2"), ["enter"]), [*keys])
    state = press(answers, page, [*word])
    assert typed(state) == word
    assert press(answers, state, ["esc"]).place == page.place


def test_letters_that_are_keys_are_keys_when_typed_one_by_one(answers: Answers) -> None:
    page = press(answers, asked(answers, "2.2"), ["enter"])
    for keys in (["e", PAUSE, "u"], ["u", "u"], ["t", PAUSE, "back"], ["h", PAUSE, "esc"], ["j", "k"]):
        assert isinstance(press(answers, page, keys).place, Read)
    assert press(answers, page, ["y", "q"]).left
    assert typed(press(answers, page, ["t", PAUSE, "r"])) == "r"
    assert press(answers, page, ["e", PAUSE, "q"]).left
    assert press(answers, page, ["f", PAUSE]).message, "a pause takes no message away"


def test_a_book_that_is_chosen_at_a_rule_is_asked_at_once(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.1"), ["enter", "B", PAUSE, *"bak", "enter"])
    assert (typed(state), state.book) == ("", "bakery")
    assert typed(press(answers, state, [*"touch"])) == "touch"
    assert read_number(press(answers, state, ["esc"])) == "1.1"


def test_a_number_that_was_typed_is_no_question_of_a_case(answers: Answers) -> None:
    for number in ("1.1", "kites 2.2"):
        press(answers, asked(answers, "lantern"), ["enter", ":", *number, "enter", "ctrl-space"])
    assert [each.question for each in case_file.read()] == ["", ""]


def test_a_rule_that_was_read_before_is_not_kept_for_the_question_since(answers: Answers) -> None:
    press(answers, asked(answers, "1.1"), ["enter"])
    press(answers, asked(answers, "lantern"), ["enter", "h", "down", "enter", "ctrl-space"])
    assert case_file.read() == (("kites@2024-05-01:1.1", ""),)


class TestACommandAtThePrompt:
    @pytest.mark.parametrize(
        ("words", "line"),
        [
            ("2WU +1 -2", "cost mtg 2WU +1 -2"),
            ("3 -1", "cost mtg 3 -1"),
            ("{2}{W} -{1}", "cost mtg {2}{W} -{1}"),
            ("fab 3 +1:chill", "cost fab 3 +1:chill"),
            ("cost fab 3 chill", "cost fab 3 chill"),
            ("2rr minus 1", "cost mtg 2rr minus 1"),
            ("2UU, two tolls 1 each", "cost mtg 2UU, two tolls 1 each"),
            ("commander 3GW cast twice", "cost mtg commander 3GW cast twice"),
            ("XGG twice", "cost mtg XGG twice"),
            ("fab 3 chill", "cost fab 3 chill"),
            ("2RR +chill", "cost mtg 2RR +chill"),
            ("long kite -1", "cost mtg long kite -1"),
            ("commander 3BG --tax 2", "cost mtg commander 3BG --tax 2"),
            ("3 -1 -b fab", "cost 3 -1 -b fab"),
            ("name match Up Down --book fab", "name match Up Down --book fab"),
            ("cost long kite", "cost mtg long kite"),
            ("rules cost fab 3", "cost fab 3"),
            ("rules name match Up Down", "name match Up Down -b mtg"),
            ("name match Up Down", "name match Up Down -b mtg"),
            ("name moniker 'Up, the Long'", "name moniker 'Up, the Long' -b mtg"),
        ],
    )
    def test_is_a_row_that_enter_answers(self, install: Install, words: str, line: str) -> None:
        install("looms", {"2024-05-01": "1 Looms\n\n1.1 A loom has two beams.\n"})
        ran: list[list[str]] = []

        def ask(argv: list[str]) -> tuple[str, str]:
            ran.append(argv)
            return "", "4\n  start 3 -> 3\n  less -1 -> 4\n  a long line" + " of words" * 20

        answers = Answers(Library.open(), ask)
        state = asked(answers, words, "mtg")
        assert isinstance(state.place, Ask)
        assert [(choice.label, choice.text) for choice in state.place.choices] == [(f"rules {line}", "4")]
        assert " 4\n   start 3 -> 3\n" in drawn(state)
        page = press(answers, state, ["enter"])
        assert drawn(page).splitlines()[2:4] == [" 4", "   start 3 -> 3"]
        assert ran == [argv_of(line)]
        assert not any("copy" in drawn(each).splitlines()[-1] for each in (state, page)), "there is no rule to copy"
        assert press(answers, page, ["back"]).place == state.place
        assert "this is no rule" in drawn(press(answers, page, ["y"]))

    @pytest.mark.parametrize(
        "words", ["cost reduction", "cost of 3", "2 +1/+1 counters", "+1", "3", "name", "name match", "name a card"]
    )
    def test_other_words_are_a_question(self, answers: Answers, words: str) -> None:
        place = asked(answers, words, "mtg").place
        assert isinstance(place, Ask)
        assert not any(choice.label.startswith("rules ") for choice in place.choices)

    @pytest.mark.parametrize("words", ["702.19b", "2.7.3a", "3", "601", "601-605", "2 3", "2RR", "long kite", "a -- b"])
    def test_is_not_run_for_a_number_or_words(self, install: Install, words: str) -> None:
        install("looms", {"2024-05-01": "1 Looms\n\n1.1 A loom has two beams.\n"})
        ran = list[list[str]]()

        def ask(argv: list[str]) -> tuple[str, str]:
            ran.append(argv)
            return "", "4"

        asked(Answers(Library.open(), ask), words, "mtg")
        assert ran == []

    @pytest.mark.parametrize(
        ("words", "answer", "text"),
        [
            ("2RR less 1", "read as: x\n4\n  start 3 -> 3", "4"),
            ("2RR --or 1R", "2RR  4\n1R   2", ""),
            ("2RR less 1", "", ""),
            ("3 counters", "3\n  start 3 -> 3", None),
            ("3 chill", "4\n  start 3 -> 3\n  increase +1 -> 4", "4"),
            ("cost of kites", "", None),
            ("cost 3 zz", "", ""),
            ("cost fab zz", "", ""),
            ("rules cost zz", "", ""),
        ],
    )
    def test_is_offered_if_the_command_can_answer(self, words: str, answer: str, text: str | None) -> None:
        answers = Answers(Library.open(), lambda _: ("" if answer else "what to type", answer))
        state = asked(answers, words, "mtg")
        assert isinstance(state.place, Ask)
        rows = [choice.text for choice in state.place.choices if choice.label.startswith("rules ")]
        assert rows == ([] if text is None else [text])
        assert ("what to type" in drawn(state)) == (text is not None and not answer)

    def test_prints_what_the_command_does_and_leaves_the_language(self, run: Run) -> None:
        language.choose("pt")
        try:
            _, printed = _printed(["cost", "fab", "3", "-1"])
            assert language.chosen() == "pt"
            assert printed.splitlines() == run("cost", "fab", "3", "-1", "--lang", "pt").out.splitlines()
            refusal, answer = _printed(["cost", "fab", "zz", "--lang", "en"])
            assert (bool(refusal), answer) == (True, "")
            assert "--lang" not in _printed(["cost", "fab", "3", "zz"])[0], "advice repeats only what was typed"
        finally:
            language.choose("en")
