"""Editions made by known edits: each edit is reported as what it is, and no other change is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from edited import Became, Edited, number_apart, numbered, rows
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.history.edition_pair import link_editions
from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.passages import passages
from rules_cli.history.rule_links import RuleLink, RuleNames
from rules_cli.history.text_diff import compare
from rules_cli.model import Reference, Row, RuleNumber, RuleText

pytestmark = pytest.mark.slow  # makes many editions

NAMES = [edit.__name__ for edit in Edited.EDITS]
seeds = pytest.mark.parametrize("seed", range(5))


def edited(seed: int, *names: str) -> Edited:
    """A made-up book and the same after some edits, by name."""
    made = Edited(Random(seed))
    for name in names:
        getattr(made, name)()
    return made


def link_rows(a: Sequence[Row], b: Sequence[Row]) -> list[RuleLink]:
    """Return the links of two editions by their rows."""
    return link_editions(IndexedEdition(a), IndexedEdition(b))


def links_of(made: Edited) -> list[RuleLink]:
    """Return the links of two made-up editions."""
    return link_rows(rows(made.first), rows(made.second))


def reported(links: Sequence[RuleLink]) -> set[Became]:
    """Return the sure changes; a guess counts as a rule removed and a rule added."""
    return {became for link in links if link.kinds for became in _said(link)}


def _said(link: RuleLink) -> Iterator[Became]:
    if link.sure:
        yield frozenset(link.a), frozenset(link.b), number_apart(set(link.kinds))
        return
    yield from ((frozenset([number]), frozenset(), frozenset(["removed"])) for number in link.a)
    yield from ((frozenset(), frozenset([number]), frozenset(["added"])) for number in link.b)


class TestOneEdit:
    @seeds
    @pytest.mark.parametrize("name", NAMES)
    def test_is_reported_as_what_it_is(self, name: str, seed: int) -> None:
        made = edited(seed, name)
        assert reported(links_of(made)) == made.expected()

    @seeds
    def test_new_typography_is_no_change(self, seed: int) -> None:
        made = edited(seed, "retype")
        assert rows(made.first) != rows(made.second)
        assert not reported(links_of(made))

    @seeds
    def test_without_an_edit_nothing_is_reported(self, seed: int) -> None:
        assert not reported(links_of(edited(seed)))

    @seeds
    def test_a_rule_under_another_section_has_moved_and_its_old_neighbours_are_renumbered(self, seed: int) -> None:
        kinds = [kind for _, _, kinds in reported(links_of(edited(seed, "move"))) for kind in kinds]
        assert set(kinds) <= {"moved", "renumbered"}
        assert kinds.count("moved") <= 1


@given(seed=st.integers(0, 10**6), names=st.lists(st.sampled_from([*NAMES, "retype"]), max_size=6))
def test_each_known_edit_is_reported_and_nothing_else(seed: int, names: list[str]) -> None:
    made = edited(seed, *names)
    assert reported(links_of(made)) == made.expected()


def test_three_equal_parts_are_sure_beside_a_new_rule_that_is_like_each() -> None:
    made = edited(1537, "add", "retarget", "split")
    assert reported(links_of(made)) == made.expected()


@given(seed=st.integers(0, 10**6), names=st.lists(st.sampled_from(NAMES), min_size=10, max_size=40))
def test_every_rule_of_either_edition_is_in_one_link(seed: int, names: list[str]) -> None:
    made = edited(seed, *names)
    links = links_of(made)
    for side, node in (("a", made.first), ("b", made.second)):
        found = [number for link in links for number in getattr(link, side)]
        assert sorted(found) == sorted(numbered(node).values())


@given(seed=st.integers(0, 10**6), names=st.lists(st.sampled_from(["swap", "move", "insert_section", "add"])))
def test_its_renumbering_makes_the_new_text_of_a_moved_rule_from_the_old(seed: int, names: list[str]) -> None:
    made = edited(seed, *names)
    old, new = ({row.number: row for row in rows(node)} for node in (made.first, made.second))
    links = links_of(made)
    becomes = RuleNames(links).becomes
    for link in links:
        if link.a and link.b and set(link.kinds) <= {"moved", "renumbered"}:
            row = old[link.a[0]]
            text = row.words.text or ""
            for reference in row.references:
                text = text.replace(reference.printed, f"rule {becomes[RuleNumber(reference.target)]}")
            assert text == (new[link.b[0]].words.text or "")


def rule(number: str, text: str, parent: str | None = "1", *references: str) -> Row:
    """A rule that says this, under a heading; the references are numbers printed in it."""
    named = tuple(Reference(printed, printed, True) for printed in references)
    return Row(
        RuleNumber(number), "rule", RuleNumber(parent) if parent else None, words=RuleText(text), references=named
    )


def heading(number: str, title: str, parent: str | None = None) -> Row:
    """A heading with this title."""
    return Row(RuleNumber(number), "heading", RuleNumber(parent) if parent else None, title=title)


def entry(number: str, term: str, text: str) -> Row:
    """An entry of a glossary."""
    return Row(RuleNumber(number), "fragment", RuleNumber("glossary"), title=term, words=RuleText(text))


def became(a: Sequence[Row], b: Sequence[Row]) -> dict[tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the numbers of each rule in the newer edition and what changed, without guesses."""
    return {link.a: (link.b, link.kinds) for link in link_rows(a, b) if link.sure}


