"""Shared by the tests of costs: a question typed as on the command line, and the bare numbers of its rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable

import pytest

from rules_cli.costs import CostAnswer, cost, numbering

# The edition that the spec's ids are taken from, where a game's numbers differ by edition.
EDITIONS = {"fab": None, "mtg": "2024-11-08", "ga": "2024", "fabula": None}


@pytest.fixture
def ask() -> Callable[[str], CostAnswer]:
    """`ask("fab 3 +1")`: the answer to a line typed after `rules cost`."""

    def typed(line: str) -> CostAnswer:
        game, *words = shlex.split(line)
        return cost(game, words)

    return typed


@pytest.fixture
def numbers() -> Callable[[CostAnswer], set[str]]:
    """The bare numbers of the rules that an answer rests on, in the edition of the spec's tables."""

    def of(found: CostAnswer) -> set[str]:
        return set(bare(numbering(found.game, EDITIONS[found.game]).ids(found.because)))

    return of


def bare(ids: Iterable[str]) -> list[str]:
    """Ids without book and edition."""
    return [rule.partition(":")[2] for rule in ids]
