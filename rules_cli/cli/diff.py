"""`rules diff A B [ID]`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, Book, app_of
from rules_cli.history.diff import LEFT_OUT
from rules_cli.history.diff import diff as compare
from rules_cli.history.diff_arguments import two_editions
from rules_cli.library import Library
from rules_cli.render import changes, changes_html, changes_json, out

app = app_of("")


@app.command()
def diff(
    words: Annotated[
        list[str],
        typer.Argument(metavar="A B [ID...]", help="Two editions, mtg@2006-10-01 or 2006; then the rules wanted."),
    ],
    book: Book = None,
    no_renumbering: Annotated[
        bool, typer.Option("--no-renumbering", help="Not where only the number changed.")
    ] = False,
    no_references: Annotated[bool, typer.Option("--no-references", help="Not which rules are referred to.")] = False,
    no_examples: Annotated[bool, typer.Option("--no-examples", help="Not the examples.")] = False,
    no_glossary: Annotated[bool, typer.Option("--no-glossary", help="Not the glossary.")] = False,
    html: Annotated[bool, typer.Option("--html", help="One HTML file to share, into FILE.html or as output.")] = False,
    json: AsJson = False,
) -> int:
    """What changed between two editions of a book: added, removed, changed, moved, renumbered, split, merged.

    Of a book alone the two newest editions are compared. Without colour, [-old-] {+new+} marks the words. A guess is
    called perhaps, with its confidence. The exit code is 0 whether there are differences or not.

    \b
    rules diff mtg@2006-10-01 mtg@2015-01-23
    rules diff mtg 2015 2024 704.5k
    rules diff mtg --no-renumbering --html changes.html
    """
    flags = zip(LEFT_OUT, (no_renumbering, no_references, no_examples, no_glossary), strict=True)
    file = next((word for word in words if word.lower().endswith((".html", ".htm"))), None) if html else None
    a, b, ids = two_editions(Library.open().installed, [word for word in words if word != file], book)
    found = compare(a, b, ids, [what for what, left_out in flags if left_out])
    if html:
        document = out.clean(changes_html.diff(found))
        if file:
            Path(file).write_text(document, encoding="utf-8")
            out.say(f"written: {file}")
        else:
            out.write(document)
    elif json:
        out.write_json(changes_json.diff(found))
    else:
        out.show(changes.diff(found))
    raise typer.Exit(0)
