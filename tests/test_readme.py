"""The README shows what the tool prints: every `$ rules …` in it is run, and its output compared."""

from __future__ import annotations

import re
import shlex

import pytest
from support import ROOT, Run

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [block for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL) if block.startswith("$ rules")]
CALLS = [
    call
    for block in CONSOLE
    for call in re.findall(r"\$ (rules .*?)\n(.*?)(?=^\$ |\Z)", block, re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize(("command", "printed"), CALLS, ids=[command for command, _ in CALLS])
def test_shown_output_is_what_the_commands_print(
    run: Run, command: str, printed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    ran = run(*shlex.split(command)[1:])
    assert (ran.out or ran.err) == printed


def test_the_two_set_up_lines_are_there() -> None:
    lines = [line.strip() for line in README.splitlines() if line.startswith("    python3 -m venv")]
    assert len(lines) == 2
    assert "rules 2.7.3a -b fab" in lines[0]
    assert lines[1].endswith("pytest")


def test_python_examples_run() -> None:
    for example in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(example, "README.md", "exec"), {})  # the README is ours


def test_it_is_short_enough_to_read() -> None:
    assert len(README.splitlines()) <= 200
