"""Judging the rows that hold most of a question: what each is worth, how exact it is, and why.

A row's score is the share of the question's weight that it holds, with something more for a phrase, for words close
together, for being the rule that defines what was asked, for being led to by a glossary's entry that matches, for
being cited by others that match. Tiers come first, so that an exact hit is never below a fuzzy one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from rules_cli.search.corpora import Corpora
from rules_cli.search.corpus import SCALE, CorpusRow
from rules_cli.search.query import MatchedTerm, QueryTerm, words_of
from rules_cli.search.scoring import Weighed
from rules_cli.text import words_of_text

_LOOKED_AT = 36  # rows, however many hold something of the question
_PHRASE, _NEAR, _DEFINES, _LED, _CITED, _BEGINS = 0.35, 0.15, 0.6, 0.3, 0.05, 0.12
_HEADING, _ENTRY = -0.12, -0.2  # a heading only names what a rule says; an entry of a glossary leads to it
_ORDER = (1.0, 0.85, 0.7)  # how surely the first, second and later rules of a term define it
_DEFINING = 5  # rules of a term that define it; further ones only speak of it
_SURE = 0.95  # of the question's weight, for a term to be what was asked
_MOST = 0.6  # of the question's words, for a hit to hold most of them
_CITING = 4  # rows that cite one, for it to be cited by many
_LEADS = 3  # rules that a term or an entry leads to before all others
_AS_TYPED = 0.9  # the least weight of a way that is the word itself or an inflection
_BEGINNING = 4  # words that a text begins with

RANK = {
    "number": 0,
    "term": 1,
    "phrase": 2,
    "all words": 3,
    "mended words": 3,
    "most words": 4,
    "other words": 5,
    "some words": 5,
}
"""The tiers. A mended word has no exact hit to stand behind: its tier tells the reader, and ranks as what it holds."""


_MORE = (
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
    """A row with its tier and what it is worth: the share of the question that it holds, and `more` for what
    `_MORE` says. `at` is which it is of the rows that a term asked for leads to."""

    row: int
    tier: str
    score: float
    more: tuple[float, ...]
    at: int = 0

    def order(self) -> tuple[int, int, float, int]:
        """What rows are sorted by: best first, then in the order of the books."""
        return RANK[self.tier], self.at, -self.score, self.row


def judge(
    query: str,
    quoted: Sequence[str],
    weighed: Weighed,
    named: Sequence[MatchedTerm],
    books: Corpora,
    limit: int,
    keep: set[int] | None = None,
) -> list[RankedRow]:
    """The rows that answer a question, best first; of the rows to `keep`, where those are given.

    Some forty are looked at, or `limit`, however many there are.
    """
    lines = books.lines(weighed.best(max(limit, _LOOKED_AT)))
    defined, asked, led = _defined(named, weighed), _asked_for(query, named), _led_to(lines, weighed)
    others = {*defined, *asked, *led} - lines.keys()
    lines |= books.lines(sorted(others if keep is None else others & keep))
    cited = Counter(row for line in lines.values() for row in line.cites)
    bench = _Bench(query, quoted, weighed, defined, asked, led, cited)
    judged = filter(None, (bench.judge(row, line) for row, line in lines.items()))
    return sorted(judged, key=RankedRow.order)[:limit]


def _asked_for(query: str, named: Sequence[MatchedTerm]) -> dict[int, int]:
    """Where a question is a term and nothing else: the rules that define it, in their order. A term of that very name
    comes before one of which it is an inflection (`phasing` before `phase`), and before one that players call so."""
    asked = " ".join(words_of_text(query))
    whole = [each for each in named if each.whole]
    whole.sort(key=lambda each: (-each.sure, each.name != asked, each.name not in each.term.own))
    return {row: at for at, row in enumerate(dict.fromkeys(row for each in whole for row in each.term.rules[:_LEADS]))}


def _defined(named: Sequence[MatchedTerm], weighed: Weighed) -> dict[int, float]:
    """How surely each rule defines what was asked: the share of the question that its term's name covers."""
    weight_of = {id(sense): weight for sense, weight in zip(weighed.senses, weighed.weights, strict=True)}
    found: dict[int, float] = defaultdict(float)
    for each in named:
        covered = sum(weight_of[id(sense)] for sense in each.owners) / weighed.total * each.sure
        for at, row in enumerate(each.term.rules[:_DEFINING]):
            found[row] = max(found[row], covered * _ORDER[min(at, len(_ORDER) - 1)])
    return found


def _led_to(lines: Mapping[int, CorpusRow], weighed: Weighed) -> dict[int, float]:
    """The rules that entries of a glossary lead to, with how much of the question the best of those entries holds."""
    found: dict[int, float] = defaultdict(float)
    for entry, line in lines.items():
        for row in line.leads[:_LEADS]:
            found[row] = max(found[row], weighed.rows.get(entry, 0.0) / weighed.total)
    return found


