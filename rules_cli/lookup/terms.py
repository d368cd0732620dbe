"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then the titles of its sections. Its `terms.yaml`, which says what rules define a
word and what players say for it, adds to these, and has further terms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules_cli.lookup.defining import IN_TEXT, distance, with_definition_below
from rules_cli.lookup.forms import forms, other_numbers
from rules_cli.lookup.keyword_lists import list_in
from rules_cli.lookup.known import known_edition
from rules_cli.model import Row, RuleNumber
from rules_cli.store import cache, data_files, paths
from rules_cli.store.book_info import load_info
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.store.index import IndexEntry
from rules_cli.text import fold

_MOST_TITLE_WORDS = 4  # a longer title is a sentence about terms, not a term
_FORMAT = 16  # the version of the terms in the cache
_COMMON = 0.05  # of the rules of a book: a reader of the book knows words that more of them use
_FEW = 10  # rules: a word in so few is not common, even in a short book
_AT_HOME = 0.4  # of the rules that use a word: if fewer are in the part that explains it, most use it in another sense
_TITLED_AT_HOME = 0.15  # the same for a word that is the title of a section: keywords are used far from it
_WORD = re.compile(r"[^\W_]+(?:[-/][^\W_]+)*")
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_BRACKETS = "[]<>{}【】〈〉《》「」『』"  # around names of keywords
_ARTICLE = re.compile(r"^(?:the|an?|os?|as?) ", re.IGNORECASE)
_SEVERAL_NAMES = re.compile(r"(?<!\s)\s*+/\s*+|(?<!\s)\s++and\s++")


