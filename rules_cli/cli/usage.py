"""The form of commands and their errors: signed words, plain help, and messages with the command's own example."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from textwrap import fill
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from rules_cli.cli.argv import BOOK_OPTIONS
from rules_cli.errors import UsageError
from rules_cli.render import out
from rules_cli.render.writers import FORMS, Form
from rules_cli.store import data_files, paths

_SIGNED = re.compile(r"-(?:\d|[xyXY*](?:/|$)|\{)")  # -1/-1, -2, -X, -X/-X, -*/-*, -{2}: words of games
_LEFT_OUT = re.compile(r"-(?=[^\W\d_]{2})([\w'’-]+)$")  # -reach: in a question, a word that rules must not have
_MARK = "\0"  # before a signed word while options are read; no argument of a program can have it
_QUESTIONS = {
    "[BOOK] ID": "which rule",
    "BOOK": "which book",
    "CARD...": "which card",
    "FILE": "which file",
    "ID...": "which rule",
    "ID|TERM": "which rule or term",
    "PATH...": "which file",
    "WORD": "which word",
    "WORDS": "which words",
    "WORDS...": "which words",
}
"""The question about a missing argument or option, by the name that help gives it."""
_COLUMNS_OF_NAMES = 3  # a third of the page at most is for the names of options: the longest word of help needs 20
_Formatter: Any = typer.Context.formatter_class
_OUTPUT_OPTIONS = ("--color", "--no-pager")  # typer does not see them: they are taken out of a command line before it
_LIKELY_OPTION = 0.8  # likeness of an option to suggest: one slip in four letters, as in --jsn; --nope is no --no-pager
_HYPHEN, _NO_BREAK = "-", "\u2011"  # help is wrapped with the second, so that no date or option is broken
_EXTRA = re.compile(r"Got unexpected extra argument\(s\) \((.+)\)", re.DOTALL)
_EXAMPLES = re.compile(r"(?<=\x08\n).+(?:\n.+)*")  # lines that typer does not wrap


class _HelpFormatter(_Formatter):  # type: ignore[misc]
    """Writes help pages that fit a narrow terminal, with breaks between words only."""

    def write_text(self, text: str) -> None:
        super().write_text(_EXAMPLES.sub(self._wrapped, text.replace(_HYPHEN, _NO_BREAK)))

    def _wrapped(self, examples: re.Match[str]) -> str:
        room = self.width - self.current_indent
        lines = examples[0].split("\n")
        return "\n".join(fill(line, room, subsequent_indent="  ", break_long_words=False) for line in lines)

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        bound = [(first, second.replace(_HYPHEN, _NO_BREAK)) for first, second in rows]
        super().write_dl(bound, min(col_max, self.width // _COLUMNS_OF_NAMES), col_spacing)

    def getvalue(self) -> str:
        return str(super().getvalue()).replace(_NO_BREAK, _HYPHEN)


class _Context(typer.Context):
    formatter_class = _HelpFormatter


class Command(TyperCommand):
    """A command that takes words such as -1/-1 as words, never as options."""

    context_class = _Context

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {each.name: at for at, each in enumerate(self.params)}
        if "json" in names and "form" not in names:
            self.params.insert(names["json"], _format_option())

    # Complexity: a word may be an option, its value, or a word of a game.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        valued = [each for each in self.params if not (getattr(each, "is_flag", True) or getattr(each, "count", False))]
        takes_value = {name for each in valued for name in each.opts}
        own = {name for each in self.params for name in each.opts}  # -y of `remove`
        marked = [
            _MARK + word
            if before not in takes_value and word not in own and (_SIGNED.match(word) or self._leaves_out(word))
            else word
            for before, word in zip(["", *args], args, strict=False)
        ]
        if len({*marked}) < len(marked):
            _check_once(marked, takes_value)
        left = super().parse_args(ctx, marked)
        ctx.params = {name: _unmarked(value) for name, value in ctx.params.items()}
        form = ctx.params.pop("form", None) if _format_option() in self.params else None
        out.settings.form = form or "plain"
        if ctx.params.get("as_of") and "@" in (ctx.params.get("book") or ""):
            raise UsageError("use only one of --as-of and an edition in --book")
        if form not in (None, "json") and ctx.params.get("json"):
            raise UsageError("use only one of --json and --format")
        if form == "json":
            ctx.params["json"] = True
        return left

    def _leaves_out(self, word: str) -> bool:
        """Return whether a word with a minus is to be left out of a search; `-bmtg` is an option with its value."""
        found = _LEFT_OUT.match(word)
        if self.name != "search" or not found:
            return False
        if word.startswith("-b"):
            from rules_cli.store.editions import InstalledBooks

            return InstalledBooks().slug_of(re.split("[,@]", word[2:])[0]) is None
        return True

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        self.help = help_of(ctx)  # here, so that no other command reads the file
        super().format_help_text(ctx, formatter)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the pieces of the usage line, without braces around required arguments."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


def _check_once(words: Sequence[str], options: Collection[str]) -> None:
    """Raise UsageError if an option is given twice with different values: only the last one would count."""
    given: dict[str, str] = {}
    for option, value in pairwise(words):
        if option in options and given.setdefault(option, value) != value:
            raise UsageError(f"{option} has two values, {given[option]} and {value}; use only one")


def _takes_format(
    form: Annotated[
        Form | None,
        typer.Option("--format", metavar="|".join(FORMS), help="The markup of the answer; --json is short for json."),
    ] = None,
) -> None:
    """Every command that also has --json: its answer comes in one of these forms."""


@cache
def _format_option() -> Any:
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command()(_takes_format)
    return typer.main.get_command(single).params[0]


def _unmarked(value: Any) -> Any:
    if isinstance(value, str):
        return value.removeprefix(_MARK)
    return [_unmarked(each) for each in value] if isinstance(value, (list, tuple)) else value


def help_of(context: Any) -> str:
    """Return what the command of a context does, with examples in lines of their own."""
    texts = data_files.load_cached(paths.data() / "help" / "commands.yaml") or {}
    parts = texts.get(context.command_path.removeprefix("rules "), context.command.help or "").split("\n\n")
    return "\n\n".join(f"\b\n{part}" if part.startswith("rules ") else part for part in parts)


# Complexity: one case for each kind of error.
def message(error: Any, bare: bool) -> str:
    """Return one line for typer's error in arguments. In a `bare` question no command was typed, so none is named."""
    command = "rules" if bare or not error.ctx else error.ctx.command_path
    more = f"{command} --help"
    if missing := _missing(error):
        return f"{command.removeprefix('rules ')} {missing} ({more})"
    if option := getattr(error, "option_name", None):
        known = list(getattr(error, "possibilities", None) or ())
        if bare:  # the options of `rules` itself
            parameters = error.ctx.find_root().command.params if error.ctx else ()
            known += [*_OUTPUT_OPTIONS, *(name for each in parameters for name in each.opts)]
        near = get_close_matches(option, known, 1, _LIKELY_OPTION)
        if type(error).__name__ == "NoSuchOption":
            return f"no option {option}{f', did you mean {near[0]}?' if near else ''} ({more} lists the options)"
        if error.format_message().endswith("requires an argument."):
            return f"{option} needs a value after it{', as in -b mtg' if option in BOOK_OPTIONS else ''} ({more})"
    text = error.format_message().rstrip(".")
    if extra := _EXTRA.fullmatch(text):
        return f"too many words: {extra[1]}; as in: {_example(error)} ({more})"
    return f"{text[:1].lower()}{text[1:]} ({more})"


def _missing(error: Any) -> str:
    """Return the question for a missing argument, with an example of the command; empty for any other error."""
    parameter = getattr(error, "param", None)
    if type(error).__name__ != "MissingParameter" or parameter is None:
        return ""
    return f"{_QUESTIONS[parameter.metavar]}? {_example(error)}"


def _example(error: Any) -> str:
    """Return the first example in the help of the command that an error is of; empty if it has none."""
    return next((line for line in help_of(error.ctx).split("\n") if line.startswith("rules ")), "") if error.ctx else ""


def whole_number(least: int, most: int | None = None) -> Callable[[Any], int]:
    """Return a reader of whole numbers in a range, for options. That of typer would write `[x>=0]` into help."""

    def number(value: Any) -> int:
        text = str(value)
        if not text.isdecimal() or int(text) < least or (most is not None and int(text) > most):
            raise typer.BadParameter(f"{text} is not a whole number from {least}{f' to {most}' if most else ' up'}")
        return int(text)

    return number
