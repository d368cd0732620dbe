"""What people type: bare questions, books by name, numbers in any spelling, words with signs, misspelt commands."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import HARBOUR, SHARED, Install, Run

from rules_cli.cli.app import command_named
from rules_cli.cli.argv import FLAGS, WITH_VALUE
from rules_cli.cli.commands import COMMANDS
from rules_cli.render import out

MOST_CALLS = 725  # of functions of this package, from the start to the answer; a search for near rules takes 30,000

TOWER = """\
1. Building

701. Stones

701.1. A stone is laid flat.

702. Towers

702.2. A tower has floors.

702.2c A floor is never empty.

702.19. Battlements crown a tower.

702.19a A battlement faces outwards.

702.19b The builder counts battlements and -1/-1 counters.
"""
"""A made-up book of a game whose sections have three figures."""


@pytest.fixture
def tower(run: Run, install: Install) -> Run:
    """The command line with the made-up book `tower` in two editions, of 2015 and 2026."""
    install("tower", {"2015-01-23": TOWER.replace("faces outwards", "faces inwards"), "2026-01-16": TOWER})
    return run


def numbers(run: Run, *argv: str) -> list[str]:
    return [rule["id"] for rule in json.loads(run(*argv, "--json").out)]


class TestNumbersAsTyped:
    @pytest.mark.parametrize(
        "typed",
        [
            *("702,19b", "702. 19b", "702-19b", "702.19,b", "702.19, b", "l702.19b", "702:19b", "70219b"),
            *("tower702.19b", "tower 702.19b", "tower:702,19b", "702.19 B", "CR 702,19b", "[702,19b]"),
        ],
    )
    def test_a_bare_number_is_shown_in_any_spelling(self, tower: Run, typed: str) -> None:
        assert numbers(tower, typed) == ["tower:702.19b"]
        assert numbers(tower, *typed.split()) == ["tower:702.19b"]

    @pytest.mark.parametrize("typed", ["702.19b,702.2c", "702.19b, 702.2c", "702.19b 702.2c"])
    def test_a_list_is_two_numbers(self, tower: Run, typed: str) -> None:
        assert numbers(tower, *typed.split()) == ["tower:702.19b", "tower:702.2c"]

    @pytest.mark.parametrize("command", ["", "show", "cite", "explain", "refs"])
    def test_words_between_numbers_are_a_list_or_a_range(self, tower: Run, command: str) -> None:
        listed = tower(*command.split(), "702.19a,702.19b").out
        for typed in ("702.19a and 702.19b", "702.19a to b", "702.19a/702.19b", "tower 702.19a and 702.19b"):
            assert tower(*command.split(), *typed.split()).out == listed
        assert tower(*command.split(), "702.19a and 702.19b").out == listed

    def test_a_reading_that_is_not_sure_is_said(self, tower: Run) -> None:
        assert "read as: 702.19b" in tower("702", "19", "b").out
        assert "read as: 702.19..702.19b" in tower("cite", "702.19", "a", "702.19b").err

    def test_a_list_of_sections_is_no_number_with_a_comma(self, tower: Run) -> None:
        assert numbers(tower, "701,702") == ["tower:701", "tower:702"]

    def test_where_a_list_and_a_number_fit_both_are_shown_and_said(self, run: Run) -> None:
        assert numbers(run, "2,1", "-b", "fabula") == ["fabula:2.1", "fabula:2", "fabula:1"]
        assert "2,1 may be fabula:2.1 or fabula:2 and fabula:1" in run("2,1", "-b", "fabula").out

    def test_where_a_range_and_a_number_fit_both_are_shown_and_said(self, run: Run) -> None:
        shown = run("1-2", "-b", "fabula")
        assert "1-2 may be fabula:1.2 or fabula:1 to 2" in shown.out
        assert numbers(run, "1-2", "-b", "fabula")[:2] == ["fabula:1.2", "fabula:1"]

    def test_a_range_of_sections_stays_a_range(self, tower: Run) -> None:
        assert numbers(tower, "701-702")[:2] == ["tower:701", "tower:701.1"]

    def test_the_ambiguity_is_said_by_every_command(self, run: Run) -> None:
        assert "2,1 may be" in run("cite", "2,1", "-b", "fabula").err
        assert "2,1 may be" in run("show", "2,1", "-b", "fabula", "--json").err

    def test_letters_that_a_book_never_uses_are_named_from_its_profile(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "mtg.txt"
        path.write_text(TOWER, encoding="utf-8")
        run("import", str(path), "--book", "mtg", "--edition", "2030-01-01")
        assert "mtg never uses the letters l and o" in run("702.19o", "-b", "mtg").err
        assert "never uses" not in run("702.19c", "-b", "mtg").err

    def test_letters_that_a_book_never_uses_are_worked_out_without_a_profile(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "maze.txt"
        rules = (f"702.{rule}{letter} A wall turns." for rule in (1, 2, 3, 4, 5) for letter in "abcdefghijkm")
        path.write_text("702. Mazes\n\n702.1. A maze.\n\n" + "\n\n".join(rules), encoding="utf-8")
        run("import", str(path), "--book", "maze", "--edition", "2030-01-01")
        assert "maze never uses the letter l" in run("702.1l", "-b", "maze").err
        assert run("702.1l", "-b", "maze").err.count("A wall turns") == 3

    def test_closest_rules_come_with_their_first_words(self, tower: Run) -> None:
        assert "closest: 702.19b The builder counts battlements and…" in tower("tower:702.19c").err

    @pytest.mark.parametrize("typed", ["999.1", "99"])
    def test_nothing_is_closest_in_another_chapter(self, tower: Run, typed: str) -> None:
        assert "closest" not in tower(typed, "-b", "tower").err


class TestTheBook:
    @pytest.mark.parametrize(
        "argv",
        [
            *("magic 206.1", "mtg 206.1", "MTG 206.1", "206.1 -b magic", "magic:206.1", "show magic 206.1"),
            *("magic the gathering 206.1", "mtg@2006 206.1", "mtg@2006:206.1", "mtg@2006-10:206.1", "magic@2006:206.1"),
        ],
    )
    def test_a_game_is_known_by_its_names(self, run: Run, argv: str) -> None:
        assert numbers(run, *argv.split()) == ["mtg:206.1"]

    @pytest.fixture
    def policies(self, run: Run, install: Install) -> Run:
        """The command line with a made-up rulebook and policy document of a game that ships, with the same numbers."""
        install("fab", {"2026-01-16": TOWER})
        install("fab-ppg", {"2026-01-16": TOWER.replace("stone", "late builder")})
        return run

    def test_an_answer_from_another_document_of_the_game_is_found(self, run: Run, install: Install) -> None:
        guide = "1 Conduct\n\n1.1 Taking notes\n\nA player may take notes on paper.\n\n1.2 A snack is eaten outside.\n"
        install("fab-ppg", {"2026-01-16": guide})
        asked = run("search", "can i take notes on paper", "-b", "fab")
        said = "From fab-ppg, another document of the game:\nfab-ppg:1.1"
        assert (asked.code, asked.out.partition("  ")[0]) == (0, said)

    @pytest.mark.parametrize("words", ["chess 702.2", "search us chess 702.2", "towr 702.2"])
    def test_words_in_front_of_a_number_that_name_no_book_are_not_passed_over(self, tower: Run, words: str) -> None:
        asked = tower(*words.split())
        named = words.removeprefix("search ").rpartition(" ")[0]
        assert (asked.code, asked.out, asked.err.partition(".")[0]) == (1, "", f'rules: no book "{named}"')

    def test_words_of_the_book_in_front_of_a_number_name_no_book(self, tower: Run) -> None:
        asked = tower("floor", "702.2")
        assert (asked.code, asked.out.partition("  ")[0]) == (0, "tower:702.2")

    @pytest.mark.parametrize(
        "words",
        [
            *("702.2 -b tower -b fab", "floor -n 1 -n 2", "floor --json --format markdown"),
            "702.2 -b tower@2026-01-16 --as-of 2026-02-01",
            *("search kind:rule floor --kind heading", "search in:702 floor --in 701"),
        ],
    )
    def test_options_that_contradict_each_other_are_refused(self, tower: Run, words: str) -> None:
        ran = tower(*words.split())
        assert (ran.code, ran.out) == (2, "")
        assert "use only one" in ran.err

    def test_a_list_of_all_rows_is_of_the_book_alone(self, run: Run, install: Install) -> None:
        install("fab", {"2026-01-16": TOWER})
        install("fab-ppg", {"2026-01-16": "1 Floors\n\n1.1 A floor is a floor.\n"})
        assert "fab-ppg" not in run("search", "floor", "--every", "-n", "1", "-b", "fab").out

    @pytest.mark.parametrize("words", ["search fab-trp notes", "penalty fab-trp notes"])
    def test_every_command_of_words_takes_a_book_in_front(self, run: Run, install: Install, words: str) -> None:
        install("fab-trp", {"2026-01-16": "1 Conduct\n\n1.1 A player may take notes.\n"})
        command, book, *question = words.split()
        ran = run(*words.split())
        assert ran == run(command, *question, "-b", book)

    @pytest.mark.parametrize("command", ["", "show", "cite", "explain", "refs"])
    @pytest.mark.parametrize("named", ["PPG 702.2", "ppg702.2", "fab-ppg 702.2"])
    def test_a_document_in_front_of_a_number_is_narrower_than_the_chosen_book(
        self, policies: Run, command: str, named: str
    ) -> None:
        alone = policies(*command.split(), "702.2", "-b", "fab-ppg").out
        for words in (named.split(), [named]):
            assert policies(*command.split(), *words, "-b", "fab").out == alone != ""
        rulebook = policies(*command.split(), "702.2", "-b", "fab").out
        assert policies(*command.split(), "CR", "702.2", "-b", "fab-ppg").out == rulebook != alone

    def test_the_chosen_edition_of_the_same_book_is_kept(self, tower: Run) -> None:
        assert "inwards" in tower("tower", "702.19a", "-b", "tower@2015-01-23").out

    @pytest.mark.parametrize("command", ["", "show", "cite", "explain", "refs"])
    def test_a_document_of_another_game_is_refused(self, policies: Run, command: str) -> None:
        asked = policies(*command.split(), "PPG", "702.2", "-b", "mtg")
        assert (asked.code, asked.out, asked.err.count("\n")) == (2, "", 1)
        assert "fab-ppg is a book of another game than -b mtg; name only one of them\n" in asked.err

    def test_names_of_several_words_are_quoted_or_not(self, run: Run) -> None:
        assert numbers(run, "2.7.3a", "-b", "flesh and blood") == ["fab:2.7.3a"]
        assert numbers(run, "flesh", "and", "blood", "2.7.3a") == ["fab:2.7.3a"]

    def test_the_environment_and_the_settings_take_names_of_games(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert run("config", "book", "Magic").out == "book = mtg\n"
        assert numbers(run, "206.1") == ["mtg:206.1"]
        monkeypatch.setenv("RULES_BOOK", "flesh and blood")
        assert numbers(run, "2.7.3a") == ["fab:2.7.3a"]
        assert run("name", "moniker", "Bravo, Showstopper").code == 0

    @pytest.mark.parametrize(
        "argv",
        [
            *("magic 2WU", "2WU -b magic", "2WU --book=magic", "magic the gathering 2WU", "magic@2006 2WU"),
            *("2WU -b magic@2006", "mtg 2WU +1:magic -1"),
        ],
    )
    def test_costs_take_names_of_games(self, run: Run, argv: str) -> None:
        ran = run("cost", *argv.split())
        assert (ran.code, ran.out.split("\n")[0]) == (0, "{2}{W}{U}")

    def test_costs_take_the_name_of_the_default_game(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RULES_BOOK", "flesh and blood")
        assert run("cost", "3").out.startswith("3\n")

    def test_books_are_imported_and_removed_by_names_of_games(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "tower.txt"
        path.write_text(TOWER, encoding="utf-8")
        assert run("import", str(path), "--book", "Magic", "--edition", "2026").out.startswith("mtg@2026 ")
        assert "\nmagic: 3 anomalies" in run("lint", "magic").out
        assert run("remove", "magic@2026").out == "removed mtg@2026\n"
        assert "mtg ships with rules" in run("remove", "magic").err

    @pytest.mark.parametrize("typed", ["magic", "mtg@2006", "magic the gathering"])
    def test_the_contents_of_a_book_are_shown_by_the_name_of_its_game(self, run: Run, typed: str) -> None:
        assert run("tree", *typed.split()).out.startswith("Magic: The Gathering Comprehensive Rules, edition 2006")
        assert run("tree", *typed.split(), "206.1").out.splitlines()[1].startswith("206.1 ")

    def test_words_after_a_book_are_searched_for_in_it(self, run: Run) -> None:
        found = json.loads(run("fab", "moniker", "--json").out)["results"]
        assert {result["book"] for result in found} == {"fab"}

    def test_the_option_may_stand_before_the_command(self, tower: Run) -> None:
        assert tower("-b", "tower", "show", "702.19b").out == tower("show", "702.19b", "-b", "tower").out != ""

    @pytest.mark.parametrize("typed", ["-b fab", "--book=fab"])
    def test_the_option_alone_is_a_look_up_in_the_book(self, run: Run, typed: str) -> None:
        assert "no interactive look-up here: this is no terminal" in run(*typed.split()).err

    @pytest.mark.parametrize(("name", "slug"), [("fab", "fab"), ("magic", "mtg"), ("mtg@2006", "mtg")])
    def test_a_book_alone_is_described_with_how_to_look_it_up(self, run: Run, name: str, slug: str) -> None:
        shown = run(name)
        assert (shown.code, shown.out.startswith(f"{slug}  ")) == (0, True)
        assert f"look it up:\n  rules {slug}" in shown.out
        assert [book["book"] for book in json.loads(run(name, "--json").out)] == [slug]

    def test_a_book_alone_names_a_rule_and_a_term_of_its_body(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "kites.txt"
        path.write_text(f"Preface\n\nKites are fun.\n\n{TOWER}\nGlossary\n\nBattlement\nA wall. See rule 702.19.\n")
        run("import", str(path), "--book", "kites", "--edition", "2026")
        assert "look it up:\n  rules kites 701.1\n  rules term " in run("kites").out
        assert "  rules kites@2026 701.1\n  rules term " in run("books", "kites@2026").out

    def test_a_year_with_several_editions_is_asked_for(self, tower: Run, tmp_path: Path) -> None:
        path = tmp_path / "tower.txt"
        path.write_text(TOWER, encoding="utf-8")
        tower("import", str(path), "--book", "tower", "--edition", "2015-09-01")
        assert "faces inwards" in tower("tower@2015-01:702.19a").out
        asked = tower("tower@2015:702.19a")
        assert (asked.code, "tower@2015-01-23 or tower@2015-09-01" in asked.err) == (2, True)

    def test_the_edition_of_a_day_is_as_before(self, tower: Run) -> None:
        assert "faces inwards" in tower("702.19a", "-b", "tower", "--as-of", "2020-01-01").out

    def test_a_number_of_another_book_is_said_to_be_there(self, run: Run) -> None:
        run("config", "book", "mtg")
        assert "fab has it: rules fab:2.7.3a" in run("2.7.3a").err
        assert "fab has it: rules fab:2.7.3a" in run("mtg", "2.7.3a").err

    def test_a_number_of_several_books_comes_with_how_to_choose_one(self, run: Run) -> None:
        shown = run("2.7.3").out
        assert "2.7.3 may be fab:2.7.3 or fabula:2.7.3; to use one book every time: rules config book fab" in shown
        assert "config" not in run("2.7.3", "-b", "fab").out

    def test_a_number_of_many_books_is_a_list_of_commands(self, port: Run, install: Install) -> None:
        install("quay", {"2026-01-02": HARBOUR})
        shown = port("1.1.1", "port:1.0.2")
        first, *lines = shown.out.splitlines()
        assert first == "1.1.1 may be any of 3 rules; to use one book every time: rules config book fabula"
        assert [line.split()[1] for line in lines[:3]] == ["fabula:1.1.1", "port:1.1.1", "quay:1.1.1"]
        assert all(line.startswith("rules ") and len(line) <= 2 * 80 for line in lines[:3])
        assert "quay 2026-01-02" in "".join(lines[3:6])
        assert any(line.startswith("1.0.2  ") for line in lines), "what was asked for beside it is shown whole"
        assert "rules explain quay:1.1.1" in port("explain", "1.1.1").out
        assert len(json.loads(port("1.1.1", "--json").out)) == 3

    def test_a_branch_of_several_books_is_under_the_title_of_each(self, port: Run) -> None:
        drawn = port("tree", "1.1.1").out
        assert (
            drawn.index("Fábula TCG")
            < drawn.index("fabula undated")
            < drawn.index("port › 1 Ships")
            < drawn.index("port 2026")
        )

    def test_an_unknown_book_is_answered_with_the_nearest(self, run: Run) -> None:
        assert 'no book "fob". Did you mean fab? Installed: fab, fabula, ga, mtg' in run("x", "-b", "fob").err
        assert "Did you mean magic?" in run("x", "-b", "magik").err

    def test_a_missing_edition_is_answered_with_those_there_are(self, tower: Run) -> None:
        assert (
            "no edition 2030 of tower; there are 2026-01-16, 2015-01-23" in tower("diff", "tower", "2015", "2030").err
        )
        assert "no edition 1999 of tower" in tower("diff", "tower", "1999", "2026").err


class TestAFreshInstall:
    PART = "Magic is here in part only (the end of rule 205 and rules 206 to 212.1"

    @pytest.mark.parametrize("argv", ["702.19b", "show 702.19b", "cite 702.19b", "explain 702.19b", "what is 702.19b"])
    def test_a_number_outside_the_part_says_what_is_here_and_how_to_get_the_rest(self, run: Run, argv: str) -> None:
        asked = run(*argv.split())
        assert (asked.code, asked.out, "closest" in asked.err) == (1, "", False)
        assert asked.err.startswith(f"rules: no rule 702.19b; {self.PART}")
        assert "rules fetch mtg" in asked.err and "fetch fab" not in asked.err

    def test_a_chapter_that_does_not_ship(self, run: Run) -> None:
        asked = run("5.1.6", "-b", "fab")
        assert "Flesh and Blood is here in part only (chapter 2" in asked.err
        assert "rules fetch fab" in asked.err and "closest" not in asked.err

    @pytest.mark.parametrize("number", ["205.1", "212.2", "213", "205", "702"])
    def test_the_part_ends_where_its_rules_do(self, run: Run, number: str) -> None:
        assert self.PART in run(number, "-b", "mtg").err or number == "205"

    @pytest.mark.parametrize("number", ["206.9", "212.1z"])
    def test_within_the_part_the_closest_are_named(self, run: Run, number: str) -> None:
        assert "closest: " in run(number, "-b", "mtg").err

    @pytest.mark.parametrize(
        "argv", ["trample", "term trample", "explain trample", "trample deathtouch", "mtg trample"]
    )
    def test_a_term_of_a_game_in_part_is_not_answered_from_other_games(self, run: Run, argv: str) -> None:
        asked = run(*argv.split())
        assert (asked.code, asked.out) == (1, "")
        assert 'no rule here contains "trample"' in asked.err.replace('"deathtouch", ', "").replace(
            ', "deathtouch"', ""
        )
        assert self.PART in asked.err and "rules fetch mtg" in asked.err

    @pytest.mark.parametrize("argv", ["legend rule", '"legend rule"', "search legend rule"])
    def test_a_term_of_which_a_word_is_nowhere_gets_no_results_for_its_other_words(self, run: Run, argv: str) -> None:
        asked = run(*argv.split())
        assert (asked.code, asked.out) == (1, "")
        assert 'no rule here contains "legend"' in asked.err

    @pytest.mark.parametrize(
        ("question", "word"),
        [
            ("how do first strike work", "strike"),
            ("can a creature with first strike win", "strike"),
            ("does the legend rule count it", "legend"),
        ],
    )
    def test_a_question_about_a_term_of_the_rest_is_not_answered_by_its_other_words(
        self, run: Run, question: str, word: str
    ) -> None:
        asked = run("search", question)
        assert (asked.code, asked.out) == (1, "")
        assert f'"{word}"' in asked.err and "rules fetch mtg" in asked.err

    @pytest.mark.parametrize("command", ["cite", "show", "refs"])
    def test_a_word_is_not_taken_for_a_page_of_a_game_in_part(self, run: Run, command: str) -> None:
        said = run(command, "trample").err
        assert said.startswith("rules: no rule or term trample; no rule here contains")
        assert "Magic is here in part only" in said and "Grand Archive" not in said
        assert "Grand Archive is here in part only" in run(command, "combat-phase.3").err

    def test_results_of_other_games_are_marked(self, run: Run) -> None:
        asked = run("trample", "damage")
        assert asked.code == 0
        assert self.PART in asked.err and "these rules are from fab" in asked.err

    def test_a_term_that_only_other_games_have_here_is_marked(self, run: Run) -> None:
        assert "Flesh and Blood and Magic are here in part only" in run("priority").err

    def test_a_term_that_a_book_of_the_users_answers_has_no_note(self, tower: Run, tmp_path: Path) -> None:
        path = tmp_path / "port.txt"
        path.write_text("1 Turns\n\n1.1 Priority\n\n1.1.1 A player with priority may act.\n", encoding="utf-8")
        tower("import", str(path), "--book", "port", "--edition", "2026-01-16")
        assert tower("priority").err == ""

    @pytest.mark.parametrize(
        ("book", "words", "number"),
        [
            ("fab", "colour", "2.1.1"),
            ("fab", "printed defence", "2.3.2"),
            ("fab", "colour stirp", "2.1.1"),
            ("ga", "materialise phase", "cost.7.3"),
            ("ga", "minimum price is nothing", "cost.10.3"),
            ("mtg", "does it matter who drew the picture?", "209.1"),
        ],
    )
    def test_what_the_part_answers_in_other_words_is_shown(self, run: Run, book: str, words: str, number: str) -> None:
        asked = run("search", "-b", book, words)
        assert (asked.code, number in "".join(asked.out.split("\n")[:3])) == (0, True)

    def test_a_misspelt_word_is_still_corrected(self, run: Run) -> None:
        asked = run("moniekr")
        assert (asked.code, "2.7.3" in asked.out) == (0, True)
        assert "are here in part only" in asked.err

    def test_an_answered_question_has_no_note(self, run: Run) -> None:
        assert run("moniker").err == ""

    def test_words_that_a_whole_book_does_not_have_are_said(self, tower: Run) -> None:
        asked = tower("search", "-b", "tower", "pikachu battlements")
        assert asked.code == 0 and asked.err == 'rules: no rule here contains "pikachu"\n'

    def test_a_book_of_the_user_answers_though_the_rest_of_another_has_the_term(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "castle.txt"
        path.write_text(
            "1 Keep\n\n1.1 Go again: who has gone again draws.\n\n1.2 Nobody goes twice.\n", encoding="utf-8"
        )
        run("import", str(path), "--book", "castle")
        asked = run("search", "go again")
        assert (asked.code, "1.1" in asked.out) == (0, True)

    @pytest.mark.parametrize("name", ["go again", "action points"])
    def test_a_name_of_the_rest_of_a_book_is_not_answered_by_another_game(self, run: Run, name: str) -> None:
        asked = run("search", name)  # Fábula has all these words
        assert asked.out == ""
        assert "Flesh and Blood is here in part only" in asked.err

    def test_a_whole_book_has_no_part(self, tower: Run) -> None:
        assert "in part" not in tower("tower", "zzqq").err + tower("tower:702.50").err


def test_words_may_have_the_slug_of_a_known_book_behind(run: Run) -> None:
    for words in ("moniker name", "2.7.3a"):
        assert run(*words.split(), "fab").out == run(*words.split(), "-b", "fab").out != ""


@pytest.mark.parametrize("command", ["term", "explain", "cite", "refs", "show", "keep"])
def test_words_may_have_their_book_in_front(tower: Run, port: Run, command: str) -> None:
    assert tower(command, "tower", "battlements").out == tower(command, "battlements", "-b", "tower").out
    assert port(command, "tower", "battlements", "-b", "port").out == ""  # another book was chosen


class TestLetters:
    """A letter is the number of an appendix where it is alone or after the word for one."""

    @pytest.fixture
    def guide(self, run: Run, install: Install) -> Run:
        """The command line with a book that has an appendix A."""
        install("guide", {"1": "1 Masts\n\n1.1 A rule about masts.\n\nAppendix A Sails\n\nA.1 Sails are white.\n"})
        return run

    @pytest.mark.parametrize(
        "typed", ["Appendix A -b guide", "guide appendix a", "show A -b guide", "annex A -b guide"]
    )
    def test_an_appendix_is_shown(self, guide: Run, typed: str) -> None:
        assert numbers(guide, *typed.split())[0].startswith("guide:A")

    def test_in_quotes_it_is_two_words(self, guide: Run) -> None:
        assert numbers(guide, "Appendix A", "-b", "guide")[0].startswith("guide:A")

    def test_one_without_a_row_is_all_of_its_rows(self, run: Run, install: Install) -> None:
        install("guide", {"1": "1 Masts\n\n1.1 A mast.\n\n1.2 Two.\n\nA.1 Sails are white.\n\nA.2 Or red.\n"})
        assert numbers(run, "appendix", "a", "-b", "guide") == ["guide:A.1", "guide:A.2"]

    def test_an_article_is_no_appendix(self, guide: Run) -> None:
        asked = guide("cite", "a", "rule", "-b", "guide")
        assert asked.out.startswith("1.1") and "Sails" not in asked.out

    def test_an_appendix_that_no_book_has_is_looked_for(self, guide: Run) -> None:
        assert "contains" in guide("Appendix", "Q", "-b", "guide").err


class TestCommands:
    @pytest.mark.parametrize(
        ("argv", "meant"),
        [
            ("expalin 702.19b", "rules explain 702.19b"),
            ("serach battlements", "rules search battlements"),
            ("shwo 702.19b", "rules show 702.19b"),
            ("terrm tower", "rules term tower"),
        ],
    )
    def test_a_misspelt_command_is_asked_back(self, tower: Run, argv: str, meant: str) -> None:
        asked = tower(*argv.split(), "-b", "tower")
        assert f"did you mean: {meant} -b tower?" in asked.err
        assert asked.err.count("did you mean") == 1
        assert "702" in asked.out or argv.startswith("terrm")

    def test_it_is_asked_before_the_results(self, tower: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        printed: list[str] = []
        monkeypatch.setattr(out, "say", printed.append)
        monkeypatch.setattr(out, "show", lambda _: printed.append("results"))
        tower("serach", "battlements", "-b", "tower")
        assert printed[:2] == ["did you mean: rules search battlements -b tower?", "results"]

    @pytest.mark.parametrize("argv", ["floor 702.19b", "stone tower", "tree 702", "battlements", "court 2"])
    def test_words_of_the_books_are_no_misspelt_commands(self, tower: Run, argv: str) -> None:
        assert "did you mean" not in tower(*argv.split()).err

    @pytest.mark.parametrize("typed", ["chart 2", "coast 3"])  # nearly `card` and `cost`
    def test_a_word_of_any_installed_book_is_asked_about_also_before_a_number(
        self, tower: Run, install: Install, typed: str
    ) -> None:
        install(
            "sea", {"2026-01-16": "1 Sailing\n\n1.1 Charting 2 means: look at two cards.\n\n1.2 A coast has 3 bays.\n"}
        )
        assert tower("config", "book", "tower").code == 0
        asked = tower(*typed.split(), "-b", "sea")
        assert (asked.code, asked.err) == (0, "")
        assert asked.out.startswith("1.1" if typed == "chart 2" else "1.2")

    def test_a_slip_of_a_term_is_no_slip_of_a_command_that_is_further(self, tower: Run, install: Install) -> None:
        install("sea", {"2026-01-16": "1 Labels\n\n1.1 Trample\n\nTrample means that a wave rolls over a pier.\n"})
        asked = tower("tramle", "pier", "-b", "sea")  # two slips from `trace`
        assert "did you mean" not in asked.err
        assert "Showing results for “trample”" in asked.out

    def test_the_words_after_a_misspelt_command_are_answered(self, tower: Run) -> None:
        assert tower("shwo", "702.19a", "-b", "tower").out == tower("702.19a", "-b", "tower").out
        assert tower("serach", "battlements", "-b", "tower").out == tower("battlements", "-b", "tower").out

    def test_a_misspelt_command_with_a_file_is_no_question(self, tower: Run, tmp_path: Path) -> None:
        (tmp_path / "house.md").write_text("# House")
        asked = tower("imprt", str(tmp_path / "house.md"))
        assert (asked.code, asked.err) == (2, f"rules: did you mean: rules import {tmp_path}/house.md?\n")

    @pytest.mark.parametrize("typed", ["quit", "Exit", "q", ":q"])
    def test_there_is_nothing_to_leave(self, run: Run, typed: str) -> None:
        ran = run(typed)
        assert (ran.code, ran.out) == (2, "")
        assert f"nothing to leave: each command ends by itself; to look the word up: rules search {typed}" in ran.err

    @pytest.mark.parametrize(
        "typed",
        ["card draw", "check deck", "card import draw"],
    )
    def test_a_question_that_begins_with_a_command_can_be_searched(self, tower: Run, typed: str) -> None:
        asked = tower(*typed.split())
        assert asked.code in (1, 2)
        assert asked.err.endswith(f"; to look the words up: rules search {typed}\n")
        assert asked.err.count("to look the words up") == 1

    @pytest.mark.parametrize(
        "typed",
        [
            "name a wave that rolls",
            "cost of a wave",
            "remove a wave",
            "check for a wave",
            "show and tell wave",
            "card over the wave",
            "keep trample on wave",
        ],
    )
    def test_a_longer_one_is_searched(self, install: Install, run: Run, typed: str) -> None:
        install("sea", {"2026-01-16": "1 Labels\n\n1.1 Trample\n\nTrample means that a wave rolls over a pier.\n"})
        asked = run(*typed.split(), "-b", "sea")
        assert "wave rolls over a pier" in asked.out and asked.code == 0
        assert asked.err.splitlines()[0].endswith(f"; searched for the words: rules search {typed} -b sea")
        assert run("case").out == ""

    def test_a_letter_or_roman_number_after_its_book_is_a_rule(self, run: Run, install: Install) -> None:
        install(
            "watch",
            {"2026": "I. Walls\n\nI.1 A wall.\n\nI.2 Old walls.\n\nII. Gates\n\nII.1 I open a gate.\n\nII.2 Or two.\n"},
        )
        assert run("watch", "II").out == run("show", "watch:II").out != ""
        assert run("watch", "III").code == 1

    def test_a_long_word_is_repeated_in_part(self, run: Run) -> None:
        assert len(run("x" * 3000).err) < 400

    def test_a_command_alone_that_is_a_term_can_be_searched(self, run: Run, install: Install) -> None:
        install("tower", {"2026": "1 Watch\n\n1.1 Trace\n\n1.1a A trace is a question of the watch.\n"})
        assert run("trace", "-b", "tower").err.endswith("; to look the words up: rules search trace -b tower\n")
        assert "to look the words up" not in run("cite", "-b", "tower").err

    @pytest.mark.parametrize(
        "typed",
        [
            *("card xyzzy", "show 702.99", "fetch lorcana", "show tower --nope", "card draw --json"),
            *("config book nothing", "name match fire", "show", "explain"),
        ],
    )
    def test_other_command_lines_are_no_questions(self, tower: Run, typed: str) -> None:
        asked = tower(*typed.split())
        assert asked.code in (1, 2) and "to look the words up" not in asked.err

    def test_a_name_without_a_question_is_asked_which(self, run: Run) -> None:
        asked = run("name", "Bravo", "-b", "fab")
        line = "rules name find Bravo -b fab"
        assert (asked.code, asked.err.startswith(f"rules: name which question? {line} (")) == (2, True)

    def test_two_names_without_a_question_are_compared(self, run: Run) -> None:
        names = ("Bravo", "Bravo, Showstopper", "-b", "fab")
        assert run("name", *names) == run("name", "match", *names)

    def test_a_hyphen_is_a_question_from_a_pipe(self, tower: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("702.2\n"))
        assert tower("-", "-b", "tower") == tower("702.2", "-b", "tower")

    @pytest.mark.parametrize("typed", ["the of and", "how", "can I"])
    def test_small_words_alone_find_nothing(self, tower: Run, typed: str) -> None:
        ran = tower("search", typed, "-b", "tower")
        assert (ran.code, ran.out) == (1, "")
        assert f"nothing but small words in “{typed}”" in ran.err

    def test_a_name_that_looks_like_a_part_of_dont_is_no_small_word(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "cards.md").write_text("# 1 Parts\n\n1.1 DON!! cards are paid.\n\n1.2 A card is drawn.\n")
        assert run("import", str(tmp_path / "cards.md"), "-b", "cards").code == 0
        assert run("search", "don!!", "-b", "cards").out.startswith("1.1  ")
        assert "nothing but small words" in run("search", "don't", "-b", "cards").err

    @pytest.mark.parametrize(
        ("argv", "meant"),
        [
            ("update", "rules fetch?"),
            ("install tower", "rules fetch tower?"),
            ("uninstall tower", "rules remove tower?"),
            ("update battlements", ""),  # more than a book is a question
        ],
    )
    def test_commands_of_other_programs_are_asked_back(self, tower: Run, argv: str, meant: str) -> None:
        asked = tower(*argv.split()).err
        assert f"did you mean: {meant}" in asked if meant else "did you mean" not in asked

    @pytest.mark.parametrize("argv", ["remove tower port", "books a b", "doctor now"])
    def test_too_many_words_are_refused_with_an_example(self, tower: Run, argv: str) -> None:
        command, *_, last = argv.split()
        asked = tower(*argv.split())
        assert asked.code == 2
        assert f"{last}; as in: rules {command}" in asked.err

    def test_two_slips_are_a_command_and_three_are_not(self, run: Run) -> None:
        assert "did you mean: rules explain x?" in run("exlpani", "x").err
        assert "did you mean" not in run("exlpnaid", "x").err

    def test_help_version_and_list_do_what_people_expect(self, run: Run) -> None:
        assert run("help").out == run("--help").out
        assert run("help", "show").out == run("show", "--help").out
        assert run("version").out == run("--version").out
        assert run("list").out == run("books").out
        assert run("list", "--json").out == run("books", "--json").out
        assert 'no command "foo"; rules --help' in run("help", "foo").err

    @pytest.mark.parametrize("argv", ["--nope", "702.19b --nope", "battlements --nope"])
    def test_an_option_of_no_command_is_refused_without_naming_one(self, run: Run, argv: str) -> None:
        asked = run(*argv.split())
        assert (asked.code, asked.err) == (2, "rules: no option --nope (rules --help lists the options)\n")

    def test_a_misspelt_option_is_suggested(self, run: Run) -> None:
        assert "no option --jsn, did you mean --json? (rules search --help" in run("search", "x", "--jsn").err
        assert "no option --versoin, did you mean --version? (rules --help" in run("--versoin").err
        assert "no option --colr, did you mean --color? (rules --help" in run("702.19b", "--colr", "never").err

    @pytest.mark.parametrize(
        "argv",
        [
            *(
                ["battlements", "and", "-1/-1", "counters"],
                ["-1/-1", "counters"],
                ["search", "-1/-1 counters", "-n", "3"],
            ),
            *(["search", "-1/-1", "counters", "-n", "3"], ["-n", "3", "counters", "-1/-1"], ["tower", "-1/-1"]),
        ],
    )
    def test_words_with_signs_are_words(self, tower: Run, argv: list[str]) -> None:
        found = json.loads(tower(*argv, "--json").out)
        assert "-1/-1" in found["query"]
        assert "tower:702.19b" in [result["id"] for result in found["results"]]

    @pytest.mark.parametrize("word", ["-1/-1", "-X", "-X/-X", "-0/-1", "-{2}", "+1/+1", "-*/-*"])
    def test_every_command_that_takes_words_takes_signed_ones(self, run: Run, word: str) -> None:
        for argv in (["search"], ["term"], ["explain"], ["name", "find"], ["name", "match", "Bravo"]):
            assert "option" not in run(*argv, word, "-b", "fab").err

    def test_a_negative_value_of_an_option_is_its_value(self, run: Run) -> None:
        asked = run("search", "x", "-n", "-1")
        assert (asked.code, "-1 is not a whole number from 1 to 200" in asked.err) == (2, True)


class TestErrors:
    @pytest.mark.parametrize(
        "command",
        ["show", "search", "term", "explain", "refs", "cite", "trace", "fetch", "remove", "name find"],
    )
    def test_a_missing_argument_is_asked_for_with_an_example(self, run: Run, command: str) -> None:
        asked = run(*command.split())
        assert (asked.code, asked.err.count("\n")) == (2, 1)
        assert asked.err.startswith(f"rules: {command} which ")
        assert f"? rules {command} " in asked.err
        assert f"(rules {command} --help)" in asked.err

    def test_an_import_asks_for_the_book_only_if_none_is_recognised(self, run: Run, tmp_path: Path) -> None:
        for title, code in (("Port Rules", 2), ("Magic: The Gathering Comprehensive Rules", 0)):
            path = tmp_path / "a book.txt"
            path.write_text(f"{title}\n\n1. Ports\n\n1.1. A ship lands.\n", encoding="utf-8")
            ran = run("import", str(path), "--edition", "2031-01-01")
            asked = f"import as which book? give it a short name: rules import '{path}' --book a-book"
            assert (ran.code, asked in ran.err, "mtg@2031-01-01" in ran.out) == (code, code == 2, code == 0)

    def test_help_has_nothing_of_python(self, run: Run) -> None:
        pages = [run(*name.split(), "--help").out for name in (*COMMANDS, "name find", "name match", "name import")]
        for leak in ("<", "[x", "<=x", "list[", "{ID", "{WORDS", "Input should"):
            assert not [page for page in pages if leak in page.replace("< deck.txt", "").replace("<-", "")], leak

    @pytest.mark.parametrize("columns", ["40", "80"])
    def test_lines_of_help_end_between_words(self, run: Run, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
        monkeypatch.setenv("COLUMNS", "300")
        wide = {name: set(run(name, "--help").out.split()) for name in COMMANDS}
        monkeypatch.setenv("COLUMNS", columns)
        for name in COMMANDS:
            assert set(run(name, "--help").out.split()) <= wide[name], name


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the official sources are not here")
class TestWholeMagic:
    @pytest.fixture(scope="class")
    def book(self) -> Path:
        return SHARED / "sources" / "mtg" / "2026-01-16.txt"

    def test_numbers_as_people_type_them(self, run: Run, book: Path) -> None:
        assert run("import", str(book), "--book", "mtg").code == 0
        spellings = ("702,19b", "702. 19b", "702-19b", "mtg702.19b", "l702.19b", "magic 702.19b")
        for typed in spellings:
            assert numbers(run, *typed.split()) == ["mtg:702.19b"], typed
        assert numbers(run, "704.5,j") == ["mtg:704.5j"]
        assert numbers(run, "702.19b,702.2c") == ["mtg:702.19b", "mtg:702.2c"]
        asked = run("704.5o", "-b", "mtg").err
        assert "mtg never uses the letters l and o" in asked
        assert "closest: 704.5n" in asked
        assert "in part" not in asked + run("999.1").err + run("zzqq", "-b", "mtg").err


def test_the_options_of_a_bare_number_are_those_of_show() -> None:
    parameters = [each for each in command_named("show").params if each.param_type_name == "option"]
    flags = {name for each in parameters if each.is_flag for name in each.opts}
    assert flags | {"-h", "--help"} == FLAGS
    assert {name for each in parameters if not each.is_flag for name in each.opts} == WITH_VALUE


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("trample -b", "rules: -b needs a value after it, as in -b mtg (rules --help)\n"),
        ("show 1.1 --book", "rules: --book needs a value after it, as in -b mtg (rules --help)\n"),
        ("search trample --limit", "rules: --limit needs a value after it (rules --help)\n"),
        ("trample --lang", "rules: --lang needs a value after it (rules --help)\n"),
    ],
)
def test_an_option_at_the_end_asks_for_its_value(run: Run, typed: str, said: str) -> None:
    assert run(*typed.split()).err == said


def test_a_book_in_part_is_told_in_the_language_of_the_page(run: Run) -> None:
    assert "Magic is here in part only (the end of" in run("show", "mtg:702.19b").err
    assert "só uma parte de Magic está aqui (o fim da" in run("show", "mtg:702.19b", "--lang", "pt").err
    assert "de um trecho de 2006" in run("show", "mtg:207.1", "--lang", "pt").out


_COUNTED = """
import os, sys, rules_cli
from rules_cli.__main__ import main
inside, count = os.path.dirname(rules_cli.__file__), 0
def count_calls(frame, event, _):
    global count
    count += event == "call" and frame.f_code.co_filename.startswith(inside)
