"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then its `terms.yaml` (which rule defines a word, and what players say for it),
then the titles of its sections.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules_cli.lookup.keyword_lists import list_in
from rules_cli.lookup.known import known_edition
from rules_cli.model import Row, RuleNumber
from rules_cli.store import cache, data_files, paths
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold

_SUBJECT = 6  # words: a definition names the term among its first words, as in "A card’s mana cost is"
_MOST_TITLE_WORDS = 4  # a longer title is a sentence about terms, not a term
_FORMAT = 8  # the version of the terms in the cache
_COMMON = 0.05  # of the rules of a book: whoever reads it knows the words that more of them use
_FEW = 10  # rules: in a short book, words in no more of them are not common
_AT_HOME = 0.4  # of the rules that use a word: if fewer are in the part that explains it, most use it in another sense
_TITLED_AT_HOME = 0.15  # the same for a word that is the title of a section: keywords are used far from it
_WORD = re.compile(r"[^\W_]+(?:[-/][^\W_]+)*")
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_ENDINGS = ("ings", "ing", "ed", "es", "d")
_SHORTEST_STEM = 3  # letters: `fe` of `feed` is no word
_ARTICLE = re.compile(r"^(?:the|an?|os?|as?) ", re.IGNORECASE)
_SEVERAL_NAMES = re.compile(r"(?<!\s)\s*+/\s*+|(?<!\s)\s++and\s++")
_PLURALS = (("ies", "y"), ("oes", "ao"), ("ns", "m"), ("ais", "al"), ("es", ""), ("s", ""))
"""Endings of plurals and what they replace, in English and Portuguese without accents."""


class Term(NamedTuple):
    """A word of a game. The first of `rules` is the one that defines it.

    `also` are its other names in the book's glossary, `players` what players say for it; `other` its name in other
    languages. `keyword` is its kind if the book lists it (`class supertype`), `kinds` that in other languages.
    `entries` are the rows of the glossary that explain it: its own, then those that its own sends the reader to if it
    names no rule itself. `everyday` says that the book mostly uses the name as a common word, and
    `uses` how many of its rules have the name's rarest word.
    """

    name: str
    rules: tuple[RuleNumber, ...]
    also: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    keyword: str | None = None
    other: Mapping[str, str] | None = None
    entries: tuple[RuleNumber, ...] = ()
    everyday: bool = False
    uses: int = 0
    kinds: Mapping[str, str] | None = None

    def called(self, language: str) -> str:
        """Its name in a language, or else the book's own."""
        return (self.other or {}).get(language, self.name)

    def printed_names(self) -> Iterator[str]:
        """Its names in books, its own name first."""
        yield self.name
        yield from (self.other or {}).values()
        yield from self.also

    def names(self) -> Iterator[str]:
        """Every word that means it, its own name first."""
        yield from self.printed_names()
        yield from self.players


# --- the terms of an edition

_terms: WeakKeyDictionary[Edition, Sequence[Term]] = WeakKeyDictionary()


def terms_of(edition: Edition) -> Sequence[Term]:
    """The terms of an edition: those of its glossary, of its `terms.yaml`, and the titles of its sections.

    Stored in the cache: collecting them takes time linear in the rows, a third of a start for the books that ship.
    """
    if (found := _terms.get(edition)) is None:
        path = paths.cache_dir() / "terms" / f"{edition.index_path.stem}.json"
        file = paths.shipped() / edition.slug / "terms.yaml"
        state = f"{_FORMAT} {edition.about['state']} {cache.stamp(file) if file.exists() else ''}"
        stored = cache.read_json(path, state)
        if stored is None:
            found = _collect_terms(edition)
            cache.keep_json(path, state, found)
        else:
            found = [Term._make(tuple(each) if isinstance(each, list) else each for each in term) for term in stored]
        _terms[edition] = found
    return found


def _collect_terms(edition: Edition) -> Sequence[Term]:
    """The terms that the book itself names, each joined with its terms of `terms.yaml`, then all others of that file.

    In the edition that ships, which is a part of its book, a keyword is the only term that its heading explains better.
    """
    terms = list(_printed_terms(edition))
    by_name = _places(terms)
    unnamed: list[Term] = []
    for listed in _listed_for(edition):
        at = next((by_name[form] for form in _same_name(listed.term.name) if form in by_name), None)
        if at is not None:
            terms[at] = _joined(terms[at], listed, edition.shipped and listed.term.keyword is None)
        elif listed.first or listed.term.rules:
            unnamed.append(listed.term._replace(rules=(*listed.first, *listed.term.rules)))
    terms += sorted(unnamed, key=lambda term: term.keyword is not None)
    words = _WordUse.of(edition)
    common = _everyday_words(edition.slug, {fold(term.name): term.rules for term in terms}, words)
    return [term._replace(everyday=fold(term.name) in common, uses=words.count(fold(term.name))) for term in terms]


