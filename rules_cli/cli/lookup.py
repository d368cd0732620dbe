"""`rules show`, `refs`, `tree`, `cite`, `term` and `explain`: rules by number, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rules_cli.cli.options import (
    AsOfOption,
    BookOption,
    Ids,
    JsonOption,
    LangOption,
    PlainOption,
    numbers,
    open_library,
)
from rules_cli.cli.usage import whole_number
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.rule_lookup import LookupResult, RowRef
from rules_cli.model import Rule
from rules_cli.render import as_json, out, rules
from rules_cli.rule_number import looks_like_number

if TYPE_CHECKING:
    from rules_cli.lookup.terms import TermNotFound

ReferenceLevelsOption = Annotated[
    int | None,
    typer.Option(
        "--depth",
        metavar="N",
        parser=whole_number(0, 9),
        help="Levels of references, all whole. Default: what fits a screen and a half.",
    ),
]


def show(
    ids: Ids,
    book: BookOption = None,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            metavar="N",
            parser=whole_number(0),
            help="Levels of sub-rules; 0 is the rule alone. Default: all.",
        ),
    ] = None,
    plain: PlainOption = False,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Show rules: text, sub-rules, examples, and references both ways.

    \b
    rules show 2.7.3a -b fab
    rules show mtg:601.2f-h --depth 0
    """
    library = open_library(lang, as_of)
    found = library.find(ids, book)
    if json and found.rows:
        shown = [
            rule
            for place in found.rows
            for rule in (library.compose(place), *(library.below(place, depth) if depth is not None else ()))
        ]
        out.write_json([as_json.rule(rule) for rule in {(rule.id, rule.edition): rule for rule in shown}.values()])
    elif found.rows:
        out.show(rules.show([library.show(place, depth) for place in found.rows], found.notes, plain))
    return out.report_missing(found, json, notes_shown=not json)


def refs(
    ids: Ids, book: BookOption = None, lang: LangOption = None, as_of: AsOfOption = None, json: JsonOption = False
) -> int:
    """List what a rule refers to, and what refers to it.

    \b
    rules refs fabula:1.6.1
    """
    library = open_library(lang, as_of)
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
    book: BookOption = None,
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", parser=whole_number(0), help="How many levels below it.")
    ] = None,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Show the table of contents of a book, or one branch with its rules.

    \b
    rules tree -b fab
    rules tree fab:2.7
    """
    library = open_library(lang, as_of)
    named = library.installed.book_in_front(ids or [])
    if ids and (named is None or named[1] < len(ids)):
        return _branches(library, ids, book, depth, json)
    return _contents(library, named[0] if named else book, depth, json)


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
    """Print the titles of a book, or of all books, and return the exit code; leave out the entries of a glossary."""

    values = []
    for edition in library.editions_for(book):
        entries = {entry.number for entry in edition.explained()}
        contents = [
            (level, rule)
            for entry in edition.entries()
            if entry.row.parent is None and entry.row.title
            for level, rule in _branch(library, RowRef(edition, entry), depth)
            if rule.kind == "heading" or (rule.title and rule.number not in entries)
        ]
        values += [as_json.rule(rule) for _, rule in contents]
        if not json:
            out.show(rules.tree(contents, f"{library.title_of(edition)}, {rules.edition_named(edition.name)}"))
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


def cite(
    ids: Ids,
    book: BookOption = None,
    form: Annotated[
        Literal["plain", "markdown", "html", "json"],
        typer.Option("--format", metavar="plain|markdown|html|json", help="The markup to write it in."),
    ] = "plain",
    permanent: Annotated[
        bool,
        typer.Option("--permanent", help="Add edition and fingerprint, so that it survives renumbering."),
    ] = False,
    plain: PlainOption = False,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Print a citation to paste: book, edition, number, text, official or not, and the web address.

    \b
    rules cite fab:2.7.3c --format markdown
    rules cite fab:2.7.3c --permanent
    """
    from rules_cli.lookup.cite import cite as make_citation

    library = open_library(lang, as_of)
    found = library.find(ids, book)
    citations = [make_citation(library, place) for place in found.rows]
    as_document = json or form == "json"
    if as_document and citations:
        out.write_json([as_json.citation(each) for each in citations])
    elif citations:
        out.write("\n\n".join(out.clean(rules.citation(each, form, permanent, plain)) for each in citations) + "\n")
    return out.report_missing(found, as_document)


def term(
    words: Annotated[list[str], typer.Argument(metavar="WORD", help="A term of a game; typos are forgiven.")],
    book: BookOption = None,
    plain: PlainOption = False,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Define a game term, with the rules that define it.

    \b
    rules term moniker
    rules term Guardian -b fab
    """
    from rules_cli.lookup.terms import TermNotFound, look_up
    from rules_cli.render import meanings

    library = open_library(lang, as_of)
    try:
        found = look_up(library, " ".join(words), book)
    except TermNotFound as error:
        return _search_instead(library, error, book, json)
    if json:
        out.write_one_or_list([as_json.definition(each) for each in found])
    else:
        out.show(meanings.definitions(found, plain))
    return 0


def _search_instead(library: Library, error: TermNotFound, book: str | None, json: bool) -> int:
    """Print the rules that a search finds for a word that no book defines, and return the exit code."""
    from rules_cli.render import results as results_page
    from rules_cli.search.context import context_of
    from rules_cli.search.in_part import checked

    results, note = checked(library, error.asked, book, library.search(error.asked, book=book))
    if json:
        out.write_json({**as_json.missing(error), **as_json.results(error.asked, results)})
    elif results:
        page = results_page.results(results, context_of(library, error.asked, book, results), columns=out.columns())
        out.show(results_page.results_instead(error.asked, error.chosen, page))
    elif not note:
        out.say(f"{error}, and no rule has such words")
    if note:
        out.say(note if results else f"{error}; {note}")
    return error.exit_code


def explain(
    words: Annotated[
        list[str], typer.Argument(metavar="ID|TERM", autocompletion=numbers, help="A rule number or a term.")
    ],
    book: BookOption = None,
    depth: ReferenceLevelsOption = None,
    plain: PlainOption = False,
    lang: LangOption = None,
    as_of: AsOfOption = None,
    json: JsonOption = False,
) -> int:
    """Explain a rule or a term: with the rules that it refers to, and the terms that it uses.

    \b
    rules explain 2.7.3 -b fab
    rules explain moniker
    """
    from rules_cli.lookup.explain import DEPTH, explain_term
    from rules_cli.lookup.explain import explain as explain_rule
    from rules_cli.lookup.terms import TermNotFound, look_up
    from rules_cli.render import meanings

    library = open_library(lang, as_of)
    levels, room = (DEPTH, meanings.ROOM) if depth is None else (depth, None)
    found = _find_rules(library, words, book)
    if found is not None:
        explained = [explain_rule(library, place, levels) for place in found.rows]
        if json and explained:
            out.write_one_or_list([as_json.explanation(each) for each in explained])
        for each in () if json else explained:
            out.show(meanings.explanation(each, plain, room))
        return out.report_missing(found, json)
    try:
        defined = look_up(library, " ".join(words), book)
    except TermNotFound as error:
        return _search_instead(library, error, book, json)
    terms = [explain_term(library, definition, levels) for definition in defined]
    if json:
        out.write_one_or_list([as_json.term_explained(each) for each in terms])
    else:
        out.show(meanings.term_explained(terms, plain, room))
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
