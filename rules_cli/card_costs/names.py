"""Put the costs of imported cards, and what their texts do to costs, in the place of their names in a question.

`rules cost mtg "Snapcaster Mage" -1` starts from the cost that is printed on the card; `+thalia` adds the amount in the
card's text, if the cost is one that the text changes; `kicked` takes the kicker cost of the card. A word that the
grammar of costs reads is never taken for a card, unless it is part of a whole name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from rules_cli.captions import Remark
from rules_cli.card_costs.conditions import Known, is_of_others, singular
from rules_cli.card_costs.own_text import OwnText, count_of, is_cost, number_of, typed_effect
from rules_cli.cards.card import Card, CardFace
from rules_cli.cards.card_list import CardList, letters_of
from rules_cli.cards.cost_effects import CostEffect, cost_effects
from rules_cli.costs.arguments import CostFile, CostQuestion, Modifier, Refused, cost_words
from rules_cli.costs.facts import NO_FACTS, FactReader, Facts, Target
from rules_cli.costs.mana import amount_of, parted, read_mana, read_symbols, value_of
from rules_cli.costs.tokens import is_form, ordinal_of, with_short
from rules_cli.costs.whereabouts import STOPS, Whose, holder, payer, words_of, zone_behind

if TYPE_CHECKING:
    from rules_cli.names.name_rules import NameRules

_SHORTEST = 3  # letters of a name: fewer are mana, or a slip
_NEAR = 4  # words in which a number may be before a noun and an effect
_LONGEST = 8  # words of a name that are tried
_KIND = re.compile(r"[^\s—/,]+")
_VALUE = re.compile(r"where [XYZ] is (?P<what>.+)", re.IGNORECASE)
_PART = 0.8  # the score of a name that has all words side by side (rules_cli.names.find)


class NamedEffect(NamedTuple):
    """An effect of a card that a question names, the label of its change, and whose card it is. `mention` is the number
    of the name among those of the question, `chosen` what was chosen for the card."""

    label: str
    card: Card
    effect: CostEffect
    holder: Whose = ""
    mention: int = 0
    chosen: str = ""


class NamedCosts(NamedTuple):
    """The words of a question with costs in the place of names, what was read from cards, the card whose cost is asked
    for (None if no card is named for it), and the effects of cards. `is_sure`: a name has several words, so that it is
    hardly another word of the question. `facts` are what else the question says."""

    words: tuple[str, ...]
    said: tuple[Remark, ...] = ()
    base: Card | None = None
    effects: tuple[NamedEffect, ...] = ()
    is_sure: bool = False
    facts: Facts = NO_FACTS

    # Complexity: an effect applies, may apply, does not, or was read as no change.
    def applied(self, question: CostQuestion) -> CostQuestion:
        """Return the question as read, with the remarks, and without effects that do not change such a cost. Raises
        Refused if an effect is no change of the question, as its amount was read with other words."""
        said, left_out = list(self.said), set()
        changes = [change.why for change in (*question.increases, *question.reductions)]
        base = self.base.name if self.base else question.base
        doubted: set[int] = set()
        for each in self.effects:
            card, effect = each.card, each.effect
            if each.label not in changes and not (effect.sign == "min" and question.has("min")):
                raise Refused("lost effect", card.name, " ".join(_typed(effect, _label_of(card))))
            fits = self._fits(question, each)
            if fits is None:
                if each.mention in doubted:
                    of_card = (other.effect for other in self.effects if other.mention == each.mention)
                    ways = dict.fromkeys(" ".join(_typed(other, _label_of(card))) for other in of_card)
                    raise Refused("several effects", card.name, ", ".join(ways))
                doubted.add(each.mention)
                said.append(Remark("effect assumed", (card.name, effect.sentence, base)))
            elif not fits:
                said.append(Remark("effect left out", (card.name, effect.what, base)))
                left_out.add("min" if effect.sign == "min" else each.label)
            if effect.activation and fits is not False:
                said.append(Remark("own cost apart", (effect.activation, card.name)))
        kept = without(question, lambda change: change.why in left_out)
        options = {name: kept.options[name] for name in kept.options if not (name == "min" and name in left_out)}
        return replace(kept, options=options, read_as=(*said, *question.read_as))

    # Complexity: no nesting, but a comprehension for each step.
    def _fits(self, question: CostQuestion, named: NamedEffect) -> bool | None:
        """Return whether an effect changes the cost of a question, None if its text does not tell."""
        typed = self.base.whole.cost or "" if self.base else question.base
        card, value = self.base, value_seen(question, typed)
        if "face-down" in question.each("as"):
            stats = {**question.file.face_down}
            kind = stats.pop("types", "")
            card, typed, value = Card("", (CardFace("", types=kind, stats=stats),), (kind,)), "", 0
        paid = {*question.keywords, *(change.why for change in question.increases)} & {*question.file.keywords}
        paid |= {name for name in ("tax", "free") if question.has(name)}  # cast from elsewhere than the hand
        of_card = (each.effect for each in self.effects if each.mention == named.mention)
        is_own = self.facts.payer == "own" and not all(map(is_of_others, of_card))
        holder = self.facts.seen(named.holder) or ("own" if is_own else "")
        known = Known(
            card, question.kind == "spell", typed, value, paid, question.file, self.facts, holder, named.chosen
        )  # fmt: skip
        return known.told(named.effect)


def value_seen(question: CostQuestion, cost: str) -> int | None:
    """Return the value of a printed cost, such as a mana value; None if it isn't known."""
    x, file = question.one("x") or "", question.file
    if question.has("as") or ("X" in cost.upper() and not x.isdecimal()):
        return None
    if file.calculated == "points":
        return int(cost) if cost.isdecimal() else None
    return value_of(amount_of(parted(read_symbols(cost))[0])) + cost.upper().count("X") * int(x or 0) if cost else 0


