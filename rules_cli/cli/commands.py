"""The commands: one table of them, and the meaning of a command line whose first word is no command: a rule, a book, a
search, or a command spelt wrong."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from rules_cli.errors import UsageError
from rules_cli.rule_number import all_numbers
from rules_cli.text import shorten


class CommandEntry(NamedTuple):
    """One command: its module in `rules_cli.cli`, the function or typer app in it, and what the help page says.

    `busy` is what a person is told if it takes long, such as the first question after an upgrade.
    """

    module: str
    member: str
    summary: str
    busy: str = ""


_INDEX = "building an index (only this once)"
_SEARCH = "building the search index (only this once)"
GROUPS: dict[str, dict[str, CommandEntry]] = {
    "Look it up": {
        "show": CommandEntry("lookup", "show", "a rule, by its number", _INDEX),
        "search": CommandEntry("search", "search", "rules, by words", _SEARCH),
        "look": CommandEntry("lookup", "look", "look up as you type"),
        "term": CommandEntry("lookup", "term", "what a game term means", _INDEX),
        "explain": CommandEntry("lookup", "explain", "a rule and all it refers to", _INDEX),
        "refs": CommandEntry("tree", "refs", "references, both ways", _INDEX),
        "tree": CommandEntry("tree", "tree", "the table of contents", _INDEX),
        "cite": CommandEntry("cite", "cite", "a citation to paste", _INDEX),
        "keep": CommandEntry("case", "keep", "keep rules for a ruling", _INDEX),
        "case": CommandEntry("case", "case", "the rules that you kept", _INDEX),
    },
    "Work it out": {
        "name": CommandEntry("names", "app", "do two card names match?", "reading the rules and names"),
        "card": CommandEntry("cards", "card", "a card, and its rules", "reading the cards"),
        "penalty": CommandEntry("search", "penalty", "what an infraction costs", _SEARCH),
        "cost": CommandEntry("costs", "cost", "what must be paid", _INDEX),
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
    """Return the help page of `rules` for a screen of `width` columns: two columns of commands where they fit."""
    columns = 2 if width >= 2 * _COLUMN else 1
    ways = ["rules           opens the look-up", "rules 702.19b   shows a rule", "rules WORDS     searches"]
    lines = _in_columns([*ways, "rules COMMAND --help  explains a command"], columns)
    for title, group in GROUPS.items():
        lines += [""] * (title != next(iter(GROUPS))) + [title]
        lines += _in_columns([f"  {name:<8} {command.summary}" for name, command in group.items()], columns)
    lines += ["--color WHEN, --no-pager, --version"]
    return "\n".join(lines) + "\n"


def _in_columns(cells: Sequence[str], columns: int) -> list[str]:
    """Return cells below each other, then beside each other."""
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(_COLUMN) for cell in cells[row::rows]).rstrip() for row in range(rows)]


_COLUMN = 40  # two of them fill a terminal of 80 columns, one a narrow one of 40


# --- a command line without a command

_MOST_SLIPS = 2  # edits between a typed word and the command that it may be, the second only if their first letters are
# alike: more would make words of the rules commands, such as floor of look
_OTHER_NAMES = {"version": ["--version"], "list": ["books"]}
BOOK_OPTIONS = ("-b", "--book")


# Complexity: one case for each way to begin a command line.
def expand(argv: Sequence[str], own_options: Collection[str], is_rules: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return a command line with its command in front.

    `own_options` are those of `rules` itself; `is_rules` tells whether words, with options, are rule numbers alone.
    Raises UsageError if help is asked for a command that does not exist.
    """
    if not argv:
        return ["look"]
    first, rest = argv[0], list(argv[1:])
    if first in COMMANDS or first in own_options:
        return list(argv)
    if first == "help":
        return _help(rest)
    if first in _OTHER_NAMES and all(word.startswith("-") for word in rest):
        return [*_OTHER_NAMES[first], *rest]
    book, question = _book_in_front(argv)
    if book and all(word.startswith("--") for word in question):
        return ["books", book, *question]
    return ["show" if is_rules(question) else "search", *question, *(("-b", book) if book else ())]


def _help(rest: Sequence[str]) -> list[str]:
    words = [word for word in rest if not word.startswith("-")]
    if words and words[0] not in COMMANDS:
        raise UsageError(f'no command "{shorten(words[0])}"; rules --help lists the commands')
    return [*words, "--help"]


def _book_in_front(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the book that the first words name, if any, and the words after it."""
    if argv[0][:1].isdigit() or argv[0].startswith("-") or any(word in BOOK_OPTIONS for word in argv):
        return None, list(argv)
    from rules_cli.store.editions import InstalledBooks

    words = [*argv[0].split(), *argv[1:]]
    book, count = InstalledBooks().book_in_front(words) or (None, 0)
    return book, words[count:] if book else list(argv)


def misspelt(argv: Sequence[str]) -> str | None:
    """Return the command line that was probably meant by one that was taken for a search; None if it was a search.

    Its first word is nearly a command, and either no installed book has this word or a rule number follows.
    """
    from rapidfuzz.distance import OSA

    first = argv[0].lower()
    slips, command = min((OSA.distance(first, name), name) for name in COMMANDS)
    if slips > _MOST_SLIPS - (first[:1] != command[:1]) or not (all_numbers(argv[1:2]) or _in_no_book(first)):
        return None
    return shlex.join(["rules", command, *argv[1:]])


def _in_no_book(word: str) -> bool:
    from rules_cli.library import Library
    from rules_cli.search import has_word

    return not has_word(Library.open(), word)
