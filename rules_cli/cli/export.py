"""`rules export BOOK`"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, AsOf, Book, Lang, app_of
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.lookup.terms import editions_for
from rules_cli.render import as_json, out

app = app_of("")


class ExportFormat(StrEnum):
    """The forms of a whole tree."""

    YAML = "yaml"
    JSON = "json"
    NDJSON = "ndjson"


@app.command()
def export(
    which: Annotated[str | None, typer.Argument(metavar="BOOK", help="A book, or one edition: mtg@2006-10-01.")] = None,
    book: Book = None,
    form: Annotated[ExportFormat, typer.Option("--format", help="One rule to a line is ndjson.")] = ExportFormat.YAML,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """The whole tree of a book, in source order.

    \b
    rules export fab --format ndjson > fab.ndjson
    """
    library = Library.open(lang, as_of)
    editions = editions_for(library, which or book)
    if len(editions) != 1:
        raise UsageError("which book? as in: rules export fab")
    edition, form = editions[0], ExportFormat.JSON if json else form
    if form is ExportFormat.YAML:
        from rules_cli.store import tree_yaml

        out.write(tree_yaml.dump(edition.load()))
        raise typer.Exit(0)
    rules = (library.compose(RowRef(edition, entry)) for entry in edition.entries())
    if form is ExportFormat.JSON:
        out.write_json([as_json.rule(rule) for rule in rules])
    else:
        for rule in rules:
            out.write_json(as_json.rule(rule))
    raise typer.Exit(0)
