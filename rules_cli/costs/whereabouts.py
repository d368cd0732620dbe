"""Whose the things of a question are: those of another player than the one who pays neither pay nor count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Literal

from rules_cli.costs.tokens import is_form

Whose = Literal["", "own", "other"]
"""Of the player who pays, of another one, or not said."""
Classes = Mapping[str, frozenset[str]]
_STOPS = (",", ";", ".")


def holder_before(words: Sequence[str], classes: Classes) -> Whose:
    """Return whose a thing is that is named right behind some words: `opponent controls`, `my own`; "" if these do not
    say it. A word with a comma or the like ends a part of the question."""
    small = _union(classes, "fillers", "joints", "articles", "opening", "cost", "there", "owns", "zones")
    for word in map(str.lower, reversed(words)):
        if word in classes["opponents"]:
            return "other"
        if word in classes["own"]:
            return "own"
        is_act = any(is_form(verb, word) for verb in classes["plays"])  # `opponent played 2 attacks`
        if word.endswith(_STOPS) or not (is_act or word in small - classes["using"]):
            break
    return ""


def holder(words: Sequence[str], start: int, end: int, classes: Classes) -> Whose:
    """Return whose a thing is by the words right behind its places, else by those before; "" if they do not say it."""
    behind = "" if words[end - 1].endswith(_STOPS) else holder_behind(words[end:], classes)
    return behind or holder_before(words[:start], classes)


# Complexity: the player is before a verb, a zone or the end.
def holder_behind(words: Sequence[str], classes: Classes) -> Whose:
    """Return whose a thing is that is named right before some words: `in my opponent's graveyard`, `on my side`,
    `opponent controls`; "" if these do not say it."""
    links = _union(classes, "joints", "opening", "by", "articles", "owns", "nouns", "zones")
    last = len([*takewhile(lambda word: not word.endswith(_STOPS), words)])
    part = [*(word.lower().rstrip("".join(_STOPS)) for word in words[: last + 1]), "", ""]
    places = classes["zones"] | classes["sides"] | {""}
    for at, key in enumerate(part):
        is_other = key in classes["opponents"]
        is_other = is_other or (key in classes["theirs"] and part[at + 1] in classes["sides"])  # `on his side`
        if is_other or (key in classes["own"] and part[at + 1] not in classes["opponents"] | classes["owns"]):
            is_verb = part[at + 1] in classes["objects"] and not part[at + 2]  # `that my opponent controls`
            is_place = part[at + 1] in places and any(each in links for each in part[:at])
            return "" if not (is_verb or is_place) else "other" if is_other else "own"
        if key not in links | classes["own"] | classes["relatives"] | {"that"}:
            return ""
    return ""


# Complexity: the owner is before the spells, behind them, or behind the amount.
def acted_on(before: Sequence[str], behind: Sequence[str], classes: Classes) -> tuple[Whose, int]:
    """Return whose spells a change acts on, by the words of its part before and behind it, and the place of the first
    of the words before it that say so: `my opponent's spells cost`, `spells my opponents cast`, `for my opponent`."""
    owners = classes["opponents"] | classes["own"]
    whose: Whose = ""
    at, after = len(before), [*map(str.lower, behind)]
    nouns = classes["cards"] | classes["acted on"]
    for place, word in enumerate(after[:-1]):
        if word in classes["opening"] and after[place + 1] in owners:
            end = next((here for here in range(place + 1, len(after)) if after[here] not in owners), len(after))
            if end == len(after) or any(is_form(noun, after[end]) for noun in nouns):
                return ("other" if classes["opponents"].intersection(after[place:end]) else "own"), at
    small = _union(classes, "cost", "states", "by", "fillers") - owners
    heads = nouns | classes["plays"]
    while at and before[at - 1].lower() in small and not any(is_form(head, before[at - 1].lower()) for head in heads):
        at -= 1
    is_said = not (classes["cost"] | classes["states"]).isdisjoint(map(str.lower, before[at:]))
    if is_said and at and any(is_form(verb, before[at - 1].lower()) for verb in classes["plays"]):
        whose, at = holder_before(before[: at - 1], classes), at - 1
        while at and before[at - 1].lower() in owners | classes["relatives"] | {"that"}:
            at -= 1
    if not (is_said and at and any(is_form(noun, before[at - 1].lower()) for noun in nouns)):
        return "", len(before)
    start = at - 1
    while start and before[start - 1].lower() in classes["nouns"] - owners:
        start -= 1
    whose = whose or holder_before(before[:start], classes)
    while start and before[start - 1].lower() in owners:
        start -= 1
    return whose, start


def payer(words: Sequence[str], classes: Classes) -> Whose:
    """Return "other" if some words say that another player casts or pays, `my opponent casts 3UU`; else "own"."""
    small = _union(classes, "fillers", "joints", "articles", "pronouns", "using", "paid") - classes["cost"]
    verbs = (classes["plays"] | classes["paid"]) - classes["cost"]  # not `my opponent's spells cost 1 more`
    for at, word in enumerate(words):
        verb, following = word.lower().rstrip("".join(_STOPS)), [*words, ","][at + 1].lower()
        is_of_base = word.endswith(_STOPS) or following in small or following[0] in "{0123456789,"
        is_verb = is_of_base and any(is_form(each, verb) for each in verbs)
        if is_verb and holder_before(words[:at], classes) == "other":
            return "other"
    return "own"


def _union(classes: Classes, *names: str) -> frozenset[str]:
    """Return the words of several classes."""
    return frozenset().union(*(classes[name] for name in names))
