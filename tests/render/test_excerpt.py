"""Rules cut around the words that decide."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.render.excerpt import _ENOUGH, excerpt, lead, sought

SENTENCES = "The sun rises. The moon is blue. Kites fly."


@pytest.mark.parametrize(
    ("word", "room", "part"),
    [
        ("kites", 43, SENTENCES),
        ("kites", 42, "…The moon is blue. Kites fly."),
        ("kites", 11, "…Kites fly."),
        ("sun", 36, "The sun rises. The moon is blue. …"),
        ("sun", 33, "The sun rises. …"),
        ("sun", 16, "The sun rises. …"),
        ("moon", 20, "…The moon is blue. …"),
    ],
)
def test_the_part_shown_is_whole_sentences_from_the_one_that_has_the_words(word: str, room: int, part: str) -> None:
    assert excerpt(SENTENCES, room, sought({word})) == part


LONG = "A kite that has lost its line in a gust may be caught again by any player who still holds a lantern"


@pytest.mark.parametrize(
    ("words", "most", "part"),
    [
        ({"gust"}, len(LONG), LONG),
        ({"kite"}, 40, "A kite that has lost its line in a gust…"),
        ({"caught"}, 40, "…a gust may be caught again by any…"),
        ({"kite", "lantern"}, 40, "A kite that has lost its line in a gust…"),
        ({"holds", "lantern"}, 40, "…by any player who still holds a lantern"),
        ({"bulb"}, 40, "A kite that has lost its line in a gust…"),
    ],
)
def test_a_long_sentence_is_never_cut_before_the_words(words: set[str], most: int, part: str) -> None:
    assert excerpt(LONG, 20, sought(words), most) == part


def test_a_cut_sentence_after_others_has_one_sign_for_both() -> None:
    assert excerpt(f"The sun rises. {LONG}", 40, sought({"lantern"})) == "…any player who still holds a lantern"


@given(
    st.lists(st.text("ab.“” ,", min_size=1, max_size=30)),
    st.sets(st.sampled_from(["a", "b", "ab"])),
    st.integers(12, 60),
)
def test_a_part_fits_and_is_of_the_text(sentences: list[str], hits: set[str], room: int) -> None:
    text = " ".join(" ".join(sentences).split())
    part = excerpt(text, room, sought(hits))
    assert len(part) <= room + len("… …")
    assert part.strip("…").strip() in text


LANTERNS = (
    "A lantern is a part of a kite. Once a lantern is lit at dusk, no player may lower the kite that carries it before"
    " dawn. See rule 2.1."
)
COLD_AND_WARM = "Warm wind lifts. A kite in cold wind sinks at once. A kite in warm wind climbs by one step (rule 3.1)."


def test_without_words_the_sentence_is_shown_that_says_most_beyond_the_titles() -> None:
    assert excerpt(LANTERNS, 100, sought(titles=["Lantern"])).startswith("…Once a lantern is lit at dusk, no player")


@pytest.mark.parametrize(
    ("phrase", "begins"),
    [
        ("cold wind", "…A kite in cold wind"),
        ("warm wind", "…A kite in warm wind climbs"),
        ("rule 3.1", "…A kite in warm wind climbs"),
        ("3.1", "…A kite in warm wind climbs"),
        ("3", "…A kite in warm wind climbs"),
        ("col", "…A kite in warm wind climbs"),
    ],
)
def test_the_sentence_with_the_phrase_is_shown(phrase: str, begins: str) -> None:
    assert excerpt(COLD_AND_WARM, 60, sought(phrases=[phrase])).startswith(begins)


def test_a_phrase_counts_before_words() -> None:
    assert excerpt(COLD_AND_WARM, 60, sought({"warm", "wind", "climbs"}, ["cold wind"])).startswith("…A kite in cold")


NESTS = (
    "Only one gull may nest in a cave. Gulls are grey and have long wings. A gull that finds a nest in its cave waits."
    " Seals sleep on the rocks until the tide. If a cave is full, no gull may nest in it at all."
)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ({"finds", "cave"}, "Only one gull may nest in a cave. … A gull that finds a nest in its cave waits. …"),
        ({"cave"}, "Only one gull may nest in a cave. … If a cave is full, no gull may nest in it at all."),
        ({"full", "cave"}, "Only one gull may nest in a cave. … If a cave is full, no gull may nest in it at all."),
        ({"finds"}, "…A gull that finds a nest in its cave waits. …"),
        ({"seals", "waits"}, "…A gull that finds a nest in its cave waits. Seals sleep on the rocks until the tide. …"),
    ],
)
def test_sentences_that_answer_as_well_are_shown_together_in_their_order(words: set[str], part: str) -> None:
    assert excerpt(NESTS, 50, sought(words), 90) == part


def test_a_second_sentence_has_no_more_room_than_a_long_one() -> None:
    assert excerpt(NESTS, 50, sought({"finds", "cave"}), 75) == "…A gull that finds a nest in its cave waits. …"


def test_a_second_sentence_brings_its_limit_and_what_it_refers_to() -> None:
    text = f"{FLIES} Unless it rains, lines are dry. {REST} It must land before water is cold. Gulls swim in water."
    shown = excerpt(text, 45, sought({"water"}), 120)
    assert f"{FLIES} Unless it rains" in shown
    assert "It must land" not in shown


def test_words_of_a_title_decide_nothing() -> None:
    text = "Kites are light. A lantern that a player drops counts as lost."
    assert excerpt(text, 50, sought({"kites"}, titles=["Kites"])).startswith("…A lantern")
    assert excerpt(text, 50, sought({"kites"})).startswith("Kites are light.")


@pytest.mark.parametrize(
    ("most", "begins"), [(150, "…A kite that is wet can sink. It drops"), (96, "…It drops by one step")]
)
def test_a_sentence_that_refers_back_has_the_one_before_it_as_far_as_both_fit(most: int, begins: str) -> None:
    text = f"{SENTENCES} A kite that is wet can sink. It drops by one step for each lantern that hangs from its line "
    text += "at that moment. Ropes are long."
    assert excerpt(text, 90, sought({"lantern", "step", "line"}), most).startswith(begins)


@pytest.mark.parametrize("opener", ["This", "If so, it", "Rather, it", "In that case, it"])
def test_a_sentence_refers_back_by_its_first_words(opener: str) -> None:
    text = f"{SENTENCES} A wet kite sinks. {opener} drops by one step for each lantern that hangs from its line."
    assert f"A wet kite sinks. {opener} drops" in excerpt(text, 90, sought({"lantern"}), 120)


def test_a_long_sentence_is_not_cut_to_begin_with_the_title() -> None:
    looked_for = sought(phrases=["lantern"], titles=["Lantern"])
    assert excerpt(LONG, 40, looked_for) == "A kite that has lost its line in a gust…"
    assert excerpt(LONG, 40, looked_for._replace(titles=())).endswith("holds a lantern")


@pytest.mark.parametrize(("new_words", "first"), [(_ENOUGH - 1, False), (_ENOUGH, True)])
def test_of_two_sentences_that_say_enough_the_first_is_shown(new_words: int, first: bool) -> None:
    def sentence(letter: str, count: int) -> str:
        return f"{' '.join(f'{letter.upper()}{at}' for at in range(count))}."

    text = f"{sentence('a', new_words)} {sentence('b', _ENOUGH + 5)}"
    assert excerpt(text, 110).startswith("A0") is first


def test_a_definition_begins_where_the_text_begins() -> None:
    assert lead(LANTERNS, 100).startswith("A lantern is a part of a kite.")


FLIES = "A kite with two lines may fly over water."
REST = "Red kites rest at dawn. Blue kites rest at dusk."


@pytest.mark.parametrize(
    "limit",
    [
        "However, a wet kite may not.",
        "Unless it rains, the lines are dry.",
        "This lasts only while the wind is warm.",
        "It may do so until the moon is up.",
        "This rule has been removed from play.",
    ],
)
class TestASentenceIsNotCutOffFromTheOneThatLimitsIt:
    def test_both_are_shown_though_they_need_more_room(self, limit: str) -> None:
        assert excerpt(f"{FLIES} {limit} {REST}", 45, sought({"water"}), 100) == f"{FLIES} {limit} …"

    def test_the_limit_is_shown_with_what_it_limits(self, limit: str) -> None:
        word = limit.split()[-1].strip(".")
        assert excerpt(f"{REST} {FLIES} {limit}", 45, sought({word}), 100) == f"…{FLIES} {limit}"

    def test_a_definition_has_its_limit(self, limit: str) -> None:
        assert lead(f"{FLIES} {limit} {REST}", 45, 100) == f"{FLIES} {limit} …"

    def test_a_further_sentence_is_left_out_with_its_limit(self, limit: str) -> None:
        text = f"{REST} {FLIES} {limit}"
        assert excerpt(text, len(f"{REST} {FLIES}  …") + 1, sought({"dawn"})) == f"{REST} …"


@pytest.mark.parametrize("other", ["A wet kite flies until noon.", "It flies over ice."])
def test_a_sentence_of_its_own_is_no_limit(other: str) -> None:
    assert other not in excerpt(f"{FLIES} {other} {REST}", 45, sought({"water"}), 100)


def test_of_a_long_sentence_the_clause_that_limits_it_is_shown_rather_than_the_beginning() -> None:
    text = "A player who holds a lantern in the dusk of a long day may lower a kite unless the wind is cold"
    assert excerpt(text, 60, sought({"kite"}), 60) == "…dusk of a long day may lower a kite unless the wind is cold"
    assert excerpt(text, 60, sought({"lantern"}), 60).startswith("A player who holds a lantern")


def test_japanese_sentences_end_without_a_blank() -> None:
    assert excerpt("凧は空を飛ぶ。風が強いときは糸を巻く。", 15, sought(phrases=["糸"])) == "…風が強いときは糸を巻く。"


def test_the_rows_of_a_table_are_words() -> None:
    table = "• | Format | Deck |\n• | Duo | 60 |"
    assert excerpt(table, 80) == "Format · Deck Duo · 60"


@pytest.mark.parametrize("room", range(40, 120))
def test_a_sentence_is_not_cut_inside_a_word(room: int) -> None:
    text = "A gull can sail over the harbour with a herring, and can keep a herring on the deck of a boat, "
    text += "unless a cat sits there, and looks at the gull all day"
    shown = excerpt(text, room, sought({"herring", "gull"}))
    assert len(shown) <= room
    assert set(shown.strip("…").split()) <= set(text.split())
