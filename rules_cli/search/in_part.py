"""Searches in books that are here in part only: a word that no rule here has may be in the rest of its book."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules_cli.lookup.listed_terms import listed_terms
from rules_cli.lookup.near import games_in_part
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.search import Result, absent_words, chosen_editions, numbers_and_words
from rules_cli.search.query import words_of
from rules_cli.search.stems import STOPWORDS
from rules_cli.store.edition import Edition
from rules_cli.text import fold

_GUESSED = ("mended term", "mended words")  # the tiers of results whose words are corrections of what was typed


class ResultsWithNote(NamedTuple):
    """The results that may answer a query, and a note if the answer may be in a part of a book that is not here."""

    results: list[Result]
    note: str = ""


def checked(library: Lookup, query: str, book: str | None, results: list[Result]) -> ResultsWithNote:
    """Return the results without those of a query of which no rule here has a word, and what to say of that."""
    numbers, words = numbers_and_words(query)
    if any(result.tier == "number" for result in results):
        return ResultsWithNote(results)
    if numbers and "," not in (book or ""):
        missing = library.find(numbers[:1], book).missing[0]
        return ResultsWithNote(results if set(words_of(words)) - STOPWORDS else [], str(missing))
    searched = chosen_editions(library, book)
    editions = [edition for edition in searched if games_in_part(library.installed, [edition])]
    if not editions:
        return ResultsWithNote(results)
    asked, absent = words_of(query), absent_words(library, query, book)
    whole = fold(query).strip('"“” ')
    of_term = [edition for edition in editions if _has_term(edition, {whole, *absent})]
    guessed = any(result.tier in _GUESSED for result in results)
    is_term = any(_has_term(edition, {whole}) for edition in of_term)
    if absent and (is_term or (len(absent) == len(asked) and (of_term or not guessed))):
        results = []
    books = {result.rule.book for result in results}
    answered = any(edition.slug in books and not edition.shipped for edition in searched)  # by a book of the user's
    elsewhere = [edition for edition in of_term if edition.slug not in books and not answered]
    if not absent and not elsewhere:
        return ResultsWithNote(results)
    parts = [f"no rule here contains {', '.join(map(_quoted, absent))}"] if absent else []
    parts.append(games_in_part(library.installed, elsewhere or of_term or editions))
    parts += [f"these rules are from {', '.join(sorted(books))}"] if elsewhere and books else []
    return ResultsWithNote(results, "; ".join(parts))


def _quoted(word: str) -> str:
    return f'"{word}"'


def _has_term(edition: Edition, words: Collection[str]) -> bool:
    """Return whether the words have a term of a book, by the list of its terms."""
    return any(fold(name) in words for term in listed_terms(edition.slug) for name in term.names())
