"""The three questions: do two names match, which moniker does one give, does a part stand in it.

Pure functions of plain values; the rules that decide are named by their ids (`rules_cli.lookup.deciding_rules` has the words).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from rules_cli.names import hints
from rules_cli.names.answers import Help, MatchAnswer, MonikerAnswer, PartAnswer, Relation
from rules_cli.names.deciding_rules import Decision, bare_moniker, decide, note, of_match, of_part
from rules_cli.names.faces import Face, Shown, check_layout, shown
from rules_cli.names.monikers import moniker_of
from rules_cli.names.name_rules import NameRules
from rules_cli.names.normalise import stands_in, undone
from rules_cli.names.pairs import Pair, best_pair
from rules_cli.names.reading import Name, Side, read_name, sides_of


@dataclass(frozen=True, slots=True)
class Options:
    """What a user may say of the names asked about: how a card with several is laid out, which face is up, and
    whether these are personal names."""

    layout: str | None = None
    face: Face | None = None
    personal: bool | None = None


NOTHING_SAID = Options()
Agree = Callable[[Side, Side], bool]


def match(a: str, b: str, naming: NameRules, options: Options = NOTHING_SAID) -> MatchAnswer:
    """Whether two names, as typed, are the same name, and else how they stand to each other.

    Every name of a card is compared with every name of the other, and the best relation stands. Raises UsageError on
    what is no name.
    """
    names = read_name(a, naming), read_name(b, naming)
    cards = _shown(names[0], naming, options), _shown(names[1], naming, options)
    pair = best_pair(cards[0].sides, cards[1].sides, naming, options.personal)
    ignored = _ignored(names, naming, _AGREE.get(pair.relation))
    decision = _decide_match(pair, cards, ignored, naming)
    distinct = _distinct(pair, cards, naming)
    return MatchAnswer(
        naming.book,
        a,
        b,
        pair.relation,
        pair.moniker_a,
        pair.moniker_b,
        decided_by=(*decision.rules, *(naming.decided_by.get("distinct", ()) if distinct else ())),
        part_of=pair.part_of,
        shared=_shared(cards) if pair.relation == "same-name" else (),
        pitch_a=pair.a.pitch,
        pitch_b=pair.b.pitch,
        distinct=_DISTINCT.get(distinct or ""),
        help=_help_with_match(names, cards, pair, ignored, (*decision.notes, *note(naming, distinct)), naming, options),
    )


def part(words: str, name: str, naming: NameRules, options: Options = NOTHING_SAID) -> PartAnswer:
    """Whether words, as typed, stand whole, in order and next to each other in a name.

    The edge of a split side breaks the run, a comma does not. Raises UsageError on what is no name.
    """
    names = read_name(words, naming, one_side=True), read_name(name, naming)
    (piece,), whole = names[0].sides, _shown(names[1], naming, options)
    relation = _relation_of_part(piece, whole)
    decision = decide(naming, of_part(relation, whole, naming), "no-part-rule")
    no = relation == "none"
    help_ = Help(
        _ignored(names, naming, _part_agrees),
        hints.near_part_of(piece, whole.sides) if no else None,
        hints.suggestions(whole.sides, naming) if relation != "same-name" else (),
        (*hints.translated(names), *decision.notes, *(hints.hyphen(piece, whole.sides, naming) if no else ())),
    )
    return PartAnswer(naming.book, words, name, relation, decision.rules, help_)


def moniker(name: str, naming: NameRules, options: Options = NOTHING_SAID) -> MonikerAnswer:
    """Which moniker a name, as typed, gives, and how sure that is. Raises UsageError on what is no name."""
    read = read_name(name, naming, one_side=True)
    (side,) = read.sides
    found = moniker_of(side, naming, options.personal)
    decision = decide(naming, ["moniker" if found.moniker else "no-moniker"])
    derived = note(naming, "derived") if found.moniker and found.confidence == "derived" else ()
    notes = (*hints.translated([read]), *decision.notes, *derived)
    help_ = Help((), None, hints.suggestions([side], naming), notes)
    return MonikerAnswer(naming.book, name, found, decision.rules, side.pitch, help_)


# --- what is compared, and what was undone for it


def _shown(name: Name, naming: NameRules, options: Options) -> Shown:
    return shown(name, naming, check_layout(naming, options.layout, options.face), options.face)


def _same_words(a: Side, b: Side) -> bool:
    return a.words == b.words


def _part_agrees(a: Side, b: Side) -> bool:
    return stands_in(a.words, b.words)


def _either_part(a: Side, b: Side) -> bool:
    return stands_in(a.words, b.words) or stands_in(b.words, a.words)


# How two names agree where typing can have been undone for it; a moniker in common takes none.
_AGREE: dict[Relation, Agree] = {"same-name": _same_words, "part": _either_part}


def _ignored(names: tuple[Name, Name], naming: NameRules, agree: Agree | None) -> tuple[str, ...]:
    """The differences of typing that had to be undone for two names to agree; none where they do not."""
    if agree is None:
        return ()

    def agrees(skip: str | None) -> bool:
        a, b = (sides_of(name.text, naming, skip) for name in names)
        return any(agree(x, y) for x, y in product(a, b))

    a, b = (name.text for name in names)
    return undone(a, b, naming.letter_variants, agrees) if a != b and agrees(None) else ()


def _relation_of_part(piece: Side, whole: Shown) -> Relation:
    if any(_same_words(piece, side) for side in whole.sides):
        return "same-name"
    return "part" if any(_part_agrees(piece, side) for side in whole.sides) else "none"


# --- what decides, and what to add


def _decide_match(pair: Pair, cards: tuple[Shown, Shown], ignored: tuple[str, ...], naming: NameRules) -> Decision:
    """The deciding rules; a card with one name at a time brings its own besides."""
    short, long = (pair.b, pair.a) if bare_moniker(pair, naming) is pair.b else (pair.a, pair.b)
    decision = decide(
        naming,
        of_match(pair, *cards, ignored, naming),
        moniker=pair.moniker_a.moniker or pair.moniker_b.moniker or "",
        short=short.text,
        long=long.text,
    )
    layouts = {f"faces-{card.layout}" for card in cards if card.layout}
    rules = (rule for layout in sorted(layouts) for rule in naming.decided_by.get(layout, ()))
    notes = (line for layout in sorted(layouts) for line in note(naming, layout))
    return Decision(tuple(dict.fromkeys((*decision.rules, *rules))), tuple(dict.fromkeys((*decision.notes, *notes))))


def _shared(cards: tuple[Shown, Shown]) -> tuple[str, ...]:
    """The names in common, where one of the cards has several."""
    if max(len(card.sides) for card in cards) == 1:
        return ()
    return tuple(side.text for side in cards[0].sides if side.key in cards[1].keys)


_DISTINCT = {"distinct": True, "same-card": False}


def _distinct(pair: Pair, cards: tuple[Shown, Shown], naming: NameRules) -> str | None:
    """Whether cards of the same name are distinct by their pitch or by a name that only one has (fab 1.3.4).

    `distinct`, `same-card`, or `pitch-unknown` where a pitch is stated for one only; None where nothing was said.
    """
    if pair.relation != "same-name" or not naming.pitch:
        return None
    if cards[0].keys != cards[1].keys and min(len(card.sides) for card in cards) > 1:
        return "distinct"
    a, b = ({side.key: side.pitch for side in card.sides} for card in cards)
    stated = [(a[key], b[key]) for key in a.keys() & b.keys()]
    if any(x and y and x != y for x, y in stated):
        return "distinct"
    if not any(x or y for x, y in stated):
        return None
    return "same-card" if all(x and y for x, y in stated) else "pitch-unknown"


def _help_with_match(
    names: tuple[Name, Name],
    cards: tuple[Shown, Shown],
    pair: Pair,
    ignored: tuple[str, ...],
    decided: tuple[str, ...],
    naming: NameRules,
    options: Options,
) -> Help:
    close = hints.near_of(pair, naming)
    meant = hints.meant(pair, cards, naming)
    return Help(
        ignored,
        close,
        meant,
        (
            *hints.translated(names),
            *decided,
            *_assumed(pair, cards, naming, options),
            *hints.may_share(pair, naming),
            *(note(naming, "ignored") if ignored and pair.relation == "same-name" else ()),
            *(hints.hyphen(pair.a, [pair.b], naming) if pair.relation == "none" else ()),
            *(hints.translation(pair, naming) if not (close or meant) else ()),
        ),
    )


def _assumed(pair: Pair, cards: tuple[Shown, Shown], naming: NameRules, options: Options) -> tuple[str, ...]:
    """The note that the answer leaned on reading `A // B` as a split card, where it would else be another."""
    if not any(card.assumed for card in cards):
        return ()
    first = [card.sides[:1] if card.assumed else card.sides for card in cards]
    otherwise = best_pair(first[0], first[1], naming, options.personal)
    return note(naming, "assumed-split") if otherwise.relation != pair.relation else ()
