"""The order of answers, as a user sees it, on made-up books: which rule comes before which, and why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from searching import add, numbers

from rules_cli import Library
from rules_cli.search import corpora, find
from rules_cli.search.features import FEATURES
from rules_cli.store import data_files, paths

HARBOUR = """\
Harbour Rules

1 Ships

1.1 Mooring

1.1a Mooring means "This ship can't sail until its owner pays a toll."

1.1b A moored ship is not anchored.

1.2 Anchor

1.2a A ship that is anchored can't be moved by wind.

1.2b Each ship has a weight of +1/+1 for each crate aboard.

1.2c A leak gives a ship -1/-1 until it is repaired.

1.3 Cargo

1.3a A player discards cargo over the limit of seven crates at the end of the turn.

1.3b If two ships collide, each loses its cargo, and the heavier one sinks instead of the lighter one.

1.3c A player may sell cargo in any harbour.

1.3d The player who sells the last crate wins the game.

2 Racing

2.1 In a race, a ship that collides with another one loses a turn, and its cargo stays aboard.

3 Tokens

3.1 Tokens of the game are listed here. A gull token is a ship token that eats a crate. A crab token is a ship token
that pinches a ship. A buoy token is a ship token that is anchored and can't be moved. A raft token is a ship token that
carries one crate. A whale token is a ship token that collides with each ship and sinks it.
"""


@pytest.fixture
def harbour(tmp_path: Path) -> Library:
    """The rules of a harbour."""
    add(tmp_path, HARBOUR, "harbour")
    return Library.open()


def ranked(harbour: Library, query: str) -> list[str]:
    """The numbers of all answers, the best first."""
    return numbers(harbour, query, "harbour", 1000)


QUERIES = st.lists(st.sampled_from(sorted(set(re.findall(r"[a-z]+|[+-]\d", HARBOUR.lower())))), min_size=1, max_size=6)


class TestWordsAsTyped:
    def test_words_in_the_order_of_the_query_go_before_the_same_words_apart(self, tmp_path: Path) -> None:
        apart = (
            "1 Things\n\n1.1 A crate falls so that every ship waits.\n\n1.2 A ship so waits that every crate falls.\n"
        )
        add(tmp_path, apart, "things")
        assert numbers(Library.open(), "ship waits every crate falls", "things")[0] == "1.2"
        assert numbers(Library.open(), "crate falls every ship waits", "things")[0] == "1.1"

    @pytest.mark.parametrize(("rule", "first"), [("of the davit it is by", "1.2"), ("of the it davit is by", "1.1")])
    def test_two_words_with_two_others_between_them_are_side_by_side(
        self, tmp_path: Path, rule: str, first: str
    ) -> None:
        add(tmp_path, f"1 Things\n\n1.1 So davit hoist of the it is by.\n\n1.2 So hoist {rule}.\n", "things")
        assert numbers(Library.open(), "hoist davit", "things")[0] == first

    @pytest.mark.parametrize(("others", "first"), [(32, "1.2"), (48, "1.1")])
    def test_a_word_twice_is_worth_a_longer_text_but_not_any_length(
        self, tmp_path: Path, others: int, first: str
    ) -> None:
        long = f"Hoist{' xaq' * others} hoist."
        add(tmp_path, f"1 Things\n\n1.1 Xaq xaq hoist xaq xaq.\n\n1.2 {long}\n", "things")
        assert numbers(Library.open(), "hoist", "things")[0] == first

    def test_a_word_four_times_is_not_worth_the_other_one_twice_more(self, tmp_path: Path) -> None:
        rules = "1.1 Xaq xaq xaq xaq yub.\n\n1.2 Xaq xaq yub yub yub."
        add(tmp_path, f"1 Things\n\n{rules}\n", "things")
        assert numbers(Library.open(), "xaq yub", "things")[0] == "1.2"

    def test_a_row_with_a_bit_of_all_words_goes_before_one_without_the_rarest(self, harbour: Library) -> None:
        assert ranked(harbour, "ship collides heavier sinks")[0] == "1.3b"


class TestOrder:
    @given(QUERIES, st.integers(1, 12))
    @settings(max_examples=30, deadline=None)
    def test_it_is_the_same_for_any_number_of_answers(self, words: list[str], count: int) -> None:
        assert (
            numbers(SHARED, " ".join(words), "fabula", count) == numbers(SHARED, " ".join(words), "fabula", 500)[:count]
        )

    @given(QUERIES)
    @settings(max_examples=30, deadline=None)
    def test_no_answer_is_below_one_with_a_lower_score(self, words: list[str]) -> None:
        scores = [hit.score for hit in SHARED.search(" ".join(words), "ga", limit=500)]
        assert scores == sorted(scores, reverse=True)

    def test_a_rule_whose_number_is_in_the_question_comes_first(self, harbour: Library) -> None:
        assert ranked(harbour, "does 2.1 say that a moored ship is not anchored")[0] == "2.1"


SHARED = Library.open()


class TestWords:
    def test_the_typed_word_comes_before_a_word_like_it(self, tmp_path: Path) -> None:
        add(tmp_path, "1 A\n\n1.1 A card is put into the graveyard.\n\n1.2 A card goes to the trash.\n", "made-up")
        assert numbers(Library.open(), "trash", "made-up") == ["1.2", "1.1"]

    def test_the_name_of_a_keyword_is_never_another_word(self, tmp_path: Path) -> None:
        book = (
            "1 Words\n\n1.1 Trash\n\n1.1a To trash a crate is to burn it.\n\n2 Zones\n\n2.1 The graveyard is a zone.\n"
        )
        add(tmp_path, book, "made-up")
        assert "2.1" not in numbers(Library.open(), "trash a crate", "made-up")

    @pytest.mark.parametrize(("sign", "first"), [("+1/+1", "1.2b"), ("-1/-1", "1.2c")])
    def test_signs_count(self, harbour: Library, sign: str, first: str) -> None:
        assert ranked(harbour, f"ship with {sign}")[0] == first

    def test_the_rarest_word_counts_more_than_common_ones(self, harbour: Library) -> None:
        assert ranked(harbour, "ship each turn repaired")[0] == "1.2c"

    def test_one_word_of_a_rule_is_not_two_words_of_the_question(self, tmp_path: Path) -> None:
        rules = "1 A\n\n1.1 An instant is quick.\n\n1.2 The time of day is noon.\n"
        add(tmp_path, rules, "made-up")
        assert numbers(Library.open(), "instant speed", "made-up")[0] == "1.1"

    def test_a_name_that_the_book_does_not_have_is_left_out(self, harbour: Library) -> None:
        with_name = ranked(harbour, "does my Moorinx sink a heavier ship when two ships collide")
        assert with_name[0] == ranked(harbour, "does my sink a heavier ship when two ships collide")[0] == "1.3b"
        assert all("moorinx" not in hit.hits for hit in harbour.search("does my Moorinx sink", "harbour"))

    @pytest.mark.parametrize("query", ["rice on board", "rice", "rice race"])
    def test_a_common_word_of_english_is_no_slip_of_spelling(self, harbour: Library, query: str) -> None:
        assert find(harbour, query).corrected == {}  # one letter from `race`

    def test_two_common_words_in_one_are_a_word(self, tmp_path: Path) -> None:
        add(tmp_path, "1 Things\n\n1.1 A davit is therefore lifted.\n", "things")
        assert find(Library.open(), "threefold", "things").corrected == {}

    def test_another_word_may_be_one(self, harbour: Library) -> None:
        assert "2.1" in ranked(harbour, "raxe")


class TestManyRows:
    def test_a_long_list_has_a_hundred_of_the_rows_that_hold_a_word(self, tmp_path: Path) -> None:
        add(tmp_path, "1 Things\n\n" + "".join(f"1.{at} A davit lifts.\n\n" for at in range(1, 121)), "things")
        assert len(numbers(Library.open(), "davit", "things", 1000)) == 100

    @pytest.mark.parametrize(("citing", "is_found"), [(10, True), (15, False)])
    def test_the_twelve_best_lead_to_the_rules_that_they_cite(
        self, tmp_path: Path, citing: int, is_found: bool
    ) -> None:
        rules = [f"1.{at} A davit lifts{' (see rule 2.1)' if at == citing else ''}.\n\n" for at in range(1, 31)]
        add(tmp_path, f"1 Things\n\n{''.join(rules)}2 Others\n\n2.1 So it is.\n", "things")
        assert ("2.1" in numbers(Library.open(), "davit", "things", 31)) == is_found


class TestPlaces:
    def test_a_long_list_does_not_come_before_the_rule(self, harbour: Library) -> None:
        assert ranked(harbour, "can an anchored ship be moved")[0] == "1.2a"

    def test_a_heading_is_answered_by_its_rule(self, harbour: Library) -> None:
        assert ranked(harbour, "what does mooring mean for the owner")[0] == "1.1a"

    def test_a_rule_below_one_that_fits_comes_before_others(self, tmp_path: Path) -> None:
        rule = "Its owner pays two crates."
        book = f"1 A\n\n1.1 A gull is fed.\n\n1.1a {rule}\n\n1.2 A ship sails.\n\n1.2a {rule}\n"
        add(tmp_path, book, "made-up")
        found = numbers(Library.open(), "ship owner pays crates", "made-up")
        assert found.index("1.2a") < found.index("1.1a")

    def test_the_base_rule_comes_before_that_of_a_variant(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data_of(tmp_path, monkeypatch, "book.yaml", 'title: Made Up\nlanguage: en\nvariants: ["1"]\n')
        rule = "Two ships that collide lose cargo."
        book = f"1 Racing\n\n1.1 {rule}\n\n2 Sailing\n\n2.1 {rule}\n"
        add(tmp_path, book, "made-up")
        library = Library.open()
        assert numbers(library, "ships collide", "made-up")[:2] == ["2.1", "1.1"]
        assert numbers(library, "ships collide while racing", "made-up")[0] == "1.1"


def data_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """Let a file ship with the made-up book."""
    folder = tmp_path / "shipped"
    (folder / "made-up").mkdir(parents=True, exist_ok=True)
    (folder / "made-up" / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(paths, "shipped", lambda: folder)


class TestLexicon:
    BOOK = "1 A\n\n1.1 A player who can't draw loses the game.\n\n1.2 A player draws a card.\n\n1.3 A ship sails.\n"

    def test_what_players_say_leads_to_the_rule(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ship(tmp_path, monkeypatch, "slang", 'slang:\n- say: [fizzbang]\n  means: [ship]\n  rules: ["1.1"]\n')
        assert set(numbers(Library.open(), "I got fizzbanged, what now", "made-up")) == {"1.1", "1.3"}

    def test_two_terms_lead_to_the_rule_that_decides(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        pairs = 'interactions:\n- terms: [card, ship]\n  rules: ["1.1"]\n'
        self.ship(tmp_path, monkeypatch, "interactions", pairs)
        library = Library.open()
        assert "1.1" in numbers(library, "cards on a ship", "made-up")
        assert "1.1" not in numbers(library, "ship", "made-up")

    def test_a_slip_is_rather_for_a_word_of_the_book(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ship(tmp_path, monkeypatch, "slang", 'slang:\n- say: [sheepz]\n  means: [card]\n  rules: ["1.1"]\n')
        library = Library.open()
        assert "1.3" in numbers(library, "sheip", "made-up")
        assert "1.1" not in numbers(library, "sheip", "made-up")
        assert "1.1" in numbers(library, "sheepx", "made-up")

    def test_small_words_of_slang_must_be_typed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ship(tmp_path, monkeypatch, "slang", 'slang:\n- say: [no sails]\n  means: [card]\n  rules: ["1.1"]\n')
        library = Library.open()
        assert "1.1" in numbers(library, "no sails", "made-up")
        assert numbers(library, "sails", "made-up") == ["1.3"]

    def test_a_term_of_one_book_comes_before_what_it_is_called_in_another(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.ship(tmp_path, monkeypatch, "slang", 'slang:\n- say: [mooring]\n  means: [ship]\n  rules: ["1.1"]\n')
        assert numbers(Library.open(), "mooring", "made-up")[0] == "1.1"
        add(tmp_path, HARBOUR, "harbour")
        assert str(Library.open().search("mooring", "made-up,harbour")[0].rule.id) == "harbour:1.1"

    def ship(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
        """Install the book, and let the file ship with it."""
        add(tmp_path, self.BOOK, "made-up")
        row = Library.open().installed.edition("made-up").get("1.1")
        assert row
        data_of(tmp_path, monkeypatch, f"{name}.yaml", text)
        data_of(tmp_path, monkeypatch, "known.yaml", f'edition: "1"\nrules: {{"1.1": {row.row.fingerprint}}}\n')
        corpora._open.cache_clear()


class TestUnfinished:
    @pytest.mark.parametrize(("typed", "first"), [("moo", "1.1"), ("anch", "1.2"), ("ship repa", "1.2c")])
    def test_the_last_word_may_go_on(self, harbour: Library, typed: str, first: str) -> None:
        hits = harbour.search(typed, "harbour", unfinished=True)
        assert first in [str(hit.rule.number) for hit in hits[:5]]

    def test_a_word_of_the_book_is_finished(self, harbour: Library) -> None:
        typing = harbour.search("heavier ship", "harbour", unfinished=True)
        assert typing == harbour.search("heavier ship", "harbour")

    @pytest.mark.parametrize("typed", ["sail again", "what is sail again", "wind up"])
    def test_a_small_word_that_ends_a_name_is_finished(self, tmp_path: Path, typed: str) -> None:
        text = """\
