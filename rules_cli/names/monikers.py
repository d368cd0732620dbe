"""Which moniker a name gives, and how sure that is.

A rulebook's format of a personal name is only typical, and no text shows whether a name is personal at all. So a
list is asked first, and the rest derived from clear signs only: an unknown moniker costs a judge a moment, a wrong
one a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import EDGE_SIGNS
from rules_cli.names.reading import Side

Confidence = Literal["known", "derived", "unknown"]
_SEPARATING_COMMA = re.compile(r",(?!(?<=\d,)\d)")


@dataclass(frozen=True, slots=True)
class Moniker:
    """The moniker of a name, None where it has none or we cannot know it.

    `known`: listed, or proven by a card list; `derived`: from the form of the name; `unknown`: no sign either way,
    and `if_personal` are the readings if it is a personal name.
    """

    moniker: str | None
    confidence: Confidence
    if_personal: tuple[str, ...] = ()


NONE = Moniker(None, "known")


def moniker_of(side: Side, naming: NameRules, personal: bool | None = None) -> Moniker:
    """The moniker of a name in its book; `personal` is the user's word that it is a personal name, or is none."""
    return _MECHANISMS[naming.monikers](side, naming, personal)


def _no_monikers(side: Side, naming: NameRules, personal: bool | None) -> Moniker:  # noqa: ARG001
    return NONE


def _before_comma(side: Side, naming: NameRules, personal: bool | None) -> Moniker:
    """A champion's Name, all that stands before the comma (Grand Archive, name.5.1)."""
    if listed := _from_list(side, naming):
        return listed
    head, commas = head_of(side.text)
    name = name_proper(head, naming)[0]
    if personal is False:
        return NONE
    return Moniker(" ".join(name), "derived") if commas and name else Moniker(None, "derived")


def _personal(side: Side, naming: NameRules, personal: bool | None) -> Moniker:
    """The moniker of a personal name (Flesh and Blood, 2.7.3): listed, or by its form."""
    listed = _from_list(side, naming)
    if listed and not (personal and listed.confidence == "derived"):
        return listed
    if personal is False:
        return NONE
    found = _by_form(side, naming)
    card = naming.card(side.key)
    vouched = personal or (card is not None and card.personal)
    if vouched and found.moniker is None and found.if_personal:
        return Moniker(found.if_personal[0], "derived", found.if_personal[1:])
    return found


def _from_list(side: Side, naming: NameRules) -> Moniker | None:
    """What our list or the user's says; a name that is itself a listed moniker is its own."""
    if side.key in naming.listed:
        return Moniker(naming.listed[side.key][1], "known")
    card = naming.card(side.key)
    if card and card.confidence == "known":
        return Moniker(card.moniker, "known")
    if moniker := naming.listed_moniker(side.key):
        return Moniker(moniker, "known")
    return Moniker(None, "derived") if card and card.confidence == "derived" else None


def _by_form(side: Side, naming: NameRules) -> Moniker:
    """The derivation, first sign first. A comma and one word, or a title of honour, are signs; nothing else is."""
    head, commas = head_of(side.text)
    words, titled, alone = name_proper(head, naming)
    if alone:
        return Moniker(words[0], "derived")
    if not words or commas > 1:  # it reads as a list
        return Moniker(None, "unknown")
    if moniker := naming.listed_moniker(naming.key(" ".join(words))):
        return Moniker(moniker, "derived")
    first, whole = words[0], " ".join(words)
    if commas and (len(words) == 1 or (len(words) == 2 and first.casefold() in naming.articles)):
        return Moniker(whole, "derived")
    if commas and titled:
        return Moniker(first, "derived", (whole,))
    if not commas and titled and len(words) <= 2 and not any(is_function_word(word, naming) for word in words):
        return Moniker(first, "derived")
    readings = [whole] if is_function_word(first, naming) else [first, whole]
    return Moniker(None, "unknown", tuple(dict.fromkeys(readings)))


def head_of(text: str) -> tuple[list[str], int]:
    """The words before the first separating comma, and how many such commas there are."""
    head, *rest = _SEPARATING_COMMA.split(text.strip(f"{EDGE_SIGNS} "))
    words = [word.strip(EDGE_SIGNS) for word in head.split(" ")]
    return [word for word in words if word not in ("", "-")], len(rest)


def name_proper(head: list[str], naming: NameRules) -> tuple[list[str], bool, bool]:
    """The head less titles before it and version marks behind; whether it had a title; whether one is all there is."""
    words = list(head)
    while len(words) > 1 and _is_honorific(words[0], naming) and not is_function_word(words[1], naming):
        words.pop(0)
    titled = len(words) < len(head)
    while len(words) > 1 and naming.version_mark.match(words[-1]):
        words.pop()
    return words, titled, len(words) == 1 and _is_honorific(words[0], naming)


def _is_honorific(word: str, naming: NameRules) -> bool:
    return naming.is_honorific(word.casefold())


def is_function_word(word: str, naming: NameRules) -> bool:
    return word.casefold() in naming.function_words


_MECHANISMS: Mapping[str, Callable[[Side, NameRules, bool | None], Moniker]] = {
    "personal": _personal,
    "before-comma": _before_comma,
    "none": _no_monikers,
}


def paired(a: Moniker, b: Moniker, side_a: Side, side_b: Side, naming: NameRules) -> tuple[Moniker, Moniker]:
    """The pair rule: a name that is, whole, the other's moniker takes that moniker: a hero's young form and the adult.

    One that is known to have none keeps it.
    """
    return _lent(a, side_a, b, naming), _lent(b, side_b, a, naming)


def _lent(own: Moniker, side: Side, other: Moniker, naming: NameRules) -> Moniker:
    if own.moniker is None and own.confidence != "known" and other.moniker and naming.key(other.moniker) == side.key:
        return replace(own, moniker=other.moniker, confidence="derived", if_personal=())
    return own
