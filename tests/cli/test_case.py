"""The rules of a ruling: kept, printed in order below their questions, cleared."""

from __future__ import annotations

import json

import pytest
from support import Install, Run

from rules_cli import Library
from rules_cli.lookup import compose
from rules_cli.model import RuleText

KEPT = "kept, rules case has {2}: {0} for “{1}”\n"


@pytest.fixture
def kept(port: Run) -> Run:
    asked = ("1.1.2", "Does cargo sink?"), ("1.0.1a", "May it leave?"), ("1.1.1", "Does cargo sink?")
    for count, (number, question) in enumerate(asked, 1):
        assert port("keep", f"port:{number}", "-q", question).out == KEPT.format(number, question, count)
    return port


def test_rules_are_printed_in_order_below_their_questions(kept: Run) -> None:
    assert (
        kept("case").out
        == """\
Does cargo sink?

1.1.2  Discard cargo whenever its ship sinks.[1.0.1a]

1.1.1  Cargo is any card placed beneath a ship. Résumé cargo counts double.

May it leave?

1.0.1a  An empty ship may leave harbour at once.
        e.g. A ship unloads its last crate and leaves in the same turn.

port 2026, your copy: 1.1.2, 1.1.1, 1.0.1a
"""
    )


def test_a_rule_that_is_printed_below_another_one_is_printed_once(port: Run) -> None:
    assert port("keep", "port:1.1", "port:1.1.1").code == 0
    out = port("case").out
    assert out.count("Cargo is any card") == 1
    assert "1.1.1" in out.splitlines()[-1]


def test_a_case_is_written_for_a_chat(kept: Run) -> None:
    lines = kept("case", "--for", "discord").out.splitlines()
    assert [line for line in lines if line.startswith(("> **", "**"))] == [
        "**Does cargo sink?**",
        "> **port:1.1.2 (2026)** Discard cargo whenever its ship sinks.\\[1.0.1a\\]",
        "> **port:1.1.1 (2026)** Cargo is any card placed beneath a ship. Résumé cargo counts double.",
        "**May it leave?**",
        "> **port:1.0.1a (2026)** An empty ship may leave harbour at once.",
    ]


def test_a_case_is_data(kept: Run) -> None:
    value = json.loads(kept("case", "--json").out)
    assert value["question"] == "Does cargo sink?"
    assert [rule["number"] for rule in value["rules"]] == ["1.1.2", "1.1.1", "1.0.1a"]
    assert value["questions"] == ["Does cargo sink?", "Does cargo sink?", "May it leave?"]


def test_a_rule_without_a_question_is_above_those_with_one(kept: Run) -> None:
    assert kept("keep", "port:1.0.1").out.startswith("kept, rules case has 4: 1.0.1")
    value = json.loads(kept("case", "--json").out)
    assert [rule["number"] for rule in value["rules"]] == ["1.0.1", "1.1.2", "1.1.1", "1.0.1a"]
    lines = kept("case").out.splitlines()
    assert lines.index("Does cargo sink?") > next(at for at, line in enumerate(lines) if line.startswith("1.0.1 "))


def test_a_rule_answers_several_questions(kept: Run) -> None:
    kept("keep", "port:1.1.2", "-q", "May it leave?")
    kept("keep", "port:1.1.2")
    assert kept("case").out.count("1.1.2  Discard") == 2
    assert kept("case").out.splitlines()[-1].count("1.1.2") == 1


def test_a_cleared_case_is_empty(kept: Run) -> None:
    assert "3 rules" in kept("case", "--clear").out
    empty = kept("case")
    assert (empty.code, empty.out) == (1, "")
    assert "rules keep ID" in empty.err


def test_a_rule_that_is_not_there_is_not_kept(port: Run) -> None:
    assert port("keep", "port:9.9").code == 1
    assert port("case").code == 1


def test_a_rule_whose_book_was_removed_is_said(kept: Run) -> None:
    kept("remove", "port")
    ran = kept("case")
    assert ran.code == 1
    assert "no rule port@2026:1.1.2" in ran.err


def test_a_rule_that_ends_in_a_colon_is_kept_with_its_list(run: Run, install: Install) -> None:
    install(
        "docks",
        {"2026": "1 Docks\n\n1.1 A dock has these parts:\n\n1.1a Planks.\n\n1.1b Ropes.\n\n1.2 A dock floats.\n"},
    )
    assert run("keep", "docks:1.1", "docks:1.2").code == 0
    assert all(
        words in run("case", "--for", "discord").out for words in ("these parts:", "Planks.", "Ropes.", "floats.")
    )
    assert "Planks." in run("case").out


def test_a_list_inside_a_kept_section_is_whole(run: Run, install: Install) -> None:
    install("docks", {"2026": "1 Docks\n\n1.1 A dock has parts:\n\n1.1a Planks.\n\n1.2 It floats.\n\n1.2a Always.\n"})
    run("keep", "docks:1")
    out = run("case").out
    assert "1.1a  Planks." in out
    assert "1.2a" not in out


def test_a_restated_rule_that_ends_in_a_colon_has_its_list(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"en": RuleText("A game can be lost in these ways:")}
    monkeypatch.setattr(compose, "restatements", lambda *_: words)
    library = Library.open()
    row = library.find(["fabula:1.5.3"]).rows[0]
    assert [rule.number for rule in library.completed(row)] == ["1.5.3a", "1.5.2d"]


def test_a_rule_kept_by_words_may_be_a_question(port: Run) -> None:
    asked = port("keep", "cargo", "-b", "port")
    assert (asked.code, asked.out) == (0, "kept, rules case has 1: 1.1\n")
    assert "rules: cargo: port:1.1" in asked.err
    assert "to look the words up: rules search keep cargo -b port" in asked.err
    assert port("keep", "port:1.1.2").err == ""
