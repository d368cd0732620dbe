"""Situations that a judge describes in a search: the infraction that is surely meant goes before the rules found."""

from __future__ import annotations

from collections.abc import Iterator

from rules_cli.captions import Words
from rules_cli.lookup.definitions import match_surely
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.terms import terms_of
from rules_cli.search import Findings, Result, chosen_editions, operators
from rules_cli.search.confidence import NOTHING, SURE
from rules_cli.search.context import checked, documents_beside
from rules_cli.store.edition import Edition
from rules_cli.text import fold, words_of_text
from rules_cli.words import asking_words, words

_ANSWERED = 0.8  # confidence from which on rules answer a question: of 781 on rules, 4 would be taken for a situation
_LEAST_WORDS = 2  # of a situation: a search finds an infraction by its name
_RANKED = 2  # infractions: the second may make the first unsure


def answered(library: Lookup, query: str, book: str | None, found: Findings) -> tuple[Findings, Words]:
    """Return what was found with what `checked` knows of it, and a note; with the infraction that the query surely
    describes before the results, or beside them if its document was not searched."""
    infractions = list(_described(library, query, book, found))
    if not infractions:
        return checked(library, query, book, found)
    searched = {edition.slug for edition in chosen_editions(library, book)}
    if own := [each for each in infractions if each.rule.book in searched]:
        ids = {each.rule.id for each in own}
        others = (each for each in found.results if each.rule.id not in ids)
        return found._replace(results=[*own, *others], confidence=SURE), ""
    is_doubtful = (found.confidence or NOTHING).is_doubtful
    return found._replace(beside=infractions[0], results=() if is_doubtful else found.results), ""


# Complexity: each reason why a query describes nothing, then each document.
def _described(library: Lookup, query: str, book: str | None, found: Findings) -> Iterator[Result]:
    """Yield the infraction of each policy document of the games searched that a query names or surely describes; none
    if rules answer it."""
    asked = operators.read(query, tuple(library.installed.slugs())).words
    is_listed = found.total is not None or any(result.tier == "number" for result in found.results)
    if is_listed or asked != query or len(query.split()) < _LEAST_WORDS:
        return
    searched = chosen_editions(library, book)
    policies = [each for each in (*searched, *documents_beside(library, searched)) if each.has_penalties]
    if not policies:  # most libraries: spares a look at the terms of the rules
        return
    is_answered = (found.confidence or NOTHING).share >= _ANSWERED and not _is_of_policy(library, found)
    for edition in policies:
        is_about_rules = is_answered or _asks_about_rules(edition, query)
        if is_about_rules and (not _is_term_of(edition, query) or any(_is_term_of(each, query) for each in searched)):
            continue
        from rules_cli.penalties import find  # here, because rules answer most questions

        first = next(iter(find(library, edition, query, _RANKED)), None)
        if first and first.fits and not first.unsure:
            yield Result(first.rule, 1.0, "term")


def _asks_about_rules(edition: Edition, query: str) -> bool:
    """Return whether a query begins as a question, *may I*, *how many*, and names no penalty: nothing has happened."""
    typed = words_of_text(query)
    penalties = {fold(each) for each in words("penalties")}
    return typed[0] in asking_words(edition.about["language"]) and not any(
        f" {name} " in f" {' '.join(typed)} " for name in penalties
    )


def _is_term_of(edition: Edition, query: str) -> bool:
    """Return whether a query is the name of a term as an edition prints it."""
    named = match_surely(query, terms_of(edition))
    return named is not None and named[1] == "exact"


def _is_of_policy(library: Lookup, found: Findings) -> bool:
    """Return whether the first result is of a policy document."""
    if not found.results:
        return False
    rule = found.results[0].rule
    return library.installed.edition(rule.book, rule.edition).has_penalties
