"""Searching: a player's words → the rules that answer them, best first. Deterministic, offline, explainable.

Each word of the question is matched in the ways a word can be meant (as typed, inflected, cut short, by the
words that players say for a term, and, only where the book has no such word, mended), each way weighing less.
A rule's score is the share of the question's weight that it matches, by field, with bonuses for a phrase, for
words close together and for being the rule that defines what was asked. Tiers come first: a number, then the
exact phrase, then all words, most words, and mended words.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules_cli.ask.lookup import Lookup, Place
from rules_cli.ask.snippets import snippet, words_of_text
from rules_cli.ask.stems import stems
from rules_cli.ask.stopwords import STOPWORDS
from rules_cli.ask.terms import Term, editions_for, singulars, terms_of
from rules_cli.ask.thesaurus import LONGEST, Links, links, said_for
from rules_cli.errors import RulesError
from rules_cli.model import Rule
from rules_cli.number import looks_like_number
from rules_cli.store.index import Entry
from rules_cli.store.shelf import Edition

_PHRASE = re.compile(r'["“”]([^"“”]+)["“”]')
_MOST_WORDS = 40
_CANDIDATES = 300
_EXACT, _STEM, _CUT, _SAID, _MENDED = 1.0, 0.92, 0.8, 0.88, 0.75
_FIELDS = {"title": 1.35, "body": 1.0, "above": 0.75, "examples": 0.55}
_MOST = 0.6  # of the question's words, for a hit to hold most of them
_SURE = 0.8  # of the question's weight, for a term to be what was asked
TIERS = ("number", "phrase", "all words", "most words", "mended words", "some words")


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


@dataclass(slots=True)
class _Asked:
    """One word of the question: what in the book may be meant by it, with the weight of each way."""

    word: str
    ways: dict[str, float] = field(default_factory=dict)
    mended: bool = False
    weight: float = 1.0


def search(library: Lookup, query: str, book: str | None = None, limit: int = 10) -> list[Result]:
    """The rules that a question finds, best first; `book` is a slug or `book@edition`, else every book.

    Grows with the rows that hold the question's rarest words and with the book's vocabulary (logarithmically
    where every word is spelt right), not with the number of rules.
    """
    results = [result for edition in editions_for(library, book) for result in _search_edition(library, edition, query)]
    results.sort(key=lambda r: (TIERS.index(r.tier), -r.score, r.rule.book, r.rule.order))
    return results[:limit]


def _search_edition(library: Lookup, edition: Edition, query: str) -> list[Result]:
    numbers = _by_number(library, edition, query)
    if numbers:
        return numbers
    words = words_of(query)
    if not words:
        return []
    terms = terms_of(edition)
    tables = links()
    asked = [_ways(word, edition, terms, tables) for word in words]
    _add_thesaurus(asked, words_of_text(query), edition, tables)
    meant = _terms_meant(words, terms)
    for term in meant:
        _add_said(asked, term, words)
    entries = _candidates(edition, asked, meant)
    phrases = [words_of_text(phrase) for phrase in _PHRASE.findall(query)]
    judge = _Judge(edition, asked, words, phrases, meant, entries)
    scored = [(entry, *judge.score(entry)) for entry in entries]
    return [
        _result(library, edition, entry, score, tier, why, asked) for entry, score, tier, why in scored if score > 0
    ]


def words_of(query: str) -> list[str]:
    """The words of a question that tell something: question words are left out while others remain."""
    words = list(dict.fromkeys(words_of_text(query)))[:_MOST_WORDS]
    return [word for word in words if word not in STOPWORDS] or words


def _by_number(library: Lookup, edition: Edition, query: str) -> list[Result]:
    if not looks_like_number(query):
        return []
    try:
        places = library.find([query], f"{edition.slug}@{edition.name}").places
    except RulesError:
        return []
    rules = (library.compose(place) for place in places if place.edition is edition)
    return [_plain_result(rule, 1.0, "number", ("the number asked for",)) for rule in rules]


# --- what may be meant by a word


def _ways(word: str, edition: Edition, terms: Sequence[Term], tables: Sequence[Links]) -> _Asked:
    asked = _Asked(word)
    rows = edition.ask(lambda index: index.holds_word(word))
    if rows:
        asked.ways[word] = _EXACT
    for other, weight in _related(word, edition):
        asked.ways.setdefault(other, weight)
    if not asked.ways:
        for part in _joined_or_split(word, edition):
            asked.ways[part] = _STEM
    said = any(word in words_of_text(name) for term in terms for name in term.names())
    if not asked.ways and not said and not said_for([word], tables):
        asked.mended = True
        for other, weight in _mended(word, edition, terms):
            asked.ways[other] = weight
    return asked


def _related(word: str, edition: Edition) -> list[tuple[str, float]]:
    """The book's words with the same stem, and, for a word cut short, those that begin with it."""
    if len(word) < 3 or word.isdigit():
        return []
    language = edition.index.about["language"]
    own = stems(word, language)
    beginning = min(own, key=len)[: max(3, len(word) - 3)]
    near = edition.ask(lambda index: index.words_beginning(beginning))
    found = []
    for other in near:
        if other == word:
            continue
        if own & stems(other, language) or other in singulars(word):
            found.append((other, _STEM))
        elif other.startswith(word) and len(word) >= 4:
            found.append((other, _CUT * len(word) / len(other)))
    return found