def without(question: CostQuestion, is_left_out: Callable[[Modifier], bool]) -> CostQuestion:
    """Return a question without some of its changes."""
    increases, reductions = (
        tuple(change for change in changes if not is_left_out(change))
        for changes in (question.increases, question.reductions)
    )
    return replace(question, increases=increases, reductions=reductions)


def with_costs(
    words: Sequence[str], cards: CardList, file: CostFile, before: NamedCosts | None = None, of_parts: bool = False
) -> NamedCosts | None:
    """Return the words with the costs and amounts of the cards that they name; None if they name none.

    Without `before`, only names of several words that were typed as one are read; with it, what was read so goes on.
    With `of_parts`, a part of a name that one card has is the card whose cost is asked for, if no cost is typed.
    Raises Refused if a card has several costs, or an amount that has to be counted.
    """
    reader = _CardReader(cards, file, before, of_parts)
    try:
        found = reader.read(words)
    except Refused as refusal:
        refusal.is_sure = reader.is_sure
        raise
    return found if found.said else None


def may_name_cards(words: Sequence[str]) -> bool:
    """Whether a word may be the name of a card: it is no option, and has more letters than a cost."""
    return any(not word.startswith("--") and sum(map(str.isalpha, word)) > _SHORTEST for word in words)


class _CardReader:
    """Reads the names of cards among the words of one question."""

    def __init__(self, cards: CardList, file: CostFile, before: NamedCosts | None, of_parts: bool) -> None:
        self.cards, self.file, self.all = cards, file, before is not None
        self.said: list[Remark] = list(before.said if before else ())
        self.of_base: list[Remark] = []
        self.base = before.base if before else None
        self.is_new, self.of_parts = False, of_parts
        self.similar: dict[str, list[tuple[str, float]]] = {}  # what `_similar` found
        self.found: list[str] = []  # the words so far, with changes in the place of names
        self.cost: list[str] = []  # the words of the cost of `base`
        self.has_base = self.is_sure = False
        self.effects = list(before.effects if before else ())
        self.facts, self.mention = before.facts if before else NO_FACTS, len(self.effects)
        self.holders: list[tuple[int, Whose]] = []  # of the cards so far, each with the place behind its name
        self.of_caster: tuple[int, Whose] = 0, ""  # the one of the card whose cost is asked for
        self.targets: list[Target] = []
        self.behind_base = (0, 0)  # the places behind its name, in the question and in `found`
        general = cost_words()
        self.known = {*file.known_words, *file.all_fillers, *file.value_words, *general.numbers}
        self.known |= words_of(file.classes, "nouns", "tags", "opponents", "theirs", "they")

    def _has_cost(self, words: Sequence[str]) -> bool:
        """Whether a cost is typed: an amount beside no word that takes it, `2WU` and not `delve 3` or `1 less`."""
        said = [word.strip(",;.").lower() for word in words]
        takes_before = {each.words[1] for each in self.file.patterns if each.words[0] == "*" and len(each.words) > 1}
        things = self.file.classes["nouns"] - self.file.classes["sizes"]
        return any(
            is_cost(self.file, word)
            and not (before in self.known or before.startswith("--") or after in takes_before)
            and not (word.isdigit() and after in things)  # `3 targets`
            for before, word, after in zip(["", *said], words, [*said[1:], ""], strict=False)
        )

    def _parted(self, word: str) -> Sequence[str]:
        """Return the words of a question that was typed as one; a name of several words as it is."""
        parts = word.split()
        is_said = "," in word or any(
            part.strip(",;.").lower() in self.known or any(map(str.isdigit, part)) for part in parts
        )
        is_change = word.startswith(("+", "-")) and ":" in word  # that a card made before
        if len(parts) < 2 or is_change or self._find(word.lstrip("+-")):
            return [word]
        return parts if is_said or self._has_name(parts) else [word]

    def _has_name(self, words: Sequence[str]) -> bool:
        """Whether some words begin or end with the name of a card of several words, and have others beside it."""
        runs = (run for length in range(2, min(len(words), _LONGEST)) for run in (words[:length], words[-length:]))
        return any(self._find(" ".join(run)) for run in runs)

    def read(self, words: Sequence[str]) -> NamedCosts:
        """Return the words with what the cards cost and change."""
        words = with_short([part for word in words for part in self._parted(word)])
        self.of_parts = self.of_parts and not self._has_cost(words)
        at, classes = 0, self.file.classes
        reader = FactReader(words, self.file)
        facts, words = reader.read(), reader.rest()
        while at < len(words):
            at = self._past_target(words, at) or self._past_label(words, at) or self._after(words, at)
        caster = self.of_caster[1] or payer(words, classes)
        self.facts = self.facts.joined(replace(facts, payer=caster, targets=tuple(self.targets)))
        # the cost of the card comes first: beside an amount of a keyword it would be part of that
        if self.is_new and self.base:
            self.found = OwnText(self.base, self.file, self.of_base, facts=self.facts).read(self.cost, self.found)
        effects = tuple(self.effects)
        return NamedCosts(tuple(self.found), (*self.of_base, *self.said), self.base, effects, self.is_sure, self.facts)

    # Complexity: what is targeted is a card or a kind of things, with words around it.
    def _past_target(self, words: Sequence[str], at: int) -> int:
        """Return the place behind words that say what is targeted, `targeting my Tide Ox`, and keep that; 0 if none
        begin at a place."""
        classes, is_sure, end = self.file.classes, is_form("target", words[at].lower()), at + 1
        if words[at].lower() not in classes["aims"]:
            return 0
        small = words_of(classes, "ands", "using", "conditions")
        while not (words[end - 1].endswith(STOPS) or end == len(words) or words[end].lower() in small):
            if words[end][:1] in "+-":
                break
            end += 1
        said = [each.strip(",;.") for each in words[at + 1 : end]] or [""]
        runs = ((first, last) for first in range(len(said)) for last in range(len(said), first, -1))
        first, last = next((run for run in runs if self.cards.find(" ".join(said[slice(*run)]))), (0, 0))
        card = self.cards.find(" ".join(said[first:last]))[0] if last else None
        others = {each.lower() for each in (*said[:first], *said[last:])}
        is_led = is_sure or first > 0 or said[0].lower() in words_of(classes, "articles", "own", "opponents")
        is_read = self.all or any(" " in each for each in said)
        is_player = others.isdisjoint(classes["acted on"])
        kinds = words_of(classes, *(("players", "opponents") if is_player else ("acted on",)))
        if not (is_read and is_led and (card or others & kinds)):
            return 0
        if not card:  # `my own creature`
            first = next((here for here, each in enumerate(said) if each.lower() in kinds), 0)
            last = first + bool(others & kinds)
        place = at + 1 + last
        whose = self._holder(words, at + 1 + first, place) or holder(words, place, place, classes)
        others |= {each.lower() for each in (card.name, *card.kinds)} if card else set()
        self.targets.append(Target(frozenset(others), whose, card is not None or is_player))
        if card and not any(each.card == card for each in self.effects) and _effects_of([card]):
            self.holders.append((place, whose))
            self.found += self._effect(card.name, "")
            self._of_last(whose)
        if words[end - 1].endswith(STOPS) and self.found and not self.found[-1].endswith(STOPS):
            self.found[-1] += ","
        return end

    def _of_last(self, whose: Whose, chosen: str = "") -> None:
        """Give the effects of the name that was read last their holder, and what was chosen for them."""
        self.effects = [
            each._replace(holder=whose, chosen=chosen) if each.mention == self.mention else each
            for each in self.effects
        ]

    # Complexity: whose a card is may be said behind it, before it, or before the card in a list with it.
    def _holder(self, words: Sequence[str], start: int, end: int) -> Whose:
        """Return whose a card is, by the words beside its name or before a list, `opponent has orla and thalia`."""
        classes = self.file.classes
        behind = next((at for at in range(end, len(words) + 1) if words[at - 1].endswith(STOPS)), len(words))
        if any(word.lower().rstrip(",;.") in classes["mine"] for word in words[end:behind]):
            return "own"
        start -= start > 0 and number_of(words[start - 1]) > 0  # `opponent has two orlas`
        if whose := holder(words, start, end, classes):
            return whose
        earlier = {word.lower() for word in words[:start]}
        if start and words[start - 1].lower() in classes["theirs"] and earlier & classes["opponents"]:
            return "other"
        last, before = self.holders[-1] if self.holders else (0, "")
        small = words_of(classes, "objects", "ands", "articles", "fillers")
        between = [word.lower() for word in words[last:start]]
        subject = [word for word in between if word in classes["they"]]
        if subject and between[-1] in classes["objects"]:
            return "other"
        is_list = last and between and not words[last - 1].endswith(STOPS) and {*between} <= small
        has_verb = not classes["objects"].isdisjoint(between)
        return before if is_list and (has_verb or (last, before) != self.of_caster) else ""

    # Complexity: a name may be of the cost, of an effect, or of several of it.
    def _after(self, words: Sequence[str], at: int) -> int:
        """Read the name of a card at a place, or the one word; return the place behind it."""
        is_signed = words[at].startswith(("+", "-"))
        denied = 0 if is_signed else self._denied()
        before = NamedCosts((), tuple(self.said), effects=tuple(self.effects))
        is_effect = self.has_base or is_signed or denied > 0
        may_be_name = not words[at].startswith("--") and (" " in words[at] or self.all)
        named = self._named_in_a_way(words, at, is_effect) if may_be_name else None
        if named and denied:
            typed = " ".join([*self.found[-denied:], *words[at : at + named[1]]])
            self._leave_out(before, denied, typed, Remark("not there", (typed.strip(",;."),)))
            return at + named[1]
        if named and (elsewhere := self._elsewhere(before, words, at + named[1])):
            typed, card = " ".join(words[at : elsewhere[0]]), self.effects[-1].card.name
            self._leave_out(before, 0, typed, Remark("effect elsewhere", (typed.strip(",;."), elsewhere[1], card)))
            return elsewhere[0]
        is_other = self.cost and may_be_name and not is_signed and not named
        if is_other and self.all and (given := self._given_up(words, at)):
            self.found += given[0]
            return at + given[1]
        if is_other and (other := self._other_base(words, at)):  # `thalia out, shock`: the first is the effect
            self.cost, changes, length = other
            self.found += changes
            self.of_caster = at + length, self._holder(words, at, at + length)
            return at + length
        if named is None:
            self.has_base = self.has_base or not (is_signed or self._is_no_base(words, at))
            self.found.append(words[at])
            return at + 1
        changes, length = named
        used, last, self.is_sure = 0, words[at + length - 1], self.is_sure or length > 1
        self.holders.append((at + length, self._holder(words, at, at + length)))
        if is_effect or changes[0].startswith(("+", "-")):
            length += self._with_chosen(words, at + length)
            if not is_signed:
                is_apart = last.endswith(STOPS)
                self.found, used = self._without_amount(self.found, changes, words[at + length :], is_apart)
            self.found = self._with_change(self.found, changes, last.strip(",;.").lower(), bool(self.cost))
        else:
            self.has_base, self.cost, self.behind_base = True, changes, (at + length, len(self.found))
            self.of_caster = self.holders[-1]
        return at + length + used

    def _with_chosen(self, words: Sequence[str], at: int) -> int:
        """Return how many words at a place say what was chosen for the card before them, `naming blue`, and keep that
        and whose the card is; 0 if its text speaks of no choice."""
        asks = any("chosen" in each.effect.what for each in self.effects if each.mention == self.mention)
        small = words_of(self.file.classes, "choosing", "opening", "joints", "articles")
        end = at
        while asks and end < len(words) and words[end].lower() in small and not words[end - 1].endswith(STOPS):
            end += 1
        is_said = at < end < len(words)
        self._of_last(self.holders[-1][1], words[end].lower().strip(",;.") if is_said else "")
        return end + 1 - at if is_said else 0

    def _past_label(self, words: Sequence[str], at: int) -> int:
        """Return the place behind a change that is typed with a card's name of several words as its label, `-1:Tide
        Bell`, and keep it as one word; 0 for other words."""
        amount, colon, first = words[at].partition(":")
        if not (colon and amount[:1] in ("+", "-") and is_cost(self.file, amount[1:].upper())):
            return 0
        names = (" ".join([first, *words[at + 1 : at + length]]).strip(",;.") for length in range(_LONGEST, 1, -1))
        name = next(filter(self.cards.find, names), "")
        self.found += [f"{amount}:{name}"] if name else []
        return at + len(name.split()) if name else 0

    def _denied(self) -> int:
        """Return how many words right before a place deny what is named there, `without the`; 0 if none do."""
        small = self.file.classes["articles"] | self.file.classes["pronouns"] | {"any"}
        start = len(self.found) - 1
        while start >= 0 and self.found[start].lower() in small:
            start -= 1
        is_denied = start >= 0 and self.found[start].lower() in self.file.classes["none"]
        return len(self.found) - start if is_denied else 0

    def _elsewhere(self, before: NamedCosts, words: Sequence[str], start: int) -> tuple[int, str] | None:
        """Return the place behind words that say in which zone a card with an effect is, and that zone: `in my
        graveyard`. None without them, in play, and if its text speaks of that zone. `before` has what was read before
        its name."""
        classes, effects = self.file.classes, self.effects[len(before.effects) :]
        if not effects or words[start - 1].endswith((",", ";", ".")):
            return None
        zone, end = zone_behind(words, start, classes, "zones", "removed")
        is_told = zone in classes["present"] or any(zone in each.effect.sentence.lower() for each in effects)
        return None if is_told else (end, zone)

    def _leave_out(self, before: NamedCosts, denied: int, typed: str, why: Remark) -> None:
        """Leave out the effect of a card that is not there or does not apply, and so many words before it that say so.
        `before` has what was read before its name, and `typed` all words about it."""
        self.said = [*before.said, why]
        self.effects = [*before.effects]
        del self.found[len(self.found) - denied :]
        if self.found and typed.endswith((",", ";", ".")):
            self.found[-1] += "," if self.found[-1][-1:].isalnum() else ""

    def _named_in_a_way(self, words: Sequence[str], at: int, is_effect: bool) -> tuple[list[str], int] | None:
        """Return the words to read in place of the card that the words at a place name, and how many words name it: a
        change if that is likely there, else a cost. None if they name no card."""
        before = words[at - 1] if at and self.found[-1:] == [words[at - 1]] else ""  # unless it is part of a name
        is_counted = at > 0 and self._is_number_of_several(words, at - 1)  # `two orlas`
        ways = dict.fromkeys([self._is_of_effect(words[at:]) or is_effect, is_effect, is_counted or is_effect])
        tried = (self._named(words[at:], way, before) for way in ways)
        return next((each for each in tried if each and each[0]), None)

    # Complexity: each condition says what is given up, and for what.
    def _given_up(self, words: Sequence[str], at: int) -> tuple[list[str], int] | None:
        """Return words for the mana value of the card that the words from a place on name, and how many words name it,
        if it is given up, `sacrificing orla`, in a game whose costs have symbols; else None."""
        before = next((word for word in reversed(words[:at]) if word not in self.file.classes["articles"]), "")
        given = [each for each in self.file.patterns if each.words[:1] != ("*",) and is_form(each.words[0], before)]
        if not (self.file.symbols_apart and any(each.meaning.startswith("--also ") for each in given)):
            return None
        said = {word.strip(",;.").lower() for word in words}
        is_counted = any(each.needs and each.has_value and said >= {*each.needs} for each in given)  # for emerge
        following = [*_bare(words[at:])]
        for length in range(len(following), 0, -1):
            if found := self.cards.find(name := " ".join(following[:length])):
                faces = found[0].faces
                face = next((face for face in faces if letters_of(face.name) == letters_of(name)), faces[0])
                value = value_of(amount_of(read_mana(face.cost or "0")))
                return ["a", *([str(value), "drop"] if is_counted else ["card"])], length
        return None

    def _is_no_base(self, words: Sequence[str], at: int) -> bool:
        """Whether the word at a place can't be the printed cost or the name of a card: the value of an option, a known
        word, or the number of several cards."""
        bare = words[at].strip(",;.").lower()
        is_known = {bare, bare.removesuffix("s")} & self.known or "=" in bare  # `X=3`
        is_value = at > 0 and (words[at - 1].startswith("-") or self._is_number_of_several(words, at - 1))
        return bool(is_known) or is_value or self._is_number_of_several(words, at)

    def _is_number_of_several(self, words: Sequence[str], at: int) -> bool:
        """Whether the word at a place is the number of several things or cards: `3 artifacts`, `two storm orlas`."""
        names = [*_bare(words[at + 1 :])] if number_of(words[at]) > 1 else []
        first = names[0].lower() if names else ""
        is_thing = first not in self.known or first in self.file.classes["nouns"]
        plurals = (" ".join(names[:length]) for length in range(len(names), 1, -1) if names[length - 1][-1:] == "s")
        return (first.endswith("s") and is_thing) or any(self.cards.find(plural[:-1]) for plural in plurals)

    # Complexity: the amount is before the name or behind it, in one word or two.
    def _without_amount(
        self, found: Sequence[str], changes: list[str], behind: Sequence[str], is_apart: bool
    ) -> tuple[list[str], int]:
        """Return the words before the name of a card without the amount that its name is the label of, `+1 orla`, `1
        more from orla`, and how many words `behind` it are that amount, `orla +1`. `is_apart` is whether a comma is
        behind the name. Raises Refused if the amount is not that of the card."""
        before = [*found]
        while before and before[-1].lower() in self.file.classes["using"]:
            before.pop()
        start = len(before)
        while start and before[start - 1].lower() in self.file.classes["causes"] | {"of", "to"}:
            start -= 1
        typed = before[max(start - 2, 0) : start]
        if typed and (amount := self._amount(typed) or self._amount(typed[-1:])):
            self._check_amount(amount, changes)
            return before[: start - (2 if self._amount(typed) else 1)], 0
        for length in () if is_apart else (2, 1):
            if amount := self._amount([word.rstrip(",;.") for word in behind[:length]]):
                self._check_amount(amount, changes)
                return before, length
        return before, 0

    def _amount(self, words: Sequence[str]) -> str:
        """Return the change that words are, `+1` or `1 more`, with its sign and without braces; "" for others."""
        first, *rest = words or [""]
        if not rest and first[:1] in ("+", "-") and is_cost(self.file, first[1:].upper()):
            return f"{first[0]}{first[1:].strip('{}')}"
        for amount, forms in ((first, ("*", "".join(rest).lower())), ("".join(rest), (first.lower(), "*"))):
            roles = (self.file.role(each) for each in self.file.patterns if each.words == forms)
            sign = next((role for role in roles if role in ("+", "-")), "")
            if sign and is_cost(self.file, amount):
                return f"{sign}{amount.strip('{}')}"
        return ""

    def _check_amount(self, amount: str, changes: list[str]) -> None:
        """Keep the one of several changes of a card that has an amount typed beside its name. Raises Refused if none
        has it."""
        typed = [each for each in changes if amount.upper() == re.sub("[{}]", "", each.partition(":")[0]).upper()]
        own, _, label = changes[0].partition(":")
        if not typed:
            raise Refused(
                "one effect or two", f"{amount} {label}", own, f"{amount}:{label}", f"{amount}, {own}:{label}"
            )
        changes[:] = typed
        kept = {each.partition(":")[2] for each in typed}
        self.effects = [each for each in self.effects if each.mention != self.mention or each.label in kept]

    def _with_change(self, found: list[str], changes: list[str], name: str, has_cost: bool) -> list[str]:
        """Return the words with the change of a card behind them, as often as a number before its name says, `two
        thalias`. `name` is the last word of the name."""
        is_plural = name.endswith("s") and name not in changes[0].lower().split()
        is_apart = found and (is_plural or (len(found) + has_cost > 1 and not self._takes_value(found[:-1])))
        often = number_of(found[-1]) if is_apart else 0
        if not often and found[-1:] and found[-1].isalpha() and any(map(number_of, found[-_NEAR:-1])):
            found = [*found[:-1], f"{found[-1]},"]  # in `3 ships thalia` the number is of other things
        return [*found[:-1], *changes * often] if often else [*found, *changes]

    def _other_base(self, words: Sequence[str], at: int) -> tuple[list[str], list[str], int] | None:
        """Return the cost of the card that the words at a place name, the change of the card that was taken for the one
        whose cost is asked for, and how many words the name has; None if they name no card, or that changes nothing."""
        before, said, whose = self.base, self.of_base, self.of_caster[1]
        if before is None or not _effects_of([before]):
            return None
        self.of_base = []
        cost, length = self._named(words[at:], is_effect=False) or ([], 0)
        if cost:
            read = NamedCosts((), tuple(self.said), effects=tuple(self.effects))
            change, (start, place) = self._effect(before.name, ""), self.behind_base
            self._of_last(whose)
            if elsewhere := self._elsewhere(read, words, start):
                typed = " ".join([before.name, *words[start : elsewhere[0]]]).rstrip(",;.")
                del self.found[place : place + elsewhere[0] - start]
                self._leave_out(read, 0, typed, Remark("effect elsewhere", (typed, elsewhere[1], before.name)))
                change = []
            return cost, change, length
        self.of_base = said
        return None

    def _takes_value(self, words: Sequence[str]) -> bool:
        """Return whether a number after some words is the value of the last one, as that of a keyword is; behind `with`
        it counts the cards."""
        last = words[-1].lower() if words else ""
        takes = any(is_form(each.words[0], last) for each in self.file.patterns if each.words[1:] == ("*",))
        return takes and last not in self.file.classes["using"]

    # Complexity: a name may have several words, and a slip.
    def _named(self, words: Sequence[str], is_effect: bool, before: str = "") -> tuple[list[str], int] | None:
        """Return the words to read in place of the card that the first words name, and how many words name it. `before`
        is the word before them.

        The longest name counts; then a part of a name; then a slip. None, or nothing to read, if they name no card.
        """
        following = [*_bare([words[0].removeprefix("+").removeprefix("-"), *words[1:]])] or [words[0]]
        counted = next((at for at, word in enumerate(following) if not _is_count(word)), 0)
        first = following[counted].lower()  # the `time` of `second time`, which begins no name
        for length in range(len(following), 0, -1):
            name = " ".join(following[:length])
            is_word = length == 1 and " " not in name and (name.lower() in self.known or _is_count(name))
            if sum(map(str.isalpha, name)) >= _SHORTEST and not is_word:
                after = (word for word in following[length:] if word.lower() not in self.file.classes["inside names"])
                beside = (before, next(after, ""))
                typed = self._effect(name, first, beside) if is_effect else self._cost_of(name, self._find(name))
                if typed or (length > 1 and self.cards.find(name)):  # a part of a card's name is no other card
                    return typed, length
        if not is_effect and self.of_parts and first not in self.known and not self.is_new:
            if slip := self._slipped(following):
                return slip
            names = [each for each, score in self._similar(following[0]) if score >= _PART]
            if len(names) > 1:
                if effect := self._effect(following[0], first):  # only one of them changes costs
                    return effect, 1
                raise Refused("more of name", following[0], tuple(names[:5]))
            return self._cost_of(following[0], self.cards.find(names[0]) if names else []), 1
        if not is_effect and " " in words[0]:
            similar = self._similar(words[0])
            best = [each for each, score in similar if score == similar[0][1]]  # more than one: any may be meant
            if len(best) == 1 and similar[0][1] < _PART:
                self.of_base.append(Remark("name read", (words[0], best[0])))
            return self._cost_of(words[0], self.cards.find(best[0]) if len(best) == 1 else []), 1
        return None

    # Complexity: a name may end at any word, and have a pitch.
    def _slipped(self, words: Sequence[str]) -> tuple[list[str], int] | None:
        """Return the words of the cost of the card whose name of several words has a slip, perhaps with a pitch behind
        it, and how many words name it; None if no card or several are near."""
        inside = self.file.classes["inside names"]
        most = next((at for at, word in enumerate(words) if word.lower() in self.known - inside), len(words))
        similar = self._similar(words[0])
        longest, length = similar, 1
        while similar and length < most:  # names that have more of the words are among those that have fewer
            longest, length = similar, length + 1
            similar = self._similar(" ".join(words[:length]))
        longest, length = (similar, length) if similar else (longest, length - 1)
        best = [name for name, score in longest if score == longest[0][1]]
        if length < 2 or len(best) != 1:
            return None
        self.of_base.append(Remark("name read", (" ".join(words[:length]), best[0])))
        pitched = self._find(" ".join([best[0], *words[length : length + 1]]))
        end = length + 1 if pitched and words[length:] else length
        return self._cost_of(best[0], pitched or self.cards.find(best[0])), end

    def _is_of_effect(self, words: Sequence[str]) -> bool:
        """Whether a cost follows behind a comma, or right behind one word, so that a name before it is of a card that
        may change that cost: `thalia in play, 2WU`, `thalia 2WU`."""
        bare = [word.rstrip(".") for word in words]
        last = len(bare) - 1  # a number before other words may count them: `5 lands`
        is_cost_behind = last > 0 and is_cost(self.file, bare[1].rstrip(",;")) and not bare[1].isdigit()
        return is_cost_behind or any(
            before.endswith((",", ";")) and is_cost(self.file, word) and (at == last or not word.isdigit())
            for at, (before, word) in enumerate(pairwise(bare), 1)
        )

    def _is_stranger(self, word: str) -> bool:
        """Whether a word is neither of costs nor of the name of a card, and no comma is behind it."""
        is_known = word.lower() in self.file.all_known or word.lower() in self.known
        is_word = word.isalpha() and not is_known and not is_cost(self.file, word)
        return is_word and not any(score >= _PART for _, score in self._similar(word))

    def _cost_of(self, name: str, found: Sequence[Card]) -> list[str]:
        """Return the words of the cost of the card of a name, and keep it as `base`; no words without a card."""
        if not found:
            return []
        face = _face(name, found)
        self.base, self.is_new = _with_face(found[0], face), True
        cost = face.cost or "none"
        nouns = {noun for effect in cost_effects(self.base) if effect.own for noun in effect.depends.lower().split()}
        self.known |= {*nouns, *(f"{noun}s" for noun in nouns)}  # `3 goblins` are counted
        self.of_base.append(Remark("cost of card", (self.base.name, cost, self.cards.info.source)))
        return cost.split()

    def _find(self, name: str) -> list[Card]:
        """Return the cards of a name, perhaps with a pitch beside it."""
        from rules_cli.names.find import with_pitch  # here, since most names are typed whole

        return self.cards.find(name) or with_pitch(name, self.cards)

    def _similar(self, name: str) -> list[tuple[str, float]]:
        """Return the names that have these words or nearly, each with its score, the best first."""
        from rules_cli.names.find import find  # here, since most names are typed whole

        if name not in self.similar:
            self.similar[name] = [(each.name, each.score) for each in find(name, self._naming, 50).results]
        return self.similar[name]

    @cached_property
    def _naming(self) -> NameRules:
        """The rules and all names of the game, which take time to collect."""
        from rules_cli.names.name_rules import naming_from, shipped_naming

        book = self.cards.info.book
        return naming_from(book, shipped_naming(book), self.cards)

    # Complexity: one case for each reason to ask for more.
    def _effect(self, name: str, first: str, beside: Sequence[str] = ()) -> list[str]:
        """Return the change that the card of a name makes, and keep it in `effects`; no words if it makes none.

        A part of a name is enough if only one card that has it changes costs and no word `beside` it is a stranger:
        `damping sphere` is another card. Raises Refused if the change has to be counted, or several fit.
        """
        effects = next(filter(None, (_effects_of(self.cards.find(each)) for each in singular(name))), [])
        if not effects and first not in self.known and not any(map(self._is_stranger, beside)):
            single = re.sub(r"(?<=[a-z]{3})s\b", "", name)
            names = [each for each, score in self._similar(single) if score >= _PART]
            if beside and count_of(beside[0]):  # `3 ships` are ships, and no `Ship Wright`
                names = [each for each in names if each.partition(",")[0].lower().endswith(single.lower())]
            effects = _effects_of({card.name: card for each in names for card in self.cards.find(each)}.values())
            changing = sorted({card.name for card, _ in effects})
            if len(changing) > 1:
                raise Refused("more of name", name, tuple(changing[:5]))
        if not effects:
            return []
        card, label = effects[0][0], _label_of(effects[0][0])
        ways = dict.fromkeys(" ".join(_typed(other, label)) for _, other in effects)
        is_one_of = bool(card.variants) or any(other is not card for other, _ in effects)
        if len(ways) > 1 and is_one_of:
            raise Refused("several effects", card.name, ", ".join(ways))
        self.mention += 1
        typed = []
        for _, effect in effects[:1] if is_one_of else effects:
            self._check_effect(name, card, effect)
            self.said.append(Remark("cost by card", (name, card.name, effect.sentence)))
            often = sum(_label_of(each.card) == label for each in self.effects)
            own = f"{label} ({often + 1})" if often else label
            self.effects.append(NamedEffect(own, card, effect, mention=self.mention))
            typed += _typed(effect, own)
        return typed

    def _check_effect(self, name: str, card: Card, effect: CostEffect) -> None:
        """Raise Refused if the amount of an effect has to be counted, or a sentence of it is not read."""
        if effect.depends or not effect.amount.strip("XYZ{}"):
            example = f"{effect.sign}{effect.amount if effect.amount.isdigit() else 2}:{_label_of(card)}"
            counted = effect.depends or Remark("in sentence", (effect.amount, effect.sentence))
            if value := _VALUE.fullmatch(effect.depends):
                raise Refused("count value", name, value["what"], example)
            raise Refused("count effect", name, counted, example)
        if effect.unread:
            raise Refused(
                "unread sentence", card.name, effect.unread, f"{effect.sign}{effect.amount}:{_label_of(card)}"
            )


