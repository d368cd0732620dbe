#!/usr/bin/env python3
"""The worst that a question can be, against starting Python with typer: `python tests/bench/worst.py`

In process: a hand of twelve, twenty sources of mana with fifteen symbols, and (through the shell) ten thousand pairs
of names from standard input.
"""

from __future__ import annotations

import subprocess
import sys
import time

from rules_cli import cost

QUESTIONS = {
    "fab: a hand of 12": ("fab", ["8+3c", "--hand", "3c,3,2c,2,1c,1,3c,3,2c,2,1c,1"]),
    "fab: a hand of 12, all different": ("fab", ["20+10c", "--hand", "9,9c,8,8c,7,7c,6,6c,5,5c,4,4c"]),
    "mtg: 20 sources, 15 symbols": (
        "mtg",
        ["5W/UU/BB/RR/GG/WWUBRG", "--have", "W/UU/BB/RR/GG/WW/BU/RB/GR/WG/UAAAAAWUBRG"],
    ),
}
PAIRS = "".join(f"Name {i} of Orla, the {i % 97}th\tName {i * 7} of Orla, the {i % 89}th\n" for i in range(10_000))


def seconds(command: list[str], typed: str = "") -> float:
    """The wall time of one run."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *command], input=typed, capture_output=True, text=True, check=False)
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    base = min(seconds(["-c", "import typer"]) for _ in range(5))
    for name, (game, words) in QUESTIONS.items():
        cost(game, ["0"])
        begun = time.perf_counter()
        cost(game, words)
        took = time.perf_counter() - begun
        print(f"{name:36} {took * 1000:8.1f} ms   {took / base:6.2f} x import typer")
    took = seconds(["-m", "rules_cli", "name", "match", "-", "-b", "fab", "--json"], PAIRS)
    print(f"{'10,000 pairs of names':36} {took * 1000:8.1f} ms   {took / base:6.2f} x import typer")


if __name__ == "__main__":
    main()
