"""Find the rules of a card: of its keywords, of its types, and of the terms of its text that a judge looks up.

A keyword on a card has values and names around it (`Ward 10`, `Bravo Specialization`, `Ice Fusion`). The longest run of
its words that the book names leads to the rule: a title, a term of the glossary, or an item of a list such as that of
all creature types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.card_list import CardList, words_of
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.forms import forms, other_numbers
from rules_cli.lookup.terms import Term, terms_of
from rules_cli.model import Row
from rules_cli.store import cache, paths
from rules_cli.store.edition import Edition
from rules_cli.store.index import IndexEntry
from rules_cli.text import first_words, fold

Why = Literal["keyword", "type", "text"]
_IN_LIST = "="  # before a name that a list in the book has
_AS_TYPE = "~"  # before a title in a section on types: others may have it, too, as a keyword or a zone
_FORMAT = 5  # the version of the names in the cache
_MOST_OF_TEXT = 8  # terms of the text with their rules: about half a screen
_COMMON = 0.1  # of the cards of a list: everybody knows the words that more of them use
_FEW = 20  # cards: in a short list, words that no more of them use are not common
_SUBJECT = 8  # words: a rule that is about a word has it among its first
_TITLE_WIDTH = 60  # characters
_LETTERS_OF_A_WORD = 4  # a shorter one in small letters joins values: `Essence of Earth and Ice`
_JOINING = frozenset(("from", "with"))
_TITLE, _TERM, _ITEM = range(3)
_LONGEST_NAME = 6  # words of a name in a book
_SHORTEST_LIST = 4  # items: a shorter one is a sentence about them
_MOST_ITEM_WORDS = 4
_SHARE_OF_ITEMS = 0.9  # of the parts of a list that are as short as its items
_WORD = re.compile(r"[^\W_]+(?:['’/-][^\W_]+)*")
_ITEM_END = re.compile(r",|;|\band\b|\bor\b|\n• ?|\.$")
_LIST = re.compile(r"\b(?:are|is|include|includes)\b:?|:")
_SENTENCE_END = re.compile(r"(?<=\.)\s")
_ASIDE = re.compile(r" ?\([^()]{1,80}\)")
_ON_TYPES = re.compile(r"(?:sub|super)?(?:type|tipo)s?")
_VALUE = re.compile(r"[\[(][^\[\]()]{0,40}[\])]|\s[NX]$")


class NamedRule(NamedTuple):
    """The rule that a name in a book leads to.
    `rank` says whether the name is a title, a term or an item of a list. `is_term` says that the book explains it."""

    number: str
    rank: int
    is_term: bool


class CardRule(NamedTuple):
    """A rule of a card: its id, its title or else its first words, and the word of the card that leads to it."""

    id: str
    title: str
    why: Why
    word: str


# Complexity: no nesting, but a comprehension for each part of a card that names rules.
def rules_of_card(card: Card, edition: Edition, cards: CardList) -> list[CardRule]:
    """The rules of a card in an edition: of its keywords, then of its types, then of its text, each rule once.
    Of the terms in its text, those come first that few cards of the list have; terms of very many cards are left
    out."""
    names = names_in(edition)
    rules: dict[str, CardRule] = {}
    seen: set[str] = set()
    keywords = ((word, rule_of_keyword(word, names)) for word in card.keywords)
    types = _rules_of_types(card.kinds, names, edition)
    why: Why
    for why, named_words in (("keyword", keywords), ("type", types)):
        for word, named in named_words:
            if named:
                seen.update(_words_of(word))
                _add(rules, edition, named.number, why, word)
    terms = _terms_in_text(card, names)
    left = [term for term in terms if term not in seen and terms[term].number not in rules]
    # a term is as frequent as its rarest word
    frequency = {term: min(map(cards.cards_with, words_of(term) or [term])) for term in left}
    most = max(_FEW, _COMMON * cards.info.names)
    for term in sorted((term for term in left if frequency[term] <= most), key=frequency.__getitem__)[:_MOST_OF_TEXT]:
        _add(rules, edition, terms[term].number, "text", term)
    return list(rules.values())


# Complexity: a type may be two words, have several senses, or be in no list.
def _rules_of_types(
    kinds: Sequence[str], names: Mapping[str, NamedRule], edition: Edition
) -> Iterator[tuple[str, NamedRule]]:
    """Yield the types of a card that the book names, each with its rule.
    Two words that a list of types has side by side, `Time Lord`, are one type."""
    lists = dict.fromkeys(filter(None, (names.get(_IN_LIST + fold(kind)) for kind in kinds)))
    texts = {named: entry.row.words.text or "" for named in lists if (entry := edition.get(named.number))}
    place = 0
    while place < len(kinds):
        two = " ".join(kinds[place : place + 2])
        both = next((named for named, text in texts.items() if place + 1 < len(kinds) and two in text), None)
        if both:
            yield two, both
            place += 2
            continue
        if named := _rule_of_type(kinds[place], kinds, names, edition):
            yield kinds[place], named
        place += 1


def _rule_of_type(
    kind: str, kinds: Sequence[str], names: Mapping[str, NamedRule], edition: Edition
) -> NamedRule | None:
    """The rule that a type of a card leads to; None if the book does not name it.
    That is the rule that lists the types, if the name has its own rule in the section of another type that the card
    does not have: the Room of an enchantment is not that of a dungeon."""
    word = " ".join(_words_of(kind))
    named, listed = names.get(_AS_TYPE + word) or _named(word, names), names.get(_IN_LIST + word)
    section = edition.get(named.number.partition(".")[0]) if named and listed else None
    title = fold(section.row.title or "") if section else ""
    about = {title, *other_numbers(title)}
    is_of_other_type = any(_IN_LIST + name in names for name in about) and about.isdisjoint(map(fold, kinds))
    return listed if is_of_other_type else named


def _add(rules: dict[str, CardRule], edition: Edition, number: str, why: Why, word: str) -> None:
    """Add a rule of a card by its number, unless it is there already, or the edition lacks it."""
    entry = edition.get(number)
    if entry is not None:
        title = entry.row.title or first_words(entry.row.words.text or "", _TITLE_WIDTH)
        rules.setdefault(number, CardRule(RowRef(edition, entry).id, title, why, word))


def rule_of_keyword(phrase: str, names: Mapping[str, NamedRule]) -> NamedRule | None:
    """The rule of a keyword as it is printed on a card; None if the book does not name it.
    The longest run of words counts; of equally long ones a title before a term, and a term before an item of a list.
    The words left over must be a value or a name: `Double team` is not `Double`. If only one term begins with all of
    the words, that term is meant: `Food` is `Food Token`."""
    printed, words = _WORD.findall(phrase), _words_of(phrase)
    exact = _named(" ".join(words), names)
    if exact is None or exact.rank == _ITEM:
        start = f"{' '.join(words)} "
        longer_terms = {named for name, named in names.items() if name.startswith(start) and named.rank == _TERM}
        if len(longer_terms) == 1:
            return longer_terms.pop()
    for length in range(min(len(words), _LONGEST_NAME), 0, -1):
        if candidates := list(_rules_of_runs(printed, words, length, names)):
            return min(candidates, key=lambda named: named.rank)
    return None


def _words_of(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(fold(text))]


def _rules_of_runs(
    printed: Sequence[str], words: Sequence[str], length: int, names: Mapping[str, NamedRule]
) -> Iterator[NamedRule]:
    """Yield the rules of the runs of that many words, if each word left over is a value or a name, or joins them."""
    for start in range(len(words) - length + 1):
        named = _named(" ".join(words[start : start + length]), names)
        is_sentence = start > 0 and printed[start].islower()  # the capital before it only begins the phrase
        if named and not is_sentence and all(map(_is_value, (*printed[:start], *printed[start + length :]))):
            yield named


def _is_value(word: str) -> bool:
    """Whether a printed word may be a value or a name beside a keyword, or may join values."""
    return not word.islower() or word in _JOINING or all(len(part) < _LETTERS_OF_A_WORD for part in word.split("/"))


def _named(run: str, names: Mapping[str, NamedRule]) -> NamedRule | None:
    """The rule that these words lead to, in the singular or the plural; None if the book does not name them."""
    return names.get(run) or next((names[form] for form in other_numbers(run) if form in names), None)


def _terms_in_text(card: Card, names: Mapping[str, NamedRule]) -> dict[str, NamedRule]:
    """The terms in a card's text, each with its rule; not those within a longer term, or within a name of the card."""
    text = "\n".join(face.text for face in (*card.faces, *card.variants))
    for name in (card.name, *(face.name for face in card.faces)):
        text = text.replace(name, "\n")
    terms: dict[str, NamedRule] = {}
    for line in text.splitlines():
        words, place = _words_of(line), 0
        while place < len(words):
            for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
                run = " ".join(words[place : place + length])
                named = _named(run, names)
                if named or length == 1:
                    break
            if named and named.is_term:
                terms.setdefault(run, named)
            place += length
    return terms


