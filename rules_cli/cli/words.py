"""The first word of a command line: a command, or a question that means one. No typer here."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.rule_number import group_words, looks_like_number

COMMANDS = {
    "show": "show",
    "search": "search",
    "explain": "explain",
    "term": "term",
    "cite": "cite",
    "refs": "refs",
    "tree": "tree",
    "cost": "cost",
    "name": "name",
    "books": "books",
    "import": "importing",
    "fetch": "fetch",
    "remove": "remove",
    "export": "export",
    "lint": "lint",
    "diff": "diff",
    "trace": "trace",
    "check": "check",
    "config": "config",
    "doctor": "doctor",
}
"""Each command, and the module of rules_cli.cli whose `app` it is, in the order of the help page."""

# Options of show and search that take a value: what follows them is no word of the question.
_VALUED = {"-b", "--book", "-n", "--limit", "--depth", "--lang", "--as-of"}
_OWN = {"-h", "--help", "--version", "--install-completion", "--show-completion"}


def with_command(argv: Sequence[str]) -> list[str]:
    """The arguments with the command that a bare question means in front: `show` for numbers, else `search`.

    No arguments at all ask for help.
    """
    if not argv:
        return ["--help"]
    if argv[0] in COMMANDS or argv[0] in _OWN:
        return list(argv)
    words = [
        word
        for before, word in zip(["", *argv], argv, strict=False)
        if before not in _VALUED and (not word.startswith("-") or len(word) == 1)
    ]
    numbers = bool(words) and all(looks_like_number(word) for word in group_words(words))
    return ["show" if numbers else "search", *argv]
