"""The best rows for a query: what each is worth, how exact it is, and why.

The score of a row is the share of the query that it holds, and BONUSES: for a phrase, for words close together, for
defining what was asked, for a glossary entry that leads to it, for citations by other rows. Tiers come first, so that
an exact answer is never below a vague one.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from rules_cli.search.corpus import SCALE, Corpora, CorpusRow, Postings
from rules_cli.search.query import MatchedTerm, Query, QueryWord, words_of
from rules_cli.search.vocabulary import Vocabulary
from rules_cli.text import words_of_text

_QUOTED = re.compile(r'["“”]([^"“”]+)["“”]')
_LOOKED_AT = 36  # rows read for each query: bonuses seldom lift a row that holds less of the query than so many others

_PHRASE = 0.35  # more than a missing word of three costs
_CLOSE = 0.15  # words side by side belong together more often than not
_DEFINES = 0.6  # the rule that defines what was asked is the answer even if others use its words more
_FROM_GLOSSARY = 0.3  # the rule that a matching glossary entry names lacks the words that the entry has
_CITED = 0.05  # among rules that hold as much, the one that the others build on
_BEGINS = 0.12  # a rule that begins with a word says what it is; others only use it
_HEADING = -0.12  # a heading only names what a rule says
_ENTRY = -0.2  # a glossary entry repeats what a rule says, and is no rule

_ORDER = (1.0, 0.85, 0.7)  # certainty that the first, second and later rules of a term define it
_DEFINING = 5  # rules of a term that count: further ones only use it
_LEADS = 3  # rules of a term or a glossary entry that are answers themselves
_CERTAIN = 0.95  # share of the query that the name of a term covers, for its rules to be as exact as a phrase
_MOST = 0.6  # share of the words for the tier "most words": two of three, three of five
_CITING = 4  # rows citing a rule, from which on more make no difference
_SAME_WORD = 0.9  # weight of a variant that counts as the word itself: inflections do, synonyms do not
_BEGINNING = 4  # words at the beginning of a text: an article, and the thing that the rule is about
_APART = 6  # words between those of the query that halve the bonus for being close

TIERS = {
    "number": 0,
    "term": 1,
    "mended term": 1,
    "phrase": 2,
    "all words": 3,
    "mended words": 3,
    "most words": 4,
    "other words": 5,
    "some words": 5,
}
"""The tiers with their ranks. No row has a misspelt word, so corrected words rank as what the row holds."""

BONUSES = (
    "phrase",
    "close together",
    "defines it",
    "the glossary leads to it",
    "cited by others",
    "begins with it",
    "only a heading",
    "only an entry",
)


class RankedRow(NamedTuple):
    """A row with its tier and score. `bonuses` are the addends named in BONUSES; `at` is the position among the
    defining rules of the term that was asked for."""

    row: int
    tier: str
    score: float
    bonuses: tuple[float, ...]
    at: int = 0

    def order(self) -> tuple[int, int, float, int]:
        """Return the sort key: best first, then in the order of the books."""
        return TIERS[self.tier], self.at, -self.score, self.row


def rank(
    query: Query, scores: Scores, books: Corpora, limit: int, keep: Collection[int] | None = None
) -> dict[RankedRow, CorpusRow]:
    """Return the best rows for a query with their contents, best first; only rows to `keep`, if these are given."""
    rows = books.read_rows(scores.best(max(limit, _LOOKED_AT)))
    ranker = _Ranker(query, scores, rows)
    others = {*ranker.defining, *ranker.asked, *ranker.from_glossary} - rows.keys()
    rows |= books.read_rows(sorted(others if keep is None else others.intersection(keep)))
    citing = Counter(cited for row in rows.values() for cited in row.cites)
    ranked = filter(None, (ranker.rank(number, row, citing[number]) for number, row in rows.items()))
    return {each: rows[each.row] for each in sorted(ranked, key=RankedRow.order)[:limit]}


def _asked_for(query: Query) -> dict[int, int]:
    """Return the rules of the terms that are the whole query, with their positions.

    A term with exactly this name comes first, then one of which it is an inflection (`phase` for `phasing`), then one
    that players call so.
    """
    asked = " ".join(words_of_text(query.text))
    whole = [match for match in query.terms if match.whole]
    whole.sort(key=lambda match: (-match.certainty, match.name != asked, match.name not in match.term.own))
    rules = dict.fromkeys(rule for match in whole for rule in match.term.rules[:_LEADS])
    return {rule: at for at, rule in enumerate(rules)}


def _defining(matched: Sequence[MatchedTerm], scores: Scores) -> dict[int, float]:
    """Return how surely each rule defines what was asked: the share of the query that the name of its term covers."""
    weight_of = dict(zip(scores.words, scores.weights, strict=True))
    found: dict[int, float] = defaultdict(float)
    for match in matched:
        covered = sum(weight_of[word] for word in match.words) / scores.total * match.certainty
        for at, rule in enumerate(match.term.rules[:_DEFINING]):
            found[rule] = max(found[rule], covered * _ORDER[min(at, len(_ORDER) - 1)])
    return found


class _Ranker:
    """Ranks the rows of one query.

    `defining` tells how surely a rule defines what was asked, `asked` its position among the rules of the terms that
    are the whole query, `from_glossary` how much of the query the best glossary entry holds that names the rule.
    """

    def __init__(self, query: Query, scores: Scores, rows: Mapping[int, CorpusRow]) -> None:
        self._scores = scores
        self.defining, self.asked = _defining(query.terms, scores), _asked_for(query)
        self.from_glossary: dict[int, float] = defaultdict(float)
        for entry, row in rows.items():
            for rule in row.leads[:_LEADS]:
                self.from_glossary[rule] = max(self.from_glossary[rule], scores.share(entry))
        self._sentences = [
            _padded(words) for words in (words_of_text(query.text), words_of(query.text)) if len(words) > 1
        ]
        self._quoted = [_padded(words_of_text(phrase)) for phrase in _QUOTED.findall(query.text)]
        self._close_meanings = [_close_meanings(word) for word in scores.words]
        self._misspelt = any(word.misspelt for word in scores.words)
        self._words_of: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(scores.words):
            for variant in word.variants:
                self._words_of[variant].append(at)

    def rank(self, number: int, row: CorpusRow, citing: int) -> RankedRow | None:
        """Return the tier and score of a row that so many rows cite; None if it is no answer."""
        share, defining = self._scores.share(number), self.defining.get(number, 0.0)
        if not share and not defining and number not in self.from_glossary:
            return None
        body = row.body.split()
        phrase = any(sentence in f" {row.body} " or sentence in f" {row.title} " for sentence in self._sentences)
        is_heading = row.kind == "heading"
        bonuses = (
            _PHRASE * phrase,
            _CLOSE * self._closeness(body),
            _DEFINES * defining,
            _FROM_GLOSSARY * self.from_glossary.get(number, 0.0),
            _CITED * min(citing, _CITING) / _CITING,
            0.0 if is_heading else _BEGINS * self._share_at_beginning(body),
            _HEADING * is_heading,
            _ENTRY * (row.kind == "entry"),
        )
        score = round(share + sum(bonuses), 4)
        if number in self.asked:
            return RankedRow(number, "mended term" if self._misspelt else "term", score, bonuses, self.asked[number])
        if self._quoted:
            tier = "phrase" if self._has_quoted(row) else "some words"
        elif phrase or defining >= _CERTAIN:
            tier = "phrase"
        else:
            tier = self._tier(number, {*row.title.split(), *body})
        return RankedRow(number, tier, score, bonuses)

    def _has_quoted(self, row: CorpusRow) -> bool:
        """Return whether a row has all quoted phrases of the query, each in one of its fields."""
        fields = [f" {field} " for field in (row.title, row.body, row.above, row.aside)]
        return all(any(phrase in field for field in fields) for phrase in self._quoted)

    def _tier(self, number: int, own: Collection[str]) -> str:
        """Return the tier of a row by how many words of the query are among its own."""
        count = sum(
            not variants.isdisjoint(own) or any(all(not forms.isdisjoint(own) for forms in words) for words in phrases)
            for variants, phrases in self._close_meanings
        )
        if count == len(self._close_meanings):
            return "mended words" if self._misspelt else "all words"
        if count >= _MOST * len(self._close_meanings):
            return "most words"
        return "other words" if all(number in matches for matches in self._scores.matches) else "some words"

    def _closeness(self, body: Sequence[str]) -> float:
        """Return how close together the words of the query are in a text: 1 if side by side, towards 0 if far apart."""
        places = [(at, word) for at, text in enumerate(body) if text in self._words_of for word in self._words_of[text]]
        count = len({word for _, word in places})
        if count < 2:
            return 0.0
        last: dict[int, int] = {}
        shortest = len(body)
        for at, word in places:
            last[word] = at
            if len(last) == count:
                shortest = min(shortest, at - min(last.values()))
        return count / len(self._close_meanings) / (1 + max(0, shortest - count + 1) / _APART)

    def _share_at_beginning(self, body: Sequence[str]) -> float:
        """Return the share of the query that a text begins with."""
        begun = {at for text in body[:_BEGINNING] for at in self._words_of.get(text, ())}
        return sum(self._scores.weights[at] for at in sorted(begun)) / self._scores.total


def _close_meanings(word: QueryWord) -> tuple[frozenset[str], list[tuple[frozenset[str], ...]]]:
    """Return the variants and phrases that count as the word itself; all corrections of a misspelt word."""
    least = 0.0 if word.misspelt else _SAME_WORD
    variants = frozenset(variant for variant, weight in word.variants.items() if weight >= least)
    return variants, [phrase for phrase, weight in word.phrases if weight >= least]


def _padded(words: Sequence[str]) -> str:
    """Return words with a blank on either side, so that only whole words are found."""
    return f" {' '.join(words)} "


_FIELDS = {"title": "its title", "body": "its text", "above": "a title above", "aside": "an example or note"}


def reasons(ranked: RankedRow, row: CorpusRow, scores: Scores) -> Iterator[str]:
    """Yield why a row was found: for each word of the query what the row has for it, and the bonuses."""
    fields = [(frozenset(getattr(row, field).split()), name) for field, name in _FIELDS.items()]
    for word, matches in zip(scores.words, scores.matches, strict=True):
        if ranked.row in matches:
            variants = word.variants
            found = [(-variants[text], text, name) for texts, name in fields for text in variants.keys() & texts]
            _, text, field = min(found, key=itemgetter(0, 1), default=(0, "", ""))
            place = f"{text} in {field}" if found else "in other words"
            corrected = " (spelling corrected)" if word.misspelt else ""
            yield f"{word.text}: {place}{corrected} {matches[ranked.row] / SCALE:.2f}"
    yield from (f"{name} {value:+.2f}" for name, value in zip(BONUSES, ranked.bonuses, strict=True) if value)


_MOST_VARIANTS = 24  # of a word that are looked up: more come only of a word cut short, and are its unlikeliest
_AS_LIKELY = 0.1  # a variant whose weight is so near the best one's is as likely meant
_DAMPED = 0.85  # exponent: a rare word tells more than a common one, but less than its rarity says
_UNKNOWN_SHARE = 0.5  # of the weight of the rarest word: the weight of a word that the books do not use
_SCALES_CACHED = 1000  # tables of 256 bytes

RowMatches = Mapping[int, int]
"""Rows, each with how well it matches a word: SCALE for the word in its text as typed, more in a title, else less."""


@dataclass(frozen=True, slots=True)
class Scores:
    """How much of a query rows hold: the weight and the matches of each word, and the sum for each row. `total` is
    the weight of the whole query."""

    words: Sequence[QueryWord]
    weights: Sequence[float]
    matches: Sequence[RowMatches]
    rows: Mapping[int, float]
    total: float

    def share(self, row: int) -> float:
        """Return the share of the query that a row holds."""
        return self.rows.get(row, 0.0) / self.total

    def best(self, count: int) -> list[int]:
        """Return the rows that hold most, the first of the book if they hold as much."""
        least = min(heapq.nlargest(count, self.rows.values()), default=0.0)
        likely = [row for row, share in self.rows.items() if share >= least]
        return sorted(likely, key=lambda row: (-self.rows[row], row))[:count]


def score(words: Sequence[QueryWord], vocabulary: Vocabulary, keep: Collection[int] | None = None) -> Scores:
    """Score all rows; only the rows to `keep`, if these are given."""
    weights = [_weight(word, vocabulary) for word in words]
    matches = [_matches(word, vocabulary) for word in words]
    if keep is not None:
        matches = [{row: match for row, match in found.items() if row in keep} for found in matches]
    rows: dict[int, float] = {}
    for at in sorted(range(len(words)), key=lambda at: (-weights[at], at)):
        weight = weights[at] / SCALE
        for row, match in matches[at].items():
            rows[row] = rows.get(row, 0.0) + weight * match
    return Scores(words, weights, matches, rows, sum(weights) or 1.0)


def _weight(word: QueryWord, vocabulary: Vocabulary) -> float:
    """Return how much a word of the query tells: the rarer its likeliest variants, the more."""
    rows = vocabulary.books.rows
    if not word.variants:
        return word.trust * math.pow(math.log(1 + rows), _DAMPED) * _UNKNOWN_SHARE
    best = max(word.variants.values())
    frequency = max(vocabulary.frequency(text) for text, weight in word.variants.items() if weight >= best - _AS_LIKELY)
    return word.trust * math.pow(math.log(1 + rows / (1 + frequency)), _DAMPED)


def _matches(word: QueryWord, vocabulary: Vocabulary) -> RowMatches:
    """Return the rows with a variant of a word or a phrase for it.

    A row counts by the likeliest that is in its own words, else by the likeliest near it: so the later entries of this
    dictionary overwrite the earlier.
    """
    variants = heapq.nlargest(_MOST_VARIANTS, word.variants.items(), key=lambda item: (item[1], item[0]))
    postings = [(weight, vocabulary.word(text)) for text, weight in reversed(variants)]
    found: dict[int, int] = {}
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.near, weight))
    for phrase, weight in sorted(word.phrases, key=itemgetter(1)):
        found.update(dict.fromkeys(vocabulary.rows_of_phrase(phrase), round(weight * SCALE)))
    for weight, corpus_word in postings:
        found.update(_weighted(corpus_word.own, weight))
    return found


def _weighted(postings: Postings, weight: float) -> Iterable[tuple[int, int]]:
    return zip(postings.rows, postings.weights.translate(_scale(weight)), strict=True)


@lru_cache(maxsize=_SCALES_CACHED)
def _scale(weight: float) -> bytes:
    """Return a table of each stored weight times a weight."""
    return bytes(min(255, round(each * weight)) for each in range(256))
