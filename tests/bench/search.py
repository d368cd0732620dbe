#!/usr/bin/env python3
"""How well and how fast search finds what players ask: `python tests/bench/search.py [--whole BOOK=PATH …]`

Over the books that ship, by tests/data/questions.yaml and held-out-questions.yaml. Over each whole book given
(`--whole mtg=rules.txt`), by tests/data/judge-questions.yaml and by the book's own glossary: every term, spelt right
and with a typo, should find a rule that its entry names. Recall@1, @3, @10 and MRR@10: a question is found at the
first rank that holds one of its rules. Beside ours, two baselines over the same rows: FTS5's bm25 with Porter's stems
and no diacritics, and rapidfuzz's WRatio; and how long a search takes in a process that goes on.

    --misses        print what is not among the first three, but for the held-out questions of judges
    --save FILE     keep the ranks
    --against FILE  print what was gained and lost since, but for the held-out questions
    --quick         leave the baselines out
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).resolve().parent.parent / "data"
DEPTH = 10
HELD_OUT = "new "
Ranker = Callable[["Question"], list[str]]


@dataclass(frozen=True)
class Question:
    """What is asked of which book, and the rules any of which answers it."""

    book: str
    style: str
    ask: str
    rules: tuple[str, ...]

    @property
    def key(self) -> str:
        """What names a question from one run to the next."""
        return f"{self.book} {self.style}: {self.ask}"


def written(name: str, books: Collection[str], prefix: str = "") -> list[Question]:
    """The questions of a file of the repository about some books."""
    entries = yaml.safe_load((DATA / name).read_text(encoding="utf-8"))
    return [
        Question(entry["book"], prefix + entry["style"], entry["ask"], tuple(entry["rules"]))
        for entry in entries
        if entry["book"] in books
    ]


def of_glossary(edition: Any) -> list[Question]:
    """Every term of a book's glossary that names a rule, as it is printed and with one typo. A rule below that one
    answers, too: `303.4` says more of Auras than 303, the section that the glossary names."""
    chance = random.Random(7)
    children = {str(entry.row.number): entry.children for entry in edition.entries()}

    def under(rule: str) -> Iterator[str]:
        yield rule
        for child in children.get(rule, ()):
            yield from under(child)

    found = []
    for entry in edition.explained():
        if entry.rules:
            name, rules = entry.names[0], tuple(each for rule in entry.rules for each in under(rule))
            found.append(Question(edition.slug, "term", name, rules))
            found.append(Question(edition.slug, "term typo", misspelt(name, chance), rules))
    return found


def misspelt(name: str, chance: random.Random) -> str:
    """A name with one slip of the fingers in its longest word: a letter left out, doubled, swapped or wrong."""
    words = name.split()
    at = max(range(len(words)), key=lambda i: len(words[i]))
    word = words[at]
    if len(word) < 3:
        return name
    i = chance.randrange(1, len(word) - 1)
    slips = (
        word[:i] + word[i + 1 :],
        word[:i] + word[i] + word[i:],
        word[: i - 1] + word[i : i + 1] + word[i - 1] + word[i + 1 :] if i > 1 else word[:i] + word[i + 1 :],
        word[:i] + chance.choice("aeiourstn") + word[i + 1 :],
    )
    words[at] = chance.choice(slips)
    return " ".join(words)


# --- rankers


def ours(library: Any) -> Ranker:
    """Search as it ships."""
    return lambda q: [str(hit.rule.number) for hit in library.search(q.ask, book=q.book, limit=DEPTH)]


def rows_of(edition: Any) -> list[tuple[str, str]]:
    """Each row's number and all its words, official and restated."""
    rows = []
    for entry in edition.entries():
        words = (entry.row.words, *entry.row.restated.values())
        parts = [entry.row.title, *(part for w in words for part in (w.title, w.text, *w.examples, *w.notes))]
        rows.append((str(entry.row.number), "\n".join(filter(None, parts))))
    return rows


def fts5(library: Any) -> Ranker:
    """SQLite's own search over whole rows: bm25, Porter's stems, diacritics removed."""
    import re
    import sqlite3

    tables: dict[str, sqlite3.Connection] = {}

    def rank(q: Question) -> list[str]:
        if q.book not in tables:
            tables[q.book] = sqlite3.connect(":memory:")
            tables[q.book].execute(
                "CREATE VIRTUAL TABLE t USING fts5 (number UNINDEXED, words,"
                " tokenize = 'porter unicode61 remove_diacritics 2')"
            )
            tables[q.book].executemany("INSERT INTO t VALUES (?, ?)", rows_of(library.installed.edition(q.book)))
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", q.ask))
        sql = "SELECT number FROM t WHERE t MATCH ? ORDER BY bm25(t), rowid LIMIT ?"
        return [number for (number,) in tables[q.book].execute(sql, (words or '""', DEPTH))]

    return rank


