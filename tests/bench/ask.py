#!/usr/bin/env python3
"""How well search answers questions as they are asked, beside plain bm25: `python tests/bench/ask.py [--home FOLDER]`

The questions of tests/data/asked-*.yaml, over whole books imported from ../shared/sources. For each book, style and
half: recall at 1, 3 and 10, and the mean reciprocal rank, of our ranking and of SQLite's bm25 (Porter's stems, the
words joined by OR). Ranks of the others are only printed as totals. Slang and pairs of terms
were written with the half `fit` in sight, and the weights are fitted to it: only the others say how good it is. The
questions `fresh` came last, from a reader of the rules alone.

    --home FOLDER   import the books once, and keep them there
    --misses        print the questions of the half `fit` whose rules are not among the first three
    --save FILE     keep the ranks of the half `fit`
    --against FILE  print which questions of that half were gained and lost since
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.search import DATA, Question, changes, fts5, ours, rank_in

SOURCES = Path(__file__).resolve().parents[3] / "shared" / "sources"
BOOKS = {
    "mtg": "mtg/2026-01-16.txt",
    "fab": "fab/en-fab-cr-2.14.0.txt",
    "ga": "ga-whole",
    "fabula": "seeds/003_850ec2116309a6bc.txt",
}
FIT, KEPT, FRESH = "fit", "kept", "fresh"


def asked() -> dict[str, list[Question]]:
    """The questions of each half, and the fresh ones."""
    found: dict[str, list[Question]] = {FIT: [], KEPT: [], FRESH: []}
    for path in sorted(DATA.glob("asked-*.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            question = Question(entry["book"], entry["style"], entry["ask"], tuple(entry["rules"]))
            found[entry["half"]].append(question)
    return found


def whole_books(home: str) -> Any:
    """A library of the whole books, imported if they are not there yet."""
    os.environ["RULES_HOME"] = home
    from support import import_book

    from rules_cli import Library

    installed = Library.open().installed
    for slug, path in BOOKS.items():
        if all(edition.shipped for edition in installed.all(slug)):
            import_book(installed, [SOURCES / path], slug)
    return Library.open()


def table(questions: Sequence[Question], ranks: Mapping[str, Sequence[int | None]]) -> Iterator[str]:
    """A line for each book and style, each book, and all, with the figures of each ranking."""
    groups: dict[str, list[int]] = defaultdict(list)
    for at, question in enumerate(questions):
        for name in (f"{question.book} {question.style}", f"{question.book} all", "~ all"):
            groups[name].append(at)
    yield f"{'':22} {'n':>4} " + "".join(f"{name + ' @1':>12}    @3   @10    MRR" for name in ranks)
    for name in sorted(groups):
        places = groups[name]
        yield f"{name:22} {len(places):4} " + "".join(figures([each[at] for at in places]) for each in ranks.values())


def figures(ranks: Sequence[int | None]) -> str:
    """Recall at 1, 3 and 10, and the mean reciprocal rank."""
    shares = [sum(rank is not None and rank <= most for rank in ranks) / len(ranks) for most in (1, 3, 10)]
    return (
        f"{shares[0]:12.2f}{shares[1]:6.2f}{shares[2]:6.2f}{sum(1 / rank for rank in ranks if rank) / len(ranks):7.3f}"
    )


def run(library: Any, options: argparse.Namespace) -> None:
    """Ask everything, and print."""
    rankers = {"bm25": fts5(library), "ours": ours(library)}
    for half, questions in asked().items():
        ranks = {name: [rank_in(ranker(each), each) for each in questions] for name, ranker in rankers.items()}
        print(f"\n{half}", *table(questions, ranks), sep="\n")
        if half == FIT:
            found = dict(zip((question.key for question in questions), ranks["ours"], strict=True))
            report(found, options)


def report(ranks: Mapping[str, int | None], options: argparse.Namespace) -> None:
    """Print misses and changes of the half that may be looked at, and keep its ranks."""
    if options.misses:
        print(*(f"{rank or '-':>3} {key}" for key, rank in ranks.items() if not rank or rank > 3), sep="\n")
    if options.against:
        print(*changes(ranks, json.loads(options.against.read_text(encoding="utf-8"))), sep="\n")
    if options.save:
        options.save.write_text(json.dumps(ranks, ensure_ascii=False, indent=1), encoding="utf-8")


def main() -> None:
    """Read the options, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    if options.home:
        run(whole_books(str(options.home)), options)
        return
    with tempfile.TemporaryDirectory() as home:
        run(whole_books(home), options)


if __name__ == "__main__":
    main()
