"""Terms: a game's defined words, the words that players say for them, and the keywords that it lists.

The book's own glossary comes first, then its `terms.yaml` (which rule defines a word, and what players say for it),
then the titles of its sections. Case, accents, plurals and typos are forgiven, in that order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

from rules_cli.errors import RulesError, UsageError
from rules_cli.lookup.rule_lookup import Lookup
from rules_cli.model import Row, Rule, RuleNumber
from rules_cli.rule_number import looks_like_number
from rules_cli.store import cache, paths, settings
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks
from rules_cli.text import fold, shorten

_ONE_EDIT = 5  # letters: in a shorter word, one edit makes another word, `haste` of `hate`
_TWO_EDITS = 7  # letters of both words: if one is shorter, two edits make another word, `kicker` of `flicker`
SHORT_SECTION = 8  # rules in a section that is shown whole
_SUBJECT = 6  # words: a definition names the term among its first words, as in "A card’s mana cost is"
_MOST_TITLE_WORDS = 4  # a longer title is a sentence about terms, not a term
_FORMAT = 6  # the version of the terms in the cache
_PLURALS = (("ies", "y"), ("oes", "ao"), ("ns", "m"), ("ais", "al"), ("es", ""), ("s", ""))
"""Endings of plurals and what they replace, in English and Portuguese without accents."""


class Term(NamedTuple):
    """A word of a game. The first of `rules` is the one that defines it.

    `also` are its other names in the book's glossary, `players` what players say for it; `other` its name in other
    languages. `keyword` is its kind if the book lists it (`class supertype`), `kinds` that in other languages.
    `entries` are the rows of the glossary that explain it: its own, then those that its own sends the reader to if it
    names no rule itself. `everyday` says that the book mostly uses the name as a common word.
    """

    name: str
    rules: tuple[RuleNumber, ...]
    also: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    keyword: str | None = None
    other: Mapping[str, str] | None = None
    entries: tuple[RuleNumber, ...] = ()
    everyday: bool = False
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


class TermDefinition(NamedTuple):
    """The meaning of a word in one book: the term, how it was matched, and the rules that define it.

    `name` and `kind` are the term's name and its kind of keyword in the user's language, `names` its other names by
    language.
    """

    asked: str
    term: Term
    how: str
    book: str
    edition: str
    book_title: str
    rules: tuple[Rule, ...]
    shipped: bool
    name: str
    names: Mapping[str, str]
    kind: str | None

    @property
    def of_players(self) -> bool:
        """Whether the word asked for is only what players say for the term."""
        wanted = fold(" ".join(self.asked.split()))
        said = {wanted, *other_numbers(wanted)}
        return said.isdisjoint(map(fold, self.term.printed_names())) and not said.isdisjoint(
            map(fold, self.term.players)
        )


class TermNotFound(RulesError):
    """No book defines the word, or not the one that was chosen."""

    exit_code = 1

    def __init__(self, asked: str, chosen: str | None = None) -> None:
        self.asked, self.chosen = asked, chosen
        book = f"{chosen} does not define" if chosen else "no book here defines"
        super().__init__(f"{book} {shorten(asked)!r}")


class NotATerm(UsageError):
    """The word is the number of rules that define no term."""

    exit_code = 1

    def __init__(self, number: str, ids: Sequence[str]) -> None:
        what = "a rule" if len(ids) == 1 else "rules"
        super().__init__(f"{shorten(number)} is {what}, not a term: rules {' '.join(ids)}")


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
    from rules_cli.lookup.everyday import everyday_words  # here, because the terms are mostly in the cache

    listed = {fold(term.name): term for term in _listed_for(edition)}
    terms = [_joined(term, listed.pop(fold(term.name), None)) for term in _glossary_terms(edition)]
    if not edition.shipped:  # its own titles say more than the rules that we listed for another edition
        terms += _unnamed_titles(edition, terms, listed)
    terms += _with_rules(listed, keywords=False)
    if edition.shipped:
        terms += _unnamed_titles(edition, terms, listed)
    terms += _with_rules(listed, keywords=True)
    common = everyday_words(edition, {fold(term.name): term.rules for term in terms})
    return [term._replace(everyday=fold(term.name) in common) for term in terms]


def _with_rules(listed: Mapping[str, Term], keywords: bool) -> list[Term]:
    """The terms that have rules in this edition: the keywords, or all others."""
    return [term for term in listed.values() if term.rules and bool(term.keyword) is keywords]


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
    rows = {entry.row.number: entry.row for entry in edition.entries()}
    for entry in entries:
        sent_to = () if entry.rules else entry.see
        named = entry.rules or dict.fromkeys(number for other in sent_to for number in by_number[other].rules)
        names = {name for each in (entry, *map(by_number.get, sent_to)) if each for name in forms(each.names)}
        rules = tuple(sorted(named, key=lambda number: _distance(rows.get(number), names)))
        name, *also = entry.names
        yield Term(name, rules, (*also, *_without_value(name)), entries=(entry.number, *sent_to))


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


def _joined(term: Term, listed: Term | None) -> Term:
    """A term that the book itself names, with the names and rules of `terms.yaml`."""
    if listed is None:
        return term
    rules = tuple(dict.fromkeys((*term.rules, *listed.rules)))
    return term._replace(
        rules=rules, players=listed.players, keyword=listed.keyword, other=listed.other, kinds=listed.kinds
    )


def _listed_for(edition: Edition) -> Iterator[Term]:
    """The terms of `terms.yaml`, with the numbers that the rules which define them have in this edition."""
    from rules_cli.lookup.listed_terms import listed_terms, terms_file

    shipped = None if edition.shipped else InstalledBooks().shipped(edition.slug)
    titles = {name: listed.titled for name, listed in terms_file(edition.slug).terms.items()}
    by_title = _by_title(edition) if any(titles.values()) else {}
    for term in listed_terms(edition.slug):
        rules = [number for rule in term.rules for number in _numbers_in(edition, shipped, rule, term)]
        rules += [number for title in titles.get(term.name, ()) for number in by_title.get(fold(title), ())]
        yield term._replace(rules=tuple(dict.fromkeys(rules)))


def _by_title(edition: Edition) -> dict[str, list[RuleNumber]]:
    """The rows by their folded titles, with and without the class in front: *Tournament Error — Slow Play*."""
    found: dict[str, list[RuleNumber]] = defaultdict(list)
    for entry in edition.entries():
        title = fold(entry.row.title or "")
        for name in {title, title.rpartition(" — ")[2]}:
            found[name].append(entry.row.number)
    return found


def _numbers_in(edition: Edition, shipped: Edition | None, number: RuleNumber, term: Term) -> Iterable[RuleNumber]:
    """The numbers of a shipped rule in another edition: of the rules with its words, else its own if that rule still
    defines the term."""
    if shipped is None:
        return [number]
    before, entry = shipped.get(number), edition.get(number)
    alike = edition.with_words(before.row.fingerprint) if before and before.row.fingerprint else []
    names = forms(term.printed_names())
    defines = _distance(entry.row if entry else None, names) <= (_MENTIONS if term.keyword else _DEFINES)
    return [each.row.number for each in alike] or ([number] if defines else [])


def _title_terms(edition: Edition) -> Iterator[Term]:
    """The short headings with rules below them; of a page's title the part after ` - `."""
    for entry in edition.entries():
        title = (entry.row.title or "").rpartition(" - ")[2].strip()
        if entry.row.kind == "heading" and 0 < len(title.split()) <= _MOST_TITLE_WORDS and entry.children:
            yield Term(title, (entry.row.number, *entry.children[:1]), tuple(_without_value(title)))


