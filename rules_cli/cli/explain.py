"""`rules explain ID|TERM`"""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.answers import report_missing
from rules_cli.cli.options import AsJson, AsOf, Book, Lang, app_of, numbers
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.explain import explain as explain_rule
from rules_cli.lookup.explain import explain_term
from rules_cli.lookup.rule_lookup import LookupResult
from rules_cli.lookup.terms import look_up
from rules_cli.render import as_json, out, pages
from rules_cli.rule_number import looks_like_number

app = app_of("")


@app.command()
def explain(
    words: Annotated[list[str], typer.Argument(metavar="ID|TERM", autocompletion=numbers, help="A rule, or a word.")],
    book: Book = None,
    depth: Annotated[int, typer.Option("--depth", min=0, max=9, help="How many references deep to unfold.")] = 2,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Explain a rule, or a word, with every rule it leans on unfolded and its terms defined.

    \b
    rules explain 2.7.3 -b fab
    rules explain moniker
    """
    library = Library.open(lang, as_of)
    asked = " ".join(words)
    found = _named(library, words, book)
    if found is not None:
        explained = [explain_rule(library, place, depth) for place in found.places]
        if json and explained:
            values = [as_json.explanation(each) for each in explained]
            out.write_json(values[0] if len(values) == 1 else values)
        for each in () if json else explained:
            out.show(pages.explanation(each))
        raise typer.Exit(report_missing(found, json))
    terms = [explain_term(library, meaning, depth) for meaning in look_up(library, asked, book)]
    if json:
        found_terms = [as_json.term_explained(each) for each in terms]
        out.write_json(found_terms[0] if len(found_terms) == 1 else found_terms)
    else:
        out.show(pages.term_explained(terms))
    raise typer.Exit(0)


def _named(library: Library, words: list[str], book: str | None) -> LookupResult | None:
    """The rules that the words name; None where they are a term, which may name its book too: `fab:moniker`."""
    asked = " ".join(words)
    if looks_like_number(asked):
        return library.find(words, book)
    try:
        found = library.find([asked], book) if ":" in asked else None
    except UsageError:
        return None
    return found if found and found.places else None