class Term(NamedTuple):
    """A word of a game. The first of `rules` defines it.

    `also` are its other names in the book's glossary, `players` what players say for it, `other` its name in other
    languages. `keyword` is its kind if the book lists it (`class supertype`), `kinds` its kind in other languages.
    `entries` are the rows of the glossary that explain it: its own entry, and the entries to which that refers if it
    does not name a rule. `everyday` says that the book mostly uses the name as a common word, and `uses` how many of
    its rules have the name's rarest word.
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
    """The terms of an edition: those of its glossary, of its `terms.yaml`, and the titles of its sections. Stored in
    the cache: collecting them takes time linear in the rows, a third of a start for the books that ship."""
    if (terms := _terms.get(edition)) is None:
        path = paths.cache_dir() / "terms" / f"{edition.index_path.stem}.json"
        file = paths.shipped() / edition.slug / "terms.yaml"
        state = f"{_FORMAT} {edition.about['state']} {cache.stamp(file) if file.exists() else ''}"
        stored = cache.kept_json(path, state, lambda: _collect_terms(edition))
        terms = [Term._make(tuple(value) if isinstance(value, list) else value for value in term) for term in stored]
        _terms[edition] = terms
    return terms


# Complexity: a term of the file joins one of the book, or is added.
def _collect_terms(edition: Edition) -> Sequence[Term]:
    """Return the terms that the book itself names, with what `terms.yaml` has for them, then the other terms of the
    file. An edition that ships is only a part of its book: the rules of the file go before its own, except for
    keywords."""
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    titles = list(_title_terms(edition))
    terms = list(_glossary_terms(edition, rows, titles))
    taken = {form for term in terms for name in term.printed_names() for form in _same_number_forms(name)}
    terms += [title for title in titles if fold(title.name) not in taken]
    backwards = list(enumerate(terms))[::-1]  # so that the first of two terms with one name is kept
    index_of = {fold(name): index for index, term in backwards for name in term.printed_names()}
    index_of |= {fold(term.name): index for index, term in backwards}  # an own name goes before another name
    unnamed: list[Term] = []
    for term, first in _listed_for(edition, rows):
        bare = term.name.lower().removesuffix(" card").removesuffix(" cards")
        forms_of_name = (form for name in (term.name, bare) if name for form in _same_number_forms(name))
        index = next((index_of[form] for form in forms_of_name if form in index_of), None)
        if index is not None:
            terms[index] = _joined(terms[index], term, first, edition.shipped and term.keyword is None)
        elif first or term.rules:
            unnamed.append(term._replace(rules=(*first, *term.rules)))
    terms += sorted(unnamed, key=lambda term: term.keyword is not None)  # keywords last
    words = _WordUse(edition)
    common = _everyday_words(edition.slug, {fold(term.name): term.rules for term in terms}, words)
    return [term._replace(everyday=fold(term.name) in common, uses=words.count(fold(term.name))) for term in terms]


def _same_number_forms(name: str) -> list[str]:
    """Return the folded name, then what may be its singular and its plural."""
    return [fold(name), *other_numbers(fold(name))]


# Complexity: an entry may send the reader to others.
def _glossary_terms(edition: Edition, rows: Mapping[RuleNumber, Row], titles: Sequence[Term]) -> Iterator[Term]:
    """Yield the terms of the book's glossary. An entry without rules has the rules of the entries that it refers to.
    `titles` are the terms of the book's titles. An entry whose number is missing or misprinted has the rules of the
    title with its name."""
    entries, info = edition.explained(), load_info(edition.slug)
    variants = info.variants if info else ()
    by_number = {entry.number: entry for entry in entries}
    titled = {fold(title.name): title.rules for title in reversed(titles) if title.rules[0] not in by_number}
    chapters = {row.parent for number in by_number if (row := rows.get(number))}  # headings above entries, not terms
    for entry in entries:
        if entry.number in chapters:
            continue
        see = () if entry.rules else entry.see
        named = entry.rules or dict.fromkeys(number for other in see for number in by_number[other].rules)
        names = {name for each in (entry, *map(by_number.get, see)) if each for name in forms(each.names)}
        if all(distance(rows.get(number), names) >= IN_TEXT for number in named):  # a missing or misprinted number
            named = dict.fromkeys((*named, *(n for name in names for n in titled.get(name, ()))))
        numbers = (number for each in named for number in with_definition_below(edition, each, names))
        # Rules of the game come before rules of a variant, then those nearest to a definition.
        order = {n: (_is_variant(rows, n, variants), distance(rows.get(n), names)) for n in numbers}
        rules = tuple(sorted(order, key=order.__getitem__))
        name, *others = entry.names
        row = rows.get(entry.number)
        also = [other for other in others if row is None or row.title != f"{name} ({other})"]  # not Lineage (Term)
        yield Term(name, rules, (*also, *_without_value(name)), entries=(entry.number, *see))


def _is_variant(rows: Mapping[RuleNumber, Row], number: RuleNumber, variants: Collection[str]) -> bool:
    """Return whether a rule is one of the `variants` of the game, or below one."""
    above: RuleNumber | None = number
    seen: set[RuleNumber] = set()
    while above is not None and above not in seen:  # an edited tree may have cycles
        if above in variants:
            return True
        seen.add(above)
        row = rows.get(above)
        above = row.parent if row else None
    return False


def _joined(term: Term, ours: Term, first: Sequence[RuleNumber], is_ours_better: bool) -> Term:
    """Return a term that the book itself names, with the names and rules that `terms.yaml` has for it (`ours`). The
    `first` rules, written for the whole book, go before its own. If ours is better, it has no other rules."""
    if is_ours_better and ours.rules:
        return ours._replace(also=tuple(dict.fromkeys((*ours.also, *term.printed_names()))))
    is_named = not set(_same_number_forms(ours.name)).isdisjoint(map(fold, term.printed_names()))
    return term._replace(
        rules=tuple(dict.fromkeys((*first, *term.rules, *ours.rules))),
        also=term.also if is_named else (*term.also, ours.name),
        players=tuple(dict.fromkeys((*term.players, *ours.players))),
        keyword=ours.keyword or term.keyword,
        other=ours.other or term.other,
        kinds=ours.kinds or term.kinds,
    )


# Complexity: terms of a file are found by words, by titles and in lists.
def _listed_for(edition: Edition, rows: Mapping[RuleNumber, Row]) -> Iterator[tuple[Term, tuple[RuleNumber, ...]]]:
    """Yield the terms of `terms.yaml` with the numbers that their rules have in an edition. After each come the numbers
    of its rules in the whole book. Then yield keywords that the edition lists and the file does not have."""
    shipped = None if edition.shipped else InstalledBooks().shipped(edition.slug)
    file, known = terms_file(edition.slug), known_edition(edition.slug).rules
    by_name = {fold(name): listed for name, listed in file.terms.items()}
    by_title: dict[str, list[RuleNumber]] = defaultdict(list)
    for number, row in rows.items() if any(listed.titled for listed in by_name.values()) else ():
        title = fold(row.title or "")
        for name in {title, title.rpartition(" — ")[2]}:  # without the class, Tournament Error — Slow Play
            by_title[name].append(number)
    for term in listed_terms(edition.slug):
        listed = by_name.get(fold(term.name), _ListedTerm())
        rules = [number for rule in term.rules for number in _numbers_in(edition, shipped, rule, term)]
        rules += [number for title in listed.titled for number in by_title.get(fold(title), ())]
        of_whole = listed.whole if shipped else ()
        whole = [entries[0].row.number for rule in of_whole if (entries := edition.with_words(known.get(rule)))]
        yield term._replace(rules=tuple(dict.fromkeys(rules))), tuple(dict.fromkeys(whole))
    for group in file.keywords if shipped else ():
        known_words = set(map(fold, group.words))
        number, words = list_in(rows.values(), group.words) or (group.rule, [])
        for word in words:
            if fold(word) not in known_words:
                yield Term(word, (number,), keyword=group.kind, kinds=group.other), ()


def _numbers_in(edition: Edition, shipped: Edition | None, number: RuleNumber, term: Term) -> Iterable[RuleNumber]:
    """Return the numbers of a shipped rule in another edition: of the rules with its words. A list of keywords may have
    other words in that edition: then it is the rule with the same number, if the term's name is in it."""
    if shipped is None:
        return [number]
    in_shipped = shipped.get(number)
    if same_words := edition.with_words(in_shipped.row.fingerprint) if in_shipped else []:
        return [entry.row.number for entry in same_words]
    entry = edition.get(number) if term.keyword else None
    return [number] if distance(entry.row if entry else None, forms(term.printed_names())) <= IN_TEXT else []


