"""Searching: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

A rule's score is the share of the question's weight that it matches, rare words weighing more, each by the best
way it may be meant and the field that holds it; with bonuses for a phrase, for words close together, for being
the rule that defines what was asked, and for being cited by others that match. Tiers come first: a number, then
the exact phrase, then all words, most words, some words.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rules_cli.ask.lookup import Lookup, Place
from rules_cli.ask.meanings import Meaning, meanings, named, words_of
from rules_cli.ask.snippets import snippet, words_of_text
from rules_cli.ask.terms import Term, editions_for, singulars, terms_of
from rules_cli.ask.thesaurus import tables
from rules_cli.errors import RulesError
from rules_cli.model import Rule
from rules_cli.number import looks_like_number
from rules_cli.store.index import Entry
from rules_cli.store.shelf import Edition

_PHRASE = re.compile(r'["“”]([^"“”]+)["“”]')
_CANDIDATES = 300
_FIELDS = {"title": 1.3, "body": 1.0, "above": 0.75, "examples": 0.6}
_MOST = 0.6  # of the question's words, for a hit to hold most of them
_SURE = 0.8  # of the question's weight, for a term to be what was asked
_MATCHED = 0.5  # the least weight of a way that counts as holding a word
TIERS = ("number", "phrase", "all words", "mended words", "most words", "some words")


@dataclass(frozen=True, slots=True)
class Result:
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
    """The rules that a question finds, best first; `book` is a slug or `book@edition`, else every book.

    Grows with the rows that hold the question's words (300 at most are weighed) and with the book's vocabulary,
    logarithmically where every word is spelt right; not with the number of rules.
    """
    results = [
        result for edition in editions_for(library, book) for result in _search_edition(library, edition, query, limit)
    ]
    results.sort(key=lambda r: (_RANK[r.tier], -r.score, r.rule.book, r.rule.order))
    return results[:limit]


# A mended word has no exact hit to stand behind: the tier tells the reader, and ranks as what it holds.
_RANK = {"number": 0, "phrase": 1, "all words": 2, "mended words": 2, "most words": 3, "some words": 4}


def _search_edition(library: Lookup, edition: Edition, query: str, limit: int) -> list[Result]:
    numbers = _by_number(library, edition, query)
    if numbers:
        return numbers
    if not words_of(query):
        return []
    terms = terms_of(edition)
    asked = meanings(query, edition, terms, tables())
    meant = named(terms, words_of(query))
    entries = _candidates(edition, asked, meant)
    judge = _Judge(edition, query, asked, meant, entries)
    ways = frozenset(way for one in asked for way in (*one.ways, *(w for j, _ in one.joint for f in j for w in f)))
    scored = [(entry, *judge.score(entry)) for entry in entries]
    best = sorted((s for s in scored if s[1] > 0), key=lambda s: (_RANK[s[2]], -s[1], s[0].place))[:limit]
    return [_result(library, edition, entry, score, tier, why, ways) for entry, score, tier, why in best]


def _by_number(library: Lookup, edition: Edition, query: str) -> list[Result]:
    if not looks_like_number(query):
        return []
    try:
        places = library.find([query], f"{edition.slug}@{edition.name}").places
    except RulesError:
        return []
    rules = (library.compose(place) for place in places if place.edition is edition)
    return [Result(rule, 1.0, "number", snippet(rule, ()), "", why=("the number asked for",)) for rule in rules]


def _candidates(edition: Edition, asked: Sequence[Meaning], meant: Sequence[Term]) -> list[Entry]:
    """The rows that may answer: those that hold the likeliest meanings, and those that define a term meant."""
    parts = [_fts(way) for one in asked for way in one.ways]
    parts += ["(" + " AND ".join(_any(forms) for forms in joint) + ")" for one in asked for joint, _ in one.joint]
    found: list[int] = []
    if parts:
        query = " OR ".join(dict.fromkeys(parts))
        found = [place for place, _ in edition.ask(lambda index: index.match(query, _CANDIDATES))]
    entries = {entry.place: entry for entry in edition.ask(lambda index: index.at_places(found))}
    for number in dict.fromkeys(number for term in meant for number in term.rules):
        entry = edition.ask(lambda index, n=number: index.get(n))  # type: ignore[misc]
        if entry:
            entries.setdefault(entry.place, entry)
    return list(entries.values())


def _fts(word: str) -> str:
    """A word as FTS5 takes it, whatever is in it."""
    return '"' + word.replace('"', '""') + '"'


def _any(forms: frozenset[str]) -> str:
    return "(" + " OR ".join(_fts(form) for form in sorted(forms)) + ")"


class _Judge:
    """Scores rows against one question."""

    def __init__(
        self,
        edition: Edition,
        query: str,
        asked: Sequence[Meaning],
        meant: Sequence[Term],
        entries: Sequence[Entry],
    ) -> None:
        self.edition, self.asked = edition, asked
        self.words = words_of_text(query)
        self.telling = words_of(query)
        self.phrases = [words_of_text(phrase) for phrase in _PHRASE.findall(query)]
        self.rows = int(edition.index.about["rows"])
        self.above: dict[str, frozenset[str]] = {}
        self.weights = [self._weight(one) for one in asked]
        self.total = sum(self.weights) or 1.0
        self.ways: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, one in enumerate(asked):
            for way, weight in one.ways.items():
                self.ways[way].append((at, weight))
        self.defines = self._defining(meant)
        self.cited: dict[str, int] = defaultdict(int)
        for entry in entries:
            for reference in entry.row.references:
                self.cited[reference.target] += 1

    def _weight(self, one: Meaning) -> float:
        """How much a word of the question tells: the rarer the likeliest of its meanings, the more."""
        if not one.ways:
            return math.log(1 + self.rows) / 2
        best = max(one.ways.values())
        likely = [way for way, weight in one.ways.items() if weight >= best - 0.1]
        held = max(self.edition.ask(lambda index, w=way: index.holds_word(w)) for way in likely)  # type: ignore[misc]
        return math.log(1 + self.rows / (1 + held))

    def _defining(self, meant: Sequence[Term]) -> dict[str, float]:
        """How surely each rule defines what was asked: the share of the question that its term's name covers."""
        found: dict[str, float] = defaultdict(float)
        for term in meant:
            parts = {part for name in term.names() for part in words_of_text(name)}
            parts |= {single for part in parts for single in singulars(part)}
            covered = sum(w for one, w in zip(self.asked, self.weights, strict=True) if one.word in parts)
            for at, number in enumerate(term.rules):
                found[number] = max(found[number], covered / self.total * (1.0, 0.85, 0.7)[min(at, 2)])
        return found

    def score(self, entry: Entry) -> tuple[float, str, tuple[str, ...]]:
        """A row's score, its tier, and what both are made of."""
        fields = self._fields(entry)
        best, how = self._matches(fields)
        held = [value >= _MATCHED * min(_FIELDS.values()) for value in best]
        defining = self.defines.get(entry.row.number, 0.0)
        if not any(best) and not defining:
            return 0.0, "some words", ()
        phrase = self._phrase(fields)
        near = self._nearness(fields["body"])
        cited = min(self.cited.get(entry.row.number, 0), 4) / 4
        shape = self._shape(fields, entry)
        score = sum(value * weight for value, weight in zip(best, self.weights, strict=True)) / self.total
        score += 0.35 * phrase + 0.15 * near + 0.6 * defining + 0.05 * cited + shape
        why = [f"{one.word}: {how[at]}" for at, one in enumerate(self.asked) if best[at]]
        parts = (("phrase", phrase), ("close together", near), ("defines it", defining), ("cited", cited))
        why += [f"{name} +{value:.2f}" for name, value in parts if value]
        return round(score, 4), self._tier(fields, max(phrase, defining), held), tuple(why)

    def _tier(self, fields: dict[str, list[str]], sure: float, held: Sequence[bool]) -> str:
        """How exact a hit is. A rule that defines the very thing asked is as exact as one with the phrase."""
        if self.phrases:
            quoted = all(any(_holds_run(tokens, run) for tokens in fields.values()) for run in self.phrases)
            return "phrase" if quoted else "some words"
        if sure >= _SURE:
            return "phrase"
        if all(held):
            return "mended words" if any(one.mended for one in self.asked) else "all words"
        return "most words" if sum(held) >= _MOST * len(held) else "some words"

    def _fields(self, entry: Entry) -> dict[str, list[str]]:
        row = entry.row
        everything = (row.words, *row.restated.values())
        titles = [title for title in (row.title, *(words.title for words in everything)) if title]
        return {
            "title": words_of_text(" ".join(titles)),
            "body": words_of_text("\n".join(words.text for words in everything if words.text)),
            "above": sorted(self._above(row.parent)),
            "examples": words_of_text("\n".join(text for w in everything for text in (*w.examples, *w.notes))),
        }

    def _above(self, parent: str | None) -> frozenset[str]:
        """The words of the titles above a row."""
        if parent is None:
            return frozenset()
        if parent not in self.above:
            entry = self.edition.ask(lambda index: index.get(parent))
            if entry is None:
                return frozenset()
            titles = [t for t in (entry.row.title, *(w.title for w in entry.row.restated.values())) if t]
            self.above[parent] = frozenset(words_of_text(" ".join(titles))) | self._above(entry.row.parent)
        return self.above[parent]

    def _matches(self, fields: dict[str, list[str]]) -> tuple[list[float], list[str]]:
        """How well the row holds each word of the question, by the best way and field, and which those are."""
        best, how = [0.0] * len(self.asked), [""] * len(self.asked)
        for name, tokens in fields.items():
            share = _FIELDS[name] / (1 + max(0, len(tokens) - 30) / 400)
            for token in dict.fromkeys(tokens):
                for at, weight in self.ways.get(token, ()):
                    if weight * share > best[at]:
                        best[at], how[at] = weight * share, f"{token} in {name}"
            held = set(tokens)
            for at, one in enumerate(self.asked):
                for joint, weight in one.joint:
                    if weight * share > best[at] and _holds_joint(joint, held):
                        best[at], how[at] = weight * share, f"{' '.join(min(f) for f in joint)} in {name}"
        return best, how

    def _phrase(self, fields: dict[str, list[str]]) -> float:
        """1 where the words stand as asked, next to each other, in the text or a title."""
        runs = [run for run in (self.words, self.telling) if len(run) > 1]
        return float(any(_holds_run(fields[name], run) for name in ("title", "body") for run in runs))

    def _nearness(self, tokens: Sequence[str]) -> float:
        """How close together the words of the question stand in the text: 1 side by side, towards 0 apart."""
        if len(self.asked) < 2:
            return 0.0
        places: dict[int, list[int]] = defaultdict(list)
        for at, token in enumerate(tokens):
            for one, _ in self.ways.get(token, ()):
                places[one].append(at)
        if len(places) < 2:
            return 0.0
        first, *others = places.values()
        spread = min(max(min(abs(place - at) for place in other) for other in others) for at in first)
        return len(places) / len(self.asked) / (1 + max(0, spread - len(places) + 1) / 6)

    def _shape(self, fields: dict[str, list[str]], entry: Entry) -> float:
        """A rule that begins with the thing asked says what it is; a heading only names it."""
        if entry.row.kind == "heading":
            return -0.12
        begun = {at for token in fields["body"][:4] for at, _ in self.ways.get(token, ())}
        return 0.12 * sum(self.weights[at] for at in begun) / self.total


def _holds_joint(joint: tuple[frozenset[str], ...], held: set[str]) -> bool:
    return all(not forms.isdisjoint(held) for forms in joint)


def _holds_run(tokens: Sequence[str], run: Sequence[str]) -> bool:
    size = len(run)
    return any(list(tokens[at : at + size]) == list(run) for at in range(len(tokens) - size + 1))


def _result(
    library: Lookup, edition: Edition, entry: Entry, score: float, tier: str, why: tuple[str, ...], ways: frozenset[str]
) -> Result:
    rule = library.compose(Place(edition, entry))
    return Result(rule, score, tier, snippet(rule, ways), _where(rule, ways), ways, why)


def _where(rule: Rule, ways: frozenset[str]) -> str:
    """In which part of a rule the words were found, where that is not its text."""
    if rule.text and ways & set(words_of_text(rule.text)):
        return ""
    if any(ways & set(words_of_text(text)) for text in (*rule.examples, *rule.notes)):
        return "in an example" if rule.examples else "in a note"
    return "in the title above"
