#!/usr/bin/env python3
"""Refresh the output below every `$ rules …` in a document: `python tests/readme.py [FILE]`, by default README.md."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def output_of(command: str, home: str) -> str:
    """Return what a command prints; its error line if it prints nothing else."""
    environment = {**os.environ, "RULES_HOME": home, "LANG": "en_GB.UTF-8", "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-m", "rules_cli", *shlex.split(command)[1:]]
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    return ran.stdout or ran.stderr


def main() -> None:
    """Refresh one document."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "README.md"
    with tempfile.TemporaryDirectory() as home:

        def refreshed(block: re.Match[str]) -> str:
            commands = [line for line in block[1].splitlines() if line.startswith("$ rules")]
            shown = "".join(f"{each}\n{output_of(each[2:], home)}" for each in commands)
            return f"```console\n{shown}```"

        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"```console\n(\$ rules.*?)```", refreshed, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
