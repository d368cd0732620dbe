"""The matching of official editions: facts judged by hand, their form, and the figures that were reached."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from judged import SOURCES, Figures, Outcome, install_sources, judged_pairs, outcomes
from support import Run

from rules_cli.store.editions import InstalledBooks

PAIRS = judged_pairs()
FACTS = [fact for pair in PAIRS for fact in pair.facts]


def test_no_number_is_judged_twice() -> None:
    for pair in PAIRS:
        judged = Counter((fact.rule, fact.added) for fact in pair.facts)
        assert not [numbers for numbers, times in judged.items() if times > 1], pair.name


def test_chance_decides_which_facts_are_kept_back() -> None:
    for pair in PAIRS:
        assert not [fact.number for fact in pair.facts if fact.half != pair.half_of(fact.number)], pair.name


def test_there_are_enough_hard_facts_in_either_half() -> None:
    hard = Counter(fact.half for fact in FACTS if fact.hard)
    assert min(hard.values()) >= 250 and sum(hard.values()) > 0.55 * len(FACTS)


@pytest.fixture(scope="module")
def official(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder with the judged editions installed."""
    missing = [str(file) for pair in PAIRS for file in pair.files if not file.exists()]
    if missing:
        pytest.skip(f"the official editions are not in ../shared/sources: {', '.join(missing)}")
    folder = tmp_path_factory.mktemp("official")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULES_HOME", str(folder))
        install_sources()
    return folder


@pytest.mark.slow
def test_any_two_editions_of_magic_can_be_compared(official: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_HOME", str(official))
    names = sorted(edition for book, edition in SOURCES if book == "mtg")
    for a, b in (*pairwise(names), (names[0], names[-1])):
        ran = run("diff", f"mtg@{a}", f"mtg@{b}", "--summary")
        assert (ran.code, ran.err) == (0, "")


@pytest.mark.slow
def test_what_became_of_a_rule(official: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULES_HOME", str(official))
    installed = InstalledBooks()
    found = [outcome for pair in PAIRS for outcome in outcomes(pair, installed)]
    assert_reached([each for each in found if each.fact.half == "tuned"], precision=0.975, recall=0.935, sure=0.995)
    assert_reached([each for each in found if each.fact.half == "kept"], precision=0.98, recall=0.94, sure=0.99)


def assert_reached(found: list[Outcome], precision: float, recall: float, sure: float) -> None:
    """Check the figures of the hard facts."""
    hard = Figures([each for each in found if each.fact.hard])
    assert hard.precision >= precision
    assert hard.recall >= recall
    assert hard.sure >= sure
