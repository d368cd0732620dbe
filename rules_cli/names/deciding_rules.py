"""What decides an answer: the situation two names are in, from the most particular to the most general.

A situation is a word (`same-name`, `bare-moniker`, `faces-flip`). The facts of a book say which rules decide it, and
what to add; a book that has no rule for a particular situation decides by the more general one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_cli.names.answers import Relation
from rules_cli.names.faces import Shown
from rules_cli.names.monikers import moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import Words, stands_in
from rules_cli.names.pairs import Pair
from rules_cli.names.reading import Side

_NO_RULE = "No rule is known here that decides this; the words alone are compared."


class Decision(NamedTuple):
    """The ids of the deciding rules, the first of them first, and what to add."""

    rules: tuple[str, ...]
    notes: tuple[str, ...]


def decide(naming: NameRules, situations: Iterable[str], without: str = "", **fields: str) -> Decision:
    """The rules of the first situation for which the book has any; `without` names the note where it has none."""
    for situation in situations:
        if rules := naming.decided_by.get(situation):
            return Decision(tuple(rules), note(naming, situation, **fields))
    return Decision((), note(naming, without) or (_NO_RULE,))


def note(naming: NameRules, key: str | None, **fields: str) -> tuple[str, ...]:
    """What the book's facts add to a situation, if anything."""
    found = naming.notes.get(key or "")
    return (found.format(**fields),) if found else ()


def of_match(pair: Pair, a: Shown, b: Shown, ignored: Iterable[str], naming: NameRules) -> Iterator[str]:
    """The situations that two compared names are in."""
    if pair.relation == "same-name":
        yield from _same_name(pair, a, b, ignored, naming)
    elif pair.relation == "same-moniker":
        yield from _same_moniker(pair, naming)
    elif pair.relation == "part":
        yield from _part(pair, naming)
    else:
        yield from _none(pair, naming)
    yield pair.relation


def _same_name(pair: Pair, a: Shown, b: Shown, ignored: Iterable[str], naming: NameRules) -> Iterator[str]:
    if pair.a.words != pair.b.words:
        yield "interchangeable"
    if a.keys != b.keys:
        yield "side"
    if any(step in naming.letter_variants for step in ignored):
        yield "letter-variant"


def _same_moniker(pair: Pair, naming: NameRules) -> Iterator[str]:
    if bare := bare_moniker(pair, naming):
        if bare.key in naming.listed or naming.card(bare.key):
            yield "card-named-as-moniker"
        yield "bare-moniker"


def bare_moniker(pair: Pair, naming: NameRules) -> Side | None:
    """The one of two names that is, whole, their common moniker."""
    return next((side for side, own, *_ in pair.each() if own.moniker and naming.key(own.moniker) == side.key), None)


def _part(pair: Pair, naming: NameRules) -> Iterator[str]:
    whole, part = (pair.a, pair.b) if pair.part_of == "a" else (pair.b, pair.a)
    if _is_short_name(part.words, whole, naming):
        yield "short-name"
    if naming.token_word and whole.words == (*part.words, *naming.words(naming.token_word)):
        yield "token-word"
    if not (pair.moniker_a if pair.part_of == "a" else pair.moniker_b).moniker:
        yield "name-inside"


def _is_short_name(part: Words, whole: Side, naming: NameRules) -> bool:
    head, comma, _ = whole.text.partition(", ")
    return bool(comma) and naming.words(head) == part


def _none(pair: Pair, naming: NameRules) -> Iterator[str]:
    if layout := naming.layout_of((pair.a.key, pair.b.key)):
        yield f"faces-{layout}"
    for _, moniker, other, own in pair.each():
        if moniker.moniker and not own.moniker and stands_in(naming.words(moniker.moniker), other.words):
            yield "name-inside"


def of_part(relation: Relation, whole: Shown, naming: NameRules) -> Iterator[str]:
    """The situations that a part and a name are in."""
    if relation == "part" and not any(moniker_of(side, naming).moniker for side in whole.sides):
        yield "ask-part-inside"
    yield "ask-part"
