"""The terms that words name, each with the rules that define it: those with the best scores come first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_cli.lookup.forms import other_numbers
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import RuleNumber
from rules_cli.search import counted, understood, vocabulary_of, written
from rules_cli.search.corpora import ask
from rules_cli.search.corpus import Corpus
from rules_cli.search.query import MatchedTerm, Query, words_of
from rules_cli.search.ranking import rank
from rules_cli.search.vocabulary import INFLECTED, Vocabulary
from rules_cli.store.edition import Edition
from rules_cli.text import words_of_text

HOW = ("exact", "plural", "also called", "said", "inflected", "said in another form", "typo")
"""How words may name a term, the surest first: by its own name, or its singular or plural; by another one that the book
prints; by what only players say; by another form of a name, or of what players say; misspelt."""


_SHORTEST_SLIP = 5  # letters: in a shorter word, one slip makes another word


class NamedTerm(NamedTuple):
    """A term of an edition that words name, how they do, and the rules that define it, the best first."""

    edition: Edition
    term: Term
    how: str
    rules: Sequence[RuleNumber]


def named_terms(editions: Sequence[Edition], words: str) -> list[NamedTerm]:
    """Return the term that words name in each edition that has one, if no other edition has one that they name more
    surely."""
    queries = understood(editions, words, False, written(editions, words_of(words)))
    frequencies = counted(queries)
    found: dict[int, list[NamedTerm]] = defaultdict(list)
    for edition, query in queries.items():

        def named(corpus: Corpus, edition: Edition = edition, query: Query = query) -> None:
            vocabulary = vocabulary_of(corpus)
            matches = _by_sureness(query, vocabulary, edition)
            sureness = min(matches, default=0)
            keep = {rule for match in matches[sureness] for rule in match.term.rules}
            if matches[sureness]:
                rows, _ = rank(query, vocabulary, len(keep), keep, frequencies, reasons=False)
                rules = _headings_first(edition, [row.row for row in rows])
                term = _term(matches[sureness][0], words, edition)
                found[sureness].append(NamedTerm(edition, term, HOW[sureness], rules))

        ask(edition, named)
    return found[min(found)] if found else []


# Complexity: one case for each way to name a term.
def _by_sureness(query: Query, vocabulary: Vocabulary, edition: Edition) -> Mapping[int, list[MatchedTerm]]:
    """Return the terms whose names are all of a query, by their places in HOW."""
    names = {(_words(term.name), _words(name)) for term in terms_of(edition) for name in term.printed_names()}
    misspelt = [word.text for word in query.words if word.misspelt]
    asked = _words(query.text)
    forms = {asked, *other_numbers(asked)}
    found: dict[int, list[MatchedTerm]] = defaultdict(list)
    for match in query.whole():
        printed = any((own, match.name) in names for own in match.term.own)
        if misspelt:  # no word of the language is a slip, and no slip is one of a player's word
            is_slip = len(asked) >= _SHORTEST_SLIP and not any(map(vocabulary.is_known, misspelt))
            how = "typo" if printed and is_slip else ""
        elif match.certainty < INFLECTED:  # cut short: it may go on in other ways
            how = ""
        elif match.name in forms and printed:
            how = "plural" if match.name != asked else "exact" if match.name in match.term.own else "also called"
        elif printed:
            how = "inflected"
        else:
            how = "said" if match.name == asked else "said in another form"
        if how:
            found[HOW.index(how)].append(match)
    return found


def _headings_first(edition: Edition, places: list[int]) -> list[RuleNumber]:
    """Return the numbers of rows, each after the heading that is directly above it, if that is among them."""
    rows = {entry.place: entry.row for entry in edition.at_places(places)}
    headings = {row.number for row in rows.values() if row.kind == "heading"}
    pairs = [(rows[place].parent, rows[place].number) for place in places]
    return list(dict.fromkeys(each for above, own in pairs for each in (above, own) if each == own or each in headings))


def _words(name: str) -> str:
    return " ".join(words_of_text(name))


def _term(match: MatchedTerm, asked: str, edition: Edition) -> Term:
    """Return the term of an edition that was matched; what players say for none is one of its own."""
    own = {_words(term.name): term for term in reversed(terms_of(edition))}
    term = next((own[name] for name in match.term.own if name in own), None)
    return term or Term(", ".join(match.term.own), (), players=(asked,))