class TestIdenticalSentences:
    """Rules with the same words are told apart by their neighbours."""

    TEXTS = ("Fold the kite twice.", "Skip a turn.", "Tie the longest tail there is.", "Skip a turn.")

    def rows(self, texts: Sequence[str]) -> list[Row]:
        return [heading("1", "Play"), *(rule(f"1.{n}", text) for n, text in enumerate(texts, 1))]

    def test_unchanged_are_not_reported(self) -> None:
        assert all(not kinds for _, kinds in became(self.rows(self.TEXTS), self.rows(self.TEXTS)).values())

    def test_the_removed_one_is_the_one_between_the_same_neighbours(self) -> None:
        found = became(self.rows(self.TEXTS), self.rows([self.TEXTS[0], *self.TEXTS[2:]]))
        assert found[("1.2",)] == ((), ("removed",))
        assert found[("1.4",)] == (("1.3",), ("renumbered",))

    def test_each_stays_with_its_neighbours_when_these_move(self) -> None:
        first, second, third, fourth = self.TEXTS
        found = became(self.rows(self.TEXTS), self.rows([third, fourth, first, second]))
        assert {of_a[0]: of_b[0] for of_a, (of_b, _) in found.items()} == {
            **{"1": "1", "1.1": "1.3", "1.2": "1.4"},
            **{"1.3": "1.1", "1.4": "1.2"},
        }

    def test_if_the_neighbours_changed_the_one_with_the_same_number_stays(self) -> None:
        fold, skip, *_ = self.TEXTS
        found = became(self.rows([skip, skip, fold]), self.rows([fold, skip]))
        assert found[("1.1",)] == ((), ("removed",))
        assert found[("1.2",)] == (("1.2",), ())

    def test_if_the_number_changed_too_the_match_is_a_guess(self) -> None:
        fold, skip, tie, _ = self.TEXTS
        found = became(self.rows([skip, skip, fold]), self.rows([fold, tie, skip]))
        assert not {("1.1",), ("1.2",)} & {of_a for of_a, (of_b, _) in found.items() if of_b}

    def test_which_of_two_in_another_section_it_became_is_a_guess(self) -> None:
        fold, _, tie, _ = self.TEXTS
        skip = "Whoever holds the spool skips a turn and says so."
        a = [*self.rows([fold, skip]), heading("2", "Weather")]
        away = [rule(f"2.{n}", text, "2") for n, text in enumerate((skip, tie, skip), 1)]
        found = became(a, [*self.rows([fold]), heading("2", "Weather"), *away])
        assert ("1.2",) not in found