def _joined_or_split(word: str, edition: Edition) -> list[str]:
    """`textbox` → text, box, where the book has both."""
    for cut in range(3, len(word) - 2):
        parts = (word[:cut], word[cut:])
        if all(edition.ask(lambda index, p=part: index.holds_word(p)) for part in parts):  # type: ignore[misc]
            return list(parts)
    return []


def _mended(word: str, edition: Edition, terms: Sequence[Term]) -> list[tuple[str, float]]:
    """The words of the book, and those that players say, that a misspelt word may be."""
    if len(word) < 3 or word.isdigit():
        return []
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    rows = dict(edition.ask(lambda index: index.vocabulary()))
    for term in terms:
        for name in term.names():
            for part in words_of_text(name):
                rows.setdefault(part, 1)
    most = 1 if len(word) < 6 else 2 if len(word) < 10 else 3
    found = process.extract(word, list(rows), scorer=OSA.distance, limit=12, score_cutoff=most)
    near = [(other, d) for other, d, _ in found if len(other) > 2 and not other.isdigit()]
    if not near:
        return []
    least = min(_oddity(word, other, d) for other, d in near)
    return [(o, _MENDED - 0.1 * (d - 1)) for o, d in near if _oddity(word, o, d) <= least + 0.5]


def _oddity(word: str, other: str, distance: float) -> float:
    """How unlikely a typo is: people get the first letter right, and mostly the length."""
    return distance + 0.6 * (word[0] != other[0]) + 0.1 * abs(len(word) - len(other))


def _terms_meant(words: Sequence[str], terms: Sequence[Term]) -> list[Term]:
    """The terms that the question names, whole; a longer name first."""
    held = set(words)
    forms = held | {single for word in words for single in singulars(word)}
    return [
        term
        for term in terms
        if any(
            (parts := [p for p in words_of_text(name) if p not in STOPWORDS]) and forms.issuperset(parts)
            for name in term.names()
        )
    ]


def _add_said(asked: Iterable[_Asked], term: Term, words: Sequence[str]) -> None:
    """Let each word of a name that players say mean the words of the term."""
    own = [
        part
        for name in (term.name, *(term.other or {}).values())
        for part in words_of_text(name)
        if part not in STOPWORDS
    ]
    said = {part for name in term.names() for part in words_of_text(name)} & set(words)
    said |= {w for w in words if set(singulars(w)) & {p for n in term.names() for p in words_of_text(n)}}
    for one in asked:
        if one.word in said:
            one.mended = False
            for part in own:
                one.ways.setdefault(part, _SAID)


def _add_thesaurus(asked: list[_Asked], query: Sequence[str], edition: Edition, tables: Sequence[Links]) -> None:
    """Let words and phrases of the question mean what players say them for, where the book has that."""
    by_word = {one.word: one for one in asked}
    for size in range(1, LONGEST + 1):
        for at in range(len(query) - size + 1):
            phrase = query[at : at + size]
            said = said_for(phrase, tables)
            if not said:
                continue
            owners = [by_word[word] for word in phrase if word in by_word]
            if not owners and size > 1:
                owners = [_Asked(" ".join(phrase))]
                asked += owners
            for one in owners:
                _add_ways(one, said, edition)


def _add_ways(one: _Asked, said: Mapping[str, float], edition: Edition) -> None:
    for other, weight in said.items():
        parts = [part for part in other.split() if part not in STOPWORDS] or other.split()
        for part in parts:
            share = weight if len(parts) == 1 else weight * 0.85
            for way, related in ((part, _EXACT), *_related(part, edition)):
                if related >= _STEM and edition.ask(lambda index, w=way: index.holds_word(w)):  # type: ignore[misc]
                    one.ways[way] = max(one.ways.get(way, 0.0), share * related)


