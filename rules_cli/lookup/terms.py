"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then its `terms.yaml` (which rule defines a word, and what players say for it),
then the titles of its sections.
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
_COMMON = 0.05  # of the rules of a book: whoever reads it knows the words that more of them use
_FEW = 10  # rules: in a short book, words in no more of them are not common
_AT_HOME = 0.4  # of the rules that use a word: if fewer are in the part that explains it, most use it in another sense
_TITLED_AT_HOME = 0.15  # the same for a word that is the title of a section: keywords are used far from it
_WORD = re.compile(r"[^\W_]+(?:[-/][^\W_]+)*")
_IN_BRACKETS = re.compile(r"(?<!\s)\s*+\([^()]*+\)")
_BRACKETS = "[]<>{}【】〈〉《》「」『』"  # around names of keywords
_ARTICLE = re.compile(r"^(?:the|an?|os?|as?) ", re.IGNORECASE)
_SEVERAL_NAMES = re.compile(r"(?<!\s)\s*+/\s*+|(?<!\s)\s++and\s++")


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
        stored = cache.kept_json(path, state, lambda: _collect_terms(edition))
        found = [Term._make(tuple(each) if isinstance(each, list) else each for each in term) for term in stored]
        _terms[edition] = found
    return found


# Complexity: a term of the file joins one of the book, or is added.
def _collect_terms(edition: Edition) -> Sequence[Term]:
    """Return the terms that the book itself names, each joined with its terms of `terms.yaml`, then all others of that
    file.

    In the edition that ships, which is a part of its book, a keyword is the only term that its heading explains better.
    """
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    titles = list(_title_terms(edition))
    terms = list(_glossary_terms(edition, rows, titles))
    taken = {form for term in terms for name in term.printed_names() for form in _same_number_forms(name)}
    terms += [title for title in titles if fold(title.name) not in taken]
    numbered = list(enumerate(terms))[::-1]  # of two with one name the first, by its own name before another
    by_name = {fold(name): at for at, term in numbered for name in term.printed_names()}
    by_name |= {fold(term.name): at for at, term in numbered}
    unnamed: list[Term] = []
    for term, first in _listed_for(edition, rows):
        bare = term.name.lower().removesuffix(" card").removesuffix(" cards")
        forms_of_name = (form for name in (term.name, bare) if name for form in _same_number_forms(name))
        at = next((by_name[form] for form in forms_of_name if form in by_name), None)
        if at is not None:
            terms[at] = _joined(terms[at], term, first, edition.shipped and term.keyword is None)
        elif first or term.rules:
            unnamed.append(term._replace(rules=(*first, *term.rules)))
    terms += sorted(unnamed, key=lambda term: term.keyword is not None)
    words = _WordUse(edition)
    common = _everyday_words(edition.slug, {fold(term.name): term.rules for term in terms}, words)
    return [term._replace(everyday=fold(term.name) in common, uses=words.count(fold(term.name))) for term in terms]


def _same_number_forms(name: str) -> list[str]:
    """Return the folded name, then what may be its singular and its plural."""
    return [fold(name), *other_numbers(fold(name))]


# Complexity: an entry may send the reader to others.
def _glossary_terms(edition: Edition, rows: Mapping[RuleNumber, Row], titles: Sequence[Term]) -> Iterator[Term]:
    """Yield the terms of the book's glossary. An entry without rules has those of the entries that it refers to.

    `titles` are the terms of the book's titles: an entry whose number is misprinted leads to the rule of its title.
    """
    entries, info = edition.explained(), load_info(edition.slug)
    variants = info.variants if info else ()
    by_number = {entry.number: entry for entry in entries}
    titled = {fold(title.name): title.rules for title in reversed(titles) if title.rules[0] not in by_number}
    chapters = {row.parent for number in by_number if (row := rows.get(number))}  # their entries are the terms
    for entry in entries:
        if entry.number in chapters:
            continue
        sent_to = () if entry.rules else entry.see
        named = entry.rules or dict.fromkeys(number for other in sent_to for number in by_number[other].rules)
        names = {name for each in (entry, *map(by_number.get, sent_to)) if each for name in forms(each.names)}
        if all(distance(rows.get(number), names) >= IN_TEXT for number in named):  # a missing or misprinted number
            named = dict.fromkeys((*named, *(n for name in names for n in titled.get(name, ()))))
        nearest = (number for each in named for number in with_definition_below(edition, each, names))
        places = {n: (_is_variant(rows, n, variants), distance(rows.get(n), names)) for n in nearest}
        rules = tuple(sorted(places, key=places.__getitem__))
        name, *others = entry.names
        row = rows.get(entry.number)
        also = [other for other in others if row is None or row.title != f"{name} ({other})"]  # Lineage (Term)
        yield Term(name, rules, (*also, *_without_value(name)), entries=(entry.number, *sent_to))


