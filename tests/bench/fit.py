#!/usr/bin/env python3
"""Fit the weights of search: `python tests/bench/fit.py [--home FOLDER] [--write]` (needs numpy)

The questions are the half `fit` of tests/data/asked-*.yaml over whole books, those of tests/data/questions.yaml over
the books that ship, and terms of the whole books' glossaries, as printed and with a typo. For each, search measures
its candidates; the weights make the rules that answer likeliest among them (a softmax over the scores of all
candidates, by gradient descent, drawn towards zero). Prints each weight, and recall at 1, 3 and 10 of every fifth of
the asked questions by weights that are fitted to the other four. `--write` keeps them in data/search/weights.yaml.

Slang and pairs of terms that were written by readers of the questions answer these more often than those of others. So
whole books are asked without them, once with the questions that players ask, once without, as a user's own book is;
and the weights of both are those that were fitted when the slang was older than the questions.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.ask import FIT, asked, figures, whole_books
from bench.search import Question, of_glossary, written
from searching import measured_query

from rules_cli.search.corpus import LEXICON
from rules_cli.search.features import FEATURES
from rules_cli.store import paths

WEIGHTS = Path(__file__).resolve().parents[2] / "data" / "search" / "weights.yaml"
TERMS = 150  # of the glossaries: enough that names of terms are not outvoted by questions in sentences
PULL = 0.0005  # towards zero: with this one, weights fitted to four fifths of the questions answer the others best
STEPS, RATE = 300, 0.1
FOLDS = 5
OF_ASKED = 1.0
OF_BARE = 0.4  # weight of a question to a book without questions of players
OF_TERM = 0.9
OF_SHIPPED = 0.9  # weight of a question about the books that ship: short books, asked by those who know them
LETTERS = ("cut", "keywords", "no-accents", "phrase", "typo")  # styles of those: what is typed must be found first
OF_LETTERS = 1.5
MORE = 20  # times that questions about the books that ship weigh, in fitting the weights for our words
_HEAD = """\
# What each feature of a row adds to its score, times its value (rules_cli/search/features.py), for books in official
# words and for those in our plain ones. Fitted by tests/bench/fit.py --write on {}, to {} questions.
"""
UNIT = ("first", "typed", "dense")  # a row with all words as typed, and nothing else, gets 1 for these at most
FIXED = {
    "asked": 40.0,
    "quoted": 20.0,
    "phrase": 8.0,
    "sentence": 200.0,  # what was asked for by its name, in quotes, or in words of the rule
    "slang": 2.0,
    "interaction": 2.8,
}


class Measured(NamedTuple):
    """A question with the features of its candidates, and which of them answer it."""

    question: Question
    features: Any
    answers: Any
    weight: float
    shipped: bool


def measured(library: Any, questions: Iterable[Question], weight: float, shipped: bool = False) -> Iterator[Measured]:
    """The questions with what search measures of their candidates."""
    for question in questions:
        found = measured_query(library, question.ask, question.book).candidates
        order = sorted(found)
        answers = np.array([found[number].row.number in question.rules for number in order], dtype=float)
        if order:
            features = np.array([[found[number].features[name] for name in FEATURES] for number in order])
            yield Measured(question, features, answers, weight, shipped)


def gather(folder: Path) -> list[Measured]:
    """All questions."""
    chance = random.Random(7)
    found: list[Measured] = []
    shipped = paths.shipped
    books = shipped()
    for name, hidden, weight in (("asked", LEXICON[:2], OF_ASKED), ("bare", LEXICON[:3], OF_BARE)):
        hiding = shutil.ignore_patterns(*hidden)
        copy = Path(shutil.copytree(books, folder / f"{name}-books", ignore=hiding, dirs_exist_ok=True))
        paths.shipped = partial(Path, copy)
        library = whole_books(str(folder / name))
        found += measured(library, asked()[FIT], weight)
        if weight == OF_ASKED:
            terms = [each for slug in ("mtg", "fab") for each in of_glossary(library.installed.edition(slug))]
            found += measured(library, chance.sample(terms, TERMS), OF_TERM)
    paths.shipped = shipped
    os.environ["RULES_HOME"] = str(folder / "shipped")
    from rules_cli import Library

    library = Library.open()
    for each in written("questions.yaml", library.installed.slugs()):
        found += measured(library, [each], OF_LETTERS if each.style in LETTERS else OF_SHIPPED, shipped=True)
    return found


def fit(questions: Sequence[Measured]) -> Any:
    """The weights by which answers are likeliest."""
    answered = [each for each in questions if each.answers.any()]
    sizes = [len(each.answers) for each in answered]
    features, answers = (
        np.concatenate([e.features for e in answered], dtype=np.float32),
        np.concatenate([e.answers for e in answered]),
    )
    of = np.repeat(np.arange(len(answered)), sizes)
    starts = np.cumsum([0, *sizes[:-1]])
    share = np.array([each.weight for each in answered])
    share /= share.sum()
    free = np.array([name not in FIXED for name in FEATURES])
    weights = np.array([FIXED.get(name, 0.0) for name in FEATURES])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores = features @ weights
        scores = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        likely = scores / np.add.reduceat(scores, starts)[of]
        right = scores * answers / np.add.reduceat(scores * answers, starts)[of]
        slope = features.T @ ((likely - right) * share[of]) + PULL * weights * free
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights = weights - free * RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def rank_of(question: Measured, weights: Any) -> int | None:
    """At which place the first answer is."""
    order = np.argsort(-(question.features @ weights), kind="stable")
    return next((at for at, row in enumerate(order, 1) if question.answers[row]), None)


def by_folds(questions: Sequence[Measured]) -> list[tuple[Measured, int | None]]:
    """The rank of each question, by weights that are fitted to others: one that is asked twice is in one fold."""
    folds = [crc32(each.question.ask.encode()) % FOLDS for each in questions]
    found = []
    for fold in range(FOLDS):
        weights = fit([each for each, other in zip(questions, folds, strict=True) if other != fold])
        found += [(e, rank_of(e, weights)) for e, other in zip(questions, folds, strict=True) if other == fold]
    return found


def report(questions: Sequence[Measured]) -> None:
    """Print how well each fifth of the questions is answered by weights fitted to the others."""
    groups: dict[str, list[int | None]] = defaultdict(list)
    for each, rank in by_folds(questions):
        kind = {OF_ASKED: "", OF_BARE: " bare"}.get(each.weight)
        names = ["shipped, terms"] if kind is None else [f"{each.question.book}{kind}", f"~{kind}"]
        for name in names:
            groups[name].append(rank)
    for name, ranks in sorted(groups.items()):
        print(f"{name:14}", figures(ranks))


def main() -> None:
    """Fit, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        questions = gather(options.home or Path(home))
    report(questions)
    plain = [each._replace(weight=each.weight * (MORE if each.shipped else 1)) for each in questions]
    lines = [*lines_of("official", fit(questions)), *lines_of("plain", fit(plain))]
    print("".join(lines), end="")
    if options.write:
        WEIGHTS.write_text(_HEAD.format(date.today(), len(questions)) + "".join(lines), encoding="utf-8")


def lines_of(wording: str, weights: Any) -> Iterator[str]:
    """The weights for books in such words, as lines of the file."""
    found = dict(zip(FEATURES, map(float, weights), strict=True))
    unit = sum(found[name] for name in UNIT)
    yield f"{wording}:\n"
    yield from (f"  {name}: {weight / unit:.4f}\n" for name, weight in found.items())


if __name__ == "__main__":
    main()
