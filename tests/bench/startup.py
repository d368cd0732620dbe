#!/usr/bin/env python3
"""How fast each command starts, as a ratio to `python -c "import typer"`: `startup.py [ROUNDS [COMMAND…]]`

All are run in turns, so that a busy machine slows them alike; the ratio is that of the medians. Prints the limit
beside each ratio that has one. Also prints the time of one `Library.rule()` in process.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from pathlib import Path

ROUNDS = 15
BASE = "import typer"
RULES = [sys.executable, "-m", "rules_cli"]
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    BASE: [sys.executable, "-c", "import typer"],
    **{
        line: [*RULES, *line.split()]
        for line in """
            --help
            2.7.3 -b fab
            show fab:2.7.3
            show fab:2.7.3 --json
            search moniker
            term moniker
            explain moniker
            refs fab:2.7.3
            tree fab:2.7
            cite fab:2.7.3
            name match Bravo bravo -b fab
            cost fab 3 +1 -2
            card Tide Wolf -b fab
            books
            lint fab
            export fab
            config
            doctor
            diff fabula fabula
            trace fab:2.7.3
            check README.md -b fab
            remove fab
            import nothing.txt -b kites
            fetch kites
        """.strip().splitlines()
        for line in [line.strip()]
    },
}
LIMITS = {
    "--help": 1.8,
    "2.7.3 -b fab": 1.8,
    "show fab:2.7.3": 1.8,
    "show fab:2.7.3 --json": 1.8,
    "search moniker": 2.2,
    "term moniker": 1.8,
    "explain moniker": 2.5,
    "refs fab:2.7.3": 1.8,
    "cite fab:2.7.3": 1.8,
    "name match Bravo bravo -b fab": 1.8,
    "cost fab 3 +1 -2": 1.8,
    "card Tide Wolf -b fab": 1.8,
}
CARDS = "Name\tTypes\tCard Keywords\tFunctional Text\n" + "".join(
    f"{name}\tGuardian, Action\tGo again\tDraw a card.\n" for name in ("Tide Wolf", "Tide Owl")
)
MOST_FOR_A_RULE = 20  # microseconds


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Return the processor time of one run, which other work on the machine changes least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # with it, Python compiles the modules anew at each start
    home = tempfile.mkdtemp(prefix="rules-bench-")
    os.environ["RULES_HOME"] = home
    try:
        cards = Path(home) / "cards.tsv"
        cards.write_text(CARDS, encoding="utf-8")
        subprocess.run([*RULES, "card", "import", str(cards), "-b", "fab"], capture_output=True, check=True)
        for name, command in COMMANDS.items():  # builds the caches
            if name != "doctor":
                seconds(command, dict(os.environ))
        measured = {
            name: command
            for name, command in COMMANDS.items()
            if name == BASE or not sys.argv[2:] or name.split()[0] in sys.argv[2:]
        }
        times: dict[str, list[float]] = {name: [] for name in measured}
        for _ in range(rounds):
            for name, command in measured.items():
                # The doctor throws caches away: it gets a home of its own, or the next commands would build them again.
                own = {"RULES_HOME": f"{home}-doctor"} if name == "doctor" else {}
                times[name].append(seconds(command, {**os.environ, **own}))
        exceeded = _print_ratios({name: statistics.median(found) for name, found in times.items()})
        return 1 if exceeded + _print_rule_time() else 0
    finally:
        for folder in (home, f"{home}-doctor"):
            shutil.rmtree(folder, ignore_errors=True)


def _print_ratios(medians: dict[str, float]) -> int:
    """Print each median with its ratio; return how many exceed their limit."""
    exceeded = 0
    for name, middle in medians.items():
        ratio = middle / medians[BASE]
        limit = LIMITS.get(name)
        too_slow = limit is not None and ratio > limit
        exceeded += too_slow
        said = f"  (at most {limit}{', exceeded' if too_slow else ''})" if limit else ""
        print(f"{name:32} {middle * 1000:7.1f} ms  {ratio:5.2f}{said}")
    return exceeded


def _print_rule_time() -> int:
    """Print the least time of `Library.rule()` over several runs; return 1 if it exceeds the limit."""
    from rules_cli import Library

    library = Library.open()
    library.rule("fab:2.7.3a")
    timer = time.process_time  # other work on the machine changes it least
    least = min(timeit.repeat(lambda: library.rule("fab:2.7.3a"), number=1000, repeat=7, timer=timer)) / 1000 * 1e6
    print(f"{'Library.rule() in process':32} {least:7.1f} µs  (at most {MOST_FOR_A_RULE})")
    return int(least > MOST_FOR_A_RULE)


if __name__ == "__main__":
    sys.exit(main())
