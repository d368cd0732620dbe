"""What a question says of the game besides its cost: who casts, on whose turn, as which spell of the turn, from where,
and at what. The conditions in the texts of cards are decided by these facts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules_cli.costs.arguments import CostFile, cost_words
from rules_cli.costs.tokens import is_form, ordinal_of
from rules_cli.costs.whereabouts import STOPS, Whose, words_of, zone_behind
from rules_cli.text import fold

_MANY = 99  # earlier spells of a turn: no limit is said


class Earlier(NamedTuple):
    """How many spells of some kinds the player has cast before this turn, at least and at most; no kinds mean all."""

    kinds: frozenset[str]
    least: int
    most: int
    whose: Whose = ""


class Target(NamedTuple):
    """A target: the words for it, whose it is, and whether the words name all its kinds."""

    words: frozenset[str]
    holder: Whose
    is_card: bool


@dataclass(frozen=True)
class Facts:
    """What a question says of the game: `payer` casts or pays, `turn` is whose turn it is, the card is cast from a
    `zone`, some spells were cast `earlier`. A fact that it does not say is empty."""

    payer: Whose = "own"
    turn: Whose = ""
    zone: str = ""
    earlier: tuple[Earlier, ...] = ()
    targets: tuple[Target, ...] = ()

    def joined(self, other: Facts) -> Facts:
        """Return these facts with others of the same question."""
        payer: Whose = "other" if "other" in (self.payer, other.payer) else "own"
        earlier, targets = self.earlier + other.earlier, self.targets + other.targets
        return Facts(payer, self.turn or other.turn, self.zone or other.zone, earlier, targets)

    def seen(self, whose: Whose) -> Whose:
        """Return whose something is for the player who pays: for an opponent, that of the one who asks is another's."""
        if self.payer != "other" or not whose:
            return whose
        return "own" if whose == "other" else "other"

    # Complexity: no nesting, but one step for each sort of word.
    def cast_before(self, kinds: Collection[str], least: int, most: int = _MANY) -> bool | None:
        """Whether the number of earlier spells of some kinds is in a range; None if that is not said."""
        low, high = 0, _MANY
        for each in (each for each in self.earlier if each.whose in ("", self.payer)):
            is_part = bool(each.kinds) and (not kinds or each.kinds <= {*kinds})
            if is_part or each.kinds == {*kinds}:
                low = max(low, each.least)
            if not each.kinds or each.kinds >= {*kinds} > frozenset():
                high = min(high, each.most)
        if least <= low and high <= most:
            return True
        return False if high < least or low > most else None


NO_FACTS = Facts()
"""What a question says that says nothing of the game."""


