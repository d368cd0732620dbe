"""What each amount of a question may be: the printed cost, the value of a cue, a number of things, part of nothing.

Each role has a weight, the sum of the weights of its features (`weights` of data/costs.yaml): 0 fits, more fits less.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from rules_cli.costs.arguments import SLOTS, Pattern, cost_words
from rules_cli.costs.sentence import MIXED, Amount, CostSentence, Cue
from rules_cli.costs.tokens import are_forms
from rules_cli.costs.whereabouts import start_of_holder
from rules_cli.text import fold

Kind = Literal[
    "base",
    "part",
    "alt",
    "left",
    "other",
    "cue",
    "thing",
    "value",
    "own",
    "factor",
    "again",
    "change",
    "option",
    "nothing",
]
_COUNTED = {"ordinal": "turn", "times": "tax"}  # forms of amounts that only one option takes
_BESIDE = ("alt", "hand")  # options whose value is right beside their word, as it is of a change
_OWN = ("ability", "special")  # they have their own costs beside the card's
_TAKING = ("cue", "thing", "own", "factor")  # kinds of roles that use a number of things
_POINTS = re.compile("[0-9]+c?(?::[a-z]+)?")
_MANA = re.compile(r"[A-WYa-wy/{}]+")


class Role(NamedTuple):
    """A role of an amount: its weight, the number of its cue (-1 if it has none), the meaning, and the value in it."""

    weight: float
    kind: Kind
    cue: int = -1
    meaning: str = ""
    text: str = ""

    @property
    def is_base(self) -> bool:
        """Whether the amount is the printed cost."""
        return self.kind == "base" or self.meaning.startswith("*")

    @property
    def option(self) -> str:
        """The option of which it is the value, "" for another role."""
        return self.meaning.partition(" ")[0].removeprefix("--") if self.kind in ("cue", "value") else ""


@dataclass(frozen=True)
class Roles:
    """Finds the roles of the amounts of a sentence."""

    sentence: CostSentence

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The weights of the features; the file is asked once for a question."""
        return cost_words().weights

    def weight(self, name: str) -> float:
        """Return the weight of a feature."""
        return self.weights[name]

    # Complexity: an amount may be a part of something that is said elsewhere.
    def of(self, number: int) -> list[Role]:
        """Return the roles of an amount, the lightest first."""
        amount = self.sentence.amounts[number]
        if amount.form == "option":
            return [Role(0, "option")]
        cue = self.sentence.cue_at.get(amount.start)
        if cue and cue.inner != amount.start and not (cue.end == amount.end and cue.patterns[0].has_value):
            return [Role(0, "nothing")]  # a word of the cue: `para um efeito`
        if amount.start in {each.end for each in self.sentence.cues if each.is_thing} and self._is_quality(amount):
            return [Role(0, "nothing")]  # `reveal a red card`
        following = [each for each in self.sentence.amounts[number + 1 : number + 2] if each.form == "values"]
        is_number = amount.form == "number"
        if is_number and (any(self._is_number_of(amount, each) for each in following) or self._is_of_keyword(amount)):
            return [Role(0, "nothing")]  # `two cards, both blue` has the number in its second part
        roles = [Role(0, "change")] if amount.form == "change" else []
        roles += [*self._of_cues(amount), *self._of_cost(number, amount), *self._of_values(amount)]
        roles += [*self._of_counts(amount), *self._of_nothing(amount)]
        if amount.start in self.aside:
            return [Role(0, "nothing")]
        there = [role for role in roles if self._is_there(amount, role)]
        is_elsewhere = len(there) < len(roles) and not any(role.kind in _TAKING for role in there)
        return [Role(0, "nothing")] if is_elsewhere else sorted(there)

    @cached_property
    def beside(self) -> Mapping[int, frozenset[int]]:
        """The numbers of the amounts right beside each cue that takes them there, such as the 3 of `3 extra`."""
        numbers, cues = range(len(self.sentence.amounts)), range(len(self.sentence.cues))
        return {cue: frozenset(number for number in numbers if self._is_beside(number, cue)) for cue in cues}

    # Complexity: an amount may be before a cue or behind it.
    def _is_beside(self, number: int, at: int) -> bool:
        """Whether an amount is right beside a cue that takes it there."""
        sentence, amount, cue = self.sentence, self.sentence.amounts[number], self.sentence.cues[at]
        if amount.start in self.aside:
            return False
        words = range(cue.end, amount.start)
        is_before = cue.end <= amount.start and all(map(sentence.is_small, words))
        if is_before and any(sentence.in_class(each, "opening", "ands", "using", "paid") for each in words):
            return False
        if not is_before and sentence.past(amount.end, "nouns") != cue.start:
            return False
        first, last = (cue.end, amount.start) if is_before else (amount.end, cue.start)
        if sentence.is_instead(cue) or self.is_elsewhere(cue) or sentence.is_stopped(first - 1, last):
            return False
        sides = (each for each in cue.patterns if each.words[-1 if is_before else 0] in SLOTS)
        is_number = amount.form == "number"  # what `affinity` takes off, but not the 6W of `affinity 6W`
        sides = (each for each in sides if is_number or self.sentence.file.role(each)[:2] != "-:")
        return any(self._fit(amount, each) for each in sides)

    @cached_property
    def sure_beside(self) -> frozenset[int]:
        """The numbers of the cues whose amount is always beside them, if one is there."""

        def is_sure(cue: Cue) -> bool:
            patterns = [each for each in cue.patterns if not cue.patterns[0].is_unclear]
            roles = [self.sentence.file.role(each) for each in patterns]
            is_own = not any(each.assumes for each in cue.patterns)  # `level 2`
            is_named = any(each.option in _BESIDE for each in patterns)
            return is_named or any(role[:1] in ("+", "-") and (is_own or len(role) == 1) for role in roles)

        return frozenset(number for number, cue in enumerate(self.sentence.cues) if is_sure(cue))

    def _is_quality(self, amount: Amount) -> bool:
        """Whether an amount is what a card or a thing must be, `a blue card`."""
        has_figure = self.sentence.token(amount.start).typed.isdigit()
        return amount.form == "values" and not (amount.text or has_figure) and self.sentence.is_adjective(amount.end)

    def _is_number_of(self, amount: Amount, values: Amount) -> bool:
        """Whether an amount is the number of the values behind it: `two cards, both blue`, `2 cards, a red, a blue`."""
        is_of_cards = self.sentence.in_class(amount.end, "nouns") and not self.sentence.token(amount.end - 1).stop
        return is_of_cards and amount.number == values.number and "hand" in values.values

    # --- whose things are, and where

    @cached_property
    def aside(self) -> Mapping[int, range]:
        """The things of another player, which neither pay nor count: by the places of their amounts, the places of the
        words about them."""
        found = {}
        for amount in self.sentence.amounts:
            if self._is_of_things(amount) and self._is_of_wrong_player(amount):
                found[amount.start] = self._said_of(amount)
            elif self._is_changing(amount) and (places := self.sentence.on_another(amount)):
                found[amount.start] = places
        return found

    def _is_changing(self, amount: Amount) -> bool:
        """Whether an amount is by how much a cost changes: `+1`, `1 more`."""
        behind = range(amount.end, min(amount.end + 3, self.sentence.clause(amount.start).stop))
        change = self.sentence.file.change_words
        return amount.form == "change" or any(self.sentence.token(at).key in change for at in behind)

    def _is_of_wrong_player(self, amount: Amount) -> bool:
        """Whether things are of another player than the one whose things pay or are counted: `for each creature my
        opponent controls, I have 2 creatures`."""
        sentence, noun = self.sentence, self.sentence.noun_after(amount)
        is_other = sentence.is_of_another(amount.start, amount.end)
        if any(not noun or are_forms(sentence.token(at + 1).key, noun) for at in self._eaches_of_others):
            return not is_other and bool(sentence.holder(amount.start, amount.end))
        return is_other

    def _said_of(self, amount: Amount) -> range:
        """Return the places of all words about things, from their player to their zone."""
        sentence = self.sentence
        start = start_of_holder(sentence.said, amount.start, sentence.file.classes)
        cue = sentence.cue_at.get(amount.end)
        is_thing = cue and (self._are_of_means(cue) or self.is_had_by_another(cue))
        end = max(sentence.past(amount.end, "nouns"), cue.end if cue and is_thing else 0)
        end += end == amount.end and sentence.counts_before(end)  # `opponent has 3 goblins`
        around = ("joints", "opening", "articles", "own", "opponents", "theirs", "zones", "sides", "objects")
        while sentence.in_class(end, *around):
            if sentence.token(end - 1).stop:
                break
            end += 1
        return range(start, end)

    # Complexity: one case for each form of a number of things.
    def _is_of_things(self, amount: Amount) -> bool:
        """Whether an amount is a number of things that a player has, and of none that change a cost."""
        sentence, file = self.sentence, self.sentence.file
        behind = range(amount.end, sentence.clause(amount.start).stop)
        is_changing = any(sentence.token(at).key in file.change_words or sentence.token(at).sign for at in behind)
        if amount.form not in ("number", "values") or is_changing or self.counts_changes(amount):
            return False
        if amount.form == "values":
            return any(name in file.means for name in amount.values)
        noun, cue = sentence.noun_after(amount), sentence.cue_at.get(amount.end)
        is_noun = bool(cue and (self._are_of_means(cue) or self.is_had_by_another(cue)))
        is_noun = is_noun or noun in file.classes["nouns"] or sentence.counts_before(amount.end)
        return is_noun or (not noun and sentence.side(amount) == "there")

    @cached_property
    def _eaches_of_others(self) -> list[int]:
        """The places of each `each` that counts the things of another player."""
        sentence = self.sentence
        return [
            at for at in sentence.eaches if any(sentence.in_class(each, "opponents") for each in sentence.clause(at))
        ]

    def _are_of_means(self, cue: Cue) -> bool:
        """Whether a cue is about what the player has to pay with."""
        return any(each.option in self.sentence.file.means for each in cue.patterns)

    def is_had_by_another(self, cue: Cue) -> bool:
        """Whether a cue taxes the player who has it, and another one has it: `opponent has a frostbite`."""
        sentence, start = self.sentence, cue.start
        labels = {sentence.file.role(each).partition(":")[2] for each in cue.patterns}
        while start - 1 in sentence.amount_at or sentence.in_class(start - 1, "articles"):
            start -= 1
        is_had = sentence.in_class(start - 1, "objects") and not sentence.token(start - 1).stop
        return is_had and not labels.isdisjoint(sentence.file.increases) and sentence.is_of_another(start, cue.end)

    def _is_there(self, amount: Amount, role: Role) -> bool:
        """Whether things are in the zone from which a role of their number takes them."""
        option = self.sentence.file.known_options.get(role.option)
        if option is None or role.option not in self.sentence.file.means:
            return True
        zone = self.sentence.zone_of(amount)
        return not zone or zone in (map(fold, option.zone) if option.zone else self.sentence.file.classes["present"])

    # --- cues

    # Complexity: one case for each kind of cue.
    def _of_cues(self, amount: Amount) -> Iterator[Role]:
        """Yield the roles of an amount as the value of each cue, or as the number of a thing."""
        for number, cue in enumerate(self.sentence.cues):
            if self.sentence.is_denied(cue) or any(cue.start in places for places in self.aside.values()):
                continue
            is_counted = not any(pattern.has_value for pattern in cue.patterns)  # not in `casualty 2`
            if (
                cue.is_thing
                and is_counted
                and amount.form == "number"
                and self.sentence.past(cue.end, "joints") == amount.start
            ):
                meaning = f"{cue.patterns[0].meaning}={amount.text}"
                yield Role(self.weight("number of a thing"), "thing", number, meaning, amount.text)
            is_other = cue.name in self.sentence.file.of_others
            if is_other and self.sentence.past(cue.end, "joints", "paid") == amount.start:
                yield Role(self.weight("left"), "other", number, text=amount.text)  # `2B at a creature with ward 2`
            for pattern in cue.patterns:
                if pattern.has_value and (text := self._fit(amount, pattern)):
                    yield from self._bound(amount, number, pattern, text)

    # Complexity: one case for each kind of value.
    def _fit(self, amount: Amount, pattern: Pattern) -> str:
        """Return the value that an amount gives to a pattern, "" if the pattern takes no such amount."""
        file, takes = self.sentence.file, self.sentence.file.takes(pattern)
        if "nth" in pattern.words:  # the third cast: two are before it
            return str(int(amount.text) - 1) if amount.form == "ordinal" else ""
        is_number = takes == "count" and amount.form == "times" and amount.end - amount.start == 1
        if amount.form in _COUNTED and not is_number:
            return amount.text if pattern.option == _COUNTED[amount.form] else ""
        if takes == "list" or (pattern.option == "hand" and amount.text == "none"):
            return self._listed(amount, pattern.option)
        if takes == "count":
            is_letter = "=*" in pattern.meaning and amount.is_letter  # `pay X life`
            return amount.text if amount.form == "number" or is_letter or is_number else ""
        is_added = amount.sign == "+" and file.role(pattern)[:1] == "+" and not amount.label  # `kicker +1`
        if takes != "cost" or (amount.form == "change" and not is_added):
            return ""
        return amount.text + self._points(amount)

    def _points(self, amount: Amount) -> str:
        """Return the letter of points that a number is written with: `c` of chi; the noun of others says enough."""
        return "c" if amount.unit == "c" else ""

    # Complexity: one case for each way to type a list.
    def _listed(self, amount: Amount, option: str) -> str:
        """Return the value that an amount gives to an option that takes a list, "" if the option does not take it."""
        file, values = self.sentence.file, self.sentence.file.values.get(option, {})
        if words := amount.values.get(option, amount.text if (option, amount.text) == ("hand", "none") else ""):
            return words
        if values and not file.symbols_apart and amount.text.isdigit() and amount.text not in {"0", *values.values()}:
            return ""  # a hand has no card of that value
        is_colors = amount.form == "values" and option == "have" and file.symbols_apart  # `have 6 red`
        if is_colors and amount.text and not set("0123456789") & {*amount.text}:
            return amount.text
        is_list = amount.form == "symbols" and (_MANA if file.symbols_apart else _POINTS).fullmatch(amount.text)
        if is_list and amount.end > amount.start + 1:  # `convoke W G` are two creatures, `WG` is one
            return ",".join(self.sentence.token(at).text for at in range(amount.start, amount.end))
        return amount.text + self._points(amount) if is_list or amount.form == "number" else ""

    # Complexity: one line for each feature.
    def _bound(self, amount: Amount, number: int, pattern: Pattern, text: str) -> Iterator[Role]:
        """Yield the roles of an amount as the value of a pattern of a cue; none if it is on the wrong side."""
        sentence, role = self.sentence, self.sentence.file.role(pattern)
        cue = sentence.cues[number]
        if cue.inner >= 0:  # the cue has its value inside
            if cue.inner == amount.start:
                yield Role(self.weight("other meaning") * pattern.place, "cue", number, pattern.meaning, text)
            return
        is_after, has_value_first = amount.start >= cue.end, pattern.words[0] in SLOTS
        is_joined = sentence.in_class(amount.end, "joining") and amount.end + 1 == cue.start  # `3 with starcalling`
        if is_joined and pattern.option == "alt":
            has_value_first = True
        is_of_things = pattern.meaning == "+*" and not is_after and self._is_more(amount)
        if is_after is has_value_first or is_of_things or (pattern.option == "hand" and self.is_elsewhere(cue)):
            return
        if sentence.in_class(cue.start, "instead") and not self._is_paid_instead(amount, cue.start):
            return
        weight = self._of_side(amount, cue, pattern)
        if is_after:
            weight += self.gap(cue.end, amount.start) + self._led(amount, cue, role) + self._counted_apart(amount, cue)
        else:
            weight += self.weight("before") + self.gap(amount.end, cue.start)
        if role in ("+", "-", "base") and is_after and sentence.in_class(amount.start - 1, "towards"):
            if role != "base":  # `raised to 3`
                yield Role(weight + self.weight("set to"), "cue", number, "--set *", text)
            weight += self.weight("towards")
        if role.startswith("-:"):  # a reduction with a name
            if is_after and sentence.side(amount) == "there" and not sentence.noun_after(amount):
                weight = min(weight, self.weight("counted"))  # `affinity for artifacts, I control 5`
            if not text.isdigit():
                weight += self.weight("no number")
        yield Role(weight, "cue", number, pattern.meaning, text)

    def _joined_before(self, amount: Amount) -> Amount | None:
        """Return the amount before another one, with nothing or `and` between: `1 chi 2 resources`."""
        place = amount.start - (2 if self.sentence.in_class(amount.start - 1, "ands") else 1)
        return None if self.sentence.is_stopped(place, amount.start) else self.sentence.amount_at.get(place)

    def _counted_apart(self, amount: Amount, cue: Cue) -> float:
        """Return the weight of a number behind a keyword and a comma that counts things, `overload, 2 targets`."""
        sentence = self.sentence
        is_apart = cue.name in sentence.file.keywords and sentence.is_stopped(cue.end - 1, amount.start)
        is_counted = sentence.in_class(amount.end, "nouns") and not sentence.in_class(amount.end, "sizes")
        return self.weight("other noun") if is_apart and is_counted and amount.form == "number" else 0

    def _is_paid_instead(self, amount: Amount, at: int) -> bool:
        """Whether `instead` at a place may speak of an amount: of one behind it up to a comma, `instead 2U`, and of one
        right before it, `2U instead`. In `2U, discarding a card instead` the card is paid."""
        if at < amount.start:
            return not self.sentence.is_stopped(at, amount.start)
        return all(self.sentence.is_small(between) for between in range(amount.end, at))

    def is_elsewhere(self, cue: Cue) -> bool:
        """Whether a cue for cards has a zone beside it that is not the hand: `3 cards in my graveyard`."""
        before = self.sentence.amount_at.get(cue.start - 1)  # `my memory has 4 cards`
        behind = self.sentence.amount_at.get(self.sentence.past(cue.end, "joints"))  # `kindle 2 cards in my graveyard`
        zone = self.sentence.zone_after(behind.end if behind else cue.end)
        zone = zone or self.sentence.zone_before(before.start if before else cue.start)
        is_hand = self.sentence.in_class(cue.end - 1, "hand")  # `2 memory, hand 3`
        is_cost = any(each.meaning.startswith("*") for each in cue.patterns)  # `3 reserve 2 memory`
        return not is_cost and bool(zone) and not is_hand and zone not in self.sentence.file.classes["hand"]

    # Complexity: one case for each word that leads to an amount.
    def _led(self, amount: Amount, cue: Cue, role: str) -> float:
        """Return what words before an amount add to its weight; below 0 if they lead to it, `set my 6 to 0`."""
        sentence, weight = self.sentence, 0.0
        is_cost = role == "set" and sentence.in_class(amount.start - 1, "cost")
        if is_cost and self._is_change(amount.end) and not sentence.is_stopped(amount.start, amount.end):
            return self.weight("beside other")  # `makes it cost 2 less`
        if is_cost or (role in ("+", "-", "set") and sentence.in_class(amount.start - 1, "towards", "by")):
            crossed = [other for other in sentence.amounts if cue.end <= other.start < amount.start]
            weight -= len(crossed) * (self.weight("over amount") - self.weight("over what changes"))
        if is_cost:
            weight -= self.weight("over cue")
        if role == "base":  # a printed cost is seldom behind what changes it
            patterns = (each for other in sentence.cues if other.end <= cue.start for each in other.patterns)
            if any(sentence.file.role(each) in ("+", "-", "set") for each in patterns):
                weight += self.weight("behind a change")
            if not sentence.token(amount.end - 1).stop and self._is_change(amount.end, is_behind=True):
                weight += self.weight("number alone")  # `costs 1 less 6`
        return weight

    # Complexity: an amount may be paid, or be there to pay with.
    def _of_side(self, amount: Amount, cue: Cue, pattern: Pattern) -> float:
        """Return the weight of words that say whether the amount is there or paid, and of the place of a meaning."""
        sentence, role, side = self.sentence, self.sentence.file.role(pattern), self.sentence.side(amount)
        means = {"means", *sentence.file.means}
        is_means, may_be_means = role in means, any(sentence.file.role(each) in means for each in cue.patterns)
        weight = self.weight("other meaning") * pattern.place
        before = self._joined_before(amount)
        is_cost = before is not None and (before.form == "symbols" or before.unit == "c")
        if is_means and side != "there" and is_cost and not sentence.file.symbols_apart:
            weight += self.weight("beside other")  # `{c} and 2 resources`, `1 chi and 2 resources`
        if side and (may_be_means or pattern.meaning[:1] == "*"):
            is_right = is_means if side == "there" else not is_means
            weight += self.weight("right side" if is_right else "wrong word")
        if is_means and all(sentence.in_class(at, "there") for at in range(cue.start, cue.end)):
            noun = sentence.noun_after(amount)
            later = (other for other in sentence.cues if other.start >= amount.end)
            named = [other for other in later if sentence.token(other.start).key == noun]
            noun = "" if any(other.end in sentence.amount_at for other in named) else noun  # `have 1 hand 2`
            is_same = any(each.option == pattern.option for other in named for each in other.patterns)
            if amount in self._counting:  # `with two effects of +1`
                weight += self.weight("wrong word")
            if noun and not is_same:  # `I have one ally`, `I have 3 cards in hand`
                weight += self.weight("other noun")
        return weight

    # Complexity: one weight for each kind of word.
    def gap(self, start: int, end: int) -> float:
        """Return the weight of the tokens from one place up to another, such as those between a cue and its amount."""
        sentence, weight = self.sentence, 0.0
        for at in range(start, end):
            cue = sentence.cue_at.get(at)
            if sentence.in_class(at, "opening", "ands"):
                weight += self.weight("over opening")
            elif at in sentence.amount_at:
                is_count = sentence.amount_at[at].form == "times"
                weight += self.weight("over small" if is_count else "over amount")
            elif cue and not sentence.is_small(at):
                if any(pattern.meaning.startswith(("* --", "--also ")) for pattern in cue.patterns):
                    weight += self.weight("over amount")  # `plus ward 2`: the number is that of ward
                if at > start or not all(sentence.file.role(pattern) == "means" for pattern in cue.patterns):
                    weight += self.weight("over cue")  # `1 resource less` counts resources
            else:
                weight += self.weight("over small")
        if sentence.in_class(sentence.past(end + 1, "joints"), "each"):  # `two taxing effects, 1 each`
            return weight
        stops = [at for at in range(start - 1, end) if sentence.token(at).stop]
        return weight + self.weight("over stop") * len(stops)

    # --- other roles

    # Complexity: one line for each feature of a printed cost.
    def _weight_of_cost(self, number: int, amount: Amount) -> float:
        """Return the weight of an amount as the printed cost."""
        sentence, before, is_number = self.sentence, amount.start - 1, amount.form == "number"
        weight = self.weight("number alone" if is_number else "symbols alone")
        before_it = (other for other in sentence.amounts[:number] if not self._is_article(other))
        if any(other.form in ("number", "symbols") for other in before_it):
            weight += self.weight("later")
        is_start = sentence.in_class(before, "causes") and MIXED.fullmatch(amount.text)  # `1W from 3WW`
        if sentence.side(amount) == "there" and not is_start:
            weight += self.weight("wrong word")
        if sentence.in_class(before, "towards"):
            weight += self.weight("towards")
        if sentence.in_class(before, "by"):
            weight += self.weight("behind a change")
        if self._is_article(amount) or amount in self._counting or sentence.counts_before(amount.end):
            weight += self.weight("wrong word")
        others = (each for each in sentence.amounts if each.form == "number" and not sentence.side(each))
        if amount.text.lower() == "none" and self._has_own_cost and any(others):
            weight += self.weight("again")  # `none, ability, 1 resource`
        if sentence.in_class(before - 1 if sentence.in_class(before, "articles") else before, "opening"):
            weight += self.weight("behind for")  # `for a 2`
        name = sentence.token(before).text  # one word may be an effect, `2 thalia 3`
        is_name = sentence.is_stranger(before) and (0, amount.start) not in sentence.runs
        if is_number and is_name and not (name[:1].isupper() or " " in name):
            weight += self.weight("stranger")
        cue = sentence.cue_at.get(before)
        is_of_means = cue and all(sentence.file.role(each) == "means" for each in cue.patterns)
        if is_number and is_of_means and not sentence.token(before).stop:
            weight += self.weight("behind a change")  # `hand 3`
        if is_number and number and self._is_in_list(number - 1) and sentence.amounts[number - 1].end == amount.start:
            weight += self.weight("wrong word")  # `hand 3, 2`
        return weight

    def _is_in_list(self, number: int) -> bool:
        """Whether an amount is right behind a cue that takes a list, or goes on such a list."""
        sentence, amount = self.sentence, self.sentence.amounts[number]
        cue = sentence.cue_at.get(amount.start - 1)
        if cue and not sentence.token(amount.start - 1).stop:
            return any(each.words[-1] == "*" and sentence.file.takes(each) == "list" for each in cue.patterns)
        is_on = number > 0 and sentence.amounts[number - 1].end == amount.start
        return is_on and self._is_in_list(number - 1)

    @cached_property
    def _has_own_cost(self) -> bool:
        """Whether the question is about an ability or a special action, which has its own cost beside the card's."""
        return any(pattern.option in _OWN for cue in self.sentence.cues for pattern in cue.patterns)

    # Complexity: one case for each kind of cost.
    def _of_cost(self, number: int, amount: Amount) -> Iterator[Role]:
        """Yield the roles of an amount as the printed cost, a part of it, or a cost that is not paid."""
        sentence, text, is_number = self.sentence, amount.text + amount.unit, amount.form == "number"
        if not (is_number or amount.form == "symbols" or (amount.form == "values" and amount.text)):
            return
        if is_number and amount.start in self.behind_things:
            return
        yield Role(self._weight_of_cost(number, amount), "base", text=text)
        cue = sentence.cue_at.get(amount.end)
        before = self._joined_before(amount) if sentence.side(amount) != "there" else None
        is_usual = cue is not None and any(each.meaning == "*" for each in cue.patterns)  # `pay 1 chi and 2 resources`
        is_part = amount.unit or (amount.form == "symbols" and not sentence.file.symbols_apart)
        is_part = is_part or (is_usual and before is not None and bool(before.unit))
        if is_part and sentence.side(amount) != "there":  # `1 chi, I have 3 chi`
            yield Role(self.weight("part"), "part", text=text)
        instead = [cue for cue in sentence.cues if sentence.is_instead(cue)]
        instead = [cue for cue in instead if amount.start not in (cue.end, cue.inner) or cue.patterns[0].meaning != "*"]
        if any(self._is_paid_instead(amount, at) for cue in instead for at in range(cue.start, cue.end)):
            yield Role(self.weight("paid instead"), "alt", text=amount.text)
        yield Role(self.weight("again"), "again")
        later = (pattern for cue in sentence.cues if amount.start < cue.start for pattern in cue.patterns)
        named = (each for each in later if each.name in sentence.file.keywords or sentence.file.role(each) == "special")
        named = (each for each in named if each.name not in sentence.file.of_others)
        is_none = text.lower() == "none" and self._has_own_cost
        if is_none or any(each.meaning.startswith("* --") for each in named):  # it has its own cost: `3B encore 5BB`
            yield Role(self.weight("left"), "left", text=amount.text)

    def _of_values(self, amount: Amount) -> Iterator[Role]:
        """Yield the roles of words that are a value, `two blues`, of an option that is named or needs no name."""
        named = {pattern.option for cue in self.sentence.cues for pattern in cue.patterns}
        for option, value in amount.values.items():
            if option in named:
                yield Role(self.weight("value of cue"), "value", meaning=option, text=value)
            elif option in self.sentence.file.bare:
                yield Role(self.weight("value alone"), "value", meaning=option, text=value)

    # Complexity: one case for each thing that a number may count.
    def _of_counts(self, amount: Amount) -> Iterator[Role]:
        """Yield the roles of a number of things that there are, or of times that a change applies."""
        sentence = self.sentence
        last = sentence.token(amount.end - 1).key
        if amount.form == "values" and any(are_forms(sentence.token(at + 1).key, last) for at in sentence.eaches):
            yield Role(self.weight("factor"), "factor", text=last)
        if amount.form not in ("number", "times"):
            return
        is_own = self.behind_things and amount.start not in self.behind_things
        if amount.form == "number" and is_own:
            yield Role(self.weight("own"), "own", text=sentence.noun_after(amount))
        is_cost = sentence.in_class(sentence.past(amount.end, "joints"), "cost")
        noun = sentence.noun_after(amount)
        if amount.form == "number" and any(are_forms(each, noun) for each in sentence.beyond_first.values()):
            yield Role(self.weight("factor"), "factor", text=noun)
        nouns = [sentence.token(at + 1).key for at in sentence.eaches]
        is_of_each = any(not (noun and self._counting) or are_forms(each, noun) for each in nouns)
        if amount.form == "times" or amount in self._counting or (is_of_each and not is_cost) or self._is_more(amount):
            yield Role(self.weight("factor"), "factor", text=noun)
        for number, cue in enumerate(sentence.cues):
            is_before = cue.start == amount.end and not sentence.is_stopped(amount.end - 1, amount.end)
            is_beside = is_before or (amount.form == "times" and cue.end == amount.start)
            labels = [role for pattern in cue.patterns if ":" in (role := sentence.file.role(pattern))]
            has_default = any(pattern.assumes for pattern in cue.patterns)  # `two frostbites`, not `7 efficiency`
            is_counted = amount.form == "times" or has_default or sentence.token(cue.start).key.endswith("s")
            is_value = is_before and any(each.words[0] in SLOTS for each in cue.patterns) and not has_default
            is_beside = is_beside and (amount.form == "times" or not is_value)  # `affinity, 4 artifacts`
            if labels and is_beside and is_counted:
                yield Role(self.weight("factor"), "factor", number, labels[0])

    # Complexity: one case for each kind of amount.
    def _of_nothing(self, amount: Amount) -> Iterator[Role]:
        """Yield the roles of an amount that says nothing of the cost."""
        sentence = self.sentence
        if amount.form == "ordinal" and not sentence.is_hard(amount.end):  # `my second card`
            yield Role(self.weight("ordinal"), "nothing")
        is_article = amount.text == "1" and sentence.token(amount.start).typed.isalpha()
        if amount.form == "number" and is_article and sentence.token(amount.end).kind == "word":
            cue = sentence.cue_at.get(amount.end)
            if cue is None or all(pattern.words[0] not in SLOTS for pattern in cue.patterns):  # `one effect`
                yield Role(self.weight("article" if self._is_article(amount) else "one"), "nothing")
        if amount.form == "values":
            is_there = sentence.zone_after(amount.end) in sentence.file.classes["hand"]
            if self._is_quality(amount) and not is_there:
                yield Role(self.weight("adjective"), "nothing")
            things = (cue for cue in sentence.cues if cue.is_thing and cue.name != "tap")
            if not sentence.token(amount.start - 1).stop and any(cue.end == amount.start for cue in things):
                yield Role(self.weight("number of a thing"), "nothing")

    def _is_of_keyword(self, amount: Amount) -> bool:
        """Whether a number is that of a keyword, and its cost is beside it: `suspend 4 1U`, `impending 1U 4`."""
        sentence = self.sentence
        for cue in sentence.cues:
            if cue.name in sentence.file.numbered:
                first = sentence.amount_at.get(cue.end)
                second = sentence.amount_at.get(first.end) if first else None
                forms = {each.form for each in (first, second) if each}
                if amount in (first, second) and forms == {"number", "symbols"}:
                    return True
        return False

    def _is_article(self, amount: Amount) -> bool:
        """Whether a number is the article of a noun, `uma carta`, or of a cost, `uma de 4`."""
        sentence = self.sentence
        is_typed = fold(sentence.token(amount.start).typed) in sentence.file.classes["articles"]
        return is_typed and sentence.in_class(amount.end, "nouns", "joints")

    @cached_property
    def behind_things(self) -> set[int]:
        """The place behind the word for each thing that is given up: of the 3 in `sacrifice a 3 power elf`."""
        things = (cue for cue in self.sentence.cues if cue.is_thing and "=*" not in cue.patterns[0].meaning)
        return {self.sentence.past(cue.end, "articles", "joints") for cue in things}

    @cached_property
    def each_nouns(self) -> set[int]:
        """The numbers of the cues that are the noun behind `each`, here or elsewhere, and could only name means."""
        sentence = self.sentence
        nouns = [sentence.token(at + 1).key for at in sentence.eaches if not sentence.token(at).stop]
        means = {"means", *sentence.file.means}
        return {
            number
            for number, cue in enumerate(sentence.cues)
            if any(are_forms(noun, sentence.token(cue.start).key) for noun in nouns)
            and (any(each.assumes for each in cue.patterns) or {*map(sentence.file.role, cue.patterns)} <= means)
        }

    @cached_property
    def _counting(self) -> list[Amount]:
        """The amounts that count changes."""
        return [amount for amount in self.sentence.amounts if self.counts_changes(amount)]

    # Complexity: the noun may be a change itself, `two reductions of 1`, and the verb before or behind the amount.
    def counts_changes(self, amount: Amount) -> bool:
        """Whether an amount counts things that change the cost by an amount each: `two effects of +1`, `3 reductions of
        1`, `two of my elves reduce it by 1`, `three taxing effects, 1 each`."""
        sentence, start = self.sentence, self.sentence.past(amount.end, "joints")
        is_of_player = sentence.in_class(amount.end, "opponents")  # `3 opponent's cards cost 1 more`
        if sentence.is_stopped(amount.end - 1, amount.end) or amount.start in self.behind_things or is_of_player:
            return False  # `sacrifice three creatures +1`
        end, noun = start, sentence.token(start + 1)
        if amount.number > 1 and sentence.token(end).kind == "change":  # `two -1 effects`
            is_plural = noun.kind == "word" and noun.key.endswith("s") and not sentence.token(end).stop
            return is_plural or sentence.token(end).typed.endswith("s")  # `two +1's`
        is_other = end > amount.end and sentence.token(end - 1).key not in ("of", "de")  # `6 with a reduction of 2`
        if is_other or sentence.counts_before(amount.end):
            return False
        while sentence.token(end).kind == "word" and not sentence.in_class(end, "joints", "each"):
            if end > start and (sentence.is_stopped(end - 1, end) or self._is_change(end)):
                break
            end += 1
        verb = end
        while end > start + 1 and sentence.is_small(end - 1):
            end -= 1
        last = sentence.token(end - 1).key
        cue = sentence.cue_at.get(end - 1)
        is_itself = cue is not None and cue.patterns[0].meaning and all(last in each.words for each in cue.patterns)
        is_verb = verb > end and sentence.token(verb).kind == "amount"  # `two effects make it cost 1 more`
        is_itself = is_itself or (is_verb and (sentence.is_stopped(end - 1, verb) or not self._is_change(verb + 1)))
        if end == start or amount.number < 2 or not last.endswith("s") or is_itself:  # `less` is no plural
            return False
        behind = sentence.past(end, "joints", "by", "each")
        while sentence.in_class(end, "each") and sentence.is_small(behind) and not self._is_change(behind):
            behind += 1  # `two effects each make it cost 1 less`
        is_each = any(sentence.in_class(at, "each") for at in (*range(end, behind), behind + 1))
        if sentence.is_stopped(end - 1, behind) and not is_each:
            return False
        is_amount = sentence.token(behind).kind in ("change", "amount")
        is_of = is_amount and (behind > end or is_each or sentence.token(behind).kind == "change")
        return is_verb or is_of or self._is_change(behind)

    def _is_more(self, amount: Amount) -> bool:
        """Whether an amount counts more things than one, `2 extra targets`, and is not itself added."""
        at, sentence = amount.end + 1, self.sentence
        is_plural = sentence.token(at).key.endswith("s") and sentence.in_class(at, "nouns")
        is_side_by_side = not (sentence.is_stopped(amount.end - 1, at) or sentence.in_class(at, "pronouns"))
        return is_plural and is_side_by_side and sentence.token(at - 1).key in sentence.file.change_words

    def _is_change(self, at: int, is_behind: bool = False) -> bool:
        """Whether a word for more or less is at a place, `reduces`; if `is_behind`, one for the amount before it."""
        cue, file = self.sentence.cue_at.get(at), self.sentence.file
        patterns = [each for each in (cue.patterns if cue else ()) if not is_behind or each.words[0] in SLOTS]
        return any(file.role(each)[: 2 if is_behind else 1] in ("+", "-") for each in patterns)
