"""The command `rules`: finds the command that was asked for, loads its module and no other, and runs it."""

from __future__ import annotations

import gc
import importlib
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from rules_cli._version import __version__
from rules_cli.captions import Remark, joined
from rules_cli.cli import usage
from rules_cli.cli.argv import (
    BOOK_OPTIONS,
    command_line,
    expand,
    misspelt,
    question_instead,
    search_instead,
    take_output_options,
)
from rules_cli.cli.commands import COMMANDS, help_page
from rules_cli.errors import RulesError, SchemaError, UsageError
from rules_cli.render import out
from rules_cli.store import paths, settings
from rules_cli.text import shorten

_WrongUsage: Any = typer.BadParameter.__base__  # of all errors in arguments; it has a public name from typer 0.28 on
_HELP = ("-h", "--help")
_NARROWEST, _WIDEST = 20, 80  # columns: some terminals claim to have none; longer lines are hard to read


class Commands(TyperGroup):
    """The group of all commands; imports a command's module when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        command = command_named(cmd_name) if cmd_name in COMMANDS else None
        if not gc.isenabled():  # it is disabled while modules are loaded
            gc.freeze()  # modules stay to the end: looking for garbage among them takes a tenth of a start
            gc.enable()
        return command

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return the commands that begin so; nothing is imported for it."""
        from typer._click.shell_completion import CompletionItem  # typer carries its own Click

        names = [name for name in COMMANDS if name.startswith(incomplete)] if not incomplete.startswith("-") else []
        return [CompletionItem(name) for name in names] or super().shell_complete(ctx, incomplete)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        formatter.write(help_page(max(shutil.get_terminal_size().columns, _NARROWEST)))


@cache
def command_named(name: str) -> Any:
    """Return typer's command of this name, with its module imported."""
    module = importlib.import_module(f"rules_cli.cli.{COMMANDS[name].module}")
    member = getattr(module, COMMANDS[name].member)
    if isinstance(member, typer.Typer):
        return typer.main.get_command(member)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    settings = getattr(module, "CONTEXT_SETTINGS", {}).get(name)
    single.command(name, cls=usage.Command, context_settings=settings)(member)
    return typer.main.get_command(single)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"rules {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": [*_HELP]},
)