def _without_value(title: str) -> Iterator[str]:
    """Yield the name of a keyword whose title has a letter for its value: `Ranged` of `Ranged N`."""
    word, _, value = title.rpartition(" ")
    if word and value in ("N", "X"):
        yield word


# --- looking a word up

_ORDER = ["exact", "also called", "plural", "beginning", "rule", "typo"]
"""How a word may match a term, the surest first; `rule` if the word is the number of a rule that defines the term."""

_Matcher = Callable[[str, Sequence[Term]], tuple[Term, str] | None]


def look_up(library: Lookup, word: str, book: str | None = None) -> list[TermDefinition]:
    """Return the meanings of a word, in the chosen book or in every book that defines it; raises TermNotFound.

    The word may name its book, as ids do: `fab:moniker`. It may be the number of a rule that defines terms.
    """
    slug, _, rest = (part.strip() for part in word.partition(":"))
    if rest and library.installed.slug_of(slug.partition("@")[0]):
        book, word = slug, rest
    editions, chosen = library.editions_for(book), bool(book or settings.default_book())
    if found := _definitions(library, editions, word, match_surely):
        return found
    if looks_like_number(word):
        return _defined_by(library, word, book)
    readable = [each for each in editions if chosen or each.about["language"] == library.lang]
    if found := _definitions(library, readable, word, match_misspelt):
        return found
    raise TermNotFound(word, editions[0].slug if chosen else None)


def _definitions(library: Lookup, editions: Iterable[Edition], word: str, match: _Matcher) -> list[TermDefinition]:
    """Return the meaning of a word in each edition that matches it most surely."""
    found = [definition for edition in editions if (definition := _define(library, edition, word, match))]
    best = min(map(_certainty, found), default=0)
    return [definition for definition in found if _certainty(definition) == best]


def _defined_by(library: Lookup, number: str, book: str | None) -> list[TermDefinition]:
    """The terms that a rule defines; raises NotATerm if it defines none, RuleNotFound."""
    rows = library.find([number], book).raise_first().rows
    found = [
        _definition(library, row.edition, number, term, "rule")
        for row in rows
        for term in terms_of(row.edition)
        if row.number in term.rules and term.keyword is None
    ]
    if not found:
        raise NotATerm(number, [row.id for row in rows])
    return found


