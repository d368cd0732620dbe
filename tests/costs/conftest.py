"""Shared by the tests of costs: a question typed as on the command line, and the bare numbers of its rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable

import pytest

from rules_cli.costs import CostAnswer, cost
from rules_cli.library import Library
from rules_cli.lookup.deciding_rules import DecidingRules


@pytest.fixture
def ask() -> Callable[[str], CostAnswer]:
    """`ask("fab 3 +1")`: the answer to a line typed after `rules cost`."""

    def typed(line: str) -> CostAnswer:
        game, *words = shlex.split(line)
        return cost(game, words)

    return typed


@pytest.fixture
def numbers() -> Callable[[CostAnswer], set[str]]:
    """The bare numbers of the rules that an answer rests on, with nothing imported."""
    library = Library.open()

    def of(found: CostAnswer) -> set[str]:
        return set(bare(DecidingRules(found.question.game, library).ids(found.because)))

    return of


def bare(ids: Iterable[str]) -> list[str]:
    """Ids without book and edition."""
    return [rule.partition(":")[2] for rule in ids]
