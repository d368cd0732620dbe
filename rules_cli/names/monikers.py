"""Tell which moniker a name gives, and how sure that is.

Nothing in a name shows whether it is a personal name, and a format of personal names is only typical. So the lists
are asked first, and the rest is derived from clear signs only: an unknown moniker costs a judge a moment, a wrong one
a game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import EDGE_SIGNS
from rules_cli.names.read import Side

Confidence = Literal["known", "derived", "unknown"]
_SEPARATING_COMMA = re.compile(r",(?!(?<=\d,)\d)")


@dataclass(frozen=True, slots=True)
class Moniker:
    """The moniker of a name, None if it has none or none can be told.

    `known`: listed, or proven by a card list. `derived`: from the form of the name. `unknown`: no sign either way;
    `if_personal` then has the possible monikers if it is a personal name.
    """

    moniker: str | None
    confidence: Confidence
    if_personal: tuple[str, ...] = ()


NO_MONIKER = Moniker(None, "known")


def moniker_of(side: Side, naming: NameRules, personal: bool | None = None) -> Moniker:
    """The moniker of a name; `personal` is the user's word that this is, or is not, a personal name."""
    if naming.monikers == "personal":
        return _from_personal_name(side, naming, personal)
    if naming.monikers == "before-comma":
        return _from_words_before_comma(side, naming, personal)
    return NO_MONIKER


def _from_personal_name(side: Side, naming: NameRules, personal: bool | None) -> Moniker:
    """The moniker of a name that may be personal: listed, else derived from its form."""
    listed = _from_list(side, naming)
    if listed and not (personal and listed.confidence == "derived"):
        return listed
    if personal is False:
        return NO_MONIKER
    derived = _from_form(side, naming)
    card = naming.card(side.key)
    is_personal = personal or (card is not None and card.personal)
    if is_personal and derived.moniker is None and derived.if_personal:
        return Moniker(derived.if_personal[0], "derived", derived.if_personal[1:])
    return derived


def _from_words_before_comma(side: Side, naming: NameRules, personal: bool | None) -> Moniker:
    """The moniker of a name of the form `Moniker, Title`: listed, else all words before the comma."""
    listed = _from_list(side, naming)
    if listed:
        return listed
    if personal is False:
        return NO_MONIKER
    head, commas = head_of(side.text)
    words = name_proper(head, naming)
    return Moniker(" ".join(words), "derived") if commas and words else Moniker(None, "derived")


def _from_list(side: Side, naming: NameRules) -> Moniker | None:
    """The moniker by the shipped or imported list; a listed moniker is its own moniker."""
    if side.key in naming.listed:
        return Moniker(naming.listed[side.key][1], "known")
    card = naming.card(side.key)
    if card and card.confidence == "known":
        return Moniker(card.moniker, "known")
    if moniker := naming.listed_moniker(side.key):
        return Moniker(moniker, "known")
    return Moniker(None, "derived") if card and card.confidence == "derived" else None


# --- the form of a name


def _from_form(side: Side, naming: NameRules) -> Moniker:
    """The moniker by the form of the name, first sign first. Only a comma after one word and a title are signs."""
    head, commas = head_of(side.text)
    untitled = strip_titles(head, naming)
    words = _strip_version_marks(untitled, naming)
    if len(words) == 1 and naming.is_honorific(words[0]):  # the title is all there is
        return Moniker(words[0], "derived")
    if not words or commas > 1:  # the name reads as a list
        return Moniker(None, "unknown")
    whole = " ".join(words)
    if moniker := naming.listed_moniker(naming.key(whole)):
        return Moniker(moniker, "derived")
    is_titled = len(untitled) < len(head)
    derived = _before_suffix(words, is_titled, naming) if commas else _without_suffix(words, is_titled, naming)
    if derived:
        return derived
    starts_with_function_word = naming.is_function_word(words[0])
    readings = [whole] if starts_with_function_word or len(words) == 1 else [words[0], whole]
    return Moniker(None, "unknown", tuple(readings))


def _before_suffix(words: list[str], is_titled: bool, naming: NameRules) -> Moniker | None:
    """The moniker if a comma and a suffix follow the words."""
    whole = " ".join(words)
    if len(words) == 1 or (len(words) == 2 and words[0].casefold() in naming.articles):
        return Moniker(whole, "derived")
    return Moniker(words[0], "derived", (whole,)) if is_titled else None


def _without_suffix(words: list[str], is_titled: bool, naming: NameRules) -> Moniker | None:
    """The moniker if the words are the whole name."""
    if is_titled and len(words) <= 2 and not any(map(naming.is_function_word, words)):
        return Moniker(words[0], "derived")
    return None


def head_of(text: str) -> tuple[list[str], int]:
    """The words before the first separating comma, and how many such commas there are."""
    head, *rest = _SEPARATING_COMMA.split(text.strip(f"{EDGE_SIGNS} "))
    words = [word.strip(EDGE_SIGNS) for word in head.split(" ")]
    return [word for word in words if word not in ("", "-")], len(rest)


def name_proper(head: list[str], naming: NameRules) -> list[str]:
    """The words without titles at the beginning and version marks at the end."""
    return _strip_version_marks(strip_titles(head, naming), naming)


def strip_titles(words: list[str], naming: NameRules) -> list[str]:
    """The words without titles at the beginning; a title stays if no word or a function word follows it."""
    start = 0
    while (
        start + 1 < len(words) and naming.is_honorific(words[start]) and not naming.is_function_word(words[start + 1])
    ):
        start += 1
    return words[start:]


def _strip_version_marks(words: list[str], naming: NameRules) -> list[str]:
    end = len(words)
    while end > 1 and naming.version_mark.match(words[end - 1]):
        end -= 1
    return words[:end]


# --- two names


def borrow_moniker(own: Moniker, side: Side, other: Moniker, naming: NameRules) -> Moniker:
    """The moniker of a name in a pair: a name that is, whole, the other's moniker has that moniker too.

    So a hero's young form shares the adult's moniker. A name known to have no moniker borrows none.
    """
    if own.moniker or own.confidence == "known" or not other.moniker or naming.key(other.moniker) != side.key:
        return own
    return Moniker(other.moniker, "derived")


def same_spelling(a: Moniker, b: Moniker, naming: NameRules) -> tuple[Moniker, Moniker] | None:
    """Two equal monikers in the better of their spellings, None if they differ."""
    if not a.moniker or not b.moniker or naming.key(a.moniker) != naming.key(b.moniker):
        return None
    best = min(a.moniker, b.moniker, key=lambda spelled: (spelled.islower(), spelled.isupper(), spelled))
    return replace(a, moniker=best), replace(b, moniker=best)
