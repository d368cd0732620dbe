"""`rules search` and `rules penalty`: rules, and infractions of the judges' policy of a game, by words."""

from __future__ import annotations

import shlex
from bisect import bisect_left
from collections.abc import Callable, Sequence

from rules_cli.captions import Remark, Words, joined
from rules_cli.cli import options
from rules_cli.cli.options import caption, language_of_game, languages_of, open_library
from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.render import as_json, out
from rules_cli.render.page import Page
from rules_cli.render.results import results, sentences_above
from rules_cli.search import Findings, chosen_editions, find
from rules_cli.search.confidence import NOTHING
from rules_cli.search.context import ResultContext, checked, context_of
from rules_cli.search.sentences import sentences_on
from rules_cli.situations import answered
from rules_cli.store import paths, settings
from rules_cli.store.edition import Edition
from rules_cli.text import shorten, words_of_text

_USUAL, _EVERY = 10, 100_000  # rules that are shown at most
_NEAREST = 3  # rules of a book without penalties, and documents that are asked at once
_LEAST_WORDS = 2  # of a question about this program
_LEAST = 2  # rules that are shown even if they do not fit the screen
_MOST_SHOWN = 100  # characters of a question that a message repeats: a long one would hide the advice after it


# Complexity: JSON or a page, with or without results and remarks.
def search(
    words: options.SearchWords,
    book: options.Books = None,
    limit: options.SearchLimit = None,
    within: options.Within = None,
    kind: options.Kind = None,
    listed: options.EveryRule = False,
    count: options.Count = False,
    every: options.AllEditions = False,
    why: options.WhyFound = 0,
    plain: options.Plain = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Find rules by words."""
    query = " ".join(words)
    if not any(map(str.isalnum, query)):
        raise UsageError("nothing to search for; type a word, as in: rules search moniker")
    library = open_library(lang, as_of)
    most = limit or (_EVERY if listed or count else _USUAL)
    found = find(library, query, book, most, within, kind, every, why=why > 0, listed=listed or count)
    caption(library, (hit.rule.language for hit in found.results), languages_of(library, book))
    found, note = (checked if within or kind or every else answered)(library, query, book, found)
    if count and found.total is not None:
        out.answer({"query": query, "total": found.total} if json else f"{found.total}\n")
        return 0 if found.total else 1
    said = sentences_on(library, query, book, found.corrected)
    named, is_answer = _cards_named(query, book, found)
    if len(named) == 1 and is_answer and not (json or said):
        from rules_cli.cli.cards import card  # here, since few questions are about a card

        return card([named[0][1]], named[0][0], lang)
    found, note = _answered_by_command(library, query, book, found, note)
    if json:
        out.write_json(as_json.results(query, found, why > 0, said))
    elif found.results or found.beside or said:
        context = context_of(library, found, query)

        def page(around: ResultContext) -> Page:
            return sentences_above(said, results(found, around, why, plain, out.columns()))

        show_fitting(page, context, len(found.results) if limit is None else 0)
    if not said and not json and (as_of or "@" in (settings.chosen_book(book) or "")):
        _say_newest(query, lang, book, library)
    for slug, name in named:
        out.say(Remark("card of this name", (shlex.quote(name), slug)))
    if limit and not listed and found.results and len(found.results) < limit:
        total = find(library, query, book, 0, within, kind, every, listed=True).total or 0
        if total > len(found.results):
            out.say(f"{len(found.results)} of {total:,} rules with all the words shown; all of them: --every")
    if note or not (found.results or found.beside or said):
        out.say(note or Remark("nothing found for", (shorten(query, _MOST_SHOWN),)))
    return 0 if found.results or found.beside else 1


def show_fitting(page: Callable[[ResultContext], Page], context: ResultContext, count: int) -> None:
    """Print a page of results; on a terminal, of as many of the first `count` as fit: the first of them is cut around
    its deciding sentence if it leaves no room for two. A `count` of 0 shows all, whole."""
    made = page(context)
    for lines in (None, out.rows() // 2) if count else ():
        if out.fits(made):
            break
        cut = context._replace(lines=lines)
        numbers = range(_LEAST + 1, count)
        more = bisect_left(numbers, True, key=lambda most: not out.fits(page(cut._replace(most=most))))
        made = page(cut._replace(most=min(count, _LEAST + more)))
    out.show(made)


def _say_newest(query: str, lang: str | None, book: str | None, library: Library) -> None:
    """Say that our sentence on a question holds for the newest edition, if it does not hold for the one asked."""
    slugs = ",".join({edition.slug for edition in chosen_editions(library, book)})
    for each in sentences_on(Library.open(lang), query, slugs):
        newest = each.rules[0]
        out.say(Remark("said of newest", (query, f"{newest.book} {newest.edition}", newest.book)))


def _cards_named(query: str, book: str | None, found: Findings) -> tuple[list[tuple[str, str]], bool]:
    """Return the book and the name of each imported card of the chosen books that a query names, and whether it is the
    answer: the query asks about the card alone, and no rule seems to answer, or the query asks for a part of a card."""
    if not paths.has_cards():  # before the module of cards, which few searches need
        return [], False
    from rules_cli.cli.asked import ON_CARDS, cards_asked_for

    is_answer = (found.confidence or NOTHING).is_doubtful or not ON_CARDS.isdisjoint(words_of_text(query))
    chosen = {each.partition("@")[0] for each in (settings.chosen_book(book) or "").split(",")} - {""}
    named, is_all = cards_asked_for(query, anywhere=is_answer)
    return [(slug, name) for slug, name in named if not chosen or slug in chosen], is_answer and is_all


def _answered_by_command(
    library: Library, query: str, book: str | None, found: Findings, note: Words
) -> tuple[Findings, Words]:
    """Return what was found, and a note: for a question about this program, the command that answers. If no rule seems
    to answer such a question and it names no term, nothing was found."""
    if len(query.split()) < _LEAST_WORDS:
        return found, note
    from rules_cli.cli.asked import command_asked_for  # here, because most searches are one word

    command, has_term = command_asked_for(library, query, book, found)
    if command and not has_term and (found.confidence or NOTHING).is_doubtful:
        return found._replace(results=(), beside=None), command
    return found, joined("semicolon", note, command) if note and command else note or command


# Complexity: JSON or a page, of one infraction or several, with or without a remark.
def penalty(
    words: options.Happened = None,
    book: options.Book = None,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Show what an infraction costs: its penalty, what changes that, and the remedy."""
    from rules_cli.penalties import NoPenalties, every, find, policy_editions, with_penalty
    from rules_cli.render import penalties

    library = open_library(lang, as_of)
    asked = " ".join(words or ())
    try:
        editions = policy_editions(library, book)
    except NoPenalties as error:
        if json or not words:
            raise
        caption(library, language_of_game(library, error.book))
        out.say(Remark("no list of penalties", (error.book,)))
        search(words, error.book, _NEAREST, lang=lang, as_of=as_of)
        return 1
    named = {each: having for each in editions if words and (having := with_penalty(library, each, asked))}
    edition, *others = named if len(named) == 1 else editions
    if others and (json or not words):
        slugs = ", ".join(each.slug for each in (edition, *others))
        raise UsageError(f"which policy document? choose one with -b: {slugs}")
    if others:
        return _of_each(library, list(named) or editions, asked)
    caption(library, [edition.about["language"]])
    listed = named.get(edition) if words else every(library, edition)
    found = listed or find(library, edition, asked)
    title, fits = library.title_of(edition), all(each.fits for each in found)
    sure = not any(each.unsure for each in found)
    if not (found and fits):
        nearest = Remark("no infraction has", (shorten(asked), edition.slug))
        out.say(nearest if found else Remark("nothing found for", (shorten(asked),)))
    if json:
        out.write_json(penalties.as_json(found, edition.slug, edition.name))
    elif found:
        address = edition.slug if library.installed.edition(edition.slug) is edition else repr(edition)
        if not listed and sure:
            out.show(penalties.infraction(found, title, address, out.rows()))
        else:
            out.show(penalties.listed(found, title, sure=sure))
    return int(not (found and fits))


def _of_each(library: Library, editions: Sequence[Edition], asked: str) -> int:
    """Print the likeliest infraction of a few policy documents, the surest first, or all with a penalty that is named,
    and how to choose one. Return the exit code."""
    from rules_cli.penalties import find, with_penalty
    from rules_cli.render import penalties

    caption(library, [edition.about["language"] for edition in editions])
    answers = [
        (edition, with_penalty(library, edition, asked) or find(library, edition, asked)[:1]) for edition in editions
    ]
    fitting = [(edition, found) for edition, found in answers if found and found[0].fits]
    fitting = sorted(fitting, key=lambda answer: answer[1][0].unsure)[:_NEAREST]
    for edition, found in fitting:
        out.show(penalties.listed(found, library.title_of(edition), sure=not found[0].unsure))
    if not fitting:
        out.say(Remark("nothing found for", (shorten(asked),)))
    out.say(Remark("choose a policy document", (", ".join(edition.slug for edition in editions),)))
    return int(not fitting)