def _label_of(card: Card) -> str:
    """Return the label of the changes that a card makes."""
    return card.name.partition(",")[0].replace(":", " ")


def _typed(effect: CostEffect, label: str) -> list[str]:
    """Return an effect as words of a question: `-2@1:Orla`, `--min=3`."""
    if effect.sign == "min":
        return [f"--min={number_of(effect.amount)}"]
    return typed_effect(effect, 1, label)


def _is_count(word: str) -> bool:
    """Whether a word says which time or how often, `second`, `twice`."""
    return bool(ordinal_of(word)) or word.lower() in cost_words().times


def _bare(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that may go on a name: those with letters, `//` and `(1)`, up to a sign or a comma."""
    for word in words[:_LONGEST]:
        is_part = word == "//" or (word.startswith("(") and word.strip("(),;.").isdecimal())
        if word[:1] in ("+", "-") or not (is_part or any(map(str.isalpha, word))):
            return
        yield word.strip(",;.")
        if word.endswith((",", ";", ".")):
            return


# Complexity: faces, variants and the name of one face each give costs.
def _face(name: str, cards: Sequence[Card]) -> CardFace:
    """Return the face of the cards of a name whose cost is asked for. Raises Refused if several have different ones."""
    letters = letters_of(name)
    faces = [face for card in cards for face in card.variants or card.faces]
    faces = [face for face in faces if letters_of(face.name) == letters] or faces
    if not any(face.cost or face.text for face in faces):
        raise Refused("no cost in list", name)
    with_cost = [face for face in faces if face.cost]
    if len({face.cost for face in with_cost}) > 1:
        kinds = ", ".join(f"{_kind(face)}: {face.cost}" for face in with_cost)
        raise Refused("several costs", name, kinds)
    return next(iter(with_cost), faces[0])


def _with_face(card: Card, face: CardFace) -> Card:
    """Return a card of several faces as the one face that is cast: it has the types and the text of that alone."""
    if len(card.faces) < 2:
        return card
    own = tuple(word for word in _KIND.findall(face.types) if any(map(str.isalnum, word)))
    return card._replace(name=face.name, faces=(face,), kinds=own or card.kinds)


def _kind(face: CardFace) -> str:
    """Return what tells a face from others of its name: its pitch, else its own name."""
    return f"pitch {face.stats['pitch']}" if "pitch" in face.stats else face.name


def _effects_of(cards: Iterable[Card]) -> list[tuple[Card, CostEffect]]:
    return [(card, effect) for card in cards for effect in cost_effects(card) if not effect.own]
