"""Answer the three questions: do two names match, which moniker does a name give, does it contain a part.

Pure functions of plain values. The deciding rules are named by their ids; `rules_cli.lookup.deciding_rules` adds their
words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, get_args

from rules_cli.captions import Words as PageWords
from rules_cli.cards.spelling import Near, is_run, leaves_out_signs, near, near_part, steps_needed
from rules_cli.errors import UsageError
from rules_cli.names.deciding_rules import (
    Comparison,
    Pair,
    Relation,
    decide,
    decide_match,
    decide_part,
    note,
    note_hyphen,
    note_possible_moniker,
)
from rules_cli.names.monikers import Moniker, borrow_moniker, moniker_of, same_spelling, shared_reading
from rules_cli.names.name_rules import NameRules
from rules_cli.names.read import Face, Name, Side, counted_names, read_name, sides_of

MOST_SUGGESTED = 3  # as many as one line shows and a judge reads at a glance
Difference = Literal["different names", "names of one card", "names of several cards", "unless interchangeable"]
"""How two names without a relation differ, by the caption that says so."""
_STRONGEST_FIRST: Sequence[Relation] = get_args(Relation)


class Options(NamedTuple):
    """Facts that the user adds: the layout of cards with several names, the face that is up, whether the names are
    personal names."""

    layout: str | None = None
    face: Face | None = None
    personal: bool | None = None


NO_OPTIONS = Options()


class Help(NamedTuple):
    """Additions to an answer: the differences of typing that were `ignored`, close names, and notes.
    `near` is how the two names nearly agree, `did_you_mean` are listed names like them. Close names are never
    evidence."""

    ignored: tuple[str, ...] = ()
    near: Near | None = None
    did_you_mean: tuple[str, ...] = ()
    notes: tuple[PageWords, ...] = ()

    @property
    def may_lack_signs(self) -> bool:
        """Whether one name may be the other without signs that people leave out when they type."""
        return self.near is not None and self.near.may_be_same


class MatchAnswer(NamedTuple):
    """Whether two names are the same name. `decided_by` are rule ids, the deciding one first. `asks_for` is the text
    that asks for a moniker, `Bravo Specialization`. `readings` has the answers by layout, if the layout is not known
    and the answers differ. `part_of` says which name contains the other, if the relation is `part`; `inside` then has
    the part and the whole. `difference` says how names without a relation differ. `shared` are the names in common if a
    card has several. `distinct` says whether the cards are distinct by pitch or by another name, None if that is not
    known."""

    book: str
    a: str
    b: str
    relation: Relation
    moniker_a: Moniker
    moniker_b: Moniker
    decided_by: tuple[str, ...]
    part_of: Literal["a", "b"] | None = None
    shared: tuple[str, ...] = ()
    pitch_a: int | None = None
    pitch_b: int | None = None
    distinct: bool | None = None
    asks_for: str | None = None
    readings: tuple[PageWords, ...] = ()
    difference: Difference | None = None
    help: Help = Help()
    person: str = "a person"
    inside: tuple[str, ...] = ()

    @property
    def match(self) -> bool:
        """Whether the names are the same, or one has the moniker that the other asks for; a part is not enough."""
        return self.relation == "same-name" or (self.asks_for is not None and self.relation == "same-moniker")

    @property
    def is_unclear(self) -> bool:
        """Whether neither yes nor no can be said: the answer depends on the layout, on signs that were left out, or on
        whether a name is personal."""
        if self.readings or (self.relation == "none" and self.help.may_lack_signs):
            return True
        asked = (self.moniker_a.moniker or "").casefold()
        may_have_it = asked in map(str.casefold, self.moniker_b.if_personal)
        return self.asks_for is not None and not self.match and may_have_it


class PartAnswer(NamedTuple):
    """Whether a name contains some words whole, in order and next to each other."""

    book: str
    part: str
    name: str
    relation: Relation
    decided_by: tuple[str, ...]
    readings: tuple[PageWords, ...] = ()
    help: Help = Help()

    @property
    def match(self) -> bool:
        """Whether the name contains them."""
        return self.relation != "none"

    @property
    def is_unclear(self) -> bool:
        """Whether neither yes nor no can be said: the answer depends on the layout, or on signs that were left out."""
        return bool(self.readings) or (self.relation == "none" and self.help.may_lack_signs)


class MonikerAnswer(NamedTuple):
    """Which moniker a name gives. `is_personal` says that the user or a list knows it to be a personal name."""

    book: str
    name: str
    moniker: Moniker
    decided_by: tuple[str, ...]
    pitch: int | None = None
    help: Help = Help()
    person: str = "a person"
    is_personal: bool = False

    @property
    def match(self) -> bool:
        """Whether a moniker is stated."""
        return self.moniker.moniker is not None


# Complexity: one argument for each thing that an answer says.
def match(a: str, b: str, naming: NameRules, options: Options = NO_OPTIONS) -> MatchAnswer:
    """Whether two names, as typed, are the same name, and how else they are related.
    Each name of one card is compared with each name of the other, and the closest pair decides. A text that asks for a
    moniker is compared with the other's moniker. Raises UsageError if either cannot be a name."""
    asked_by_a, asked_by_b = naming.asked_monikers(a), naming.asked_monikers(b)
    if asked_by_a and not asked_by_b:
        return _match_asked(a, asked_by_a, b, naming, options)
    if asked_by_b and not asked_by_a:
        return _match_asked(b, asked_by_b, a, naming, options)
    names = read_name(a, naming), read_name(b, naming)
    card_a, card_b = (counted_names(name, naming, options.layout, options.face) for name in names)
    pair = closest_pair(card_a.sides, card_b.sides, naming, options.personal)
    if _joined_by_and(card_a.sides, card_b.sides):
        pair = pair._replace(relation="none", part_of=None)
    compared = Comparison(card_a, card_b, pair, _ignored(names, naming, _AGREE.get(pair.relation)), naming)
    rules, notes = decide_match(compared)
    if distinctness := _distinctness(compared):
        rules += naming.ids("distinct")
        notes += note(naming, distinctness)
    readings = _readings(compared, options)
    may_share = pair.relation == "same-name" and max(len(card_a.sides), len(card_b.sides)) > 1
    ordered = (pair.a, pair.b) if pair.part_of == "b" else (pair.b, pair.a)  # the part, then the whole
    return MatchAnswer(
        naming.book,
        a,
        b,
        "none" if readings else pair.relation,
        pair.moniker_a,
        pair.moniker_b,
        rules,
        part_of=pair.part_of,
        shared=tuple(side.text for side in card_a.sides if side.key in card_b.keys) if may_share else (),
        pitch_a=pair.a.pitch,
        pitch_b=pair.b.pitch,
        distinct={"distinct": True, "same-card": False}.get(distinctness or ""),
        readings=readings,
        difference=None if readings else _difference(pair, naming),
        inside=tuple(side.text for side in ordered) if pair.part_of else (),
        person=naming.person,
        help=_help_with_match(compared, (*names[0].notes, *names[1].notes, *notes)),
    )