# --- which rules, and how well


def _candidates(edition: Edition, asked: Sequence[_Asked], meant: Sequence[Term]) -> list[Entry]:
    """The rows that may answer: those that hold the rarest meanings, and those that define a term meant."""
    ways = [way for one in asked for way in one.ways]
    found: dict[int, None] = {}
    if ways:
        query = " OR ".join(f'"{way}"' for way in dict.fromkeys(ways))
        found.update((place, None) for place, _ in edition.ask(lambda index: index.match(query, _CANDIDATES)))
    entries = {entry.place: entry for entry in edition.ask(lambda index: index.at_places(list(found)))}
    for term in meant:
        for number in term.rules:
            entry = edition.ask(lambda index, n=number: index.get(n))  # type: ignore[misc]
            if entry:
                entries.setdefault(entry.place, entry)
    return list(entries.values())


class _Judge:
    """Scores rows against one question."""

    def __init__(
        self,
        edition: Edition,
        asked: Sequence[_Asked],
        words: Sequence[str],
        phrases: Sequence[Sequence[str]],
        meant: Sequence[Term],
        entries: Sequence[Entry],
    ) -> None:
        self.edition, self.asked, self.words, self.phrases = edition, asked, list(words), phrases
        self.rows = int(edition.index.about["rules"]) + int(edition.index.about["headings"])
        self.above: dict[str, list[str]] = {}
        for one in asked:
            held = [edition.ask(lambda index, w=way: index.holds_word(w)) for way in one.ways]  # type: ignore[misc]
            one.weight = (
                math.log(1 + self.rows / (1 + max(held, default=0))) if one.ways else math.log(1 + self.rows) / 2
            )
        self.total = sum(one.weight for one in asked) or 1.0
        self.defines: dict[str, float] = defaultdict(float)
        for term in meant:
            share = self._share(term)
            for at, number in enumerate(term.rules):
                self.defines[number] = max(self.defines[number], share * (1.0 if at == 0 else 0.85 if at == 1 else 0.7))
        self.cited: dict[str, int] = defaultdict(int)
        for entry in entries:
            for reference in entry.row.references:
                self.cited[reference.target] += 1

    def _weight(self, one: _Asked) -> float:
        """How much a word of the question tells: the rarer the likeliest of its meanings, the more."""
        if not one.ways:
            return math.log(1 + self.rows) / 2
        best = max(one.ways.values())
        held = [
            self.edition.ask(lambda index, w=way: index.holds_word(w))  # type: ignore[misc]
            for way, weight in one.ways.items()
            if weight >= best - 0.1
        ]
        return math.log(1 + self.rows / (1 + max(held)))

    def _share(self, term: Term) -> float:
        """How much of the question a term's name covers."""
        parts = {p for name in term.names() for p in words_of_text(name)}
        parts |= {s for p in parts for s in singulars(p)}
        return sum(one.weight for one in self.asked if one.word in parts) / self.total

    def score(self, entry: Entry) -> tuple[float, str, tuple[str, ...]]:
        """A row's score, its tier, and what both are made of."""
        fields = self._fields(entry)
        sets = {name: set(tokens) for name, tokens in fields.items()}
        matched, why, full, mended = 0.0, [], 0, False
        for one in self.asked:
            best, how = self._best(one, sets, fields)
            matched += one.weight * best
            if best > 0:
                full += 1
                mended |= one.mended
                why.append(f"{one.word}: {how}")
        if not full and entry.row.number not in self.defines:
            return 0.0, "some words", ()
        score = matched / self.total
        phrase = self._phrase(fields)
        near = self._nearness(fields["body"])
        defining = self.defines.get(entry.row.number, 0.0)
        shape = self._shape(fields, entry)
        cited = min(self.cited.get(entry.row.number, 0), 4) / 4
        score += 0.35 * phrase + 0.15 * near + 0.6 * defining + shape + 0.05 * cited
        for name, value in (
            ("phrase", phrase),
            ("close together", near),
            ("defines it", defining),
            ("cited", cited),
        ):
            if value:
                why.append(f"{name} +{value:.2f}")
        quoted = bool(self.phrases) and all(
            any(_holds_run(tokens, run) for tokens in fields.values()) for run in self.phrases
        )
        return round(score, 4), self._tier(max(phrase, defining), full, mended, quoted), tuple(why)

    def _tier(self, sure: float, full: int, mended: bool, quoted: bool) -> str:
        """How exact a hit is. A rule that defines the very thing asked is as exact as one with the phrase."""
        if self.phrases:
            return "phrase" if quoted else "some words"
        share = full / len(self.asked)
        if share < _MOST and sure < _SURE:
            return "some words"
        if mended:
            return "mended words"
        if sure >= _SURE:
            return "phrase"
        return "all words" if share == 1 else "most words"

    def _fields(self, entry: Entry) -> dict[str, list[str]]:
        row = entry.row
        everything = (row.words, *row.restated.values())
        titles = [t for t in (row.title, *(words.title for words in everything)) if t]
        return {
            "title": words_of_text(" ".join(titles)),
            "body": words_of_text("\n".join(words.text for words in everything if words.text)),
            "above": self._above(row.parent),
            "examples": words_of_text("\n".join(text for w in everything for text in (*w.examples, *w.notes))),
        }

    def _above(self, parent: str | None) -> list[str]:
        """The words of the titles above a row."""
        if parent is None:
            return []
        if parent not in self.above:
            entry = self.edition.ask(lambda index: index.get(parent))
            if entry is None:
                return []
            titles = [t for t in (entry.row.title, *(w.title for w in entry.row.restated.values())) if t]
            self.above[parent] = words_of_text(" ".join(titles)) + self._above(entry.row.parent)
        return self.above[parent]

    def _best(self, one: _Asked, sets: Mapping[str, set[str]], fields: Mapping[str, list[str]]) -> tuple[float, str]:
        """The best way and field in which a row holds a word of the question."""
        best, how = 0.0, ""
        for way, weight in one.ways.items():
            for name, tokens in sets.items():
                if way in tokens:
                    length = len(fields[name])
                    count = min(fields[name].count(way), 3)
                    value = weight * _FIELDS[name] * (0.82 + 0.06 * count) / (1 + max(0, length - 30) / 400)
                    if value > best:
                        best, how = value, f"{way} in {name}"
        return best, how

    def _phrase(self, fields: Mapping[str, list[str]]) -> float:
        """1 where the words stand as asked, next to each other, in the text or a title."""
        if len(self.words) < 2:
            return 0.0
        return 1.0 if any(_holds_run(fields[name], self.words) for name in ("title", "body")) else 0.0

    def _nearness(self, tokens: Sequence[str]) -> float:
        """How close together the words of the question stand in the text: 1 side by side, towards 0 apart."""
        if len(self.asked) < 2:
            return 0.0
        places = [[at for at, token in enumerate(tokens) if token in one.ways] for one in self.asked]
        held = [p for p in places if p]
        if len(held) < 2:
            return 0.0
        best = min(max(abs(_closest(at, p) - at) for p in held) for at in held[0])
        return (len(held) / len(places)) / (1 + max(0, best - len(held) + 1) / 6)

    def _shape(self, fields: Mapping[str, list[str]], entry: Entry) -> float:
        """A rule that says what the thing asked for is, or a heading that is its name."""
        body = fields["body"][:8]
        starts = [one for one in self.asked if any(token in one.ways for token in body[:4])]
        bonus = 0.12 * sum(one.weight for one in starts) / self.total if entry.row.kind != "heading" else 0.0
        if entry.row.kind == "heading":
            return -0.12
        return bonus


