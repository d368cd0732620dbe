"""How much a command takes and prints, each with a case just inside the limit and one just outside."""

from __future__ import annotations

import json

import pytest
import typer
from names.games import FAB
from support import Install, Run

from rules_cli import Library
from rules_cli.__main__ import main
from rules_cli.cli import setup
from rules_cli.names.find import find
from rules_cli.render import out

CHAIN = "1 Kites\n\n" + "".join(f"1.{n} A kite of form {n} is folded as in rule 1.{n + 1}.\n\n" for n in range(1, 6))
"""A made-up book in which each rule refers to the next."""


def star(count: int) -> str:
    """Return a made-up book in which the first rule refers to so many others."""
    numbers = ", ".join(f"1.{n}" for n in range(2, count + 2))
    rules = "".join(f"1.{n} A kite of form {n} flies.\n\n" for n in range(2, count + 2))
    return f"1 Kites\n\n1.1 A kite has one form of rules {numbers}.\n\n{rules}"


class TestHelp:
    @pytest.mark.parametrize(("columns", "least", "most"), [("300", 70, 79), ("60", 50, 59), ("5", 16, 20)])
    def test_is_as_wide_as_the_terminal_from_20_to_80_columns(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, columns: str, least: int, most: int
    ) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        sentence = run("cite", "--help").out.splitlines()[2]
        assert least <= len(sentence) <= most

    def test_explains_an_option_beside_its_name_if_that_takes_a_third_of_the_line(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        assert "--lang en|pt   Language" in run("cite", "--help").out


@pytest.mark.parametrize(("count", "offered"), [(198, 199), (200, 200)])
def test_completion_offers_at_most_200_numbers(
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    count: int,
    offered: int,
) -> None:
    install("kites", {"2026": star(count)})
    monkeypatch.setenv("_RULES_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "rules show -b kites 1.")
    with pytest.raises(SystemExit):
        main([])
    assert len(capsys.readouterr().out.split()) == offered


@pytest.mark.parametrize(
    ("option", "most"),
    [("show port:1.1.1 --context", 50), ("explain port:1.1.1 --depth", 9), ("search -b port cargo -n", 200)],
)
def test_an_option_takes_a_number_up_to_a_limit(port: Run, option: str, most: int) -> None:
    assert port(*option.split(), str(most)).code == 0
    refused = port(*option.split(), str(most + 1))
    assert (refused.code, f"{most + 1} is not a whole number from" in refused.err) == (2, True)


def test_no_results_can_not_be_asked_for(port: Run) -> None:
    assert port("search", "-b", "port", "cargo", "-n", "0").code == 2
    assert port("search", "-b", "port", "cargo", "-n", "1").code == 0


@pytest.mark.parametrize("words", ["match A", "moniker A B", "part A", "part A B C"])
def test_a_question_about_names_takes_its_number_of_names(run: Run, words: str) -> None:
    ran = run("name", *words.split(), "-b", "fab")
    assert (ran.code, "put quotes around" in ran.err) == (2, True)


class TestAGraphOfReferences:
    def test_has_two_levels(self, install: Install, run: Run) -> None:
        install("kites", {"2026": CHAIN})
        drawn = run("refs", "kites:1.1", "--graph").out
        assert [number for number in ("1.2", "1.3", "1.4") if f" {number}  A kite" in drawn] == ["1.2", "1.3"]

    @pytest.mark.parametrize(("count", "more"), [(12, ""), (13, "1 …")])
    def test_has_twelve_references_of_a_rule(self, install: Install, run: Run, count: int, more: str) -> None:
        install("kites", {"2026": star(count)})
        drawn = run("refs", "kites:1.1", "--graph").out
        assert drawn.count("A kite of form") == 12
        assert ("…  rules refs" in drawn) == bool(more)


def test_ten_results_are_shown_unless_more_are_asked_for(install: Install, run: Run) -> None:
    install("kites", {"2026": star(30)})
    for command in (["search", "kite", "-b", "kites"], ["name", "find", "the", "-b", "fab"]):
        assert len(json.loads(run(*command, "--json").out)["results"]) == 10
        assert len(json.loads(run(*command, "--json", "-n", "20").out)["results"]) == 20
    assert len(Library.open().search("kite", book="kites")) == 10
    assert len(find("the", FAB).results) == 10


@pytest.mark.parametrize(("length", "lines"), [(70, 1), (71, 2)])
def test_a_question_of_setup_leaves_room_for_the_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], length: int, lines: int
) -> None:
    asked: list[str] = []

    def prompt(question: str, **_: object) -> str:
        asked.append(question)
        return ""

    monkeypatch.setattr(typer, "prompt", prompt)
    monkeypatch.setattr(out, "columns", lambda: None)
    question = f"{'Which game? ' * 5}{'x' * (length - 60)}"
    setup._ask(question, "")
    assert len([*capsys.readouterr().out.split("\n")[1:-1], *asked]) == lines
