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
_FORMAT = 4  # the version of the names in the cache
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
_VALUE = re.compile(r"[\[(][^\[\]()]{0,40}[\])]|\s[NX]$")


class NamedRule(NamedTuple):
    """The rule that a name in a book leads to, and how it is named there.

    `rank` says whether it is a title, a term or an item of a list there. `is_term` says that the book explains it.
    """

    number: str
    rank: int
    is_term: bool


class CardRule(NamedTuple):
    """A rule of a card: its id, its title, or else its first words, and the word of the card that leads to it."""

    id: str
    title: str
    why: Why
    word: str


# Complexity: no nesting, but a comprehension for each part of a card that names rules.
def rules_of_card(card: Card, edition: Edition, cards: CardList) -> list[CardRule]:
    """The rules of a card in an edition: of its keywords, then of its types, then of its text, each rule once.

    The terms that few cards of the list have in their text come first; those that very many have are left out.
    """
    names = names_in(edition)
    found: dict[str, CardRule] = {}
    seen: set[str] = set()
    keywords = ((word, rule_of_keyword(word, names)) for word in card.keywords)
    types = _rules_of_types(card.kinds, names, edition)
    why: Why
    for why, named_words in (("keyword", keywords), ("type", types)):
        for word, named in named_words:
            if named:
                seen.update(_words_of(word))
                _add(found, edition, named.number, why, word)
    used = _used_in(card, names)
    left = [word for word in used if word not in seen and used[word].number not in found]
    # a term is as frequent as its rarest word; the rarest come first
    counted = {word: min(map(cards.cards_with, words_of(word) or [word])) for word in left}
    most = max(_FEW, _COMMON * cards.info.names)
    for word in sorted((word for word in left if counted[word] <= most), key=counted.__getitem__)[:_MOST_OF_TEXT]:
        _add(found, edition, used[word].number, "text", word)
    return list(found.values())


# Complexity: a type may be two words, have several senses, or be in no list.
def _rules_of_types(
    kinds: Sequence[str], names: Mapping[str, NamedRule], edition: Edition
) -> Iterator[tuple[str, NamedRule]]:
    """The types of a card that the book names, each with its rule.

    That is the rule that lists it, if its name has another sense elsewhere: a Room is no part of a dungeon. Two words
    that a list of types has side by side, `Time Lord`, are one.
    """
    listing = dict.fromkeys(filter(None, (names.get(_IN_LIST + fold(kind)) for kind in kinds)))
    texts = {named: entry.row.words.text or "" for named in listing if (entry := edition.get(named.number))}
    at = 0
    while at < len(kinds):
        two = " ".join(kinds[at : at + 2])
        both = next((named for named, text in texts.items() if at + 1 < len(kinds) and two in text), None)
        if both:
            yield two, both
            at += 2
            continue
        word = " ".join(_words_of(kinds[at]))
        named, listed = _named(word, names), names.get(_IN_LIST + word)
        section = edition.get(named.number.partition(".")[0]) if named and listed else None
        title = fold(section.row.title or "") if section else ""
        about = {title, *other_numbers(title)}
        is_other = any(_IN_LIST + name in names for name in about) and about.isdisjoint(map(fold, kinds))
        if chosen := listed if is_other else named:
            yield kinds[at], chosen
        at += 1


def _add(found: dict[str, CardRule], edition: Edition, number: str, why: Why, word: str) -> None:
    entry = edition.get(number)
    if entry is not None:
        title = entry.row.title or first_words(entry.row.words.text or "", _TITLE_WIDTH)
        found.setdefault(number, CardRule(RowRef(edition, entry).id, title, why, word))


def rule_of_keyword(phrase: str, names: Mapping[str, NamedRule]) -> NamedRule | None:
    """The rule of a keyword as it is printed on a card; None if the book does not name it.

    The longest run of words counts; of equally long ones a title before a term, and a term before an item of a list.
    The words left over must be a value or a name: `Double team` is not `Double`. The only term that begins with all of
    the words is meant, too: `Food` is `Food Token`.
    """
    printed = _WORD.findall(phrase)
    whole = _words_of(phrase)
    exact = _named(" ".join(whole), names)
    if exact is None or exact.rank == _ITEM:
        start = f"{' '.join(whole)} "
        begun = {named for name, named in names.items() if name.startswith(start) and named.rank == _TERM}
        if len(begun) == 1:
            return begun.pop()
    for length in range(min(len(whole), _LONGEST_NAME), 0, -1):
        if found := list(_runs(printed, whole, length, names)):
            return min(found, key=lambda named: named.rank)
    return None


def _words_of(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(fold(text))]


def _runs(
    printed: Sequence[str], words: Sequence[str], length: int, names: Mapping[str, NamedRule]
) -> Iterator[NamedRule]:
    """Yield the rules of runs of words, if each word left over is a value or a name, or joins them."""
    for start in range(len(words) - length + 1):
        left = (*printed[:start], *printed[start + length :])
        are_values = all(
            not word.islower() or word in _JOINING or all(len(part) < _LETTERS_OF_A_WORD for part in word.split("/"))
            for word in left
        )
        is_sentence = start > 0 and printed[start].islower()  # the capital before it begins the phrase
        if are_values and not is_sentence and (named := _named(" ".join(words[start : start + length]), names)):
            yield named