def _match_asked(asking: str, asked: Sequence[str], name: str, naming: NameRules, options: Options) -> MatchAnswer:
    """Whether a name has one of the monikers `asked`, for which the text `asking` asks (`Bravo Specialization`)."""
    read = read_name(name, naming)
    keys = {naming.key(read_name(moniker, naming, one_side=True).text) for moniker in asked}
    monikers = []
    for side in counted_names(read, naming, options.layout, options.face).sides:
        own = moniker_of(side, naming, options.personal)
        monikers += [borrow_moniker(own, side, Moniker(moniker, "known"), naming) for moniker in asked]
    shared = next((own for own in monikers if own.moniker and naming.key(own.moniker) in keys), None)
    rules, notes = decide(naming, ["asked-moniker"])
    return MatchAnswer(
        naming.book,
        asking,
        name,
        "same-moniker" if shared else "none",
        Moniker(shared.moniker if shared else asked[0], "known"),
        shared or monikers[0],
        rules,
        asks_for=asking,
        person=naming.person,
        help=Help(notes=(*read.notes, *notes)),
    )


def part(words: str, name: str, naming: NameRules, options: Options = NO_OPTIONS) -> PartAnswer:
    """Whether a name contains words, both as typed: each word whole, in order and next to each other.
    The words must be within one side of a split name; a comma between them does not count. Raises UsageError if either
    cannot be a name."""
    names = read_name(words, naming, one_side=True), read_name(name, naming)
    (piece,) = names[0].sides
    whole = counted_names(names[1], naming, options.layout, options.face)
    relation: Relation = "none"
    if any(piece.words == side.words for side in whole.sides):
        relation = "same-name"
    elif any(_is_part(piece, side) for side in whole.sides):
        relation = "part"
    rules, notes = decide_part(relation, whole, naming)
    close = None
    if relation == "none":
        near_sides = (near_part(piece.words, side.words, piece.text, side.text) for side in whole.sides)
        close = next(filter(None, near_sides), None)
        notes += note_hyphen(piece, whole.sides, naming)
    additions = Help(
        _ignored(names, naming, _is_part),
        close,
        _suggestions(whole.sides, naming) if relation != "same-name" else (),
        (*names[0].notes, *names[1].notes, *notes),
    )
    is_in_front = _is_part(piece, whole.sides[0])
    readings: tuple[PageWords, ...] = ()
    if whole.is_assumed and relation != "none" and not is_in_front:  # it depends on the layout
        relation, readings = "none", _both_readings(naming)
    return PartAnswer(naming.book, words, name, relation, rules, readings, additions)


