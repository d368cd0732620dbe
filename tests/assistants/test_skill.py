"""The page for assistants with a shell: short, with front matter, and every command on it works."""

from __future__ import annotations

import re
import shlex

import pytest
from support import Run

from rules_cli.assistants.skill import page
from rules_cli.cli.commands import COMMANDS

NAMED = re.findall(r"\brules ((?!-)[a-z]+\b[^`\n|]*)", page())


def test_it_is_one_page_with_a_name_and_a_description(run: Run) -> None:
    printed = run("skill").out
    assert re.match(r"---\nname: rules\ndescription: \S[^\n]+\n---\n", printed)
    assert len(printed) < 8_000


@pytest.mark.parametrize("line", [line for line in NAMED if line.split()[0] in COMMANDS])
def test_each_command_on_it_is_understood(line: str, run: Run) -> None:
    words = [word for word in shlex.split(line.rstrip("; ").replace("NAME", "Fire")) if word not in ("`", "gets")]
    assert "Usage" not in run(*words[:1], "--help").err
    assert not re.search(r"no option|no command|bug", run(*words).err)
