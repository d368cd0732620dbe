"""Several editions of a book: the newest, the one in force on a day; and terms from a glossary."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Install, Run

OLD = """Kite Rules
Effective as of May 1, 2020.

1 Kites

1.1 A kite has one line.

Glossary

Line
What holds a kite. See rule 1.1.
"""
NEW = """Kite Rules
Effective as of May 1, 2024.

1 Kites

1.1 A kite may fly free.

1.2 Lines

1.2a A line holds a kite.

1.2b A line may break.

Glossary

Line, Tail Line
What holds a kite. See rule 1.2, “Lines.”

Tether
See Line.

Even Kite Order
Who flies first. See rule 1.1.
"""


@pytest.fixture
def kites(run: Run, install: Install) -> Run:
    """Install two editions of a made-up book."""
    install("kites", {"2020-05-01": OLD, "2024-05-01": NEW})
    return run


class TestAsOf:
    @pytest.mark.parametrize(
        ("command", "day", "edition"),
        [
            ("show", "2024-05-01", "2024-05-01"),
            ("show", "2099-01-01", "2024-05-01"),
            *(
                (command, "2024-04-30", "2020-05-01")
                for command in ("show", "search", "cite", "refs", "explain", "tree")
            ),
        ],
    )
    def test_the_edition_in_force_answers(self, kites: Run, command: str, day: str, edition: str) -> None:
        asked = "kite" if command == "search" else "1.1"
        ran = kites(command, asked, "-b", "kites", "--as-of", day, "--json")
        assert ran.code == 0
        assert f'"edition": "{edition}"' in ran.out

    def test_a_later_edition_may_have_been_in_force(self, kites: Run) -> None:
        note = "kites@2020-05-01 is the newest edition here before 2021-01-01; there may be a later one"
        assert note in kites("show", "kites:1.1", "--as-of", "2021-01-01").err
        assert kites("show", "kites:1.1", "--as-of", "2020-05-01").err == ""

    def test_before_the_oldest_edition_no_other_one_answers(self, kites: Run) -> None:
        ran = kites("show", "kites:1.1", "--as-of", "2019-12-31")
        assert (ran.code, ran.out) == (1, "")
        oldest = "the oldest is kites@2020-05-01"
        assert ran.err == f"rules: no edition of kites of 2019-12-31 or before is installed; {oldest}\n"

    def test_books_without_an_edition_on_that_day_are_left_out(self, kites: Run) -> None:
        ran = kites("search", "kite", "--as-of", "2021-01-01", "--json")
        assert {hit["book"] for hit in json.loads(ran.out)["results"]} == {"kites"}

    def test_if_no_book_has_an_edition_of_that_day_none_answers(self, kites: Run) -> None:
        ran = kites("search", "kite", "--as-of", "1990-01-01")
        assert (ran.code, ran.out) == (1, "")
        assert "no edition of 1990-01-01 or before is installed" in ran.err

    @pytest.mark.parametrize("day", ["2007-01-01", "2012-01-01"])
    def test_an_edition_of_which_a_part_ships_is_never_in_force(self, run: Run, install: Install, day: str) -> None:
        ran = run("show", "mtg:207.1", "--as-of", day)
        assert (ran.code, ran.out) == (1, "")
        assert "mtg@2006-10-01 is here in part only" in ran.err
        install("mtg", {"2024-05-01": NEW})
        assert "the oldest is mtg@2024-05-01" in run("show", "mtg:1.1", "--as-of", day).err

    def test_the_whole_of_a_restated_book_answers_on_any_day(self, run: Run) -> None:
        ran = run("show", "fabula:1.22.1", "--as-of", "2012-01-01")
        assert (ran.code, ran.err.count("fabula@undated has no date")) == (0, 1)

    @pytest.mark.parametrize("day", ["yesterday", "2024-13-01", "2024", "2024-05-01x", ""])
    def test_a_day_that_is_not_a_date_is_refused(self, kites: Run, day: str) -> None:
        ran = kites("show", "1.1", "-b", "kites", "--as-of", day)
        assert (ran.code, ran.out) == (2, "")
        assert "not a date" in ran.err

    def test_a_named_edition_is_answered_whatever_the_day(self, kites: Run) -> None:
        ran = kites("show", "kites@2024-05-01:1.1", "--as-of", "2021-01-01")
        assert "A kite may fly free." in ran.out


class TestGlossary:
    @pytest.mark.parametrize(
        ("word", "how"),
        [
            ("line, tail line", "exact"),
            ("tail line", "also called"),
            ("lines", "plural"),
            ("even kite", "beginning"),
            ("tail lien", "typo"),
        ],
    )
    def test_a_term_is_found_by_each_of_its_names(self, kites: Run, word: str, how: str) -> None:
        ran = kites("term", word, "-b", "kites", "--json")
        assert ran.code == 0
        assert json.loads(ran.out)["matched"] == how

    def test_a_term_shows_its_glossary_entry_then_the_rules_it_names(self, kites: Run) -> None:
        found = json.loads(kites("term", "tail line", "-b", "kites", "--json").out)
        assert found["rules"][0]["text"] == "What holds a kite. See rule 1.2, “Lines.”"
        assert [rule["number"] for rule in found["rules"][1:]] == ["1.2", "1.2a", "1.2b"]

    def test_an_entry_that_refers_to_another_shows_the_rules_of_both(self, kites: Run) -> None:
        found = json.loads(kites("term", "tether", "-b", "kites", "--json").out)
        assert [rule["title"] or rule["number"] for rule in found["rules"]] == [
            "Tether",
            "Line, Tail Line",
            "Lines",
            "1.2a",
            "1.2b",
        ]

    def test_glossary_entries_are_listed_as_references_to_a_rule(self, kites: Run) -> None:
        found = json.loads(kites("refs", "kites:1.2", "--json").out)
        entry = json.loads(kites("term", "tail line", "-b", "kites", "--json").out)["rules"][0]["number"]
        assert entry in found["referenced_by"]

    def test_glossary_entries_are_not_counted_as_rules(self, kites: Run, tmp_path: Path) -> None:
        path = tmp_path / "new.txt"
        path.write_text(NEW, encoding="utf-8")
        counts = json.loads(kites("import", str(path), "-b", "kites", "--json").out)
        assert (counts["rules"], counts["headings"], counts["edition"]) == (3, 3, "2024-05-01")


def test_numbers_with_dashes_can_be_asked_for_with_dots(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bays.txt"
    path.write_text("1-1. Bays\n\n1-1-1. A bay. See 1-1-2.\n\n1-1-2. A pier.\n\n1-1-2a It rots.\n", encoding="utf-8")
    assert "numbers: {n}, {n}-{n}, {n}-{n}-{n}, {n}-{n}-{n}{a}" in run("import", str(path), "-b", "bays").out
    for typed in ("bays:1-1-2", "bays:1.1.2", "bays:1-1-2."):
        assert run("show", typed, "--depth", "0").out.count("A pier.") == 1
    assert "A bay." in run("1-1-1", "-b", "bays").out
    assert run("show", "bays:1.1.1-1.1.2", "--json").out.count('"text"') == 3
