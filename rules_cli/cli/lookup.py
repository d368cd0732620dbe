"""`rules show`, `look`, `term` and `explain`: rules by number, on a page or a screen, and what they mean."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from rules_cli.captions import Remark, joined
from rules_cli.cli import options
from rules_cli.cli.options import caption, captioned, find, language_of_game, languages_of, open_library, report
from rules_cli.errors import RuleNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.find import LookupResult
from rules_cli.render import as_json, language, out, rules
from rules_cli.render.excerpt import lead
from rules_cli.render.page import Page, Span
from rules_cli.store import settings
from rules_cli.text import fold, shorten, words_of_text

if TYPE_CHECKING:
    from rules_cli.lookup.definitions import TermNotFound
    from rules_cli.search import Findings

_INTERRUPTED = 130  # the exit code of a program that Ctrl-C ends
_FAREWELL = 3  # lines that stay on the screen after the look-up


# Complexity: rules or their neighbours, each for people or as JSON.
def show(
    ids: options.Ids,
    book: options.Book = None,
    depth: options.SubRules = None,
    context: options.Context = 0,
    plain: options.Plain = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Show rules: text, sub-rules, examples, and references both ways."""
    library = open_library(lang, as_of)
    found = find(library, ids, book)
    if any("~" in word for word in ids):
        found = found._replace(notes=(*found.notes, *_numbers_today(library, found)))
    if found.unclear and not json:
        found = _without_unclear(library, found, "rules ")
    if context:
        return _show_neighbours(library, found, context, plain, json)
    if json and found.rows:
        shown = [
            rule
            for place in found.rows
            for rule in (library.compose(place), *(library.below(place, depth) if depth is not None else ()))
        ]
        out.write_json([as_json.rule(rule) for rule in {(rule.id, rule.edition): rule for rule in shown}.values()])
    elif found.rows:
        from rules_cli.history.last_change import LastChanges

        shown = [library.show(place, depth) for place in found.rows]
        out.show(rules.show(shown, found.notes, plain, LastChanges(library.installed).of))
    return out.report_missing(found if json else found._replace(notes=()), json)  # the page has the notes


def _without_unclear(library: Library, found: LookupResult, command: str) -> LookupResult:
    """Print in short the rules of words that mean rules of many books. Return the result without them."""
    from rules_cli.render import results
    from rules_cli.search.context import ResultContext

    unclear = [library.compose(row) for row in found.unclear]
    firsts = {rule.id: first for rule in unclear if (first := library.first_rule(rule))}
    others = tuple(row for row in found.rows if row not in found.unclear)
    page = results.readings(unclear, ResultContext(first_rules=firsts), command, found.notes, out.columns())
    if others:
        page.gap()
    out.show(page)
    return found._replace(rows=others, notes=())


def _numbers_today(library: Library, found: LookupResult) -> Iterator[Remark]:
    """Yield what became of the rules of older editions in the newest one: its number, and whether it was reworded."""
    from rules_cli.history.edition_pair import match_editions

    installed = library.installed
    for place in found.rows:
        newest = installed.edition(place.edition.slug)
        if place.edition.path == newest.path or place.edition.shipped or newest.shipped:
            continue
        pairing = match_editions(place.edition, newest, installed.readable(installed.all(newest.slug)))
        now = pairing.link(place.number)
        key = "gone today" if not now.to else "reworded today" if "changed" in now.kinds else "today"
        to = f"{newest.slug}:{now.to}"
        became = to if now.sure else Remark("perhaps it", (to,))
        yield Remark(key, (f"{installed.address(place.edition)}:{place.number}", newest.name, became))