# --- the names in an edition


def names_in(edition: Edition) -> Mapping[str, NamedRule]:
    """The folded names that lead to rules of an edition; kept in the cache, since that takes reading the whole book."""
    path = paths.cache_dir() / "names" / f"{edition.index_path.stem}.json"
    state = f"{_FORMAT} {edition.about['state']}"
    stored = cache.kept_json(path, state, lambda: _collect(edition))
    return {name: NamedRule(*named) for name, named in stored.items()}


# Complexity: no nesting, but a generator for each kind of name.
def _collect(edition: Edition) -> dict[str, NamedRule]:
    """The folded names in the book: titles, else terms, else items of lists; the latter also behind `_IN_LIST`."""
    terms = terms_of(edition)
    glossary = {str(number) for term in terms for number in term.entries}
    entries = {str(entry.row.number): entry for entry in edition.entries() if entry.row.number not in glossary}
    explained = {form for term in terms for form in forms(term.printed_names())}
    names: dict[str, NamedRule] = {}
    defined = ((term, number) for term in terms if (number := _defining(term, entries)))
    of_terms = ((name, number, _TERM) for term, number in defined for name in term.printed_names())
    texts = ((number, entry.row.words.text or "") for number, entry in entries.items())
    items = ((item, number, _ITEM) for number, text in texts for item in _listed(text))
    for name, number, rank in chain(_titles(entries, terms), of_terms, items):
        folded = fold(name).replace("’", "'")
        if 0 < len(folded.split()) <= _LONGEST_NAME:
            names.setdefault(folded, NamedRule(number, rank, rank != _ITEM and folded in explained))
            if rank == _ITEM:
                names.setdefault(_IN_LIST + folded, NamedRule(number, rank, False))
            if rank == _TITLE and _is_on_types(entries.get(entries[number].row.parent or "")):
                names.setdefault(_AS_TYPE + folded, names[folded]._replace(number=number))
    return names


