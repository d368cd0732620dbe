#!/usr/bin/env python3
"""How fast `rules look` is in a terminal: `look.py RULEBOOK [ROUNDS]`, with the text of whole Magic as the rulebook.

Measures the time to the first screen, in turns with `python -c "import typer"`, and the time from a key to the list.
A busy machine makes both longer, so the processor time of a key is measured as well. Exits 1 if that of 95 of 100 keys,
or the first screen, is beyond its limit.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

LIMIT_OF_FIRST_SCREEN = 1.0  # times `import typer`
LIMIT_OF_A_KEY = 16  # milliseconds, for 95 of 100 keys: a screen shows 60 pictures in a second
WORDS = ["deathtouch trample", "legend rule", "702.19b", "library empty", "state-based actions", "can i respond"]
QUIET = 0.06  # seconds without output: the screen is drawn; on a busy machine, the list is drawn 20 ms after the words


def started(environment: dict[str, str]) -> tuple[int, int, float]:
    """Start `rules look` in a new terminal; return the process, the terminal and the time of its first screen."""
    begun = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(environment)
        os.execv(sys.executable, [sys.executable, "-m", "rules_cli", "look"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    while b">" not in seen.replace(b"\x1b[>", b""):
        seen += os.read(terminal, 65536)
    return process, terminal, time.perf_counter() - begun


def drawn(terminal: int, patience: float) -> float | None:
    """Return when the last of the output came, once there is no more; None if none came."""
    last = None
    while select.select([terminal], [], [], QUIET if last else patience)[0]:
        os.read(terminal, 65536)
        last = time.perf_counter()
    return last


def worked(process: int) -> float:
    """Return the processor time in seconds that all threads of a process have taken."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def keys(environment: dict[str, str]) -> list[tuple[float, float]]:
    """Return how long each key took to be drawn after the first search, and its processor time."""
    process, terminal, _ = started(environment)
    time.sleep(1)
    os.write(terminal, b"warm\x15")
    time.sleep(2)
    drawn(terminal, 0.5)
    taken = []
    for word in WORDS:
        for key in word.encode():
            before, begun = worked(process), time.perf_counter()
            os.write(terminal, bytes([key]))
            if (end := drawn(terminal, 0.5)) is not None:
                taken.append((end - begun, worked(process) - before))
            time.sleep(0.03)
        os.write(terminal, b"\x15")
        time.sleep(0.1)
        drawn(terminal, 0.1)
    os.write(terminal, b"\x04")
    os.close(terminal)
    os.waitpid(process, 0)
    return taken


def imported(environment: dict[str, str], rulebook: str) -> None:
    """Import the rulebook as the book `mtg`."""
    command = [sys.executable, "-m", "rules_cli", "import", rulebook, "--book", "mtg"]
    subprocess.run(command, env=environment, capture_output=True, check=True)


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "RULES_HOME": home, "RULES_BOOK": "mtg", "TERM": "xterm-256color"}
        imported(environment, sys.argv[1])
        base, first = [], []
        for _ in range(rounds):
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", "import typer"], check=True)
            base.append(time.perf_counter() - begun)
            process, terminal, taken = started(environment)
            first.append(taken)
            os.write(terminal, b"\x04")
            os.close(terminal)
            os.waitpid(process, 0)
        times, processor = zip(*keys(environment), strict=True)
    ratio = min(first) / min(base)
    slow, slowest = (statistics.quantiles(each, n=20)[-1] * 1000 for each in (times, processor))
    print(f"first screen {min(first) * 1000:.0f} ms, {ratio:.2f} times import typer (limit {LIMIT_OF_FIRST_SCREEN})")
    print(f"a key: median {statistics.median(times) * 1000:.1f} ms, p95 {slow:.1f} ms")
    print(f"its processor time: p95 {slowest:.1f} ms (limit {LIMIT_OF_A_KEY} ms)")
    return int(ratio > LIMIT_OF_FIRST_SCREEN or slowest > LIMIT_OF_A_KEY)


if __name__ == "__main__":
    sys.exit(main())