class TestTemplates:
    """Rules made on one pattern do not match one another."""

    STEPS = ("upkeep", "draw", "regatta")

    def step(self, number: int, name: str) -> list[Row]:
        text = f"First, any abilities that trigger at the beginning of the {name} step go on the pile."
        return [heading(f"1.{number}", f"{name} step", "1"), rule(f"1.{number}.1", text, f"1.{number}")]

    def book(self, names: Sequence[str]) -> list[Row]:
        return [heading("1", "Turn"), *(row for n, name in enumerate(names, 1) for row in self.step(n, name))]

    def test_a_removed_step_does_not_match_an_added_one(self) -> None:
        found = became(self.book(["upkeep", "draw"]), self.book(["draw", "regatta"]))
        assert found[("1.2.1",)] == (("1.1.1",), ("renumbered",))
        assert found.get(("1.1.1",), ((), ()))[0] == ()

    def test_a_removed_keyword_takes_its_standard_sentences_with_it(self) -> None:
        def keyword(n: int, word: str, verb: str) -> list[Row]:
            return [
                heading(f"1.{n}", word, "1"),
                rule(f"1.{n}a", f"{word} lets a kite {verb} over the meadow wall.", f"1.{n}"),
                rule(f"1.{n}b", f"Multiple instances of {word} on the same kite are redundant.", f"1.{n}"),
            ]

        words = [("swooping", "dive"), ("trailing", "drag"), ("spinning", "whirl"), ("hushing", "glide")]
        a = [heading("1", "Words"), *(row for n, each in enumerate(words[:3], 1) for row in keyword(n, *each))]
        b = [heading("1", "Words"), *(row for n, each in enumerate(words[1:], 1) for row in keyword(n, *each))]
        found = became(a, b)
        assert found[("1.2b",)] == (("1.1b",), ("renumbered",))
        assert found[("1.3b",)] == (("1.2b",), ("renumbered",))
        assert found.get(("1.1b",), ((), ()))[0] == ()


class TestHeadingsAndEntries:
    def test_a_heading_with_a_new_title_matches_by_its_children(self) -> None:
        texts = ["Fold the kite twice.", "Tie the longest tail.", "Run against the wind until it lifts."]
        a = [heading("1", "Getting Ready"), *(rule(f"1.{n}", text) for n, text in enumerate(texts, 1))]
        b = [heading("1", "Launch"), *(rule(f"1.{n}", text) for n, text in enumerate(texts, 1))]
        assert became(a, b)[("1",)] == (("1",), ("changed",))

    def test_entries_of_a_glossary_are_matched_by_their_terms(self) -> None:
        a = [
            heading("glossary", "Glossary"),
            entry("fragment", "Gust", "A short wind."),
            entry("fragment#2", "Tail", "A tail."),
        ]
        b = [
            heading("glossary", "Glossary"),
            entry("fragment", "Breeze", "A light wind that lasts."),
            entry("fragment#2", "Gust", "A wind that blows a kite away. See rule 4."),
            entry("fragment#3", "Tail", "A tail."),
        ]
        found = became(a, b)
        assert found[("fragment",)] == (("fragment#2",), ("changed",))
        assert found[("fragment#2",)] == (("fragment#3",), ())
        assert found[()] == (("fragment",), ("added",))


class TestParts:
    """The first part of a rule is the one that kept its number, even if another is more similar to the whole."""

    SHORT = "Whoever drops the spool is out."
    LONG = "Whoever lets a tail touch the harbour wall before dusk falls is out as well."

    def book(self, *texts: str) -> list[Row]:
        return [heading("1", "Play"), *(rule(f"1.{n}", text) for n, text in enumerate(texts, 1))]

    @pytest.mark.parametrize("parts", [(SHORT, LONG), (LONG, SHORT)])
    def test_the_one_with_the_number_of_the_whole_is_the_first(self, parts: tuple[str, str]) -> None:
        whole, apart = self.book(" ".join(parts)), self.book(*parts)
        assert became(whole, apart)[("1.1",)] == (("1.1", "1.2"), ("split",))
        assert became(apart, whole)[("1.1", "1.2")] == (("1.1",), ("merged",))


