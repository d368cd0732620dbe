"""What each key does, and what holds whatever keys are pressed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from looking import asked, drawn, press, read_number, typed

from rules_cli.look import steps
from rules_cli.look.answers import Answers
from rules_cli.look.screens import screen
from rules_cli.look.state import Ask, Read, Size
from rules_cli.look.steps import step, waiting
from rules_cli.render.layout import width_of

KEYS = sorted(
    ({*steps._IN_READ, *steps._RUBS_OUT, *steps._SAME_KEYS, *steps._SAME_KEYS.values()} - {"q"})
    | {"up", "down", "page-up", "enter", "ctrl-b", "f1", "1", "2", "9", "k", "i", "t", ".", "é"}
)


def test_enter_opens_and_backspace_goes_back_with_place_and_choice(answers: Answers) -> None:
    before = press(answers, asked(answers, "kite"), ["down", "down"])
    after = press(answers, before, ["enter", "down", "back"])
    assert after.place == before.place


def test_a_reference_is_followed_by_its_number_and_by_arrow(answers: Answers) -> None:
    reading = press(answers, asked(answers, "2.2"), ["enter"])
    assert read_number(press(answers, reading, ["2"])) == "2.2b"
    assert read_number(press(answers, reading, ["right", "right", "enter"])) == "2.2b"
    assert read_number(press(answers, reading, ["left", "enter"])) == read_number(press(answers, reading, ["3"]))


def test_back_references_are_followed(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "1"])
    assert read_number(state) == "glossary.sink"


def test_two_digits_choose_before_they_follow(answers: Answers) -> None:
    chosen = press(answers, asked(answers, "1", "forms"), ["enter", "1"])
    assert isinstance(chosen.place, Read)
    assert (chosen.place.chosen, chosen.place.digits) == (1, "1")
    assert read_number(press(answers, chosen, ["1"])) == "1.11"
    assert read_number(press(answers, chosen, ["enter"])) == "1.1"


def test_a_number_that_no_reference_has_is_said(answers: Answers) -> None:
    assert "no reference 9" in drawn(press(answers, asked(answers, "2.2"), ["enter", "9"]))


def test_next_previous_and_parent(answers: Answers) -> None:
    state = press(answers, asked(answers, "1.2a"), ["enter", "]"])
    assert read_number(state) == "1.2b"
    assert read_number(press(answers, state, ["["])) == "1.2a"
    assert read_number(press(answers, state, ["u"])) == "1.2"
    assert "top of the book" in drawn(press(answers, state, ["u", "u", "u"]))


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
    state = press(answers, asked(answers, "2.1"), ["ctrl-b", "down", "enter"])
    assert state.book == "bakery"
    assert typed(state) == "2.1"
    assert "bakery" in drawn(state)
    assert press(answers, asked(answers, "2.1"), ["ctrl-b", "esc"]).book == "kites"


def test_letters_find_a_book_and_enter_takes_it(answers: Answers) -> None:
    at_books = press(answers, asked(answers, "2.1"), ["ctrl-b"])
    assert press(answers, at_books, [*"bak", "enter"]).book == "bakery"
    assert press(answers, at_books, [*"MAGIC", "enter"]).book == "mtg"
    assert press(answers, at_books, [*"zz", "enter"]).place == press(answers, at_books, [*"zz"]).place
    assert press(answers, at_books, [*"za", "back", "back", *"forms", "enter"]).book == "forms"
    assert press(answers, at_books, ["a", "back", "back"]).book == "kites"


def test_a_list_of_other_words_is_hidden_while_an_index_is_built(answers: Answers) -> None:
    state = waiting(step(asked(answers, "kite"), "s"))
    assert "A kite flies" not in drawn(state)
    assert "building the search index" in drawn(state)


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
    state = press(answers, asked(answers, "2.2"), ["enter", "1", "esc"])
    assert typed(state) == "2.2"
    assert typed(press(answers, state, ["esc"])) == ""
    assert press(answers, state, ["esc", "esc"]).left


def test_a_question_mark_is_help_only_before_a_question(answers: Answers) -> None:
    assert "Keys" in drawn(press(answers, asked(answers, ""), ["?"]))
    assert typed(press(answers, asked(answers, "kite"), ["?"])) == "kite?"


def test_the_help_page_ends_where_its_last_line_is_shown(answers: Answers) -> None:
    last = press(answers, asked(answers, ""), ["?", "end"])
    assert "leave" in drawn(last)
    assert drawn(press(answers, last, ["down"])) == drawn(last)
    assert drawn(press(answers, last, ["up"])) != drawn(last)
    assert drawn(press(answers, last, ["home"])) == drawn(press(answers, asked(answers, ""), ["?"]))


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
