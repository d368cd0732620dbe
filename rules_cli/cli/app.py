"""The command `rules`: its list of commands, each loaded only when it is called.

A look-up must start as fast as the parser of its arguments does, so nothing here imports more than typer.
"""

from __future__ import annotations

import importlib
from typing import Any

import typer
from typer.core import TyperGroup

from rules_cli._version import __version__
from rules_cli.cli.words import COMMANDS


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


def _version(value: bool) -> None:
    if value:
        typer.echo(f"rules {__version__}")
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