# Complexity: a name, or a text that asks for a moniker; with a moniker, without one, or of no person.
def moniker(name: str, naming: NameRules, options: Options = NO_OPTIONS) -> MonikerAnswer:
    """Which moniker a name, as typed, gives, and how sure that is. Raises UsageError if it cannot be a name."""
    if asked := naming.asked_monikers(name):
        if len(asked) > 1:
            raise UsageError(f"that asks for {len(asked)} monikers, {' or '.join(asked)}: ask about one of them")
        (side,) = read_name(asked[0], naming, one_side=True).sides
        known = naming.listed_moniker(side.key)
        rules, notes = decide(naming, ["asked-moniker"])
        asks_for = Moniker(known or side.text, "known" if known else "derived")
        return MonikerAnswer(naming.book, name, asks_for, rules, help=Help(notes=notes))
    read = read_name(name, naming, one_side=True)
    (side,) = read.sides
    found = moniker_of(side, naming, options.personal)
    is_personal = naming.is_personal(side.key) if options.personal is None else options.personal
    situation = "moniker" if found.moniker or (is_personal and found.confidence == "unknown") else "no-moniker"
    is_of_no_person = not is_personal and naming.card(side.key) is not None
    rules, notes = decide(naming, [*(["of-no-person"] if is_of_no_person else []), situation])
    if found.moniker and found.confidence == "derived" and not is_personal:
        notes += note(naming, "derived")
    additions = Help(did_you_mean=_suggestions([side], naming), notes=(*read.notes, *notes))
    return MonikerAnswer(naming.book, name, found, rules, side.pitch, additions, naming.person, is_personal)


# --- how two names are related


def closest_pair(a: Sequence[Side], b: Sequence[Side], naming: NameRules, personal: bool | None) -> Pair:
    """The pair of names, one of each card, with the strongest relation; of equals, the first in print.
    The order of the two cards makes no difference."""

    def rank(placed: tuple[int, Pair]) -> tuple[int, int, list[str]]:
        places, pair = placed
        return _STRONGEST_FIRST.index(pair.relation), places, sorted((pair.a.key, pair.b.key))

    pairs = [(i + j, compare(x, y, naming, personal)) for (i, x), (j, y) in product(enumerate(a), enumerate(b))]
    return min(pairs, key=rank)[1]


def compare(a: Side, b: Side, naming: NameRules, personal: bool | None = None) -> Pair:
    """How two single names are related: the strongest relation that they have."""
    own_a, own_b = moniker_of(a, naming, personal), moniker_of(b, naming, personal)
    monikers = borrow_moniker(own_a, a, own_b, naming), borrow_moniker(own_b, b, own_a, naming)
    shared = same_spelling(*monikers, naming)
    if shared is None and naming.monikers == "personal" and (reading := shared_reading(a, b, naming)):
        shared = reading, reading
    monikers = shared or monikers
    if a.words == b.words or naming.are_interchangeable(a.key, b.key):
        return Pair(a, b, *monikers, "same-name")
    if shared:
        return Pair(a, b, *monikers, "same-moniker")
    if _is_part(b, a):
        return Pair(a, b, *monikers, "part", part_of="a")
    if _is_part(a, b):
        return Pair(a, b, *monikers, "part", part_of="b")
    return Pair(a, b, *monikers, "none")


def _is_part(part: Side, whole: Side) -> bool:
    return is_run(part.words, whole.words)


_Agreement = Callable[[Side, Side], bool]
# Relations that can need differences of typing to be ignored; a moniker in common needs none.
_AGREE: Mapping[Relation, _Agreement] = {
    "same-name": lambda a, b: a.words == b.words,
    "part": lambda a, b: _is_part(a, b) or _is_part(b, a),
}


def _ignored(names: tuple[Name, Name], naming: NameRules, agree: _Agreement | None) -> tuple[str, ...]:
    """The steps of tidying without which two names would not agree, in the sense of `agree`; none if they do not."""
    a, b = names[0].text, names[1].text
    if agree is None or a == b:
        return ()

    def agree_without(step: str | None) -> bool:
        pairs = product(sides_of(a, naming, skip=step), sides_of(b, naming, skip=step))
        return any(agree(x, y) for x, y in pairs)

    agree_tidied = agree_without(None)  # no step is left out
    return steps_needed(a, b, naming.letter_variants, agree_without) if agree_tidied else ()


Distinctness = Literal["distinct", "same-card", "pitch-unknown"]


