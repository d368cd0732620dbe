#!/usr/bin/env python3
"""Fit how surely search answers: `python tests/bench/confidence.py [--home FOLDER] [--kept] [--write]` (numpy)

The questions are the half `fit` of tests/data/asked-*.yaml, right if a rule that answers is among the first three, and
the half `fit` of tests/data/unanswerable.yaml, which no rule answers. A logistic regression tells these apart by the
signs of the first result (rules_cli/search/confidence.py), and a second one makes of its sum the share of right
answers. Below the limit is the share LOST of the questions that rules answer. As in fit.py, slang and pairs of terms
are hidden, and stored questions, too, for the confidence of books without. Those weights are also fitted to short
books: each whole book is cut into parts of several sizes, and each question is asked of a part that answers it, some of
another part, which does not, and those that no rule answers of any part. The third weights are for queries without
vectors, as in most languages. Prints how many are below the limit, and
the share of right answers by confidence: of each fifth by weights fitted to the others; with `--kept` also of the
halves that are kept, with slang. `--write` keeps the weights in data/search/confidence.yaml.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.ask import BOOKS, FIT, FRESH, KEPT, asked, whole_books
from bench.search import DATA, Question
from searching import measured_query

from rules_cli.search.candidates import best
from rules_cli.search.confidence import SIGNS, signs
from rules_cli.search.corpus import LEXICON, Corpus
from rules_cli.search.ranking import scored, weights_for
from rules_cli.search.vectors import ORTHOGONAL
from rules_cli.store import paths

FILE = Path(__file__).resolve().parents[2] / "data" / "search" / "confidence.yaml"
PULL = 1.0  # towards zero: the signs are few
LOST = {"without vectors": 0.04}  # of the questions that rules answer; in other languages less is known to be an answer
LOST_OF_OTHERS = 0.025  # hardly more than 3 of 100 are lost
STEPS = 30
ANSWERED = 3  # questions asked of a part that answers them, for each one asked of another part
SIZES = (15, 50, 150, 500)  # rows of a part: house rules of a page, a policy document
FOLDS = 5
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
        scores = scored(found.candidates, weights_for(found.vocabulary.corpus.wording))
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


def logistic(signs: Any, answers: Any, pull: float) -> Any:
    """The weights of a logistic regression, by Newton's method."""
    weights = np.zeros(signs.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (likely - answers) + pull * weights
        curve = (signs * (likely * (1 - likely))[:, None]).T @ signs + pull * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return weights


def fit(found: Sequence[Measured], name: str) -> tuple[Any, float]:
    """The weights of the signs, and the limit."""
    signs = np.array([each.signs for each in found])
    answered = np.array([bool(each.question.rules) for each in found])
    weights = logistic(signs, answered, PULL)
    sums = np.column_stack((np.ones(len(signs)), signs @ weights))
    at_zero, slope = logistic(sums, np.array([each.is_right for each in found]), 0.0)
    weights = slope * weights
    weights[SIGNS.index("one")] += at_zero
    return weights, float(np.quantile(shares(found, weights)[answered], LOST.get(name, LOST_OF_OTHERS)))


def shares(found: Sequence[Measured], weights: Any) -> Any:
    """The confidence of each."""
    return 1 / (1 + np.exp(-np.array([each.signs for each in found]) @ weights))


def report(found: Sequence[Measured], sure: Any, doubtful: Any) -> None:
    """Print how many questions are below the limit, and the share of right answers by confidence: over whole books,
    then over their parts of each size."""
    sizes = [each.question.book.partition("-")[2].partition("-")[0] for each in found]
    for size in sorted(set(sizes), key=lambda size: int(size or 0)):
        of_size = np.array([each == size for each in sizes])
        print(f"  parts of {size} rows" if size else "  whole books")
        report_some(
            [each for each, chosen in zip(found, of_size, strict=True) if chosen], sure[of_size], doubtful[of_size]
        )


def report_some(found: Sequence[Measured], sure: Any, doubtful: Any) -> None:
    """Print the figures of some questions."""
    right = np.array([each.is_right for each in found])
    answered = np.array([bool(each.question.rules) for each in found])
    for kind, some in (("that rules answer", answered), ("that none answers", ~answered)):
        below = some & doubtful
        if some.any():
            print(f"  {sum(some):4} {kind}, {sum(below):3} below the limit, {sum(right & below)} of them right")
    for low, high in pairwise(BINS):
        within = answered & (low <= sure) & (sure < high)
        if within.any():
            means = f"{sure[within].mean():.2f} said, {right[within].mean():.2f} right"
            print(f"    {low:.2f} to {high:.2f} {sum(within):4}: {means}")


def by_folds(found: Sequence[Measured], name: str) -> None:
    """Report each fifth of the questions by weights fitted to the others."""
    folds = np.array([crc32(each.question.ask.encode()) % FOLDS for each in found])
    sure, doubtful = np.zeros(len(found)), np.zeros(len(found), dtype=bool)
    for fold in range(FOLDS):
        weights, least = fit([each for each, other in zip(found, folds, strict=True) if other != fold], name)
        own = shares(found, weights)
        sure[folds == fold], doubtful[folds == fold] = own[folds == fold], (own < least)[folds == fold]
    report(found, sure, doubtful)


def asked_of_parts(library: Any, questions: Sequence[Question]) -> Iterator[Question]:
    """The questions asked of parts of their books: of one that answers them, and of another of its size. The parts are
    installed."""
    chance = random.Random(7)
    for book in BOOKS:
        whole = library.installed.own(book)[0].load()
        for size in SIZES:
            parts = [whole.rows[at : at + size] for at in range(0, len(whole.rows), size)]
            slugs = [f"{book}-{size}-{at}" for at in range(len(parts))]
            numbers = [{row.number for row in part} for part in parts]
            for slug, part, own in zip(slugs, parts, numbers, strict=True):
                rows = tuple(row._replace(parent=row.parent if row.parent in own else None) for row in part)
                library.installed.install(whole._replace(slug=slug, rows=rows, glossaries=(), asides=(), anomalies=()))
            for each in questions:
                having = [at for at, own in enumerate(numbers) if not own.isdisjoint(each.rules)]
                others = [at for at in range(len(parts)) if at not in having]
                if each.book == book and having:
                    yield replace(each, book=slugs[having[0]])
                if each.book == book and others and not (having and chance.randrange(ANSWERED)):
                    yield replace(each, book=slugs[chance.choice(others)], rules=())


def gather(home: Path, half: str, hidden: Sequence[str]) -> list[Measured]:
    """The questions of a half over whole books, with some files of their lexicon hidden; and those that no rule
    answers. If stored questions are hidden, also over parts of the books."""
    shipped = paths.shipped
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(shipped(), f"{folder}/books", ignore=shutil.ignore_patterns(*hidden)))
        paths.shipped = lambda: copy
        library = whole_books(str(home))
        questions = [*asked()[half], *unanswerable().get(half, ())]
        found = [*measured(library, questions)]
        if LEXICON[2] in hidden:
            shutil.copytree(home, f"{folder}/home")
            library = whole_books(f"{folder}/home")
            found += measured(library, [*asked_of_parts(library, questions)])
        paths.shipped = shipped
    return found


def no_products(corpus: Corpus, _vector: object) -> array[int]:
    """The products of a vector and rows that have none."""
    return array("H", [ORTHOGONAL]) * (corpus.rows + 1)


def main() -> None:
    """Fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = [_HEAD.format(date.today())]
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        for name, hidden in (
            ("with questions", LEXICON[:2]),
            ("without", LEXICON[:3]),
            ("without vectors", LEXICON[:3]),
        ):
            print(name)
            if name == "without vectors":
                Corpus.products = no_products  # type: ignore[method-assign,assignment]
            found = gather(home, FIT, hidden)
            by_folds(found, name)
            weights, least = fit(found, name)
            for half in (KEPT, FRESH) if options.kept else ():
                print(half)
                found = gather(home, half, hidden[2:])
                report(found, shares(found, weights), shares(found, weights) < least)
            numbers = zip(("least", *SIGNS), (least, *weights), strict=True)
            lines += [f"{name}:\n", *(f"  {one}: {value:.4f}\n" for one, value in numbers)]
    print("".join(lines), end="")
    if options.write:
        FILE.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
