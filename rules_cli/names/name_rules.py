"""What a book says of names, ready to ask: its facts (`names.yaml`), and the user's card list if there is one.

Everything that differs between games is read from here. A book without facts compares names by the words alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from rules_cli.cards.card_list import Card, Cards
from rules_cli.errors import SchemaError
from rules_cli.names.near_misses import Neighbours
from rules_cli.names.normalise import EDGE_SIGNS, Words, cut, tidy


@dataclass(frozen=True, slots=True)
class ListFacts:
    """How a card list of this book is read, and by what it proves a moniker (rules_cli.cards.card_import)."""

    columns: Mapping[str, str] = field(default_factory=dict)
    heroes: Sequence[str] = ()
    persons: Sequence[str] = ()
    moniker_keyword: str | None = None
    before_moniker_keyword: str | None = None


@dataclass(frozen=True)
class NameRules:
    """The naming rules of one book.

    - `separators` stand between the names of one card, `letter_separators` do so only between two letters, and
      `not_split` are names that hold one themselves; `one_name` is the refusal where no card has several.
    - `pitch`: words for a pitch value that may follow a name in brackets, and are no part of it.
    - `script`: why a letter that is not Latin is refused; None where any letter will do.
    - `monikers`: how one is derived: `personal` (a format that is only typical), `before-comma`, or `none`.
    - `interchangeable`: sets of names that count as one. `faces`: sets of names of one card, with their layout.
    - `layouts`: what a card with several names may be, with other words for each; the first is assumed.
    - `decided_by`: the ids of the rules that decide each situation, the deciding one first; `notes` what to add.
    """

    book: str
    separators: Sequence[str] = ()
    letter_separators: Sequence[str] = ()
    not_split: Sequence[str] = ()
    one_name: str | None = None
    pitch: Mapping[str, int] = field(default_factory=dict)
    script: str | None = None
    letter_variants: Mapping[str, str] = field(default_factory=dict)
    token_word: str | None = None
    monikers: str = "none"
    honorifics: Sequence[str] = ()
    version_marks: str = "(?!)"
    articles: Sequence[str] = ()
    function_words: Sequence[str] = ()
    known_names: Sequence[Mapping[str, Any]] = ()
    not_personal: Sequence[str] = ()
    interchangeable: Sequence[Sequence[str]] = ()
    faces: Sequence[Mapping[str, Any]] = ()
    layouts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    cards: ListFacts = ListFacts()
    decided_by: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    translation: str = "{typed} is read as {english}."
    restated: Mapping[str, str] = field(default_factory=dict)
    imported: Cards | None = None

    # --- the names that are listed, by folded words

    @cached_property
    def words(self) -> Callable[[str], Words]:
        """Gives the folded words of a name that is neither split nor pitched; the same few are asked for again."""
        return lru_cache(maxsize=4096)(lambda text: cut(tidy(text), self.letter_variants))

    def key(self, text: str) -> str:
        """The folded words of a name, as a key."""
        return " ".join(self.words(text))

    @cached_property
    def listed(self) -> Mapping[str, tuple[str, str | None]]:
        """The names that ship, with their monikers, None where a name is known to have none."""
        known = {
            self.key(name): (name, moniker) for group in self.known_names for name, moniker in group["names"].items()
        }
        return known | {self.key(name): (name, None) for name in self.not_personal}

    @cached_property
    def _listed_monikers(self) -> Mapping[str, str]:
        return {self.key(moniker): moniker for _, moniker in self.listed.values() if moniker}

    def listed_moniker(self, key: str) -> str | None:
        """A moniker that we list or the user's cards prove, as it is spelled there."""
        found = self._listed_monikers.get(key)
        return found if found or not self.imported else self.imported.moniker(key)

    def card(self, key: str) -> Card | None:
        """What the user's card list says of a name."""
        return self.imported.card(key) if self.imported else None

    def is_listed(self, key: str) -> bool:
        """Whether a name (or a moniker) is one that we list or the user imported."""
        return key in self.shipped_names or bool(self.listed_moniker(key) or self.card(key))

    @cached_property
    def shipped_names(self) -> Mapping[str, str]:
        """Every name that our facts hold, by key."""
        groups: Iterable[Sequence[str]] = (*self.interchangeable, *(card["names"] for card in self.faces))
        return {self.key(n): n for group in groups for n in group} | {k: name for k, (name, _) in self.listed.items()}

    @cached_property
    def all_names(self) -> Mapping[str, str]:
        """Every name that we list or the user imported, by key."""
        return {**(self.imported.names() if self.imported else {}), **self.shipped_names}

    @cached_property
    def neighbours(self) -> Neighbours:
        """The same names, by their misspellings."""
        return Neighbours(self.all_names)

    @cached_property
    def same_by_list(self) -> Mapping[str, frozenset[str]]:
        """Interchangeable names: each key with its whole set."""
        sets = [frozenset(map(self.key, group)) for group in self.interchangeable]
        return {key: group for group in sets for key in group}

    @cached_property
    def _cards_of(self) -> Mapping[str, list[tuple[frozenset[str], str]]]:
        found: dict[str, list[tuple[frozenset[str], str]]] = {}
        for card in self.faces:
            names = frozenset(map(self.key, card["names"]))
            for key in names:
                found.setdefault(key, []).append((names, card["layout"]))
        return found

    def layout_of(self, keys: Iterable[str]) -> str | None:
        """The layout of the card that has all these names, where we or the user's list know it."""
        names = frozenset(keys)
        one = next(iter(names))
        shipped = (layout for card, layout in self._cards_of.get(one, ()) if names <= card)
        if found := next(shipped, None):
            return found
        card = self.card(one)
        return self.layout(card.layout) if card and card.layout and names <= set(map(self.key, card.faces)) else None

    def layout(self, word: str) -> str | None:
        """A layout by its name or another word for it; None for a word that the book has no layout for."""
        asked = word.casefold()
        return next((name for name, others in self.layouts.items() if asked == name or asked in others), None)

    # --- the parts of a name, by pattern

    @cached_property
    def separator(self) -> re.Pattern[str] | None:
        """Finds what stands between the names of one card, as the group `mark`; None where nothing does."""
        letter = r"[^\W\d_]"
        marks = [re.escape(mark) for mark in self.separators]
        marks += [f"(?<={letter}){re.escape(mark)}(?={letter})" for mark in self.letter_separators]
        if not marks:
            return None
        words = (word.strip(EDGE_SIGNS) for name in self.not_split for word in name.split())
        whole = [re.escape(word) for word in words if re.search("|".join(marks), word)]
        kept = [rf"(?<!\S){word}(?!\w)" for word in whole]
        return re.compile("|".join([*kept, f"(?P<mark>{'|'.join(marks)})"]), re.IGNORECASE)

    @cached_property
    def pitch_note(self) -> re.Pattern[str] | None:
        """Finds a pitch note at the end of a name; None where the game has no pitch."""
        values = map(re.escape, (*self.pitch, *map(str, self.pitch.values())))
        return re.compile(rf" ?\(({'|'.join(values)})\)$", re.IGNORECASE) if self.pitch else None

    def pitch_value(self, word: str) -> int:
        """The pitch value that a note's word stands for."""
        return self.pitch.get(word.casefold()) or int(word)

    @cached_property
    def version_mark(self) -> re.Pattern[str]:
        """Matches a word that tells one version of a person from another, `MKII`."""
        return re.compile(self.version_marks)

    def is_honorific(self, word: str) -> bool:
        """Whether a folded word is a title before a name."""
        return word in self._honorifics

    @cached_property
    def _honorifics(self) -> frozenset[str]:
        return frozenset(map(self.key, self.honorifics))


def naming_from(book: str, facts: Mapping[str, Any] | None, imported: Cards | None = None) -> NameRules:
    """The naming rules of a book from its facts, parsed; raises SchemaError on a key that there is not."""
    facts = dict(facts or {})
    try:
        cards = ListFacts(**facts.pop("cards", {}))
        naming = NameRules(book=book, cards=cards, imported=imported, **facts)
    except TypeError as error:
        raise SchemaError(f"{book}/names.yaml: {error}") from None
    if naming.monikers not in ("personal", "before-comma", "none"):
        raise SchemaError(f"{book}/names.yaml: monikers is {naming.monikers!r}; use personal, before-comma or none")
    return naming
