"""Search: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

    index_build.py  an edition → its corpus: words, weights, vectors, names of terms
    corpus.py       the file that keeps one
    stems.py        the forms of a word, and words that tell nothing
    thesaurus.py    what players say for what rules say
    vectors.py      words and texts of like meaning, and the words of a language
    vocabulary.py   a word of a query → the words of a book that it may be
    operators.py    a query → its words, and the demands on rows
    scope.py        the demands → the rows that are looked at
    query.py        a query → what each of its words may mean, the terms that it names, and what it asks for
    candidates.py   a query → the rows that hold most of it, and those that are known to answer a question like it
    sentences.py    a query → our sentences on it
    restrictions.py a query → two keywords that forbid the same, which both apply
    lists.py        a text → whether it has a list of what a query asks for
    features.py     a row → what it has for the query, as numbers
    ranking.py      these numbers, times fitted weights → the best rows, and why
    context.py      results → what to show around them

Each book is asked by itself, but words are counted over all books; then their rows are merged by score and
confidence. The time of each step grows with the rows that hold a word of the query, not with the number of rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from heapq import merge
from itertools import chain, islice, product, repeat
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
from rules_cli.search.query import Query, all_variants, asks_for_list, subject_of, understand, words_of
from rules_cli.search.ranking import SOME_WORDS, RankedRow, Reason, rank
from rules_cli.search.scope import Scope, rows_with_all
from rules_cli.search.stems import LANGUAGES, STOPWORDS, remember
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.store import settings
from rules_cli.store.edition import Edition
from rules_cli.text import WORD, parts_of_word, shorten, words_of_text
from rules_cli.words import likely_languages, small_words

KINDS = ("rule", "heading", "glossary", "other", "fragment")
_SNIPPET = 160  # characters of a rule that are shown: two lines of a terminal
_LETTERS_OF_SLIP, _LETTERS_OF_WORD = 4, 6  # letters for each that may be mistyped, in several words and in one
_LEAST_SOUNDS = 3  # of a name that is told by its sound: fewer are those of many words
_MOST_SLIPS = 3  # letters of a name that may be mistyped
_MOST_NAMING = 2  # words that may be the name of a book
_MOST_NUMBERS = 10  # numbers in a query that are looked up: a longer list is not a question


class Result(NamedTuple):
    """A rule that a search found. Scores are comparable within one search. `hits` are the folded words that the query
    may mean, `typed` those of them that were typed, in any form. `why` says what the score is made of, if that was
    asked for. `share` is the share of the query that the rule holds, 0 to 1."""

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
        hit = next((m.start() for m in WORD.finditer(text) if not self.hits.isdisjoint(parts_of_word(m[0]))), 0)
        start = max(0, min(hit - _SNIPPET // 3, len(text) - _SNIPPET))  # a third of the snippet is before the hit
        start = text.rfind(" ", 0, start) + 1 if start else 0
        end = text.rfind(" ", start, start + _SNIPPET) if start + _SNIPPET < len(text) else len(text)
        return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


class Findings(NamedTuple):
    """The rules that a search found, the best first, or all in the order of the book; and remarks on them. `unwritten`
    are the words that no searched book has in any form. `absent` are those of them for which no book has a spelling,
    another word or a term either. `corrected` maps misspelt words to the words that they were taken for. `nowhere` are
    the phrases that no row has; `unread` are words that look like operators but are not. `total` counts the rows that
    have all words, if that was asked for. `confidence` says how good the results are, None if they are not ranked.
    `beside` is a rule of another document of the game that answers better."""

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
            yield Remark("corrected", ("”, “".join(self.corrected.values()), "”, “".join(self.corrected)))
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
    """Return the rules for a query, best first: those with a number in it, then those that its words find. `book` is a
    slug or `book@edition`, or several with commas between them; without it the book of the settings, or every book.
    `within` is the number of a branch, `every` asks all editions of the books; `unfinished` says that the last word may
    go on; `why`, that results say what their scores are made of; `listed`, that all rows with all words are wanted, in
    the order of the book. Raises BookNotFound, RuleNotFound; UsageError for an unknown kind."""
    asked = operators.read(query, tuple(library.installed.slugs()))
    kind = _typed_or_given("kind", asked.kind, kind)
    within = _typed_or_given("in", asked.within, within)
    if kind is not None and kind not in KINDS:
        raise UsageError(f"not a kind of row: {shorten(kind)!r}; choose one of {', '.join(KINDS[:-1])}")
    editions = chosen_editions(library, book, every)
    every_word = tuple(words_of_text(asked.words))
    asked = asked._replace(words=_without_small_words(asked.words, editions), typed=every_word)
    scope = _scope(library, editions, within, "other" if kind == "fragment" else kind)
    if listed or not words_of(asked.words):
        return _every_row(library, scope, asked, limit)
    numbers, words = numbers_and_words(asked.words)
    typed = asked.words.split()[:_MOST_NUMBERS]
    has_digits, is_one_number = any(map(str.isdigit, asked.words)), asked.words.isdigit()
    if has_digits and not is_one_number and are_numbers_of(typed, editions):  # `20` may be a word of rules, too
        numbers, words = typed, ""
    numbered = list(_by_number(library, scope, numbers))
    if numbered and asked.words.split()[:-1] == words.split() and not unfinished:
        _check_book(library, words, numbered)
    if numbered and len(words_of_text(asked.words)) >= SENTENCE:  # a sentence that names a rule is not that rule
        sentence = _by_words(library, scope, asked, 1, unfinished, why).results
        numbered = [*(hit for hit in sentence if hit.tier == "phrase"), *numbered]
    if len(numbered) >= limit or (numbered and not set(words_of(words)) - STOPWORDS):
        return Findings(numbered[:limit], unread=asked.unread, confidence=SURE)
    found = _by_words(library, scope, asked._replace(words=words or asked.words), limit, unfinished, why)
    is_guessed = found.corrected and " " in asked.words and "term" not in found.results[0].tier
    if not unfinished and (is_guessed or (found.confidence or NOTHING).is_doubtful):
        found = _by_name(library, scope, asked, limit, why) or found
    if asks_for_list(asked.words):
        found = found._replace(results=_list_first(subject_of(asked.words), found.results))
    results: dict[tuple[str, str], Result] = {}
    for result in (*numbered, *found.results):  # a rule that both found is shown once, as found by its number
        results.setdefault((result.rule.id, result.rule.edition), result)
    return found._replace(results=[*results.values()][:limit], confidence=SURE if numbered else found.confidence)


def _without_small_words(text: str, editions: Iterable[Edition]) -> str:
    """Return a query without the words that say little in the languages of the editions: *wo muss ich*. Those of the
    languages that ship are left to the ranking; a query of such words alone is not changed."""
    others = {edition.about["language"] for edition in editions} - {*LANGUAGES}
    if not others:
        return text
    small = frozenset().union(*map(small_words, others))
    return " ".join(word for word in text.split() if not small.issuperset(words_of_text(word))) or text


def _typed_or_given(name: str, typed: str | None, given: str | None) -> str | None:
    """Return the value of an option, typed as an operator or given. Raises UsageError if these differ."""
    if typed and given and typed != given:
        raise UsageError(f"{name}:{shorten(typed)} and --{name} {shorten(given)} are two things; use only one")
    return typed or given


def _list_first(subject: Sequence[str], results: Sequence[Result]) -> Sequence[Result]:
    """Return results with the best one that has a list of the subject in front."""
    from rules_cli.search.lists import has_list_of  # here, because few questions ask for a list

    listing = next((hit for hit in results if has_list_of(hit.rule.text, subject)), None)
    return [listing, *(hit for hit in results if hit is not listing)] if listing else results


class _Ranked(NamedTuple):
    """What one edition has for a query; `nowhere` are the quoted phrases that none of its rows has."""

    edition: Edition
    rows: Sequence[RankedRow]
    query: Query
    nowhere: Sequence[str]
    confidence: Confidence


def _by_words(  # noqa: PLR0913, PLR0917 - some of the arguments of `find`
    library: Lookup, scope: Scope, asked: Asked, limit: int, unfinished: bool, why: bool
) -> Findings:
    """Return the rules that the words of a query find, the best of all editions first."""
    typed = words_of(asked.words)
    written = _written(scope.editions, typed, typed[-1:] if unfinished else ())
    queries = _understood(scope.editions, asked.words, unfinished, written, asked.typed)
    counted = _counted(queries)

    def ranked(edition: Edition, query: Query, vocabulary: Vocabulary) -> _Ranked:
        keep, nowhere = scope.rows(edition, vocabulary, asked)
        rows, confidence = rank(query, vocabulary, limit, keep, counted, why)
        if keep is None and _has_words_of_asides(query, vocabulary):
            everywhere = set(range(1, vocabulary.corpus.rows + 1))
            others, confidence_of_others = rank(query, vocabulary, limit, everywhere, counted, why)
            if not rows or not (confidence_of_others.is_doubtful or others[0].tier == SOME_WORDS):
                rows, confidence = others, confidence_of_others
        return _Ranked(edition, rows, query, nowhere, confidence)

    answers = [ask(edition, partial(ranked, edition, query)) for edition, query in queries.items()]
    confidences = [answer.confidence for answer in answers]
    sure = [confidence for confidence in confidences if not confidence.is_doubtful]
    return Findings(
        list(islice(_merged(library, answers), limit)),
        _in_all([answer.query.absent() for answer in answers]),
        tuple(word for word in typed if word not in written),
        _corrected(answers),
        _in_all([answer.nowhere for answer in answers]),
        asked.unread,
        confidence=max(sure or confidences, key=lambda confidence: confidence.share, default=NOTHING),
    )


def _by_name(library: Lookup, scope: Scope, asked: Asked, limit: int, why: bool) -> Findings | None:
    """Return what is found for the name of a term that all words of a query together nearly spell, as *fist strike* and
    *hex prove* do, or sound like, or for the word of a book that they spell; None if there is no such name."""
    typed = subject_of(asked.words)
    letters = "".join(typed)
    names = {"".join(name.split()): name for edition in scope.editions for name in ask(edition, Vocabulary.own_names)}
    if typed[1:] and any(ask(edition, lambda vocabulary: vocabulary.frequency(letters)) for edition in scope.editions):
        names[letters] = letters
    most = min(len(letters) // _LETTERS_OF_SLIP, _MOST_SLIPS) if typed[1:] else len(letters) // _LETTERS_OF_WORD
    if not (name := names.get(_nearest(letters, names, most))):
        return None
    found = _by_words(library, scope, asked._replace(words=name), limit, False, why)
    return found._replace(corrected={" ".join(typed): name})


def _nearest(letters: str, names: Iterable[str], most: int) -> str:
    """Return the name that sounds as some letters do, as *menace* and *menis*; else the one with the same first letter
    that is at most so many slips from them. Empty if there is none, or two are equally near."""
    from jellyfish import metaphone  # here, because most queries have words that the books have
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    sound = metaphone(letters)
    alike = [name for name in names if metaphone(name) == sound] if len(sound) >= _LEAST_SOUNDS else []
    begun = [name for name in names if name[0] == letters[0]]
    near = process.extract(letters, alike, scorer=OSA.distance, limit=2)
    near = near or process.extract(letters, begun, scorer=OSA.distance, score_cutoff=most, limit=2)
    is_clear = [slips for _, slips, _ in near].count(near[0][1]) == 1 if near else False
    return near[0][0] if is_clear else ""


def _has_words_of_asides(query: Query, vocabulary: Vocabulary) -> bool:
    """Return whether an introduction or another row about the book has a word of the query that no rule has."""
    asides = vocabulary.corpus.asides
    for word in query.words:
        rows = chain.from_iterable(vocabulary.word(text).own.rows for text in word.variants)
        if next(rows, 0) in asides and asides.issuperset(rows):  # rows are numbered from 1
            return True
    return False


def _counted(queries: Mapping[Edition, Query]) -> Frequencies:
    """Return the number of rows of all searched editions, and how many of them have each word of the query."""
    rows, words = 0, Counter[str]()
    for edition, query in queries.items():
        own = ask(edition, partial(frequencies, query.words))
        rows += own.rows
        words.update(own.words)
    return Frequencies(rows, words)


def _written(editions: Sequence[Edition], words: Sequence[str], begun: Sequence[str] = ()) -> set[str]:
    """Return the words that an edition has in any form, and those of `begun` with which a word of an edition begins."""
    for edition in editions:  # before any word is stemmed: the corpora have most stems
        ask(edition, lambda vocabulary: remember(vocabulary.corpus.stems(words)))
    return {
        word
        for edition in editions
        for word in ask(edition, lambda own: [*filter(own.forms, words), *filter(own.beginning, begun)])
    }


def _understood(
    editions: Sequence[Edition],
    words: str,
    unfinished: bool,
    written: Collection[str],
    typed: Sequence[str] = (),
) -> dict[Edition, Query]:
    """Return what a query may mean in each edition. A `written` word, which an edition has, is not misspelt in another.
    None is if small words among all `typed` ones are of the language of another: *Turnier* is no slip of *turner*. A
    term of one book is not slang of another: *hexproof* of Magic does not mean *omnishroud*."""
    among = {edition.about["language"] for edition in editions}

    def read(vocabulary: Vocabulary) -> Query:
        spoken = likely_languages((word for word in typed if not vocabulary.frequency(word)), among)
        is_foreign = spoken and spoken.isdisjoint(vocabulary.corpus.languages)
        return understand(words, vocabulary, unfinished, words_of(words) if is_foreign else written)

    queries = {edition: ask(edition, read) for edition in editions}
    terms = [(edition, match.texts()) for edition, query in queries.items() for match in query.terms if match.is_own()]
    for edition, query in queries.items():
        query.leave_slang([texts for other, texts in terms if other is not edition])
    return queries


def _merged(library: Lookup, answers: Iterable[_Ranked]) -> Iterator[Result]:
    """Yield the results of all editions, the best by its score and by how surely its edition answers. Editions that do
    not seem to answer come last. If no edition seems to, all results of the likeliest come first."""
    having = sorted((answer for answer in answers if answer.rows), key=lambda answer: -answer.confidence.share)
    sure = [answer for answer in having if not answer.confidence.is_doubtful]
    doubtful = [answer for answer in having if answer.confidence.is_doubtful]
    for group in (sure, doubtful) if sure else (doubtful[:1], doubtful[1:]):
        by_edition = (zip(repeat(answer.confidence.share), _results(library, answer)) for answer in group)
        yield from (result for _, result in merge(*by_edition, key=lambda pair: -pair[0] * pair[1].score))


def _results(library: Lookup, answer: _Ranked) -> Iterator[Result]:
    """Yield the ranked rows of an edition as rules, the best first."""
    hits = all_variants(answer.query.words)
    typed = answer.query.typed()
    entries = {entry.place: entry for entry in answer.edition.at_places([row.row for row in answer.rows])}
    for row in answer.rows:
        rule = library.compose(RowRef(answer.edition, entries[row.row]))
        yield Result(rule, row.score, row.tier, hits, row.why, row.share, typed)


def _in_all(lists: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the words of the first list that are in all others, too."""
    return tuple(word for word in lists[0] if all(word in others for others in lists)) if lists else ()


