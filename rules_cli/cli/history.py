"""`rules diff` and `rules trace`: what changed between editions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.options import caption, not_found, open_library, report
from rules_cli.errors import BookNotFound, RuleNotFound, UsageError
from rules_cli.library import Library
from rules_cli.lookup.definitions import rule_of_term
from rules_cli.render import as_json, changes, out
from rules_cli.render.writers import document
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import shorten

if TYPE_CHECKING:
    from rules_cli.history.trace import Trace


# Complexity: one form of the answer for each option.
def diff(
    words: options.TwoEditions = None,
    book: options.Book = None,
    no_renumbering: options.NoRenumbering = False,
    no_references: options.NoReferences = False,
    html: options.Html = False,
    summary: options.Summary = False,
    only: options.Only = None,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Compare two editions of a book: rules added, removed, changed, moved, renumbered, split, merged."""
    from rules_cli.history.diff import diff as compare
    from rules_cli.history.summary import summarized

    words = words or []
    file = next((word for word in words if word.lower().endswith((".html", ".htm"))), None) if html else None
    library = open_library(lang)
    installed = library.installed
    a, b, ids = two_editions(installed, [word for word in words if word != file], book)
    flags = {"renumbered": no_renumbering, "references": no_references}
    left_out = _kinds_without(only).union(kind for kind, is_left_out in flags.items() if is_left_out)
    others = installed.readable(edition for edition in installed.all(a.slug) if edition not in (a, b))
    caption(library, (edition.about["language"] for edition in (a, b)))
    try:
        found = compare(a, b, _numbers(library, ids, repr(b)), left_out, others)
    except RuleNotFound as error:
        return report(library, error, book, json)
    found = summarized(found) if summary else found
    page = changes.diff(found)
    if not html or json:
        out.answer(as_json.diff(found) if json else page)
        return 0
    text = document(page, b.about["title"], b.about["language"])
    if file:
        Path(file).write_text(text, encoding="utf-8")
        out.say(f"written: {file}")
    else:
        out.write(text)
    return 0


def _numbers(library: Library, ids: Sequence[str], book: str) -> list[str]:
    """Return ids with the numbers of rules in place of terms; several words may be one term. Raises RuleNotFound, which
    names rules found by the words, if they are neither."""
    asked = " ".join(ids)
    if row := rule_of_term(library, asked, book):
        return [str(row.number)]
    found = [str(row.number) if (row := rule_of_term(library, word, book)) else word for word in ids]
    if any(map(str.isalpha, asked)) and not (any(map(str.isdigit, "".join(found))) or library.find(ids, book).rows):
        raise not_found(library, asked, book)
    return found


def _kinds_without(only: str | None) -> set[str]:
    """Return the kinds of changes that `--only` leaves out; none without it. Raises UsageError for an unknown kind."""
    from rules_cli.history.rule_links import KINDS

    wanted = {word.strip().lower() for word in only.split(",")} if only is not None else {*KINDS}
    if unknown := sorted(wanted - {*KINDS}):
        raise UsageError(f"--only takes {', '.join(KINDS)}, with commas between them; not {shorten(unknown[0])!r}")
    return {*KINDS} - wanted


