#!/usr/bin/env python3
"""How well search finds what players ask: `python tests/bench/search.py [--misses]`

Over tests/data/questions.yaml, by book and by style: recall@1, @3, @10 and MRR@10. A question is found at the
first rank that holds one of its rules.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import yaml

QUESTIONS = Path(__file__).resolve().parent.parent / "data" / "questions.yaml"
DEPTH = 10


def rank_of(question: dict[str, Any], library: Any) -> int | None:
    """At which place a right rule is found, counted from 1; None where it is not among the first ten."""
    hits = library.search(question["ask"], book=question["book"], limit=DEPTH)
    return next((n for n, hit in enumerate(hits, 1) if hit.rule.number in question["rules"]), None)


def figures(ranks: list[int | None]) -> str:
    """The measures of a list of ranks, as a line."""
    count = len(ranks)
    at = {k: sum(rank is not None and rank <= k for rank in ranks) / count for k in (1, 3, 10)}
    mrr = sum(1 / rank for rank in ranks if rank) / count
    return f"{count:4} questions   @1 {at[1]:.2f}   @3 {at[3]:.2f}   @10 {at[10]:.2f}   MRR {mrr:.2f}"


def main() -> None:
    """Ask everything and print."""
    questions = yaml.safe_load(QUESTIONS.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as home:
        os.environ["RULES_HOME"] = home
        from rules_cli import Library

        library = Library.open()
        ranks = [rank_of(question, library) for question in questions]
    groups: dict[str, list[int | None]] = defaultdict(list)
    for question, rank in zip(questions, ranks, strict=True):
        groups[question["book"]].append(rank)
        groups[f"  {question['style']}"].append(rank)
        if "--misses" in sys.argv and (rank is None or rank > 3):
            print(
                f"{rank or '-':>3} {question['book']} {question['style']}: {question['ask']!r} -> {question['rules']}"
            )
    for name in sorted(groups):
        print(f"{name:16} {figures(groups[name])}")
    print(f"{'all':16} {figures(ranks)}")


if __name__ == "__main__":
    main()