def _places(terms: Sequence[Term]) -> dict[str, int]:
    """The place of the first term with each folded name, by its own name before another."""
    numbered = list(enumerate(terms))[::-1]
    others = {fold(name): at for at, term in numbered for name in term.printed_names()}
    return others | {fold(term.name): at for at, term in numbered}


def _printed_terms(edition: Edition) -> Iterator[Term]:
    """The terms of the book's glossary, then its titles that the glossary does not have in the singular or plural."""
    taken: set[str] = set()
    for term in _glossary_terms(edition):
        yield term
        taken.update(form for name in (term.name, *term.printed_names()) for form in _same_number_forms(name))
    for title in _title_terms(edition):
        if fold(title.name) not in taken:
            yield title


def _same_number_forms(name: str) -> list[str]:
    """The folded name, then what may be its singular and its plural."""
    return [fold(name), *other_numbers(fold(name))]


def _same_name(name: str) -> Iterator[str]:
    """Yield the folded names under which a book may print a term: in the other number, without `card` behind it."""
    yield from _same_number_forms(name)
    if bare := name.lower().removesuffix(" card").removesuffix(" cards"):
        yield from _same_number_forms(bare)


def _glossary_terms(edition: Edition) -> Iterator[Term]:
    """The terms of the book's glossary. An entry without rules has those of the entries that it refers to."""
    entries = edition.explained()
    by_number = {entry.number: entry for entry in entries}
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    for entry in entries:
        sent_to = () if entry.rules else entry.see
        named = entry.rules or dict.fromkeys(number for other in sent_to for number in by_number[other].rules)
        names = {name for each in (entry, *map(by_number.get, sent_to)) if each for name in forms(each.names)}
        rules = tuple(sorted(named, key=lambda number: _distance(rows.get(number), names)))
        name, *_ = entry.names
        also = _other_names(entry.names, rows.get(entry.number))
        yield Term(name, rules, (*also, *_without_value(name)), entries=(entry.number, *sent_to))


def _other_names(names: Sequence[str], row: Row | None) -> list[str]:
    """The other names of an entry, without the sense that it explains: `Term` in `Lineage (Term)`."""
    name, *others = names
    return [other for other in others if row is None or row.title != f"{name} ({other})"]


_DEFINES, _MENTIONS, _NEITHER = 2, 3, 4


def _distance(row: Row | None, names: Collection[str]) -> int:
    """How far a row is from defining a term with some folded names: 0 if its title is the term, 1 if the term is in its
    title, _DEFINES if in its first words, _MENTIONS if in its text, _NEITHER."""
    if row is None:
        return _NEITHER
    title, text = fold(row.title or ""), fold(row.words.text or "")
    if title in names:
        return 0
    subject = " ".join(text.split()[:_SUBJECT])
    places = ((1, title), (_DEFINES, subject), (_MENTIONS, text))
    return next((distance for distance, words in places if any(name in words for name in names)), _NEITHER)


class _Listed(NamedTuple):
    """A term of `terms.yaml` with the rules that define it in an edition: `first` are the ones written for it."""

    term: Term
    first: tuple[RuleNumber, ...] = ()


def _joined(term: Term, listed: _Listed, ours_first: bool) -> Term:
    """A term that the book itself names, with the names and rules of `terms.yaml`."""
    ours = listed.term
    if ours_first and ours.rules:
        return ours._replace(also=tuple(dict.fromkeys((*ours.also, *term.printed_names()))))
    return term._replace(
        rules=tuple(dict.fromkeys((*listed.first, *term.rules, *ours.rules))),
        also=term.also if _is_named(term, ours.name) else (*term.also, ours.name),
        players=tuple(dict.fromkeys((*term.players, *ours.players))),
        keyword=ours.keyword or term.keyword,
        other=ours.other or term.other,
        kinds=ours.kinds or term.kinds,
    )


def _is_named(term: Term, name: str) -> bool:
    """Whether a book prints a name of a term in the singular or plural."""
    return not set(_same_number_forms(name)).isdisjoint(map(fold, term.printed_names()))


def _listed_for(edition: Edition) -> Iterator[_Listed]:
    """The terms of `terms.yaml`, with the numbers that the rules which define them have in this edition."""
    shipped = None if edition.shipped else InstalledBooks().shipped(edition.slug)
    file = terms_file(edition.slug)
    by_name = {fold(name): listed for name, listed in file.terms.items()}
    by_title = _by_title(edition) if any(listed.titled for listed in by_name.values()) else {}
    for term in listed_terms(edition.slug):
        listed = by_name.get(fold(term.name), _ListedTerm())
        rules = [number for rule in term.rules for number in _numbers_in(edition, shipped, rule, term)]
        rules += [number for title in listed.titled for number in by_title.get(fold(title), ())]
        yield _Listed(term._replace(rules=tuple(dict.fromkeys(rules))), _whole_in(edition, listed))
    yield from _new_keywords(edition, file) if shipped else ()


