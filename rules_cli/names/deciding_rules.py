"""Find the rules that decide an answer, and the notes to add.

Two names are in one or more situations. The book's file says which rules decide in a situation; the first situation
for which it has rules counts, from the most particular to the most general.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from rules_cli.captions import Remark, Words, translated
from rules_cli.cards.spelling import is_run
from rules_cli.names.monikers import Moniker, moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import CountedNames, Side

Relation = Literal["same-name", "same-moniker", "part", "none"]
"""How two names are related, the strongest first."""
Decision = tuple[tuple[str, ...], tuple[Words, ...]]
"""The ids of the deciding rules, the most important first, and notes."""


class Pair(NamedTuple):
    """Two single names and how they are related; `part_of` says which one contains the other."""

    a: Side
    b: Side
    moniker_a: Moniker
    moniker_b: Moniker
    relation: Relation
    part_of: Literal["a", "b"] | None = None

    def both_ways(self) -> Iterator[tuple[Side, Moniker, Side, Moniker]]:
        """Each name with its moniker, followed by the other name with its own."""
        yield self.a, self.moniker_a, self.b, self.moniker_b
        yield self.b, self.moniker_b, self.a, self.moniker_a


class Comparison(NamedTuple):
    """Two cards whose names were compared: the closest pair of names, and the differences ignored between them."""

    a: CountedNames
    b: CountedNames
    pair: Pair
    ignored: tuple[str, ...]
    naming: NameRules


# Complexity: one condition for each situation, by relation.
def _situations(compared: Comparison) -> Iterator[str]:
    """Yield the situations that two names are in, from the most particular to the most general."""
    pair, naming, a, b = compared.pair, compared.naming, compared.a, compared.b
    if pair.relation == "same-name":
        if pair.a.words != pair.b.words:
            yield "interchangeable"
        if a.keys != b.keys:
            if not (a.is_assumed or b.is_assumed):
                yield "side"
            yield "side-of-unknown"
        if any(step in naming.letter_variants for step in compared.ignored):
            yield "letter-variant"
    elif pair.relation == "same-moniker":
        if bare := _bare_moniker(pair, naming):
            if bare.key in naming.listed or naming.card(bare.key) is not None:
                yield "card-named-as-moniker"
            yield "bare-moniker"
    elif pair.relation == "part":
        yield from _in_part(pair, naming)
    else:
        yield from _unrelated(pair, naming)
    yield pair.relation


def _unrelated(pair: Pair, naming: NameRules) -> Iterator[str]:
    """Yield the situations of two names without a relation."""
    if layout := naming.layout_of((pair.a.key, pair.b.key)):
        yield f"faces-{layout}"
    for _, moniker, other, moniker_of_other in pair.both_ways():
        is_inside = moniker.moniker and is_run(naming.tokens(moniker.moniker), other.words)
        if is_inside and not moniker_of_other.moniker:
            yield "name-inside"


def _in_part(pair: Pair, naming: NameRules) -> Iterator[str]:
    """Yield the situations of a name that contains the other."""
    if pair.part_of == "a":
        whole, moniker, part = pair.a, pair.moniker_a, pair.b
    else:
        whole, moniker, part = pair.b, pair.moniker_b, pair.a
    before_comma, comma, _ = whole.text.partition(", ")
    if comma and naming.tokens(before_comma) == part.words:
        yield "short-name"
    if (token_word := naming.tokens(naming.token_word or "")) and whole.words == part.words + token_word:
        yield "token-word"
    if not moniker.moniker and naming.listed_moniker(part.key) is not None:
        yield "name-inside"


def _bare_moniker(pair: Pair, naming: NameRules) -> Side | None:
    """The name of a pair that is nothing but its moniker; None if neither is."""
    for side, moniker, _, _ in pair.both_ways():
        if moniker.moniker and naming.key(moniker.moniker) == side.key:
            return side
    return None


def decide(naming: NameRules, situations: Iterable[str], otherwise: str = "", **fields: str) -> Decision:
    """The rules and the note of the first situation for which the book has rules.
    Without any, no rules, and the note with the key `otherwise`, or a remark that no rule decides. `fields` fill in
    the notes."""
    for situation in situations:
        if rules := naming.ids(situation):
            return rules, note(naming, situation, **fields)
    return (), note(naming, otherwise) or (Remark("no rule"),)


def decide_match(compared: Comparison) -> Decision:
    """The rules that decide whether two names match; a card that shows one name at a time adds those of its layout."""
    naming, pair = compared.naming, compared.pair
    short, long = pair.a, pair.b  # of a moniker and a name that has it
    if _bare_moniker(pair, naming) is pair.b:
        short, long = long, short
    moniker = pair.moniker_a.moniker or pair.moniker_b.moniker or ""
    rules, notes = decide(naming, _situations(compared), moniker=moniker, short=short.text, long=long.text)
    for layout in sorted({card.layout for card in (compared.a, compared.b) if card.layout}):
        rules += naming.ids(f"faces-{layout}")
        notes += note(naming, f"faces-{layout}")
    return tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(notes))


def decide_part(relation: Relation, whole: CountedNames, naming: NameRules) -> Decision:
    """The rules that decide whether words are a part of a name."""
    is_inside = relation == "part" and not any(moniker_of(side, naming).moniker for side in whole.sides)
    return decide(naming, ["ask-part-inside", "ask-part"] if is_inside else ["ask-part"], "no-part-rule")


def note(naming: NameRules, key: str, **fields: str) -> tuple[Words, ...]:
    """The book's note of this key, with the fields filled in; empty if it has none."""
    if key not in naming.notes:
        return ()
    texts = {language: notes[key] for language, notes in naming.other.items() if key in notes}
    other = {language: naming.in_text(text).format(**fields) for language, text in texts.items()}
    return (translated(naming.in_text(naming.notes[key]).format(**fields), other),)


def note_possible_moniker(pair: Pair, naming: NameRules) -> tuple[Words, ...]:
    """The note that two names share a moniker if they are personal names; empty if they can't, or if it is known."""
    a, b = pair.moniker_a, pair.moniker_b
    if pair.relation in ("same-name", "same-moniker") or "unknown" not in (a.confidence, b.confidence):
        return ()
    possible_a = (a.moniker,) if a.moniker else a.if_personal
    possible_b = (b.moniker,) if b.moniker else b.if_personal
    folded_b = set(map(str.casefold, possible_b))
    common = [moniker for moniker in possible_a if moniker.casefold() in folded_b]
    return note(naming, "may-share", moniker=" or ".join(common)) if common else ()


def note_hyphen(a: Side, others: Iterable[Side], naming: NameRules) -> tuple[Words, ...]:
    """The note on hyphens, if one name would contain the other with its hyphens read as blanks."""
    for b in others:
        words_a, words_b = (tuple(side.key.replace("-", " ").split()) for side in (a, b))
        if "-" in a.key + b.key and (is_run(words_a, words_b) or is_run(words_b, words_a)):
            return note(naming, "hyphen")
    return ()
