#!/usr/bin/env python3
"""Fit how surely search answers: `python tests/bench/confidence.py [--home FOLDER] [--books FOLDER] [--write]` (numpy)

The questions are the half `fit` of tests/data/asked-*.yaml, right if a rule that answers is among the first three, and
the half `fit` of tests/data/unanswerable.yaml, which no rule answers. A logistic regression makes of the signs of the
first result (rules_cli/search/confidence.py) the share of right answers. Below the limit is the share LOST
of the questions that rules answer. Prints, for the halves that are kept, how many are below the limit, and the share of
right answers by confidence. `--books` is as for fit.py; so is `--write`, to data/search/confidence.yaml.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.ask import FIT, FRESH, KEPT, asked, whole_books
from bench.search import DATA, Question

from rules_cli.search import measured_query
from rules_cli.search.candidates import best
from rules_cli.search.confidence import SIGNS, signs
from rules_cli.search.ranking import scored
from rules_cli.store import paths

FILE = Path(__file__).resolve().parents[2] / "data" / "search" / "confidence.yaml"
NONE_WEIGHT = 1.0  # of a question that no rule answers: so they are a tenth of all, as at a table
PULL = 1.0  # towards zero: the signs are few
LOST = 0.03  # of the questions that rules answer
STEPS = 30
BINS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01)
_HEAD = """\
# How surely the first results answer a query (rules_cli/search/confidence.py): below `least`, nothing seems to.
# Fitted by tests/bench/confidence.py --write on {}.
"""


class Measured(NamedTuple):
    """A question, the signs of its first result, and whether one of the first three is right."""

    question: Question
    signs: Sequence[float]
    is_right: bool


def measured(library: Any, questions: Sequence[Question]) -> Iterator[Measured]:
    """The questions with what search finds."""
    for question in questions:
        found = measured_query(library, question.ask, question.book)
        scores = scored(found.candidates)
        if rows := [found.candidates[number] for number in best(scores, 3)]:
            first = rows[0]
            told = signs(found.query, found.vocabulary, found.measure, first.held, first.features, max(scores.values()))
            yield Measured(question, told, any(each.row.number in question.rules for each in rows))


def unanswerable() -> dict[str, list[Question]]:
    """The questions that no rule answers, by their half."""
    found: dict[str, list[Question]] = {FIT: [], KEPT: []}
    for entry in yaml.safe_load((DATA / "unanswerable.yaml").read_text(encoding="utf-8")):
        found[entry["half"]].append(Question(entry["book"], "none", entry["ask"], ()))
    return found


def fit(found: Sequence[Measured]) -> Any:
    """The weights of the signs, by Newton's method."""
    signs = np.array([each.signs for each in found])
    right = np.array([each.is_right for each in found], dtype=float)
    share = np.array([1.0 if each.question.rules else NONE_WEIGHT for each in found])
    weights = np.zeros(len(SIGNS))
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (share * (likely - right)) + PULL * weights
        curve = (signs * (share * likely * (1 - likely))[:, None]).T @ signs + PULL * np.eye(len(SIGNS))
        weights -= np.linalg.solve(curve, slope)
    return weights


def report(found: Sequence[Measured], weights: Any, least: float) -> None:
    """Print how many questions are below the limit, and the share of right answers by confidence."""
    for is_answered in (True, False):
        some = [each for each in found if bool(each.question.rules) == is_answered]
        if not some:
            continue
        sure = 1 / (1 + np.exp(-np.array([each.signs for each in some]) @ weights))
        right = np.array([each.is_right for each in some])
        kind = "that rules answer" if is_answered else "that none answers"
        print(
            f"  {len(some):4} {kind}, {sum(sure < least):3} below the limit, {sum(right[sure < least])} of them right"
        )
        for low, high in pairwise(BINS) if is_answered else ():
            within = (low <= sure) & (sure < high)
            if within.any():
                means = f"{sure[within].mean():.2f} said, {right[within].mean():.2f} right"
                print(f"    {low:.2f} to {high:.2f} {sum(within):4}: {means}")


def gather(home: Path, books: Path, half: str) -> list[Measured]:
    """The questions of a half over whole books, with the lexicon of these books; and those that no rule answers."""
    shipped, paths.shipped = paths.shipped, lambda: books
    library = whole_books(str(home))
    found = [*measured(library, asked()[half]), *measured(library, unanswerable().get(half, ()))]
    paths.shipped = shipped
    return found


def without_questions(books: Path, folder: Path) -> Path:
    """A copy of these books without the questions that their rules answer, as a book that a user imports."""
    return Path(shutil.copytree(books, folder / "books", ignore=shutil.ignore_patterns("asked.yaml")))


def main() -> None:
    """Fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--books", type=Path, default=paths.shipped())
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder) / "home"
        bare = without_questions(options.books, Path(folder))
        least = None
        for name, books in (("with questions", options.books), ("without", bare)):
            questions = gather(home, books, FIT)
            weights = fit(questions)
            sure = sorted(1 / (1 + np.exp(-np.array([e.signs for e in questions if e.question.rules]) @ weights)))
            least = float(sure[int(LOST * len(sure))]) if least is None else least
            print(name)
            report(questions, weights, least)
            for half in (KEPT, FRESH):
                report(gather(home, bare if books == bare else paths.shipped(), half), weights, least)
            lines += [f"{name}:\n", *(f"  {one}: {value:.4f}\n" for one, value in zip(SIGNS, weights, strict=True))]
    text = "".join((_HEAD.format(date.today()), f"least: {least:.3f}\n", *lines))
    print(text, end="")
    if options.write:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
