"""Questions about the program itself name the command that answers."""

from __future__ import annotations

import pytest
from support import Run


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("how do I cite a rule", "rules cite ID"),
        ("how do I export this to my phone", "rules export BOOK"),
        ("what's new in the latest edition", "rules diff BOOK"),
        ("compare two versions", "rules diff BOOK"),
        ("change the language to portuguese", "rules config lang"),
        ("read the book on my phone", "rules export BOOK"),
    ],
)
def test_a_question_about_the_program_names_its_command(port: Run, question: str, command: str) -> None:
    assert f"about this program: {command}" in port("search", question, "-b", "port").err


def test_a_question_on_the_changes_of_a_term_names_its_rule(run: Run) -> None:
    ran = run("search", "what changed in the last edition about monikers", "-b", "fab")
    assert "about this program: rules trace fab:2.7" in ran.err
    assert ran.out, "and finds the term"


@pytest.mark.parametrize(
    "question",
    ["can an empty ship leave", "what changed when a ship leaves", "my opponent uses a phone", "update a ship"],
)
def test_a_question_about_rules_does_not(port: Run, question: str) -> None:
    assert "about this program" not in port("search", question, "-b", "port").err


def test_a_word_that_players_use_too_takes_no_result_away(port: Run) -> None:
    ran = port("search", "rules of ships on a phone", "-b", "port")
    assert ran.out and "about this program: rules export BOOK" in ran.err
