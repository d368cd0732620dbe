#!/usr/bin/env python3
"""Search in ten books: `python tests/bench/scale.py [--books 10] [--rules 3334] [--home FOLDER]`

Makes books of words of its own, the frequent ones in every book, the rare ones in one. A process of its own then asks
all books at once, and prints processor time and memory. Exits with 1 if the median or the memory is above its limit.
`--home` keeps the library there; a library that is there already is only asked.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path

COMMON, OWN = 12_000, 600  # words that all books share, and that each has to itself
WORDS = (8, 45)  # in a rule
SECTION = 40  # rules
ASKED = 200
MEDIAN, MEMORY = 60, 300  # limits: milliseconds of processor time, MiB
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

    def text(vocabulary: Sequence[str], least: int, most: int) -> str:
        return " ".join(chance.choices(vocabulary, cum_weights=weights, k=chance.randint(least, most)))

    def rows(vocabulary: Sequence[str]) -> Iterator[Row]:
        for at in range(rules):
            section, number = divmod(at, SECTION)
            parent = RuleNumber(str(section + 1))
            if not number:
                yield Row(parent, "heading", None, text(vocabulary, 1, 3).title())
            yield Row(RuleNumber(f"{parent}.{number + 1}"), "rule", parent, None, RuleText(text(vocabulary, *WORDS)))

    installed = InstalledBooks()
    for at in range(books):
        own = [f"{word}{chance.choice(SYLLABLES)}q" for word in words(OWN, chance)]
        installed.install(Book(f"book-{at:03}", "2020-01-01", f"Book {at}", "en", tuple(rows([*common, *own]))))


def questions(count: int) -> Iterator[str]:
    """Words of rules in another order, in every fourth question with a slip of the fingers."""
    from rules_cli import Library

    installed = Library.open().installed
    books = [slug for slug in installed.slugs() if slug.startswith("book-")]
    chance = random.Random(2)
    for at in range(count):
        rules = [entry.row.words.text for entry in installed.edition(chance.choice(books)).entries()]
        asked = chance.choice([text for text in rules if text]).split()
        asked = chance.sample(asked, k=min(chance.randint(1, 5), len(asked)))
        if at % 4 == 0:
            asked[0] = asked[0][:2] + asked[0][3:]
        yield " ".join(asked)


def ask(asked: Sequence[str]) -> int:
    """Ask everything of all books, and print figures; return 1 if one is above its limit."""
    from rules_cli import Library

    library = Library.open()
    library.search(asked[0])
    times = []
    for question in [*asked, " ".join(" ".join(asked).split()[:200])]:
        begun = time.process_time()
        library.search(question)
        times.append((time.process_time() - begun) * 1000)
    median, memory = statistics.median(times), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"median {median:.1f} ms, worst {max(times):.0f} ms, 200 words {times[-1]:.0f} ms, memory {memory:.0f} MiB")
    return int(median > MEDIAN or memory > MEMORY)


def run(home: Path, books: int, rules: int) -> int:
    """Build what is not there, and ask."""
    os.environ["RULES_HOME"] = str(home)
    if not (home / "data").exists():
        install(books, rules)
    asked = "\n".join(questions(ASKED))
    command = [sys.executable, __file__, "--ask"]
    for _ in ("builds what search needs", "is measured"):
        done = subprocess.run(command, input=asked, text=True, check=False)
    return done.returncode


def main() -> int:
    """Read the options, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--books", type=int, default=10)
    parser.add_argument("--rules", type=int, default=3334)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--ask", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ask:
        return ask(sys.stdin.read().splitlines())
    if options.home:
        return run(options.home, options.books, options.rules)
    with tempfile.TemporaryDirectory() as home:
        return run(Path(home), options.books, options.rules)


if __name__ == "__main__":
    raise SystemExit(main())
