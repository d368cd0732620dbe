"""The naming rules of a book: its `names.yaml`, and the user's card list if there is one.

Everything that differs between games is read from here. A book without such a file compares names by the words alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.card_list import CardList
from rules_cli.cards.spelling import EDGE_SIGNS, SimilarKeys, Words, leaves_out_signs, skeleton, tidy, tokens
from rules_cli.lookup.deciding_rules import DecidingRules, check_keys
from rules_cli.schema import read
from rules_cli.store import data_files, paths


class CardFaces(NamedTuple):
    """The names of one card, and the layout that joins them."""

    layout: str
    names: Sequence[str]


class CardListRules(NamedTuple):
    """How a card list of this book is read, and what in it proves a moniker (rules_cli.names.card_import).

    - `marks`: headings, folded, that only the lists of this game have.
    - `heroes`, `persons`: types whose cards have a moniker, and types whose names may be personal. `open`: types of
      which nothing but a comma shows whether a name is personal.
    - `moniker_keyword`: follows a hero's moniker in a text; `before_moniker_keyword` may come before the moniker.
    """

    marks: Sequence[str] = ()
    heroes: Sequence[str] = ()
    persons: Sequence[str] = ()
    open: Sequence[str] = ()
    moniker_keyword: str | None = None
    before_moniker_keyword: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class NameRules:
    """The naming rules of one book.

    - `separators` part the names of one card, `letter_separators` only between two letters. `not_split` lists names
      that contain one. `one_name` is the refusal if no card has several names.
    - `pitch`: words for a pitch value that may follow a name in brackets and do not belong to it.
    - `script`: why letters that are not Latin are refused; None if any letter will do.
    - `monikers`: how a moniker is derived: from a typical format, from the words before a comma, or not at all.
    - `known_names` have these monikers, names in `not_personal` have none; those in `personal`
      have one, but nothing shows where it ends. `spelled` are other names with accents,
      apostrophes or hyphens. `person` is the word for what has a moniker.
    - `moniker_keywords` follow a moniker on a card that asks for it, as in `Bravo Specialization`.
    - `version_marks` follow a name (`Jr`); `numbered_marks` do so alone or with a number (`MKII`).
    - `interchangeable`: sets of names that count as one. `faces`: names of one card, with its layout;
      in the layouts of `several_cards`, the last is the name that two cards have together.
    - `layouts`: what a card with several names may be, with other words for each; the first is assumed.
    - `decided_by`: the keys of the rules that decide each situation (rules_cli.names.deciding_rules), `notes` what to
      add, with rules as `<key>`, `other` the notes in other languages, and `restated` our words for rules that no
      shipped book has, by key. `deciding` names the rules.
    """

    book: str
    deciding: DecidingRules
    separators: Sequence[str] = ()
    letter_separators: Sequence[str] = ()
    not_split: Sequence[str] = ()
    one_name: str | None = None
    pitch: Mapping[str, int] = field(default_factory=dict)
    script: str | None = None
    letter_variants: Mapping[str, str] = field(default_factory=dict)
    token_word: str | None = None
    monikers: Literal["personal", "before-comma", "none"] = "none"
    honorifics: Sequence[str] = ()
    version_marks: Sequence[str] = ()
    numbered_marks: Sequence[str] = ()
    articles: Sequence[str] = ()
    function_words: Sequence[str] = ()
    known_names: Mapping[str, str] = field(default_factory=dict)
    not_personal: Sequence[str] = ()
    personal: Sequence[str] = ()
    spelled: Sequence[str] = ()
    person: Literal["a person", "a champion"] = "a person"
    moniker_keywords: Sequence[str] = ()
    interchangeable: Sequence[Sequence[str]] = ()
    faces: Sequence[CardFaces] = ()
    several_cards: Sequence[str] = ()
    layouts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cards: CardListRules = field(default_factory=CardListRules)
    decided_by: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    other: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    translation: str = "{typed} is read as {english}."
    title: str = "{typed} is printed on {english}."
    restated: Mapping[str, str] = field(default_factory=dict)
    imported: CardList | None = None

    def ids(self, situation: str) -> tuple[str, ...]:
        """The ids of the rules that decide a situation; empty if no rule does."""
        return tuple(self.deciding.ids(self.decided_by.get(situation, ())))

    def in_text(self, text: str) -> str:
        """A text of the book's file, with the id of each rule in place of its key."""
        return self.deciding.in_text(text)

    @cached_property
    def tokens(self) -> Callable[[str], Words]:
        """The function that cuts a name into words; cached, since many questions ask for the same few names."""
        return lru_cache(maxsize=4096)(lambda text: tokens(tidy(text), self.letter_variants))

    def key(self, text: str) -> str:
        """The words of a name as one text, by which it is looked up."""
        return " ".join(self.tokens(text))

    @cached_property
    def listed(self) -> Mapping[str, tuple[str, str | None]]:
        """The shipped names by key, each with its moniker, or with None if it is known to have none."""
        monikers = {**self.known_names, **dict.fromkeys(self.not_personal)}
        return {self.key(name): (name, moniker) for name, moniker in monikers.items()}

    @cached_property
    def _listed_monikers(self) -> Mapping[str, str]:
        """The shipped monikers by key."""
        return {self.key(moniker): moniker for _, moniker in self.listed.values() if moniker}

    def listed_moniker(self, key: str) -> str | None:
        """The moniker with this key, in its listed spelling; None unless it ships, or the user's cards prove it."""
        if shipped := self._listed_monikers.get(key):
            return shipped
        return self.imported.moniker(key) if self.imported else None

    def is_personal(self, key: str) -> bool:
        """Whether a name is listed as a personal name, or as that of a card whose type has a moniker."""
        card = self.card(key)
        has_moniker = card is not None and (card.personal or any(kind in self.cards.heroes for kind in card.kinds))
        return has_moniker or key in map(self.key, self.personal)

    def card(self, key: str) -> Card | None:
        """The card of this name in the user's list; None if it has none, or there is no list."""
        return self.imported.card(key) if self.imported else None

    def is_listed(self, key: str) -> bool:
        """Whether a name or moniker ships or was imported."""
        return key in self.shipped_names or bool(self.listed_moniker(key) or self.card(key))

    @cached_property
    def shipped_names(self) -> Mapping[str, str]:
        """Every name in the book's file, by key."""
        groups = (*self.interchangeable, *(card.names for card in self.faces), self.spelled)
        found = {self.key(name): name for group in (*groups, self.personal) for name in group}
        return found | {key: name for key, (name, _) in self.listed.items()}

    @cached_property
    def all_names(self) -> Mapping[str, str]:
        """Every name that ships or was imported, by key."""
        return {**(self.imported.names() if self.imported else {}), **self.shipped_names}

    @cached_property
    def similar_keys(self) -> SimilarKeys:
        """Finds the keys of listed names by their misspellings."""
        return SimilarKeys(self.all_names)

    @cached_property
    def _monikers_by_letters(self) -> Mapping[str, str]:
        """All monikers by their letters without signs."""
        imported = self.imported.monikers() if self.imported else ()
        spelled = (*imported, *self._listed_monikers.values())
        return {skeleton(self.key(moniker)): moniker for moniker in spelled}

    def with_signs(self, key: str) -> str | None:
        """The listed name or moniker of which `key` leaves out accents, apostrophes or hyphens: `skorna` -> `Skörna`.
        None if `key` is listed itself, or if no name or several names have its letters."""
        if self.is_listed(key):
            return None
        letters = skeleton(key)
        names = [self.all_names[near_key] for near_key in self.similar_keys.with_letters(letters)]
        if not names and letters in self._monikers_by_letters:
            names = [self._monikers_by_letters[letters]]
        return names[0] if len(names) == 1 and leaves_out_signs(key, self.key(names[0])) else None

    def asked_monikers(self, text: str) -> tuple[str, ...]:
        """The monikers that a text asks for: `Bravo` of `Legendary Bravo Specialization`; empty for other texts.
        In a game in which the comma ends a moniker, only known monikers: there the keyword may follow a class, too."""
        words = tidy(text).split(" ")
        keywords = {word.casefold() for word in self.moniker_keywords}
        if len(words) < 2 or words[-1].casefold() not in keywords or self.is_listed(self.key(text)):
            return ()
        monikers = tuple(before_keyword(words, self.cards.before_moniker_keyword))
        are_known = all(self.listed_moniker(self.key(moniker)) for moniker in monikers)
        return () if self.monikers == "before-comma" and not are_known else monikers

    @cached_property
    def _interchangeable_keys(self) -> Mapping[str, frozenset[str]]:
        """The keys that count as one with a key, itself among them."""
        sets = [frozenset(map(self.key, group)) for group in self.interchangeable]
        return {key: group for group in sets for key in group}

    def are_interchangeable(self, a: str, b: str) -> bool:
        """Whether two names, as keys, count as one by the shipped sets or by the user's card list."""
        cards = (self.card(a), b), (self.card(b), a)
        listed = any(card and other in map(self.key, card.interchangeable) for card, other in cards)
        return listed or b in self._interchangeable_keys.get(a, ())

    def layout_of(self, keys: Iterable[str]) -> str | None:
        """The layout of the card that has all these names, by their keys; None if no list has such a card."""
        names = frozenset(keys)
        for shipped in self.faces:
            if names <= set(map(self.key, shipped.names)):
                return shipped.layout
        for key in sorted(names):
            card = self.card(key)
            if card and card.layout and names <= {self.key(face.name) for face in card.faces}:
                return self.layout(card.layout)
        return None

    def layout(self, word: str) -> str | None:
        """The name of a layout, by that name or another word for it; None if the book has no such layout."""
        asked = word.casefold()
        return next((name for name, others in self.layouts.items() if asked == name or asked in others), None)

    @cached_property
    def separator(self) -> re.Pattern[str] | None:
        """A pattern of a separator between names, as the group `mark`; None if the book has no separators.
        The pattern also matches, without the group, the words in names that contain a separator."""
        letter = r"[^\W\d_]"
        marks = [re.escape(mark) for mark in self.separators]
        marks += [f"(?<={letter}){re.escape(mark)}(?={letter})" for mark in self.letter_separators]
        if not marks:
            return None
        any_mark = "|".join(marks)
        words = (word.strip(EDGE_SIGNS) for name in self.not_split for word in name.split())
        unsplit = [rf"(?<!\S){re.escape(word)}(?!\w)" for word in words if re.search(any_mark, word)]
        return re.compile("|".join([*unsplit, f"(?P<mark>{any_mark})"]), re.IGNORECASE)

    @cached_property
    def pitch_note(self) -> re.Pattern[str] | None:
        """A pattern of a pitch note at the end of a name, ` (red)`; None if the game has no pitch."""
        values = map(re.escape, (*self.pitch, *map(str, self.pitch.values())))
        return re.compile(rf" ?\(({'|'.join(values)})\)$", re.IGNORECASE) if self.pitch else None

    @cached_property
    def version_mark(self) -> re.Pattern[str]:
        """A pattern of a whole word that tells one version of a person from another: `Jr`, `MKII`."""
        numbered = "|".join(map(re.escape, self.numbered_marks)) or "(?!)"  # matches nothing
        marks = [*map(re.escape, self.version_marks), rf"(?:{numbered})(?:\W?(?:[ivx]+|\d+))?"]
        return re.compile(f"(?:{'|'.join(marks)})$", re.IGNORECASE)

    def is_honorific(self, word: str) -> bool:
        """Whether a word is a title before a name."""
        return word.casefold() in map(str.casefold, self.honorifics)

    def is_function_word(self, word: str) -> bool:
        """Whether a word is an article, a preposition or the like, which no personal name ends with."""
        return word.casefold() in self.function_words


