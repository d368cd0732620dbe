"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then its `terms.yaml` (facts: which rule defines what, and what players say for
it), then the titles of its sections. Matching forgives case, accents, plurals and typos, in that order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from rules_cli.errors import RulesError, SchemaError
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.model import Rule, RuleNumber
from rules_cli.store import data_files, settings
from rules_cli.store.editions import Edition
from rules_cli.text import fold, shorten

_TYPO = 80.0
_MIN_TYPO = 4
_SHORT = 8  # rules in a section that is shown whole


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a game: `rules` define it, the first of them foremost; `also` is what players say for it.

    `keyword` is its kind where it is one of a listed set (`class supertype`); `other` its name in other languages;
    `entries` the rows of the book's glossary that explain it, its own first, then those that this one refers to.
    """

    name: str
    rules: tuple[RuleNumber, ...]
    also: tuple[str, ...] = ()
    keyword: str | None = None
    other: Mapping[str, str] | None = None
    entries: tuple[RuleNumber, ...] = ()

    def called(self, language: str) -> str:
        """Its name in a language: the book's own where there is no other."""
        return (self.other or {}).get(language, self.name)

    def names(self) -> Iterator[str]:
        """Every word that means it, its own first."""
        yield self.name
        yield from (self.other or {}).values()
        yield from self.also


@dataclass(frozen=True, slots=True)
class TermDefinition:
    """What a word means in one book: the term, how the word was taken for it, and the rules that define it."""

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
        super().__init__(f"no book here defines {shorten(asked)!r}{near} (rules search finds where a word stands)")


_known: WeakKeyDictionary[Edition, Sequence[Term]] = WeakKeyDictionary()


def terms_of(edition: Edition) -> Sequence[Term]:
    """The terms of an edition: its glossary's, those its book lists, and the titles of its sections.

    Worked out once for each that is open; linear in the rows of the edition.
    """
    if (found := _known.get(edition)) is None:
        found = _known[edition] = _terms_of(edition)
    return found


def _terms_of(edition: Edition) -> Sequence[Term]:
    listed = {fold(term.name): term for term in _listed_for(edition)}
    glossary = [_joined(term, listed.pop(fold(term.name), None)) for term in _glossary(edition)]
    terms = [*glossary, *(term for term in listed.values() if term.rules and not term.keyword)]
    taken = {fold(name) for term in terms for name in term.names()}
    titles = [title for title in _titles(edition) if taken.isdisjoint(_forms(title.name))]
    # What is left of the list has no rules or is a keyword; its section tells more of that than the list it is in.
    titled = [_joined(t, next((listed.pop(n) for n in _forms(t.name) if n in listed), None)) for t in titles]
    return [*terms, *titled, *(term for term in listed.values() if term.rules and term.keyword)]


def _forms(name: str) -> list[str]:
    """A name and what it is the plural of: a chapter is called by the plural of what it is about."""
    return [fold(name), *singulars(fold(name))]


def _glossary(edition: Edition) -> Iterator[Term]:
    """What the book itself explains. An entry that names no rule leads to the rules of the one it refers to."""
    entries = edition.explained()
    by_number = {entry.number: entry for entry in entries}
    for entry in entries:
        seen = [by_number[number] for number in entry.see]
        rules = entry.rules or tuple(dict.fromkeys(number for other in seen for number in other.rules))
        name, *also = entry.names
        yield Term(name, rules, tuple(also), entries=(entry.number, *entry.see))


def _joined(term: Term, listed: Term | None) -> Term:
    """A term that the book itself names, with what else is known of it: other names, other rules."""
    if listed is None:
        return term
    rules = tuple(dict.fromkeys((*term.rules, *listed.rules)))
    also = tuple(dict.fromkeys((*term.also, *listed.also)))
    return replace(term, rules=rules, also=also, keyword=listed.keyword, other=listed.other)


def _listed_for(edition: Edition) -> Iterator[Term]:
    """The terms of `terms.yaml`, with the numbers that name in this edition what they were written for."""
    for term in listed_terms(edition.slug):
        rules = term.rules if edition.shipped else tuple(n for n in term.rules if _still_defines(edition, n, term))
        yield replace(term, rules=rules)


