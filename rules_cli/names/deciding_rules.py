"""Find the rules that decide an answer, and the notes to add.

Two names are in one or more situations. The book's file says which rules decide in a situation; the first situation
for which it has rules counts, from the most particular to the most general.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from rules_cli.captions import Remark, Words, translated
from rules_cli.cards.spelling import is_run
from rules_cli.names.monikers import Moniker, moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import CountedNames, Side

Relation = Literal["same-name", "same-moniker", "part", "none"]
"""How two names are related, the strongest first."""
Decision = tuple[tuple[str, ...], tuple[Words, ...]]
"""The ids of the deciding rules, the first of them first, and notes."""


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


# --- situations: for each relation, from the most particular to the most general


def _in_same_name(compared: Comparison) -> Mapping[str, bool]:
    pair, variants = compared.pair, compared.naming.letter_variants
    has_side = compared.a.keys != compared.b.keys
    is_assumed = compared.a.is_assumed or compared.b.is_assumed
    return {
        "interchangeable": pair.a.words != pair.b.words,
        "side": has_side and not is_assumed,
        "side-of-unknown": has_side,
        "letter-variant": any(step in variants for step in compared.ignored),
    }


def _in_same_moniker(compared: Comparison) -> Mapping[str, bool]:
    naming = compared.naming
    bare = _bare_moniker(compared.pair, naming)
    return {
        "card-named-as-moniker": bare is not None and (bare.key in naming.listed or naming.card(bare.key) is not None),
        "bare-moniker": bare is not None,
    }


def _in_part(compared: Comparison) -> Mapping[str, bool]:
    pair, naming = compared.pair, compared.naming
    whole, part, moniker = (pair.a, pair.b, pair.moniker_a) if pair.part_of == "a" else (pair.b, pair.a, pair.moniker_b)
    before_comma, comma, _ = whole.text.partition(", ")
    token_word = naming.tokens(naming.token_word or "")
    return {
        "short-name": bool(comma) and naming.tokens(before_comma) == part.words,
        "token-word": bool(token_word) and whole.words == part.words + token_word,
        "name-inside": not moniker.moniker and naming.listed_moniker(part.key) is not None,
    }


def _in_none(compared: Comparison) -> Mapping[str, bool]:
    pair, naming = compared.pair, compared.naming
    layout = naming.layout_of((pair.a.key, pair.b.key))
    is_inside = any(
        moniker.moniker and not others.moniker and is_run(naming.tokens(moniker.moniker), other.words)
        for _, moniker, other, others in pair.both_ways()
    )
    return {f"faces-{layout}": layout is not None, "name-inside": is_inside}


_SITUATIONS: Mapping[Relation, Callable[[Comparison], Mapping[str, bool]]] = {
    "same-name": _in_same_name,
    "same-moniker": _in_same_moniker,
    "part": _in_part,
    "none": _in_none,
}


def _bare_moniker(pair: Pair, naming: NameRules) -> Side | None:
    """The name of a pair that consists of its moniker, None if both say more."""
    for side, moniker, _, _ in pair.both_ways():
        if moniker.moniker and naming.key(moniker.moniker) == side.key:
            return side
    return None


# --- decisions


def decide(naming: NameRules, situations: Iterable[str], otherwise: str = "", **fields: str) -> Decision:
    """The rules of the first situation for which the book has any; `otherwise` names the note if it has none.

    `fields` fill in the notes.
    """
    for situation in situations:
        if rules := naming.ids(situation):
            return rules, note(naming, situation, **fields)
    return (), note(naming, otherwise) or (Remark("no rule"),)


def decide_match(compared: Comparison) -> Decision:
    """The rules that decide whether two names match; a card that shows one name at a time adds its layout's."""
    naming, pair = compared.naming, compared.pair
    short, long = (pair.b, pair.a) if _bare_moniker(pair, naming) is pair.b else (pair.a, pair.b)
    moniker = pair.moniker_a.moniker or pair.moniker_b.moniker or ""
    situations = [situation for situation, applies in _SITUATIONS[pair.relation](compared).items() if applies]
    situations.append(pair.relation)
    rules, notes = decide(naming, situations, moniker=moniker, short=short.text, long=long.text)
    for layout in sorted({card.layout for card in (compared.a, compared.b) if card.layout}):
        rules += naming.ids(f"faces-{layout}")
        notes += note(naming, f"faces-{layout}")
    return tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(notes))


def decide_part(relation: Relation, whole: CountedNames, naming: NameRules) -> Decision:
    """The rules that decide whether words are a part of a name."""
    situations = ["ask-part"]
    if relation == "part" and not any(moniker_of(side, naming).moniker for side in whole.sides):
        situations.insert(0, "ask-part-inside")
    return decide(naming, situations, "no-part-rule")


# --- notes


def note(naming: NameRules, key: str, **fields: str) -> tuple[Words, ...]:
    """The book's note of this key, with the fields filled in; empty if it has none."""
    if key not in naming.notes:
        return ()
    texts = {language: notes[key] for language, notes in naming.other.items() if key in notes}
    other = {language: naming.in_text(text).format(**fields) for language, text in texts.items()}
    return (translated(naming.in_text(naming.notes[key]).format(**fields), other),)


def note_possible_moniker(pair: Pair, naming: NameRules) -> tuple[Words, ...]:
    """The note that two names share a moniker if they are personal names, which cannot be told."""
    monikers = pair.moniker_a, pair.moniker_b
    if pair.relation in ("same-name", "same-moniker") or all(found.confidence != "unknown" for found in monikers):
        return ()
    of_a, of_b = ((found.moniker,) if found.moniker else found.if_personal for found in monikers)
    folded_b = set(map(str.casefold, of_b))
    common = [reading for reading in of_a if reading.casefold() in folded_b]
    return note(naming, "may-share", moniker=" or ".join(common)) if common else ()


def note_hyphen(a: Side, others: Iterable[Side], naming: NameRules) -> tuple[Words, ...]:
    """The note on hyphens, if one name would contain the other with its hyphens read as blanks."""
    for b in others:
        words_a, words_b = (tuple(side.key.replace("-", " ").split()) for side in (a, b))
        if "-" in a.key + b.key and (is_run(words_a, words_b) or is_run(words_b, words_a)):
            return note(naming, "hyphen")
    return ()