def _corrected(answers: Sequence[_Ranked]) -> dict[str, str]:
    """Return the misspelt words, each with the word that it was taken for, by the edition that fits best."""
    best_last = sorted((answer for answer in answers if answer.rows), key=lambda answer: answer.rows[0].score)
    return {word.text: word.correction for answer in best_last for word in answer.query.words if word.correction}


def _every_row(library: Lookup, scope: Scope, asked: Asked, limit: int) -> Findings:
    """Return all rows with all words, in the order of the book; none if nothing is asked for."""
    words = words_of(asked.words)
    is_whole_book = scope.branches is None and scope.kind is None
    if is_whole_book and not words and asked == Asked(asked.words, unread=asked.unread):  # no operators either
        return Findings((), unread=asked.unread, total=0)
    results: list[Result] = []
    total, nowhere = 0, list[Sequence[str]]()
    unwritten = tuple(set(words) - _written(scope.editions, words))
    for edition in scope.editions:
        rows, missing, forms = ask(edition, partial(_rows_and_forms, scope, asked, edition))
        total += len(rows)
        nowhere.append(missing)
        for entry in edition.at_places(rows[: limit - len(results)]):
            results.append(Result(library.compose(RowRef(edition, entry)), 0.0, "every", forms, typed=forms))
    return Findings(results, unwritten, unwritten, {}, _in_all(nowhere), asked.unread, total)


