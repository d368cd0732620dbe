"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then its `terms.yaml` (which rule defines a word, and what players say for it),
then the titles of its sections. Case, accents, plurals and typos are forgiven, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules_cli.errors import RulesError
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.model import Rule, RuleNumber
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition
from rules_cli.text import fold, shorten

_LEAST_RATIO = 80.0  # of 100: about one slip in five letters; below that, other words are as near
_SHORTEST_TYPO = 4  # letters: in a shorter word one slip makes another word
_LEAST_LIKENESS = 60.0  # of 100, for "did you mean": parts of a name are enough, for the user decides
_MOST_SUGGESTED = 3
_SHORT_SECTION = 8  # rules in a section that is shown whole
_MOST_TITLE_WORDS = 4  # a longer title is a sentence about terms, not a term
_FORMAT = 1  # the version of the terms in the cache
_PLURALS = (("ies", "y"), ("oes", "ao"), ("ns", "m"), ("ais", "al"), ("es", ""), ("s", ""))
"""Endings of plurals and what they replace, in English and Portuguese without accents."""


class Term(NamedTuple):
    """A word of a game. The first of `rules` is the one that defines it; `also` is what players say for it.

    `keyword` is its kind if the book lists it (`class supertype`); `other` its name in other languages; `entries` the
    rows of the book's glossary that explain it, its own first, then those that its own refers to.
    """

    name: str
    rules: tuple[RuleNumber, ...]
    also: tuple[str, ...] = ()
    keyword: str | None = None
    other: Mapping[str, str] | None = None
    entries: tuple[RuleNumber, ...] = ()

    def called(self, language: str) -> str:
        """Its name in a language, or else the book's own."""
        return (self.other or {}).get(language, self.name)

    def names(self) -> Iterator[str]:
        """Every word that means it, its own name first."""
        yield self.name
        yield from (self.other or {}).values()
        yield from self.also


class TermDefinition(NamedTuple):
    """What a word means in one book: the term, how it was matched, and the rules that define it."""

    asked: str
    term: Term
    how: str
    book: str
    edition: str
    book_title: str
    rules: tuple[Rule, ...]
    shipped: bool


class TermNotFound(RulesError):
    """No book defines the word; `closest` are terms that are spelt like it."""

    exit_code = 1

    def __init__(self, asked: str, closest: Iterable[str]) -> None:
        self.asked = asked
        self.closest = tuple(closest)
        near = f"; did you mean {' or '.join(self.closest)}?" if self.closest else ""
        super().__init__(f"no book here defines {shorten(asked)!r}{near} (rules search finds rules that use a word)")


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
            found = [
                Term(name, tuple(rules), tuple(also), keyword, other, tuple(entries))
                for name, rules, also, keyword, other, entries in stored
            ]
        _terms[edition] = found
    return found


def _collect_terms(edition: Edition) -> Sequence[Term]:
    listed = {fold(term.name): term for term in _listed_for(edition)}
    terms = [_joined(term, listed.pop(fold(term.name), None)) for term in _glossary_terms(edition)]
    terms += [term for term in listed.values() if term.rules and not term.keyword]
    terms += _unnamed_titles(edition, terms, listed)
    return [*terms, *(term for term in listed.values() if term.rules and term.keyword)]


def _unnamed_titles(edition: Edition, terms: Iterable[Term], listed: dict[str, Term]) -> Iterator[Term]:
    """The titles that no term has as a name, joined with their terms of `terms.yaml`, which are taken from `listed`:
    the section of a keyword says more of it than the rule that lists it."""
    taken = {fold(name) for term in terms for name in term.names()}
    for title in _title_terms(edition):
        forms = [fold(title.name), *other_numbers(fold(title.name))]
        if taken.isdisjoint(forms):
            form = next((form for form in forms if form in listed), "")
            yield _joined(title, listed.pop(form, None))


def _glossary_terms(edition: Edition) -> Iterator[Term]:
    """The terms of the book's glossary. An entry without rules has those of the entries that it refers to."""
    entries = edition.explained()
    by_number = {entry.number: entry for entry in entries}
    for entry in entries:
        others = [by_number[number] for number in entry.see]
        rules = entry.rules or tuple(dict.fromkeys(number for other in others for number in other.rules))
        name, *also = entry.names
        yield Term(name, rules, tuple(also), entries=(entry.number, *entry.see))


def _joined(term: Term, listed: Term | None) -> Term:
    """A term that the book itself names, with the names and rules of `terms.yaml`."""
    if listed is None:
        return term
    rules = tuple(dict.fromkeys((*term.rules, *listed.rules)))
    also = tuple(dict.fromkeys((*term.also, *listed.also)))
    return term._replace(rules=rules, also=also, keyword=listed.keyword, other=listed.other)


def _listed_for(edition: Edition) -> Iterator[Term]:
    """The terms of `terms.yaml`, without rules that in this edition are about other things."""
    from rules_cli.lookup.listed_terms import listed_terms

    for term in listed_terms(edition.slug):
        rules = term.rules if edition.shipped else tuple(n for n in term.rules if _still_defines(edition, n, term))
        yield term._replace(rules=rules)


def _still_defines(edition: Edition, number: RuleNumber, term: Term) -> bool:
    """Whether the rule with a number names a term: numbers move from one edition to the next."""
    entry = edition.get(number)
    if entry is None:
        return False
    words = fold(" ".join(filter(None, (entry.row.title, entry.row.words.text, *entry.row.words.notes))))
    return any(fold(name) in words for name in (term.name, *(term.other or {}).values()))


