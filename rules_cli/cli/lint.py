"""`rules lint BOOK|PATH`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, Book, app_of
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.terms import editions_for
from rules_cli.render import as_json, out, pages
from rules_cli.sources.importing import read_book

app = app_of("")


@app.command()
def lint(
    targets: Annotated[
        list[str] | None, typer.Argument(metavar="BOOK|PATH...", help="An installed book, or files to read.")
    ] = None,
    book: Book = None,
    json: AsJson = False,
) -> int:
    """Every anomaly in a source: misprinted numbers, gaps, references to rules that are not there.

    Exits 0 where there is none, 1 where there is any. Nothing is installed.
    """
    library = Library.open()
    if not targets and not book:
        raise UsageError("which book or file? as in: rules lint fab")
    targets = targets or [str(book)]
    if len(targets) == 1 and targets[0].partition("@")[0].lower() in library.installed.slugs():
        name = targets[0]
        found = editions_for(library, name)[0].index.anomalies()
    else:
        name = ", ".join(Path(target).name for target in targets)
        found = read_book([Path(target) for target in targets], book or "unnamed").anomalies
    if json:
        out.write_json([as_json.anomaly(each) for each in found])
    else:
        out.show(pages.anomalies(found, name))
    raise typer.Exit(1 if found else 0)
