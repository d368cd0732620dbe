"""The names that a policy has for its own penalties: `Penalty: Fine`, `Penalties: Reminder, Warning, Ban`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from rules_cli.parse.penalty_words import begins_with_condition, clause_pattern, pattern_of
from rules_cli.text import fold
from rules_cli.words import any_of, words

_FEWEST = 2  # values behind a label, and penalties of a list beside a usual one: one may be part of a sentence
_LONGEST = 4  # words of a name
_LEVEL_SIGNS = (":", "|", "–", "—", "-", "/")  # between a level and its penalty
_ORDERED = r"(?P<before>[^.:\n]{0,80}):\s(?P<names>[^.:;\n]{3,200})"  # `Our penalties, from the mildest: Reminder, …`


def house_penalties(lines: Iterable[str]) -> tuple[str, ...]:
    """Return the usual penalties, then those that some lines name behind the label of a penalty or in a list of
    penalties."""
    labelled, listed, count = list[str](), list[str](), 0
    for line in lines:
        if ":" not in line:
            continue
        if value := _labelled().match(line):
            count += value["repeated"] is None
            labelled.append(value["value"])
        elif found := _ordered().search(line):
            listed += _names_in(found["names"])
    values = map(_name_of, labelled) if count >= _FEWEST else ()
    return tuple(dict.fromkeys((*words("penalties"), *listed, *filter(None, values))))


def _names_in(text: str) -> list[str]:
    """Return the names of a list of penalties; none if it has no usual one."""
    names = [name.strip() for name in _between_names().split(text) if name.strip()]
    usual = pattern_of(words("penalties"))
    are_names = all(usual.fullmatch(name) or _name_of(name) == name for name in names)
    return names if len(names) > _FEWEST and are_names and any(map(usual.fullmatch, names)) else []


# Complexity: one condition for each sign that words are no name.
def _name_of(value: str) -> str:
    """Return the name that a value begins with, `Point Deduction` of `Point Deduction (2 points)`; "" without one, and
    for a usual one."""
    value, usual = value.strip(" *_"), pattern_of(words("penalties", "no_penalty"))
    end = _value_ends().search(value)
    name, rest = (value[: end.start()], value[end.end() :].strip()) if end else (value, "")
    is_level = end and end[0].strip() in _LEVEL_SIGNS and usual.match(rest)  # `Casual – Caution`
    first = set(fold(name).split()[:1])
    is_sentence = begins_with_condition(name) or first.intersection(
        map(fold, words("articles", "little", "see", "not_stating"))
    )
    is_named = name[:1].isupper() and len(name.split()) <= _LONGEST
    is_usual = usual.match(value) or clause_pattern().search(value)
    return name if is_named and not (is_sentence or is_level or is_usual) else ""


@cache
def _labelled() -> re.Pattern[str]:
    """Return the pattern of a line with the label of a penalty, or of a repeated infraction, and a value."""
    labels, repeated = any_of(words("penalty_labels")), any_of(words("repeated"))
    return re.compile(
        rf"\W{{0,6}}(?:(?:{labels})|(?P<repeated>{repeated}))[*_]{{0,3}}:[*_]{{0,3}}\s+(?P<value>.{{1,80}})",
        re.IGNORECASE,
    )


@cache
def _ordered() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{any_of(words('penalty_labels'))})(?!\w){_ORDERED}", re.IGNORECASE)


@cache
def _between_names() -> re.Pattern[str]:
    """Return the pattern of what is between the names of a list."""
    joined = any_of(words("and_words", "or_words"))
    return re.compile(rf"\s?[,;<>/→]\s?(?:(?:{joined})\s)?|\s(?:{joined})\s", re.IGNORECASE)


@cache
def _value_ends() -> re.Pattern[str]:
    """Return the pattern of what ends a name: a sign, an amount, or a word that begins a condition or joins another
    penalty."""
    joined, amount = any_of(words("conditions", "and_words", "or_words")), any_of(words("of"))
    return re.compile(rf"\s?[.,;:(\[|–—/]|\s-\s|\s(?:{joined})\s|\s(?:{amount})\s(?=\d)", re.IGNORECASE)
