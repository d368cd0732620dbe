"""Searching: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

    books.py        the editions that are searched, as if they were one book
    building.py     an edition → its corpus: words, weights, names of terms
    vocabulary.py   a word of a question → the books' words that it may be
    senses.py       a question → what may be meant by each of its words, and the terms that it names
    weighing.py     that → the rows that hold most of it
    judging.py      those → what each is worth, how exact it is, and why

Each step's cost is bounded, or grows with the rows that hold a word of the question; none with the number of rules.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rules_cli.ask.lookup import Lookup, Place
from rules_cli.ask.search import books as shelf_of_books
from rules_cli.ask.search.books import Books
from rules_cli.ask.search.judging import Judged, judge, reasons
from rules_cli.ask.search.senses import understand, ways_of, words_of
from rules_cli.ask.search.vocabulary import Vocabulary
from rules_cli.ask.search.weighing import weigh
from rules_cli.ask.snippets import snippet, words_of_text
from rules_cli.ask.terms import editions_for
from rules_cli.ask.thesaurus import Thesaurus
from rules_cli.errors import RulesError
from rules_cli.model import Rule
from rules_cli.number import looks_like_number
from rules_cli.store.shelf import Edition

_PHRASE = re.compile(r'["“”]([^"“”]+)["“”]')


class Result(NamedTuple):
    """A rule that a search found. `score` is comparable within one search; `hits` are the folded words that matched;
    `why` says what the score is made of."""

    rule: Rule
    score: float
    tier: str
    snippet: str
    where: str
    hits: frozenset[str] = frozenset()
    why: tuple[str, ...] = ()


def search(library: Lookup, query: str, book: str | None = None, limit: int = 10) -> list[Result]:
    """The rules that a question finds, best first; `book` is a slug or `book@edition`, else every book."""
    editions = editions_for(library, book)
    numbers = [result for edition in editions for result in _by_number(library, edition, query)]
    if numbers:
        return numbers[:limit]
    if not words_of(query):
        return []
    return shelf_of_books.ask(editions, lambda books: _by_words(library, query, books, limit))


def _by_number(library: Lookup, edition: Edition, query: str) -> list[Result]:
    if not looks_like_number(query):
        return []
    try:
        places = library.find([query], f"{edition.slug}@{edition.name}").places
    except RulesError:
        return []
    rules = (library.compose(place) for place in places if place.edition is edition)
    return [Result(rule, 1.0, "number", snippet(rule, ()), "", why=("the number asked for",)) for rule in rules]


def _by_words(library: Lookup, query: str, books: Books, limit: int) -> list[Result]:
    vocabulary = _vocabulary(books)
    senses, named = understand(query, vocabulary)
    weighed = weigh(senses, vocabulary)
    best = judge(query, _PHRASE.findall(query), weighed, named, books)[:limit]
    lines = books.lines([each.row for each in best])
    places = books.places([each.row for each in best])
    ways = ways_of(senses)
    return [
        _result(library, places[each.row], each, ways, tuple(reasons(each, lines[each.row], weighed))) for each in best
    ]


@lru_cache(maxsize=16)
def _vocabulary(books: Books) -> Vocabulary:
    return Vocabulary(books, Thesaurus.open())


def _result(library: Lookup, place: Place, judged: Judged, ways: frozenset[str], why: tuple[str, ...]) -> Result:
    rule = library.compose(place)
    return Result(rule, judged.score, judged.tier, snippet(rule, ways), _where(rule, ways), ways, why)


def _where(rule: Rule, ways: frozenset[str]) -> str:
    """In which part of a rule the words were found, where that is not its text."""
    if rule.text and ways & set(words_of_text(rule.text)):
        return ""
    if any(ways & set(words_of_text(text)) for text in (*rule.examples, *rule.notes)):
        return "in an example" if rule.examples else "in a note"
    return "in the title above"
