"""The documents are complete: every key of every data file, every command; and every link works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import ROOT

from rules_cli.cli.app import command_named
from rules_cli.cli.commands import COMMANDS
from rules_cli.store.data_files import load_yaml

DATA_FILES = (ROOT / "docs" / "data-files.md").read_text(encoding="utf-8")
INTERFACE = (ROOT / "docs" / "interface.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def section_of(name: str) -> str:
    """Return the section of docs/data-files.md about a file; one with the code of a language is of the thesaurus."""
    title = "data/thesaurus" if len(name.removesuffix(".yaml")) == 2 else name
    found = re.search(rf"^## {re.escape(title)}.*?(?=^## |\Z)", DATA_FILES, re.MULTILINE | re.DOTALL)
    assert found, name
    return found[0]


@pytest.mark.parametrize(
    "path",
    [*(ROOT / "data" / "books").glob("*/*.yaml"), *(ROOT / "data" / "thesaurus").glob("*.yaml")],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_every_key_of_a_data_file_is_explained(path: Path) -> None:
    text = DATA_FILES if path.name != "profile.yaml" else (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
    documented = text if path.name == "profile.yaml" else section_of(path.name)
    missing = [key for key in load_yaml(path) if f"`{key}`" not in documented]
    assert not missing


def test_every_command_is_in_the_interface() -> None:
    assert [name for name in COMMANDS if f"rules {name}" not in INTERFACE] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_to_a_file(path: Path) -> None:
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (path.parent / link).exists()] == []


def options_of_commands() -> set[tuple[str, str]]:
    """Return each option of each command, `("show", "--depth")`."""
    found = set()
    for name in COMMANDS:
        command = command_named(name)
        below = {f"{name} {each}": command.commands[each] for each in getattr(command, "commands", ())}
        for full_name, each in (below or {name: command}).items():
            found |= {(full_name, option) for parameter in each.params for option in parameter.opts}
            found |= {(full_name, option) for parameter in each.params for option in parameter.secondary_opts}
    return {(name, option) for name, option in found if option.startswith("-") and option not in ("-h", "--help")}


def test_the_interface_has_every_option_of_every_command_and_no_other() -> None:
    table = re.search(r"^## Options\n(.*?)^## ", INTERFACE, re.MULTILINE | re.DOTALL)
    assert table
    rows = [re.split(r"(?<!\\)\|", line) for line in table[1].splitlines() if line.startswith("| `")]
    documented = [
        (name.strip(), option)
        for _, options, names, *_ in rows
        for name in names.split(",")
        for option in re.findall(r"`(--?[\w-]+)", options)
    ]
    assert len(documented) == len(set(documented))
    assert set(documented) == options_of_commands()