class TestReferences:
    def book(self, *texts: str, references: Sequence[str]) -> list[Row]:
        named = [() for _ in texts[1:]]
        made = [rule("1.1", texts[0], "1", *references)]
        made += [
            rule(f"1.{n}", text, "1", *refs) for n, (text, refs) in enumerate(zip(texts[1:], named, strict=True), 2)
        ]
        return [heading("1", "Play"), *made]

    def test_to_a_rule_that_was_renumbered_is_no_change(self) -> None:
        a = self.book("Tie it as 1.2 says.", "Knots are made of string.", references=["1.2"])
        b = self.book("Tie it as 1.3 says.", "No player may run.", "Knots are made of string.", references=["1.3"])
        assert became(a, b)[("1.1",)] == (("1.1",), ())

    def test_to_a_number_that_is_another_rules_now_is_a_change(self) -> None:
        a = self.book("Tie it as 1.2 says.", "Knots are made of string.", references=["1.2"])
        b = self.book("Tie it as 1.2 says.", "No player may run.", "Knots are made of string.", references=["1.2"])
        assert became(a, b)[("1.1",)] == (("1.1",), ("references",))


def test_a_doubtful_match_says_so() -> None:
    a = [heading("1", "Play"), rule("1.1", "Each player draws one tile and then passes the spool on to the left.")]
    b = [heading("1", "Play"), rule("1.1", "Each player with no tile left draws three more, or the spool stays.")]
    (link,) = [link for link in link_rows(a, b) if link.a == ("1.1",)]
    assert link.b == ("1.1",)
    assert not link.sure


def test_the_words_that_differ_are_those_that_were_changed() -> None:
    made = edited(1, "change")
    (link,) = [link for link in links_of(made) if link.kinds]
    old, new = ({row.number: row for row in rows(node)} for node in (made.first, made.second))
    pieces = compare(passages(old[link.a[0]]).text, passages(new[link.b[0]]).text, hash, hash)
    assert "kite-master" in "".join(piece.text for piece in pieces if piece.op == "new")


