#!/usr/bin/env python3
"""Measure how long comparing editions takes: `python tests/bench/changes.py`

Measures `rules diff` from the shell on made-up editions of 750 to 6,000 rules with the same number of edits, first with
an empty cache, then with the match in the cache; then `rules trace` of a rule through 110 editions, as many as the
oldest game has. Also compares neighbouring editions in the user's library, if a book has several.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from edited import Edited, rows

from rules_cli.model import Book
from rules_cli.store.editions import InstalledBooks

EDITS = 40
EDITIONS = 110
OF_MANY = 8  # sections of a chapter in the first of these, which grow to 3,500 rows: the oldest game's have 4,000


def seconds(*argv: str) -> float:
    """Return the wall time of one command."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "rules_cli", *argv], capture_output=True, check=True)
    return time.perf_counter() - begun


def editions(slug: str, count: int, sections: int) -> int:
    """Install editions of a made-up book, each made from the one before, and return the number of its rules."""
    random = Random(sections)
    edited = Edited(random, chapters=9, sections=sections, rules=10)
    for year in range(count):
        book = Book(slug, f"{1990 + year // 12}-{1 + year % 12:02}-01", slug, "en", tuple(rows(edited.second)))
        InstalledBooks().install(book)
        edited = edited.again()
        for _ in range(EDITS):
            with suppress(StopIteration):  # a rule in which no word is left to change
                random.choice(Edited.EDITS)(edited)
    return len(book.rows)


def lasting(slug: str) -> str:
    """Return the id of a rule whose words are in the oldest edition of a book and in the newest."""
    newest, *_, oldest = InstalledBooks().all(slug)
    words = (entry.row.fingerprint or "" for entry in oldest.entries())
    return next(f"{slug}:{found[0].row.number}" for each in words if len(found := newest.with_words(each)) == 1)


def line(what: str, cold: float, kept: float) -> None:
    """Print a measure."""
    print(f"{what:44} {cold * 1000:8.0f} ms at first   {kept * 1000:8.0f} ms kept")


def main() -> None:
    """Measure and print."""
    line("import typer, for comparison", *[seconds("--version")] * 2)
    own = InstalledBooks()
    for slug in own.slugs():
        names = [edition.name for edition in own.all(slug) if not edition.shipped]
        for new, old in pairwise(names):
            shutil.rmtree(Path(os.environ.get("RULES_HOME", "/nowhere")) / "cache" / "changes", ignore_errors=True)
            line(f"diff {slug} {old} {new}", *(seconds("diff", slug, old, new) for _ in range(2)))
    home = tempfile.mkdtemp(prefix="rules-bench-")
    os.environ["RULES_HOME"] = home
    try:
        for sections in (4, 8, 16, 32, 64):
            count = editions(f"book{sections}", 2, sections)
            line(f"diff of {count} rows, {EDITS} edits", *(seconds("diff", f"book{sections}") for _ in range(2)))
        count = editions("many", EDITIONS, OF_MANY)
        line(f"trace through {EDITIONS} of {count} rows", *(seconds("trace", lasting("many")) for _ in range(2)))
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
