"""The results that are shown, and the parts of a page around them: corrected words, the section of each rule, the
first rule of each heading; and what to say of a book that is here in part only, for a word that no rule here has may be
in the rest of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules_cli.lookup.definitions import SHORT_SECTION
from rules_cli.lookup.near import games_in_part
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.lookup.terms import listed_terms
from rules_cli.model import Rule
from rules_cli.search import Result, absent_words, chosen_editions, corrections, forms_of, numbers_and_words
from rules_cli.search.query import words_of
from rules_cli.search.ranking import CORRECTED, FOUND_WHOLE
from rules_cli.search.stems import STOPWORDS
from rules_cli.store.edition import Edition
from rules_cli.text import fold


class ResultContext(NamedTuple):
    """`corrections` maps typed words to the words they were taken for; `sections` and `first_rules` map ids of results
    to the heading above, and to the first rule below a heading; `rest` are the other rules of a short section whose
    heading is the first result; `typed` are the words found that were typed, in any form."""

    corrections: Mapping[str, str] = {}
    sections: Mapping[str, Rule] = {}
    first_rules: Mapping[str, Rule] = {}
    rest: tuple[Rule, ...] = ()
    typed: frozenset[str] = frozenset()


def context_of(library: Lookup, query: str, book: str | None, results: Sequence[Result]) -> ResultContext:
    """Return what to show around the results of a query."""
    corrected = corrections_of(library, query, book, results)
    sections = {hit.rule.id: section for hit in results if (section := library.section(hit.rule))}
    firsts = {hit.rule.id: first for hit in results if (first := library.first_rule(hit.rule))}
    typed = typed_words(library, query, book, corrected, results)
    return ResultContext(corrected, sections, firsts, _rest(library, results), typed)


def _rest(library: Lookup, results: Sequence[Result]) -> tuple[Rule, ...]:
    """Return the rules after the first one of a short section whose heading is the first result."""
    rule = results[0].rule if results else None
    if rule is None or rule.kind != "heading" or len(rule.children) > SHORT_SECTION:
        return ()
    edition = library.installed.edition(rule.book, rule.edition)
    return tuple(found for number in rule.children[1:] if (found := library.rule_in(edition, number)))


def corrections_of(library: Lookup, query: str, book: str | None, results: Sequence[Result]) -> Mapping[str, str]:
    """Return the typed words that were taken for others in these results, each with the other."""
    return corrections(library, query, book) if any(hit.tier in CORRECTED for hit in results) else {}


def typed_words(
    library: Lookup, query: str, book: str | None, corrected: Mapping[str, str], results: Sequence[Result]
) -> frozenset[str]:
    """Return the words found that were typed, in any form; not those that only mean the same."""
    hits = frozenset[str]().union(*(hit.hits for hit in results))
    return forms_of(library, " ".join((query, *corrected.values())), book, hits)


# --- books that are here in part


class ResultsWithNote(NamedTuple):
    """The results that may answer a query, and a note if the answer may be in a part of a book that is not here."""

    results: list[Result]
    note: str = ""


# Complexity: one case for a number, for books that are here whole, and for those that are here in part.
def checked(library: Lookup, query: str, book: str | None, results: list[Result]) -> ResultsWithNote:
    """Return the results without those of a query of which no rule here has a word, and what to say of that."""
    numbers, words = numbers_and_words(query)
    if any(result.tier == "number" for result in results):
        return ResultsWithNote(results)
    if numbers and "," not in (book or ""):
        missing = library.find(numbers[:1], book).missing[0]
        return ResultsWithNote(results if set(words_of(words)) - STOPWORDS else [], str(missing))
    absent = absent_words(library, query, book)
    searched = chosen_editions(library, book)
    in_part = [edition for edition in searched if games_in_part(library.installed, [edition])]
    if not in_part:
        return ResultsWithNote(results, _note(absent) if results and absent else "")
    unwritten = absent_words(library, query, book, in_meaning=False)
    whole = fold(query).strip('"“” ')
    outside = [edition for edition in in_part if _has_term_outside(edition, {whole, *unwritten})]
    asked = words_of(query)
    is_of_rest = outside and (len(unwritten) == len(asked) or any(_has_term_outside(each, {whole}) for each in outside))
    tier = results[0].tier if results else ""
    if len(absent) == len(asked) or (is_of_rest and tier not in FOUND_WHOLE):
        results = []
    if not results or tier in CORRECTED:  # the rest of the book may have it as it was typed
        absent = unwritten
    books = {result.rule.book for result in results}
    answered = any(edition.slug in books and not edition.shipped for edition in searched)  # by a book of the user's
    elsewhere = [edition for edition in outside if edition.slug not in books and not answered]
    note = _note(absent, games_in_part(library.installed, elsewhere or outside or in_part), books if elsewhere else ())
    return ResultsWithNote(results, note if absent or elsewhere else "")


def _note(absent: Sequence[str], in_part: str = "", books: Collection[str] = ()) -> str:
    """Return what to say of absent words, of the games that are here in part, and of the books of the results."""
    quoted = ", ".join(f'"{word}"' for word in absent)
    parts = [f"no rule here contains {quoted}"] if absent else []
    parts += [in_part] if in_part else []
    parts += [f"these rules are from {', '.join(sorted(books))}"] if books else []
    return "; ".join(parts)


def _has_term_outside(edition: Edition, words: Collection[str]) -> bool:
    """Return whether the words have a term of a book, by the list of its terms, that no rule in this part defines."""
    return any(
        fold(name) in words and not any(map(edition.get, term.rules))
        for term in listed_terms(edition.slug)
        for name in term.names()
    )