@app.callback()
def _options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Options of `rules` itself."""


# Complexity: completions, options of `rules` itself, a cost, then an answer or a question instead of an error.
def run(argv: Sequence[str]) -> int:
    """Answer a command line and return the exit code. Raises RulesError; UsageError if the words fit no command.
    Commands that ask other ones, such as `setup`, have this function as `obj` of their context."""
    if os.environ.get("_RULES_COMPLETE"):  # the shell asks for completions
        _complete()
        return 0
    if argv[:1] == ["--install-completion"] and len(argv) > 1:
        return _install_completion(argv[1])
    argv = take_output_options(argv)
    if (code := _bare_cost(argv)) is not None:
        return code
    group = typer.main.get_command(app)
    out.settings.advice = partial(search_instead, argv)
    out.settings.is_question = lambda: bool(question_instead(argv))
    own_options = {*_HELP, *(option for parameter in group.params for option in parameter.opts)}
    words = expand(argv, own_options)
    bare = words[1:] == list(argv)
    try:
        return _answer(group, words, bare)
    except SchemaError:
        raise
    except RulesError as error:
        if error.is_sure or not (question := question_instead(argv)):
            raise
        out.settings.advice, out.settings.is_question = str, bool
        out.say(joined("semicolon", str(error), Remark("looked words up", (command_line(*question),))))
        return _answer(group, question, bare=False)
    finally:
        if not argv and out.on_terminal():
            from rules_cli.cli.setup import offer

            offer()


def _bare_cost(argv: Sequence[str]) -> int | None:
    """Answer words without a command that are a cost, as in the look-up, and return the exit code; None if they are a
    question. Programs get one kind of answer to all words."""
    is_likely = len(argv) > 1 and (any(map(str.isdigit, "".join(argv))) or paths.has_cards())  # spares imports
    if not is_likely or argv[0] in COMMANDS or argv[0].startswith("-") or "--json" in argv:
        return None
    from rules_cli.assistants.answers import run as run_command
    from rules_cli.look.commands import argv_of, cost_line
    from rules_cli.store.editions import InstalledBooks

    codes: list[int] = []

    def work_out(line: list[str]) -> int:
        codes.append(run(line))
        return codes[-1]

    def ask(line: str) -> tuple[str, str]:
        try:
            return "", run_command(work_out, argv_of(line))[0]
        except RulesError as error:
            return str(error), ""

    out.settings.answered = None
    line, refusal = cost_line(" ".join(argv), settings.default_book(), InstalledBooks(), ask)
    if refusal:
        out.say(joined("semicolon", refusal, Remark("looked words up", (command_line("search", *argv),))))
    if not line:
        return None
    if out.settings.answered is None:  # a page of help
        return run(argv_of(line))
    out.answer(out.settings.answered)  # worked out already
    return codes[-1]


def _answer(group: Any, words: list[str], bare: bool) -> int:
    """Run a command and return the exit code; the command of a `bare` question was not typed. Whether another command
    was meant is asked before the results, which may fill the screen. Without a width, typer's help has 50 columns at
    least."""
    width = max(_NARROWEST + 1, min(shutil.get_terminal_size().columns, _WIDEST))
    is_quick = not set(_HELP).isdisjoint(words) or ("-" in words and out.types())
    busy = COMMANDS[words[0]].busy if words[0] in COMMANDS and not is_quick else ""
    try:
        with out.slow(busy):
            if bare and words[0] == "search":
                words = _without_misspelt(words)
            with group.make_context("rules", list(words), terminal_width=width - 1, obj=run) as context:
                code = group.invoke(context)
        return code if isinstance(code, int) else 0
    except typer.Exit as done:
        return done.exit_code
    except _WrongUsage as error:
        raise UsageError(usage.message(error, bare)) from None
    except typer.Abort:
        raise KeyboardInterrupt from None


def _without_misspelt(words: list[str]) -> list[str]:
    """Return a search without its first word if that is a misspelt command, and ask whether the command was meant.
    A search of one word, or of other words, is returned whole. Raises UsageError if one of them is a file: people
    do not search for file names."""
    meant = None
    with suppress(RulesError):  # the search reports it
        meant = misspelt(words[1:])
    if not meant:
        return words
    question = f"did you mean: {meant}?"
    if any(map(os.path.isfile, words[2:])):
        raise UsageError(question)
    out.say(question)
    with suppress(RulesError):
        return expand(words[2:], _HELP) if words[2:] and not words[2].startswith("-") else words
    return words


# --- the command line of a shell


def _complete() -> None:
    """Print what typer offers for the line that is typed, which bash has in COMP_WORDS, and others in
    _TYPER_COMPLETE_ARGS. `show` is put in front of words that do not begin with a command."""
    left_out = _join_broken_words()
    variable = "COMP_WORDS" if "COMP_WORDS" in os.environ else "_TYPER_COMPLETE_ARGS"
    line = re.match(r"(\s*\S+\s+)(\S.*)", os.environ.get(variable, ""), re.DOTALL)
    if line and _is_without_command(line[2]):
        os.environ[variable] = f"{line[1]}show {line[2]}"
        os.environ["COMP_CWORD"] = str(int(os.environ.get("COMP_CWORD", "1")) + 1)
    offered = StringIO()
    try:
        with redirect_stdout(offered), suppress(RulesError):  # a message would be printed into the user's line
            app(prog_name="rules")
    finally:
        out.write("".join(f"{line.removeprefix(left_out)}\n" for line in offered.getvalue().splitlines()))


def _join_broken_words() -> str:
    """Join the words that bash breaks at `:`, `@` and `=`, as in `mtg:702`; return the part that it keeps itself."""
    words = os.environ.get("COMP_WORDS", "").split("\n")[: int(os.environ.get("COMP_CWORD") or 0) + 1]
    line = re.sub(r"\n([:@=]+)(?:\n|$)", r"\1", "\n".join(words))  # each word is a line
    if line.count("\n") + 1 == len(words):
        return ""
    os.environ.update(COMP_WORDS=line, COMP_CWORD=str(line.count("\n")))
    start = re.split(r"[\n:=]|(?=@)", line)[-1]  # bash keeps an @ with the word after it
    return line.rpartition("\n")[2].removesuffix(start)


def _is_without_command(words: str) -> bool:
    """Return whether a line being completed has no command, so that `show` reads it: `702`, `mtg:`, `mtg 7`."""
    first, *others = re.split(r"\s+", words)
    if first in BOOK_OPTIONS or first[:1].isdigit() or ":" in first:
        return True
    if first in COMMANDS or first.startswith("-") or not others:  # a word that is still typed may become a command
        return False
    from rules_cli.library import Library  # here, because most lines need no library

    return Library.open().installed.slug_of(first) is not None


def _install_completion(shell: str) -> int:
    """Install the completion of a shell, say where, and return 0. Raises UsageError for an unknown shell."""
    from typer.completion import install  # type: ignore[attr-defined]  # the option's own function takes no shell

    from rules_cli.cli.setup import SHELLS

    if shell not in SHELLS:
        raise UsageError(f"no completion for {shorten(shell)}; the shells are {', '.join(SHELLS)}")
    _, path = install(shell=shell, prog_name="rules")
    out.write(f"{shell} completes in new terminals ({path})\n")
    if shell == "zsh":  # without this it looks for files named like a question that ends in ?
        alias, path = "alias rules='noglob rules'", Path.home() / ".zshrc"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if alias not in before.splitlines():
            path.write_text(f"{before.rstrip()}\n{alias}\n".lstrip(), encoding="utf-8")
            out.write(f"zsh takes questions that end in ? as they are typed ({path}: {alias})\n")
    return 0
