"""`rules show`, `rules refs` and `rules tree`: rules in their place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from rules_cli.cli.options import AsJson, AsOf, Book, Ids, Lang, numbers
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import RowRef
from rules_cli.model import Rule
from rules_cli.render import as_json, out, rules


def show(
    ids: Ids,
    book: Book = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="N", min=0, help="Levels of sub-rules; 0 is the rule alone. Default: all."),
    ] = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Show rules: text, sub-rules, examples, and references both ways.

    \b
    rules show 2.7.3a -b fab
    rules show mtg:601.2f-h --depth 0
    """
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    if json and found.rows:
        shown = [
            rule
            for place in found.rows
            for rule in (library.compose(place), *(library.below(place, depth) if depth is not None else ()))
        ]
        out.write_json([as_json.rule(rule) for rule in {(rule.id, rule.edition): rule for rule in shown}.values()])
    elif found.rows:
        out.show(rules.show([library.show(place, depth) for place in found.rows], found.notes))
    return out.report_missing(found, json)


def refs(ids: Ids, book: Book = None, lang: Lang = None, as_of: AsOf = None, json: AsJson = False) -> int:
    """List what a rule refers to, and what refers to it.

    \b
    rules refs fabula:1.6.1
    """
    library = Library.open(lang, as_of)
    found = library.find(ids, book)
    shown = [library.show(place, depth=1) for place in found.rows]
    if json and shown:
        out.write_one_or_list([as_json.refs(each) for each in shown])
    else:
        for each in shown:
            out.show(rules.refs(each))
    return out.report_missing(found, json)


def tree(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID...]", autocompletion=numbers, help="A rule or section. Default: the whole book."),
    ] = None,
    book: Book = None,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", min=0, help="How many levels below it.")] = None,
    lang: Lang = None,
    as_of: AsOf = None,
    json: AsJson = False,
) -> int:
    """Show the table of contents of a book, or one branch with its rules.

    \b
    rules tree -b fab
    rules tree fab:2.7
    """
    library = Library.open(lang, as_of)
    if ids and (len(ids) > 1 or ids[0].lower() not in library.books()):
        return _branches(library, ids, book, depth, json)
    return _contents(library, ids[0] if ids else book, depth, json)


def _branches(library: Library, ids: list[str], book: str | None, depth: int | None, json: bool) -> int:
    """Print the branches below some rules, and return the exit code."""
    found = library.find(ids, book)
    rows = [row for place in found.rows for row in _branch(library, place, depth)]
    if rows and json:
        out.write_json([as_json.rule(rule) for _, rule in rows])
    elif rows:
        out.show(rules.tree(rows, rules.breadcrumb(library.show(found.rows[0], 0))))
    return out.report_missing(found, json)


def _contents(library: Library, book: str | None, depth: int | None, json: bool) -> int:
    """Print the headings of a book, or of all books, and return the exit code."""

    values = []
    for edition in library.editions_for(book):
        contents = [
            row
            for entry in edition.entries()
            if entry.row.parent is None and entry.row.kind == "heading"
            for row in _branch(library, RowRef(edition, entry), depth)
            if row[1].kind == "heading"
        ]
        values += [as_json.rule(rule) for _, rule in contents]
        if not json:
            out.show(rules.tree(contents, f"{edition.about['title']}, edition {edition.name}"))
    if json:
        out.write_json(values)
    return 0


def _branch(library: Library, place: RowRef, depth: int | None) -> Iterator[tuple[int, Rule]]:
    """Yield a row and the rows below it, each with its level."""
    levels = {str(place.number): 0}
    yield 0, library.compose(place)
    for rule in library.below(place, depth):
        levels[rule.number] = levels.get(str(rule.parent), 0) + 1
        yield levels[rule.number], rule