def _rows_and_forms(
    scope: Scope, asked: Asked, edition: Edition, vocabulary: Vocabulary
) -> tuple[list[int], Sequence[str], frozenset[str]]:
    """Return the rows with all words and phrases, the phrases that no row has, and the forms of the words."""
    keep, missing = scope.rows(edition, vocabulary, asked)
    forms = frozenset(form for word in words_of(asked.words) for form in vocabulary.forms(word))
    return [] if missing else rows_with_all(asked.words, vocabulary, keep), missing, forms


def _check_book(library: Lookup, words: str, numbered: Iterable[Result]) -> None:
    """Raise BookNotFound if words before a number, `chess 5.2`, seem to name a book that is not installed: if they are
    few, and no book that has the number has all of them. Else the rule of another book would be the answer."""
    if len(words.split()) > _MOST_NAMING or STOPWORDS.issuperset(words_of(words)):
        return
    editions = list({library.installed.edition(hit.rule.book, hit.rule.edition): None for hit in numbered})
    for query in _understood(editions, words, False, _written(editions, words_of(words))).values():
        corrections = filter(None, (word.correction for word in query.words))
        if not query.absent() and not any(map(library.installed.slug_of, corrections)):
            return
    library.installed.all(words)  # raises BookNotFound


def has_word(library: Lookup, word: str) -> bool:
    """Return whether an installed book has a word in any form."""
    return bool(_written(library.installed.newest(), [word]))