def _still_defines(edition: Edition, number: RuleNumber, term: Term) -> bool:
    """Whether a number still names the rule that defines a term: numbers move from one edition to the next."""
    entry = edition.get(number)
    if entry is None:
        return False
    words = fold(" ".join(filter(None, (entry.row.title, entry.row.words.text, *entry.row.words.notes))))
    return any(fold(name) in words for name in (term.name, *(term.other or {}).values()))


def listed_terms(slug: str) -> list[Term]:
    """The terms of a book's `terms.yaml`, keywords included; raises SchemaError where that is broken."""
    data: Any = data_files.load(slug, "terms.yaml") or {}
    where = f"{slug}/terms.yaml"
    if not isinstance(data, dict) or set(data) - {"terms", "keywords"}:
        raise SchemaError(f"{where}: only the keys terms and keywords are known")
    terms = {fold(str(name)): _term(str(name), entry, where) for name, entry in (data.get("terms") or {}).items()}
    for word in (word for group in data.get("keywords") or () for word in _keywords(group, where)):
        term = terms.get(fold(word.name))
        if term is None or not term.rules:
            terms[fold(word.name)] = replace(word, also=term.also if term else ())
    return list(terms.values())


def _term(name: str, entry: Any, where: str) -> Term:
    if (
        not isinstance(entry, dict)
        or set(entry) - {"rules", "also", "other"}
        or not isinstance(entry.get("rules"), list)
    ):
        raise SchemaError(f"{where}, {name}: rules (a list), also and other are what a term has")
    numbers = tuple(RuleNumber(str(number)) for number in entry["rules"])
    also = tuple(str(word) for word in entry.get("also") or ())
    return Term(name, numbers, also, None, {str(k): str(v) for k, v in (entry.get("other") or {}).items()})


def _keywords(group: Any, where: str) -> Iterator[Term]:
    if not isinstance(group, dict) or set(group) != {"kind", "rule", "words"}:
        raise SchemaError(f"{where}, keywords: each group has kind, rule and words")
    for word in group["words"]:
        yield Term(str(word), (RuleNumber(str(group["rule"])),), (), str(group["kind"]))