def _whole_in(edition: Edition, listed: _ListedTerm) -> tuple[RuleNumber, ...]:
    """The numbers that the rules of the known edition which define a term have in an edition, by their words."""
    known = known_edition(edition.slug).rules
    found = [edition.with_words(known.get(rule)) for rule in listed.whole]
    return tuple(dict.fromkeys(entries[0].row.number for entries in found if entries))


def _new_keywords(edition: Edition, file: TermsFile) -> Iterator[_Listed]:
    """Yield the keywords in the lists of an edition that `terms.yaml` does not have."""
    rows = [entry.row for entry in edition.entries()]
    for group in file.keywords:
        known = set(map(fold, group.words))
        number, words = list_in(rows, group.words) or (group.rule, [])
        for word in words:
            if fold(word) not in known:
                yield _Listed(Term(word, (number,), keyword=group.kind, kinds=group.other))


def _by_title(edition: Edition) -> dict[str, list[RuleNumber]]:
    """The rows by their folded titles, with and without the class in front: *Tournament Error — Slow Play*."""
    found: dict[str, list[RuleNumber]] = defaultdict(list)
    for entry in edition.entries():
        title = fold(entry.row.title or "")
        for name in {title, title.rpartition(" — ")[2]}:
            found[name].append(entry.row.number)
    return found


def _numbers_in(edition: Edition, shipped: Edition | None, number: RuleNumber, term: Term) -> Iterable[RuleNumber]:
    """The numbers of a shipped rule in another edition: of the rules with its words. A list of keywords may have other
    words there: it is the rule of that number if that names the keyword."""
    if shipped is None:
        return [number]
    before = shipped.get(number)
    if alike := edition.with_words(before.row.fingerprint) if before else []:
        return [each.row.number for each in alike]
    entry = edition.get(number) if term.keyword else None
    return [number] if _distance(entry.row if entry else None, forms(term.printed_names())) <= _MENTIONS else []


def _title_terms(edition: Edition) -> Iterator[Term]:
    """The short titles of sections; of a page's title the part after ` - `."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()
        longest = max(len(part.split()) for part in title.split(" / "))
        if (entry.children or entry.row.words.text) and 0 < longest <= _MOST_TITLE_WORDS:
            yield Term(title, (entry.row.number, *_first_below(edition, entry)), tuple(_names_in(title)))


def _first_below(edition: Edition, entry: IndexEntry) -> Iterator[RuleNumber]:
    """Yield the first rule of a section that has no text itself, which may be below another heading."""
    while not entry.row.words.text and entry.children and (first := edition.get(entry.children[0])):
        entry = first
        if entry.row.words.text:
            yield entry.row.number


def _names_in(title: str) -> Iterator[str]:
    """Yield other names in the title of a section: those of `Died/Dies`, `Lineage` of `Lineage (Term)`, `Ranged` of
    `Ranged N`."""
    bare = _IN_BRACKETS.sub("", title)
    parts = [_ARTICLE.sub("", part) for part in _SEVERAL_NAMES.split(bare)]
    if " and " in bare and any(" " in part for part in parts):  # one name, Resolving Spells and Abilities
        parts = []
    yield from dict.fromkeys(name for name in (bare, *_without_value(bare), *parts) if name and name != title)


def _without_value(title: str) -> Iterator[str]:
    """Yield the name of a keyword whose title has a letter for its value: `Ranged` of `Ranged N`."""
    word, _, value = title.rpartition(" ")
    if word and value in ("N", "X"):
        yield word


# --- terms.yaml


@dataclass(frozen=True, slots=True)
class _ListedTerm:
    """A term in `terms.yaml`: the rules that define it in the edition that ships, and in the `whole` of known.yaml.

    `titled` are titles of the sections that define it, in a book that ships without text.
    """

    rules: tuple[RuleNumber, ...] = ()
    whole: tuple[RuleNumber, ...] = ()
    titled: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    other: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Keywords:
    """Keywords of one kind in `terms.yaml`, the rule that lists them, and the kind in other languages."""

    kind: str
    rule: RuleNumber
    words: tuple[str, ...]
    other: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermsFile:
    """A file `terms.yaml`; `everyday` are names of terms that the book mostly uses as common words."""

    terms: Mapping[str, _ListedTerm] = field(default_factory=dict)
    keywords: tuple[_Keywords, ...] = ()
    everyday: tuple[str, ...] = ()


def terms_file(slug: str) -> TermsFile:
    """The `terms.yaml` of a book; raises SchemaError if it is broken."""
    return data_files.read(TermsFile, slug, "terms.yaml") or TermsFile()


def listed_terms(slug: str) -> list[Term]:
    """The terms and keywords of a book's `terms.yaml`; raises SchemaError if the file is broken."""
    file = terms_file(slug)
    terms = {
        fold(name): Term(name, listed.rules, players=listed.also, other=listed.other)
        for name, listed in file.terms.items()
    }
    for group in file.keywords:
        for word in group.words:
            known = terms.get(fold(word))
            if known is None or not known.rules:
                named = known or Term(word, ())
                terms[fold(word)] = named._replace(
                    name=word, rules=(group.rule,), keyword=group.kind, kinds=group.other
                )
    return list(terms.values())


