#!/usr/bin/env python3
"""Measure how well editions are matched, on facts judged by hand: `python tests/bench/editions.py`

For each pair of editions in tests/data/judged-editions.yaml whose sources are in ../shared/sources, and for each half
of its facts: the precision and the recall of the pairs of numbers, the share of the sure answers that are right, and
the share of the facts that are said exactly. Then the errors of the half that the matching may be tuned to; those of
the other half are never shown, so that it stays a fair measure.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from judged import Figures, Outcome, install_sources, judged_pairs, outcomes


def line(name: str, figures: Figures) -> str:
    """Return the figures of some facts as a row of the table."""
    counts = f"{len(figures.outcomes):6}{figures.precision:11.3f}{figures.recall:8.3f}"
    return f"{name:36}{counts}{len(figures.said_surely):6}{figures.sure:8.3f}{figures.whole:8.3f}"


def error(outcome: Outcome) -> str:
    """Return what is said about a fact beside the truth."""
    fact = outcome.fact
    wanted = " | ".join(", ".join(answer) or "removed" for answer in fact.became) if fact.rule else "added"
    kinds = f"{', '.join(outcome.kinds) or 'same'}; {'sure' if outcome.sure else 'perhaps'}"
    return f"  {fact.number:8} is {wanted} ({fact.words or '-'}), said: {', '.join(outcome.said) or 'none'} ({kinds})"


def main() -> None:
    """Measure and print."""
    everything: list[Outcome] = []
    errors: list[str] = []
    print(f"{'':36}{'facts':>6}{'precision':>11}{'recall':>8}{'sure':>6}{'right':>8}{'exact':>8}")
    with tempfile.TemporaryDirectory(prefix="rules-bench-") as home:
        os.environ["RULES_HOME"] = home
        installed = install_sources()
        for pair in judged_pairs():
            if not all(file.exists() for file in pair.files):
                print(f"{pair.name}: the sources are not in ../shared/sources")
                continue
            found = list(outcomes(pair, installed))
            everything += found
            print_halves(pair.name, found)
            errors += [pair.name, *(error(each) for each in found if each.fact.half == "tuned" and not each.whole)]
    print_halves("all", everything)
    print_halves("all, hard", [each for each in everything if each.fact.hard])
    print("\nErrors of the tuned half")
    print("\n".join(errors))


def print_halves(name: str, found: Sequence[Outcome]) -> None:
    """Print a row for each half."""
    for half in ("tuned", "kept"):
        print(line(f"{name}, {half}", Figures([each for each in found if each.fact.half == half])))


if __name__ == "__main__":
    main()