1 Moves

1.1 Sail Again

1.1a To sail again, a ship takes one more turn.

1.1b A ship that would sail again against the current sails upstream, against the wind, and up against the quay.

1.2 Wind Up

1.2a To wind up a winch, its player turns it.

1.2b A winch is wound upstream against the wind, upside down, and upset by the wind.
"""
        add(tmp_path, text, "moves")
        library = Library.open()
        typing, finished = (library.search(typed, "moves", unfinished=going_on) for going_on in (True, False))
        assert typing == finished


class TestShape:
    @pytest.mark.parametrize(
        ("query", "first"),
        [("may I sell cargo", "1.3c"), ("who wins the game with the last crate", "1.3d")],
    )
    def test_an_answer_to_such_a_question(self, harbour: Library, query: str, first: str) -> None:
        assert ranked(harbour, query)[0] == first

    @pytest.mark.parametrize(
        "rule",
        ["A crane may lift it.", "A crane may lift only unless illegal allowed."],
        ids=["one word", "five words"],
    )
    def test_two_words_of_a_permission_go_before_one_and_are_as_good_as_five(self, tmp_path: Path, rule: str) -> None:
        other = "A crane may lift only." if rule.endswith("it.") else "A crane may lift only xaq yub zib."
        add(tmp_path, f"1 Things\n\n1.1 {rule}\n\n1.2 {other}\n", "made-up")
        assert numbers(Library.open(), "may a crane lift", "made-up")[0] == "1.2"


class TestWhy:
    def test_each_word_of_the_question_is_told(self, harbour: Library) -> None:
        (hit, *_) = harbour.search("repair leeks of a boat", "harbour", why=True)
        why = "\n".join(map(str, hit.why))
        assert "repair" in why and "as its form repaired" in why
        assert "of the question" in why

    def test_the_points_add_up_to_the_score(self, harbour: Library) -> None:
        for hit in harbour.search("anchored ship wind", "harbour", why=True):
            points = [
                float(line.rpartition(" ")[2]) for line in map(str, hit.why) if re.search(r"[+-]\d+\.\d\d$", line)
            ]
            assert sum(points) == pytest.approx(hit.score, abs=0.2)


def test_each_feature_has_a_weight() -> None:
    weights = data_files.load_cached(paths.data() / "search" / "weights.yaml")
    assert {wording: sorted(each) for wording, each in weights.items()} == dict.fromkeys(
        ("official", "plain"), sorted(FEATURES)
    )
