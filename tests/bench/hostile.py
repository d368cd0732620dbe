"""What the largest and most hostile files cost: each in a process of its own, with its time and memory.

`python tests/bench/hostile.py [WORDS…]` tries all inputs, or those whose names hold the words.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import huge  # noqa: E402

LONGEST = 600  # seconds


def commands() -> Iterator[tuple[str, str, huge.Make, list[str]]]:
    """Every input: what it is, its file's name, how to make it, and what to ask of it."""
    for what, (name, make) in huge.BOOKS.items():
        yield what, name, make, ["import", "FILE", "--book", "kites"]
    for what, (name, make) in huge.PROFILES.items():
        yield what, name, make, ["import", "SMALL", "--book", "kites", "--profile", "FILE"]
    for what, (name, make) in huge.TREES.items():
        yield what, name, make, ["tree", "kites"]
    for what, (name, make) in huge.CARDS.items():
        yield what, name, make, ["name", "import", "FILE", "-b", "fab"]
    for what, (name, make) in huge.TEXTS.items():
        yield what, name, make, ["check", "FILE", "-b", "mtg"]


def tried(name: str, data: bytes, words: list[str]) -> tuple[float, int, str]:
    """The CPU time and memory (MB) that a command takes, children included, and what it says last."""
    with TemporaryDirectory(prefix="rules-hostile-") as folder:
        home = Path(folder)
        file = home / "data" / "books" / "kites" / name if words[0] == "tree" else home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        (home / "small.txt").write_text("1 Ships\n1.1 A ship.\n", encoding="utf-8")
        argv = [{"FILE": str(file), "SMALL": str(home / "small.txt")}.get(word, word) for word in words]
        env = {**os.environ, "RULES_HOME": str(home), "PYTHONPATH": str(ROOT)}
        run = [sys.executable, __file__, "--inside", sys.executable, "-m", "rules_cli", *argv]
        said = subprocess.run(run, env=env, capture_output=True, text=True, errors="replace").stdout
        seconds, memory, words_ = said.split("\n", 2)
        return float(seconds), int(memory), words_.strip().replace(folder, "")


def inside(argv: list[str]) -> None:
    """Run a command and say what it took."""
    try:
        done = subprocess.run(argv, capture_output=True, timeout=LONGEST)
        code, last = str(done.returncode), (done.stderr or done.stdout).decode(errors="replace").strip()[:110]
    except subprocess.TimeoutExpired:
        code, last = "killed", f"after {LONGEST} s"
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = last.partition("\n")[0]
    sys.stdout.write(f"{used.ru_utime + used.ru_stime:.1f}\n{used.ru_maxrss // 1024}\n{code}: {line}")


def main() -> None:
    """Try all, slowest last."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("words", nargs="*")
    asked.add_argument("--size", type=float, default=1.0, help="of the full size")
    options = asked.parse_args()
    for what, name, make, words in commands():
        if all(word.lower() in what.lower() for word in options.words):
            data = make(options.size)
            seconds, memory, said = tried(name, data, words)
            sys.stdout.write(f"{seconds:7.1f} s {memory:6} MB  {what} ({len(data) / 1e6:.1f} MB): {said}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    inside(sys.argv[2:]) if sys.argv[1:2] == ["--inside"] else main()
