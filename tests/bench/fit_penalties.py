#!/usr/bin/env python3
"""Fit the weights of data/penalties/ranking.yaml to situations, and report how many are named rightly.

usage: tests/bench/fit_penalties.py [--write]

It reads the guides of three games in ../shared/sources. The weights are fitted to the half `fit` of
tests/data/situations.yaml and to the `known` questions of policy-questions.yaml; `kept`, `fresh` and `held_out` are for
reports. `in turn` is each fifth of those that are fitted to, named by weights that are fitted to the other four. The
weight of `example` is given, since situations in other words than those of a guide tell little of it.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from math import exp
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
OTHER = ROOT.parent / "shared" / "sources" / "other"
GUIDES = {"mtg-ipg": "mtg-ipg.md", "fab-ppg": "fab-ppg-2026.txt", "lorcana-pcg": "lorcana-pcg-pdf.pdf"}
_FOLDS = 5
_EXAMPLE = 5.0  # the weight of `example`: with 3, an example asked word for word may lead to another infraction
_STEPS, _RATE, _DECAY, _SHARPNESS = 600, 0.3, 0.02, 3.0


class Case(NamedTuple):
    """A situation: the numbers for each infraction, and those of which one is right."""

    evidence: Mapping[str, Sequence[float]]
    right: Sequence[str]


def main() -> int:
    """Fit, report, and write the weights if asked."""
    from rules_cli.penalties.evidence import Evidence, ranking

    cases = {name: list(each) for name, each in _cases().items()}
    before = astuple(ranking().weights)
    fitted = fit([*cases["fit"], *cases["known"]])
    names = list(Evidence.__dataclass_fields__)
    for title, weights in (("before", before), ("fitted", fitted)):
        print(title, {name: round(weight, 2) for name, weight in zip(names, weights, strict=True)})
        for name, some in cases.items():
            first, among = report(weights, some)
            print(f"  {name:9} first {first}, among three {among}, of {len(some)}")
    all_fitted = [*cases["fit"], *cases["known"]]
    folds = [all_fitted[at::_FOLDS] for at in range(_FOLDS)]
    others = [[case for other in folds if other is not fold for case in other] for fold in folds]
    in_turn = [report(fit(other), fold) for other, fold in zip(others, folds, strict=True)]
    print(f"  in turn   first, among three: {[sum(each) for each in zip(*in_turn, strict=True)]}, of {len(all_fitted)}")
    if "--write" in sys.argv:
        path = ROOT / "data" / "penalties" / "ranking.yaml"
        text = path.read_text(encoding="utf-8")
        for name, weight in zip(names, fitted, strict=True):
            text = re.sub(rf"^  {name}: .*$", f"  {name}: {weight:.2f}", text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    return 0


def _cases() -> dict[str, Iterator[Case]]:
    os.environ["RULES_HOME"] = tempfile.mkdtemp()
    from rules_cli import Library
    from rules_cli.sources.importing import read_source

    library = Library.open()
    for slug, name in GUIDES.items():
        library.install(read_source([OTHER / name], slug, "2026").book)
    data = ROOT / "tests" / "data"
    halves = yaml.safe_load((data / "situations.yaml").read_text(encoding="utf-8"))
    halves |= yaml.safe_load((data / "policy-questions.yaml").read_text(encoding="utf-8"))
    return {name: _of_half(library, half) for name, half in halves.items()}


def _of_half(library: object, half: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[Case]:
    from rules_cli import Library
    from rules_cli.penalties.evidence import evidence

    assert isinstance(library, Library)
    for slug in GUIDES:
        edition = library.installed.edition(slug)
        for words, right in half.get(slug, {}).items():
            found = evidence(edition, str(words))
            yield Case({number: astuple(each) for number, each in found.items()}, right)


def ranked(weights: Sequence[float], case: Case) -> list[str]:
    """Return the infractions, the best first."""
    scores = {number: _dot(weights, numbers) for number, numbers in case.evidence.items()}
    return sorted(scores, key=lambda number: -scores[number])


def report(weights: Sequence[float], cases: Sequence[Case]) -> tuple[int, int]:
    """Return how many cases have a right infraction first, and among the first three."""
    orders = [(ranked(weights, case), case.right) for case in cases]
    return tuple(sum(any(number in right for number in order[:most]) for order, right in orders) for most in (1, 3))  # type: ignore[return-value]


def fit(cases: Sequence[Case]) -> list[float]:
    """Return weights, none below 0, that make the right infractions likely: gradient ascent with decay."""
    cases = [case for case in cases if case.evidence]
    size = len(next(iter(cases[0].evidence.values())))
    weights = [*[1.0] * (size - 1), _EXAMPLE]
    for _ in range(_STEPS):
        slope = [-_DECAY * weight for weight in weights]
        for case in cases:
            for number, pull in _pulls(weights, case):
                slope = [a + pull * b / len(cases) for a, b in zip(slope, case.evidence[number], strict=True)]
        weights = [max(0.0, weight + _RATE * step) for weight, step in zip(weights, slope, strict=True)]
        weights[-1] = _EXAMPLE
    return weights


def _pulls(weights: Sequence[float], case: Case) -> Iterator[tuple[str, float]]:
    """Yield how much more likely each infraction should be."""
    raised = {number: exp(_SHARPNESS * _dot(weights, numbers)) for number, numbers in case.evidence.items()}
    total = sum(raised.values())
    right = sum(raised[number] for number in case.right if number in raised) or 1e-9
    for number, each in raised.items():
        yield number, (each / right if number in case.right else 0.0) - each / total


def _dot(weights: Sequence[float], numbers: Sequence[float]) -> float:
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


if __name__ == "__main__":
    sys.exit(main())