# --- everyday words


class _WordUse(NamedTuple):
    """The rows of an edition by number, those with words of rules, and by folded word those that use it."""

    entries: Mapping[str, IndexEntry]
    worded: Sequence[str]
    using: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, edition: Edition) -> _WordUse:
        """Read the words of an edition: time is linear in them."""
        entries = {str(entry.row.number): entry for entry in edition.entries()}
        worded = _without_glossary(edition, entries)
        return cls(entries, worded, _using(worded, entries))

    def users(self, name: str) -> list[str]:
        """Return the rows that use a folded word, also in the plural."""
        return [*self.using.get(name, ()), *self.using.get(f"{name}s", ()), *self.using.get(f"{name}es", ())]

    def count(self, name: str) -> int:
        """Return how many rows have the rarest word of a folded name."""
        return min((len(self.users(word)) for word in _WORD.findall(name)), default=0)


def _everyday_words(slug: str, names: Mapping[str, Sequence[RuleNumber]], words: _WordUse) -> set[str]:
    """The everyday words among folded names of terms, given the rules that define each.

    Those are names that a book also uses as common words, such as "if", "set" and "becomes": very many rules use one,
    or few of those that do are in the part that explains it, so that a rule that has the word seldom means the term.
    The book's `terms.yaml` lists those that this does not find.
    """
    sections = _sections(words.entries)
    found = set(map(fold, terms_file(slug).everyday))
    for name, rules in names.items():
        home = {sections[number][-1] for number in rules if sections.get(number)}
        users = words.users(name)
        at_home = sum(not home.isdisjoint(sections[number]) for number in users)
        titles = {fold(words.entries[section].row.title or "") for section in home}
        least = _TITLED_AT_HOME if name in titles else _AT_HOME
        if len(users) > max(_FEW, _COMMON * len(words.worded)) or at_home < least * len(users):
            found.add(name)
    return found


def _sections(entries: Mapping[str, IndexEntry]) -> dict[str, tuple[str, ...]]:
    """The headings above each row and its own if it is one, the outermost first; parents come before rows."""
    found: dict[str, tuple[str, ...]] = {}
    for number, entry in entries.items():
        above = found.get(entry.row.parent or "", ())
        found[number] = (*above, number) if entry.row.kind == "heading" or not above else above
    return found


def _using(numbers: Sequence[str], entries: Mapping[str, IndexEntry]) -> Mapping[str, Sequence[str]]:
    """By folded word the rows that use it."""
    using: dict[str, list[str]] = defaultdict(list)
    for number in numbers:
        for word in set(_WORD.findall(fold(entries[number].row.words.text or ""))):
            using[word].append(number)
    return using


def _without_glossary(edition: Edition, entries: Mapping[str, IndexEntry]) -> list[str]:
    """The numbers of the rows with a text, but not those of the glossary: it explains words, and uses few."""
    explained = edition.explained()
    glossary = {number for term in explained for number in (term.number, *entries[term.number].children)}
    return [number for number, entry in entries.items() if entry.row.words.text and number not in glossary]


# --- forms of words


def other_numbers(word: str) -> Iterator[str]:
    """The words that may be the singular of a folded word, then those that may be its plural."""
    pairs = (*_PLURALS, *((single, plural) for plural, single in _PLURALS))
    for ending, other in pairs:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + other


def uninflected(word: str) -> Iterator[str]:
    """Yield the words of which a folded English word may be a form: `play` of `played`, `copy` of `copying`."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            yield from (stem, f"{stem}e")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
            if stem.endswith("i"):
                yield f"{stem[:-1]}y"


def forms(names: Iterable[str]) -> set[str]:
    """The folded names of a term, each with its plural as books form it: `ability`, `abilities`."""
    folded = [fold(name) for name in names]
    return {*folded, *(f"{name}s" for name in folded), *(f"{name[:-1]}ies" for name in folded if name.endswith("y"))}
