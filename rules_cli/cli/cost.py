"""`rules cost [GAME] BASE [MOD…] [OPTION…]`: its own grammar, which typer passes on untouched."""

from __future__ import annotations

import typer

from rules_cli.cli import costing

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_UNTOUCHED = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


@app.command(context_settings=_UNTOUCHED, add_help_option=False)
def cost(context: typer.Context) -> None:
    """What must be paid after every modifier, step by step, each step with its rule."""
    raise typer.Exit(costing.cost(context.args))