def _named(run: str, names: Mapping[str, NamedRule]) -> NamedRule | None:
    return names.get(run) or next((names[form] for form in other_numbers(run) if form in names), None)


def _used_in(card: Card, names: Mapping[str, NamedRule]) -> dict[str, NamedRule]:
    """The terms in a card's text, each with its rule; of terms within one another the longest, none within its name."""
    text = "\n".join(face.text for face in (*card.faces, *card.variants))
    for name in (card.name, *(face.name for face in card.faces)):
        text = text.replace(name, "\n")
    found: dict[str, NamedRule] = {}
    for line in text.splitlines():
        words = _words_of(line)
        at = 0
        while at < len(words):
            for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
                run = " ".join(words[at : at + length])
                if named := _named(run, names):
                    if named.is_term:
                        found.setdefault(run, named)
                    at += length - 1
                    break
            at += 1
    return found


# --- the names in an edition


def names_in(edition: Edition) -> Mapping[str, NamedRule]:
    """The folded names that lead to a rule of an edition. Kept in the cache: collecting them reads the whole book."""
    path = paths.cache_dir() / "names" / f"{edition.index_path.stem}.json"
    state = f"{_FORMAT} {edition.about['state']}"
    stored = cache.kept_json(path, state, lambda: _collect(edition))
    return {name: NamedRule(*named) for name, named in stored.items()}


# Complexity: no nesting, but a generator for each kind of name.
def _collect(edition: Edition) -> dict[str, NamedRule]:
    terms = terms_of(edition)
    glossary = {str(number) for term in terms for number in term.entries}
    entries = {str(entry.row.number): entry for entry in edition.entries() if entry.row.number not in glossary}
    known = {form for term in terms for form in forms(term.printed_names())}
    found: dict[str, NamedRule] = {}
    defined = ((term, number) for term in terms if (number := _defining(term, entries)))
    explained = ((name, number, _TERM) for term, number in defined for name in term.printed_names())
    texts = ((number, entry.row.words.text or "") for number, entry in entries.items())
    items = ((item, number, _ITEM) for number, text in texts for item in _listed(text))
    for name, number, rank in chain(_titles(entries, terms), explained, items):
        folded = fold(name).replace("’", "'")
        if 0 < len(folded.split()) <= _LONGEST_NAME:
            found.setdefault(folded, NamedRule(number, rank, rank != _ITEM and folded in known))
            if rank == _ITEM:
                found.setdefault(_IN_LIST + folded, NamedRule(number, rank, False))
    return found


_Name = tuple[str, str, int]
"""A name, the number of its rule, and its rank."""


def _titles(entries: Mapping[str, IndexEntry], terms: Iterable[Term]) -> list[_Name]:
    """The titles in the order of the book; of equal titles, those come first that the term of that name has first."""
    ranks = {
        (fold(name), str(number)): rank
        for term in terms
        for name in term.printed_names()
        for rank, number in enumerate(term.rules)
    }
    titles: list[tuple[str, str]] = []
    for number, entry in entries.items():
        title = entry.row.title or ""
        # also the rest of it without a value in brackets or a letter, and its part after ` - `
        short = _VALUE.sub(" ", title.rpartition(" - ")[2]).strip()
        titles += [(name, number) for name in dict.fromkeys((title, short or title))]
    titles.sort(key=lambda each: ranks.get((fold(each[0]), each[1]), len(ranks)))
    return [(name, number, _TITLE) for name, number in titles]


# Complexity: the term may have rules, a section with another title, or none.
def _defining(term: Term, entries: Mapping[str, IndexEntry]) -> str | None:
    """The rule that is about a term: the first of its rules; in a section of another title, the rule in it that has the
    term among its first words, or else anywhere. Of a term without rules, the rule of the book that begins with it, or
    else its entry in the glossary, which is not among `entries`."""
    names = forms(term.printed_names())
    if entry := next(filter(None, map(entries.get, term.rules)), None):
        if fold(entry.row.title or "") in names or _about(names, [entry.row]):
            return str(entry.row.number)
        children = [entries[child].row for child in entry.children if child in entries]
        return _about(names, children) or str(entry.row.number)
    texts = ((number, fold(each.row.words.text or "")) for number, each in entries.items())
    begin = (number for number, text in texts if text.lstrip("“\"'").startswith(tuple(names)))
    return next(begin, None) or next(map(str, term.entries), None)


def _about(names: Iterable[str], rows: Sequence[Row]) -> str | None:
    texts = {str(row.number): _WORD.findall(fold(row.words.text or "")) for row in rows}
    for most in (_SUBJECT, None):
        for number, words in texts.items():
            start = f" {' '.join(words[:most])} "
            if any(f" {name} " in start for name in names):
                return number
    return None


def _listed(text: str) -> list[str]:
    """The items of a list in a rule's text: `The ability words are adamant, addendum, ..., and vivid.`"""
    found: list[str] = []
    for sentence in _SENTENCE_END.split(_ASIDE.sub("", text)):
        started = _LIST.search(sentence)
        items = [item.strip(" .\"“”'") for item in _ITEM_END.split(sentence[started.end() :])] if started else []
        short = [item.rstrip(" 0123456789") for item in items if 0 < len(item.split()) <= _MOST_ITEM_WORDS]
        if len(short) >= _SHORTEST_LIST and len(short) >= _SHARE_OF_ITEMS * len([item for item in items if item]):
            found += short
    return found
