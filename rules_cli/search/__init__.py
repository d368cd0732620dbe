"""Search: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

    index_build.py  an edition → its corpus: words, weights, vectors, names of terms
    corpus.py       the file that keeps one, and several of them, with their words joined in one file
    lexicon.py      slang, interactions and questions of a game
    stems.py        the forms of a word, and words that tell nothing
    thesaurus.py    what players say for what rules say
    vectors.py      words and texts of like meaning
    vocabulary.py   a word of a query → the books' words that it may be
    query.py        a query → what each of its words may mean, the terms that it names, and what it asks for
    candidates.py   that → the rows that hold most of it, and those that are known to answer a question like it
    features.py     a row → what it has for the query, as numbers
    ranking.py      those, times fitted weights → the best rows, and why
    context.py      results → what to show around them

Each step grows with the rows that hold a word of the query, not with the number of rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from rules_cli.errors import RulesError, UsageError
from rules_cli.lookup.rule_lookup import Lookup, RowRef
from rules_cli.model import Rule
from rules_cli.rule_number import looks_like_number
from rules_cli.search.corpus import Corpora, ask
from rules_cli.search.query import all_variants, understand, words_of
from rules_cli.search.ranking import Candidate, Reason, measured, rank
from rules_cli.search.thesaurus import Thesaurus
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import WORD, parts_of_word, shorten, words_of_text

KINDS = ("rule", "heading", "glossary", "other", "fragment")
_SNIPPET = 160  # characters of a rule that are shown: two lines of a terminal
_MOST_NUMBERS = 10  # numbers in a query that are looked up: a list of more is no question


class Result(NamedTuple):
    """A rule that a search found. Scores are comparable within one search; `hits` are the folded words that may match;
    `why` says what the score is made of, if that was asked for; `share` is the share of the query that the rule
    holds, from 0 to 1."""

    rule: Rule
    score: float
    tier: str
    hits: frozenset[str] = frozenset()
    why: tuple[Reason, ...] = ()
    share: float = 1.0

    @property
    def snippet(self) -> str:
        """The part of the rule's text around the first word found, on one line."""
        text = " ".join((self.rule.text or self.rule.title or "").split())
        if len(text) <= _SNIPPET:
            return text
        at = next((m.start() for m in WORD.finditer(text) if not self.hits.isdisjoint(parts_of_word(m[0]))), 0)
        start = max(0, min(at - _SNIPPET // 3, len(text) - _SNIPPET))
        start = text.rfind(" ", 0, start) + 1 if start else 0
        end = text.rfind(" ", start, start + _SNIPPET) if start + _SNIPPET < len(text) else len(text)
        return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


class _Scope(NamedTuple):
    """Where a search looks: the editions; of them only these branches, and rows of this kind, if given.

    Without a kind, it looks at all rows but those about the book: introductions, credits, change logs.
    """

    editions: tuple[Edition, ...]
    branches: tuple[tuple[Edition, range], ...] | None
    kind: str | None

    def rows(self, books: Corpora) -> set[int] | None:
        """Return the rows to look at; None for all but those about the book."""
        rows: set[int] | None = None
        if self.branches is not None:
            rows = {row for edition, places in self.branches for row in books.rows_of(edition, places)}
        if self.kind is not None:
            kind = set(books.words.of_kind(self.kind))
            return kind if rows is None else rows & kind
        if rows is None or rows <= books.asides:  # or it looks in an introduction alone
            return rows
        return rows - books.asides

    def contains(self, row: RowRef) -> bool:
        """Return whether a row that was asked for by its number is to be shown."""
        branches = self.branches or ()
        inside = any(row.edition is edition and row.entry.place in places for edition, places in branches)
        if self.kind is not None and row.edition.groups()[row.entry.place - 1] != self.kind:
            return False
        return inside or self.branches is None


def search(  # noqa: PLR0913, PLR0917 - the options of the search command
    library: Lookup,
    query: str,
    book: str | None = None,
    limit: int = 10,
    within: str | None = None,
    kind: str | None = None,
    every: bool = False,
    unfinished: bool = False,
    why: bool = False,
) -> list[Result]:
    """Return the rules for a query, best first: those with a number in it, then those that its words find.

    `book` is a slug or `book@edition`, or several with commas between them; without it the book of the settings, or
    every book. `within` is the number of a branch, `every` asks all editions of the books; `unfinished` says that the
    last word may go on; `why`, that results say what their scores are made of.
    Raises BookNotFound, RuleNotFound; UsageError for an unknown kind.
    """
    if kind is not None and kind not in KINDS:
        raise UsageError(f"not a kind of row: {shorten(kind)!r}; choose one of {', '.join(KINDS[:-1])}")
    scope = _scope(library, chosen_editions(library, book, every), within, "other" if kind == "fragment" else kind)
    numbers, words = numbers_and_words(query)
    results = list(_by_number(library, scope, numbers))

    def by_words(books: Corpora) -> list[Result]:
        vocabulary = _vocabulary(books)
        understood = understand(words, vocabulary, unfinished)
        ranked = rank(understood, vocabulary, limit, scope.rows(books), why)
        hits = all_variants(understood.words)
        refs = books.row_refs(each.row for each in ranked)
        return [
            Result(library.compose(refs[each.row]), each.score, each.tier, hits, each.why, each.share)
            for each in ranked
        ]

    if len(results) < limit and words_of(words):
        known = {(result.rule.id, result.rule.edition) for result in results}
        found = ask(scope.editions, by_words)
        results += [result for result in found if (result.rule.id, result.rule.edition) not in known]
    return results[:limit]


def absent_words(library: Lookup, query: str, book: str | None = None, in_meaning: bool = True) -> list[str]:
    """Return the words of a query that the searched books do not have in any form, nor (`in_meaning`) in another
    spelling, as another word or as a term."""

    def absent(books: Corpora) -> list[str]:
        vocabulary = _vocabulary(books)
        if in_meaning:
            return understand(query, vocabulary).absent()
        return [word for word in words_of(query) if not vocabulary.forms(word)]

    return ask(chosen_editions(library, book), absent)


def corrections(library: Lookup, query: str, book: str | None = None) -> dict[str, str]:
    """Return the misspelt words of a query, each with the word that it was taken for."""

    def corrected(books: Corpora) -> dict[str, str]:
        words = understand(query, _vocabulary(books)).words
        return {word.text: word.correction for word in words if word.correction}

    return ask(chosen_editions(library, book), corrected)


def forms_of(library: Lookup, text: str, book: str | None, found: frozenset[str]) -> frozenset[str]:
    """Return those of the words that a search found that are forms of a word of a text."""

    def those_of(books: Corpora) -> frozenset[str]:
        stems = _vocabulary(books).stems  # it has read those of the words that were found
        wanted = {stem for word in words_of_text(text) for stem in stems(word).split()}
        return frozenset(word for word in found if not wanted.isdisjoint(stems(word).split()))

    return ask(chosen_editions(library, book), those_of) if found else found


def chosen_editions(library: Lookup, book: str | None, every: bool = False) -> tuple[Edition, ...]:
    """Return the editions of the chosen books: the newest ones, or every one."""
    installed = library.installed
    chosen = map(str.strip, (settings.chosen_book(book) or "").split(","))
    named = [name.partition("@") for name in chosen if name]
    editions: Iterable[Edition]
    if every:
        slugs = [slug for slug, _, _ in named] or installed.slugs()
        editions = chain.from_iterable(map(installed.all, slugs))
    elif named:
        editions = [installed.edition(slug, name or None) for slug, _, name in named]
    else:
        editions = installed.newest()
    return tuple(dict.fromkeys(editions))


def _scope(library: Lookup, editions: tuple[Edition, ...], within: str | None, kind: str | None) -> _Scope:
    """Return where to look; raises RuleNotFound if no edition has the branch."""
    if within is None:
        return _Scope(editions, None, kind)
    found = [library.find([within], library.installed.address(edition)) for edition in editions]
    rows = {(row.edition, row.number): row for each in found for row in each.rows}.values()
    if not rows:
        missing = found[0] if len(found) == 1 else library.find([within])
        raise (missing.missing or found[0].missing)[0]
    branches = tuple((row.edition, range(row.entry.place, library.last_below(row) + 1)) for row in rows)
    return _Scope(tuple(dict.fromkeys(row.edition for row in rows)), branches, kind)


def numbers_and_words(query: str) -> tuple[list[str], str]:
    """Return the numbers of rules in a query, and its other words: `702.19b` and `deathtouch`."""
    if looks_like_number(query):
        return [query], query
    words = [(word, word.strip(",;:?!()[]\"'“”")) for word in query.split()]
    numbers = [
        bare for _, bare in words if "." in bare.strip(".") and any(map(str.isdigit, bare)) and looks_like_number(bare)
    ]
    return numbers[:_MOST_NUMBERS], " ".join(word for word, bare in words if bare not in numbers)


def _by_number(library: Lookup, scope: _Scope, numbers: Sequence[str]) -> Iterator[Result]:
    """Yield the rules with some numbers."""
    for number, edition in product(numbers, scope.editions):
        rows: Sequence[RowRef] = ()
        with suppress(RulesError):
            rows = library.find([number], library.installed.address(edition)).rows
        for row in rows:
            if row.edition is edition and scope.contains(row):
                rule = library.compose(row)
                yield Result(rule, 1.0, "number", why=(Reason(("why number",)),))


def candidates(library: Lookup, query: str, book: str) -> dict[int, Candidate]:
    """Return all rows that may answer a query, measured, by their numbers: what weights are fitted to."""
    scope = _scope(library, chosen_editions(library, book), None, None)

    def measure(books: Corpora) -> dict[int, Candidate]:
        vocabulary = _vocabulary(books)
        return measured(understand(query, vocabulary), vocabulary, scope.rows(books))[1]

    return ask(scope.editions, measure)


@lru_cache(maxsize=16)
def _vocabulary(books: Corpora) -> Vocabulary:
    return Vocabulary(books, Thesaurus.open())