class TestRulesThatLookAlike:
    def test_a_sentence_of_a_pattern_stays_in_its_phase_however_equal_its_words(self) -> None:
        def phase(number: str, name: str, steps: Sequence[str]) -> list[Row]:
            said = [
                f"Any abilities that trigger on the {name} go on the pile.",
                f"The {name} is a part of each turn that nobody skips.",
            ]
            steps = [f"{step}, the player whose turn it is may answer with a kite." for step in steps]
            texts = [rule(f"{number}.{n}", text, number) for n, text in enumerate([*said, *steps], 1)]
            return [heading(number, name), *texts]

        a = [*phase("1", "launch", ["First", "Second"]), *phase("2", "landing", ["Third"])]
        b = [*phase("1", "launch", ["Second", "Third"]), *phase("2", "landing", ["Fourth"])]
        found = became(a, b)
        assert all(of_b[0][0] == of_a[0][0] for of_a, (of_b, _) in found.items() if of_b and of_a)

    def test_a_rule_stays_under_its_number_though_another_has_its_sub_rules_now(self) -> None:
        own = "A kite of an old league may be named after the league that made it."
        other = "A judge keeps one stopwatch for each match, and a spare one in the bag."
        under = ["Leagues are listed in the yearbook.", "A stopwatch shows seconds.", "Both are lent for a day."]
        a = [
            heading("1", "Play"),
            *(
                rule("1.1", own),
                *(rule(f"1.1{letter}", text, "1.1") for letter, text in zip("abc", under, strict=True)),
            ),
            rule("1.2", other),
        ]
        b = [
            heading("1", "Play"),
            rule("1.1", own.replace("old", "older")),
            *(
                rule("1.2", other),
                *(rule(f"1.2{letter}", text, "1.2") for letter, text in zip("abc", under, strict=True)),
            ),
        ]
        found = became(a, b)
        assert (found[("1.1",)][0], found[("1.2",)][0]) == (("1.1",), ("1.2",))

    def test_a_shortened_rule_is_found_by_words_that_many_rules_have(self) -> None:
        def book(text: str) -> list[Row]:
            many = [
                rule(f"1.{n}", f"Each player of the game draws a kite and plays it, number{n}.") for n in range(300)
            ]
            return [heading("1", "Play"), *many, rule("1.300", text), heading("2", "End"), rule("2.1", "Go home.", "2")]

        a = book("Each player draws a kite, plays it, and draws a kite of the game, unless a player plays the game.")
        b = book("Each player draws a kite, plays it, and draws a kite, unless the game plays.")
        assert became(a, b)[("1.300",)][0] == ("1.300",)

    REST = (
        "A judge may stop the wind for one minute, and then lets it blow again.",
        "Each player of a team ties the tail to a kite that the team has named.",
        "The kite with the most ribbons is the one that a player launches at first.",
        "A player looks at the spool, and says how long the string on it may be.",
        "If the string is cut, the kite that hung on it goes to the player who cut it.",
    )

    def test_a_rule_whose_exceptions_became_sub_rules_is_the_rule_above_them(self) -> None:
        old = "A kite landing in another meadow counts as a new kite, and has lost its ribbons and its names."
        new = "A kite landing in another meadow becomes a new kite, without any of its ribbons and its names."
        tails = "A tail that was tied in the air stays tied to the kite that it becomes"
        names = "Whoever named the kite before its launch may look at the one that lands there"
        rest = [rule(f"3.{n}", text, "3") for n, text in enumerate(self.REST, 1)]
        a = [heading("1", "Air"), rule("1.1", f"{old} There are two exceptions: (1) {tails}. (2) {names}."), *rest]
        b = [heading("2", "Ground"), rule("2.1", f"{new} There are many exceptions:", "2")]
        b += [rule("2.1a", f"{tails}.", "2.1"), rule("2.1b", f"{names}.", "2.1"), rule("2.1c", "Flags fall.", "2.1")]
        (link,) = [link for link in link_rows(a, [*b, *rest]) if "1.1" in link.a]
        assert link.b == ("2.1", "2.1a", "2.1b")

    def test_a_rule_that_a_longer_one_swallowed_is_merged_with_it(self) -> None:
        stays, goes = "A kite with two tails flies as one kite.", "Whoever tied the second tail decides where it lands."
        a = [
            heading("1", "Play"),
            rule("1.1", stays),
            heading("2", "Wind"),
            rule("2.1", goes, "2"),
            rule("2.2", "Blow.", "2"),
        ]
        b = [heading("1", "Play"), rule("1.1", f"{stays} {goes}"), heading("2", "Wind"), rule("2.1", "Blow.", "2")]
        assert became(a, b)[("1.1", "2.1")] == (("1.1",), ("merged",))

    def test_a_rule_whose_sentences_became_two_rules_is_split(self) -> None:
        first, second = "A judge may stop the wind for one minute.", "Nobody may launch while the wind has stopped."
        around = ["Kites are made of paper.", "Tails are made of string."]
        a = [heading("1", "Play"), rule("1.1", around[0]), rule("1.2", f"{first} {second}"), rule("1.3", around[1])]
        b = [heading("1", "Play"), rule("1.1", around[0]), rule("1.2", around[1])]
        b += [rule("1.2a", first, "1.2"), rule("1.2b", second, "1.2")]
        assert set(became(a, b)[("1.2",)][0]) == {"1.2a", "1.2b"}