# Complexity: the first rule may be below another heading.
def _title_terms(edition: Edition) -> Iterator[Term]:
    """Yield the short titles of sections as terms, with the first rule below each; of a page, the end of its title."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()  # of a page, Rules - Drawing Cards
        longest = max(len(part.split()) for part in title.split(" / "))
        if (entry.children or entry.row.words.text) and 0 < longest <= _MOST_TITLE_WORDS:
            first: IndexEntry | None = entry
            while first and not first.row.words.text and first.children:  # the first rule may be below other headings
                first = edition.get(first.children[0])
            below = [first.row.number] if first and first is not entry and first.row.words.text else []
            yield Term(title, (entry.row.number, *below), tuple(_names_in(title)))


def _names_in(title: str) -> Iterator[str]:
    """Yield other names in the title of a section: both of `Died/Dies`, `Lineage` of `Lineage (Term)`, `Ranged` of
    `Ranged N`, `Trigger` of `[Trigger]`."""
    bare = _IN_BRACKETS.sub("", title).strip(_BRACKETS)
    parts = [_ARTICLE.sub("", part) for part in _SEVERAL_NAMES.split(bare)]
    if " and " in bare and any(" " in part for part in parts):  # Resolving Spells and Abilities is one name
        parts = []
    yield from dict.fromkeys(name for name in (bare, *_without_value(bare), *parts) if name and name != title)


def _without_value(title: str) -> Iterator[str]:
    """Yield the name of a keyword whose title has a letter for its value: `Ranged` of `Ranged N`."""
    word, _, value = title.rpartition(" ")
    if word and value in ("N", "X"):
        yield word


# --- terms.yaml


class _ListedTerm(NamedTuple):
    """A term in `terms.yaml`: the rules that define it in the edition that ships. `whole` are those of the whole book,
    by their numbers in the known edition. `titled` are titles of sections that define it, in a book that ships without
    text. `also` is what players say, `other` its name in other languages."""

    rules: tuple[RuleNumber, ...] = ()
    whole: tuple[RuleNumber, ...] = ()
    titled: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    other: Mapping[str, str] = {}


class _Keywords(NamedTuple):
    """Keywords of one kind in `terms.yaml`, the rule that lists them, and the kind in other languages."""

    kind: str
    rule: RuleNumber
    words: tuple[str, ...]
    other: Mapping[str, str] = {}


class TermsFile(NamedTuple):
    """A file `terms.yaml`; `everyday` are names of terms that the book mostly uses as common words."""

    terms: Mapping[str, _ListedTerm] = {}
    keywords: tuple[_Keywords, ...] = ()
    everyday: tuple[str, ...] = ()


def terms_file(slug: str) -> TermsFile:
    """Return the `terms.yaml` of a book, empty if it has none. Raises SchemaError if it is broken."""
    return data_files.read(TermsFile, slug, "terms.yaml") or TermsFile()


def listed_terms(slug: str) -> list[Term]:
    """Return the terms and keywords of a book's `terms.yaml`. The file lists no rules for a keyword. Raises
    SchemaError if the file is broken."""
    file = terms_file(slug)
    terms = {
        fold(name): Term(name, listed.rules, players=listed.also, other=listed.other)
        for name, listed in file.terms.items()
    }
    for group in file.keywords:
        for word in group.words:
            term = terms.get(fold(word)) or Term(word, ())
            if not term.rules:
                keyword = term._replace(name=word, rules=(group.rule,), keyword=group.kind, kinds=group.other)
                terms[fold(word)] = keyword
    return list(terms.values())


def rules_of_names(slug: str) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return the folded names in a book's `terms.yaml`, and the rules of each term of a name; kept in the cache."""
    file = paths.shipped() / slug / "terms.yaml"
    if not file.exists():
        return {}

    def build() -> Mapping[str, Sequence[Sequence[str]]]:
        rules: dict[str, list[Sequence[str]]] = defaultdict(list)
        for term in listed_terms(slug):
            for name in term.names():
                rules[fold(name)].append(term.rules)
        return rules

    path = paths.cache_dir() / "terms" / f"{slug}.names.json"
    return cache.kept_json(path, f"{_FORMAT} {cache.stamp(file)}", build)  # type: ignore[no-any-return]


