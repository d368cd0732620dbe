"""Whose the things of a question are: those of another player than the one who pays neither pay nor count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Literal

from rules_cli.costs.tokens import is_form

Whose = Literal["", "own", "other"]
"""Of the player who pays, of another one, or not said."""
Classes = Mapping[str, frozenset[str]]
STOPS = (",", ";", ".")
_FAR = 6  # words from a thing up to its zone


def holder_before(words: Sequence[str], classes: Classes) -> Whose:
    """Return whose a thing is that is named right behind some words: `opponent controls`, `my own`; "" if these do not
    say it. A word with a comma or the like ends a part of the question."""
    small = words_of(classes, "fillers", "joints", "articles", "opening", "cost", "there", "owns", "zones")
    for word in map(str.lower, reversed(words)):
        if word in classes["opponents"]:
            return "other"
        if word in classes["own"]:
            return "own"
        is_act = any(is_form(verb, word) for verb in classes["plays"])  # `opponent played 2 attacks`
        if word.endswith(STOPS) or not (is_act or word in small - classes["using"]):
            break
    return ""


def holder(words: Sequence[str], start: int, end: int, classes: Classes) -> Whose:
    """Return whose a thing is by the words right behind its places, else by those before; "" if they do not say it."""
    behind = "" if words[end - 1].endswith(STOPS) else holder_behind(words[end:], classes)
    return behind or holder_before(words[:start], classes)


# Complexity: the player is before a verb, a zone or the end.
def holder_behind(words: Sequence[str], classes: Classes) -> Whose:
    """Return whose a thing is that is named right before some words: `in my opponent's graveyard`, `on my side`,
    `opponent controls`; "" if these do not say it."""
    links = words_of(classes, "joints", "opening", "by", "articles", "owns", "nouns", "zones", "casting")
    last = len([*takewhile(lambda word: not word.endswith(STOPS), words)])
    part = [*(word.lower().rstrip("".join(STOPS)) for word in words[: last + 1]), "", ""]
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


def start_of_holder(words: Sequence[str], at: int, classes: Classes) -> int:
    """Return the place of the first of the words before a place that say whose a thing is, `my opponent played`."""
    small = words_of(classes, "fillers", "joints", "articles", "opening", "cost", "own", "opponents", "there")
    while at and not words[at - 1].endswith(STOPS):
        word = words[at - 1].lower().removesuffix("'s")
        if word not in small - classes["ands"] and not any(is_form(verb, word) for verb in classes["plays"]):
            break
        at -= 1
    return at


def acted_on(before: Sequence[str], behind: Sequence[str], classes: Classes) -> tuple[Whose, int]:
    """Return whose spells a change acts on, by the words of its part before and behind it, and the place of the first
    of the words before it that say so: `my opponent's spells cost`, `spells my opponents cast`, `for my opponent`."""
    before, owners = [*map(str.lower, before)], classes["opponents"] | classes["own"]
    whose = _acted_on_behind([*map(str.lower, behind)], classes)
    small = words_of(classes, "cost", "states", "by", "fillers", "owns") - owners
    nouns = words_of(classes, "acted on", "cards", "plays", "nouns") - owners
    at = next((at for at in reversed(range(len(before))) if before[at] in owners), -1)
    is_read = all(word in small or any(is_form(noun, word) for noun in nouns) for word in before[at + 1 :])
    start = _start_of(before, at + 1, owners)
    is_of_cost = not {*before[max(start - 1, 0) :]}.isdisjoint(classes["cost"] | classes["states"])
    if whose or at < 0 or not (is_read and is_of_cost) or {*before} & (classes["itself"] | classes["makers"]):
        return whose, len(before)  # no `it`: `my opponent's card makes it cost 1 more`
    whose = "own" if classes["opponents"].isdisjoint(before[start : at + 1]) else "other"
    return whose, _start_of(before, start, owners | nouns | classes["relatives"] | classes["inside names"] | {"that"})


def _acted_on_behind(behind: Sequence[str], classes: Classes) -> Whose:
    """Return whose spells a change acts on by the words behind it, `for my opponent's spells`; "" if none say it."""
    owners, nouns = classes["opponents"] | classes["own"], classes["cards"] | classes["acted on"]
    for place, (word, following) in enumerate(pairwise(behind), 1):
        if word in classes["opening"] and following in owners:
            end = next((here for here in range(place, len(behind)) if behind[here] not in owners), len(behind))
            if end == len(behind) or any(is_form(noun, behind[end]) for noun in nouns):
                return "other" if classes["opponents"].intersection(behind[place:end]) else "own"
    return ""


def _start_of(words: Sequence[str], end: int, small: frozenset[str]) -> int:
    """Return the place of the first of the words right before a place that are all among some words."""
    while end and words[end - 1] in small:
        end -= 1
    return end


# Complexity: what follows the verb says whether it is about the cost.
def payer(words: Sequence[str], classes: Classes) -> Whose:
    """Return "other" if some words say that another player casts or pays, `my opponent casts 3UU`; else "own"."""
    small = words_of(classes, "fillers", "joints", "articles", "pronouns", "using", "paid") - classes["cost"]
    verbs = (classes["plays"] | classes["paid"]) - classes["cost"]  # not `my opponent's spells cost 1 more`
    sized = small | classes["cost"] | classes["sizes"] | classes["opening"]
    rest = [*map(str.lower, words[1:]), ",", ","]
    for at, word in enumerate(words):
        verb, (following, after) = word.lower().rstrip("".join(STOPS)), rest[at : at + 2]
        is_thing = after not in sized or (after in classes["nouns"] and after.endswith("s"))
        is_number = following.isdigit() and after[0].isalpha() and is_thing  # `opponent played 2 attacks`
        is_of_base = word.endswith(STOPS) or following in small or (following[0] in "{0123456789," and not is_number)
        is_verb = is_of_base and any(is_form(each, verb) for each in verbs)
        if (is_verb and holder_before(words[:at], classes) == "other") or _is_cast_by_another(words, at, classes):
            return "other"
    return "own"


def _is_cast_by_another(words: Sequence[str], at: int, classes: Classes) -> bool:
    """Whether the words behind a verb or a cost say that another player casts it: `cast by my opponent`, `4 of my
    opponent`."""
    verb, links = words[at].lower(), classes["inside names"] - words_of(classes, "ands", "articles", "opening")
    if any(is_form(each, verb) for each in classes["plays"]):
        links = classes["by"]
    elif verb[:1] not in "{0123456789":
        return False
    end = next((past for past in range(at, len(words)) if words[past].endswith(STOPS)), len(words))
    first, *between = [word.lower().rstrip("".join(STOPS)) for word in words[at + 1 : end + 1]] or [""]
    small = words_of(classes, "articles", "own")
    return first in links and between[-1:] != [] and between[-1] in classes["opponents"] and {*between[:-1]} <= small


def zone_behind(words: Sequence[str], start: int, classes: Classes, *places: str) -> tuple[str, int]:
    """Return the zone behind a place with only small words between, `in my graveyard`, and the place after it; "" if
    none is there. `places` are the classes of words for zones."""
    small = words_of(classes, "fillers", "joints", "articles", "opening", "own", "owns", "opponents", "theirs", "nouns")
    for at in range(start, min(start + _FAR, len(words))):
        word = words[at].lower().rstrip("".join(STOPS))
        if at and words[at - 1].endswith(STOPS):
            break
        if word in words_of(classes, *places):
            return word, at + 1
        if word not in small:
            break
    return "", start


def words_of(classes: Classes, *names: str) -> frozenset[str]:
    """Return the words of several classes."""
    return frozenset().union(*(classes[name] for name in names))
