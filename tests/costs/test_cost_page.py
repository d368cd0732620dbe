"""The worked examples of docs/costs.md."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

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