def before_keyword(words: Sequence[str], before: str | None) -> list[str]:
    """The monikers before a keyword, which is the last word: `Bravo` of `Legendary Bravo Specialization`.
    `before` is a word that may come before them (`Legendary`), None if there is no such word."""
    first = 1 if len(words) > 2 and words[0].casefold() == (before or "").casefold() else 0
    return re.split(" (?:or|and) ", " ".join(words[first:-1]))


def shipped_naming(book: str) -> Mapping[str, Any] | None:
    """The plain value of a book's naming rules with the names in its `cards.yaml`; None if it has no such rules."""
    rules: Mapping[str, Any] | None = data_files.load(book, "names.yaml")
    cards = data_files.load(book, "cards.yaml") if rules is not None else None
    if rules is not None:
        check_keys(book, "names.yaml")
    if rules is None or cards is None:
        return rules
    names = {**cards.get("known_names", {}), **rules.get("known_names", {})}
    without = [name for name in (*rules.get("not_personal", ()), *cards.get("not_personal", ())) if name not in names]
    return {**rules, "known_names": names, "not_personal": without, "spelled": cards.get("spelled", ())}


def shipped_marks() -> Mapping[str, Sequence[str]]:
    """The headings that only the card lists of a game have, by the book of the game."""
    files = {path.parent.name: data_files.load_cached(path) for path in sorted(paths.shipped().glob("*/names.yaml"))}
    return {slug: marks for slug, rules in files.items() if (marks := rules.get("cards", {}).get("marks"))}


def naming_from(book: str, value: Any, imported: CardList | None = None) -> NameRules:
    """The naming rules of a book from the plain value of its file; raises SchemaError with every fault."""
    return read(NameRules, value, f"{book}/names.yaml", book=book, imported=imported, deciding=DecidingRules(book))
