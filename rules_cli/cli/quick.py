"""The short way for what is asked most, typed plainly: `show`, `search`, `import`, `name` and `cost`, without typer.

Typer's start takes several times as long as a look-up, and a line of players is waiting. Only plain forms of the
options are read here; anything else (`--help`, `-bfab`, a mistake) is left to typer, which is the grammar. A
property test holds that both take every argument vector alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_VALUES = {
    "-b": "book",
    "--book": "book",
    "--lang": "lang",
    "--as-of": "as_of",
    "--edition": "edition",
    "--profile": "profile",
    "--save-profile": "save_profile",
    "--depth": "depth",
    "-n": "limit",
    "--limit": "limit",
    "--in": "within",
    "--kind": "kind",
}
_FLAGS = {"--json": "json", "--why": "why", "--all": "every"}
_NUMBERS = {"depth": range(10_000), "limit": range(1, 201)}
DEFAULTS: dict[str, dict[str, Any]] = {
    "import": {"book": None, "edition": None, "profile": None, "save_profile": None, "json": False},
    "show": {"book": None, "depth": None, "lang": None, "as_of": None, "json": False},
    "search": {
        "book": None,
        "limit": 10,
        "within": None,
        "kind": None,
        "every": False,
        "why": False,
        "lang": None,
        "as_of": None,
        "json": False,
    },
}


def parse(argv: Sequence[str]) -> tuple[str, list[str], dict[str, Any]] | None:
    """The command, its words and its options; None for what is typer's to read."""
    if not argv or argv[0] not in DEFAULTS:
        return None
    options = dict(DEFAULTS[argv[0]])
    words: list[str] = []
    rest = iter(argv[1:])
    for word in rest:
        if word in _VALUES and _VALUES[word] in options:
            value = _value(_VALUES[word], next(rest, None))
            if value is None:
                return None
            options[_VALUES[word]] = value
        elif word in _FLAGS and _FLAGS[word] in options:
            options[_FLAGS[word]] = True
        elif word.startswith("-"):
            return None
        else:
            words.append(word)
    return (argv[0], words, options) if words else None


def _value(name: str, text: str | None) -> str | int | None:
    if text is None or text.startswith("-"):
        return None
    if name not in _NUMBERS:
        return text
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and int(text) in _NUMBERS[name] else None


def answer(argv: Sequence[str]) -> int | None:
    """Answer a plain command line and give the exit code; None for what is typer's to read."""
    if argv[:1] == ["cost"]:  # reads its own words, with or without typer
        from rules_cli.cli import costing

        return costing.cost(argv[1:])
    if argv[:1] == ["name"]:
        from rules_cli.cli import naming

        return naming.quick(argv[1:])
    parsed = parse(argv)
    if parsed is None:
        return None
    from rules_cli.cli import answers

    command, words, options = parsed
    if command == "import":
        return answers.importing(words, **options) if options["book"] else None
    if command == "show":
        return answers.show(words, **options)
    return answers.search(words, **options)