def _define(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    """Return a word's meanings in an edition; if it has no glossary and does not define it, in the one that ships."""
    own = _define_in(library, edition, word, match)
    shipped = library.installed.shipped(edition.slug)
    if shipped is None or shipped is edition or edition.explained():
        return own
    if own and any(rule.text for rule in own.rules):
        return own
    other = _define_in(library, shipped, word, match)
    return other if own is None or (other and not own.rules) else own


def _certainty(definition: TermDefinition) -> int:
    return _ORDER.index(definition.how)


def _define_in(library: Lookup, edition: Edition, word: str, match: _Matcher) -> TermDefinition | None:
    matched = match(word, terms_of(edition))
    return _definition(library, edition, word, *matched) if matched else None


def _definition(library: Lookup, edition: Edition, word: str, term: Term, how: str) -> TermDefinition:
    numbers = dict.fromkeys((*term.entries, *(n for number in term.rules for n in _with_list(edition, number))))
    rules = tuple(rule for number in numbers if (rule := library.rule_in(edition, number)))
    own = edition.about["language"]
    names = {own: term.name, **(term.other or {})}
    language = library.lang if library.lang in names else own
    return TermDefinition(
        word,
        term,
        how,
        edition.slug,
        edition.name,
        library.title_of(edition),
        rules,
        edition.shipped,
        name=names.pop(language),
        names=names,
        kind=(term.kinds or {}).get(library.lang, term.keyword),
    )


def _with_list(edition: Edition, number: RuleNumber) -> Iterator[RuleNumber]:
    """A rule with its sub-rules, or a heading with its rules: all of a short section, the first of a long one.

    A rule of a section that ends in a colon is followed by its sub-rules: they are its list.
    """
    yield number
    entry = edition.get(number)
    if entry is None:
        return
    if entry.row.kind != "heading":
        yield from entry.children
        return
    is_short = len(entry.children) <= SHORT_SECTION
    for child in entry.children if is_short else entry.children[:1]:
        below = edition.get(child)
        yield child
        if below and (below.row.words.text or "").rstrip().endswith(":"):
            yield from below.children


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
    """The term whose name is one edit from a word, or two if both are long, and "typo"; None if no term is near.

    A swap of two letters is one edit. Of two edits none is in the first letter, and what players say does not count:
    `flicker` is not `blocker`.
    """
    wanted = fold(" ".join(word.split()))
    if len(wanted) < _ONE_EDIT:
        return None
    from rapidfuzz.distance import OSA  # takes long to load: only a word that nothing matches needs it

    nearest: dict[int, Term] = {}
    for name, term in ((fold(name), each) for each in terms for name in each.printed_names()):
        edits = 2 if min(len(name), len(wanted)) >= _TWO_EDITS and name[0] == wanted[0] else 1
        distance = OSA.distance(wanted, name, score_cutoff=edits)
        if distance <= edits:
            nearest.setdefault(distance, term)
    return (nearest[min(nearest)], "typo") if nearest else None


def _names(terms: Sequence[Term]) -> dict[str, Term]:
    """The terms by their folded own names; of two with one name the first."""
    return {fold(term.name): term for term in reversed(terms)}


def _other_names(terms: Sequence[Term]) -> dict[str, Term]:
    """The terms by their other names, folded; what books print goes before what players say."""
    said = {fold(name): term for term in reversed(terms) for name in term.players}
    return said | {fold(name): term for term in reversed(terms) for name in list(term.printed_names())[1:]}


def other_numbers(word: str) -> Iterator[str]:
    """The words that may be the singular of a folded word, then those that may be its plural."""
    pairs = (*_PLURALS, *((single, plural) for plural, single in _PLURALS))
    for ending, other in pairs:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            yield word.removesuffix(ending) + other


_WORD = re.compile(r"(?<![\w-])\w+")
_END = re.compile(r"(?:s|es)?(?![\w-])")


def forms(names: Iterable[str]) -> set[str]:
    """The folded names of a term, each with its plural as books form it: `ability`, `abilities`."""
    folded = [fold(name) for name in names]
    return {*folded, *(f"{name}s" for name in folded), *(f"{name[:-1]}ies" for name in folded if name.endswith("y"))}


def used_in(text: str, terms: Iterable[Term]) -> list[Term]:
    """The terms that a text uses as terms, in the order of their first use.

    Where several names begin with one word the longest counts, and no name within it. Time is linear in the text.
    """
    names = _by_first_word(terms)
    folded, end = fold(text), 0
    found: dict[str, Term] = {}
    for word in _WORD.finditer(folded):
        if word.start() < end:
            continue
        own = [form for form in (word[0], word[0].removesuffix("s"), word[0].removesuffix("es")) if form in names]
        for name, term in sorted((pair for form in own for pair in names[form]), key=lambda pair: -len(pair[0])):
            if folded.startswith(name, word.start()) and (closing := _END.match(folded, word.start() + len(name))):
                end = closing.end()
                if not term.everyday:
                    found.setdefault(term.name, term)
                break
    return list(found.values())


def _by_first_word(terms: Iterable[Term]) -> Mapping[str, Sequence[tuple[str, Term]]]:
    """The folded names of terms that books print in any language, by their first words."""
    names: dict[str, list[tuple[str, Term]]] = defaultdict(list)
    for term in terms:
        for name in map(fold, (term.name, *(term.other or {}).values())):
            if first := _WORD.match(name):
                names[first[0]].append((name, term))
    return names
