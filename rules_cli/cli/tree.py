"""`rules tree` and `rules refs`: contents, branches, and references as lists or drawn as trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.options import caption, find, open_library
from rules_cli.library import Library
from rules_cli.lookup.compose import RowRef
from rules_cli.model import Rule
from rules_cli.render import as_json, out, rules
from rules_cli.render.page import Page, PageLine, Span
from rules_cli.render.rules import TreeRow, add_tree, row_of
from rules_cli.store.edition import Edition

_FOLDED = 1  # levels below the first that a tree shows: chapters and sections, or a rule and its sub-rules
_REFERENCE_LEVELS = 2  # references that a graph follows: three make a hundred rows of most rules of Magic
_MOST_IN_GRAPH = 12  # references of one rule in a graph: half a screen


def refs(
    ids: options.Ids,
    book: options.Book = None,
    graph: options.Graph = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """List what a rule refers to, and what refers to it."""
    library = open_library(lang, as_of)
    found = find(library, ids, book)
    shown = [library.show(place, depth=1) for place in found.rows]
    if json and shown:
        out.write_json(as_json.one_or_list(as_json.refs, shown))
    elif shown:
        page = Page()
        for place, each in zip(found.rows, shown, strict=True):
            page.gap()
            page += _graph(library, place.edition, each.rule) if graph else rules.refs(each)
        out.show(page)
    return out.report_missing(found, json)


def _graph(library: Library, edition: Edition, rule: Rule) -> Page:
    """Return a rule as a tree: the rules that it refers to, and the rules that refer to it."""

    def named_by(each: Rule) -> list[Rule]:
        return [found for number in each.referenced_by if (found := library.rule_in(edition, number))]

    names = _unfolded(rule, partial(library.named, edition))
    return rules.reference_tree(rule, names, _unfolded(rule, named_by), out.columns())


def _unfolded(rule: Rule, related: Callable[[Rule], Sequence[Rule]]) -> Iterator[TreeRow]:
    """Yield the rules related to a rule as rows, each before its own, which come only once."""
    seen = {rule.id}

    def below(above: Rule, level: int) -> Iterator[TreeRow]:
        all_related = related(above)
        for each in all_related[:_MOST_IN_GRAPH]:
            yield row_of(level, each, each.number if each.book == rule.book else each.id)
            if each.id not in seen and level <= _REFERENCE_LEVELS:
                seen.add(each.id)
                yield from below(each, level + 1)
        if len(all_related) > _MOST_IN_GRAPH:
            more = f"rules refs {above.id}"
            yield TreeRow(level, f"{len(all_related) - _MOST_IN_GRAPH} …", more, is_title=False)

    return below(rule, 2)


# Complexity: contents or branches, for people or as JSON.
def tree(
    ids: options.Branches = None,
    book: options.Book = None,
    depth: options.TreeLevels = None,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Show the table of contents of a book, or one branch with its rules; two levels of it unless you ask for more."""
    library = open_library(lang, as_of)
    named = library.installed.book_in_front(ids or [])
    if not ids or (named and named[1] == len(ids)):
        return _contents(library, named[0] if named else book, depth, json)
    found = find(library, ids, book)
    levels = depth if json or depth is not None else _FOLDED  # programs get all
    branches = [(place, list(_branch(library, place, levels))) for place in found.rows]
    if branches and json:
        out.write_json([as_json.rule(rule) for _, branch in branches for _, rule in branch])
    else:
        page = Page()
        for _, siblings in groupby(branches, lambda each: (each[0].edition, each[0].entry.row.parent)):
            places, inside = zip(*siblings, strict=True)
            rows = list(chain.from_iterable(inside))
            _add(page, rows, rules.breadcrumb(library.show(places[0], 0)), depth)
            rules.foot(page, [rule for _, rule in rows])
        out.show(page)
    return out.report_missing(found, json)


# Complexity: which rows are titles, for people or as JSON.
def _contents(library: Library, book: str | None, depth: int | None, json: bool) -> int:
    """Print the titles of books as trees. Return the exit code."""
    values, page = [], Page()
    levels = depth if json or depth is not None else _FOLDED  # programs get all
    editions = library.editions_for(book)
    caption(library, (edition.about["language"] for edition in editions))
    for edition in editions:
        entries = {entry.number for entry in edition.explained()}
        contents = [
            (level, rule)
            for entry in edition.entries()
            if entry.row.parent is None and entry.row.title
            for level, rule in _branch(library, RowRef(edition, entry), levels)
            if rule.kind == "heading" or (rule.title and rule.number not in entries)
        ]
        values += [as_json.rule(rule) for _, rule in contents]
        if not json:
            head = f"{library.title_of(edition)}, {rules.edition_named(edition.name)}"
            _add(page, contents, PageLine((Span(head, "quiet"),)), depth)
            rules.cautions(page, [rule for _, rule in contents])
    out.answer(values if json else page)
    return 0


def _add(page: Page, rows: Sequence[tuple[int, Rule]], head: PageLine, depth: int | None) -> None:
    """Add a tree to a page, below a line; the last line says how to see more levels."""
    page.gap()
    page.lines.append(head)
    add_tree(page, [row_of(level, rule) for level, rule in rows], out.columns())
    if depth is None and any(level == _FOLDED and rule.children for level, rule in rows):
        page.add(Span.of(Remark("more"), "label"), Span(f"--depth {_FOLDED + 1}", "quiet"))


def _branch(library: Library, place: RowRef, depth: int | None) -> Iterator[tuple[int, Rule]]:
    """Yield a rule and the rules below it, each after its level."""
    levels = {str(place.number): 0}
    yield 0, library.compose(place)
    for rule in library.below(place, depth):
        levels[rule.number] = levels.get(str(rule.parent), 0) + 1
        yield levels[rule.number], rule