def _show_neighbours(library: Library, found: LookupResult, count: int, plain: bool, json: bool) -> int:
    """Print rules with `count` rows before and after each. Return the exit code."""
    around = {}
    for place in found.rows:
        first, last = max(1, place.entry.place - count), library.last_below(place) + count
        near = (RowRef(place.edition, entry) for entry in place.edition.between(first, last))
        around.update({(row.edition, row.number): row for row in near})
    if json and around:
        out.write_json([as_json.rule(library.compose(row)) for row in around.values()])
    elif around:
        asked = {row.id for row in found.rows}
        out.show(rules.neighbours([library.show(row, 0) for row in around.values()], asked, plain))
    return out.report_missing(found, json)


def term(
    words: options.TermWords,
    book: options.Book = None,
    plain: options.Plain = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Define a game term, with the rules that define it."""
    from rules_cli.lookup.definitions import TermNotFound, look_up
    from rules_cli.render import meanings

    library = open_library(lang, as_of)
    try:
        found = look_up(library, " ".join(words), book)
    except TermNotFound as error:
        return _search_instead(library, error, book, json)
    except RuleNotFound as error:
        return report(library, error, book, json)
    caption(library, (rule.language for each in found for rule in each.rules))
    if json:
        out.write_json(as_json.one_or_list(as_json.definition, found))
        return 0
    page = meanings.definitions(found, plain)
    if all(each.how == "slang" or each.of_players for each in found):  # the book has no such word: perhaps it is silent
        from rules_cli.render.results import sentences_above
        from rules_cli.search.sentences import sentences_on

        silent = [each for each in sentences_on(library, " ".join(words), book) if each.kind == "not said"]
        page = sentences_above(silent, page)
    out.show(page)
    return 0


def _search_instead(library: Library, error: TermNotFound, book: str | None, json: bool) -> int:
    """Print what a search finds for words that are not a term, and that they are not. Return the exit code."""
    from rules_cli.cli.search import show_fitting
    from rules_cli.render.results import results, sentences_above
    from rules_cli.search import find
    from rules_cli.search.context import ResultContext, context_of
    from rules_cli.search.sentences import sentences_on
    from rules_cli.situations import answered

    searched = find(library, error.asked, book)
    caption(library, (hit.rule.language for hit in searched.results), languages_of(library, book))
    found, note = answered(library, error.asked, book, searched)
    found = _doubted(found, error.asked)
    undefined = Remark("not defined in" if error.chosen else "not defined", (shorten(error.asked), error.chosen))
    said = sentences_on(library, error.asked, book, found.corrected)
    if json:
        out.write_json({**as_json.missing(error), **as_json.results(error.asked, found, ours=said)})
    elif found.results or found.beside or said:
        no_term = Remark("no term in book" if error.chosen else "no term", (shorten(error.asked), error.chosen))
        above, context = Page.of(no_term, "note") if found.results else Page(), context_of(library, found, error.asked)

        def page(around: ResultContext) -> Page:
            return sentences_above(said, above + results(found, around, columns=out.columns()))

        show_fitting(page, context, len(found.results))
    elif not note:
        out.say(joined("semicolon", undefined, Remark("no rule contains", (shorten(error.asked),))))
    if note:
        out.say(note if found.results else joined("semicolon", undefined, note))
    return error.exit_code


def _doubted(found: Findings, asked: str) -> Findings:
    """Return doubtful findings if they have only longer words that begin with a word: *rampage* for *ramp*."""
    from rules_cli.lookup.forms import other_numbers, uninflected
    from rules_cli.search.confidence import NOTHING

    word = fold(asked)
    words = {each for hit in found.results for each in words_of_text(f"{hit.rule.title or ''} {hit.rule.text or ''}")}
    whole = {word, *other_numbers(word), *uninflected(word), *(f"{word}{ending}" for ending in ("ed", "ing", "d"))}
    is_begun = words.isdisjoint(whole) and any(each.startswith(word) for each in words)
    return found._replace(confidence=NOTHING) if is_begun else found


# Complexity: words are a rule or a term, each for people or as JSON.
def explain(
    words: options.IdOrTerm,
    book: options.Book = None,
    depth: options.ReferenceLevels = None,
    plain: options.Plain = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Explain a rule or a term: with the rules that it refers to, and the terms that it uses."""
    from rules_cli.history.last_change import LastChanges
    from rules_cli.lookup.definitions import TermNotFound, look_up
    from rules_cli.lookup.explain import DEPTH, explain_term
    from rules_cli.lookup.explain import explain as explain_rule
    from rules_cli.render import meanings

    library = open_library(lang, as_of)
    levels, room = (DEPTH, meanings.ROOM) if depth is None else (depth, None)
    asked = " ".join(words)
    first = library.find(words, book) if library.reads_as_rules(words) else None
    with suppress(UsageError):  # a term may have its book in front: fab:moniker
        first = first or (library.find([asked], book) if ":" in asked else None)
    if first and (first.rows or library.reads_as_rules(words)):
        found = captioned(library, first, book)
        if found.unclear and not json:
            found = _without_unclear(library, found, "rules explain ")
        change_of = LastChanges(library.installed).of
        explained = [explain_rule(library, place, levels) for place in found.rows]
        if json and explained:
            out.write_json(as_json.one_or_list(as_json.explanation, explained))
        for each in () if json else explained:
            out.show(meanings.explanation(each, plain, room, change_of))
        return out.report_missing(found, json)
    try:
        defined = look_up(library, asked, book)
    except TermNotFound as error:
        return _search_instead(library, error, book, json)
    caption(library, (rule.language for each in defined for rule in each.rules))
    terms = [explain_term(library, definition, levels) for definition in defined]
    out.answer(
        as_json.one_or_list(as_json.term_explained, terms) if json else meanings.term_explained(terms, plain, room)
    )
    return 0


def _printed(argv: list[str]) -> tuple[str, str]:
    """Return what a command line prints as errors, and its answer, in the language of the look-up, which goes on as
    before."""
    from rules_cli.__main__ import main
    from rules_cli.assistants.answers import run as run_command

    chosen, is_collecting, before = language.chosen(), gc.isenabled(), os.environ.get(name := settings.KEYS["lang"])
    try:
        os.environ[name] = chosen  # an option would be repeated in advice
        printed, errors = run_command(main, argv)
    finally:
        del os.environ[name]
        os.environ |= {name: before} if before else {}
        language.choose(chosen)
        if not is_collecting:
            gc.disable()
    return errors.removeprefix("rules: ").strip("\n"), printed.strip("\n")


# Complexity: without a terminal another command answers; a pipe and a terminal get another last line.
def look(
    context: typer.Context,
    words: options.FirstWords = None,
    book: options.Book = None,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
) -> int:
    """Look up rules as you type: open a rule, follow its references, go back, copy its citation."""
    from rules_cli.look import terminal

    if why := terminal.why_not():
        if book:
            open_library(lang, as_of).editions_for(book)  # raises BookNotFound
        options_given = [("-b", book), ("--lang", lang), ("--as-of", as_of)]
        named = [word for option in options_given if option[1] for word in option]
        code: int = context.find_root().obj([*words, *named] if words else ["--help"])
        out.say(f"no interactive look-up here: {why}")
        return code
    from rules_cli.look.answers import Answers
    from rules_cli.look.loop import run

    library = open_library(lang, as_of)
    chosen = book or settings.default_book()
    caption(library, language_of_game(library, (chosen or "").partition("@")[0]))
    answers = Answers(library, _printed)
    with terminal.taken() as screen:
        last = run(screen, answers, " ".join(words or []), chosen)
    read, is_piped = answers.last_read(last), not out.on_terminal()
    if is_piped:
        out.write(f"{read.question.target}\n" if read else "")
    elif read:  # never paged: whoever leaves wants the prompt of the shell
        citation, text = read.farewell
        line, page = lead(text, _FAREWELL * (out.columns() or 0) - len(citation)), Page()
        page.add(Span(citation, "id"), Span(f"  {line}" if line else "", "quiet"))
        out.show(page)
    return _INTERRUPTED if last.interrupted else int(is_piped and not read)