def _holds_run(tokens: Sequence[str], run: Sequence[str]) -> bool:
    size = len(run)
    return any(list(tokens[at : at + size]) == list(run) for at in range(len(tokens) - size + 1))


def _closest(at: int, places: Sequence[int]) -> int:
    return min(places, key=lambda place: abs(place - at))


# --- what is shown of a hit


def _result(
    library: Lookup,
    edition: Edition,
    entry: Entry,
    score: float,
    tier: str,
    why: tuple[str, ...],
    asked: Sequence[_Asked],
) -> Result:
    rule = library.compose(Place(edition, entry))
    result = _plain_result(rule, score, tier, why)
    ways = {way for one in asked for way in one.ways}
    return replace(result, snippet=snippet(rule, ways), where=_where(rule, ways), hits=frozenset(ways))


def _plain_result(rule: Rule, score: float, tier: str, why: tuple[str, ...]) -> Result:
    return Result(rule, score, tier, snippet(rule, set()), "", why=why)


def _where(rule: Rule, ways: set[str]) -> str:
    """In which part of a rule the words were found, where that is not its text."""
    if rule.text and ways & set(words_of_text(rule.text)):
        return ""
    if any(ways & set(words_of_text(text)) for text in (*rule.examples, *rule.notes)):
        return "in an example" if rule.examples else "in a note"
    return "in the title above"
