"""`rules tree [ID]`"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from rules_cli.cli.answers import report_missing
from rules_cli.cli.options import AsJson, AsOf, Book, Lang, app_of, numbers
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.lookup.terms import editions_for
from rules_cli.model import Rule
from rules_cli.render import as_json, out, pages

app = app_of("")
app.info.no_args_is_help = False


@app.command()
def tree(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID...]", autocompletion=numbers, help="A branch; else the contents."),
    ] = None,
    book: Book = None,
    depth: Annotated[int | None, typer.Option("--depth", min=0, help="Levels below the branch.")] = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """The table of contents of a book, or one branch with its rules.

    \b
    rules tree -b fab
    rules tree fab:2.7
    """
    library = Library.open(lang, as_of)
    if ids and (len(ids) > 1 or ids[0].lower() not in library.installed.slugs()):
        found = library.find(ids, book)
        rows = [row for place in found.places for row in _branch(library, place, depth)]
        if rows and json:
            out.write_json([as_json.rule(rule) for _, rule in rows])
        elif rows:
            out.show(pages.tree(rows, pages.breadcrumb(library.show(found.places[0], 0))))
        raise typer.Exit(report_missing(found, json))
    values = []
    for edition in editions_for(library, ids[0] if ids else book):
        contents = [
            row
            for entry in edition.entries()
            if entry.row.parent is None and entry.row.kind == "heading"
            for row in _branch(library, RowRef(edition, entry), depth)
            if row[1].kind == "heading"
        ]
        values += [as_json.rule(rule) for _, rule in contents]
        if not json:
            out.show(pages.tree(contents, f"{edition.about['title']}, edition {edition.name}"))
    if json:
        out.write_json(values)
    raise typer.Exit(0)


def _branch(library: Library, place: RowRef, depth: int | None) -> Iterator[tuple[int, Rule]]:
    """A row and what is under it, each with its level."""
    levels = {str(place.number): 0}
    yield 0, library.compose(place)
    for rule in library.below(place, depth):
        levels[rule.number] = levels.get(str(rule.parent), 0) + 1
        yield levels[rule.number], rule
