"""Tell which moniker a name gives, and how sure that is.

Nothing in a name shows whether it is a personal name, and a format of personal names is only typical. So the lists
are asked first, and the rest is derived from clear signs only: an unknown moniker costs a judge a moment, a wrong one
a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from rules_cli.cards.card import Card
from rules_cli.cards.spelling import COMMA, EDGE_SIGNS
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import Side


class Moniker(NamedTuple):
    """The moniker of a name; None if it has none, or if that is not known.
    `known`: listed, or proven by a card list. `derived`: from the form of the name. `unknown`: nothing shows whether it
    is a personal name; `if_personal` has the monikers that it may have then."""

    moniker: str | None
    confidence: Literal["known", "derived", "unknown"]
    if_personal: tuple[str, ...] = ()


NO_MONIKER = Moniker(None, "known")


def moniker_of(side: Side, naming: NameRules, personal: bool | None = None) -> Moniker:
    """The moniker of a name, `Boltyn` of `Ser Boltyn, Breaker of Dawn`: the listed one, else by the form of the name.
    `personal` is the user's word that this is, or is not, a personal name."""
    if naming.monikers == "none":
        return NO_MONIKER
    listed = _from_list(side, naming)
    if listed and not (personal and listed.confidence == "derived"):
        return listed
    if personal is False:
        return NO_MONIKER
    if naming.monikers == "personal":
        card = naming.card(side.key)
        return _from_form(side, naming, is_personal=bool(personal or (card and card.personal)))
    head, commas = head_of(side.text)
    if not commas:
        return Moniker(None, "derived")
    before_comma = " ".join(name_proper(head, naming))
    may_be_of_any_card = personal or not naming.cards.heroes  # else only cards of some types have a moniker
    return Moniker(before_comma, "derived") if may_be_of_any_card else Moniker(None, "unknown", (before_comma,))


# Complexity: one condition for each list that may have the name.
def _from_list(side: Side, naming: NameRules) -> Moniker | None:
    """The moniker of a name by the shipped lists and the user's card list; None if they do not tell."""
    if side.key in naming.listed:
        return Moniker(naming.listed[side.key][1], "known")
    if proven := naming.imported.proven(side.key) if naming.imported else None:
        return Moniker(proven, "known")
    card = naming.card(side.key)
    if card and card.personal is False:
        return NO_MONIKER
    if moniker := naming.listed_moniker(side.key):
        return Moniker(moniker, "known")
    rules = naming.cards
    if not card or card.personal or not card.kinds or ("," in side.text and rules.persons):
        return None
    may_be_personal = is_one_of(card, [*(rules.persons or rules.heroes), *rules.open])
    return None if may_be_personal else Moniker(None, "derived")


def is_one_of(card: Card, types: Iterable[str]) -> bool:
    """Whether a card has one of these types."""
    words = {kind.casefold() for kind in card.kinds}
    return any(kind.casefold() in words for kind in types)


# Complexity: one condition for each sign that a form may have.
def _from_form(side: Side, naming: NameRules, is_personal: bool) -> Moniker:
    """The moniker that the form of a name gives: the words before the comma, without titles and version marks. If a
    name has no comma and no title, only a personal name has a moniker: its first word, or perhaps all words."""
    head, commas = head_of(side.text)
    words = name_proper(head, naming)
    if len(words) == 1 and naming.is_honorific(words[0]):  # the title is all there is
        return Moniker(words[0], "derived")
    if not words or commas > 1:  # the name reads as a list
        return Moniker(None, "unknown")
    whole = " ".join(words)
    if listed := naming.listed_moniker(naming.key(whole)):
        return Moniker(listed, "derived")
    # only two signs show a personal name: a comma after one word, and a title
    if commas and (len(words) == 1 or (len(words) == 2 and words[0].casefold() in naming.articles)):
        return Moniker(whole, "derived")
    is_titled = words != head[: len(words)]
    is_first_and_last = len(words) <= 2 and not any(map(naming.is_function_word, words))
    if is_titled and (commas or is_first_and_last):
        return Moniker(words[0], "derived", (whole,) if commas else ())
    possible = (whole,) if len(words) == 1 or naming.is_function_word(words[0]) else (words[0], whole)
    return Moniker(possible[0], "derived", possible[1:]) if is_personal else Moniker(None, "unknown", possible)


def head_of(text: str) -> tuple[list[str], int]:
    """The words before the first separating comma, and how many such commas there are."""
    head, *rest = COMMA.split(text.strip(f"{EDGE_SIGNS} "))
    words = [word.strip(EDGE_SIGNS) for word in head.split(" ")]
    return [word for word in words if word not in ("", "-")], len(rest)


def name_proper(head: list[str], naming: NameRules) -> list[str]:
    """The words without titles at the beginning and version marks at the end; one word stays.
    A title before a function word stays, too."""
    start, end = 0, len(head)
    while start + 1 < end and naming.is_honorific(head[start]) and not naming.is_function_word(head[start + 1]):
        start += 1
    while end > start + 1 and naming.version_mark.match(head[end - 1]):
        end -= 1
    return head[start:end]


def shared_reading(a: Side, b: Side, naming: NameRules) -> Moniker | None:
    """The moniker that two personal names share wherever it ends: their words before the comma are the same.
    None if these words differ, or if one of the two is not known to be a personal name."""
    head_a, head_b = (" ".join(name_proper(head_of(side.text)[0], naming)) for side in (a, b))
    are_personal = naming.is_personal(a.key) and naming.is_personal(b.key)
    return Moniker(head_a, "derived") if are_personal and naming.key(head_a) == naming.key(head_b) else None


def borrow_moniker(own: Moniker, side: Side, other: Moniker, naming: NameRules) -> Moniker:
    """The moniker of a name in a pair: its own, or that of the other name if the name is nothing but that moniker.
    Thus a hero's young form, `Bravo`, has the adult's moniker. A name that is known to have no moniker borrows none."""
    if own.moniker or own.confidence != "unknown" or not other.moniker or naming.key(other.moniker) != side.key:
        return own
    return Moniker(other.moniker, "derived")


def same_spelling(a: Moniker, b: Moniker, naming: NameRules) -> tuple[Moniker, Moniker] | None:
    """Two equal monikers, both in the better of their spellings; None if they differ."""
    if not a.moniker or not b.moniker or naming.key(a.moniker) != naming.key(b.moniker):
        return None
    # with capitals, but not only capitals
    best = min(a.moniker, b.moniker, key=lambda spelled: (spelled.islower(), spelled.isupper(), spelled))
    return a._replace(moniker=best), b._replace(moniker=best)
