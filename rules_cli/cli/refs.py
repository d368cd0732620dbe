"""`rules refs ID…`"""

from __future__ import annotations

import typer

from rules_cli.cli.answers import report_missing
from rules_cli.cli.options import AsJson, AsOf, Book, Ids, Lang, app_of
from rules_cli.library import Library
from rules_cli.render import as_json, out, pages

app = app_of("")


@app.command()
def refs(ids: Ids, book: Book = None, lang: Lang = None, as_of: AsOf = None, json: AsJson = False) -> int:
    """What a rule refers to, and what refers to it.

    \b
    rules refs fabula:1.6.1
    """
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    shown = [library.show(place, depth=1) for place in found.places]
    if json and shown:
        values = [as_json.refs(each) for each in shown]
        out.write_json(values[0] if len(values) == 1 else values)
    else:
        for each in shown:
            out.show(pages.refs(each))
    raise typer.Exit(report_missing(found, json))
