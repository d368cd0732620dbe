#!/usr/bin/env python3
"""How long an import takes: `python tests/bench/importing.py RULEBOOK.txt [BOOK]`

From the shell, of a book that is not installed yet, with its search index, in turns with a bare script that splits the
same text into rules with one regular expression and inserts them into an FTS5 table: medians, their ratio, and peak
memory. Then where the time goes, how it grows with the size of a made-up book, and a look-up with ten editions
installed against `import typer`.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROUNDS = 9
BARE = r"""
import re, sqlite3, sys
text = open(sys.argv[1], encoding="utf-8-sig", errors="replace", newline=None).read()
rules = re.findall(r"^(\d+(?:\.\d+)*[a-z]*)\.? +(.*(?:\n(?!\d+\.).*)*)", text, re.M)
db = sqlite3.connect(sys.argv[2])
db.execute("CREATE VIRTUAL TABLE rule USING fts5 (number, text)")
db.executemany("INSERT INTO rule VALUES (?, ?)", rules)
db.commit()
"""
_PEAK = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);" + (
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
)


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The wall time of one run; raises CalledProcessError where it fails."""
    begun = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return time.perf_counter() - begun


def against_a_bare_script(path: str, book: str, home: Path, environment: dict[str, str]) -> None:
    """Import a book and split it bare, in turns."""
    importing = [sys.executable, "-m", "rules_cli", "import", path, "--book", book]
    whole, bare = [], []
    for turn in range(ROUNDS + 1):
        shutil.rmtree(home / "data" / "books" / book, ignore_errors=True)
        for made in (home / "cache").rglob(f"{book}@*"):  # its indexes, which the same words would find again
            made.unlink()
        took = seconds(importing, environment)
        database = home / f"bare-{turn}.db"
        splitting = seconds([sys.executable, "-c", BARE, path, str(database)], environment)
        if turn:  # the first of each warms the disk, and reads the book's profile for all that follow
            whole.append(took)
            bare.append(splitting)
    ours, theirs = statistics.median(whole), statistics.median(bare)
    peak = subprocess.run(
        [sys.executable, "-c", _PEAK, *importing, "--replace"], env=environment, capture_output=True, check=True
    )
    print(
        f"import                {ours * 1000:7.0f} ms   {ours / theirs:5.2f} x a bare script ({theirs * 1000:.0f} ms)"
    )
    print(f"peak memory           {int(peak.stdout):7} MiB")


def steps(path: str, book: str) -> None:
    """Where the time of an import goes, in process."""
    from rules_cli.formats import read_files
    from rules_cli.parse import parse
    from rules_cli.sources.importing import profile_of
    from rules_cli.store import index, tree_yaml

    def timed(name: str, step: Callable[[], Any]) -> Any:
        begun = time.perf_counter()
        made = step()
        print(f"  {name:20}{(time.perf_counter() - begun) * 1000:7.0f} ms")
        return made

    documents = timed("read lines", lambda: read_files([Path(path)]))
    parsed = timed("parse the tree", lambda: parse(documents, profile_of(book), book, "1"))
    timed("write YAML", lambda: tree_yaml.dump(parsed))
    timed("build the index", lambda: index.build(parsed, None))


def made_up(rules: int) -> str:
    """A book of so many rules, laid out like a real one."""
    text = ["Kite Rules\n\nEffective as of May 1, 2024."]
    for at in range(rules):
        if at % 100 == 0:
            text.append(f"{at // 100 + 1} Kites of kind {at // 100}")
        text.append(
            f"{at // 100 + 1}.{at % 100 + 1} A kite of kind {at} is flown by its owner from a ship, and may be cut"
            f" loose whenever its line, as in rule {at // 100 + 1}.{(at * 7) % 100 + 1}, is broken by effect {at}."
        )
    return "\n\n".join(text)


def growth(home: Path, environment: dict[str, str]) -> None:
    """How an import grows with the number of rules."""
    for rules in (2_500, 5_000, 10_000, 20_000):
        path = home / "kites.txt"
        path.write_text(made_up(rules), encoding="utf-8")
        importing = [sys.executable, "-m", "rules_cli", "import", str(path), "--book", "kites", "--replace"]
        took = min(seconds(importing, environment) for _ in range(3))
        print(f"  {rules:6} made-up rules{took * 1000:7.0f} ms   {took / rules * 1e6:5.0f} µs a rule")


def with_ten_editions(path: str, book: str, environment: dict[str, str]) -> None:
    """A look-up while ten editions of the book are installed."""
    for year in range(2011, 2021):
        seconds(
            [sys.executable, "-m", "rules_cli", "import", path, "--book", book, "--edition", f"{year}-01-01"],
            environment,
        )
    number = re.search(r"^(\d+\.\d+)\D", Path(path).read_text(encoding="utf-8-sig", errors="replace"), re.M)
    show = [sys.executable, "-m", "rules_cli", "show", f"{book}:{number[1] if number else 1}"]
    typer = [sys.executable, "-c", "import typer"]
    times = [(seconds(show, environment), seconds(typer, environment)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"show, of ten editions {ours * 1000:7.1f} ms   {ours / theirs:5.2f} x import typer")


def main() -> None:
    """Measure and print."""
    path, book = sys.argv[1], (sys.argv[2:] or ["mtg"])[0]
    home = Path(tempfile.mkdtemp(prefix="rules-bench-"))
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["RULES_HOME"] = str(home)
    try:
        against_a_bare_script(path, book, home, environment)
        steps(path, book)
        growth(home, environment)
        with_ten_editions(path, book, environment)
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