def trace(
    words: options.BookAndId,
    book: options.Book = None,
    at: options.AtDay = None,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Follow one rule through all installed editions, from the first to the last, also under other numbers."""
    from rules_cli.history.trace import find
    from rules_cli.history.trace import trace as follow

    library = open_library(lang)
    try:
        place = find(library, words, book)
    except RuleNotFound as error:
        return report(library, error, book, json)
    caption(library, [place.edition.about["language"]])
    found = follow(library, place)
    _tell_reworded(found)
    only = found.at(InstalledBooks(at).of_the_day(library.installed.all(place.edition.slug)), at) if at else None
    out.answer(as_json.trace(found, at, only) if json else changes.trace(found, only))
    return 0


def _tell_reworded(found: Trace) -> None:
    """Say which of our sentences must be read again, and that slang does not lead to a reworded rule any more."""
    from rules_cli.lookup.known import known_edition
    from rules_cli.search.sentences import to_read_again

    known = known_edition(found.asked.edition.slug).rules
    *before, newest = (step.place.entry.row.fingerprint for step in found.steps)
    former = [number for number, words in known.items() if words in before and words != newest]
    if about := to_read_again(found.steps[-1].edition, former):
        out.say(Remark("read again", (", ".join(about), found.steps[-1].edition.name)))
    if newest not in known.values() and former:
        out.say(Remark("former words", (found.asked.id,)))


_YEAR = re.compile(r"(19|20)\d\d(-\d\d){0,2}$")  # in the place of an edition this is a year, and not rule 203.0


def _example(installed: InstalledBooks) -> str:
    """Return a command that compares two editions of an installed book, or how to get a second edition."""
    for slug in installed.slugs():
        newest, *older = _whole(installed, slug)
        if older:
            return f"rules diff {older[0]!r} {newest!r}"
    return "none here has two: rules import FILE --book NAME --edition DATE"


def _whole(installed: InstalledBooks, slug: str, *named: Edition) -> list[Edition]:
    """Return the editions of a book that are whole or named, the newest first; the user's if two have one name."""
    every = installed.all(slug)
    whole = [edition for edition in every if installed.is_whole(edition) or edition in named] or every[:1]
    return list({edition.name: edition for edition in whole[::-1]}.values())[::-1]


# Complexity: one case for each number of editions that are named.
def two_editions(
    installed: InstalledBooks, words: Sequence[str], book: str | None = None
) -> tuple[Edition, Edition, list[str]]:
    """Return the two editions to compare, and the words that name rules. If one edition is named it is compared with
    the newest, and the newest with the one before it; if none is, these two are compared. Words alone are of the only
    book with two. Raise UsageError if no book is named or two are, BookNotFound if one is not installed."""
    names_book = any(installed.slug_of(word.partition(":")[0].partition("@")[0]) for word in words)
    chosen = book or (None if names_book else settings.default_book())
    slug, named, ids = _read_words(installed, [chosen, *words] if chosen else words)
    if len(named) > 2:
        raise UsageError(f"two editions are compared, not {len(named)}: {_example(installed)}")
    if len(named) == 2:
        return named[0], named[1], ids
    if slug is None:
        with_two = [each for each in installed.slugs() if len(_whole(installed, each)) > 1]
        if len(with_two) != 1 or not ids:
            raise UsageError(f"diff which editions? {_example(installed)} (rules diff --help)")
        slug = with_two[0]
    newest, *older = _whole(installed, slug, *named)
    if not older:
        whole = "" if len(installed.editions(slug)) == 1 else "whole "
        only = f"only one {whole}edition of {slug} is installed, {newest.name}"
        raise BookNotFound(f"{only}; add another: rules import FILE --book {slug} --edition DATE")
    is_newest = not named or named[0] is newest
    return (older[0] if is_newest else named[0]), newest, ids


# Complexity: one case for each form of a word.
def _read_words(installed: InstalledBooks, words: Sequence[str]) -> tuple[str | None, list[Edition], list[str]]:
    """Return the book, editions and ids (which come last) of words: `mtg`, `mtg@2015`, `2015`, `mtg:704.5`, `704.5`."""
    slug: str | None = None
    editions: list[Edition] = []
    ids: list[str] = []
    for word in words:
        head, colon, number = word.partition(":")
        book, at, name = head.partition("@")
        if known := installed.slug_of(book):
            if slug not in (None, known):
                raise UsageError(
                    f"{slug} and {known} are two books; editions of one are compared: {_example(installed)}"
                )
            slug = known
            editions += [installed.edition(known, name)] if at else []
            ids += [number] if number else []
        elif colon or at:
            installed.edition(book, name or None)  # raises an error that names the books
        elif not ids and len(editions) < 2 and (found := _edition_alone(installed, slug, word)):
            slug = found.slug
            editions.append(found)
        else:
            ids.append(word)
    return slug, editions, ids


def _edition_alone(installed: InstalledBooks, slug: str | None, word: str) -> Edition | None:
    """Return the edition that a word names without its book; None if it names none. Raises UsageError if it names
    several, BookNotFound if it is a year of which there is no edition."""
    slugs = [slug] if slug else installed.slugs()
    found = [edition for each in slugs for edition in installed.editions_named(each, word)]
    if len(found) > 1:
        raise UsageError(f"{shorten(word)} may be {' or '.join(map(repr, found))}; name one of them")
    if not found and _YEAR.match(word):
        if slug:
            installed.edition(slug, word)  # raises an error that lists its editions
        raise BookNotFound(f"no edition {word}; rules books lists those that are installed")
    return found[0] if found else None
