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
from rules_cli.costs.sentence import Amount, CostSentence, Cue
from rules_cli.costs.tokens import are_forms, is_same_cost

Kind = Literal[
    "base", "part", "alt", "left", "cue", "thing", "value", "own", "factor", "again", "change", "option", "nothing"
]
_COUNTED = {"ordinal": "turn", "times": "tax"}  # forms of amounts that only one option takes
_POINTS = re.compile("[0-9]+c|[0-9]+")
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
        return self.kind == "base" or (self.kind == "cue" and self.meaning.startswith("*"))

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

    def of(self, number: int) -> list[Role]:
        """Return the roles of an amount, the lightest first."""
        amount = self.sentence.amounts[number]
        if amount.form == "option":
            return [Role(0, "option")]
        cue = self.sentence.cue_at.get(amount.start)
        if cue and cue.inner != amount.start and not (cue.end == amount.end and set(SLOTS) & {*cue.patterns[0].words}):
            return [Role(0, "nothing")]  # a word of the cue: `para um efeito`
        found = [Role(0, "change")] if amount.form == "change" else []
        found += self._of_cues(amount)
        found += self._of_cost(number, amount)
        found += self._of_values(amount)
        found += self._of_counts(amount)
        found += self._of_nothing(amount)
        return sorted(found)

    # --- cues

    # Complexity: each amount is tried with each pattern of each cue.
    def _of_cues(self, amount: Amount) -> Iterator[Role]:
        for number, cue in enumerate(self.sentence.cues):
            is_inside = cue.start <= amount.start < cue.end and cue.inner != amount.start
            is_over = amount.start <= cue.start < amount.end and amount.form != "number"
            if is_inside or is_over or number in self.each_nouns or self.sentence.is_denied(cue):
                continue
            if cue.is_thing and amount.form == "number":
                end = self.sentence.past(cue.end, "joints")
                if end == amount.start and not self.sentence.token(end - 1).stop:
                    meaning = f"{cue.patterns[0].meaning}={amount.text}"
                    yield Role(self.weight("number of a thing"), "thing", number, meaning, amount.text)
            for pattern in cue.patterns:
                text = self._fit(amount, pattern) if set(SLOTS) & {*pattern.words} else None
                if text is not None:
                    yield from self._bound(amount, number, cue, pattern, text)

    # Complexity: one case for each kind of value.
    def _fit(self, amount: Amount, pattern: Pattern) -> str | None:
        """Return an amount as the value of a pattern, None if it can't be that."""
        file, form, text = self.sentence.file, amount.form, ""
        takes, option = file.takes(pattern), pattern.meaning.partition(" ")[0][2:]
        if "nth" in pattern.words:
            text = str(int(amount.text) - 1) if form == "ordinal" else ""
        elif form in _COUNTED:
            text = amount.text if option == _COUNTED[form] else ""
        elif takes == "list":
            listed = _MANA if file.symbols_apart else _POINTS
            fits = form == "number" or (form == "symbols" and amount.text != "none" and listed.fullmatch(amount.text))
            if not file.symbols_apart and option in file.values and amount.text.isdigit():
                fits = amount.text in {"0", *file.values[option].values()}  # no card pitches for 4
            text = amount.values.get(option) or (amount.text + amount.unit * (amount.unit == "c") if fits else "")
        elif takes == "count":
            is_cast = option == "tax" and all(each in file.all_fillers for each in pattern.name.split())
            text = (
                amount.text
                if (form == "number" and not is_cast) or ("=*" in pattern.meaning and amount.is_letter)
                else ""
            )
        elif takes == "cost" and (option not in file.values or amount.text.isdigit()):
            is_free = amount.sign == "+" and not amount.label and file.role(pattern) != "base"
            text = amount.text + amount.unit.replace("a", "") if form != "change" or is_free else ""
        return text or None

    # Complexity: one line for each feature.
    def _bound(self, amount: Amount, number: int, cue: Cue, pattern: Pattern, text: str) -> Iterator[Role]:
        """Yield the roles of an amount as the value of a cue."""
        sentence, role, meaning = self.sentence, self.sentence.file.role(pattern), pattern.meaning
        if cue.inner >= 0:
            if cue.inner == amount.start:
                yield Role(self.weight("other meaning") * pattern.place, "cue", number, meaning, text)
            return
        is_after = amount.start >= cue.end
        is_between = any(each.words[0] in SLOTS for each in cue.patterns)
        if pattern.words[0] in SLOTS and not is_after:
            weight = self.weight("before") + self.gap(amount.end, cue.start)
            weight += self.weight("over cue") * (
                role == "base" and amount.end in sentence.cue_at and amount.end < cue.start
            )
        elif pattern.words[0] not in SLOTS and is_after:
            weight = self.gap(cue.end, amount.start)
        elif pattern.words[0] not in SLOTS and not is_between and self._may_follow(pattern):
            weight = self.weight("wrong side") + self.gap(amount.end, cue.start)
        else:
            return
        is_towards = is_after and sentence.in_class(amount.start - 1, "towards")
        weight += self._led(amount, cue, role) if is_after else 0
        if role in ("+", "-") and is_towards:
            yield Role(weight + self.weight("set to"), "cue", number, "--set *", text)
        if role in ("+", "-", "base") and is_towards:
            weight += self.weight("towards")
        weight += self._of_side(amount, cue, pattern, role)
        if meaning.startswith("--hand"):
            zone = sentence.zone_after(cue.end) or sentence.zone_before(cue.start)
            if zone and zone not in sentence.file.classes["hand"]:
                return
            weight += self.weight("cards") * (
                not {*cue.name.split()} & sentence.file.classes["hand"] and cue.name[:3] in ("car",)
            )
        if ":" in role and role[0] == "-":
            if is_after and sentence.side(amount) == "there" and not sentence.noun_after(amount):
                weight = min(weight, self.weight("counted"))  # `affinity for artifacts, I control 5`
            weight += self.weight("no number") * (not text.isdigit())
        yield Role(weight, "cue", number, meaning, text)

    def _may_follow(self, pattern: Pattern) -> bool:
        """Whether a word may be behind its value, though it is a word before one: `2 delve`, not `2 evoke`."""
        is_cost = pattern.meaning[0] == "*" or pattern.meaning.startswith("--alt") or pattern.meaning == "+*"
        return not is_cost and self.sentence.file.takes(pattern) != "list"

    # Complexity: a word before an amount may belong to it or to the cue.
    def _led(self, amount: Amount, cue: Cue, role: str) -> float:
        """Return what a word before an amount changes of its weight: `set my 6 to 0` does not set 6; a printed cost
        is not behind what changes it."""
        sentence, weight = self.sentence, 0.0
        is_cost = role == "set" and sentence.in_class(amount.start - 1, "cost") and amount.start - 1 > cue.start
        if role in ("+", "-", "set") and (is_cost or sentence.in_class(amount.start - 1, "towards", "by")):
            crossed = sum(cue.end <= each.start < amount.start for each in sentence.amounts)
            weight -= crossed * (self.weight("over amount") - self.weight("over what changes"))
            weight -= self.weight("over cue") * is_cost
        if role == "base":
            earlier = (
                each
                for each in sentence.cues
                if each.end <= cue.start and not sentence.is_stopped(each.start, cue.start)
            )
            if any(sentence.file.role(pattern) in ("+", "-", "set") for each in earlier for pattern in each.patterns):
                weight += self.weight("behind a change")
        return weight

    # Complexity: one line for each feature.
    def _of_side(self, amount: Amount, cue: Cue, pattern: Pattern, role: str) -> float:
        """Return the weight of words that say whether the amount is there or paid, and of the order of meanings."""
        sentence = self.sentence
        side, is_means = sentence.side(amount), role == "means" or role in sentence.file.means
        is_paid = role in ("base", "also") or pattern.meaning[:1] == "*" or "*h" in pattern.meaning
        is_either = "life" in cue.name and len({each.meaning for each in cue.patterns}) > 1 and not side
        weight = (0.1 if is_either else self.weight("other meaning")) * pattern.place
        if side and (is_means or is_paid):
            weight += self.weight("right side" if (side == "there") == is_means else "wrong word")
        if (
            is_means
            and amount.form == "number"
            and all(sentence.in_class(at, "there") for at in range(cue.start, cue.end))
        ):
            noun = sentence.noun_after(amount)
            is_of_cue = any(
                each.start >= amount.end and sentence.token(each.start).key == noun for each in sentence.cues
            )
            weight += self.weight("other noun") * bool(noun and not is_of_cue)  # `I have one ally`
        return weight

    # Complexity: one weight for each kind of word.
    def gap(self, start: int, end: int) -> float:
        """Return the weight of the tokens between a cue and its amount."""
        sentence, weight = self.sentence, 0.0
        for at in range(start, end):
            cue = sentence.cue_at.get(at)
            if sentence.in_class(at, "opening"):
                weight += self.weight("over opening")
            elif sentence.in_class(at, "ands"):
                weight += self.weight("over and")
            elif sentence.token(at).kind != "word" or at in sentence.amount_at:
                weight += self.weight("over amount")
            elif sentence.is_small(at):
                weight += self.weight("over small")
            elif cue:  # `1 resource less` counts resources
                is_unit = at == start and all(sentence.file.role(each) == "means" for each in cue.patterns)
                has_own = any(each.meaning.startswith(("* --", "--also ")) for each in cue.patterns)  # `plus ward 2`
                weight += self.weight("over cue") * (not is_unit) + self.weight("over amount") * has_own
            else:
                weight += self.weight("over small" if sentence.in_class(at, "nouns") else "over word")
        return weight + self.weight("over stop") * sum(sentence.token(at).stop for at in range(start - 1, end))

    # --- other roles

    # Complexity: one line for each feature of a printed cost.
    def _of_cost(self, number: int, amount: Amount) -> Iterator[Role]:
        sentence, text = self.sentence, amount.text + amount.unit
        if amount.form not in ("number", "symbols") and not (amount.form == "values" and amount.text):
            return
        if amount.form == "number" and amount.start in self.behind_things:
            return
        is_number, before = amount.form == "number", amount.start - 1
        earlier = any(each.form in ("number", "symbols") for each in sentence.amounts[:number])
        weight = self.weight("number alone" if is_number else "symbols alone") + self.weight("later") * earlier
        weight += self.weight("wrong word") * (sentence.side(amount) == "there")
        weight += self.weight("towards") * sentence.in_class(before, "towards")
        weight += self.weight("behind a change") * sentence.in_class(before, "by")
        weight += self.weight("behind for") * sentence.in_class(
            before - sentence.in_class(before, "articles"), "opening"
        )
        weight += self.weight("stranger") * (
            is_number and sentence.is_stranger(before) and not sentence.token(before).stop
        )
        if amount.unit != "a":
            yield Role(weight, "base", text=text)
        if amount.unit:
            yield Role(self.weight("part"), "part", text=text)
        if any(cue.patterns[0].meaning == "*" and self._is_instead(cue) for cue in sentence.cues):
            yield Role(self.weight("paid instead"), "alt", text=amount.text)
        others = (each for each in sentence.amounts if each is not amount)
        is_said = any(text == each.text or is_same_cost(text, each.text) for each in others)
        said = self.weight("letter" if amount.is_letter else "again")
        yield Role(said + self.weight("over amount") * (not is_said), "again")
        is_own = sentence.in_class(before, "articles", "cost")  # `suspend 2 for 1U` has another cost
        alone = (
            each
            for cue in sentence.cues
            for each in cue.patterns
            if (amount.start < cue.start or is_own)
            and (each.name in sentence.file.keywords or sentence.file.role(each) == "special")
        )
        if any(each.meaning.startswith("* --") for each in alone):
            yield Role(self.weight("left"), "left", text=amount.text)

    def _is_instead(self, cue: Cue) -> bool:
        return any(self.sentence.in_class(at, "instead") for at in range(cue.start, cue.end))

    def _of_values(self, amount: Amount) -> Iterator[Role]:
        patterns = [each for cue in self.sentence.cues for each in cue.patterns]
        for name, value in amount.values.items():
            has_cue = any(each.meaning.startswith(f"--{name} ") for each in patterns)
            if name in self.sentence.file.bare or has_cue:
                yield Role(self.weight("value of cue" if has_cue else "value alone"), "value", meaning=name, text=value)

    # Complexity: one case for each thing that a number may count.
    def _of_counts(self, amount: Amount) -> Iterator[Role]:
        sentence = self.sentence
        if amount.form not in ("number", "times"):
            return
        if amount.form == "number" and self.has_things and amount.start not in self.behind_things:
            yield Role(self.weight("own"), "own", text=sentence.noun_after(amount))
        is_article = self._is_article(amount)
        if not is_article and (sentence.each is not None or amount.form == "times" or self.counts_changes(amount)):
            yield Role(self.weight("factor"), "factor", text=sentence.noun_after(amount))
        for number, cue in enumerate(sentence.cues):
            is_beside = cue.start == amount.end and not sentence.token(amount.end - 1).stop
            is_beside = is_beside or (amount.form == "times" and cue.end == amount.start)
            labels = [role for each in cue.patterns if ":" in (role := sentence.file.role(each))]
            if labels and is_beside:
                yield Role(self.weight("factor"), "factor", number, labels[0])

    def _is_article(self, amount: Amount) -> bool:
        return amount.text == "1" and self.sentence.token(amount.start).typed.isalpha()

    # Complexity: one case for each kind of amount.
    def _of_nothing(self, amount: Amount) -> Iterator[Role]:
        """Yield the ways in which an amount says nothing: `one effect`, `my second card`, `a blue card`."""
        sentence = self.sentence
        is_of_word = sentence.token(amount.end).kind == "word" and not sentence.token(amount.end - 1).stop
        if amount.form == "ordinal" and not sentence.is_hard(amount.end):
            yield Role(self.weight("ordinal"), "nothing")
        if amount.form == "number" and sentence.is_name(amount.start):
            yield Role(self.weight("name"), "nothing")
        beside = sentence.cue_at.get(amount.end)
        is_value = beside is not None and any(each.words[0] in SLOTS for each in beside.patterns)
        if amount.form == "number" and self._is_article(amount) and is_of_word and not is_value:
            yield Role(self.weight("article"), "nothing")
        if amount.form == "values":
            is_one = not any("," in value for value in amount.values.values())
            is_bare = bool({*amount.values} & {*sentence.file.bare})
            if not (amount.text or is_bare) and is_one and sentence.is_adjective(amount.end):
                yield Role(self.weight("adjective"), "nothing")
            if not sentence.token(amount.start - 1).stop and any(
                cue.is_thing and cue.name != "tap" and cue.end == amount.start for cue in sentence.cues
            ):
                yield Role(self.weight("number of a thing"), "nothing")

    @cached_property
    def behind_things(self) -> set[int]:
        """The places of what is said of things that are given up, `sacrifice a 3 power elf`."""
        return {self.sentence.past(cue.end, "articles", "joints") for cue in self.sentence.cues if cue.is_thing}

    @cached_property
    def has_things(self) -> bool:
        """Whether things are given up, so that a number may be how many there are."""
        return any(cue.is_thing or "sacrifice=" in each.meaning for cue in self.sentence.cues for each in cue.patterns)

    @cached_property
    def each_nouns(self) -> set[int]:
        """The cues that are the thing behind `each`, or the same word elsewhere: they name no means."""
        sentence = self.sentence
        if sentence.each is None or sentence.token(sentence.each).stop:
            return set()
        noun, means = sentence.token(sentence.each + 1).key, {"means", *sentence.file.means}
        return {
            number
            for number, cue in enumerate(sentence.cues)
            if are_forms(noun, sentence.token(cue.start).key)
            and {sentence.file.role(each) for each in cue.patterns} <= means
        }

    def counts_changes(self, amount: Amount) -> bool:
        """Whether an amount counts things that change the cost by an amount each: `two effects of +1`."""
        sentence, end = self.sentence, amount.end
        while sentence.token(end).kind == "word" and end < amount.end + 2 and not sentence.in_class(end, "joints"):
            end += 1
        is_thing = end > amount.end and sentence.token(end - 1).key.endswith("s") and int(amount.text) > 1
        is_of = sentence.token(end).key in ("of", "de") and sentence.token(end + 1).kind in ("change", "amount")
        is_apart = sentence.is_stopped(amount.end - 1, end) or sentence.in_class(amount.end, "cost")
        return is_thing and not is_apart and (is_of or sentence.token(end).kind == "change")
