"""Each number that decides a match, with a case just inside it and one just outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from rules_cli.history import match as matching
from rules_cli.history.indexed_edition import IndexedEdition, Similarity
from rules_cli.history.match import Matches, match
from rules_cli.history.passages import passages
from rules_cli.history.rule_links import RuleLink
from rules_cli.history.text_diff import Piece, differences, readable, same_runs
from rules_cli.model import Reference, Row, RuleNumber, RuleText

Alike = Callable[[dict[tuple[str, str], float]], None]
WORDS = (
    "anchor breeze canopy dusk eddy flag gust harbour island jetty knot lantern meadow needle oar pier quay reel sail"
)


def heading(number: str, title: str, parent: str | None = None) -> Row:
    return Row(RuleNumber(number), "heading", RuleNumber(parent) if parent else None, title=title)


def rule(number: str, text: str, parent: str) -> Row:
    return Row(RuleNumber(number), "rule", RuleNumber(parent), words=RuleText(text))


def words(count: int, start: int = 0) -> str:
    """A text of so many words."""
    return " ".join(WORDS.split()[start : start + count])


@pytest.fixture
def alike(monkeypatch: pytest.MonkeyPatch) -> Alike:
    """Sets the similarity of rows by their numbers; all others have nothing in common."""

    def set_to(scores: dict[tuple[str, str], float]) -> None:
        def of(self: Similarity, i: int, j: int) -> float:
            return scores.get((numbers_a[self][i], numbers_b[self][j]), 0.0)

        numbers_a: dict[Similarity, list[str]] = {}
        numbers_b: dict[Similarity, list[str]] = {}
        begin = Similarity.__init__

        def init(self: Similarity, a: IndexedEdition, b: IndexedEdition) -> None:
            numbers_a[self], numbers_b[self] = [r.number for r in a.rows], [r.number for r in b.rows]
            begin(self, a, b)

        monkeypatch.setattr(Similarity, "__init__", init)
        monkeypatch.setattr(Similarity, "of", of)
        monkeypatch.setattr(Similarity, "contained", lambda *_: False)

    return set_to


def matched(a: Sequence[Row], b: Sequence[Row]) -> dict[str, str]:
    """The number of each matched rule in the other edition."""
    found = match(IndexedEdition(a), IndexedEdition(b))
    return {a[i].number: b[j].number for i, j in found.to.items()}


def confidence(a: Sequence[Row], b: Sequence[Row], guessed: bool = False) -> float:
    """How sure the match of the last rows of two editions is, if all rows before them are matched by number."""
    found = Matches(IndexedEdition(a), IndexedEdition(b))
    for i, row in enumerate(a[:-1]):
        found.pair(i, found.b.places[row.number])
    found.pair(len(a) - 1, len(b) - 1, guessed)
    return found.confidence(len(a) - 1, len(b) - 1)


def is_sure(found: float) -> bool:
    return RuleLink((RuleNumber("1"),), (RuleNumber("1"),), found).sure


PLAY, WIND = heading("1", "Play"), heading("2", "Wind")


class TestTheScore:
    """Two rules that are equally similar to a third: what their places say decides."""

    def counterpart(self, alike: Alike, a: Sequence[Row], b: Sequence[Row], score: float = 0.6) -> str | None:
        """What 1.2 becomes if the rules that say "new" are alike to it."""
        alike({("1.2", row.number): score for row in b if (row.words.text or "").startswith("new")})
        return matched(a, b).get("1.2")

    def test_prefers_the_same_number(self, alike: Alike) -> None:
        a = [PLAY, rule("1.2", "anchor", "1"), WIND]
        assert self.counterpart(alike, a, [PLAY, rule("1.2", "new", "1"), rule("1.3", "new reef", "1"), WIND]) == "1.2"

    def test_prefers_the_same_parent(self, alike: Alike) -> None:
        a = [PLAY, rule("1.2", "anchor", "1"), WIND]
        assert self.counterpart(alike, a, [PLAY, rule("1.9", "new", "1"), WIND, rule("2.1", "new reef", "2")]) == "1.9"

    def test_prefers_the_place_between_the_same_neighbours(self, alike: Alike) -> None:
        first, last = rule("1.1", "gust", "1"), rule("1.5", "flag", "1")
        a = [PLAY, first, rule("1.2", "anchor", "1"), last, WIND]
        b = [PLAY, rule("1.0", "new reef", "1"), first, rule("1.3", "new", "1"), last, WIND]
        assert self.counterpart(alike, a, b) == "1.3"

    def test_prefers_the_rule_above_the_same_rules(self, alike: Alike) -> None:
        a = [PLAY, rule("1.2", "anchor", "1"), rule("1.2a", words(7), "1.2"), WIND]
        b = [PLAY, rule("1.3", "new reef", "1"), rule("1.4", "new", "1"), rule("1.4a", words(7), "1.4"), WIND]
        assert self.counterpart(alike, a, b) == "1.4"

    @pytest.mark.parametrize(("score", "found"), [(0.25, "1.2"), (0.24, None)])
    def test_needs_more_words_than_two_rules_share_by_chance(
        self, alike: Alike, score: float, found: str | None
    ) -> None:
        a = [PLAY, rule("1.2", "anchor", "1"), WIND]
        assert self.counterpart(alike, a, [PLAY, rule("1.2", "new", "1"), WIND], score) == found

    @pytest.mark.parametrize(("rival", "guess"), [(0.3, False), (0.56, True)])
    def test_in_another_family_is_a_guess_if_a_third_row_is_as_similar(
        self, alike: Alike, rival: float, guess: bool
    ) -> None:
        alike({("1.2", "2.2"): 0.6, ("1.2", "2.4"): rival})
        a = [PLAY, rule("1.1", "flag", "1"), rule("1.2", "anchor kept", "1"), WIND]
        b = [PLAY, rule("1.1", "flag", "1"), WIND]
        b += [rule(f"2.{n}", f"{text} kept", "2") for n, text in enumerate(("dusk", "eddy", "gust", "jetty"), 1)]
        found = match(IndexedEdition(a), IndexedEdition(b))
        assert (2 not in found.to or 2 in found.guessed) == guess

    @pytest.mark.parametrize(("score", "found"), [(0.90, True), (0.89, False)])
    def test_of_titles_that_moved_has_to_be_high(self, alike: Alike, score: float, found: bool) -> None:
        alike({("1.1", "2.1"): score})
        a = [PLAY, heading("1.1", f"or {words(5)}", "1"), WIND]
        assert ("1.1" in matched(a, [PLAY, WIND, heading("2.1", f"and {words(5)}", "2")])) == found

    @pytest.mark.hostile
    def test_is_worked_out_in_a_bounded_number_of_rounds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def nested(title: str, depth: int) -> list[Row]:
            above = [heading(str(n), f"{title}{n}", str(n - 1) if n else None) for n in range(depth)]
            return [*above, rule("last", "gust", str(depth - 1))]

        calls: list[object] = []
        candidates = matching._PairScores._candidates

        def counted(scores: matching._PairScores) -> object:
            calls.append(scores)
            return candidates(scores)

        monkeypatch.setattr(matching._PairScores, "_candidates", counted)
        assert len(matched(nested("old", 6), nested("new", 6))) == 7
        calls.clear()
        matched(nested("old", 100), nested("new", 100))
        assert len(calls) <= 42

    @pytest.mark.parametrize("count", [50, 51])
    def test_finds_rules_in_small_and_large_families(self, count: int) -> None:
        a = [PLAY, *(rule(f"1.{n}", f"{words(9)} a{n} b{n} c{n}", "1") for n in range(count))]
        b = [PLAY, *(rule(f"1.{n}", f"{words(9)} a{n} b{n} d{n}", "1") for n in range(count))]
        assert matched(a, b) == {row.number: row.number for row in a}


class TestMergesOfRulesThatAreLeftOver:
    """1.1 says "shoal" now; 1.2, which said it, is gone."""

    def merged(self, alike: Alike, score: float = 0.9, rival: float = 0.1, common: int = 9) -> bool:
        alike({("1.1", "1.1"): 0.9, ("1.2", "1.1"): score, ("1.2", "1.3"): rival})
        kept = " ".join(f"kite{n}" for n in range(common))
        flag = rule("1.3", f"flag {kept}", "1")
        a = [PLAY, rule("1.1", "reef", "1"), rule("1.2", f"shoal {kept}", "1"), flag]
        found = match(IndexedEdition(a), IndexedEdition([PLAY, rule("1.1", "reef shoal", "1"), flag]))
        assert bool(found.merged) == bool(found.guessed)
        return bool(found.merged)

    @pytest.mark.parametrize(("score", "found"), [(0.40, True), (0.39, False)])
    def test_have_two_fifths_of_the_words(self, alike: Alike, score: float, found: bool) -> None:
        assert self.merged(alike, score) == found

    @pytest.mark.parametrize(("rival", "found"), [(0.84, True), (0.86, False)])
    def test_lead_by_a_twentieth(self, alike: Alike, rival: float, found: bool) -> None:
        assert self.merged(alike, rival=rival) == found

    @pytest.mark.parametrize(("common", "found"), [(26, True), (28, False)])
    def test_have_a_twentieth_of_their_words_there_alone(self, alike: Alike, common: int, found: bool) -> None:
        assert self.merged(alike, common=common) == found


class TestTwins:
    """1.1 is printed twice now, as 1.1 and 1.2."""

    def split(self, alike: Alike, score: float = 0.9, rival: float = 0.1, said: str = "eddy", common: int = 1) -> bool:
        alike({("1.1", "1.1"): 0.9, ("1.1", "1.2"): score, ("1.3", "1.2"): rival})
        kept = " ".join(f"kite{n}" for n in range(common))
        flag = rule("1.3", f"flag {kept}", "1")
        a = [PLAY, rule("1.1", f"dusk eddy {kept}", "1"), flag]
        b = [PLAY, rule("1.1", f"dusk {kept}", "1"), rule("1.2", f"{said} {kept}", "1"), flag]
        found = match(IndexedEdition(a), IndexedEdition(b))
        assert bool(found.split) == bool(found.guessed)
        return bool(found.split)

    @pytest.mark.parametrize(("score", "found"), [(0.60, True), (0.59, False)])
    def test_have_three_fifths_of_the_words(self, alike: Alike, score: float, found: bool) -> None:
        assert self.split(alike, score) == found

    @pytest.mark.parametrize(("rival", "found"), [(0.59, True), (0.61, False)])
    def test_lead_by_three_tenths(self, alike: Alike, rival: float, found: bool) -> None:
        assert self.split(alike, rival=rival) == found

    @pytest.mark.parametrize(("said", "found"), [("eddy", True), ("dusk", False)])
    def test_say_another_word_of_the_rule(self, alike: Alike, said: str, found: bool) -> None:
        assert self.split(alike, said=said) == found

    @pytest.mark.parametrize(("common", "found"), [(300, True), (310, False)])
    def test_say_more_than_a_hundredth_of_it_in_other_words(self, alike: Alike, common: int, found: bool) -> None:
        assert self.split(alike, common=common) == found


class TestRulesThatBeginAlike:
    """1.1 says the same at first, and goes on in other words."""

    def counterparts(self, *shared: Sequence[int], above: str = "2") -> list[str]:
        """The guessed counterpart of 1.1 among rules that have its words at these places."""

        def text(own: str, places: Sequence[int]) -> str:
            first = (f"gust{n}" if n in places else f"{own}{n}" for n in range(21))
            return " ".join([*first, *(f"{own}end{n}" for n in range(40))])

        a = [PLAY, rule("1.1", text("kite", range(21)), "1"), WIND]
        new = [rule(f"{above}.{n}", text(f"reef{n}x", places), above) for n, places in enumerate(shared, 5)]
        b = [PLAY, *new, WIND] if above == "1" else [PLAY, WIND, *new]
        found = match(IndexedEdition(a), IndexedEdition(b))
        assert found.guessed == ({1} if 1 in found.to else set())
        return [b[found.to[1]].number] if 1 in found.to else []

    @pytest.mark.parametrize(("count", "found"), [(11, ["2.5"]), (10, [])])
    def test_share_more_than_half_of_their_first_words(self, count: int, found: list[str]) -> None:
        assert self.counterparts(range(count)) == found

    @pytest.mark.parametrize(("place", "found"), [(19, ["2.5"]), (20, [])])
    def test_in_their_first_twenty_words(self, place: int, found: list[str]) -> None:
        assert self.counterparts([*range(10), place]) == found


class TestWeakMatches:
    @pytest.mark.parametrize(("score", "rival", "guess"), [(0.59, 0.50, True), (0.59, 0.48, False), (0.6, 0.59, False)])
    def test_are_guesses_if_a_rule_left_over_is_as_similar(
        self, alike: Alike, score: float, rival: float, guess: bool
    ) -> None:
        alike({("1.1", "1.1"): score, ("1.1", "2.1"): rival})
        a = [PLAY, rule("1.1", "anchor kept", "1"), WIND]
        b = [PLAY, rule("1.1", "canopy kept", "1"), WIND, rule("2.1", "dusk kept", "2")]
        found = match(IndexedEdition(a), IndexedEdition(b))
        assert found.to[1] == 1
        assert bool(found.guessed) == guess


class TestConfidence:
    def pair(self, parent: str) -> tuple[list[Row], list[Row]]:
        return [PLAY, WIND, rule("1.1", "anchor", "1")], [PLAY, WIND, rule("1.1", "canopy", parent)]

    @pytest.mark.parametrize(("parent", "score", "sure"), [("1", 0.40, True), ("1", 0.38, False)])
    def test_under_the_same_parent(self, alike: Alike, parent: str, score: float, sure: bool) -> None:
        alike({("1.1", "1.1"): score})
        assert is_sure(confidence(*self.pair(parent))) == sure

    @pytest.mark.parametrize(("score", "sure"), [(0.63, True), (0.61, False)])
    def test_under_another_parent(self, alike: Alike, score: float, sure: bool) -> None:
        alike({("1.1", "1.1"): score})
        assert is_sure(confidence(*self.pair("2"))) == sure

    @pytest.mark.parametrize(("found", "sure"), [(0.7, True), (0.69, False)])
    def test_is_sure_from_seven_tenths_on(self, found: float, sure: bool) -> None:
        assert is_sure(found) == sure

    @pytest.mark.parametrize(("guessed", "expected"), [(False, 1.0), (True, 0.6)])
    def test_of_one_of_several_is_a_guess(self, guessed: bool, expected: float) -> None:
        row = rule("1.1", words(9), "1")
        assert confidence([PLAY, row], [PLAY, row], guessed) == expected

    @pytest.mark.parametrize(("count", "expected"), [(6, 1.0), (5, 0.9)])
    def test_of_the_same_words_elsewhere_depends_on_their_number(self, count: int, expected: float) -> None:
        old, new = rule("1.1", words(count), "1"), rule("2.1", words(count), "2")
        assert confidence([PLAY, WIND, old], [PLAY, WIND, new]) == expected

    @pytest.mark.parametrize(("children", "expected"), [(1, 0.95), (2, 0.8), (4, 0.68)])
    def test_of_parents_depends_on_their_common_children(self, children: int, expected: float) -> None:
        a = [PLAY, rule("1.0", words(1), "1")]
        b = [WIND, *(rule(f"2.{n}", words(1, n), "2") for n in range(children))]
        found = Matches(IndexedEdition(a), IndexedEdition(b))
        found.pair(0, 0)
        found.pair(1, 1)
        assert found.confidence(0, 0) == expected


class TestATextThatContainsAnother:
    def contained(self, short: str, long: str) -> bool:
        a, b = IndexedEdition([PLAY, rule("1.1", short, "1")]), IndexedEdition([PLAY, rule("1.1", long, "1")])
        return Similarity(a, b).contained(1, 1)

    @pytest.mark.parametrize(("count", "found"), [(5, True), (4, False)])
    def test_needs_five_words(self, count: int, found: bool) -> None:
        assert self.contained(words(count), words(count + 9)) == found

    @pytest.mark.parametrize(("other", "found"), [(1, True), (2, False)])
    def test_may_lack_a_tenth(self, other: int, found: bool) -> None:
        short = [*words(18).split()[other:], *("shrimp", "whelk")[:other]]
        assert self.contained(" ".join(short), f"{words(18)} {words(9)} {words(9)}") == found

    def test_is_sure_under_any_parent(self) -> None:
        old, new = rule("1.1", words(6), "1"), rule("2.1", words(18), "2")
        assert confidence([PLAY, WIND, old], [PLAY, WIND, new]) == 0.8


class TestSimilarRowsAreFound:
    """Among many rows, by their rare words."""

    def nearest(self, text: str, others: Sequence[str]) -> list[int]:
        a = IndexedEdition([rule("1", text, "0")])
        b = IndexedEdition([rule(str(n), other, "0") for n, other in enumerate(others)])
        return [place for _, place in Similarity(a, b).in_b.most_similar([0])[0]]

    @pytest.mark.parametrize(("count", "found"), [(200, True), (201, False)])
    def test_by_words_in_at_most_two_hundred_of_them(self, count: int, found: bool) -> None:
        assert bool(self.nearest("gust", ["gust"] * count)) == found

    @pytest.mark.parametrize(("rare", "found"), [(19, True), (20, False)])
    def test_by_the_twenty_rarest_words(self, rare: int, found: bool) -> None:
        text = f"gust {' '.join(f'rare{letter}' for letter in 'abcdefghijklmnopqrst'[:rare])}"
        assert bool(self.nearest(text, ["gust common"] * 3)) == found

    def test_and_the_eight_best_are_compared(self) -> None:
        assert len(self.nearest("gust", ["gust"] * 9)) == 8

    def test_also_if_all_rows_have_all_their_words(self) -> None:
        a = IndexedEdition([rule("1", "gust", "0")])
        assert Similarity(a, a).of(0, 0) == 1.0


class TestParts:
    """A rule that lost words, and a new row that holds some of them."""

    def parts(self, old: str, first: str, second: str, parent: str = "1") -> list[str]:
        a = [PLAY, rule("1.1", old, "1"), WIND]
        b = [PLAY, rule("1.1", first, "1"), WIND]
        b.insert(2 if parent == "1" else 3, rule(f"{parent}.3", second, parent))
        found = match(IndexedEdition(a), IndexedEdition(b))
        return [b[place].number for place in found.split.get(1, [])]

    @pytest.mark.parametrize(("added", "found"), [(2, True), (3, False)])
    def test_under_the_same_heading_has_three_fifths_of_its_words_from_the_whole(self, added: int, found: bool) -> None:
        assert bool(self.parts(words(10), words(6), f"{words(4, 6)} {words(added, 10)}")) == found

    @pytest.mark.parametrize(("added", "found"), [(1, True), (2, False)])
    def test_elsewhere_has_four_fifths(self, added: int, found: bool) -> None:
        assert bool(self.parts(words(10), words(6), f"{words(4, 6)} {words(added, 10)}", "2")) == found

    @pytest.mark.parametrize(("count", "found"), [(4, True), (3, False)])
    def test_needs_four_words(self, count: int, found: bool) -> None:
        assert bool(self.parts(words(10), words(10 - count), words(count, 10 - count))) == found

    @pytest.mark.parametrize(("words_of_two", "found"), [(True, True), (False, False)])
    def test_under_the_same_heading_has_them_in_runs_of_two(self, words_of_two: bool, found: bool) -> None:
        taken = "knot lantern new needle oar" if words_of_two else "knot new lantern new needle oar"
        assert bool(self.parts(f"{words(8)} knot lantern needle oar", words(8), taken)) == found

    @pytest.mark.parametrize(("taken", "found"), [("knot lantern meadow needle", True), ("knot lantern meadow", False)])
    def test_elsewhere_has_them_in_runs_of_four(self, taken: str, found: bool) -> None:
        old = f"{words(6)} knot lantern meadow needle oar pier quay reel"
        assert (
            bool(self.parts(old, words(6), f"{taken} new {' '.join(old.split()[-4:][: len(taken.split())])}", "2"))
            == found
        )

    @pytest.mark.parametrize(("count", "found"), [(12, True), (11, False)])
    def test_with_a_sentence_of_the_whole_may_add_more(self, count: int, found: bool) -> None:
        old = f"{words(6)} {' '.join(f'kite{n}' for n in range(count))}"
        added = " ".join(f"reef{n}" for n in range(30))
        assert bool(self.parts(old, words(6), old.removeprefix(words(6)) + " " + added)) == found

    @pytest.mark.parametrize(("count", "found"), [(6, True), (4, False)])
    def test_of_a_removed_rule_hold_three_fifths_of_it(self, count: int, found: bool) -> None:
        old = " ".join(f"kite{letter}" for letter in "abcdefghijklmnopqrst")
        first, second = old.split()[:count], old.split()[count : 2 * count]
        a = [PLAY, rule("1.1", old, "1"), rule("1.2", words(9), "1")]
        b = [PLAY, rule("1.1", words(9), "1"), rule("1.2", " ".join(first), "1"), rule("1.3", " ".join(second), "1")]
        assert bool(match(IndexedEdition(a), IndexedEdition(b)).split) == found

    def test_that_add_no_words_come_first(self) -> None:
        old = f"{words(6)} knot lantern meadow needle tide turns oar pier quay reel tide turns"
        a = [PLAY, rule("1.1", old, "1"), WIND]
        adding, whole = "knot lantern meadow needle reef", "knot lantern meadow needle tide turns"
        b = [PLAY, rule("1.1", words(6), "1"), rule("1.2", adding, "1"), rule("1.3", whole, "1"), WIND]
        found = match(IndexedEdition(a), IndexedEdition(b))
        assert [b[place].number for place in found.split[1]] == ["1.1", "1.3"]


class TestComparedTexts:
    @pytest.mark.parametrize(("new", "count"), [("a" * 40 + "b" * 60, 1), ("a" * 39 + "b" * 61, 2)])
    def test_an_example_changed_if_two_fifths_of_its_letters_stay(self, new: str, count: int) -> None:
        def said(example: str) -> Row:
            return Row(RuleNumber("1"), "rule", words=RuleText("", (example,)))

        found = differences([passages(said("a" * 40 + "c" * 60))], [passages(said(new))], hash, hash)
        assert len(found.examples) == count

    @pytest.mark.parametrize(("speck", "count"), [("the kite", 2), ("the red kite", 5)])
    def test_two_common_words_between_longer_changes_are_part_of_these(self, speck: str, count: int) -> None:
        change = (Piece("old", "one two three four "), Piece("new", "five six seven eight "))
        assert len(readable([*change, Piece("same", f"{speck} "), *change])) == count

    @pytest.mark.parametrize(("printed", "links"), [("ab", 0), ("abc", 1)])
    def test_the_end_of_a_range_has_two_letters(self, printed: str, links: int) -> None:
        row = Row(
            RuleNumber("1"), "rule", words=RuleText(f"See 6.1a–{printed}."), references=(Reference(printed, "6", True),)
        )
        assert len(passages(row).links) == links

    @pytest.mark.parametrize(("length", "runs"), [(20_000, 4), (40_000, 3)])
    def test_two_huge_texts_are_compared_at_their_ends(self, length: int, runs: int) -> None:
        a, b = [*range(length)], [*range(9), -1, *range(10, length - 10), -2, *range(length - 9, length)]
        assert len(same_runs(a, b)) == runs


def test_a_word_of_every_row_counts_an_eighth_of_a_word_of_one_row() -> None:
    a, b = (IndexedEdition([rule("1", f"kite {rare}", "")]) for rare in ("anchor", "breeze"))
    assert Similarity(a, b).of(0, 0) == pytest.approx(1 / 9, abs=0.03)  # one word in nine is shared
