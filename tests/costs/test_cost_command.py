"""The command `rules cost`: its page, JSON, exit codes and help."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rules_cli import costs
from rules_cli.costs.arguments import COMMON, GAMES, cost_file

Run = Callable[..., Any]
SAMPLE = """\
2   payable
  start      3  -> 3  base cost  fab@2.14.0:5.1.6c
  increase  +1  -> 4  frostbite  fab@2.14.0:5.1.6a
  reduce    -2  -> 2             fab@2.14.0:5.1.6a
pitch 3 (1 left), or 1 then 3 (2 left)   fab@2.14.0:1.14.2d
its cost is still 3 for effects that ask for it; you pay 2   fab@2025:2.2.4b
"""


def test_the_total_comes_first_then_the_steps(run: Run) -> None:
    ran = run("cost", "fab", "3", "+1:frostbite", "-2", "--hand", "3,1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(SAMPLE)


def test_a_rule_that_is_not_installed_is_restated_at_the_end(run: Run) -> None:
    words = run("cost", "fab", "3", "-2").out.split("not in your library, in our words:")[1]
    assert "fab@2.14.0:5.1.6a" in words
    assert "fab@2025:2.2.4b" not in words


@pytest.mark.parametrize(
    ("words", "code"),
    [("fab 3 --hand 3", 0), ("fab 3", 0), ("fab 3 --hand 1", 1), ("mtg none", 1), ("fab", 2), ("", 2)],
)
def test_exit_codes(words: str, code: int, run: Run) -> None:
    ran = run("cost", *words.split())
    assert ran.code == code
    assert len(ran.err.splitlines()) == (1 if code == 2 else 0)


def test_the_json_has_the_promised_keys(run: Run) -> None:
    found = json.loads(
        run("cost", "ga", "2m", "+1", "--memory", "1", "--floating", "1", "--also", "discard", "--json").out
    )
    promised = {"book", "base", "total", "steps", "payable", "because"}
    assert set(found) == promised | {"pay", "left", "seen", "also", "notes", "read_as"}
    assert found["total"] == "3"
    assert found["payable"] is False
    assert found["steps"][1] == {
        "kind": "increase",
        "what": "",
        "amount": "+1",
        "running": "3",
        "rule": "ga@2024:cost.10.1",
    }
    assert found["also"] == [{"kind": "discard", "amount": 1, "payable": None}]
    assert (found["book"], found["base"], found["pay"], found["left"]) == ("ga", "2m", [], None)
    assert found["seen"] == {"cost": 2, "paid": "3"}
    assert len(found["notes"]) == 1
    deciding = {rule["rule"]: rule for rule in found["because"]}
    assert deciding["ga@2024:cost.10.1"]["installed"] is True
    assert deciding["ga@2026-08-21:playing-cards.3"]["installed"] is False
    assert all(rule["text"] for rule in found["because"])


def test_the_book_may_come_from_an_option_the_environment_or_the_settings(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("cost", "-b", "ga", "3").out.startswith("3\n")
    assert run("cost", "3").code == 2
    run("config", "book", "mtg")
    assert run("cost", "3").out.startswith("{3}\n")
    monkeypatch.setenv("RULES_BOOK", "fabula")
    assert run("cost", "none").out.startswith("0\n")
    assert run("cost", "fab", "none").out.startswith("unpayable")


def test_an_edition_that_is_not_installed_is_refused(run: Run) -> None:
    ran = run("cost", "-b", "fab@1999", "3")
    assert ran.code == 2
    assert "1999" in ran.err


def test_the_language_of_the_deciding_rules(run: Run) -> None:
    texts = [
        json.loads(run("cost", "fabula", "3", "--json", "--lang", lang).out)["because"][0]["text"]
        for lang in ("en", "pt")
    ]
    assert "custo" in texts[1]
    assert "custo" not in texts[0]


def test_labels_and_words_are_data_and_never_markup(run: Run) -> None:
    out = run("cost", "fab", "3", "+1:[bold]\x1b[31mred[/bold]").out
    assert "[bold][31mred[/bold]" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("game", ["", *GAMES])
@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_names_every_option_with_its_explanation(game: str, asked: str, run: Run) -> None:
    ran = run("cost", *([game, "3"] if game else []), asked)
    assert ran.code == 0
    for name, option in (cost_file(game).options if game else COMMON).items():
        (line,) = (line for line in ran.out.splitlines() if line.startswith(f"  --{name} "))
        assert line.endswith(f"  {option.help}")
    assert ("--x-not-0" in ran.out) == (not game)
    assert ("--delve" in ran.out) == (game == "mtg")


@pytest.mark.parametrize("game", GAMES)
def test_most_explanations_begin_in_one_column_of_the_left_half_of_a_narrow_terminal(game: str, run: Run) -> None:
    lines = run("cost", game, "3", "--help").out.splitlines()
    columns = Counter(
        line.index(f"  {option.help}") + 2
        for option in cost_file(game).options.values()
        for line in lines
        if line.endswith(f"  {option.help}")
    )
    column, times = columns.most_common(1)[0]
    assert times > columns.total() / 2
    assert column <= 24


def test_the_examples_of_the_function_are_true() -> None:
    assert doctest.testmod(costs).attempted == 4
    assert doctest.testmod(costs).failed == 0
