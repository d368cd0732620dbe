"""`rules diff` and `rules trace`: what changed between editions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, Book, numbers
from rules_cli.library import Library
from rules_cli.render import changes, changes_json, out


def diff(
    words: Annotated[
        list[str],
        typer.Argument(metavar="A B [ID...]", help="Two editions (mtg@2006-10-01, or 2006), then rules, if not all."),
    ],
    book: Book = None,
    no_renumbering: Annotated[
        bool, typer.Option("--no-renumbering", help="Leave out rules whose number alone changed.")
    ] = False,
    no_references: Annotated[bool, typer.Option("--no-references", help="Leave out changed references.")] = False,
    no_examples: Annotated[bool, typer.Option("--no-examples", help="Leave out the examples.")] = False,
    no_glossary: Annotated[bool, typer.Option("--no-glossary", help="Leave out the glossary.")] = False,
    html: Annotated[
        bool, typer.Option("--html", help="Write one HTML page, to standard output or to FILE.html.")
    ] = False,
    json: AsJson = False,
) -> int:
    """Compare two editions of a book: rules added, removed, changed, moved, renumbered, split, merged.

    A book alone compares its two newest editions. Without colour, [-old-] and {+new+} mark the words. "perhaps" marks
    a guess, with its confidence. The exit code is 0, with or without differences.

    \b
    rules diff mtg@2006-10-01 mtg@2015-01-23
    rules diff mtg 2015 2024 704.5k
    rules diff mtg --no-renumbering --html changes.html
    """
    from rules_cli.cli.diff_arguments import two_editions
    from rules_cli.history.diff import LEFT_OUT
    from rules_cli.history.diff import diff as compare
    from rules_cli.render import changes_html

    flags = zip(LEFT_OUT, (no_renumbering, no_references, no_examples, no_glossary), strict=True)
    file = next((word for word in words if word.lower().endswith((".html", ".htm"))), None) if html else None
    a, b, ids = two_editions(Library.open().installed, [word for word in words if word != file], book)
    found = compare(a, b, ids, [what for what, left_out in flags if left_out])
    if file:
        Path(file).write_text(out.clean(changes_html.diff(found)), encoding="utf-8")
        out.say(f"written: {file}")
    elif html:
        out.write(out.clean(changes_html.diff(found)))
    elif json:
        out.write_json(changes_json.diff(found))
    else:
        out.show(changes.diff(found))
    return 0


def trace(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[BOOK] ID", autocompletion=numbers, help="704.5k, mtg:704.5k, mtg@2006-10-01:420.5e"),
    ],
    book: Book = None,
    at: Annotated[str | None, typer.Option("--at", metavar="DATE", help="Only as it was on that day.")] = None,
    json: AsJson = False,
) -> int:
    """Follow one rule through all installed editions, from the first to the last, also under other numbers.

    The number is looked up in the newest edition that has it; mtg@2006-10-01:420.5e names another edition. "perhaps"
    marks a guess.

    \b
    rules trace mtg:704.5j
    rules trace mtg 704.5j --at 2010-01-01
    """
    from rules_cli.history.trace import find
    from rules_cli.history.trace import trace as follow

    library = Library.open()
    place = find(library, words, book)
    in_force = Library.open(as_of=at).installed.edition(place.edition.slug) if at else None
    found = follow(library, place)
    only = found.at(in_force, at) if in_force and at else None
    if json:
        out.write_json(changes_json.trace(found, at, only))
    else:
        out.show(changes.trace(found, only))
    return 0