class _Bench:
    """What all rows of one question are judged by."""

    def __init__(
        self,
        query: str,
        quoted: Sequence[str],
        weighed: Weighed,
        defined: Mapping[int, float],
        asked: Mapping[int, int],
        led: Mapping[int, float],
        cited: Mapping[int, int],
    ) -> None:
        self.weighed, self.defined, self.asked, self.led, self.cited = weighed, defined, asked, led, cited
        self.runs = [_run(words) for words in (words_of_text(query), words_of(query)) if len(words) > 1]
        self.quoted = [_run(words_of_text(phrase)) for phrase in quoted]
        self.typed = [_typed(sense) for sense in weighed.senses]
        self.mended = any(sense.mended for sense in weighed.senses)
        self.senses_of: dict[str, list[int]] = defaultdict(list)
        for at, sense in enumerate(weighed.senses):
            for way in sense.ways:
                self.senses_of[way].append(at)

    def judge(self, row: int, line: CorpusRow) -> RankedRow | None:
        """What a row is worth; None where it is worth nothing."""
        held = self.weighed.rows.get(row, 0.0) / self.weighed.total
        defining = self.defined.get(row, 0.0)
        if not held and not defining and row not in self.led:
            return None
        body = line.body.split()
        phrase = any(run in f" {line.body} " or run in f" {line.title} " for run in self.runs)
        more = (
            _PHRASE * phrase,
            _NEAR * self._nearness(body),
            _DEFINES * defining,
            _LED * self.led.get(row, 0.0),
            _CITED * min(self.cited.get(row, 0), _CITING) / _CITING,
            _BEGINS * self._begins(body) if line.kind != "heading" else 0.0,
            _HEADING if line.kind == "heading" else 0.0,
            _ENTRY if line.kind == "entry" else 0.0,
        )
        score = round(held + sum(more), 4)
        if row in self.asked:
            return RankedRow(row, "term", score, more, self.asked[row])
        return RankedRow(row, self._tier(row, line, body, max(phrase, defining)), score, more)

    def _tier(self, row: int, line: CorpusRow, body: Sequence[str], sure: float) -> str:
        """How exact a hit is. A rule that defines the very thing asked is as exact as one with the phrase."""
        if self.quoted:
            fields = [f" {field} " for field in (line.title, line.body, line.above, line.aside)]
            return "phrase" if all(any(run in field for field in fields) for run in self.quoted) else "some words"
        if sure >= _SURE:
            return "phrase"
        own = {*line.title.split(), *body}
        held = sum(
            not words.isdisjoint(own) or any(all(not forms.isdisjoint(own) for forms in joint) for joint in joints)
            for words, joints in self.typed
        )
        if held == len(self.typed):
            return "mended words" if self.mended else "all words"
        if held >= _MOST * len(self.typed):
            return "most words"
        return "other words" if all(row in matches for matches in self.weighed.matches) else "some words"

    def _nearness(self, body: Sequence[str]) -> float:
        """How close together the words of the question stand in the text: 1 side by side, towards 0 apart."""
        places = [
            (at, sense) for at, word in enumerate(body) if word in self.senses_of for sense in self.senses_of[word]
        ]
        count = len({sense for _, sense in places})
        if count < 2:
            return 0.0
        last: dict[int, int] = {}
        least = len(body)
        for at, sense in places:
            last[sense] = at
            if len(last) == count:
                least = min(least, at - min(last.values()))
        return count / len(self.typed) / (1 + max(0, least - count + 1) / 6)

    def _begins(self, body: Sequence[str]) -> float:
        """How much of the question a text begins with: such a rule says what the thing is."""
        begun = {at for word in body[:_BEGINNING] for at in self.senses_of.get(word, ())}
        return sum(self.weighed.weights[at] for at in sorted(begun)) / self.weighed.total


def _typed(sense: QueryTerm) -> tuple[frozenset[str], list[tuple[frozenset[str], ...]]]:
    """The words and phrases that are a word of the question as typed or inflected; or as mended, if it had to be."""
    least = 0.0 if sense.mended else _AS_TYPED
    words = frozenset(way for way, weight in sense.ways.items() if weight >= least)
    return words, [joint for joint, weight in sense.joint if weight >= least]


def _run(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


_CALLED = {"title": "its title", "body": "its text", "above": "a title above", "aside": "an example or note"}


def reasons(judged: RankedRow, line: CorpusRow, weighed: Weighed) -> Iterator[str]:
    """Why a row was found: each word of the question by what the row has for it, and what was added."""
    fields = [(set(getattr(line, name).split()), called) for name, called in _CALLED.items()]
    for sense, matches in zip(weighed.senses, weighed.matches, strict=True):
        if judged.row in matches:
            found = [(-sense.ways[way], way, called) for words, called in fields for way in sense.ways.keys() & words]
            how = "{1} in {2}".format(*min(found, key=itemgetter(0, 1))) if found else "in other words"
            yield f"{sense.word}: {how}{' (mended)' if sense.mended else ''} {matches[judged.row] / SCALE:.2f}"
    yield from (f"{name} {value:+.2f}" for name, value in zip(_MORE, judged.more, strict=True) if value)