# --- everyday words


class _WordUse:
    """The rows of an edition, and the rows with a text that use each folded word, without those of the glossary. Making
    it takes time linear in the words. `worded` counts the rows with a text."""

    def __init__(self, edition: Edition) -> None:
        self.entries = {str(entry.row.number): entry for entry in edition.entries()}
        explained = edition.explained()
        glossary = {number for term in explained for number in (term.number, *self.entries[term.number].children)}
        self.worded = 0
        self._using: dict[str, list[str]] = defaultdict(list)
        for number, entry in self.entries.items():
            if entry.row.words.text and number not in glossary:
                self.worded += 1
                for word in set(_WORD.findall(fold(entry.row.words.text))):
                    self._using[word].append(number)

    def users(self, name: str) -> list[str]:
        """Return the rows that use a folded word, also in the plural."""
        return [number for form in (name, f"{name}s", f"{name}es") for number in self._using.get(form, ())]

    def count(self, name: str) -> int:
        """Return how many rows have the rarest word of a folded name."""
        return min((len(self.users(word)) for word in _WORD.findall(name)), default=0)


# Complexity: a word is common by its number of uses, or by their places.
def _everyday_words(slug: str, names: Mapping[str, Sequence[RuleNumber]], words: _WordUse) -> set[str]:
    """Return the everyday words among folded names of terms, given the rules that define each.

    A book uses them as common words, too, such as "if", "set" and "becomes", so that a rule with the word seldom means
    the term. Very many rules use one, or few of the rules that use it are in the section that explains it. `terms.yaml`
    lists further ones.
    """
    sections: dict[str, tuple[str, ...]] = {}  # the headings above each row, and the row itself if it is one
    for number, entry in words.entries.items():  # a parent comes before its rows
        above = sections.get(entry.row.parent or "", ())
        sections[number] = (*above, number) if entry.row.kind == "heading" or not above else above
    everyday = set(map(fold, terms_file(slug).everyday))
    for name, rules in names.items():
        home = {sections[number][-1] for number in rules if sections.get(number)}
        users = words.users(name)
        at_home = sum(not home.isdisjoint(sections[number]) for number in users)
        titles = {fold(words.entries[section].row.title or "") for section in home}
        least = _TITLED_AT_HOME if name in titles else _AT_HOME
        if len(users) > max(_FEW, _COMMON * words.worded) or at_home < least * len(users):
            everyday.add(name)
    return everyday
