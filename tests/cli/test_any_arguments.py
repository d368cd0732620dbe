"""Any arguments of any command end in a documented exit code, with one line for an error."""

from __future__ import annotations

import io
import json
import socket
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import HARBOUR
from typer.main import get_command

from rules_cli.__main__ import main
from rules_cli.cli.app import app
from rules_cli.cli.commands import COMMANDS
from rules_cli.store.editions import InstalledBooks

ALL: Any = get_command(app)
STRAY = "--nope -bport --depth=1 --type=action -n5 --json=1 -- -".split()
VALUES = """
    port fab mtg ga fabula port@2026 fab@shipped port@ @ nope 1.0.1 1.0.1a port:1.0.1 port:1.0 fab:2.7.3a 1.0.1-1.0.2
    1.0.1–1.1.2 port:1.0.1~ 9.9.9 2.7.3~12345678 fragment #2 1.0.1#2 §1.0.1 : ~ - .. 0 1 -1 3 +1 -2 +1:frostbite {2}{W}
    2m X none 007 99999999999999999999 en pt xx 2024-11-08 2024-02-30 plain markdown html json yaml ndjson match moniker
    part find import book lang harbour.txt nothing.txt cards.csv . Dawnblade ship cargo discard "a 'b "ship cargo"
    in:1.0 kind:glossary title:cargo "ship
    front back split rule heading Résumé ação \u0661\u0662 \u202e \x1b[31m \udcff \U0010ffff AND NEAR * %s {0} [/b] <b>
""".split()
FITTING = "port port:1.0.1 1.0.1 fab:2.7.3a fab mtg moniker cargo ship harbour.txt cards.csv 3 +1 Gull".split()
ANYTHING = st.text(st.characters(exclude_characters="\0"), max_size=12)
OF_COSTS = """
    --hand --have --life --x --y --turn --alt --also --own --free --min --cap --set --memory --floating --type --ability
    --instant --meld --convoke --choose --tax --bonus --kindle --book --json --help
""".split()


def options_of(command: Any) -> list[str]:
    """Return the options of a command and of its subcommands."""
    under = getattr(command, "commands", {}).values()
    return [*(opt for param in command.params for opt in (*param.opts, *param.secondary_opts) if opt[:1] == "-"),
            *(opt for each in under for opt in options_of(each))]  # fmt: skip


@cache
def lines_of(name: str) -> st.SearchStrategy[list[str]]:
    """Generate command lines of a command: mostly its options, and values, some of which fit them."""
    command = ALL.get_command(None, name)
    options = OF_COSTS if name == "cost" else options_of(command) if command else []
    value, option = st.sampled_from([*VALUES, ""]), st.sampled_from(options or STRAY)
    part = st.one_of(
        *[st.sampled_from(FITTING).map(lambda word: [word])] * 4,
        *[value.map(lambda word: [word])] * 2,
        *[st.tuples(option, value).map(list)] * 2,
        st.sampled_from([*options, *STRAY]).map(lambda word: [word]),
        ANYTHING.map(lambda word: [word]),
    )
    return st.lists(part, max_size=3).map(lambda parts: [name, *(word for part in parts for word in part)])


ASKED = [name for name in COMMANDS if name != "mcp"]  # a server; a browser of another test may run the event loop
LINES = st.sampled_from([*ASKED, *ASKED, "2.7.3", "moniker", "--help", "--version", "--nope", ""]).flatmap(lines_of)
TYPED = b"The Old Gull\tGull\nsee port:1.0.1 and fab:2.7.3a\n"

IMPORT = ["import", "harbour.txt", "--book", "port", "--edition", "2026"]

Ran = tuple[int, str, str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the working folder, with files to name in arguments."""
    path = tmp_path_factory.mktemp("here")
    (path / "harbour.txt").write_text(HARBOUR)
    (path / "cards.csv").write_text("name,moniker\nThe Old Gull,Gull\n")
    return path


@pytest.fixture
def ask(home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], Ran]:
    """Run command lines in a home with the made-up book, without a network."""

    def no_network(*_: object, **__: object) -> None:
        raise OSError("no network in a test")

    monkeypatch.setattr(socket, "getaddrinfo", no_network)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(folder)

    def asks(argv: list[str]) -> Ran:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as streams:
            streams.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TYPED), encoding="utf-8"))
            streams.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8"))
            streams.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8"))
            code = main(argv)
            return code, out.getvalue().decode(), err.getvalue().decode()

    return asks


@given(LINES)
def test_any_command_line_ends_with_a_documented_exit_code(ask: Callable[[list[str]], Ran], line: list[str]) -> None:
    if "port" not in InstalledBooks().slugs():  # one of the lines took it away
        ask(IMPORT)
    code, out, err = ask(line)
    assert code in (0, 1, 2)
    assert "this is a bug" not in err
    assert "Traceback" not in out + err
    assert line[0] == "check" or all(said.startswith("rules: ") for said in err.splitlines())
    assert not set(out + err) & set("\x00\x07\x08\x0b\x0c\r\x1b\x7f\x9b\u202e\u2066")
    if code == 2:
        assert err
    if code == 2 and line[0] not in ("check", "name"):  # of which each line of input may have its own fault
        assert err.count("\n") == 1
    if code != 2 and "--json" in line and line[0] in ("show", "search", "books", "refs", "doctor"):
        json.loads(out)
