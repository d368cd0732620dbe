"""The worked examples of docs/costs.md."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules_cli.costs import CostAnswer, cost

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "costs.md").read_text(encoding="utf-8")
STATES = {"yes": True, "no": False, "": None}


def examples() -> list[tuple[str, list[str]]]:
    """Return the game and the cells of each example."""
    found, game = [], ""
    for line in PAGE.splitlines():
        cells = [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)][1:-1]
        if len(cells) != 6 or cells[0].startswith("-"):
            continue
        if cells[0] == "family":
            game = cells[2].split()[2]
        else:
            found.append((game, cells))
    return found


@pytest.mark.parametrize(("game", "cells"), examples(), ids=[f"{game} {cells[2]}" for game, cells in examples()])
def test_an_example_is_true(game: str, cells: list[str], numbers: Callable[[CostAnswer], set[str]]) -> None:
    _, _, typed, total, payable, rule = cells
    found = cost(game, shlex.split(typed.strip("`")))
    assert found.total == total.strip("`")
    assert payable == "" or found.payable is STATES[payable]
    assert rule in numbers(found)


def test_a_table_with_long_captions_fits_a_narrow_terminal(run: Callable[..., Any]) -> None:
    label = "a very long label that goes on and on and on"
    lines = run("cost", "mtg", "7WU", f"+1:{label}", "-2@1", "--alt", "4WU").out.splitlines()
    table = lines[1 : next(at for at, line in enumerate(lines) if line.startswith("its mana value"))]
    assert max(map(len, table)) <= 80
    assert f"             {label}" in table[2]


def test_the_same_change_several_times_is_one_line(run: Callable[..., Any]) -> None:
    lines = run("cost", "fab", "9 costs 1 less for each ship, 5 ships, +2").out.splitlines()
    assert [line.split()[1:5] for line in lines if "->" in line and "reduce" in line] == [["-1", "×5", "->", "6"]]
