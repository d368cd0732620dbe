"""Rules that a user names by their numbers, or by a word of the game: `rules cite "legend rule"`."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.errors import RuleNotFound, UsageError
from rules_cli.lookup.rule_lookup import Lookup, LookupResult, RowRef, in_many_books
from rules_cli.lookup.terms import TermDefinition, TermNotFound, look_up
from rules_cli.text import shorten


def find_rules(library: Lookup, words: Sequence[str], book: str | None = None) -> LookupResult:
    """Return the rules that words name: by their numbers, else the rule that defines the words as a term.

    The notes say which rule was taken for words. Raises UsageError if the words are neither.
    """
    asked = " ".join(words)
    try:
        found = library.find(words, book)
    except UsageError as error:
        if defining := _defining(library, asked, book):
            return defining
        if library.reads_as_rules(words):
            raise
        raise UsageError(f"{error}; to find rules by words: rules search {shorten(asked)}") from None
    if found.rows or any(map(str.isdigit, asked)) or not all(isinstance(e, RuleNotFound) for e in found.missing):
        return found
    return _defining(library, asked, book) or found


def rule_of_term(library: Lookup, word: str, book: str | None = None) -> RowRef | None:
    """Return the rule that defines a word; None for a number, and for a word that no book defines."""
    if any(map(str.isdigit, word)):
        return None
    found = _defining(library, word, book)
    return found.rows[0] if found else None


def _defining(library: Lookup, asked: str, book: str | None) -> LookupResult | None:
    """Return the rule that defines a term in each book that has it; None if none has."""
    try:
        defined = look_up(library, asked, book)
    except (TermNotFound, UsageError):
        return None
    rows = [row for each in defined if (row := _first_rule(library, each))]
    notes = tuple(f"{asked}: {row.id}" for row in rows)
    return LookupResult(tuple(rows), (), notes, tuple(in_many_books(rows))) if rows else None


def _first_rule(library: Lookup, meaning: TermDefinition) -> RowRef | None:
    """Return the rule that defines a term, or its entry in the glossary if no rule does."""
    numbers = [
        *(rule.number for rule in meaning.rules if rule.number not in meaning.term.entries),
        *meaning.term.entries,
    ]
    editions = library.installed.all(meaning.book)
    edition = next(each for each in editions if each.name == meaning.edition and each.shipped == meaning.shipped)
    entry = next(filter(None, map(edition.get, numbers)), None)
    return RowRef(edition, entry) if entry else None
