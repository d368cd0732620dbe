"""The commands: one table of them, and the help page that lists them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class CommandEntry(NamedTuple):
    """One command: its module in `rules_cli.cli`, the function or typer app in it, and its line on the help page.
    `busy` is the message if it takes long."""

    module: str
    member: str
    summary: str
    busy: str = ""


_RULES = "reading the rules"
GROUPS: dict[str, dict[str, CommandEntry]] = {
    "Look it up": {
        "show": CommandEntry("lookup", "show", "a rule, by its number", _RULES),
        "search": CommandEntry("search", "search", "rules, by words", "searching the rules"),
        "look": CommandEntry("lookup", "look", "look up as you type"),
        "term": CommandEntry("lookup", "term", "what a game term means", _RULES),
        "explain": CommandEntry("lookup", "explain", "a rule and all it refers to", _RULES),
        "refs": CommandEntry("tree", "refs", "references, both ways", _RULES),
        "tree": CommandEntry("tree", "tree", "the table of contents", _RULES),
        "cite": CommandEntry("cite", "cite", "a citation to paste", _RULES),
        "keep": CommandEntry("cite", "keep", "keep rules for a ruling", _RULES),
        "case": CommandEntry("cite", "case", "the rules that you kept", _RULES),
    },
    "Work it out": {
        "name": CommandEntry("names", "app", "do two card names match?", "reading the rules and names"),
        "card": CommandEntry("cards", "card", "a card, and its rules", "reading the cards"),
        "penalty": CommandEntry("search", "penalty", "what an infraction costs", "searching the policy"),
        "cost": CommandEntry("costs", "cost", "what must be paid", _RULES),
        "diff": CommandEntry("history", "diff", "two editions compared", "comparing the editions"),
        "trace": CommandEntry("history", "trace", "one rule over the years", "comparing the editions"),
        "check": CommandEntry("check", "check", "are citations still true?", "checking the citations"),
        "lint": CommandEntry("sources", "lint", "misprints in a rulebook", "reading the rulebook"),
    },
    "Your books": {
        "setup": CommandEntry("setup", "setup", "first steps"),
        "books": CommandEntry("books", "books", "the installed books", "reading the books"),
        "fetch": CommandEntry("sources", "fetch", "download an official book", "downloading the rulebook"),
        "import": CommandEntry("sources", "import_book", "read a rulebook's files", "reading the rulebook"),
        "remove": CommandEntry("books", "remove", "remove a book of yours"),
        "export": CommandEntry("books", "export", "a whole book as data", "reading the book"),
        "config": CommandEntry("books", "config", "your default settings"),
        "doctor": CommandEntry("books", "doctor", "is the library healthy?", "checking all books"),
        "skill": CommandEntry("assistants", "skill", "a page: look up, quote, check"),
        "mcp": CommandEntry("assistants", "mcp", "a server of read-only tools"),
    },
}
"""The commands by group, in the order of the help page."""
COMMANDS: dict[str, CommandEntry] = {name: command for group in GROUPS.values() for name, command in group.items()}


def help_page(width: int) -> str:
    """Return the help page of `rules` for a screen of `width` columns: commands in two columns if they fit."""
    columns = 2 if width >= 2 * _COLUMN else 1
    ways = ["rules           opens the look-up", "rules 702.19b   shows a rule", "rules WORDS     searches"]
    lines = _in_columns([*ways, "rules COMMAND --help  explains a command"], columns)
    for title, group in GROUPS.items():
        lines += [""] * (title != next(iter(GROUPS))) + [title]
        lines += _in_columns([f"  {name:<8} {command.summary}" for name, command in group.items()], columns)
    lines += ["--color WHEN, --no-pager, --version"]
    return "\n".join(lines) + "\n"


def _in_columns(cells: Sequence[str], columns: int) -> list[str]:
    """Return cells as lines of several columns, filled from top to bottom."""
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(_COLUMN) for cell in cells[row::rows]).rstrip() for row in range(rows)]


_COLUMN = 40  # two of them fill a terminal of 80 columns, one a narrow one of 40
