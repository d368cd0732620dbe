"""The commands: names, groups, short descriptions, and the function that each one is. One table, and no imports."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One command: its module in `rules_cli.cli`, the function or typer app in it, and what the help page says."""

    module: str
    member: str
    summary: str


GROUPS: dict[str, dict[str, Command]] = {
    "Look it up": {
        "show": Command("lookup", "show", "a rule, by its number"),
        "search": Command("search", "search", "rules, by words"),
        "term": Command("lookup", "term", "what a game term means"),
        "explain": Command("lookup", "explain", "a rule and all it leans on"),
        "refs": Command("lookup", "refs", "references, both ways"),
        "tree": Command("lookup", "tree", "the table of contents"),
        "cite": Command("lookup", "cite", "a citation to paste"),
    },
    "Work it out": {
        "name": Command("names", "app", "do two card names match?"),
        "cost": Command("costs", "cost", "what must be paid"),
        "diff": Command("history", "diff", "two editions compared"),
        "trace": Command("history", "trace", "one rule over the years"),
        "check": Command("check", "check", "are citations still true?"),
    },
    "Your books": {
        "books": Command("books", "books", "the installed books"),
        "fetch": Command("sources", "fetch", "download an official book"),
        "import": Command("sources", "import_book", "read a rulebook's files"),
        "remove": Command("books", "remove", "remove a book of yours"),
        "export": Command("books", "export", "a whole book as data"),
        "lint": Command("sources", "lint", "misprints in a rulebook"),
        "config": Command("books", "config", "your default settings"),
        "doctor": Command("books", "doctor", "is the library healthy?"),
    },
}
"""The commands by group, in the order of the help page."""
COMMANDS: dict[str, Command] = {name: command for group in GROUPS.values() for name, command in group.items()}


def help_page(width: int) -> str:
    """Return the help page of `rules` for a screen of `width` columns: two columns of commands where they fit."""
    columns = 2 if width >= 2 * _COLUMN else 1
    lines = [
        "rules 702.19b         shows a rule",
        "rules WORDS           searches",
        "rules COMMAND --help  explains a command",
    ]
    for title, group in GROUPS.items():
        cells = [f"  {name:<8} {command.summary}" for name, command in group.items()]
        rows = -(-len(cells) // columns)
        lines += ["", title]
        lines += ["".join(cell.ljust(_COLUMN) for cell in cells[row::rows]).rstrip() for row in range(rows)]
    lines += ["", "--version, --install-completion"]
    return "\n".join(lines) + "\n"


_COLUMN = 40  # two of them fill a terminal of 80 columns, one a narrow one of 40