def wratio(library: Any) -> Ranker:
    """The obvious use of rapidfuzz: WRatio over whole rows."""
    from rapidfuzz import fuzz, process, utils

    tables: dict[str, tuple[list[str], list[str]]] = {}

    def rank(q: Question) -> list[str]:
        if q.book not in tables:
            rows = rows_of(library.installed.edition(q.book))
            tables[q.book] = [number for number, _ in rows], [utils.default_process(words) for _, words in rows]
        numbers, texts = tables[q.book]
        found = process.extract(utils.default_process(q.ask), texts, scorer=fuzz.WRatio, limit=DEPTH)
        return [numbers[at] for _, _, at in found]

    return rank


# --- measures


def rank_in(found: Sequence[str], question: Question) -> int | None:
    """At which place a right rule is, counted from 1; None where it is not among those found."""
    return next((n for n, number in enumerate(found, 1) if number in question.rules), None)


def figures(ranks: Sequence[int | None]) -> str:
    """The measures of a list of ranks, as a line."""
    count = len(ranks)
    at = {k: sum(rank is not None and rank <= k for rank in ranks) / count for k in (1, 3, 10)}
    mrr = sum(1 / rank for rank in ranks if rank) / count
    return f"{count:4} questions   @1 {at[1]:.2f}   @3 {at[3]:.2f}   @10 {at[10]:.2f}   MRR {mrr:.3f}"


def table(questions: Sequence[Question], ranks: Sequence[int | None]) -> Iterator[str]:
    """A line for each style, each book, and all."""
    groups: dict[str, list[int | None]] = defaultdict(list)
    for question, rank in zip(questions, ranks, strict=True):
        groups[f"  {question.style}"].append(rank)
        groups[question.book].append(rank)
    for name in sorted(groups):
        yield f"{name:20} {figures(groups[name])}"
    yield f"{'all':20} {figures(ranks)}"


def speeds(questions: Sequence[Question], rank: Ranker) -> Iterator[str]:
    """Milliseconds a search takes, by style: the second time each is asked, as in a process that goes on."""
    taken: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        begun = time.perf_counter()
        rank(question)
        taken[question.style].append((time.perf_counter() - begun) * 1000)
    for style in sorted(taken):
        times = sorted(taken[style])
        middle, late = statistics.median(times), times[int(len(times) * 0.95)]
        yield f"  {style:18} median {middle:6.2f} ms   95 of 100 within {late:6.2f} ms   worst {times[-1]:6.2f} ms"


def changes(ranks: Mapping[str, int | None], before: Mapping[str, int | None]) -> Iterator[str]:
    """What was gained and lost since a saved run, question by question."""
    far = DEPTH + 1
    for key in sorted(key for key in ranks.keys() & before.keys() if f" {HELD_OUT}" not in key):
        old, new = before[key] or far, ranks[key] or far
        if old != new:
            yield f"{'gained' if new < old else 'LOST  '} {before[key] or '-':>2} -> {ranks[key] or '-':>2}  {key}"


# --- runs


def run(title: str, questions: Sequence[Question], library: Any, options: argparse.Namespace) -> dict[str, int | None]:
    """Ask everything of one library, print, and give the ranks that we give."""
    print(f"\n{title}")
    rankers = (
        {"ours": ours(library)}
        if options.quick
        else {"FTS5": fts5(library), "WRatio": wratio(library), "ours": ours(library)}
    )
    ranks: list[int | None] = []
    for name, ranker in rankers.items():
        ranks = [rank_in(ranker(question), question) for question in questions]
        print(name)
        print("\n".join(table(questions, ranks)))
    print("\n".join(speeds(questions, rankers["ours"])))
    for question, rank in zip(questions, ranks, strict=True):
        if options.misses and (rank is None or rank > 3) and not question.style.startswith(HELD_OUT):
            print(f"{rank or '-':>3} {question.key!r} -> {', '.join(question.rules)}")
    return {question.key: rank for question, rank in zip(questions, ranks, strict=True)}


def run_shipped(options: argparse.Namespace) -> dict[str, int | None]:
    """The books that ship."""
    from rules_cli import Library

    library = Library.open()
    slugs = library.installed.slugs()
    questions = written("questions.yaml", slugs) + written("held-out-questions.yaml", slugs, HELD_OUT)
    return run("books that ship", questions, library, options)


def run_whole(options: argparse.Namespace) -> dict[str, int | None]:
    """Whole books, imported."""
    sys.path.insert(0, str(DATA.parent))
    from support import import_book

    from rules_cli import Library

    library = Library.open()
    books = dict(pair.partition("=")[::2] for pair in options.whole)
    questions = written("judge-questions.yaml", books, HELD_OUT)
    for slug, path in books.items():
        import_book(library.installed, [Path(path)], slug)
        questions += of_glossary(library.installed.edition(slug))
    return run("whole books", questions, library, options)


def main() -> None:
    """Ask everything and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="append", default=[], metavar="BOOK=PATH")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    ranks: dict[str, int | None] = {}
    for each in (run_shipped, run_whole) if options.whole else (run_shipped,):
        with tempfile.TemporaryDirectory() as home:
            os.environ["RULES_HOME"] = home
            ranks |= each(options)
    if options.save:
        options.save.write_text(json.dumps(ranks, ensure_ascii=False, indent=1), encoding="utf-8")
    if options.against:
        print("\n".join(changes(ranks, json.loads(options.against.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()
