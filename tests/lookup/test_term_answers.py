"""`rules term`: whole answers, no guesses, and no words of ours as if they were the book's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from searching import add
from support import Run

from rules_cli import Library
from rules_cli.lookup import definitions
from rules_cli.lookup.definitions import look_up, match_surely
from rules_cli.lookup.known import KnownEdition
from rules_cli.lookup.lexicon import Lexicon, Slang
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import RuleNumber

KITES = """\
1 Kites

1.1 Flying is what a kite does.

1.2 A kite lands in this order:

1.2a The tail comes down.

1.2b The head comes down.

1.3 The string of a kite has a colour. See rule 2.

1.3a Red strings are strong.

2 String and Colour

2.1 A string is tied to a kite.

2.2 A colour is painted on it.

Glossary

Flying
What a kite does. See rule 1.1.

Hauling
To pull a string. See rule 2.

Landing
To come down. See rule 1.2.

Old Flight (Obsolete)
An obsolete term for flying. Kites with this word are repaired.

String, Line
What holds a kite. See rule 1.3 and rule 2.
"""


@pytest.fixture
def kites(tmp_path: Path, run: Run) -> Run:
    """The command line with a book that has a glossary."""
    add(tmp_path, KITES, "kites")
    return run


def _numbers(word: str, book: str = "kites") -> list[str]:
    (found,) = look_up(Library.open(), word, book)
    return [rule.number for rule in found.rules if rule.number not in found.term.entries]


@pytest.mark.usefixtures("kites")
def test_the_list_that_a_rule_introduces_is_shown() -> None:
    assert _numbers("landing") == ["1.2", "1.2a", "1.2b"]


def test_a_section_is_shown_with_the_lists_that_its_rules_announce(tmp_path: Path) -> None:
    add(tmp_path, KITES.replace("1.2.", "1.").replace("See rule 1.1", "See rule 1"), "kites")
    assert _numbers("flying") == ["1", "1.1", "1.2", "1.2a", "1.2b", "1.3"]


@pytest.mark.usefixtures("kites")
def test_an_entry_that_only_sends_to_another_is_followed() -> None:
    (found,) = look_up(Library.open(), "old flight", "kites")
    assert [rule.title for rule in found.rules[:2]] == ["Old Flight (Obsolete)", "Flying"]
    assert [rule.number for rule in found.rules[2:]] == ["1.1"]


@pytest.mark.usefixtures("kites")
def test_the_rule_that_defines_a_term_comes_first() -> None:
    assert _numbers("string") == ["2", "2.1", "2.2", "1.3", "1.3a"]


def test_our_synonyms_are_not_shown_as_names(kites: Run) -> None:
    assert "String, Line" in kites("term", "line", "-b", "kites").out
    ran = kites("term", "watermark", "-b", "mtg")
    assert ran.code == 0
    assert ran.out.count("watermark") == ran.out.count("“watermark” is what players say for it") == 1
    assert json.loads(kites("term", "watermark", "-b", "mtg", "--json").out)["also"] == []


@pytest.mark.parametrize("word", ["flicker", "haulx", "notaword", "flyyyng"])
def test_a_word_that_is_near_no_term_gets_search_results(kites: Run, word: str) -> None:
    ran = kites("term", word, "-b", "kites")
    assert ran.code == 1
    assert (ran.out + ran.err).count(f"kites does not define '{word}'") == 1
    assert not ran.out or ran.out.startswith(f"kites does not define '{word}'. Search results:")


def test_a_word_that_only_players_use_is_said_to_be_that(run: Run) -> None:
    for command in ("term", "explain"):
        line = "showing activated ability: “ability you pay for” is what players say for it"
        assert line in run(command, "ability you pay for", "-b", "ga").out
        assert "players say" not in run(command, "activated abilities", "-b", "ga").out


def test_a_keyword_of_the_book_goes_before_a_word_of_players(tmp_path: Path) -> None:
    glossary = "Glossary\n\nPull X\nTo pull X times. See rule 2.\n"
    rules = "1 Far\n\n1.1 A far kite is small.\n\n2 Reach N\n\n2.1 A kite with reach N flies N miles.\n"
    add(tmp_path, f"{rules}\n{glossary}", "kites")
    assert look_up(Library.open(), "pull", "kites")[0].how == "also called"
    (shown,) = look_up(Library.open(), "reach", "kites")
    assert (shown.term.name, shown.of_players) == ("Reach N", False)
    terms = [Term("Far", (), players=("reach", "away")), *terms_of(Library.open().installed.edition("kites"))]
    assert [matched[0].name for word in ("reach", "away") if (matched := match_surely(word, terms))] == [
        "Reach N",
        "Far",
    ]


def test_explain_says_that_it_corrected_a_typo(kites: Run) -> None:
    assert "showing Flying (you typed “flyng”)" in kites("explain", "flyng", "-b", "kites").out


def test_no_results_are_one_line(kites: Run) -> None:
    ran = kites("term", "zzqqxxyy", "-b", "kites")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)


def test_search_results_are_one_json_document(kites: Run) -> None:
    ran = kites("term", "tied", "-b", "kites", "--json")
    value = json.loads(ran.out)
    assert ran.code == 1
    assert value["results"][0]["number"] == "2.1"


def test_explain_of_an_unknown_word_gives_search_results_too(kites: Run) -> None:
    ran = kites("explain", "tied", "-b", "kites")
    assert (ran.code, ran.out.split("\n")[0]) == (1, "kites does not define 'tied'. Search results:")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("flyng", "Flying"),  # one edit, five letters
        ("lfying", "Flying"),
        ("flyg", None),  # four letters
        ("fliyng", None),  # two edits, six letters
        ("hualign", "Hauling"),  # two edits, seven letters
        ("aulingx", None),  # two edits, one of them in the first letter
    ],
)
def test_a_typo_is_one_edit_or_two_in_a_long_word(kites: Run, typed: str, name: str | None) -> None:
    ran = kites("term", typed, "-b", "kites")
    said = f"showing {name} (you typed “{typed}”)"
    assert (said in ran.out) == (name is not None)


def test_our_synonyms_are_no_targets_of_typos(run: Run) -> None:
    assert run("term", "watermark", "-b", "mtg").code == 0
    assert run("term", "watermarc", "-b", "mtg").code == 1


def test_a_typo_is_looked_for_in_other_languages_only_if_their_book_is_chosen(run: Run) -> None:
    assert run("term", "baralhp").code == 1
    assert run("term", "baralhp", "-b", "fabula").code == 0
    assert run("term", "baralho").code == 0


def test_the_number_of_a_rule_leads_to_the_terms_that_it_defines(kites: Run) -> None:
    assert kites("term", "1.2", "-b", "kites").out.startswith("Landing")
    ran = kites("term", "2.2", "-b", "kites")
    assert (ran.code, ran.err) == (1, "rules: 2.2 is a rule, not a term: rules kites:2.2\n")
    assert kites("term", "9.9", "-b", "kites").code == 1


@pytest.mark.parametrize(("members", "whole"), [(10, True), (60, False)])
def test_a_list_is_shortened_beyond_a_screen_and_a_half(tmp_path: Path, run: Run, members: int, whole: bool) -> None:
    items = "".join(f"1.1.{at} A kite of kind {at} is flown by two people.\n\n" for at in range(1, members + 1))
    add(tmp_path, f"1 Kites\n\n1.1 These are the kites:\n\n{items}Glossary\n\nKite\nA toy. See rule 1.1.\n", "list")
    out = run("term", "kite", "-b", "list").out
    assert ("(rules show 1.1 -b list)" not in out) == whole
    assert out.count("\n") <= 36


@pytest.mark.slow
def test_whole_answers_of_magic(magic: Run) -> None:
    actions = magic("term", "state-based actions", "-b", "mtg").out
    assert all(f" 704.5{letter}  " in actions for letter in "abcdefghi")
    assert "more: 704.5j, 704.5k" in actions
    layers = magic("term", "layers", "-b", "mtg").out
    assert all(f" 613.1{letter}  Layer" in layers for letter in "abcdefg")
    value = magic("term", "cmc", "-b", "mtg").out
    assert "Mana Value" in value
    assert "\n  202.3  The mana value" in value
    assert "\n  202  Mana Cost and Color\n    202.1 " in magic("term", "mana cost", "-b", "mtg").out
    for word in ("hate", "notaword"):
        assert magic("term", word, "-b", "mtg").code == 1
    for word in ("flicker", "bounce"):
        assert f"“{word}” is what players say for it" in magic("term", word, "-b", "mtg").out
    assert "showing Trample (you typed “tramlpe”)" in magic("term", "tramlpe", "-b", "mtg").out
    assert magic("term", "704.5j", "-b", "mtg").out.startswith("Legend Rule")
    assert magic("term", "702.19b", "-b", "mtg").err == "rules: 702.19b is a rule, not a term: rules mtg:702.19b\n"


@pytest.mark.parametrize(("word", "is_nearest"), [("haul", False), ("flyi", True), ("string", False)])
def test_words_that_only_begin_like_the_word_are_said_to_be_near(kites: Run, word: str, is_nearest: bool) -> None:
    ran = kites("term", word, "-b", "kites")
    assert ("nearest:" in ran.out) == is_nearest


def test_a_value_after_a_keyword_is_no_part_of_its_name(kites: Run) -> None:
    assert kites("term", "flying 2", "-b", "kites").out == kites("term", "flying", "-b", "kites").out


@pytest.mark.usefixtures("kites")
def test_slang_goes_before_the_word_that_it_may_be_a_form_of(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = Library.open().installed.edition("kites")
    (entry,) = [each for each in edition.entries() if each.row.number == "1.2"]
    said = Slang(("comes down",), (RuleNumber("9"),), exactly=("strings",), say=("stringing",))
    spoken = Lexicon((said,), known=KnownEdition(rules={RuleNumber("9"): entry.row.fingerprint or ""}))
    monkeypatch.setattr(definitions, "slang_of", lambda _: spoken)
    first = {word: look_up(Library.open(), word, "kites")[0].term.rules[0] for word in ("strings", "stringing")}
    assert first == {"strings": "2", "stringing": "1.2"}


@pytest.mark.usefixtures("kites")
def test_players_words_count_the_same_in_each_file_of_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = Library.open().installed.edition("kites")
    (entry,) = [each for each in edition.entries() if each.row.number == "1.2"]
    spoken = Lexicon(
        (Slang(("land",), (RuleNumber("9"),), say=("ramp",)),),
        known=KnownEdition(rules={RuleNumber("9"): entry.row.fingerprint or ""}),
    )
    monkeypatch.setattr(definitions, "slang_of", lambda book: spoken if book == "kites" else Lexicon())
    assert {each.edition.slug for each in look_up(Library.open(), "ramp")} == {"fabula", "kites"}
