"""docs/add-a-game.md, followed step by step: its files are written, its commands run, their output compared."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import types
from pathlib import Path

import pytest
from support import ROOT, Run

from rules_cli.store import paths

pytestmark = pytest.mark.slow  # builds a package

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/.-]+)`:\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = re.findall(r"^\$ (rules .*?)\n(.*?)(?=^\$ |^```)", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def kites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data of the project with the files of the page in it."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    make_trees().make_tree(data / "books" / "kites", [tmp_path / "kites.txt"])
    monkeypatch.setattr(paths, "data", lambda: data)


def make_trees() -> types.ModuleType:
    """Return the script data/make_trees.py as a module."""
    spec = importlib.util.spec_from_file_location("make_trees", ROOT / "data" / "make_trees.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_files_and_commands() -> None:
    assert {Path(name).name for name in FILES} >= {
        "book.yaml",
        "profile.yaml",
        "terms.yaml",
        "names.yaml",
        "costs.yaml",
    }
    assert len(COMMANDS) == 3


@pytest.mark.usefixtures("kites")
def test_every_command_prints_what_the_page_shows(run: Run) -> None:
    for command, printed in COMMANDS:
        out = run(*shlex.split(command)[1:]).out
        assert out[: len(printed)] == printed


@pytest.mark.usefixtures("kites")
def test_the_new_game_answers_searches_and_terms(run: Run) -> None:
    assert "1.2" in run("term", "let fly", "-b", "kites").out
    assert "kites:1.1a" in run("search", "string breaks", "--json").out


@pytest.mark.usefixtures("kites")
def test_the_doctor_finds_nothing_wrong(run: Run) -> None:
    assert run("doctor").code == 0
