"""The command line as a shell hands it over when the Tab key is pressed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from contextlib import redirect_stdout, suppress
from io import StringIO

from rules_cli.errors import RulesError
from rules_cli.library import Library
from rules_cli.render import out

_BOOK_OPTIONS = ("-b", "--book")
_BROKEN = re.compile(r"\n([:@=]+)(?:\n|$)")  # where bash breaks a word of the user's in several; one line to a word


def complete(answer: Callable[[], None], commands: Collection[str]) -> None:
    """Print what typer's `answer` offers for the line in the environment, as the shell wants it."""
    left_out = _join_broken_words()
    _complete_bare_words(commands)
    offered = StringIO()
    try:
        with redirect_stdout(offered), suppress(RulesError):  # a message would be printed into the user's line
            answer()
    finally:
        out.write("".join(f"{line.removeprefix(left_out)}\n" for line in offered.getvalue().splitlines()))


def _join_broken_words() -> str:
    """Join the words that bash breaks at `:`, `@` and `=`, as in `mtg:702`; return the part that it keeps itself."""
    words = os.environ.get("COMP_WORDS", "").split("\n")[: int(os.environ.get("COMP_CWORD") or 0) + 1]
    line = _BROKEN.sub(r"\1", "\n".join(words))
    if line.count("\n") + 1 == len(words):
        return ""
    os.environ.update(COMP_WORDS=line, COMP_CWORD=str(line.count("\n")))
    start = re.split(r"[\n:=]|(?=@)", line)[-1]  # it counts an @ to the word after it
    return line.rpartition("\n")[2].removesuffix(start)


def _complete_bare_words(commands: Collection[str]) -> None:
    """Put `show` in front of the words that a shell wants completed, if they begin with no command.

    The shells hand them over in the environment: bash in COMP_WORDS, the others in _TYPER_COMPLETE_ARGS.
    """
    variable = "COMP_WORDS" if "COMP_WORDS" in os.environ else "_TYPER_COMPLETE_ARGS"
    line = re.match(r"(\s*\S+\s+)(\S.*)", os.environ.get(variable, ""), re.DOTALL)
    if line is None or not _is_bare(line[2], commands):
        return
    os.environ[variable] = f"{line[1]}show {line[2]}"
    if variable == "COMP_WORDS":
        os.environ["COMP_CWORD"] = str(int(os.environ.get("COMP_CWORD", "1")) + 1)


def _is_bare(words: str, commands: Collection[str]) -> bool:
    """Return whether words that begin so are a question without a command: they begin with a number or a book."""
    first, *others = re.split(r"\s+", words)
    if first in _BOOK_OPTIONS or first[:1].isdigit() or ":" in first:
        return True
    if first in commands or first.startswith("-") or not others:
        return False
    return Library.open().installed.slug_of(first) is not None
