"""Searching: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

    scope.py        where it looks
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
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules_cli.errors import RulesError
from rules_cli.lookup.rule_lookup import Lookup, RowRef
from rules_cli.model import Rule
from rules_cli.rule_number import looks_like_number
from rules_cli.search import corpora
from rules_cli.search.corpora import Corpora
from rules_cli.search.query import understand, ways_of, words_of
from rules_cli.search.ranking import RankedRow, judge, reasons
from rules_cli.search.scope import Scope, scope
from rules_cli.search.scoring import weigh
from rules_cli.search.snippets import snippet
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.text import words_of_text

_MOST_NUMBERS = 10
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


def search(
    library: Lookup,
    query: str,
    book: str | None = None,
    limit: int = 10,
    within: str | None = None,
    kind: str | None = None,
    every: bool = False,
) -> list[Result]:
    """The rules that a question finds, best first: those whose numbers stand in it, then those that its words find.

    Where it looks is said as for `scope`.
    """
    where = scope(library, book, within, kind, every)
    numbers, words = _parted(query)
    results = list(_by_number(library, where, numbers))
    if len(results) < limit and words_of(words):
        found = corpora.ask(where.editions, lambda asked: _by_words(library, words, asked, where, limit))
        named = {(each.rule.id, each.rule.edition) for each in results}
        results += [each for each in found if (each.rule.id, each.rule.edition) not in named]
    return results[:limit]


def _parted(query: str) -> tuple[list[str], str]:
    """The numbers of rules in a question, and its words where there are others: `702.19b deathtouch`."""
    if looks_like_number(query):
        return [query], query
    words = [(word, word.strip(",;:?!()[]\"'“”")) for word in query.split()]
    numbers = [
        bare for _, bare in words if "." in bare.strip(".") and any(map(str.isdigit, bare)) and looks_like_number(bare)
    ]
    return numbers[:_MOST_NUMBERS], " ".join(word for word, bare in words if bare not in numbers)


def _by_number(library: Lookup, where: Scope, numbers: Sequence[str]) -> Iterator[Result]:
    for number in numbers:
        for edition in where.editions:
            try:
                places = library.find([number], library.installed.address(edition)).places
            except RulesError:
                continue
            for place in places:
                if place.edition is edition and where.holds(place):
                    rule = library.compose(place)
                    yield Result(rule, 1.0, "number", snippet(rule, ()), "", why=("the number asked for",))


def _by_words(library: Lookup, query: str, asked: Corpora, where: Scope, limit: int) -> list[Result]:
    vocabulary = _vocabulary(asked)
    senses, named = understand(query, vocabulary)
    keep = where.rows(asked)
    weighed = weigh(senses, vocabulary, keep)
    best = judge(query, _PHRASE.findall(query), weighed, named, asked, limit, keep)
    ways = ways_of(senses)
    rows = [each.row for each in best]
    lines, places = asked.lines(rows), asked.places(rows)
    return [
        _result(library, places[each.row], each, ways, tuple(reasons(each, lines[each.row], weighed))) for each in best
    ]


@lru_cache(maxsize=16)
def _vocabulary(asked: Corpora) -> Vocabulary:
    return Vocabulary(asked, Thesaurus.open())


def _result(library: Lookup, place: RowRef, judged: RankedRow, ways: frozenset[str], why: tuple[str, ...]) -> Result:
    rule = library.compose(place)
    return Result(rule, judged.score, judged.tier, snippet(rule, ways), _where(rule, ways), ways, why)


def _where(rule: Rule, ways: frozenset[str]) -> str:
    """In which part of a rule the words were found, where that is not its text."""
    if rule.kind == "heading" or (rule.text and ways & set(words_of_text(rule.text))):
        return ""
    if any(ways & set(words_of_text(text)) for text in (*rule.examples, *rule.notes)):
        return "in an example" if rule.examples else "in a note"
    return "in the title above"
