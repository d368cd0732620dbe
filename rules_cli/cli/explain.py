"""`rules explain` and `rules term`: what a rule or a word means."""

from __future__ import annotations

from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, AsOf, Book, Lang, numbers
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import LookupResult
from rules_cli.lookup.terms import look_up
from rules_cli.render import as_json, out, rules
from rules_cli.rule_number import looks_like_number


def term(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A term of a game; typos are forgiven.")],
    book: Book = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Define a game term, with the rules that define it.

    \b
    rules term moniker
    rules term Guardian -b fab
    """
    found = look_up(Library.open(lang, as_of), " ".join(words), book)
    if json:
        out.write_one_or_list([as_json.definition(each) for each in found])
    else:
        out.show(rules.definitions(found))
    return 0


def explain(
    words: Annotated[
        list[str], typer.Argument(metavar="ID|TERM", autocompletion=numbers, help="A rule number or a term.")
    ],
    book: Book = None,
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=0, max=9, help="How many levels of references to open.")
    ] = 2,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Explain a rule or a term: with the rules that it refers to, and the terms that it uses.

    \b
    rules explain 2.7.3 -b fab
    rules explain moniker
    """
    from rules_cli.lookup.explain import explain as explain_rule
    from rules_cli.lookup.explain import explain_term

    library = Library.open(lang, as_of)
    found = _find_rules(library, words, book)
    if found is not None:
        explained = [explain_rule(library, place, depth) for place in found.rows]
        if json and explained:
            out.write_one_or_list([as_json.explanation(each) for each in explained])
        for each in () if json else explained:
            out.show(rules.explanation(each))
        return out.report_missing(found, json)
    terms = [explain_term(library, definition, depth) for definition in look_up(library, " ".join(words), book)]
    if json:
        out.write_one_or_list([as_json.term_explained(each) for each in terms])
    else:
        out.show(rules.term_explained(terms))
    return 0


def _find_rules(library: Library, words: list[str], book: str | None) -> LookupResult | None:
    """Return the rules that the words name; None if they are a term, with or without its book (`fab:moniker`)."""
    asked = " ".join(words)
    if looks_like_number(asked):
        return library.find(words, book)
    try:
        found = library.find([asked], book) if ":" in asked else None
    except UsageError:
        return None
    return found if found and found.rows else None