def _titles(edition: Edition) -> Iterator[Term]:
    """The headings that are a term: short, and with rules under them that use it; of a page's, what follows ` - `."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()
        if entry.row.kind == "heading" and 0 < len(title.split()) <= 4 and entry.children:
            yield Term(title, (entry.row.number, *entry.children[:1]))


def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """What a word means, in the chosen book or in every book that defines it; raises TermNotFound.

    The word may name its book itself, as ids do: `fab:moniker`.
    """
    named, colon, rest = word.partition(":")
    if colon and rest.strip() and named.strip().lower().partition("@")[0] in library.installed.slugs():
        book, word = named.strip().lower(), rest.strip()
    editions = editions_for(library, book)
    found = [meaning for edition in editions if (meaning := _meaning(library, edition, word))]
    best = min((_ORDER.index(meaning.how) for meaning in found), default=0)
    found = [meaning for meaning in found if _ORDER.index(meaning.how) == best]
    if not found:
        raise TermNotFound(word, _closest(word, editions))
    return found


def editions_for(library: Lookup, book: str | None) -> list[Edition]:
    """The editions that a question without a number goes to: the chosen book's, else every book's newest."""
    chosen = book or settings.default_book()
    if chosen:
        slug, _, name = chosen.partition("@")
        return [library.installed.edition(slug, name or None)]
    return library.installed.newest()


_ORDER = ["exact", "also called", "plural", "beginning", "typo"]


def _meaning(library: Lookup, edition: Edition, word: str) -> TermDefinition | None:
    """What a word means in an edition; where an import does not tell as surely as the book that ships, in that."""
    found = _meaning_in(library, edition, word)
    shipped = library.installed.shipped(edition.slug)
    if shipped is None or shipped is edition or (found and found.how != "typo" and any(r.text for r in found.rules)):
        return found
    other = _meaning_in(library, shipped, word)
    surer = other and (found is None or not found.rules or _ORDER.index(other.how) < _ORDER.index(found.how))
    return other if surer else found


def _meaning_in(library: Lookup, edition: Edition, word: str) -> TermDefinition | None:
    match = match_term(word, terms_of(edition))
    if match is None:
        return None
    term, how = match
    numbers = dict.fromkeys((*term.entries, *(n for number in term.rules for n in _unfolded(edition, number))))
    rules = tuple(rule for number in numbers if (rule := library.get(edition, number)))
    return TermDefinition(word, term, how, edition.slug, edition.name, edition.about["title"], rules, edition.shipped)


def _unfolded(edition: Edition, number: RuleNumber) -> tuple[RuleNumber, ...]:
    """A rule; or a heading with what stands under it: all of a short section, the first rule of a long one."""
    entry = edition.get(number)
    if entry is None or entry.row.kind != "heading":
        return (number,)
    return (number, *(entry.children if len(entry.children) <= _SHORT else entry.children[:1]))


def match_term(word: str, terms: Sequence[Term]) -> tuple[Term, str] | None:
    """The term that a word means and how it was taken: `exact`, `also called`, `plural`, `beginning` (of one term's
    name and no other's) or `typo`."""
    wanted = fold(" ".join(word.split()))
    names = {fold(term.name): term for term in reversed(terms)}
    others = {fold(name): term for term in reversed(terms) for name in list(term.names())[1:]}
    for how, table, key in (
        ("exact", names, wanted),
        ("also called", others, wanted),
        *(("plural", table, single) for single in singulars(wanted) for table in (names, others)),
    ):
        if key in table:
            return table[key], how
    begun = [term for name, term in names.items() if name.startswith(f"{wanted} ")]
    return (begun[0], "beginning") if len(begun) == 1 else _typo(wanted, {**others, **names})


def _typo(wanted: str, table: Mapping[str, Term]) -> tuple[Term, str] | None:
    if len(wanted) < _MIN_TYPO:
        return None
    from rapidfuzz import fuzz, process

    found = process.extractOne(wanted, list(table), scorer=fuzz.ratio, score_cutoff=_TYPO)
    return (table[found[0]], "typo") if found else None


def singulars(word: str) -> Iterator[str]:
    """What a plural (or, of a singular, its plural) may be a form of, in English and Portuguese."""
    for ending, single in (
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
        ("oes", "ao"),
        ("ais", "al"),
        ("ns", "m"),
        ("res", "r"),
        ("y", "ies"),
        ("ao", "oes"),
        ("m", "ns"),
        ("al", "ais"),
        ("", "s"),
        ("", "es"),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word[: len(word) - len(ending)] + single


def _closest(word: str, editions: list[Edition]) -> list[str]:
    from rapidfuzz import fuzz, process

    names = {fold(name): term.name for e in editions for term in terms_of(e) for name in term.names()}
    found = process.extract(fold(word), list(names), scorer=fuzz.WRatio, limit=3, score_cutoff=60)
    return list(dict.fromkeys(names[name] for name, _, _ in found))


def used_in(text: str, terms: Sequence[Term]) -> list[Term]:
    """The terms that a text uses, in the order of their first use; longer names go before their parts."""
    folded = fold(text)
    found: dict[int, tuple[int, Term]] = {}
    taken = bytearray(len(folded))
    named = sorted(((fold(n), t) for t in terms for n in (t.name, *(t.other or {}).values())), key=lambda p: -len(p[0]))
    for name, term in named:
        for place in re.finditer(rf"(?<!\w){re.escape(name)}(?:s|es)?(?!\w)", folded):
            if any(taken[place.start() : place.end()]):
                continue
            taken[place.start() : place.end()] = b"\1" * len(place[0])
            found.setdefault(id(term), (place.start(), term))
    return [term for _, term in sorted(found.values(), key=lambda pair: pair[0])]
