"""Imported cards in the search and in the look-up. All cards are made up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cards.made_up import bulk, scryfall
from support import Run

from rules_cli.cli.lookup import _printed
from rules_cli.library import Library
from rules_cli.look.answers import Answers
from rules_cli.look.state import Listing, Question, RulePage, Said

CARDS = [scryfall("Moniker Mage", 1, keywords=[]), scryfall("Moniker Ship", 2), scryfall("Tap", 3, type_line="Land")]


@pytest.fixture
def cards(run: Run, tmp_path: Path) -> Run:
    """A library with three cards of Magic."""
    assert run("card", "import", str(bulk(tmp_path / "cards.json", CARDS))).code == 0
    return run


def listed(words: str, book: str | None = None) -> Listing:
    """The list of the look-up for some words."""
    found = Answers(Library.open(), _printed).answer(Question("search", words=words, book=book))
    assert isinstance(found, Listing)
    return found


def test_the_search_says_that_there_is_a_card(cards: Run) -> None:
    line = "rules: there is a card of this name: rules card 'Moniker Mage' -b mtg\n"
    assert line in cards("search", "moniker mage and the text of a kite").err
    assert line in cards("search", "moniker mage", "-b", "mtg,fab", "--json").err
    assert "a card of this name" not in cards("search", "moniker mage", "-b", "fab").err
    assert "a card of this name" not in cards("search", "moniker").err


@pytest.mark.parametrize("words", ["What does Moniker Mage cost?", "moniker mage rulings", "moniker ship"])
def test_a_card_answers_where_no_rule_does(cards: Run, words: str) -> None:
    ran = cards("search", *words.split())
    assert (ran.code, ran.out.partition("\n")[0], ran.err) == (
        0,
        f"Moniker {'Ship' if 'ship' in words else 'Mage'}  {{1}}{{U}}",
        "",
    )


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("moniker mage less 1", "{U}"),
        ("moniker mage +2 -b mtg", "{3}{U}"),
        ("2RR kicker 2", "{4}{R}{R}"),
        ("fab 3 less 1", "2"),
    ],
)
def test_a_cost_is_worked_out_without_the_word_on_the_command_line_and_in_the_look_up(
    cards: Run, words: str, total: str
) -> None:
    ran = cards(*words.split())
    assert ran.code == 0
    assert total in ran.out.splitlines()[:3]
    (row,) = listed(words).choices
    assert (row.label, row.text) == (f"rules cost {words}", total)


@pytest.mark.parametrize("words", ["moniker mage and the text of a kite", "2 moniker +1/+1", "moniker ship"])
def test_other_words_with_a_card_or_a_number_are_a_question(cards: Run, words: str) -> None:
    assert " -> " not in cards(*words.split()).out
    assert not any(row.label.startswith("rules ") for row in listed(words).choices)


def test_programs_get_what_a_search_finds(cards: Run) -> None:
    assert json.loads(cards("moniker", "+1", "--json").out)["query"] == "moniker +1"


@pytest.mark.usefixtures("cards")
def test_a_card_is_the_first_row_for_its_name() -> None:
    first, *others = listed("moniker mage").choices
    assert (first.label, first.title, first.text) == ("card", "Moniker Mage", "Creature — Human Wizard")
    assert others
    assert all(not choice.target.startswith("card ") for choice in listed("moniker mage", "fab").choices)


def test_the_name_of_a_card_is_no_slip_of_another_word(run: Run, tmp_path: Path) -> None:
    slips = [scryfall("Subtipe", 1, keywords=[]), scryfall("Artifaxt, the Long", 2, keywords=[])]
    assert "you typed" in listed("subtipe", "mtg").note
    assert "you typed" in listed("artifaxt", "mtg").note
    assert run("card", "import", str(bulk(tmp_path / "cards.json", slips))).code == 0
    for words in ("subtipe", "artifaxt"):
        found = listed(words, "mtg")
        assert ([choice.label for choice in found.choices], found.note) == (["card"], "")


@pytest.mark.usefixtures("cards")
def test_a_card_is_found_by_part_of_its_name_after_the_word_card() -> None:
    assert [choice.title for choice in listed("card: ship").choices] == ["Moniker Ship"]
    several = listed("card:moniker").choices
    assert [(choice.label, choice.asks) for choice in several] == [
        ("Moniker Mage", "card:Moniker Mage"),
        ("Moniker Ship", "card:Moniker Ship"),
    ]
    assert listed("card:zeppelin").note == "no such card"


@pytest.mark.usefixtures("cards")
def test_a_card_opens_as_a_rule_does() -> None:
    answers = Answers(Library.open())
    page = answers.answer(Question("rule", "card mtg:Moniker Mage"))
    assert isinstance(page, RulePage)
    assert page.crumbs == ("Moniker Mage",)
    assert "".join(span.text for span in page.lines[0].spans) == "Moniker Mage  {1}{U}"
    glance = answers.answer(Question("peek", "card mtg:Moniker Mage"))
    assert isinstance(glance, RulePage)
    assert glance.name == "Moniker Mage"
    assert isinstance(answers.answer(Question("rule", "card mtg:Gone")), Said)


def test_a_list_that_is_imported_again_is_asked_at_once(cards: Run, tmp_path: Path) -> None:
    answers = Answers(Library.open())

    def first_label(words: str) -> str:
        found = answers.answer(Question("search", words=words, book="mtg"))
        return next((row.label for row in found.choices), "") if isinstance(found, Listing) else ""

    assert first_label("moniker mage") == "card"
    assert cards("card", "import", str(bulk(tmp_path / "new.json", [scryfall("Other Ship", 9)]))).code == 0
    assert (first_label("moniker mage") == "card", first_label("other ship")) == (False, "card")


def test_without_cards_nothing_changes(run: Run) -> None:
    assert "card of this name" not in run("search", "moniker").err
    assert listed("card:moniker").choices == ()


class TestCardsByPartOfANameInTheLookUp:
    """A made-up list of names that rules do not have, and of names that they have."""

    @pytest.fixture(autouse=True)
    def of_two_kinds(self, run: Run, tmp_path: Path) -> None:
        names = ("Zorvik, Keeper of Tides", "Zorvik's Oath", "Old Quillon", "Token of Quills", "Quillon-Born Ox")
        cards = [scryfall(name, number, keywords=[]) for number, name in enumerate(names, 1)]
        assert run("card", "import", str(bulk(tmp_path / "cards.json", cards))).code == 0

    @pytest.mark.parametrize(
        ("words", "names"),
        [
            ("zorvik", ["Zorvik, Keeper of Tides"]),
            ("zorvik keep", ["Zorvik, Keeper of Tides"]),
            ("zorvik, keeper", ["Zorvik, Keeper of Tides"]),
            ("quillon", ["Old Quillon", "Quillon-Born Ox"]),
            ("quill", ["Old Quillon", "Quillon-Born Ox", "Token of Quills"]),
            ("zorviks oath", ["Zorvik's Oath"]),
            ("zorvx", []),
        ],
    )
    def test_words_that_no_rule_has_find_cards_first(self, words: str, names: list[str]) -> None:
        found = listed(words)
        rows = [choice for choice in found.choices if choice.label == "card"]
        assert [choice.title for choice in rows] == names
        assert list(found.choices[: len(rows)]) == rows
        assert ("no rule here" in found.note or "nearest" in found.note) == (not names)

    def test_cards_come_after_the_rules_of_their_word(self) -> None:
        choices = listed("token", "mtg").choices
        cards = [place for place, choice in enumerate(choices) if choice.title == "Token of Quills"]
        assert cards == [] or cards == [len(choices) - 1] != [0]

    def test_a_list_of_many_cards_leads_to_all_of_them(self, run: Run, tmp_path: Path) -> None:
        cards = [scryfall(f"Zorvik, the {letter}th", number) for number, letter in enumerate("abcdef")]
        run("card", "import", str(bulk(tmp_path / "cards.json", cards)))
        *shown, last = listed("zorvik").choices
        assert (len(shown), last.asks) == (3, "card:zorvik")
        assert len(listed(last.asks).choices) == len(cards)