def _is_variant(rows: Mapping[RuleNumber, Row], number: RuleNumber, variants: Collection[str]) -> bool:
    """Return whether a rule is one of the `variants` of the game, or below one."""
    here: RuleNumber | None = number
    seen: set[RuleNumber] = set()
    while here is not None and here not in seen:  # an edited tree may have cycles
        if here in variants:
            return True
        seen.add(here)
        row = rows.get(here)
        here = row.parent if row else None
    return False


def _joined(term: Term, ours: Term, first: Sequence[RuleNumber], ours_first: bool) -> Term:
    """Return a term that the book itself names, with the names and rules of `terms.yaml`; the `first` rules are the
    ones written for it."""
    if ours_first and ours.rules:
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
    """Yield the terms of `terms.yaml` with the numbers that their rules have in this edition, and of them those that
    were written for the term; then the keywords in the lists of the edition that the file does not have."""
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
        found = [number for rule in term.rules for number in _numbers_in(edition, shipped, rule, term)]
        found += [number for title in listed.titled for number in by_title.get(fold(title), ())]
        of_whole = listed.whole if shipped else ()
        whole = [entries[0].row.number for rule in of_whole if (entries := edition.with_words(known.get(rule)))]
        yield term._replace(rules=tuple(dict.fromkeys(found))), tuple(dict.fromkeys(whole))
    for group in file.keywords if shipped else ():
        words = set(map(fold, group.words))
        number, listed_words = list_in(rows.values(), group.words) or (group.rule, [])
        for word in listed_words:
            if fold(word) not in words:
                yield Term(word, (number,), keyword=group.kind, kinds=group.other), ()


def _numbers_in(edition: Edition, shipped: Edition | None, number: RuleNumber, term: Term) -> Iterable[RuleNumber]:
    """Return the numbers of a shipped rule in another edition: of the rules with its words. A list of keywords may have
    other words there: it is the rule of that number if that names the keyword."""
    if shipped is None:
        return [number]
    before = shipped.get(number)
    if alike := edition.with_words(before.row.fingerprint) if before else []:
        return [each.row.number for each in alike]
    entry = edition.get(number) if term.keyword else None
    return [number] if distance(entry.row if entry else None, forms(term.printed_names())) <= IN_TEXT else []


# Complexity: the first rule may be below another heading.
def _title_terms(edition: Edition) -> Iterator[Term]:
    """Yield the short titles of sections, with the first rule below each; of a page's title the part after ` - `."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()
        longest = max(len(part.split()) for part in title.split(" / "))
        if (entry.children or entry.row.words.text) and 0 < longest <= _MOST_TITLE_WORDS:
            first: IndexEntry | None = entry
            while first and not first.row.words.text and first.children:  # it may be below another heading
                first = edition.get(first.children[0])
            below = [first.row.number] if first and first is not entry and first.row.words.text else []
            yield Term(title, (entry.row.number, *below), tuple(_names_in(title)))


def _names_in(title: str) -> Iterator[str]:
    """Yield other names in the title of a section: those of `Died/Dies`, `Lineage` of `Lineage (Term)`, `Ranged` of
    `Ranged N`, `Trigger` of `[Trigger]`."""
    bare = _IN_BRACKETS.sub("", title).strip(_BRACKETS)
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


class _ListedTerm(NamedTuple):
    """A term in `terms.yaml`: the rules that define it in the edition that ships, and in the `whole` of known.yaml.

    `titled` are titles of the sections that define it, in a book that ships without text.
    """

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


class _WordUse:
    """The rows of an edition, and by folded word those with a text that use it, but for those of the glossary: it
    explains words, and uses few. Made in time linear in the words."""

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

    Those are names that a book also uses as common words, such as "if", "set" and "becomes": very many rules use one,
    or few of those that do are in the part that explains it, so that a rule that has the word seldom means the term.
    The book's `terms.yaml` lists those that this does not find.
    """
    sections: dict[str, tuple[str, ...]] = {}  # the headings above each row, and its own if it is one
    for number, entry in words.entries.items():  # parents come before rows
        above = sections.get(entry.row.parent or "", ())
        sections[number] = (*above, number) if entry.row.kind == "heading" or not above else above
    found = set(map(fold, terms_file(slug).everyday))
    for name, rules in names.items():
        home = {sections[number][-1] for number in rules if sections.get(number)}
        users = words.users(name)
        at_home = sum(not home.isdisjoint(sections[number]) for number in users)
        titles = {fold(words.entries[section].row.title or "") for section in home}
        least = _TITLED_AT_HOME if name in titles else _AT_HOME
        if len(users) > max(_FEW, _COMMON * words.worded) or at_home < least * len(users):
            found.add(name)
    return found
