#!/usr/bin/env python3
"""How fast a look-up is, against what can't be helped: `python tests/bench/startup.py`

Prints medians and their ratios to `python -c "import typer"`, measured in turns in the same run, since machines
are noisy. In process: the time of one `Library.rule()`.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 21
SHOW = [sys.executable, "-m", "rules_cli", "show", "fab:2.7.3", "--json"]
QUESTIONS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import typer": [sys.executable, "-c", "import typer"],
    "rules show fab:2.7.3 --json": SHOW,
    "rules show fab:2.7.3": SHOW[:-1],
    "rules search moniker": [sys.executable, "-m", "rules_cli", "search", "moniker"],
    "rules name match": [
        sys.executable,
        "-m",
        "rules_cli",
        "name",
        "match",
        "-b",
        "fab",
        "Dawnblade",
        "Dawnblade, Resplendent",
    ],
    "rules cost fab": [sys.executable, "-m", "rules_cli", "cost", "fab", "3", "+1", "-2"],
}


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """The wall time of one run, its output thrown away into a pipe."""
    begun = time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=False)
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    home = tempfile.mkdtemp(prefix="rules-bench-")
    environment = {**os.environ, "RULES_HOME": home}
    try:
        firsts = []
        for _ in range(5):
            shutil.rmtree(home)
            firsts.append(seconds(SHOW, environment))
        times: dict[str, list[float]] = {name: [] for name in QUESTIONS}
        for _ in range(ROUNDS):
            for name, command in QUESTIONS.items():
                times[name].append(seconds(command, environment))
        base = statistics.median(times["import typer"])
        for name, found in times.items():
            middle = statistics.median(found)
            print(f"{name:32} {middle * 1000:7.1f} ms   {middle / base:5.2f} x import typer")
        first = statistics.median(firsts)
        print(f"{'the first call ever':32} {first * 1000:7.1f} ms   {first / base:5.2f} x import typer")
        os.environ["RULES_HOME"] = home
        from rules_cli import Library

        library = Library.open()
        library.rule("fab:2.7.3a")
        begun = time.perf_counter()
        for _ in range(2000):
            library.rule("fab:2.7.3a")
        print(f"{'Library.rule() in process':32} {(time.perf_counter() - begun) / 2000 * 1e6:7.1f} µs")
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
