#!/usr/bin/env python3
"""Search at a million rules: `python tests/bench/scale.py [--books 300] [--rules 3334] [--home FOLDER]`

Makes a library of books in words of its own (frequent ones in every book, rare ones in one), lets search build what
it needs, then asks every book at once in a fresh process: how long that takes (of processor time, since machines are
busy), the memory, the sizes on the disk, and the time that building took. With `--home` the library is kept there,
and only asked if it is there already.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

COMMON, OWN = 12_000, 600  # words that all books share, and that each has to itself
WORDS = (8, 45)  # in a rule
SECTION = 40  # rules
ASKED = 200
SYLLABLES = "ba co da fe gi ha jo ka le mi no pu ra se ti vo wa xe yo zu bra cle dro fli gro ple sta tri".split()


def words(count: int, chance: random.Random) -> list[str]:
    """Different words of two to four syllables, the shorter the more frequent."""
    found: dict[str, None] = {}
    while len(found) < count:
        size = 2 if len(found) < 300 else 3 if len(found) < 5000 else 4
        found["".join(chance.choices(SYLLABLES, k=size))] = None
    return list(found)


def install(books: int, rules: int) -> None:
    """Write a library of books."""
    from rules_cli.model import Book, Row, RuleNumber, RuleText
    from rules_cli.store.editions import InstalledBooks

    chance = random.Random(1)
    common = words(COMMON, chance)
    weights = list(accumulate(1 / (rank + 3) for rank in range(COMMON + OWN)))

    def text(vocabulary: list[str], low: int, high: int) -> str:
        return " ".join(chance.choices(vocabulary, cum_weights=weights, k=chance.randint(low, high))) + "."

    def rows(vocabulary: list[str]) -> Iterator[Row]:
        for at in range(rules):
            section, number = divmod(at, SECTION)
            if not number:
                yield Row(RuleNumber(str(section + 1)), "heading", None, text(vocabulary, 1, 3)[:-1].title())
            parent = RuleNumber(str(section + 1))
            yield Row(
                RuleNumber(f"{section + 1}.{number + 1}"), "rule", parent, None, RuleText(text(vocabulary, *WORDS))
            )

    installed = InstalledBooks()
    for at in range(books):
        own = [f"{word}{chance.choice(SYLLABLES)}q" for word in words(OWN, chance)]
        installed.install(Book(f"book-{at:03}", "2020-01-01", f"Book {at}", "en", tuple(rows(common + own))))


def questions(count: int) -> list[str]:
    """Words of rules as they stand, in another order, some with a slip of the fingers."""
    from rules_cli import Library

    library = Library.open()
    chance = random.Random(2)
    found = []
    for at in range(count):
        edition = library.installed.edition(f"book-{chance.randrange(len(library.installed.slugs()) - 4):03}")
        rows = int(edition.about["rows"])
        text = next(
            entry.row.words.text
            for entry in edition.index.between(chance.randrange(1, rows), rows)
            if entry.row.words.text
        )
        asked = chance.sample(text[:-1].split(), k=min(chance.randint(1, 5), len(text.split())))
        if at % 4 == 0:
            word = max(asked, key=len)
            asked[asked.index(word)] = word[:2] + word[3:]
        found.append(" ".join(asked))
    return found


def ask() -> None:
    """Ask everything of all books, and print figures as JSON: what a fresh process pays and holds."""
    from rules_cli import Library

    asked = questions(ASKED)
    library = Library.open()
    begun = time.perf_counter()
    library.search(asked[0])
    first = time.perf_counter() - begun
    times = []
    for question in asked:
        begun = time.process_time()
        library.search(question)
        times.append((time.process_time() - begun) * 1000)
    begun = time.process_time()
    library.search(" ".join(" ".join(asked).split()[:200]))
    print(
        json.dumps(
            {
                "first search, seconds": first,
                "median, ms": statistics.median(times),
                "95 of 100 within, ms": sorted(times)[int(len(times) * 0.95)],
                "worst, ms": max(times),
                "200 words, ms": (time.process_time() - begun) * 1000,
                "memory, MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            }
        )
    )


def sizes(home: Path) -> Iterator[str]:
    """What the library and each of its caches take on the disk."""
    for folder in ("data", "cache/index", "cache/search"):
        total = sum(path.stat().st_size for path in (home / folder).rglob("*") if path.is_file())
        yield f"{folder:14} {total / 2**20:8.1f} MiB"


def run(home: Path, books: int, rules: int) -> None:
    """Build what is not there, and ask."""
    os.environ["RULES_HOME"] = str(home)
    if not (home / "data").exists():
        begun = time.perf_counter()
        install(books, rules)
        print(f"{books} books of {rules} rules installed in {time.perf_counter() - begun:.0f} s")
    for label in ("with building", "once built"):
        begun = time.perf_counter()
        done = subprocess.run([sys.executable, __file__, "--ask"], capture_output=True, text=True, check=True)
        print(f"asked in a fresh process, {label}: {time.perf_counter() - begun:.1f} s in all")
        for name, value in json.loads(done.stdout).items():
            print(f"  {name:24} {value:9.2f}")
    print("\n".join(sizes(home)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=int, default=300)
    parser.add_argument("--rules", type=int, default=3334)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--ask", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ask:
        ask()
    elif options.home:
        run(options.home, options.books, options.rules)
    else:
        with tempfile.TemporaryDirectory() as home:
            run(Path(home), options.books, options.rules)


if __name__ == "__main__":
    main()
