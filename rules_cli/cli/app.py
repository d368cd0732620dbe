"""The command `rules`: its list of commands, each loaded only when it is called.

A look-up must start as fast as the parser of its arguments does, so nothing here imports more than typer.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from rules_cli.number import group_words, looks_like_number

# Name, and the module of rules_cli.cli whose `app` it is; in the order of the help page.
COMMANDS = {
    "show": "show",
    "search": "search",
    "explain": "explain",
    "term": "term",
    "cite": "cite",
    "refs": "refs",
    "tree": "tree",
    "books": "books",
    "import": "importing",
    "remove": "remove",
    "export": "export",
    "lint": "lint",
    "config": "config",
}

# Options of show and search that take a value: what follows them is no word of the question.
_VALUED = {"-b", "--book", "-n", "--limit", "--depth", "--lang"}
_OWN = {"--help", "--version", "--install-completion", "--show-completion"}


class LazyGroup(TyperGroup):
    """The group of all commands; imports a command's module when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"rules_cli.cli.{COMMANDS[cmd_name]}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


def with_command(argv: Sequence[str]) -> list[str]:
    """The arguments with the command that a bare question means in front: `show` for numbers, else `search`."""
    if not argv or argv[0] in COMMANDS or argv[0] in _OWN:
        return list(argv)
    words = [
        word
        for before, word in zip(["", *argv], argv, strict=False)
        if before not in _VALUED and (not word.startswith("-") or len(word) == 1)
    ]
    numbers = bool(words) and all(looks_like_number(word) for word in group_words(words))
    return ["show" if numbers else "search", *argv]


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"rules {version('rules-cli')}")
        raise typer.Exit


app = typer.Typer(
    cls=LazyGroup,
    help="Look up, search, cite and explain the rules of trading card games, offline.\n\n"
    "rules 2.7.3a shows a rule; rules WORDS searches; rules COMMAND --help tells more.",
    rich_markup_mode=None,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Tell the version."),
) -> None:
    """Options of `rules` itself."""
