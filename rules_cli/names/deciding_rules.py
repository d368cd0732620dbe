"""Find the rules that decide an answer, and the notes to add.

Two names are in one or more situations. The book's file says which rules decide in a situation; the first situation
for which it has rules counts, from the most particular to the most general.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules_cli.names.answers import Pair, Relation
from rules_cli.names.monikers import Moniker, moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import Words, is_run
from rules_cli.names.read import CountedNames, Side

_NO_RULE = "No rule is known here that decides this; the words alone are compared."


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two cards whose names were compared: the closest pair of names, and the differences ignored between them."""

    a: CountedNames
    b: CountedNames
    pair: Pair
    ignored: tuple[str, ...]
    naming: NameRules


class Decision(NamedTuple):
    """The ids of the deciding rules, the first of them first, and notes."""

    rules: tuple[str, ...]
    notes: tuple[str, ...]


# --- situations


def _words_differ(compared: Comparison) -> bool:
    return compared.pair.a.words != compared.pair.b.words


def _sides_differ(compared: Comparison) -> bool:
    return compared.a.keys != compared.b.keys


def _letter_variant_was_ignored(compared: Comparison) -> bool:
    return any(step in compared.naming.letter_variants for step in compared.ignored)


def bare_moniker(pair: Pair, naming: NameRules) -> Side | None:
    """The name of a pair that consists of its moniker, None if both say more."""
    for side, moniker, _, _ in pair.both_ways():
        if moniker.moniker and naming.key(moniker.moniker) == side.key:
            return side
    return None


def _one_is_bare_moniker(compared: Comparison) -> bool:
    return bare_moniker(compared.pair, compared.naming) is not None


def _bare_moniker_is_card(compared: Comparison) -> bool:
    bare, naming = bare_moniker(compared.pair, compared.naming), compared.naming
    return bare is not None and (bare.key in naming.listed or naming.card(bare.key) is not None)


def _whole_and_part(pair: Pair) -> tuple[Side, Side]:
    return (pair.a, pair.b) if pair.part_of == "a" else (pair.b, pair.a)


def _part_is_before_comma(compared: Comparison) -> bool:
    whole, part = _whole_and_part(compared.pair)
    head, comma, _ = whole.text.partition(", ")
    return bool(comma) and compared.naming.tokens(head) == part.words


def _only_token_word_is_added(compared: Comparison) -> bool:
    (whole, part), token_word = _whole_and_part(compared.pair), compared.naming.token_word
    return bool(token_word) and whole.words == (*part.words, *compared.naming.tokens(token_word or ""))


def _whole_has_no_moniker(compared: Comparison) -> bool:
    pair = compared.pair
    return not (pair.moniker_a if pair.part_of == "a" else pair.moniker_b).moniker


def _moniker_is_inside_other(compared: Comparison) -> bool:
    """Whether one name contains the other's moniker and has none itself."""
    return any(
        moniker.moniker and not others.moniker and is_run(compared.naming.tokens(moniker.moniker), other.words)
        for _, moniker, other, others in compared.pair.both_ways()
    )


SITUATIONS: Mapping[Relation, Mapping[str, Callable[[Comparison], bool]]] = {
    "same-name": {
        "interchangeable": _words_differ,
        "side": _sides_differ,
        "letter-variant": _letter_variant_was_ignored,
    },
    "same-moniker": {
        "card-named-as-moniker": _bare_moniker_is_card,
        "bare-moniker": _one_is_bare_moniker,
    },
    "part": {
        "short-name": _part_is_before_comma,
        "token-word": _only_token_word_is_added,
        "name-inside": _whole_has_no_moniker,
    },
    "none": {
        "name-inside": _moniker_is_inside_other,
    },
}
"""By relation: each situation and its condition, the most particular first. The relation itself comes last."""


def _situations(compared: Comparison) -> Iterator[str]:
    pair = compared.pair
    if pair.relation == "none" and (layout := compared.naming.layout_of((pair.a.key, pair.b.key))):
        yield f"faces-{layout}"
    for situation, applies in SITUATIONS[pair.relation].items():
        if applies(compared):
            yield situation
    yield pair.relation


# --- decisions


def decide(naming: NameRules, situations: Iterable[str], otherwise: str = "", **fields: str) -> Decision:
    """The rules of the first situation for which the book has any; `otherwise` names the note if it has none.

    `fields` fill in the notes.
    """
    for situation in situations:
        if rules := naming.decided_by.get(situation):
            return Decision(tuple(rules), note(naming, situation, **fields))
    return Decision((), note(naming, otherwise) or (_NO_RULE,))


def decide_match(compared: Comparison) -> Decision:
    """The rules that decide whether two names match; a card that shows one name at a time adds its layout's."""
    naming, pair = compared.naming, compared.pair
    short, long = (pair.b, pair.a) if bare_moniker(pair, naming) is pair.b else (pair.a, pair.b)
    moniker = pair.moniker_a.moniker or pair.moniker_b.moniker or ""
    decision = decide(naming, _situations(compared), moniker=moniker, short=short.text, long=long.text)
    rules, notes = list(decision.rules), list(decision.notes)
    for layout in sorted({card.layout for card in (compared.a, compared.b) if card.layout}):
        rules += naming.decided_by.get(f"faces-{layout}", ())
        notes += note(naming, f"faces-{layout}")
    return Decision(tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(notes)))


def decide_part(relation: Relation, whole: CountedNames, naming: NameRules) -> Decision:
    """The rules that decide whether words are a part of a name."""
    is_inside = relation == "part" and not any(moniker_of(side, naming).moniker for side in whole.sides)
    return decide(naming, [*(["ask-part-inside"] if is_inside else []), "ask-part"], "no-part-rule")


# --- notes


def note(naming: NameRules, key: str, **fields: str) -> tuple[str, ...]:
    """The book's note of this key, with the fields filled in; empty if it has none."""
    found = naming.notes.get(key)
    return (found.format(**fields),) if found else ()


def note_possible_moniker(pair: Pair, naming: NameRules) -> tuple[str, ...]:
    """The note that two names share a moniker if they are personal names, which cannot be told."""
    is_unknown = "unknown" in (pair.moniker_a.confidence, pair.moniker_b.confidence)
    if not is_unknown or pair.relation in ("same-name", "same-moniker"):
        return ()
    of_b = {reading.casefold() for reading in _readings(pair.moniker_b)}
    common = [reading for reading in _readings(pair.moniker_a) if reading.casefold() in of_b]
    return note(naming, "may-share", moniker=" or ".join(common)) if common else ()


def _readings(moniker: Moniker) -> tuple[str, ...]:
    return (moniker.moniker,) if moniker.moniker else moniker.if_personal


def note_hyphen(a: Side, others: Iterable[Side], naming: NameRules) -> tuple[str, ...]:
    """The note on hyphens, if one name would contain the other with its hyphens read as blanks."""
    unhyphened = _split_at_hyphens(a.words)
    for other in others:
        words = _split_at_hyphens(other.words)
        if "-" in a.key + other.key and (is_run(unhyphened, words) or is_run(words, unhyphened)):
            return note(naming, "hyphen")
    return ()


def _split_at_hyphens(words: Words) -> Words:
    return tuple(" ".join(words).replace("-", " ").split())
