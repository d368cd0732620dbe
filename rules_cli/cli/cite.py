"""`rules cite`: a citation to paste."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from rules_cli.cli.options import AsJson, AsOf, Book, Ids, Lang
from rules_cli.library import Library
from rules_cli.lookup.cite import cite as make_citation
from rules_cli.render import as_json, out
from rules_cli.render.citation import citation


def cite(
    ids: Ids,
    book: Book = None,
    form: Annotated[
        Literal["plain", "markdown", "html", "json"],
        typer.Option("--format", metavar="plain|markdown|html|json", help="The markup to write it in."),
    ] = "plain",
    permanent: Annotated[
        bool,
        typer.Option("--permanent", help="Add edition and fingerprint, so that it survives renumbering."),
    ] = False,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Print a citation to paste: book, edition, number, text, official or not, and the web address.

    \b
    rules cite fab:2.7.3c --format markdown
    rules cite fab:2.7.3c --permanent
    """
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    citations = [make_citation(library, place) for place in found.rows]
    as_document = json or form == "json"
    if as_document and citations:
        out.write_json([as_json.citation(each) for each in citations])
    elif citations:
        out.write("\n\n".join(out.clean(citation(each, form, permanent)) for each in citations) + "\n")
    return out.report_missing(found, as_document)
