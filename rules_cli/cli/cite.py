"""`rules cite ID…`"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from rules_cli.cli.answers import report_missing
from rules_cli.cli.options import AsJson, AsOf, Book, Ids, Lang, app_of
from rules_cli.library import Library
from rules_cli.lookup.cite import cite as make_citation
from rules_cli.render import as_json, out, pages

app = app_of("")


class CiteFormat(StrEnum):
    """The forms of a citation."""

    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"


@app.command()
def cite(
    ids: Ids,
    book: Book = None,
    form: Annotated[CiteFormat, typer.Option("--format", help="What to paste it into.")] = CiteFormat.PLAIN,
    permanent: Annotated[
        bool, typer.Option("--permanent", help="Name the words, not only the number: rules show always finds them.")
    ] = False,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """A citation to paste: book, edition, number, text, whose wording, official address.

    \b
    rules cite fab:2.7.3c --format markdown
    rules cite fab:2.7.3c --permanent
    """
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    citations = [make_citation(library, place) for place in found.places]
    as_document = json or form is CiteFormat.JSON
    if as_document and citations:
        out.write_json([as_json.citation(each) for each in citations])
    elif citations:
        out.write("\n\n".join(out.clean(pages.citation(each, form.value, permanent)) for each in citations) + "\n")
    raise typer.Exit(report_missing(found, as_document))
