"""What an answer adds to help: near misses, names that may have been meant, notes. None of it is evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_cli.names.deciding_rules import note
from rules_cli.names.faces import Shown
from rules_cli.names.monikers import Moniker
from rules_cli.names.name_rules import NameRules
from rules_cli.names.near_misses import Near, near, near_part
from rules_cli.names.normalise import Words, stands_in
from rules_cli.names.pairs import Pair
from rules_cli.names.reading import Name, Side

_MOST_SUGGESTED = 3


def translated(names: Iterable[Name]) -> tuple[str, ...]:
    """Which names were read as the English ones of a translation."""
    return tuple(name.note for name in names if name.note)


def near_of(pair: Pair, naming: NameRules) -> Near | None:
    """How two different names nearly agree; none where both are listed, and so are meant."""
    if pair.relation not in ("none", "same-moniker") or _both_listed(pair, naming):
        return None
    return near(pair.a.words, pair.b.words, pair.a.text, pair.b.text)


def near_part_of(piece: Side, whole: Sequence[Side]) -> Near | None:
    """How words nearly stand in a name."""
    found = (near_part(piece.words, side.words, piece.text, side.text) for side in whole)
    return next(filter(None, found), None)


def _both_listed(pair: Pair, naming: NameRules) -> bool:
    return naming.is_listed(pair.a.key) and naming.is_listed(pair.b.key)


def suggestions(sides: Iterable[Side], naming: NameRules) -> tuple[str, ...]:
    """The listed names so close to these, themselves not listed, that they may have been meant."""
    names = (name for side in sides if not naming.is_listed(side.key) for name in naming.neighbours.close(side.key))
    return tuple(dict.fromkeys(names))[:_MOST_SUGGESTED]


def meant(pair: Pair, cards: Iterable[Shown], naming: NameRules) -> tuple[str, ...]:
    """The same of two different names; neither is said to mean the other."""
    if pair.relation == "same-name":
        return ()
    asked = {pair.a.key, pair.b.key}
    found = suggestions((side for card in cards for side in card.sides), naming)
    return tuple(name for name in found if naming.key(name) not in asked)


def may_share(pair: Pair, naming: NameRules) -> tuple[str, ...]:
    """The note that two names whose monikers we cannot know share one if they are personal names."""
    unknown = "unknown" in (pair.moniker_a.confidence, pair.moniker_b.confidence)
    if not unknown or pair.relation in ("same-name", "same-moniker"):
        return ()
    b = {reading.casefold() for reading in _readings(pair.moniker_b)}
    common = [reading for reading in _readings(pair.moniker_a) if reading.casefold() in b]
    return note(naming, "may-share", moniker=" or ".join(common)) if common else ()


def _readings(moniker: Moniker) -> tuple[str, ...]:
    return (moniker.moniker,) if moniker.moniker else moniker.if_personal


def hyphen(a: Side, others: Iterable[Side], naming: NameRules) -> tuple[str, ...]:
    """The note on hyphens, where reading them as blanks would have made one name hold the other."""
    loose = _loose(a.words)
    found = (side for side in others if "-" in a.key + side.key)
    holds = any(stands_in(loose, _loose(side.words)) or stands_in(_loose(side.words), loose) for side in found)
    return note(naming, "hyphen") if holds else ()


def _loose(words: Words) -> Words:
    return tuple(" ".join(words).replace("-", " ").split())


def translation(pair: Pair, naming: NameRules) -> tuple[str, ...]:
    """The note that a translation cannot be seen, where two names have nothing in common."""
    return note(naming, "translation") if pair.relation == "none" and not _both_listed(pair, naming) else ()
