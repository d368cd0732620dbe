"""Search: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

    index_build.py  an edition → its corpus: words, weights, vectors, names of terms
    corpus.py       the file that keeps one
    stems.py        the forms of a word, and words that tell nothing
    thesaurus.py    what players say for what rules say
    vectors.py      words and texts of like meaning, and the words of a language
    vocabulary.py   a word of a query → the words of a book that it may be
    operators.py    a query → its words, and the demands on rows
    scope.py        that → the rows that are looked at
    query.py        a query → what each of its words may mean, the terms that it names, and what it asks for
    candidates.py   that → the rows that hold most of it, and those that are known to answer a question like it
    features.py     a row → what it has for the query, as numbers
    ranking.py      those, times fitted weights → the best rows, and why
    context.py      results → what to show around them

Each book is asked by itself, with the words counted over all of them; then the best of each comes in turn. Each step
grows with the rows that hold a word of the query, not with the number of rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice, product, zip_longest
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.errors import RulesError, UsageError
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.definitions import rule_of_term
from rules_cli.lookup.find import Lookup
from rules_cli.lookup.typed import are_numbers_of
from rules_cli.model import Rule
from rules_cli.numbers.typed import looks_like_number
from rules_cli.search import operators
from rules_cli.search.candidates import Frequencies, frequencies
from rules_cli.search.confidence import NOTHING, SURE, Confidence
from rules_cli.search.corpora import ask
from rules_cli.search.features import SENTENCE
from rules_cli.search.operators import Asked
from rules_cli.search.query import Query, all_variants, understand, words_of
from rules_cli.search.ranking import SOME_WORDS, RankedRow, Reason, rank
from rules_cli.search.scope import Scope, rows_with_all
from rules_cli.search.stems import STOPWORDS, remember
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import WORD, parts_of_word, shorten, words_of_text

KINDS = ("rule", "heading", "glossary", "other", "fragment")
_SNIPPET = 160  # characters of a rule that are shown: two lines of a terminal
_MOST_NAMING = 2  # words that may be the name of a book
_MOST_NUMBERS = 10  # numbers in a query that are looked up: a list of more is no question


class Result(NamedTuple):
    """A rule that a search found. Scores are comparable within one search; `hits` are the folded words that may match,
    `typed` those of them that were typed, in any form; `why` says what the score is made of, if that was asked for;
    `share` is the share of the query that the rule holds, from 0 to 1."""

    rule: Rule
    score: float
    tier: str
    hits: frozenset[str] = frozenset()
    why: tuple[Reason, ...] = ()
    share: float = 1.0
    typed: frozenset[str] = frozenset()

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


class Findings(NamedTuple):
    """The rules that a search found, the best first, or all in the order of the book; and remarks on them.

    `absent` are words that no searched book has in any form, spelling, other word or term, `unwritten` those that none
    has in any form; `corrected` maps misspelt words to those that they were taken for; `nowhere` are phrases in no
    row; `unread` are words that look like operators but are not; `total` counts the rows that have all words, if that
    was asked for; `confidence` says how good the results are, None if they are not ranked. `beside` is a rule of
    another document of the game that answers better.
    """

    results: Sequence[Result]
    absent: tuple[str, ...] = ()
    unwritten: tuple[str, ...] = ()
    corrected: Mapping[str, str] = {}
    nowhere: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    total: int | None = None
    confidence: Confidence | None = None
    beside: Result | None = None

    def remarks(self) -> Iterator[Remark]:
        """Yield the remarks above the results."""
        if self.corrected:
            meant, typed = ("”, “".join(words) for words in (self.corrected.values(), self.corrected))
            yield Remark("corrected", (meant, typed))
        for phrase in self.nowhere:
            yield Remark("nowhere", (phrase,))
        for word in self.unread:
            yield Remark("no operator", (word,))
        if self.total is not None and self.total > len(self.results) > 0:
            yield Remark("shown of", (str(len(self.results)), f"{self.total:,}"))
        if self.results and self.confidence and self.confidence.is_doubtful:
            yield Remark("doubtful")


# Complexity: numbers, words and operators each lead to rows.
def find(  # noqa: PLR0913, PLR0917 - the options of the search command
    library: Lookup,
    query: str,
    book: str | None = None,
    limit: int = 10,
    within: str | None = None,
    kind: str | None = None,
    every: bool = False,
    unfinished: bool = False,
    why: bool = False,
    listed: bool = False,
) -> Findings:
    """Return the rules for a query, best first: those with a number in it, then those that its words find.

    `book` is a slug or `book@edition`, or several with commas between them; without it the book of the settings, or
    every book. `within` is the number of a branch, `every` asks all editions of the books; `unfinished` says that the
    last word may go on; `why`, that results say what their scores are made of; `listed`, that all rows with all words
    are wanted, in the order of the book. Raises BookNotFound, RuleNotFound; UsageError for an unknown kind.
    """
    asked = operators.read(query, tuple(library.installed.slugs()))
    for name, written, option in (("kind", asked.kind, kind), ("in", asked.within, within)):
        if written and option and written != option:
            raise UsageError(f"{name}:{shorten(written)} and --{name} {shorten(option)} are two things; use only one")
    kind = asked.kind or kind
    if kind is not None and kind not in KINDS:
        raise UsageError(f"not a kind of row: {shorten(kind)!r}; choose one of {', '.join(KINDS[:-1])}")
    editions = chosen_editions(library, book, every)
    scope = _scope(library, editions, asked.within or within, "other" if kind == "fragment" else kind)
    if listed or not words_of(asked.words):
        return _every_row(library, scope, asked, limit)
    numbers, words = numbers_and_words(asked.words)
    typed = asked.words.split()[:_MOST_NUMBERS]
    may_be_numbers = (
        any(map(str.isdigit, asked.words)) and not asked.words.isdigit()
    )  # of `20`, its words are read, too
    if may_be_numbers and are_numbers_of(typed, editions):
        numbers, words = typed, ""
    results = list(_by_number(library, scope, numbers))
    if results and asked.words.split()[:-1] == words.split() and not unfinished:
        _check_book(library, words, results)
    if results and len(words_of_text(asked.words)) >= SENTENCE:  # a sentence that names a rule is not that rule
        sentence = _by_words(library, scope, asked, 1, unfinished, why).results
        results = [*(hit for hit in sentence if hit.tier == "phrase"), *results]
    if len(results) >= limit or (results and not set(words_of(words)) - STOPWORDS):
        return Findings(results[:limit], unread=asked.unread, confidence=SURE)
    found = _by_words(library, scope, asked._replace(words=words or asked.words), limit, unfinished, why)
    ranked = {(result.rule.id, result.rule.edition): result for result in (*found.results[::-1], *results[::-1])}
    order = dict.fromkeys((result.rule.id, result.rule.edition) for result in (*results, *found.results))
    confidence = SURE if results else found.confidence
    return found._replace(results=[ranked[key] for key in order][:limit], confidence=confidence)


class _Ranked(NamedTuple):
    """What one edition has for a query."""

    edition: Edition
    rows: Sequence[RankedRow]
    query: Query
    nowhere: Sequence[str]
    confidence: Confidence


def _by_words(  # noqa: PLR0913, PLR0917 - some of the arguments of `find`
    library: Lookup, scope: Scope, asked: Asked, limit: int, unfinished: bool, why: bool
) -> Findings:
    """Return the rules that the words of a query find, the best of each edition in turn."""
    typed = words_of(asked.words)
    written = _written(scope.editions, typed, typed[-1:] if unfinished else ())
    queries = _understood(scope.editions, asked.words, unfinished, written)
    counted = _counted(queries)

    def ranked(edition: Edition, query: Query, vocabulary: Vocabulary) -> _Ranked:
        keep, nowhere = scope.rows(edition, vocabulary, asked)
        rows, confidence = rank(query, vocabulary, limit, keep, counted, why)
        if keep is None and confidence.is_doubtful:  # an introduction may have what no rule has
            everywhere = set(range(1, vocabulary.corpus.rows + 1))
            others, sureness = rank(query, vocabulary, limit, everywhere, counted, why)
            if not rows or not (sureness.is_doubtful or others[0].tier == SOME_WORDS):
                rows, confidence = others, sureness
        return _Ranked(edition, rows, query, nowhere, confidence)

    found = [ask(edition, partial(ranked, edition, query)) for edition, query in queries.items()]
    likely = [one.confidence for one in found if not one.confidence.is_doubtful] or [one.confidence for one in found]
    return Findings(
        list(islice(_in_turn(library, found), limit)),
        _in_all([one.query.absent() for one in found]),
        tuple(word for word in typed if word not in written),
        _corrected(found),
        _in_all([one.nowhere for one in found]),
        asked.unread,
        confidence=max(likely, key=lambda each: each.share, default=NOTHING),
    )


def _counted(queries: Mapping[Edition, Query]) -> Frequencies:
    rows, words = 0, Counter[str]()
    for edition, query in queries.items():
        found = ask(edition, partial(frequencies, query.words))
        rows += found.rows
        words.update(found.words)
    return Frequencies(rows, words)


def _written(editions: Sequence[Edition], words: Sequence[str], begun: Sequence[str] = ()) -> set[str]:
    """Return those of the words that one of the editions has in any form, and those `begun` that one goes on with."""
    for edition in editions:
        ask(edition, lambda vocabulary: remember(vocabulary.corpus.stems(words)))
    return {
        word
        for edition in editions
        for word in ask(edition, lambda own: [*filter(own.forms, words), *filter(own.beginning, begun)])
    }


def _understood(
    editions: Sequence[Edition], words: str, unfinished: bool, written: Collection[str]
) -> dict[Edition, Query]:
    """Return what a query may mean in each edition. A word of one book is no misspelling in another, and a term of one
    is not what players of another say: *hexproof* is Magic's own word, and not Grand Archive's *omnishroud*."""
    read = partial(understand, words, unfinished=unfinished, elsewhere=written)
    found = {edition: ask(edition, read) for edition in editions}
    own = [(edition, match.texts()) for edition, each in found.items() for match in each.terms if match.is_own()]
    for edition, each in found.items():
        each.leave_slang([texts for other, texts in own if other is not edition])
    return found


def _in_turn(library: Lookup, found: Iterable[_Ranked]) -> Iterator[Result]:
    """Yield the best of each edition, that with the best score first; then the second ones, and so on. Editions that do
    not seem to answer come after all others, the likeliest first."""
    having = [one for one in found if one.rows]
    doubtful = sorted((one for one in having if one.confidence.is_doubtful), key=lambda one: -one.confidence.share)
    answering = sorted((one for one in having if one not in doubtful), key=lambda one: -one.rows[0].score)
    for group in (answering, doubtful) if answering else (doubtful[:1], doubtful[1:]):
        yield from filter(None, chain.from_iterable(zip_longest(*(_results(library, one) for one in group))))


def _results(library: Lookup, found: _Ranked) -> Iterator[Result]:
    hits = all_variants(found.query.words)
    typed = found.query.typed()
    entries = {entry.place: entry for entry in found.edition.at_places([row.row for row in found.rows])}
    for row in found.rows:
        rule = library.compose(RowRef(found.edition, entries[row.row]))
        yield Result(rule, row.score, row.tier, hits, row.why, row.share, typed)


def _in_all(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(word for word in lists[0] if all(word in others for others in lists)) if lists else ()


def _corrected(found: Sequence[_Ranked]) -> dict[str, str]:
    """Return the misspelt words, each with the word that it was taken for, by the edition that fits best."""
    by_score = sorted((one for one in found if one.rows), key=lambda one: one.rows[0].score)
    return {word.text: word.correction for one in by_score for word in one.query.words if word.correction}


def _every_row(library: Lookup, scope: Scope, asked: Asked, limit: int) -> Findings:
    """Return all rows with all words, in the order of the book; none if nothing is asked for."""
    is_everything = scope.branches is None and scope.kind is None
    if is_everything and not words_of(asked.words) and asked == Asked(asked.words, unread=asked.unread):
        return Findings((), unread=asked.unread, total=0)
    results: list[Result] = []
    total, nowhere = 0, list[Sequence[str]]()
    unwritten = tuple(set(words_of(asked.words)) - _written(scope.editions, words_of(asked.words)))
    for edition in scope.editions:

        def rows(
            vocabulary: Vocabulary, edition: Edition = edition
        ) -> tuple[Sequence[int], Sequence[str], frozenset[str]]:
            keep, missing = scope.rows(edition, vocabulary, asked)
            forms = frozenset(form for word in words_of(asked.words) for form in vocabulary.forms(word))
            return rows_with_all(asked.words, vocabulary, keep), missing, forms

        places, missing, forms = ask(edition, rows)
        total += 0 if missing else len(places)
        nowhere.append(missing)
        for entry in edition.at_places(list(places[: limit - len(results)])) if not missing else ():
            results.append(Result(library.compose(RowRef(edition, entry)), 0.0, "every", forms, typed=forms))
    return Findings(results, unwritten, unwritten, {}, _in_all(nowhere), asked.unread, total)


def _check_book(library: Lookup, words: str, rows: Iterable[Result]) -> None:
    """Raise BookNotFound if the words in front of a number name no book, and the books of its `rows` lack one of them,
    as in `chess 5.2`: the number alone would be answered from another book. A sentence with a number is no such name.
    """
    named = words_of(words)
    if not (set(named) - STOPWORDS and len(words.split()) <= _MOST_NAMING):
        return
    editions = {library.installed.edition(hit.rule.book, hit.rule.edition): None for hit in rows}
    for query in _understood(list(editions), words, False, _written(list(editions), named)).values():
        meant = filter(None, (word.correction for word in query.words))
        if not query.absent() and not any(map(library.installed.slug_of, meant)):
            return
    library.installed.all(words)


def has_word(library: Lookup, word: str) -> bool:
    """Return whether an installed book has a word in any form."""
    return bool(_written(library.installed.newest(), [word]))


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


def _scope(library: Lookup, editions: tuple[Edition, ...], within: str | None, kind: str | None) -> Scope:
    """Return where to look; raises RuleNotFound if no edition has the branch."""
    if within is None:
        return Scope(editions, None, kind)
    if row := rule_of_term(library, within, ",".join(map(repr, editions))):
        within = row.id
    found = [library.find([within], library.installed.address(edition)) for edition in editions]
    rows = {(row.edition, row.number): row for each in found for row in each.rows}.values()
    if not rows:
        missing = found[0] if len(found) == 1 else library.find([within])
        raise (missing.missing or found[0].missing)[0]
    branches: dict[Edition, list[range]] = defaultdict(list)
    for row in rows:
        branches[row.edition].append(range(row.entry.place, library.last_below(row) + 1))
    return Scope(tuple(branches), branches, kind)


def numbers_and_words(query: str) -> tuple[list[str], str]:
    """Return the numbers of rules in a query, and its other words: `702.19b` and `deathtouch`."""
    if looks_like_number(query):
        return [query], query
    words = [(word, word.strip(",;:?!()[]\"'“”")) for word in query.split()]
    numbers = [
        bare for _, bare in words if "." in bare.strip(".") and any(map(str.isdigit, bare)) and looks_like_number(bare)
    ]
    return numbers[:_MOST_NUMBERS], " ".join(word for word, bare in words if bare not in numbers)


def _by_number(library: Lookup, scope: Scope, numbers: Sequence[str]) -> Iterator[Result]:
    for number, edition in product(numbers, scope.editions):
        rows: Sequence[RowRef] = ()
        with suppress(RulesError):
            rows = library.find([number], library.installed.address(edition)).rows
        for row in rows:
            if row.edition is edition and scope.contains(row):
                rule = library.compose(row)
                yield Result(rule, 1.0, "number", why=(Reason(("why number",), feature="number"),))