def chosen_editions(library: Lookup, book: str | None, every: bool = False) -> tuple[Edition, ...]:
    """Return the editions of the chosen books, or of all books: the newest ones, or every one. Raises BookNotFound.
    `book` is a slug or `book@edition`, or several with commas between them; without it the book of the settings."""
    installed = library.installed
    addresses = map(str.strip, (settings.chosen_book(book) or "").split(","))
    chosen = [address.partition("@") for address in addresses if address]
    editions: Iterable[Edition]
    if every:
        slugs = [slug for slug, _, _ in chosen] or installed.slugs()
        editions = chain.from_iterable(map(installed.all, slugs))
    elif chosen:
        editions = [installed.edition(slug, name or None) for slug, _, name in chosen]
    else:
        editions = installed.newest()
    return tuple(dict.fromkeys(editions))


def _scope(library: Lookup, editions: tuple[Edition, ...], within: str | None, kind: str | None) -> Scope:
    """Return where to look: below the rule or term `within`, if given. Raises RuleNotFound if no edition has it."""
    if within is None:
        return Scope(editions, None, kind)
    if row := rule_of_term(library, within, ",".join(map(repr, editions))):
        within = row.id
    answers = [library.find([within], library.installed.address(edition)) for edition in editions]
    rows = {(row.edition, row.number): row for answer in answers for row in answer.rows}.values()
    if not rows:
        answer = answers[0] if len(answers) == 1 else library.find([within])  # one error for all books
        raise (answer.missing or answers[0].missing)[0]
    branches: dict[Edition, list[range]] = defaultdict(list)
    for row in rows:
        branches[row.edition].append(range(row.entry.place, library.last_below(row) + 1))
    return Scope(tuple(branches), branches, kind)


def numbers_and_words(query: str) -> tuple[list[str], str]:
    """Return the numbers of rules in a query, and its other words. A query that is one number is returned as both."""
    if not query.isalpha() and looks_like_number(query):  # it loads the words of all languages
        return [query], query
    words = [(word, word.strip(",;:?!()[]\"'“”")) for word in query.split()]
    numbers = [
        bare for _, bare in words if "." in bare.strip(".") and any(map(str.isdigit, bare)) and looks_like_number(bare)
    ]
    return numbers[:_MOST_NUMBERS], " ".join(word for word, bare in words if bare not in numbers)


def _by_number(library: Lookup, scope: Scope, numbers: Sequence[str]) -> Iterator[Result]:
    """Yield the rules of a scope with these numbers; nothing for a number that no edition has."""
    for number, edition in product(numbers, scope.editions):
        rows: Sequence[RowRef] = ()
        with suppress(RulesError):
            rows = library.find([number], library.installed.address(edition)).rows
        for row in rows:
            if row.edition is edition and scope.contains(row):
                rule = library.compose(row)
                yield Result(rule, 1.0, "number", why=(Reason(("why number",), feature="number"),))