sys.setprofile(count_calls)
main(sys.argv[1:])
sys.setprofile(None)
print(count)
"""


@pytest.mark.usefixtures("home")
def test_a_number_that_is_not_here_takes_few_calls() -> None:
    """Data goes only where it is asked for: the whole start, and the reason why a rule of Magic is not here."""
    asks = [sys.executable, "-c", _COUNTED, "show", "mtg:702.19b"]
    for _ in ("with empty caches", "again"):
        ran = subprocess.run(asks, capture_output=True, text=True, check=True)
    assert int(ran.stdout.split()[-1]) <= MOST_CALLS


def test_a_colon_behind_a_book_is_no_word(run: Run) -> None:
    assert run("fab:").out == run("fab").out
    assert run("fab:", "moniker").out == run("fab", "moniker").out


def test_a_book_may_have_the_name_of_another_and_a_figure(run: Run, tmp_path: Path) -> None:
    for name, word in {"league": "Kites", "league2": "Boats"}.items():
        (tmp_path / f"{name}.txt").write_text(f"1 {word}\n\n1.1 {word} win.\n\n1.2 {word} rest.\n")
        assert run("import", str(tmp_path / f"{name}.txt"), "--book", name).code == 0
    for typed in ("league2:1.1", "league2 1.1", "League2 1.1"):
        assert run(*typed.split()).out.startswith("1.1  Boats win."), typed
    assert run("league1.1").out.startswith("1.1  Kites win.")


def test_a_game_that_is_misspelt_is_suggested(run: Run) -> None:
    asked = run("cost", "mtgg", "3")
    assert (asked.code, "did you mean rules cost mtg?" in asked.err) == (2, True)


def test_options_may_be_before_the_command(run: Run) -> None:
    assert run("--lang", "en", "-b", "fab", "term", "moniker").out == run("term", "moniker", "-b", "fab").out
    assert "'--min' needs a value after it" in run("-b", "mtg", "cost", "2RR", "--min").err