class FactReader:
    """Reads the facts of a question in its words; `places` are those of the words that say nothing else."""

    def __init__(self, words: Sequence[str], file: CostFile) -> None:
        self.words, self.classes, self.kinds = words, file.classes, file.card_words
        self.bare = [fold(word.rstrip("".join(STOPS))) for word in words]
        self.places: set[int] = set()

    def read(self) -> Facts:
        """Return the facts that words alone say."""
        turns = self.turns()  # of two players, none counts
        self.places |= next(iter(turns.values())) if len(turns) == 1 else set()
        turn = next(iter(turns)) if len(turns) == 1 else ""
        return Facts(turn=turn, zone=self._zone(), earlier=(*self._ordinals(), *self._casts()))

    def rest(self) -> list[str]:
        """Return the words that say something else, with the commas of the others."""
        rest: list[str] = []
        for at, word in enumerate(self.words):
            if at not in self.places:
                rest.append(word)
            elif rest and word.endswith(STOPS) and not rest[-1].endswith(STOPS):
                rest[-1] += ","
        return rest

    def _has(self, places: range, *names: str) -> bool:
        return not words_of(self.classes, *names).isdisjoint(self.bare[places.start : places.stop])

    def _back(self, at: int, *names: str) -> int:
        """Return the place of the first of the words of some classes right before a place, in the same part."""
        small = words_of(self.classes, *names)
        while at and self.bare[at - 1] in small and not self.words[at - 1].endswith(STOPS):
            at -= 1
        return at

    def _past(self, at: int, *names: str) -> int:
        """Return the place after words of some classes from a place on, in the same part of the question."""
        small = words_of(self.classes, *names)
        while at < len(self.bare) and self.bare[at] in small and not self.words[at - 1].endswith(STOPS):
            at += 1
        return at

    def turns(self) -> dict[Whose, set[int]]:
        """Return whose turns the words name, `on my own turn`, `it is not my turn`, each with the places of the
        words."""
        found: dict[Whose, set[int]] = {}
        for at in (at for at, word in enumerate(self.bare) if word in self.classes["turns"]):
            start = self._back(at, "own", "opponents", "theirs", "owns", "articles")
            if self._has(range(at - 1, at), "each"):  # of a text: `the first spell each turn`
                self.places |= {at - 1, at}
            first = self._back(start, "during", "joints", "opening", "itself", "negations")
            is_other = self._has(range(start, at), "opponents", "theirs")
            if is_other or self._has(range(start, at), "own"):
                is_other = is_other != self._has(range(first, start), "negations")
                found.setdefault("other" if is_other else "own", set()).update(range(first, at + 1))
        return found

    def _kinds_behind(self, at: int) -> tuple[frozenset[str], int]:
        """Return the kinds of spells that words from a place on name, `noncreature spell`, and the place after them;
        the place itself without such words."""
        kinds, end, nouns = set(), at, words_of(self.classes, "acted on", "cards")
        for past in range(at, len(self.bare)):
            word = self.bare[past]
            known = next((each for each in (*nouns, *self.kinds) if is_form(each, word)), "")
            is_joint = self._has(range(past, past + 1), "either", "ands")
            if not (known or is_joint or word.startswith("non")) or self.words[past - 1].endswith(STOPS):
                break
            kinds |= set() if is_joint else {known or word} - self.classes["cards"]
            end = end if is_joint else past + 1
        return frozenset(kinds), end

    def _ordinals(self) -> Iterator[Earlier]:
        """Yield what `my second creature spell this turn` says of earlier spells."""
        for at, word in enumerate(self.bare):
            number = ordinal_of(word)
            kinds, end = self._kinds_behind(at + 1)
            start = self._back(at, "own", "opponents", "theirs", "articles", "negations", "itself", "states", "as")
            past = self._past(end, "own", "pronouns", "turns", "each", "joints", "articles", "casting")
            is_denied = self._has(range(start, at), "negations")
            is_last = self.words[at].endswith(STOPS) or [*self.words, "--"][past].startswith("--")
            is_alone = is_last and self._has(range(start, at), "own")  # `this is my second`
            is_of_text = self._has(range(past, past + 1), "cost")
            if not number or not (is_alone or end > at + 1) or is_of_text or (is_denied and number > 1):
                continue
            self.places |= {*range(start, past)}
            yield Earlier(kinds, 1, _MANY) if is_denied else Earlier(kinds, number - 1, number - 1)

    # Complexity: no nesting, but one step for each sort of word.
    def _casts(self) -> Iterator[Earlier]:
        """Yield what `I already cast a sorcery this turn` says of earlier spells."""
        for at, word in enumerate(self.bare[:-2]):
            number = cost_words().numbers.get(self.bare[at + 1], self.bare[at + 1])
            is_count = str(number).isdecimal() or self._has(range(at + 1, at + 2), "articles", "others", "none")
            if at in self.places or not is_count or not any(is_form(each, word) for each in self.classes["plays"]):
                continue
            what = self._past(at + 2, "others")
            kinds, end = self._kinds_behind(what)
            start = self._back(at, "own", "opponents", "before", "conditions", "negations", "having")
            past = self._past(end, "before", "pronouns", "turns", "joints", "opening")
            around = (range(start, at), range(at + 1, what), range(end, past))
            if end > what and any(self._has(places, "before", "others", "turns") for places in around):
                self.places |= {*range(start, past)}
                is_none = self._has(range(start, at + 2), "negations", "none")
                count = 0 if is_none else int(number) if str(number).isdecimal() else 1
                yield Earlier(kinds, count, count, "other" if self._has(range(start, at), "opponents") else "")

    def _zone(self) -> str:
        """Return the zone from which the card is cast, `from exile`."""
        for at, word in enumerate(self.bare):
            before = self.bare[at - 1] if at else ""
            is_of_thing = before in self.classes["nouns"] or before.isdigit()  # `exile 2 cards from …`
            zone, end = zone_behind(self.words, at + 1, self.classes, "zones", "removed")
            if zone and word in self.classes["origins"] and not is_of_thing:
                self.places |= {*range(at, end)}
                return zone
        return ""