# Complexity: four answers, each by all pairs of pitches.
def _distinctness(compared: Comparison) -> Distinctness | None:
    """Whether cards of the same name are distinct, by another name or by pitch; None if neither is known to matter."""
    a, b = compared.a, compared.b
    if compared.pair.relation != "same-name" or not compared.naming.pitch:
        return None
    of_a, of_b = ({side.key: side.pitch for side in card.sides} for card in (a, b))
    pitches = [(of_a[key], of_b[key]) for key in of_a.keys() & of_b.keys()]
    have_other_names = len(of_a) > 1 and len(of_b) > 1 and of_a.keys() != of_b.keys()
    if have_other_names or any(x and y and x != y for x, y in pitches):
        return "distinct"
    if not any(x or y for x, y in pitches):
        return None
    return "same-card" if all(x and y for x, y in pitches) else "pitch-unknown"


# --- help, which is never evidence


# Complexity: one condition for each kind of help.
def _help_with_match(compared: Comparison, notes: tuple[PageWords, ...]) -> Help:
    """The given notes with others that fit the answer, the differences ignored, and close names that may be meant."""
    pair, naming = compared.pair, compared.naming
    notes += note_possible_moniker(pair, naming)
    if pair.relation == "same-name":
        return Help(compared.ignored, notes=notes + (note(naming, "ignored") if compared.ignored else ()))
    if joined := _joined_by_and(compared.a.sides, compared.b.sides):
        return Help(did_you_mean=(joined,), notes=notes)
    are_listed = _are_listed(pair, naming)
    may_be_slip = pair.relation in ("none", "same-moniker") and not are_listed
    close = near(pair.a.words, pair.b.words, pair.a.text, pair.b.text) if may_be_slip else None
    ways = (pair.a, pair.b), (pair.b, pair.a)
    if close and all(naming.is_listed(one.key) or not leaves_out_signs(one.key, other.key) for one, other in ways):
        close = close._replace(may_be_same=False)  # a listed name is spelled as printed
    suggested = _suggestions((*compared.a.sides, *compared.b.sides), naming)  # neither name is meant by the other
    meant = tuple(name for name in suggested if naming.key(name) not in (pair.a.key, pair.b.key))
    if close and close.kind != "typo":  # typed as meant: Plains and Plain are no slips for Pain
        meant = ()
    if pair.relation == "none":
        notes += note_hyphen(pair.a, [pair.b], naming)
        may_be_translation = not (close or meant or are_listed)
        notes += note(naming, "translation") if may_be_translation else ()
    return Help(compared.ignored, close, meant, notes)


def _suggestions(sides: Iterable[Side], naming: NameRules) -> tuple[str, ...]:
    """Listed names that may be meant by unlisted ones: with a pitch (`Snatch red`), then names spelled nearly so."""
    unlisted = [side for side in sides if not naming.is_listed(side.key)]
    ends = [(" ".join(words), value) for *words, value in (side.words for side in unlisted) if value in naming.pitch]
    pitched = [f"{naming.all_names[key]} ({value})" for key, value in ends if key in naming.all_names]
    close = (naming.all_names[key] for side in unlisted for key in naming.similar_keys.close(side.key))
    return tuple(dict.fromkeys([*pitched, *close]))[:MOST_SUGGESTED]


def _difference(pair: Pair, naming: NameRules) -> Difference | None:
    """How two names differ; None if they are related."""
    if pair.relation != "none":
        return None
    if layout := naming.layout_of((pair.a.key, pair.b.key)):
        return "names of several cards" if layout in naming.several_cards else "names of one card"
    if naming.interchangeable and not _are_listed(pair, naming):
        return "unless interchangeable"  # only a list of the game's cards can tell
    return "different names"


def _are_listed(pair: Pair, naming: NameRules) -> bool:
    return naming.is_listed(pair.a.key) and naming.is_listed(pair.b.key)


def _joined_by_and(a: Sequence[Side], b: Sequence[Side]) -> str | None:
    """The card whose two names the other name joins with "and": `Fire and Ice` for `Fire // Ice`; None if neither."""
    for sides, others in ((a, b), (b, a)):
        if len(sides) == 2 and [other.words for other in others] == [(*sides[0].words, "and", *sides[1].words)]:
            return f"{sides[0].text} // {sides[1].text}"
    return None


def _readings(compared: Comparison, options: Options) -> tuple[PageWords, ...]:
    """The answers for either layout, if the layout of a card was assumed and the answers differ; else none."""
    cards = compared.a, compared.b
    if compared.pair.relation != "same-name" or not any(card.is_assumed for card in cards):
        return ()
    fronts = [card.sides[:1] if card.is_assumed else card.sides for card in cards]
    if closest_pair(fronts[0], fronts[1], compared.naming, options.personal).relation == "same-name":
        return ()
    return _both_readings(compared.naming)


def _both_readings(naming: NameRules) -> tuple[PageWords, ...]:
    """The answer for a split card, and that for a card that shows one name at a time."""
    return note(naming, "if-split") + note(naming, "if-one-name-at-a-time")