def _title_terms(edition: Edition) -> Iterator[Term]:
    """The short headings with rules below them; of a page's title the part after ` - `."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()
        if entry.row.kind == "heading" and 0 < len(title.split()) <= _MOST_TITLE_WORDS and entry.children:
            yield Term(title, (entry.row.number, *entry.children[:1]))


# --- looking a word up

_ORDER = ["exact", "also called", "plural", "beginning", "typo"]
"""How a word may match a term, the surest first."""

_Matcher = Callable[[str, Sequence[Term]], tuple[Term, str] | None]


def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """What a word means, in the chosen book or in every book that defines it; raises TermNotFound.

    The word may name its book, as ids do: `fab:moniker`.
    """
    slug, colon, rest = (part.strip() for part in word.partition(":"))
    if colon and rest and slug.lower().partition("@")[0] in library.installed.slugs():
        book, word = slug.lower(), rest
    editions = library.editions_for(book)
    for match in (
        match_surely,
        match_misspelt,
    ):  # rapidfuzz takes long to load: only a word that nothing matches needs it
        found = [definition for edition in editions if (definition := _define(library, edition, word, match))]
        if found:
            break
    else:
        raise TermNotFound(word, _similar(word, editions))
    best = min(_certainty(definition) for definition in found)
    return [definition for definition in found if _certainty(definition) == best]


def _define(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    """What a word means in an edition, or in the edition that ships if that matches the word more surely."""
    own = _define_in(library, edition, word, match)
    shipped = library.installed.shipped(edition.slug)
    if shipped is None or shipped is edition or (own and own.how != "typo" and any(rule.text for rule in own.rules)):
        return own
    other = _define_in(library, shipped, word, match)
    if own is None or (other and (not own.rules or _certainty(other) < _certainty(own))):
        return other
    return own


def _certainty(definition: TermDefinition) -> int:
    return _ORDER.index(definition.how)


def _define_in(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    matched = match(word, terms_of(edition))
    if matched is None:
        return None
    term, how = matched
    numbers = dict.fromkeys((*term.entries, *(n for number in term.rules for n in _section(edition, number))))
    rules = tuple(rule for number in numbers if (rule := library.rule_in(edition, number)))
    return TermDefinition(word, term, how, edition.slug, edition.name, edition.about["title"], rules, edition.shipped)


def _section(edition: Edition, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """A rule, or a heading with its rules: all of a short section, the first of a long one."""
    entry = edition.get(number)
    if entry is None or entry.row.kind != "heading":
        return (number,)
    return (number, *(entry.children if len(entry.children) <= _SHORT_SECTION else entry.children[:1]))


def match_surely(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """The term that a word means, and how it matches: one of "exact", "also called", "plural" and "beginning" (if only
    one name begins with the word); None if no term does."""
    wanted = fold(" ".join(word.split()))
    for names, how in ((_names(terms), "exact"), (_other_names(terms), "also called")):
        if wanted in names:
            return names[wanted], how
    either = {**_other_names(terms), **_names(terms)}
    for form in other_numbers(wanted):
        if form in either:
            return either[form], "plural"
    begun = [term for name, term in _names(terms).items() if name.startswith(f"{wanted} ")]
    return (begun[0], "beginning") if len(begun) == 1 else None


def match_misspelt(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """The term that a word with a typo means, and "typo"; None if no term is near."""
    wanted = fold(" ".join(word.split()))
    if len(wanted) < _SHORTEST_TYPO:
        return None
    from rapidfuzz import fuzz, process

    names = {**_other_names(terms), **_names(terms)}
    found = process.extractOne(wanted, list(names), scorer=fuzz.ratio, score_cutoff=_LEAST_RATIO)
    return (names[found[0]], "typo") if found else None


def _names(terms: Sequence[Term]) -> dict[str, Term]:
    """The terms by their folded own names; of two with one name the first."""
    return {fold(term.name): term for term in reversed(terms)}


def _other_names(terms: Sequence[Term]) -> dict[str, Term]:
    """The terms by their other names, folded."""
    return {fold(name): term for term in reversed(terms) for name in list(term.names())[1:]}


def other_numbers(word: str) -> Iterator[str]:
    """The words that may be the singular of a folded word, then those that may be its plural."""
    pairs = (*_PLURALS, *((single, plural) for plural, single in _PLURALS))
    for ending, other in pairs:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + other


def _similar(word: str, editions: Iterable[Edition]) -> list[str]:
    """The names of the terms that are most like a word."""
    from rapidfuzz import fuzz, process

    names = {fold(name): term.name for edition in editions for term in terms_of(edition) for name in term.names()}
    found = process.extract(
        fold(word), list(names), scorer=fuzz.WRatio, limit=_MOST_SUGGESTED, score_cutoff=_LEAST_LIKENESS
    )
    return list(dict.fromkeys(names[name] for name, _, _ in found))


def used_in(text: str, terms: Iterable[Term]) -> list[Term]:
    """The terms that a text uses, in the order of their first use; a term within a longer one does not count."""
    folded = fold(text)
    first_use: dict[int, tuple[int, Term]] = {}
    taken = bytearray(len(folded))
    names = [(fold(name), term) for term in terms for name in (term.name, *(term.other or {}).values())]
    for name, term in sorted(names, key=lambda pair: -len(pair[0])):
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?:s|es)?(?!\w)", folded):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = b"\1" * len(match[0])
                first_use.setdefault(id(term), (match.start(), term))
    return [term for _, term in sorted(first_use.values(), key=lambda pair: pair[0])]