def _is_on_types(section: IndexEntry | None) -> bool:
    """Return whether a section is about types of cards, by its title: `Subtype Keywords`."""
    return any(map(_ON_TYPES.fullmatch, _words_of(section.row.title or ""))) if section else False


_Name = tuple[str, str, int]
"""A name, the number of its rule, and its rank."""


def _titles(entries: Mapping[str, IndexEntry], terms: Iterable[Term]) -> list[_Name]:
    """The titles in the order of the book, but rules of the term with that title come first, in the term's order."""
    ranks = {
        (fold(name), str(number)): rank
        for term in terms
        for name in term.printed_names()
        for rank, number in enumerate(term.rules)
    }
    titles: list[tuple[str, str]] = []
    for number, entry in entries.items():
        title = entry.row.title or ""
        # also without a value (`[cost]`, ` N`), and without the part before ` - `
        short = _VALUE.sub(" ", title.rpartition(" - ")[2]).strip()
        titles += [(name, number) for name in dict.fromkeys((title, short or title))]
    titles.sort(key=lambda title: ranks.get((fold(title[0]), title[1]), len(ranks)))
    return [(name, number, _TITLE) for name, number in titles]


# Complexity: the term may have rules, a section with another title, or none.
def _defining(term: Term, entries: Mapping[str, IndexEntry]) -> str | None:
    """The number of the rule that is about a term, or of its entry in the glossary; None without either. That is the
    first of the term's rules. If that has another title and does not contain the term, it is a rule right below it that
    does. For a term without rules, it is the rule that begins with it, or else its entry in the glossary."""
    names = forms(term.printed_names())
    if entry := next(filter(None, map(entries.get, term.rules)), None):
        if fold(entry.row.title or "") in names or _about(names, [entry.row]):
            return str(entry.row.number)
        children = [entries[child].row for child in entry.children if child in entries]
        return _about(names, children) or str(entry.row.number)
    for number, entry in entries.items():
        if fold(entry.row.words.text or "").lstrip("“\"'").startswith(tuple(names)):
            return number
    return next(map(str, term.entries), None)


def _about(names: Iterable[str], rows: Sequence[Row]) -> str | None:
    """The number of the first row with one of the names among its first words, or else anywhere; None if none has."""
    texts = {str(row.number): _WORD.findall(fold(row.words.text or "")) for row in rows}
    for most in (_SUBJECT, None):
        for number, words in texts.items():
            start = f" {' '.join(words[:most])} "
            if any(f" {name} " in start for name in names):
                return number
    return None


def _listed(text: str) -> list[str]:
    """The items of the lists in a rule's text: `The ability words are adamant, addendum, ..., and vivid.`"""
    listed: list[str] = []
    for sentence in _SENTENCE_END.split(_ASIDE.sub("", text)):
        if opening := _LIST.search(sentence):
            parts = [part.strip(" .\"“”'") for part in _ITEM_END.split(sentence[opening.end() :])]
            items = [part.rstrip(" 0123456789") for part in parts if 0 < len(part.split()) <= _MOST_ITEM_WORDS]
            if len(items) >= _SHORTEST_LIST and len(items) >= _SHARE_OF_ITEMS * len(list(filter(None, parts))):
                listed += items
    return listed
